//! The speaker's marks on the slide: a pointer, pen strokes and captions, and the stream that carries them to
//! everybody.
//!
//! The right to control the session is checked before the body is read.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use deck::SlideId;
use serde::{Deserialize, Serialize};
use service::{
    Caption, InkColor, MarkEvent, MarkStream, MarkUpdate, NewMarks, RemovedStrokes, SessionId, SlideMarks, StrokeId,
    StrokePart,
};

use super::live::RETRY;
use crate::http::{
    App, Body, ClientAddress, Done, Json, OptionalCaller, Path, Query, Result, Source, StreamItem, Write, event_frame,
    event_stream,
};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SendMarks {
    slide_id: SlideId,
    /// The position of the pointer: x and y in ten-thousandths of the slide's width and height; empty to hide it.
    pointer: Option<Vec<u16>>,
    #[serde(default)]
    strokes: Vec<StrokePartRequest>,
    /// Deletes the strokes of the slide first.
    #[serde(default)]
    clear: bool,
    /// Ids of strokes of the slide that are deleted first, such as to undo the last stroke.
    #[serde(default)]
    remove: Vec<StrokeId>,
    /// Whether captions are on. Pages repeat this, since captions are switched off after a minute without it.
    captions: Option<bool>,
    caption: Option<CaptionRequest>,
}

/// A part of a stroke. A finished stroke is sent whole.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SendStroke"))]
pub(super) struct StrokePartRequest {
    id: StrokeId,
    /// How many points of the stroke were sent before.
    #[serde(default)]
    from: usize,
    /// Positions in turn: x, y, x, y.
    points: Vec<u16>,
    #[serde(default)]
    color: InkColorRequest,
    #[serde(default)]
    done: bool,
}

/// The colour of a stroke, red unless another is named.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "InkColor"))]
#[serde(rename_all = "lowercase")]
pub(super) enum InkColorRequest {
    #[default]
    Red,
    Blue,
    Green,
    Black,
}

/// What the speaker said last.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SendCaption"))]
pub(super) struct CaptionRequest {
    text: String,
    lang: String,
}

/// Data of the event `marks`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MarksJson<'a> {
    slide_id: &'a str,
    /// Whether the event contains all strokes of the slide, so that clients discard those that they have.
    reset: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a [u16]>,
    strokes: Vec<StrokePartJson<'a>>,
}

#[derive(Serialize)]
struct StrokePartJson<'a> {
    id: &'a StrokeId,
    from: usize,
    points: &'a [u16],
    color: InkColor,
    done: bool,
}

/// Data of the event `caption`.
#[derive(Serialize)]
struct CaptionJson<'a> {
    text: &'a str,
    lang: &'a str,
}

/// Shows marks to everybody who follows a session.
pub(crate) async fn send(
    State(app): State<App>,
    caller: OptionalCaller<Write>,
    Path(id): Path<SessionId>,
    query: Query,
    body: Body,
) -> Result<Json<Done>> {
    let key = query.text("key");
    let remote = app.service.live.remote(caller.caller(), &id, key.as_deref()).await?;
    let request: SendMarks = body.read().await?;
    app.service.live.mark(&remote, request.into()).await?;
    Ok(Json(Done::OK))
}

/// Streams the marks of a session.
pub(crate) async fn stream(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Response> {
    let stream = app.service.live.mark_stream(&id, address, query.switch("captions")?).await?;
    Ok(event_stream(stream))
}

impl From<SendMarks> for NewMarks {
    fn from(request: SendMarks) -> Self {
        let part = |StrokePartRequest { id, from, points, color, done }| StrokePart {
            id,
            from,
            points,
            color: color.into(),
            is_done: done,
        };
        Self {
            slide: request.slide_id,
            pointer: request.pointer,
            strokes: request.strokes.into_iter().map(part).collect(),
            removed: if request.clear { RemovedStrokes::All } else { RemovedStrokes::Named(request.remove) },
            captions: request.captions,
            caption: request.caption.map(|CaptionRequest { text, lang }| Caption { text, lang }),
        }
    }
}

impl From<InkColorRequest> for InkColor {
    fn from(color: InkColorRequest) -> Self {
        match color {
            InkColorRequest::Red => Self::Red,
            InkColorRequest::Blue => Self::Blue,
            InkColorRequest::Green => Self::Green,
            InkColorRequest::Black => Self::Black,
        }
    }
}

impl Source for MarkStream {
    async fn next(&mut self) -> StreamItem {
        match MarkStream::next(self).await {
            MarkUpdate::Snapshot(events) => StreamItem::Frames(snapshot_frames(&events)),
            MarkUpdate::Event(mark) => StreamItem::Frames(mark.frame(frame)),
            MarkUpdate::End => StreamItem::End,
            MarkUpdate::TooSlow => StreamItem::TooSlow,
        }
    }

    async fn is_over(&self) -> bool {
        MarkStream::is_over(self)
    }
}

/// The first frames of a stream: the retry time and the current marks.
fn snapshot_frames(events: &[MarkEvent]) -> Arc<str> {
    std::iter::once(RETRY.to_owned()).chain(events.iter().map(frame)).collect::<String>().into()
}

/// An event as a frame of `text/event-stream`.
fn frame(event: &MarkEvent) -> String {
    match event {
        MarkEvent::Marks(marks) => event_frame(None, "marks", &MarksJson::from(marks)),
        MarkEvent::Caption(Caption { text, lang }) => event_frame(None, "caption", &CaptionJson { text, lang }),
    }
}

impl<'a> From<&'a SlideMarks> for MarksJson<'a> {
    fn from(marks: &'a SlideMarks) -> Self {
        let part = |part: &'a StrokePart| StrokePartJson {
            id: &part.id,
            from: part.from,
            points: &part.points,
            color: part.color,
            done: part.is_done,
        };
        Self {
            slide_id: marks.slide.as_deref().unwrap_or_default(),
            reset: marks.is_reset,
            pointer: marks.pointer.as_deref(),
            strokes: marks.strokes.iter().map(part).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_captions_are_one_line_of_data_each() {
        let part =
            StrokePart { id: "s1".into(), from: 2, points: vec![10, 20], color: InkColor::Green, is_done: false };
        let marks =
            SlideMarks { slide: Some("a".into()), is_reset: false, pointer: Some(vec![5, 6]), strokes: vec![part] };
        assert_eq!(
            frame(&MarkEvent::Marks(marks)),
            "event: marks\ndata: {\"slideId\":\"a\",\"reset\":false,\"pointer\":[5,6],\"strokes\":[{\"id\":\"s1\",\
             \"from\":2,\"points\":[10,20],\"color\":\"green\",\"done\":false}]}\n\n"
        );
        assert_eq!(
            frame(&MarkEvent::Marks(SlideMarks { is_reset: true, ..SlideMarks::default() })),
            "event: marks\ndata: {\"slideId\":\"\",\"reset\":true,\"strokes\":[]}\n\n"
        );
        let caption = Caption { text: "High\nwater".to_owned(), lang: "en-GB".to_owned() };
        assert_eq!(
            frame(&MarkEvent::Caption(caption)),
            "event: caption\ndata: {\"text\":\"High\\nwater\",\"lang\":\"en-GB\"}\n\n"
        );
    }
}
