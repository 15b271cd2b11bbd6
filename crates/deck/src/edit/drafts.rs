//! Drafts: values that were written in the editor and break a rule, such as a text that is too long for its field.
//!
//! Editors see a draft in place of the stored value, and edits are merged with it. The stored value stays as it was. A
//! draft is deleted when an edit of the same value is accepted, and no longer counts once the stored value changed in
//! any other way.

use std::iter;

use serde_json::{Value, json};

use super::error::{EditError, EditRefusal};
use super::slide_value::slide_json;
use super::value_path::ValueSlot;
use super::{Edit, EditContext, NewValue, other_language};
use crate::{Deck, Registry, SaveError, SlideId, TextLocation, WrongDeckField, same_tag};

/// Maximum number of drafts of a deck.
const MAX_DRAFTS: usize = 100;
/// Maximum size of a draft, in bytes.
const MAX_BYTES: usize = 100_000;

/// A value of a slide or of the deck that was written and not accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDraft {
    /// The slide; absent for a text of the deck.
    pub slide_id: Option<SlideId>,
    /// Language of the text; absent for the main language.
    pub lang: Option<String>,
    /// Path in the slide, such as `content.items.2.title` or `notes`, or `title` or `description` of the deck.
    pub path: String,
    /// The value: a text or a list.
    pub value: Value,
    /// The value that was stored when the draft was written.
    pub base: Value,
}

/// The outcome of an edit that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditOutcome {
    /// The edit changed the deck.
    Applied,
    /// The edit changed nothing in the deck. A draft may have been deleted.
    Unchanged,
    /// The edit breaks this rule, and its value is a draft now.
    Drafted(EditRefusal),
}

impl From<bool> for EditOutcome {
    fn from(changed: bool) -> Self {
        if changed { Self::Applied } else { Self::Unchanged }
    }
}

impl FieldDraft {
    /// Whether the draft still counts: its slide exists, and the stored value is the one from which the draft was
    /// written.
    pub fn is_current(&self, registry: &Registry, deck: &Deck) -> bool {
        let place = DraftLocation { slide: self.slide_id.as_ref(), lang: self.lang.as_deref(), path: &self.path };
        place.stored(registry, deck).as_ref() == Some(&self.base)
    }

    fn is_at(&self, slide: &SlideId, path: &str) -> bool {
        self.is_of(slide) && self.lang.is_none() && self.path == path
    }

    fn is_of(&self, slide: &SlideId) -> bool {
        self.slide_id.as_ref() == Some(slide)
    }
}

impl Edit {
    /// Applies the edit to a deck as editors see it, with its drafts. A text or list that breaks a rule becomes a
    /// draft.
    ///
    /// # Errors
    /// Fails as [`Edit::apply`] does, except for values that become drafts.
    pub fn apply_with_drafts(
        &self,
        deck: &mut Deck,
        drafts: &mut Vec<FieldDraft>,
        context: &EditContext<'_>,
    ) -> Result<EditOutcome, EditError> {
        let outcome = match self {
            Self::Set { slide_id, lang, path, value, replaces } if path == "notes" || path.starts_with("content.") => {
                let lang = other_language(deck, lang.as_deref());
                let new = NewValue { path, value, replaces: replaces.as_ref() };
                self.set(DraftLocation { slide: Some(slide_id), lang, path }, &new, deck, drafts, context)
            }
            Self::Deck { lang, path, value, replaces } if path == "title" || path == "description" => {
                let lang = other_language(deck, lang.as_deref());
                let new = NewValue { path, value, replaces: replaces.as_ref() };
                self.set(DraftLocation { slide: None, lang, path }, &new, deck, drafts, context)
            }
            Self::Set { slide_id, path, .. } if path == "type" => self.convert(slide_id, deck, drafts, context),
            _ => self.apply(deck, context).map(EditOutcome::from),
        };
        drafts.retain(|draft| draft.is_current(context.registry, deck));
        outcome
    }

    /// Sets a text or list, of which there may be a draft.
    fn set(
        &self,
        place: DraftLocation<'_>,
        new: &NewValue<'_>,
        deck: &mut Deck,
        drafts: &mut Vec<FieldDraft>,
        context: &EditContext<'_>,
    ) -> Result<EditOutcome, EditError> {
        if drafts.iter().any(|draft| draft.slide_id.as_ref() == place.slide) {
            return place.set(new, deck, drafts, context);
        }
        match self.apply(deck, context) {
            Ok(changed) => Ok(changed.into()),
            Err(EditError::Refused(_)) => place.set(new, deck, drafts, context),
            Err(error) => Err(error),
        }
    }

    /// Converts a slide together with its drafts: a text that is too long for the old type may fit into the new one.
    fn convert(
        &self,
        slide_id: &SlideId,
        deck: &mut Deck,
        drafts: &mut Vec<FieldDraft>,
        context: &EditContext<'_>,
    ) -> Result<EditOutcome, EditError> {
        let mut shown = deck.clone();
        if let Some(at) = deck.position(slide_id) {
            // A title that is too long would prevent the conversion, so the draft of the title is applied afterwards.
            let is_shown = |draft: &&FieldDraft| draft.path != "content.title";
            let mut slide = value_with_drafts(context.registry, deck, drafts.iter().filter(is_shown), Some(slide_id));
            if let Some(Value::Object(content)) = slide.as_mut().and_then(|slide| slide.get_mut("content")) {
                shown.slides[at].content = std::mem::take(content);
            }
        }
        let changed = self.apply(deck, context)?;
        if !changed || self.apply(&mut shown, context).is_err() {
            return Ok(changed.into());
        }
        let Some(at) = deck.position(slide_id) else { return Ok(changed.into()) };
        let title = drafts.iter().find(|draft| draft.is_at(slide_id, "content.title")).map(|draft| draft.value.clone());
        drafts.retain(|draft| !draft.is_of(slide_id) || draft.lang.is_some() || draft.path == "notes");
        let stored = deck.slides[at].content.clone();
        let fields = shown.slides[at].content.iter().filter(|(key, value)| stored.get(*key) != Some(*value));
        let fields = fields.map(|(key, value)| (key.clone(), value.clone()));
        for (key, value) in fields.chain(title.map(|title| ("title".to_owned(), title))) {
            let path = format!("content.{key}");
            let place = DraftLocation { slide: Some(slide_id), lang: None, path: &path };
            // A draft for a field that the new type lacks is dropped, as values of such fields are.
            let _ = place.set(&NewValue { path: &path, value: &value, replaces: None }, deck, drafts, context);
        }
        Ok(changed.into())
    }
}

/// The location of a value in a deck that can have a draft.
#[derive(Debug, Clone, Copy)]
struct DraftLocation<'a> {
    /// Absent for a text of the deck.
    slide: Option<&'a SlideId>,
    /// Absent for the main language.
    lang: Option<&'a str>,
    path: &'a str,
}

impl DraftLocation<'_> {
    /// Whether a draft is of the same slide, or of the deck, in the same language.
    fn shares_slide_with(&self, draft: &FieldDraft) -> bool {
        let same_lang = match (self.lang, draft.lang.as_deref()) {
            (None, None) => true,
            (Some(lang), Some(draft_lang)) => same_tag(lang, draft_lang),
            _ => false,
        };
        draft.slide_id.as_ref() == self.slide && same_lang
    }

    /// The edit that sets the value at this location.
    fn edit(&self, value: Value) -> Edit {
        let (lang, path) = (self.lang.map(str::to_owned), self.path.to_owned());
        match self.slide.cloned() {
            Some(slide_id) => Edit::Set { slide_id, lang, path, value, replaces: None },
            None => Edit::Deck { lang, path, value, replaces: None },
        }
    }

    /// The stored value; none when there is no such slide, language or path.
    fn stored(&self, registry: &Registry, deck: &Deck) -> Option<Value> {
        let Some(lang) = self.lang else {
            let mut stored = value_with_drafts(registry, deck, iter::empty(), self.slide)?;
            return Some(ValueSlot::find(&mut stored, self.path)?.value());
        };
        if self.slide.is_some_and(|slide| deck.position(slide).is_none()) {
            return None;
        }
        let location = match (self.slide.cloned(), self.path.strip_prefix("content.")) {
            (Some(slide), Some(path)) => TextLocation::Content { slide, path: path.to_owned() },
            (Some(slide), None) => TextLocation::Notes { slide },
            (None, _) if self.path == "title" => TextLocation::Title,
            (None, _) => TextLocation::Description,
        };
        Some(json!(deck.translation(lang)?.1.text(&location)))
    }

    /// Merges a value with what editors see at this location, and stores the result. A text or list that breaks a rule
    /// becomes a draft.
    fn set(
        &self,
        new: &NewValue<'_>,
        deck: &mut Deck,
        drafts: &mut Vec<FieldDraft>,
        context: &EditContext<'_>,
    ) -> Result<EditOutcome, EditError> {
        let registry = context.registry;
        if self.slide.is_some_and(|slide| deck.position(slide).is_none()) {
            return Err(EditError::SlideGone);
        }
        let same_slide_drafts = || drafts.iter().filter(|draft| self.shares_slide_with(draft));
        // A value inside that of a draft, such as an entry of a list, is written as part of the whole draft.
        let outer_draft =
            same_slide_drafts().find(|draft| draft.path == self.path || is_inside(self.path, &draft.path));
        let root = outer_draft.map_or(self.path, |draft| &draft.path).to_owned();
        let path_is_gone = || EditError::Changed { present: Value::Null };
        let value = if self.lang.is_some() {
            let present = outer_draft.map(|draft| draft.value.clone()).or_else(|| self.stored(registry, deck));
            new.merged(&present.unwrap_or_default())?
        } else {
            let mut shown =
                value_with_drafts(registry, deck, same_slide_drafts(), self.slide).ok_or(EditError::SlideGone)?;
            let slot = ValueSlot::find(&mut shown, self.path).ok_or_else(path_is_gone)?;
            match new.merged(&slot.value())? {
                Some(merged) if root != self.path => {
                    slot.set(merged);
                    Some(ValueSlot::find(&mut shown, &root).ok_or_else(path_is_gone)?.value())
                }
                merged => merged,
            }
        };
        let Some(value) = value else { return Ok(EditOutcome::Unchanged) };
        let root = DraftLocation { path: &root, ..*self };
        let result = root.edit(value.clone()).apply(deck, context);
        let stays = |draft: &FieldDraft| {
            !(root.shares_slide_with(draft) && (draft.path == root.path || is_inside(&draft.path, root.path)))
        };
        match result {
            Ok(changed) => {
                drafts.retain(stays);
                Ok(changed.into())
            }
            Err(EditError::Refused(refusal)) if becomes_draft(&refusal, &value) => {
                let base = root.stored(registry, deck).ok_or_else(path_is_gone)?;
                let mut kept: Vec<FieldDraft> = drafts.iter().filter(|draft| stays(draft)).cloned().collect();
                if kept.len() >= MAX_DRAFTS {
                    return Err(EditError::Refused(refusal));
                }
                let (slide_id, lang) = (self.slide.cloned(), self.lang.map(str::to_owned));
                kept.push(FieldDraft { slide_id, lang, path: root.path.to_owned(), value, base });
                *drafts = kept;
                Ok(EditOutcome::Drafted(refusal))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a refused value becomes a draft: a text or a list that is outside the bounds of its field.
fn becomes_draft(refusal: &EditRefusal, value: &Value) -> bool {
    let is_of_content = matches!(
        refusal,
        EditRefusal::Slide(SaveError::Slide(_))
            | EditRefusal::Translation(_)
            | EditRefusal::Field(WrongDeckField::LongTitle | WrongDeckField::LongDescription)
    );
    is_of_content && (value.is_string() || value.is_array()) && value.to_string().len() <= MAX_BYTES
}

/// Whether one path leads into the value at another.
fn is_inside(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

/// The texts of a deck, in its main language.
fn deck_json(deck: &Deck) -> Value {
    json!({ "title": deck.title, "description": deck.description })
}

/// A slide, or the texts of the deck if `slide` is none, in the main language and with the values of `drafts`. None
/// when there is no such slide.
fn value_with_drafts<'a>(
    registry: &Registry,
    deck: &Deck,
    drafts: impl Iterator<Item = &'a FieldDraft>,
    slide: Option<&SlideId>,
) -> Option<Value> {
    let mut shown = match slide {
        Some(slide) => slide_json(registry, &deck.slides[deck.position(slide)?]),
        None => deck_json(deck),
    };
    for draft in drafts.filter(|draft| draft.slide_id.as_ref() == slide && draft.lang.is_none()) {
        if let Some(slot) = ValueSlot::find(&mut shown, &draft.path) {
            slot.set(draft.value.clone());
        }
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Slide};

    /// A deck with a list and a quote, and its drafts.
    struct EditedDeck {
        registry: Registry,
        deck: Deck,
        drafts: Vec<FieldDraft>,
    }

    const LONG: usize = 121;

    fn slide(id: &str, key: &str, content: Value) -> Slide {
        let Value::Object(content) = content else { unreachable!("an object") };
        Slide::new(id, key, content)
    }

    impl EditedDeck {
        fn new() -> Self {
            let mut deck = Deck::new("Harbour", "en-GB");
            let items = json!([{ "title": "One" }, { "title": "Two" }, { "title": "Three" }]);
            deck.slides.push(slide("a", "list-slide", json!({ "title": "Rules", "items": items })));
            deck.slides.push(slide("b", "quote-slide", json!({ "quote": "Build for the tide." })));
            deck.translations.insert("nl".to_owned(), crate::Translation::default());
            Self { registry: Registry::core().clone(), deck, drafts: Vec::new() }
        }

        fn send(&mut self, edit: Value) -> String {
            let edit: Edit = serde_json::from_value(edit).expect("an edit");
            let context = EditContext { registry: &self.registry, max_slides: 10 };
            match edit.apply_with_drafts(&mut self.deck, &mut self.drafts, &context) {
                Ok(EditOutcome::Drafted(_)) => "drafted".to_owned(),
                Ok(outcome) => format!("{outcome:?}").to_lowercase(),
                Err(EditError::Changed { present }) => format!("changed {present}"),
                Err(EditError::SlideGone) => "gone".to_owned(),
                Err(EditError::Refused(refusal)) => format!("refused {refusal}"),
            }
        }

        fn set(&mut self, path: &str, value: impl Into<Value>, replaces: Option<Value>) -> String {
            let value: Value = value.into();
            let mut edit = json!({ "op": "set", "slideId": "a", "path": path, "value": value });
            if let Some(replaces) = replaces {
                edit["replaces"] = replaces;
            }
            self.send(edit)
        }

        /// The drafts, with texts as their lengths.
        fn drafts(&self) -> String {
            let shown = |draft: &FieldDraft| {
                let lang = draft.lang.as_deref().map(|lang| format!(" {lang}")).unwrap_or_default();
                let value = draft.value.as_str().map_or("list".to_owned(), |text| text.chars().count().to_string());
                let slide = draft.slide_id.as_ref().map_or("deck", SlideId::as_str);
                format!("{slide}{lang} {} {value}", draft.path)
            };
            self.drafts.iter().map(shown).collect::<Vec<_>>().join(", ")
        }

        fn title(&self) -> &Value {
            &self.deck.slides[0].content["title"]
        }
    }

    fn text(length: usize) -> Value {
        json!("x".repeat(length))
    }

    #[test]
    fn a_text_that_is_too_long_is_a_draft_until_a_shorter_text_is_set() {
        let mut edited = EditedDeck::new();
        assert_eq!(edited.set("content.title", text(LONG), Some(json!("Rules"))), "drafted");
        assert_eq!((edited.drafts(), edited.title()), ("a content.title 121".to_owned(), &json!("Rules")));
        assert_eq!(edited.set("content.title", text(LONG), Some(json!("Rules"))), "unchanged");
        assert_eq!(edited.set("content.title", text(130), Some(text(LONG))), "drafted");
        assert_eq!(edited.drafts(), "a content.title 130");
        let seen = edited.set("content.title", json!("Law"), Some(json!("Rules")));
        assert_eq!(
            seen,
            format!("changed {}", text(130)),
            "an edit that replaces the stored value does not overwrite the draft"
        );
        assert_eq!(edited.set("content.title", json!("Law"), Some(text(130))), "applied");
        assert_eq!((edited.drafts(), edited.title()), (String::new(), &json!("Law")));
    }

    #[test]
    fn a_draft_is_deleted_when_the_stored_text_is_restored_and_when_the_stored_value_changes() {
        let mut edited = EditedDeck::new();
        edited.set("content.title", text(LONG), None);
        assert_eq!(edited.set("content.title", json!("Rules"), Some(text(LONG))), "unchanged");
        assert_eq!(edited.drafts(), "");
        edited.set("content.title", text(LONG), None);
        edited.set("notes", text(20_001), None);
        assert_eq!(edited.drafts(), "a content.title 121, a notes 20001");
        edited.deck.slides[0].content.insert("title".to_owned(), json!("By an agent"));
        assert!(!edited.drafts[0].is_current(&edited.registry, &edited.deck));
        edited.send(json!({ "op": "remove", "slideId": "b" }));
        assert_eq!(edited.drafts(), "a notes 20001");
        edited.send(json!({ "op": "remove", "slideId": "a" }));
        assert_eq!(edited.drafts(), "");
        assert_eq!(edited.set("notes", text(20_001), None), "gone");
    }

    #[test]
    fn an_edited_list_replaces_the_drafts_of_its_entries_and_an_edited_entry_changes_the_draft_of_its_list() {
        let mut edited = EditedDeck::new();
        let (one, two, three) = (json!({ "title": "One" }), json!({ "title": "Two" }), json!({ "title": "Three" }));
        let long = json!({ "title": "x".repeat(200) });
        assert_eq!(edited.set("content.items.1.title", long["title"].clone(), Some(json!("Two"))), "drafted");
        assert_eq!(edited.drafts(), "a content.items.1.title 200");
        // Somebody removes the first entry: the long one moves up.
        let removed = edited.set("content.items", json!([long, three]), Some(json!([one, long, three])));
        assert_eq!((removed.as_str(), edited.drafts().as_str()), ("drafted", "a content.items list"));
        assert_eq!(edited.set("content.items.1.title", json!("Last"), Some(json!("Three"))), "drafted");
        assert_eq!(edited.drafts[0].value, json!([long, { "title": "Last" }]));
        assert_eq!(edited.deck.slides[0].content["items"], json!([one, two, three]));
        assert_eq!(edited.set("content.items.0.title", json!("Two"), Some(long["title"].clone())), "applied");
        assert_eq!(edited.deck.slides[0].content["items"], json!([{ "title": "Two" }, { "title": "Last" }]));
        assert_eq!(edited.drafts(), "");
    }

    #[test]
    fn an_entry_is_removed_from_a_list_without_drafts() {
        let mut edited = EditedDeck::new();
        edited.set("content.title", text(LONG), None);
        assert_eq!(edited.set("content.items.0", Value::Null, Some(json!({ "title": "One" }))), "applied");
        assert_eq!(edited.deck.slides[0].content["items"], json!([{ "title": "Two" }, { "title": "Three" }]));
        assert_eq!(edited.drafts(), "a content.title 121");
    }

    #[test]
    fn a_text_in_another_language_has_a_draft_of_its_own() {
        let mut edited = EditedDeck::new();
        let edit =
            |value: &Value| json!({ "op": "set", "slideId": "a", "lang": "nl", "path": "notes", "value": value });
        assert_eq!(edited.send(edit(&text(20_001))), "drafted");
        assert_eq!(edited.drafts(), "a nl notes 20001");
        assert_eq!(edited.set("notes", json!("Slowly"), None), "applied");
        assert_eq!(edited.drafts(), "a nl notes 20001");
        assert_eq!(edited.send(edit(&json!("Langzaam"))), "applied");
        assert_eq!(edited.drafts(), "");
    }

    #[test]
    fn a_title_of_the_deck_that_is_too_long_is_a_draft_too() {
        let mut edited = EditedDeck::new();
        let title = |value: &Value, replaces: &Value| json!({ "op": "deck", "path": "title", "value": value, "replaces": replaces });
        let (stored, long) = (json!("Harbour"), text(501));
        assert_eq!(edited.send(title(&long, &stored)), "drafted");
        assert_eq!((edited.drafts(), edited.deck.title.as_str()), ("deck title 501".to_owned(), "Harbour"));
        assert_eq!(edited.send(title(&json!("Port"), &stored)), format!("changed {long}"));
        assert_eq!(edited.send(json!({ "op": "deck", "path": "description", "value": text(601) })), "drafted");
        assert_eq!(edited.set("content.title", json!("Law"), None), "applied", "slides have drafts of their own");
        assert_eq!(edited.drafts(), "deck title 501, deck description 601");
        assert_eq!(edited.send(title(&json!("Port"), &long)), "applied");
        assert_eq!((edited.drafts(), edited.deck.title.as_str()), ("deck description 601".to_owned(), "Port"));
        edited.deck.description = "By an agent".to_owned();
        assert_eq!(edited.send(title(&json!(" "), &json!("Port"))), "refused Title is required");
        assert_eq!(edited.drafts(), "", "the stored description changed");
    }

    #[test]
    fn a_draft_that_fits_another_type_is_stored_with_the_conversion() {
        let mut edited = EditedDeck::new();
        let long = "Every street gets water that is fit to drink. ".repeat(4).trim().to_owned();
        assert_eq!(edited.set("content.items.1.title", json!(long), None), "drafted");
        assert_eq!(edited.set("type", json!("eu.svc.slide.content"), None), "applied");
        let body = edited.deck.slides[0].content["body"].as_str().expect("a text");
        assert!(body.contains(&long), "{body}");
        assert_eq!(edited.drafts(), "");
    }

    #[test]
    fn values_other_than_texts_are_refused_and_drafts_are_limited_in_number() {
        let mut edited = EditedDeck::new();
        assert!(edited.set("content.title", json!(7), None).starts_with("refused"));
        assert!(edited.set("content.title", text(MAX_BYTES), None).starts_with("refused"));
        assert!(edited.set("duration", json!("long"), None).starts_with("refused"));
        let nowhere =
            json!({ "op": "set", "slideId": "a", "lang": "fr", "path": "content.title", "value": text(LONG) });
        assert!(edited.send(nowhere).starts_with("refused"));
        for index in 0..MAX_DRAFTS {
            edited.deck.slides.push(slide(&format!("s{index}"), "quote-slide", json!({ "quote": "?" })));
            let edit = json!({ "op": "set", "slideId": format!("s{index}"), "path": "notes", "value": text(20_001) });
            assert_eq!(edited.send(edit), "drafted");
        }
        assert!(edited.set("content.title", text(LONG), None).starts_with("refused"));
        assert_eq!(edited.drafts.len(), MAX_DRAFTS);
    }
}
