//! Picture and text: a headline and text beside one to three pictures, in five arrangements.

use deck::Content;
use scene::{AltText, Group, Node, NodeKind, NodeRole, Px, Rect, Rgb};
use serde_json::Value;

use super::content;
use crate::body::Body;
use crate::buttons;
use crate::fit::steps_from;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, HEAD_TOP, MARGIN};
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::{Sheet, text_of};

/// Font sizes of the text.
const STEPS: [f32; 5] = [34.0, 30.0, 28.0, 26.0, 24.0];
/// Font sizes of the title.
const TITLE: [f32; 4] = [52.0, 46.0, 40.0, 36.0];
/// Padding of the mat around a picture that is shown whole.
const MAT: f32 = 48.0;
/// Space between title and text, and between text and buttons.
const GAP: (f32, f32) = (32.0, 40.0);

/// The text column: its edges, and whether a short text is centred vertically.
#[derive(Debug, Clone, Copy)]
struct Column {
    x: f32,
    width: f32,
    top: f32,
    bottom: f32,
    is_centred: bool,
    columns: u8,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let shots = shots(sheet);
    if shots.is_empty() {
        return content::draw(sheet);
    }
    let right = sheet.text("imageSide") == "right";
    let columns = if sheet.text("textColumns") == "2" { 2 } else { 1 };
    let column =
        |x: f32, width: f32| Column { x, width, top: HEAD_TOP, bottom: BODY_BOTTOM.0, is_centred: true, columns: 1 };
    match sheet.text("layout") {
        "corner" => {
            let x = if right { 1056.0 } else { 0.0 };
            let picture = sheet.rect(x, 0.0, 864.0, 486.0);
            let beside = if right { MARGIN } else { 960.0 };
            draw_title(sheet, beside);
            draw_pictures(sheet, &shots, &[picture]);
            let below = Column { top: 534.0, is_centred: false, ..column(MARGIN, FULL_WIDTH) };
            draw_text(sheet, below, None);
        }
        "duo" => {
            let (x, text) = if right { (1104.0, MARGIN) } else { (0.0, 912.0) };
            let frames = match shots.len() {
                1 => vec![sheet.rect(x, 0.0, 816.0, 1080.0)],
                _ => vec![sheet.rect(x, 0.0, 816.0, 516.0), sheet.rect(x, 564.0, 816.0, 516.0)],
            };
            sheet.foot = Some((text, 896.0));
            draw_column(sheet, Column { columns, ..column(text, 896.0) });
            draw_pictures(sheet, &shots, &frames);
        }
        row @ ("row-top" | "row-bottom") => {
            let above = row == "row-top";
            let frames = row_frames(sheet, shots.len(), if above { 88.0 } else { 548.0 });
            let (top, bottom) = if above { (548.0, BODY_BOTTOM.0) } else { (HEAD_TOP, 508.0) };
            let text = Column { top, bottom, is_centred: false, columns, ..column(MARGIN, FULL_WIDTH) };
            if above {
                draw_pictures(sheet, &shots, &frames);
                draw_column(sheet, text);
            } else {
                draw_column(sheet, text);
                draw_pictures(sheet, &shots, &frames);
            }
        }
        _ => {
            let wide = match sheet.text("imageWidth") {
                "narrow" => 710.0,
                "wide" => 1210.0,
                _ => 960.0,
            };
            let text = if right { MARGIN } else { wide + 96.0 };
            let width = 1920.0 - wide - 96.0 - MARGIN;
            sheet.foot = Some((text, width));
            draw_column(sheet, column(text, width));
            let picture = sheet.rect(if right { 1920.0 - wide } else { 0.0 }, 0.0, wide, 1080.0);
            draw_pictures(sheet, &shots, &[picture]);
        }
    }
}

/// The pictures that take space, with their index.
fn shots<'a>(sheet: &Sheet<'a>) -> Vec<(usize, &'a Content)> {
    let most = match sheet.text("layout") {
        "duo" => 2,
        "row-top" | "row-bottom" => 3,
        _ => 1,
    };
    let entries = sheet.entries("images").into_iter().enumerate();
    entries.filter(|(_, entry)| sheet.draft || !text_of(entry, "src").is_empty()).take(most).collect()
}

/// Two or three frames across; one takes the whole width.
fn row_frames(sheet: &Sheet<'_>, count: usize, y: f32) -> Vec<Rect> {
    let (count, width) = match count {
        1 => (1_u8, FULL_WIDTH),
        2 => (2, 832.0),
        _ => (3, 544.0),
    };
    (0..count).map(|index| sheet.rect(MARGIN + (width + 32.0) * f32::from(index), y, width, 420.0)).collect()
}

/// Draws the title beside a picture in the corner, standing on its lower edge.
fn draw_title(sheet: &mut Sheet<'_>, x: f32) {
    let words = sheet.text("title");
    if words.is_empty() {
        return;
    }
    let pen = sheet.heading().size(TITLE[0]).leading(1.12);
    let text = sheet.headline(pen.plain(words), Px(848.0), &TITLE, (6, 6));
    let frame = sheet.rect(x, 486.0 - text.height().0, 848.0, text.height().0);
    sheet.push_text(frame, text, NodeRole::Title, Some("title"));
}

/// Draws title, text and buttons below one another.
fn draw_column(sheet: &mut Sheet<'_>, column: Column) {
    let words = sheet.text("title");
    let title = (!words.is_empty()).then(|| {
        let pen = sheet.heading().size(TITLE[0]).leading(1.12);
        let lines = if column.width < 700.0 { (5, 6) } else { (3, 4) };
        sheet.headline(pen.plain(words), Px(column.width), &TITLE, lines)
    });
    draw_text(sheet, column, title);
}

fn draw_text(sheet: &mut Sheet<'_>, column: Column, title: Option<scene::Text>) {
    let steps = if sheet.text("density") == "compact" { steps_from(&STEPS, 28.0) } else { &STEPS[..] };
    let mut body = Body::new(sheet, "body", sheet.text("body"), steps[0]);
    let has_body = !body.is_empty();
    let title_height = title.as_ref().map_or(0.0, |text| text.height().0);
    let title_room = if title.is_some() { title_height + GAP.0 } else { 0.0 };
    let buttons = buttons::room(sheet, if has_body { GAP.1 } else { 0.0 }, column.width).0;
    let frames = |sheet: &Sheet<'_>, top: f32| -> Vec<Rect> {
        let gutter = if column.width > 1000.0 { 64.0 } else { 48.0 };
        let count = f32::from(column.columns);
        let width = (column.width - gutter * (count - 1.0)) / count;
        let height = column.bottom - top - buttons;
        let frame = |index: u8| sheet.rect(column.x + (width + gutter) * f32::from(index), top, width, height);
        (0..column.columns).map(frame).collect()
    };
    // The text is measured from the top of the column; a short text then moves to the middle.
    let first = frames(sheet, column.top + title_room);
    let fitted = has_body.then(|| body.fitted(sheet, &first, steps));
    let body_height = match fitted {
        Some(fitted) if column.columns == 1 => body.height(sheet, first[0].width, fitted).0.min(first[0].height.0),
        Some(_) => first[0].height.0,
        None => 0.0,
    };
    let taken = if has_body || buttons > 0.0 { title_room + body_height + buttons } else { title_height };
    let spare = (column.bottom - column.top - taken).max(0.0);
    let mut y = column.top + if column.is_centred && column.columns == 1 { spare / 2.0 } else { 0.0 };
    if let Some(text) = title {
        let frame = sheet.rect(column.x, y, column.width, title_height);
        sheet.push_text(frame, text, NodeRole::Title, Some("title"));
        y += title_room;
    }
    let mut bottom = Px(y);
    if let Some(fitted) = fitted {
        let mut columns = frames(sheet, y);
        for frame in &mut columns {
            // Moving down must not truncate a text that was measured to fit.
            frame.height = frame.height.max(Px(body_height));
        }
        bottom = body.draw(sheet, &columns, fitted) + Px(GAP.1);
    }
    buttons::draw(sheet, column.x, bottom, column.width);
}

fn draw_pictures(sheet: &mut Sheet<'_>, shots: &[(usize, &Content)], frames: &[Rect]) {
    for (place, ((index, shot), frame)) in shots.iter().zip(frames).enumerate() {
        let field = format!("images.{index}.src");
        let decorative = sheet.text("imageRole") == "decorative";
        let number = |key: &str| shot.get(key).and_then(Value::as_f64).unwrap_or(50.0);
        #[expect(clippy::cast_possible_truncation, reason = "percentages")]
        let focus = (number("focusX") as f32, number("focusY") as f32);
        let is_whole = text_of(shot, "fit") == "contain";
        // Pictures at a page edge have square corners; others have those of a plate.
        let bleeds = frame.x <= Px::ZERO || frame.right() >= Px(1920.0);
        let radius = if bleeds || is_whole { Px::ZERO } else { sheet.look.radius };
        let photo = Photo {
            field: &field,
            source: text_of(shot, "src"),
            alt: text_of(shot, "alt"),
            decorative,
            fit: if is_whole { Fit::Contain } else { Fit::Cover },
            focus,
            radius,
            clear: if place == 0 { Sheet::caption_room(sheet.text("caption")) } else { Px::ZERO },
        };
        let inner = if is_whole { frame.inset(Px(MAT)) } else { *frame };
        let mut nodes = Vec::new();
        if is_whole && sheet.text("imageBackground") == "white" {
            let round = if bleeds { Px::ZERO } else { sheet.look.radius };
            nodes.push(Node { role: NodeRole::Plate, ..Sheet::shape(*frame, Rgb::WHITE.into(), round) });
        }
        let Some(node) = sheet.photo(inner, photo) else {
            continue;
        };
        nodes.push(node);
        if place == 0 && !sheet.text("caption").is_empty() {
            nodes.extend(sheet.caption_strip(*frame, "caption", false, 900.0).1);
        }
        let group = Node {
            frame: *frame,
            kind: NodeKind::Group(Group { nodes, clip: false }),
            role: NodeRole::Content,
            origin: Some(sheet.origin(&format!("images.{index}"))),
            step: None,
            alt: AltText::Own,
        };
        sheet.nodes.push(group);
    }
}
