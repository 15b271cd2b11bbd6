//! Facts about pictures, and how a picture fills a box.
//!
//! Layout decodes no picture: the caller passes the size and brightness that were measured at upload.

use std::collections::HashMap;

use scene::{Crop, Px, Rect};

/// Size and brightness of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Mean brightness of the cells of a 16 by 9 grid, row by row: 0 is black, 255 white.
    pub light: [[u8; 16]; 9],
}

/// The pictures of a deck by their address. A picture that is not listed cannot be drawn.
#[derive(Debug, Clone, Default)]
pub struct Pictures(pub HashMap<String, PictureFacts>);

/// How a picture fills a box, as in the CSS property `object-fit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It fills the box and is cropped.
    Cover,
    /// It is shown whole, in the middle of the box.
    Contain,
}

impl Pictures {
    /// The facts of a picture; `None` if it is not listed or cannot be drawn.
    pub(crate) fn facts(&self, source: &str) -> Option<&PictureFacts> {
        self.0.get(source).filter(|facts| facts.width > 0 && facts.height > 0)
    }
}

impl PictureFacts {
    /// Aspect ratio: width divided by height.
    #[expect(clippy::cast_precision_loss, reason = "a picture has fewer pixels than a float can count")]
    pub(crate) fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }

    /// The part of the frame that the picture covers, and the part of the picture shown there. The focus point is in
    /// percent from the left and the top.
    pub(crate) fn placed(&self, frame: Rect, fit: Fit, focus: (f32, f32)) -> (Rect, Crop) {
        let aspect = self.aspect();
        let wanted = frame.width / frame.height.max(Px(1.0));
        match fit {
            Fit::Contain => {
                let (width, height) = if aspect > wanted {
                    (frame.width, frame.width / aspect)
                } else {
                    (frame.height * aspect, frame.height)
                };
                let placed = Rect {
                    x: frame.x + (frame.width - width) / 2.0,
                    y: frame.y + (frame.height - height) / 2.0,
                    width,
                    height,
                };
                (placed, Crop::WHOLE)
            }
            Fit::Cover => {
                let (across, down) = if aspect > wanted { (wanted / aspect, 1.0) } else { (1.0, aspect / wanted) };
                let start = |focus: f32, share: f32| (focus / 100.0 - share / 2.0).clamp(0.0, 1.0 - share);
                let (left, top) = (start(focus.0, across), start(focus.1, down));
                let crop = Crop { left, top, right: left + across, bottom: top + down };
                (frame, crop)
            }
        }
    }

    /// The cells of the brightness grid at their position on the page, for a picture with this frame and crop. Cropped
    /// cells lie outside the frame.
    pub(crate) fn cells(&self, frame: Rect, crop: Crop) -> impl Iterator<Item = (Rect, u8)> {
        let whole = Rect {
            x: frame.x - frame.width * (crop.left / (crop.right - crop.left)),
            y: frame.y - frame.height * (crop.top / (crop.bottom - crop.top)),
            width: frame.width / (crop.right - crop.left),
            height: frame.height / (crop.bottom - crop.top),
        };
        let rows = (0_u8..).zip(self.light);
        rows.flat_map(move |(row, lights)| {
            (0_u8..).zip(lights).map(move |(column, light)| {
                let (width, height) = (whole.width / 16.0, whole.height / 9.0);
                let (x, y) = (whole.x + width * f32::from(column), whole.y + height * f32::from(row));
                (Rect { x, y, width, height }, light)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: (u32, u32), fit: Fit, focus: (f32, f32)) -> String {
        let facts = PictureFacts { width: size.0, height: size.1, light: [[0; 16]; 9] };
        let (frame, crop) = facts.placed(Rect::new(100.0, 100.0, 800.0, 400.0), fit, focus);
        let percent = |share: f32| (share * 100.0).round();
        let edges = [crop.left, crop.top, crop.right, crop.bottom].map(percent);
        format!("{frame} of {edges:?}")
    }

    #[test]
    fn cover_crops_around_the_focus() {
        let middle = (50.0, 50.0);
        assert_eq!(check((1600, 800), Fit::Cover, middle), "100,100 800x400 of [0.0, 0.0, 100.0, 100.0]");
        assert_eq!(check((1000, 1000), Fit::Cover, middle), "100,100 800x400 of [0.0, 25.0, 100.0, 75.0]");
        assert_eq!(check((1000, 1000), Fit::Cover, (50.0, 5.0)), "100,100 800x400 of [0.0, 0.0, 100.0, 50.0]");
        assert_eq!(check((4000, 1000), Fit::Cover, (100.0, 0.0)), "100,100 800x400 of [50.0, 0.0, 100.0, 100.0]");
    }

    #[test]
    fn contain_shows_the_whole_picture_in_the_middle() {
        assert_eq!(check((500, 500), Fit::Contain, (0.0, 0.0)), "300,100 400x400 of [0.0, 0.0, 100.0, 100.0]");
        assert_eq!(check((4000, 500), Fit::Contain, (0.0, 0.0)), "100,250 800x100 of [0.0, 0.0, 100.0, 100.0]");
    }
}
