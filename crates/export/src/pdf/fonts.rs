//! The fonts of a file, each parsed once.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::Data;
use krilla::text::{Font, Tag};
use scene::{Document, FontId, Synthesis};

/// The fonts of a file by face and variation settings.
#[derive(Default)]
pub(super) struct Fonts(HashMap<FontKey, Option<Font>>);

type FontKey = (FontId, Vec<([u8; 4], u32)>);

impl Fonts {
    /// The font of a face, or `None` when it cannot be parsed.
    pub(super) fn font(&mut self, document: &Document, face: FontId, synthesis: &Synthesis) -> Option<Font> {
        let axes = synthesis.axes.iter().map(|(tag, value)| (*tag, value.to_bits())).collect();
        let font = self.0.entry((face, axes)).or_insert_with(|| {
            let face = document.face(face)?;
            let settings: Vec<(Tag, f32)> = synthesis.axes.iter().map(|(tag, value)| (Tag::new(tag), *value)).collect();
            Font::new_variable(Data::from(Arc::clone(&face.bytes)), face.index, &settings)
        });
        font.clone()
    }
}
