//! Draws sanitised pictures with resvg.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, FontResolver, ImageHrefResolver, Options, Tree, fontdb};

use super::sanitise::Copied;
use super::{cost, work};
use crate::error::guarded;
use crate::{Error, MAX_PIXELS, Pixels};

/// The longer side of a picture that fills a slide.
const USUAL_SIDE: u32 = 1920;

/// A picture parsed and ready to draw.
pub(crate) struct Drawing {
    text: String,
    tree: Tree,
}

impl Drawing {
    /// Judges and parses.
    pub(crate) fn new(copy: Copied, fonts: &[&[u8]]) -> Result<Self, Error> {
        let text = copy.text;
        cost::judge(&text)?;
        let tree = guarded(|| Tree::from_str(&text, &options(fonts)).map_err(Error::broken))?;
        Ok(Self { text, tree })
    }

    /// Its own size in whole pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        let size = self.tree.size();
        (whole(size.width()), whole(size.height()))
    }

    pub(crate) fn pixels(&self, max_side: Option<u32>) -> Result<Pixels, Error> {
        let (width, height, scale) = self.canvas(max_side)?;
        work::judge(&self.tree, width, height, scale)?;
        guarded(|| {
            let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Error::broken("it has no size"))?;
            resvg::render(&self.tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
            let rgba = pixmap.take_demultiplied();
            Pixels::new(width, height, rgba).ok_or_else(|| Error::broken("it has no size"))
        })
    }

    /// Whether it can be drawn at a usual size within bounds.
    pub(crate) fn judge(&self) -> Result<(), Error> {
        let (width, height, scale) = self.canvas(Some(USUAL_SIDE))?;
        work::judge(&self.tree, width, height, scale)
    }

    /// The sanitised text it was parsed from.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The picture as it was parsed.
    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }

    fn canvas(&self, max_side: Option<u32>) -> Result<(u32, u32, f32), Error> {
        let size = self.tree.size();
        #[expect(clippy::cast_precision_loss, reason = "a side of a picture is far below 2^24")]
        let scale = max_side.map_or(1.0, |side| side.max(1) as f32 / size.width().max(size.height()));
        let (width, height) = (whole(size.width() * scale), whole(size.height() * scale));
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(Error::TooLarge(format!("{width} x {height} pixels")));
        }
        Ok((width, height, scale))
    }
}

/// Whole pixels, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates, as it should")]
fn whole(length: f32) -> u32 {
    (length.round() as u32).max(1)
}

fn options(fonts: &[&[u8]]) -> Options<'static> {
    let mut known = fontdb::Database::new();
    for font in fonts {
        known.load_font_data(font.to_vec());
    }
    let first = known.faces().next().map(|face| face.id);
    let family = known.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
    if let Some(family) = &family {
        known.set_serif_family(family);
        known.set_sans_serif_family(family);
        known.set_cursive_family(family);
        known.set_fantasy_family(family);
        known.set_monospace_family(family);
    }
    let named = FontResolver::default_font_selector();
    Options {
        font_family: family.unwrap_or_default(),
        fontdb: Arc::new(known),
        // A font that is not there gives way to the first that is.
        font_resolver: FontResolver {
            select_font: Box::new(move |font, known| named(font, known).or(first)),
            select_fallback: FontResolver::default_fallback_selector(),
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|media, bytes, _| match media {
                "image/png" => Some(usvg::ImageKind::PNG(bytes)),
                "image/jpeg" | "image/jpg" => Some(usvg::ImageKind::JPEG(bytes)),
                "image/gif" => Some(usvg::ImageKind::GIF(bytes)),
                "image/webp" => Some(usvg::ImageKind::WEBP(bytes)),
                _ => None,
            }),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}
