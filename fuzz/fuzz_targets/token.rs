//! Reads arbitrary bytes as the keys of an issuer and a token that it signed. They may be refused.

#![no_main]

use lectern::check_token;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_token(bytes));
