//! The HTTP interface, called over plain sockets, so that tests can send what no client library would send.

mod answers;
mod bombs;
mod hostility;
mod lectern;
mod order;
mod refusals;
