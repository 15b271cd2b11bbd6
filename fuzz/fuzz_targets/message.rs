//! Reads arbitrary bytes as what an agent sends: a message of JSON-RPC, or several. They may be refused; whatever takes an
//! answer gets one that can be read and has the id that was sent.

#![no_main]

use lectern::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_message(bytes));
