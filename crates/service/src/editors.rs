//! What an open editor hears of its deck: changes by anybody, through any door of any process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Change, CommentChange, DeckChange, DeckId, Heard, Shared, Store, StoredDeck, Subscription, UserId};

use crate::caller::Caller;
use crate::clock::{Clock, iso};
use crate::error::{Error, Result};
use crate::locks::Locks;
use crate::presence::{Moved, Presence};
use crate::rights::Right;
use crate::{Accounts, Catalogue, Config, Decks, Drawing};

/// Most editors that one account has open: a person has a few, a program that forgets its streams has thousands.
const MOST_OPEN: usize = 200;
/// Until one of them is closed.
const TOO_MANY: Error = Error::Throttled { retry_after: 30 };

/// How many editors each account has open.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenEditors(Arc<Mutex<HashMap<UserId, usize>>>);

/// One of them, until it is dropped.
struct OpenEditor {
    editors: OpenEditors,
    user: UserId,
}

impl OpenEditors {
    fn another(&self, user: &UserId) -> Result<OpenEditor> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(user.to_owned()).or_default();
        if *count >= MOST_OPEN {
            return Err(TOO_MANY);
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

/// The ear of an open editor.
pub struct EditorEvents {
    service: Arc<Editing>,
    caller: Caller,
    deck: DeckId,
    /// The window that listens, if it has a name: it is not told of itself.
    client: Option<String>,
    heard: Subscription,
    /// What was heard and not yet told: asking for the right to read may be broken off.
    waiting: Option<Heard>,
    _open: OpenEditor,
}

/// What is told on the topic of a deck.
#[derive(Debug, Serialize, Deserialize)]
enum News {
    Change(Change),
    Presence(Moved),
}

/// Something that an editor hears.
#[derive(Debug, Clone, PartialEq)]
pub struct EditorEvent {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub data: Value,
}

/// Editing together: batches of edits, events for open editors, presence.
///
/// Uses accounts to check a caller again, decks for rights and writes, drawing for the first slide, and the state that nodes share.
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
    /// Listens to a deck. The presence of the window that listens, if it has a name, ends with it.
    ///
    /// # Errors
    /// Not found, or too many are open.
    pub async fn events(self: &Arc<Self>, caller: &Caller, id: &DeckId, client: Option<&str>) -> Result<EditorEvents> {
        let heard = self.shared.subscribe(&topic(id)).await?;
        self.decks.deck_for(caller, id, Right::Read).await?;
        let open = self.open_editors.another(&caller.user.id)?;
        Ok(EditorEvents {
            service: Arc::clone(self),
            caller: caller.clone(),
            deck: id.to_owned(),
            client: client.map(str::to_owned),
            heard,
            waiting: None,
            _open: open,
        })
    }

    /// Tells the editors of a deck what changed.
    pub(crate) fn notify_editors(&self, change: &Change) {
        let (Change::Deck { id, .. } | Change::Comment { deck: id, .. }) = change else { return };
        // Every node hears of the change and tells its own.
        if let Ok(text) = serde_json::to_string(&News::Change(change.clone())) {
            self.shared.publish_here(&topic(id), text.into());
        }
    }

    /// Makes up for changes that were missed: every editor on this node looks at its deck again.
    pub(crate) fn notify_missed_changes(&self) {
        self.shared.gap_here(TOPIC);
    }

    /// Tells the editors of a deck, on every node, who came, moved or left.
    pub(crate) async fn publish_presence(&self, id: &DeckId, moved: &Moved) {
        if let Ok(text) = serde_json::to_string(&News::Presence(moved.clone())) {
            // An editor that hears nothing asks again when its stream begins anew.
            let _ = self.shared.publish(&topic(id), text.into()).await;
        }
    }
}

impl EditorEvents {
    /// The next event; nothing once the right to read has ended. It can be broken off without losing anything.
    pub async fn next(&mut self) -> Option<EditorEvent> {
        loop {
            if self.waiting.is_none() {
                self.waiting = Some(self.heard.next().await);
            }
            let stored = self.readable().await.ok()?;
            let heard = match self.waiting.take() {
                Some(Heard::Event(text)) => serde_json::from_str(&text).ok(),
                Some(Heard::Missed(_)) | None => None,
            };
            let heard = match heard {
                Some(News::Presence(moved)) if Some(&moved.shown.client) == self.client.as_ref() => continue,
                Some(News::Presence(moved)) => Some(EditorEvent { name: "presence", data: json!(moved) }),
                Some(News::Change(change)) => event(&change),
                None => None,
            };
            // What was missed is told as one change of the whole deck.
            let all = || updated(&self.deck, "", stored.head.revision, "written", "", stored.head.updated_at);
            return Some(heard.unwrap_or_else(all));
        }
    }

    /// Whether the caller may still read the deck.
    pub async fn may_read(&self) -> bool {
        self.readable().await.is_ok()
    }

    /// The deck, for a caller who would still be let in: a stream outlasts sign-outs and revoked keys.
    async fn readable(&self) -> Result<Arc<StoredDeck>> {
        let caller = self.service.accounts.renewed_caller(&self.caller).await?;
        self.service.decks.deck_for(&caller, &self.deck, Right::Read).await
    }
}

impl Drop for EditorEvents {
    fn drop(&mut self) {
        let (Some(client), Ok(runtime)) = (self.client.take(), tokio::runtime::Handle::try_current()) else { return };
        let (service, deck, user) = (self.service.clone(), self.deck.clone(), Arc::clone(&self.caller.user));
        runtime.spawn(async move { service.leave(&deck, &client, &user.id).await });
    }
}

/// What the topics of all decks begin with.
const TOPIC: &str = "editor:";

fn topic(deck: &DeckId) -> String {
    format!("{TOPIC}{deck}")
}

fn event(change: &Change) -> Option<EditorEvent> {
    match change {
        Change::Deck { id, what, revision, slide, by, at } => {
            let reason = match what {
                DeckChange::Created => "created",
                DeckChange::Written => "written",
                DeckChange::Shared => "shared",
                DeckChange::Trashed => "trashed",
                DeckChange::Restored => "restored",
                DeckChange::Purged => "purged",
            };
            Some(updated(id, slide, *revision, reason, by, *at))
        }
        Change::Comment { deck, id, slide, what, at } => {
            let action = match what {
                CommentChange::Created => "created",
                CommentChange::Replied => "replied",
                CommentChange::Status => "status",
            };
            let data = json!({
                "presentationId": deck, "commentId": id, "slideId": named(slide), "action": action, "updatedAt": iso(*at),
            });
            Some(EditorEvent { name: "commentChanged", data })
        }
        _ => None,
    }
}

fn updated(deck: &DeckId, slide: &str, revision: u64, reason: &str, by: &str, at: i64) -> EditorEvent {
    let data = json!({
        "presentationId": deck, "slideId": slide, "revision": revision, "reason": reason, "by": by,
        "updatedAt": iso(at),
    });
    EditorEvent { name: "deckUpdated", data }
}

fn named(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
