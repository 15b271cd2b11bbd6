//! Pictures in the package: each is stored once, unchanged where office programs can read it.

use std::collections::HashMap;
use std::sync::Arc;

use imaging::PictureKind;
use scene::{Document, PictureId};

use super::package::Package;
use crate::{Error, Extent, PictureCache, Pictures, Prepared, extents};

/// The pictures of a file.
pub(super) struct Media<'a> {
    document: &'a Document,
    pictures: &'a dyn Pictures,
    cache: &'a PictureCache,
    extents: HashMap<&'a PictureId, Extent>,
    stored: HashMap<PictureId, Option<Stored>>,
    count: usize,
}

/// Where a picture is in the package.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) path: String,
    /// The same as SVG, for programs that can show it.
    pub(super) svg: Option<String>,
}

impl<'a> Media<'a> {
    pub(super) fn new(
        document: &'a Document,
        pictures: &'a dyn Pictures,
        cache: &'a PictureCache,
        scale: u8,
    ) -> Media<'a> {
        let extents = extents(document, f32::from(scale.clamp(1, 3)));
        Media { document, pictures, cache, extents, stored: HashMap::new(), count: 0 }
    }

    /// Where a picture is; nothing when it cannot be had or read.
    pub(super) fn stored(&mut self, id: &PictureId, package: &mut Package<'_>) -> Result<Option<Stored>, Error> {
        if let Some(known) = self.stored.get(id) {
            return Ok(known.clone());
        }
        let stored = match (self.pictures.bytes(id), self.extents.get(id).copied()) {
            (Some(bytes), Some(extent)) => self.store(&bytes, extent, package)?,
            _ => None,
        };
        self.stored.insert(id.clone(), stored.clone());
        Ok(stored)
    }

    fn store(&mut self, bytes: &Arc<[u8]>, extent: Extent, package: &mut Package<'_>) -> Result<Option<Stored>, Error> {
        let kind = imaging::kind_of(bytes);
        // A GIF may move, which no other format does here.
        if kind == Some(PictureKind::Gif) && imaging::header(bytes, PictureKind::Gif).is_some() {
            let path = self.path("gif");
            package.packed(&path, bytes)?;
            return Ok(Some(Stored { path, svg: None }));
        }
        let Some(Prepared { kind: made, bytes: file, .. }) = self.cache.raster(self.document, bytes, extent) else {
            return Ok(None);
        };
        let path = self.path(made.extension());
        package.packed(&path, &file)?;
        let mut svg = None;
        if kind == Some(PictureKind::Svg)
            && let Some(drawing) = self.cache.vector(self.document, bytes, extent)
        {
            let beside = path.replace(".png", ".svg");
            package.svg(&beside, &drawing.bytes)?;
            svg = Some(beside);
        }
        Ok(Some(Stored { path, svg }))
    }

    fn path(&mut self, extension: &str) -> String {
        self.count += 1;
        format!("ppt/media/image{}.{extension}", self.count)
    }
}
