//! The timeline of a video: the pages with their build steps and transitions, in frames.

use scene::{Document, Transition};

/// Frames in a second.
pub const FRAME_RATE: u64 = 30;
/// Frames of a transition between two pages. It takes as long as in a presentation.
const PAGE_TRANSITION_FRAMES: u64 = 10;
/// Frames of the fade in which a build step appears.
const STEP_FADE_FRAMES: u64 = 5;

/// The pages of a video, each with its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    pub(super) shots: Vec<Shot>,
}

/// A picture, and the transition from the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shot {
    /// The index of the page in the document.
    pub(super) page: usize,
    /// The number of build steps that are done; `None` when everything is shown.
    pub(super) step: Option<usize>,
    pub(super) transition: Transition,
    /// Frames of the transition, fewer than `frames`.
    pub(super) transition_frames: u64,
    /// Frames of the shot, with those of the transition.
    pub(super) frames: u64,
}

/// A transition with its frames, before a shot that may be too short for them.
type TimedTransition = (Transition, u64);

/// No transition.
const CUT: TimedTransition = (Transition::None, 0);
/// The fade in which a build step appears.
const STEP_FADE: TimedTransition = (Transition::Fade, STEP_FADE_FRAMES);

/// The transition between two pages.
fn page_transition(transition: Transition) -> TimedTransition {
    match transition {
        Transition::None => CUT,
        transition => (transition, PAGE_TRANSITION_FRAMES),
    }
}

impl Shot {
    /// A shot whose transition takes at most half of its frames.
    fn new(page: usize, step: Option<usize>, (transition, most): TimedTransition, frames: u64) -> Shot {
        Shot { page, step, transition, transition_frames: most.min(frames / 2), frames }
    }
}

/// A time in which a page is shown at a build step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The index of the page in the document.
    pub page: usize,
    /// The number of build steps that are done; `None` when everything is shown.
    pub step: Option<usize>,
    /// The duration in milliseconds.
    pub milliseconds: u64,
}

/// The time in which a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageTime {
    /// The index of the page in the document.
    pub page: usize,
    /// Milliseconds from the start of the video.
    pub start: u64,
    /// Milliseconds from the start of the video.
    pub end: u64,
}

impl Timeline {
    /// Shows each page of a document for its number of seconds, which is divided among its build steps. A page without
    /// a number is shown for a second.
    pub fn new(document: &Document, seconds: &[f64]) -> Timeline {
        let mut shots = Vec::new();
        for (index, page) in document.pages.iter().enumerate() {
            let frames = frames(seconds.get(index).copied().unwrap_or(1.0));
            let steps = if document.is_stepped { page.steps } else { 0 };
            // Each step needs at least one frame.
            let steps = steps.min(usize::try_from(frames - 1).unwrap_or(usize::MAX));
            let parts = steps as u64 + 1;
            for part in 0..=steps {
                // Whole frames, divided so that the shots of a page differ by at most one frame.
                let frames_until = |part: u64| frames * part / parts;
                let frames = frames_until(part as u64 + 1) - frames_until(part as u64);
                let transition = match part {
                    0 if index == 0 => CUT,
                    0 => page_transition(document.transition_into(page)),
                    _ => STEP_FADE,
                };
                shots.push(Shot::new(index, document.is_stepped.then_some(part), transition, frames));
            }
        }
        Timeline { shots }
    }

    /// Shows pages and build steps as they were shown in a recording, one stretch after another. A stretch whose page
    /// is not in the document, or that is shorter than a frame, is left out: the next stretch is shown in its time,
    /// too.
    pub fn recorded(document: &Document, stretches: &[Stretch]) -> Timeline {
        let mut shots: Vec<Shot> = Vec::new();
        // Frames are counted from the start, so that rounding does not add up.
        let (mut end_milliseconds, mut frames_before) = (0, 0);
        for Stretch { page: index, step, milliseconds } in stretches.iter().copied() {
            end_milliseconds += milliseconds;
            let Some(page) = document.pages.get(index) else { continue };
            let frames = (end_milliseconds * FRAME_RATE + 500) / 1000 - frames_before;
            if frames == 0 {
                continue;
            }
            frames_before += frames;
            let step = step.filter(|_| document.is_stepped).map(|step| step.min(page.steps));
            let transition = match shots.last_mut() {
                None => CUT,
                Some(last) if last.page == index && last.step == step => {
                    last.frames += frames;
                    continue;
                }
                Some(last) if last.page == index => STEP_FADE,
                Some(last) => {
                    // Going back reverses the transition with which the page appeared.
                    let transition_page = if index > last.page { page } else { &document.pages[last.page] };
                    page_transition(document.transition_into(transition_page))
                }
            };
            shots.push(Shot::new(index, step, transition, frames));
        }
        Timeline { shots }
    }

    /// The duration of the whole video in milliseconds.
    pub fn duration(&self) -> u64 {
        super::milliseconds(self.shots.iter().map(|shot| shot.frames).sum())
    }

    /// The times of the pages, in the order in which they are shown.
    pub fn pages(&self) -> Vec<PageTime> {
        let mut frame = 0;
        let mut pages: Vec<PageTime> = Vec::new();
        for shot in &self.shots {
            let start = frame;
            frame += shot.frames;
            let end = super::milliseconds(frame);
            match pages.last_mut() {
                Some(last) if last.page == shot.page => last.end = end,
                _ => pages.push(PageTime { page: shot.page, start: super::milliseconds(start), end }),
            }
        }
        pages
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the cast saturates"
)]
fn frames(seconds: f64) -> u64 {
    ((seconds * FRAME_RATE as f64).round() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn page(steps: usize, transition: Option<Transition>) -> scene::Page {
        scene::Page {
            slide: String::new(),
            number: 1,
            name: String::new(),
            summary: String::new(),
            section: None,
            opens_section: false,
            notes: String::new(),
            source: String::new(),
            content: scene::PageContent::default(),
            is_skipped: false,
            master: Arc::default(),
            layout: Arc::default(),
            nodes: Vec::new(),
            steps,
            transition,
            part_names: scene::PartNames::default(),
        }
    }

    /// The shots of pages with these numbers of steps: page, step, frames of the transition, and all frames.
    fn check(steps: &[usize], is_stepped: bool, transition: Transition, seconds: &[f64]) -> String {
        let pages = steps.iter().map(|steps| Arc::new(page(*steps, None)));
        let mut document = crate::pictures::tests::document();
        (document.is_stepped, document.transition, document.pages) = (is_stepped, transition, pages.collect());
        let timeline = Timeline::new(&document, seconds);
        let all: u64 = timeline.shots.iter().map(|shot| shot.frames).sum();
        assert_eq!(timeline.duration(), super::super::milliseconds(all));
        let shot = |shot: &Shot| format!("{} {:?} {}/{}", shot.page, shot.step, shot.transition_frames, shot.frames);
        timeline.shots.iter().map(shot).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn steps_share_the_time_of_their_page() {
        assert_eq!(
            check(&[0, 2], true, Transition::Push, &[2.0, 4.0]),
            "0 Some(0) 0/60, 1 Some(0) 10/40, 1 Some(1) 5/40, 1 Some(2) 5/40"
        );
        assert_eq!(check(&[0, 2], false, Transition::None, &[2.0, 4.0]), "0 None 0/60, 1 None 0/120");
    }

    #[test]
    fn a_recording_has_its_own_times_steps_and_order_of_pages() {
        let pages = [0, 2].map(|steps| Arc::new(page(steps, None)));
        let mut document = crate::pictures::tests::document();
        (document.is_stepped, document.transition, document.pages) = (true, Transition::Push, pages.to_vec());
        let stretch = |page, step, milliseconds| Stretch { page, step: Some(step), milliseconds };
        let timeline = Timeline::recorded(
            &document,
            &[
                stretch(0, 0, 1016),
                stretch(1, 0, 10),
                stretch(1, 1, 1990),
                stretch(1, 7, 1000),
                Stretch { page: 1, step: None, milliseconds: 500 },
                stretch(0, 0, 1000),
                stretch(0, 0, 500),
                stretch(9, 0, 0),
            ],
        );
        let shot = |shot: &Shot| format!("{} {:?} {}/{}", shot.page, shot.step, shot.transition_frames, shot.frames);
        assert_eq!(
            timeline.shots.iter().map(shot).collect::<Vec<_>>().join(", "),
            "0 Some(0) 0/30, 1 Some(0) 0/1, 1 Some(1) 5/59, 1 Some(2) 5/30, 1 None 5/15, 0 Some(0) 10/45"
        );
        assert_eq!(timeline.duration(), 6000);
        assert_eq!(
            timeline.pages().iter().map(|time| (time.page, time.end)).collect::<Vec<_>>(),
            [(0, 1000), (1, 4500), (0, 6000)]
        );
    }

    #[test]
    fn going_back_reverses_the_transition_of_the_page_that_is_left() {
        let mut document = crate::pictures::tests::document();
        document.pages = vec![Arc::new(page(0, None)), Arc::new(page(0, Some(Transition::Push)))];
        document.transition = Transition::Fade;
        let stretch = |page| Stretch { page, step: None, milliseconds: 1000 };
        let timeline = Timeline::recorded(&document, &[stretch(0), stretch(1), stretch(0)]);
        let kinds: Vec<_> = timeline.shots.iter().map(|shot| shot.transition).collect();
        assert_eq!(kinds, [Transition::None, Transition::Push, Transition::Push]);
    }

    #[test]
    fn a_page_with_a_transition_of_its_own_has_that_one() {
        let mut document = crate::pictures::tests::document();
        let with = |transition| Arc::new(page(0, transition));
        document.pages = vec![with(None), with(Some(Transition::Push)), with(None), with(Some(Transition::None))];
        document.transition = Transition::Fade;
        let timeline = Timeline::new(&document, &[2.0; 4]);
        let kinds: Vec<_> = timeline.shots.iter().map(|shot| (shot.transition, shot.transition_frames)).collect();
        let expected = [(Transition::None, 0), (Transition::Push, 10), (Transition::Fade, 10), (Transition::None, 0)];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_short_page_has_a_short_transition_and_no_more_steps_than_frames() {
        assert_eq!(check(&[0, 0], false, Transition::Fade, &[1.0, 0.2]), "0 None 0/30, 1 None 3/6");
        assert_eq!(check(&[9], true, Transition::Fade, &[0.1]), "0 Some(0) 0/1, 0 Some(1) 0/1, 0 Some(2) 0/1");
    }
}
