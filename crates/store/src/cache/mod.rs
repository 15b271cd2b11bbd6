//! Caches of records that were read recently.
//!
//! A value is evicted when any process changes it. A value that was read before such an eviction is never put into the
//! cache after it.

mod bounded;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub(crate) use self::bounded::BoundedCache;
use crate::engine::DeckReplacement;
use crate::feed::WriteEffect;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{
    ApiKey, CustomTheme, CustomType, ListedDeck, Membership, Organization, Page, PictureFacts, Session, StoredDeck,
    TypeSetting, Upload, User,
};

/// Maximum number of bytes of cached decks.
const MAX_DECK_BYTES: usize = 64 << 20;
/// Maximum number of values in each other cache.
const MAX_VALUES: usize = 10_000;
/// Maximum number of rows of cached lists.
const MAX_ROWS: usize = 20_000;

/// The key of a cached value. Its names in JSON are part of the stored form of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CacheKey {
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
    /// A flag by name.
    Flag(String),
}

/// The caches of a process.
#[derive(Debug)]
pub(crate) struct Caches {
    pub(crate) decks: BoundedCache<StoredDeck>,
    /// Pages of lists. All are evicted with any change of a deck or a user.
    pub(crate) lists: BoundedCache<Page<ListedDeck>>,
    pub(crate) users: BoundedCache<User>,
    pub(crate) organizations: BoundedCache<Organization>,
    pub(crate) memberships: BoundedCache<Vec<Membership>>,
    pub(crate) sessions: BoundedCache<Session>,
    pub(crate) keys: BoundedCache<ApiKey>,
    pub(crate) themes: BoundedCache<Vec<CustomTheme>>,
    pub(crate) types: BoundedCache<Vec<CustomType>>,
    pub(crate) type_settings: BoundedCache<Vec<TypeSetting>>,
    pub(crate) uploads: BoundedCache<Upload>,
    pub(crate) facts: BoundedCache<PictureFacts>,
    pub(crate) flags: BoundedCache<Option<serde_json::Value>>,
}

impl Caches {
    /// Empty caches.
    pub(crate) fn new() -> Self {
        Self {
            decks: BoundedCache::new(MAX_DECK_BYTES),
            lists: BoundedCache::new(MAX_ROWS),
            users: BoundedCache::new(MAX_VALUES),
            organizations: BoundedCache::new(MAX_VALUES),
            memberships: BoundedCache::new(MAX_VALUES),
            sessions: BoundedCache::new(MAX_VALUES),
            keys: BoundedCache::new(MAX_VALUES),
            themes: BoundedCache::new(MAX_VALUES),
            types: BoundedCache::new(MAX_VALUES),
            type_settings: BoundedCache::new(MAX_VALUES),
            uploads: BoundedCache::new(MAX_VALUES),
            facts: BoundedCache::new(MAX_VALUES),
            flags: BoundedCache::new(MAX_VALUES),
        }
    }

    /// Evicts what another process changed.
    pub(crate) fn evict(&self, effects: &[WriteEffect]) {
        for key in effects.iter().flat_map(|effect| &effect.evictions) {
            self.evict_key(key);
        }
    }

    /// Evicts what a write of this process changed, and replaces the decks that it wrote.
    pub(crate) fn apply(&self, effects: &[WriteEffect], replacements: Vec<DeckReplacement>) {
        let mut replaced = Vec::new();
        for DeckReplacement { after, mut deck, weight } in replacements {
            let id = deck.head.id.clone();
            let is_replaced = self.decks.replace(&id, |cached| {
                (cached.head.revision == after).then(|| {
                    if deck.grants != cached.grants {
                        Arc::make_mut(&mut deck).grants.clone_from(&cached.grants);
                    }
                    (deck, weight)
                })
            });
            if is_replaced {
                replaced.push(CacheKey::Deck(id));
            }
        }
        for key in effects.iter().flat_map(|effect| &effect.evictions) {
            if replaced.contains(key) {
                self.lists.clear();
            } else {
                self.evict_key(key);
            }
        }
    }

    /// For each cache its name, and how often a requested value was cached and how often not.
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

    /// Evicts everything.
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

    /// Evicts the values of a key, and the lists that depend on them.
    fn evict_key(&self, key: &CacheKey) {
        match key {
            CacheKey::Deck(id) => {
                self.decks.remove(id);
                self.lists.clear();
            }
            CacheKey::User(id) => {
                self.users.remove(id);
                self.lists.clear();
            }
            CacheKey::Organization(id) => self.organizations.remove(id),
            CacheKey::Memberships(user) => self.memberships.remove(user),
            CacheKey::Session(hash) => self.sessions.remove(hash),
            CacheKey::Key(hash) => self.keys.remove(hash),
            CacheKey::Catalogue(organization) => {
                self.themes.remove(organization);
                self.types.remove(organization);
                self.type_settings.remove(organization);
            }
            CacheKey::Upload(file) => self.uploads.remove(file),
            CacheKey::Facts(hash) => self.facts.remove(hash),
            CacheKey::Flag(name) => self.flags.remove(name),
        }
    }
}
