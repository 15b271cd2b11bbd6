//! Imports PowerPoint files that Lectern exported: they give the same decks, with the changes made in the file since.

use std::collections::HashMap;
use std::io::{Cursor, Read, Write};
use std::sync::{Arc, OnceLock};

use ::office::{Context, Fate, File, Limits, Report, convert};
use deck::{CountedIds, Deck, EnvelopeContext, Registry, Slide, Themes};
use export::{ExportInput, PictureCache, PictureSource};
use layout::{FontBook, LayoutInput, Look, PictureFacts, Typesetter};
use scene::PictureId;
use serde_json::{Value, json};

/// A PNG of one pixel.
const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xe0, 0x8e, 0x28, 0,
    0, 1, 0x60, 0, 0xd3, 0x5d, 0x6d, 0x1b, 0x2f, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Pictures with their address after the last byte, so that all differ.
pub(crate) struct Album;

impl PictureSource for Album {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        picture.0.starts_with("/uploads/").then(|| [PNG, picture.0.as_bytes()].concat().into())
    }
}

pub(crate) fn read(envelope: Value) -> Deck {
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 500 };
    Deck::from_envelope(envelope, reading).expect("an envelope that can be read")
}

/// A deck with the example of every type that is exported.
pub(crate) fn examples() -> Deck {
    let notes = "Say **this**.\n\n- and that";
    let slide = |known: &deck::SlideType| json!({ "type": known.key, "content": known.example, "notes": notes });
    let mut slides: Vec<Value> = Registry::core().types().filter(|known| !known.live_only).map(slide).collect();
    slides[2]["content"]["body"] = json!("Go **on** to [the table](#4).\n\n1. first\n2. second\n   - deep\n\nEnd.");
    slides[3]["visibility"] = json!({ "hideInPresentation": true, "hideFromViewers": true });
    slides[4]["duration"] = json!(30);
    slides[5]["transition"] = json!("push");
    read(json!({ "title": "Examples", "slides": slides }))
}

fn exported(deck: &Deck) -> Vec<u8> {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    let mut pictures = layout::Pictures::default();
    for address in deck::refs::references(deck) {
        pictures.0.insert(address.to_owned(), PictureFacts { width: 1600, height: 900, light: [[40; 16]; 9] });
    }
    let look = Look::from(Themes::core().default());
    let input = LayoutInput::new(deck, Registry::core(), &look, &pictures);
    let document = layout::document(input, &mut Typesetter::new(BOOK.get_or_init(FontBook::bundled))).document;
    let mut file = Cursor::new(Vec::new());
    let input = ExportInput { document: &document, pictures: &Album, on_page: &|_| true };
    let options = export::pptx::Options::default();
    export::pptx::pptx(input, &PictureCache::new(1 << 20), options, &mut file).expect("a file");
    file.into_inner()
}

/// The deck of a file, with its pictures at their former addresses, and the report.
pub(crate) fn imported(file: Vec<u8>) -> (Deck, Report) {
    let mut file = File::open(Cursor::new(file), Limits::default()).expect("a file that can be opened");
    let presentation = file.presentation().expect("a presentation");
    let context = Context { registry: Registry::core(), file_name: "file", language: "en-GB" };
    let mut converted = convert(&presentation, context);
    let mut addresses: HashMap<String, String> = HashMap::new();
    for picture in &converted.pictures {
        let mut bytes = Vec::new();
        file.picture(&picture.part, &mut bytes).expect("a picture");
        let address = bytes.strip_prefix(PNG).expect("the picture as it was");
        addresses.insert(picture.reference.clone(), String::from_utf8_lossy(address).into_owned());
    }
    deck::refs::rewrite(&mut converted.envelope, |reference| addresses.get(reference).cloned());
    (read(converted.envelope), converted.report)
}

/// A file with a part changed.
pub(crate) fn edited(file: Vec<u8>, part: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut written = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("bytes");
        if name == part {
            let text = String::from_utf8(bytes).expect("text");
            let changed = change(text.clone());
            assert_ne!(changed, text, "the change has an effect");
            bytes = changed.into_bytes();
        }
        written.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        written.write_all(&bytes).expect("bytes");
    }
    written.finish().expect("an archive").into_inner()
}

/// The envelopes of the slides.
pub(crate) fn slides(deck: &Deck) -> Vec<Value> {
    deck.envelope(Registry::core())["slides"].as_array().expect("slides").clone()
}

#[test]
fn every_type_comes_back_as_it_was() {
    let deck = examples();
    let (back, report) = imported(exported(&deck));
    for (index, (before, after)) in slides(&deck).iter().zip(slides(&back)).enumerate() {
        let shapes = &report.slides[index].shapes;
        assert_eq!(format!("{before:#}"), format!("{after:#}"), "{shapes:#?}");
        let lost = shapes.iter().find(|entry| matches!(entry.fate, Fate::Lost(_) | Fate::Notes | Fate::Changed(_)));
        assert_eq!(lost, None, "{before}");
    }
    assert_eq!(back.slides.len(), deck.slides.len());
}

/// A deck of two slides that morph into each other.
fn morphing() -> Deck {
    let list = |titles: &[&str]| {
        let items: Vec<Value> = titles.iter().map(|title| json!({ "title": title })).collect();
        json!({ "type": "list-slide", "content": { "title": "Every street", "items": items } })
    };
    let mut second = list(&["Work by night", "Tidy up"]);
    second["transition"] = json!("morph");
    let slides = [list(&["Keep a lane open", "Work by night", "Tidy up"]), second];
    read(json!({ "title": "Streets", "slides": slides }))
}

/// The names of the shapes of a slide, and their texts.
fn named_texts(file: &[u8], number: usize) -> Vec<(String, String)> {
    let part = super::parts::entries(file).remove(&format!("ppt/slides/slide{number}.xml")).expect("a slide");
    let xml = String::from_utf8(part).expect("text");
    let named = xml.split("<p:cNvPr ").skip(2).map(|shape| {
        let name = shape.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a name");
        let texts = shape.split("<a:t>").skip(1).filter_map(|rest| rest.split('<').next());
        (name.to_owned(), texts.collect::<String>())
    });
    named.collect()
}

#[test]
fn shapes_that_morph_have_a_name_in_common_and_come_back() {
    let deck = morphing();
    let file = exported(&deck);
    let (first, second) = (named_texts(&file, 1), named_texts(&file, 2));
    let name = |shapes: &[(String, String)], text: &str| {
        shapes.iter().find(|(_, shown)| shown == text).map(|(name, _)| name.clone()).expect("the text is shown")
    };
    for text in ["Every street", "Work by night", "Tidy up"] {
        let shared = name(&first, text);
        assert!(shared.starts_with("!!"), "{shared}");
        assert_eq!(shared, name(&second, text));
    }
    assert!(!name(&first, "Keep a lane open").starts_with("!!"));
    for shapes in [&first, &second] {
        let mut names: Vec<&str> = shapes.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), shapes.len(), "a name is there once: {shapes:?}");
    }
    let (back, report) = imported(file.clone());
    assert_eq!(slides(&deck), slides(&back));
    let shared = report.slides.iter().flat_map(|slide| &slide.shapes).find(|entry| entry.name.starts_with("!!"));
    assert_eq!(shared, None);

    let changed = edited(file, "ppt/slides/slide2.xml", |xml| xml.replace("Tidy up", "Sweep up"));
    let (back, _) = imported(changed);
    assert_eq!(back.slides[1].content["items"][1]["title"], "Sweep up");
    assert_eq!(back.slides[0], Slide { id: back.slides[0].id.clone(), ..deck.slides[0].clone() });

    let mut plain = deck.clone();
    plain.slides[1].transition = None;
    assert!(named_texts(&exported(&plain), 1).iter().all(|(name, _)| !name.starts_with("!!")));
}

#[test]
fn parts_with_a_name_of_the_author_have_it_in_the_file_and_come_back() {
    let list = json!({ "type": "list-slide", "morphNames": { "title": "word", "items.1": "step" }, "content": {
        "title": "Every street", "items": [{ "title": "Keep a lane open" }, { "title": "Work by night" }],
    } });
    let quote = json!({ "type": "quote-slide", "transition": "morph", "morphNames": { "quote": "word", "attribution": "step" },
        "content": { "quote": "A road is a pipe.", "attribution": "Ama" } });
    let last = json!({ "type": "quote-slide", "morphNames": { "quote": "word" }, "content": { "quote": "Build." } });
    let deck = read(json!({ "title": "Streets", "slides": [list, quote, last] }));
    let file = exported(&deck);
    let name = |slide: usize, text: &str| {
        // A slide without a title has one for screen readers, which repeats its text.
        let mut shapes = named_texts(&file, slide).into_iter().filter(|(name, _)| !name.starts_with("Title "));
        shapes.find(|(_, shown)| shown.contains(text)).map(|(name, _)| name).expect("the text is shown")
    };
    assert_eq!((name(1, "Every street"), name(2, "A road is a pipe.")), ("!!word".to_owned(), "!!word".to_owned()));
    assert_eq!(name(1, "Work by night"), name(2, "Ama"), "an entry becomes a line");
    assert!(name(1, "Work by night").starts_with("!!step"), "{}", name(1, "Work by night"));
    assert_eq!(name(3, "Build."), "!!word", "also where nothing morphs");
    assert!(!name(1, "Keep a lane open").starts_with("!!"));
    for slide in 1..=3 {
        let names: Vec<String> = named_texts(&file, slide).into_iter().map(|(name, _)| name).collect();
        let unique: std::collections::HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "a name is there once: {names:?}");
    }
    let (back, _) = imported(file);
    assert_eq!(slides(&deck), slides(&back));
}

#[test]
fn formulas_come_back_as_they_were() {
    let body =
        "The area is $\\frac{\\pi r^2}{2}$, for $5.\n\n$$\\sum_{i=1}^n \\begin{cases} x & y \\\\ z & w \\end{cases}$$";
    let slide = json!({ "type": "content-slide", "content": { "title": "Of $x^2$", "body": body } });
    let rows = json!([
        { "c1": "Form", "c2": "Area" }, { "c1": "Circle", "c2": "$\\pi r^2$ of it" }, { "c1": "Ring", "c2": "$5" }
    ]);
    let content = json!({ "title": "Areas", "colCount": "2", "rows": rows });
    let table = json!({ "type": "table-slide", "content": content });
    let deck = read(json!({ "title": "Circles", "slides": [slide, table] }));
    let (back, _) = imported(exported(&deck));
    assert_eq!(slides(&deck), slides(&back));
}

/// The example deck after a change of the slide of a type.
fn after(key: &str, change: impl Fn(String) -> String) -> deck::Slide {
    let deck = examples();
    let index = deck.slides.iter().position(|slide| slide.key == key).expect("a slide of the type");
    let part = format!("ppt/slides/slide{}.xml", index + 1);
    let (back, _) = imported(edited(exported(&deck), &part, change));
    back.slides[index].clone()
}

#[test]
fn a_text_that_was_changed_arrives() {
    let slide = after("quote-slide", |xml| xml.replace("We fixed the pipe once", "They fixed *the* pipe twice"));
    assert_eq!(slide.content["quote"], "They fixed *the* pipe twice and stopped fixing the road every year.");
    assert_eq!(slide.content["attribution"], "Ama Serwaa, site lead");
}

#[test]
fn a_changed_paragraph_keeps_its_marks() {
    let slide = after("content-slide", |xml| xml.replace("<a:t>second</a:t>", "<a:t>second and [last]</a:t>"));
    assert_eq!(
        slide.content["body"],
        "Go **on** to [the table](#4).\n\n1. first\n2. second and \\[last\\]\n   - deep\n\nEnd."
            .replace("#4", &target(&slide))
    );
}

/// The target of the link in a body, whose slide has an id of its own in each deck.
fn target(slide: &deck::Slide) -> String {
    let body = slide.content["body"].as_str().expect("a body");
    let (_, rest) = body.split_once("](").expect("a link");
    rest.split_once(')').expect("the end of a link").0.to_owned()
}

#[test]
fn a_cell_that_was_changed_arrives() {
    let example = &Registry::core().by_key("table-slide").expect("a type").example;
    let cell = example["rows"][1]["c1"].as_str().expect("a cell");
    let slide = after("table-slide", |xml| xml.replace(&format!("<a:t>{cell}</a:t>"), "<a:t>Elsewhere</a:t>"));
    assert_eq!(slide.content["rows"][1]["c1"], "Elsewhere");
    assert_eq!(slide.content["rows"][1]["c2"], example["rows"][1]["c2"]);
}

#[test]
fn a_text_that_was_added_is_in_the_notes() {
    let added = r#"<p:sp><p:nvSpPr><p:cNvPr id="900" name="TextBox 900"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="300000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>A remark</a:t></a:r></a:p></p:txBody></p:sp></p:spTree>"#;
    let slide = after("quote-slide", |xml| xml.replace("</p:spTree>", added));
    assert!(slide.notes.ends_with("A remark"), "{}", slide.notes);
    assert!(slide.notes.starts_with("Say **this**."), "{}", slide.notes);
}

#[test]
fn lines_of_diagrams_are_attached_to_the_boxes_they_join() {
    let diagram = "flowchart TD\n  A[One] -->|then| B{Two?}\n  B --> C([Three])\n  B -.-> D[(Four)]\n  D --> A";
    let slide = json!({ "type": "diagram-slide", "content": { "title": "Flow", "diagram": diagram } });
    let deck = read(json!({ "title": "Flow", "slides": [slide] }));
    let file = exported(&deck);
    let mut archive = zip::ZipArchive::new(Cursor::new(&file)).expect("an archive");
    let mut xml = String::new();
    archive.by_name("ppt/slides/slide1.xml").expect("a slide").read_to_string(&mut xml).expect("text");
    assert_eq!(xml.matches("<p:cxnSp>").count(), 4, "{xml}");
    let ends = |name: &str| {
        let mark = format!("<a:{name} id=\"");
        let found = xml.split(&mark).skip(1);
        found.map(|rest| rest.split('"').next().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    let (starts, ends) = (ends("stCxn"), ends("endCxn"));
    assert_eq!((starts.len(), ends.len()), (4, 4), "{xml}");
    for id in starts.iter().chain(&ends) {
        assert!(xml.contains(&format!("<p:cNvPr id=\"{id}\" name=\"Shape ")), "{id}: {xml}");
    }
    // Boxes contain their text, and the whole diagram has a description.
    assert!(xml.contains("prst=\"diamond\"") && xml.contains("prst=\"bentConnector"), "{xml}");
    assert!(xml.contains("One → Two?: then"), "{xml}");
    assert_eq!(slides(&deck), slides(&imported(file.clone()).0));
    // The text of a box that was changed elsewhere does not replace the text of the diagram.
    let changed = edited(file, "ppt/slides/slide1.xml", |xml| xml.replace("<a:t>One</a:t>", "<a:t>First</a:t>"));
    assert_eq!(slides(&deck), slides(&imported(changed).0));
}
