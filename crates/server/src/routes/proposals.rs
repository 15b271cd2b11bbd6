//! Proposals of the author for a deck.

use axum::extract::State;
use deck::{Content, LibraryLink, SlideId, Visibility};
use serde::{Deserialize, Serialize};
use service::{
    AuthorTask, ChangeKind, DeckId, Intensity, Limit, MayRead, Proposal, ProposalAction, ProposedEdit, ProposedSlide,
};

use super::remark_json::RemarkJson;
use crate::http::{AiCall, ApiError, App, Body, By, Json, Path, Result, optional_text_list};

/// A task for a deck. `kind` is `iterate` when there is only a `command`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Propose {
    #[serde(default, deserialize_with = "optional_text_list")]
    slide_ids: Option<Vec<SlideId>>,
    kind: Option<String>,
    command: Option<String>,
    text: Option<String>,
    target_type: Option<String>,
    intensity: Option<String>,
    vendor: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProposalList {
    revision: u64,
    vendor: &'static str,
    summary: String,
    /// What the summary says.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary_remark: Option<RemarkJson>,
    proposals: Vec<ProposalJson>,
}

/// A proposal to accept or skip.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ProposalJson {
    id: String,
    action: ProposalActionJson,
    slide_id: Option<SlideId>,
    slide_number: Option<usize>,
    title: String,
    why: String,
    /// What `why` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<RemarkJson>,
    category: Option<&'static str>,
    before: Vec<ProposedSlideJson>,
    after: Vec<ProposedSlideJson>,
    edits: Vec<ProposedEditJson>,
}

/// What accepting a proposal does.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum ProposalActionJson {
    Replace,
    Split,
    Remove,
    Merge,
    Insert,
    Move,
    Deck,
    Advice,
}

/// A slide with its title, for display.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProposedSlideJson {
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    content: Content,
    notes: String,
    id: SlideId,
}

/// An edit in the form in which the editor sends edits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum ProposedEditJson {
    Set { slide_id: SlideId, path: &'static str, value: Box<ProposedSlideValue>, replaces: Box<ProposedSlideValue> },
    Insert { after: Option<SlideId>, slides: Vec<InsertedSlide> },
    Move { slide_id: SlideId, after: Option<SlideId> },
    Deck { path: &'static str, value: String, replaces: String },
    Remove { slide_id: SlideId, replaces: Box<ProposedSlideValue> },
}

/// A slide in an edit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProposedSlideValue {
    #[serde(rename = "type")]
    type_name: String,
    content: Content,
    notes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<Visibility>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transition: Option<deck::Transition>,
    #[serde(rename = "morphNames", skip_serializing_if = "Option::is_none")]
    morph_names: Option<deck::MorphNames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<LibraryLink>,
}

/// A new slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct InsertedSlide {
    #[serde(flatten)]
    value: ProposedSlideValue,
    id: SlideId,
}

/// Returns proposals of the author. Nothing is saved. The right to read the deck is checked before the body is read.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<AiCall>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<ProposalList>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let mut body: Propose = body.read().await?;
    let (slides, vendor) = (body.slide_ids.take().unwrap_or_default(), body.vendor.take());
    let positions = slides.iter().map(|slide| {
        let position = deck.position(slide);
        position.ok_or_else(|| ApiError::invalid(format!("the deck has no slide `{slide}`")))
    });
    let task = body.task(positions.collect::<Result<_>>()?)?;
    let request = app.service.author.check_edit_request(&deck, vendor.as_deref(), task).await?;
    app.service.limits.count_daily(&caller, Limit::Ai).await?;
    let proposed = app.service.author.propose(request).await?;
    Ok(Json(ProposalList {
        revision: proposed.revision,
        vendor: proposed.vendor,
        summary_remark: RemarkJson::new(&proposed.summary),
        summary: proposed.summary.into(),
        proposals: proposed.proposals.into_iter().zip(1..).map(ProposalJson::new).collect(),
    }))
}

impl Propose {
    /// The task for the author, for the slides at these indices. Fails when `kind` or `intensity` is unknown, or a
    /// field that the task requires is missing.
    fn task(self, positions: Vec<usize>) -> Result<AuthorTask> {
        let required =
            |field: Option<String>, name: &str| field.ok_or_else(|| ApiError::invalid(format!("`{name}` is required")));
        let kind = self.kind.as_deref().or(self.command.as_ref().map(|_| "iterate"));
        match kind {
            Some("iterate") => Ok(AuthorTask::Iterate { command: self.command.unwrap_or_default(), only: positions }),
            Some("append") => Ok(AuthorTask::Append { text: required(self.text, "text")? }),
            Some("convert") if positions.is_empty() => {
                Err(ApiError::invalid("`slideIds` is required: the slides to convert"))
            }
            Some("convert") => {
                let slides = positions.iter().filter_map(|position| i64::try_from(*position).ok()).collect();
                Ok(AuthorTask::Convert { slides, target: required(self.target_type, "targetType")? })
            }
            Some("compress") => {
                let intensity = Intensity::named(self.intensity.as_deref().unwrap_or("moderate"));
                let invalid = || ApiError::invalid("`intensity` is `moderate` or `aggressive`");
                Ok(AuthorTask::Compress(intensity.ok_or_else(invalid)?))
            }
            Some("analyze") => Ok(AuthorTask::Analyze { only: positions }),
            _ => Err(ApiError::invalid("`kind` is `iterate`, `append`, `convert`, `compress` or `analyze`")),
        }
    }
}

impl ProposalJson {
    fn new((proposal, number): (Proposal, usize)) -> Self {
        Self {
            id: number.to_string(),
            action: proposal.action.into(),
            slide_id: proposal.slide_id,
            slide_number: proposal.index.map(|index| index + 1),
            title: proposal.title,
            remark: RemarkJson::new(&proposal.why),
            why: proposal.why.into(),
            category: proposal.category,
            before: proposal.before.into_iter().map(ProposedSlideJson::from).collect(),
            after: proposal.after.into_iter().map(ProposedSlideJson::from).collect(),
            edits: proposal.edits.into_iter().map(ProposedEditJson::from).collect(),
        }
    }
}

/// The name of a kind of change, in JSON.
pub(crate) fn change_name(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Replace => "replace",
        ChangeKind::Split => "split",
        ChangeKind::Remove => "remove",
        ChangeKind::Merge => "merge",
        ChangeKind::Insert => "insert",
        ChangeKind::Move { .. } => "move",
        ChangeKind::Hide => "hide",
        ChangeKind::Show => "show",
    }
}

impl From<ProposalAction> for ProposalActionJson {
    fn from(action: ProposalAction) -> Self {
        match action {
            ProposalAction::Change(ChangeKind::Replace | ChangeKind::Hide | ChangeKind::Show) => Self::Replace,
            ProposalAction::Change(ChangeKind::Split) => Self::Split,
            ProposalAction::Change(ChangeKind::Remove) => Self::Remove,
            ProposalAction::Change(ChangeKind::Merge) => Self::Merge,
            ProposalAction::Change(ChangeKind::Insert) => Self::Insert,
            ProposalAction::Change(ChangeKind::Move { .. }) => Self::Move,
            ProposalAction::Deck => Self::Deck,
            ProposalAction::Advice => Self::Advice,
        }
    }
}

impl From<ProposedSlide> for ProposedSlideJson {
    fn from(ProposedSlide { slide, type_name, title }: ProposedSlide) -> Self {
        Self { type_name, title, content: slide.content, notes: slide.notes, id: slide.id }
    }
}

impl From<ProposedEdit> for ProposedEditJson {
    fn from(edit: ProposedEdit) -> Self {
        match edit {
            ProposedEdit::Set { value, replaces } => Self::Set {
                slide_id: replaces.slide.id.clone(),
                path: "",
                value: Box::new(value.into()),
                replaces: Box::new((*replaces).into()),
            },
            ProposedEdit::Insert { after, slides } => {
                Self::Insert { after, slides: slides.into_iter().map(InsertedSlide::from).collect() }
            }
            ProposedEdit::Move { slide, after } => Self::Move { slide_id: slide, after },
            ProposedEdit::Deck { path, value, replaces } => Self::Deck { path, value, replaces },
            ProposedEdit::Remove { slide } => {
                Self::Remove { slide_id: slide.slide.id.clone(), replaces: Box::new(slide.into()) }
            }
        }
    }
}

impl From<ProposedSlide> for ProposedSlideValue {
    fn from(ProposedSlide { slide, type_name, .. }: ProposedSlide) -> Self {
        Self {
            type_name,
            content: slide.content,
            notes: slide.notes,
            visibility: Some(slide.visibility).filter(|visibility| !visibility.is_visible()),
            duration: slide.duration,
            transition: slide.transition,
            morph_names: Some(slide.morph_names).filter(|names| !names.is_empty()),
            library: slide.library,
        }
    }
}

impl From<ProposedSlide> for InsertedSlide {
    fn from(slide: ProposedSlide) -> Self {
        Self { id: slide.slide.id.clone(), value: slide.into() }
    }
}
