//! Presence: who has a deck open, on which slide and in which field, or presents it.
//!
//! Presence is ephemeral state that all nodes share. A client repeats its position every few seconds and is removed
//! when it stays silent for too long, or when its event stream ends. While the shared state does not respond, nobody
//! sees anybody else.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{DeckId, Time, UserId};

use crate::Editing;
use crate::caller::display_name;
use crate::edits::ClientName;
use crate::error::{Error, Result};
use crate::rights::Readable;

/// Milliseconds of silence after which a client is removed.
const SILENCE: Time = 40_000;
/// Milliseconds after which an entry expires when no node removes it before.
const EXPIRY: Time = 2 * SILENCE;
/// How often a node looks for silent clients.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum number of clients at one deck.
const MAX_CLIENTS: usize = 100;
/// Number of colours that distinguish people.
const COLOURS: usize = 6;
/// Maximum length of the name of a slide or a field, in characters.
const MAX_NAME: usize = 200;

/// The decks at which this node looks for silent clients.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashSet<DeckId>>);

/// A client at a deck, as nodes share it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PresenceEntry {
    user: UserId,
    #[serde(rename = "shown")]
    person: Person,
    /// When the client last sent its position.
    #[serde(rename = "heard")]
    seen_at: Time,
}

/// A client at a deck, as other people see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Name of the client.
    pub client: String,
    /// Name of its user, or the e-mail address of a user without a name.
    pub name: String,
    /// E-mail address of its user.
    pub email: String,
    /// Colour of its user, from 1.
    pub colour: usize,
    /// Where it is.
    #[serde(flatten)]
    pub position: PresencePosition,
}

/// Where a client is in a deck.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PresencePosition {
    /// The slide.
    pub slide_id: Option<SlideId>,
    /// The field of the slide.
    pub field: Option<String>,
    /// Whether the client presents the deck, rather than edits it.
    #[serde(default)]
    pub presenting: bool,
}

/// A client that arrived, moved or left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresenceChange {
    /// What the client did.
    pub action: PresenceAction,
    /// The client with its position.
    #[serde(flatten)]
    pub person: Person,
}

/// What a client did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PresenceAction {
    /// The client opened the deck.
    Arrived,
    /// The client moved to another slide or field.
    Moved,
    /// The client closed the deck, or was silent for too long.
    Left,
}

/// The people at a deck, as one of them sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleAtDeck {
    /// All others.
    pub others: Vec<Person>,
    /// The colour of the caller.
    pub own_colour: usize,
}

impl PresencePosition {
    /// The error for the name of a slide or a field that is too long or not a text.
    pub fn wrong_name(key: &str) -> Error {
        Error::invalid(format!("{key}: expected a text of at most {MAX_NAME} characters"))
    }

    fn check(&self) -> Result<()> {
        for (key, name) in [("slideId", self.slide_id.as_deref()), ("field", self.field.as_deref())] {
            if name.is_some_and(|name| name.chars().count() > MAX_NAME) {
                return Err(Self::wrong_name(key));
            }
        }
        Ok(())
    }
}

impl Editing {
    /// Stores the position of a client at a deck and returns who else is there. Other clients are notified of a change.
    ///
    /// # Errors
    /// Fails when a name is too long, the client belongs to another account, or there are too many clients.
    pub async fn set_presence(
        self: &Arc<Self>,
        deck: &Readable,
        client: &ClientName,
        position: PresencePosition,
    ) -> Result<PeopleAtDeck> {
        position.check()?;
        let (caller, id) = (deck.caller(), deck.id());
        let owner = ClientOwner { user: &caller.user.id, name: &caller.user.name, email: caller.email() };
        // Two people who arrive at once get two colours, on one node or on two.
        let name = format!("presence {id}");
        let _guard = self.locks.lock(&name).await;
        let mut entries = self.presence_entries(id).await;
        let is_new = !entries.iter().any(|entry| entry.person.client == client.as_str());
        // When the lease fails, two people may get the same colour, which is better than an invisible person.
        let lease = if is_new { self.shared.acquire_lease(&name, 0).await.ok() } else { None };
        if matches!(lease, Some((Some(_), _))) {
            entries = self.presence_entries(id).await;
        }
        let updated = updated_entry(&entries, owner, client.as_str(), position, self.clock.now());
        let (entry, action) = updated.ok_or(Error::Throttled { retry_after: 15 })?;
        self.store_presence(id, &entry).await;
        drop(lease);
        if self.presence.begin(id) {
            store::spawn(remove_silent_clients(Arc::downgrade(self), id.to_owned()));
        }
        let people = people_seen_by(&entries, &entry.person);
        if let Some(action) = action {
            self.publish_presence(id, PresenceChange { action, person: entry.person }).await;
        }
        Ok(people)
    }

    /// Removes a client of the caller from a deck. Other clients are notified.
    pub async fn end_presence(&self, deck: &Readable, client: &ClientName) {
        self.remove_client(deck.id(), client.as_str(), &deck.caller().user.id).await;
    }

    /// Removes a client from a deck if it belongs to an account.
    pub(crate) async fn remove_client(&self, id: &DeckId, client: &str, user: &UserId) {
        let mut entries = self.presence_entries(id).await.into_iter();
        if let Some(entry) = entries.find(|entry| entry.person.client == client && entry.user == *user) {
            self.remove_presence(id, entry).await;
        }
    }

    /// All clients at a deck, on whichever node, ordered by their names.
    async fn presence_entries(&self, id: &DeckId) -> Vec<PresenceEntry> {
        let stored = self.shared.texts(&shared_key(id), self.clock.now()).await.unwrap_or_default();
        let entries = stored.iter().filter_map(|(_, text)| serde_json::from_str(text).ok());
        let mut entries: Vec<PresenceEntry> = entries.collect();
        entries.sort_by(|one, other| one.person.client.cmp(&other.person.client));
        entries
    }

    async fn store_presence(&self, id: &DeckId, entry: &PresenceEntry) {
        if let Ok(text) = serde_json::to_string(entry) {
            // On failure the client is invisible until it sends its position again.
            let _ = self.shared.put_text(&shared_key(id), &entry.person.client, &text, EXPIRY, entry.seen_at).await;
        }
    }

    /// Removes a client and notifies the others, once over all nodes.
    async fn remove_presence(&self, id: &DeckId, entry: PresenceEntry) {
        if self.shared.remove_text(&shared_key(id), &entry.person.client).await.unwrap_or_default() {
            self.publish_presence(id, PresenceChange { action: PresenceAction::Left, person: entry.person }).await;
        }
    }

    /// Removes clients that were silent for too long. Returns whether any client is left at the deck.
    async fn remove_silent(&self, id: &DeckId) -> bool {
        let now = self.clock.now();
        let entries = self.presence_entries(id).await.into_iter();
        let (silent, active): (Vec<_>, Vec<_>) = entries.partition(|entry| now - entry.seen_at >= SILENCE);
        for entry in silent {
            self.remove_presence(id, entry).await;
        }
        !active.is_empty()
    }
}

/// Removes silent clients from a deck until no client is left.
async fn remove_silent_clients(editing: Weak<Editing>, id: DeckId) {
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let Some(editing) = editing.upgrade() else { return };
        if editing.remove_silent(&id).await {
            continue;
        }
        editing.presence.end(&id);
        // A client may have arrived meanwhile and found this task still running.
        if editing.presence_entries(&id).await.is_empty() || !editing.presence.begin(&id) {
            return;
        }
    }
}

impl Presence {
    fn decks(&self) -> MutexGuard<'_, HashSet<DeckId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a deck. Returns whether it was not there, so that a task must be started for it.
    fn begin(&self, deck: &DeckId) -> bool {
        self.decks().insert(deck.to_owned())
    }

    fn end(&self, deck: &DeckId) {
        self.decks().remove(deck);
    }
}

fn shared_key(deck: &DeckId) -> String {
    format!("at {deck}")
}

/// The account that a client belongs to.
#[derive(Debug, Clone, Copy)]
struct ClientOwner<'a> {
    user: &'a UserId,
    name: &'a str,
    email: &'a str,
}

/// The entry of a client at a new position, and what others are notified of. `None` when there are too many clients, or
/// when the client belongs to another account.
fn updated_entry(
    entries: &[PresenceEntry],
    owner: ClientOwner<'_>,
    client: &str,
    position: PresencePosition,
    seen_at: Time,
) -> Option<(PresenceEntry, Option<PresenceAction>)> {
    let current = entries.iter().find(|entry| entry.person.client == client);
    if let Some(current) = current {
        if current.user != *owner.user {
            return None;
        }
        let person = Person { position, ..current.person.clone() };
        let action = (person != current.person).then_some(PresenceAction::Moved);
        return Some((PresenceEntry { user: current.user.clone(), person, seen_at }, action));
    }
    if entries.len() >= MAX_CLIENTS {
        return None;
    }
    let name = display_name(owner.name, owner.email);
    let person = Person {
        client: client.to_owned(),
        name: name.to_owned(),
        email: owner.email.to_owned(),
        colour: colour(entries, owner.user),
        position,
    };
    Some((PresenceEntry { user: owner.user.to_owned(), person, seen_at }, Some(PresenceAction::Arrived)))
}

fn people_seen_by(entries: &[PresenceEntry], own: &Person) -> PeopleAtDeck {
    let others = entries.iter().map(|entry| &entry.person).filter(|person| person.client != own.client);
    PeopleAtDeck { others: others.cloned().collect(), own_colour: own.colour }
}

/// The colour of an account: the one it has, else the first of those that the fewest others have.
fn colour(entries: &[PresenceEntry], user: &UserId) -> usize {
    if let Some(entry) = entries.iter().find(|entry| entry.user == *user) {
        return entry.person.colour;
    }
    let mut users = [0_usize; COLOURS];
    let mut counted: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| (1..=COLOURS).contains(&entry.person.colour)) {
        if !counted.contains(&entry.user.as_str()) {
            counted.push(&entry.user);
            users[entry.person.colour - 1] += 1;
        }
    }
    let fewest = users.iter().min().copied().unwrap_or_default();
    users.iter().position(|count| *count == fewest).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(entries: &mut Vec<PresenceEntry>, user: &str, client: &str, slide: &str) -> String {
        let id = UserId::from(user);
        let owner = ClientOwner { user: &id, name: "", email: user };
        let position = PresencePosition { slide_id: Some(slide.into()), ..PresencePosition::default() };
        let Some((entry, action)) = updated_entry(entries, owner, client, position, 0) else {
            return "full".to_owned();
        };
        let result = action.map_or("nothing new".to_owned(), |action| format!("{action:?} {}", entry.person.colour));
        entries.retain(|other| other.person.client != client);
        entries.push(entry);
        result
    }

    #[test]
    fn colours_are_those_of_people_and_the_least_used_come_first() {
        let entries = &mut Vec::new();
        assert_eq!(update(entries, "ann", "a1", "s1"), "Arrived 1");
        assert_eq!(update(entries, "bram", "b1", "s1"), "Arrived 2");
        assert_eq!(update(entries, "ann", "a2", "s1"), "Arrived 1");
        for (user, colour) in [("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 1)] {
            assert_eq!(update(entries, user, user, "s1"), format!("Arrived {colour}"));
        }
        entries.retain(|entry| entry.person.client != "b1");
        assert_eq!(update(entries, "h", "h", "s1"), "Arrived 2");
        assert_eq!(update(entries, "ann", "a1", "s1"), "nothing new");
        assert_eq!(update(entries, "ann", "a1", "s2"), "Moved 1");
        let own = entries.last().expect("the entry of ann").person.clone();
        let seen = people_seen_by(entries, &own);
        assert_eq!((seen.others.len(), seen.own_colour), (7, 1));
    }

    #[test]
    fn a_deck_has_a_bounded_number_of_clients_and_each_belongs_to_one_account() {
        let entries = &mut Vec::new();
        for number in 0..MAX_CLIENTS {
            update(entries, "ann", &number.to_string(), "s1");
        }
        assert_eq!(update(entries, "ann", "one more", "s1"), "full");
        assert_eq!(update(entries, "bram", "7", "s2"), "full");
        assert_eq!(update(entries, "ann", "7", "s2"), "Moved 1");
    }
}
