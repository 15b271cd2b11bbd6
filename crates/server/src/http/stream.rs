//! Event streams: `text/event-stream`, with heartbeats between events.
//!
//! A frame is serialized once, and all streams send the same bytes. Each stream has its own heartbeat timer.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{Stream, stream};
use serde::Serialize;
use service::CallerWatch;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// The time between heartbeats, which keep proxies from closing a stream. Tests use a shorter time.
const HEARTBEAT_INTERVAL: Duration = if cfg!(test) { Duration::from_millis(50) } else { Duration::from_secs(30) };
const HEARTBEAT: Bytes = Bytes::from_static(b": heartbeat\n\n");

/// An event as a frame of `text/event-stream`: its number, if events of the stream have numbers, its name, and its data
/// as JSON on one line.
pub(crate) fn event_frame(number: Option<u64>, name: &str, data: &impl Serialize) -> String {
    let data = serde_json::to_string(data).expect("texts, numbers and lists of them are JSON");
    json_frame(number, name, &data)
}

/// An event as a frame of `text/event-stream`, as [`event_frame`] writes it, with data that is JSON on one line
/// already.
pub(crate) fn json_frame(number: Option<u64>, name: &str, data: &str) -> String {
    let id = number.map(|number| format!("id: {number}\n")).unwrap_or_default();
    format!("{id}event: {name}\ndata: {data}\n\n")
}

/// The next item of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StreamItem {
    /// Frames, shared by all streams.
    Frames(Arc<str>),
    /// The stream is over.
    End,
    /// The client is too far behind and has to reconnect.
    TooSlow,
}

/// The source of the frames of a stream.
pub(crate) trait Source: Send + 'static {
    /// Waits for the next item. The future must be cancel-safe: dropping it loses no item.
    fn next(&mut self) -> impl Future<Output = StreamItem> + Send;

    /// Whether the stream must end. Called before every heartbeat.
    fn is_over(&self) -> impl Future<Output = bool> + Send;
}

/// A source that ends when its caller is no longer valid.
struct Guarded<S> {
    source: S,
    caller: CallerWatch,
}

impl<S: Source + Sync> Source for Guarded<S> {
    async fn next(&mut self) -> StreamItem {
        tokio::select! {
            item = self.source.next() => item,
            () = self.caller.ended() => StreamItem::End,
        }
    }

    async fn is_over(&self) -> bool {
        self.source.is_over().await || self.caller.is_over().await
    }
}

/// As [`event_stream`], but the stream also ends when the caller signs out, when their key is revoked, or when their
/// account or membership ends.
pub(crate) fn event_stream_for(caller: CallerWatch, source: impl Source + Sync) -> Response {
    event_stream(Guarded { source, caller })
}

/// A response that sends the frames of a source until the source ends or the client disconnects.
pub(crate) fn event_stream(source: impl Source) -> Response {
    let mut answer = Response::new(Body::from_stream(frames(source)));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    answer
}

/// The frames of a source, with heartbeats between them. Ends with an error when the client is too far behind.
fn frames(source: impl Source) -> impl Stream<Item = Result<Bytes, TooSlow>> + Send {
    let mut heartbeats = interval_at(Instant::now() + HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    stream::unfold(Some((source, heartbeats)), |state| async move {
        let (mut source, mut heartbeats) = state?;
        let item = tokio::select! {
            item = source.next() => item,
            _ = heartbeats.tick() => {
                let over = source.is_over().await;
                return (!over).then(|| (Ok(HEARTBEAT), Some((source, heartbeats))));
            }
        };
        match item {
            StreamItem::Frames(text) => Some((Ok(Bytes::from_owner(Text(text))), Some((source, heartbeats)))),
            StreamItem::End => None,
            StreamItem::TooSlow => Some((Err(TooSlow), None)),
        }
    })
}

/// The error that closes the connection of a client that is too far behind. The client reconnects for a snapshot.
#[derive(Debug, thiserror::Error)]
#[error("the client is too far behind")]
struct TooSlow;

/// Bytes of a shared text.
struct Text(Arc<str>);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    /// A source that returns these items, then waits forever.
    struct FixedSource(Vec<StreamItem>, bool);

    impl Source for FixedSource {
        async fn next(&mut self) -> StreamItem {
            if self.0.is_empty() { std::future::pending().await } else { self.0.remove(0) }
        }

        async fn is_over(&self) -> bool {
            self.1
        }
    }

    async fn check(source: FixedSource) -> String {
        let pieces: Vec<String> = frames(source)
            .take(4)
            .map(|piece| piece.map_or("cut".to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned()))
            .collect()
            .await;
        pieces.join("|")
    }

    fn frame(text: &str) -> StreamItem {
        StreamItem::Frames(text.into())
    }

    #[tokio::test]
    async fn a_stream_sends_frames_and_heartbeats_until_it_ends() {
        assert_eq!(check(FixedSource(vec![frame("a"), frame("b"), StreamItem::End], false)).await, "a|b");
        assert_eq!(check(FixedSource(vec![frame("a"), StreamItem::TooSlow], false)).await, "a|cut");
        let beat = ": heartbeat\n\n";
        assert_eq!(check(FixedSource(vec![frame("a")], false)).await, format!("a|{beat}|{beat}|{beat}"));
        assert_eq!(check(FixedSource(vec![frame("a")], true)).await, "a");
    }
}
