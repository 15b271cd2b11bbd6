//! The logo: that of the deck or the organization, or the theme's wordmark as text.

use deck::LogoPlacement;
use scene::{Align, AltText, Node, NodeKind, NodeRole, Px, Rect, VerticalAlign};

use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Frame of the small logo: x, y, width, height.
const CORNER: (f32, f32, f32, f32) = (1648.0, 64.0, 160.0, 64.0);
/// Space between a logo and the edges of the plate behind it.
const PLATE: f32 = 16.0;
/// Largest font size of a wordmark.
const WORDMARK: f32 = 320.0;
/// Alternative text of a logo without a wordmark; the word is the same in most languages.
const LOGO_ALT: &str = "Logo";

impl Sheet<'_> {
    /// Creates the logo in a frame with an alignment. Returns `None` when there is neither logo nor wordmark.
    pub(crate) fn logo(&mut self, frame: Rect, align: Align) -> Option<Node> {
        let deck_logo = self.context.logo.filter(|_| !self.look.locks.logo);
        let picture = deck_logo.or(self.look.logo.as_deref()).and_then(|source| {
            let picture = self.picture("slideLogo", source, frame, Fit::Contain, (50.0, 50.0))?;
            let free = frame.width - picture.frame.width;
            let x = match align {
                Align::Left => frame.x,
                Align::Center => frame.x + free / 2.0,
                Align::Right => frame.x + free,
            };
            let alt = self.look.wordmark.clone().unwrap_or_else(|| LOGO_ALT.to_owned());
            Some(Node { frame: Rect { x, ..picture.frame }, role: NodeRole::Logo, alt: AltText::Text(alt), ..picture })
        });
        picture.or_else(|| self.wordmark(frame, align))
    }

    /// Creates the theme's wordmark as large as the frame allows. Returns `None` when the theme has none.
    fn wordmark(&mut self, frame: Rect, align: Align) -> Option<Node> {
        let words = self.look.wordmark.as_deref()?;
        let pen = self.heading().size(WORDMARK).leading(1.1).align(align);
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(words)]);
        let scale_by_width = frame.width / (block.natural_width(self.typesetter, 1.0) + Px(2.0));
        let scale_by_height = frame.height / Px(WORDMARK * 1.1);
        let scale = scale_by_width.min(scale_by_height).clamp(20.0 / WORDMARK, 1.0);
        let mut text =
            block.text(self.typesetter, BlockOptions { width: frame.width, scale, gap: 1.0 }, Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        let height = text.height().min(frame.height);
        let frame = Rect { y: frame.y + (frame.height - height) / 2.0, height, ..frame };
        Some(self.text_node(frame, text, NodeRole::Logo, None))
    }

    /// Whether the slide shows the small logo: because the slide asks for it, or because the theme locks logos and has
    /// one.
    pub(crate) fn wants_corner_logo(&self) -> bool {
        let slide_type = self.registry.by_key(&self.slide.key);
        let draws_own_logo = slide_type.is_some_and(|slide_type| slide_type.logo == LogoPlacement::Own);
        let has_any = self.context.logo.is_some() || self.look.logo.is_some() || self.look.wordmark.is_some();
        if self.look.locks.logo {
            return self.look.logo.is_some() && !draws_own_logo;
        }
        let is_placed_by_field = slide_type
            .and_then(|slide_type| slide_type.logo_field.as_deref())
            .is_some_and(|field| !self.text(field).is_empty());
        self.text("slideLogo") == "top-right" && has_any && !is_placed_by_field
    }

    /// Draws the small logo in the upper right corner, if the slide has one.
    pub(crate) fn draw_corner_logo(&mut self) {
        if !self.has_corner_logo {
            return;
        }
        let (x, y, width, height) = CORNER;
        let frame = self.rect(x, y, width, height);
        let logo = self.logo(frame, self.end_align());
        self.push_logo(logo);
    }

    /// Adds a logo to the slide, if there is one. A dark logo on a dark page gets a light plate behind it.
    pub(crate) fn push_logo(&mut self, logo: Option<Node>) {
        let Some(logo) = logo else { return };
        let is_dark = matches!(&logo.kind, NodeKind::Picture(picture) if self.is_dark_picture(&picture.source.0));
        if let Some(role) = self.surface.ground.light_plate(self.look).filter(|_| is_dark) {
            let radius = Px(12.0).min(self.look.radius);
            let plate = Sheet::shape(logo.frame.inset(Px(-PLATE)), role.into(), radius);
            self.nodes.push(Node { role: NodeRole::Plate, ..plate });
        }
        self.nodes.push(logo);
    }

    /// Whether a picture has dark areas on a mostly light background. Transparent areas count as white.
    fn is_dark_picture(&self, source: &str) -> bool {
        let Some(facts) = self.pictures.facts(source) else { return false };
        let cells = || facts.light.iter().flatten().map(|light| u32::from(*light));
        let mean = cells().sum::<u32>() / 144;
        cells().min().is_some_and(|darkest| darkest < 140) && mean > 110
    }

    /// Whether the logo of a title slide is in the corner at the end side (true) or at the start side (false); `None`
    /// when the slide has no logo.
    pub(crate) fn title_logo_at_end(&self) -> Option<bool> {
        match self.text("logoCorner") {
            // The theme decides; the slide's choice is ignored.
            _ if self.look.locks.logo => self.look.logo.as_ref().map(|_| false),
            "" => None,
            corner => Some(corner == "right"),
        }
    }

    /// Draws the logo in a box given for a left-to-right deck (left edge, top, width, height), aligned to its start,
    /// middle or end.
    pub(crate) fn draw_logo(&mut self, (x, y, width, height): (f32, f32, f32, f32), align: Align) {
        let frame = self.rect(x, y, width, height);
        let logo = self.logo(frame, align);
        self.push_logo(logo);
    }
}
