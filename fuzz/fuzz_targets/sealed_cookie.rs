//! Reads arbitrary bytes as the cookie of a sign-in, and seals them as one. Only a sealed cookie can be opened.

#![no_main]

use lectern::check_sealed_cookie;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_sealed_cookie(bytes));
