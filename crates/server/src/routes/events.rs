//! The stream of an open editor.

use axum::extract::State;
use axum::response::Response;
use service::{DeckId, EditorEvents, Told};

use crate::http::{App, By, Path, Query, Read, Result, Source, event_stream};

/// What happens to a deck, until the right to read it ends.
pub(crate) async fn listen(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let events = app.service.editing.events(&caller, &id, query.text("client").as_deref()).await?;
    Ok(event_stream(Editor { events, told: 0 }))
}

/// An open editor, and how many frames it was sent.
struct Editor {
    events: EditorEvents,
    told: u64,
}

impl Source for Editor {
    async fn next(&mut self) -> Told {
        let frame = match self.told {
            0 => ": open\n\n".to_owned(),
            id => match self.events.next().await {
                Some(event) => format!("id: {id}\nevent: {}\ndata: {}\n\n", event.name, event.data),
                None => return Told::End,
            },
        };
        self.told += 1;
        Told::Frames(frame.into())
    }

    async fn is_over(&self) -> bool {
        !self.events.may_read().await
    }
}
