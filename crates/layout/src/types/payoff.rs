//! Logo close: the logo or wordmark alone, or the deck title if there is neither.

use deck::voice::Ornament;
use scene::{Align, NodeRole};

use crate::sheet::Sheet;
use crate::statement::Attempt;

/// Width and height of the logo.
const LOGO: (f32, f32) = (1290.0, 420.0);
/// Sizes of the deck title.
const STEPS: [f32; 12] = [320.0, 288.0, 256.0, 224.0, 192.0, 168.0, 144.0, 120.0, 96.0, 80.0, 64.0, 48.0];
/// Width of the deck title.
const WIDTH: f32 = 1600.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_mark(sheet);
    sheet.draw_ornament();
}

fn draw_mark(sheet: &mut Sheet<'_>) {
    let (width, height) = LOGO;
    // The middle and the height of the area that the ornament leaves free.
    let (middle, room) = match sheet.look.voice.other.ornament {
        Ornament::Waves => (430.0, 600.0),
        Ornament::CutOuts => (350.0, 480.0),
        Ornament::Orbits => (470.0, 640.0),
        Ornament::Frame | Ornament::Paper => (530.0, 640.0),
        Ornament::Block | Ornament::Drafting | Ornament::Bar | Ornament::None => (520.0, 700.0),
    };
    let is_beside = matches!(sheet.look.voice.other.ornament, Ornament::Block | Ornament::Bar);
    let center = if is_beside { 1000.0 } else { 960.0 };
    let frame = sheet.rect(center - width / 2.0, middle - height / 2.0, width, height);
    if let Some(logo) = sheet.logo(frame, Align::Center) {
        sheet.push_logo(Some(logo));
        return;
    }
    let pen = sheet.statement_pen(1.0, Align::Center);
    let attempt = |size: &f32| {
        // At smaller sizes, a title may have more lines.
        let lines = if *size >= 144.0 { 2 } else { 4 };
        Attempt { size: *size, lines, width: WIDTH, room }
    };
    let attempts: Vec<Attempt> = STEPS.iter().map(attempt).collect();
    if let Some(title) = sheet.statement(pen, sheet.context.deck_title.trim(), &attempts) {
        let y = middle - title.height() / 2.0;
        title.put(sheet, center - WIDTH / 2.0, y, NodeRole::Title, None);
    }
}
