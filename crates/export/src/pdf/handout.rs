//! Handouts: several slides on a sheet of paper, to hand out or to write on.

use krilla::Document as File;
use krilla::page::PageSettings;
use krilla::tagging::TagTree;
use scene::{CANVAS, Px, Rect, Rgb, px};

use super::canvas::PdfCanvas;
use super::tags::Tags;
use super::{MARGIN, PAPER, Placement, Resources, SheetPlan, add_sheet, draw, draw_small};
use crate::paint::{Canvas, Ink, Outline, PagePart, Paint};
use crate::{Error, ExportInput};

/// The space between slides in points.
const GAP: f32 = 20.0;
/// The number of lines to write on beside a slide.
const LINES: u8 = 7;
/// The colour of these lines.
const LINE_COLOR: Rgb = Rgb::hex(0xB4_B8_BC);

/// How many slides each sheet of a handout has, and how they are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handout {
    /// Two, below each other.
    Two,
    /// Three, each with lines to write on beside it.
    Three,
    /// Six, in two columns.
    Six,
}

impl Handout {
    /// The handout with `slides` slides on a sheet: 2, 3 or 6; `None` for any other number.
    pub fn of(slides: usize) -> Option<Self> {
        [Self::Two, Self::Three, Self::Six].into_iter().find(|handout| handout.slides() == slides)
    }

    /// The number of slides on each sheet.
    pub(super) fn slides(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Six => 6,
        }
    }

    /// Adds the sheets of a document.
    pub(super) fn add(
        self,
        file: &mut File,
        input: ExportInput<'_>,
        plan: &SheetPlan<'_>,
        tree: &mut TagTree,
        resources: &mut Resources<'_, '_>,
    ) -> Result<(), Error> {
        for (sheet, pages) in input.document.pages.chunks(self.slides()).enumerate() {
            add_sheet(file, PageSettings::from_wh(PAPER.0, PAPER.1), sheet + 1, tree, plan, |surface| {
                let mut drawn = Vec::with_capacity(pages.len());
                for (index, page) in pages.iter().enumerate() {
                    let placement = self.placement(index);
                    let tags = Tags::new(page, sheet);
                    let tags = draw_small(surface, input, page, placement, tags, resources);
                    drawn.push(match self {
                        Self::Three => {
                            let lines_placement = Placement { x: placement.x + self.width() + GAP, ..placement };
                            let width = px((PAPER.0 - MARGIN - lines_placement.x) / lines_placement.scale);
                            draw(surface, input, lines_placement, tags, resources, |canvas| {
                                draw_writing_lines(canvas, width);
                            })
                        }
                        Self::Two | Self::Six => tags,
                    });
                }
                drawn
            })?;
            input.report((sheet + 1) * self.slides())?;
        }
        Ok(())
    }

    /// The width of a slide in points.
    fn width(self) -> f32 {
        let available = PAPER.0 - MARGIN * 2.0;
        match self {
            Self::Two => available,
            Self::Three => available * 0.58,
            Self::Six => (available - GAP) / 2.0,
        }
    }

    /// The position and scale of a slide by its index on the sheet, from 0. Rows divide the height of the sheet evenly.
    fn placement(self, index: usize) -> Placement {
        let (columns, rows) = match self {
            Self::Two => (1, 2.0),
            Self::Three => (1, 3.0),
            Self::Six => (2, 3.0),
        };
        let width = self.width();
        let scale = width / CANVAS.width.0;
        let height = CANVAS.height.0 * scale;
        let row_height = (PAPER.1 - MARGIN * 2.0) / rows;
        #[expect(clippy::cast_precision_loss, reason = "at most six slides")]
        let (column, row) = ((index % columns) as f32, (index / columns) as f32);
        Placement {
            scale,
            x: MARGIN + column * (width + GAP),
            y: MARGIN + row * row_height + (row_height - height) / 2.0,
        }
    }
}

/// Draws lines to write on, which together are as high as a slide.
fn draw_writing_lines(canvas: &mut PdfCanvas<'_, '_, '_, '_>, width: Px) {
    canvas.open(PagePart::Decoration);
    let step = CANVAS.height.0 / f32::from(LINES);
    for line in 1..=LINES {
        let frame = Rect { x: Px::ZERO, y: px(step * f32::from(line) - 2.0), width, height: px(2.0) };
        canvas.fill(&Outline::Box(frame, Px::ZERO), &Paint::Solid(Ink { rgb: LINE_COLOR, alpha: 1.0 }));
    }
    canvas.close();
}
