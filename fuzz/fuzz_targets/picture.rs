//! Reads arbitrary bytes as a picture and as a video. They may be refused; no decoder must panic, hang or use unbounded
//! memory, and what has facts as drawable can be drawn.

#![no_main]

use imaging::{GRID_COLUMNS, GRID_ROWS, facts, kind_of, rgba, video_size};
use libfuzzer_sys::fuzz_target;

/// The longer side of what is drawn: enough to shrink most pictures, not so much that drawing takes the time.
const SIDE: u32 = 64;

fuzz_target!(|bytes: &[u8]| {
    video_size(&mut &*bytes);
    let Some(kind) = kind_of(bytes) else { return };
    let known = facts(bytes, kind);
    assert_eq!(known.drawable, known.luminance.len() == (GRID_COLUMNS * GRID_ROWS) as usize, "{known:?}");
    if let Ok(pixels) = rgba(bytes, kind, Some(SIDE)) {
        assert!(pixels.width() <= SIDE && pixels.height() <= SIDE);
    }
});
