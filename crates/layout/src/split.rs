//! A title over text in one half of the page, beside a picture or a frame.
//!
//! Such a title has neither overline nor number, rule or highlighter, and a rail becomes a title over the text. Only a
//! band stays: as a dark block over the half with the text.

use deck::voice::HeadPlace;
use scene::{Node, NodeKind, NodeRole, PaletteRole, Px, Shape, VerticalAlign};

use crate::field_text::FieldText;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Size and number of lines of a title that is too long for its steps.
const LONG: (f32, usize) = (48.0, 5);
/// Space below a title.
pub(crate) const BELOW_TITLE: f32 = 48.0;
/// Top of a title on a band, and space below it.
const ON_BAND: (f32, f32) = (52.0, 44.0);
/// Height of the coloured edge of a band.
const EDGE: f32 = 8.0;

/// The half of the page with the text, for a left-to-right deck.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SplitColumn {
    pub(crate) x: f32,
    pub(crate) width: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

/// A title that is measured before it is drawn.
pub(crate) struct SplitTitle {
    text: FieldText,
    has_band: bool,
}

impl SplitTitle {
    /// Shapes the title of the slide. Returns `None` when it has none.
    pub(crate) fn new(sheet: &mut Sheet<'_>) -> Option<SplitTitle> {
        let has_band = sheet.look.voice.head.place == HeadPlace::Band;
        let surface = if has_band { Ground::Deep.surface(sheet.look) } else { sheet.surface };
        let (leading, tracking) = (sheet.look.voice.head.leading, sheet.look.voice.head.tracking);
        let text = sheet.with_surface(surface, |sheet| {
            let pen = sheet.heading().size(96.0).leading(leading).spaced(tracking);
            FieldText::new(sheet, "title".to_owned(), NodeRole::Title, &pen, sheet.text("title"))
        });
        text.map(|text| SplitTitle { text, has_band })
    }

    /// Whether the title has at most `lines` lines at a size and breaks no word.
    pub(crate) fn fits(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32, lines: usize) -> bool {
        self.text.fits(sheet, width, size) && self.text.lines_at(sheet, width, size) <= lines
    }

    /// The largest step at which the title has at most `lines` lines and breaks no word; 48 if there is none.
    pub(crate) fn size(&mut self, sheet: &mut Sheet<'_>, width: f32, steps: &[f32], lines: usize) -> f32 {
        steps.iter().copied().find(|size| self.fits(sheet, width, *size, lines)).unwrap_or(LONG.0)
    }

    /// Bottom of the band that the title is on, without its coloured edge; `None` without a band.
    fn band_end(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32) -> Option<f32> {
        let height = self.text.height_at(sheet, width, size);
        self.has_band.then(|| ((ON_BAND.0 + height + ON_BAND.1) / 8.0).ceil() * 8.0)
    }

    /// Height of the title with the space below it, in a column with its text below the title. For a title on a band,
    /// it is the part of the column that the band and the space below it cover.
    pub(crate) fn room(&mut self, sheet: &mut Sheet<'_>, column: SplitColumn, size: f32) -> f32 {
        match self.band_end(sheet, column.width, size) {
            Some(end) => (end + EDGE + BELOW_TITLE - column.top).max(0.0),
            None => self.text.height_at(sheet, column.width, size) + BELOW_TITLE,
        }
    }

    /// Draws the title with its top at `y`, or at the top of the page on a band. Returns the top of the text below it:
    /// `y` plus [`SplitTitle::room`].
    pub(crate) fn draw(mut self, sheet: &mut Sheet<'_>, column: SplitColumn, size: f32, y: f32) -> f32 {
        let SplitColumn { x, width, .. } = column;
        let height = self.text.height_at(sheet, width, size);
        let room = self.room(sheet, column, size);
        let Some(end) = self.band_end(sheet, width, size) else {
            let frame = sheet.rect(x, y, width, height + 1.0);
            self.text.at_most(LONG.1).put_at(sheet, frame, size, VerticalAlign::Top);
            return y + room;
        };
        // The band runs from the edge of the page to just past the text.
        let (left, right) = if x < 200.0 { (0.0, x + width + 24.0) } else { (x - 24.0, 1920.0) };
        let band = sheet.rect(left, 0.0, right - left, end);
        let shape = NodeKind::Shape(Shape::filled(PaletteRole::Deep, Px::ZERO));
        sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(band, shape) });
        let edge = sheet.rect(left, end, right - left, EDGE);
        sheet.nodes.push(Sheet::shape(edge, PaletteRole::AccentOnDeep.into(), Px::ZERO));
        let frame = sheet.rect(x, ON_BAND.0, width, height + 1.0);
        self.text.at_most(LONG.1).put_at(sheet, frame, size, VerticalAlign::Top);
        y + room
    }
}
