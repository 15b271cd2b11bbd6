//! Collects, while a chart is drawn, what a native chart needs in order to look like the page.

use std::cell::{RefCell, RefMut};

use scene::{
    Align, ChartLook, ChartPaint, ChartRange, LabelPart, LabelPlace, LabelText, NumberFormat, PointLabel, Px, Rect,
    Stroke,
};

use super::ChartContext;
use super::axis::Axis;
use super::plot::Scale;
use super::tones::Paint;
use crate::pen::Pen;
use crate::sheet::Sheet;

/// The look of a chart as collected so far.
pub(super) struct NativeLook {
    look: RefCell<ChartLook>,
    /// Index of the first node of the chart.
    start: usize,
}

/// A label to be added: its position and its text.
pub(super) struct NativeLabel {
    pub(super) series: usize,
    pub(super) category: usize,
    pub(super) place: LabelPlace,
    /// Distance in pixels from the native position `place`, for a left-to-right deck.
    pub(super) shift: (f32, f32),
    pub(super) parts: Vec<LabelPart>,
    pub(super) align: Align,
    pub(super) plate: Option<Paint>,
    pub(super) format: NumberFormat,
}

impl NativeLabel {
    /// A label with the value of a point.
    pub(super) fn value(
        (series, category): (usize, usize),
        place: LabelPlace,
        pen: &Pen,
        format: NumberFormat,
    ) -> NativeLabel {
        let parts = vec![part(LabelText::Value, pen)];
        NativeLabel { series, category, place, shift: (0.0, 0.0), parts, align: Align::Center, plate: None, format }
    }

    pub(super) fn shifted(self, shift: (f32, f32)) -> NativeLabel {
        NativeLabel { shift, ..self }
    }
}

/// A text of a label.
pub(super) fn part(text: LabelText, pen: &Pen) -> LabelPart {
    LabelPart { text, style: pen.style, on_new_line: false }
}

impl NativeLook {
    /// The look of a chart whose nodes start at an index.
    pub(super) fn new(start: usize) -> NativeLook {
        NativeLook { look: RefCell::default(), start }
    }

    pub(super) fn edit(&self) -> RefMut<'_, ChartLook> {
        self.look.borrow_mut()
    }

    pub(super) fn take(&self) -> ChartLook {
        self.look.take()
    }
}

impl ChartContext<'_> {
    /// Marks the nodes from an index on as those that a native chart cannot draw, so that they are drawn beside it.
    pub(super) fn mark_beside_native(&self, sheet: &Sheet<'_>, from: usize) {
        if sheet.nodes.len() > from {
            self.native.edit().beside.push(from - self.native.start..sheet.nodes.len() - self.native.start);
        }
    }

    /// Adds the label of a value.
    pub(super) fn add_native_label(&self, sheet: &Sheet<'_>, label: NativeLabel) {
        let NativeLabel { series, category, place, shift, parts, align, plate, format } = label;
        let is_mirrored = sheet.direction.is_right_to_left();
        let place = match place {
            LabelPlace::Left if is_mirrored => LabelPlace::Right,
            LabelPlace::Right if is_mirrored => LabelPlace::Left,
            place => place,
        };
        let shift = (Px(if is_mirrored { -shift.0 } else { shift.0 }), Px(shift.1));
        let align = super::mirrored(sheet, align);
        let plate = plate.map(|(fill, stroke)| ChartPaint { fill, stroke });
        let label = PointLabel { series, category, parts, align, place, shift, plate, format };
        self.native.edit().labels.push(label);
    }

    /// Sets the plot of a vertical value axis: the frame, given for a left-to-right deck, and the values at its ends.
    pub(super) fn set_native_plot(&self, sheet: &Sheet<'_>, frame: Rect, scale: &Scale, axis: Option<&Axis>) {
        let range = ChartRange {
            low: scale.value_at(frame.bottom().0),
            high: scale.value_at(frame.y.0),
            step: axis.map_or(0.0, Axis::step),
        };
        self.set_native_range(sheet, frame, range);
    }

    /// Sets the plot of a horizontal value axis: the frame, given for a left-to-right deck, and the values at its ends.
    pub(super) fn set_native_rows(&self, sheet: &Sheet<'_>, frame: Rect, scale: &Scale, axis: Option<&Axis>) {
        let range = ChartRange {
            low: scale.value_at(frame.x.0),
            high: scale.value_at(frame.right().0),
            step: axis.map_or(0.0, Axis::step),
        };
        self.set_native_range(sheet, frame, range);
    }

    pub(super) fn set_native_range(&self, sheet: &Sheet<'_>, frame: Rect, range: ChartRange) {
        let mut look = self.native.edit();
        look.plot = sheet.rect(frame.x.0, frame.y.0, frame.width.0, frame.height.0);
        look.range = range;
    }
}

/// The stroke of an axis hairline.
pub(super) fn hairline(sheet: &Sheet<'_>) -> Stroke {
    Stroke { color: sheet.surface.line, width: Px(1.5), dash: None, round: false }
}
