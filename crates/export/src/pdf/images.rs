//! The pictures of a file, each written once, however often it is drawn.

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
use crate::{ExportInput, Extent, PictureCache, extents, png};

/// Pixels of a picture for each pixel of the canvas: 216 per inch on a sheet that a slide fills.
const PIXEL_SCALE: f32 = 1.5;

/// The pictures of a file.
pub(super) struct Images<'a> {
    input: ExportInput<'a>,
    cache: &'a PictureCache,
    /// Pictures that krilla rejected in an earlier attempt. They are left out.
    broken: &'a HashSet<PictureId>,
    extents: HashMap<&'a PictureId, Extent>,
    pictures: HashMap<PictureId, Option<Drawable>>,
    shadows: HashMap<ShadowKey, Option<(Image, scene::Rect)>>,
    /// The raster pictures. A location is an index into them plus one.
    located: Vec<PictureId>,
}

/// A picture as krilla draws it.
#[derive(Clone)]
pub(super) enum Drawable {
    /// Pixels, and the location by which a krilla error identifies them.
    Pixels(Image, NonZeroU64),
    /// A vector drawing with its width and height.
    Vectors(Graphic, f32, f32),
}

/// Size, radius, blur and opacity as bits, and the colour: boxes with the same key have the same shadow.
type ShadowKey = ([u32; 5], [u8; 3]);

impl<'a> Images<'a> {
    pub(super) fn new(input: ExportInput<'a>, cache: &'a PictureCache, broken: &'a HashSet<PictureId>) -> Images<'a> {
        Images {
            input,
            cache,
            broken,
            extents: extents(input.document, PIXEL_SCALE),
            pictures: HashMap::new(),
            shadows: HashMap::new(),
            located: Vec::new(),
        }
    }

    /// The picture that a krilla error at `location` is about.
    pub(super) fn at(&self, location: NonZeroU64) -> &PictureId {
        let index = usize::try_from(location.get() - 1).unwrap_or(usize::MAX);
        self.located.get(index).expect("locations are positions in this list")
    }

    /// A picture, or `None` when it is not available or broken.
    pub(super) fn picture(&mut self, surface: &mut Surface<'_>, picture: &PictureId) -> Option<Drawable> {
        if let Some(drawable) = self.pictures.get(picture) {
            return drawable.clone();
        }
        let drawable = if self.broken.contains(picture) { None } else { self.read(surface, picture) };
        self.pictures.insert(picture.clone(), drawable.clone());
        drawable
    }

    /// Reads a picture in the form in which krilla draws it, or `None` when it is not available or cannot be read.
    fn read(&mut self, surface: &mut Surface<'_>, picture: &PictureId) -> Option<Drawable> {
        let source = self.input.pictures.bytes(picture)?;
        if imaging::kind_of(&source)? == PictureKind::Svg {
            return vectors(surface, &source, &svg_fonts(self.input.document));
        }
        let extent = self.extents.get(picture).copied()?;
        let prepared = self.cache.raster(self.input.document, &source, extent)?;
        let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(prepared.bytes);
        let image = match prepared.kind {
            PictureKind::Jpeg => Image::from_jpeg(Data::from(bytes), true),
            _ => Image::from_png(Data::from(bytes), true),
        };
        self.located.push(picture.clone());
        let location = NonZeroU64::new(self.located.len() as u64)?;
        Some(Drawable::Pixels(image.ok()?, location))
    }

    /// The shadow of an outline as a picture, and its frame.
    pub(super) fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink) -> Option<(Image, scene::Rect)> {
        let Outline::Box(frame, radius) = outline else {
            return blurred(outline, shadow, ink);
        };
        let lengths = [frame.width, frame.height, *radius, shadow.blur, Px(ink.alpha)].map(|length| length.0.to_bits());
        let key = (lengths, [ink.rgb.red, ink.rgb.green, ink.rgb.blue]);
        // Boxes of the same size share a picture, wherever they are.
        let at_zero = Outline::Box(scene::Rect { x: Px::ZERO, y: Px::ZERO, ..*frame }, *radius);
        let shared =
            self.shadows.entry(key).or_insert_with(|| blurred(&at_zero, Shadow { down: Px::ZERO, ..shadow }, ink));
        shared.clone().map(|(image, shadow_frame)| (image, shadow_frame.moved(frame.x, frame.y + shadow.down)))
    }
}

/// A blurred shadow as a picture with its frame, or `None` when it cannot be drawn.
fn blurred(outline: &Outline, shadow: Shadow, ink: Ink) -> Option<(Image, scene::Rect)> {
    let (pixmap, frame) = png::shadow(outline, shadow, ink)?;
    let pixels = pixmap.data_as_u8_slice();
    let color = [ink.rgb.red, ink.rgb.green, ink.rgb.blue].repeat(pixels.len() / 4);
    let alpha = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
    let size = (u32::from(pixmap.width()), u32::from(pixmap.height()));
    let image = Image::from_custom(ShadowImage { color: color.into(), alpha, size }, true);
    Some((image.ok()?, frame))
}

/// A shadow: one colour, with an opacity for each pixel.
#[derive(Clone, Hash)]
struct ShadowImage {
    color: Arc<[u8]>,
    alpha: Arc<[u8]>,
    size: (u32, u32),
}

impl CustomImage for ShadowImage {
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

/// An SVG as a vector drawing that the file contains once. `None` when it cannot be parsed.
fn vectors(surface: &mut Surface<'_>, source: &[u8], fonts: &[&[u8]]) -> Option<Drawable> {
    let tree = imaging::svg::tree(source, fonts).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let mut builder = surface.stream_builder();
    let mut inner = builder.surface();
    // Text becomes outlines: its content is in the alternative text of the picture.
    let settings = SvgSettings { embed_text: false, filter_scale: 2.0 };
    let drawn = inner.draw_svg(&tree, Size::from_wh(width, height)?, settings);
    inner.finish();
    drawn?;
    Some(Drawable::Vectors(Graphic::new(builder.finish(), false), width, height))
}
