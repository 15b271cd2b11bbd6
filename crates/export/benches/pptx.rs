//! The time to write a PowerPoint file of fifty text slides, and of fifty photographs.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;

use export::{ExportInput, PictureCache, pptx};
use scene::{AltText, Crop, Document, Node, NodeKind, NodeRole, Page, Picture, PictureId, Px, Rect};

use stopwatch::measure;

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/pptx/sample.rs"]
mod sample;

fn size_of_file(document: &Document, album: &sample::Album) -> usize {
    let mut out = Cursor::new(Vec::new());
    let work = ExportInput { document, pictures: album, on_page: &|_| true };
    pptx::pptx(work, &PictureCache::new(0), pptx::Options::default(), &mut out).expect("a file");
    out.into_inner().len()
}

/// A JPEG of about 250 KB: noise is hard to compress.
fn photograph(seed: u32) -> Arc<[u8]> {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    let (width, height) = (480, 360);
    let rgba = (0..width * height).flat_map(|_| [noise(), noise(), noise(), 255]).collect();
    let pixels = imaging::Pixels::new(width, height, rgba).expect("pixels");
    imaging::encode_jpeg(&pixels, 82).expect("a JPEG").into()
}

fn photographs() -> (Document, sample::Album) {
    let mut album = HashMap::new();
    let pages: Vec<Page> = (1..=50)
        .map(|number| {
            let id = format!("photo{number}");
            album.insert(id.clone(), photograph(u32::try_from(number).expect("a number")));
            let source = PictureId(id);
            let picture = Picture {
                source,
                width: 480,
                height: 360,
                crop: Crop::WHOLE,
                radius: Px::ZERO,
                is_arched: false,
                outline: None,
            };
            let alt = AltText::Text("A photograph".to_owned());
            let frame = Rect::new(112.0, 232.0, 960.0, 720.0);
            let node = Node {
                frame,
                kind: NodeKind::Picture(picture),
                role: NodeRole::Content,
                origin: None,
                step: None,
                alt,
            };
            sample::page(number, "Photograph", vec![sample::title("Photograph"), node])
        })
        .collect();
    (sample::document(pages), sample::Album(album))
}

fn main() {
    let text = sample::document((0..50).map(|_| sample::bullets()).collect());
    let none = sample::Album(HashMap::new());
    measure("50 text slides", || size_of_file(&text, &none));
    let (document, album) = photographs();
    let each = album.0.values().map(|bytes| bytes.len()).sum::<usize>() / album.0.len();
    measure(&format!("50 photographs of {} KB", each / 1000), || size_of_file(&document, &album));
}
