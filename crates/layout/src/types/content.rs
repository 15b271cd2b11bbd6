//! Text: a headline with free text in one or two columns, and up to three buttons. One short sentence is a statement.

use scene::Px;

use crate::body::BodySource;
use crate::buttons;
use crate::head::PageOptions;
use crate::sheet::Sheet;
use crate::text_page::TextChoices;

/// Space between the text and the buttons under it.
const ABOVE_BUTTONS: f32 = 48.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let source = BodySource::markdown("body", sheet.text("body"));
    let has_buttons = buttons::room(sheet, 0.0, f32::MAX) > Px::ZERO;
    if source.blocks.is_empty() && !has_buttons && !sheet.text("title").is_empty() {
        sheet.draw_title_statement("title", "subheading");
        return;
    }
    if !has_buttons && sheet.draw_statement("title", "subheading", &source) {
        return;
    }
    let area = sheet.open_page(PageOptions::default());
    let above = if source.blocks.is_empty() { 0.0 } else { ABOVE_BUTTONS };
    let below = buttons::room(sheet, above, area.width).0;
    let choices = TextChoices { layout: sheet.text("layout"), density: sheet.text("density") };
    sheet.draw_texts(&area, area.bottom - below, &[source], choices);
    buttons::draw(sheet, area.x, Px(area.bottom - below + above), area.width);
}
