//! The list of decks as agents read it.

use store::{DeckId, ListQuery, ListedDeck, Ownership, Sort};

use crate::Decks;
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::{Error, Result};
use crate::rights::standing_of;

/// A deck of an agent's list.
#[derive(Debug)]
pub struct AgentDeck {
    /// Id.
    pub id: DeckId,
    /// Title.
    pub title: String,
    /// Theme.
    pub theme: String,
    /// How many slides it has.
    pub slide_count: usize,
    /// When it was made.
    pub created_at: String,
    /// When it was last written.
    pub updated_at: String,
    /// What the caller may do, where the deck is another's.
    pub permission: Option<&'static str>,
}

impl Decks {
    /// Decks for an agent, newest first, owned ones before others, and how many there are in all.
    ///
    /// # Errors
    /// Decks of others are asked for on file storage.
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
        for wanted in [Ownership::Owned, Ownership::Shared] {
            if ownership != Ownership::All && ownership != wanted {
                continue;
            }
            let query = ListQuery {
                reader: caller.user.id.clone(),
                organization: caller.organization.id.clone(),
                ownership: wanted,
                search: None,
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
    let another = !caller.is_trusted() && head.owner != caller.user.id;
    let standing = another.then(|| standing_of(&caller.user.id, head, listed.permission)).flatten();
    AgentDeck {
        id: head.id.clone(),
        title: head.title.clone(),
        theme: head.theme.clone(),
        slide_count: head.slide_count,
        created_at: iso(head.created_at),
        updated_at: iso(head.updated_at),
        permission: standing.map(crate::rights::Standing::name),
    }
}
