//! The pictures of a file, each written once however often it is drawn.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::sync::Arc;

use imaging::PictureKind;
use krilla::Data;
use krilla::geom::Size;
use krilla::graphic::Graphic;
use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};
use krilla::surface::Surface;
use krilla_svg::{SurfaceExt, SvgSettings};
use scene::{PictureId, Px, Shadow};

use crate::paint::{Ink, Outline};
use crate::pictures::svg_fonts;
use crate::{Extent, PictureCache, Work, extents, png};

/// Pixels to one of the canvas: a picture that fills the page has 216 to the inch.
const FINENESS: f32 = 1.5;

/// The pictures of a file.
pub(super) struct Images<'a> {
    work: Work<'a>,
    cache: &'a PictureCache,
    /// Pictures that krilla could not read.
    broken: &'a HashSet<PictureId>,
    extents: HashMap<&'a PictureId, Extent>,
    known: HashMap<PictureId, Option<Drawable>>,
    shadows: HashMap<ShadowKey, Option<(Image, scene::Rect)>>,
    order: Vec<PictureId>,
}

/// A picture as krilla draws it.
#[derive(Clone)]
pub(super) enum Drawable {
    /// Pixels, and the mark that a fault in them carries.
    Pixels(Image, NonZeroU64),
    /// A drawing and its own size.
    Vectors(Graphic, f32, f32),
}

/// What makes two shadows one: size and corners, softness and ink.
type ShadowKey = ([u32; 5], [u8; 3]);

impl<'a> Images<'a> {
    pub(super) fn new(work: Work<'a>, cache: &'a PictureCache, broken: &'a HashSet<PictureId>) -> Images<'a> {
        Images {
            work,
            cache,
            broken,
            extents: extents(work.document, FINENESS),
            known: HashMap::new(),
            shadows: HashMap::new(),
            order: Vec::new(),
        }
    }

    /// The picture that a mark belongs to.
    pub(super) fn at(&self, mark: NonZeroU64) -> &PictureId {
        let index = usize::try_from(mark.get() - 1).unwrap_or(usize::MAX);
        self.order.get(index).expect("marks are made from places in the list")
    }

    /// A picture; nothing when it cannot be had.
    pub(super) fn picture(&mut self, surface: &mut Surface<'_>, picture: &PictureId) -> Option<Drawable> {
        if let Some(known) = self.known.get(picture) {
            return known.clone();
        }
        let made = if self.broken.contains(picture) { None } else { self.read(surface, picture) };
        self.known.insert(picture.clone(), made.clone());
        made
    }

    fn read(&mut self, surface: &mut Surface<'_>, picture: &PictureId) -> Option<Drawable> {
        let source = self.work.pictures.bytes(picture)?;
        if imaging::kind_of(&source)? == PictureKind::Svg {
            return vectors(surface, &source, &svg_fonts(self.work.document));
        }
        let extent = self.extents.get(picture).copied()?;
        let prepared = self.cache.raster(self.work.document, &source, extent)?;
        let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(prepared.bytes);
        let image = match prepared.kind {
            PictureKind::Jpeg => Image::from_jpeg(Data::from(bytes), true),
            _ => Image::from_png(Data::from(bytes), true),
        };
        self.order.push(picture.clone());
        let mark = NonZeroU64::new(self.order.len() as u64)?;
        Some(Drawable::Pixels(image.ok()?, mark))
    }

    /// The shadow of an outline as a picture, and where it lies.
    pub(super) fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink) -> Option<(Image, scene::Rect)> {
        let Outline::Box(frame, radius) = outline else {
            return blurred(outline, shadow, ink);
        };
        let lengths = [frame.width, frame.height, *radius, shadow.blur, Px(ink.alpha)].map(|length| length.0.to_bits());
        let key = (lengths, [ink.rgb.red, ink.rgb.green, ink.rgb.blue]);
        // Boxes of one size throw one shadow, wherever they stand.
        let at_zero = Outline::Box(scene::Rect { x: Px::ZERO, y: Px::ZERO, ..*frame }, *radius);
        let known =
            self.shadows.entry(key).or_insert_with(|| blurred(&at_zero, Shadow { down: Px::ZERO, ..shadow }, ink));
        known.clone().map(|(image, place)| (image, place.moved(frame.x, frame.y + shadow.down)))
    }
}

fn blurred(outline: &Outline, shadow: Shadow, ink: Ink) -> Option<(Image, scene::Rect)> {
    let (pixmap, place) = png::shadow(outline, shadow, ink)?;
    let pixels = pixmap.data_as_u8_slice();
    let color = [ink.rgb.red, ink.rgb.green, ink.rgb.blue].repeat(pixels.len() / 4);
    let alpha = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
    let size = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let image = Image::from_custom(Blur { color: color.into(), alpha, size }, true);
    Some((image.ok()?, place))
}

/// A blur: one colour, and its opacity pixel by pixel.
#[derive(Clone, Hash)]
struct Blur {
    color: Arc<[u8]>,
    alpha: Arc<[u8]>,
    size: (u32, u32),
}

impl CustomImage for Blur {
    fn color_channel(&self) -> &[u8] {
        &self.color
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        Some(&self.alpha)
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        BitsPerComponent::Eight
    }

    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        ImageColorspace::Rgb
    }
}

/// An SVG as a drawing that can be repeated.
fn vectors(surface: &mut Surface<'_>, source: &[u8], fonts: &[&[u8]]) -> Option<Drawable> {
    let tree = imaging::svg::tree(source, fonts).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let mut builder = surface.stream_builder();
    let mut inner = builder.surface();
    // Its words are drawn as forms: what they say is in the alt text of the picture.
    let settings = SvgSettings { embed_text: false, filter_scale: 2.0 };
    let drawn = inner.draw_svg(&tree, Size::from_wh(width, height)?, settings);
    inner.finish();
    drawn?;
    Some(Drawable::Vectors(Graphic::new(builder.finish(), false), width, height))
}
