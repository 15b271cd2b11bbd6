//! Reads arbitrary bytes as what a client of an agent says about itself. It may be refused.

#![no_main]

use lectern::check_oauth_client;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_oauth_client(bytes));
