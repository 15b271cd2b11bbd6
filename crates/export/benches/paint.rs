//! Measures how long it takes to write laid-out pages as PDF and PNG.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::Cursor;
use std::sync::Arc;

use common::{Album, cache, page, photograph, picture, text_slides, work};
use export::pdf::{Sheets, pdf};
use export::png;
use scene::{AltText, Crop, Document, Rect};

use stopwatch::measure;

/// Fifty pages, each with a photograph of its own.
fn photographs() -> (Document, Album) {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    let mut album = Album::default();
    document.pages = (1..=50u32)
        .map(|number| {
            let name = format!("photo-{number}");
            album.0.insert(name.clone(), photograph(1600, 900, number));
            let frame = Rect::new(160.0, 90.0, 1600.0, 900.0);
            page(&like, number as usize, "A quay", vec![picture(frame, &name, Crop::WHOLE, 0.0, AltText::Missing)])
        })
        .collect();
    let bytes: usize = album.0.values().map(|photograph| photograph.len()).sum();
    println!("50 photographs of {} KB", bytes / 50 / 1000);
    (document, album)
}

fn main() {
    let none = Album::default();
    let cache = cache();
    let text = text_slides(50);
    measure("pdf, 50 text slides", || pdf(work(&text, &none), &cache, Sheets::Slides).expect("a PDF"));
    measure("thumbnail, 480 wide", || png::page(&text, 2, 480, &none, &cache).expect("a PNG"));
    measure("page, 1920 wide", || png::page(&text, 2, 1920, &none, &cache).expect("a PNG"));
    let (photos, album) = photographs();
    measure("pdf, 50 photographs", || pdf(work(&photos, &album), &cache, Sheets::Slides).expect("a PDF"));
    measure("slow/png zip, 50 text slides", || {
        png::zip(work(&text, &none), 1920, &cache, Cursor::new(Vec::new())).expect("a zip")
    });
    measure("slow/png zip, 50 photographs", || {
        png::zip(work(&photos, &album), 1920, &cache, Cursor::new(Vec::new())).expect("a zip")
    });
}
