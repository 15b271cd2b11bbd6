//! Picture: one picture, inset or edge to edge, with an optional zoom tour over its details.

use deck::zoom_stops;
use scene::{AltText, Crop, Group, Node, NodeKind, NodeRole, Point, Px, Rect, Rgb, Widget, WidgetKind};

use crate::frame::{FULL_WIDTH, MARGIN};
use crate::photo::{Photo, scrim};
use crate::picture::Fit;
use crate::sheet::Sheet;

/// Font sizes of a title over the picture.
const TITLE: [f32; 3] = [64.0, 56.0, 48.0];
/// Bottom of the text on the picture.
const WORDS_BOTTOM: f32 = 1000.0;
/// Lowest top of the scrim behind that text.
const SHADE_TOP: f32 = 760.0;
/// Padding of the mat around a picture that is shown whole.
const MAT: f32 = 32.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let photo = Photo {
        field: "image",
        source: sheet.text("image"),
        alt: sheet.text("alt"),
        decorative: sheet.text("imageRole") == "decorative",
        fit: if sheet.text("fit") == "contain" { Fit::Contain } else { Fit::Cover },
        focus: (sheet.number("focusX", 50.0), sheet.number("focusY", 50.0)),
        radius: Px::ZERO,
        clear: Px::ZERO,
    };
    let bleeds = sheet.slide.content.get("bleed").and_then(serde_json::Value::as_bool).unwrap_or(false);
    if bleeds && photo.takes_space(sheet) { draw_bleed(sheet, photo) } else { draw_inset(sheet, photo) }
}

fn draw_inset(sheet: &mut Sheet<'_>, photo: Photo<'_>) {
    let top = sheet.draw_head();
    let closing = sheet.draw_closing("bottomSubheading");
    let has_closing = !sheet.text("bottomSubheading").is_empty();
    let has_caption = !sheet.text("caption").is_empty() && photo.takes_space(sheet);
    // A caption takes the place of the closing line, or is right above it.
    let bottom = match (has_caption, has_closing) {
        (false, _) => closing,
        (true, false) => Px(896.0),
        (true, true) => closing - Px(48.0),
    };
    let frame = sheet.rect(MARGIN, top.0, FULL_WIDTH, (bottom - top).0);
    let is_whole = photo.fit == Fit::Contain;
    let radius = sheet.look.radius;
    let inner = if is_whole { frame.inset(Px(MAT)) } else { frame };
    if let Some(node) = sheet.photo(inner, Photo { radius: if is_whole { Px::ZERO } else { radius }, ..photo }) {
        if is_whole {
            let mat = Sheet::shape(frame, sheet.surface.plate, radius);
            sheet.nodes.push(Node { role: NodeRole::Plate, ..mat });
        }
        let node = toured(sheet, node);
        sheet.nodes.push(node);
    }
    if has_caption {
        let y = if has_closing { bottom.0 + 12.0 } else { 920.0 };
        let (leading, height) = if has_closing { (1.3, 0.0) } else { (2.0, 48.0) };
        let pen = sheet.body().size(24.0).leading(leading).color(sheet.surface.muted);
        let caption = sheet.rect(MARGIN, y, FULL_WIDTH, height);
        let paragraph = pen.plain(sheet.text("caption"));
        sheet.push_caption("caption", paragraph, caption, &[24.0, 22.0, 20.0]);
    }
}

fn draw_bleed(sheet: &mut Sheet<'_>, photo: Photo<'_>) {
    let Some(node) = sheet.photo(Rect::CANVAS, photo) else {
        return;
    };
    sheet.foot = None;
    let mut nodes = vec![toured(sheet, node)];
    let mut reach = 0.0;
    if !sheet.text("caption").is_empty() {
        // The strip ends at the bottom of the title.
        let above_margin = Rect { height: Px(WORDS_BOTTOM + 24.0), width: Px(1808.0 + 24.0), ..Rect::CANVAS };
        let area =
            if sheet.direction.is_right_to_left() { above_margin.moved(Px(88.0), Px::ZERO) } else { above_margin };
        let (strip, caption) = sheet.caption_strip(area, "caption", true, 640.0);
        reach = strip.width.0 + 64.0;
        nodes.extend(caption);
    }
    nodes.splice(1..1, words_over(sheet, FULL_WIDTH - reach));
    sheet.nodes.push(Node {
        frame: Rect::CANVAS,
        kind: NodeKind::Group(Group { nodes, clip: true }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("image")),
        step: None,
        alt: AltText::Own,
    });
}

/// Title and supporting lines on the picture, with the scrim behind them.
fn words_over(sheet: &mut Sheet<'_>, width: f32) -> Vec<Node> {
    let white = Rgb::WHITE.into();
    let heading = sheet.heading().size(TITLE[0]).leading(1.1).color(white);
    let line = sheet.body().size(30.0).leading(1.35).color(white);
    let small = line.clone().size(26.0);
    let parts = [
        ("title", NodeRole::Title, heading, &TITLE[..]),
        ("subheading", NodeRole::Subtitle, line, &[30.0, 28.0]),
        ("bottomSubheading", NodeRole::Caption, small, &[26.0, 24.0]),
    ];
    let mut texts = Vec::new();
    for (field, role, pen, steps) in parts {
        let words = sheet.text(field);
        if !words.is_empty() {
            texts.push((field, role, sheet.short_text(pen.plain(words), Px(width), steps, 2)));
        }
    }
    if texts.is_empty() {
        return Vec::new();
    }
    let mut y = WORDS_BOTTOM;
    let mut nodes = Vec::new();
    for (field, role, text) in texts.into_iter().rev() {
        y -= text.height().0;
        let frame = sheet.rect(MARGIN, y, width, text.height().0);
        nodes.push(sheet.text_node(frame, text, role, Some(field)));
        y -= 16.0;
    }
    let top = y + 16.0;
    let height = Px(1080.0 - (top - 120.0).min(SHADE_TOP));
    nodes.push(scrim(Rect::CANVAS, height, Px(1080.0 - top), Px::ZERO));
    nodes.reverse();
    nodes
}

/// Wraps a picture in its zoom tour, if it has one.
fn toured(sheet: &Sheet<'_>, node: Node) -> Node {
    let stops = zoom_stops(&sheet.slide.content);
    if stops.is_empty() {
        return node;
    }
    let crop = match &node.kind {
        NodeKind::Picture(picture) => picture.crop,
        _ => Crop::WHOLE,
    };
    let Rect { width, height, .. } = node.frame;
    #[expect(clippy::cast_possible_truncation, reason = "percentages")]
    let place = |percent: f64, from: f32, to: f32| ((percent as f32 / 100.0 - from) / (to - from)).clamp(0.0, 1.0);
    let stops = stops
        .into_iter()
        .map(|stop| Point {
            x: width * place(stop.x, crop.left, crop.right),
            y: height * place(stop.y, crop.top, crop.bottom),
        })
        .collect();
    let level = sheet.number("zoomLevel", 2.0).clamp(1.2, 5.0);
    Node {
        frame: node.frame,
        role: node.role,
        origin: node.origin.clone(),
        step: None,
        alt: AltText::Own,
        kind: NodeKind::Widget(Widget { kind: WidgetKind::Tour { stops, level }, static_nodes: vec![node] }),
    }
}
