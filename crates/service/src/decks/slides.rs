//! Adds, updates, converts, moves and removes single slides, and creates decks from a list of slides.

use deck::{
    Content, Deck, DeckRole, Fix, Fixed, MorphNames, Problem, Registry, Slide, SlideId, SlideInput, SlideType,
    Transition, converted, merged_content, repaired_slide, sent_content, sent_slide, validated_slide,
};
use serde_json::Value;
use store::{Access, StoredDeck};

use super::create::title_slide;
use super::sent::{content_notices, further_problems, icon_problems, sent_icon_problems};
use super::update::Change;
use super::{DeckView, SlideRef};
use crate::Decks;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Writable;
use crate::secret::new_id;

/// Maximum number of slides in a list from which a deck is created.
const MAX_SLIDES_IN_LIST: usize = 50;

/// A slide after a change.
#[derive(Debug, Clone)]
pub struct SlideChange {
    /// The slide.
    pub slide: Slide,
    /// Its position, from 0.
    pub position: usize,
    /// Its canonical type.
    pub type_name: String,
    /// Its title, maybe empty.
    pub title: String,
    /// Number of slides of the deck after the change.
    pub total: usize,
    /// The fields of a new slide that took the defaults of its type.
    pub filled: Vec<String>,
    /// Sentences for the sender about values that were read in another way than written, or are not shown as written.
    pub notices: Vec<String>,
}

/// A slide to add to a deck.
#[derive(Debug, Clone)]
pub struct NewSlide {
    /// Its type.
    pub type_name: String,
    /// Fields of the type.
    pub content: Content,
    /// Speaker notes, maybe empty.
    pub notes: String,
}

/// The changes to a slide.
#[derive(Debug, Clone, Copy, Default)]
pub struct SlideUpdate<'a> {
    /// The type to convert it to first.
    pub type_name: Option<&'a str>,
    /// Fields to set; `null` removes one.
    pub content: Option<&'a Content>,
    /// New speaker notes, maybe empty.
    pub notes: Option<&'a str>,
}

/// A deck to create from a list of slides.
#[derive(Debug, Clone, Copy)]
pub struct DeckFromSlides<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its slides: `{type, content, notes?, transition?, morphNames?}`. They are JSON values, since the fields of their
    /// content depend on the type.
    pub slides: &'a [Value],
    /// Its theme.
    pub theme: &'a str,
    /// Its language; that of the instance when absent.
    pub lang: Option<&'a str>,
    /// E-mail address of its owner; the caller when absent.
    pub owner: Option<&'a str>,
    /// Whether mistakes are repaired where possible.
    pub fix: bool,
    /// Whether a title slide is added when the first slide is not one.
    pub prepend_title: bool,
}

/// A deck that was created from a list of slides.
#[derive(Debug)]
pub struct CreatedDeck {
    /// The deck.
    pub view: DeckView,
    /// The repairs that were made.
    pub fixes: Vec<Fix>,
    /// Sentences for the sender about values that were read in another way than written, or are not shown as written.
    pub notices: Vec<String>,
}

impl Decks {
    /// Creates a deck from a list of slides and returns it, with the repairs and notices.
    ///
    /// # Errors
    /// Fails when the title, the owner, the number of slides or a slide breaks a rule; then nothing is written. The
    /// error for a slide contains its first problem and further ones, also those of later slides.
    pub async fn create_from_slides(&self, caller: &Caller, new: DeckFromSlides<'_>) -> Result<CreatedDeck> {
        let title = new.title.trim();
        if title.is_empty() {
            return Err(Error::invalid("title: expected a text that is not blank"));
        }
        if title.chars().count() > deck::MAX_TITLE {
            return Err(Error::invalid(format!("title: expected at most {} characters", deck::MAX_TITLE)));
        }
        if new.slides.is_empty() || new.slides.len() > MAX_SLIDES_IN_LIST {
            let count = new.slides.len();
            return Err(Error::invalid(format!("slides: expected 1 to {MAX_SLIDES_IN_LIST} slides, got {count}")));
        }
        let owner = match new.owner {
            Some(email) => Some(self.owner_by_email(caller, email).await?),
            None => None,
        };
        let registry = self.catalogue.registry(&caller.organization.id).await?;
        let mut deck = Deck::new(title, new.lang.unwrap_or(&self.config.lang));
        let (theme, mut notices) = self.theme_or_notice(caller, new.theme).await?;
        deck.theme = theme;
        notices.extend(new.lang.and_then(language_notice));
        let mut fixes = Vec::new();
        // The positions, which only the notices name, are not known yet.
        let slides: Vec<Value> = new.slides.iter().map(|slide| sent_slide(&registry, 0, slide).slide).collect();
        let first_type = slides[0].get("type").and_then(Value::as_str).unwrap_or_default();
        if new.prepend_title {
            let themes = self.catalogue.themes_of(&caller.organization).await?;
            let opening = &themes.get(&deck.theme).default_title_type;
            let opens = |first: &SlideType| first.key == *opening || first.deck_role == Some(DeckRole::Title);
            if !registry.resolve(first_type).is_some_and(opens) {
                deck.slides.push(title_slide(&registry, &deck, opening));
            }
        }
        let first = deck.slides.len();
        for (at, (given, slide)) in new.slides.iter().zip(&slides).enumerate() {
            let index = first + at;
            notices.extend(sent_slide(&registry, index, given).notices);
            let checked = if new.fix {
                repaired_slide(&registry, &deck.lang, index, slide).map(|fixed| {
                    let Fixed { slide_type, mut content, fixes: found } = fixed;
                    fixes.extend(found);
                    fixes.extend(without_unknown_icons(slide_type, index, &mut content));
                    (slide_type, content)
                })
            } else {
                validated_slide(&registry, index, slide).and_then(|sent| {
                    let icons = icon_problems(sent.slide_type, index, &sent.type_name, &sent.content);
                    icons.into_iter().next().map_or(Ok((sent.slide_type, sent.content)), Err)
                })
            };
            let (slide_type, content) = checked.map_err(|problem| {
                let further = further_problems(&registry, index, &slides[at..], &problem);
                Error::Slides(Box::new(problem), further)
            })?;
            notices.extend(content_notices(slide_type, index, &content));
            deck.slides.push(Slide {
                notes: notes(index, slide)?,
                transition: transition(index, slide)?,
                morph_names: morph_names(slide_type, index, slide)?,
                ..Slide::new(new_id::<SlideId>(), slide_type.key.as_str(), content)
            });
        }
        self.check_slide_count(deck.slides.len())?;
        let view = self.store_new(caller, owner, deck, Access::Private).await?;
        Ok(CreatedDeck { view, fixes, notices })
    }

    /// The id of the theme that a caller names. When there is no such theme, the name unchanged and a notice that says
    /// so.
    pub(crate) async fn theme_or_notice(&self, caller: &Caller, name: &str) -> Result<(String, Vec<String>)> {
        Ok(match self.catalogue.theme_named(&caller.organization.id, name).await? {
            Ok(id) => (id, Vec::new()),
            Err(unknown) => {
                (name.to_owned(), vec![format!("theme: {unknown}; the deck is drawn in the default theme")])
            }
        })
    }

    /// Inserts a slide at a position, or at the end, and returns it. Absent fields take the defaults of the type.
    ///
    /// # Errors
    /// Fails when the slide breaks a rule, the deck has as many slides as the instance accepts, or the caller may no
    /// longer write the deck; then nothing is written.
    pub async fn add_slide(&self, deck: &Writable, new: NewSlide, position: Option<usize>) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        let NewSlide { type_name, content, notes } = new;
        let given = slide_value(&type_name, content);
        let add = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let position = position.unwrap_or(usize::MAX).min(deck.slides.len());
            let read = sent_slide(&registry, position, &given);
            let sent = SlideInput::read(&registry, position, &read.slide)?;
            let mut content = sent.slide_type.defaults_in(&deck.lang);
            let filled: Vec<String> = content.keys().filter(|key| !sent.content.contains_key(*key)).cloned().collect();
            content.extend(sent.content);
            let sent = validated_slide(&registry, position, &slide_value(&sent.type_name, content))?;
            let icons = icon_problems(sent.slide_type, position, &sent.type_name, &sent.content);
            if let Some(problem) = icons.into_iter().next() {
                return Err(problem.into());
            }
            let mut notices = read.notices;
            notices.extend(content_notices(sent.slide_type, position, &sent.content));
            check_notes(position, &type_name, &notes)?;
            let slide = Slide {
                notes: notes.clone(),
                ..Slide::new(new_id::<SlideId>(), sent.slide_type.key.as_str(), sent.content)
            };
            deck.insert_slides(&registry, position, vec![slide.clone().into()])?;
            Ok(Change::new(deck, Some(slide.id), (position, filled, notices)))
        };
        let (stored, (position, filled, notices)) = self.change(deck.caller(), deck.id(), add).await?;
        Ok(SlideChange { filled, notices, ..slide_change(&registry, &stored, position) })
    }

    /// Sets fields and notes of a slide, after converting it to another type when one is given. Returns the slide.
    ///
    /// # Errors
    /// Fails when there is no such slide, the catalogue has no such conversion, the result breaks a rule, or the caller
    /// may no longer write the deck; then nothing is written.
    pub async fn update_slide(
        &self,
        deck: &Writable,
        slide: &SlideRef,
        change: SlideUpdate<'_>,
    ) -> Result<SlideChange> {
        let SlideUpdate { type_name, content, notes } = change;
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        let update = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let index = slide.position(&deck)?;
            let mut slide = deck.slides[index].clone();
            let type_named = |name: &str| {
                let read = SlideInput::read(&registry, index, &slide_value(name, Content::new()));
                read.map(|sent| sent.slide_type)
            };
            let present = registry.by_key(&slide.key).ok_or_else(|| unknown_type(&slide.key))?;
            let target = match type_name {
                // The slide's own type may be named even when it is switched off.
                Some(name) => registry
                    .resolve(name)
                    .filter(|named| named.key == present.key)
                    .map_or_else(|| type_named(name), Ok)?,
                None => present,
            };
            if target.key != present.key {
                slide.content = converted(&registry, present, target, &deck.lang, &slide.content)?;
                slide.key.clone_from(&target.key);
            }
            let mut notices = Vec::new();
            if let Some(content) = content {
                let mut sent = content.clone();
                let changes = sent_content(target, &mut sent);
                notices.extend(changes.into_iter().map(|change| format!("slide {index}: {change}")));
                slide.content = merged_content(&registry, index, target, &slide.content, &sent)?;
                if let Some(problem) = sent_icon_problems(target, index, &slide.content, &sent).into_iter().next() {
                    return Err(problem.into());
                }
                notices.extend(content_notices(target, index, &sent));
            }
            if let Some(notes) = notes {
                check_notes(index, &target.id, notes)?;
                notes.clone_into(&mut slide.notes);
            }
            let changed = slide.id.clone();
            deck.replace_slide(&registry, slide, None)?;
            Ok(Change::new(deck, Some(changed), (index, notices)))
        };
        let (stored, (index, notices)) = self.change(deck.caller(), deck.id(), update).await?;
        Ok(SlideChange { notices, ..slide_change(&registry, &stored, index) })
    }

    /// Removes a slide, even the only one. Returns the removed slide with its former position.
    ///
    /// # Errors
    /// Fails when there is no such slide, or the caller may no longer write the deck.
    pub async fn remove_slide(&self, deck: &Writable, slide: &SlideRef) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        let remove = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let index = slide.position(&deck)?;
            let slide = deck.slides[index].id.clone();
            deck.remove_slide(&slide)?;
            let removed = slide_change(&registry, stored, index);
            Ok(Change::new(deck, Some(slide), removed))
        };
        let (stored, removed) = self.change(deck.caller(), deck.id(), remove).await?;
        Ok(SlideChange { total: stored.deck.slides.len(), ..removed })
    }

    /// Moves a slide to another position and returns it. Moving it to its own position writes nothing.
    ///
    /// # Errors
    /// Fails when there is no such position, or the caller may no longer write the deck.
    pub async fn move_slide(&self, deck: &Writable, from: i64, to: i64) -> Result<SlideChange> {
        let registry = self.catalogue.registry(&deck.caller().organization.id).await?;
        if from == to {
            let at = position(&deck.deck().deck, "fromIndex", from)?;
            return Ok(slide_change(&registry, deck.deck(), at));
        }
        let apply = |stored: &StoredDeck| {
            let mut deck = stored.deck.clone();
            let slide = deck.slides[position(&deck, "fromIndex", from)?].id.clone();
            let to = position(&deck, "toIndex", to)?;
            deck.move_slide(&slide, to)?;
            Ok(Change::new(deck, Some(slide), to))
        };
        let (stored, to) = self.change(deck.caller(), deck.id(), apply).await?;
        Ok(slide_change(&registry, &stored, to))
    }
}

/// The slide at a position of a deck.
fn slide_change(registry: &Registry, stored: &StoredDeck, position: usize) -> SlideChange {
    let slide = stored.deck.slides[position].clone();
    SlideChange {
        type_name: registry.canonical(&slide.key).into_owned(),
        title: registry.title_of(&slide).to_owned(),
        position,
        total: stored.deck.slides.len(),
        slide,
        filled: Vec::new(),
        notices: Vec::new(),
    }
}

/// A position in a deck. Fails when the deck has no slide there; the error names the argument and the valid positions.
pub(crate) fn position(deck: &Deck, argument: &str, given: i64) -> Result<usize> {
    let position = usize::try_from(given).ok().filter(|position| *position < deck.slides.len());
    position.ok_or_else(|| {
        let span = match deck.slides.len() {
            0 => "the deck has no slides".to_owned(),
            count => format!("expected 0 to {}", count - 1),
        };
        Error::invalid(format!("{argument}: {span}, got {given}; slides count from 0"))
    })
}

fn unknown_type(key: &str) -> Error {
    Error::invalid(format!("the slide has the unknown type `{key}`; its content cannot be checked"))
}

/// A slide in the form in which the rules of `deck` read it.
pub(crate) fn slide_value(type_name: &str, content: Content) -> Value {
    let fields = [("type", Value::from(type_name)), ("content", Value::Object(content))];
    fields.into_iter().collect()
}

/// The notes of a slide in a list of slides.
fn notes(index: usize, slide: &Value) -> Result<String> {
    let type_name = slide.get("type").and_then(Value::as_str).unwrap_or_default();
    match slide.get("notes") {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(notes)) => {
            check_notes(index, type_name, notes)?;
            Ok(notes.clone())
        }
        Some(_) => Err(wrong_notes(index, type_name, "a text".to_owned(), "something else".to_owned())),
    }
}

/// The transition into a slide in a list of slides.
fn transition(index: usize, slide: &Value) -> Result<Option<Transition>> {
    let given = match slide.get("transition") {
        None | Some(Value::Null) => return Ok(None),
        Some(given) => given,
    };
    let named = given.as_str().and_then(Transition::named);
    named.map(Some).ok_or_else(|| unexpected(index, slide, "transition", (Transition::EXPECTED, given)))
}

/// The names for the transition `morph` of a slide in a list of slides.
fn morph_names(slide_type: &SlideType, index: usize, slide: &Value) -> Result<MorphNames> {
    let given = slide.get("morphNames").unwrap_or(&Value::Null);
    let wrong = |expected: &str, got: &Value| unexpected(index, slide, "morphNames", (expected, got));
    let names = MorphNames::read(given).ok_or_else(|| wrong(MorphNames::EXPECTED, given))?;
    match names.foreign_path(slide_type) {
        Some(path) => Err(wrong("paths of fields of the slide type", &Value::from(path))),
        None => Ok(names),
    }
}

/// The error for a key of a slide that has another value than expected.
fn unexpected(index: usize, slide: &Value, path: &str, (expected, got): (&str, &Value)) -> Error {
    Error::Slide(Problem {
        slide: index,
        type_name: slide.get("type").and_then(Value::as_str).unwrap_or_default().to_owned(),
        path: path.to_owned(),
        expected: expected.to_owned(),
        got: deck::shortened(&got.to_string(), 60),
    })
}

/// Fails when notes are too long.
fn check_notes(index: usize, type_name: &str, notes: &str) -> Result<()> {
    match notes.chars().count() {
        count if count <= deck::MAX_NOTES => Ok(()),
        count => {
            let expected = format!("at most {} characters", deck::MAX_NOTES);
            Err(wrong_notes(index, type_name, expected, count.to_string()))
        }
    }
}

fn wrong_notes(slide: usize, type_name: &str, expected: String, got: String) -> Error {
    Error::Slide(Problem { slide, type_name: type_name.to_owned(), path: "notes".to_owned(), expected, got })
}

/// Removes icons that do not exist from content. Returns the repairs.
fn without_unknown_icons(slide_type: &deck::SlideType, index: usize, content: &mut Content) -> Vec<Fix> {
    let mut fixes = Vec::new();
    for problem in icon_problems(slide_type, index, "", content) {
        let Problem { slide, path, got, .. } = problem;
        if remove_at(content, &path) {
            fixes.push(Fix { slide, field: path, change: format!("{got}; removed") });
        }
    }
    fixes
}

/// Removes the value at a path such as `icon` or `items[2].icon`. Returns whether it was there.
fn remove_at(content: &mut Content, path: &str) -> bool {
    let Some((list, rest)) = path.split_once('[') else { return content.shift_remove(path).is_some() };
    let Some((index, key)) = rest.split_once("].") else { return false };
    let entry = index.parse::<usize>().ok().and_then(|index| content.get_mut(list)?.get_mut(index));
    entry.and_then(Value::as_object_mut).is_some_and(|entry| remove_at(entry, key))
}

/// The notice for a language tag that does not begin with two or three letters; `None` for one that does.
pub(crate) fn language_notice(tag: &str) -> Option<String> {
    const NAMES: [(&str, &str); 24] = [
        ("english", "en-GB"),
        ("dutch", "nl"),
        ("nederlands", "nl"),
        ("german", "de"),
        ("deutsch", "de"),
        ("french", "fr"),
        ("francais", "fr"),
        ("spanish", "es"),
        ("espanol", "es"),
        ("italian", "it"),
        ("italiano", "it"),
        ("portugues", "pt"),
        ("polish", "pl"),
        ("swedish", "sv"),
        ("danish", "da"),
        ("norsk", "nb"),
        ("finnish", "fi"),
        ("czech", "cs"),
        ("turkish", "tr"),
        ("greek", "el"),
        ("arabic", "ar"),
        ("hebrew", "he"),
        ("japanese", "ja"),
        ("chinese", "zh"),
    ];
    let primary = deck::primary_language(tag);
    if matches!(primary.len(), 2 | 3) {
        return None;
    }
    let similar = deck::nearest(primary, NAMES.iter().map(|(name, _)| *name));
    let code =
        similar.first().and_then(|similar| NAMES.iter().find(|(name, _)| name == similar)).map(|(_, code)| *code);
    let hint = code.map(|code| format!(": did you mean `{code}`?")).unwrap_or_default();
    Some(format!("lang: `{tag}` is no language code{hint}; codes have two or three letters, such as nl or en-GB"))
}
