//! Reads arbitrary bytes as a font that somebody uploads. They may be refused; the file that is made of an accepted one is
//! accepted again, as the same.

#![no_main]

use layout::{MAX_FONT_BYTES, check_font};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(font) = check_font(bytes) else { return };
    assert!(font.bytes.len() <= MAX_FONT_BYTES, "{} bytes", font.bytes.len());
    assert!((1..=1000).contains(&font.weight), "{}", font.weight);
    assert_eq!(check_font(&font.bytes).as_ref(), Ok(&font));
});
