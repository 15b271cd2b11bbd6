//! Pictures, sounds and videos in the package: each is stored once. A picture stays unchanged if office programs can
//! read it and it is not much larger than it is drawn.

use std::collections::HashMap;
use std::sync::Arc;

use imaging::{MediaForm, MediaKind, PictureKind};
use scene::{Document, Node, NodeKind, PictureId, Px, Rect, Shape, ShapeForm};

use super::package::Package;
use crate::{Error, Extent, PictureCache, PictureSource, PreparedPicture, extents};

/// The pictures of a file.
pub(super) struct Media<'a> {
    document: &'a Document,
    pictures: &'a dyn PictureSource,
    cache: &'a PictureCache,
    /// Pixels for each pixel of the canvas in pictures that are rasterised.
    scale: f32,
    extents: HashMap<&'a PictureId, Extent>,
    stored: HashMap<PictureId, Option<StoredPicture>>,
    /// The sounds and videos by their address; `None` for one that is not available.
    sounds_and_videos: HashMap<String, Option<StoredMedia>>,
    count: usize,
}

/// A sound or video in the package.
#[derive(Debug, Clone)]
pub(super) struct StoredMedia {
    pub(super) path: String,
    pub(super) is_sound: bool,
    /// Width and height of a video in pixels, if they can be read from the file.
    pub(super) size: Option<(u32, u32)>,
    pub(super) checksum: u32,
}

/// The paths of a picture in the package.
#[derive(Debug, Clone)]
pub(super) struct StoredPicture {
    pub(super) path: String,
    /// The SVG that the picture was rendered from, for programs that support it.
    pub(super) svg: Option<String>,
    /// The checksums of the picture and of its SVG.
    pub(super) checksums: Vec<u32>,
}

impl<'a> Media<'a> {
    pub(super) fn new(
        document: &'a Document,
        pictures: &'a dyn PictureSource,
        cache: &'a PictureCache,
        scale: u8,
    ) -> Media<'a> {
        let scale = f32::from(scale.clamp(1, 3));
        let extents = extents(document, scale);
        Media {
            document,
            pictures,
            cache,
            scale,
            extents,
            stored: HashMap::new(),
            sounds_and_videos: HashMap::new(),
            count: 0,
        }
    }

    /// Returns the paths of a picture, and writes it on the first call. `None` when it is not available or cannot be
    /// decoded.
    pub(super) fn stored(&mut self, id: &PictureId, package: &mut Package<'_>) -> Result<Option<StoredPicture>, Error> {
        if let Some(stored) = self.stored.get(id) {
            return Ok(stored.clone());
        }
        let stored = match (self.pictures.bytes(id), self.extents.get(id).copied()) {
            (Some(bytes), Some(extent)) => self.store(&bytes, extent, package)?,
            _ => None,
        };
        self.stored.insert(id.clone(), stored.clone());
        Ok(stored)
    }

    /// Writes a picture. `None` when it cannot be decoded.
    fn store(
        &mut self,
        bytes: &Arc<[u8]>,
        extent: Extent,
        package: &mut Package<'_>,
    ) -> Result<Option<StoredPicture>, Error> {
        let kind = imaging::kind_of(bytes);
        // A GIF may be animated, so it is not converted.
        if kind == Some(PictureKind::Gif) && imaging::header(bytes, PictureKind::Gif).is_some() {
            let path = self.path("gif");
            package.packed(&path, bytes)?;
            return Ok(Some(StoredPicture { path, svg: None, checksums: vec![crc32fast::hash(bytes)] }));
        }
        let Some(PreparedPicture { kind: file_kind, bytes: file, .. }) =
            self.cache.raster(self.document, bytes, extent)
        else {
            return Ok(None);
        };
        let path = self.path(file_kind.extension());
        package.packed(&path, &file)?;
        let (mut svg, mut checksums) = (None, vec![crc32fast::hash(&file)]);
        if kind == Some(PictureKind::Svg)
            && let Some(drawing) = self.cache.vector(self.document, bytes, extent)
        {
            let svg_path = path.replace(".png", ".svg");
            package.svg(&svg_path, &drawing.bytes)?;
            checksums.push(crc32fast::hash(&drawing.bytes));
            svg = Some(svg_path);
        }
        Ok(Some(StoredPicture { path, svg, checksums }))
    }

    /// Returns the path of an uploaded sound or video, and writes it on the first call. `None` when it is not
    /// available.
    pub(super) fn stored_media(
        &mut self,
        address: &str,
        package: &mut Package<'_>,
    ) -> Result<Option<StoredMedia>, Error> {
        if let Some(stored) = self.sounds_and_videos.get(address) {
            return Ok(stored.clone());
        }
        let stored = match (MediaKind::of_upload(address), self.pictures.media(address)) {
            (Some(kind), Some(mut bytes)) => {
                let path = format!("ppt/media/media{}.{}", self.sounds_and_videos.len() + 1, kind.extension());
                let form = kind.form();
                let checksum = package.media_file(&path, kind.mime(form), &mut bytes)?;
                let is_sound = form == MediaForm::Sound;
                let second_reader = self.pictures.media(address).filter(|_| !is_sound);
                let size = second_reader.and_then(|mut bytes| imaging::video_size(&mut bytes));
                Some(StoredMedia { path, is_sound, size, checksum })
            }
            _ => None,
        };
        self.sounds_and_videos.insert(address.to_owned(), stored.clone());
        Ok(stored)
    }

    /// Writes a picture of the static form of a sound or video, and returns its path. `whole` is the frame of the
    /// static form; the picture shows the part in `frame`.
    pub(super) fn poster(
        &mut self,
        (nodes, whole): (&[Node], Rect),
        frame: Rect,
        package: &mut Package<'_>,
    ) -> Result<String, Error> {
        let mut nodes = nodes.to_vec();
        if frame.width < whole.width - Px(1.0) || frame.height < whole.height - Px(1.0) {
            // The name of the file would be cut off.
            nodes.retain(|node| !matches!(node.kind, NodeKind::Text(_)));
        }
        // Office programs do not support transparency here, so the plate gets square corners.
        if let Some(Node { kind: NodeKind::Shape(Shape { form: ShapeForm::Rect { radius }, .. }), .. }) =
            nodes.first_mut()
        {
            *radius = Px::ZERO;
        }
        self.drawing(&nodes, frame, package)
    }

    /// Draws the part of nodes in `frame` as a picture, writes it and returns its path.
    pub(super) fn drawing(&mut self, nodes: &[Node], frame: Rect, package: &mut Package<'_>) -> Result<String, Error> {
        let png = crate::png::part(self.document, (nodes, frame, self.scale), self.pictures, self.cache)?;
        let path = self.path("png");
        package.packed(&path, &png)?;
        Ok(path)
    }

    /// The path of the next picture.
    fn path(&mut self, extension: &str) -> String {
        self.count += 1;
        format!("ppt/media/image{}.{extension}", self.count)
    }
}
