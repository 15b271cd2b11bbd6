//! Web embed: another page in a frame; in other outputs a card with the address and a QR code.

use scene::{
    Align, AltText, Color, Direction, Fill, LinkTarget, Node, NodeKind, NodeRole, Px, Rect, Shape, Text, VerticalAlign,
    Widget, WidgetKind,
};

use crate::diagram::{in_place, rounded};
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::head::PageOptions;
use crate::pen::Pen;
use crate::photo::host;
use crate::qr;
use crate::sheet::Sheet;
use crate::split::{SplitColumn, SplitTitle};
use crate::surface::Ground;

/// Height of the bar with the address, in a frame and on the whole page.
const BAR: (f32, f32) = (88.0, 104.0);
/// Space between the frame and the content beside it.
const BESIDE: f32 = 32.0;
/// Width of the line around a frame and around a code on a light page.
const LINE: f32 = 3.0;
/// Font sizes of the host.
const HOST: [f32; 13] = [144.0, 136.0, 128.0, 120.0, 112.0, 104.0, 96.0, 88.0, 80.0, 72.0, 64.0, 56.0, 48.0];
/// Font sizes of a title beside the frame.
const TITLE: [f32; 4] = [80.0, 72.0, 64.0, 56.0];

/// The positions of the frame and the code.
#[derive(Debug, Clone, Copy)]
struct Places {
    frame: Rect,
    bar: f32,
    /// The area of the QR code, and whether it is inside the frame.
    code: (Rect, bool),
    /// The largest size of the host.
    host: f32,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let places = places(sheet);
    let address = sheet.text("embedUrl");
    let is_framed = address.starts_with("https://") && address.len() > "https://".len();
    let static_nodes = sheet.collect_nodes(|sheet| {
        draw_frame(sheet, places, if is_framed { address } else { "" });
        if is_framed {
            draw_card(sheet, places, address);
        }
    });
    if !is_framed {
        sheet.nodes.extend(static_nodes);
        return;
    }
    let permissive = sheet.text("sandbox") == "permissive";
    let kind = WidgetKind::Embed { address: address.to_owned(), permissive };
    let Places { frame, bar, .. } = places;
    sheet.nodes.push(Node {
        // The page is framed under the bar.
        frame: Rect { y: frame.y + Px(bar), height: frame.height - Px(bar), ..frame },
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("embedUrl")),
        step: None,
        alt: AltText::Own,
    });
}

fn places(sheet: &mut Sheet<'_>) -> Places {
    if sheet.text("title").is_empty() {
        sheet.foot = None;
        let code = sheet.rect(1344.0, 104.0 + (976.0 - 480.0) / 2.0, 480.0, 480.0);
        return Places { frame: Rect::CANVAS, bar: BAR.1, code: (code, true), host: 144.0 };
    }
    match sheet.text("aspectRatio") {
        "4:3" => places_beside_title(sheet, 4.0 / 3.0),
        "1:1" => places_beside_title(sheet, 1.0),
        ratio => {
            let options = PageOptions { support: "", folds_rail: true, ..PageOptions::default() };
            let body = sheet.open_page(options);
            let height = body.height();
            if ratio == "auto" {
                let frame = sheet.rect(MARGIN, body.top, FULL_WIDTH, height);
                let side = (height - BAR.0 - 96.0).min(440.0);
                let top = BAR.0 + (height - BAR.0 - side) / 2.0;
                let code = sheet.inside(frame, FULL_WIDTH - 80.0 - side, top, side, side);
                return Places { frame, bar: BAR.0, code: (code, true), host: 120.0 };
            }
            let width = ((height - BAR.0) * 16.0 / 9.0).min(FULL_WIDTH - BESIDE - 280.0);
            let frame = sheet.rect(MARGIN, body.top, width, height);
            let side = (FULL_WIDTH - width - BESIDE).min(480.0);
            let code = sheet.rect(MARGIN + FULL_WIDTH - side, body.bottom - side, side, side);
            Places { frame, bar: BAR.0, code: (code, false), host: 120.0 }
        }
    }
}

/// The positions of a frame at the end side of the page, with the title and the code beside it.
fn places_beside_title(sheet: &mut Sheet<'_>, aspect: f32) -> Places {
    let (top, bottom) = sheet.column_bounds();
    let top = if sheet.has_corner_logo { top.max(152.0) } else { top };
    let height = bottom - top;
    let width = height * aspect;
    let left = MARGIN + FULL_WIDTH - width;
    let column = SplitColumn { x: MARGIN, width: left - 64.0 - MARGIN, top, bottom };
    if let Some(mut title) = SplitTitle::new(sheet) {
        let size = title.size(sheet, column.width, &TITLE, 5);
        title.draw(sheet, column, size, top);
    }
    let side = column.width.min(360.0);
    let frame = sheet.rect(left, top, width, height);
    let code = sheet.rect(MARGIN, bottom - side, side, side);
    Places { frame, bar: BAR.0, code: (code, false), host: 120.0 }
}

/// Draws the frame with its bar and the address in the bar.
fn draw_frame(sheet: &mut Sheet<'_>, places: Places, address: &str) {
    let Places { frame, bar, .. } = places;
    let fills_page = frame == Rect::CANVAS;
    let radius = if fills_page { 0.0 } else { sheet.look.voice.plate.radius };
    let mut plate = Shape::filled(sheet.surface.plate, Px(radius));
    if !fills_page {
        plate = plate.lined(sheet.surface.line, Px(LINE.max(sheet.look.voice.plate.stroke.min(4.0))));
    }
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(plate)) });
    let top = Rect { height: Px(bar), ..frame };
    let path = rounded(top, [radius, radius, 0.0, 0.0]);
    sheet.nodes.push(in_place(path, Some(Fill::Solid(bar_color(sheet))), None));
    let pad = if fills_page { MARGIN } else { 32.0 };
    let globe = sheet.inside(top, pad, (bar - 44.0) / 2.0, 44.0, 44.0);
    sheet.nodes.extend(sheet.icon("globe", globe, sheet.surface.mark));
    if address.is_empty() {
        return;
    }
    let width = frame.width.0 - pad * 2.0 - 64.0;
    let pen = sheet.body().size(36.0).leading(1.25).color(sheet.surface.text);
    let text = address_text(sheet, &pen, address, (Px(width), &[36.0, 32.0, 28.0, 24.0], 1));
    let place = sheet.inside(top, pad + 64.0, (bar - text.height().0) / 2.0, width, text.height().0);
    // A long address is truncated without a finding, because the QR code has it in full.
    sheet.push_text(place, text, NodeRole::Caption, None);
    let origin = Some(sheet.origin("embedUrl"));
    if let Some(node) = sheet.nodes.last_mut() {
        node.origin = origin;
    }
}

/// The colour of the bar: a little of the accent over the frame.
fn bar_color(sheet: &Sheet<'_>) -> Color {
    let palette = &sheet.look.palette;
    match sheet.surface.ground {
        Ground::Base | Ground::Tint | Ground::Surface => {
            palette.accent.over(palette.rgb(sheet.surface.plate), 0.08).into()
        }
        _ => sheet.surface.plate,
    }
}

/// Draws the host in large type in the frame, and the code.
fn draw_card(sheet: &mut Sheet<'_>, places: Places, address: &str) {
    let Places { frame, bar, code: (code, is_inside), host: max_size } = places;
    let inner = Rect { y: frame.y + Px(bar), height: frame.height - Px(bar), ..frame };
    let pad = if frame == Rect::CANVAS { MARGIN } else { 80.0 };
    let code_width = if is_inside { code.width.0 + 64.0 } else { 0.0 };
    let width = inner.width.0 - pad * 2.0 - code_width;
    let align = if is_inside { sheet.start_align() } else { Align::Center };
    let steps: Vec<f32> = HOST.into_iter().filter(|size| *size <= max_size).collect();
    let pen = sheet.heading().size(steps[0]).leading(1.1).align(align);
    let name = linked(sheet, &pen, host(address), address, (Px(width), &steps, 1));
    let name = if name.truncated {
        linked(sheet, &pen, host(address), address, (Px(width), &[steps[0], 48.0, 40.0, 32.0], 3))
    } else {
        name
    };
    let path = address.split_once(host(address)).map_or("", |(_, path)| path.trim_end_matches('/'));
    let path = (is_inside && frame != Rect::CANVAS && !path.is_empty()).then(|| {
        let pen = sheet.body().size(56.0).leading(1.2).color(sheet.surface.link).align(align);
        let mut paragraph = pen.plain(path);
        paragraph.direction = Direction::LeftToRight;
        sheet.short_text(paragraph, Px(width), &[56.0, 48.0, 40.0, 36.0, 32.0, 28.0], 2)
    });
    let below = path.as_ref().map_or(0.0, |text| text.height().0 + 12.0);
    let mut y = (inner.height.0 - name.height().0 - below) / 2.0;
    let place = sheet.inside(inner, pad, y, width, name.height().0);
    y += name.height().0 + 12.0;
    sheet.push_text(place, name, NodeRole::Label, Some("embedUrl"));
    if let Some(text) = path {
        let place = sheet.inside(inner, pad, y, width, text.height().0);
        sheet.push_text(place, text, NodeRole::Caption, None);
        let origin = Some(sheet.origin("embedUrl"));
        if let Some(node) = sheet.nodes.last_mut() {
            node.origin = origin;
        }
    }
    push_code(sheet, code, address, "embedUrl");
}

/// Adds the code of an address, with a hairline on a light page.
pub(super) fn push_code(sheet: &mut Sheet<'_>, place: Rect, address: &str, field: &str) {
    let Some(node) = qr::code(address, place.inset(Px(LINE * 2.0))) else {
        return;
    };
    let radius = Px((sheet.look.voice.plate.radius * 0.75).min(16.0));
    let mut ground = Shape::filled(scene::Rgb::WHITE, radius);
    if !sheet.surface.ground.is_dark(sheet.look) {
        ground = ground.lined(sheet.surface.line, Px(LINE));
    }
    sheet.nodes.push(Node::decoration(place, NodeKind::Shape(ground)));
    sheet.nodes.push(Node { origin: Some(sheet.origin(field)), ..node });
}

/// An address without its scheme, as a link. `bounds` are the width, the sizes that are tried, from large to small, and
/// the maximum number of lines.
pub(super) fn address_text(sheet: &mut Sheet<'_>, pen: &Pen, address: &str, bounds: (Px, &[f32], usize)) -> Text {
    let shown = address.strip_prefix("https://").unwrap_or(address);
    linked(sheet, pen, shown, address, bounds)
}

/// Words that link to an address, always left to right.
pub(super) fn linked(
    sheet: &mut Sheet<'_>,
    pen: &Pen,
    words: &str,
    address: &str,
    (width, steps, max_lines): (Px, &[f32], usize),
) -> Text {
    let mut paragraph = pen.plain(words);
    paragraph.direction = Direction::LeftToRight;
    for run in &mut paragraph.runs {
        run.link = is_web(address).then(|| LinkTarget::Address(address.to_owned()));
    }
    let mut text = sheet.short_text(paragraph, width, steps, max_lines);
    text.anchor = VerticalAlign::Top;
    text
}

/// Whether an address is a web URL.
pub(super) fn is_web(address: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| address.len() > scheme.len() && address.starts_with(scheme))
}
