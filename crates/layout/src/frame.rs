//! The areas of a page: HEAD (title and subheading), BODY (content), closing line and FOOT (deck title, page number).
//!
//! Holds the coordinates that slide types share. Coordinates are for a
//! left-to-right deck; [`Sheet::rect`] mirrors them for a right-to-left deck.

use scene::{NodeRole, Paragraph, Px, Rect};

use crate::head::PageOptions;
use crate::sheet::Sheet;

/// Left and right margin.
pub(crate) const MARGIN: f32 = 96.0;
/// Width between the margins.
pub(crate) const FULL_WIDTH: f32 = 1728.0;
/// Top of the title.
pub(crate) const HEAD_TOP: f32 = 80.0;
/// Top of BODY without HEAD, and the minimum with HEAD.
pub(crate) const BODY_TOP: (f32, f32) = (96.0, 206.0);
/// Bottom of BODY, without and with a closing line.
pub(crate) const BODY_BOTTOM: (f32, f32) = (984.0, 912.0);
/// Padding of a plate.
pub(crate) const PLATE_PADDING: f32 = 40.0;

/// Font sizes of a closing line.
const CLOSING: [f32; 3] = [28.0, 26.0, 24.0];

/// Width of a number of the page's twelve columns, with the gutters between them.
pub(crate) fn columns(count: u8) -> f32 {
    146.0 * f32::from(count) - 24.0
}

impl Sheet<'_> {
    /// Draws HEAD from the fields `title` and `subheading` over the whole width and returns the top of BODY.
    pub(crate) fn draw_head(&mut self) -> Px {
        Px(self.open_page(PageOptions { folds_rail: true, ..PageOptions::default() }).top)
    }

    /// Bottom of BODY, for a type with a closing line in a field.
    pub(crate) fn body_bottom(&self, field: &str) -> Px {
        Px(if self.text(field).is_empty() { BODY_BOTTOM.0 } else { BODY_BOTTOM.1 })
    }

    /// Draws HEAD from a single field, such as a long question, and returns the top of BODY.
    pub(crate) fn draw_head_from(&mut self, field: &str) -> Px {
        let options =
            PageOptions { title: field, support: "", most_lines: 4, folds_rail: true, ..PageOptions::default() };
        Px(self.open_page(options).top)
    }

    /// Draws a closing line from a field and returns the bottom of BODY.
    pub(crate) fn draw_closing(&mut self, field: &str) -> Px {
        let bottom = self.body_bottom(field);
        if self.text(field).is_empty() {
            return bottom;
        }
        let pen = self.body().size(CLOSING[0]).color(self.surface.muted);
        let high = pen.clone().leading(48.0 / CLOSING[0]);
        let one = self.short_text(high.plain(self.text(field)), Px(FULL_WIDTH), &CLOSING, 1);
        if !one.truncated {
            let frame = self.rect(MARGIN, 930.0, FULL_WIDTH, 48.0);
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
        assert_eq!((columns(3), columns(4), columns(6), columns(12)), (414.0, 560.0, 852.0, FULL_WIDTH));
    }
}
