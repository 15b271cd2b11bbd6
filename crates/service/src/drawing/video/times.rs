//! How long each slide of a video is shown.

use deck::Deck;
use export::video::{shown_words, word_count};
use scene::{Document, Page};

/// Words that are spoken in a second: 140 in a minute.
const SPEAKING_RATE: f64 = 140.0 / 60.0;
/// Words that are read in a second: 240 in a minute.
const READING_RATE: f64 = 4.0;
/// Seconds before an audience begins to read.
const READING_DELAY: f64 = 1.0;
/// The minimum duration of a slide without a planned time, in seconds.
const MIN_DURATION: f64 = 4.0;

/// The seconds of each page: `same` if it is given, else the planned time of its slide, else the interval at which the
/// deck advances, else the time to speak its notes or to read its text, whichever is longer.
pub(super) fn seconds_of(deck: &Deck, document: &Document, same: Option<f64>) -> Vec<f64> {
    let advance = deck.settings.auto_advance();
    let interval = advance.enabled.then_some(f64::from(advance.interval_seconds));
    let of_page = |page: &Page| {
        let slide = deck.slides.iter().find(|slide| *slide.id == *page.slide);
        let planned = slide.and_then(|slide| slide.duration).map(f64::from);
        same.or(planned).or(interval).unwrap_or_else(|| estimate(document, page))
    };
    document.pages.iter().map(|page| of_page(page)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "words of a slide")]
fn estimate(document: &Document, page: &Page) -> f64 {
    let spoken = word_count(&page.notes) as f64 / SPEAKING_RATE;
    let read = READING_DELAY + shown_words(document, page) as f64 / READING_RATE;
    spoken.max(read).max(MIN_DURATION)
}
