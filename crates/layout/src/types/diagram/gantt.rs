//! Tasks over time: a row for each task, with the time from left to right.

use diagrams::{BoxSize, Gantt, Task, TaskState, date};
use scene::{Align, Color, Fill, Node, NodeKind, NodeRole, Path, Px, Rect, Shape};

use super::{Label, fitting_size};
use crate::diagram::{entry_title_pen, in_place, lead_color, number, shape_line, tone};
use crate::sheet::Sheet;

/// Height of a row, in text sizes.
const ROW: f32 = 1.55;
/// Height of the title of a section, in text sizes.
const SECTION: f32 = 1.7;
/// Height of the axis, in text sizes.
const AXIS: f32 = 1.5;
/// Height of a bar, as a share of its row.
const BAR: f32 = 0.66;
/// The maximum width of the names, as a share of the whole width.
const NAMES: f32 = 0.4;
/// The maximum number of dates on the axis.
const MAX_TICKS: i64 = 6;
/// Font size of the dates on the axis, as a share of the text size.
const TICK: f32 = 0.72;
/// A day in minutes.
const DAY: i64 = 24 * 60;

/// Draws tasks in an area and returns the text size.
pub(super) fn draw(sheet: &mut Sheet<'_>, gantt: &Gantt, area: Rect, max_size: f32) -> f32 {
    let name_pen = sheet.body().leading(1.16).align(Align::Left);
    let section_pen = entry_title_pen(sheet).leading(1.16).align(Align::Left);
    let mut names: Vec<(Option<Label>, BoxSize)> = Vec::new();
    for task in &gantt.tasks {
        let mut label = Label::new(sheet, &name_pen, &task.label, 1.0);
        let extent = label.as_mut().map_or(BoxSize::default(), |label| label.extent(sheet, 60.0));
        names.push((label, extent));
    }
    let mut sections: Vec<(Option<Label>, BoxSize)> = Vec::new();
    for section in &gantt.sections {
        let mut label = Label::new(sheet, &section_pen, section, 1.0);
        let extent = label.as_mut().map_or(BoxSize::default(), |label| label.extent(sheet, 60.0));
        sections.push((label, extent));
    }
    let used_sections =
        (0..gantt.sections.len()).filter(|section| gantt.tasks.iter().any(|task| task.section == Some(*section)));
    let height = number(gantt.tasks.len()) * ROW + number(used_sections.count()) * SECTION + AXIS;
    let widest = names.iter().map(|(_, extent)| extent.width).fold(1.0, f32::max);
    let room = Rect { width: area.width * NAMES, ..area };
    let size = fitting_size(BoxSize { width: widest + 0.8, height }, room, max_size.min(48.0));
    // Rows grow into the spare height.
    let row = (ROW * size).max(((area.height.0 - AXIS * size) / (height - AXIS) * ROW).min(ROW * size * 1.5));
    let section_height = row * SECTION / ROW;
    let first = gantt.tasks.iter().map(|task| task.start).min();
    let begins_with_milestone = gantt.tasks.iter().any(|task| task.is_milestone && Some(task.start) == first);
    // Half of a milestone is before its time.
    let left = area.x.0 + (widest + 0.8) * size + if begins_with_milestone { row * BAR / 2.0 } else { 0.0 };
    let axis = Axis::new(gantt, left, area.right().0 - size);
    let bottom = area.y.0 + (height - AXIS) / ROW * row;
    draw_axis(sheet, &axis, (area.y.0, bottom), size);
    let mut y = area.y.0;
    let mut current = None;
    for (index, task) in gantt.tasks.iter().enumerate() {
        if task.section.is_some() && task.section != current {
            current = task.section;
            if let Some((Some(label), extent)) = current.and_then(|section| sections.get_mut(section)) {
                let place = Rect::new(area.x.0, y, extent.width * size, section_height);
                let text = label.node(sheet, place, size, NodeRole::Label);
                sheet.nodes.push(text);
            }
            y += section_height;
        }
        if let (Some(label), extent) = &mut names[index] {
            let place = Rect::new(area.x.0, y, extent.width * size, row);
            let text = label.node(sheet, place, size, NodeRole::Label);
            sheet.nodes.push(text);
        }
        draw_task(sheet, task, &axis, Rect::new(left, y, 0.0, row));
        y += row;
    }
    size
}

/// The time axis, from left to right. Times are in minutes.
struct Axis {
    left: f32,
    right: f32,
    start: i64,
    end: i64,
}

impl Axis {
    fn new(gantt: &Gantt, left: f32, right: f32) -> Axis {
        let start = gantt.tasks.iter().map(|task| task.start).min().unwrap_or(0);
        let end = gantt.tasks.iter().map(|task| task.end).max().unwrap_or(0);
        Axis { left, right, start, end: if end > start { end } else { start + 60 } }
    }

    fn x(&self, time: i64) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a share of a few years in minutes")]
        let share = (time - self.start) as f32 / (self.end - self.start) as f32;
        self.left + (self.right - self.left) * share
    }

    /// The distance between two dates on the axis, in minutes.
    fn step(&self) -> i64 {
        const WITHIN_A_DAY: [i64; 9] = [1, 5, 10, 15, 30, 60, 120, 360, 720];
        const DAYS: [i64; 8] = [DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 91 * DAY, 182 * DAY, 365 * DAY];
        let span = self.end - self.start;
        let mut steps = WITHIN_A_DAY.into_iter().chain(DAYS);
        steps.find(|step| span / step < MAX_TICKS).unwrap_or(span / MAX_TICKS)
    }

    fn name(&self, time: i64) -> String {
        let (year, month, day) = date(time.div_euclid(DAY));
        let minutes = time.rem_euclid(DAY);
        if self.step() < DAY {
            return format!("{:02}:{:02}", minutes / 60, minutes % 60);
        }
        let same_year = date(self.start.div_euclid(DAY)).0 == date(self.end.div_euclid(DAY)).0;
        if same_year { format!("{month:02}-{day:02}") } else { format!("{year}-{month:02}-{day:02}") }
    }
}

fn draw_axis(sheet: &mut Sheet<'_>, axis: &Axis, (top, bottom): (f32, f32), size: f32) {
    let step = axis.step();
    let tick = (size * TICK).max(24.0) / size;
    let pen = sheet.body().leading(1.2).color(sheet.surface.muted).align(Align::Center);
    let mut time = axis.start;
    while time <= axis.end {
        let x = axis.x(time);
        let rule = Rect::new(x - 1.0, top, 2.0, bottom - top);
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
        if let Some(mut label) = Label::new(sheet, &pen, &axis.name(time), tick) {
            let width = label.extent(sheet, 40.0).width * size;
            let place = Rect::new(x - width / 2.0, bottom, width, AXIS * size);
            let mut text = label.node(sheet, place, size, NodeRole::Caption);
            text.origin = None;
            sheet.nodes.push(text);
        }
        time += step;
    }
}

fn draw_task(sheet: &mut Sheet<'_>, task: &Task, axis: &Axis, row: Rect) {
    let height = row.height.0 * BAR;
    let y = row.center().y.0 - height / 2.0;
    let lead = lead_color(sheet);
    let color: Color = match task.state {
        TaskState::Done => tone(sheet, 0.28).into(),
        TaskState::Active => lead,
        TaskState::Planned => tone(sheet, 0.5).into(),
    };
    if task.is_milestone {
        let (x, half) = (axis.x(task.start), height / 2.0);
        let path =
            Path::default().to(x, y).line(x + half, y + half).line(x, y + height).line(x - half, y + half).close();
        let node = in_place(path, Some(Fill::Solid(lead)), None);
        sheet.nodes.push(Node { role: NodeRole::Label, ..node });
        return;
    }
    let (from, to) = (axis.x(task.start), axis.x(task.end));
    let radius = sheet.look.voice.plate.radius.min(height / 2.0);
    let frame = Rect::new(from, y, (to - from).max(6.0), height);
    let mut shape = Shape::filled(color, Px(radius).min(frame.width / 2.0));
    shape.stroke = shape_line(sheet);
    if task.is_critical {
        shape = shape.lined(sheet.surface.text, Px(4.0));
    }
    sheet.nodes.push(Node { role: NodeRole::Label, ..Node::decoration(frame, NodeKind::Shape(shape)) });
}
