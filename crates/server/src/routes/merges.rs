//! Many decks from one: jobs that make a deck for each row of a table.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use deck::Content;
use serde::{Deserialize, Serialize};
use service::{
    DeckId, FileJobState, JobFile, JobId, MayRead, MergeDetails, MergeFormat, MergeJob, MergeRequest, MergeRows,
};

use crate::http::{ApiError, App, Body, By, Export, Json, Path, Result, attachment, chunks_answer, file_answer};

/// The maximum size of a request, in bytes.
const MAX_BYTES: u64 = 5 << 20;
const ZIP: &str = "application/zip";

/// The rows of a merge, in one of three forms, and the files to make from them.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct BeginMerge {
    /// The rows as CSV, with the names of the columns in the first row.
    csv: Option<String>,
    /// The rows as objects.
    rows: Option<Vec<Content>>,
    /// The name of the data source of the deck that has the rows.
    source: Option<String>,
    /// The formats of each deck: `pdf`, `pptx` or `html`.
    to: Vec<String>,
    /// The pattern of the names, such as `{{name}}-{{row}}`.
    name: Option<String>,
    /// The language of the decks.
    lang: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MergeJobJson {
    id: JobId,
    state: MergeStateJson,
    /// How many decks are finished.
    done: usize,
    /// The number of decks to make.
    total: usize,
    /// Bindings that have no value in the first deck.
    remarks: Vec<String>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The state of a merge.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum MergeStateJson {
    Running,
    Done,
    Failed,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MergeAnswer {
    job: MergeJobJson,
}

/// Starts a merge. The right is checked before the body is read.
pub(crate) async fn begin(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<(StatusCode, Json<MergeAnswer>)> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let BeginMerge { csv, rows, source, to, name, lang } = body.within(MAX_BYTES).read().await?;
    let rows = match (csv, rows, source) {
        (Some(csv), None, None) => MergeRows::Csv(csv),
        (None, Some(rows), None) => MergeRows::Json(serde_json::to_vec(&rows).unwrap_or_default()),
        (None, None, Some(source)) => MergeRows::Source(source),
        _ => return Err(ApiError::invalid("expected one of `csv`, `rows` and `source`")),
    };
    let mut formats = Vec::new();
    for extension in &to {
        let format = MergeFormat::named(extension);
        let format =
            format.ok_or_else(|| ApiError::invalid(format!("`to` is pdf, pptx or html, not `{extension}`")))?;
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    let job = app.service.merges.begin(&deck, MergeRequest { rows, formats, name, lang }).await?;
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Returns the state of a merge.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Json<MergeAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(Json(app.service.merges.job(&deck, &job).await?.into()))
}

/// Returns the ZIP of a finished merge.
pub(crate) async fn download(
    State(app): State<App>,
    caller: By<Export>,
    Path((id, job)): Path<(DeckId, JobId)>,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let (title, file) = app.service.merges.file(&deck, &job).await?;
    let disposition = attachment(&title, ".zip");
    match file {
        JobFile::Local(file) => file_answer(file, ZIP, disposition).await,
        JobFile::Stored(chunks) => Ok(chunks_answer(chunks, ZIP, disposition)),
    }
}

impl From<MergeJob> for MergeAnswer {
    fn from(job: MergeJob) -> Self {
        let MergeJob { id, state, done, total, details: MergeDetails { remarks } } = job;
        let (state, error) = match state {
            FileJobState::Running => (MergeStateJson::Running, None),
            FileJobState::Done => (MergeStateJson::Done, None),
            FileJobState::Failed(reason) => (MergeStateJson::Failed, Some(reason)),
        };
        Self { job: MergeJobJson { id, state, done, total, remarks, error } }
    }
}
