//! What a voice draws around the bullets of a text: rules between them, a pill behind each, or a plate behind all.

use deck::voice::TextBullets;
use scene::{Node, NodeKind, NodeRole, PaletteRole, Paragraph, Px, Rect, Shape, Text};

use crate::sheet::Sheet;
use crate::surface::Ground;

/// The index of the plate behind a list, for voices whose plates alternate between the brand colours.
pub(super) const PLATE_PLACE: usize = 1;

/// Space on both sides, above and below an item of a list, in ems. On a plate, the space is around the whole list.
pub(super) fn paddings(form: TextBullets, level: usize, has_sides: bool) -> (f32, f32, f32) {
    match form {
        TextBullets::Pills if level > 0 => (0.72, 0.24, 0.24),
        TextBullets::Plate if level > 0 && has_sides => (0.8, 0.55, 0.55),
        _ => (0.0, 0.0, 0.0),
    }
}

/// Space between two items, in ems.
pub(super) fn gap(form: TextBullets) -> f32 {
    match form {
        TextBullets::Plain => 0.5,
        TextBullets::Ruled => 0.56,
        TextBullets::Pills => 0.22,
        TextBullets::Plate => 0.32,
    }
}

/// Draws the rules, pills or plate behind a text that was placed in a frame. `em` is the font size, `gap` the factor of
/// the gaps.
pub(super) fn draw_behind(sheet: &mut Sheet<'_>, form: TextBullets, text: &Text, frame: Rect, em: f32, gap: f32) {
    match form {
        TextBullets::Plain => {}
        TextBullets::Ruled => draw_rules(sheet, text, frame, Px(em * self::gap(form) * gap / 2.0)),
        TextBullets::Pills => {
            let (side, above, _) = paddings(form, 1, true);
            for (item, top, bottom) in items(text) {
                let pill = outer(frame, top, bottom, em * side, em * above);
                let radius = Px((pill.height.0 / 2.0).min(em * 0.9));
                let fill = match sheet.surface.ground {
                    Ground::Base | Ground::Surface => PaletteRole::Tint.into(),
                    _ => sheet.surface.plate,
                };
                let shape = Node::decoration(pill, NodeKind::Shape(Shape::filled(fill, radius)));
                sheet.nodes.push(Node { role: NodeRole::Plate, step: item.step, ..shape });
            }
        }
        TextBullets::Plate => {
            let (side, above, _) = paddings(form, 1, sheet.has_sided_plates());
            if side > 0.0 {
                let plate = outer(frame, Px::ZERO, text.height(), em * side, em * above);
                sheet.push_voice_plate(plate, PLATE_PLACE);
            }
        }
    }
}

/// A frame around a part of a text.
fn outer(frame: Rect, top: Px, bottom: Px, side: f32, above: f32) -> Rect {
    Rect {
        x: frame.x - Px(side),
        y: frame.y + top - Px(above),
        width: frame.width + Px(side * 2.0),
        height: bottom - top + Px(above * 2.0),
    }
}

/// The items of the outermost lists of a text, each with its top and bottom.
fn items(text: &Text) -> Vec<(&Paragraph, Px, Px)> {
    let mut items: Vec<(&Paragraph, Px, Px)> = Vec::new();
    let mut last = usize::MAX;
    for line in &text.lines {
        let paragraph = &text.paragraphs[line.paragraph];
        let starts = line.paragraph != last && paragraph.level == 1 && paragraph.marker.is_some();
        last = line.paragraph;
        if starts {
            items.push((paragraph, line.top, line.top + line.height));
        } else if paragraph.level > 0
            && let Some((_, _, bottom)) = items.last_mut()
        {
            *bottom = line.top + line.height;
        }
    }
    items
}

/// Draws rules between the items of a text, and between the list and the text around it, at a distance from the items.
fn draw_rules(sheet: &mut Sheet<'_>, text: &Text, frame: Rect, distance: Px) {
    let thickness = Px(sheet.look.voice.text.rule);
    let line = sheet.surface.line;
    let items: Vec<(Option<usize>, Px, Px)> =
        items(text).into_iter().map(|(item, top, bottom)| (item.step, top, bottom)).collect();
    let mut rule = |y: Px, step: Option<usize>| {
        let frame = Rect { y: frame.y + y - thickness / 2.0, height: thickness, ..frame };
        let node = Sheet::shape(frame, line, Px::ZERO);
        sheet.nodes.push(Node { step, ..node });
    };
    for (step, top, _) in &items {
        if *top > Px(1.0) {
            rule(*top - distance, *step);
        }
    }
    if let Some((step, _, bottom)) = items.last()
        && *bottom + Px(1.0) < text.height()
    {
        rule(*bottom + distance, *step);
    }
}
