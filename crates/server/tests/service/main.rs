//! The service over HTTP and from the command line, through the real binary.

mod accounts;
mod agents;
mod catalogue;
mod console;
mod exports;
mod keys;
mod lectern;
mod live;
mod maintenance;
mod pages;
