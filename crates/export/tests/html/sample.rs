//! Documents to write: laid out from slides, or put together by hand.

use std::fmt::Write;
use std::sync::{Arc, Mutex, OnceLock};

use deck::{Deck, Registry, Slide, Themes, Visibility};
use export::html::{FontCache, fragment, print, standalone};
use export::{Pictures, Work};
use layout::{FontBook, Look, Order, PictureFacts, Typesetter};
use scene::{Alt, Document, Kind, Layer, Node, Origin, Page, PictureId, Rect, Role};
use serde_json::{Value, json};

/// A picture of one pixel.
pub(crate) const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xe0, 0x8e, 0x28, 0,
    0, 1, 0x60, 0, 0xd3, 0x5d, 0x6d, 0x1b, 0x2f, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Pictures whose address begins with `/uploads/`; counts how often it is asked.
#[derive(Default)]
pub(crate) struct Uploads {
    pub(crate) asked: Mutex<Vec<String>>,
}

impl Pictures for Uploads {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        self.asked.lock().expect("no test panics here").push(picture.0.clone());
        picture.0.starts_with("/uploads/").then(|| PNG.into())
    }
}

pub(crate) fn fonts() -> &'static FontCache {
    static FONTS: OnceLock<FontCache> = OnceLock::new();
    FONTS.get_or_init(FontCache::default)
}

fn book() -> &'static FontBook {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    BOOK.get_or_init(FontBook::bundled)
}

/// A deck with the slides given as JSON, laid out. There is one picture, `/uploads/quay.png`.
pub(crate) fn laid(title: &str, language: &str, slides: &[Value]) -> Document {
    let mut deck = Deck::new(title.to_owned(), language.to_owned());
    let slides = slides.iter().enumerate();
    deck.slides = slides
        .map(|(index, slide)| Slide {
            id: format!("s{}", index + 1),
            key: slide["type"].as_str().expect("a type").to_owned(),
            content: slide["content"].as_object().cloned().expect("content"),
            notes: "Pause here.".to_owned(),
            visibility: Visibility::default(),
            duration: None,
        })
        .collect();
    let mut pictures = layout::Pictures::default();
    for source in ["/uploads/quay.png", "https://pictures.example.test/quay.png"] {
        pictures.0.insert(source.to_owned(), PictureFacts { width: 1600, height: 900, light: [[40; 16]; 9] });
    }
    let look = Look::from(Themes::core().default());
    let order = Order::new(&deck, Registry::core(), &look, &pictures);
    let document = layout::document(order, &mut Typesetter::new(book())).document;
    Document { is_stepped: true, ..document }
}

/// A text slide.
pub(crate) fn text(title: &str, body: &str) -> Value {
    json!({"type": "content-slide", "content": {"title": title, "body": body}})
}

/// A document of one page that holds these nodes.
pub(crate) fn of(nodes: Vec<Node>) -> Document {
    let mut document = laid("Harbour", "en-GB", &[]);
    document.pages = vec![Arc::new(page(1, nodes))];
    document
}

/// A page that holds these nodes and nothing else.
pub(crate) fn page(number: usize, nodes: Vec<Node>) -> Page {
    Page {
        slide: format!("s{number}"),
        number,
        name: String::new(),
        summary: String::new(),
        section: None,
        opens_section: false,
        notes: String::new(),
        is_skipped: false,
        master: Arc::default(),
        layout: Arc::new(Layer::default()),
        nodes,
        steps: 0,
    }
}

/// A node of 300 by 100 at 10, 20, with the origin `s1`, `part`.
pub(crate) fn node(kind: Kind) -> Node {
    let origin = Some(Origin { slide: "s1".to_owned(), field: "part".to_owned(), part: None });
    Node { frame: Rect::new(10.0, 20.0, 300.0, 100.0), kind, role: Role::Content, origin, step: None, alt: Alt::Own }
}

/// The words of a text, laid out in one line.
pub(crate) fn words(said: &str) -> scene::Text {
    let document = laid("Harbour", "en-GB", &[text("T", said)]);
    let body = document.pages[0].nodes.iter().find(|node| node.role == Role::Body);
    match body.map(|node| node.kind.clone()) {
        Some(Kind::Text(text)) => text,
        other => panic!("{other:?} is no text"),
    }
}

pub(crate) fn work<'a>(document: &'a Document, pictures: &'a Uploads) -> Work<'a> {
    Work { document, pictures, on_page: &|_| true }
}

pub(crate) fn file(document: &Document) -> String {
    standalone(work(document, &Uploads::default()), fonts()).expect("a file")
}

pub(crate) fn paper(document: &Document) -> String {
    print(work(document, &Uploads::default()), fonts()).expect("a file")
}

/// The slides of a document as fragments.
pub(crate) fn fragments(document: &Document) -> String {
    let slide = |page: &Arc<Page>| fragment(document, page, &|picture| picture.0.clone()).html;
    document.pages.iter().map(slide).collect()
}

/// What stands between `body` and the controls.
pub(crate) fn slides(file: &str) -> &str {
    let from = file.find("<main").expect("a main element");
    let to = file.find("</main>").expect("the end of the main element");
    &file[from..to]
}

/// The tags and words of HTML in order, without attributes but those named.
pub(crate) fn bones(html: &str, attributes: &[&str]) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let words = rest[..at].trim();
        if !words.is_empty() {
            let _ = writeln!(out, "{:1$}{words:?}", "", depth * 2);
        }
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        // Words stand in pieces by line; which piece is no matter of structure.
        if name == "span" && tag.contains("class=\"l ") {
            let end = rest.find("</span>").expect("a piece ends");
            let _ = writeln!(out, "{:1$}{2:?}", "", depth * 2, &rest[..end]);
            rest = &rest[end + 7..];
            continue;
        }
        let mut line = name.to_owned();
        for attribute in attributes {
            if let Some(from) = tag.find(&format!(" {attribute}=\"")) {
                let value = &tag[from + attribute.len() + 3..];
                let _ = write!(line, " {attribute}={:?}", &value[..value.find('"').expect("a quote")]);
            }
        }
        let _ = writeln!(out, "{:1$}{line}", "", depth * 2);
        if !tag.ends_with('/') && !["br", "img", "i", "hr"].contains(&name) {
            depth += 1;
        }
        if name == "i" {
            rest = rest.strip_prefix("</i>").unwrap_or(rest);
        }
    }
    out
}
