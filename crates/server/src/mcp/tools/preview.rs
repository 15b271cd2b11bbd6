//! Tools that return slides as HTML.

use service::{Error, Scope};

use super::{Answer, Call, Tool, and, deck, may, must};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "preview_slide",
            Scope::Read,
            "One slide as a self-contained HTML document, drawn exactly as it is shown and exported.",
            &and(deck(), [must("slideIndex", "integer", "0-based index of the slide").within(0, None)]),
            |call| Box::pin(preview_slide(call)),
        )
        .reading(),
        Tool::new(
            "preview_presentation",
            Scope::Read,
            "Slides as one self-contained HTML page, each with its number and type.",
            &and(deck(), [may("slideRange", "string", "0-based, such as 0-4 or 2; all slides when left out")]),
            |call| Box::pin(preview_presentation(call)),
        )
        .reading(),
    ]
}

async fn preview_slide(call: Call<'_>) -> Result<Answer, Error> {
    let id = call.arguments.deck()?;
    let index = call.arguments.needed_integer("slideIndex")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    Ok(Answer::Text(call.service.drawing.preview_slide(&deck, index).await?))
}

async fn preview_presentation(call: Call<'_>) -> Result<Answer, Error> {
    let id = call.arguments.deck()?;
    let range = call.arguments.number_or_text("slideRange")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    Ok(Answer::Text(call.service.drawing.preview_deck(&deck, range.as_deref()).await?))
}
