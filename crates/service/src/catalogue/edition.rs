//! Editions: hashes of everything that affects the pages of a deck besides the deck itself: theme, slide types and the
//! version of the program.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use store::OrganizationId;

use crate::Catalogue;
use crate::caller::Caller;
use crate::error::Result;

/// The maximum number of themes of one organization whose editions are cached.
const MAX_EDITIONS: usize = 256;

/// The theme, the slide types and the version of the program that pages are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edition {
    /// A hash of theme, slide types and version, the same on every node. While it does not change, the pages of a
    /// revision of a deck do not change either.
    pub(crate) hash: u64,
    /// Whether the organization declared the theme or slide types of its own, so that the edition may change while the
    /// program runs.
    pub(crate) is_custom: bool,
}

impl fmt::Display for Edition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.hash)
    }
}

impl Catalogue {
    /// For each theme, the version of the thumbnails that show it or slide types in it. The keys are the ids of all
    /// themes and `theme` when given, which may be any name that a deck has for its theme. While a version does not
    /// change, its thumbnails do not change.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn thumbnail_versions(&self, caller: &Caller, theme: Option<&str>) -> Result<BTreeMap<String, String>> {
        let themes = self.themes(caller).await?;
        let mut versions = BTreeMap::new();
        for name in themes.iter().map(|theme| theme.id.as_str()).chain(theme) {
            let edition = self.edition(&caller.organization.id, name).await?;
            versions.insert(name.to_owned(), edition.to_string());
        }
        Ok(versions)
    }

    /// The edition for decks of an organization that name a theme.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn edition(&self, organization: &OrganizationId, theme: &str) -> Result<Edition> {
        let cached = self.cache.editions.lock().get(organization).and_then(|by_theme| by_theme.get(theme).copied());
        if let Some(cached) = cached {
            return Ok(cached);
        }
        let epoch = self.cache.epoch();
        let resolved = self.theme_or_default(organization, theme).await?;
        let own_types = self.organization_types(organization).await?.own_types;
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), self.cache.file_types, own_types, format!("{resolved:?}")).hash(&mut hasher);
        let edition = Edition { hash: hasher.finish(), is_custom: resolved.custom.is_some() || own_types.is_some() };
        let mut editions = self.cache.editions.lock();
        if self.cache.epoch() == epoch {
            let by_theme: &mut HashMap<String, Edition> = editions.entry(organization.to_owned()).or_default();
            if by_theme.len() >= MAX_EDITIONS {
                by_theme.clear();
            }
            by_theme.insert(theme.to_owned(), edition);
        }
        Ok(edition)
    }
}
