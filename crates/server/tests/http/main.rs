//! The HTTP interface, called over plain sockets, so that tests can send what no client library would send.

mod bombs;
mod check_order;
mod errors;
mod fonts;
mod hostility;
mod lectern;
mod powerpoint;
mod powerpoint_return;
mod responses;
mod templates;
