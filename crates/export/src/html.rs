//! Pages to HTML.
//!
//! One page writer serves three outputs: a file with a viewer inside, a page to print, and fragments for the pages of
//! the app. Words are semantic elements in reading order, each line where layout put it, and a slide scales to its
//! container by CSS alone. A file loads nothing by itself and can be read without its script.

mod cff;
mod fonts;
mod markup;
mod own;
mod pictures;
mod shape;
mod style;
mod table;
mod text;
mod widget;
mod writer;

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::{Document, FontId, Page, PictureId};
use sha2::{Digest, Sha256};

pub use self::fonts::FontCache;
use self::markup::Markup;
use self::pictures::PictureShelf;
use self::writer::{Purpose, Writer};
use crate::{Error, Work};

const SCREEN: &str = include_str!("html/screen.css");
const SHEETS: &str = include_str!("html/sheets.css");
const PAPER: &str = include_str!("html/paper.css");
const VIEWER: &str = include_str!("html/viewer.js");
const CONTROLS: &str = include_str!("html/controls.html");

/// One slide as a part of another page.
#[derive(Debug, Clone)]
pub struct Fragment {
    /// Its `section.slide`. It fills the width of its container.
    pub html: String,
    /// The faces it is set in, for [`stylesheet`].
    pub faces: Vec<FontId>,
}

/// A file that holds everything it needs, with a viewer: arrows, overview, full screen, builds.
pub fn standalone(work: Work<'_>, fonts: &FontCache) -> Result<String, Error> {
    file(work, fonts, Purpose::Screen, None)
}

/// A page to print, one sheet for each slide, without any script. On a screen the slides stand below one another.
pub fn print(work: Work<'_>, fonts: &FontCache) -> Result<String, Error> {
    file(work, fonts, Purpose::Paper, None)
}

/// The same page under the title of the document and a line about it, with a label above each slide.
pub fn contact_sheet(work: Work<'_>, fonts: &FontCache, about: &str, labels: &[String]) -> Result<String, Error> {
    file(work, fonts, Purpose::Paper, Some(Labels { about, labels }))
}

/// What is written around the slides of a contact sheet.
#[derive(Clone, Copy)]
struct Labels<'a> {
    about: &'a str,
    labels: &'a [String],
}

/// One slide, its looks inside its elements, its pictures at the addresses given. A page that shows it needs the
/// [`stylesheet`] of its document once.
pub fn fragment(document: &Document, page: &Page, pictures: &dyn Fn(&PictureId) -> String) -> Fragment {
    let mut writer = Writer::new(document, Purpose::Fragment, PictureShelf::Elsewhere(pictures));
    writer.page(page);
    let faces = writer.letters.keys().copied().collect();
    Fragment { html: writer.out.finish(), faces }
}

/// What fragments of a document need: the rules of pages, its colours, and faces at the addresses given. What a face
/// is served as is [`FontCache::whole`].
pub fn stylesheet(document: &Document, faces: &[FontId], address: &dyn Fn(FontId) -> String) -> String {
    let mut rules = style::PAGE.to_owned() + &style::variables(&document.palette);
    for font in faces {
        add_face(&mut rules, *font, &address(*font));
    }
    rules
}

/// Custom HTML and its style made harmless, as every output writes them.
pub fn sanitised(html: &str, css: &str) -> (String, String) {
    let picture = |picture: &PictureId| Some(picture.0.clone());
    (own::html::cleaned(html, "own", &picture), own::style::scoped(css, "own"))
}

fn file(work: Work<'_>, fonts: &FontCache, purpose: Purpose, labels: Option<Labels<'_>>) -> Result<String, Error> {
    let document = work.document;
    let mut writer = Writer::new(document, purpose, PictureShelf::inside(work.pictures));
    for (index, page) in document.pages.iter().enumerate() {
        if let Some(label) = labels.and_then(|labels| labels.labels.get(index)) {
            writer.out.raw("<p class=\"label\">").text(label).raw("</p>\n");
        }
        writer.page(page);
        if !(work.on_page)(index + 1) {
            return Err(Error::Stopped);
        }
    }
    let styles = styles(&writer, fonts, purpose);
    let is_screen = purpose == Purpose::Screen;
    let pages = writer.out.finish();
    let mut out = Markup::default();
    out.raw("<!doctype html>\n<html").attribute("lang", &document.language);
    let direction = if document.direction.is_right_to_left() { "rtl" } else { "ltr" };
    out.attribute("dir", direction).raw(">\n<head>\n<meta charset=\"utf-8\">\n");
    out.raw("<meta http-equiv=\"Content-Security-Policy\"").attribute("content", policy(is_screen)).raw(">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">\n");
    out.raw("<meta name=\"generator\" content=\"Lectern\">\n");
    if !document.properties.description.is_empty() {
        out.raw("<meta name=\"description\"").attribute("content", &document.properties.description).raw(">\n");
    }
    out.raw("<title>").text(&document.title).raw("</title>\n<style>\n").raw(&styles).raw("</style>\n</head>\n<body>\n");
    out.raw("<main class=\"deck\">\n");
    match labels {
        None => out.raw("<h1 class=\"sr\">").text(&document.title).raw("</h1>\n"),
        Some(Labels { about, .. }) => {
            out.raw("<h1>").text(&document.title).raw("</h1>\n<p class=\"label\">").text(about).raw("</p>\n")
        }
    };
    out.raw(&pages).raw("</main>\n");
    if is_screen {
        out.raw(CONTROLS).raw("<script>").raw(VIEWER).raw("</script>\n");
    }
    out.raw("</body>\n</html>\n");
    Ok(out.finish())
}

fn styles(writer: &Writer<'_>, fonts: &FontCache, purpose: Purpose) -> String {
    let document = writer.document;
    let mut rules = style::PAGE.to_owned() + &style::variables(&document.palette);
    for (font, letters) in &writer.letters {
        let Some(file) = document.face(*font).and_then(|face| fonts.subset(face, letters)) else {
            // A face that cannot be cut down is taken from the reader's system, by its name.
            continue;
        };
        add_face(&mut rules, *font, &fonts::address(&file));
    }
    rules
        + writer.looks.rules()
        + writer.pictures.rules()
        + &writer.own_rules
        + if purpose == Purpose::Screen { SCREEN } else { SHEETS }
        + PAPER
}

fn add_face(rules: &mut String, font: FontId, address: &str) {
    let _ = writeln!(
        rules,
        "@font-face{{font-family:f{};src:url({address}) format(\"woff2\");font-display:block}}",
        font.0
    );
}

/// What a file may do: show itself, pictures and frames from the web, and run our script alone.
fn policy(script: bool) -> String {
    let mut policy =
        "default-src 'none';style-src 'unsafe-inline';font-src data:;img-src data: https:;base-uri 'none';form-action 'none'"
            .to_owned();
    if script {
        let hash = STANDARD.encode(Sha256::digest(VIEWER.as_bytes()));
        let _ = write!(policy, ";script-src 'sha256-{hash}';frame-src https:;media-src https:");
    }
    policy
}
