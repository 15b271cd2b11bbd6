//! Reads arbitrary bytes as a filter and a change of an identity provider. Both may be refused.

#![no_main]

use lectern::check_scim;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_scim(bytes));
