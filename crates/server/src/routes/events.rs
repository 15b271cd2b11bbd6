//! The stream of an open editor.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use tokio::time::{Instant, sleep_until};

use crate::http::{App, By, Path, Read, Result};

/// How often a stream says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// What happens to a deck, until the right to read it ends.
pub(crate) async fn listen(State(app): State<App>, caller: By<Read>, Path(id): Path<String>) -> Result<Response> {
    let events = app.service.editor_events(&caller, &id).await?;
    let frames = stream::unfold((events, 0_u64, Instant::now() + HEARTBEAT), |(mut events, id, beat)| async move {
        let frame = |text: String| std::result::Result::<_, Infallible>::Ok(Bytes::from(text));
        if id == 0 {
            return Some((frame(": open\n\n".to_owned()), (events, 1, beat)));
        }
        tokio::select! {
            event = events.next() => {
                let event = event?;
                let text = format!("id: {id}\nevent: {}\ndata: {}\n\n", event.name, event.data);
                Some((frame(text), (events, id + 1, beat)))
            }
            () = sleep_until(beat) => {
                let next = (events, id, beat + HEARTBEAT);
                if next.0.may_read().await { Some((frame(": heartbeat\n\n".to_owned()), next)) } else { None }
            }
        }
    });
    let mut answer = Response::new(Body::from_stream(frames));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    answer.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(answer)
}
