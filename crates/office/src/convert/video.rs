//! Slides with a video at an address.

use super::outcome::Outcome;
use super::text::length;
use super::view::{Item, View};

const VIDEO: &str = "video-slide";

/// A video that plays from an address, with little text beside it, which goes to the notes.
pub(super) fn recognise(view: &View<'_>) -> Option<Outcome> {
    let videos: Vec<&Item<'_>> = view.items.iter().filter(|item| item.media().is_some()).collect();
    let [video] = &videos[..] else { return None };
    let address = video.media()?.address.as_deref().map(str::trim)?;
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    let others: usize = view.items.iter().filter(|item| item.is_text()).map(|item| length(&item.line())).sum();
    let title_fits = view.title.as_ref().is_none_or(|title| view.scope.fits(VIDEO, "title", &title.line()));
    if !is_web || !view.scope.fits(VIDEO, "source", address) || others > 200 || !title_fits {
        return None;
    }
    let mut outcome = Outcome::headed(view, VIDEO);
    outcome.first().set("source", address);
    outcome.place(video, "source");
    Some(outcome)
}
