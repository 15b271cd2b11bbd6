//! Writes pages as a film: every page with its build steps and transition, at the times of a timeline, and captions.
//!
//! The result is a Matroska stream of uncompressed pictures with their times, as input for an encoder. A picture that
//! does not change is repeated only once a second; transitions have the full frame rate. This module does not compress
//! and does not start a program.

mod captions;
mod matroska;
mod timeline;
mod transition;
mod words;

use std::io::Write;

pub use self::captions::{Cue, cues, webvtt};
use self::matroska::Stream;
use self::timeline::Shot;
pub use self::timeline::{FRAME_RATE, PageTime, Stretch, Timeline};
pub use self::words::{shown_words, word_count};
use crate::png::{Painter, height, pixels};
use crate::{Error, ExportInput, PictureCache};

/// A picture that does not change is repeated after this number of frames, so that players can seek.
const REPEAT: u64 = FRAME_RATE;

/// Writes the pages at the times of a timeline, with captions, `width` pixels wide. The width is limited to the range
/// from 16 to 4096.
///
/// # Errors
/// Fails with `Stopped` when `on_page` of the input returns `false`, and when `out` cannot be written.
pub fn stream(
    input: ExportInput<'_>,
    timeline: &Timeline,
    captions: &[Cue],
    width: u16,
    cache: &PictureCache,
    out: impl Write,
) -> Result<(), Error> {
    let width = width.clamp(16, 4096);
    let language = (!captions.is_empty()).then_some(input.document.language.as_str());
    let mut stream = Stream::new(out, (width, height(width)), language)?;
    let mut captions = captions.iter().peekable();
    let mut painter = Painter::new(width);
    let row_bytes = usize::from(width) * 4;
    let is_right_to_left = input.document.direction == scene::Direction::RightToLeft;
    let mut page_before = 0;
    let (mut previous, mut current, mut blended) = (Vec::new(), Vec::new(), Vec::new());
    // The number of the next frame, and that of the frame with the last picture that was written.
    let (mut next_frame, mut last_written) = (0, 0);
    for (index, shot) in timeline.shots.iter().enumerate() {
        let Shot { page, step, transition, transition_frames, frames } = *shot;
        std::mem::swap(&mut previous, &mut current);
        current.clear();
        current.extend_from_slice(pixels(&mut painter, &input, (page, step), cache));
        // A transition back to an earlier page is mirrored, as it is in a presentation.
        let backward = is_right_to_left != (page < page_before);
        page_before = page;
        let end = next_frame + frames;
        while let Some(cue) = captions.next_if(|cue| cue.start < milliseconds(end)) {
            stream.caption(cue)?;
        }
        for frame in 0..transition_frames {
            #[expect(clippy::cast_precision_loss, reason = "a few frames")]
            let progress = (frame + 1) as f32 / (transition_frames + 1) as f32;
            transition::blend(transition, (&previous, &current), row_bytes, (progress, backward), &mut blended);
            stream.picture(milliseconds(next_frame + frame), &blended)?;
        }
        next_frame += transition_frames;
        while next_frame < end {
            stream.picture(milliseconds(next_frame), &current)?;
            last_written = next_frame;
            next_frame = end.min(next_frame + REPEAT);
        }
        if timeline.shots.get(index + 1).is_none_or(|next| next.page != page) {
            input.report(page + 1)?;
        }
    }
    // A picture is shown until the next one. The last picture has no next one, so it is repeated at the last frame.
    if next_frame > last_written + 1 {
        stream.picture(milliseconds(next_frame - 1), &current)?;
    }
    stream.finish()
}

/// The time of a frame in milliseconds.
fn milliseconds(frame: u64) -> u64 {
    (frame * 1000 + FRAME_RATE / 2) / FRAME_RATE
}
