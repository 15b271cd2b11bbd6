//! Reads what layout needs from a font with a MATH table.

use read_fonts::tables::glyf::{Glyf, Glyph};
use read_fonts::tables::hmtx::Hmtx;
use read_fonts::tables::loca::Loca;
use read_fonts::tables::math::{
    MathConstant, MathConstants, MathGlyphInfo, MathKernCorner, MathVariants, PartFlags, StretchAxis,
};
use read_fonts::types::GlyphId;
use read_fonts::{FontRef, ReadError, TableProvider, tables::cmap::Cmap};

/// A font with a MATH table and TrueType outlines.
pub struct MathFont<'a> {
    cmap: Cmap<'a>,
    hmtx: Hmtx<'a>,
    loca: Loca<'a>,
    glyf: Glyf<'a>,
    constants: MathConstants<'a>,
    info: MathGlyphInfo<'a>,
    variants: MathVariants<'a>,
    units_per_em: f32,
}

/// The size of a glyph in ems.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Metrics {
    pub(crate) advance: f32,
    /// Top of the outline above the baseline.
    pub(crate) ascent: f32,
    /// Bottom of the outline below the baseline.
    pub(crate) descent: f32,
    /// Left and right edge of the outline.
    pub(crate) left: f32,
    pub(crate) right: f32,
}

/// A part of a large glyph that is assembled from several. Lengths are in ems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GlyphPart {
    pub(crate) glyph: u16,
    pub(crate) extends: bool,
    /// How far the part may overlap with the parts before and after it.
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) length: f32,
}

impl<'a> MathFont<'a> {
    /// Reads the tables of a font file. Fails when it has no MATH table or no TrueType outlines.
    pub fn new(file: &'a [u8]) -> Result<MathFont<'a>, ReadError> {
        let font = FontRef::new(file)?;
        let math = font.math()?;
        Ok(MathFont {
            cmap: font.cmap()?,
            hmtx: font.hmtx()?,
            loca: font.loca(None)?,
            glyf: font.glyf()?,
            constants: math.math_constants()?,
            info: math.math_glyph_info()?,
            variants: math.math_variants()?,
            units_per_em: f32::from(font.head()?.units_per_em()).max(1.0),
        })
    }

    pub(crate) fn glyph(&self, letter: char) -> Option<u16> {
        let glyph = self.cmap.map_codepoint(letter)?.to_u32();
        u16::try_from(glyph).ok().filter(|glyph| *glyph != 0)
    }

    /// A length of the MATH table in ems.
    pub(crate) fn length(&self, constant: MathConstant) -> f32 {
        self.ems(self.constants.constant(constant))
    }

    /// A percentage of the MATH table as a factor.
    pub(crate) fn factor(&self, constant: MathConstant) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a percentage is small")]
        let percent = self.constants.constant(constant) as f32;
        percent / 100.0
    }

    pub(crate) fn metrics(&self, glyph: u16) -> Metrics {
        let id = GlyphId::from(glyph);
        let advance = self.ems(self.hmtx.advance(id).unwrap_or(0));
        let outline = self.loca.get_glyf(id, &self.glyf).ok().flatten();
        let Some(outline) = outline else { return Metrics { advance, ..Metrics::default() } };
        let (left, bottom, right, top) = match &outline {
            Glyph::Simple(glyph) => (glyph.x_min(), glyph.y_min(), glyph.x_max(), glyph.y_max()),
            Glyph::Composite(glyph) => (glyph.x_min(), glyph.y_min(), glyph.x_max(), glyph.y_max()),
        };
        Metrics {
            advance,
            ascent: self.ems(top),
            descent: -self.ems(bottom),
            left: self.ems(left),
            right: self.ems(right),
        }
    }

    /// The italic correction of a glyph in ems: how far it extends beyond its advance at its top.
    pub(crate) fn italic_correction(&self, glyph: u16) -> f32 {
        let table = self.info.math_italics_correction_info().and_then(Result::ok);
        table.and_then(|table| table.correction(GlyphId::from(glyph))).map_or(0.0, |value| self.ems(value))
    }

    /// The horizontal position in ems at which an accent is attached above a glyph, if the font has one.
    pub(crate) fn accent_attachment(&self, glyph: u16) -> Option<f32> {
        let table = self.info.math_top_accent_attachment().and_then(Result::ok)?;
        table.attachment(GlyphId::from(glyph)).map(|value| self.ems(value))
    }

    /// The kern in ems at a corner of a glyph, at a height in ems.
    pub(crate) fn kern(&self, glyph: u16, corner: MathKernCorner, height: f32) -> f32 {
        let table = self.info.math_kern_info().and_then(Result::ok);
        let kern = table.and_then(|table| table.kern(GlyphId::from(glyph), corner));
        #[expect(clippy::cast_possible_truncation, reason = "a height in font units is small, and casts saturate")]
        let height = (height * self.units_per_em) as i32;
        kern.and_then(|kern| kern.kerning(height)).map_or(0.0, |value| self.ems(value))
    }

    /// Larger forms of a glyph with their lengths in ems along an axis, from small to large.
    pub(crate) fn variants(&self, glyph: u16, axis: StretchAxis) -> Vec<(u16, f32)> {
        let construction = self.variants.glyph_construction(GlyphId::from(glyph), axis);
        let records = construction.map(|construction| construction.math_glyph_variant_records());
        let record = |record: &read_fonts::tables::math::MathGlyphVariantRecord| {
            (record.variant_glyph().to_u16(), self.ems(record.advance_measurement().to_u16()))
        };
        records.unwrap_or_default().iter().map(record).collect()
    }

    /// The parts from which a form of a glyph of any length can be assembled; empty if the font has none.
    pub(crate) fn parts(&self, glyph: u16, axis: StretchAxis) -> Vec<GlyphPart> {
        let construction = self.variants.glyph_construction(GlyphId::from(glyph), axis);
        let assembly = construction.and_then(|construction| construction.glyph_assembly()).and_then(Result::ok);
        let records = assembly.map(|assembly| assembly.part_records());
        let part = |record: &read_fonts::tables::math::GlyphPartRecord| GlyphPart {
            glyph: record.glyph_id().to_u16(),
            extends: record.part_flags().contains(PartFlags::EXTENDER_FLAG),
            start: self.ems(record.start_connector_length().to_u16()),
            end: self.ems(record.end_connector_length().to_u16()),
            length: self.ems(record.full_advance().to_u16()),
        };
        records.unwrap_or_default().iter().map(part).collect()
    }

    /// The minimum overlap of two parts in ems.
    pub(crate) fn min_overlap(&self) -> f32 {
        self.ems(self.variants.min_connector_overlap().to_u16())
    }

    fn ems(&self, units: impl Into<i32>) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "font units are 16 bits wide")]
        let units = units.into() as f32;
        units / self.units_per_em
    }
}
