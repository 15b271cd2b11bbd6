//! One edit on a deck: found, held against what it replaces, judged as a save is, applied.

use std::collections::BTreeMap;

use deck::{
    Content, Deck, Edit, EditError, Overlay, Registry, SaveError, Slide, TextPlace, TranslatedSlide, Visibility,
    converted, merged_changes, same_tag, same_value, saved_slides,
};
use serde_json::{Value, json};

use super::sent::{After, SentEdit};
use super::{flags, slide_value};
use crate::decks::DeckBody;
use crate::error::Error;
use crate::secret::new_id;

/// What edits are applied with.
pub(super) struct Bench<'a> {
    pub(super) registry: &'a Registry,
    pub(super) max_slides: usize,
}

/// Why an edit was not applied. Then it changed nothing.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something else stands there than what it replaces.
    Changed(Value),
    /// The slide that it names is not there.
    Gone,
    /// It breaks a rule.
    Refused(Error),
}

type Done<T = bool> = Result<T, Stop>;

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<EditError> for Stop {
    fn from(error: EditError) -> Self {
        Self::Refused(error.into())
    }
}

fn refused<T>(details: impl Into<String>) -> Done<T> {
    Err(Stop::Refused(Error::invalid(details)))
}

/// Applies an edit; answers whether it changed anything.
pub(super) fn apply(edit: &SentEdit, deck: &mut Deck, bench: &Bench<'_>) -> Done {
    match edit {
        SentEdit::Set { slide_id, lang, path, value, replaces } => {
            let asked = Asked { path, value, replaces: replaces.as_ref() };
            match lang.as_deref().filter(|lang| !same_tag(lang, &deck.lang)) {
                Some(lang) => {
                    let place = slide_text(deck, slide_id, path)?;
                    set_text(deck, bench.registry, lang, place, &asked)
                }
                None => set(deck, bench.registry, slide_id, &asked),
            }
        }
        SentEdit::Insert { after, slides } => insert(deck, bench, after, slides),
        SentEdit::Remove { slide_id, replaces } => remove(deck, bench.registry, slide_id, replaces.as_ref()),
        SentEdit::Move { slide_id, after } => shift(deck, bench.registry, slide_id, after),
        SentEdit::Deck { lang, path, value, replaces } => {
            let asked = Asked { path, value, replaces: replaces.as_ref() };
            match lang.as_deref().filter(|lang| !same_tag(lang, &deck.lang)) {
                Some(lang) => {
                    let place = match path.as_str() {
                        "title" => TextPlace::Title,
                        "description" => TextPlace::Description,
                        _ => return refused(format!("path: a language has no `{path}` of its own")),
                    };
                    set_text(deck, bench.registry, lang, place, &asked)
                }
                None => set_deck(deck, bench.registry, &asked),
            }
        }
    }
}

/// A value asked for at a place.
struct Asked<'a> {
    path: &'a str,
    value: &'a Value,
    replaces: Option<&'a Value>,
}

impl Asked<'_> {
    /// The value to write in the place of the present one; nothing where it stands there already.
    fn settled(&self, present: &Value) -> Done<Option<Value>> {
        if same_value(present, self.value) {
            return Ok(None);
        }
        let Some(replaces) = self.replaces else { return Ok(Some(self.value.clone())) };
        match merged_changes(replaces, self.value, present) {
            Some(merged) if same_value(&merged, present) => Ok(None),
            Some(merged) => Ok(Some(merged)),
            None => Err(Stop::Changed(present.clone())),
        }
    }
}

fn set(deck: &mut Deck, registry: &Registry, id: &str, asked: &Asked<'_>) -> Done {
    let at = deck.position(id).ok_or(Stop::Gone)?;
    match asked.path {
        "" => return replace(deck, registry, at, asked),
        "type" => return convert(deck, registry, at, asked),
        path if ["content", "notes", "visibility", "duration"].contains(&root(path)) => {}
        path => return refused(format!("path: a slide has no `{path}`")),
    }
    let mut whole = slide_value(registry, &deck.slides[at]);
    let nothing = || Stop::Changed(Value::Null);
    let place = find(&mut whole, asked.path).ok_or_else(nothing)?;
    let Some(value) = asked.settled(&place.present())? else { return Ok(false) };
    place.put(value);
    let slide = saved(registry, at, Some(&deck.slides[at]), whole)?;
    written(deck, registry, slide, None)
}

/// A slide whole in the place of another.
fn replace(deck: &mut Deck, registry: &Registry, at: usize, asked: &Asked<'_>) -> Done {
    let replaces = asked.replaces.map(|slide| even(registry, slide));
    let asked_for = Asked { path: "", value: &even(registry, asked.value), replaces: replaces.as_ref() };
    let translations = asked.value.get("translations");
    let present = slide_value(registry, &deck.slides[at]);
    let settled = asked_for.settled(&present)?;
    if settled.is_none() && translations.is_none() {
        return Ok(false);
    }
    let slide = saved(registry, at, Some(&deck.slides[at]), settled.unwrap_or(present))?;
    let overlays = translations.map(|given| overlays(registry, &slide, given)).transpose()?;
    written(deck, registry, slide, overlays)
}

/// A slide turned into another type, as far as the catalogue says that its meaning survives.
fn convert(deck: &mut Deck, registry: &Registry, at: usize, asked: &Asked<'_>) -> Done {
    let mut slide = deck.slides[at].clone();
    let key = |value: &Value| registry.resolve(value.as_str().unwrap_or_default()).map(|known| known.key.clone());
    let present = json!(registry.canonical(&slide.key));
    let Some(target) = key(asked.value).and_then(|key| registry.by_key(&key)) else {
        return refused(format!("value: `{}` is not a slide type", asked.value.as_str().unwrap_or_default()));
    };
    if target.key == slide.key {
        return Ok(false);
    }
    if asked.replaces.is_some_and(|replaces| key(replaces).as_deref() != Some(slide.key.as_str())) {
        return Err(Stop::Changed(present));
    }
    let Some(known) = registry.by_key(&slide.key).filter(|_| target.enabled) else {
        return refused(format!("value: a slide of the type `{}` does not become `{}`", slide.key, target.key));
    };
    slide.content = converted(registry, known, target, &deck.lang, &slide.content).map_err(Error::from)?;
    slide.key.clone_from(&target.key);
    written(deck, registry, slide, None)
}

fn written(
    deck: &mut Deck,
    registry: &Registry,
    slide: Slide,
    translations: Option<BTreeMap<String, Overlay>>,
) -> Done {
    let same = deck.slides.contains(&slide);
    if same && translations.is_none() {
        return Ok(false);
    }
    Edit::ReplaceSlide { slide, translations }.apply(deck, registry)?;
    Ok(true)
}

/// A slide as a save takes it, under the id of the one before or its own.
fn saved(registry: &Registry, at: usize, before: Option<&Slide>, mut whole: Value) -> Done<Slide> {
    if let Some(before) = before {
        whole["id"] = json!(before.id);
    }
    let stored = before.map(std::slice::from_ref).unwrap_or_default();
    let numbered = |mut error: SaveError| {
        let (SaveError::UnknownType(problem) | SaveError::Slide(problem)) = &mut error;
        problem.slide = at;
        Stop::Refused(error.into())
    };
    let slides = saved_slides(registry, stored, &[whole], &mut new_id).map_err(numbered)?;
    slides.into_iter().next().ok_or(Stop::Gone)
}

/// The texts of a slide in other languages.
fn overlays(registry: &Registry, slide: &Slide, given: &Value) -> Done<BTreeMap<String, Overlay>> {
    let mut alone = Deck::new("", "und");
    alone.slides.push(slide.clone());
    let Some(given) = given.as_object() else { return refused("translations: expected an object") };
    let by_slide: Content =
        given.iter().map(|(lang, texts)| (lang.clone(), json!({ "slides": { &slide.id: texts } }))).collect();
    let read = alone.read_translations(registry, &Value::Object(by_slide)).map_err(Error::from)?;
    let of_slide = |mut texts: deck::Translation| texts.slides.remove(&slide.id).unwrap_or_default();
    Ok(read.into_iter().map(|(lang, texts)| (lang, of_slide(texts))).collect())
}

fn insert(deck: &mut Deck, bench: &Bench<'_>, after: &After, slides: &[Value]) -> Done {
    let count = deck.slides.len() + slides.len();
    if count > bench.max_slides {
        let most = bench.max_slides;
        let details = format!("the deck would have {count} slides, {most} at most are accepted");
        return Err(Stop::Refused(Error::OverLimit(details)));
    }
    let at = match after {
        After::Last => deck.slides.len(),
        After::First => 0,
        // Behind a slide that is gone is still somewhere: nothing that was written is lost.
        After::Slide(id) => deck.position(id).map_or(deck.slides.len(), |at| at + 1),
    };
    let mut added = Vec::with_capacity(slides.len());
    for (index, value) in slides.iter().enumerate() {
        let id = value.get("id").and_then(Value::as_str).unwrap_or_default();
        if id.is_empty() || id.len() > 100 {
            return refused(format!("slides[{index}].id: expected a text of 1 to 100 characters"));
        }
        let slide = saved(bench.registry, at + index, None, value.clone())?;
        let given = value.get("translations").filter(|given| !given.is_null());
        let translations = given.map(|given| overlays(bench.registry, &slide, given)).transpose()?;
        added.push(TranslatedSlide { slide, translations: translations.unwrap_or_default() });
    }
    if added.is_empty() {
        return Ok(false);
    }
    Edit::InsertSlides { at, slides: added }.apply(deck, bench.registry)?;
    Ok(true)
}

fn remove(deck: &mut Deck, registry: &Registry, id: &str, replaces: Option<&Value>) -> Done {
    let Some(at) = deck.position(id) else { return Ok(false) };
    let present = slide_value(registry, &deck.slides[at]);
    let keys = registry.by_key(&deck.slides[at].key).map(|known| known.instance_keys.as_slice()).unwrap_or_default();
    // What the service filled in, whoever made the slide need not know.
    let seen = |slide: &Value| {
        let mut slide = even(registry, slide);
        for key in keys {
            if let Some(content) = slide["content"].as_object_mut() {
                content.shift_remove(key.name());
            }
        }
        slide
    };
    if replaces.is_some_and(|replaces| seen(replaces) != seen(&present)) {
        return Err(Stop::Changed(present));
    }
    Edit::RemoveSlide { slide: id.to_owned() }.apply(deck, registry)?;
    Ok(true)
}

fn shift(deck: &mut Deck, registry: &Registry, id: &str, after: &After) -> Done {
    let from = deck.position(id).ok_or(Stop::Gone)?;
    let to = match after {
        After::Last => deck.slides.len() - 1,
        After::First => 0,
        After::Slide(other) if other == id => from,
        After::Slide(other) => {
            let place = deck.position(other).ok_or(Stop::Gone)?;
            if place < from { place + 1 } else { place }
        }
    };
    if to == from {
        return Ok(false);
    }
    Edit::MoveSlide { slide: id.to_owned(), to }.apply(deck, registry)?;
    Ok(true)
}

/// The place of a text of a slide, by its path.
fn slide_text(deck: &Deck, id: &str, path: &str) -> Done<TextPlace> {
    let slide = || id.to_owned();
    if deck.position(id).is_none() {
        return Err(Stop::Gone);
    }
    match path.strip_prefix("content.") {
        Some(path) => Ok(TextPlace::Content { slide: slide(), path: path.to_owned() }),
        None if path == "notes" => Ok(TextPlace::Notes { slide: slide() }),
        None => refused(format!("path: a language has no `{path}` of its own")),
    }
}

/// A text in another language than the main one.
fn set_text(deck: &mut Deck, registry: &Registry, lang: &str, place: TextPlace, asked: &Asked<'_>) -> Done {
    let present = deck.translation(lang).map(|(_, texts)| json!(texts.text(&place)));
    let Some(present) = present else { return Err(EditError::NoLanguage(lang.to_owned()).into()) };
    let Some(value) = asked.settled(&present)? else { return Ok(false) };
    let text = match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        _ => return refused("value: expected a text"),
    };
    // Judged as all translations of a deck are that come at once.
    let texts = match &place {
        TextPlace::Title => json!({ "title": text }),
        TextPlace::Description => json!({ "description": text }),
        TextPlace::Notes { slide } => json!({ "slides": { slide: { "notes": text } } }),
        TextPlace::Content { slide, path } => json!({ "slides": { slide: { "content": { path: text } } } }),
    };
    deck.read_translations(registry, &json!({ lang: texts })).map_err(Error::from)?;
    Edit::Translate { lang: lang.to_owned(), place, text }.apply(deck, registry)?;
    Ok(true)
}

fn set_deck(deck: &mut Deck, registry: &Registry, asked: &Asked<'_>) -> Done {
    let edit = match asked.path.split_once('.') {
        None => {
            let present = match asked.path {
                "title" => json!(deck.title),
                "description" => json!(deck.description),
                "theme" => json!(deck.theme),
                "language" => json!(deck.lang),
                path => return refused(format!("path: a deck has no `{path}`")),
            };
            let Some(value) = asked.settled(&present)? else { return Ok(false) };
            deck_field(asked.path, value)?
        }
        Some(("settings", path)) => {
            let mut settings = Value::Object(deck.settings.complete());
            let nothing = || Stop::Changed(Value::Null);
            let present = find(&mut settings, path).ok_or_else(nothing)?.present();
            let Some(value) = asked.settled(&present)? else { return Ok(false) };
            let nested = path.rsplit('.').fold(value, |inner, key| json!({ key: inner }));
            Edit::MergeSettings { settings: nested.as_object().cloned().unwrap_or_default() }
        }
        Some(("translations", lang)) => match language(deck, registry, lang, asked)? {
            Some(edit) => edit,
            None => return Ok(false),
        },
        Some(_) => return refused(format!("path: a deck has no `{}`", asked.path)),
    };
    edit.apply(deck, registry)?;
    Ok(true)
}

/// Title, description, theme or main language, judged as the body of a save is.
fn deck_field(path: &str, value: Value) -> Done<Edit> {
    let body: Content = std::iter::once((path.to_owned(), value)).collect();
    let body = DeckBody::read(&body)?;
    let edits = [
        body.title.map(|title| Edit::Retitle { title }),
        body.description.map(|description| Edit::Describe { description }),
        body.theme.map(|theme| Edit::SetTheme { theme }),
        body.language.map(|lang| Edit::ChangeMainLanguage { lang }),
    ];
    edits.into_iter().flatten().next().map_or_else(|| refused(format!("value: `{path}` cannot be removed")), Ok)
}

/// A language that is added with its texts, replaced or removed.
fn language(deck: &Deck, registry: &Registry, lang: &str, asked: &Asked<'_>) -> Done<Option<Edit>> {
    let known = deck.translation(lang).map(|(tag, _)| tag.to_owned());
    let present = deck.translation(lang).map_or(Value::Null, |(_, texts)| json!(texts));
    let Some(value) = asked.settled(&present)? else { return Ok(None) };
    let gone = known.map(|lang| Edit::RemoveLanguage { lang });
    if value.is_null() {
        return Ok(gone);
    }
    let mut read = deck.read_translations(registry, &json!({ lang: value })).map_err(Error::from)?;
    let Some((lang, translation)) = read.pop_first() else {
        return refused(format!("path: the deck has the language `{lang}` already"));
    };
    let edits = gone.into_iter().chain([Edit::AddLanguage { lang, translation }]).collect();
    Ok(Some(Edit::Batch { edits }))
}

/// A slide that was sent, with all that may be left out, and its type under one name.
fn even(registry: &Registry, slide: &Value) -> Value {
    let at = |key: &str| slide.get(key).cloned().unwrap_or_default();
    let name = slide.get("type").and_then(Value::as_str).unwrap_or_default();
    let set = |content: Value| match content {
        Value::Object(content) => Value::Object(content.into_iter().filter(|(_, value)| !value.is_null()).collect()),
        other => other,
    };
    json!({
        "type": registry.resolve(name).map_or(name, |known| known.id.as_str()),
        "content": set(at("content")),
        "notes": at("notes").as_str().unwrap_or_default(),
        "visibility": flags(Visibility::read(&at("visibility")).unwrap_or_default()),
        "duration": at("duration"),
    })
}

fn root(path: &str) -> &str {
    path.split('.').next().unwrap_or_default()
}

/// A place inside a value: what holds it, and its key there.
enum Found<'v> {
    Member(&'v mut Content, &'v str),
    Entry(&'v mut Vec<Value>, usize),
}

/// The place that a path leads to, whose last part may be absent.
fn find<'v>(whole: &'v mut Value, path: &'v str) -> Option<Found<'v>> {
    let (holder, key) = match path.rsplit_once('.') {
        None => (whole, path),
        Some((holder, key)) => {
            let mut inside = whole;
            for part in holder.split('.') {
                inside = match inside {
                    Value::Object(members) => members.get_mut(part)?,
                    Value::Array(entries) => entries.get_mut(part.parse::<usize>().ok()?)?,
                    _ => return None,
                };
            }
            (inside, key)
        }
    };
    match holder {
        Value::Object(members) => Some(Found::Member(members, key)),
        Value::Array(entries) => {
            let at = key.parse().ok().filter(|at| *at < entries.len())?;
            Some(Found::Entry(entries, at))
        }
        _ => None,
    }
}

impl Found<'_> {
    fn present(&self) -> Value {
        match self {
            Self::Member(members, key) => members.get(*key).cloned().unwrap_or_default(),
            Self::Entry(entries, at) => entries[*at].clone(),
        }
    }

    /// Puts a value there; `null` removes what is there.
    fn put(self, value: Value) {
        match (self, value.is_null()) {
            (Self::Member(members, key), true) => {
                members.shift_remove(key);
            }
            (Self::Member(members, key), false) => {
                members.insert(key.to_owned(), value);
            }
            (Self::Entry(entries, at), true) => {
                entries.remove(at);
            }
            (Self::Entry(entries, at), false) => entries[at] = value,
        }
    }
}
