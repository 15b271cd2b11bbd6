//! Batches of edits, drafts, and the presence of the people who edit.
//!
//! The right on the deck is checked before the body is read.

use axum::extract::State;
use deck::{Edit, FieldDraft, SlideId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{
    BatchResult, ClientName, ConflictReason, DeckId, EditBatch, EditConflict, ErrorCode, MayRead, MayWrite,
    PeopleAtDeck, Person, PresencePosition, RefusedEdit,
};

use crate::http::{ApiError, App, Body, By, Json, Path, Read, Result, Write};

/// The result of a batch.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BatchAnswer {
    revision: u64,
    conflicts: Vec<EditConflictJson>,
    refused: Vec<RefusedEditJson>,
    /// True when the batch had already been applied; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<bool>,
    /// The drafts of the deck after the batch; absent unless the batch asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    drafts: Option<Vec<FieldDraftJson>>,
}

/// A text or a list that breaks a rule of its field and is stored as a draft until it is corrected.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct FieldDraftJson {
    /// Absent for a text of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<SlideId>,
    /// Absent for the main language.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
    /// A path in the slide, such as `content.title` or `notes`, or `title` or `description` of the deck.
    path: String,
    value: Value,
}

/// The drafts of a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FieldDraftList {
    drafts: Vec<FieldDraftJson>,
}

/// An edit that was not applied because somebody else changed the same value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct EditConflictJson {
    /// Index of the edit in the batch.
    index: usize,
    reason: ConflictReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<SlideId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
    /// The current value, maybe `null`; absent when the slide was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    present: Option<Value>,
}

/// An edit that was not applied because it breaks a rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RefusedEditJson {
    /// Index of the edit in the batch.
    index: usize,
    code: ErrorCode,
    details: String,
    /// True when the value is stored as a draft; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    drafted: Option<bool>,
}

/// A client that has a deck open.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PersonJson {
    client: String,
    name: String,
    email: String,
    colour: usize,
    slide_id: Option<SlideId>,
    field: Option<String>,
    presenting: bool,
}

/// The other people who have a deck open.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PresenceAnswer {
    people: Vec<PersonJson>,
    /// The colour of the caller; absent when the caller left.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<usize>,
}

/// A batch of edits.
// Its fields are read one by one, since their errors have texts of their own.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SendEdits {
    #[cfg_attr(test, schemars(with = "String"))]
    client: Option<Value>,
    /// Number of the batch among those of the client, from 1.
    #[cfg_attr(test, schemars(with = "u64"))]
    seq: Option<Value>,
    /// The revision of the deck that the client edited.
    #[cfg_attr(test, schemars(with = "u64"))]
    base: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<EditSource>"))]
    because: Option<Value>,
    /// `true` to edit the deck with its drafts, and to keep texts that break a rule as drafts.
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    drafts: Option<Value>,
    #[cfg_attr(test, schemars(with = "Vec<Edit>"))]
    edits: Option<Value>,
}

/// The source of edits that were not made by a user.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum EditSource {
    Assistant,
}

/// The position of a client in a deck. A flag that is not `true` counts as false.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SetPresence {
    #[cfg_attr(test, schemars(with = "String"))]
    client: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    left: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    presenting: Option<Value>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    slide_id: Option<Value>,
    /// A path such as `content.title`.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    field: Option<Value>,
}

/// Applies a batch of edits.
pub(crate) async fn send(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<BatchAnswer>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let request: SendEdits = body.read().await?;
    Ok(Json(app.service.editing.send_edits(&deck, request.batch()?).await?.into()))
}

/// Lists the texts of a deck that break a rule of their field and are stored as drafts until they are corrected.
pub(crate) async fn drafts(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<FieldDraftList>> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let drafts = app.service.editing.drafts(&deck).await?;
    Ok(Json(FieldDraftList { drafts: drafts.into_iter().map(FieldDraftJson::from).collect() }))
}

/// Sets the caller's position in a deck, or ends their presence.
pub(crate) async fn be_present(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<PresenceAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let request: SetPresence = body.read().await?;
    let client = client(request.client)?;
    if request.left == Some(Value::Bool(true)) {
        app.service.editing.end_presence(&deck, &client).await;
        return Ok(Json(PresenceAnswer { people: Vec::new(), colour: None }));
    }
    let text = |key, value: Option<Value>| match value {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(PresencePosition::wrong_name(key)),
    };
    let position = PresencePosition {
        slide_id: text("slideId", request.slide_id)?.map(SlideId::from),
        field: text("field", request.field)?,
        presenting: request.presenting == Some(Value::Bool(true)),
    };
    let PeopleAtDeck { others, own_colour } = app.service.editing.set_presence(&deck, &client, position).await?;
    let people = others.into_iter().map(PersonJson::from).collect();
    Ok(Json(PresenceAnswer { people, colour: Some(own_colour) }))
}

impl SendEdits {
    /// Parses the fields into a batch.
    ///
    /// # Errors
    /// A field is missing or of the wrong kind.
    fn batch(self) -> Result<EditBatch> {
        let seq = field("seq", self.seq, "a whole number")?;
        let because: Option<EditSource> =
            self.because.map(|reason| field("because", Some(reason), "`assistant`")).transpose()?;
        let by_assistant = matches!(because, Some(EditSource::Assistant));
        let edits: Vec<Value> = field("edits", self.edits, "a list")?;
        EditBatch::check_length(edits.len())?;
        let client = client(self.client)?;
        let base = field("base", self.base, "a whole number")?;
        let read = |(index, edit): (usize, Value)| {
            Edit::deserialize(edit).map_err(|fault| ApiError::invalid(format!("edits[{index}]: {fault}")))
        };
        let edits = edits.into_iter().enumerate().map(read).collect::<Result<_>>()?;
        let with_drafts = self.drafts == Some(Value::Bool(true));
        Ok(EditBatch { client, seq, base, by_assistant, with_drafts, edits })
    }
}

/// Parses `client`, the name of the client that sent the request.
fn client(value: Option<Value>) -> Result<ClientName> {
    let name = match value {
        Some(Value::String(name)) => name,
        _ => String::new(),
    };
    Ok(ClientName::new(name)?)
}

/// Parses a required field. `expected` describes its values in the error.
fn field<T: DeserializeOwned>(key: &str, value: Option<Value>, expected: &str) -> Result<T> {
    let value = value.and_then(|value| T::deserialize(value).ok());
    value.ok_or_else(|| ApiError::invalid(format!("{key}: expected {expected}")))
}

impl From<BatchResult> for BatchAnswer {
    fn from(result: BatchResult) -> Self {
        Self {
            revision: result.revision,
            conflicts: result.conflicts.into_iter().map(EditConflictJson::from).collect(),
            refused: result.refused.into_iter().map(RefusedEditJson::from).collect(),
            again: result.again.then_some(true),
            drafts: result.drafts.map(|drafts| drafts.into_iter().map(FieldDraftJson::from).collect()),
        }
    }
}

impl From<FieldDraft> for FieldDraftJson {
    fn from(FieldDraft { slide_id, lang, path, value, .. }: FieldDraft) -> Self {
        Self { slide_id, lang, path, value }
    }
}

impl From<EditConflict> for EditConflictJson {
    fn from(conflict: EditConflict) -> Self {
        let EditConflict { index, reason, slide_id, path, lang, present } = conflict;
        Self { index, reason, slide_id, path, lang, present }
    }
}

impl From<RefusedEdit> for RefusedEditJson {
    fn from(RefusedEdit { index, code, details, drafted }: RefusedEdit) -> Self {
        Self { index, code, details, drafted: drafted.then_some(true) }
    }
}

impl From<Person> for PersonJson {
    fn from(Person { client, name, email, colour, position }: Person) -> Self {
        let PresencePosition { slide_id, field, presenting } = position;
        Self { client, name, email, colour, slide_id, field, presenting }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::read;

    #[test]
    fn a_batch_of_the_wrong_shape_is_refused() {
        let check = |key: &str, value: Value| {
            let mut body = json!({ "client": "tab", "seq": 1, "base": 2, "edits": [] });
            body[key] = value;
            let Value::Object(object) = body else { unreachable!("it is an object") };
            match read::<SendEdits>(object).and_then(SendEdits::batch) {
                Ok(batch) => format!("{} edits", batch.edits.len()),
                Err(problem) => problem.to_string(),
            }
        };
        let whole = json!([{ "op": "set", "slideId": "a", "path": "notes", "value": null }]);
        assert_eq!(check("edits", whole), "1 edits");
        assert_eq!(check("client", json!(7)), "client: expected a text of 1 to 100 characters");
        assert_eq!(check("seq", json!(1.5)), "seq: expected a whole number");
        assert_eq!(check("base", json!("2")), "base: expected a whole number");
        assert_eq!(check("base", Value::Null), "base: expected a whole number");
        assert_eq!(check("because", json!("fun")), "because: expected `assistant`");
        assert_eq!(check("edits", json!({})), "edits: expected a list");
        assert_eq!(check("edits", json!(vec![json!({}); 501])), "edits: expected 500 at most, got 501");
        let without_value = json!([{ "op": "set", "slideId": "a", "path": "notes" }]);
        assert_eq!(check("edits", without_value), "edits[0]: missing field `value`");
        assert_eq!(check("edits", json!([5])), "edits[0]: invalid type: integer `5`, expected an object with an `op`");
    }
}
