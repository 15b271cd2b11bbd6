//! Reads arbitrary bytes as one or several JSON-RPC messages of an agent. They may be refused. Every request gets a
//! response that can be parsed and has the id of the request.

#![no_main]

use lectern::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_message(bytes));
