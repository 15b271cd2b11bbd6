//! Short texts such as titles, labels and captions: fitted to a number of lines, placed by the caller.

use scene::{Align, NodeRole, Paragraph, Px, Rect, Text};

use crate::diagram::number;
use crate::fit::fitted;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

impl Sheet<'_> {
    /// A paragraph at the largest step at which it needs at most `most` lines; truncated if none does. The paragraph's
    /// font size must be that of the first step.
    pub(crate) fn short_text(&mut self, paragraph: Paragraph, width: Px, steps: &[f32], most: usize) -> Text {
        self.short_texts(vec![paragraph], width, steps, most).pop().unwrap_or_default()
    }

    /// Several separate paragraphs at the largest common step at which each needs at most `most` lines.
    pub(crate) fn short_texts(
        &mut self,
        paragraphs: Vec<Paragraph>,
        width: Px,
        steps: &[f32],
        most: usize,
    ) -> Vec<Text> {
        let first = steps[0];
        let mut blocks: Vec<TextBlock> =
            paragraphs.into_iter().map(|paragraph| TextBlock::balanced(self.typesetter, paragraph)).collect();
        let at = |step: f32| BlockOptions { width, scale: step / first, gap: 1.0 };
        // Room and height are measured in lines here.
        let size = fitted(steps, Px(number(most)), |fitted| {
            let lines = blocks.iter_mut().map(|block| block.lines(self.typesetter, at(fitted.step)));
            Px(number(lines.max().unwrap_or(0)))
        });
        blocks.iter_mut().map(|block| block.text(self.typesetter, at(size.step), Px(f32::MAX), most)).collect()
    }

    /// A title at the largest step at which it needs at most `wanted` lines. A smaller step is preferred to a hyphenated
    /// word, and at the last step up to `most` lines are preferred to truncation.
    pub(crate) fn headline(
        &mut self,
        paragraph: Paragraph,
        width: Px,
        steps: &[f32],
        (wanted, most): (usize, usize),
    ) -> Text {
        let mut block = TextBlock::balanced(self.typesetter, paragraph);
        let at = |step: f32| BlockOptions { width, scale: step / steps[0], gap: 1.0 };
        let room = Px(number(wanted));
        let mut lines = |step: f32| Px(number(block.lines(self.typesetter, at(step))));
        let largest = fitted(steps, room, |fitted| lines(fitted.step)).step;
        let whole = fitted(steps, room, |fitted| {
            let is_whole = !block.breaks_words(self.typesetter, at(fitted.step));
            if is_whole { Px(number(block.lines(self.typesetter, at(fitted.step)))) } else { Px(f32::MAX) }
        });
        let step = if block.breaks_words(self.typesetter, at(whole.step)) { largest } else { whole.step };
        block.text(self.typesetter, at(step), Px(f32::MAX), most)
    }

    /// Width of a paragraph on one line, with a tolerance for rounding.
    pub(crate) fn natural_width(&mut self, paragraph: Paragraph) -> Px {
        TextBlock::new(self.typesetter, vec![paragraph]).natural_width(self.typesetter, 1.0) + Px(1.0)
    }

    /// Runs a drawing function and returns its nodes instead of adding them to the page.
    pub(crate) fn collect_nodes(&mut self, draw: impl FnOnce(&mut Self)) -> Vec<scene::Node> {
        let page = std::mem::take(&mut self.nodes);
        draw(self);
        std::mem::replace(&mut self.nodes, page)
    }

    /// Adds a text that is vertically centred in a frame.
    pub(crate) fn push_text_in_middle(&mut self, outer: Rect, text: Text, role: NodeRole, field: Option<&str>) {
        let height = text.height();
        let frame = Rect { y: outer.y + (outer.height - height) / 2.0, height, ..outer };
        self.push_text(frame, text, role, field);
    }

    /// The alignment to the end side: right in a left-to-right deck.
    pub(crate) fn end_align(&self) -> Align {
        match self.start_align() {
            Align::Right => Align::Left,
            _ => Align::Right,
        }
    }
}
