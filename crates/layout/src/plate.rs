//! Plates that cards stand on, the words on them, and what the entries of a list share.

use deck::Content;
use scene::{Color, Kind, Node, PaletteRole, ParagraphKind, Px, Rect, Role, Shape};
use serde_json::Value;

use crate::body::Body;
use crate::diagram::number;
use crate::fit::Fitted;
use crate::look::Look;
use crate::sheet::{Sheet, said};
use crate::surface::{Ground, Surface};
use crate::text::{Block, Setting};

/// Room between the heading of a card and its text, as a share of the size of the text.
const BELOW_HEADING: f32 = 0.36;

impl<'a> Sheet<'a> {
    /// The entries of a list of which any of these fields is set, with their place in the list.
    pub(crate) fn shown(&self, field: &str, keys: &[&str]) -> Vec<(usize, &'a Content)> {
        let says = |entry: &Content| keys.iter().any(|key| !said(entry, key).is_empty());
        let list = self.slide.content.get(field).and_then(Value::as_array);
        let entries = list.into_iter().flatten().enumerate();
        entries
            .filter_map(|(index, entry)| Some((index, entry.as_object()?)))
            .filter(|(_, entry)| says(entry))
            .collect()
    }

    /// The colours on a plate of this page.
    pub(crate) fn plate_surface(&self) -> Surface {
        match self.surface.ground {
            Ground::Base | Ground::Surface => Ground::Tint.surface(self.look),
            Ground::Tint => Ground::Surface.surface(self.look),
            // Elsewhere a plate is a veil that keeps the colours of the page.
            _ => self.surface,
        }
    }

    /// What the one plate that stands out is made of.
    pub(crate) fn strong_ground(&self) -> Ground {
        match self.surface.ground {
            Ground::Base | Ground::Tint | Ground::Surface | Ground::Deep => Ground::Accent,
            _ => Ground::Base,
        }
    }

    /// A plate of this page, as round as asked for, with a hairline.
    pub(crate) fn plate(&self, frame: Rect, radius: Px) -> Node {
        let shape = Shape::filled(self.surface.plate, radius).lined(self.surface.line, self.look.edge);
        Node { role: Role::Plate, ..Node::decoration(frame, Kind::Shape(shape)) }
    }

    /// A plate of another ground.
    pub(crate) fn plate_of(&self, ground: Ground, frame: Rect) -> Node {
        let mut shape = Shape::filled(ground_color(ground, self.look), self.look.radius);
        if matches!(ground, Ground::Tint | Ground::Surface) {
            // Too near to a light page to be seen without its edge.
            shape = shape.lined(PaletteRole::Line, self.look.edge);
        }
        Node { role: Role::Plate, ..Node::decoration(frame, Kind::Shape(shape)) }
    }

    /// Draws with the colours of another surface.
    pub(crate) fn on<T>(&mut self, surface: Surface, draw: impl FnOnce(&mut Self) -> T) -> T {
        let page = std::mem::replace(&mut self.surface, surface);
        let drawn = draw(self);
        self.surface = page;
        drawn
    }

    /// The colour of signs that stand on a mark.
    pub(crate) fn on_mark(&self) -> Color {
        let palette = &self.look.palette;
        let below = palette.rgb(self.surface.mark);
        let contrast = |role: PaletteRole| palette.role(role).contrast(below);
        // Of two that stand out equally, the later.
        let roles = [PaletteRole::Base, PaletteRole::Text, PaletteRole::Deep, PaletteRole::OnAccent];
        let best = roles.into_iter().max_by(|one, other| contrast(*one).total_cmp(&contrast(*other)));
        best.unwrap_or(PaletteRole::OnAccent).into()
    }

    /// Makes the nodes from a place on those of one entry: they have its build step, in place of any of their own,
    /// and what came from no field came from the entry.
    pub(crate) fn close_entry(&mut self, start: usize, field: &str, step: Option<usize>) {
        let origin = self.origin(field);
        for node in &mut self.nodes[start..] {
            node.step = step;
            node.origin.get_or_insert_with(|| origin.clone());
            match &mut node.kind {
                Kind::Text(text) => text.paragraphs.iter_mut().for_each(|paragraph| paragraph.step = None),
                Kind::Table(table) => table.rows.iter_mut().for_each(|row| row.step = None),
                _ => {}
            }
        }
    }
}

/// The colour of a ground as a plate.
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

/// Heights cut so that they fill no more than a room: what is lower than its share stays, the others share the rest.
pub(crate) fn shared(heights: &[Px], room: Px) -> Vec<Px> {
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

/// A heading with a Markdown text below it, either of them maybe empty.
pub(crate) struct Words {
    heading: Option<(String, Block)>,
    body: Body,
    /// The first size of the text.
    base: f32,
}

impl Words {
    /// Shapes heading and text, each given by its field and what that says, at their first sizes.
    pub(crate) fn new(
        sheet: &mut Sheet<'_>,
        heading: (String, &str),
        body: (&str, &str),
        (heading_size, base): (f32, f32),
    ) -> Words {
        let pen = sheet.body().size(heading_size).leading(1.25).stressed();
        let heading = (!heading.1.is_empty()).then(|| {
            let mut paragraph = pen.plain(heading.1);
            paragraph.kind = ParagraphKind::Heading(3);
            (heading.0, Block::new(sheet.set, vec![paragraph]))
        });
        let quiet = Surface { text: sheet.surface.muted, ..sheet.surface };
        let body = sheet.on(quiet, |sheet| Body::new(sheet, body.0, body.1, base));
        Words { heading, body, base }
    }

    fn below_heading(&self, fitted: Fitted) -> Px {
        let both = self.heading.is_some() && !self.body.is_empty();
        if both { Px(fitted.step * BELOW_HEADING * fitted.gap) } else { Px::ZERO }
    }

    /// How high they are together.
    pub(crate) fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, fitted: Fitted) -> Px {
        let setting = Setting { width, scale: fitted.step / self.base, gap: 1.0 };
        let between = self.below_heading(fitted);
        let heading = self.heading.as_mut().map_or(Px::ZERO, |(_, block)| block.height(sheet.set, setting));
        heading + between + self.body.height(sheet, width, fitted)
    }

    /// Draws them from the top of a frame; what does not fit is cut and noted.
    pub(crate) fn draw(self, sheet: &mut Sheet<'_>, frame: Rect, fitted: Fitted) {
        let setting = Setting { width: frame.width, scale: fitted.step / self.base, gap: 1.0 };
        let between = self.below_heading(fitted);
        let mut top = frame.y;
        if let Some((field, mut block)) = self.heading {
            let text = block.text(sheet.set, setting, frame.height, usize::MAX);
            let heading = Rect { height: text.height(), ..frame };
            top = heading.bottom() + between;
            sheet.push_text(heading, text, Role::Label, Some(&field));
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
    fn low_rows_stay_and_high_ones_share_the_rest() {
        let check = |heights: &[f32], room: f32| {
            let heights: Vec<Px> = heights.iter().map(|height| Px(*height)).collect();
            shared(&heights, Px(room)).iter().map(|height| height.0).collect::<Vec<_>>()
        };
        assert_eq!(check(&[50.0, 100.0], 200.0), [50.0, 100.0]);
        assert_eq!(check(&[50.0, 300.0, 200.0], 350.0), [50.0, 150.0, 150.0]);
        assert_eq!(check(&[300.0, 300.0], 200.0), [100.0, 100.0]);
    }
}
