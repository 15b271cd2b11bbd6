//! Facts about pictures, and what part of one fills a box.
//!
//! Layout sees no pixel: whoever stored a picture says how large and how bright it is.

use std::collections::HashMap;

use scene::{Crop, Px, Rect};

/// What is known of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Mean brightness of its parts, row by row: 0 is black, 255 white.
    pub light: [[u8; 8]; 8],
}

/// The pictures of a deck by their address in it. What is not here cannot be drawn.
#[derive(Debug, Clone, Default)]
pub struct Pictures(pub HashMap<String, PictureFacts>);

/// How a picture fills a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It fills the box; what is too much is cropped.
    Cover,
    /// It is shown whole, in the middle of the box.
    Contain,
}

impl Pictures {
    /// What is known of a picture that can be drawn.
    pub(crate) fn facts(&self, source: &str) -> Option<&PictureFacts> {
        self.0.get(source).filter(|facts| facts.width > 0 && facts.height > 0)
    }
}

impl PictureFacts {
    /// Width by height.
    #[expect(clippy::cast_precision_loss, reason = "a picture has fewer pixels than a float can count")]
    pub(crate) fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }

    /// The box that a picture takes of the one it is given, and the part of it that is shown there. The focus is in
    /// percent from the left and from above.
    pub(crate) fn placed(&self, frame: Rect, fit: Fit, focus: (f32, f32)) -> (Rect, Crop) {
        let own = self.aspect();
        let wanted = frame.width / frame.height.max(Px(1.0));
        match fit {
            Fit::Contain => {
                let (width, height) =
                    if own > wanted { (frame.width, frame.width / own) } else { (frame.height * own, frame.height) };
                let placed = Rect {
                    x: frame.x + (frame.width - width) / 2.0,
                    y: frame.y + (frame.height - height) / 2.0,
                    width,
                    height,
                };
                (placed, Crop::WHOLE)
            }
            Fit::Cover => {
                let (across, down) = if own > wanted { (wanted / own, 1.0) } else { (1.0, own / wanted) };
                let start = |focus: f32, share: f32| (focus / 100.0 - share / 2.0).clamp(0.0, 1.0 - share);
                let (left, top) = (start(focus.0, across), start(focus.1, down));
                let crop = Crop { left, top, right: left + across, bottom: top + down };
                (frame, crop)
            }
        }
    }

    /// Mean brightness and how far its parts stray from it, both 0 to 1.
    pub(crate) fn brightness(&self) -> (f32, f32) {
        let parts: Vec<f32> = self.light.iter().flatten().map(|part| f32::from(*part) / 255.0).collect();
        let count = 64.0;
        let mean = parts.iter().sum::<f32>() / count;
        let spread = (parts.iter().map(|part| (part - mean).powi(2)).sum::<f32>() / count).sqrt();
        (mean, spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: (u32, u32), fit: Fit, focus: (f32, f32)) -> String {
        let facts = PictureFacts { width: size.0, height: size.1, light: [[0; 8]; 8] };
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
