//! Tools that show slides: as HTML, or as pictures with the findings on them.

use serde_json::{Value, json};
use service::{Error, PictureForm, Scope, SlidePictures};

use super::findings::as_json;
use super::{Argument, Call, Tool, ToolOutput, deck_arguments, joined, optional, slide_arguments};

/// The default width of a picture of one slide, in pixels.
const SLIDE_WIDTH: usize = 800;
/// The default width of a sheet of twelve slides, in pixels: the slides are legible and the picture costs less than
/// 1,600 tokens.
const SHEET_WIDTH: usize = 1180;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "preview_slide",
            Scope::Read,
            "One slide, drawn exactly as it is shown and exported. format png gives a picture (about 480 tokens) and the \
             findings: what is cut, small, empty, uneven or hard to read, and how many characters fit. html gives a \
             self-contained document.",
            &joined(joined(deck_arguments(), slide_arguments()), display_arguments()),
            |call| Box::pin(preview_slide(call)),
        )
        .read_only(),
        Tool::new(
            "preview_presentation",
            Scope::Read,
            "Slides, drawn exactly as they are shown and exported. sheet true gives up to 20 numbered \
             slides on one picture (a dozen in about 1,550 tokens) and the findings of each: what is cut, small, empty, \
             uneven or hard to read. html gives one self-contained page.",
            &joined(
                deck_arguments(),
                joined(
                    [optional("slideRange", "string", "0-based, such as 0-4 or 2; all slides when left out")],
                    joined(
                        display_arguments(),
                        [optional("sheet", "boolean", "A picture with numbered slides, up to 20 on each")
                            .with("default", json!(false))],
                    ),
                ),
            ),
            |call| Box::pin(preview_presentation(call)),
        )
        .read_only(),
    ]
}

/// The arguments for the format and the width of a preview.
fn display_arguments() -> [Argument<'static>; 2] {
    [
        optional("format", "string", "html, or png to see it").of(&["html", "png"], Some("html")),
        optional("width", "integer", "Width of a picture in pixels; 800 for a slide, 1180 for a sheet when left out")
            .within(320, Some(1920)),
    ]
}

/// The width of the pictures in pixels; none when HTML is requested. `format` is the default of that argument.
fn picture_width(call: Call<'_>, format: &'static str, default: usize) -> Result<Option<u16>, Error> {
    let width = call.arguments.count("width", 320..=1920, default)?;
    // The original interface ignores `format` as an unknown argument, so any value but `png` gets the HTML page.
    let is_picture = call.arguments.all().get("format").map_or(Some(format), Value::as_str) == Some("png");
    Ok(is_picture.then(|| u16::try_from(width).unwrap_or(u16::MAX)))
}

/// The HTML page as output. A comment in it says when `format` is unknown, or when `width` is given, which only applies
/// to pictures.
fn page(call: Call<'_>, mut page: String) -> ToolOutput {
    if call.arguments.all().contains_key("width") {
        page.push_str("\n<!-- width: only for format png; this is html -->");
    }
    if call.arguments.all().get("format").is_some_and(|format| format != "html") {
        page.push_str("\n<!-- format: expected html or png; this is html -->");
    }
    ToolOutput::Text(page)
}

async fn preview_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, slide) = (call.arguments.deck()?, call.slide()?);
    let width = picture_width(call, "html", SLIDE_WIDTH)?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    match width {
        Some(width) => Ok(pictures(call.service.drawing.picture_slide(&deck, &slide, width).await?)),
        None => Ok(page(call, call.service.drawing.preview_slide(&deck, &slide).await?)),
    }
}

async fn preview_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let range = call.arguments.number_or_text("slideRange")?;
    let is_sheet = call.arguments.flag("sheet", false)?;
    let (format, default) = if is_sheet { ("png", SHEET_WIDTH) } else { ("html", SLIDE_WIDTH) };
    let width = picture_width(call, format, default)?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    let drawing = &call.service.drawing;
    match width {
        Some(width) => {
            let form = if is_sheet { PictureForm::Sheets(width) } else { PictureForm::Slides(width) };
            Ok(pictures(drawing.picture_deck(&deck, range.as_deref(), form).await?))
        }
        None if is_sheet => Err(Error::invalid("sheet: a sheet is a picture; pass format png or none")),
        None => Ok(page(call, drawing.preview_deck(&deck, range.as_deref()).await?)),
    }
}

/// Pictures as output, with the number of slides and the design findings on them.
fn pictures(SlidePictures { pictures, shown: (from, until), findings }: SlidePictures) -> ToolOutput {
    let mut about = json!({ "slides": until - from, "findings": as_json(&findings) });
    if until > from {
        about["firstSlideIndex"] = json!(from);
    }
    ToolOutput::Pictures(pictures, about)
}
