//! Writes a deck as HTML into a folder, to look at it and for the browser tests:
//! `cargo run -p export --example html FOLDER [DECK.json]`.
//!
//! The deck is an object with `title`, `lang` and `slides` (`type`, `content`). Without a deck, the example writes one
//! with every slide type. Pictures are files in the folder of the deck: `/uploads/quay.png` is `quay.png`. Also writes
//! `runs.json`, with the frame that layout chose for each glyph run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use deck::{Deck, Registry, Slide, Themes, Visibility};
use export::html::{FontCache, fragment, print, standalone, stylesheet};
use export::{ExportInput, PictureSource};
use layout::{FontBook, LayoutInput, Look, PictureFacts, Typesetter, document};
use scene::{Document, LineMark, Node, NodeKind, PictureId, Text};
use serde_json::{Value, json};

struct Folder(PathBuf);

impl PictureSource for Folder {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        let name = picture.0.strip_prefix("/uploads/")?;
        fs::read(self.0.join(name)).ok().map(Into::into)
    }
}

fn main() {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: html FOLDER [DECK.json]");
        return;
    };
    let input = arguments.next();
    let deck = match &input {
        Some(input) => {
            let text = fs::read_to_string(input).expect("a deck file");
            deck(&serde_json::from_str(&text).expect("JSON"))
        }
        None => every_type(),
    };
    let input = input.unwrap_or_else(|| folder.clone());
    let home = Folder(Path::new(&input).parent().unwrap_or(Path::new(".")).to_owned());
    let mut pictures = layout::Pictures::default();
    for name in fs::read_dir(&home.0).into_iter().flatten().flatten() {
        let facts = PictureFacts { width: 1600, height: 900, light: [[80; 16]; 9] };
        pictures.0.insert(format!("/uploads/{}", name.file_name().display()), facts);
    }
    let look = Look::from(Themes::core().default());
    let order = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
    let mut laid = document(order, &mut Typesetter::new(&FontBook::bundled()));
    // The browser tests use the builds of a slide.
    laid.document.is_stepped = true;
    let work = ExportInput { document: &laid.document, pictures: &home, on_page: &|_| true };
    let fonts = FontCache::default();
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("a folder");
    for round in ["cold", "warm"] {
        let start = Instant::now();
        let html = standalone(work, &fonts).expect("a file");
        println!("{round}: {} bytes in {:?}", html.len(), start.elapsed());
        fs::write(folder.join("deck.html"), html).expect("a file");
    }
    fs::write(folder.join("print.html"), print(work, &fonts).expect("a file")).expect("a file");
    let mut faces = Vec::new();
    let mut html = String::new();
    for page in &laid.document.pages {
        let slide = fragment(&laid.document, page, &|picture| picture.0.clone());
        faces.extend(slide.faces);
        html.push_str(&slide.html);
    }
    faces.sort_unstable();
    faces.dedup();
    for font in &faces {
        let face = laid.document.face(*font).expect("a face");
        let start = Instant::now();
        let whole = fonts.whole(face).expect("a font");
        println!("{face:?}: whole {} of {} bytes in {:?}", whole.len(), (*face.bytes).as_ref().len(), start.elapsed());
        fs::write(folder.join(format!("f{}.woff2", font.0)), &*whole).expect("a file");
    }
    fs::write(folder.join("runs.json"), Value::from(runs(&laid.document)).to_string()).expect("a file");
    let style = stylesheet(&laid.document, &faces, &|font| format!("f{}.woff2", font.0));
    let page = format!("<!doctype html><meta charset=\"utf-8\"><style>body{{margin:0}}{style}</style>{html}");
    fs::write(folder.join("fragments.html"), page).expect("a file");
}

/// A deck with the example of every slide type, and with all of Markdown.
fn every_type() -> Deck {
    let body = "Traffic **grew** by *a third* on [most mornings](https://example.test), see [the table](#3).\n\n\
        - Quays are full\n  - and `tide >= 3.2` ~~waits~~\n- Pilots wait\n\n1. Dredge\n2. Build";
    let further = "| Quay | Depth |\n|---|---:|\n| North | 9.5 m |\n\n> Build for the tide.\n\n```rust\nfn tide() -> Metres {}\n```";
    let text = |title: &str, body: &str| ("content-slide".to_owned(), json!({"title": title, "body": body}));
    let mut slides = vec![
        ("title-slide".to_owned(), json!({"title": "A harbour for AVATARS", "subtitle": "Wavy To Type: ffi fl fi"})),
        text("Why now", body),
        text("Three blocks", further),
        text("Too long", &"The water came up over the old stones in the night.\n\n".repeat(40)),
        text("Ελληνικά, кириллица, עברית 123", "हिन्दी में पाठ, ภาษาไทย, العربية (2020) HTML نص."),
    ];
    let types = Registry::core().types();
    slides.extend(types.map(|kind| (kind.key.clone(), Value::Object(kind.example.clone()))));
    let mut deck = Deck::new("Every slide".to_owned(), "en-GB".to_owned());
    deck.slides = slides.into_iter().enumerate().map(|(index, (key, content))| slide(index, key, &content)).collect();
    deck
}

/// The frame of each glyph run.
fn runs(document: &Document) -> Vec<Value> {
    let mut found = Vec::new();
    for page in &document.pages {
        for node in page.painted() {
            add_runs(page.number, node, &mut found);
        }
    }
    found
}

fn add_runs(page: usize, node: &Node, found: &mut Vec<Value>) {
    let mut add = |text: &Text, (x, y): (f32, f32)| {
        for line in &text.lines {
            let marks = line.marks.iter().filter_map(|mark| match mark {
                LineMark::Glyphs(run) => Some(run),
                LineMark::Shape(..) => None,
            });
            for run in marks.chain(&line.runs) {
                let left = x + run.x.0;
                // Ascent and descent of the web fonts.
                let (ascent, descent) = ((run.size.0 * 0.95).round(), (run.size.0 * 0.25).round());
                let baseline = y + line.baseline.0;
                found.push(json!({
                    "page": page,
                    "left": left,
                    "right": left + run.advance().0,
                    "top": baseline - ascent,
                    "bottom": baseline + descent,
                }));
            }
        }
    };
    let corner = (node.frame.x.0, node.frame.y.0);
    match &node.kind {
        NodeKind::Text(text) => add(text, corner),
        NodeKind::Code(code) => add(&code.text, corner),
        NodeKind::Table(table) => {
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                add(&cell.text, (corner.0 + cell.text_frame.x.0, corner.1 + cell.text_frame.y.0));
            }
        }
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| add_runs(page, node, found)),
        NodeKind::Turned(turned) => turned.nodes.iter().for_each(|node| add_runs(page, node, found)),
        NodeKind::Chart(chart) => chart.nodes.iter().for_each(|node| add_runs(page, node, found)),
        NodeKind::Widget(widget) => widget.static_nodes.iter().for_each(|node| add_runs(page, node, found)),
        NodeKind::Shape(_) | NodeKind::Connector(_) | NodeKind::Picture(_) | NodeKind::Link(_) => {}
    }
}

fn deck(json: &Value) -> Deck {
    let text = |key: &str, unset: &str| json[key].as_str().unwrap_or(unset).to_owned();
    let mut deck = Deck::new(text("title", "Deck"), text("lang", "en-GB"));
    let slides = json["slides"].as_array().into_iter().flatten().enumerate();
    deck.slides = slides
        .map(|(index, json)| {
            let key = json["type"].as_str().unwrap_or("content-slide").to_owned();
            slide(index, key, &json["content"])
        })
        .collect();
    deck
}

fn slide(index: usize, key: String, content: &Value) -> Slide {
    Slide {
        id: (index + 1).to_string().into(),
        key,
        content: content.as_object().cloned().unwrap_or_default(),
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
        transition: None,
        morph_names: deck::MorphNames::default(),
        library: None,
    }
}
