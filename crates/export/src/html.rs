//! Pages to HTML.
//!
//! One page writer serves three outputs: a file with a viewer, a page to print, and fragments for the pages of the app.
//! Text is written as semantic elements in reading order, each line at the position that layout chose; CSS alone scales
//! a slide to its container. A file loads nothing by itself and can be read without its script.

mod article;
mod cff;
mod custom;
mod fonts;
mod formula;
mod markup;
mod pictures;
mod shape;
mod style;
mod table;
mod text;
mod widget;
mod writer;

use std::borrow::Cow;
use std::fmt::Write;
use std::{io, mem};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use imaging::MediaKind;
use scene::{Document, FontId, HtmlNode, Page, PictureId, Transition};
use sha2::{Digest, Sha256};

pub use self::article::article;
pub use self::fonts::FontCache;
use self::markup::Markup;
use self::pictures::PictureAddresses;
use self::writer::{Purpose, Writer};
use crate::{Error, ExportInput};

const SCREEN: &str = include_str!("html/screen.css");
const SHEETS: &str = include_str!("html/sheets.css");
const PAPER: &str = include_str!("html/paper.css");
const VIEWER: &str = include_str!("html/viewer.js");
/// The script of the morph transition, shared with the app.
const MORPH: &str = include_str!("../../../web/src/lib/morph.js");
/// The script of the transitions that move or turn whole slides, shared with the app.
const SHIFT: &str = include_str!("../../../web/src/lib/shift.js");
const CONTROLS: &str = include_str!("html/controls.html");

/// One slide, to be placed into another page.
#[derive(Debug, Clone)]
pub struct Fragment {
    /// The `section.slide` of the slide. It fills the width of its container.
    pub html: String,
    /// The faces of its text, for [`stylesheet`].
    pub faces: Vec<FontId>,
}

/// Returns a self-contained HTML file with a viewer: arrow keys, overview, full screen, builds. Fails when `on_page`
/// stops it.
pub fn standalone(input: ExportInput<'_>, fonts: &FontCache) -> Result<String, Error> {
    file_text(input, fonts, Purpose::Screen, None)
}

/// Writes the file of [`standalone`] to `out`, with sounds and videos piece by piece. Fails when `on_page` stops it or
/// `out` cannot be written.
pub fn write_standalone(input: ExportInput<'_>, fonts: &FontCache, out: &mut dyn io::Write) -> Result<(), Error> {
    write_file(input, fonts, (Purpose::Screen, None), out)
}

/// Returns an HTML file to print, one sheet for each slide, without a script. On a screen the slides are below one
/// another. Fails when `on_page` stops it.
pub fn print(input: ExportInput<'_>, fonts: &FontCache) -> Result<String, Error> {
    file_text(input, fonts, Purpose::Paper, None)
}

/// Returns the file of [`print`] with the title of the document and a line about it on top, and a label above each
/// slide. If there are fewer labels than slides, the last slides have none. Fails when `on_page` stops it.
pub fn contact_sheet(
    input: ExportInput<'_>,
    fonts: &FontCache,
    about: &str,
    labels: &[String],
) -> Result<String, Error> {
    file_text(input, fonts, Purpose::Paper, Some(Labels { about, labels }))
}

/// The texts around the slides of a contact sheet.
#[derive(Clone, Copy)]
struct Labels<'a> {
    about: &'a str,
    labels: &'a [String],
}

/// One slide with its styles written into its elements and its pictures at the given addresses. The page around it
/// needs the [`stylesheet`] of the document once.
pub fn fragment(document: &Document, page: &Page, pictures: &dyn Fn(&PictureId) -> String) -> Fragment {
    let mut writer = Writer::new(document, Purpose::Fragment, PictureAddresses::Linked(pictures));
    writer.page(page);
    let faces = writer.letters.keys().copied().collect();
    Fragment { html: writer.out.finish(), faces }
}

/// The style sheet for the fragments of a document: the rules of pages, its colours, and web fonts at the given
/// addresses, where [`FontCache::whole`] must be served.
pub fn stylesheet(document: &Document, faces: &[FontId], address: &dyn Fn(FontId) -> String) -> String {
    let mut rules = style::PAGE.to_owned() + &style::variables(&document.palette);
    for font in faces {
        add_face(&mut rules, *font, &address(*font));
    }
    rules
}

/// Custom HTML and its style sheet after sanitising, limited to the class `own`. Pictures keep their addresses.
pub fn sanitised(html: &[HtmlNode], css: &str) -> (String, String) {
    let picture = |picture: &PictureId| Some(picture.0.clone());
    (custom::elements::sanitised(html, "own", &picture), custom::style::scoped(css, "own"))
}

/// Writes a file into a text.
fn file_text(
    input: ExportInput<'_>,
    fonts: &FontCache,
    purpose: Purpose,
    labels: Option<Labels<'_>>,
) -> Result<String, Error> {
    let mut file = Vec::new();
    write_file(input, fonts, (purpose, labels), &mut file)?;
    Ok(String::from_utf8(file).expect("a page is written as text"))
}

fn write_file(
    input: ExportInput<'_>,
    fonts: &FontCache,
    (purpose, labels): (Purpose, Option<Labels<'_>>),
    file: &mut dyn io::Write,
) -> Result<(), Error> {
    let document = input.document;
    let mut writer = Writer::new(document, purpose, PictureAddresses::embedded(input.pictures));
    for (index, page) in document.pages.iter().enumerate() {
        if let Some(label) = labels.and_then(|labels| labels.labels.get(index)) {
            writer.out.raw("<p class=\"label\">").text(label).raw("</p>\n");
        }
        writer.page(page);
        input.report(index + 1)?;
    }
    let styles = styles(&writer, fonts, purpose);
    let is_screen = purpose == Purpose::Screen;
    let Writer { out: pages, pictures, .. } = writer;
    let pages = pages.finish();
    let mut out = Markup::default();
    out.raw("<!doctype html>\n<html").attribute("lang", &document.language);
    let direction = if document.direction.is_right_to_left() { "rtl" } else { "ltr" };
    out.attribute("dir", direction).raw(">\n<head>\n<meta charset=\"utf-8\">\n");
    let script = is_screen.then(|| script(document));
    out.raw("<meta http-equiv=\"Content-Security-Policy\"").attribute("content", policy(script.as_deref())).raw(">\n");
    out.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">\n");
    out.raw("<meta name=\"generator\" content=\"Lectern\">\n");
    if !document.properties.description.is_empty() {
        out.raw("<meta name=\"description\"").attribute("content", &document.properties.description).raw(">\n");
    }
    // Screen readers announce a page by its title, so it needs one.
    let title = if document.title.trim().is_empty() { "Lectern" } else { document.title.as_str() };
    out.raw("<title>").text(title).raw("</title>\n<style>\n").raw(&styles).raw("</style>\n</head>\n<body>\n");
    out.raw("<main class=\"deck\">\n");
    match labels {
        None => out.raw("<h1 class=\"sr\">").text(title).raw("</h1>\n"),
        Some(Labels { about, .. }) => {
            out.raw("<h1>").text(title).raw("</h1>\n<p class=\"label\">").text(about).raw("</p>\n")
        }
    };
    out.raw(&pages).raw("</main>\n");
    if let Some(script) = script {
        out.raw(CONTROLS);
        // The script reads the blocks, so they must come before it.
        for (id, address) in pictures.media() {
            let (Some(kind), Some(mut media)) = (MediaKind::of_upload(address), input.pictures.media(address)) else {
                continue;
            };
            out.raw("<script type=\"text/plain\"").attribute("id", id);
            out.attribute("data-type", kind.mime(kind.form())).raw(">");
            file.write_all(mem::take(&mut out).finish().as_bytes())?;
            let mut encoder = EncoderWriter::new(&mut *file, &STANDARD);
            io::copy(&mut media, &mut encoder)?;
            encoder.finish()?;
            drop(encoder);
            out.raw("</script>\n");
        }
        out.raw("<script>").raw(&script).raw("</script>\n");
    }
    out.raw("</body>\n</html>\n");
    Ok(file.write_all(out.finish().as_bytes())?)
}

/// The style sheet of a file, with the web fonts for its letters.
fn styles(writer: &Writer<'_>, fonts: &FontCache, purpose: Purpose) -> String {
    let document = writer.document;
    let mut rules = style::PAGE.to_owned() + &style::variables(&document.palette);
    for (font, letters) in &writer.letters {
        let Some(file) = document.face(*font).and_then(|face| fonts.subset(face, letters)) else {
            // Without a subset, the browser uses a font of this name on the reader's system.
            continue;
        };
        add_face(&mut rules, *font, &fonts::address(&file));
    }
    rules
        + writer.text_styles.rules()
        + writer.pictures.rules()
        + &writer.custom_rules
        + if purpose == Purpose::Screen { SCREEN } else { SHEETS }
        + PAPER
}

/// Adds the rule of a web font.
fn add_face(rules: &mut String, font: FontId, address: &str) {
    let _ = writeln!(
        rules,
        "@font-face{{font-family:f{};src:url({address}) format(\"woff2\");font-display:block}}",
        font.0
    );
}

/// The script of a file with a viewer.
fn script(document: &Document) -> Cow<'static, str> {
    let has_any =
        |wanted: &[Transition]| document.pages.iter().any(|page| wanted.contains(&document.transition_into(page)));
    let mut modules = String::new();
    if has_any(&[Transition::Morph]) {
        modules.push_str(MORPH);
    }
    if has_any(&[Transition::Slide, Transition::Push, Transition::Cube]) {
        modules.push_str(SHIFT);
    }
    if modules.is_empty() {
        return VIEWER.into();
    }
    // The script of the file is not a module, so it must not contain `export`.
    (modules.replace("export function", "function") + VIEWER).into()
}

/// The content security policy of a file: pictures and frames from the web, and no script except the one of the file.
fn policy(script: Option<&str>) -> String {
    let mut policy =
        "default-src 'none';style-src 'unsafe-inline';font-src data:;img-src data: https:;base-uri 'none';\
         form-action 'none'"
            .to_owned();
    if let Some(script) = script {
        let hash = STANDARD.encode(Sha256::digest(script));
        let _ = write!(policy, ";script-src 'sha256-{hash}';frame-src https:;media-src https: blob:");
    }
    policy
}
