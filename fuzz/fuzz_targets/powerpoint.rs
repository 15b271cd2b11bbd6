//! Reads arbitrary bytes as a PowerPoint file. The reader may refuse them; it must not panic, hang or use unbounded
//! memory.
//!
//! Bytes that are no archive are taken for the parts of one, each behind a line `@ name`, because a changed archive seldom
//! passes its own checksums.

#![no_main]

use std::io::{Cursor, Write as _, sink};

use libfuzzer_sys::fuzz_target;
use office::model::Content;
use office::{File, Limits};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fuzz_target!(|bytes: &[u8]| {
    let packed;
    let bytes = if bytes.starts_with(b"PK") {
        bytes
    } else {
        packed = archive(bytes);
        &packed
    };
    let Ok(mut file) = File::open(Cursor::new(bytes), Limits::default()) else { return };
    if let Ok(template) = file.template(deck::Themes::core()) {
        let declared = serde_json::json!({
            "id": "t", "label": "T", "colors": template.theme.colors, "fonts": template.theme.fonts, "voice": template.theme.voice,
        });
        deck::Themes::core().clone().with_custom("fuzz", &declared).expect("a theme is always well declared");
    }
    if let Ok(skeleton) = file.skeleton() {
        skeleton.write(Cursor::new(Vec::new())).expect("memory takes all");
    }
    let Ok(presentation) = file.presentation() else { return };
    for shape in presentation.slides.iter().flat_map(|slide| &slide.shapes) {
        if let Content::Picture(picture) = &shape.content
            && let Some(part) = &picture.part
        {
            let _ = file.picture(part, &mut sink());
        }
    }
});

/// An archive of parts that are written one behind the other.
fn archive(bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if let Some(name) = line.strip_prefix(b"@ ") {
            let name = String::from_utf8_lossy(name);
            let _ = zip.start_file(name.trim(), options);
        } else {
            let _ = zip.write_all(line);
        }
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}
