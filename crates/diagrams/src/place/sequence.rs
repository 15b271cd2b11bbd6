//! Positions of the participants, messages, notes and frames of a sequence.

use super::{Bounds, BoxSize, Position, Spacing};
use crate::{NoteSide, Sequence, SequenceStep};

/// The sizes of the texts of a sequence, as the caller measured them.
#[derive(Debug, Clone, Default)]
pub struct SequenceSizes {
    /// The size of the box of each participant.
    pub participants: Vec<BoxSize>,
    /// The size of the text of each step, for a note that of its box; zero for steps without text.
    pub steps: Vec<BoxSize>,
}

/// The positions of the parts of a sequence, with the origin in the upper left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlacedSequence {
    /// The size of the whole sequence.
    pub size: BoxSize,
    /// The box of each participant.
    pub participants: Vec<Bounds>,
    /// The lower end of the vertical lines below the participants.
    pub bottom: f32,
    /// The messages.
    pub messages: Vec<PlacedMessage>,
    /// The notes, each with the index of its step.
    pub notes: Vec<(usize, Bounds)>,
    /// The frames, each before those in it.
    pub frames: Vec<PlacedFrame>,
    /// The bars over the lines of active participants.
    pub activations: Vec<Bounds>,
}

/// The position of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedMessage {
    /// The index of its step.
    pub step: usize,
    /// Its line from the sender to the receiver.
    pub points: Vec<Position>,
    /// The bounds of its text.
    pub label: Bounds,
}

/// The position of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedFrame {
    /// The index of its step.
    pub step: usize,
    /// Its border.
    pub place: Bounds,
    /// The bounds of its title.
    pub title: Bounds,
    /// Its further sections: the index of the step, and the bounds of its text below the line at the section's upper
    /// edge.
    pub parts: Vec<(usize, Bounds)>,
}

/// A frame whose end is not reached yet.
struct OpenFrame {
    index: usize,
    /// The leftmost and rightmost point of its content.
    span: (f32, f32),
}

/// Lays out a sequence. `sizes` has an entry for each participant and each step.
pub fn place_sequence(sequence: &Sequence, sizes: &SequenceSizes, spacing: Spacing) -> PlacedSequence {
    let centers = centers(sequence, sizes, spacing);
    let head_height = sizes.participants.iter().map(|size| size.height).fold(0.0, f32::max);
    let mut placer = Placer {
        sizes,
        spacing,
        centers,
        y: head_height + spacing.along,
        open_frames: Vec::new(),
        active: vec![Vec::new(); sequence.participants.len()],
        placed: PlacedSequence::default(),
        last_y: head_height,
    };
    for (size, center) in sizes.participants.iter().zip(&placer.centers) {
        let place = Bounds { x: center - size.width / 2.0, y: 0.0, width: size.width, height: head_height };
        placer.placed.participants.push(place);
    }
    for (index, step) in sequence.steps.iter().enumerate() {
        placer.place_step(index, step);
    }
    placer.finished()
}

/// The horizontal centre of each participant.
fn centers(sequence: &Sequence, sizes: &SequenceSizes, spacing: Spacing) -> Vec<f32> {
    let count = sequence.participants.len();
    // Minimum distances between two participants.
    let mut distances: Vec<(usize, usize, f32)> = Vec::new();
    for (index, pair) in sizes.participants.windows(2).enumerate() {
        distances.push((index, index + 1, f32::midpoint(pair[0].width, pair[1].width) + spacing.across));
    }
    for (step, size) in sequence.steps.iter().zip(&sizes.steps) {
        let room = size.width + spacing.lines * 2.0;
        match step {
            SequenceStep::Message(message) if message.from == message.to => {
                distances.push((message.from, message.from + 1, room + spacing.lines * 3.0));
            }
            SequenceStep::Message(message) => {
                distances.push((message.from.min(message.to), message.from.max(message.to), room));
            }
            SequenceStep::Note(note) => match note.side {
                NoteSide::Right => distances.push((note.span.1, note.span.1 + 1, room + spacing.lines)),
                NoteSide::Left if note.span.0 > 0 => {
                    distances.push((note.span.0 - 1, note.span.0, room + spacing.lines));
                }
                NoteSide::Over if note.span.0 == note.span.1 => {
                    // Half of the note extends towards each neighbour.
                    if let Some(before) = note.span.0.checked_sub(1) {
                        distances.push((before, note.span.0, room / 2.0 + spacing.lines));
                    }
                    distances.push((note.span.0, note.span.0 + 1, room / 2.0 + spacing.lines));
                }
                NoteSide::Over => distances.push((note.span.0, note.span.1, room - spacing.padding * 2.0)),
                NoteSide::Left => {}
            },
            _ => {}
        }
    }
    let mut centers = vec![0.0_f32; count];
    for index in 1..count {
        let needed = distances.iter().filter(|(_, to, _)| *to == index).map(|(from, _, room)| centers[*from] + room);
        let center = needed.fold(centers[index - 1], f32::max);
        centers[index] = center;
    }
    centers
}

struct Placer<'a> {
    sizes: &'a SequenceSizes,
    spacing: Spacing,
    centers: Vec<f32>,
    y: f32,
    /// The frames that are open, the innermost last.
    open_frames: Vec<OpenFrame>,
    /// For each participant, where its activations that have not ended yet begin.
    active: Vec<Vec<f32>>,
    placed: PlacedSequence,
    /// The lower end of the last message, note or frame.
    last_y: f32,
}

impl Placer<'_> {
    fn place_step(&mut self, index: usize, step: &SequenceStep) {
        let size = self.sizes.steps[index];
        let Spacing { along, padding, lines, .. } = self.spacing;
        match step {
            SequenceStep::Message(message) if message.from == message.to => {
                let x = self.centers[message.from];
                let loop_height = lines * 1.6;
                let height = loop_height.max(size.height);
                let top = self.y + (height - loop_height) / 2.0;
                let (right, bottom) = (x + lines * 2.0, top + loop_height);
                let points = [(x, top), (right, top), (right, bottom), (x, bottom)];
                let label = Bounds {
                    x: x + lines * 2.6,
                    y: self.y + (height - size.height) / 2.0,
                    width: size.width,
                    height: size.height,
                };
                self.extend_frame(x, label.right());
                self.last_y = bottom;
                self.y += height + along;
                let points = points.map(|(x, y)| Position { x, y }).to_vec();
                self.placed.messages.push(PlacedMessage { step: index, points, label });
            }
            SequenceStep::Message(message) => {
                let (from, to) = (self.centers[message.from], self.centers[message.to]);
                let y = self.y + size.height + lines * 0.35;
                let label = Bounds {
                    x: f32::midpoint(from, to) - size.width / 2.0,
                    y: self.y,
                    width: size.width,
                    height: size.height,
                };
                self.extend_frame(from.min(to), from.max(to));
                self.last_y = y;
                self.y = y + along;
                let points = vec![Position { x: from, y }, Position { x: to, y }];
                self.placed.messages.push(PlacedMessage { step: index, points, label });
            }
            SequenceStep::Note(note) => {
                let (first, last) = (self.centers[note.span.0], self.centers[note.span.1]);
                let width = if note.side == NoteSide::Over && note.span.0 != note.span.1 {
                    size.width.max(last - first + padding * 2.0)
                } else {
                    size.width
                };
                let x = match note.side {
                    NoteSide::Left => first - lines - width,
                    NoteSide::Right => last + lines,
                    NoteSide::Over => f32::midpoint(first, last) - width / 2.0,
                };
                let place = Bounds { x, y: self.y, width, height: size.height };
                self.extend_frame(place.x, place.right());
                self.last_y = place.bottom();
                self.y += size.height + along;
                self.placed.notes.push((index, place));
            }
            SequenceStep::Open(_) => {
                let title = Bounds { x: 0.0, y: self.y + padding * 0.4, width: size.width, height: size.height };
                let place = Bounds { x: 0.0, y: self.y, width: 0.0, height: 0.0 };
                self.open_frames.push(OpenFrame { index: self.placed.frames.len(), span: (f32::MAX, f32::MIN) });
                self.placed.frames.push(PlacedFrame { step: index, place, title, parts: Vec::new() });
                self.y += size.height + padding * 0.4 + along * 0.7;
            }
            SequenceStep::Part(_) => {
                let y = self.y - along * 0.4;
                if let Some(frame) = self.open_frames.last().and_then(|open| self.placed.frames.get_mut(open.index)) {
                    let place = Bounds { x: 0.0, y: y + padding * 0.4, width: size.width, height: size.height };
                    frame.parts.push((index, place));
                }
                self.y = y + padding * 0.4 + size.height + along * 0.7;
            }
            SequenceStep::Close => self.close_frame(),
            SequenceStep::Activate(participant) => self.active[*participant].push(self.last_y),
            SequenceStep::Deactivate(participant) => {
                if let Some(start) = self.active[*participant].pop() {
                    self.add_activation(*participant, start, self.last_y);
                }
            }
        }
    }

    /// Extends the innermost open frame so that it covers `left` to `right`.
    fn extend_frame(&mut self, left: f32, right: f32) {
        if let Some(open) = self.open_frames.last_mut() {
            open.span = (open.span.0.min(left), open.span.1.max(right));
        }
    }

    fn add_activation(&mut self, participant: usize, start: f32, end: f32) {
        let width = self.spacing.lines * 0.7;
        let x = self.centers[participant] - width / 2.0;
        self.placed.activations.push(Bounds { x, y: start, width, height: (end - start).max(width) });
    }

    /// Closes the innermost open frame. Its position and size follow from its content.
    fn close_frame(&mut self) {
        let Some(open) = self.open_frames.pop() else { return };
        let Spacing { along, padding, .. } = self.spacing;
        let first = self.centers.first().copied().unwrap_or(0.0);
        let (left, right) = if open.span.0 > open.span.1 { (first, first) } else { open.span };
        let Some(frame) = self.placed.frames.get_mut(open.index) else { return };
        let texts = frame.parts.iter().map(|(_, place)| place.width).fold(frame.title.width, f32::max);
        let (left, right) = (left - padding, (right + padding).max(left + texts + padding));
        let bottom = self.y - along * 0.4;
        frame.place = Bounds { x: left, y: frame.place.y, width: right - left, height: bottom - frame.place.y };
        frame.title.x = left + padding * 0.5;
        for (_, place) in &mut frame.parts {
            place.x = left + padding * 0.5;
        }
        self.y = bottom + along * 0.8;
        self.last_y = bottom;
        self.extend_frame(left, right);
    }

    /// The placed sequence, moved so that its left edge is at 0. Activations without an end last to the last step.
    fn finished(mut self) -> PlacedSequence {
        for participant in 0..self.active.len() {
            while let Some(start) = self.active[participant].pop() {
                self.add_activation(participant, start, self.last_y);
            }
        }
        let mut placed = self.placed;
        placed.bottom = self.last_y + self.spacing.along * 0.6;
        let labels = placed.messages.iter().map(|message| message.label);
        let frames = placed.frames.iter().map(|frame| frame.place);
        let notes = placed.notes.iter().map(|(_, place)| *place);
        let visible: Vec<Bounds> =
            placed.participants.iter().copied().chain(labels).chain(frames).chain(notes).collect();
        let left = visible.iter().map(|place| place.x).fold(f32::MAX, f32::min);
        let right = visible.iter().map(Bounds::right).fold(0.0, f32::max);
        placed.size = BoxSize { width: right - left, height: placed.bottom };
        let parts = placed.frames.iter_mut().flat_map(|frame| {
            let parts = frame.parts.iter_mut().map(|(_, place)| place);
            parts.chain([&mut frame.place, &mut frame.title])
        });
        let labels = placed.messages.iter_mut().map(|message| &mut message.label);
        let notes = placed.notes.iter_mut().map(|(_, place)| place);
        let places = placed.participants.iter_mut().chain(labels).chain(notes).chain(&mut placed.activations);
        places.chain(parts.collect::<Vec<_>>()).for_each(|place| place.x -= left);
        for point in placed.messages.iter_mut().flat_map(|message| &mut message.points) {
            point.x -= left;
        }
        placed
    }
}
