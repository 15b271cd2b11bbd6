//! The service over HTTP and from the command line, through the real binary.

mod access;
mod accounts;
mod agent_tools;
mod agents;
mod audience_pages;
#[path = "../../../service/tests/common/authenticator.rs"]
mod authenticator;
mod author;
mod backup;
mod catalogue;
mod console;
mod documents;
mod editing;
mod ended_rights;
mod entry_points;
mod exports;
mod filing;
mod honesty;
mod keys;
mod lectern;
mod live;
mod mail;
mod maintenance;
mod oauth;
mod operations;
mod pages;
mod passkeys;
mod publishing;
mod scim;
mod slide_library;
mod smtp;
mod sources;
mod starters;
mod talk;
mod videos;
mod webhooks;
