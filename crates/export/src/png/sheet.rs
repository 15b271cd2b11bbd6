//! Contact sheets: several pages on one picture, each under a label.

use std::sync::Arc;

use scene::{Document, Page};
use skrifa::{FontRef, MetadataProvider};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::Affine;
use vello_cpu::peniko::{Blob, FontData, ImageQuality, ImageSampler};
use vello_cpu::{
    Glyph, Image, ImageSource, PaintType, Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit,
};

use super::canvas::{Painter, Raster};
use super::encode::{self, Effort};
use super::height;
use crate::{Error, ExportInput, PictureCache, paint};

/// Pixels between pages and around them.
const GAP: u16 = 8;
/// Height in pixels of the line with a label, above its page.
const LABEL: u16 = 20;
/// Font size of a label in pixels.
const LABEL_SIZE: f32 = 15.0;
/// The background of a sheet, on which pages of any theme stand out.
const GROUND: [f32; 4] = [0.87, 0.87, 0.87, 1.0];
/// The colour of labels.
const INK: [f32; 4] = [0.1, 0.1, 0.1, 1.0];

/// Returns contact sheets as PNG, with a `width` in pixels and at most `max_pages` pages each. Each page is under its
/// label; pages without a label are left out.
///
/// # Errors
/// Fails when a page cannot be painted or encoded, or the caller stopped the export.
pub fn sheets(
    input: ExportInput<'_>,
    labels: &[String],
    max_pages: usize,
    width: u16,
    cache: &PictureCache,
) -> Result<Vec<Vec<u8>>, Error> {
    let pages: Vec<(&Arc<Page>, &String)> = input.document.pages.iter().zip(labels).collect();
    let mut sheets = Vec::new();
    for (index, pages) in pages.chunks(max_pages.max(1)).enumerate() {
        sheets.push(sheet(input, pages, width, cache)?);
        input.report((index + 1) * max_pages)?;
    }
    Ok(sheets)
}

/// Paints one contact sheet. Fails when it cannot be encoded.
fn sheet(
    input: ExportInput<'_>,
    pages: &[(&Arc<Page>, &String)],
    width: u16,
    cache: &PictureCache,
) -> Result<Vec<u8>, Error> {
    let columns = columns(pages.len());
    let page_width = (width.saturating_sub(GAP) / columns).saturating_sub(GAP).max(16);
    let (row, column) = (height(page_width) + LABEL + GAP, page_width + GAP);
    let rows = u16::try_from(pages.len()).unwrap_or(u16::MAX).div_ceil(columns);
    let (mut context, mut resources) = (RenderContext::new(width, rows * row + GAP), Resources::new());
    let mut painter = Painter::new(page_width);
    for (index, (page, label)) in (0_u16..).zip(pages) {
        let (x, y) = (GAP + index % columns * column, GAP + index / columns * row);
        write_label(&mut context, &mut resources, input.document, label, (x, y));
        let mut raster = Raster::new(&mut painter, input.document, input.pictures, cache);
        paint::page(input.document, page, &mut raster);
        let pixels = ImageSource::Pixmap(Arc::new(painter.pixels().clone()));
        let sampler = ImageSampler { quality: ImageQuality::Low, ..ImageSampler::default() };
        let corner = Affine::translate((f64::from(x), f64::from(y + LABEL)));
        context.set_paint(PaintType::Image(Image { image: pixels, sampler }));
        context.set_paint_transform(corner);
        let (left, top) = (f64::from(x), f64::from(y + LABEL));
        let (right, bottom) = (left + f64::from(page_width), top + f64::from(height(page_width)));
        context.fill_rect(&vello_cpu::kurbo::Rect::new(left, top, right, bottom));
        context.reset_paint_transform();
    }
    context.flush();
    let mut pixmap = Pixmap::new(context.width(), context.height());
    let target_init = TargetInit::Clear(AlphaColor::<Srgb>::new(GROUND));
    let settings = RasterizerSettings { target_init, ..RasterizerSettings::default() };
    context.render_with(&mut pixmap, &mut resources, settings);
    encode::png(&pixmap, Effort::Small)
}

/// The columns of a sheet: the fewer pages, the larger each is.
fn columns(pages: usize) -> u16 {
    match pages {
        0 | 1 => 1,
        2..=4 => 2,
        5..=12 => 3,
        _ => 4,
    }
}

/// Writes a label with its upper left corner at a point, in a font of the document.
fn write_label(
    context: &mut RenderContext,
    resources: &mut Resources,
    document: &Document,
    label: &str,
    (x, y): (u16, u16),
) {
    let Some(face) = document.faces.first() else { return };
    let Ok(font) = FontRef::from_index((*face.bytes).as_ref(), face.index) else { return };
    let size = skrifa::instance::Size::new(LABEL_SIZE);
    let (letters, widths) = (font.charmap(), font.glyph_metrics(size, skrifa::instance::LocationRef::default()));
    let mut glyph_x = f32::from(x);
    let glyphs: Vec<Glyph> = label
        .chars()
        .filter_map(|letter| letters.map(letter))
        .map(|glyph| {
            let placed = Glyph { id: glyph.to_u32(), x: glyph_x, y: f32::from(y) + LABEL_SIZE };
            glyph_x += widths.advance_width(glyph).unwrap_or(LABEL_SIZE / 2.0);
            placed
        })
        .collect();
    let font = FontData::new(Blob::new(Arc::clone(&face.bytes)), face.index);
    context.set_paint(AlphaColor::<Srgb>::new(INK));
    // A glyph that cannot be drawn is left out.
    let _ = context.glyph_run(resources, &font).font_size(LABEL_SIZE).hint(false).fill_glyphs(glyphs.into_iter());
}
