//! Tools for the slide library: search it, and insert one of its slides into a deck.

use deck::SlideId;
use serde_json::{Value, json};
use service::{Error, LibraryInsertion, LibrarySlideId, LibrarySlideView, MayWrite, Scope};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required};
use crate::http::Iso;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "search_library",
            Scope::Read,
            "Slides that the organization keeps to be reused, such as prices, the team or a disclaimer, last changed \
             first: id, name, tags, type, content and revision. Look here before you write a slide that others need, too.",
            &[
                optional("query", "string", "Words in name, tags or text of the slide; all slides when left out"),
                optional("tag", "string", "Only slides with this tag"),
                optional("limit", "integer", "How many to list").within(1, Some(50)).with("default", json!(10)),
                optional("offset", "integer", "How many to skip").within(0, None).with("default", json!(0)),
            ],
            |call| Box::pin(search_library(call)),
        )
        .read_only(),
        Tool::new(
            "insert_library_slide",
            Scope::Write,
            "Takes a slide of the library (search_library) into a deck, in the theme of the deck: as a new slide, or in \
             place of the slide that replaceSlideId names, which keeps its id and its notes. A linked slide shows editors \
             of the deck when the library has a newer revision; replace it by the same libraryId to take that one.",
            &joined(
                deck_arguments(),
                [
                    required("libraryId", "string", "Id of the slide of the library"),
                    optional("position", "integer", "0-based place; at the end when left out").within(0, None),
                    optional("replaceSlideId", "string", "Id of the slide of the deck that it replaces"),
                    optional("linked", "boolean", "Stays linked with the library; a copy when false")
                        .with("default", json!(false)),
                ],
            ),
            |call| Box::pin(insert_library_slide(call)),
        ),
    ]
}

async fn search_library(call: Call<'_>) -> Result<ToolOutput, Error> {
    let search = call.arguments.nonblank_text("query")?.unwrap_or_default();
    let tag = call.arguments.nonblank_text("tag")?;
    let (limit, offset) = (call.arguments.count("limit", 1..=50, 10)?, call.arguments.count("offset", 0..=100_000, 0)?);
    let (page, tags) = call.service.slide_library.list(call.caller, search, tag, limit, offset).await?;
    let row = |LibrarySlideView { stored, type_name, .. }: &LibrarySlideView| {
        let content = stored.deck.slides.first().map(|slide| &slide.content);
        json!({
            "libraryId": stored.id, "name": stored.name, "tags": stored.tags, "type": type_name, "content": content,
            "language": stored.deck.lang, "revision": stored.revision, "addedBy": stored.added_by,
            "updatedAt": Iso(stored.updated_at),
        })
    };
    let slides: Vec<Value> = page.rows.iter().map(row).collect();
    let mut answer = json!({ "slides": slides, "total": page.total });
    if slides.is_empty() && !tags.is_empty() {
        answer["tags"] = json!(tags);
    }
    Ok(ToolOutput::Json(answer))
}

async fn insert_library_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let library_id = LibrarySlideId::from(call.arguments.required_text("libraryId")?);
    let position = match call.arguments.integer("position")? {
        None => None,
        Some(given) => Some(usize::try_from(given).map_err(|_| {
            Error::invalid(format!("position: expected 0 or more (left out: at the end), got {given}"))
        })?),
    };
    let insertion = LibraryInsertion {
        replaces: call.arguments.nonblank_text("replaceSlideId")?.map(SlideId::from),
        position,
        linked: call.arguments.flag("linked", false)?,
    };
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let slide = call.service.slide_library.slide(call.caller, &library_id).await?;
    let inserted = call.service.slide_library.insert(&deck, &slide.stored, &insertion).await?;
    let answer = json!({
        "inserted": true, "slideId": inserted.id, "position": inserted.position, "type": slide.type_name,
        "libraryRevision": slide.stored.revision, "totalSlides": inserted.total,
    });
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &[inserted.id]).await))
}
