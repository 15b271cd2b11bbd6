//! Findings of layout and design on single slides, and the length at which a text no longer causes its finding.
//!
//! Measures nothing itself: a length is found by laying out the same slide with a shorter text.

use std::sync::Arc;

use deck::SlideId;
use layout::{Finding, FindingKind};
use serde_json::Value;

use super::pictures::Drawable;
use super::renderer::Renderer;
use super::{DesignFinding, SlideFinding};
use crate::Drawing;
use crate::error::Result;
use crate::rights::Readable;

/// The maximum number of findings of one call for which a fitting length is found.
const MAX_MEASURED: usize = 20;

impl Drawing {
    /// The findings on some slides of a deck, in the given order.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn findings(self: &Arc<Self>, deck: &Readable, slides: &[SlideId]) -> Result<Vec<DesignFinding>> {
        let positions: Vec<usize> = slides.iter().filter_map(|slide| deck.position(slide)).collect();
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let mut drawable = self.drawable(deck.deck(), None).await?;
        let service = Arc::clone(self);
        let found = self.renderer.run(move |task| {
            let mut found = Vec::new();
            for position in positions {
                if task.is_awaited() {
                    found.extend(page_findings(&service.renderer, &drawable, position));
                }
            }
            with_fitting_lengths(&service.renderer, &mut drawable, found)
        });
        found.await
    }
}

/// Findings with their slides, in the order of the slides, and with the length at which a text that is too long would
/// fit.
pub(super) fn with_fitting_lengths(
    renderer: &Renderer,
    drawable: &mut Drawable,
    found: Vec<Finding>,
) -> Vec<DesignFinding> {
    let mut described: Vec<DesignFinding> = Vec::with_capacity(found.len());
    for finding in found {
        let Some(index) = drawable.deck.position(&finding.slide) else { continue };
        let is_first = !described.iter().any(|other| other.index == index && other.finding.field == finding.field);
        let measured = if is_first && described.len() < MAX_MEASURED {
            fitting_length(renderer, drawable, index, &finding)
        } else {
            None
        };
        let mut finding = SlideFinding::from(&finding);
        if let Some((length, fitting)) = measured {
            finding.text = format!("{}; {length} characters, about {fitting} fit", finding.text);
        }
        described.push(DesignFinding { index, finding });
    }
    described.sort_by_key(|described| described.index);
    described
}

/// All findings of one page.
pub(super) fn page_findings(renderer: &Renderer, drawable: &Drawable, position: usize) -> Vec<Finding> {
    let Some(output) = renderer.page(&drawable.drawing(), position) else { return Vec::new() };
    let reviewed = renderer.review(&drawable.drawing(), &output.document);
    let slide = &drawable.deck.slides[position].id;
    let unbound = drawable.unbound.iter().filter(|finding| finding.slide == *slide).cloned();
    unbound.chain(output.findings).chain(reviewed).collect()
}

/// Whether a shorter text may remove a finding of this kind.
fn is_about_length(kind: &FindingKind) -> bool {
    matches!(kind, FindingKind::Overflow | FindingKind::SmallType(_) | FindingKind::CrowdedPage)
}

/// Whether a finding says that the text in a field is too long. Small and crowded text is a matter of the whole page.
pub(super) fn is_too_long(finding: &Finding, field: &str) -> bool {
    is_about_length(&finding.kind) && (finding.kind != FindingKind::Overflow || finding.field.ends_with(field))
}

/// A number of characters as people say it: in tens from 100 on.
pub(super) fn rounded(characters: usize) -> usize {
    if characters < 100 { characters } else { characters / 10 * 10 }
}

/// The length of the text that causes a finding, and about how many characters fit. `None` when a shorter text does not
/// help, or the finding is about no text.
fn fitting_length(
    renderer: &Renderer,
    drawable: &mut Drawable,
    position: usize,
    finding: &Finding,
) -> Option<(usize, usize)> {
    if !is_about_length(&finding.kind) {
        return None;
    }
    let path: Vec<&str> = finding.field.split('.').collect();
    let original = value_at(&mut drawable.deck.slides[position].content, &path)?.as_str()?.to_owned();
    let length = original.chars().count();
    // A binary search, until the length is known to within a fortieth of the text.
    let (mut fits, mut too_long) = (0, length);
    while too_long - fits > (length / 40).max(1) {
        let tried = fits.midpoint(too_long);
        *value_at(&mut drawable.deck.slides[position].content, &path)? =
            Value::String(original.chars().take(tried).collect());
        if page_findings(renderer, drawable, position).iter().any(|other| is_too_long(other, &finding.field)) {
            too_long = tried;
        } else {
            fits = tried;
        }
    }
    *value_at(&mut drawable.deck.slides[position].content, &path)? = Value::String(original);
    (fits > 0).then_some((length, rounded(fits)))
}

/// The value at a path such as `items`, `2`, `title`.
fn value_at<'a>(content: &'a mut deck::Content, path: &[&str]) -> Option<&'a mut Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(content.get_mut(*first)?, |value, key| match value {
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        other => other.get_mut(*key),
    })
}
