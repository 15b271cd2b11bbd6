//! The tool that creates a deck from slides that the model wrote.

use deck::SlideId;
use serde_json::{Value, json};
use service::{CreatedDeck, DeckFromSlides, Error, Scope};

use super::{Call, Tool, ToolOutput, optional, required, with_notices};

pub(super) fn tools() -> Vec<Tool> {
    let slide = json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "description": "Slide type, such as content-slide" },
            "content": { "type": "object", "description": "Fields of the type" },
            "notes": { "type": "string", "description": "Speaker notes" },
            "transition": { "type": "string", "description": "Into this slide: none, fade, slide, push, cube, morph" },
            "morphNames": {
                "type": "object",
                "description": "Names by field path ({\"image\": \"pump\"}); morph pairs parts of the same name",
            },
        },
        "required": ["type", "content"],
    });
    vec![Tool::new(
        "create_presentation_from_slides",
        Scope::Write,
        "Makes a presentation of slides you write yourself, as given, without AI. Get the types and their fields from \
         get_slide_types first. With validation strict (default) the first mistake stops it, nothing is written, and the \
         error names slide and field; with fix, text is cut and lists are padded, and appliedFixes says where. Example \
         slide: {\"type\": \"quote-slide\", \"content\": {\"quote\": \"Build for the tide.\"}}",
        &[
            required("title", "string", "Title of the deck"),
            required("slides", "array", "1 to 50 slides in order")
                .with("items", slide)
                .with("minItems", json!(1))
                .with("maxItems", json!(50)),
            optional("theme", "string", "Theme id from list_themes").with("default", json!("default")),
            optional("lang", "string", "Language code of the texts, such as en-GB or nl"),
            optional("ownerEmail", "string", "Who owns the deck instead of you: a member of your organization"),
            optional("validation", "string", "strict refuses mistakes, fix repairs what it can")
                .of(&["strict", "fix"], Some("strict")),
            optional("auto_prepend_title", "boolean", "Put a title slide first when the first slide is none")
                .with("default", json!(false)),
        ],
        |call| Box::pin(create(call)),
    )
    .additive()]
}

async fn create(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let slides = arguments.list("slides")?;
    let fix = arguments.choice("validation", &["strict", "fix"], "strict")? == "fix";
    let written = DeckFromSlides {
        title: arguments.required_text("title")?,
        slides: &slides,
        theme: arguments.nonblank_text("theme")?.unwrap_or("default"),
        lang: arguments.language("lang")?,
        owner: arguments.nonblank_text("ownerEmail")?,
        fix,
        prepend_title: arguments.flag("auto_prepend_title", false)?,
    };
    let CreatedDeck { view, fixes, notices } = call.service.decks.create_from_slides(call.caller, written).await?;
    let deck = view.deck();
    let slides = deck.slides.iter().enumerate();
    let slides: Vec<Value> = slides
        .map(|(index, slide)| json!({ "index": index, "type": view.type_name(slide), "title": view.title_of(slide) }))
        .collect();
    let count = slides.len();
    let mut answer = json!({
        "id": view.id(), "title": deck.title, "theme": deck.theme, "lang": deck.lang, "slideCount": count,
        "slides": slides,
    });
    if fix {
        let fixes = fixes.iter();
        let fixes: Vec<Value> =
            fixes.map(|fix| json!({ "slideIndex": fix.slide, "field": fix.field, "change": fix.change })).collect();
        answer["appliedFixes"] = json!(fixes);
    }
    let answer = call.with_urls(with_notices(answer, &notices), view.id(), true);
    let ids: Vec<SlideId> = deck.slides.iter().map(|slide| slide.id.clone()).collect();
    Ok(ToolOutput::Json(call.with_findings(answer, view.id(), &ids).await))
}
