//! Glyphs that grow: larger forms, and forms assembled from parts.

use read_fonts::tables::math::StretchAxis;

use super::{MathBox, Setter};
use crate::font::GlyphPart;
use crate::tree::Leaf;

/// The direction in which a glyph grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Horizontal,
    Vertical,
}

/// Maximum number of parts of one glyph.
const MAX_PARTS: usize = 200;

impl Setter<'_> {
    /// The smallest form of a glyph that is at least `length` long, at a font size. `length` is in ems of that size.
    pub(super) fn stretched(&mut self, glyph: u16, axis: Axis, length: f32, size: f32, leaf: Option<Leaf>) -> MathBox {
        let table_axis = match axis {
            Axis::Horizontal => StretchAxis::Horizontal,
            Axis::Vertical => StretchAxis::Vertical,
        };
        let metrics = self.font.metrics(glyph);
        let own_length = match axis {
            Axis::Horizontal => metrics.right - metrics.left,
            Axis::Vertical => metrics.ascent + metrics.descent,
        };
        if own_length >= length {
            return self.glyph(glyph, size, leaf);
        }
        let variants = self.font.variants(glyph, table_axis);
        if let Some((variant, _)) = variants.iter().find(|(_, long)| *long >= length) {
            return self.glyph(*variant, size, leaf);
        }
        let parts = self.font.parts(glyph, table_axis);
        if !parts.is_empty() {
            return self.assembled(&parts, axis, length, size, leaf);
        }
        let largest = variants.last().map_or(glyph, |(variant, _)| *variant);
        self.glyph(largest, size, leaf)
    }

    /// A glyph of at least `length`, assembled from parts. Extenders are repeated as often as needed.
    fn assembled(&mut self, parts: &[GlyphPart], axis: Axis, length: f32, size: f32, leaf: Option<Leaf>) -> MathBox {
        let min_overlap = self.font.min_overlap();
        let fixed = parts.iter().filter(|part| !part.extends).count();
        let extenders = parts.len() - fixed;
        let sum =
            |extends: bool| parts.iter().filter(|part| part.extends == extends).map(|part| part.length).sum::<f32>();
        let total = |repeats: usize| {
            let joints = (fixed + extenders * repeats).saturating_sub(1);
            sum(false) + sum(true) * as_f32(repeats) - min_overlap * as_f32(joints)
        };
        let mut repeats = 1;
        while extenders > 0 && total(repeats) < length && fixed + extenders * (repeats + 1) <= MAX_PARTS {
            repeats += 1;
        }
        let sequence: Vec<GlyphPart> =
            parts.iter().flat_map(|part| std::iter::repeat_n(*part, if part.extends { repeats } else { 1 })).collect();
        // If the result would be too long, parts overlap by more than the minimum.
        let joints = as_f32(sequence.len().saturating_sub(1)).max(1.0);
        let extra = ((total(repeats) - length) / joints).max(0.0);
        let mut out = MathBox::default();
        let mut at = 0.0;
        for (index, part) in sequence.iter().enumerate() {
            if index > 0 {
                let max_overlap = sequence[index - 1].end.min(part.start).max(min_overlap);
                at -= (min_overlap + extra).min(max_overlap) * size;
            }
            let built = self.glyph(part.glyph, size, leaf);
            match axis {
                Axis::Vertical => {
                    // Each part is placed on top of the previous one.
                    let (width, descent) = (built.width, built.descent);
                    out.place(built, 0.0, -(at + descent));
                    out.width = out.width.max(width);
                }
                Axis::Horizontal => {
                    out.place(built, at, 0.0);
                }
            }
            at += part.length * size;
        }
        if axis == Axis::Horizontal {
            out.width = at;
        }
        out
    }
}

/// A number of parts as a float.
#[expect(clippy::cast_precision_loss, reason = "there are few parts")]
pub(super) fn as_f32(count: usize) -> f32 {
    count as f32
}
