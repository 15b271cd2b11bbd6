//! The pictures of a document, prepared at the size they are drawn.
//!
//! A file contains each picture once: unchanged if it is not much larger than it is drawn, otherwise scaled down to the
//! size at which it is drawn. Prepared pictures are cached, because the same pictures are drawn again and again; the
//! caller owns the cache.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::sync::Arc;

use imaging::{PictureKind, Pixels, PngLevel};
use scene::{Crop, Document, Node, NodeKind, Picture, PictureId, Rect};
use vello_cpu::peniko::ImageAlphaType;
use vello_cpu::{PixelMetadata, Pixmap};

use crate::cache::ByteCache;

/// Quality of encoded JPEGs, 1 to 100.
const JPEG_QUALITY: u8 = 88;

/// The longest side of a prepared picture in pixels, however small the visible part of it is.
const MAX_SIDE: f32 = 8192.0;

/// Returns the bytes of pictures, sounds and videos. An exporter reads each file once, one after the other.
pub trait PictureSource: Sync {
    /// The bytes of a picture: PNG, JPEG, GIF, WebP or SVG. `None` when it is not available.
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>>;

    /// A reader of an uploaded sound or video, which may be too large to load into memory. `None` when it is not
    /// available.
    fn media(&self, _address: &str) -> Option<Box<dyn Read + '_>> {
        None
    }
}

/// The size in pixels at which a whole picture is drawn, its cropped parts included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Extent {
    /// The extent of a picture in a frame, at `scale` pixels for each pixel of the canvas.
    pub fn of(picture: &Picture, frame: Rect, scale: f32) -> Extent {
        let Crop { left, top, right, bottom } = picture.crop;
        Extent {
            width: rounded(frame.width.0 * scale / (right - left).max(f32::EPSILON)),
            height: rounded(frame.height.0 * scale / (bottom - top).max(f32::EPSILON)),
        }
    }

    /// The smallest extent that contains both.
    #[must_use]
    pub fn union(self, other: Extent) -> Extent {
        Extent { width: self.width.max(other.width), height: self.height.max(other.height) }
    }
}

/// The pictures of a document and the largest extent of each, at `scale` pixels for each pixel of the canvas.
pub fn extents(document: &Document, scale: f32) -> HashMap<&PictureId, Extent> {
    let mut extents = HashMap::new();
    for page in &document.pages {
        page.painted().for_each(|node| add_extents(node, scale, &mut extents));
    }
    extents
}

fn add_extents<'a>(node: &'a Node, scale: f32, extents: &mut HashMap<&'a PictureId, Extent>) {
    let inner = match &node.kind {
        NodeKind::Picture(picture) => {
            let extent = Extent::of(picture, node.frame, scale);
            extents.entry(&picture.source).and_modify(|known| *known = known.union(extent)).or_insert(extent);
            return;
        }
        NodeKind::Group(group) => &group.nodes,
        NodeKind::Turned(turned) => &turned.nodes,
        NodeKind::Chart(chart) => &chart.nodes,
        NodeKind::Widget(widget) => &widget.static_nodes,
        NodeKind::Text(_)
        | NodeKind::Shape(_)
        | NodeKind::Connector(_)
        | NodeKind::Table(_)
        | NodeKind::Code(_)
        | NodeKind::Link(_) => return,
    };
    for node in inner {
        add_extents(node, scale, extents);
    }
}

/// A picture ready to be written into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedPicture {
    /// PNG or JPEG; SVG only from [`PictureCache::vector`].
    pub kind: PictureKind,
    /// Pixels in a row; for an SVG, those of the requested extent.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The content of the file.
    pub bytes: Arc<[u8]>,
}

/// Prepared pictures, up to a limit in bytes.
///
/// The key is the content of a picture and not its id, so documents of different people can share a cache.
pub struct PictureCache {
    hasher: RandomState,
    pictures: ByteCache<CacheKey, CachedPicture>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CacheKey {
    /// Hash and length of the source.
    source: (u64, usize),
    /// Hash of the font family for the text of an SVG; 0 for other pictures.
    family: u64,
    extent: Extent,
    output: OutputKind,
}

/// The form in which a picture is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum OutputKind {
    File,
    Pixels,
    Vector,
}

#[derive(Clone)]
enum CachedPicture {
    File(PreparedPicture),
    Pixmap(Arc<Pixmap>),
    /// The picture cannot be decoded.
    Unreadable,
}

impl CachedPicture {
    fn size(&self) -> usize {
        match self {
            CachedPicture::File(prepared) => prepared.bytes.len(),
            CachedPicture::Pixmap(pixmap) => pixmap.data_as_u8_slice().len(),
            CachedPicture::Unreadable => 0,
        }
    }
}

impl PictureCache {
    /// An empty cache for at most `max_bytes`.
    pub fn new(max_bytes: usize) -> PictureCache {
        PictureCache { hasher: RandomState::new(), pictures: ByteCache::new(max_bytes, CachedPicture::size) }
    }

    /// Returns the picture as PNG or JPEG. A PNG or JPEG that is at most twice as large as it is drawn is returned
    /// unchanged, and only its header is checked. Any other picture is decoded, or rendered from SVG, and encoded at
    /// the size at which it is drawn. Returns `None` when it cannot be decoded.
    pub fn raster(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<PreparedPicture> {
        let kind = imaging::kind_of(source)?;
        if let Some(unchanged) = unchanged(source, kind, extent) {
            return Some(unchanged);
        }
        let key = self.key(document, source, kind, extent, OutputKind::File);
        self.file(key, || file(document, source, kind, extent))
    }

    /// Returns the picture like [`PictureCache::raster`], but an SVG stays an SVG: a sanitised copy, which renders in
    /// bounded time. Returns `None` when the picture cannot be decoded.
    pub fn vector(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<PreparedPicture> {
        let kind = imaging::kind_of(source)?;
        if kind != PictureKind::Svg {
            return self.raster(document, source, extent);
        }
        self.file(self.key(document, source, kind, extent, OutputKind::Vector), || {
            let bytes = imaging::svg::drawable(source).ok()?.into();
            Some(PreparedPicture { kind, width: extent.width, height: extent.height, bytes })
        })
    }

    /// The pixels of a picture at the size it is drawn, or at its own size when that is smaller.
    pub(crate) fn pixmap(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<Arc<Pixmap>> {
        let kind = imaging::kind_of(source)?;
        let key = self.key(document, source, kind, extent, OutputKind::Pixels);
        let picture = self.pictures.get_or_insert(key, || {
            let pixmap = pixels(document, source, kind, extent).and_then(pixmap);
            Some(pixmap.map_or(CachedPicture::Unreadable, |pixmap| CachedPicture::Pixmap(Arc::new(pixmap))))
        });
        match picture? {
            CachedPicture::Pixmap(pixmap) => Some(pixmap),
            CachedPicture::File(_) | CachedPicture::Unreadable => None,
        }
    }

    fn key(
        &self,
        document: &Document,
        source: &Arc<[u8]>,
        kind: PictureKind,
        extent: Extent,
        output: OutputKind,
    ) -> CacheKey {
        let family = if kind == PictureKind::Svg { self.hasher.hash_one(&document.fonts.body.family) } else { 0 };
        CacheKey { source: (self.hasher.hash_one(source), source.len()), family, extent, output }
    }

    /// The picture of a key as a file. `make` prepares it unless it is in the cache.
    fn file(&self, key: CacheKey, make: impl FnOnce() -> Option<PreparedPicture>) -> Option<PreparedPicture> {
        let make = || Some(make().map_or(CachedPicture::Unreadable, CachedPicture::File));
        match self.pictures.get_or_insert(key, make)? {
            CachedPicture::File(prepared) => Some(prepared),
            CachedPicture::Pixmap(_) | CachedPicture::Unreadable => None,
        }
    }
}

/// The source itself, if it can be written into a file without a change.
fn unchanged(source: &Arc<[u8]>, kind: PictureKind, extent: Extent) -> Option<PreparedPicture> {
    if !matches!(kind, PictureKind::Png | PictureKind::Jpeg) {
        return None;
    }
    let header = imaging::header(source, kind)?;
    let (width, height) = (header.width, header.height);
    let is_small_enough = width <= extent.width.saturating_mul(2) || height <= extent.height.saturating_mul(2);
    (header.plain && is_small_enough).then(|| PreparedPicture { kind, width, height, bytes: Arc::clone(source) })
}

/// The picture encoded again: as JPEG, or as PNG if any pixel is transparent.
fn file(document: &Document, source: &[u8], kind: PictureKind, extent: Extent) -> Option<PreparedPicture> {
    let pixels = pixels(document, source, kind, extent)?;
    let (kind, bytes) = if pixels.is_opaque() && kind != PictureKind::Svg {
        (PictureKind::Jpeg, imaging::encode_jpeg(&pixels, JPEG_QUALITY))
    } else {
        (PictureKind::Png, imaging::encode_png(&pixels, PngLevel::Balanced))
    };
    Some(PreparedPicture { kind, width: pixels.width(), height: pixels.height(), bytes: bytes.ok()?.into() })
}

/// The picture at the size at which it is drawn. It is scaled by its longer side, so it keeps its proportions.
fn pixels(document: &Document, source: &[u8], kind: PictureKind, extent: Extent) -> Option<Pixels> {
    let side = Some(extent.width.max(extent.height));
    if kind == PictureKind::Svg {
        return imaging::svg::drawn(source, side, &svg_fonts(document)).ok();
    }
    imaging::rgba(source, kind, side).ok()
}

/// The pixels in the format of the renderer.
fn pixmap(pixels: Pixels) -> Option<Pixmap> {
    let (width, height) = (u16::try_from(pixels.width()).ok()?, u16::try_from(pixels.height()).ok()?);
    let metadata = PixelMetadata { may_have_transparency: !pixels.is_opaque(), alpha_type: ImageAlphaType::Alpha };
    let mut rgba = pixels.into_rgba();
    rgba.shrink_to_fit();
    Some(Pixmap::from_parts(rgba, width, height, metadata))
}

/// The frame of the whole picture, its cropped parts included.
pub(crate) fn whole_frame(picture: &Picture, frame: Rect) -> Rect {
    let Crop { left, top, right, bottom } = picture.crop;
    let width = frame.width / (right - left).max(f32::EPSILON);
    let height = frame.height / (bottom - top).max(f32::EPSILON);
    Rect { x: frame.x - width * left, y: frame.y - height * top, width, height }
}

/// The font files for the text of an SVG: the upright body faces of the document.
pub(crate) fn svg_fonts(document: &Document) -> Vec<&[u8]> {
    let family = &document.fonts.body.family;
    let upright = document.faces.iter().filter(|face| face.family == *family && !face.italic);
    upright.filter(|face| matches!(face.weight, 400 | 700)).map(|face| (*face.bytes).as_ref()).collect()
}

/// A length in whole pixels, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is limited")]
fn rounded(length: f32) -> u32 {
    length.round().clamp(1.0, MAX_SIDE) as u32
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const HALF: Extent = Extent { width: 320, height: 180 };

    /// A document without pages.
    pub(crate) fn document() -> Document {
        let font = || scene::FontName { family: "Sans".to_owned(), office: "Arial".to_owned() };
        let white = scene::Rgb::WHITE;
        Document {
            title: String::new(),
            language: "en".to_owned(),
            direction: scene::Direction::LeftToRight,
            properties: scene::DocumentProperties::default(),
            palette: scene::Palette {
                base: white,
                tint: white,
                deep: white,
                surface: white,
                line: white,
                text: white,
                muted: white,
                on_deep: white,
                muted_on_deep: white,
                accent: white,
                on_accent: white,
                accent_on_deep: white,
                accent2: white,
                chart: Vec::new(),
            },
            fonts: scene::FontNames { heading: font(), body: font(), mono: font() },
            faces: Arc::new([]),
            is_stepped: false,
            transition: scene::Transition::None,
            pages: Vec::new(),
        }
    }

    fn picture(width: u32, height: u32, alpha: u8) -> Pixels {
        let byte = |at: u32| at.to_le_bytes()[0];
        let rgba = (0..width * height).flat_map(|at| [byte(at % width), byte(at / width), 90, alpha]);
        Pixels::new(width, height, rgba.collect()).expect("pixels")
    }

    fn jpeg(width: u32, height: u32) -> Arc<[u8]> {
        imaging::encode_jpeg(&picture(width, height, 255), 80).expect("encoded").into()
    }

    fn png(width: u32, height: u32, alpha: u8) -> Arc<[u8]> {
        imaging::encode_png(&picture(width, height, alpha), PngLevel::Fast).expect("encoded").into()
    }

    fn check(source: &Arc<[u8]>, expected: &str) {
        let cache = PictureCache::new(1 << 20);
        let actual = cache.raster(&document(), source, HALF).map_or("nothing".to_owned(), |prepared| {
            let PreparedPicture { kind, width, height, bytes } = prepared;
            assert_eq!(imaging::kind_of(&bytes), Some(kind));
            let same = if Arc::ptr_eq(&bytes, source) { ", the same bytes" } else { "" };
            format!("{} {width}x{height}{same}", kind.extension())
        });
        assert_eq!(actual, expected);
    }

    #[test]
    fn bytes_stay_the_same_up_to_twice_the_drawn_size() {
        check(&jpeg(640, 360), "jpg 640x360, the same bytes");
        check(&png(640, 360, 255), "png 640x360, the same bytes");
        check(&jpeg(3, 2), "jpg 3x2, the same bytes");
    }

    #[test]
    fn a_larger_picture_shrinks_to_the_drawn_size() {
        check(&jpeg(960, 540), "jpg 320x180");
        check(&png(960, 540, 255), "jpg 320x180");
        check(&png(960, 540, 120), "png 320x180");
    }

    #[test]
    fn a_rotated_photograph_is_turned_upright() {
        let upright = jpeg(30, 20);
        // An APP1 segment with the orientation 6: a quarter turn to the right.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let rotated: Arc<[u8]> = [&upright[..2], exif, &upright[2..]].concat().into();
        check(&rotated, "jpg 20x30");
    }

    #[test]
    fn an_svg_is_rendered_or_stays_an_svg() {
        let svg: Arc<[u8]> =
            Arc::from(&b"<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2' onload='x()'/>"[..]);
        check(&svg, "png 320x213");
        let vector = PictureCache::new(1 << 20).vector(&document(), &svg, HALF).expect("an SVG");
        assert_eq!(vector.kind, PictureKind::Svg);
        assert!(!String::from_utf8_lossy(&vector.bytes).contains("onload"));
    }

    #[test]
    fn bytes_that_cannot_be_decoded_give_no_picture() {
        check(&Arc::from(&b"plain words"[..]), "nothing");
        check(&Arc::from(&jpeg(960, 540)[..40]), "nothing");
        check(&Arc::from(&b"GIF89a"[..]), "nothing");
    }

    #[test]
    fn the_cache_returns_the_same_pixels_until_they_are_evicted() {
        let cache = PictureCache::new(600_000);
        let document = document();
        let sources = [jpeg(960, 540), jpeg(961, 540), jpeg(962, 540)];
        let first = cache.pixmap(&document, &sources[0], HALF).expect("pixels");
        assert!(Arc::ptr_eq(&first, &cache.pixmap(&document, &sources[0], HALF).expect("pixels")));
        for source in &sources {
            cache.pixmap(&document, source, HALF);
        }
        assert!(!Arc::ptr_eq(&first, &cache.pixmap(&document, &sources[0], HALF).expect("pixels")));
        assert!(PictureCache::new(10).pixmap(&document, &sources[0], HALF).is_some());
    }

    #[test]
    fn the_extent_includes_the_cropped_parts() {
        let crop = Crop { left: 0.25, top: 0.0, right: 0.75, bottom: 1.0 };
        let source = PictureId("a".to_owned());
        let picture =
            Picture { source, width: 800, height: 400, crop, radius: scene::px(0.0), is_arched: false, outline: None };
        let extent = Extent::of(&picture, Rect::new(0.0, 0.0, 100.0, 100.0), 2.0);
        assert_eq!(extent, Extent { width: 400, height: 200 });
    }
}
