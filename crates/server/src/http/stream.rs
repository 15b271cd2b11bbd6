//! Event streams: `text/event-stream`, sent as it comes, with a sign of life in between.
//!
//! Every frame was written once by whoever tells it; all readers share those bytes. Each stream has a timer of its own.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{Stream, stream};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// How often a stream shows that it is alive, which keeps proxies from closing it; tests do not wait for it.
const BEAT: Duration = if cfg!(test) { Duration::from_millis(50) } else { Duration::from_secs(30) };
const HEARTBEAT: Bytes = Bytes::from_static(b": heartbeat\n\n");

/// What a stream sends next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StreamItem {
    /// Frames, shared by all readers of the event.
    Frames(Arc<str>),
    /// The stream is over.
    End,
    /// The reader is too far behind and has to connect again.
    TooSlow,
}

/// Where the frames of a stream come from.
pub(crate) trait Source: Send + 'static {
    /// Waits for what comes next. It may be broken off at any time, and must lose nothing by that.
    fn next(&mut self) -> impl Future<Output = StreamItem> + Send;

    /// Whether it has lasted long enough; asked with every sign of life.
    fn is_over(&self) -> impl Future<Output = bool> + Send;
}

/// An answer that goes on until its source ends or its reader leaves.
pub(crate) fn event_stream(source: impl Source) -> Response {
    let mut answer = Response::new(Body::from_stream(frames(source)));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    answer
}

fn frames(source: impl Source) -> impl Stream<Item = Result<Bytes, TooSlow>> + Send {
    let mut beats = interval_at(Instant::now() + BEAT, BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    stream::unfold(Some((source, beats)), |going| async move {
        let (mut source, mut beats) = going?;
        let item = tokio::select! {
            item = source.next() => item,
            _ = beats.tick() => {
                let over = source.is_over().await;
                return (!over).then(|| (Ok(HEARTBEAT), Some((source, beats))));
            }
        };
        match item {
            StreamItem::Frames(text) => Some((Ok(Bytes::from_owner(Text(text))), Some((source, beats)))),
            StreamItem::End => None,
            StreamItem::TooSlow => Some((Err(TooSlow), None)),
        }
    })
}

/// Why a connection is cut: its reader fell behind and finds its way back by the next snapshot.
#[derive(Debug, thiserror::Error)]
#[error("the reader is too far behind")]
struct TooSlow;

/// Text that is shared by all who send it.
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

    /// Tells these, then waits.
    struct Telling(Vec<StreamItem>, bool);

    impl Source for Telling {
        async fn next(&mut self) -> StreamItem {
            if self.0.is_empty() { std::future::pending().await } else { self.0.remove(0) }
        }

        async fn is_over(&self) -> bool {
            self.1
        }
    }

    async fn check(telling: Telling) -> String {
        let pieces: Vec<String> = frames(telling)
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
    async fn a_stream_sends_frames_and_signs_of_life_until_it_ends() {
        assert_eq!(check(Telling(vec![frame("a"), frame("b"), StreamItem::End], false)).await, "a|b");
        assert_eq!(check(Telling(vec![frame("a"), StreamItem::TooSlow], false)).await, "a|cut");
        let beat = ": heartbeat\n\n";
        assert_eq!(check(Telling(vec![frame("a")], false)).await, format!("a|{beat}|{beat}|{beat}"));
        assert_eq!(check(Telling(vec![frame("a")], true)).await, "a");
    }
}
