//! Reads arbitrary bytes as an uploaded font. They may be refused. When they are accepted, the rewritten file is
//! accepted too and gives the same result.

#![no_main]

use layout::{MAX_FONT_BYTES, check_font};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(font) = check_font(bytes) else { return };
    assert!(font.bytes.len() <= MAX_FONT_BYTES, "{} bytes", font.bytes.len());
    assert!((1..=1000).contains(&font.weight), "{}", font.weight);
    assert_eq!(check_font(&font.bytes).as_ref(), Ok(&font));
});
