//! Recorded rehearsals: the voice of a speaker, and the moments at which another slide or build step was shown.
//!
//! For each deck that a person may read, only their newest recording is stored. Nobody else can read it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;

use deck::Slide;
use imaging::{MediaForm, MediaKind, media_kind_of};
use serde::Deserialize;
use store::{AssetChunks, Assets, Moment, Rehearsal, Spool, Spooled, Store};

use crate::clock::Clock;
use crate::drawing::Recording;
use crate::error::{Error, Result};
use crate::library::media_kind;
use crate::permits::run_blocking;
use crate::rights::Readable;
use crate::secret::new_id;

/// The maximum size of a recording, in bytes.
pub const MAX_RECORDING: u64 = 200 << 20;
/// The maximum size of all recordings of a person, in bytes.
const MAX_STORED: u64 = 2 << 30;
/// The maximum duration of a recording, in milliseconds.
const MAX_DURATION: u64 = 2 * 3600 * 1000;
/// The maximum number of moments of a recording. The encoder gets them as one argument.
const MAX_MOMENTS: usize = 4000;
/// The maximum length of the id of a slide, in characters.
const MAX_ID: usize = 200;
/// How many bytes at the start of a file are read to recognise its kind.
const KIND_BYTES: u64 = 4096;

const NO_RECORDING: Error = Error::NotFound("recorded rehearsal");

/// Recorded rehearsals.
///
/// Uses storage for records and the asset store for sound.
#[derive(Debug)]
pub struct Rehearsals {
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) clock: Clock,
}

/// Which slide or build step was shown at which time.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RehearsalTimes {
    /// The duration of the recording in milliseconds.
    pub duration: u64,
    /// The moments at which another slide or build step was shown, in the order of time.
    pub moments: Vec<Moment>,
}

impl RehearsalTimes {
    /// Reads times from JSON and checks them.
    ///
    /// # Errors
    /// Fails when the times are too long, too many or not in order; the text says which.
    pub fn from_json(text: &str) -> std::result::Result<Self, String> {
        serde_json::from_str(text).map_err(|fault| format!("the times cannot be read: {fault}")).and_then(Self::checked)
    }

    /// Reads times of a deck in a file, where slides have no ids: a moment names its slide by the number.
    ///
    /// # Errors
    /// Fails as [`RehearsalTimes::from_json`] does, and when the deck has no slide with a given number.
    pub(crate) fn numbered(text: &str, slides: &[Slide]) -> std::result::Result<Self, String> {
        #[derive(Deserialize)]
        struct Numbered {
            duration: u64,
            moments: Vec<NumberedMoment>,
        }
        #[derive(Deserialize)]
        struct NumberedMoment {
            at: u64,
            /// From 1; absent when the slide was deleted.
            slide: Option<usize>,
            step: Option<usize>,
        }
        let read: Numbered =
            serde_json::from_str(text).map_err(|fault| format!("the times cannot be read: {fault}"))?;
        let moment = |NumberedMoment { at, slide, step }: NumberedMoment| {
            let slide_id = match slide {
                None => "deleted".into(),
                Some(number) => {
                    let slide = number.checked_sub(1).and_then(|index| slides.get(index));
                    let count = slides.len();
                    let slide = slide.ok_or_else(|| {
                        format!("the moment at {at} names slide {number}; the deck has slides 1 to {count}")
                    });
                    slide?.id.clone()
                }
            };
            Ok(Moment { at, slide_id, step })
        };
        let moments = read.moments.into_iter().map(moment).collect::<std::result::Result<_, String>>()?;
        Self::checked(Self { duration: read.duration, moments })
    }

    fn checked(times: Self) -> std::result::Result<Self, String> {
        let Self { duration, moments } = &times;
        if *duration == 0 || *duration > MAX_DURATION {
            return Err(format!("a recording has 1 to {MAX_DURATION} milliseconds, not {duration}"));
        }
        if moments.is_empty() || moments.len() > MAX_MOMENTS {
            return Err(format!("a recording has 1 to {MAX_MOMENTS} moments, not {}", moments.len()));
        }
        if let Some(late) = moments.iter().find(|moment| moment.at > *duration) {
            return Err(format!("a moment at {} is after the end at {duration}", late.at));
        }
        if let Some(pair) = moments.windows(2).find(|pair| pair[0].at > pair[1].at) {
            return Err(format!("the moments at {} and {} are not in order", pair[0].at, pair[1].at));
        }
        if moments.iter().any(|moment| moment.slide_id.is_empty() || moment.slide_id.chars().count() > MAX_ID) {
            return Err(format!("the id of a slide has 1 to {MAX_ID} characters"));
        }
        Ok(times)
    }
}

/// The kind of a media file, by its first bytes; `None` when it is neither sound nor video.
///
/// # Errors
/// Fails when the file cannot be read.
pub(crate) fn media_kind_of_file(path: &Path) -> io::Result<Option<MediaKind>> {
    let mut head = Vec::new();
    File::open(path)?.take(KIND_BYTES).read_to_end(&mut head)?;
    Ok(media_kind_of(&head))
}

impl Rehearsals {
    /// A temporary file for a recording.
    ///
    /// # Errors
    /// Fails when the temporary file cannot be created.
    pub fn spool(&self) -> Result<Spool> {
        Ok(self.assets.spool()?)
    }

    /// The recording of a deck by the caller; `None` when they have none.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn read(&self, deck: &Readable) -> Result<Option<Rehearsal>> {
        Ok(self.store.rehearsal(deck.id(), &deck.caller().user.id).await?)
    }

    /// Stores a recording of the caller, which replaces the previous one.
    ///
    /// # Errors
    /// Fails when the file is empty, too large or not a sound, or the recordings of the caller take too much space.
    pub async fn put(&self, deck: &Readable, sound: Spooled, times: RehearsalTimes) -> Result<Rehearsal> {
        if sound.length > MAX_RECORDING {
            return Err(Error::TooLarge(format!("a recording has {MAX_RECORDING} bytes at most")));
        }
        let kind = media_kind(&sound).await?;
        let kind = kind.ok_or_else(|| Error::invalid("accepted are webm, mp4, m4a, mp3, ogg and wav files"))?;
        let rehearsal = Rehearsal {
            id: new_id(),
            deck: deck.id().clone(),
            user: deck.caller().user.id.clone(),
            hash: sound.hash.clone(),
            mime: kind.mime(MediaForm::Sound).to_owned(),
            bytes: sound.length,
            duration: times.duration,
            moments: times.moments,
            created_at: self.clock.now(),
        };
        // The sound is stored only when there is room, since nothing deletes a sound without a record.
        let Rehearsal { user, deck, bytes, .. } = &rehearsal;
        let mut has_room = self.store.has_rehearsal_room(deck, user, *bytes, MAX_STORED).await?;
        if has_room {
            self.assets.put_spooled(sound).await?;
            // False when another recording of the person used the space meanwhile.
            has_room = self.store.put_rehearsal(rehearsal.clone(), MAX_STORED).await?;
        }
        if has_room {
            return Ok(rehearsal);
        }
        let gigabytes = MAX_STORED >> 30;
        let reason =
            format!("your recorded rehearsals have more than {gigabytes} GB; delete those of other presentations");
        Err(Error::OverLimit(reason))
    }

    /// Deletes the recording of the caller.
    ///
    /// # Errors
    /// Fails when the caller has no recording of the deck.
    pub async fn remove(&self, deck: &Readable) -> Result<()> {
        if self.store.remove_rehearsal(deck.id(), &deck.caller().user.id).await? { Ok(()) } else { Err(NO_RECORDING) }
    }

    /// The recording of the caller with its sound.
    ///
    /// # Errors
    /// Fails when the caller has no recording of the deck.
    pub async fn sound(&self, deck: &Readable) -> Result<(Rehearsal, AssetChunks)> {
        let rehearsal = self.read(deck).await?.ok_or(NO_RECORDING)?;
        let chunks = self.assets.chunks(&rehearsal.hash).await?.ok_or(NO_RECORDING)?;
        Ok((rehearsal, chunks))
    }

    /// Copies the sound of a recording to a local temporary file, for a video.
    ///
    /// # Errors
    /// Fails when the sound was deleted, or the disk is full.
    pub(crate) async fn recording(&self, rehearsal: Rehearsal) -> Result<Recording> {
        let mut reader = self.assets.reader(&rehearsal.hash).await?.ok_or(NO_RECORDING)?;
        let copied = run_blocking(move || -> io::Result<_> {
            let mut sound = tempfile::tempfile()?;
            io::copy(&mut reader, &mut sound)?;
            let mut head = Vec::new();
            sound.rewind()?;
            (&sound).take(KIND_BYTES).read_to_end(&mut head)?;
            Ok((sound, media_kind_of(&head)))
        });
        let (sound, kind) = copied.await?;
        let kind = kind.ok_or(NO_RECORDING)?;
        Ok(Recording { moments: rehearsal.moments, duration: rehearsal.duration, sound, kind })
    }

    /// Deletes the sound of recordings that were removed.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn sweep(&self) -> Result<()> {
        for hash in self.store.removed_rehearsals().await? {
            match self.assets.delete(&hash).await {
                Ok(()) => self.store.forget_removed_rehearsal(&hash).await?,
                Err(fault) => tracing::warn!("a removed recording is deleted with the next sweep: {fault:#}"),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_order_and_within_the_recording() {
        let check = |text: &str| RehearsalTimes::from_json(text).map(|times| times.moments.len());
        let moments = |moments: &str| check(&format!(r#"{{"duration": 9000, "moments": [{moments}]}}"#));
        assert_eq!(moments(r#"{"at": 0, "slideId": "a", "step": 0}, {"at": 9000, "slideId": "b"}"#), Ok(2));
        for (text, reason) in [
            ("", "a recording has 1 to 4000 moments, not 0"),
            (r#"{"at": 9001, "slideId": "a"}"#, "a moment at 9001 is after the end at 9000"),
            (r#"{"at": 20, "slideId": "a"}, {"at": 10, "slideId": "b"}"#, "the moments at 20 and 10 are not in order"),
            (r#"{"at": 0, "slideId": ""}"#, "the id of a slide has 1 to 200 characters"),
        ] {
            assert_eq!(moments(text), Err(reason.to_owned()));
        }
        assert!(check(r#"{"duration": 0, "moments": []}"#).unwrap_err().starts_with("a recording has 1 to 7200000"));
        assert!(check(r#"{"duration": -1, "moments": []}"#).unwrap_err().starts_with("the times cannot be read"));
    }
}
