//! Makes a deck from arbitrary text with the built-in author, then edits it with the same text as the instruction. All
//! slides are valid.

#![no_main]

use ai::builtin::check_author;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_author(&String::from_utf8_lossy(bytes)));
