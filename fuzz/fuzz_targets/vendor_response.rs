//! Reads arbitrary bytes as the response of a vendor of language models, and as a model's answer. They may be refused;
//! slides that are accepted are valid.

#![no_main]

use ai::check_vendor_response;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_vendor_response(bytes));
