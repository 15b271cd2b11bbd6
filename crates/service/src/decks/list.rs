//! Lists of decks.

use std::collections::HashSet;
use std::sync::Arc;

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use store::{DeckId, ListQuery, ListedDeck, Ownership, Page, Sort, UserId};

use super::found::{Match, first_match};
use super::view::DeckRow;
use crate::Decks;
use crate::caller::Caller;
use crate::error::Result;
use crate::rights::{Standing, standing_of};

/// A page of decks, shared with storage's memory.
#[derive(Debug)]
pub struct DeckList {
    page: Arc<Page<ListedDeck>>,
    /// The account that reads it.
    reader: UserId,
    /// Where a search found its text, row by row; empty without a search.
    matches: Vec<Option<Match>>,
    /// The decks that are being presented; none where nobody asked.
    live: Option<HashSet<DeckId>>,
    pagination: Pagination,
}

/// What a card shows of a deck beside itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Card<'a> {
    /// What the owner is called; empty without a name.
    pub(crate) owner_name: &'a str,
    /// Whether it is being presented.
    pub(crate) is_live: bool,
}

/// Where a page stands.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    total: usize,
    limit: usize,
    offset: usize,
    has_more: bool,
}

impl Pagination {
    /// Where a page of `limit` rows from `offset` stands in `total`.
    pub fn new(total: usize, limit: usize, offset: usize) -> Self {
        Self { total, limit, offset, has_more: offset.saturating_add(limit) < total }
    }
}

/// How many decks somebody has, by how they came to him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DeckCounts {
    /// All that he may read.
    pub all: usize,
    /// His own.
    pub mine: usize,
    /// Those of others.
    pub shared: usize,
    /// His own in the trash.
    pub trash: usize,
}

impl Decks {
    /// How many decks the caller has.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn counts(&self, caller: &Caller) -> Result<DeckCounts> {
        let total = async |ownership| -> Result<usize> {
            Ok(self.list(caller, ownership, None, Sort::Updated, (1, 0)).await?.total())
        };
        let (all, mine) = (total(Ownership::All).await?, total(Ownership::Owned).await?);
        let trash = self.trashed(caller, 1, 0).await?.total();
        Ok(DeckCounts { all, mine, shared: all.saturating_sub(mine), trash })
    }

    /// Decks that the caller may read, newest first unless asked otherwise.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn list(
        &self,
        caller: &Caller,
        ownership: Ownership,
        search: Option<&str>,
        sort: Sort,
        (limit, offset): (usize, usize),
    ) -> Result<DeckList> {
        let query = ListQuery {
            reader: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            ownership,
            search: search.map(str::trim).filter(|text| !text.is_empty()).map(str::to_lowercase),
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
        Ok(DeckList { matches, ..DeckList::new(caller, page, (limit, offset)) })
    }
}

impl DeckList {
    pub(crate) fn new(caller: &Caller, page: Arc<Page<ListedDeck>>, (limit, offset): (usize, usize)) -> Self {
        let pagination = Pagination::new(page.total, limit, offset);
        Self { page, reader: caller.user.id.clone(), matches: Vec::new(), live: None, pagination }
    }

    /// The same list with the fields of cards, given the decks that are being presented.
    pub(crate) fn with_running(self, running: HashSet<DeckId>) -> Self {
        Self { live: Some(running), ..self }
    }

    /// How many decks the page holds.
    pub fn len(&self) -> usize {
        self.page.rows.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.page.rows.is_empty()
    }

    /// How many decks there are without paging.
    pub fn total(&self) -> usize {
        self.page.total
    }

    /// The decks as they are answered.
    pub fn rows(&self) -> impl Iterator<Item = DeckRow<'_>> {
        self.page.rows.iter().enumerate().map(|(at, listed)| {
            let standing = standing_of(&self.reader, &listed.head, listed.permission).unwrap_or(Standing::View);
            let found = self.matches.get(at).and_then(Option::as_ref);
            let card = self
                .live
                .as_ref()
                .map(|live| Card { owner_name: &listed.owner_name, is_live: live.contains(&listed.head.id) });
            DeckRow { head: &listed.head, owner_email: &listed.owner_email, standing, found, card }
        })
    }
}

impl Serialize for DeckList {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("DeckList", 2)?;
        out.serialize_field("presentations", &Rows(self))?;
        out.serialize_field("pagination", &self.pagination)?;
        out.end()
    }
}

struct Rows<'a>(&'a DeckList);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_seq(Some(self.0.len()))?;
        for row in self.0.rows() {
            out.serialize_element(&row)?;
        }
        out.end()
    }
}
