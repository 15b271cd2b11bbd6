//! Everything that is wrong or weak in a deck: broken rules, findings of layout and findings of design.

use std::collections::BTreeMap;
use std::sync::Arc;

use deck::{Deck, warnings};
use layout::Finding;
use store::OrganizationId;

use super::SlideFinding;
use super::slide_findings::with_fitting_lengths;
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
    /// What a designer would change. None of it makes the deck invalid.
    pub findings: Vec<DesignFinding>,
}

/// Something that a designer would change on a slide.
#[derive(Debug)]
pub struct DesignFinding {
    /// Position of the slide, from 0.
    pub index: usize,
    /// What it is, and what to do.
    pub finding: SlideFinding,
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
    /// Fails when storage does not respond.
    pub async fn validate(self: &Arc<Self>, deck: &Readable) -> Result<CheckedDeck> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let mut by_slide: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for warning in warnings(&registry, &stored.deck.with_values(&registry)) {
            by_slide.entry(warning.slide).or_default().push(warning.text.into());
        }
        let mut drawable = self.drawable(stored, None).await?;
        let service = Arc::clone(self);
        let drawn = self.renderer.run(move |_| {
            let output = service.renderer.document(&drawable.drawing());
            let reviewed = service.renderer.review(&drawable.drawing(), &output.document);
            let renderer = &service.renderer;
            let mut found = std::mem::take(&mut drawable.unbound);
            found.extend(output.findings);
            (
                with_fitting_lengths(renderer, &mut drawable, found),
                with_fitting_lengths(renderer, &mut drawable, reviewed),
            )
        });
        let (layout_findings, findings) = drawn.await?;
        for DesignFinding { index, finding } in layout_findings {
            by_slide.entry(index).or_default().push(finding.text);
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
        Ok(CheckedDeck { slide_count: stored.deck.slides.len(), slides: slides.collect(), findings })
    }

    /// What a designer would change on the slides of a deck.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn review(self: &Arc<Self>, organization: &OrganizationId, deck: Deck) -> Result<Vec<Finding>> {
        let drawable = self.drawable_deck(organization, deck).await?;
        let service = Arc::clone(self);
        let reviewed = self.renderer.run(move |_| {
            let output = service.renderer.document(&drawable.drawing());
            service.renderer.review(&drawable.drawing(), &output.document)
        });
        reviewed.await
    }
}
