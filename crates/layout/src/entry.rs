//! An entry of a list: a title with a text below it, measured and drawn at the sizes of a step.

use scene::{NodeRole, Rect, VerticalAlign};

use crate::field_text::FieldText;
use crate::fit::Step;
use crate::pen::Pen;
use crate::sheet::Sheet;

/// Title and text of an entry; either may be missing.
pub(crate) struct EntryText {
    pub(crate) title: Option<FieldText>,
    pub(crate) text: Option<FieldText>,
    /// Space between title and text.
    pub(crate) between: f32,
}

impl EntryText {
    /// Shapes title and text, each given as field and content, with their pens.
    pub(crate) fn new(
        sheet: &mut Sheet<'_>,
        (title_field, title, title_pen): (String, &str, &Pen),
        (text_field, text, text_pen): (String, &str, &Pen),
        between: f32,
    ) -> EntryText {
        EntryText {
            title: FieldText::new(sheet, title_field, NodeRole::Label, title_pen, title),
            text: FieldText::new(sheet, text_field, NodeRole::Body, text_pen, text),
            between,
        }
    }

    /// The same entry, with lines of about equal length.
    #[must_use]
    pub(crate) fn with_even_lines(self) -> EntryText {
        EntryText {
            title: self.title.map(FieldText::with_even_lines),
            text: self.text.map(FieldText::with_even_lines),
            ..self
        }
    }

    /// Whether the title fits a width in at most `max_lines` lines without breaking a word, and its height. Without a
    /// title: true and zero.
    pub(crate) fn measure_title(
        &mut self,
        sheet: &mut Sheet<'_>,
        width: f32,
        size: f32,
        max_lines: usize,
    ) -> (bool, f32) {
        let Some(title) = &mut self.title else { return (true, 0.0) };
        let fits = title.fits(sheet, width, size) && title.lines_at(sheet, width, size) <= max_lines;
        (fits, title.height_at(sheet, width, size))
    }

    /// Whether the text fits a width without breaking a word, and its height. Without a text: true and zero.
    pub(crate) fn measure_text(&mut self, sheet: &mut Sheet<'_>, width: f32, size: f32) -> (bool, f32) {
        let Some(text) = &mut self.text else { return (true, 0.0) };
        (text.fits(sheet, width, size), text.height_at(sheet, width, size))
    }

    /// Whether both texts fit at a width without breaking a word, and their height.
    pub(crate) fn measure(&mut self, sheet: &mut Sheet<'_>, width: f32, step: Step) -> (bool, f32) {
        let mut fits = true;
        let mut height = 0.0;
        for (text, size) in [(&mut self.title, step.title), (&mut self.text, step.text)] {
            if let Some(text) = text {
                fits &= text.fits(sheet, width, size);
                height += text.height_at(sheet, width, size);
            }
        }
        (fits, height + self.gap())
    }

    fn gap(&self) -> f32 {
        if self.title.is_some() && self.text.is_some() { self.between } else { 0.0 }
    }

    /// Height of the first line.
    pub(crate) fn first_line_height(&self, step: Step) -> f32 {
        let line = |text: &FieldText, size: f32| text.line(text.scale(size)).0;
        match (&self.title, &self.text) {
            (Some(title), _) => line(title, step.title),
            (None, Some(text)) => line(text, step.text),
            (None, None) => 0.0,
        }
    }

    /// Draws the title in one frame and the text in another.
    pub(crate) fn put_apart(self, sheet: &mut Sheet<'_>, title: Rect, text: Rect, step: Step, anchor: VerticalAlign) {
        if let Some(words) = self.title {
            words.put_at(sheet, title, step.title, anchor);
        }
        if let Some(words) = self.text {
            words.put_at(sheet, text, step.text, anchor);
        }
    }

    /// Draws title and text in a frame.
    pub(crate) fn put(mut self, sheet: &mut Sheet<'_>, frame: Rect, step: Step, anchor: VerticalAlign) {
        let (_, height) = self.measure(sheet, frame.width.0, step);
        let spare = (frame.height.0 - height).max(0.0);
        let mut y = frame.y.0
            + match anchor {
                VerticalAlign::Top => 0.0,
                VerticalAlign::Middle => spare / 2.0,
                VerticalAlign::Bottom => spare,
            };
        let gap = self.gap();
        let room = |y: f32| Rect { y: scene::Px(y), height: frame.bottom() - scene::Px(y), ..frame };
        if let Some(title) = self.title {
            y += title.put_at(sheet, room(y), step.title, VerticalAlign::Top) + gap;
        }
        if let Some(text) = self.text {
            text.put_at(sheet, room(y), step.text, VerticalAlign::Top);
        }
    }
}
