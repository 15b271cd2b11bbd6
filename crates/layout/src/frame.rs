//! The areas of a page: HEAD (title and subheading), BODY (content), closing line and FOOT (deck title, page number).
//!
//! Holds the coordinates that slide types share, and draws HEAD, closing line and FOOT. Coordinates are for a
//! left-to-right deck; [`Sheet::rect`] mirrors them for a right-to-left deck.

use scene::{Align, NodeRole, Paragraph, Px, Rect, Text};

use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Left and right margin.
pub(crate) const MARGIN: f32 = 112.0;
/// Width between the margins.
pub(crate) const FULL_WIDTH: f32 = 1696.0;
/// Top of the title.
pub(crate) const HEAD_TOP: f32 = 88.0;
/// Top of BODY without HEAD, and the minimum with HEAD.
pub(crate) const BODY_TOP: (f32, f32) = (112.0, 232.0);
/// Bottom of BODY, without and with a closing line.
pub(crate) const BODY_BOTTOM: (f32, f32) = (968.0, 896.0);
/// Padding of a plate.
pub(crate) const PLATE_PADDING: f32 = 40.0;

/// Width that a logo in the upper right corner takes from HEAD.
const LOGO_ROOM: f32 = 208.0;

/// Font sizes of a closing line.
const CLOSING: [f32; 3] = [28.0, 26.0, 24.0];
/// Font sizes of a slide title.
const TITLE_STEPS: [f32; 3] = [56.0, 50.0, 44.0];

/// Width of a number of the page's twelve columns, with the gutters between them.
pub(crate) fn columns(count: u8) -> f32 {
    144.0 * f32::from(count) - 32.0
}

impl Sheet<'_> {
    /// Draws HEAD from the fields `title` and `subheading` and returns the top of BODY.
    pub(crate) fn draw_head(&mut self) -> Px {
        let align = if self.text("headerAlign") == "center" { Align::Center } else { self.start_align() };
        let mut bottom = None;
        if !self.text("title").is_empty() {
            let pen = self.heading().size(TITLE_STEPS[0]).leading(1.12).align(align);
            let paragraph = pen.plain(self.text("title"));
            let frame = self.head_frame(HEAD_TOP, align);
            let text = self.headline(paragraph, frame.width, &TITLE_STEPS, (2, 3));
            bottom = Some(self.push_head("title", NodeRole::Title, frame, text));
        }
        if !self.text("subheading").is_empty() {
            let top = bottom.map_or(Px(HEAD_TOP), |bottom| bottom + Px(16.0));
            let pen = self.body().size(30.0).leading(1.35).color(self.surface.muted).align(align);
            let paragraph = pen.plain(self.text("subheading"));
            let frame = self.head_frame(top.0, align);
            let text = self.headline(paragraph, frame.width, &[30.0], (2, 3));
            bottom = Some(self.push_head("subheading", NodeRole::Subtitle, frame, text));
        }
        match bottom {
            None if self.has_corner_logo => Px(BODY_TOP.0 + 40.0),
            None => Px(BODY_TOP.0),
            Some(bottom) => Px((bottom.0 + 48.0 - 0.01).ceil()).max(Px(BODY_TOP.1)),
        }
    }

    /// The frame of a text in HEAD, without height: between the margins, or up to the logo in the corner.
    pub(crate) fn head_frame(&self, top: f32, align: Align) -> Rect {
        let (x, width) = match (self.has_corner_logo, align) {
            (false, _) => (MARGIN, FULL_WIDTH),
            (true, Align::Center) => (MARGIN + LOGO_ROOM, FULL_WIDTH - LOGO_ROOM * 2.0),
            (true, _) => (MARGIN, FULL_WIDTH - LOGO_ROOM),
        };
        self.rect(x, top, width, 0.0)
    }

    /// Bottom of BODY, for a type with a closing line in a field.
    pub(crate) fn body_bottom(&self, field: &str) -> Px {
        Px(if self.text(field).is_empty() { BODY_BOTTOM.0 } else { BODY_BOTTOM.1 })
    }

    /// Adds a text of HEAD and returns its bottom.
    fn push_head(&mut self, field: &str, role: NodeRole, frame: Rect, text: Text) -> Px {
        let frame = Rect { height: text.height(), ..frame };
        self.push_text(frame, text, role, Some(field));
        frame.bottom()
    }

    /// Draws HEAD from a single field, such as a long question, and returns the top of BODY.
    pub(crate) fn draw_head_from(&mut self, field: &str) -> Px {
        let words = self.text(field);
        if words.is_empty() {
            return Px(BODY_TOP.0);
        }
        let pen = self.heading().size(TITLE_STEPS[0]).leading(1.12);
        let frame = self.head_frame(HEAD_TOP, self.start_align());
        let text = self.headline(pen.plain(words), frame.width, &TITLE_STEPS, (2, 4));
        let bottom = self.push_head(field, NodeRole::Title, frame, text);
        Px((bottom.0 + 48.0 - 0.01).ceil()).max(Px(BODY_TOP.1))
    }

    /// Draws a closing line from a field and returns the bottom of BODY.
    pub(crate) fn draw_closing(&mut self, field: &str) -> Px {
        let bottom = self.body_bottom(field);
        if self.text(field).is_empty() {
            return bottom;
        }
        let pen = self.body().size(CLOSING[0]).color(self.surface.muted);
        let high = pen.clone().leading(48.0 / CLOSING[0] / self.look.enlargement(CLOSING[0]));
        let one = self.short_text(high.plain(self.text(field)), Px(FULL_WIDTH), &CLOSING, 1);
        if !one.truncated {
            let frame = self.rect(MARGIN, 920.0, FULL_WIDTH, 48.0);
            self.push_text(frame, one, NodeRole::Caption, Some(field));
            return bottom;
        }
        // A text too long for one line gets two, between BODY and FOOT.
        let last = CLOSING[CLOSING.len() - 1];
        let two = self.short_text(pen.size(last).leading(1.25).plain(self.text(field)), Px(FULL_WIDTH), &[last], 2);
        let frame = self.rect(MARGIN, 912.0, FULL_WIDTH, two.height().0);
        self.push_text(frame, two, NodeRole::Caption, Some(field));
        bottom
    }

    /// Draws FOOT: the deck title and the page number.
    pub(crate) fn draw_foot(&mut self) {
        let Some((x, width)) = self.foot else {
            return;
        };
        let pen = self.body().size(20.0).leading(1.8 / self.look.enlargement(20.0)).color(self.surface.muted);
        let title = self.context.deck_title.to_owned();
        if !title.trim().is_empty() {
            let mut block = TextBlock::new(self.typesetter, vec![pen.plain(title.trim())]);
            let frame = self.rect(x, 1016.0, width - 296.0, 36.0);
            let text = block.text(self.typesetter, BlockOptions::width(frame.width), frame.height, 1);
            // A long deck title is truncated without a finding, because other places show it in full.
            self.push_text(frame, text, NodeRole::Footer, None);
        }
        let number = self.context.number.to_string();
        let mut paragraph = pen.align(self.end_align()).plain(&number);
        for run in &mut paragraph.runs {
            run.style = self.look.figures(run.style);
        }
        let mut block = TextBlock::new(self.typesetter, vec![paragraph]);
        let frame = self.rect(x + width - 200.0, 1016.0, 200.0, 36.0);
        let text = block.text(self.typesetter, BlockOptions::width(frame.width), frame.height, 1);
        self.push_text(frame, text, NodeRole::PageNumber, None);
    }

    /// Adds a caption of one line at the largest size at which it fits. A frame without height gets that of the line.
    pub(crate) fn push_caption(&mut self, field: &str, paragraph: Paragraph, frame: Rect, steps: &[f32]) {
        let text = self.short_text(paragraph, frame.width, steps, 1);
        let frame = if frame.height == Px::ZERO { Rect { height: text.height(), ..frame } } else { frame };
        self.push_text(frame, text, NodeRole::Caption, Some(field));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_columns_fill_the_page_between_its_margins() {
        assert_eq!((columns(3), columns(4), columns(6), columns(12)), (400.0, 544.0, 832.0, FULL_WIDTH));
    }
}
