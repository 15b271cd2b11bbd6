//! Sequences of messages.

use diagrams::{
    BoxSize, LineStyle, NodeShape, PlacedSequence, Position, Sequence, SequenceSizes, SequenceStep, Spacing, Tip,
    place_sequence,
};
use scene::{Align, Node, NodeKind, NodeRole, Px, Rect, Shape, Stroke};

use super::boxes::{self, Tone};
use super::graph::OnPage;
use super::lines::{self, Line};
use super::{DETAIL, Label, WRAPS, fitting_size, largest_factor};
use crate::diagram::{entry_title_pen, lead_color};
use crate::sheet::Sheet;

/// Distances in text sizes.
const SPACING: Spacing = Spacing { along: 0.62, across: 1.0, padding: 0.9, lines: 0.6 };
/// The largest factor by which distances along the sequence may grow.
const MAX_STRETCH: f32 = 3.0;

/// Draws a sequence in an area and returns its smallest text size.
pub(super) fn draw(sheet: &mut Sheet<'_>, sequence: &Sequence, area: Rect, max_size: f32) -> f32 {
    let title = entry_title_pen(sheet).leading(1.16).align(Align::Center);
    let text = sheet.body().leading(1.16).align(Align::Center);
    let strong = sheet.body().stressed().leading(1.16).align(Align::Left);
    let mut names: Vec<Option<Label>> = Vec::new();
    for participant in &sequence.participants {
        names.push(Label::new(sheet, &title, &participant.label, 1.0));
    }
    let mut steps: Vec<Option<Label>> = Vec::new();
    for step in &sequence.steps {
        steps.push(match step {
            SequenceStep::Message(message) => Label::new(sheet, &text, &message.label, DETAIL),
            SequenceStep::Note(note) => Label::new(sheet, &text, &note.label, DETAIL),
            SequenceStep::Open(frame) => {
                let words = [frame.kind.as_str(), frame.label.as_str()].join(" ");
                Label::new(sheet, &strong, words.trim(), DETAIL)
            }
            SequenceStep::Part(label) => Label::new(sheet, &strong, label, DETAIL),
            SequenceStep::Close | SequenceStep::Activate(_) | SequenceStep::Deactivate(_) => None,
        });
    }
    let mut best: Option<(f32, SequenceSizes, Vec<BoxSize>, Vec<BoxSize>)> = None;
    for wrap in WRAPS {
        let mut measure = |labels: &mut Vec<Option<Label>>| {
            let extent = |label: &mut Option<Label>| {
                label.as_mut().map_or(BoxSize::default(), |label| label.extent(sheet, wrap))
            };
            labels.iter_mut().map(extent).collect::<Vec<_>>()
        };
        let (heads, texts) = (measure(&mut names), measure(&mut steps));
        let sizes = sizes(sequence, &heads, &texts);
        let size = fitting_size(place_sequence(sequence, &sizes, SPACING).size, area, max_size);
        if best.as_ref().is_none_or(|best| size * 0.96 > best.0) {
            best = Some((size, sizes, heads, texts));
        }
    }
    let (size, sizes, heads, texts) = best.expect("there are several widths");
    let room = BoxSize { width: area.width.0 / size, height: area.height.0 / size };
    let place_with = |along: f32, across: f32| {
        let spacing = Spacing { along: SPACING.along * along, across: SPACING.across * across, ..SPACING };
        place_sequence(sequence, &sizes, spacing)
    };
    let fits = |extent: BoxSize| extent.width <= room.width + 0.01 && extent.height <= room.height + 0.01;
    let along = largest_factor(MAX_STRETCH, |factor| fits(place_with(factor, 1.0).size));
    let across = largest_factor(12.0, |factor| fits(place_with(along, factor).size));
    let placed = place_with(along, across);
    let on_page = OnPage::of(placed.size, size, area);
    draw_behind(sheet, &placed, &on_page, size);
    for (index, label) in names.iter_mut().enumerate() {
        let is_person = sequence.participants[index].is_person;
        let form = if is_person { NodeShape::Stadium } else { NodeShape::Box };
        let frame = on_page.rect(placed.participants[index]);
        let tone = if is_person { Tone::Lead } else { Tone::Strong };
        boxes::push(sheet, form, frame, size, tone, label.as_mut().map(|label| (label, heads[index])));
    }
    let color = sheet.readable_mark(sheet.surface.text);
    for message in &placed.messages {
        let SequenceStep::Message(step) = &sequence.steps[message.step] else { continue };
        let points = message.points.iter().map(|point| on_page.point(*point)).collect();
        let line = Line { points, is_curved: false, style: step.style, tips: step.tips, shapes: (None, None) };
        lines::push(sheet, &line, size, color);
        if let Some(label) = &mut steps[message.step] {
            boxes::push_on_line(sheet, on_page.rect(message.label), size, label);
        }
    }
    for (step, place) in &placed.notes {
        let frame = on_page.rect(*place);
        let label = steps[*step].as_mut().map(|label| (label, texts[*step]));
        boxes::push(sheet, NodeShape::Note, frame, size, Tone::Empty, label);
    }
    for frame in &placed.frames {
        for (step, place) in std::iter::once((frame.step, frame.title)).chain(frame.parts.iter().copied()) {
            if let Some(label) = &mut steps[step] {
                boxes::push_on_line(sheet, on_page.rect(place), size, label);
            }
        }
    }
    if steps.iter().any(Option::is_some) { size * DETAIL } else { size }
}

fn sizes(sequence: &Sequence, heads: &[BoxSize], texts: &[BoxSize]) -> SequenceSizes {
    let participant_size = |(index, extent): (usize, &BoxSize)| {
        let form = if sequence.participants[index].is_person { NodeShape::Stadium } else { NodeShape::Box };
        boxes::extent(form, *extent, false)
    };
    let step_size = |(step, extent): (&SequenceStep, &BoxSize)| match step {
        SequenceStep::Note(_) => boxes::extent(NodeShape::Note, *extent, false),
        _ => *extent,
    };
    SequenceSizes {
        participants: heads.iter().enumerate().map(participant_size).collect(),
        steps: sequence.steps.iter().zip(texts).map(step_size).collect(),
    }
}

/// Draws frames, the lines below the participants and the bars of active ones.
fn draw_behind(sheet: &mut Sheet<'_>, placed: &PlacedSequence, on_page: &OnPage, size: f32) {
    let line = sheet.readable_mark(sheet.surface.muted);
    let radius = Px(sheet.look.voice.plate.radius.min(size * 0.4));
    for frame in &placed.frames {
        let rect = on_page.rect(frame.place);
        let stroke = Stroke { color: line, width: Px(2.0), dash: None, round: false };
        let shape = Shape { fill: None, stroke: Some(stroke), ..Shape::filled(line, radius) };
        sheet.nodes.push(Node { role: NodeRole::Label, ..Node::decoration(rect, NodeKind::Shape(shape)) });
        for (_, place) in &frame.parts {
            let y = on_page.rect(*place).y.0 - size * 0.15;
            let ends = [(rect.x.0, y), (rect.right().0, y)].map(|(x, y)| Position { x, y });
            push_line(sheet, ends, size, line);
        }
    }
    for participant in &placed.participants {
        let x = participant.center().x;
        let ends = [Position { x, y: participant.bottom() }, Position { x, y: placed.bottom }];
        push_line(sheet, ends.map(|end| on_page.point(end)), size, line);
    }
    let fill = lead_color(sheet);
    for bar in &placed.activations {
        sheet.nodes.push(Sheet::shape(on_page.rect(*bar), fill, Px(3.0)));
    }
}

/// Adds a dotted line.
fn push_line(sheet: &mut Sheet<'_>, ends: [Position; 2], size: f32, color: scene::Color) {
    let tips = (Tip::None, Tip::None);
    let line = Line { points: ends.to_vec(), is_curved: false, style: LineStyle::Dotted, tips, shapes: (None, None) };
    lines::push(sheet, &line, size * 0.7, color);
}
