//! Tests of the HTTP interface over plain sockets, which can send what no client library would send.

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
