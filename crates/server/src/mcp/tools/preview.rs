//! Tools that return slides as HTML.

use service::{Error, Scope};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "preview_slide",
            Scope::Read,
            "One slide as a self-contained HTML document, drawn exactly as it is shown and exported.",
            &joined(
                deck_arguments(),
                [required("slideIndex", "integer", "0-based index of the slide").within(0, None)],
            ),
            |call| Box::pin(preview_slide(call)),
        )
        .read_only(),
        Tool::new(
            "preview_presentation",
            Scope::Read,
            "Slides as one self-contained HTML page, each with its number and type.",
            &joined(
                deck_arguments(),
                [optional("slideRange", "string", "0-based, such as 0-4 or 2; all slides when left out")],
            ),
            |call| Box::pin(preview_presentation(call)),
        )
        .read_only(),
    ]
}

async fn preview_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let index = call.arguments.required_integer("slideIndex")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    Ok(ToolOutput::Text(call.service.drawing.preview_slide(&deck, index).await?))
}

async fn preview_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let range = call.arguments.number_or_text("slideRange")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    Ok(ToolOutput::Text(call.service.drawing.preview_deck(&deck, range.as_deref()).await?))
}
