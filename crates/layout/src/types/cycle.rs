//! Cycle: three to six phases around a hub, joined by arrows.

use std::f32::consts::TAU;

use scene::{Align, Color, Node, NodeKind, NodeRole, Path, Px, Rect, Shape, VerticalAlign};

use crate::diagram::{Ellipse, arrow_head, draw_between, lined, number, plate};
use crate::field_text::{FieldText, TextStack};
use crate::fit::fitted;
use crate::sheet::{Sheet, text_of};
use crate::surface::text_color_on;

/// Centre of the ring, and its horizontal and maximum vertical radius.
const CENTER: f32 = 960.0;
const RADII: (f32, f32) = (480.0, 270.0);
/// Width of a plate, and the heights that are tried.
const WIDTH: f32 = 320.0;
const HEIGHTS: [f32; 3] = [150.0, 172.0, 194.0];
/// Padding of a plate, horizontally and vertically.
const PADDING: (f32, f32) = (20.0, 16.0);
/// Maximum width of the hub.
const HUB: f32 = 260.0;
/// Font sizes of the label on the hub.
const HUB_STEPS: [f32; 3] = [32.0, 28.0, 24.0];
/// Distance between an arrow and a plate.
const SHORT: f32 = 20.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let phases = sheet.filled_entries("items", &["label", "text"]);
        let mut stacks: Vec<TextStack> = Vec::with_capacity(phases.len());
        for (index, phase) in &phases {
            let pen = sheet.body().size(28.0).leading(1.2).stressed().align(Align::Center);
            let label =
                FieldText::new(sheet, format!("items.{index}.label"), NodeRole::Label, &pen, text_of(phase, "label"));
            let pen = sheet.body().size(24.0).leading(1.25).align(Align::Center);
            let text =
                FieldText::new(sheet, format!("items.{index}.text"), NodeRole::Body, &pen, text_of(phase, "text"));
            stacks.push(TextStack::default().with(0.0, label).with(4.0, text));
        }
        let (height, ring) = form(sheet, &mut stacks, top, bottom);
        let step = TAU / number(stacks.len().max(1));
        let plates: Vec<Rect> = (0..stacks.len())
            .map(|place| {
                let (x, y) = ring.at(step * number(place));
                Rect::new(x - WIDTH / 2.0, y - height / 2.0, WIDTH, height)
            })
            .collect();
        draw_hub(sheet, ring, height);
        for (place, stack) in stacks.into_iter().enumerate() {
            let Rect { x, y, width, height } = plates[place];
            let frame = sheet.rect(x.0, y.0, width.0, height.0);
            let (fill, line, radius) = (sheet.surface.plate, sheet.surface.line, sheet.look.radius);
            sheet.nodes.push(plate(frame, fill, Some((line, sheet.look.edge)), radius));
            let inner = Rect {
                x: frame.x + Px(PADDING.0),
                y: frame.y + Px(PADDING.1),
                width: frame.width - Px(PADDING.0 * 2.0),
                height: frame.height - Px(PADDING.1 * 2.0),
            };
            stack.put(sheet, inner, 1.0, VerticalAlign::Middle);
            if plates.len() > 1 {
                let next = plates[(place + 1) % plates.len()];
                draw_arrow(sheet, ring, (step * number(place), step * number(place + 1)), plates[place], next);
            }
        }
    });
}

/// The height of the plates, larger if texts need it and there is room, and the ellipse they are placed on.
fn form(sheet: &mut Sheet<'_>, stacks: &mut [TextStack], top: Px, bottom: Px) -> (f32, Ellipse) {
    let room = bottom.0 - top.0;
    let wide = Px(WIDTH - PADDING.0 * 2.0);
    let needed =
        stacks.iter_mut().map(|stack| stack.height(sheet, wide, 1.0)).fold(Px::ZERO, Px::max).0 + PADDING.1 * 2.0;
    let down = |height: f32| ((room - height) / 2.0).min(RADII.1);
    // Stacked plates need space for an arrow between them, and the hub needs space inside the ring.
    let has_room = |height: f32| {
        let apart = if stacks.len() > 4 { down(height) - height >= 56.0 } else { true };
        apart && down(height) - height / 2.0 >= 110.0
    };
    let mut height = HEIGHTS[0];
    for higher in HEIGHTS {
        if height < needed && has_room(higher) {
            height = higher;
        }
    }
    (height, Ellipse { x: CENTER, y: f32::midpoint(top.0, bottom.0), across: RADII.0, down: down(height) })
}

fn draw_hub(sheet: &mut Sheet<'_>, ring: Ellipse, plate_height: f32) {
    let label = sheet.text("centerLabel");
    if label.is_empty() {
        return;
    }
    let across = HUB.min((ring.down - plate_height / 2.0 - 20.0) * 2.0);
    let disc = Rect::new(ring.x - across / 2.0, ring.y - across / 2.0, across, across);
    let mark = sheet.surface.mark;
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(disc, NodeKind::Shape(Shape::disc(mark))) });
    let palette = &sheet.look.palette;
    let color = text_color_on(palette, palette.rgb(mark));
    let pen = sheet.body().size(HUB_STEPS[0]).leading(1.15).stressed().align(Align::Center).color(color);
    let Some(mut words) = FieldText::new(sheet, "centerLabel".to_owned(), NodeRole::Label, &pen, label) else { return };
    // The text area inside the disc is wider than high.
    let inner = Rect::new(ring.x - across * 0.42, ring.y - across * 0.27, across * 0.84, across * 0.54);
    let size = fitted(&HUB_STEPS, inner.height, |fitted| words.height(sheet, inner.width, fitted.step / HUB_STEPS[0]));
    words.put(sheet, inner, size.step / HUB_STEPS[0], VerticalAlign::Middle);
}

/// Draws an arrow along the ellipse from one plate to the next.
fn draw_arrow(sheet: &mut Sheet<'_>, ring: Ellipse, (from, to): (f32, f32), start: Rect, end: Rect) {
    let near = |plate: Rect, angle: f32| {
        let (x, y) = ring.at(angle);
        let around = plate.inset(Px(-SHORT));
        x > around.x.0 && x < around.right().0 && y > around.y.0 && y < around.bottom().0
    };
    let parts = 400_u16;
    let angle = |part: u16| from + (to - from) * f32::from(part) / f32::from(parts);
    let first = (0..parts).find(|part| !near(start, angle(*part)));
    let last = (0..=parts).rev().find(|part| !near(end, angle(*part)));
    let (Some(first), Some(last)) = (first, last) else { return };
    if first >= last {
        return;
    }
    let (first, last) = (angle(first), angle(last));
    let (tip, size) = (ring.at(last), 22.0);
    // The line ends inside the arrow head, so that its round end is hidden.
    let length = |until: f32| {
        let (x, y) = ring.at(until);
        (x - tip.0).hypot(y - tip.1)
    };
    let back = (1..=60_u8)
        .map(|part| last - (last - first) * f32::from(part) / 60.0)
        .find(|until| length(*until) >= size * 0.7);
    let color: Color = sheet.surface.mark;
    if let Some(back) = back {
        let (x, y) = ring.at(first);
        let node = lined(sheet, ring.arc(Path::default().to(x, y), first, back), color, 4.0);
        sheet.nodes.push(node);
    }
    let behind = ring.at(back.unwrap_or(first));
    let (x, y) = (tip.0 - behind.0, tip.1 - behind.1);
    let long = x.hypot(y);
    let along = if long > 1.0 { (x / long, y / long) } else { ring.heading(last) };
    let node = arrow_head(sheet, tip, along, size, color);
    sheet.nodes.push(node);
}
