//! Text: a headline with free text in one or two columns, and up to three buttons.

use scene::Rect;

use crate::body::Body;
use crate::buttons;
use crate::fit::steps_from;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::sheet::Sheet;

/// Font sizes of the text.
const STEPS: [f32; 6] = [40.0, 36.0, 32.0, 28.0, 26.0, 24.0];
/// Space between the text and the buttons under it.
const ABOVE_BUTTONS: f32 = 40.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let steps = match sheet.text("density") {
        "comfortable" => steps_from(&STEPS, 36.0),
        "compact" => steps_from(&STEPS, 28.0),
        _ => &STEPS,
    };
    let width = if sheet.text("layout") == "two-column" { 816.0 } else { 1408.0 };
    let markdown = sheet.text("body");
    let mut body = Body::new(sheet, "body", markdown, steps[0]);
    let above = if body.is_empty() { 0.0 } else { ABOVE_BUTTONS };
    let height = BODY_BOTTOM.0 - top.0 - buttons::room(sheet, above, FULL_WIDTH).0;
    let columns: Vec<Rect> = match sheet.text("layout") {
        "two-column" => [MARGIN, 992.0].map(|x| sheet.rect(x, top.0, width, height)).to_vec(),
        _ => vec![sheet.rect(MARGIN, top.0, width, height)],
    };
    let mut bottom = top;
    if !body.is_empty() {
        let fitted = body.fitted(sheet, &columns, steps);
        bottom = body.draw(sheet, &columns, fitted) + scene::Px(above);
    }
    buttons::draw(sheet, MARGIN, bottom, FULL_WIDTH);
}
