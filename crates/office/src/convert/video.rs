//! Slides with a video at an address, or with a sound or video that is in the PowerPoint file.

use super::outcome::Outcome;
use super::text::length;
use super::view::{SlideItem, SortedSlide};

const VIDEO: &str = "video-slide";

/// Converts a slide with a video and little text, which goes to the notes, or with only a sound. `None` for other
/// slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let (video, address) = playable(view)?;
    let mut outcome = Outcome::headed(view, VIDEO);
    outcome.first().set("source", address);
    outcome.place(video, "source");
    Some(outcome)
}

/// The sound or video that a converted slide plays, and its address: the reference of a part of the file, or an address
/// on the web. `None` if the slide cannot be a video slide.
pub(super) fn playable<'v, 'a>(view: &'v SortedSlide<'a>) -> Option<(&'v SlideItem<'a>, &'v str)> {
    let videos: Vec<&SlideItem<'_>> = view.items.iter().filter(|item| item.media().is_some()).collect();
    let [video] = videos[..] else { return None };
    let media = video.media()?;
    let part = media.part.as_deref().and_then(|part| view.scope.reference(part));
    let address = part.or_else(|| media.address.as_deref().map(str::trim))?;
    let is_playable = part.is_some() || address.starts_with("https://") || address.starts_with("http://");
    let text_length: usize = view.items.iter().filter(|item| item.is_text()).map(|item| length(&item.line())).sum();
    let others_fit = if media.is_sound { view.items.len() == 1 } else { text_length <= 200 };
    let title_fits = view.title.as_ref().is_none_or(|title| view.scope.fits(VIDEO, "title", &title.line()));
    let fits = is_playable && view.scope.fits(VIDEO, "source", address) && others_fit && title_fits;
    fits.then_some((video, address))
}
