//! Join invitation: a QR code, the address and the join code.
//!
//! Previews and thumbnails belong to no live session. They show the words as a statement, without the sentence that
//! names an address and a code.

use scene::{Node, NodeKind, NodeRole, Px, Rect, Rgb, Shape};
use serde_json::Value;

use crate::diagram::largest_figure;
use crate::document::Invite;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::join::address_paragraph;
use crate::qr;
use crate::sheet::Sheet;
use crate::statement::{Attempt, height_below};
use crate::surface::Ground;

/// Left edge, top and side of the QR code.
const SQUARE: (f32, f32, f32) = (MARGIN, 80.0, 920.0);
/// Left edge and width of the words.
const COLUMN: (f32, f32) = (1080.0, 744.0);
/// The bottom edge of the content.
const BOTTOM: f32 = 1000.0;
/// Width and height of the rule above the address, and the space from the top of the rule to the address.
const RULE: (f32, f32, f32) = (96.0, 6.0, 32.0);
/// Sizes of the title beside the QR code.
const TITLE: [f32; 6] = [96.0, 88.0, 80.0, 72.0, 64.0, 56.0];
/// Sizes of the sentence beside the QR code.
const SENTENCE: [f32; 7] = [48.0, 44.0, 40.0, 36.0, 32.0, 28.0, 24.0];
/// Sizes of the title without a QR code.
const STATEMENT_TITLE: [f32; 7] = [304.0, 256.0, 208.0, 176.0, 144.0, 120.0, 96.0];
/// Sizes of the sentence without a QR code.
const STATEMENT_SENTENCE: [f32; 5] = [72.0, 64.0, 56.0, 48.0, 40.0];
/// Largest width of the sentence.
const MAX_SENTENCE: f32 = 1440.0;
/// Largest and smallest size of the code.
const LETTERS: (f32, f32) = (300.0, 120.0);

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    if sheet.slide.content.get("enabled").and_then(Value::as_bool) == Some(false) {
        return;
    }
    match sheet.invite {
        Some(invite) => {
            draw_square(sheet, &invite.link);
            let below = draw_address(sheet, invite);
            draw_words(sheet, COLUMN, 80.0, below);
        }
        // The editor shows where the code will be.
        None if sheet.draft => {
            draw_square(sheet, "");
            draw_words(sheet, COLUMN, 80.0, BOTTOM);
        }
        None => draw_words(sheet, (MARGIN, FULL_WIDTH), SQUARE.1, BOTTOM),
    }
}

/// Draws the QR code on a white plate; without an address only its three large squares.
fn draw_square(sheet: &mut Sheet<'_>, link: &str) {
    let (x, y, side) = SQUARE;
    let frame = sheet.rect(x, y, side, side);
    let radius = Px(sheet.look.voice.plate.radius * 0.75);
    if let Some(code) = qr::large_code(link, frame, radius).filter(|_| !link.is_empty()) {
        sheet.nodes.push(code);
        return;
    }
    let plate = Shape::filled(Rgb::WHITE, radius);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(plate)) });
    let module = 32.0;
    for (across, down) in [(0.0, 0.0), (18.0, 0.0), (0.0, 18.0)] {
        let (x, y) = (frame.x.0 + 60.0 + across * module, frame.y.0 + 60.0 + down * module);
        for (inset, size, color) in [(0.0, 7.0, 0xC9_D0_D4), (1.0, 5.0, 0xFF_FF_FF), (2.0, 3.0, 0xC9_D0_D4)] {
            let square = Rect::new(x + inset * module, y + inset * module, size * module, size * module);
            sheet.nodes.push(Sheet::shape(square, Rgb::hex(color).into(), Px::ZERO));
        }
    }
}

/// Draws the address and the code at the bottom of the page and returns their top.
fn draw_address(sheet: &mut Sheet<'_>, invite: &Invite) -> f32 {
    let (x, width) = COLUMN;
    let mut bottom = BOTTOM;
    let ink = match sheet.surface.ground {
        Ground::Deep => sheet.surface.mark,
        _ => sheet.surface.text,
    };
    let mut code = None;
    if !invite.code.is_empty() {
        let pen = sheet.heading().leading(1.0).color(ink).align(sheet.start_align());
        let size = largest_figure(LETTERS.0, LETTERS.1, |size| {
            sheet.one_line(pen.clone(), &invite.code, size).width <= width + 8.0
        });
        let letters = sheet.one_line(pen, &invite.code, size.unwrap_or(LETTERS.1));
        let y = BOTTOM - letters.baseline();
        bottom = y;
        code = Some((letters, y));
    }
    if !invite.address.is_empty() {
        let steps = [88.0, 80.0, 72.0, 64.0, 56.0, 48.0, 44.0];
        let pen = sheet.body().stressed().size(steps[0]).leading(1.15);
        let paragraph = address_paragraph(&pen, invite);
        let width_in_ems = sheet.natural_width(paragraph.clone()).0 / steps[0];
        let lines = if steps.iter().any(|size| width_in_ems * size <= width) { 1 } else { 3 };
        let text = sheet.short_text(paragraph, Px(width), &steps, lines);
        let height = text.height().0;
        bottom -= height;
        let rule = sheet.rect(x, bottom - RULE.2, RULE.0, RULE.1);
        sheet.nodes.push(Sheet::shape(rule, ink, Px::ZERO));
        let frame = sheet.rect(x, bottom, width, height);
        sheet.push_text(frame, text, NodeRole::Label, None);
        bottom -= RULE.2;
    }
    if let Some((letters, y)) = code {
        letters.put(sheet, x, y, NodeRole::Figure, None);
    }
    bottom
}

/// Draws title and sentence between two heights.
fn draw_words(sheet: &mut Sheet<'_>, (x, width): (f32, f32), top: f32, bottom: f32) {
    let text_or_default = |sheet: &Sheet<'_>, field: &'static str, key: &'static str| match sheet.text(field) {
        "" => (sheet.builtin_text(key).to_owned(), None),
        words => (words.to_owned(), Some(field)),
    };
    let (title, title_field) = text_or_default(sheet, "customTitle", "joinTitle");
    let is_statement = width > COLUMN.1;
    let (sentence, sentence_field) = match sheet.text("customBody") {
        "" if is_statement => (String::new(), None),
        _ => text_or_default(sheet, "customBody", "joinBody"),
    };
    let room = bottom - top - 48.0;
    let sizes: &[f32] = if is_statement { &STATEMENT_TITLE } else { &TITLE };
    let pen = sheet.statement_pen(1.05, sheet.start_align());
    let title =
        sheet.statement(pen, &title, &Attempt::in_box(sizes, width, room * if is_statement { 0.7 } else { 0.42 }));
    let between = match is_statement {
        _ if sentence.is_empty() => 0.0,
        true => 40.0,
        false => 16.0,
    };
    let above = height_below(title.as_ref(), between);
    let sizes: &[f32] = if is_statement { &STATEMENT_SENTENCE } else { &SENTENCE };
    let pen = sheet.body().leading(1.25).color(sheet.surface.muted).align(sheet.start_align());
    let attempts = Attempt::in_box(sizes, width.min(MAX_SENTENCE), room - above);
    let sentence = sheet.statement(pen, &sentence, &attempts);
    let height = above + height_below(sentence.as_ref(), 0.0);
    // A statement is in the optical middle.
    let mut y = if is_statement { top + (bottom - top - height) * 0.45 } else { top };
    if let Some(title) = title {
        title.put(sheet, x, y, NodeRole::Title, title_field);
        y += above;
    }
    if let Some(sentence) = sentence {
        sentence.put(sheet, x, y, NodeRole::Body, sentence_field);
    }
}
