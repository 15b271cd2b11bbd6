//! Pages to moving pictures: every page with its build steps and its transition, each for its time, and captions.
//!
//! Writes uncompressed pictures with their times as a Matroska stream, which an encoder reads. A picture that stands still
//! is repeated once a second only; moving pictures have the whole frame rate. Neither compresses nor starts a program.

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

/// The frames after which a picture that stands still is repeated, so that players can seek in it.
const REPEAT: u64 = FRAME_RATE;

/// Writes the pages of a width in pixels, which is limited to 16 to 4096, at the times of a timeline, with captions.
///
/// # Errors
/// Fails when the input stops the export, or `out` cannot be written.
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
    let row = usize::from(width) * 4;
    let is_reversed = input.document.direction == scene::Direction::RightToLeft;
    let mut page_before = 0;
    let (mut before, mut now, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for (number, shot) in timeline.shots.iter().enumerate() {
        let Shot { page, step, transition, moving, frames } = *shot;
        std::mem::swap(&mut before, &mut now);
        now.clear();
        now.extend_from_slice(pixels(&mut painter, &input, (page, step), cache));
        // As on a projector, the way back is the mirror image.
        let backward = is_reversed != (page < page_before);
        page_before = page;
        let end = at + frames;
        while let Some(cue) = captions.next_if(|cue| cue.start < milliseconds(end)) {
            stream.caption(cue)?;
        }
        for frame in 0..moving {
            #[expect(clippy::cast_precision_loss, reason = "a few frames")]
            let progress = (frame + 1) as f32 / (moving + 1) as f32;
            transition::blend(transition, (&before, &now), row, (progress, backward), &mut moved);
            stream.picture(milliseconds(at + frame), &moved)?;
        }
        at += moving;
        while at < end {
            stream.picture(milliseconds(at), &now)?;
            at = end.min(at + REPEAT);
        }
        if timeline.shots.get(number + 1).is_none_or(|next| next.page != page) {
            input.report(page + 1)?;
        }
    }
    // The last picture has no successor that says how long it is shown: it is repeated for the last frame.
    if at > 1 {
        stream.picture(milliseconds(at - 1), &now)?;
    }
    stream.finish()
}

/// The time of a frame.
fn milliseconds(frame: u64) -> u64 {
    (frame * 1000 + FRAME_RATE / 2) / FRAME_RATE
}
