//! The list of decks for agents.

use store::{DeckId, ListQuery, ListedDeck, Ownership, Sort, Time};

use crate::Decks;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::{AccessLevel, access_level_of};

/// A deck in a list for an agent.
#[derive(Debug)]
pub struct AgentDeck {
    /// Id.
    pub id: DeckId,
    /// Title.
    pub title: String,
    /// Theme.
    pub theme: String,
    /// Number of slides.
    pub slide_count: usize,
    /// Time of creation.
    pub created_at: Time,
    /// Time of the last write.
    pub updated_at: Time,
    /// What the caller may do; absent when the caller owns the deck.
    pub access_level: Option<AccessLevel>,
}

impl Decks {
    /// At most `limit` decks for an agent, newest first, owned ones before others, and the total number.
    ///
    /// # Errors
    /// Fails when decks of others are requested and storage is not a database.
    pub async fn list_for_agents(
        &self,
        caller: &Caller,
        ownership: Ownership,
        limit: usize,
    ) -> Result<(Vec<AgentDeck>, usize)> {
        if ownership != Ownership::Owned && !self.store.is_database() {
            return Err(Error::NeedsDatabase("listing shared presentations"));
        }
        if caller.is_trusted() {
            if ownership == Ownership::Shared {
                return Ok((Vec::new(), 0));
            }
            let page = self.store.organization_decks(&caller.organization.id, limit).await?;
            return Ok((page.rows.iter().map(|deck| agent_deck(caller, deck)).collect(), page.total));
        }
        let (mut decks, mut total) = (Vec::new(), 0);
        for part in [Ownership::Owned, Ownership::Shared] {
            if ownership != Ownership::All && ownership != part {
                continue;
            }
            let query = ListQuery {
                reader: caller.user.id.clone(),
                organization: caller.organization.id.clone(),
                ownership: part,
                search: None,
                filed: None,
                sort: Sort::Updated,
                limit: limit - decks.len(),
                offset: 0,
            };
            let page = self.store.list_decks(&query).await?;
            total += page.total;
            decks.extend(page.rows.iter().map(|deck| agent_deck(caller, deck)));
        }
        Ok((decks, total))
    }
}

fn agent_deck(caller: &Caller, listed: &ListedDeck) -> AgentDeck {
    let head = &listed.head;
    let of_another = !caller.is_trusted() && head.owner != caller.user.id;
    let access_level = of_another.then(|| access_level_of(&caller.user.id, head, listed.permission)).flatten();
    AgentDeck {
        id: head.id.clone(),
        title: head.title.clone(),
        theme: head.theme.clone(),
        slide_count: head.slide_count,
        created_at: head.created_at,
        updated_at: head.updated_at,
        access_level,
    }
}
