//! Pages to PDF: selectable text, embedded font subsets, a tag tree in reading order, links, an outline and page
//! labels. Every file passes krilla's validation of PDF/UA-1; otherwise the export fails.
//!
//! With notes, each page is on a sheet of paper with its speaker notes below it; in a handout several share a sheet.

mod canvas;
mod fonts;
mod handout;
mod images;
mod outline;
mod properties;
mod tags;

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::ops::Range;

use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::error::KrillaError;
use krilla::geom::Transform;
use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use krilla::tagging::TagTree;
use krilla::{Document as File, SerializeSettings};
use scene::{CANVAS, Line, Page, PictureId, Point, Px, Rect, Rgb, Stroke, Text, px};

use self::canvas::PdfCanvas;
use self::fonts::Fonts;
pub use self::handout::Handout;
use self::images::Images;
use self::tags::Tags;
use crate::paint::{self, Canvas, Ink, Outline, PagePart};
use crate::{Error, ExportInput, PictureCache};

/// Points for each pixel of the canvas.
const SCALE: f32 = 0.5;

/// The width of notes in pixels of the canvas.
pub const NOTES_WIDTH: Px = px(1030.0);

/// The size of A4 in points.
const PAPER: (f32, f32) = (595.28, 841.89);

/// The margin of a notes page in points.
const MARGIN: f32 = 40.0;

/// The space between slide and notes in points.
const GAP: f32 = 24.0;

/// How the pages of a document are put on the sheets of a PDF.
#[derive(Debug, Clone, Copy, Default)]
pub enum Sheets<'a> {
    /// Each page fills a sheet.
    #[default]
    Slides,
    /// Each page is on paper with its notes below it. One text for each page: dark, laid out [`NOTES_WIDTH`] wide,
    /// without lines for a page that has no notes.
    Notes(&'a [Text]),
    /// Several pages on one sheet of paper.
    Handout(Handout),
}

/// Returns the document as PDF. Fails when `on_page` stops it, or when the file would not be valid PDF/UA-1.
pub fn pdf(input: ExportInput<'_>, cache: &PictureCache, sheets: Sheets<'_>) -> Result<Vec<u8>, Error> {
    let mut broken = HashSet::new();
    loop {
        let mut images = Images::new(input, cache, &broken);
        match attempt(input, sheets, &mut images)? {
            Ok(bytes) => return Ok(bytes),
            // krilla reports a picture with a good header but broken content only at the end: try again without it.
            Err(KrillaError::Image(_, Some(location), _)) => {
                let picture: PictureId = images.at(location).clone();
                if !broken.insert(picture) {
                    return Err(Error::Failed("krilla rejected a picture that was left out".to_owned()));
                }
            }
            Err(fault) => return Err(Error::Failed(format!("the PDF was not written: {fault:?}"))),
        }
    }
}

/// Writes the file once. The outer result fails when the export stops, the inner one when krilla rejects the content.
fn attempt(
    input: ExportInput<'_>,
    sheets: Sheets<'_>,
    images: &mut Images<'_>,
) -> Result<Result<Vec<u8>, KrillaError>, Error> {
    let document = input.document;
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|fault| Error::Failed(format!("the PDF was not configured: {fault:?}")))?;
    let settings = SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
    let mut file = File::new_with(settings);
    file.set_metadata(properties::metadata(document));
    let plan = SheetPlan::new(input, sheets);
    file.set_outline(outline::outline(document, &plan.first_sheets));
    let mut tree = TagTree::new().with_lang(Some(document.language.clone()));
    let mut resources = Resources { fonts: Fonts::default(), images, heading: 0 };
    match sheets {
        Sheets::Slides => {
            for (index, page) in document.pages.iter().enumerate() {
                let settings = PageSettings::from_wh(CANVAS.width.0 * SCALE, CANVAS.height.0 * SCALE);
                let placement = Placement { scale: SCALE, x: 0.0, y: 0.0 };
                add_sheet(&mut file, settings, page.number, &mut tree, &plan, |surface| {
                    let tags = Tags::new(page, index);
                    vec![draw(surface, input, placement, tags, &mut resources, |canvas| {
                        paint::page(input.document, page, canvas);
                    })]
                })?;
                input.report(index + 1)?;
            }
        }
        Sheets::Notes(notes) => {
            for index in 0..document.pages.len() {
                add_notes(&mut file, input, notes, index, &plan, &mut tree, &mut resources)?;
                input.report(index + 1)?;
            }
        }
        Sheets::Handout(handout) => handout.add(&mut file, input, &plan, &mut tree, &mut resources)?,
    }
    file.set_tag_tree(tree);
    Ok(file.finish())
}

/// The resources that the pages of one file share.
struct Resources<'a, 'w> {
    fonts: Fonts,
    images: &'a mut Images<'w>,
    /// The level of the last heading.
    heading: u16,
}

/// The position and scale of a canvas on its sheet, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placement {
    scale: f32,
    x: f32,
    y: f32,
}

impl Placement {
    fn transform(self) -> Transform {
        Transform::from_row(self.scale, 0.0, 0.0, self.scale, self.x, self.y)
    }

    /// A frame of the canvas in coordinates of the sheet, or `None` when it has no size.
    fn frame(self, frame: Rect) -> Option<krilla::geom::Rect> {
        let Rect { x, y, width, height } = frame;
        let (x, y) = (x.0 * self.scale + self.x, y.0 * self.scale + self.y);
        krilla::geom::Rect::from_xywh(x, y, width.0 * self.scale, height.0 * self.scale)
    }
}

/// The sheets of a file.
struct SheetPlan<'a> {
    input: ExportInput<'a>,
    /// The first sheet of each page.
    first_sheets: Vec<usize>,
    /// For each page, the lines of notes on each of its sheets.
    note_lines: Vec<Vec<Range<usize>>>,
}

impl SheetPlan<'_> {
    fn new<'a>(input: ExportInput<'a>, sheets: Sheets<'_>) -> SheetPlan<'a> {
        let mut plan = SheetPlan { input, first_sheets: Vec::new(), note_lines: Vec::new() };
        let mut next_sheet = 0;
        for index in 0..input.document.pages.len() {
            match sheets {
                Sheets::Slides => plan.first_sheets.push(index),
                Sheets::Handout(handout) => plan.first_sheets.push(index / handout.slides()),
                Sheets::Notes(notes) => {
                    let lines = note_lines_of_sheets(notes.get(index).map_or(&[][..], |notes| &notes.lines));
                    plan.first_sheets.push(next_sheet);
                    next_sheet += lines.len();
                    plan.note_lines.push(lines);
                }
            }
        }
        plan
    }

    /// The index of the page that is the target of a link, or `None` when the target is an address or a page that is
    /// not in the file.
    fn page_index(&self, target: &scene::LinkTarget) -> Option<usize> {
        let mut pages = self.input.document.pages.iter();
        match target {
            scene::LinkTarget::Page(number) => pages.position(|page| page.number == *number),
            scene::LinkTarget::Slide(id) => pages.position(|page| page.slide == *id),
            scene::LinkTarget::Address(_) => None,
        }
    }
}

/// Ranges of lines of notes, one for each sheet. The first sheet has the slide above its lines.
fn note_lines_of_sheets(lines: &[Line]) -> Vec<Range<usize>> {
    let slide_height = NOTES_WIDTH.0 * SCALE * (CANVAS.height / CANVAS.width);
    let full_height = (PAPER.1 - MARGIN * 2.0) / SCALE;
    let mut sheet_height = full_height - (slide_height + GAP) / SCALE;
    let mut sheets = Vec::new();
    let mut first = 0;
    for (index, line) in lines.iter().enumerate() {
        let top = lines[first].top;
        if index > first && (line.top + line.height - top).0 > sheet_height {
            sheets.push(first..index);
            first = index;
            sheet_height = full_height;
        }
    }
    sheets.push(first..lines.len());
    sheets
}

/// Adds a sheet to the file, with a number as its label. `draw` returns the tags of each page that it drew.
fn add_sheet(
    file: &mut File,
    settings: Option<PageSettings>,
    number: usize,
    tree: &mut TagTree,
    plan: &SheetPlan<'_>,
    draw: impl FnOnce(&mut krilla::surface::Surface<'_>) -> Vec<Tags>,
) -> Result<(), Error> {
    let settings = settings.ok_or_else(|| Error::Failed("a page has no size".to_owned()))?;
    let label = NonZeroU32::new(u32::try_from(number).unwrap_or(0));
    let label = PageLabel::new(Some(NumberingStyle::Arabic), None, label);
    let mut paper = file.start_page_with(settings.with_page_label(label));
    let mut surface = paper.surface();
    let drawn = draw(&mut surface);
    surface.finish();
    for tags in drawn {
        if let Some(section) = tags.finish(&mut paper, plan) {
            tree.push(section);
        }
    }
    paper.finish();
    Ok(())
}

/// Draws on a canvas that is placed on its sheet. Returns the tags of what was drawn.
fn draw(
    surface: &mut krilla::surface::Surface<'_>,
    input: ExportInput<'_>,
    placement: Placement,
    tags: Tags,
    resources: &mut Resources<'_, '_>,
    paint: impl FnOnce(&mut PdfCanvas<'_, '_, '_, '_>),
) -> Tags {
    surface.push_transform(&placement.transform());
    let mut canvas = PdfCanvas::new(surface, input.document, placement, tags, resources);
    paint(&mut canvas);
    let tags = canvas.finish();
    surface.pop();
    tags
}

/// Draws a page at a smaller size on paper.
fn draw_small(
    surface: &mut krilla::surface::Surface<'_>,
    input: ExportInput<'_>,
    page: &Page,
    placement: Placement,
    tags: Tags,
    resources: &mut Resources<'_, '_>,
) -> Tags {
    surface.push_clip_path(&canvas::frame_path(placement), &krilla::paint::FillRule::NonZero);
    let tags = draw(surface, input, placement, tags, resources, |canvas| paint::page(input.document, page, canvas));
    surface.pop();
    draw(surface, input, placement, tags, resources, draw_slide_border)
}

/// Adds the sheets of a page with its notes.
fn add_notes(
    file: &mut File,
    input: ExportInput<'_>,
    notes: &[Text],
    index: usize,
    plan: &SheetPlan<'_>,
    tree: &mut TagTree,
    resources: &mut Resources<'_, '_>,
) -> Result<(), Error> {
    let page = &input.document.pages[index];
    let slide_scale = NOTES_WIDTH.0 * SCALE / CANVAS.width.0;
    let slide = Placement { scale: slide_scale, x: MARGIN, y: MARGIN };
    for (sheet, lines) in plan.note_lines[index].iter().enumerate() {
        let settings = PageSettings::from_wh(PAPER.0, PAPER.1);
        add_sheet(file, settings, page.number, tree, plan, |surface| {
            let mut tags = Tags::new(page, plan.first_sheets[index] + sheet);
            let mut top = MARGIN;
            if sheet == 0 {
                tags = draw_small(surface, input, page, slide, tags, resources);
                top += CANVAS.height.0 * slide_scale + GAP;
            }
            let placement = Placement { scale: SCALE, x: MARGIN, y: top };
            let Some(text) = notes.get(index) else { return vec![tags] };
            let corner = Point { x: Px::ZERO, y: -text.lines.get(lines.start).map_or(Px::ZERO, |line| line.top) };
            vec![draw(surface, input, placement, tags, resources, |canvas| {
                paint::text(input.document, text, corner, lines.clone(), canvas);
            })]
        })?;
    }
    Ok(())
}

/// Draws a hairline around a slide: a white slide must be visible on paper.
fn draw_slide_border(canvas: &mut PdfCanvas<'_, '_, '_, '_>) {
    canvas.open(PagePart::Decoration);
    let grey = Rgb::hex(0xB4_B8_BC);
    let stroke = Stroke { color: grey.into(), width: px(2.0), dash: None, round: false };
    canvas.stroke(&Outline::Box(Rect::CANVAS, Px::ZERO), stroke, Ink { rgb: grey, alpha: 1.0 });
    canvas.close();
}
