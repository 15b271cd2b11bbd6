//! Restores arbitrary bytes as a backup: an archive, or rows that are packed as one. They may be refused; a restore that
//! fails leaves nothing behind.

#![no_main]

use libfuzzer_sys::fuzz_target;
use store::check_backup;

fuzz_target!(|bytes: &[u8]| check_backup(bytes));
