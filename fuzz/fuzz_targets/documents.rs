//! Reads arbitrary bytes as a document. The reader may refuse them; it must not panic, hang or use unbounded memory.
//!
//! Bytes that are neither an archive nor a PDF are read as HTML, Markdown and text, and taken for the parts of an archive,
//! each behind a line `@ name`, because a changed archive seldom passes its own checksums.

#![no_main]

use std::io::{Cursor, Write as _};

use documents::{Content, Limits, picture, read};
use libfuzzer_sys::fuzz_target;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fuzz_target!(|bytes: &[u8]| {
    for name in ["a.html", "a.md", "a.txt"] {
        check(bytes, name);
    }
    if !bytes.starts_with(b"PK") {
        check(&archive(bytes), "");
    }
});

fn check(bytes: &[u8], name: &str) {
    let limits = Limits { unpacked: 64 << 20, part: 16 << 20, steps: 1_000_000, ..Limits::default() };
    let Ok(document) = read(bytes, name, &limits) else { return };
    let _ = (document.text(), document.markdown());
    for block in document.blocks.iter().take(50) {
        if let Content::Picture(own) = &block.content {
            let _ = picture(bytes, own, &limits);
        }
    }
}

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
