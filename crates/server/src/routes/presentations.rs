//! Presentations: list, create, read, write, move to the trash, copy.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{ETAG, HeaderMap, HeaderValue, IF_MATCH, LOCATION};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use service::{
    DeckCounts, DeckFilter, DeckId, DeckList, DeckRow, DeckView, Filed, FilingCounts, IfMatch, MayOwn, MayRead,
    MayWrite, Ownership, Sort,
};

use super::deck_request::{CreateDeck, UpdateDeck};
use super::presentation_json::{DeckHeadJson, DeckJson, DeckListJson, DeckSummaryJson};
use crate::http::{
    ApiError, App, Body, By, Fixed, Json, Path, Query, Read, RequestWithNulls, Result, Write, json_answer,
};

/// `{"presentation": {...}}` with its revision as `ETag`. The status is 200, or 201 for a new deck.
pub(crate) struct Presentation(StatusCode, DeckView);

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PresentationAnswer<'a> {
    presentation: DeckJson<'a>,
}

/// How many decks the caller has.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeckCountsJson {
    all: usize,
    mine: usize,
    shared: usize,
    trash: usize,
    starred: usize,
    /// The folders of the caller by name.
    folders: Vec<FolderJson>,
}

/// A folder, and how many decks are in it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FolderJson {
    name: String,
    count: usize,
}

/// `{"deleted": true, "id": ...}`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeletedDeck {
    deleted: Fixed<true>,
    id: DeckId,
}

impl DeletedDeck {
    /// The response of a call that deletes a deck.
    pub(crate) fn new(id: DeckId) -> Self {
        Self { deleted: Fixed, id }
    }
}

impl Presentation {
    /// A deck that exists already: 200.
    pub(crate) fn found(deck: DeckView) -> Self {
        Self(StatusCode::OK, deck)
    }

    /// A new deck: 201.
    pub(crate) fn created(deck: DeckView) -> Self {
        Self(StatusCode::CREATED, deck)
    }
}

impl IntoResponse for Presentation {
    fn into_response(self) -> Response {
        let Self(status, view) = self;
        let deck = view.deck();
        let answer = PresentationAnswer { presentation: DeckJson::new(&view, &deck) };
        let answer = json_answer(status, &answer, deck_bytes(&view));
        if status == StatusCode::CREATED { with_location(answer, &view) } else { with_etag(answer, view.revision()) }
    }
}

/// An estimate of the length of a deck as JSON, in bytes.
pub(crate) fn deck_bytes(deck: &DeckView) -> usize {
    1024 + 512 * deck.slide_count()
}

/// An estimate of the length of a list of decks as JSON, in bytes.
pub(crate) fn list_bytes(decks: &DeckList) -> usize {
    256 + 512 * decks.len()
}

/// Adds the headers `Location` and `ETag` of a new deck to a response.
pub(crate) fn with_location(answer: Response, deck: &DeckView) -> Response {
    let mut answer = with_etag(answer, deck.revision());
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/presentations/{}", deck.id())) {
        answer.headers_mut().insert(LOCATION, location);
    }
    answer
}

/// Adds the header `ETag` with the revision of a deck to a response.
pub(crate) fn with_etag(mut answer: Response, revision: u64) -> Response {
    if let Ok(revision) = HeaderValue::from_str(&format!("\"{revision}\"")) {
        answer.headers_mut().insert(ETAG, revision);
    }
    answer
}

/// Counts the decks of the caller.
pub(crate) async fn counts(State(app): State<App>, caller: By<Read>) -> Result<Json<DeckCountsJson>> {
    let DeckCounts { all, mine, shared, trash } = app.service.decks.counts(&caller).await?;
    let FilingCounts { starred, folders } = app.service.decks.filing_counts(&caller).await?;
    let folders = folders.into_iter().map(|(name, count)| FolderJson { name, count }).collect();
    Ok(Json(DeckCountsJson { all, mine, shared, trash, starred, folders }))
}

/// Creates a deck that shows every slide type.
pub(crate) async fn sample(State(app): State<App>, caller: By<Write>) -> Result<Presentation> {
    Ok(Presentation::created(app.service.decks.create_sample(&caller).await?))
}

/// Lists the decks that the caller may read.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Response> {
    let page = query.page()?;
    let decks = app.service.decks.list(&caller, DeckFilter::ALL, Sort::Updated, page).await?;
    Ok(listed::<DeckHeadJson<'_>>(&decks, page))
}

/// Lists decks for the web app, which also searches, filters and sorts.
pub(crate) async fn search(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Response> {
    let ownership = match query.text("ownership").as_deref() {
        None | Some("all") => Ownership::All,
        Some("owned") => Ownership::Owned,
        Some("shared") => Ownership::Shared,
        Some(_) => return Err(ApiError::invalid("`ownership` is `owned`, `shared` or `all`")),
    };
    let filed = match (query.text("starred").as_deref(), query.text("folder")) {
        (None | Some("false"), folder) => folder.map(|name| Filed::Folder(name.into_owned())),
        (Some("true"), None) => Some(Filed::Starred),
        (Some("true"), Some(_)) => return Err(ApiError::invalid("`starred` and `folder` exclude each other")),
        (Some(_), _) => return Err(ApiError::invalid("`starred` is `true` or `false`")),
    };
    let (sort, page, search) = (sort(&query)?, query.page()?, query.text("q"));
    let filter = DeckFilter { ownership, filed, search: search.as_deref() };
    let decks = app.service.decks.list(&caller, filter, sort, page).await?;
    let decks = app.service.decks.with_filing(&caller, decks).await?;
    Ok(listed::<DeckSummaryJson<'_>>(&app.service.live.with_cards(decks).await?, page))
}

/// A response with a page of decks.
fn listed<'a, T: Serialize + From<DeckRow<'a>>>(decks: &'a DeckList, page: (usize, usize)) -> Response {
    json_answer(StatusCode::OK, &DeckListJson::<T>::new(decks, page), list_bytes(decks))
}

fn sort(query: &Query) -> Result<Sort> {
    match query.text("sort").as_deref() {
        None | Some("updated") => Ok(Sort::Updated),
        Some("title") => Ok(Sort::Title),
        Some("created") => Ok(Sort::Created),
        Some(_) => Err(ApiError::invalid("`sort` is `updated`, `title` or `created`")),
    }
}

/// Creates a deck.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    RequestWithNulls(request): RequestWithNulls<CreateDeck>,
) -> Result<Presentation> {
    Ok(Presentation::created(app.service.decks.create(&caller, request.fields()?).await?))
}

/// Returns a deck, in the language `lang` if the deck has it.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Presentation> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Presentation::found(app.service.decks.read(&deck, query.text("lang").as_deref()).await?))
}

/// Writes a deck. The right is checked before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Presentation> {
    let deck = app.service.decks.granted::<MayWrite>(&caller, &id).await?;
    let if_match = if_match(&headers)?;
    let request: UpdateDeck = body.read_with_nulls().await?;
    Ok(Presentation::found(app.service.decks.update(&deck, if_match, request.fields()?).await?))
}

/// Moves a deck to the trash.
pub(crate) async fn trash(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<DeletedDeck>> {
    let deck = app.service.decks.granted::<MayOwn>(&caller, &id).await?;
    app.service.decks.trash(&deck).await?;
    Ok(Json(DeletedDeck::new(id)))
}

/// Copies a deck.
pub(crate) async fn duplicate(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Presentation> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Presentation::created(app.service.decks.duplicate(&deck, None).await?))
}

/// The revision that a write expects, from `If-Match`: `12`, `"12"`, `W/"12"` or `*`. Any revision when the header is
/// absent or `*`.
pub(super) fn if_match(headers: &HeaderMap) -> Result<IfMatch> {
    let Some(sent) = headers.get(IF_MATCH) else { return Ok(IfMatch::Any) };
    let sent = sent.to_str().unwrap_or_default().trim();
    if sent == "*" {
        return Ok(IfMatch::Any);
    }
    let tag = sent.strip_prefix("W/").unwrap_or(sent);
    let unquoted = tag.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(tag);
    let is_number = unquoted.bytes().all(|byte| byte.is_ascii_digit());
    let revision = if is_number { unquoted.parse().ok() } else { None };
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
