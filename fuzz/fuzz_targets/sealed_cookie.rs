//! Reads arbitrary bytes as the cookie of a sign-in, and seals them as one. Only what was sealed opens.

#![no_main]

use lectern::check_sealed_cookie;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_sealed_cookie(bytes));
