//! Lists of decks.

use serde::Serialize;
use store::{ListQuery, ListedDeck, Ownership, Sort};

use super::DeckRow;
use crate::Service;
use crate::caller::Caller;
use crate::error::Result;
use crate::rights::{Standing, standing_of};

/// A page of decks.
#[derive(Debug, Serialize)]
pub struct DeckList {
    /// The rows.
    pub presentations: Vec<DeckRow>,
    /// Where in the whole list they stand.
    pub pagination: Pagination,
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

impl Service {
    /// Decks that the caller may read, newest first unless asked otherwise.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn list_decks(
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
        let row = |listed: ListedDeck| {
            let standing = standing_of(&caller.user.id, &listed.head, listed.permission);
            DeckRow::new(listed, standing.unwrap_or(Standing::View))
        };
        Ok(DeckList {
            presentations: page.rows.into_iter().map(row).collect(),
            pagination: Pagination::new(page.total, limit, offset),
        })
    }
}
