//! The service over HTTP and from the command line, through the real binary.

mod accounts;
mod agents;
mod author;
mod backup;
mod catalogue;
mod console;
mod doors;
mod editing;
mod exports;
mod hall;
mod keys;
mod lectern;
mod live;
mod maintenance;
mod operations;
mod pages;
mod talk;
