//! Everything that is wrong or weak in a deck: broken rules and findings of layout.

use std::collections::BTreeMap;
use std::sync::Arc;

use deck::warnings;

use crate::Drawing;
use crate::error::Result;
use crate::rights::Readable;

/// The result of validating a deck.
#[derive(Debug)]
pub struct CheckedDeck {
    /// How many slides the deck has.
    pub slide_count: usize,
    /// The slides with warnings.
    pub slides: Vec<CheckedSlide>,
}

/// The warnings of one slide.
#[derive(Debug)]
pub struct CheckedSlide {
    /// Position of the slide, from 0.
    pub index: usize,
    /// Canonical type of the slide.
    pub type_name: String,
    /// Title of the slide.
    pub title: String,
    /// What is wrong or weak.
    pub warnings: Vec<String>,
}

impl Drawing {
    /// Validates a deck: broken rules, advice and findings of layout.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn validate(self: &Arc<Self>, deck: &Readable) -> Result<CheckedDeck> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let mut by_slide: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for warning in warnings(&registry, &stored.deck) {
            by_slide.entry(warning.slide).or_default().push(warning.text);
        }
        let drawable = self.drawable(stored, None).await?;
        let service = Arc::clone(self);
        let findings = self.renderer.run(move |_| service.renderer.document(&drawable.drawing()).findings).await?;
        for finding in findings {
            if let Some(index) = stored.deck.position(&finding.slide) {
                by_slide.entry(index).or_default().push(finding.to_string());
            }
        }
        let slides = by_slide.into_iter().filter_map(|(index, warnings)| {
            let slide = stored.deck.slides.get(index)?;
            Some(CheckedSlide {
                index,
                type_name: registry.canonical(&slide.key).into_owned(),
                title: registry.title_of(slide).to_owned(),
                warnings,
            })
        });
        Ok(CheckedDeck { slide_count: stored.deck.slides.len(), slides: slides.collect() })
    }
}
