//! Sanitises arbitrary bytes as an SVG. They may be refused; a copy is never active, and sanitising it changes nothing.

#![no_main]

use imaging::svg::{is_active, sanitised};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(copy) = sanitised(bytes) {
        assert!(!is_active(&copy), "the copy is active: {}", String::from_utf8_lossy(&copy));
        assert_eq!(sanitised(&copy).as_ref(), Ok(&copy), "a fixed point");
    }
});
