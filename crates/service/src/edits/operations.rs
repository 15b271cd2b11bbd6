//! Operations on the slides of a deck as agents send them: several in one transaction, checked strictly.
//!
//! An operation is checked like a new slide and written in the edit language of [`deck::Edit`]. All problems are
//! returned at once; then nothing is written.

use deck::{
    Content, Deck, Edit, EditContext, EditError, Problem, SentSlide, Slide, SlideId, SlidePosition, sent_content,
    sent_slide,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use store::{StoredDeck, VersionReason};

use crate::Editing;
use crate::decks::{
    Change, IfMatch, SlideRef, all_problems as all_slide_problems, content_notices, sent_icon_problems, slide_value,
};
use crate::error::{Error, Result};
use crate::rights::Writable;
use crate::secret::new_id;

/// Maximum number of operations of one call.
const MAX_OPERATIONS: usize = 100;
/// Maximum number of problems that an error names.
const MAX_PROBLEMS: usize = 20;
/// Maximum length of a problem that an error names, in characters, since it may quote what was sent.
const MAX_PROBLEM: usize = 700;

/// One operation on the slides of a deck.
///
/// `slideId` and `slideIndex` name a slide as it was before all operations; `position` counts the slides as the earlier
/// operations have left them.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    tag = "op",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields,
    expecting = "an object with an `op`"
)]
pub enum SlideOperation {
    /// Adds a slide, stored as given.
    Add {
        /// Type of the slide.
        r#type: String,
        /// Fields of the type.
        content: Content,
        /// Speaker notes.
        #[serde(default)]
        notes: String,
        /// The transition into it; absent or `deck` for that of the deck.
        transition: Option<String>,
        /// The names for morph, by path of field.
        #[serde(default)]
        morph_names: Value,
        /// Its position from 0; at the end when absent or beyond it.
        #[serde(default, deserialize_with = "whole_number")]
        position: Option<i64>,
    },
    /// Sets fields and notes of a slide. With another type, `content` is the whole content of that type.
    Update {
        /// Id of the slide.
        slide_id: Option<SlideId>,
        /// Position of the slide from 0.
        #[serde(default, deserialize_with = "whole_number")]
        slide_index: Option<i64>,
        /// Its new type.
        r#type: Option<String>,
        /// Fields to set; `null` removes one.
        content: Option<Content>,
        /// New speaker notes.
        notes: Option<String>,
        /// The new transition into it; `deck` for that of the deck.
        transition: Option<String>,
        /// All names for morph, by path of field, in place of the present ones; an empty object removes them.
        morph_names: Option<Value>,
    },
    /// Replaces a slide. It keeps its id, and its notes unless new ones are given.
    Replace {
        /// Id of the slide.
        slide_id: Option<SlideId>,
        /// Position of the slide from 0.
        #[serde(default, deserialize_with = "whole_number")]
        slide_index: Option<i64>,
        /// Its type.
        r#type: String,
        /// Its whole content.
        content: Content,
        /// New speaker notes.
        notes: Option<String>,
    },
    /// Removes a slide.
    Remove {
        /// Id of the slide.
        slide_id: Option<SlideId>,
        /// Position of the slide from 0.
        #[serde(default, deserialize_with = "whole_number")]
        slide_index: Option<i64>,
    },
    /// Moves a slide.
    Move {
        /// Id of the slide.
        slide_id: Option<SlideId>,
        /// Position of the slide from 0.
        #[serde(default, deserialize_with = "whole_number")]
        slide_index: Option<i64>,
        /// Its new position from 0.
        #[serde(deserialize_with = "whole_number")]
        position: Option<i64>,
    },
    /// Sets texts in another language: of a slide, or of the deck without one. A blank text removes a translation.
    Translate {
        /// Id of the slide.
        slide_id: Option<SlideId>,
        /// Position of the slide from 0.
        #[serde(default, deserialize_with = "whole_number")]
        slide_index: Option<i64>,
        /// The language.
        lang: String,
        /// Texts by path, such as `items[2].title` or `notes`; for the deck `title` and `description`.
        texts: std::collections::BTreeMap<String, String>,
    },
}

/// An operation that a client sent, or why it cannot be read.
pub type SentOperation = std::result::Result<SlideOperation, String>;

/// A transition in the form of an edit, which is `null` for that of the deck.
fn transition_value(given: Option<&str>) -> Value {
    given.filter(|name| *name != "deck").map_or(Value::Null, Value::from)
}

/// A whole number. An integral float and a text of digits are accepted, as in the arguments of tools.
fn whole_number<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<i64>, D::Error> {
    let given = Value::deserialize(from)?;
    let number = match &given {
        Value::Null => return Ok(None),
        Value::String(text) => text.trim().parse().ok(),
        #[expect(clippy::cast_possible_truncation, reason = "integral and small")]
        other => other.as_i64().or_else(|| {
            other.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15).map(|float| float as i64)
        }),
    };
    number.map(Some).ok_or_else(|| serde::de::Error::custom(format!("expected a whole number, got {given}")))
}

/// A deck after operations.
#[derive(Debug)]
pub struct EditedDeck {
    /// Its revision.
    pub revision: u64,
    /// Number of its slides.
    pub total: usize,
    /// Whether the operations changed it.
    pub is_changed: bool,
    /// The slide of each operation with its current position, from 0; `None` for a removed slide and for texts of the
    /// deck.
    pub slides: Vec<Option<(SlideId, usize)>>,
    /// Sentences for the sender about values that were read in another way than written, or are not shown as written.
    pub notices: Vec<String>,
}

impl Editing {
    /// Applies operations to a deck in one transaction. The state before is stored as a version.
    ///
    /// # Errors
    /// Fails when the deck has another revision than expected, there are too many operations, or some of them break a
    /// rule: the error names all problems, and nothing is written.
    pub async fn edit_slides(
        &self,
        deck: &Writable,
        expected: IfMatch,
        operations: &[SentOperation],
    ) -> Result<EditedDeck> {
        if operations.is_empty() || operations.len() > MAX_OPERATIONS {
            let count = operations.len();
            return Err(Error::invalid(format!("operations: expected 1 to {MAX_OPERATIONS} operations, got {count}")));
        }
        let registry = self.catalogue.registry(&deck.deck().head.organization).await?;
        let context = EditContext { registry: &registry, max_slides: self.config.max_slides };
        let apply = |stored: &StoredDeck| {
            expected.check(stored)?;
            let mut working =
                WorkingDeck { before: &stored.deck, deck: stored.deck.clone(), context: &context, notices: Vec::new() };
            let (mut slides, mut problems) = (Vec::new(), Vec::new());
            for (index, operation) in operations.iter().enumerate() {
                match operation.as_ref().map(|operation| (operation.name(), working.apply(operation))) {
                    Ok((_, Ok(slide))) => slides.push(slide),
                    Ok((name, Err(found))) => {
                        problems.extend(found.into_iter().map(|text| format!("operations[{index}] ({name}): {text}")));
                    }
                    Err(fault) => problems.push(format!("operations[{index}]: {fault}")),
                }
            }
            if !problems.is_empty() {
                return Err(all_problems(problems));
            }
            if working.deck == stored.deck {
                return Ok(Change::none((slides, working.notices)));
            }
            let only = match &slides[..] {
                [Some(only)] => Some(only.clone()),
                _ => None,
            };
            Ok(Change {
                because: Some(VersionReason::Assistant),
                ..Change::new(working.deck, only, (slides, working.notices))
            })
        };
        self.change_slides(deck, apply).await
    }

    /// Sets values of a deck in one transaction.
    ///
    /// # Errors
    /// Fails when the deck has another revision than expected, or some values break a rule: the error names all
    /// problems, and nothing is written.
    pub async fn update_deck(&self, deck: &Writable, expected: IfMatch, edits: &[Edit]) -> Result<EditedDeck> {
        let registry = self.catalogue.registry(&deck.deck().head.organization).await?;
        let context = EditContext { registry: &registry, max_slides: self.config.max_slides };
        let apply = |stored: &StoredDeck| {
            expected.check(stored)?;
            let mut changed = stored.deck.clone();
            let failures = edits.iter().filter_map(|edit| Some((edit, edit.apply(&mut changed, &context).err()?)));
            let problem = |(edit, error): (&Edit, _)| {
                let (path, text) = (edit.path().unwrap_or_default(), text_of(error));
                if text.starts_with(path) { text } else { format!("{path}: {text}") }
            };
            let problems: Vec<String> = failures.map(problem).collect();
            if !problems.is_empty() {
                return Err(all_problems(problems));
            }
            if changed == stored.deck {
                return Ok(Change::none((Vec::new(), Vec::new())));
            }
            Ok(Change::new(changed, None, (Vec::new(), Vec::new())))
        };
        self.change_slides(deck, apply).await
    }

    /// Applies changes to a deck and returns its new state.
    async fn change_slides(
        &self,
        deck: &Writable,
        apply: impl Fn(&StoredDeck) -> Result<Change<(Vec<Option<SlideId>>, Vec<String>)>>,
    ) -> Result<EditedDeck> {
        let before = deck.deck().head.revision;
        let (stored, (slides, notices)) = self.decks.change(deck.caller(), deck.id(), apply).await?;
        let place = |slide: Option<SlideId>| slide.and_then(|id| Some((id.clone(), stored.deck.position(&id)?)));
        Ok(EditedDeck {
            revision: stored.head.revision,
            total: stored.deck.slides.len(),
            is_changed: stored.head.revision > before,
            slides: slides.into_iter().map(place).collect(),
            notices,
        })
    }
}

/// The error that names all problems, up to a number.
fn all_problems(mut problems: Vec<String>) -> Error {
    let count = problems.len();
    problems.truncate(MAX_PROBLEMS);
    let problems: Vec<String> = problems.iter().map(|problem| deck::shortened(problem, MAX_PROBLEM)).collect();
    let more = if count > MAX_PROBLEMS { format!("\n- and {} more", count - MAX_PROBLEMS) } else { String::new() };
    let counted = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    Error::invalid(format!("nothing was written: {counted}\n- {}{more}", problems.join("\n- ")))
}

/// A deck while operations are applied to it.
struct WorkingDeck<'a> {
    /// The deck before all operations. Operations name slides as they are in it.
    before: &'a Deck,
    deck: Deck,
    context: &'a EditContext<'a>,
    notices: Vec<String>,
}

type Problems = Vec<String>;

impl WorkingDeck<'_> {
    /// Applies an operation and returns the slide that it is about.
    fn apply(&mut self, operation: &SlideOperation) -> std::result::Result<Option<SlideId>, Problems> {
        match operation {
            SlideOperation::Add { r#type, content, notes, transition, morph_names, position } => {
                let motion =
                    [("transition", transition_value(transition.as_deref())), ("morphNames", morph_names.clone())];
                self.add(r#type, content, notes, motion, *position).map(Some)
            }
            SlideOperation::Update { slide_id, slide_index, r#type, content, notes, transition, morph_names } => {
                let at = self.position_of(slide_id.as_ref(), *slide_index)?;
                let has_other_changes = r#type.is_some() || content.is_some() || notes.is_some();
                let id = self.deck.slides[at].id.clone();
                if let Some(transition) = transition {
                    self.set(&id, "transition", transition_value(Some(transition)))?;
                }
                if has_other_changes || (transition.is_none() && morph_names.is_none()) {
                    self.update(at, r#type.as_deref(), content.as_ref(), notes.as_deref())?;
                }
                // Last, since they name fields of the new content.
                if let Some(names) = morph_names {
                    self.set(&id, "morphNames", names.clone())?;
                }
                Ok(Some(id))
            }
            SlideOperation::Replace { slide_id, slide_index, r#type, content, notes } => {
                let at = self.position_of(slide_id.as_ref(), *slide_index)?;
                self.replace(at, r#type, content, notes.as_deref()).map(Some)
            }
            SlideOperation::Remove { slide_id, slide_index } => {
                let at = self.position_of(slide_id.as_ref(), *slide_index)?;
                let slide_id = self.deck.slides[at].id.clone();
                self.write(&Edit::Remove { slide_id, replaces: None })?;
                Ok(None)
            }
            SlideOperation::Move { slide_id, slide_index, position } => {
                let at = self.position_of(slide_id.as_ref(), *slide_index)?;
                self.move_to(at, position.unwrap_or(-1)).map(Some)
            }
            SlideOperation::Translate { slide_id: None, slide_index: None, lang, texts } => {
                self.translate(None, lang, texts)?;
                Ok(None)
            }
            SlideOperation::Translate { slide_id, slide_index, lang, texts } => {
                let at = self.position_of(slide_id.as_ref(), *slide_index)?;
                let id = self.deck.slides[at].id.clone();
                self.translate(Some(&id), lang, texts)?;
                Ok(Some(id))
            }
        }
    }

    /// The present position of a slide that an operation names by its id or its position before all operations.
    fn position_of(&self, id: Option<&SlideId>, index: Option<i64>) -> std::result::Result<usize, Problems> {
        if id.is_none() && index.is_none() {
            return Err(vec!["slideId: expected the id of a slide (or slideIndex), got nothing".to_owned()]);
        }
        let slide = SlideRef { index, id: id.cloned() };
        let at = slide.position(self.before).map_err(|error| vec![error.to_string()])?;
        let gone = || vec!["the slide was removed by an operation before this one".to_owned()];
        self.deck.position(&self.before.slides[at].id).ok_or_else(gone)
    }

    /// A new slide as JSON, with its values as they were read. Fails with all its problems.
    fn checked(&mut self, at: usize, type_name: &str, content: &Content) -> std::result::Result<Value, Problems> {
        let registry = self.context.registry;
        let SentSlide { slide, notices } = sent_slide(registry, at, &slide_value(type_name, content.clone()));
        check_none(all_slide_problems(registry, at, &slide))?;
        self.notices.extend(notices);
        if let (Some(slide_type), Some(content)) = (registry.resolve(type_name), slide["content"].as_object()) {
            self.notices.extend(content_notices(slide_type, at, content));
        }
        Ok(slide)
    }

    fn add(
        &mut self,
        type_name: &str,
        content: &Content,
        notes: &str,
        motion: [(&str, Value); 2],
        position: Option<i64>,
    ) -> std::result::Result<SlideId, Problems> {
        let count = self.deck.slides.len();
        let at = match position.map(usize::try_from) {
            None => count,
            Some(Ok(at)) => at.min(count),
            Some(Err(_)) => {
                return Err(vec!["position: expected 0 or more (left out, the slide goes to the end)".into()]);
            }
        };
        let mut slide = self.checked(at, type_name, content)?;
        let id: SlideId = new_id();
        slide["id"] = Value::from(id.as_str());
        slide["notes"] = Value::from(notes);
        for (key, value) in motion {
            slide[key] = value;
        }
        let after = match at {
            0 => SlidePosition::First,
            at if at == count => SlidePosition::Last,
            at => SlidePosition::After(self.deck.slides[at - 1].id.clone()),
        };
        self.write(&Edit::Insert { after, slides: vec![slide] })?;
        Ok(id)
    }

    fn update(
        &mut self,
        at: usize,
        type_name: Option<&str>,
        content: Option<&Content>,
        notes: Option<&str>,
    ) -> std::result::Result<SlideId, Problems> {
        let registry = self.context.registry;
        let slide = self.deck.slides[at].clone();
        if type_name.is_none() && content.is_none() && notes.is_none() {
            return Err(vec![
                "expected content, notes, transition, morphNames or type to change, got none of them".to_owned(),
            ]);
        }
        if let Some(name) = type_name
            && registry.resolve(name).is_none_or(|named| named.key != slide.key)
        {
            let Some(content) = content else {
                let problem = format!("content: expected the whole content of the type `{name}`, got nothing");
                return Err(vec![problem]);
            };
            return self.replace(at, name, content, notes);
        }
        if let Some(content) = content {
            let Some(present) = registry.by_key(&slide.key) else {
                return Err(vec![format!("the slide has the unknown type `{}`; replace it", slide.key)]);
            };
            let mut sent = content.clone();
            let changes = sent_content(present, &mut sent);
            self.notices.extend(changes.into_iter().map(|change| format!("slide {at}: {change}")));
            let merged = deck::merged_content_or_problems(registry, at, present, &slide.content, &sent);
            let merged = merged.map_err(texts_of)?;
            check_none(sent_icon_problems(present, at, &merged, &sent))?;
            self.notices.extend(content_notices(present, at, &sent));
            self.set(&slide.id, "content", Value::Object(merged))?;
        }
        if let Some(notes) = notes {
            self.set(&slide.id, "notes", Value::from(notes))?;
        }
        Ok(slide.id)
    }

    fn replace(
        &mut self,
        at: usize,
        type_name: &str,
        content: &Content,
        notes: Option<&str>,
    ) -> std::result::Result<SlideId, Problems> {
        let Slide { id, key, content: former, notes: kept, visibility, duration, transition, mut morph_names, library } =
            self.deck.slides[at].clone();
        let mut slide = self.checked(at, type_name, content)?;
        // Votes and the like belong to ids in the content, which an author does not write.
        let slide_type = self.context.registry.resolve(type_name).filter(|slide_type| slide_type.key == key);
        for key in slide_type.into_iter().flat_map(|slide_type| &slide_type.instance_keys) {
            if let (Some(value), None) = (former.get(key.name()), content.get(key.name())) {
                slide["content"][key.name()] = value.clone();
            }
        }
        slide["notes"] = Value::from(notes.unwrap_or(&kept));
        slide["visibility"] = serde_json::to_value(visibility).unwrap_or_default();
        slide["duration"] = duration.map_or(Value::Null, Value::from);
        slide["transition"] = serde_json::to_value(transition).unwrap_or_default();
        if let Some(slide_type) = self.context.registry.resolve(type_name) {
            morph_names.retain_fields(slide_type);
        }
        slide["morphNames"] = serde_json::to_value(morph_names).unwrap_or_default();
        slide["library"] = serde_json::to_value(library).unwrap_or_default();
        self.set(&id, "", slide)?;
        Ok(id)
    }

    fn move_to(&mut self, at: usize, position: i64) -> std::result::Result<SlideId, Problems> {
        let id = self.deck.slides[at].id.clone();
        let last = self.deck.slides.len() - 1;
        let to = usize::try_from(position).ok().filter(|to| *to <= last);
        let to = to.ok_or_else(|| vec![format!("position: expected 0 to {last}, got {position}")])?;
        let others: Vec<&SlideId> =
            self.deck.slides.iter().map(|slide| &slide.id).filter(|other| **other != id).collect();
        let after = match to {
            0 => SlidePosition::First,
            to => SlidePosition::After(others[to - 1].clone()),
        };
        self.write(&Edit::Move { slide_id: id.clone(), after })?;
        Ok(id)
    }

    fn translate(
        &mut self,
        slide: Option<&SlideId>,
        lang: &str,
        texts: &std::collections::BTreeMap<String, String>,
    ) -> std::result::Result<(), Problems> {
        let lang = lang.trim();
        if deck::same_tag(lang, &self.deck.lang) {
            return Err(vec![format!("lang: `{lang}` is the main language of the deck; change its texts with update")]);
        }
        if texts.is_empty() {
            return Err(vec!["texts: expected texts by field, got none".to_owned()]);
        }
        if self.deck.translation(lang).is_none() {
            let (path, value) = (format!("translations.{lang}"), Value::Object(Content::new()));
            self.write(&Edit::Deck { lang: None, path, value, replaces: None })?;
        }
        let mut problems = Vec::new();
        for (path, text) in texts {
            let (lang, value) = (Some(lang.to_owned()), Value::from(text.as_str()));
            let edit = match slide {
                Some(slide_id) => {
                    let path = path.replace('[', ".").replace(']', "");
                    let path = if path == "notes" { path } else { format!("content.{path}") };
                    Edit::Set { slide_id: slide_id.clone(), lang, path, value, replaces: None }
                }
                None => Edit::Deck { lang, path: path.clone(), value, replaces: None },
            };
            problems.extend(self.write(&edit).err().into_iter().flatten());
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn set(&mut self, slide: &SlideId, path: &str, value: Value) -> std::result::Result<(), Problems> {
        self.write(&Edit::Set { slide_id: slide.clone(), lang: None, path: path.to_owned(), value, replaces: None })
    }

    fn write(&mut self, edit: &Edit) -> std::result::Result<(), Problems> {
        edit.apply(&mut self.deck, self.context).map(drop).map_err(|error| vec![text_of(error)])
    }
}

impl SlideOperation {
    /// Reads an operation.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the operation.
    pub fn read(given: &Value) -> SentOperation {
        serde_json::from_value(unfolded(given)).map_err(|fault| fault.to_string())
    }

    /// The name of the operation in a call.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Add { .. } => "add",
            Self::Update { .. } => "update",
            Self::Replace { .. } => "replace",
            Self::Remove { .. } => "remove",
            Self::Move { .. } => "move",
            Self::Translate { .. } => "translate",
        }
    }
}

/// An operation in which texts of JSON are replaced by the objects they contain, since some clients send texts instead
/// of objects. `null` counts as absent.
fn unfolded(given: &Value) -> Value {
    let object = |value: &Value| match value {
        Value::String(text) => serde_json::from_str(text).ok().filter(Value::is_object),
        _ => None,
    };
    let mut operation = object(given).unwrap_or_else(|| given.clone());
    if let Some(fields) = operation.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
        for key in ["content", "texts", "morphNames"] {
            if let Some(read) = fields.get(key).and_then(object) {
                fields.insert(key.to_owned(), read);
            }
        }
    }
    operation
}

/// Why an edit was not applied, in words.
fn text_of(error: EditError) -> String {
    match error {
        EditError::Refused(refusal) => Error::from(refusal).to_string(),
        EditError::SlideGone => "the slide does not exist".to_owned(),
        EditError::Changed { .. } => "there is no such value".to_owned(),
    }
}

/// Fails with the problems, if there are any.
fn check_none(problems: Vec<Problem>) -> std::result::Result<(), Problems> {
    if problems.is_empty() { Ok(()) } else { Err(texts_of(problems)) }
}

fn texts_of(problems: Vec<Problem>) -> Problems {
    problems.into_iter().map(|problem| problem.to_string()).collect()
}
