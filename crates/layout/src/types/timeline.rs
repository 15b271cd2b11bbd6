//! Timeline: two to ten dated stops along one rail.

use scene::{Color, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, VerticalAlign};

use crate::diagram::{Entry, draw_between, number, show_at};
use crate::field_text::{FieldText, TextStack};
use crate::fit::fitted;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::sheet::{Sheet, text_of};
use crate::surface::Ground;

/// Vertical position of the rail, if the texts below it fit.
const RAIL: f32 = 600.0;
/// Thickness of the rail.
const THICKNESS: f32 = 6.0;
/// Diameter of a stop's disc.
const DISC: f32 = 28.0;
/// Up to this many stops have their texts below the rail, more have them on both sides.
const FEW: usize = 5;
/// Font sizes of titles; texts have a fixed size.
const STEPS: [f32; 3] = [30.0, 28.0, 26.0];
/// Font size of the texts.
const TEXT: f32 = 24.0;
/// Space between two texts side by side.
const GAP: f32 = 32.0;
/// Maximum width and number of text lines of a stop when texts are on both sides.
const MOST: (f32, usize) = (300.0, 3);
/// Distance of a text from the line that connects it to its stop.
const INDENT: f32 = 20.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let stops = sheet.filled_entries("items", &["date", "title", "text"]);
        match stops.len() {
            0 => {}
            count if count <= FEW => draw_few(sheet, &stops, top, bottom),
            _ => draw_many(sheet, &stops, top, bottom),
        }
    });
}

fn date(sheet: &mut Sheet<'_>, (index, stop): &Entry<'_>, size: f32) -> Option<FieldText> {
    let pen = sheet.body().size(size).leading(1.2).stressed().color(sheet.surface.link);
    FieldText::new(sheet, format!("items.{index}.date"), NodeRole::Label, &pen, text_of(stop, "date"))
}

fn title(sheet: &mut Sheet<'_>, (index, stop): &Entry<'_>, size: f32) -> Option<FieldText> {
    let pen = sheet.body().size(size).leading(1.2).stressed();
    FieldText::new(sheet, format!("items.{index}.title"), NodeRole::Label, &pen, text_of(stop, "title"))
}

fn text(sheet: &mut Sheet<'_>, (index, stop): &Entry<'_>) -> Option<FieldText> {
    let pen = sheet.body().size(TEXT).leading(1.35);
    FieldText::new(sheet, format!("items.{index}.text"), NodeRole::Body, &pen, text_of(stop, "text"))
}

/// Dates above the rail, everything else below it.
fn draw_few(sheet: &mut Sheet<'_>, stops: &[Entry<'_>], top: Px, bottom: Px) {
    let count = number(stops.len());
    let width = Px((FULL_WIDTH - GAP * (count - 1.0)) / count).min(Px(560.0));
    let pitch = (FULL_WIDTH + GAP) / count;
    let mut dates: Vec<_> = stops.iter().map(|stop| date(sheet, stop, STEPS[0])).collect();
    let above = dates.iter_mut().flatten().map(|date| date.height(sheet, width, 1.0)).fold(Px::ZERO, Px::max);
    let above = (above + Px(DISC / 2.0 + 20.0)).min((bottom - top) / 2.0);
    let below = Px(DISC / 2.0 + 24.0);
    let room = bottom - top - above - below;
    let stacks = |sheet: &mut Sheet<'_>, size: f32| -> Vec<TextStack> {
        let mut stack = |stop| TextStack::default().with(0.0, title(sheet, stop, size)).with(8.0, text(sheet, stop));
        stops.iter().map(&mut stack).collect()
    };
    let highest = |sheet: &mut Sheet<'_>, size: f32| {
        let mut stacks = stacks(sheet, size);
        stacks.iter_mut().map(|stack| stack.height(sheet, width, 1.0)).fold(Px::ZERO, Px::max)
    };
    let size = fitted(&STEPS, room, |fitted| highest(sheet, fitted.step)).step;
    let needed = highest(sheet, size);
    let rail = Px(RAIL).min(bottom - below - needed).max(top + above);
    draw_rail(sheet, rail);
    for (place, (date, stack)) in dates.into_iter().zip(stacks(sheet, size)).enumerate() {
        let start = sheet.nodes.len();
        let x = MARGIN + pitch * number(place);
        draw_stop(sheet, x, rail, place + 1 == stops.len());
        if let Some(date) = date {
            let frame = sheet.rect(x, (rail - above).0, width.0, above.0 - DISC / 2.0 - 20.0);
            date.put(sheet, frame, 1.0, VerticalAlign::Bottom);
        }
        let frame = sheet.rect(x, (rail + below).0, width.0, (bottom - rail - below).0);
        stack.put(sheet, frame, 1.0, VerticalAlign::Top);
        show_at(sheet, start, place + 1);
    }
}

/// Texts above and below the rail in turn, each joined to its stop by a line.
fn draw_many(sheet: &mut Sheet<'_>, stops: &[Entry<'_>], top: Px, bottom: Px) {
    let count = number(stops.len());
    // Two neighbours on one side are two stops apart.
    let width = ((FULL_WIDTH * 2.0 - GAP * (count - 1.0)) / (count + 1.0)).min(MOST.0);
    let pitch = (FULL_WIDTH - width) / (count - 1.0);
    let inner = Px(width - DISC / 2.0 - INDENT);
    let rail = top + (bottom - top) / 2.0;
    let room = (bottom - top) / 2.0 - Px(DISC / 2.0 + 20.0);
    let stacks = |sheet: &mut Sheet<'_>, size: f32| -> Vec<TextStack> {
        let mut stack = |stop| {
            let text = text(sheet, stop).map(|text| text.at_most(MOST.1));
            TextStack::default().with(0.0, date(sheet, stop, size)).with(4.0, title(sheet, stop, size)).with(6.0, text)
        };
        stops.iter().map(&mut stack).collect()
    };
    let heights = |sheet: &mut Sheet<'_>, size: f32| -> Vec<Px> {
        stacks(sheet, size).iter_mut().map(|stack| stack.height(sheet, inner, 1.0)).collect()
    };
    let steps = &STEPS[1..];
    let size = fitted(steps, room, |fitted| heights(sheet, fitted.step).into_iter().fold(Px::ZERO, Px::max)).step;
    let heights = heights(sheet, size);
    let highest_above = heights.iter().step_by(2).copied().fold(Px::ZERO, Px::max).min(room);
    draw_rail(sheet, rail);
    for (place, stack) in stacks(sheet, size).into_iter().enumerate() {
        let start = sheet.nodes.len();
        let x = MARGIN + pitch * number(place);
        // Texts above start at the same height, so that their dates line up.
        let y =
            if place % 2 == 0 { rail - Px(DISC / 2.0 + 20.0) - highest_above } else { rail + Px(DISC / 2.0 + 20.0) };
        let own = heights[place].min(room);
        let pole = if place % 2 == 0 { (y, rail) } else { (rail, y + own) };
        let pole = sheet.rect(x + DISC / 2.0 - 1.0, pole.0.0, 2.0, (pole.1 - pole.0).0);
        let line = sheet.surface.line;
        sheet.nodes.push(Sheet::shape(pole, line, Px::ZERO));
        draw_stop(sheet, x, rail, place + 1 == stops.len());
        let height = if place % 2 == 0 { highest_above } else { room };
        let frame = sheet.rect(x + DISC / 2.0 + INDENT, y.0, inner.0, height.0);
        stack.put(sheet, frame, 1.0, VerticalAlign::Top);
        show_at(sheet, start, place + 1);
    }
}

fn draw_rail(sheet: &mut Sheet<'_>, y: Px) {
    let rail = sheet.rect(MARGIN, y.0 - THICKNESS / 2.0, FULL_WIDTH, THICKNESS);
    let line = sheet.surface.line;
    sheet.nodes.push(Sheet::shape(rail, line, Px(THICKNESS / 2.0)));
}

/// Draws a disc on the rail, filled for the last stop.
fn draw_stop(sheet: &mut Sheet<'_>, x: f32, rail: Px, is_last: bool) {
    let frame: Rect = sheet.rect(x, rail.0 - DISC / 2.0, DISC, DISC);
    let mark = sheet.surface.mark;
    let page: Color = match sheet.surface.ground {
        Ground::Base => PaletteRole::Base.into(),
        Ground::Tint => PaletteRole::Tint.into(),
        Ground::Deep => PaletteRole::Deep.into(),
        ground => ground.rgb(sheet.look).into(),
    };
    let fill = if is_last { mark } else { page };
    let disc = Shape::disc(fill).lined(mark, Px(5.0));
    // Half of the stroke lies outside the shape; the inset keeps the total size.
    sheet.nodes.push(Node::decoration(frame.inset(Px(2.5)), NodeKind::Shape(disc)));
}
