//! What was read lately, in memory.
//!
//! Every value is dropped when a change touches it, by whatever process; what was read before such a drop is never put
//! in after it.

mod shelf;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub(crate) use self::shelf::Shelf;
use crate::engine::Put;
use crate::feed::Touch;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{
    ApiKey, CustomTheme, CustomType, ListedDeck, Membership, Organization, Page, PictureFacts, Session, StoredDeck,
    TypeSetting, Upload, User,
};

/// Most bytes of decks in memory.
const DECK_BYTES: usize = 64 << 20;
/// Most values of the other kinds, each counted as one.
const VALUES: usize = 10_000;
/// Most rows of lists.
const ROWS: usize = 20_000;

/// A kind of value, with what it is found by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Held {
    /// A deck by id.
    Deck(DeckId),
    /// A user by id.
    User(UserId),
    /// An organization by id.
    Organization(OrganizationId),
    /// The memberships of a user.
    Memberships(UserId),
    /// A session by hash.
    Session(String),
    /// A key by hash.
    Key(String),
    /// Themes, types and settings of an organization.
    Catalogue(OrganizationId),
    /// An upload by file name.
    Upload(String),
    /// Facts about a picture by hash.
    Facts(String),
    /// A named value.
    Flag(String),
}

/// All that is held in memory.
#[derive(Debug)]
pub(crate) struct Caches {
    pub(crate) decks: Shelf<StoredDeck>,
    /// Pages of lists, all dropped with any change of a deck or a user.
    pub(crate) lists: Shelf<Page<ListedDeck>>,
    pub(crate) users: Shelf<User>,
    pub(crate) organizations: Shelf<Organization>,
    pub(crate) memberships: Shelf<Vec<Membership>>,
    pub(crate) sessions: Shelf<Session>,
    pub(crate) keys: Shelf<ApiKey>,
    pub(crate) themes: Shelf<Vec<CustomTheme>>,
    pub(crate) types: Shelf<Vec<CustomType>>,
    pub(crate) type_settings: Shelf<Vec<TypeSetting>>,
    pub(crate) uploads: Shelf<Upload>,
    pub(crate) facts: Shelf<PictureFacts>,
    pub(crate) flags: Shelf<Option<serde_json::Value>>,
}

impl Caches {
    /// Nothing held yet.
    pub(crate) fn new() -> Self {
        Self {
            decks: Shelf::new(DECK_BYTES),
            lists: Shelf::new(ROWS),
            users: Shelf::new(VALUES),
            organizations: Shelf::new(VALUES),
            memberships: Shelf::new(VALUES),
            sessions: Shelf::new(VALUES),
            keys: Shelf::new(VALUES),
            themes: Shelf::new(VALUES),
            types: Shelf::new(VALUES),
            type_settings: Shelf::new(VALUES),
            uploads: Shelf::new(VALUES),
            facts: Shelf::new(VALUES),
            flags: Shelf::new(VALUES),
        }
    }

    /// Drops what another process touched.
    pub(crate) fn drop_touched(&self, touches: &[Touch]) {
        for held in touches.iter().flat_map(|touch| &touch.drops) {
            self.drop_held(held);
        }
    }

    /// Drops what a write of this process touched, and keeps the decks that it brings.
    pub(crate) fn apply(&self, touches: &[Touch], puts: Vec<Put>) {
        let mut kept = Vec::new();
        for put in puts {
            let id = put.deck.head.id.clone();
            let replaced = self.decks.replace(&id, |held| {
                (held.head.revision == put.after).then(|| {
                    let mut deck = put.deck;
                    if deck.grants != held.grants {
                        Arc::make_mut(&mut deck).grants.clone_from(&held.grants);
                    }
                    (deck, put.weight)
                })
            });
            if replaced {
                kept.push(Held::Deck(id));
            }
        }
        for held in touches.iter().flat_map(|touch| &touch.drops) {
            if kept.contains(held) {
                self.lists.clear();
            } else {
                self.drop_held(held);
            }
        }
    }

    /// How often each kind of value was in memory when it was asked for, and how often not.
    pub(crate) fn hits_and_misses(&self) -> Vec<(&'static str, u64, u64)> {
        let kinds = [
            ("decks", self.decks.hits_and_misses()),
            ("lists", self.lists.hits_and_misses()),
            ("users", self.users.hits_and_misses()),
            ("organizations", self.organizations.hits_and_misses()),
            ("memberships", self.memberships.hits_and_misses()),
            ("sessions", self.sessions.hits_and_misses()),
            ("keys", self.keys.hits_and_misses()),
            ("themes", self.themes.hits_and_misses()),
            ("types", self.types.hits_and_misses()),
            ("type_settings", self.type_settings.hits_and_misses()),
            ("uploads", self.uploads.hits_and_misses()),
            ("facts", self.facts.hits_and_misses()),
            ("flags", self.flags.hits_and_misses()),
        ];
        kinds.into_iter().map(|(kind, (hits, misses))| (kind, hits, misses)).collect()
    }

    /// Drops everything.
    pub(crate) fn clear(&self) {
        self.decks.clear();
        self.lists.clear();
        self.users.clear();
        self.organizations.clear();
        self.memberships.clear();
        self.sessions.clear();
        self.keys.clear();
        self.themes.clear();
        self.types.clear();
        self.type_settings.clear();
        self.uploads.clear();
        self.facts.clear();
        self.flags.clear();
    }

    fn drop_held(&self, held: &Held) {
        match held {
            Held::Deck(id) => {
                self.decks.remove(id);
                self.lists.clear();
            }
            Held::User(id) => {
                self.users.remove(id);
                self.lists.clear();
            }
            Held::Organization(id) => self.organizations.remove(id),
            Held::Memberships(user) => self.memberships.remove(user),
            Held::Session(hash) => self.sessions.remove(hash),
            Held::Key(hash) => self.keys.remove(hash),
            Held::Catalogue(organization) => {
                self.themes.remove(organization);
                self.types.remove(organization);
                self.type_settings.remove(organization);
            }
            Held::Upload(file) => self.uploads.remove(file),
            Held::Facts(hash) => self.facts.remove(hash),
            Held::Flag(name) => self.flags.remove(name),
        }
    }
}
