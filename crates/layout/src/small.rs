//! Small texts: set to a width first, placed later.

use scene::{Align, Paragraph, Px, Rect, Role, Text};

use crate::diagram::number;
use crate::fit::fitted;
use crate::sheet::Sheet;
use crate::text::{Block, Setting};

impl Sheet<'_> {
    /// A paragraph set to a width, at the largest step at which it takes no more than some lines. It comes in the
    /// size of the first step.
    pub(crate) fn lines(&mut self, paragraph: Paragraph, width: Px, steps: &[f32], most: usize) -> Text {
        self.lines_alike(vec![paragraph], width, steps, most).pop().unwrap_or_default()
    }

    /// Paragraphs that stand apart, all at the one step at which each takes no more than some lines.
    pub(crate) fn lines_alike(
        &mut self,
        paragraphs: Vec<Paragraph>,
        width: Px,
        steps: &[f32],
        most: usize,
    ) -> Vec<Text> {
        let first = steps[0];
        let mut blocks: Vec<Block> =
            paragraphs.into_iter().map(|paragraph| Block::balanced(self.set, paragraph)).collect();
        let at = |step: f32| Setting { width, scale: step / first, gap: 1.0 };
        // Lines are what is counted, so a line is the unit of room.
        let size = fitted(steps, Px(number(most)), |fitted| {
            let lines = blocks.iter_mut().map(|block| block.lines(self.set, at(fitted.step)));
            Px(number(lines.max().unwrap_or(0)))
        });
        blocks.iter_mut().map(|block| block.text(self.set, at(size.step), Px(f32::MAX), most)).collect()
    }

    /// A title set to a width, at the largest step at which it takes no more than the lines wanted. A smaller step is
    /// better than a divided word, and a line more at the last step better than a cut.
    pub(crate) fn headline(
        &mut self,
        paragraph: Paragraph,
        width: Px,
        steps: &[f32],
        (wanted, most): (usize, usize),
    ) -> Text {
        let mut block = Block::balanced(self.set, paragraph);
        let at = |step: f32| Setting { width, scale: step / steps[0], gap: 1.0 };
        let room = Px(number(wanted));
        let mut lines = |step: f32| Px(number(block.lines(self.set, at(step))));
        let largest = fitted(steps, room, |fitted| lines(fitted.step)).step;
        let whole = fitted(steps, room, |fitted| {
            let is_whole = !block.breaks_words(self.set, at(fitted.step));
            if is_whole { Px(number(block.lines(self.set, at(fitted.step)))) } else { Px(f32::MAX) }
        });
        let step = if block.breaks_words(self.set, at(whole.step)) { largest } else { whole.step };
        block.text(self.set, at(step), Px(f32::MAX), most)
    }

    /// How wide a paragraph is on one line, with a hair to spare.
    pub(crate) fn natural_width(&mut self, paragraph: Paragraph) -> Px {
        Block::new(self.set, vec![paragraph]).natural_width(self.set, 1.0) + Px(1.0)
    }

    /// Collects what is drawn instead of adding it to the page.
    pub(crate) fn collect(&mut self, draw: impl FnOnce(&mut Self)) -> Vec<scene::Node> {
        let page = std::mem::take(&mut self.nodes);
        draw(self);
        std::mem::replace(&mut self.nodes, page)
    }

    /// Adds a text in the middle of a box, as high as its lines.
    pub(crate) fn push_middle(&mut self, outer: Rect, text: Text, role: Role, field: Option<&str>) {
        let height = text.height();
        let frame = Rect { y: outer.y + (outer.height - height) / 2.0, height, ..outer };
        self.push_text(frame, text, role, field);
    }

    /// The side that text ends at.
    pub(crate) fn end(&self) -> Align {
        match self.start() {
            Align::Right => Align::Left,
            _ => Align::Right,
        }
    }
}
