//! Plates (panels behind content, such as cards), the text on them, and helpers for the entries of a list.

use deck::Content;
use deck::voice::{EmphasisColor, EmphasisForm, EmphasisMark, PlateForm, PlateTokens};
use scene::{Color, Fill, Node, NodeKind, NodeRole, PaletteRole, Path, Px, Rect, Shape, ShapeForm, Stroke};
use serde_json::Value;

use crate::diagram::{in_place, number};
use crate::look::Look;
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, MIN_MARK_CONTRAST, Surface};
use crate::waves::wave_in;

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

    /// Adds the plate of an entry in the form of the voice. `place` is the index of the entry.
    pub(crate) fn push_voice_plate(&mut self, frame: Rect, place: usize) {
        let PlateTokens { form, radius, stroke, .. } = self.look.voice.plate;
        let radius = Px(radius).min(frame.height / 2.0).min(frame.width / 2.0);
        let line = (self.surface.line, Px(stroke));
        let fill = self.surface.plate;
        let shape = |shape: Shape| Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) };
        let node = match form {
            PlateForm::Filled => shape(Shape::filled(fill, radius)),
            PlateForm::Surface => shape(Shape::filled(self.surface_plate(), radius).lined(line.0, line.1)),
            PlateForm::Outlined => shape(Shape::filled(self.surface_plate(), radius).lined(self.surface.text, line.1)),
            PlateForm::Cut => {
                let stroke = Stroke { color: self.surface.mark, width: line.1, dash: None, round: false };
                self.cut_plate(frame, self.surface_plate(), Some(stroke))
            }
            PlateForm::Colour => shape(Shape::filled(self.brand_color(place), radius)),
            PlateForm::RuleTop => {
                let rule = Rect { height: line.1, ..frame };
                Sheet::shape(rule, self.surface.text, Px::ZERO)
            }
            PlateForm::Hairlines | PlateForm::None => return,
        };
        self.nodes.push(node);
    }

    /// Adds the plate of the leading entry, highlighted as the voice defines, and returns the surface of its text.
    /// Figures and titles of the entry take the colour `mark` of that surface if they are large.
    pub(crate) fn push_leading_plate(&mut self, frame: Rect, place: usize) -> Surface {
        let radius = Px(self.look.voice.plate.radius).min(frame.height / 2.0).min(frame.width / 2.0);
        let color = self.emphasis_color();
        match self.look.voice.emphasis.form {
            EmphasisForm::Fill | EmphasisForm::Block => {
                self.push_filled_plate(frame, color, radius);
                // The waves are tones of the accent; on another colour the text would not be readable.
                let is_accent = self.emphasis_ground() == Ground::Accent;
                if self.look.voice.emphasis.mark == EmphasisMark::Waterline && is_accent {
                    self.push_waterline(frame, radius);
                }
            }
            EmphasisForm::Invert => {
                let color = self.inverted_ground().rgb(self.look).into();
                self.push_filled_plate(frame, color, radius);
            }
            EmphasisForm::Rule => {
                self.push_voice_plate(frame, place);
                let rule = Rect { height: Px(10.0), ..frame };
                self.nodes.push(Sheet::shape(rule, color, Px::ZERO));
            }
            EmphasisForm::Ring => {
                self.push_voice_plate(frame, place);
                let stroke = Stroke { color, width: Px(5.0), dash: None, round: false };
                let shape = Shape { form: ShapeForm::Rect { radius }, fill: None, stroke: Some(stroke), shadow: None };
                self.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
            }
            EmphasisForm::Color | EmphasisForm::Sticker => self.push_voice_plate(frame, place),
        }
        self.leading_surface(place)
    }

    /// The surface of the text of the leading entry.
    pub(crate) fn leading_surface(&self, place: usize) -> Surface {
        match self.look.voice.emphasis.form {
            EmphasisForm::Fill | EmphasisForm::Block => self.emphasis_ground().surface(self.look),
            EmphasisForm::Invert => self.inverted_ground().surface(self.look),
            EmphasisForm::Rule | EmphasisForm::Ring => self.entry_surface(place),
            EmphasisForm::Color | EmphasisForm::Sticker => {
                let surface = self.entry_surface(place);
                Surface { mark: self.readable(self.emphasis_color(), MIN_MARK_CONTRAST), ..surface }
            }
        }
    }

    /// The ground of an inverted plate: deep, or the mark colour on a dark page, where a dark plate would be invisible.
    fn inverted_ground(&self) -> Ground {
        if self.surface.ground.is_dark(self.look) {
            Ground::Custom(self.look.palette.rgb(self.surface.mark))
        } else {
            Ground::Deep
        }
    }

    /// Adds a plate of one colour, with the cut corner of the voice.
    fn push_filled_plate(&mut self, frame: Rect, color: Color, radius: Px) {
        let node = match self.look.voice.plate.form {
            PlateForm::Cut => self.cut_plate(frame, color, None),
            _ => Node::decoration(frame, NodeKind::Shape(Shape::filled(color, radius))),
        };
        self.nodes.push(Node { role: NodeRole::Plate, ..node });
    }

    /// Adds a plate in a tone that carries meaning, with the outline of the voice. Where the voice has no plates,
    /// nothing is added; where it has only a rule at the top, the rule is added in the colour `line`.
    pub(crate) fn push_toned_plate(&mut self, frame: Rect, tone: Color, line: Color) {
        let PlateTokens { form, radius, stroke, .. } = self.look.voice.plate;
        let radius = Px(radius).min(frame.height / 2.0).min(frame.width / 2.0);
        let node = match form {
            PlateForm::Hairlines | PlateForm::None => return,
            PlateForm::RuleTop => Sheet::shape(Rect { height: Px(stroke), ..frame }, line, Px::ZERO),
            PlateForm::Cut => {
                let stroke = Stroke { color: line, width: Px(stroke), dash: None, round: false };
                self.cut_plate(frame, tone, Some(stroke))
            }
            PlateForm::Filled | PlateForm::Colour => {
                Node::decoration(frame, NodeKind::Shape(Shape::filled(tone, radius)))
            }
            PlateForm::Surface | PlateForm::Outlined => {
                Node::decoration(frame, NodeKind::Shape(Shape::filled(tone, radius).lined(line, Px(stroke))))
            }
        };
        self.nodes.push(Node { role: NodeRole::Plate, ..node });
    }

    /// A plate with a cut corner.
    fn cut_plate(&self, frame: Rect, fill: Color, stroke: Option<Stroke>) -> Node {
        let path = cut_corner(frame, 44.0, self.direction.is_right_to_left());
        Node { role: NodeRole::Plate, ..in_place(path, Some(Fill::Solid(fill)), stroke) }
    }

    /// Whether the plates of the voice are closed shapes with left and right edges, rather than rules or nothing.
    pub(crate) fn has_sided_plates(&self) -> bool {
        !matches!(self.look.voice.plate.form, PlateForm::Hairlines | PlateForm::None | PlateForm::RuleTop)
    }

    /// Space between plates, or between the columns where plates have no sides.
    pub(crate) fn plate_gap(&self) -> f32 {
        if self.has_sided_plates() { 24.0 } else { 48.0 }
    }

    /// Space between the edges of a plate and its text: at the sides, above and below. `pad` is that of plates with
    /// sides.
    pub(crate) fn plate_insets(&self, pad: f32, rows: usize) -> PlateInsets {
        let PlateTokens { form, stroke, .. } = self.look.voice.plate;
        match form {
            PlateForm::RuleTop => PlateInsets { side: 0.0, top: stroke + 24.0, bottom: 0.0 },
            PlateForm::Hairlines | PlateForm::None if rows > 1 => PlateInsets { side: 0.0, top: 24.0, bottom: 24.0 },
            PlateForm::Hairlines | PlateForm::None => PlateInsets::default(),
            _ => PlateInsets { side: pad, top: pad, bottom: pad },
        }
    }

    /// Adds the plate of an entry in a grid, or the lines that divide the grid where plates have no sides.
    pub(crate) fn push_grid_plate(&mut self, frame: Rect, place: usize, (column, row): (usize, usize)) {
        self.push_voice_plate(frame, place);
        let (form, color) = (self.look.voice.plate.form, self.surface.line);
        if form == PlateForm::Hairlines && column > 0 {
            let line = self.inside(frame, -self.plate_gap() / 2.0 - 1.0, 0.0, 2.0, frame.height.0);
            self.nodes.push(Sheet::shape(line, color, Px::ZERO));
        }
        if matches!(form, PlateForm::Hairlines | PlateForm::None) && row > 0 {
            let y = frame.y - Px(self.plate_gap() / 2.0 + 1.0);
            self.nodes.push(Sheet::shape(Rect { y, height: Px(2.0), ..frame }, color, Px::ZERO));
        }
    }

    /// The surface of the text of an entry on its plate.
    pub(crate) fn entry_surface(&self, place: usize) -> Surface {
        match self.look.voice.plate.form {
            PlateForm::Filled => self.plate_surface(),
            PlateForm::Surface | PlateForm::Outlined | PlateForm::Cut
                if matches!(self.surface.ground, Ground::Base | Ground::Tint) =>
            {
                Ground::Surface.surface(self.look)
            }
            PlateForm::Colour => Ground::Custom(self.look.palette.rgb(self.brand_color(place))).surface(self.look),
            _ => self.surface,
        }
    }

    /// The colour of emphasis on the current surface.
    pub(crate) fn emphasis_color(&self) -> Color {
        match self.look.voice.emphasis.color {
            EmphasisColor::Accent => self.surface.mark,
            EmphasisColor::Accent2 => PaletteRole::Accent2.into(),
            EmphasisColor::Deep => PaletteRole::Deep.into(),
            EmphasisColor::Brand3 => self.look.third_brand_color().into(),
        }
    }

    /// The ground of a plate in the colour of emphasis.
    pub(crate) fn emphasis_ground(&self) -> Ground {
        match self.look.voice.emphasis.color {
            EmphasisColor::Accent if self.surface.mark == PaletteRole::Accent.into() => Ground::Accent,
            _ => Ground::Custom(self.look.palette.rgb(self.emphasis_color())),
        }
    }

    /// Two waves along the lower edge of the leading plate, cut to its corners.
    fn push_waterline(&mut self, frame: Rect, radius: Px) {
        let palette = &self.look.palette;
        for (share, base, amplitude, length) in [(0.22, 0.80, 12.0, 620.0), (0.46, 0.88, 9.0, 480.0)] {
            let color = palette.deep.over(palette.accent, share);
            let path = wave_in(frame, radius, frame.y.0 + frame.height.0 * base, amplitude, length);
            self.nodes.push(in_place(path, Some(Fill::Solid(color.into())), None));
        }
    }

    /// Draws the text of an entry in the colours of its plate.
    pub(crate) fn with_plate_ink<T>(&mut self, on_plate: bool, place: usize, draw: impl FnOnce(&mut Self) -> T) -> T {
        if !on_plate || self.look.voice.plate.form != PlateForm::Colour {
            return draw(self);
        }
        let start = self.nodes.len();
        let drawn = draw(self);
        let ink = self.shape_ink(place);
        for node in &mut self.nodes[start..] {
            if let NodeKind::Text(text) = &mut node.kind {
                text.set_color(ink);
            }
        }
        drawn
    }

    /// The colour of the page behind plates.
    pub(crate) fn page_color(&self) -> Color {
        self.surface.ground.rgb(self.look).into()
    }

    /// The fill of a plate that is lighter than the page.
    pub(crate) fn surface_plate(&self) -> Color {
        match self.surface.ground {
            Ground::Base | Ground::Tint => PaletteRole::Surface.into(),
            _ => self.surface.plate,
        }
    }

    /// A plate with another ground.
    pub(crate) fn plate_of(&self, ground: Ground, frame: Rect) -> Node {
        let mut shape = Shape::filled(ground_color(ground, self.look), self.look.radius);
        if matches!(ground, Ground::Tint | Ground::Surface) {
            // Without a border, these grounds are too similar to a light page.
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

/// Space between the edges of a plate and its text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct PlateInsets {
    pub(crate) side: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

/// A rectangle with its upper end corner cut off.
fn cut_corner(frame: Rect, cut: f32, is_right_to_left: bool) -> Path {
    let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let cut = cut.min(frame.height.0 / 3.0);
    if is_right_to_left {
        return Path::default()
            .to(left + cut, top)
            .line(right, top)
            .line(right, bottom)
            .line(left, bottom)
            .line(left, top + cut)
            .close();
    }
    Path::default()
        .to(left, top)
        .line(right - cut, top)
        .line(right, top + cut)
        .line(right, bottom)
        .line(left, bottom)
        .close()
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
    let mut remaining = room;
    let mut max_height = Px(f32::MAX);
    for (index, height) in sorted.iter().enumerate() {
        let share = remaining / number(sorted.len() - index);
        if *height > share {
            max_height = share.max(Px::ZERO);
            break;
        }
        remaining -= *height;
    }
    heights.iter().map(|height| height.min(max_height)).collect()
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
