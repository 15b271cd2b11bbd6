//! Custom HTML: the author's markup in a browser; its text, lists, tables and pictures in other outputs.

use deck::Block;
use scene::{AltText, HtmlNode, Node, NodeKind, NodeRole, Px, Rect, Widget, WidgetKind};

use crate::body::BodySource;
use crate::finding::FindingKind;
use crate::head::BodyArea;
use crate::html;
use crate::html_tree::html_tree;
use crate::sheet::Sheet;
use crate::text_page::TextChoices;

/// Sizes of the first heading, which is the title of the static form.
const TITLES: [f32; 4] = [88.0, 72.0, 64.0, 56.0];
/// Sizes of a heading over one short sentence.
const LARGE_TITLES: [f32; 5] = [144.0, 128.0, 112.0, 96.0, 88.0];
/// The maximum length of such a sentence, in characters.
const SHORT: usize = 140;
/// Size of the sentence.
const TEXT: f32 = 64.0;
/// Space below the title.
const BELOW_TITLE: f32 = 48.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let markup = sheet.text("html");
    if markup.is_empty() {
        return;
    }
    let html = html_tree(markup);
    let static_nodes = sheet.collect_nodes(|sheet| draw_static(sheet, &html));
    sheet.report("html", FindingKind::Simplified);
    // The author's HTML fills the whole page.
    sheet.foot = None;
    let kind = WidgetKind::Html { html, css: sheet.text("css").to_owned() };
    sheet.nodes.push(Node {
        frame: Rect::CANVAS,
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("html")),
        step: None,
        alt: AltText::Own,
    });
}

/// Draws the content in the look of the theme, for outputs without a browser.
fn draw_static(sheet: &mut Sheet<'_>, html: &[HtmlNode]) {
    let mut source = BodySource::blocks("html", html::blocks(html));
    if sheet.draw_statement("", "", &source) {
        return;
    }
    let mut area = sheet.page_without_head();
    if let [Block::Heading { text, .. }, Block::Paragraph(words)] = source.blocks.as_slice()
        && deck::plain_inlines(words).chars().count() <= SHORT
    {
        draw_short(sheet, text, words, &area);
        return;
    }
    if matches!(source.blocks.first(), Some(Block::Heading { .. })) {
        draw_title(sheet, &source.blocks.remove(0), &mut area);
    }
    let bottom = area.bottom;
    sheet.draw_texts(&area, bottom, &[source], TextChoices::default());
}

/// Draws a heading and one short sentence in the middle of the page.
fn draw_short(sheet: &mut Sheet<'_>, heading: &[deck::Inline], words: &[deck::Inline], area: &BodyArea) {
    let voice = &sheet.look.voice.head;
    let (align, tracking, leading) = (sheet.head_align(), voice.tracking, voice.leading);
    let pen = sheet.heading().size(LARGE_TITLES[0]).leading(leading).align(align).spaced(tracking);
    let title = sheet.headline(pen.inlines(heading), Px(area.width), &LARGE_TITLES, (2, 3));
    let pen = sheet.body().size(TEXT).leading(1.28).align(align);
    let text = sheet.headline(pen.inlines(words), Px(area.width), &[TEXT, 56.0, 48.0], (3, 4));
    let y = area.optical_top(title.height().0 + BELOW_TITLE + text.height().0);
    let frame = sheet.rect(area.x, y, area.width, title.height().0);
    let below = sheet.rect(area.x, frame.bottom().0 + BELOW_TITLE, area.width, text.height().0);
    sheet.push_text(frame, title, NodeRole::Title, Some("html"));
    sheet.push_text(below, text, NodeRole::Body, Some("html"));
}

fn draw_title(sheet: &mut Sheet<'_>, heading: &Block, area: &mut BodyArea) {
    let Block::Heading { text, .. } = heading else { return };
    let voice = &sheet.look.voice.head;
    let pen = sheet.heading().size(TITLES[0]).leading(voice.leading).align(sheet.head_align()).spaced(voice.tracking);
    let text = sheet.headline(pen.inlines(text), Px(area.width), &TITLES, (2, 3));
    let frame = sheet.rect(area.x, area.top, area.width, text.height().0);
    area.top = frame.bottom().0 + BELOW_TITLE;
    sheet.push_text(frame, text, NodeRole::Title, Some("html"));
}
