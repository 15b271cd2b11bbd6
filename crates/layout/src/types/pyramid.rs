//! Pyramid: three to six stacked levels from peak to base.

use scene::{Align, Node, NodeRole, Path, Px, VerticalAlign};

use crate::diagram::{draw_between, filled, number, ramp};
use crate::field_text::{FieldText, TextStack};
use crate::fit::fitted;
use crate::sheet::{Sheet, text_of};
use crate::surface::text_color_on;

/// Horizontal centre of the pyramid beside texts, and without any.
const MIDDLE: (f32, f32) = (736.0, 960.0);
/// Width of its base.
const BASE: f32 = 1248.0;
/// Space between two levels.
const GAP: f32 = 8.0;
/// Left edge and width of the texts beside the pyramid.
const BESIDE: (f32, f32) = (1400.0, 408.0);
/// Font sizes of the labels.
const STEPS: [f32; 3] = [32.0, 28.0, 24.0];
/// Font sizes of the details.
const DETAIL_STEPS: [f32; 2] = [26.0, 24.0];
/// Space between a slope and the words beside it, and below the words of the peak.
const PADDING: (f32, f32) = (20.0, 14.0);

/// Position and size of the pyramid and its levels.
#[derive(Debug, Clone, Copy)]
struct PyramidFrame {
    top: f32,
    height: f32,
    level: f32,
}

impl PyramidFrame {
    /// Half the width at a vertical position.
    fn half(self, y: f32) -> f32 {
        BASE / 2.0 * (y - self.top) / self.height
    }

    /// The upper and lower edge of a level.
    fn edges(self, place: usize) -> (f32, f32) {
        let top = self.top + (self.level + GAP) * number(place);
        (top, top + self.level)
    }

    /// Top and maximum width of a label with some height in its level. At the peak it is as low as possible.
    fn place(self, place: usize, height: f32) -> (f32, f32) {
        let (top, bottom) = self.edges(place);
        let y = if place == 0 { bottom - PADDING.1 - height } else { f32::midpoint(top, bottom) - height / 2.0 };
        (y, (self.half(y.max(top)) - PADDING.0) * 2.0)
    }
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let levels = sheet.filled_entries("levels", &["label", "text"]);
        if levels.is_empty() {
            return;
        }
        let count = number(levels.len());
        let height = bottom.0 - top.0;
        let form = PyramidFrame { top: top.0, height, level: (height - GAP * (count - 1.0)) / count };
        let colors = ramp(sheet, levels.len());
        let mut labels: Vec<Option<FieldText>> = Vec::with_capacity(levels.len());
        for ((index, level), color) in levels.iter().zip(&colors) {
            let pen = sheet.body().size(STEPS[0]).leading(1.15).stressed().align(Align::Center);
            let pen = pen.color(text_color_on(&sheet.look.palette, *color));
            labels.push(FieldText::new(
                sheet,
                format!("levels.{index}.label"),
                NodeRole::Label,
                &pen,
                text_of(level, "label"),
            ));
        }
        // The label of the peak may be outside; all others should fit inside.
        let scale = fitted(&STEPS, Px::ZERO, |fitted| {
            let scale = fitted.step / STEPS[0];
            let misses = labels.iter_mut().enumerate().skip(1).any(|(place, label)| {
                label.as_mut().is_some_and(|label| inside(sheet, form, place, label, scale).is_none())
            });
            Px(if misses { 1.0 } else { -1.0 })
        })
        .step
            / STEPS[0];

        let mut drawn = Vec::with_capacity(levels.len());
        for (place, (label, (index, level))) in labels.into_iter().zip(&levels).enumerate() {
            let mut label = label;
            let spot = label.as_mut().and_then(|label| inside(sheet, form, place, label, scale));
            let outside = if spot.is_none() && label.take().is_some() {
                let pen = sheet.body().size(DETAIL_STEPS[0]).leading(1.2).stressed();
                FieldText::new(sheet, format!("levels.{index}.label"), NodeRole::Label, &pen, text_of(level, "label"))
            } else {
                None
            };
            let pen = sheet.body().size(DETAIL_STEPS[0]).leading(1.2);
            let detail =
                FieldText::new(sheet, format!("levels.{index}.text"), NodeRole::Body, &pen, text_of(level, "text"));
            drawn.push((label.zip(spot), TextStack::default().with(0.0, outside).with(4.0, detail)));
        }
        let has_texts = drawn.iter().any(|(_, beside)| !beside.is_empty());
        let middle = if has_texts { MIDDLE.0 } else { MIDDLE.1 };
        let room = Px(form.level);
        let detail_scale = fitted(&DETAIL_STEPS, room, |fitted| {
            let heights =
                drawn.iter_mut().map(|(_, beside)| beside.height(sheet, Px(BESIDE.1), fitted.step / DETAIL_STEPS[0]));
            heights.fold(Px::ZERO, Px::max)
        })
        .step
            / DETAIL_STEPS[0];
        for (place, ((label, beside), color)) in drawn.into_iter().zip(colors).enumerate() {
            draw_level(sheet, form, place, middle, color.into());
            if let Some((label, (y, width, height))) = label {
                let frame = sheet.rect(middle - width / 2.0, y, width, height);
                label.put(sheet, frame, scale, VerticalAlign::Top);
            }
            if !beside.is_empty() {
                let (top, bottom) = form.edges(place);
                let y = f32::midpoint(top, bottom);
                let from = middle + form.half(y) + 12.0;
                let line = sheet.rect(from, y - 0.5, BESIDE.0 - 20.0 - from, 1.0);
                if line.width > Px(8.0) {
                    let color = sheet.surface.line;
                    sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
                }
                let frame = sheet.rect(BESIDE.0, top, BESIDE.1, form.level);
                beside.put(sheet, frame, detail_scale, VerticalAlign::Middle);
            }
        }
    });
}

/// Top, width and height of a label inside its level, with the fewest lines that fit between the slopes; `None` if none
/// does.
fn inside(
    sheet: &mut Sheet<'_>,
    form: PyramidFrame,
    place: usize,
    label: &mut FieldText,
    scale: f32,
) -> Option<(f32, f32, f32)> {
    let line = label.line(scale).0;
    (1_u8..=3).find_map(|lines| {
        let height = line * f32::from(lines);
        let (y, width) = form.place(place, height);
        let fits = height <= form.level - 8.0 && width > line * 2.0;
        let natural = label.natural_width(sheet, scale).0;
        // Words must not be broken, so the lines together must be wider than the text.
        let is_calm = lines == 1 || width * f32::from(lines) > natural;
        (fits && is_calm && label.height(sheet, Px(width), scale).0 <= height + 0.5).then_some((y, width, height))
    })
}

fn draw_level(sheet: &mut Sheet<'_>, form: PyramidFrame, place: usize, middle: f32, color: scene::Color) {
    let (top, bottom) = form.edges(place);
    let (narrow, wide) = (form.half(top), form.half(bottom));
    let mut path = Path::default().to(middle - narrow, top);
    if place > 0 {
        path = path.line(middle + narrow, top);
    }
    let path = path.line(middle + wide, bottom).line(middle - wide, bottom).close();
    let node = filled(sheet, path, color);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..node });
}
