//! Exports, imports and decks written from text, one request at a time, and the peak memory of all of them.

use std::io::{Cursor, Read as _, Write as _};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::lectern::{CALLS, Lectern, folder, one_by_one, row, slides};

/// A picture of 1600 by 900, from which fifty different files are made.
const PICTURE: &[u8] = include_bytes!("../../../../assets/pictures/harbour.jpg");

pub(crate) fn measured() {
    let folder = folder();
    let lectern = Lectern::start(folder.path());
    let idle = lectern.resident();
    let text = lectern.new_deck(&slides(50));
    for (name, file) in [
        ("html", "/api/v1/presentations/{}/export/html"),
        ("pptx", "/api/v1/presentations/{}/export/pptx"),
        ("pdf", "/api/presentations/{}/export/pdf-slides.pdf"),
        ("png zip", "/api/presentations/{}/export/png.zip"),
    ] {
        let path = file.replace("{}", &text);
        one_by_one(&format!("{name} of 50 text slides"), |_| drop(lectern.get(&path)));
    }
    thumbnails(&lectern, &text);
    let pictures = lectern.new_deck(&picture_slides(&lectern));
    for (name, file) in [("pptx", "pptx"), ("pdf", "pdf-slides.pdf")] {
        let path = format!("/api/presentations/{pictures}/export/{file}");
        one_by_one(&format!("{name} of 50 photographs"), |_| drop(lectern.get(&path)));
    }
    import(&lectern, &lectern.get(&format!("/api/presentations/{pictures}/export/pptx")));
    let paragraph = "The harbour is full, and the quay is 34 metres too short. Traffic grew every year since 2019. ";
    for (name, size) in [("deck from 2,000 words", 11_000), ("deck from 100,000 characters", 100_000)] {
        let content: String = paragraph.chars().cycle().take(size).collect();
        one_by_one(name, |_| drop(lectern.post("/api/v1/ai/wizard", &json!({ "content": content }))));
    }
    row("most memory in all of these, above idle", lectern.peak() - idle, "MiB");
}

/// Imports a PowerPoint file several times, each time with photographs that the service has not stored yet. All files
/// are written to disk before the first import.
fn import(lectern: &Lectern, file: &[u8]) {
    let folder = folder();
    let path = |number: usize| folder.path().join(format!("{number}.pptx"));
    let photographs: Vec<Vec<u8>> = (1..=50).map(photograph).collect();
    let bytes: usize = photographs.iter().map(Vec::len).sum();
    #[expect(clippy::cast_precision_loss, reason = "photographs have few bytes")]
    row("photographs of the file, in the mean", bytes as f64 / 50.0 / 1024.0, "KiB");
    for number in 0..CALLS {
        std::fs::write(path(number), with_other_pictures(file, &photographs, number)).expect("a file");
    }
    one_by_one("pptx of 50 photographs to deck", |number| {
        let file = std::fs::read(path(number)).expect("a file");
        drop(lectern.post_bytes("/api/presentations/import/pptx", &file));
    });
}

/// A photograph of 1600 by 1200 pixels: waves and the noise of a camera, which take about as many bytes as a real one.
fn photograph(number: u32) -> Vec<u8> {
    const SIZE: (u32, u32) = (1600, 1200);
    let mut grain = number;
    let mut pixels = Vec::with_capacity((SIZE.0 * SIZE.1 * 4) as usize);
    for y in 0..SIZE.1 {
        for x in 0..SIZE.0 {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let wave = (f64::from(x + number * 20) / 137.0).sin() * (f64::from(y) / 91.0).cos();
            let ripple = (f64::from(x) / 7.0).sin() * (f64::from(y) / 5.0).sin();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
            let light = (128.0 + 80.0 * wave + 12.0 * ripple + f64::from(grain >> 28)) as u8;
            pixels.extend([light, light / 5 * 4, 255 - light, 255]);
        }
    }
    let pixels = imaging::Pixels::new(SIZE.0, SIZE.1, pixels).expect("pixels");
    imaging::encode_jpeg(&pixels, 85).expect("a JPEG")
}

/// The PowerPoint file with its JPEG files replaced by these photographs. A JPEG comment with `number` and the index of
/// the entry makes each of them unique.
fn with_other_pictures(file: &[u8], photographs: &[Vec<u8>], number: usize) -> Vec<u8> {
    let mut photographs = photographs.iter().cycle();
    let mut read = ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut written = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..read.len() {
        let mut entry = read.by_index(index).expect("an entry");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("memory takes all");
        if content.starts_with(&[0xff, 0xd8]) {
            content.clone_from(photographs.next().expect("photographs go round"));
            content.splice(2..2, [0xff, 0xfe, 0x00, 0x04, number.to_le_bytes()[0], index.to_le_bytes()[0]]);
        }
        written.start_file(entry.name().expect("a name"), SimpleFileOptions::default()).expect("an entry");
        written.write_all(&content).expect("memory takes all");
    }
    written.finish().expect("memory takes all").into_inner()
}

/// Requests thumbnails, each with another width, so that none is cached yet.
fn thumbnails(lectern: &Lectern, deck: &str) {
    let deck_now = lectern.deck(deck);
    let slides = deck_now["slides"].as_array().expect("slides");
    let ids: Vec<&str> = slides.iter().filter_map(|slide| slide["id"].as_str()).collect();
    one_by_one("thumbnail, not kept", |number| {
        let (id, width) = (ids[number % ids.len()], 320 + number);
        drop(lectern.get(&format!("/api/presentations/{deck}/slides/{id}/thumb.png?w={width}")));
    });
}

/// Fifty slides, each with a file of its own: the same picture with another JPEG comment.
fn picture_slides(lectern: &Lectern) -> Vec<Value> {
    let slide = |number: u8| {
        let comment = [0xff, 0xfe, 0x00, 0x03, number];
        let file = [&PICTURE[..2], &comment, &PICTURE[2..]].concat();
        let content = json!({ "image": lectern.upload(&file), "alt": "The harbour" });
        json!({ "type": "eu.svc.slide.image", "content": content })
    };
    (1..=50).map(slide).collect()
}
