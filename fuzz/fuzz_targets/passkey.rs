//! Reads arbitrary bytes as responses of browsers and authenticators about passkeys. They may be refused; no signature
//! in them verifies.

#![no_main]

use libfuzzer_sys::fuzz_target;
use service::check_passkey;

fuzz_target!(|bytes: &[u8]| check_passkey(bytes));
