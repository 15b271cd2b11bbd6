//! The pictures of a document: their bytes, and their bytes at the size they are drawn.
//!
//! A file should hold a picture once, as it came where that is sensible, and never at a resolution nobody sees. What
//! must be decoded is kept in a cache that the caller owns, because the same pictures are drawn again and again.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use imaging::{PictureKind, Pixels, PngLevel};
use scene::{Crop, Document, Kind, Node, Picture, PictureId, Rect};
use vello_cpu::peniko::ImageAlphaType;
use vello_cpu::{PixelMetadata, Pixmap};

/// Quality of the JPEGs made here.
const QUALITY: u8 = 88;

/// No picture is made larger than this, however small a part of it fills the frame.
const MOST_PIXELS: f32 = 8192.0;

/// Whoever has the bytes of pictures. Asked once for each picture, and not for all at a time.
pub trait Pictures: Sync {
    /// The bytes of a picture: PNG, JPEG, GIF, WebP or SVG; nothing when it cannot be had.
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>>;
}

/// How many pixels a whole picture covers where it is drawn, its hidden parts included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Across.
    pub width: u32,
    /// Down.
    pub height: u32,
}

impl Extent {
    /// The extent of a picture in a frame, with `scale` pixels to one of the canvas.
    pub fn of(picture: &Picture, frame: Rect, scale: f32) -> Extent {
        let Crop { left, top, right, bottom } = picture.crop;
        Extent {
            width: whole(frame.width.0 * scale / (right - left).max(f32::EPSILON)),
            height: whole(frame.height.0 * scale / (bottom - top).max(f32::EPSILON)),
        }
    }

    /// The smallest extent that holds both.
    #[must_use]
    pub fn union(self, other: Extent) -> Extent {
        Extent { width: self.width.max(other.width), height: self.height.max(other.height) }
    }
}

/// The pictures of a document and the largest extent of each, with `scale` pixels to one of the canvas.
pub fn extents(document: &Document, scale: f32) -> HashMap<&PictureId, Extent> {
    let mut extents = HashMap::new();
    for page in &document.pages {
        page.painted().for_each(|node| add_extents(node, scale, &mut extents));
    }
    extents
}

fn add_extents<'a>(node: &'a Node, scale: f32, extents: &mut HashMap<&'a PictureId, Extent>) {
    let inner = match &node.kind {
        Kind::Picture(picture) => {
            let extent = Extent::of(picture, node.frame, scale);
            extents.entry(&picture.source).and_modify(|known| *known = known.union(extent)).or_insert(extent);
            return;
        }
        Kind::Group(group) => &group.nodes,
        Kind::Chart(chart) => &chart.drawn,
        Kind::Widget(widget) => &widget.still,
        Kind::Text(_) | Kind::Shape(_) | Kind::Table(_) | Kind::Code(_) | Kind::Link(_) => return,
    };
    for node in inner {
        add_extents(node, scale, extents);
    }
}

/// A picture ready to be written into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// PNG or JPEG; SVG only where it was asked for.
    pub kind: PictureKind,
    /// Pixels across; for an SVG, those it was asked for.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// The file.
    pub bytes: Arc<[u8]>,
}

/// Pictures already made ready, the longest unused forgotten first.
///
/// Keyed by the bytes of the source and not by its id, so that documents of different people may share one cache.
pub struct PictureCache {
    most_bytes: usize,
    hasher: RandomState,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<Key, Entry>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    /// Hash and length of the source.
    source: (u64, usize),
    /// Hash of the family that the words of an SVG are set in; 0 where there are none.
    family: u64,
    extent: Extent,
    form: Form,
}

/// What is made of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    File,
    Pixels,
    Vector,
}

struct Entry {
    made: Made,
    used: u64,
}

/// What was made of a picture; nothing where it cannot be read.
#[derive(Clone)]
enum Made {
    File(Prepared),
    Pixmap(Arc<Pixmap>),
    Nothing,
}

impl Made {
    fn weight(&self) -> usize {
        let content = match self {
            Made::File(prepared) => prepared.bytes.len(),
            Made::Pixmap(pixmap) => pixmap.data_as_u8_slice().len(),
            Made::Nothing => 0,
        };
        content + size_of::<Key>() + size_of::<Entry>()
    }
}

impl PictureCache {
    /// A cache that holds at most so many bytes.
    pub fn new(most_bytes: usize) -> PictureCache {
        PictureCache { most_bytes, hasher: RandomState::new(), kept: Mutex::default() }
    }

    /// The picture as PNG or JPEG: its own bytes when it is one and at most twice as large as it is drawn, else made
    /// anew at the size it is drawn; an SVG is drawn. Nothing when it cannot be read. What follows a good header is
    /// taken on trust where bytes are passed on.
    pub fn raster(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<Prepared> {
        let kind = imaging::kind_of(source)?;
        if let Some(same) = unchanged(source, kind, extent) {
            return Some(same);
        }
        let key = self.key(document, source, kind, extent, Form::File);
        self.file(key, || file(document, source, kind, extent))
    }

    /// The same, but an SVG stays one: the copy that any painter can draw in bounded time.
    pub fn vector(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<Prepared> {
        let kind = imaging::kind_of(source)?;
        if kind != PictureKind::Svg {
            return self.raster(document, source, extent);
        }
        self.file(self.key(document, source, kind, extent, Form::Vector), || {
            let bytes = imaging::svg::drawable(source).ok()?.into();
            Some(Prepared { kind, width: extent.width, height: extent.height, bytes })
        })
    }

    /// The pixels of a picture at the size it is drawn, or at its own where that is smaller.
    pub(crate) fn pixmap(&self, document: &Document, source: &Arc<[u8]>, extent: Extent) -> Option<Arc<Pixmap>> {
        let kind = imaging::kind_of(source)?;
        let key = self.key(document, source, kind, extent, Form::Pixels);
        let make = || {
            let pixels = pixels(document, source, kind, extent);
            pixels.and_then(pixmap).map_or(Made::Nothing, |pixmap| Made::Pixmap(Arc::new(pixmap)))
        };
        match self.made(key, make) {
            Made::Pixmap(pixmap) => Some(pixmap),
            Made::File(_) | Made::Nothing => None,
        }
    }

    fn key(&self, document: &Document, source: &Arc<[u8]>, kind: PictureKind, extent: Extent, form: Form) -> Key {
        let family = if kind == PictureKind::Svg { self.hasher.hash_one(&document.fonts.body.family) } else { 0 };
        Key { source: (self.hasher.hash_one(source), source.len()), family, extent, form }
    }

    fn file(&self, key: Key, make: impl FnOnce() -> Option<Prepared>) -> Option<Prepared> {
        match self.made(key, || make().map_or(Made::Nothing, Made::File)) {
            Made::File(prepared) => Some(prepared),
            Made::Pixmap(_) | Made::Nothing => None,
        }
    }

    /// What is kept, or what is made now. Nobody waits for another to make something.
    fn made(&self, key: Key, make: impl FnOnce() -> Made) -> Made {
        if let Some(made) = self.kept().find(&key) {
            return made;
        }
        let made = make();
        self.kept().keep(key, made.clone(), self.most_bytes);
        made
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, key: &Key) -> Option<Made> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(entry.made.clone())
    }

    fn keep(&mut self, key: Key, made: Made, most: usize) {
        let weight = made.weight();
        if weight > most {
            return;
        }
        if let Some(before) = self.entries.insert(key, Entry { made, used: self.clock }) {
            self.bytes -= before.made.weight();
        }
        self.bytes += weight;
        while self.bytes > most {
            let Some(oldest) = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key) else {
                return;
            };
            if let Some(gone) = self.entries.remove(&oldest) {
                self.bytes -= gone.made.weight();
            }
        }
    }
}

/// The bytes as they are, where a file may hold them.
fn unchanged(source: &Arc<[u8]>, kind: PictureKind, extent: Extent) -> Option<Prepared> {
    if !matches!(kind, PictureKind::Png | PictureKind::Jpeg) {
        return None;
    }
    let header = imaging::header(source, kind)?;
    let (width, height) = (header.width, header.height);
    let sensible = width <= extent.width.saturating_mul(2) || height <= extent.height.saturating_mul(2);
    (header.plain && sensible).then(|| Prepared { kind, width, height, bytes: Arc::clone(source) })
}

/// The picture as a new file: JPEG, or PNG where something shows through.
fn file(document: &Document, source: &[u8], kind: PictureKind, extent: Extent) -> Option<Prepared> {
    let pixels = pixels(document, source, kind, extent)?;
    let (kind, bytes) = if pixels.is_opaque() && kind != PictureKind::Svg {
        (PictureKind::Jpeg, imaging::encode_jpeg(&pixels, QUALITY))
    } else {
        (PictureKind::Png, imaging::encode_png(&pixels, PngLevel::Balanced))
    };
    Some(Prepared { kind, width: pixels.width(), height: pixels.height(), bytes: bytes.ok()?.into() })
}

/// The picture at the size it is drawn, its shape kept: the longer side decides.
fn pixels(document: &Document, source: &[u8], kind: PictureKind, extent: Extent) -> Option<Pixels> {
    let side = Some(extent.width.max(extent.height));
    if kind == PictureKind::Svg {
        return imaging::svg::drawn(source, side, &svg_fonts(document)).ok();
    }
    imaging::rgba(source, kind, side).ok()
}

/// The pixels as a painter wants them: alpha multiplied in.
fn pixmap(pixels: Pixels) -> Option<Pixmap> {
    let (width, height) = (u16::try_from(pixels.width()).ok()?, u16::try_from(pixels.height()).ok()?);
    let metadata = PixelMetadata { may_have_transparency: !pixels.is_opaque(), alpha_type: ImageAlphaType::Alpha };
    let mut rgba = pixels.into_rgba();
    rgba.shrink_to_fit();
    Some(Pixmap::from_parts(rgba, width, height, metadata))
}

/// Where the whole picture would lie if nothing of it were hidden.
pub(crate) fn whole_frame(picture: &Picture, frame: Rect) -> Rect {
    let Crop { left, top, right, bottom } = picture.crop;
    let width = frame.width / (right - left).max(f32::EPSILON);
    let height = frame.height / (bottom - top).max(f32::EPSILON);
    Rect { x: frame.x - width * left, y: frame.y - height * top, width, height }
}

/// The font files that the words of an SVG are set in: the upright body faces of the document.
pub(crate) fn svg_fonts(document: &Document) -> Vec<&[u8]> {
    let family = &document.fonts.body.family;
    let upright = document.faces.iter().filter(|face| face.family == *family && !face.italic);
    upright.filter(|face| matches!(face.weight, 400 | 700)).map(|face| (*face.bytes).as_ref()).collect()
}

/// Whole pixels, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is bounded")]
fn whole(length: f32) -> u32 {
    length.round().clamp(1.0, MOST_PIXELS) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Extent = Extent { width: 320, height: 180 };

    fn document() -> Document {
        let font = || scene::FontName { family: "Sans".to_owned(), office: "Arial".to_owned() };
        let white = scene::Rgb::WHITE;
        Document {
            title: String::new(),
            language: "en".to_owned(),
            direction: scene::Direction::LeftToRight,
            properties: scene::Properties::default(),
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

    fn check(source: &Arc<[u8]>, wanted: &str) {
        let cache = PictureCache::new(1 << 20);
        let answer = cache.raster(&document(), source, HALF).map_or("nothing".to_owned(), |made| {
            let Prepared { kind, width, height, bytes } = made;
            assert_eq!(imaging::kind_of(&bytes), Some(kind));
            let same = if Arc::ptr_eq(&bytes, source) { ", the same bytes" } else { "" };
            format!("{} {width}x{height}{same}", kind.extension())
        });
        assert_eq!(answer, wanted);
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
    fn a_turned_photograph_is_made_upright() {
        let upright = jpeg(30, 20);
        // An APP1 segment with the orientation 6: a quarter turn to the right.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let turned: Arc<[u8]> = [&upright[..2], exif, &upright[2..]].concat().into();
        check(&turned, "jpg 20x30");
    }

    #[test]
    fn an_svg_is_drawn_or_kept() {
        let svg: Arc<[u8]> =
            Arc::from(&b"<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2' onload='x()'/>"[..]);
        check(&svg, "png 320x213");
        let kept = PictureCache::new(1 << 20).vector(&document(), &svg, HALF).expect("an SVG");
        assert_eq!(kept.kind, PictureKind::Svg);
        assert!(!String::from_utf8_lossy(&kept.bytes).contains("onload"));
    }

    #[test]
    fn what_cannot_be_read_is_nothing() {
        check(&Arc::from(&b"plain words"[..]), "nothing");
        check(&Arc::from(&jpeg(960, 540)[..40]), "nothing");
        check(&Arc::from(&b"GIF89a"[..]), "nothing");
    }

    #[test]
    fn the_cache_answers_with_what_it_made_and_stays_within_its_bound() {
        let cache = PictureCache::new(600_000);
        let document = document();
        let sources = [jpeg(960, 540), jpeg(961, 540), jpeg(962, 540)];
        let first = cache.pixmap(&document, &sources[0], HALF).expect("pixels");
        assert!(Arc::ptr_eq(&first, &cache.pixmap(&document, &sources[0], HALF).expect("pixels")));
        for source in &sources {
            cache.pixmap(&document, source, HALF);
        }
        assert!(cache.kept().bytes <= 600_000, "{}", cache.kept().bytes);
        assert!(
            !Arc::ptr_eq(&first, &cache.pixmap(&document, &sources[0], HALF).expect("pixels")),
            "it should be forgotten"
        );
        let small = PictureCache::new(10);
        assert!(small.pixmap(&document, &sources[0], HALF).is_some());
        assert_eq!(small.kept().bytes, 0);
    }

    #[test]
    fn the_extent_counts_the_hidden_parts() {
        let crop = Crop { left: 0.25, top: 0.0, right: 0.75, bottom: 1.0 };
        let source = PictureId("a".to_owned());
        let picture = Picture { source, width: 800, height: 400, crop, radius: scene::px(0.0) };
        let extent = Extent::of(&picture, Rect::new(0.0, 0.0, 100.0, 100.0), 2.0);
        assert_eq!(extent, Extent { width: 400, height: 200 });
    }
}
