//! The picture of a card, or the initials if there is none.

use deck::voice::PlateForm;
use scene::{Align, AltText, Color, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape};
use serde_json::Value;

use super::Member;
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Draws the picture of a person, or the initials if there is none. A picture at the edge of the page has square
/// corners.
pub(super) fn draw_portrait(sheet: &mut Sheet<'_>, member: &Member<'_>, place: Rect, is_at_edge: bool) {
    let (shape, plate_radius) = (sheet.text("imageShape"), Px(sheet.look.voice.plate.radius));
    let round = |side: Px| match shape {
        "circle" => side / 2.0,
        "square" => Px::ZERO,
        _ if is_at_edge => Px::ZERO,
        _ => plate_radius.min(side / 6.0),
    };
    let has_frame = sheet.text("showPhotoFrame") == "on";
    let source = member.text("image");
    let keeps_aspect = sheet.text("imageAspect") == "original" && sheet.text("imageShape") != "circle";
    // Pictures with their original aspect ratio are aligned at the bottom, so that the names share a baseline.
    let place = match sheet.pictures.facts(source).filter(|_| keeps_aspect) {
        Some(facts) => {
            let (fitted, _) = facts.placed(place, Fit::Contain, (50.0, 50.0));
            Rect { y: place.bottom() - fitted.height, ..fitted }
        }
        None => place,
    };
    let radius = round(place.width.min(place.height));
    let inner = if has_frame { place.inset(Px(6.0)) } else { place };
    if has_frame {
        let shape = Shape::filled(PaletteRole::Surface, radius).lined(sheet.surface.line, sheet.look.edge);
        sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(place, NodeKind::Shape(shape)) });
    }
    let radius = round(inner.width.min(inner.height));
    if source.is_empty() {
        draw_initials(sheet, member, inner, radius);
        return;
    }
    let number = |key: &str| member.content.get(key).and_then(Value::as_f64).unwrap_or(50.0);
    #[expect(clippy::cast_possible_truncation, reason = "percentages")]
    let focus = (number("imageFocusX") as f32, number("imageFocusY") as f32);
    let field = member.path("image");
    let alt = member.text("alt");
    let photo = Photo {
        field: &field,
        source,
        // The name describes a portrait.
        alt: if alt.is_empty() { member.text("name") } else { alt },
        decorative: false,
        fit: Fit::Cover,
        focus,
        radius,
        clear: Px::ZERO,
    };
    let node = sheet.photo(inner, photo);
    sheet.nodes.extend(node);
}

/// Draws the initials of a person on one of three alternating tones.
fn draw_initials(sheet: &mut Sheet<'_>, member: &Member<'_>, place: Rect, radius: Px) {
    let (tone, ink) = tone(sheet, member.place);
    let shape = NodeKind::Shape(Shape::filled(tone, radius));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(place, shape) });
    let letters = initials(member.text("name"));
    if letters.is_empty() {
        return;
    }
    let size = (place.width.min(place.height).0 * 0.42).round();
    let pen = sheet.heading().size(size).leading(1.2).color(ink).align(Align::Center);
    let text = sheet.short_text(pen.plain(&letters), place.width, &[size], 1);
    let height = text.height();
    let frame = Rect { y: place.y + (place.height - height) / 2.0, height, ..place };
    // Screen readers read the name instead of the initials.
    let node = sheet.text_node(frame, text, NodeRole::Decoration, None);
    sheet.nodes.push(Node { alt: AltText::Decorative, ..node });
}

/// A tone and the colour of letters on it.
fn tone(sheet: &Sheet<'_>, place: usize) -> (Color, Color) {
    if sheet.look.voice.plate.form == PlateForm::Colour {
        return (sheet.brand_color(place), sheet.shape_ink(place));
    }
    let palette = &sheet.look.palette;
    let (page, mark) = (sheet.surface.ground.rgb(sheet.look), palette.rgb(sheet.surface.mark));
    let is_dark = sheet.surface.ground.is_dark(sheet.look);
    match place % 3 {
        0 => (mark.over(page, 0.12).into(), sheet.surface.mark),
        1 => (sheet.surface.mark, sheet.surface.color_on_mark(palette)),
        _ if is_dark => (mark.over(page, 0.28).into(), sheet.surface.text),
        _ => (PaletteRole::Deep.into(), Ground::Deep.surface(sheet.look).mark),
    }
}

/// The first letters of the first and last word of a name.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().filter(|word| word.starts_with(char::is_alphanumeric)).collect();
    let ends = match words.as_slice() {
        [] => return String::new(),
        [only] => vec![*only],
        [first, .., last] => vec![*first, *last],
    };
    ends.iter().filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_those_of_the_first_and_last_word() {
        assert_eq!(initials("Piet de Vries"), "PV");
        assert_eq!(initials("  ama  "), "A");
        assert_eq!(initials("Jean-Luc (J.) Émile"), "JÉ");
        assert_eq!(initials(""), "");
        assert_eq!(initials("ليلى حداد"), "لح");
    }
}
