//! Reads arbitrary bytes as the metadata of an OAuth client. They may be refused.

#![no_main]

use lectern::check_oauth_client;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_oauth_client(bytes));
