//! What an open editor hears of its deck: changes by anybody, through any door of any process.

use serde_json::{Value, json};
use store::{Change, CommentChange, DeckChange, Heard, Subscription};

use crate::Service;
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::Result;
use crate::rights::Right;

/// The ear of an open editor.
pub struct EditorEvents {
    service: Service,
    caller: Caller,
    deck: String,
    heard: Subscription,
}

/// Something that an editor hears.
#[derive(Debug, Clone, PartialEq)]
pub struct EditorEvent {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub data: Value,
}

impl Service {
    /// Listens to a deck.
    ///
    /// # Errors
    /// Not found.
    pub async fn editor_events(&self, caller: &Caller, id: &str) -> Result<EditorEvents> {
        let heard = self.shared.subscribe(&topic(id)).await?;
        self.deck_for(caller, id, Right::Read).await?;
        Ok(EditorEvents { service: self.clone(), caller: caller.clone(), deck: id.to_owned(), heard })
    }

    /// Tells the editors of a deck what changed.
    pub(crate) async fn tell_editors(&self, change: &Change) {
        let (Change::Deck { id, .. } | Change::Comment { deck: id, .. }) = change else { return };
        if let Ok(text) = serde_json::to_string(change) {
            // An editor that hears nothing asks again when its stream begins anew.
            let _ = self.shared.publish(&topic(id), text.into()).await;
        }
    }
}

impl EditorEvents {
    /// The next event; nothing once the right to read has ended.
    pub async fn next(&mut self) -> Option<EditorEvent> {
        let heard = self.heard.next().await;
        let stored = self.service.deck_for(&self.caller, &self.deck, Right::Read).await.ok()?;
        let heard = match heard {
            Heard::Event(text) => serde_json::from_str(&text).ok().and_then(|change| event(&change)),
            Heard::Missed(_) => None,
        };
        // What was missed is told as one change of the whole deck.
        let all = || updated(&self.deck, "", stored.head.revision, "written", "", stored.head.updated_at);
        Some(heard.unwrap_or_else(all))
    }

    /// Whether the caller may still read the deck.
    pub async fn may_read(&self) -> bool {
        self.service.deck_for(&self.caller, &self.deck, Right::Read).await.is_ok()
    }
}

fn topic(deck: &str) -> String {
    format!("editor:{deck}")
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

fn updated(deck: &str, slide: &str, revision: u64, reason: &str, by: &str, at: i64) -> EditorEvent {
    let data = json!({
        "presentationId": deck, "slideId": slide, "revision": revision, "reason": reason, "by": by,
        "updatedAt": iso(at),
    });
    EditorEvent { name: "deckUpdated", data }
}

fn named(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
