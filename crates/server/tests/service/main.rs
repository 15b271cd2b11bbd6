//! The service over HTTP and from the command line, through the real binary.

mod accounts;
mod catalogue;
mod console;
mod keys;
mod lectern;
mod maintenance;
mod pages;
