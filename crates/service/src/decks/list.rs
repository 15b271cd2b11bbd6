//! Lists of decks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use store::{DeckId, Filed, Filing, ListQuery, ListedDeck, Ownership, Page, Sort, UserId};

use super::found::{TextMatch, first_match};
use super::view::{DeckCard, DeckRow};
use crate::caller::Caller;
use crate::drawing::thumbnail_version;
use crate::error::Result;
use crate::rights::{AccessLevel, access_level_of};
use crate::{Catalogue, Decks};

/// A page of decks. The rows are shared with the cache of storage.
#[derive(Debug)]
pub struct DeckList {
    page: Arc<Page<ListedDeck>>,
    /// The account that the page is for.
    reader: UserId,
    /// The match of each row; empty without a search.
    matches: Vec<Option<TextMatch>>,
    /// What only cards show; `None` when cards are not requested.
    cards: Option<CardFields>,
    /// The reader's stars and folders by deck; empty when they are not requested.
    filings: HashMap<DeckId, Filing>,
}

/// What the cards of a page show of its decks and their rows do not have.
#[derive(Debug)]
struct CardFields {
    /// The decks that are being presented.
    running: HashSet<DeckId>,
    /// The version of each deck's thumbnails, in the order of the rows.
    thumbnail_versions: Vec<String>,
}

/// Which decks are listed, of those that the caller may read.
#[derive(Debug, Clone)]
pub struct DeckFilter<'a> {
    /// Whether the caller owns the decks.
    pub ownership: Ownership,
    /// Only decks with a star of the caller, or in a folder of the caller.
    pub filed: Option<Filed>,
    /// A text that the decks must contain.
    pub search: Option<&'a str>,
}

impl DeckFilter<'_> {
    /// All decks.
    pub const ALL: Self = Self::of(Ownership::All);

    /// All decks of an ownership.
    pub const fn of(ownership: Ownership) -> Self {
        Self { ownership, filed: None, search: None }
    }
}

/// How many decks an account can read, and how many are in its trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeckCounts {
    /// All decks that it can read.
    pub all: usize,
    /// Decks that it owns.
    pub mine: usize,
    /// Decks of others that it can read.
    pub shared: usize,
    /// Decks that it owns and that are in the trash.
    pub trash: usize,
}

impl Decks {
    /// Counts the decks of the caller.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn counts(&self, caller: &Caller) -> Result<DeckCounts> {
        let total = async |ownership| -> Result<usize> {
            Ok(self.list(caller, DeckFilter::of(ownership), Sort::Updated, (1, 0)).await?.total())
        };
        let (all, mine) = (total(Ownership::All).await?, total(Ownership::Owned).await?);
        let trash = self.trashed(caller, 1, 0).await?.total();
        Ok(DeckCounts { all, mine, shared: all.saturating_sub(mine), trash })
    }

    /// A page of the decks that the caller may read, with the first match of each when a text is searched.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn list(
        &self,
        caller: &Caller,
        filter: DeckFilter<'_>,
        sort: Sort,
        (limit, offset): (usize, usize),
    ) -> Result<DeckList> {
        let DeckFilter { ownership, filed, search } = filter;
        let query = ListQuery {
            reader: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            ownership,
            search: search.map(str::trim).filter(|text| !text.is_empty()).map(str::to_lowercase),
            filed,
            sort,
            limit,
            offset,
        };
        let page = self.store.list_decks(&query).await?;
        let mut matches = Vec::new();
        if let Some(text) = &query.search {
            for row in &page.rows {
                let deck = self.store.deck(&row.head.id).await?;
                matches.push(deck.and_then(|deck| first_match(&deck.deck, text)));
            }
        }
        Ok(DeckList { matches, ..DeckList::new(caller, page) })
    }
}

impl DeckList {
    pub(crate) fn new(caller: &Caller, page: Arc<Page<ListedDeck>>) -> Self {
        let reader = caller.user.id.clone();
        Self { page, reader, matches: Vec::new(), cards: None, filings: HashMap::new() }
    }

    /// The same page, with the reader's stars and folders.
    pub(super) fn with_filings(self, filings: HashMap<DeckId, Filing>) -> Self {
        Self { filings, ..self }
    }

    /// The same page, with the fields of cards. `running` are the decks that are being presented.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn with_cards(self, running: HashSet<DeckId>, catalogue: &Catalogue) -> Result<Self> {
        let mut thumbnail_versions = Vec::new();
        for ListedDeck { head, .. } in &self.page.rows {
            let edition = catalogue.edition(&head.organization, &head.theme).await?;
            thumbnail_versions.push(thumbnail_version(head, edition));
        }
        Ok(Self { cards: Some(CardFields { running, thumbnail_versions }), ..self })
    }

    /// Number of decks on the page.
    pub fn len(&self) -> usize {
        self.page.rows.len()
    }

    /// Whether the page has no decks.
    pub fn is_empty(&self) -> bool {
        self.page.rows.is_empty()
    }

    /// Number of decks on all pages.
    pub fn total(&self) -> usize {
        self.page.total
    }

    /// The decks of the page.
    pub fn rows(&self) -> impl Iterator<Item = DeckRow<'_>> {
        self.page.rows.iter().enumerate().map(|(at, listed)| {
            let access_level =
                access_level_of(&self.reader, &listed.head, listed.permission).unwrap_or(AccessLevel::View);
            let found = self.matches.get(at).and_then(Option::as_ref);
            let card = self.cards.as_ref().map(|CardFields { running, thumbnail_versions }| DeckCard {
                owner_name: &listed.owner_name,
                is_live: running.contains(&listed.head.id),
                thumbnail_version: &thumbnail_versions[at],
                filing: self.filings.get(&listed.head.id),
            });
            DeckRow { head: &listed.head, owner_email: &listed.owner_email, access_level, found, card }
        })
    }
}
