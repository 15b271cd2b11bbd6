//! Presentations: listed, made, read, written, thrown away, copied.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{ETAG, HeaderMap, HeaderValue, IF_MATCH, LOCATION};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use service::{DeckCounts, DeckId, DeckList, DeckView, IfMatch, Ownership, Right, Sort};

use crate::http::{ApiError, App, Body, By, Json, JsonBody, Path, Query, Read, Result, Write, json_answer};

/// `{"presentation": {...}}` with its revision as `ETag`: 200, or 201 where it was made.
pub(crate) struct Presentation(pub(crate) StatusCode, pub(crate) DeckView);

#[derive(Serialize)]
struct Shown<'a> {
    presentation: &'a DeckView,
}

impl Presentation {
    /// A deck that was there.
    pub(crate) fn found(deck: DeckView) -> Self {
        Self(StatusCode::OK, deck)
    }

    /// A deck that was made.
    pub(crate) fn made(deck: DeckView) -> Self {
        Self(StatusCode::CREATED, deck)
    }
}

impl IntoResponse for Presentation {
    fn into_response(self) -> Response {
        let Self(status, deck) = self;
        let about_bytes = 1024 + 512 * deck.slide_count();
        let answer = json_answer(status, &Shown { presentation: &deck }, about_bytes);
        if status == StatusCode::CREATED { made(answer, &deck) } else { etag(answer, deck.revision()) }
    }
}

/// An answer that tells where a new deck is, and its revision.
pub(crate) fn made(answer: Response, deck: &DeckView) -> Response {
    let mut answer = etag(answer, deck.revision());
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/presentations/{}", deck.id())) {
        answer.headers_mut().insert(LOCATION, location);
    }
    answer
}

/// An answer that tells the revision of a deck.
pub(crate) fn etag(mut answer: Response, revision: u64) -> Response {
    if let Ok(revision) = HeaderValue::from_str(&format!("\"{revision}\"")) {
        answer.headers_mut().insert(ETAG, revision);
    }
    answer
}

/// How many decks the caller has.
pub(crate) async fn counts(State(app): State<App>, caller: By<Read>) -> Result<Json<DeckCounts>> {
    Ok(Json(app.service.decks.counts(&caller).await?))
}

/// A deck that shows every slide type.
pub(crate) async fn sample(State(app): State<App>, caller: By<Write>) -> Result<Presentation> {
    Ok(Presentation::made(app.service.decks.create_sample(&caller).await?))
}

/// Decks the caller may read.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Response> {
    let decks = app.service.decks.list(&caller, Ownership::All, None, Sort::Updated, query.page()?).await?;
    Ok(listed(&decks))
}

/// The same for the web app, which also searches, filters and sorts.
pub(crate) async fn search(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Response> {
    let ownership = match query.text("ownership").as_deref() {
        None | Some("all") => Ownership::All,
        Some("owned") => Ownership::Owned,
        Some("shared") => Ownership::Shared,
        Some(_) => return Err(ApiError::invalid("`ownership` is `owned`, `shared` or `all`")),
    };
    let decks =
        app.service.decks.list(&caller, ownership, query.text("q").as_deref(), sort(&query)?, query.page()?).await?;
    Ok(listed(&app.service.live.with_cards(decks).await?))
}

fn listed(decks: &DeckList) -> Response {
    json_answer(StatusCode::OK, decks, 256 + 512 * decks.len())
}

fn sort(query: &Query) -> Result<Sort> {
    match query.text("sort").as_deref() {
        None | Some("updated") => Ok(Sort::Updated),
        Some("title") => Ok(Sort::Title),
        Some("created") => Ok(Sort::Created),
        Some(_) => Err(ApiError::invalid("`sort` is `updated`, `title` or `created`")),
    }
}

/// A new deck.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    JsonBody(body): JsonBody,
) -> Result<Presentation> {
    Ok(Presentation::made(app.service.decks.create(&caller, &body).await?))
}

/// One deck, maybe in one of its languages.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Presentation> {
    let lang = query.text("lang");
    Ok(Presentation::found(app.service.decks.read(&caller, &id, lang.as_deref()).await?))
}

/// Writes a deck. It is looked for, and the right to write it, before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Presentation> {
    app.service.decks.deck_for(&caller, &id, Right::Write).await?;
    let (if_match, body) = (if_match(&headers)?, body.object().await?);
    Ok(Presentation::found(app.service.decks.update(&caller, &id, if_match, &body).await?))
}

/// Into the trash.
pub(crate) async fn trash(State(app): State<App>, caller: By<Write>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(app.service.decks.trash(&caller, &id).await?))
}

/// A copy.
pub(crate) async fn duplicate(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Presentation> {
    Ok(Presentation::made(app.service.decks.duplicate(&caller, &id).await?))
}

/// The revision a write is meant for: `12`, `"12"`, `W/"12"` or `*`.
fn if_match(headers: &HeaderMap) -> Result<IfMatch> {
    let Some(sent) = headers.get(IF_MATCH) else { return Ok(IfMatch::Any) };
    let sent = sent.to_str().unwrap_or_default().trim();
    if sent == "*" {
        return Ok(IfMatch::Any);
    }
    let tag = sent.strip_prefix("W/").unwrap_or(sent);
    let bare = tag.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(tag);
    let is_plain = bare.bytes().all(|sign| sign.is_ascii_digit());
    let revision = if is_plain { bare.parse().ok() } else { None };
    let revision = revision.filter(|_| tag.len() == sent.len() || tag.starts_with('"'));
    revision
        .map(IfMatch::Revision)
        .ok_or_else(|| ApiError::invalid("`If-Match` is a revision such as `\"12\"`, or `*`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_read_in_every_spelling() {
        let check =
            |sent: &str| if_match(&HeaderMap::from_iter([(IF_MATCH, HeaderValue::from_str(sent).unwrap())])).ok();
        assert_eq!(check("*"), Some(IfMatch::Any));
        for good in ["12", "\"12\"", "W/\"12\"", " 12 "] {
            assert_eq!(check(good), Some(IfMatch::Revision(12)), "{good}");
        }
        for bad in ["", "soon", "\"\"", "W/12", "\"12", "12\"", "-1", "1.0", "\"1\", \"2\"", "99999999999999999999"] {
            assert_eq!(check(bad), None, "{bad}");
        }
    }
}
