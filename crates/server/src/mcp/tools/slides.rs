//! Tools for single slides.

use serde_json::{Value, json};
use service::{Error, MayWrite, NewSlide, Scope, SlideUpdate};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required, slide_arguments, with_notices};

pub(super) fn tools() -> Vec<Tool> {
    let index = |name: &'static str, about: &str| required(name, "integer", about).within(0, None);
    vec![
        Tool::new(
            "add_slide",
            Scope::Write,
            "Adds one slide. Fields you leave out take the type's defaults; the result must keep to the rules of the \
             type (get_slide_types).",
            &joined(
                deck_arguments(),
                [
                    required("type", "string", "Slide type, such as list-slide"),
                    required("content", "object", "Fields of the type"),
                    optional("position", "integer", "0-based place; at the end when left out").within(0, None),
                    optional("notes", "string", "Speaker notes"),
                ],
            ),
            |call| Box::pin(add_slide(call)),
        )
        .additive(),
        Tool::new(
            "update_slide",
            Scope::Write,
            "Changes fields of one slide: each key given replaces the old value whole, null removes it, the rest stays. \
             notes replaces the speaker notes. type converts first, only between content and image-text, image to \
             image-text, list to content, title and chapter title; use convert_slide for any other. Several slides at \
             once: edit_slides.",
            &joined(
                joined(deck_arguments(), slide_arguments()),
                [
                    optional("content", "object", "The fields to change; required without notes or type"),
                    optional("notes", "string", "New speaker notes; an empty text removes them"),
                    optional("type", "string", "Turn the slide into this type first"),
                ],
            ),
            |call| Box::pin(update_slide(call)),
        )
        .idempotent(),
        Tool::new(
            "remove_slide",
            Scope::Write,
            "Removes one slide for good; the slides behind it move up.",
            &joined(deck_arguments(), slide_arguments()),
            |call| Box::pin(remove_slide(call)),
        ),
        Tool::new(
            "reorder_slides",
            Scope::Write,
            "Moves one slide: it is taken out at fromIndex and inserted at toIndex of what is left.",
            &joined(
                deck_arguments(),
                [index("fromIndex", "0-based index now"), index("toIndex", "0-based index afterwards")],
            ),
            |call| Box::pin(reorder_slides(call)),
        )
        .additive(),
    ]
}

async fn add_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let slide = NewSlide {
        type_name: call.arguments.required_text("type")?.to_owned(),
        content: call.arguments.object("content")?.into_owned(),
        notes: call.arguments.text("notes")?.unwrap_or_default().to_owned(),
    };
    let position = match call.arguments.integer("position")? {
        None => None,
        Some(given) => Some(usize::try_from(given).map_err(|_| {
            Error::invalid(format!("position: expected 0 or more (left out, the slide goes to the end), got {given}"))
        })?),
    };
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let added = call.service.decks.add_slide(&deck, slide, position).await?;
    let mut answer = json!({
        "added": true, "slideId": added.slide.id, "position": added.position, "type": added.type_name,
        "totalSlides": added.total,
    });
    if !added.filled.is_empty() {
        answer["filledDefaults"] = json!(added.filled);
    }
    let answer = with_notices(answer, &added.notices);
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &[added.slide.id]).await))
}

async fn update_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let slide = call.slide()?;
    let (type_name, notes) = (call.arguments.nonblank_text("type")?, call.arguments.text("notes")?);
    let takes_content = (type_name.is_none() && notes.is_none()) || call.arguments.all().contains_key("content");
    let content = if takes_content { Some(call.arguments.object("content")?) } else { None };
    let change = SlideUpdate { type_name, content: content.as_deref(), notes };
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let updated = match call.service.decks.update_slide(&deck, &slide, change).await {
        Err(Error::Conversion(fault)) => {
            return Err(Error::invalid(format!("{fault}. convert_slide restructures a slide for any type")));
        }
        updated => updated?,
    };
    let answer = json!({
        "updated": true, "slideIndex": updated.position, "type": updated.type_name, "content": updated.slide.content,
    });
    let answer = with_notices(answer, &updated.notices);
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &[updated.slide.id]).await))
}

async fn remove_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let slide = call.slide()?;
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let removed = call.service.decks.remove_slide(&deck, &slide).await?;
    Ok(ToolOutput::Json(json!({
        "removed": true, "slideIndex": removed.position, "removedType": removed.type_name,
        "removedTitle": removed.title, "totalSlides": removed.total,
    })))
}

async fn reorder_slides(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let (from, to) = (call.arguments.required_integer("fromIndex")?, call.arguments.required_integer("toIndex")?);
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let moved = call.service.decks.move_slide(&deck, from, to).await?;
    let slide: Value = json!({ "type": moved.type_name, "title": moved.title });
    Ok(ToolOutput::Json(json!({ "moved": true, "slide": slide, "from": from, "to": moved.position })))
}
