//! Who is at a deck just now, on which slide and in which field, or before an audience with it.
//!
//! Kept where all nodes find it and nowhere that lasts: whoever is here says so again every few seconds, and is gone when
//! he does not, or when his stream ends. While that place does not answer, everybody is alone.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{DeckId, Time, UserId};

use crate::Editing;
use crate::caller::Caller;
use crate::edits::client;
use crate::error::{Error, Result};
use crate::rights::Right;

/// Milliseconds of silence after which somebody is gone.
const SILENCE: Time = 40_000;
/// Milliseconds after which somebody is forgotten whom nobody saw off.
const FORGOTTEN: Time = 2 * SILENCE;
/// How often the silent are looked for.
const LOOK: Duration = Duration::from_secs(5);
/// Most windows at one deck.
const MOST: usize = 100;
/// How many colours people are told apart by.
const COLOURS: usize = 6;
/// Most characters of what names a slide or a field.
const LONGEST: usize = 200;

/// Decks at which this node looks for the silent.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashSet<DeckId>>);

/// One window at a deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Here {
    user: UserId,
    shown: Shown,
    heard: Time,
}

/// What others are told of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    pub(crate) client: String,
    name: String,
    email: String,
    colour: usize,
    #[serde(flatten)]
    place: Place,
}

/// Where somebody is at a deck.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    slide_id: Option<String>,
    field: Option<String>,
    /// Not in the editor: before an audience.
    #[serde(default)]
    presenting: bool,
}

/// What happened to somebody who is or was at a deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub(crate) action: Action,
    #[serde(flatten)]
    pub(crate) shown: Shown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Action {
    Arrived,
    Moved,
    Left,
}

impl Editing {
    /// Says that the caller is at a deck, and where; answers who else is.
    ///
    /// # Errors
    /// Not found, a body of another shape, or too many people.
    pub async fn set_presence(self: &Arc<Self>, caller: &Caller, id: &DeckId, body: &deck::Content) -> Result<Value> {
        self.decks.deck_for(caller, id, Right::Read).await?;
        let client = client(body)?;
        if body.get("left") == Some(&Value::Bool(true)) {
            self.leave(id, &client, &caller.user.id).await;
            return Ok(json!({ "people": [] }));
        }
        let presenting = body.get("presenting") == Some(&Value::Bool(true));
        let place = Place { slide_id: named(body, "slideId")?, field: named(body, "field")?, presenting };
        let seat = Seat { user: &caller.user.id, name: &caller.user.name, email: caller.email() };
        // Two who come at once get two colours, on one node or on two.
        let name = format!("presence {id}");
        let _alone = self.locks.lock(&name).await;
        let mut people = self.people(id).await;
        let arrives = !people.iter().any(|here| here.shown.client == client);
        // Where nothing can be claimed, two of one colour are better than somebody who is not seen.
        let claimed = if arrives { self.shared.claim(&name, 0).await.ok() } else { None };
        if matches!(claimed, Some((Some(_), _))) {
            people = self.people(id).await;
        }
        let now = self.clock.now();
        let (here, news) = seated(&people, seat, &client, place, now).ok_or(Error::Throttled { retry_after: 15 })?;
        self.renew_presence(id, &here).await;
        drop(claimed);
        if self.presence.begin(id) {
            tokio::spawn(look(Arc::downgrade(self), id.to_owned()));
        }
        let answer = seen_by(&people, &here.shown);
        if let Some(action) = news {
            self.publish_presence(id, &Moved { action, shown: here.shown }).await;
        }
        Ok(answer)
    }

    /// Ends the presence of a window at a deck, if it is that of an account.
    pub(crate) async fn leave(&self, id: &DeckId, client: &str, user: &UserId) {
        let people = self.people(id).await;
        if let Some(here) = people.into_iter().find(|here| here.shown.client == client && here.user == *user) {
            self.expire_presence(id, here).await;
        }
    }

    /// Everybody at a deck, whichever node he came to, in the order of their names.
    async fn people(&self, id: &DeckId) -> Vec<Here> {
        let kept = self.shared.all_kept(&family(id), self.clock.now()).await.unwrap_or_default();
        let mut people: Vec<Here> = kept.iter().filter_map(|(_, text)| serde_json::from_str(text).ok()).collect();
        people.sort_by(|one, other| one.shown.client.cmp(&other.shown.client));
        people
    }

    async fn renew_presence(&self, id: &DeckId, here: &Here) {
        if let Ok(text) = serde_json::to_string(here) {
            // Nobody sees him until he says it again.
            let _ = self.shared.keep(&family(id), &here.shown.client, &text, FORGOTTEN, here.heard).await;
        }
    }

    /// Tells that somebody left, once over all nodes.
    async fn expire_presence(&self, id: &DeckId, here: Here) {
        if self.shared.forget(&family(id), &here.shown.client).await.unwrap_or_default() {
            self.publish_presence(id, &Moved { action: Action::Left, shown: here.shown }).await;
        }
    }

    /// Sees off those who have been silent for too long; answers whether anybody is left at the deck.
    async fn remove_presence(&self, id: &DeckId) -> bool {
        let now = self.clock.now();
        let (silent, here): (Vec<Here>, Vec<Here>) =
            self.people(id).await.into_iter().partition(|here| now - here.heard >= SILENCE);
        for gone in silent {
            self.expire_presence(id, gone).await;
        }
        !here.is_empty()
    }
}

/// Looks for the silent at a deck until nobody is there.
async fn look(service: Weak<Editing>, id: DeckId) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(service) = service.upgrade() else { return };
        if service.remove_presence(&id).await {
            continue;
        }
        service.presence.end(&id);
        // Somebody may have come meanwhile, who found that it is looked already.
        if service.people(&id).await.is_empty() || !service.presence.begin(&id) {
            return;
        }
    }
}

impl Presence {
    fn looked(&self) -> MutexGuard<'_, HashSet<DeckId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody has to begin to look at a deck.
    fn begin(&self, deck: &DeckId) -> bool {
        self.looked().insert(deck.to_owned())
    }

    fn end(&self, deck: &DeckId) {
        self.looked().remove(deck);
    }
}

fn family(deck: &DeckId) -> String {
    format!("at {deck}")
}

fn named(body: &deck::Content, key: &str) -> Result<Option<String>> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= LONGEST => Ok(Some(text.clone())),
        Some(_) => Err(Error::invalid(format!("{key}: expected a text of at most {LONGEST} characters"))),
    }
}

/// Whose window it is.
#[derive(Debug, Clone, Copy)]
struct Seat<'a> {
    user: &'a UserId,
    name: &'a str,
    email: &'a str,
}

/// Where somebody is now among those who are there, and what there is to tell of it. Nothing when the deck is full.
fn seated(people: &[Here], seat: Seat<'_>, client: &str, place: Place, heard: Time) -> Option<(Here, Option<Action>)> {
    let known = people.iter().find(|here| here.shown.client == client);
    if let Some(known) = known {
        if known.user != *seat.user {
            return None;
        }
        let shown = Shown { place, ..known.shown.clone() };
        let news = (shown != known.shown).then_some(Action::Moved);
        return Some((Here { user: known.user.clone(), shown, heard }, news));
    }
    if people.len() >= MOST {
        return None;
    }
    let name = if seat.name.is_empty() { seat.email } else { seat.name };
    let shown = Shown {
        client: client.to_owned(),
        name: name.to_owned(),
        email: seat.email.to_owned(),
        colour: colour(people, seat.user),
        place,
    };
    Some((Here { user: seat.user.to_owned(), shown, heard }, Some(Action::Arrived)))
}

/// Everybody at a deck but the one who asks, and the colour of that one.
fn seen_by(people: &[Here], own: &Shown) -> Value {
    let others: Vec<&Shown> =
        people.iter().map(|here| &here.shown).filter(|shown| shown.client != own.client).collect();
    json!({ "people": others, "colour": own.colour })
}

/// The colour of an account: the one it has, else the first that the fewest others have.
fn colour(people: &[Here], user: &UserId) -> usize {
    if let Some(here) = people.iter().find(|here| here.user == *user) {
        return here.shown.colour;
    }
    let mut users = [0_usize; COLOURS];
    let mut counted: Vec<&str> = Vec::new();
    for here in people.iter().filter(|here| (1..=COLOURS).contains(&here.shown.colour)) {
        if !counted.contains(&here.user.as_str()) {
            counted.push(&here.user);
            users[here.shown.colour - 1] += 1;
        }
    }
    let fewest = users.iter().min().copied().unwrap_or_default();
    users.iter().position(|count| *count == fewest).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sit(people: &mut Vec<Here>, user: &str, client: &str, slide: &str) -> String {
        let id = UserId::from(user);
        let seat = Seat { user: &id, name: "", email: user };
        let place = Place { slide_id: Some(slide.to_owned()), ..Place::default() };
        let Some((here, news)) = seated(people, seat, client, place, 0) else {
            return "full".to_owned();
        };
        let told = news.map_or("nothing new".to_owned(), |news| format!("{news:?} {}", here.shown.colour));
        people.retain(|other| other.shown.client != client);
        people.push(here);
        told
    }

    #[test]
    fn colours_are_those_of_people_and_the_least_used_come_first() {
        let people = &mut Vec::new();
        assert_eq!(sit(people, "ann", "a1", "s1"), "Arrived 1");
        assert_eq!(sit(people, "bram", "b1", "s1"), "Arrived 2");
        assert_eq!(sit(people, "ann", "a2", "s1"), "Arrived 1");
        for (user, colour) in [("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 1)] {
            assert_eq!(sit(people, user, user, "s1"), format!("Arrived {colour}"));
        }
        people.retain(|here| here.shown.client != "b1");
        assert_eq!(sit(people, "h", "h", "s1"), "Arrived 2");
        assert_eq!(sit(people, "ann", "a1", "s1"), "nothing new");
        assert_eq!(sit(people, "ann", "a1", "s2"), "Moved 1");
        let own = people.last().expect("ann").shown.clone();
        assert_eq!(seen_by(people, &own)["people"].as_array().map(Vec::len), Some(7));
        assert_eq!(seen_by(people, &own)["colour"], 1);
    }

    #[test]
    fn a_deck_takes_a_bounded_number_and_nobody_takes_the_window_of_another() {
        let people = &mut Vec::new();
        for number in 0..MOST {
            sit(people, "ann", &number.to_string(), "s1");
        }
        assert_eq!(sit(people, "ann", "one more", "s1"), "full");
        assert_eq!(sit(people, "bram", "7", "s2"), "full");
        assert_eq!(sit(people, "ann", "7", "s2"), "Moved 1");
    }
}
