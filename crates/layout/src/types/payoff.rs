//! Logo close: the logo or wordmark alone, or the deck title if there is neither.

use scene::{Align, NodeRole, Px};

use crate::sheet::Sheet;

/// Width and height of the logo, centred on the page.
const LOGO: (f32, f32) = (960.0, 360.0);
/// Font sizes and width of the deck title.
const STEPS: [f32; 3] = [88.0, 72.0, 56.0];
const WIDTH: f32 = 1408.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let (width, height) = LOGO;
    let frame = sheet.rect((1920.0 - width) / 2.0, (1080.0 - height) / 2.0, width, height);
    if let Some(logo) = sheet.logo(frame, Align::Center) {
        sheet.nodes.push(logo);
        return;
    }
    let words = sheet.context.deck_title.trim();
    if words.is_empty() {
        return;
    }
    let pen = sheet.heading().size(STEPS[0]).leading(1.1).align(Align::Center);
    let text = sheet.headline(pen.plain(words), Px(WIDTH), &STEPS, (2, 4));
    let height = text.height().0;
    let frame = sheet.rect((1920.0 - WIDTH) / 2.0, 540.0 - height / 2.0, WIDTH, height);
    sheet.push_text(frame, text, NodeRole::Title, None);
}
