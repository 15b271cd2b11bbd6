//! Documents to export: laid out from slides, or made by hand.

use std::fmt::Write;
use std::sync::{Arc, Mutex, OnceLock};

use deck::{Deck, Registry, Slide, Themes, Visibility};
use export::html::{FontCache, fragment, print, standalone};
use export::{ExportInput, PictureSource};
use layout::{FontBook, LayoutInput, Look, PictureFacts, Typesetter};
use scene::{AltText, Document, Layer, Node, NodeKind, NodeRole, Origin, Page, PictureId, Rect};
use serde_json::{Value, json};

/// A PNG of one pixel.
pub(crate) const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xe0, 0x8e, 0x28, 0,
    0, 1, 0x60, 0, 0xd3, 0x5d, 0x6d, 0x1b, 0x2f, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Pictures whose address begins with `/uploads/`. Records each request.
#[derive(Default)]
pub(crate) struct Uploads {
    pub(crate) requested: Mutex<Vec<String>>,
}

impl PictureSource for Uploads {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        self.requested.lock().expect("no test panics here").push(picture.0.clone());
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

/// The document of a deck with slides as JSON. It has one upload, `/uploads/quay.png`.
pub(crate) fn document_of(title: &str, language: &str, slides: &[Value]) -> Document {
    let mut deck = Deck::new(title.to_owned(), language.to_owned());
    let slides = slides.iter().enumerate();
    deck.slides = slides
        .map(|(index, slide)| Slide {
            id: format!("s{}", index + 1).into(),
            key: slide["type"].as_str().expect("a type").to_owned(),
            content: slide["content"].as_object().cloned().expect("content"),
            notes: "Pause here.".to_owned(),
            visibility: Visibility::default(),
            duration: None,
            transition: None,
            morph_names: deck::MorphNames::default(),
            library: None,
        })
        .collect();
    let mut pictures = layout::Pictures::default();
    for source in ["/uploads/quay.png", "https://pictures.example.test/quay.png"] {
        pictures.0.insert(source.to_owned(), PictureFacts { width: 1600, height: 900, light: [[40; 16]; 9] });
    }
    let look = Look::from(Themes::core().default());
    let order = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
    let document = layout::document(order, &mut Typesetter::new(book())).document;
    Document { is_stepped: true, ..document }
}

/// A text slide.
pub(crate) fn text(title: &str, body: &str) -> Value {
    json!({"type": "content-slide", "content": {"title": title, "body": body}})
}

/// A document of one page with these nodes.
pub(crate) fn page_of(nodes: Vec<Node>) -> Document {
    let mut document = document_of("Harbour", "en-GB", &[]);
    document.pages = vec![Arc::new(page(1, nodes))];
    document
}

/// A page with these nodes.
pub(crate) fn page(number: usize, nodes: Vec<Node>) -> Page {
    Page {
        slide: format!("s{number}"),
        number,
        name: String::new(),
        summary: String::new(),
        section: None,
        opens_section: false,
        notes: String::new(),
        source: String::new(),
        content: scene::PageContent::Drawn,
        is_skipped: false,
        master: Arc::default(),
        layout: Arc::new(Layer::default()),
        nodes,
        steps: 0,
        transition: None,
        part_names: scene::PartNames::default(),
    }
}

/// A node of 300 by 100 at 10, 20, with the origin `s1`, `part`.
pub(crate) fn node(kind: NodeKind) -> Node {
    let origin = Some(Origin { slide: "s1".to_owned(), field: "part".to_owned(), part: None });
    Node {
        frame: Rect::new(10.0, 20.0, 300.0, 100.0),
        kind,
        role: NodeRole::Content,
        origin,
        step: None,
        alt: AltText::Own,
    }
}

/// A text of one line, laid out.
pub(crate) fn words(text_of: &str) -> scene::Text {
    let document = document_of("Harbour", "en-GB", &[text("T", text_of)]);
    let body = document.pages[0].nodes.iter().find(|node| node.role == NodeRole::Body);
    match body.map(|node| node.kind.clone()) {
        Some(NodeKind::Text(text)) => text,
        other => panic!("{other:?} is no text"),
    }
}

pub(crate) fn work<'a>(document: &'a Document, pictures: &'a Uploads) -> ExportInput<'a> {
    ExportInput { document, pictures, on_page: &|_| true }
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

/// The `main` element of a file.
pub(crate) fn slides(file: &str) -> &str {
    let from = file.find("<main").expect("a main element");
    let to = file.find("</main>").expect("the end of the main element");
    &file[from..to]
}

/// The elements and texts of HTML as an indented list, with only these attributes.
pub(crate) fn outline(html: &str, attributes: &[&str]) -> String {
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
        // The pieces of a line are not part of the structure.
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
