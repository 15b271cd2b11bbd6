//! Tools for decks in two steps: an outline of a text or a document, then the deck from the arranged outline.

use deck::SlideId;
use serde_json::{Value, json};
use service::{AuthoredDeck, Error, NewText, OutlineSlide, Outlined, ReadDocument, Scope};

use super::{Argument, Call, Tool, ToolOutput, joined, optional, required, with_notices};
use crate::routes::{SourceJson, UsageJson};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "create_outline",
            Scope::Ai,
            "The outline of a deck from a text or a document: titles and types of its slides, each with an id and the \
             sentences that it comes from, and a theme that suits it. Writes nothing. Arrange the slides and send them to create_from_outline.",
            &source_arguments(),
            |call| Box::pin(create_outline(call)),
        )
        .read_only(),
        Tool::new(
            "create_from_outline",
            Scope::Ai,
            "Writes a deck from the outline of create_outline as you arranged it: reordered, without some slides, with other \
             titles or types, or with several slides merged. Needs the same content or documentId, slides, lang and vendor as \
             create_outline.",
            &joined(
                source_arguments(),
                [
                    required(
                        "outline",
                        "array",
                        "Slides in order: {id} as outlined; {ids: [..]} merges; title and type change a slide; points and \
                         notes as create_outline gave them",
                    )
                    .with("items", json!({ "type": "object" })),
                    optional("theme", "string", "Theme id from list_themes").with("default", json!("default")),
                    optional("speaker", "string", "Who presents; stands on the title slide"),
                ],
            ),
            |call| Box::pin(create_from_outline(call)),
        )
        .additive(),
    ]
}

/// The arguments that describe a source and the deck to make from it.
fn source_arguments() -> [Argument<'static>; 6] {
    [
        optional("content", "string", "The text to make a deck of; this or documentId is required"),
        optional("documentId", "string", "A document sent to an address of begin_upload with purpose document"),
        optional("slides", "integer", "The most slides; as the text needs when left out").within(3, Some(40)),
        optional("title", "string", "Title of the deck; taken from the source when left out"),
        optional("lang", "string", "Language code; detected when left out"),
        optional("vendor", "string", "AI provider for this call instead of the configured one"),
    ]
}

/// The stored document that `documentId` names; none when the argument is absent. Fails when the document has expired.
async fn document(call: Call<'_>) -> Result<Option<ReadDocument>, Error> {
    let Some(id) = call.arguments.nonblank_text("documentId")? else { return Ok(None) };
    match call.service.author.kept_document(call.caller, &id.into()).await {
        Ok(document) => Ok(Some(document)),
        // The error text of the use case is for the app, where the field has another name, so it is replaced.
        Err(Error::Invalid(_)) => Err(Error::invalid(
            "documentId: the document is not kept any more; call begin_upload with purpose document and send it again",
        )),
        Err(error) => Err(error),
    }
}

/// The source and the options in the arguments of a call.
fn source<'a>(call: Call<'a>, document: Option<&'a ReadDocument>) -> Result<NewText<'a>, Error> {
    let arguments = call.arguments;
    let slides = arguments.integer("slides")?;
    let slides = slides.map(|slides| usize::try_from(slides).unwrap_or_default());
    Ok(NewText {
        content: arguments.text("content")?.unwrap_or_default(),
        document,
        slides,
        title: arguments.nonblank_text("title")?,
        lang: arguments.language("lang")?,
        vendor: arguments.nonblank_text("vendor")?,
        ..NewText::default()
    })
}

async fn create_outline(call: Call<'_>) -> Result<ToolOutput, Error> {
    let document = document(call).await?;
    let source = source(call, document.as_ref())?;
    let author = &call.service.author;
    let request = author.check_deck_request(call.caller, source).await?;
    let Outlined { outline, theme, usage } = author.outline_deck(call.caller, &request).await?;
    let slides = outline.slides.iter().map(|slide| {
        let mut row = json!({ "id": slide.ids.first(), "type": slide.key, "title": slide.title });
        if !slide.points.is_empty() {
            row["points"] = json!(slide.points);
        }
        if !slide.notes.is_empty() {
            row["notes"] = json!(slide.notes);
        }
        if !slide.sources.is_empty() {
            row["sources"] = json!(slide.sources.iter().map(SourceJson::from).collect::<Vec<_>>());
        }
        row
    });
    let mut answer = json!({
        "title": outline.title, "language": outline.language, "slides": slides.collect::<Vec<_>>(),
        "theme": { "id": theme.id, "why": theme.reason.sentence() }, "author": author.name_of(source.vendor)?,
    });
    if let Some(usage) = usage {
        answer["usage"] = json!(UsageJson::from(usage));
    }
    Ok(ToolOutput::Json(answer))
}

async fn create_from_outline(call: Call<'_>) -> Result<ToolOutput, Error> {
    let outline = call.arguments.list("outline")?;
    let outline = outline.iter().enumerate().map(outline_slide).collect::<Result<Vec<_>, _>>()?;
    let document = document(call).await?;
    let text = NewText {
        outline: Some(&outline),
        theme: call.arguments.nonblank_text("theme")?,
        speaker: call.arguments.nonblank_text("speaker")?,
        ..source(call, document.as_ref())?
    };
    let author = &call.service.author;
    let request = author.check_deck_request(call.caller, text).await?;
    let notices = request.notices().to_vec();
    let AuthoredDeck { view, warnings, usage } = author.write_deck(call.caller, request).await?;
    let deck = view.deck();
    let slides = deck.slides.iter().enumerate();
    let slides: Vec<Value> = slides
        .map(|(index, slide)| json!({ "index": index, "type": view.type_name(slide), "title": view.title_of(slide) }))
        .collect();
    let mut answer = json!({
        "id": view.id(), "title": deck.title, "theme": deck.theme, "slideCount": view.slide_count(), "slides": slides,
        "author": author.name_of(text.vendor)?,
    });
    if !warnings.is_empty() {
        answer["warnings"] = json!(warnings);
    }
    if let Some(usage) = usage {
        answer["usage"] = json!(UsageJson::from(usage));
    }
    let answer = call.with_urls(with_notices(answer, &notices), view.id(), true);
    let ids: Vec<SlideId> = deck.slides.iter().map(|slide| slide.id.clone()).collect();
    Ok(ToolOutput::Json(call.with_findings(answer, view.id(), &ids).await))
}

/// Parses one entry of the argument `outline`.
fn outline_slide((index, entry): (usize, &Value)) -> Result<OutlineSlide, Error> {
    let invalid = |name: &str, expected: &str| Error::invalid(format!("outline[{index}]{name}: expected {expected}"));
    let fields = entry.as_object().ok_or_else(|| invalid("", "an object such as {\"id\": \"s1\"}"))?;
    let text = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(invalid(&format!(".{name}"), "a text")),
    };
    let texts = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(entries)) => entries
            .iter()
            .map(|entry| {
                entry.as_str().map(str::to_owned).ok_or_else(|| invalid(&format!(".{name}"), "a list of texts"))
            })
            .collect(),
        Some(_) => Err(invalid(&format!(".{name}"), "a list of texts")),
    };
    let mut ids = texts("ids")?;
    ids.extend(text("id")?);
    Ok(OutlineSlide {
        ids,
        key: text("type")?,
        title: text("title")?,
        points: texts("points")?,
        notes: text("notes")?.unwrap_or_default(),
        ..OutlineSlide::default()
    })
}
