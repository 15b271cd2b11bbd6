//! Funnel: three to six narrowing bands with labels and values.

use scene::{Align, NodeRole, Path, Px, Rect, Rgb, VerticalAlign};

use crate::diagram::{Entry, draw_between, filled, number, ramp};
use crate::field_text::FieldText;
use crate::fit::fitted;
use crate::sheet::{Sheet, text_of};
use crate::surface::text_color_on;

/// Horizontal centre of the funnel beside details, and without any.
const MIDDLE: (f32, f32) = (736.0, 960.0);
/// Width of its upper and lower edge.
const WIDTHS: (f32, f32) = (1248.0, 416.0);
/// Space between two bands.
const GAP: f32 = 8.0;
/// Maximum height of a band.
const MOST: f32 = 180.0;
/// Left edge and width of the details.
const DETAILS: (f32, f32) = (1400.0, 408.0);
/// Font sizes of the labels; values scale with them.
const STEPS: [f32; 4] = [32.0, 30.0, 28.0, 24.0];
/// Font sizes of the details.
const DETAIL_STEPS: [f32; 2] = [26.0, 24.0];
/// Space between the slope of a band and its words, and between label and value.
const PADDING: (f32, f32) = (28.0, 24.0);

/// A band with its shaped texts.
struct Band {
    /// Top and bottom edge, and half the width at each.
    y: (f32, f32),
    half: (f32, f32),
    color: Rgb,
    label: Option<FieldText>,
    value: Option<FieldText>,
    detail: Option<FieldText>,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let stages = sheet.filled_entries("items", &["label", "value", "text"]);
        if stages.is_empty() {
            return;
        }
        let mut bands = bands(sheet, &stages, top, bottom);
        let has_details = bands.iter().any(|band| band.detail.is_some());
        let middle = if has_details { MIDDLE.0 } else { MIDDLE.1 };
        let scale =
            fitted(&STEPS, Px::ZERO, |fitted| excess(sheet, &mut bands, fitted.step / STEPS[0])).step / STEPS[0];
        let detail_scale = detail_scale(sheet, &mut bands);
        for band in bands {
            draw_band(sheet, band, middle, scale, detail_scale);
        }
    });
}

fn bands(sheet: &mut Sheet<'_>, stages: &[Entry<'_>], top: Px, bottom: Px) -> Vec<Band> {
    let count = number(stages.len());
    let height = ((bottom.0 - top.0 - GAP * (count - 1.0)) / count).min(MOST);
    let first = top.0 + (bottom.0 - top.0 - height * count - GAP * (count - 1.0)) * 0.45;
    let colors = ramp(sheet, stages.len());
    let all = height * count + GAP * (count - 1.0);
    // A funnel of one or two bands is no steeper than one of three.
    let narrowing = (WIDTHS.0 - WIDTHS.1) / 2.0 * (count / 3.0).min(1.0);
    let half = |y: f32| WIDTHS.0 / 2.0 - narrowing * (y - first) / all;
    let mut bands = Vec::with_capacity(stages.len());
    for ((place, (index, stage)), color) in stages.iter().enumerate().zip(colors) {
        let y = first + (height + GAP) * number(place);
        let text_color = text_color_on(&sheet.look.palette, color);
        let pen = sheet.body().size(STEPS[0]).leading(1.2).color(text_color);
        let has_value = !text_of(stage, "value").is_empty();
        let label_pen = if has_value { pen.clone() } else { pen.clone().align(Align::Center) };
        let value_pen = pen.size(40.0).leading(1.1).stressed().align(sheet.end_align());
        let detail_pen = sheet.body().size(DETAIL_STEPS[0]).leading(1.2);
        bands.push(Band {
            y: (y, y + height),
            half: (half(y), half(y + height)),
            color,
            label: FieldText::new(
                sheet,
                format!("items.{index}.label"),
                NodeRole::Label,
                &label_pen,
                text_of(stage, "label"),
            ),
            value: FieldText::new(
                sheet,
                format!("items.{index}.value"),
                NodeRole::Figure,
                &value_pen,
                text_of(stage, "value"),
            ),
            detail: FieldText::new(
                sheet,
                format!("items.{index}.text"),
                NodeRole::Body,
                &detail_pen,
                text_of(stage, "text"),
            ),
        });
    }
    bands
}

impl Band {
    fn height(&self) -> f32 {
        self.y.1 - self.y.0
    }

    /// Maximum width of the text: between the slopes at the narrow edge.
    fn room(&self) -> f32 {
        self.half.1 * 2.0 - PADDING.0 * 2.0
    }

    /// Widths of label and value. The value gets what it needs, up to half.
    fn widths(&mut self, sheet: &mut Sheet<'_>, scale: f32) -> (Px, Px) {
        let room = Px(self.room());
        let Some(value) = &mut self.value else { return (room, Px::ZERO) };
        if self.label.is_none() {
            return (Px::ZERO, room);
        }
        let value = value.natural_width(sheet, scale).min((room - Px(PADDING.1)) / 2.0);
        (room - value - Px(PADDING.1), value)
    }
}

/// The largest amount by which the text of a band is too high.
fn excess(sheet: &mut Sheet<'_>, bands: &mut [Band], scale: f32) -> Px {
    let mut worst = Px(f32::MIN);
    for band in bands {
        let (label_width, value_width) = band.widths(sheet, scale);
        let room = Px(band.height() - 16.0);
        if let Some(label) = &mut band.label {
            worst = worst.max(label.height(sheet, label_width, scale) - room);
        }
        if let Some(value) = &mut band.value {
            // A value must stay on one line; it shrinks instead of wrapping.
            worst = worst.max(value.height(sheet, value_width, scale) - value.line(scale));
        }
    }
    worst
}

fn detail_scale(sheet: &mut Sheet<'_>, bands: &mut [Band]) -> f32 {
    let room = bands.first().map_or(Px::ZERO, |band| Px(band.height()));
    let mut highest = |scale: f32| {
        let details = bands.iter_mut().filter_map(|band| band.detail.as_mut());
        details.map(|detail| detail.height(sheet, Px(DETAILS.1), scale)).fold(Px::ZERO, Px::max)
    };
    fitted(&DETAIL_STEPS, room, |fitted| highest(fitted.step / DETAIL_STEPS[0])).step / DETAIL_STEPS[0]
}

fn draw_band(sheet: &mut Sheet<'_>, mut band: Band, middle: f32, scale: f32, detail_scale: f32) {
    let ((top, bottom), (wide, narrow)) = (band.y, band.half);
    let path = Path::default()
        .to(middle - wide, top)
        .line(middle + wide, top)
        .line(middle + narrow, bottom)
        .line(middle - narrow, bottom)
        .close();
    let node = filled(sheet, path, band.color.into());
    sheet.nodes.push(scene::Node { role: NodeRole::Plate, ..node });
    let (label_width, value_width) = band.widths(sheet, scale);
    let (room, height) = (band.room(), band.height());
    let left = middle - room / 2.0;
    let inner = Rect::new(0.0, top + 8.0, 0.0, height - 16.0);
    if let Some(label) = band.label {
        let frame = sheet.rect(left, inner.y.0, label_width.0, inner.height.0);
        label.put(sheet, frame, scale, VerticalAlign::Middle);
    }
    if let Some(value) = band.value {
        let frame = sheet.rect(left + room - value_width.0, inner.y.0, value_width.0, inner.height.0);
        value.put(sheet, frame, scale, VerticalAlign::Middle);
    }
    if let Some(detail) = band.detail {
        let y = f32::midpoint(top, bottom);
        let from = middle + f32::midpoint(wide, narrow) + 12.0;
        let line = sheet.rect(from, y - 0.5, DETAILS.0 - 20.0 - from, 1.0);
        if line.width > Px(8.0) {
            let color = sheet.surface.line;
            sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
        }
        let frame = sheet.rect(DETAILS.0, top, DETAILS.1, height);
        detail.put(sheet, frame, detail_scale, VerticalAlign::Middle);
    }
}
