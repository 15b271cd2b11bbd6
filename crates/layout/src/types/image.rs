//! Picture: one picture, edge to edge or between head and foot, with an optional zoom tour over its details.

use deck::voice::{HeadPlace, PageForm, TitleForm};
use deck::zoom_stops;
use scene::{
    AltText, Crop, Group, Node, NodeKind, NodeRole, PaletteRole, Point, Px, Rect, Text, VerticalAlign, Widget,
    WidgetKind,
};

use crate::diagram::filled;
use crate::field_text::FieldText;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::head::PageOptions;
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::split::{SplitColumn, SplitTitle};
use crate::surface::Ground;
use crate::waves::wave;

/// Font sizes of a title on the picture.
const TITLE: [f32; 7] = [120.0, 112.0, 104.0, 96.0, 88.0, 80.0, 72.0];
/// Font sizes of a title beside the picture.
const BESIDE: [f32; 4] = [88.0, 80.0, 72.0, 64.0];
/// Font sizes of a title without a picture.
const STATEMENT: [f32; 9] = [160.0, 144.0, 128.0, 112.0, 96.0, 88.0, 80.0, 72.0, 64.0];
/// Font sizes of a supporting line beside the picture or without one.
const SUPPORT: [f32; 4] = [48.0, 44.0, 40.0, 36.0];
/// Font sizes of a caption on the picture or beside it.
const CAPTION: [f32; 3] = [36.0, 32.0, 28.0];
/// Bottom of the text on the picture.
const WORDS_BOTTOM: f32 = 1016.0;
/// Distance from the top of the ground of text on the picture to the text.
const ABOVE_TEXT: f32 = 56.0;
/// Aspect ratio (width divided by height) from which a picture that is shown whole spans the width of the page.
const WIDE: f32 = 1.5;

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
    if !photo.takes_space(sheet) {
        return draw_statement(sheet);
    }
    let bleeds = sheet.slide.content.get("bleed").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let aspect = sheet.pictures.facts(photo.source).map_or(WIDE, crate::picture::PictureFacts::aspect);
    let has_words = ["title", "subheading", "caption"].iter().any(|field| !sheet.text(field).is_empty());
    if bleeds {
        draw_bleed(sheet, photo);
    } else if photo.fit == Fit::Contain && aspect < WIDE && has_words {
        draw_beside(sheet, photo, aspect);
    } else {
        draw_band(sheet, photo);
    }
}

/// Draws the picture between head and foot.
fn draw_band(sheet: &mut Sheet<'_>, photo: Photo<'_>) {
    let has_closing = !sheet.text("bottomSubheading").is_empty();
    let has_caption = !sheet.text("caption").is_empty();
    let closing = if has_closing { "bottomSubheading" } else { "caption" };
    let body = sheet.open_page(PageOptions { closing, ..PageOptions::default() });
    let is_running = sheet.look.voice.page.form == PageForm::Running;
    let is_bleeding = !sheet.has_inset_pictures() && photo.fit == Fit::Cover;
    let top = match (body.has_head, is_bleeding) {
        (true, _) => body.top,
        (false, true) if is_running => sheet.bleed_bounds().0,
        (false, _) => sheet.column_bounds().0,
    };
    let bottom = if is_bleeding && is_running && !has_closing && !has_caption { 1080.0 } else { body.bottom };
    let (frame, mut nodes) = if is_bleeding {
        let frame = sheet.rect(0.0, top, 1920.0, bottom - top);
        (frame, Vec::from_iter(sheet.photo(frame, photo)))
    } else {
        let frame = sheet.rect(body.x, top, body.width, bottom - top);
        let nodes = match photo.fit {
            Fit::Contain => sheet.whole_photo(frame, photo, None, sheet.surface.plate),
            Fit::Cover => sheet.bordered_photo(frame, photo, None),
        };
        (frame, nodes)
    };
    let caption_area =
        nodes.iter().find(|node| matches!(node.kind, NodeKind::Picture(_))).map_or(frame, |node| node.frame);
    nodes = nodes.into_iter().map(|node| toured(sheet, node)).collect();
    if has_caption && has_closing {
        nodes.extend(sheet.caption_tab(caption_area, "caption", 32.0, &CAPTION));
        nodes = vec![grouped(sheet, frame, Group { nodes, clip: false })];
    }
    sheet.nodes.extend(nodes);
    sheet.close_page(body);
}

/// Draws the whole picture beside the words.
fn draw_beside(sheet: &mut Sheet<'_>, photo: Photo<'_>, aspect: f32) {
    let (top, bottom) = sheet.column_bounds();
    let height = (bottom - top).min(904.0 / aspect);
    let width = height * aspect;
    let frame = sheet.rect(MARGIN, top, width, height);
    let radius = Px(sheet.look.voice.plate.radius);
    let nodes = if sheet.has_inset_pictures() {
        sheet.bordered_photo(frame, photo, None)
    } else {
        Vec::from_iter(sheet.photo(frame, Photo { radius, ..photo }))
    };
    let nodes: Vec<Node> = nodes.into_iter().map(|node| toured(sheet, node)).collect();
    let x = MARGIN + width + 72.0;
    let title_top = if sheet.has_corner_logo { top.max(152.0) } else { top };
    let column = SplitColumn { x, width: MARGIN + FULL_WIDTH - x, top: title_top, bottom };
    let mut y = title_top;
    if let Some(mut title) = SplitTitle::new(sheet) {
        let size = title.size(sheet, column.width, &BESIDE, 4);
        y = title.draw(sheet, column, size, y) - 16.0;
    }
    if !sheet.text("subheading").is_empty() {
        let pen = sheet.body().size(SUPPORT[0]).leading(1.25).color(sheet.surface.muted);
        let text = sheet.short_text(pen.plain(sheet.text("subheading")), Px(column.width), &SUPPORT, 5);
        let place = sheet.rect(x, y, column.width, text.height().0);
        sheet.push_text(place, text, NodeRole::Subtitle, Some("subheading"));
    }
    sheet.nodes.extend(nodes);
    draw_notes_beside(sheet, column);
}

/// Draws caption and closing line at the bottom of the words, under a rule.
fn draw_notes_beside(sheet: &mut Sheet<'_>, column: SplitColumn) {
    let SplitColumn { x, width, bottom, .. } = column;
    let mut texts: Vec<(&str, Text)> = Vec::new();
    for field in ["caption", "bottomSubheading"] {
        if !sheet.text(field).is_empty() {
            let pen = sheet.body().size(CAPTION[0]).leading(1.28).color(sheet.surface.muted);
            texts.push((field, sheet.short_text(pen.plain(sheet.text(field)), Px(width), &CAPTION, 3)));
        }
    }
    if texts.is_empty() {
        return;
    }
    let height: f32 = texts.iter().map(|(_, text)| text.height().0 + 12.0).sum::<f32>() - 12.0;
    let mut y = bottom - height;
    let rule = sheet.rect(x, y - 24.0, width, 4.0);
    sheet.nodes.push(Sheet::shape(rule, sheet.surface.mark, Px::ZERO));
    for (field, text) in texts {
        let frame = sheet.rect(x, y, width, text.height().0);
        y = frame.bottom().0 + 12.0;
        sheet.push_text(frame, text, NodeRole::Caption, Some(field));
    }
}

/// Draws the picture on the whole page.
fn draw_bleed(sheet: &mut Sheet<'_>, photo: Photo<'_>) {
    let Some(node) = sheet.photo(Rect::CANVAS, photo) else {
        return;
    };
    sheet.foot = None;
    let mut nodes = vec![toured(sheet, node)];
    let has_words = ["title", "subheading", "bottomSubheading"].iter().any(|field| !sheet.text(field).is_empty());
    if has_words {
        nodes.extend(text_over_picture(sheet));
    } else if !sheet.text("caption").is_empty() {
        // The tab is at the left margin, 64 pixels above the lower edge.
        let area = Rect { x: Px(32.0), width: Px(1856.0), ..Rect::CANVAS };
        nodes.extend(sheet.caption_tab(area, "caption", 64.0, &CAPTION));
    }
    let group = grouped(sheet, Rect::CANVAS, Group { nodes, clip: true });
    sheet.nodes.push(group);
}

/// A picture with the text on it, as one node.
fn grouped(sheet: &Sheet<'_>, frame: Rect, group: Group) -> Node {
    Node {
        frame,
        kind: NodeKind::Group(group),
        role: NodeRole::Content,
        origin: Some(sheet.origin("image")),
        step: None,
        alt: AltText::Own,
    }
}

/// Title, supporting lines and caption on a dark ground that rises over the lower part of the picture.
fn text_over_picture(sheet: &mut Sheet<'_>) -> Vec<Node> {
    let deep = Ground::Deep.surface(sheet.look);
    let head = &sheet.look.voice.head;
    let (leading, tracking) = (head.leading, head.tracking);
    sheet.with_surface(deep, |sheet| {
        let heading = sheet.heading().size(TITLE[0]).leading(leading).spaced(tracking);
        let line = sheet.body().leading(1.25);
        let muted = line.clone().size(CAPTION[0]).color(sheet.surface.muted);
        let parts = [
            ("title", NodeRole::Title, heading, &TITLE[..], 2),
            ("subheading", NodeRole::Subtitle, line.size(40.0), &[40.0, 36.0][..], 2),
            ("bottomSubheading", NodeRole::Caption, muted.clone(), &CAPTION[..], 2),
            ("caption", NodeRole::Caption, muted, &CAPTION[..], 2),
        ];
        let mut texts = Vec::new();
        for (field, role, pen, steps, lines) in parts {
            let words = sheet.text(field);
            if words.is_empty() {
                continue;
            }
            let text = if role == NodeRole::Title {
                sheet.headline(pen.plain(words), Px(FULL_WIDTH), steps, (lines, lines + 1))
            } else {
                sheet.short_text(pen.plain(words), Px(FULL_WIDTH), steps, lines)
            };
            texts.push((field, role, text));
        }
        let gap = 12.0;
        let height = texts.iter().map(|(_, _, text)| text.height().0 + gap).sum::<f32>() - gap;
        let mut y = WORDS_BOTTOM - height;
        let mut nodes = text_ground(sheet, y - ABOVE_TEXT);
        for (field, role, text) in texts {
            let frame = sheet.rect(MARGIN, y, FULL_WIDTH, text.height().0);
            y = frame.bottom().0 + gap;
            nodes.push(sheet.text_node(frame, text, role, Some(field)));
        }
        nodes
    })
}

/// The ground of text on a picture, from `top` down: waves, or a band.
fn text_ground(sheet: &Sheet<'_>, top: f32) -> Vec<Node> {
    let deep = PaletteRole::Deep.into();
    let crest = PaletteRole::AccentOnDeep.into();
    if sheet.look.voice.title.form == TitleForm::Horizon {
        // The crest is a second wave behind the first, visible only as a thin line.
        return vec![
            filled(sheet, wave(top - 4.0, 20.0, 1500.0, 0.55), crest),
            filled(sheet, wave(top, 20.0, 1500.0, 0.55), deep),
        ];
    }
    let band = Rect::new(0.0, top, 1920.0, 1080.0 - top);
    let mut nodes = vec![Node { role: NodeRole::Plate, ..Sheet::shape(band, deep, Px::ZERO) }];
    if sheet.look.voice.head.place == HeadPlace::Band {
        nodes.push(Sheet::shape(Rect { height: Px(8.0), ..band }, crest, Px::ZERO));
    }
    nodes
}

/// Draws the title as a statement, for a slide without its picture.
fn draw_statement(sheet: &mut Sheet<'_>) {
    let (top, bottom) = sheet.column_bounds();
    let head = &sheet.look.voice.head;
    let (leading, tracking) = (head.leading, head.tracking);
    let pen = sheet.heading().size(STATEMENT[0]).leading(leading).spaced(tracking);
    let title = FieldText::new(sheet, "title".to_owned(), NodeRole::Title, &pen, sheet.text("title"));
    let support = sheet.text("subheading");
    let pen = sheet.body().size(SUPPORT[0]).leading(1.25).color(sheet.surface.muted);
    let support = (!support.is_empty()).then(|| sheet.short_text(pen.plain(support), Px(FULL_WIDTH), &SUPPORT, 3));
    let below = support.as_ref().map_or(0.0, |text| text.height().0 + 32.0);
    let mut y = top + (bottom - top) * 0.3;
    if let Some(mut title) = title {
        let room = bottom - top - below;
        let fits = |sheet: &mut Sheet<'_>, title: &mut FieldText, size: f32| {
            title.fits(sheet, FULL_WIDTH, size)
                && title.lines_at(sheet, FULL_WIDTH, size) <= 3
                && title.height_at(sheet, FULL_WIDTH, size) <= room
        };
        let size = STATEMENT.into_iter().find(|size| fits(sheet, &mut title, *size)).unwrap_or(STATEMENT[8]);
        let height = title.height_at(sheet, FULL_WIDTH, size);
        y = top + (bottom - top - height - below).max(0.0) * 0.45;
        let frame = sheet.rect(MARGIN, y, FULL_WIDTH, height + 1.0);
        y += title.put_at(sheet, frame, size, VerticalAlign::Top) + 32.0;
    }
    if let Some(text) = support {
        let frame = sheet.rect(MARGIN, y, FULL_WIDTH, text.height().0);
        sheet.push_text(frame, text, NodeRole::Subtitle, Some("subheading"));
    }
}

/// Wraps a picture in its zoom tour, if it has one. Other nodes are unchanged.
fn toured(sheet: &Sheet<'_>, node: Node) -> Node {
    let stops = zoom_stops(&sheet.slide.content);
    if stops.is_empty() || node.origin.is_none() {
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
