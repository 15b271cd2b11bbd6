//! The JSON of live sessions that several routes share, and the frames of their event streams.
//!
//! A frame is serialized once per event; all streams of a node send the same bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use deck::{Interaction, SlideId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use service::{
    Branch, BranchRule, ControlChange, DeckId, DeckUpdate, DeckUpdateReason, FollowTarget, InteractionState, LiveEvent,
    LivePage, LiveSnapshot, LiveState, LiveStream, LiveUpdate, MarksNotice, OwnAnswer, QuestionId, QuestionList,
    QuestionStatus, QuestionView, Reactions, SessionId, Time,
};

use crate::http::{Fixed, Iso, Source, StreamItem, event_frame};

/// The first line of a stream: a client that lost the connection reconnects after 2,000 milliseconds.
pub(super) const RETRY: &str = "retry: 2000\n";

/// The slide and step of a session.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LiveStateJson {
    slide_id: String,
    slide_index: u64,
    slide_type: String,
    step_idx: u64,
    step_paragraphs: bool,
    updated_at: Time,
}

/// The state of a poll, a scale or feedback.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct InteractionStateJson {
    slide_id: SlideId,
    #[serde(rename = "type")]
    kind: InteractionKind,
    status: InteractionStatus,
    open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    option_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Vec<u64>>,
    total: u64,
    updated_at: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    my_vote: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    my_text: Option<String>,
}

/// The kind of an interaction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum InteractionKind {
    Poll,
    Likert,
    Feedback,
}

/// Whether an interaction accepts answers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum InteractionStatus {
    Open,
    Closed,
}

/// `{"ok": true}` with the state of an interaction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct InteractionAnswer {
    ok: Fixed<true>,
    interaction_state: InteractionStateJson,
}

/// A question of the audience.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuestionJson {
    id: QuestionId,
    text: String,
    author_name: String,
    upvotes: usize,
    status: QuestionStatus,
    /// The slide that was made from a promoted question.
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<SlideId>,
    created_at: Iso,
    /// Whether the device that requests the question asked it.
    #[serde(skip_serializing_if = "is_false")]
    mine: bool,
    /// Whether the device that requests the question voted for it.
    #[serde(skip_serializing_if = "is_false")]
    upvoted: bool,
}

/// `{"ok": true}` with a question.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct QuestionAnswer {
    ok: Fixed<true>,
    question: QuestionJson,
}

/// Data of the event `controlEnabled`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ControlJson {
    control_enabled: bool,
    updated_at: Time,
}

/// Data of the event `deckUpdated`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct DeckUpdateJson<'a> {
    presentation_id: &'a DeckId,
    /// Empty for the whole deck.
    slide_id: &'a str,
    reason: &'static str,
    revision: u64,
    updated_at: Time,
}

/// Data of the event `interactionState` when it is about the questions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct QuestionListJson {
    #[serde(rename = "type")]
    kind: &'static str,
    questions: Vec<QuestionJson>,
    total: usize,
    /// Whether the presenter lets people ask further questions.
    open: bool,
    updated_at: Time,
}

/// Data of the event `interactionState` when the audience reacted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ReactionsJson {
    #[serde(rename = "type")]
    kind: &'static str,
    /// How often each reaction was given since the last event.
    counts: BTreeMap<&'static str, u32>,
    updated_at: Time,
}

/// Data of the event `interactionState` when the speaker points, draws or has captions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct MarksNoticeJson {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether there are marks on the slide, or were a moment ago.
    marks: bool,
    captions: bool,
    updated_at: Time,
}

/// Data of the event `branch`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct BranchJson<'a> {
    slide_id: &'a SlideId,
    on_close: &'static str,
    /// Empty when the rule has no target.
    on_close_target: &'a str,
    updated_at: Time,
}

/// The state from which the script of a page continues.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LivePageJson {
    session_id: SessionId,
    revision: u64,
    slide_count: usize,
    control_enabled: bool,
    state: LiveStateJson,
    theme: String,
    questions: bool,
    lang: String,
    faces: Vec<u32>,
    /// On the speaker's page: milliseconds since the talk started, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed: Option<Time>,
    /// On the speaker's page: whether the caller may write the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_write: Option<bool>,
}

/// Follow codes by language, in the order of the deck.
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FollowCodes(
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))] pub(crate) Vec<(String, String)>,
);

impl Serialize for FollowCodes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(lang, code)| (lang, code)))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Reads a position. A value that is not a whole number counts as none, so that the use case can report more important
/// errors first.
pub(crate) fn lenient_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(value.as_u64().and_then(|position| usize::try_from(position).ok()))
}

/// Reads a text. A value of another kind counts as none, so that the use case can report more important errors first.
pub(crate) fn lenient_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(Some(text)),
        _ => Ok(None),
    }
}

/// The path of the audience's page, in the language of the follow code.
pub(crate) fn follow_path(target: &FollowTarget) -> String {
    format!("/follow/{}?lang={}", target.session, target.lang)
}

/// The name of a status of a question, in JSON and CSV.
pub(crate) fn status_name(status: QuestionStatus) -> &'static str {
    match status {
        QuestionStatus::Active => "active",
        QuestionStatus::Answered => "answered",
        QuestionStatus::Promoted => "promoted",
    }
}

impl LivePageJson {
    pub(crate) fn new(page: &LivePage, may_write: Option<bool>) -> Self {
        Self {
            session_id: page.session.clone(),
            revision: page.revision,
            slide_count: page.slide_count,
            control_enabled: page.control_enabled,
            state: page.state.clone().into(),
            theme: page.theme.clone(),
            questions: page.takes_questions,
            lang: page.lang.clone(),
            faces: page.faces.to_vec(),
            elapsed: may_write.and(page.elapsed),
            may_write,
        }
    }
}

impl From<LiveState> for LiveStateJson {
    fn from(state: LiveState) -> Self {
        Self {
            slide_id: state.slide_id.map(String::from).unwrap_or_default(),
            slide_index: state.slide_index,
            slide_type: state.slide_type.unwrap_or_default(),
            step_idx: state.step_idx,
            step_paragraphs: state.step_paragraphs,
            updated_at: state.updated_at,
        }
    }
}

impl From<Interaction> for InteractionKind {
    fn from(kind: Interaction) -> Self {
        match kind {
            Interaction::Poll => Self::Poll,
            Interaction::Likert => Self::Likert,
            Interaction::Feedback => Self::Feedback,
        }
    }
}

impl From<InteractionState> for InteractionStateJson {
    fn from(state: InteractionState) -> Self {
        let (my_vote, my_text) = match state.own {
            None => (None, None),
            Some(OwnAnswer::Vote(option)) => (Some(option), None),
            Some(OwnAnswer::Text(text)) => (None, Some(text)),
        };
        Self {
            slide_id: state.slide,
            kind: state.kind.into(),
            status: if state.is_open { InteractionStatus::Open } else { InteractionStatus::Closed },
            open: state.is_open,
            option_count: state.option_count,
            totals: state.totals,
            total: state.total,
            updated_at: state.updated_at,
            my_vote,
            my_text,
        }
    }
}

impl From<InteractionState> for InteractionAnswer {
    fn from(state: InteractionState) -> Self {
        Self { ok: Fixed, interaction_state: state.into() }
    }
}

impl From<QuestionView> for QuestionJson {
    fn from(question: QuestionView) -> Self {
        Self {
            id: question.id,
            text: question.text,
            author_name: question.author,
            upvotes: question.upvotes,
            status: question.status,
            slide_id: question.slide,
            created_at: Iso(question.created_at),
            mine: question.is_own,
            upvoted: question.is_upvoted,
        }
    }
}

impl From<QuestionView> for QuestionAnswer {
    fn from(question: QuestionView) -> Self {
        Self { ok: Fixed, question: question.into() }
    }
}

impl Source for LiveStream {
    async fn next(&mut self) -> StreamItem {
        match LiveStream::next(self).await {
            LiveUpdate::Snapshot(snapshot) => StreamItem::Frames(snapshot_frames(&snapshot)),
            LiveUpdate::Event(event) => StreamItem::Frames(event.frame(frame)),
            LiveUpdate::End => StreamItem::End,
            LiveUpdate::TooSlow => StreamItem::TooSlow,
        }
    }

    async fn is_over(&self) -> bool {
        LiveStream::is_over(self)
    }
}

/// The first frames of a stream: the retry time and the current state.
fn snapshot_frames(snapshot: &LiveSnapshot) -> Arc<str> {
    let frames = snapshot.events.iter().map(|event| frame(snapshot.number, event));
    std::iter::once(RETRY.to_owned()).chain(frames).collect::<String>().into()
}

/// An event as a frame of `text/event-stream`.
fn frame(number: u64, event: &LiveEvent) -> String {
    let number = Some(number);
    match event {
        LiveEvent::State(state) => event_frame(number, "state", &LiveStateJson::from(state.clone())),
        LiveEvent::Control(ControlChange { enabled, updated_at }) => {
            let change = ControlJson { control_enabled: *enabled, updated_at: *updated_at };
            event_frame(number, "controlEnabled", &change)
        }
        LiveEvent::DeckUpdated(update) => event_frame(number, "deckUpdated", &DeckUpdateJson::from(update)),
        LiveEvent::Interaction(state) => {
            event_frame(number, "interactionState", &InteractionStateJson::from(state.clone()))
        }
        LiveEvent::Questions(list) => event_frame(number, "interactionState", &QuestionListJson::from(list)),
        LiveEvent::Reactions(reactions) => event_frame(number, "interactionState", &ReactionsJson::from(reactions)),
        LiveEvent::Marks(notice) => event_frame(number, "interactionState", &MarksNoticeJson::from(*notice)),
        LiveEvent::Branch(branch) => event_frame(number, "branch", &BranchJson::from(branch)),
    }
}

impl<'a> From<&'a DeckUpdate> for DeckUpdateJson<'a> {
    fn from(update: &'a DeckUpdate) -> Self {
        Self {
            presentation_id: &update.deck,
            slide_id: update.slide.as_deref().unwrap_or_default(),
            reason: match update.reason {
                DeckUpdateReason::Edited => "deck_updated",
                DeckUpdateReason::QuestionPromoted => "question_promoted",
            },
            revision: update.revision,
            updated_at: update.updated_at,
        }
    }
}

impl From<&Reactions> for ReactionsJson {
    fn from(reactions: &Reactions) -> Self {
        let counts = reactions.counts.iter().map(|(reaction, count)| (reaction.name(), *count));
        Self { kind: "reactions", counts: counts.collect(), updated_at: reactions.updated_at }
    }
}

impl From<MarksNotice> for MarksNoticeJson {
    fn from(MarksNotice { marks, captions, updated_at }: MarksNotice) -> Self {
        Self { kind: "marks", marks, captions, updated_at }
    }
}

impl From<&QuestionList> for QuestionListJson {
    fn from(list: &QuestionList) -> Self {
        Self {
            kind: "qa",
            questions: list.questions.iter().cloned().map(QuestionJson::from).collect(),
            total: list.total,
            open: list.is_open,
            updated_at: list.updated_at,
        }
    }
}

impl<'a> From<&'a Branch> for BranchJson<'a> {
    fn from(branch: &'a Branch) -> Self {
        Self {
            slide_id: &branch.slide,
            on_close: match branch.rule {
                BranchRule::Next => "next",
                BranchRule::Goto => "goto",
            },
            on_close_target: branch.target.as_deref().unwrap_or_default(),
            updated_at: branch.updated_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use service::Reaction;

    use super::*;

    fn check(event: &LiveEvent) -> String {
        let frame = frame(12, event);
        frame.strip_prefix("id: 12\nevent: ").and_then(|rest| rest.strip_suffix("\n\n")).expect(&frame).to_owned()
    }

    fn state() -> LiveState {
        LiveState {
            slide_id: Some("a".into()),
            slide_index: 1,
            slide_type: Some("eu.svc.slide.poll".to_owned()),
            step_idx: 2,
            step_paragraphs: true,
            updated_at: 7,
            started_at: Some(6),
        }
    }

    fn poll() -> InteractionState {
        InteractionState {
            slide: "a".into(),
            kind: Interaction::Poll,
            is_open: true,
            option_count: Some(2),
            totals: Some(vec![1, 0]),
            total: 1,
            updated_at: 7,
            own: None,
        }
    }

    #[test]
    fn an_event_is_one_line_of_data_under_its_number_and_name() {
        assert_eq!(
            check(&LiveEvent::State(state())),
            "state\ndata: {\"slideId\":\"a\",\"slideIndex\":1,\"slideType\":\"eu.svc.slide.poll\",\"stepIdx\":2,\
             \"stepParagraphs\":true,\"updatedAt\":7}"
        );
        assert_eq!(
            check(&LiveEvent::State(LiveState { slide_id: None, slide_type: None, ..state() })),
            "state\ndata: {\"slideId\":\"\",\"slideIndex\":1,\"slideType\":\"\",\"stepIdx\":2,\
             \"stepParagraphs\":true,\"updatedAt\":7}"
        );
        assert_eq!(
            check(&LiveEvent::Control(ControlChange { enabled: true, updated_at: 7 })),
            "controlEnabled\ndata: {\"controlEnabled\":true,\"updatedAt\":7}"
        );
        let update = DeckUpdate {
            deck: "d".into(),
            slide: None,
            reason: DeckUpdateReason::QuestionPromoted,
            revision: 3,
            updated_at: 7,
        };
        assert_eq!(
            check(&LiveEvent::DeckUpdated(update)),
            "deckUpdated\ndata: {\"presentationId\":\"d\",\"slideId\":\"\",\"reason\":\"question_promoted\",\
             \"revision\":3,\"updatedAt\":7}"
        );
        assert_eq!(
            check(&LiveEvent::Interaction(poll())),
            "interactionState\ndata: {\"slideId\":\"a\",\"type\":\"poll\",\"status\":\"open\",\"open\":true,\
             \"optionCount\":2,\"totals\":[1,0],\"total\":1,\"updatedAt\":7}"
        );
        let question = QuestionView {
            id: "q".into(),
            text: "When?".to_owned(),
            author: String::new(),
            upvotes: 1,
            status: QuestionStatus::Active,
            slide: None,
            created_at: 0,
            is_own: false,
            is_upvoted: false,
        };
        assert_eq!(
            check(&LiveEvent::Questions(QuestionList {
                questions: vec![question],
                total: 1,
                is_open: true,
                updated_at: 7
            })),
            "interactionState\ndata: {\"type\":\"qa\",\"questions\":[{\"id\":\"q\",\"text\":\"When?\",\
             \"authorName\":\"\",\"upvotes\":1,\"status\":\"active\",\"createdAt\":\"1970-01-01T00:00:00.000Z\"}],\
             \"total\":1,\"open\":true,\"updatedAt\":7}"
        );
        let counts = vec![(Reaction::Love, 3), (Reaction::Wow, 1)];
        assert_eq!(
            check(&LiveEvent::Reactions(Reactions { counts, updated_at: 7 })),
            "interactionState\ndata: {\"type\":\"reactions\",\"counts\":{\"love\":3,\"wow\":1},\"updatedAt\":7}"
        );
        let branch = Branch { slide: "a\nb".into(), rule: BranchRule::Goto, target: Some("c".into()), updated_at: 7 };
        assert_eq!(
            check(&LiveEvent::Branch(branch)),
            "branch\ndata: {\"slideId\":\"a\\nb\",\"onClose\":\"goto\",\"onCloseTarget\":\"c\",\"updatedAt\":7}"
        );
    }

    #[test]
    fn a_stream_begins_with_the_time_to_reconnect_and_the_snapshot() {
        let control = LiveEvent::Control(ControlChange { enabled: false, updated_at: 7 });
        let frames =
            snapshot_frames(&LiveSnapshot { number: 9, events: vec![control, LiveEvent::Interaction(poll())] });
        assert!(frames.starts_with("retry: 2000\nid: 9\nevent: controlEnabled\n"), "{frames}");
        assert_eq!(frames.matches("\n\n").count(), 2);
    }

    #[test]
    fn a_device_reads_its_own_answer() {
        let own =
            |own| serde_json::to_value(InteractionStateJson::from(InteractionState { own, ..poll() })).expect("JSON");
        assert_eq!(own(Some(OwnAnswer::Vote(1)))["myVote"], 1);
        assert_eq!(own(Some(OwnAnswer::Text("Fine".to_owned())))["myText"], "Fine");
        assert_eq!((own(None).get("myVote"), own(None).get("myText")), (None, None));
    }
}
