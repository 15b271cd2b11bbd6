//! The areas of a page: HEAD (title and subheading), BODY (content), closing line and FOOT (deck title, page number).
//!
//! Defines the coordinates that slide types share, in pixels of a page of 1920 by 1080. They are for a left-to-right
//! deck; `Sheet::rect` mirrors them for a right-to-left deck.

/// Left and right margin.
pub(crate) const MARGIN: f32 = 96.0;
/// Width between the margins.
pub(crate) const FULL_WIDTH: f32 = 1728.0;
/// Top of the title.
pub(crate) const HEAD_TOP: f32 = 80.0;
/// Width of `count` adjacent columns of the page's twelve, with the gutters between them.
pub(crate) fn columns(count: u8) -> f32 {
    146.0 * f32::from(count) - 24.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_columns_fill_the_page_between_its_margins() {
        assert_eq!((columns(3), columns(4), columns(6), columns(12)), (414.0, 560.0, 852.0, FULL_WIDTH));
    }
}
