//! One slide at a time: added, changed, converted, moved, removed; and decks made of slides that somebody wrote.

use deck::{Content, Deck, Fix, Fixed, Problem, Registry, Sent, Slide, Visibility, converted, fixed, merged, strict};
use serde_json::{Value, json};
use store::{Access, DeckId, StoredDeck};

use super::DeckView;
use super::create::title_slide;
use super::update::Change;
use crate::Decks;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::new_id;

/// Most slides in a deck that comes as a list of slides.
const MOST_WRITTEN: usize = 50;

/// A slide as it stands after a change.
#[derive(Debug, Clone)]
pub struct SlideChange {
    /// The slide.
    pub slide: Slide,
    /// Its position, from 0.
    pub position: usize,
    /// Its canonical type.
    pub type_name: String,
    /// What it is called.
    pub title: String,
    /// How many slides the deck has now.
    pub total: usize,
}

/// A deck to be made of slides that somebody wrote.
#[derive(Debug, Clone, Copy)]
pub struct WrittenDeck<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its slides: `{type, content, notes?}`.
    pub slides: &'a [Value],
    /// Its theme.
    pub theme: &'a str,
    /// Its language; the instance's when not given.
    pub lang: Option<&'a str>,
    /// Whose it is; the caller's when not given.
    pub owner: Option<&'a str>,
    /// Whether what can be repaired is repaired, and reported.
    pub fix: bool,
    /// Whether a title slide comes first when there is none.
    pub prepend_title: bool,
}

impl Decks {
    /// Makes a deck of slides that somebody wrote. Answers the repairs when they were asked for.
    ///
    /// # Errors
    /// The first slide that breaks a rule; then nothing is written.
    pub async fn create_from_slides(&self, caller: &Caller, written: WrittenDeck<'_>) -> Result<(DeckView, Vec<Fix>)> {
        let title = written.title.trim();
        if title.is_empty() {
            return Err(Error::invalid("title: expected a text that is not blank"));
        }
        if title.chars().count() > deck::MAX_TITLE {
            return Err(Error::invalid(format!("title: expected at most {} characters", deck::MAX_TITLE)));
        }
        if written.slides.is_empty() || written.slides.len() > MOST_WRITTEN {
            let count = written.slides.len();
            return Err(Error::invalid(format!("slides: expected 1 to {MOST_WRITTEN} slides, got {count}")));
        }
        let owner = match written.owner {
            Some(email) => Some(self.owner_by_email(caller, email).await?),
            None => None,
        };
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(title, written.lang.unwrap_or(&self.config.lang));
        written.theme.clone_into(&mut deck.theme);
        let mut fixes = Vec::new();
        let first_type = written.slides[0].get("type").and_then(Value::as_str).unwrap_or_default();
        if written.prepend_title {
            let themes = self.catalogue.themes_of(&caller.organization).await?;
            let opening = &themes.get(&deck.theme).default_title_type;
            let opens = |key: &str| key == opening || key == "title-slide";
            if !registry.resolve(first_type).is_some_and(|first| opens(&first.key)) {
                deck.slides.push(title_slide(&registry, &deck, opening));
            }
        }
        for slide in written.slides {
            let index = deck.slides.len();
            let (key, content) = if written.fix {
                let Fixed { slide_type, content, fixes: found } = fixed(&registry, &deck.lang, index, slide)?;
                fixes.extend(found);
                (slide_type.key.clone(), content)
            } else {
                let sent = strict(&registry, index, slide)?;
                (sent.slide_type.key.clone(), sent.content)
            };
            deck.slides.push(Slide {
                id: new_id(),
                key,
                content,
                notes: notes(index, slide)?,
                visibility: Visibility::default(),
                duration: None,
            });
        }
        self.check_slide_count(deck.slides.len())?;
        let view = self.store_new(caller, owner, deck, Access::Private).await?;
        Ok((view, fixes))
    }

    /// Adds a slide before the one at a position, or at the end. What is left out takes the defaults of its type.
    ///
    /// # Errors
    /// Not found, no right, or the slide breaks a rule; then nothing is written.
    pub async fn add_slide(
        &self,
        caller: &Caller,
        id: &DeckId,
        given: &Value,
        position: Option<usize>,
    ) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let add = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let position = position.unwrap_or(usize::MAX).min(deck.slides.len());
            let sent = Sent::read(&registry, position, given)?;
            let mut content = sent.slide_type.defaults_in(&deck.lang);
            content.extend(sent.content);
            let whole = json!({ "type": sent.type_name, "content": content });
            let sent = strict(&registry, position, &whole)?;
            let slide = Slide {
                id: new_id(),
                key: sent.slide_type.key.clone(),
                content: sent.content,
                notes: notes(position, given)?,
                visibility: Visibility::default(),
                duration: None,
            };
            deck.insert_slides(&registry, position, vec![slide.clone().into()])?;
            Ok(Change::new(deck, slide.id, position))
        };
        let (stored, position) = self.change(caller, id, Right::Write, add).await?;
        Ok(told(&registry, &stored, position))
    }

    /// Sets keys of a slide's content, after turning it into another type when one is named.
    ///
    /// # Errors
    /// Not found, no right, no such slide, a conversion that the catalogue does not have, or a result that breaks a
    /// rule; then nothing is written.
    pub async fn update_slide(
        &self,
        caller: &Caller,
        id: &DeckId,
        index: i64,
        content: &Content,
        type_name: Option<&str>,
    ) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let update = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let index = position(&deck, "slideIndex", index)?;
            let mut slide = deck.slides[index].clone();
            let known = |key: &str| {
                let read = Sent::read(&registry, index, &json!({ "type": key }));
                read.map(|sent| sent.slide_type)
            };
            let present = registry.by_key(&slide.key).ok_or_else(|| unknown_type(&slide.key))?;
            let target = match type_name {
                Some(name) => {
                    registry.resolve(name).filter(|named| named.key == present.key).map_or_else(|| known(name), Ok)?
                }
                None => present,
            };
            if target.key != present.key {
                slide.content = converted(&registry, present, target, &deck.lang, &slide.content)?;
                slide.key.clone_from(&target.key);
            }
            slide.content = merged(&registry, index, target, &slide.content, content)?;
            let changed = slide.id.clone();
            deck.replace_slide(&registry, slide, None)?;
            Ok(Change::new(deck, changed, index))
        };
        let (stored, index) = self.change(caller, id, Right::Write, update).await?;
        Ok(told(&registry, &stored, index))
    }

    /// Removes a slide, the last one of a deck included. Answers what was removed, with its former position.
    ///
    /// # Errors
    /// Not found, no right, or no such slide.
    pub async fn remove_slide(&self, caller: &Caller, id: &DeckId, index: i64) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let remove = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let index = position(&deck, "slideIndex", index)?;
            let slide = deck.slides[index].id.clone();
            deck.remove_slide(&slide)?;
            let removed = told(&registry, stored, index);
            Ok(Change::new(deck, slide, removed))
        };
        let (stored, removed) = self.change(caller, id, Right::Write, remove).await?;
        Ok(SlideChange { total: stored.deck.slides.len(), ..removed })
    }

    /// Takes a slide out and inserts it elsewhere. Moving one to where it is changes nothing.
    ///
    /// # Errors
    /// Not found, no right, or no such position.
    pub async fn move_slide(&self, caller: &Caller, id: &DeckId, from: i64, to: i64) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        if from == to {
            let stored = self.deck_for(caller, id, Right::Write).await?;
            let at = position(&stored.deck, "fromIndex", from)?;
            return Ok(told(&registry, &stored, at));
        }
        let shift = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let slide = deck.slides[position(&deck, "fromIndex", from)?].id.clone();
            let to = position(&deck, "toIndex", to)?;
            deck.move_slide(&slide, to)?;
            Ok(Change::new(deck, slide, to))
        };
        let (stored, to) = self.change(caller, id, Right::Write, shift).await?;
        Ok(told(&registry, &stored, to))
    }
}

/// A slide of a deck as it is told.
fn told(registry: &Registry, stored: &StoredDeck, position: usize) -> SlideChange {
    let slide = stored.deck.slides[position].clone();
    SlideChange {
        type_name: registry.canonical(&slide.key).into_owned(),
        title: registry.title_of(&slide).to_owned(),
        position,
        total: stored.deck.slides.len(),
        slide,
    }
}

/// A position in a deck, or what the positions are.
pub(crate) fn position(deck: &Deck, argument: &str, given: i64) -> Result<usize> {
    let position = usize::try_from(given).ok().filter(|position| *position < deck.slides.len());
    position.ok_or_else(|| {
        let span = match deck.slides.len() {
            0 => "the deck has no slides".to_owned(),
            count => format!("expected 0 to {}", count - 1),
        };
        Error::invalid(format!("{argument}: {span}, got {given}"))
    })
}

fn unknown_type(key: &str) -> Error {
    Error::invalid(format!("the slide has the unknown type `{key}`; its content cannot be judged"))
}

/// The notes that came with a slide.
fn notes(index: usize, slide: &Value) -> Result<String> {
    let problem = |expected: String, got: String| {
        let type_name = slide.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        Error::Slide(Problem { slide: index, type_name, path: "notes".to_owned(), expected, got })
    };
    match slide.get("notes") {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(notes)) => match notes.chars().count() {
            count if count <= deck::MAX_NOTES => Ok(notes.clone()),
            count => Err(problem(format!("at most {} characters", deck::MAX_NOTES), count.to_string())),
        },
        Some(_) => Err(problem("a text".to_owned(), "something else".to_owned())),
    }
}
