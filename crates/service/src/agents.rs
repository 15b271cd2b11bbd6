//! What only agents ask for: their lists, a deck judged as a whole, and who a local process acts for.

use std::collections::BTreeMap;

use deck::{Category, warnings};
use serde_json::Value;
use store::{ListQuery, ListedDeck, Ownership, Sort};

use crate::Service;
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::{Error, Result};
use crate::rights::{Right, standing_of};

/// A deck of an agent's list.
#[derive(Debug)]
pub struct AgentDeck {
    /// Id.
    pub id: String,
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

/// A deck as validation finds it.
#[derive(Debug)]
pub struct Judged {
    /// How many slides it has.
    pub slide_count: usize,
    /// The slides about which there is something to say.
    pub slides: Vec<JudgedSlide>,
}

/// A slide as validation finds it.
#[derive(Debug)]
pub struct JudgedSlide {
    /// Its position, from 0.
    pub index: usize,
    /// Its canonical type.
    pub type_name: String,
    /// What it is called.
    pub title: String,
    /// What there is to say.
    pub warnings: Vec<String>,
}

impl Service {
    /// Who a local process acts for: the account with an e-mail, or nobody in particular.
    ///
    /// # Errors
    /// There are several organizations, or no such account.
    pub async fn stdio_caller(&self, email: Option<&str>) -> Result<Caller> {
        if self.store.organizations().await?.len() > 1 {
            return Err(Error::invalid(
                "this instance has several organizations; over stdio the tools work on a single-organization instance \
                 only. Use the HTTP transport with a key instead",
            ));
        }
        match email {
            None => self.trusted_caller().await,
            Some(email) => match self.local_caller(email).await {
                Err(Error::NotFound(_)) => {
                    Err(Error::invalid(format!("no account has the e-mail `{email}` that SVC_MCP_OWNER_EMAIL names")))
                }
                found => found,
            },
        }
    }

    /// The slide types that agents are offered.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn agent_types(&self, caller: &Caller, category: Option<Category>) -> Result<Value> {
        Ok(self.registry(&caller.organization.id).await?.agent_types(category))
    }

    /// The themes that agents are offered.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn agent_themes(&self, caller: &Caller) -> Result<Value> {
        Ok(self.themes_of(&caller.organization).await?.agent_themes())
    }

    /// Decks for an agent, newest first, owned ones before others, and how many there are in all.
    ///
    /// # Errors
    /// Decks of others are asked for on file storage.
    pub async fn agent_decks(
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

    /// Everything that is wrong or weak in a deck.
    ///
    /// # Errors
    /// Not found.
    pub async fn validate_deck(&self, caller: &Caller, id: &str) -> Result<Judged> {
        let stored = self.deck_for(caller, id, Right::Read).await?;
        let registry = self.registry(&stored.head.organization).await?;
        let mut by_slide: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for warning in warnings(&registry, &stored.deck) {
            by_slide.entry(warning.slide).or_default().push(warning.text);
        }
        let drawable = self.drawable(&stored, None).await?;
        let service = self.clone();
        let findings = self.studio.run(move |_| service.studio.document(&drawable.drawing()).findings).await?;
        for finding in findings {
            if let Some(index) = stored.deck.position(&finding.slide) {
                by_slide.entry(index).or_default().push(finding.to_string());
            }
        }
        let slides = by_slide.into_iter().filter_map(|(index, warnings)| {
            let slide = stored.deck.slides.get(index)?;
            Some(JudgedSlide {
                index,
                type_name: registry.canonical(&slide.key).into_owned(),
                title: registry.title_of(slide).to_owned(),
                warnings,
            })
        });
        Ok(Judged { slide_count: stored.deck.slides.len(), slides: slides.collect() })
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
