//! Events for open editors: changes of their deck through any entry point of any process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use deck::SlideId;
use serde::{Deserialize, Serialize};
use store::{
    Change, CommentChange, CommentId, DeckChange, DeckId, Received, Shared, Store, Subscription, Time, UserId,
};
use tokio::sync::watch;

use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::locks::Locks;
use crate::presence::{Presence, PresenceChange};
use crate::rights::Readable;
use crate::{Accounts, Catalogue, Config, Decks, Drawing};

/// Maximum number of editors that one account may have open. A person has a few; a program that does not close its
/// streams would have thousands.
const MAX_OPEN: usize = 200;
const TOO_MANY_EDITORS: Error = Error::Throttled { retry_after: 30 };

/// The number of open editors of each account.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenEditors(Arc<Mutex<HashMap<UserId, usize>>>);

/// An open editor. It is counted until it is dropped.
struct OpenEditor {
    editors: OpenEditors,
    user: UserId,
}

impl OpenEditors {
    fn open(&self, user: &UserId) -> Result<OpenEditor> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(user.to_owned()).or_default();
        if *count >= MAX_OPEN {
            return Err(TOO_MANY_EDITORS);
        }
        *count += 1;
        Ok(OpenEditor { editors: self.clone(), user: user.to_owned() })
    }
}

impl Drop for OpenEditor {
    fn drop(&mut self) {
        let mut open = self.editors.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}

/// The events of an open editor.
pub struct EditorEvents {
    editing: Arc<Editing>,
    caller: Caller,
    deck: DeckId,
    /// Name of the client, if it has one. The client gets no events about its own presence.
    client: Option<String>,
    subscription: Subscription,
    /// Changes of accounts, after which the caller is checked again.
    account_changes: watch::Receiver<()>,
    /// A message that was received and not yet returned, since [`EditorEvents::next`] may be cancelled meanwhile.
    pending: Option<Received>,
    _open: OpenEditor,
}

/// A message on the topic of a deck.
#[derive(Debug, Serialize, Deserialize)]
enum Message {
    Change(Change),
    Presence(PresenceChange),
    Drafts {
        /// The client that changed them.
        client: String,
    },
}

/// An event for an open editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditorEvent {
    /// The deck has changed.
    DeckUpdated {
        /// The deck.
        deck: DeckId,
        /// The slide that was changed; absent for the whole deck.
        slide: Option<SlideId>,
        /// The revision of the deck.
        revision: u64,
        /// What happened.
        reason: DeckChange,
        /// E-mail address of the account that made the change, if it is known.
        by: Option<String>,
        /// When it happened.
        at: Time,
    },
    /// A comment was added or has changed.
    CommentChanged {
        /// The deck.
        deck: DeckId,
        /// The comment.
        comment: CommentId,
        /// The slide that the comment is about; absent for the whole deck.
        slide: Option<SlideId>,
        /// What happened.
        change: CommentChange,
        /// When it happened.
        at: Time,
    },
    /// A client arrived, moved or left.
    Presence(PresenceChange),
    /// The drafts of the deck (texts that break a rule) have changed.
    DraftsChanged {
        /// The deck.
        deck: DeckId,
    },
}

/// Editing together: batches of edits, events for open editors, presence.
///
/// Uses storage, accounts to check a caller again, decks for rights and writes, the catalogue, drawing for the first
/// slide, and the ephemeral state that nodes share.
#[derive(Debug)]
pub struct Editing {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) locks: Arc<Locks>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) presence: Presence,
    pub(crate) open_editors: OpenEditors,
}

impl Editing {
    /// Subscribes to the events of a deck. The presence of the client, if it has a name, ends with the subscription.
    ///
    /// # Errors
    /// Fails when the shared state does not respond, or the account has too many editors open.
    pub async fn events(self: &Arc<Self>, deck: &Readable, client: Option<&str>) -> Result<EditorEvents> {
        let subscription = self.shared.subscribe(&topic(deck.id())).await?;
        let open = self.open_editors.open(&deck.caller().user.id)?;
        let mut account_changes = self.accounts.changes();
        // The right was checked before the subscriptions began, so it is checked again at once.
        account_changes.mark_changed();
        Ok(EditorEvents {
            editing: Arc::clone(self),
            caller: deck.caller().clone(),
            deck: deck.id().to_owned(),
            client: client.map(str::to_owned),
            subscription,
            account_changes,
            pending: None,
            _open: open,
        })
    }

    /// Notifies the editors of a deck on this node of a change. Every node is notified by storage and does the same.
    pub(crate) fn notify_editors(&self, change: &Change) {
        let (Change::Deck { id, .. } | Change::Comment { deck: id, .. }) = change else { return };
        if let Ok(text) = serde_json::to_string(&Message::Change(change.clone())) {
            self.shared.publish_locally(&topic(id), text.into());
        }
    }

    /// Notifies all editors on this node that changes may have been missed, so that they reload their decks.
    pub(crate) fn notify_missed_changes(&self) {
        self.shared.report_gap_locally(TOPIC_PREFIX);
    }

    /// Notifies the editors of a deck, on every node, that a client arrived, moved or left.
    pub(crate) async fn publish_presence(&self, id: &DeckId, change: PresenceChange) {
        if let Ok(text) = serde_json::to_string(&Message::Presence(change)) {
            // If this fails, an editor learns of the change the next time it sends its own position.
            let _ = self.shared.publish(&topic(id), text.into()).await;
        }
    }

    /// Notifies the other editors of a deck, on every node, that a client changed its drafts.
    pub(crate) async fn publish_drafts(&self, id: &DeckId, client: &str) {
        if let Ok(text) = serde_json::to_string(&Message::Drafts { client: client.to_owned() }) {
            // If this fails, an editor learns of the change with the result of its next edit.
            let _ = self.shared.publish(&topic(id), text.into()).await;
        }
    }
}

impl EditorEvents {
    /// The next event; `None` once the right to read has ended. It can be cancelled without losing an event.
    pub async fn next(&mut self) -> Option<EditorEvent> {
        loop {
            if self.pending.is_none() {
                tokio::select! {
                    message = self.subscription.next() => self.pending = Some(message),
                    changed = self.account_changes.changed() => changed.ok()?,
                }
            }
            let deck = self.readable().await.ok()?;
            let message = match self.pending.take() {
                Some(Received::Event(text)) => serde_json::from_str(&text).ok(),
                Some(Received::Missed) => None,
                // Accounts changed, and the caller may still read the deck.
                None => continue,
            };
            let event = match message {
                Some(Message::Presence(change)) if Some(&change.person.client) == self.client.as_ref() => continue,
                Some(Message::Presence(change)) => Some(EditorEvent::Presence(change)),
                Some(Message::Drafts { client }) if Some(&client) == self.client.as_ref() => continue,
                Some(Message::Drafts { .. }) => Some(EditorEvent::DraftsChanged { deck: self.deck.clone() }),
                Some(Message::Change(change)) => change_event(change),
                None => None,
            };
            // Missed messages are returned as one change of the whole deck.
            let head = &deck.deck().head;
            return Some(event.unwrap_or_else(|| EditorEvent::DeckUpdated {
                deck: self.deck.clone(),
                slide: None,
                revision: head.revision,
                reason: DeckChange::Written,
                by: None,
                at: head.updated_at,
            }));
        }
    }

    /// Whether the caller may still read the deck.
    pub async fn may_read(&self) -> bool {
        self.readable().await.is_ok()
    }

    /// The deck, when the caller may still read it. The caller is checked too, since a stream outlives sign-outs and
    /// revoked keys.
    async fn readable(&self) -> Result<Readable> {
        let caller = self.editing.accounts.renewed_caller(&self.caller).await?;
        self.editing.decks.granted(&caller, &self.deck).await
    }
}

impl Drop for EditorEvents {
    fn drop(&mut self) {
        let (Some(client), Ok(runtime)) = (self.client.take(), tokio::runtime::Handle::try_current()) else { return };
        let (editing, deck, user) = (self.editing.clone(), self.deck.clone(), Arc::clone(&self.caller.user));
        runtime.spawn(async move { editing.remove_client(&deck, &client, &user.id).await });
    }
}

/// The prefix of the topics of all decks.
const TOPIC_PREFIX: &str = "editor:";

fn topic(deck: &DeckId) -> String {
    format!("{TOPIC_PREFIX}{deck}")
}

/// The event for a change of a deck or a comment; `None` for other changes.
fn change_event(change: Change) -> Option<EditorEvent> {
    match change {
        Change::Deck { id, what, revision, slide, by, at } => {
            Some(EditorEvent::DeckUpdated { deck: id, slide, revision, reason: what, by, at })
        }
        Change::Comment { deck, id, slide, what, at } => {
            Some(EditorEvent::CommentChanged { deck, comment: id, slide, change: what, at })
        }
        _ => None,
    }
}
