//! The logo: that of the deck or of the organization, else the word mark of the theme.

use scene::{Align, Alt, Anchor, Node, Px, Rect, Role};

use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{Block, Setting};

/// Where the small logo stands.
const CORNER: (f32, f32, f32, f32) = (1648.0, 64.0, 160.0, 64.0);
/// The largest size of a word mark.
const WORDMARK: f32 = 88.0;
/// What a logo says to people who cannot see it; the word is the same in most languages.
const SAID: &str = "Logo";

impl Sheet<'_> {
    /// The logo contained in a box and aligned there; nothing when there is none.
    pub(crate) fn logo(&mut self, frame: Rect, align: Align) -> Option<Node> {
        let own = self.place.logo.filter(|_| !self.look.locks.logo);
        let picture = own.or(self.look.logo.as_deref()).and_then(|source| {
            let picture = self.picture("slideLogo", source, frame, Fit::Contain, (50.0, 50.0))?;
            let free = frame.width - picture.frame.width;
            let x = match align {
                Align::Left => frame.x,
                Align::Center => frame.x + free / 2.0,
                Align::Right => frame.x + free,
            };
            let said = self.look.wordmark.clone().unwrap_or_else(|| SAID.to_owned());
            Some(Node { frame: Rect { x, ..picture.frame }, role: Role::Logo, alt: Alt::Text(said), ..picture })
        });
        picture.or_else(|| self.wordmark(frame, align))
    }

    /// The word mark of the theme as large as a box allows; nothing when the theme has none.
    fn wordmark(&mut self, frame: Rect, align: Align) -> Option<Node> {
        let words = self.look.wordmark.as_deref()?;
        let color = if self.is_on_block(frame, self.surface.ground) {
            Ground::Accent.surface(self.look).text
        } else {
            self.surface.text
        };
        let pen = self.heading().size(WORDMARK).leading(1.1).color(color).align(align);
        let mut block = Block::new(self.set, vec![pen.plain(words)]);
        let wide = frame.width / (block.natural_width(self.set, 1.0) + Px(2.0));
        let high = frame.height / Px(WORDMARK * 1.1);
        let scale = wide.min(high).clamp(20.0 / WORDMARK, 1.0);
        let mut text = block.text(self.set, Setting { width: frame.width, scale, gap: 1.0 }, Px(f32::MAX), 1);
        text.anchor = Anchor::Middle;
        let height = text.height().min(frame.height);
        let frame = Rect { y: frame.y + (frame.height - height) / 2.0, height, ..frame };
        Some(self.text_node(frame, text, Role::Logo, None))
    }

    /// Whether the slide shows the small logo: because it says so, or because the theme decides and has one.
    pub(crate) fn wants_corner_logo(&self) -> bool {
        let has_own_place = matches!(self.slide.key.as_str(), "title-slide" | "payoff-slide");
        let has_any = self.place.logo.is_some() || self.look.logo.is_some() || self.look.wordmark.is_some();
        if self.look.locks.logo {
            return self.look.logo.is_some() && !has_own_place;
        }
        let in_own_place = self.slide.key == "title-slide" && !self.said("logoCorner").is_empty();
        self.said("slideLogo") == "top-right" && has_any && !in_own_place
    }

    /// Draws the small logo in the upper right corner.
    pub(crate) fn corner_logo(&mut self) {
        if !self.has_corner_logo {
            return;
        }
        let (x, y, width, height) = CORNER;
        let frame = self.rect(x, y, width, height);
        let end = if self.direction.is_right_to_left() { Align::Left } else { Align::Right };
        let logo = self.logo(frame, end);
        self.nodes.extend(logo);
    }

    /// Draws the logo of a title slide in the corner it names.
    pub(crate) fn title_logo(&mut self) {
        let corner = match self.said("logoCorner") {
            // The theme decides, and the slide is not asked.
            _ if self.look.locks.logo => self.look.logo.as_ref().map(|_| "left"),
            "" => None,
            corner => Some(corner),
        };
        let Some(corner) = corner else { return };
        let x = if corner == "right" { 1608.0 } else { 112.0 };
        let frame = self.rect(x, 72.0, 200.0, 72.0);
        let align = if frame.x > Px(960.0) { Align::Right } else { Align::Left };
        let logo = self.logo(frame, align);
        self.nodes.extend(logo);
    }
}
