//! Custom HTML: the author's markup in a browser; its text, lists, tables and pictures in other outputs.

use scene::{AltText, HtmlNode, Node, NodeKind, NodeRole, Rect, Widget, WidgetKind};

use crate::body::Body;
use crate::finding::FindingKind;
use crate::frame::{BODY_BOTTOM, BODY_TOP, FULL_WIDTH, MARGIN};
use crate::html;
use crate::html_tree::html_tree;
use crate::sheet::Sheet;

/// Font sizes of the text.
const STEPS: [f32; 7] = [44.0, 40.0, 36.0, 32.0, 28.0, 26.0, 24.0];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let markup = sheet.text("html");
    if markup.is_empty() {
        return;
    }
    let html = html_tree(markup);
    let static_nodes = sheet.collect_nodes(|sheet| draw_still(sheet, &html));
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

fn draw_still(sheet: &mut Sheet<'_>, html: &[HtmlNode]) {
    let blocks = html::blocks(html);
    let mut body = Body::of(sheet, "html", &blocks, STEPS[0]);
    if body.is_empty() {
        return;
    }
    let column = sheet.rect(MARGIN, BODY_TOP.0, FULL_WIDTH, BODY_BOTTOM.0 - BODY_TOP.0);
    let fitted = body.fitted(sheet, &[column], &STEPS);
    body.draw(sheet, &[column], fitted);
}
