//! How many characters of each text of a slide type fit: in its example, in the default theme, without a finding.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use deck::{Content, Deck, FittingLengths, SlideType};
use serde_json::Value;

use super::gallery::example_slide;
use super::pictures::Drawable;
use super::renderer::Renderer;
use super::slide_findings::{is_too_long, page_findings, rounded};
use crate::Drawing;
use crate::caller::Caller;
use crate::error::Result;

/// Text of the usual length of words, from which samples are cut.
const SAMPLE: &str = "The harbour opens at seven and every ship finds its berth before the tide turns again. ";
/// The maximum number of characters that are tried where a field has no bound.
const MAX_TRIED: usize = 1600;
/// The maximum number of types whose lengths are cached. When it is reached, the cache is emptied.
const MAX_TYPES: usize = 500;

/// The lengths of types that were measured, by a hash of what they depend on.
#[derive(Debug, Default)]
pub(crate) struct FittingCache(Mutex<HashMap<u64, Arc<FittingLengths>>>);

impl Drawing {
    /// How many characters of each text of a type fit, by the path of the field. A field has no entry if a text of its
    /// maximum length fits.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn fitting_lengths(
        self: &Arc<Self>,
        caller: &Caller,
        slide_type: &SlideType,
    ) -> Result<Arc<FittingLengths>> {
        let mut hasher = DefaultHasher::new();
        let paths = slide_type.text_paths();
        (&slide_type.key, Value::Object(slide_type.example.clone()).to_string(), &paths).hash(&mut hasher);
        let hash = hasher.finish();
        let lock = || self.fitting.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lengths) = lock().get(&hash) {
            return Ok(Arc::clone(lengths));
        }
        let mut deck = Deck::new(slide_type.label.clone(), deck::EXAMPLE_LANG);
        deck.slides.push(example_slide("example", slide_type));
        let mut drawable = self.drawable_deck(&caller.organization.id, deck).await?;
        let service = Arc::clone(self);
        let measured = self.renderer.run(move |_| {
            let fits = |(path, most): (String, Option<usize>)| {
                let fits = fitting_length(&service.renderer, &mut drawable, &path, most)?;
                Some((path, fits))
            };
            paths.into_iter().filter_map(fits).collect::<FittingLengths>()
        });
        let measured = Arc::new(measured.await?);
        let mut cache = lock();
        if cache.len() >= MAX_TYPES {
            cache.clear();
        }
        cache.insert(hash, Arc::clone(&measured));
        Ok(measured)
    }
}

/// The maximum number of characters of a field that fit; `None` when a text of the maximum length fits, not even the
/// shortest text that is tried fits, or the example has no such text.
fn fitting_length(renderer: &Renderer, drawable: &mut Drawable, path: &str, most: Option<usize>) -> Option<usize> {
    let original = drawable.deck.slides[0].content.clone();
    let keys: Vec<&str> = path.split("[].").collect();
    let mut fits_without_finding = |length: usize| {
        let text: String = SAMPLE.chars().cycle().take(length).collect();
        let content = &mut drawable.deck.slides[0].content;
        content.clone_from(&original);
        if !set_text(content, &keys, text.trim_end()) {
            return None;
        }
        let last = keys.last().copied().unwrap_or_default();
        Some(!page_findings(renderer, drawable, 0).iter().any(|finding| is_too_long(finding, last)))
    };
    let most_tried = most.unwrap_or(MAX_TRIED);
    let found = match fits_without_finding(most_tried) {
        None | Some(true) => None,
        Some(false) => {
            // If nothing fits, since the example itself has findings, `fits` stays 0 and there is no length.
            let (mut fits, mut too_long) = (0, most_tried);
            while too_long - fits > (most_tried / 24).max(4) {
                let tried = fits.midpoint(too_long);
                if fits_without_finding(tried) == Some(true) { fits = tried } else { too_long = tried }
            }
            Some(rounded(fits)).filter(|fits| *fits > 0)
        }
    };
    drawable.deck.slides[0].content = original;
    found
}

/// Sets a text in all entries of the lists on its path. Returns whether there is such a text.
fn set_text(content: &mut Content, keys: &[&str], text: &str) -> bool {
    let [key, rest @ ..] = keys else { return false };
    let Some(value) = content.get_mut(*key) else { return false };
    if rest.is_empty() {
        *value = Value::from(text);
        return true;
    }
    let entries = value.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut);
    entries.filter_map(|entry| set_text(entry, rest, text).then_some(())).count() > 0
}
