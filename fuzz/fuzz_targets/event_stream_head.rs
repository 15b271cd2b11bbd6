//! Reads arbitrary bytes as the head of a request for the events of a live session. They may be refused; a head that is
//! accepted has an end and announces no body.

#![no_main]

use lectern::check_event_stream_head;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_event_stream_head(bytes));
