//! Plates (panels behind content, such as cards), the text on them, and helpers for the entries of a list.

use deck::Content;
use scene::{Color, Node, NodeKind, NodeRole, PaletteRole, ParagraphKind, Px, Rect, Shape};
use serde_json::Value;

use crate::body::Body;
use crate::diagram::number;
use crate::fit::FittedSize;
use crate::look::Look;
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Space between the heading of a card and its text, as a fraction of the text's font size.
const BELOW_HEADING: f32 = 0.36;

impl<'a> Sheet<'a> {
    /// The entries of a list in which any of these keys is set, with their index in the list.
    pub(crate) fn filled_entries(&self, field: &str, keys: &[&str]) -> Vec<(usize, &'a Content)> {
        let is_filled = |entry: &Content| keys.iter().any(|key| !text_of(entry, key).is_empty());
        let list = self.slide.content.get(field).and_then(Value::as_array);
        let entries = list.into_iter().flatten().enumerate();
        entries
            .filter_map(|(index, entry)| Some((index, entry.as_object()?)))
            .filter(|(_, entry)| is_filled(entry))
            .collect()
    }

    /// The surface of a plate on the current surface.
    pub(crate) fn plate_surface(&self) -> Surface {
        match self.surface.ground {
            Ground::Base | Ground::Surface => Ground::Tint.surface(self.look),
            Ground::Tint => Ground::Surface.surface(self.look),
            // On other grounds a plate is translucent and keeps the colours of the page.
            _ => self.surface,
        }
    }

    /// The ground of a plate that stands out from the others.
    pub(crate) fn strong_ground(&self) -> Ground {
        match self.surface.ground {
            Ground::Base | Ground::Tint | Ground::Surface | Ground::Deep => Ground::Accent,
            _ => Ground::Base,
        }
    }

    /// A plate on the current surface, with a hairline.
    pub(crate) fn plate(&self, frame: Rect, radius: Px) -> Node {
        let shape = Shape::filled(self.surface.plate, radius).lined(self.surface.line, self.look.edge);
        Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) }
    }

    /// A plate with another ground.
    pub(crate) fn plate_of(&self, ground: Ground, frame: Rect) -> Node {
        let mut shape = Shape::filled(ground_color(ground, self.look), self.look.radius);
        if matches!(ground, Ground::Tint | Ground::Surface) {
            // These are too similar to a light page without a border.
            shape = shape.lined(PaletteRole::Line, self.look.edge);
        }
        Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) }
    }

    /// Draws on another surface and restores the current one.
    pub(crate) fn with_surface<T>(&mut self, surface: Surface, draw: impl FnOnce(&mut Self) -> T) -> T {
        let page = std::mem::replace(&mut self.surface, surface);
        let drawn = draw(self);
        self.surface = page;
        drawn
    }

    /// Assigns all nodes from an index on to one entry: sets their build step, replacing any of their own, and sets the
    /// entry as origin where they have none.
    pub(crate) fn finish_entry(&mut self, start: usize, field: &str, step: Option<usize>) {
        let origin = self.origin(field);
        for node in &mut self.nodes[start..] {
            node.step = step;
            node.origin.get_or_insert_with(|| origin.clone());
            match &mut node.kind {
                NodeKind::Text(text) => text.paragraphs.iter_mut().for_each(|paragraph| paragraph.step = None),
                NodeKind::Table(table) => table.rows.iter_mut().for_each(|row| row.step = None),
                _ => {}
            }
        }
    }
}

/// The fill colour of a plate with a ground.
fn ground_color(ground: Ground, look: &Look) -> Color {
    match ground {
        Ground::Base => PaletteRole::Base.into(),
        Ground::Tint => PaletteRole::Tint.into(),
        Ground::Deep => PaletteRole::Deep.into(),
        Ground::Accent => PaletteRole::Accent.into(),
        Ground::Accent2 => PaletteRole::Accent2.into(),
        Ground::Surface => PaletteRole::Surface.into(),
        Ground::Gradient | Ground::Custom(_) | Ground::Picture { .. } => ground.rgb(look).into(),
    }
}

/// Reduces heights to a total: those below an equal share stay, the others share the rest.
pub(crate) fn shared_heights(heights: &[Px], room: Px) -> Vec<Px> {
    let mut sorted: Vec<Px> = heights.to_vec();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut left = room;
    let mut most = Px(f32::MAX);
    for (index, height) in sorted.iter().enumerate() {
        let share = left / number(sorted.len() - index);
        if *height > share {
            most = share.max(Px::ZERO);
            break;
        }
        left -= *height;
    }
    heights.iter().map(|height| height.min(most)).collect()
}

/// A heading with a Markdown text below it; either may be empty.
pub(crate) struct HeadingAndBody {
    heading: Option<(String, TextBlock)>,
    body: Body,
    /// Font size at which the text was shaped.
    base: f32,
}

impl HeadingAndBody {
    /// Shapes heading and text, each given as field and content, at their largest font sizes.
    pub(crate) fn new(
        sheet: &mut Sheet<'_>,
        heading: (String, &str),
        body: (&str, &str),
        (heading_size, base): (f32, f32),
    ) -> HeadingAndBody {
        let pen = sheet.body().size(heading_size).leading(1.25).stressed();
        let heading = (!heading.1.is_empty()).then(|| {
            let mut paragraph = pen.plain(heading.1);
            paragraph.kind = ParagraphKind::Heading(3);
            (heading.0, TextBlock::new(sheet.typesetter, vec![paragraph]))
        });
        let muted = Surface { text: sheet.surface.muted, ..sheet.surface };
        let body = sheet.with_surface(muted, |sheet| Body::new(sheet, body.0, body.1, base));
        HeadingAndBody { heading, body, base }
    }

    fn below_heading(&self, fitted: FittedSize) -> Px {
        let both = self.heading.is_some() && !self.body.is_empty();
        if both { Px(fitted.step * BELOW_HEADING * fitted.gap) } else { Px::ZERO }
    }

    /// Total height.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: FittedSize) -> Px {
        let options = BlockOptions { width, scale: fitted.step / self.base, gap: 1.0 };
        let between = self.below_heading(fitted);
        let heading = self.heading.as_mut().map_or(Px::ZERO, |(_, block)| block.height(sheet.typesetter, options));
        heading + between + self.body.height(sheet, width, fitted)
    }

    /// Draws them from the top of a frame. Text that does not fit is truncated and reported.
    pub(crate) fn draw(self, sheet: &mut Sheet<'_>, frame: Rect, fitted: FittedSize) {
        let options = BlockOptions { width: frame.width, scale: fitted.step / self.base, gap: 1.0 };
        let between = self.below_heading(fitted);
        let mut top = frame.y;
        if let Some((field, mut block)) = self.heading {
            let text = block.text(sheet.typesetter, options, frame.height, usize::MAX);
            let heading = Rect { height: text.height(), ..frame };
            top = heading.bottom() + between;
            sheet.push_text(heading, text, NodeRole::Label, Some(&field));
        }
        if !self.body.is_empty() {
            let column = Rect { y: top, height: frame.bottom() - top, ..frame };
            self.body.draw(sheet, &[column], fitted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_heights_stay_and_large_ones_share_the_rest() {
        let check = |heights: &[f32], room: f32| {
            let heights: Vec<Px> = heights.iter().map(|height| Px(*height)).collect();
            shared_heights(&heights, Px(room)).iter().map(|height| height.0).collect::<Vec<_>>()
        };
        assert_eq!(check(&[50.0, 100.0], 200.0), [50.0, 100.0]);
        assert_eq!(check(&[50.0, 300.0, 200.0], 350.0), [50.0, 150.0, 150.0]);
        assert_eq!(check(&[300.0, 300.0], 200.0), [100.0, 100.0]);
    }
}
