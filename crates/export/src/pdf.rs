//! Pages to PDF: text that can be selected, embedded subsets of its fonts, a tag tree in reading order, links, an
//! outline and page labels. Every file passes krilla's check of PDF/UA-1, or there is none.
//!
//! With notes, a sheet of paper for each page shows it above what the speaker wrote.

mod canvas;
mod fonts;
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

use self::canvas::Sheet;
use self::fonts::Fonts;
use self::images::Images;
use self::tags::Tags;
use crate::paint::{self, Canvas, Ink, Outline, Part};
use crate::{Error, PictureCache, Work};

/// Points to a pixel of the canvas.
const SCALE: f32 = 0.5;

/// How wide the lines of notes may be, in pixels of the canvas.
pub const NOTES_WIDTH: Px = px(1030.0);

/// A4, in points.
const PAPER: (f32, f32) = (595.28, 841.89);

/// The edge of a notes page, in points.
const MARGIN: f32 = 40.0;

/// Room between slide and notes, in points.
const GAP: f32 = 24.0;

/// What a PDF has besides the pages.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// The notes of each page, set [`NOTES_WIDTH`] wide and as high as they need, dark on white; a text without lines
    /// for a page without notes. Empty for a PDF of slides without notes pages.
    pub notes: &'a [Text],
}

/// The document as PDF.
pub fn pdf(work: Work<'_>, cache: &PictureCache, options: Options<'_>) -> Result<Vec<u8>, Error> {
    let mut broken = HashSet::new();
    loop {
        let mut images = Images::new(work, cache, &broken);
        match attempt(work, options, &mut images)? {
            Ok(bytes) => return Ok(bytes),
            // A picture whose header lied is found last; without it there is a file.
            Err(KrillaError::Image(_, Some(location), _)) => {
                let picture: PictureId = images.at(location).clone();
                if !broken.insert(picture) {
                    return Err(Error::Failed("a picture was refused twice".to_owned()));
                }
            }
            Err(fault) => return Err(Error::Failed(format!("the PDF was not written: {fault:?}"))),
        }
    }
}

fn attempt(
    work: Work<'_>,
    options: Options<'_>,
    images: &mut Images<'_>,
) -> Result<Result<Vec<u8>, KrillaError>, Error> {
    let document = work.document;
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|fault| Error::Failed(format!("{fault:?}")))?;
    let settings = SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
    let mut file = File::new_with(settings);
    file.set_metadata(properties::metadata(document));
    let plan = Plan::new(work, options);
    file.set_outline(outline::outline(document, &plan.starts));
    let mut tree = TagTree::new().with_lang(Some(document.language.clone()));
    let mut shared = Shared { fonts: Fonts::default(), images, heading: 0 };
    for (index, page) in document.pages.iter().enumerate() {
        if options.notes.is_empty() {
            let settings = PageSettings::from_wh(CANVAS.width.0 * SCALE, CANVAS.height.0 * SCALE);
            let place = Place { scale: SCALE, x: 0.0, y: 0.0 };
            sheet(&mut file, settings, page, plan.starts[index], &mut tree, &plan, |surface, tags| {
                drawn(surface, work, place, tags, &mut shared, |canvas| paint::page(work.document, page, canvas))
            })?;
        } else {
            notes(&mut file, work, options, index, &plan, &mut tree, &mut shared)?;
        }
        if !(work.on_page)(index + 1) {
            return Err(Error::Stopped);
        }
    }
    file.set_tag_tree(tree);
    Ok(file.finish())
}

/// What the pages of one file share.
struct Shared<'a, 'w> {
    fonts: Fonts,
    images: &'a mut Images<'w>,
    /// The level of the last heading.
    heading: u16,
}

/// Where a canvas lies on its sheet, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    scale: f32,
    x: f32,
    y: f32,
}

impl Place {
    fn transform(self) -> Transform {
        Transform::from_row(self.scale, 0.0, 0.0, self.scale, self.x, self.y)
    }

    /// A box of the canvas on the sheet; nothing when it has no size.
    fn frame(self, frame: Rect) -> Option<krilla::geom::Rect> {
        let Rect { x, y, width, height } = frame;
        let (x, y) = (x.0 * self.scale + self.x, y.0 * self.scale + self.y);
        krilla::geom::Rect::from_xywh(x, y, width.0 * self.scale, height.0 * self.scale)
    }
}

/// Which sheet each page begins on, and which lines of its notes stand on which sheet.
struct Plan<'a> {
    work: Work<'a>,
    starts: Vec<usize>,
    lines: Vec<Vec<Range<usize>>>,
}

impl Plan<'_> {
    fn new<'a>(work: Work<'a>, options: Options<'_>) -> Plan<'a> {
        let mut plan = Plan { work, starts: Vec::new(), lines: Vec::new() };
        let mut next = 0;
        for index in 0..work.document.pages.len() {
            let lines = sheets(options.notes.get(index).map_or(&[][..], |notes| &notes.lines));
            plan.starts.push(next);
            next += lines.len();
            plan.lines.push(lines);
        }
        plan
    }

    /// The sheet that a link leads to.
    fn sheet(&self, target: &scene::Target) -> Option<usize> {
        let index = match target {
            scene::Target::Page(number) => number.checked_sub(1)?,
            scene::Target::Slide(id) => self.work.document.pages.iter().position(|page| page.slide == *id)?,
            scene::Target::Address(_) => return None,
        };
        self.starts.get(index).copied()
    }
}

/// The lines of notes that stand on each sheet: the first has the slide above them.
fn sheets(lines: &[Line]) -> Vec<Range<usize>> {
    let slide = NOTES_WIDTH.0 * SCALE * (CANVAS.height / CANVAS.width);
    let whole = (PAPER.1 - MARGIN * 2.0) / SCALE;
    let mut room = whole - (slide + GAP) / SCALE;
    let mut sheets = Vec::new();
    let mut first = 0;
    for (index, line) in lines.iter().enumerate() {
        let top = lines[first].top;
        if index > first && (line.top + line.height - top).0 > room {
            sheets.push(first..index);
            first = index;
            room = whole;
        }
    }
    sheets.push(first..lines.len());
    sheets
}

/// Adds a sheet and what is drawn on it.
fn sheet(
    file: &mut File,
    settings: Option<PageSettings>,
    page: &Page,
    number: usize,
    tree: &mut TagTree,
    plan: &Plan<'_>,
    draw: impl FnOnce(&mut krilla::surface::Surface<'_>, Tags) -> Tags,
) -> Result<(), Error> {
    let settings = settings.ok_or_else(|| Error::Failed("a page has no size".to_owned()))?;
    let label = NonZeroU32::new(u32::try_from(page.number).unwrap_or(0));
    let label = PageLabel::new(Some(NumberingStyle::Arabic), None, label);
    let mut paper = file.start_page_with(settings.with_page_label(label));
    let mut surface = paper.surface();
    let tags = draw(&mut surface, Tags::new(page, number));
    surface.finish();
    if let Some(section) = tags.finish(&mut paper, plan) {
        tree.push(section);
    }
    paper.finish();
    Ok(())
}

/// Draws on a canvas that lies at a place of its sheet.
fn drawn(
    surface: &mut krilla::surface::Surface<'_>,
    work: Work<'_>,
    place: Place,
    tags: Tags,
    shared: &mut Shared<'_, '_>,
    draw: impl FnOnce(&mut Sheet<'_, '_, '_, '_>),
) -> Tags {
    surface.push_transform(&place.transform());
    let mut canvas = Sheet::new(surface, work.document, place, tags, shared);
    draw(&mut canvas);
    let tags = canvas.finish();
    surface.pop();
    tags
}

/// Adds the sheets of a page and its notes.
fn notes(
    file: &mut File,
    work: Work<'_>,
    options: Options<'_>,
    index: usize,
    plan: &Plan<'_>,
    tree: &mut TagTree,
    shared: &mut Shared<'_, '_>,
) -> Result<(), Error> {
    let page = &work.document.pages[index];
    let small = NOTES_WIDTH.0 * SCALE / CANVAS.width.0;
    let above = Place { scale: small, x: MARGIN, y: MARGIN };
    for (more, lines) in plan.lines[index].iter().enumerate() {
        let settings = PageSettings::from_wh(PAPER.0, PAPER.1);
        sheet(file, settings, page, plan.starts[index] + more, tree, plan, |surface, mut tags| {
            let mut top = MARGIN;
            if more == 0 {
                surface.push_clip_path(&canvas::frame_path(above), &krilla::paint::FillRule::NonZero);
                tags = drawn(surface, work, above, tags, shared, |canvas| paint::page(work.document, page, canvas));
                surface.pop();
                tags = drawn(surface, work, above, tags, shared, edge);
                top += CANVAS.height.0 * small + GAP;
            }
            let place = Place { scale: SCALE, x: MARGIN, y: top };
            let Some(text) = options.notes.get(index) else {
                return tags;
            };
            let corner = Point { x: Px::ZERO, y: -text.lines.get(lines.start).map_or(Px::ZERO, |line| line.top) };
            drawn(surface, work, place, tags, shared, |canvas| {
                paint::text(work.document, text, corner, lines.clone(), canvas);
            })
        })?;
    }
    Ok(())
}

/// A hairline around a slide, so that a white one shows on paper.
fn edge(canvas: &mut Sheet<'_, '_, '_, '_>) {
    canvas.open(Part::Decoration);
    let grey = Rgb::hex(0xB4_B8_BC);
    let stroke = Stroke { color: grey.into(), width: px(2.0), dash: None, round: false };
    canvas.stroke(&Outline::Box(Rect::CANVAS, Px::ZERO), stroke, Ink { rgb: grey, alpha: 1.0 });
    canvas.close();
}
