//! Reads arbitrary bytes as what browsers and authenticators say about passkeys. They may be refused; no signature of
//! them verifies.

#![no_main]

use libfuzzer_sys::fuzz_target;
use service::check_passkey;

fuzz_target!(|bytes: &[u8]| check_passkey(bytes));
