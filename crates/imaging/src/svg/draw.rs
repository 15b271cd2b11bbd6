//! Draws sanitised pictures with resvg.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, FontResolver, ImageHrefResolver, Options, Tree, fontdb};

use super::sanitise::SanitisedSvg;
use super::{cost, work};
use crate::error::guarded;
use crate::{Error, MAX_PIXELS, Pixels};

/// The longer side of a picture that fills a slide, in pixels.
const USUAL_SIDE: u32 = 1920;

/// A parsed picture, ready to be drawn.
pub(crate) struct Drawing {
    text: String,
    tree: Tree,
}

impl Drawing {
    /// Parses a sanitised picture. Fails when its references expand too far or it cannot be parsed.
    pub(crate) fn new(sanitised: SanitisedSvg, fonts: &[&[u8]]) -> Result<Self, Error> {
        let text = sanitised.text;
        cost::check(&text)?;
        let tree = guarded(|| Tree::from_str(&text, &options(fonts)).map_err(Error::broken))?;
        Ok(Self { text, tree })
    }

    /// The size of the picture in whole pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        let size = self.tree.size();
        (whole_pixels(size.width()), whole_pixels(size.height()))
    }

    /// The picture drawn with `max_side` pixels on its longer side, or at its own size.
    pub(crate) fn pixels(&self, max_side: Option<u32>) -> Result<Pixels, Error> {
        let (width, height, scale) = self.canvas(max_side)?;
        work::check(&self.tree, width, height, scale)?;
        guarded(|| {
            let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Error::broken("it has no size"))?;
            resvg::render(&self.tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
            let rgba = pixmap.take_demultiplied();
            Pixels::new(width, height, rgba).ok_or_else(|| Error::broken("it has no size"))
        })
    }

    /// Fails when drawing the picture at the size of a slide takes too long or too much memory.
    pub(crate) fn check_usual_size(&self) -> Result<(), Error> {
        let (width, height, scale) = self.canvas(Some(USUAL_SIDE))?;
        work::check(&self.tree, width, height, scale)
    }

    /// The sanitised text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The parsed tree.
    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }

    /// The width and height of the canvas in pixels, and the scale from user units to pixels. Fails when the canvas has
    /// too many pixels.
    fn canvas(&self, max_side: Option<u32>) -> Result<(u32, u32, f32), Error> {
        let size = self.tree.size();
        #[expect(clippy::cast_precision_loss, reason = "a side of a picture is far below 2^24")]
        let scale = max_side.map_or(1.0, |side| side.max(1) as f32 / size.width().max(size.height()));
        let (width, height) = (whole_pixels(size.width() * scale), whole_pixels(size.height() * scale));
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(Error::TooLarge(format!("{width} x {height} pixels")));
        }
        Ok((width, height, scale))
    }
}

/// A length in whole pixels, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn whole_pixels(length: f32) -> u32 {
    (length.round() as u32).max(1)
}

fn options(fonts: &[&[u8]]) -> Options<'static> {
    let mut database = fontdb::Database::new();
    for font in fonts {
        database.load_font_data(font.to_vec());
    }
    let first = database.faces().next().map(|face| face.id);
    let family = database.faces().next().and_then(|face| face.families.first().map(|(name, _)| name.clone()));
    if let Some(family) = &family {
        database.set_serif_family(family);
        database.set_sans_serif_family(family);
        database.set_cursive_family(family);
        database.set_fantasy_family(family);
        database.set_monospace_family(family);
    }
    let by_name = FontResolver::default_font_selector();
    Options {
        font_family: family.unwrap_or_default(),
        fontdb: Arc::new(database),
        // The first font replaces a missing one.
        font_resolver: FontResolver {
            select_font: Box::new(move |font, database| by_name(font, database).or(first)),
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
