//! What the people who write a deck see of its views.

use std::collections::BTreeMap;

use store::{ShareLinkId, ViewCounts};

use super::{add, day};
use crate::error::Result;
use crate::rights::Writable;
use crate::{Catalogue, clock::iso_day};

/// The views of a deck in a range of days.
#[derive(Debug, Clone)]
pub struct Analytics {
    /// The first day, as `2030-05-01`.
    pub from: String,
    /// The last day.
    pub to: String,
    /// All days and links together. Visitors are those of each day added up.
    pub total: ViewCounts,
    /// The slides of the deck as it is now, in order.
    pub per_slide: Vec<SlideViews>,
    /// Every day of the range, in order.
    pub per_day: Vec<DayViews>,
    /// The page, the embeds and each share link that was opened.
    pub per_link: Vec<LinkViews>,
}

/// The views of a slide.
#[derive(Debug, Clone)]
pub struct SlideViews {
    /// Id of the slide.
    pub id: String,
    /// Its title; may be empty.
    pub title: String,
    /// Its counts.
    pub counts: ViewCounts,
}

/// The views of a day.
#[derive(Debug, Clone)]
pub struct DayViews {
    /// The day, as `2030-05-01`.
    pub day: String,
    /// Its counts.
    pub counts: ViewCounts,
}

/// The views by a link.
#[derive(Debug, Clone)]
pub struct LinkViews {
    /// `page`, `embed` or the id of a share link.
    pub link: String,
    /// The name of a share link; empty for others, and for links that were revoked.
    pub name: String,
    /// Its counts.
    pub counts: ViewCounts,
}

impl super::Analytics {
    /// The views of a deck in the last days, today included.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn report(&self, deck: &Writable, catalogue: &Catalogue, days: i64) -> Result<Analytics> {
        self.flush().await?;
        let today = day(self.clock.now());
        let first = today - days + 1;
        let rows = self.store.view_counts(deck.id(), first).await?;
        let mut total = ViewCounts::default();
        let mut by_day: BTreeMap<i64, ViewCounts> = (first..=today).map(|day| (day, ViewCounts::default())).collect();
        let mut by_link: BTreeMap<String, ViewCounts> = BTreeMap::new();
        let mut by_slide: BTreeMap<String, ViewCounts> = BTreeMap::new();
        for (key, counts) in rows {
            if key.slide.is_empty() {
                add(&mut total, counts);
                add(by_day.entry(key.day).or_default(), counts);
                add(by_link.entry(key.link).or_default(), counts);
            } else {
                add(by_slide.entry(key.slide).or_default(), counts);
            }
        }
        let links = self.store.share_links(deck.id()).await?;
        let name_of = |id: &str| {
            let id = ShareLinkId::from(id);
            links.iter().find(|link| link.id == id).map(|link| link.name.clone()).unwrap_or_default()
        };
        let per_link = by_link.into_iter().map(|(link, counts)| LinkViews { name: name_of(&link), link, counts });
        let stored = deck.deck();
        let registry = catalogue.registry(&stored.head.organization).await?;
        let shown = stored.deck.with_values(&registry);
        let per_slide = shown.slides.iter().map(|slide| SlideViews {
            id: slide.id.to_string(),
            title: registry.title_of(slide).to_owned(),
            counts: by_slide.get(slide.id.as_str()).copied().unwrap_or_default(),
        });
        Ok(Analytics {
            from: iso_day(first),
            to: iso_day(today),
            total,
            per_slide: per_slide.collect(),
            per_day: by_day.into_iter().map(|(day, counts)| DayViews { day: iso_day(day), counts }).collect(),
            per_link: per_link.collect(),
        })
    }
}
