//! Who is at a deck just now, on which slide and in which field.
//!
//! Kept in memory and nowhere else: whoever is here says so again every few seconds, and is gone when he does not, or
//! when his stream ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Time;

use crate::caller::Caller;
use crate::edits::client;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::{Inner, Service};

/// Milliseconds of silence after which somebody is gone.
const SILENCE: Time = 40_000;
/// How often the silent are looked for.
const LOOK: Duration = Duration::from_secs(5);
/// Most windows at one deck.
const MOST: usize = 100;
/// How many colours people are told apart by.
const COLOURS: usize = 6;
/// Most characters of what names a slide or a field.
const LONGEST: usize = 200;

/// Those who are at decks, by deck.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<String, Vec<Here>>>);

/// One window at a deck.
#[derive(Debug, Clone)]
struct Here {
    user: String,
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
    slide_id: Option<String>,
    field: Option<String>,
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

impl Service {
    /// Says that the caller is at a deck, and where; answers who else is.
    ///
    /// # Errors
    /// Not found, a body of another shape, or too many people.
    pub async fn be_present(&self, caller: &Caller, id: &str, body: &deck::Content) -> Result<Value> {
        self.deck_for(caller, id, Right::Read).await?;
        let client = client(body)?;
        if body.get("left") == Some(&Value::Bool(true)) {
            self.leave(id, &client, &caller.user.id).await;
            return Ok(json!({ "people": [] }));
        }
        let (slide_id, field) = (place(body, "slideId")?, place(body, "field")?);
        let seat = Seat { user: &caller.user.id, name: &caller.user.name, email: caller.email() };
        let news = self.presence.sit(id, seat, &client, (slide_id, field), self.clock.now());
        let (news, first) = news.ok_or(Error::Throttled { retry_after: 15 })?;
        if first {
            tokio::spawn(look(Arc::downgrade(&self.0), id.to_owned()));
        }
        if let Some(moved) = news {
            self.tell_presence(id, &moved).await;
        }
        Ok(self.presence.seen_by(id, &client))
    }

    /// Ends the presence of a window at a deck, if it is that of an account.
    pub(crate) async fn leave(&self, id: &str, client: &str, user: &str) {
        if let Some(shown) = self.presence.leave(id, client, user) {
            self.tell_presence(id, &Moved { action: Action::Left, shown }).await;
        }
    }

    /// Sees off those who have been silent for too long; answers whether anybody is left at the deck.
    async fn see_off(&self, id: &str) -> bool {
        let (silent, anybody) = self.presence.silent(id, self.clock.now());
        for shown in silent {
            self.tell_presence(id, &Moved { action: Action::Left, shown }).await;
        }
        anybody
    }
}

/// Looks for the silent at a deck until nobody is there.
async fn look(service: Weak<Inner>, id: String) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(service) = service.upgrade().map(Service) else { return };
        if !service.see_off(&id).await {
            return;
        }
    }
}

fn place(body: &deck::Content, key: &str) -> Result<Option<String>> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= LONGEST => Ok(Some(text.clone())),
        Some(_) => Err(Error::invalid(format!("{key}: expected a text of at most {LONGEST} characters"))),
    }
}

/// Whose window it is.
#[derive(Debug, Clone, Copy)]
struct Seat<'a> {
    user: &'a str,
    name: &'a str,
    email: &'a str,
}

impl Presence {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Vec<Here>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes where somebody is; answers what there is to tell, and whether he is the first at the deck. Nothing when the
    /// deck is full.
    fn sit(
        &self,
        deck: &str,
        seat: Seat<'_>,
        client: &str,
        (slide_id, field): (Option<String>, Option<String>),
        now: Time,
    ) -> Option<(Option<Moved>, bool)> {
        self.with(|decks| {
            // Those who left are no reason to look for the silent twice.
            let first = !decks.contains_key(deck);
            let people = decks.entry(deck.to_owned()).or_default();
            if let Some(here) = people.iter_mut().find(|here| here.shown.client == client && here.user == seat.user) {
                here.heard = now;
                let shown = Shown { slide_id, field, ..here.shown.clone() };
                let moved = (shown != here.shown).then(|| Moved { action: Action::Moved, shown: shown.clone() });
                here.shown = shown;
                return Some((moved, false));
            }
            if people.len() >= MOST || people.iter().any(|here| here.shown.client == client) {
                return None;
            }
            let name = if seat.name.is_empty() { seat.email } else { seat.name };
            let shown = Shown {
                client: client.to_owned(),
                name: name.to_owned(),
                email: seat.email.to_owned(),
                colour: colour(people, seat.user),
                slide_id,
                field,
            };
            people.push(Here { user: seat.user.to_owned(), shown: shown.clone(), heard: now });
            Some((Some(Moved { action: Action::Arrived, shown }), first))
        })
    }

    /// Everybody at a deck but the one who asks, and the colour of that one.
    fn seen_by(&self, deck: &str, client: &str) -> Value {
        self.with(|decks| {
            let people = decks.get(deck).map(Vec::as_slice).unwrap_or_default();
            let others: Vec<&Shown> =
                people.iter().map(|here| &here.shown).filter(|shown| shown.client != client).collect();
            let own = people.iter().find(|here| here.shown.client == client).map(|here| here.shown.colour);
            json!({ "people": others, "colour": own })
        })
    }

    fn leave(&self, deck: &str, client: &str, user: &str) -> Option<Shown> {
        self.with(|decks| {
            let people = decks.get_mut(deck)?;
            let at = people.iter().position(|here| here.shown.client == client && here.user == user)?;
            Some(people.remove(at).shown)
        })
    }

    /// Takes out those who have been silent for too long; answers them, and whether anybody is left.
    fn silent(&self, deck: &str, now: Time) -> (Vec<Shown>, bool) {
        self.with(|decks| {
            let Some(people) = decks.get_mut(deck) else { return (Vec::new(), false) };
            let gone = people.extract_if(.., |here| now - here.heard >= SILENCE).map(|here| here.shown).collect();
            let anybody = !people.is_empty();
            if !anybody {
                decks.remove(deck);
            }
            (gone, anybody)
        })
    }
}

/// The colour of an account: the one it has, else the first that the fewest others have.
fn colour(people: &[Here], user: &str) -> usize {
    if let Some(here) = people.iter().find(|here| here.user == user) {
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

    fn sit(presence: &Presence, user: &str, client: &str, slide: &str, now: Time) -> String {
        let seat = Seat { user, name: "", email: user };
        match presence.sit("d", seat, client, (Some(slide.to_owned()), None), now) {
            None => "full".to_owned(),
            Some((None, _)) => "nothing new".to_owned(),
            Some((Some(moved), first)) => {
                format!("{:?} {} {first}", moved.action, moved.shown.colour)
            }
        }
    }

    #[test]
    fn colours_are_those_of_people_and_the_least_used_come_first() {
        let presence = Presence::default();
        assert_eq!(sit(&presence, "ann", "a1", "s1", 0), "Arrived 1 true");
        assert_eq!(sit(&presence, "bram", "b1", "s1", 0), "Arrived 2 false");
        assert_eq!(sit(&presence, "ann", "a2", "s1", 0), "Arrived 1 false");
        for (user, colour) in [("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 1)] {
            assert_eq!(sit(&presence, user, user, "s1", 0), format!("Arrived {colour} false"));
        }
        assert_eq!(presence.leave("d", "b1", "ann"), None);
        assert!(presence.leave("d", "b1", "bram").is_some());
        assert_eq!(sit(&presence, "h", "h", "s1", 0), "Arrived 2 false");
        assert_eq!(sit(&presence, "ann", "a1", "s1", 0), "nothing new");
        assert_eq!(sit(&presence, "ann", "a1", "s2", 0), "Moved 1 false");
        assert_eq!(presence.seen_by("d", "a1")["people"].as_array().map(Vec::len), Some(7));
    }

    #[test]
    fn the_silent_are_gone_after_forty_seconds_and_leave_nothing() {
        let presence = Presence::default();
        sit(&presence, "ann", "a", "s1", 0);
        sit(&presence, "bram", "b", "s1", 20_000);
        assert_eq!(presence.silent("d", 39_999).0.len(), 0);
        let (gone, anybody) = presence.silent("d", 40_000);
        assert_eq!((gone[0].client.as_str(), anybody), ("a", true));
        assert!(!presence.silent("d", 60_000).1);
        assert!(presence.0.lock().expect("nothing panicked").is_empty());
    }

    #[test]
    fn a_deck_takes_a_bounded_number_and_nobody_takes_the_window_of_another() {
        let presence = Presence::default();
        for number in 0..MOST {
            sit(&presence, "ann", &number.to_string(), "s1", 0);
        }
        assert_eq!(sit(&presence, "ann", "one more", "s1", 0), "full");
        assert_eq!(sit(&presence, "bram", "7", "s2", 0), "full");
        assert_eq!(sit(&presence, "ann", "7", "s2", 0), "Moved 1 false");
    }
}
