//! Recorded rehearsals: the voice of a speaker, the moments at which each slide was shown, and the sound as a file.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::response::Response;
use deck::SlideId;
use serde::Serialize;
use service::{DeckId, MAX_RECORDING, MayRead, Readable, Rehearsal, RehearsalTimes};

use super::uploads::sent_file;
use crate::http::{ApiError, App, Body, By, Deleted, Iso, Json, Path, Read, Result, Write, attachment, ranged};

/// The parts of the form beside the file, each with its maximum size in bytes. `times` has the duration and the moments
/// as JSON.
const PARTS: [(&str, usize); 1] = [("times", 512 << 10)];

/// A recorded rehearsal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct RehearsalJson {
    /// Media type of the sound.
    mime: String,
    /// Size of the sound in bytes.
    bytes: u64,
    /// Duration of the sound in milliseconds.
    duration: u64,
    /// The moments at which another slide or build step was shown, in order.
    moments: Vec<MomentJson>,
    created_at: Iso,
}

/// A moment at which another slide or build step was shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct MomentJson {
    /// Milliseconds from the start of the sound.
    at: u64,
    slide_id: SlideId,
    /// The number of the slide in the deck, from 1; absent when it was deleted since.
    #[serde(skip_serializing_if = "Option::is_none")]
    slide: Option<usize>,
    /// The number of build steps that were shown; absent when everything was shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RehearsalAnswer {
    /// The recorded rehearsal of the caller; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    rehearsal: Option<RehearsalJson>,
}

/// Returns the recorded rehearsal of the caller.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<RehearsalAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let rehearsal = app.service.rehearsals.read(&deck).await?;
    Ok(Json(RehearsalAnswer { rehearsal: rehearsal.map(|rehearsal| RehearsalJson::new(&deck, rehearsal)) }))
}

/// Stores a recorded rehearsal in place of the caller's previous one. The body is a form with the sound and its times.
///
/// Whoever may read a deck may rehearse it; this right is checked before the body is read.
pub(crate) async fn put(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<RehearsalAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let mut sent = sent_file(&app, &headers, body, MAX_RECORDING, &PARTS).await?;
    sent.refuse_unknown_parts(&PARTS)?;
    let times = sent.take_part("times").ok_or_else(|| ApiError::invalid("the part `times` is missing"))?;
    let times = RehearsalTimes::from_json(&times).map_err(|fault| ApiError::invalid(format!("`times`: {fault}")))?;
    let rehearsal = app.service.rehearsals.put(&deck, sent.file, times).await?;
    Ok(Json(RehearsalAnswer { rehearsal: Some(RehearsalJson::new(&deck, rehearsal)) }))
}

/// Deletes the recorded rehearsal of the caller.
pub(crate) async fn remove(State(app): State<App>, caller: By<Write>, Path(id): Path<DeckId>) -> Result<Json<Deleted>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    app.service.rehearsals.remove(&deck).await?;
    Ok(Json(Deleted::OK))
}

/// Returns the sound of the caller's recorded rehearsal.
pub(crate) async fn sound(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    request_headers: HeaderMap,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let (rehearsal, chunks) = app.service.rehearsals.sound(&deck).await?;
    let ending = match rehearsal.mime.as_str() {
        "audio/webm" => ".webm",
        "audio/mp4" => ".m4a",
        "audio/mpeg" => ".mp3",
        "audio/ogg" => ".ogg",
        _ => ".wav",
    };
    let kind = HeaderValue::from_str(&rehearsal.mime).map_err(|fault| service::Error::Internal(fault.into()))?;
    let mut answer = ranged(chunks, &request_headers).await?;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CONTENT_DISPOSITION, attachment(deck.title(), ending));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

impl RehearsalJson {
    fn new(deck: &Readable, rehearsal: Rehearsal) -> Self {
        let Rehearsal { mime, bytes, duration, moments, created_at, .. } = rehearsal;
        let moment = |moment: service::Moment| {
            let slide = deck.position(&moment.slide_id).map(|position| position + 1);
            MomentJson { at: moment.at, slide_id: moment.slide_id, slide, step: moment.step }
        };
        let moments = moments.into_iter().map(moment).collect();
        Self { mime, bytes, duration, moments, created_at: Iso(created_at) }
    }
}
