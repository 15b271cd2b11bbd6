//! Join invitation: the address, the join code and a QR code.

use scene::{NodeRole, Px};
use serde_json::Value;

use crate::document::Invite;
use crate::frame::MARGIN;
use crate::join::{self, CardSizes};
use crate::sheet::Sheet;

/// Font sizes of the title.
const TITLE: [f32; 3] = [88.0, 72.0, 60.0];
/// Font sizes of the sentence.
const SENTENCE: [f32; 3] = [36.0, 32.0, 28.0];
/// Width of the words.
const WIDTH: f32 = 832.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    if sheet.slide.content.get("enabled").and_then(Value::as_bool) == Some(false) {
        return;
    }
    draw_words(sheet);
    let nobody = Invite::default();
    let invite = sheet.invite.unwrap_or(&nobody);
    let frame = sheet.rect(1040.0, 130.0, 768.0, 820.0);
    let sizes = CardSizes { square: 520.0, address: 36.0, letters: 112.0, below: 0.0 };
    let (card, _) = join::card(sheet, frame, sizes, invite);
    sheet.nodes.push(card);
}

fn draw_words(sheet: &mut Sheet<'_>) {
    let text_or_default = |sheet: &Sheet<'_>, field: &'static str, key: &'static str| match sheet.text(field) {
        "" => (sheet.builtin_text(key).to_owned(), None),
        words => (words.to_owned(), Some(field)),
    };
    let (title, title_field) = text_or_default(sheet, "customTitle", "joinTitle");
    let (sentence, sentence_field) = text_or_default(sheet, "customBody", "joinBody");
    let pen = sheet.heading().size(TITLE[0]).leading(1.06);
    let title = sheet.short_text(pen.plain(&title), Px(WIDTH), &TITLE, 4);
    let pen = sheet.body().size(SENTENCE[0]).leading(1.4).color(sheet.surface.muted);
    let sentence = sheet.short_text(pen.plain(&sentence), Px(WIDTH), &SENTENCE, 6);
    let height = title.height().0 + 32.0 + sentence.height().0;
    let top = sheet.rect(MARGIN, 540.0 - height / 2.0, WIDTH, title.height().0);
    let below = sheet.rect(MARGIN, top.bottom().0 + 32.0, WIDTH, sentence.height().0);
    sheet.push_text(top, title, NodeRole::Title, title_field);
    sheet.push_text(below, sentence, NodeRole::Body, sentence_field);
}
