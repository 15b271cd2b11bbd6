//! Videos: a deck as MP4, with its build steps and transitions, and captions from its notes, at planned times or at
//! those of a recorded rehearsal, with its sound.
//!
//! The pages are painted here and compressed by the program `ffmpeg`, which is not part of Lectern.

mod encoder;
mod recorded;
mod times;

use std::fs::File;
use std::io;
use std::ops::RangeInclusive;

use deck::Deck;
use export::video::{Cue, Timeline, cues, webvtt};
use export::{ExportInput, PictureCache, PictureSource};
use scene::Document;

use self::encoder::encode;
pub use self::encoder::has_video_encoder;
pub(crate) use self::recorded::Recording;
use self::recorded::{Sound, keep_recorded_pages};
use self::times::seconds_of;
use super::choice::SlideChoice;

/// How a video is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VideoOptions {
    /// The width in pixels.
    pub width: u16,
    /// The seconds for which every slide is shown; the planned time of each slide when absent.
    pub seconds: Option<f64>,
    /// Whether the notes are captions.
    pub captions: bool,
}

impl VideoOptions {
    /// The usual width in pixels.
    pub const WIDTH: u16 = 1920;
    /// The widths that a video may have.
    pub const WIDTHS: RangeInclusive<u16> = 320..=3840;
    /// The seconds that a slide may be shown for.
    pub const SECONDS: RangeInclusive<f64> = 0.5..=600.0;
}

/// Why there is no video.
#[derive(Debug, thiserror::Error)]
pub enum VideoError {
    /// The encoder is not installed.
    #[error("ffmpeg is not installed; on Debian: apt-get install ffmpeg")]
    NoEncoder,
    /// All slides are hidden.
    #[error("the video has no slide: all are hidden")]
    NoSlides,
    /// The deck has none of the slides that were recorded.
    #[error("none of the slides that were recorded is in the video: they were deleted or are hidden")]
    NothingRecorded,
    /// The caller no longer waits for the video.
    #[error("the video was stopped")]
    Stopped,
    /// The encoder failed.
    #[error("ffmpeg failed: {0}")]
    Failed(String),
    /// A file cannot be written.
    #[error("the video cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

/// The pages of a video with their times, and its captions.
pub(crate) struct VideoPlan {
    document: Document,
    timeline: Timeline,
    captions: Vec<Cue>,
    width: u16,
    sound: Option<Sound>,
}

impl VideoPlan {
    /// Plans a video of the pages of a deck. Pages that are skipped while presenting are left out, unless they are
    /// chosen. With a recording, the video has the pages that it shows, at its times.
    ///
    /// # Errors
    /// Fails when no page is left, or the recording shows no page of the deck.
    pub(crate) fn new(
        deck: &Deck,
        mut document: Document,
        slides: &SlideChoice,
        options: VideoOptions,
        recording: Option<Recording>,
    ) -> Result<Self, VideoError> {
        if let Some(recording) = recording {
            let (stretches, kept) = keep_recorded_pages(&mut document, &recording);
            if stretches.is_empty() {
                return Err(VideoError::NothingRecorded);
            }
            let timeline = Timeline::recorded(&document, &stretches);
            let sound = Sound { file: recording.sound, kind: recording.kind, kept };
            return Ok(Self::at_times(document, timeline, options, Some(sound)));
        }
        document.pages.retain(|page| !page.is_skipped || slides.with_hidden || slides.numbers.is_some());
        if document.pages.is_empty() {
            return Err(VideoError::NoSlides);
        }
        let timeline = Timeline::new(&document, &seconds_of(deck, &document, options.seconds));
        Ok(Self::at_times(document, timeline, options, None))
    }

    fn at_times(document: Document, timeline: Timeline, options: VideoOptions, sound: Option<Sound>) -> Self {
        let captions = if options.captions { cues(&document, &timeline) } else { Vec::new() };
        Self { document, timeline, captions, width: options.width, sound }
    }

    /// The number of pages.
    pub(crate) fn pages(&self) -> usize {
        self.document.pages.len()
    }

    /// The captions as WebVTT; `None` when there are none.
    pub(crate) fn captions(&self) -> Option<String> {
        (!self.captions.is_empty()).then(|| webvtt(&self.captions))
    }

    /// Writes the MP4 into an empty file. `on_page` is called with the number of finished pages. `is_awaited` is called
    /// often; when it returns `false`, the encoder is stopped.
    ///
    /// # Errors
    /// Fails when the encoder is missing or fails, `is_awaited` returns `false`, or the disk is full.
    pub(crate) fn write(
        &self,
        (pictures, cache): (&dyn PictureSource, &PictureCache),
        on_page: &(dyn Fn(usize) + Sync),
        is_awaited: &(dyn Fn() -> bool + Sync),
        out: &File,
    ) -> Result<(), VideoError> {
        let progress = |page| {
            on_page(page);
            is_awaited()
        };
        let input = ExportInput { document: &self.document, pictures, on_page: &progress };
        encode(self, (input, cache), is_awaited, out)
    }
}
