//! Steps on shapes: a band of arrows from edge to edge, or plates joined by arrows.

use deck::voice::Numeral;
use scene::{Px, VerticalAlign};

use super::{ProcessStep, SharedHeights};
use crate::diagram::{arrow_head, lead_color, number, push_polygon, set_inks, surface_on};
use crate::fit::Step;
use crate::head::BodyArea;
use crate::sheet::Sheet;

/// Minimum and maximum height of the band.
const BAND: (f32, f32) = (300.0, 380.0);
/// Length of the tip of an arrow.
const TIP: f32 = 80.0;
/// Space between two arrows.
const APART: f32 = 12.0;
/// Size of the numbers, as a share of the band's height.
const DIGIT: f32 = 0.77;
/// Space below the band.
const BELOW_BAND: f32 = 36.0;
/// Space between title and text.
const BETWEEN: f32 = 10.0;

/// A band of arrows from edge to edge, with the texts below.
pub(super) struct Chevrons {
    left: f32,
    pitch: f32,
    /// Left and right edge of the band.
    edges: (f32, f32),
    top: f32,
    band: f32,
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Chevrons {
    pub(super) fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, step: Step) -> Chevrons {
        let pitch = body.width / number(steps.len());
        let heights = SharedHeights::new(sheet, steps, pitch - 52.0, step, 2);
        let room = body.height() - BELOW_BAND - heights.total(BETWEEN);
        let fits = heights.fits && pitch >= 300.0 && room >= BAND.0;
        let band = (room - (room - BAND.0) * 0.4).clamp(BAND.0, BAND.1);
        let edges = if body.is_full_width() { (0.0, 1920.0) } else { (body.x, 1920.0) };
        Chevrons { left: body.x, pitch, edges, top: body.top, band, heights, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let count = steps.len();
        let align = sheet.start_align();
        let (middle, bottom) = (self.top + self.band / 2.0, self.top + self.band);
        // An arrow starts before its texts, so that the number is clear of its notch.
        let edge_of = |place: usize| self.left + self.pitch * number(place) - TIP - 36.0;
        for (place, entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let is_last = place + 1 == count;
            let fill = if is_last { lead_color(sheet) } else { sheet.surface.text };
            let left = if place == 0 { self.edges.0 } else { edge_of(place) };
            let right = if is_last { self.edges.1 } else { edge_of(place + 1) - APART };
            let mut points = vec![(left, self.top), (right, self.top)];
            if !is_last {
                points.push((right + TIP, middle));
            }
            points.extend([(right, bottom), (left, bottom)]);
            if place > 0 {
                points.push((left + TIP, middle));
            }
            push_polygon(sheet, &points, fill);
            let x = self.left + self.pitch * number(place);
            let ink = surface_on(sheet, fill, 232.0).text;
            let size = sheet.bare_numeral_size(count, self.pitch - TIP, self.band * DIGIT);
            let frame = sheet.rect(x, self.top, self.pitch - 52.0, self.band);
            sheet.draw_bare_numeral(frame, size, place + 1, ink, align);
            let words = sheet.nodes.len();
            let top = bottom + BELOW_BAND;
            let text_top = top + self.heights.total(BETWEEN) - self.heights.text;
            let title = sheet.rect(x, top, self.pitch - 52.0, self.heights.title);
            let text = sheet.rect(x, text_top, self.pitch - 52.0, self.heights.text);
            entry.text.put_apart(sheet, title, text, self.step, VerticalAlign::Top);
            set_inks(sheet, words, sheet.surface.text, sheet.surface.muted);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }
}

/// Space between two plates, for the arrow.
const GAP: f32 = 64.0;
/// Size of a number, and the space below it.
const NUMERAL: (f32, f32) = (104.0, 36.0);
/// Space between title and text on a plate.
const ON_PLATE: f32 = 14.0;

/// Plates joined by arrows.
pub(super) struct Boxes {
    left: f32,
    width: f32,
    top: f32,
    height: f32,
    pad: f32,
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Boxes {
    pub(super) fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, step: Step) -> Boxes {
        let count = number(steps.len());
        let width = (body.width - GAP * (count - 1.0)) / count;
        let pad = sheet.look.voice.plate.pad.max(32.0);
        let heights = SharedHeights::new(sheet, steps, width - pad * 2.0, step, 2);
        let min_height = pad * 2.0 + NUMERAL.0 + NUMERAL.1 + heights.total(ON_PLATE);
        let words = NUMERAL.0 + NUMERAL.1 + heights.total(ON_PLATE);
        let height = min_height.max((words * 2.0).min(body.height() * 0.66)).min(body.height());
        let fits = heights.fits && width >= 300.0 && min_height <= body.height();
        Boxes { left: body.x, width, top: body.optical_top(height), height, pad, heights, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let count = steps.len();
        for (place, entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let x = self.left + (self.width + GAP) * number(place);
            let plate = sheet.rect(x, self.top, self.width, self.height);
            let is_last = place + 1 == count;
            let surface = if is_last {
                sheet.push_leading_plate(plate, place)
            } else {
                sheet.push_voice_plate(plate, place);
                sheet.entry_surface(place)
            };
            let inner = self.width - self.pad * 2.0;
            let numeral = sheet.inside(plate, self.pad, self.pad, NUMERAL.0, NUMERAL.0);
            sheet.with_surface(surface, |sheet| sheet.draw_numeral(numeral, NUMERAL.0, place + 1));
            let words = sheet.nodes.len();
            // Titles are below the number; spare height is below the texts.
            let top = self.pad + NUMERAL.0 + NUMERAL.1;
            let text_top = top + self.heights.total(ON_PLATE) - self.heights.text;
            let title = sheet.inside(plate, self.pad, top, inner, self.heights.title);
            let text = sheet.inside(plate, self.pad, text_top, inner, self.heights.text);
            entry.text.put_apart(sheet, title, text, self.step, VerticalAlign::Top);
            set_inks(sheet, words, surface.text, surface.muted);
            if !is_last {
                self.draw_arrow(sheet, x + self.width);
            }
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }

    /// Draws the arrow from a plate to the next one.
    fn draw_arrow(&self, sheet: &mut Sheet<'_>, x: f32) {
        let y = self.top + self.height / 2.0;
        if sheet.look.voice.marker.numeral == Numeral::Block {
            let head = arrow_head(sheet, (x + GAP - 8.0, y), (1.0, 0.0), 48.0, sheet.surface.text);
            sheet.nodes.push(head);
            return;
        }
        let mark = sheet.surface.mark;
        let line = sheet.rect(x, y - 1.5, GAP - 18.0, 3.0);
        sheet.nodes.push(Sheet::shape(line, mark, Px::ZERO));
        let head = arrow_head(sheet, (x + GAP - 3.0, y), (1.0, 0.0), 26.0, mark);
        sheet.nodes.push(head);
    }
}
