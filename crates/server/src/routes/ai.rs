//! The author: vendors, decks and slides from text, jobs that can be watched, proposals.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use deck::{Content, Slide};
use serde_json::{Value, json};
use service::{
    Appended, Caller, Daily, DeckId, Intensity, Job, JobEvents, JobOrder, Limit, NewText, Proposed, Right, Task, Told,
    VendorRow, iso,
};

use super::presentation_json::DeckJson;
use super::presentations::Presentation;
use crate::http::{
    Ai, AiCall, ApiError, App, Body, By, Json, JsonBody, Path, Result, Session, Source, event_stream, json_answer,
    needed_text, text, texts,
};

/// Who can write, and how far the day of the caller's key is used.
pub(crate) async fn vendors(State(app): State<App>, caller: By<Ai>) -> Result<Json<Value>> {
    let row = |vendor: &VendorRow| {
        json!({
            "id": vendor.id, "label": vendor.label, "configured": vendor.configured, "default": vendor.default,
        })
    };
    writers(&app, &caller, row).await
}

/// The same for the web app, which also tells what is missing.
pub(crate) async fn vendors_in_full(State(app): State<App>, caller: By<Ai>) -> Result<Json<Value>> {
    let row = |vendor: &VendorRow| {
        json!({
            "id": vendor.id, "label": vendor.label, "configured": vendor.configured, "default": vendor.default,
            "offline": vendor.offline, "model": vendor.model, "missing": vendor.missing,
        })
    };
    writers(&app, &caller, row).await
}

/// A deck from text.
pub(crate) async fn wizard(
    State(app): State<App>,
    caller: By<AiCall>,
    JsonBody(body): JsonBody,
) -> Result<Presentation> {
    let order = app.service.author.check_deck_request(&caller, new_text(&body)?).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    Ok(Presentation::made(app.service.author.write_deck(&caller, order).await?))
}

/// More slides from text.
pub(crate) async fn append_slides(
    State(app): State<App>,
    caller: By<AiCall>,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    let (id, content) = (needed_text(&body, "presentationId")?, needed_text(&body, "content")?);
    let order = app.service.author.check_slides_request(&caller, &id.into(), content, text(&body, "vendor")?).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let Appended { view, at, count } = app.service.author.write_slides(&caller, order).await?;
    let deck = view.deck();
    let shown = |(index, slide): (usize, &Slide)| {
        json!({
            "index": index, "id": slide.id, "type": view.type_name(slide), "content": slide.content,
            "notes": slide.notes,
        })
    };
    let slides: Vec<Value> =
        deck.slides.iter().enumerate().skip(at.unwrap_or_default()).take(count).map(shown).collect();
    let mut answer = json!({
        "presentation": DeckJson::new(&view, &deck), "appended": count, "totalSlides": view.slide_count(), "slides": slides,
    });
    if let Some(at) = at {
        answer["insertedAt"] = json!(at);
    }
    Ok(Json(answer))
}

/// Begins a job: a deck from text, or more slides for one.
pub(crate) async fn begin_job(
    State(app): State<App>,
    caller: By<AiCall>,
    JsonBody(body): JsonBody,
) -> Result<Response> {
    let order = match text(&body, "presentationId")? {
        Some(id) => {
            let (content, vendor) = (needed_text(&body, "content")?, text(&body, "vendor")?);
            JobOrder::Append(app.service.author.check_slides_request(&caller, &id.into(), content, vendor).await?)
        }
        None => JobOrder::Deck(app.service.author.check_deck_request(&caller, new_text(&body)?).await?),
    };
    let job = app.service.author.begin_job(&caller, order).await?;
    Ok(json_answer(StatusCode::ACCEPTED, &json!({ "job": shown_job(&job) }), 256).into_response())
}

/// How a job stands.
pub(crate) async fn job(State(app): State<App>, caller: By<Ai>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(json!({ "job": shown_job(&app.service.author.job(&caller, &id).await?) })))
}

/// What a job tells, from its beginning to its end.
pub(crate) async fn job_events(State(app): State<App>, caller: By<Ai>, Path(id): Path<DeckId>) -> Result<Response> {
    Ok(event_stream(Watched(app.service.author.job_events(&caller, &id).await?)))
}

/// Stops a job; nothing is made.
pub(crate) async fn stop_job(State(app): State<App>, caller: By<Ai>, Path(id): Path<DeckId>) -> Result<Json<Value>> {
    Ok(Json(json!({ "stopped": app.service.author.stop_job(&caller, &id).await? })))
}

/// What the author would change. Nothing is saved.
pub(crate) async fn propose(
    State(app): State<App>,
    caller: By<AiCall>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<Value>> {
    let stored = app.service.decks.deck_for(&caller, &id, Right::Read).await?;
    let body = body.object().await?;
    let slides = texts(&body, "slideIds")?.unwrap_or_default();
    let places = slides.iter().map(|slide| {
        let place = stored.deck.position(slide);
        place.ok_or_else(|| ApiError::invalid(format!("the deck has no slide `{slide}`")))
    });
    let task = task(&body, places.collect::<Result<_>>()?)?;
    let order = app.service.author.check_edit_request(&caller, &id, Right::Read, text(&body, "vendor")?, task).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let found = app.service.author.propose(order).await?;
    let proposals: Vec<Value> = found.proposals.iter().zip(1..).map(shown_proposal).collect();
    Ok(Json(json!({
        "revision": found.revision, "vendor": found.vendor, "summary": found.summary, "proposals": proposals,
    })))
}

/// Asks a vendor for a word.
pub(crate) async fn try_vendor(
    State(app): State<App>,
    caller: Session,
    Path(vendor): Path<String>,
) -> Result<Json<Value>> {
    let trial = app.service.author.test_vendor(&caller, &vendor).await?;
    let mut answer = json!({
        "ok": trial.fault.is_none(), "vendor": trial.vendor, "model": trial.model,
        "milliseconds": trial.milliseconds,
    });
    if let Some(fault) = trial.fault {
        answer["details"] = json!(fault);
    }
    Ok(Json(answer))
}

/// The vendors, each as `row` tells it; `daily` is null for callers who are not limited.
async fn writers(app: &App, caller: &Caller, row: impl Fn(&VendorRow) -> Value) -> Result<Json<Value>> {
    let daily = app.service.limits.daily(caller, Limit::Ai).await?;
    let daily =
        daily.map(|Daily { limit, used, reset_at }| json!({ "limit": limit, "used": used, "resetAt": iso(reset_at) }));
    let vendors: Vec<Value> = app.service.author.vendors().iter().map(row).collect();
    Ok(Json(json!({ "vendors": vendors, "daily": daily })))
}

/// What a deck is to be made of.
fn new_text(body: &Content) -> Result<NewText<'_>> {
    let either = |name: &str, alias: &str| text(body, name).and_then(|given| Ok(given.or(text(body, alias)?)));
    Ok(NewText {
        content: needed_text(body, "content")?,
        title: text(body, "title")?,
        speaker: text(body, "speaker")?,
        theme: either("theme", "themeId")?,
        lang: either("language", "lang")?,
        owner: None,
        vendor: text(body, "vendor")?,
    })
}

/// What is asked for a deck, and for which of its slides.
fn task(body: &Content, places: Vec<usize>) -> Result<Task> {
    let command = text(body, "command")?;
    let kind = text(body, "kind")?.or(command.map(|_| "iterate"));
    match kind {
        Some("iterate") => Ok(Task::Iterate { command: command.unwrap_or_default().to_owned(), only: places }),
        Some("append") => Ok(Task::Append { text: needed_text(body, "text")?.to_owned() }),
        Some("convert") if places.is_empty() => Err(ApiError::invalid("`slideIds` names the slides to convert")),
        Some("convert") => {
            let slides = places.iter().filter_map(|place| i64::try_from(*place).ok()).collect();
            Ok(Task::Convert { slides, target: needed_text(body, "targetType")?.to_owned() })
        }
        Some("compress") => {
            let intensity = Intensity::named(text(body, "intensity")?.unwrap_or("moderate"));
            let intensity = intensity.ok_or_else(|| ApiError::invalid("`intensity` is `moderate` or `aggressive`"))?;
            Ok(Task::Compress(intensity))
        }
        Some("analyze") => Ok(Task::Analyze { only: places }),
        _ => Err(ApiError::invalid("`kind` is `iterate`, `append`, `convert`, `compress` or `analyze`")),
    }
}

fn shown_job(job: &Job) -> Value {
    json!({ "id": job.id, "kind": job.kind.name(), "vendor": job.vendor, "state": job.state.name() })
}

fn shown_proposal((proposal, number): (&Proposed, usize)) -> Value {
    json!({
        "id": number.to_string(), "action": proposal.action, "slideId": proposal.slide_id,
        "slideNumber": proposal.index.map(|index| index + 1), "title": proposal.title, "why": proposal.why,
        "category": proposal.category, "before": proposal.before, "after": proposal.after, "edits": proposal.edits,
    })
}

/// Somebody who watches a job.
struct Watched(JobEvents);

impl Source for Watched {
    fn next(&mut self) -> impl Future<Output = Told> + Send {
        self.0.next()
    }

    async fn is_over(&self) -> bool {
        false
    }
}
