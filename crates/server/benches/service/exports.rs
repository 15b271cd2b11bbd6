//! Files from decks and decks from text, one request at a time, and the memory that they take at most.

use serde_json::{Value, json};

use crate::lectern::{Lectern, folder, one_by_one, row, slides};

/// A photograph of 1600 by 1200, from which fifty different files are made.
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
    let paragraph = "The harbour is full, and the quay is 34 metres too short. Traffic grew every year since 2019. ";
    for (name, size) in [("deck from 2,000 words", 11_000), ("deck from 100,000 characters", 100_000)] {
        let content: String = paragraph.chars().cycle().take(size).collect();
        one_by_one(name, |_| drop(lectern.post("/api/v1/ai/wizard", &json!({ "content": content }))));
    }
    row("most memory in all of these, above idle", lectern.peak() - idle, "MiB");
}

/// Each thumbnail of a size of its own, so that none is kept yet.
fn thumbnails(lectern: &Lectern, deck: &str) {
    let deck_now = lectern.deck(deck);
    let slides = deck_now["slides"].as_array().expect("slides");
    let ids: Vec<&str> = slides.iter().filter_map(|slide| slide["id"].as_str()).collect();
    one_by_one("thumbnail, not kept", |number| {
        let (id, width) = (ids[number % ids.len()], 320 + number);
        drop(lectern.get(&format!("/api/presentations/{deck}/slides/{id}/thumb.png?w={width}")));
    });
}

/// Fifty slides with a file each: the same picture, told apart by a comment within it.
fn picture_slides(lectern: &Lectern) -> Vec<Value> {
    let slide = |number: u8| {
        let comment = [0xff, 0xfe, 0x00, 0x03, number];
        let file = [&PICTURE[..2], &comment, &PICTURE[2..]].concat();
        let content = json!({ "image": lectern.upload(&file), "alt": "The harbour" });
        json!({ "type": "eu.svc.slide.image", "content": content })
    };
    (1..=50).map(slide).collect()
}
