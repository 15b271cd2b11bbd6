//! A recorded rehearsal as the plan of a video: the pages that were shown, each for its time, and the sound of them.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::ops::Range;

use export::video::Stretch;
use imaging::MediaKind;
use scene::Document;
use store::Moment;

/// A recorded rehearsal that a video follows.
#[derive(Debug)]
pub(crate) struct Recording {
    /// What was shown when, in order of time.
    pub(crate) moments: Vec<Moment>,
    /// The duration in milliseconds.
    pub(crate) duration: u64,
    /// The sound.
    pub(crate) sound: File,
    /// The kind of the sound.
    pub(crate) kind: MediaKind,
}

/// The sound of a video: parts of a recorded file.
#[derive(Debug)]
pub(super) struct Sound {
    pub(super) file: File,
    pub(super) kind: MediaKind,
    /// The parts of the file that the video has, in milliseconds: in order, with gaps between them.
    pub(super) kept: Vec<Range<u64>>,
}

/// Removes the pages of a document that a recording does not show. Returns which page is shown for how long, and the
/// ranges of the sound in milliseconds. The time of a slide that has no page is left out, with its sound.
pub(super) fn keep_recorded_pages(document: &mut Document, recording: &Recording) -> (Vec<Stretch>, Vec<Range<u64>>) {
    let shown: HashSet<&str> = recording.moments.iter().map(|moment| &*moment.slide_id).collect();
    document.pages.retain(|page| shown.contains(page.slide.as_str()));
    let mut positions = HashMap::new();
    for (position, page) in document.pages.iter().enumerate() {
        positions.entry(page.slide.as_str()).or_insert(position);
    }
    let (mut stretches, mut kept) = (Vec::new(), Vec::<Range<u64>>::new());
    for (index, Moment { at, slide_id, step }) in recording.moments.iter().enumerate() {
        let end = recording.moments.get(index + 1).map_or(recording.duration, |next| next.at);
        let Some(page) = positions.get(&**slide_id).copied() else { continue };
        if end <= *at {
            continue;
        }
        stretches.push(Stretch { page, step: *step, milliseconds: end - at });
        match kept.last_mut() {
            Some(last) if last.end == *at => last.end = end,
            _ => kept.push(*at..end),
        }
    }
    (stretches, kept)
}
