//! Tools of the author: decks and slides from text, and changes of decks.

use deck::SlideId;
use serde_json::{Value, json};
use service::{Appended, AuthoredDeck, DeckEdit, Error, Intensity, NewText, Scope};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required, slide_arguments, with_notices};
use crate::routes::change_name;

pub(super) fn tools() -> Vec<Tool> {
    let vendor = || optional("vendor", "string", "AI provider for this call instead of the configured one");
    vec![
        Tool::new(
            "create_presentation",
            Scope::Ai,
            "Writes a whole presentation from free text: notes, a report, a transcript. To write the slides yourself use \
             create_presentation_from_slides.",
            &[
                required("content", "string", "The text to make a deck of"),
                optional("title", "string", "Title of the deck; taken from the text when left out"),
                optional("theme", "string", "Theme id from list_themes").with("default", json!("default")),
                optional("lang", "string", "Language code; detected when left out"),
                optional("speaker", "string", "Who presents; stands on the title slide"),
                optional(
                    "ownerEmail",
                    "string",
                    "Who owns the deck instead of you: a member of your organization",
                ),
                vendor(),
            ],
            |call| Box::pin(create_presentation(call)),
        )
        .additive(),
        Tool::new(
            "append_slides",
            Scope::Ai,
            "Writes further slides from text and puts them before the closing slides.",
            &joined(deck_arguments(), [required("content", "string", "The text to add"), vendor()]),
            |call| Box::pin(append_slides(call)),
        )
        .additive(),
        Tool::new(
            "convert_slide",
            Scope::Ai,
            "Restructures a slide for any other type without losing its text.",
            &joined(
                joined(deck_arguments(), slide_arguments()),
                [required("targetType", "string", "The type that the slide gets"), vendor()],
            ),
            |call| Box::pin(convert_slide(call)),
        ),
        Tool::new(
            "iterate_presentation",
            Scope::Ai,
            "Changes a deck by a plain instruction and saves it, such as: shorten slide 3. Slide numbers in the \
             instruction count from 1.",
            &joined(deck_arguments(), [required("command", "string", "The instruction"), vendor()]),
            |call| Box::pin(iterate_presentation(call)),
        ),
        Tool::new(
            "compress_presentation",
            Scope::Ai,
            "Finds slides to merge or remove. Only with apply true is the deck changed.",
            &joined(
                deck_arguments(),
                [
                    optional("apply", "boolean", "Really change the deck").with("default", json!(false)),
                    optional("intensity", "string", "How much to cut")
                        .of(&["moderate", "aggressive"], Some("moderate")),
                    vendor(),
                ],
            ),
            |call| Box::pin(compress_presentation(call)),
        ),
        Tool::new(
            "analyze_presentation",
            Scope::Ai,
            "Suggestions for a better deck: language, structure, balance, brevity. Changes nothing.",
            &joined(deck_arguments(), [vendor()]),
            |call| Box::pin(analyze_presentation(call)),
        )
        .read_only(),
    ]
}

async fn create_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let text = NewText {
        content: arguments.required_text("content")?,
        title: arguments.nonblank_text("title")?,
        speaker: arguments.nonblank_text("speaker")?,
        theme: arguments.nonblank_text("theme")?,
        lang: arguments.language("lang")?,
        owner: arguments.nonblank_text("ownerEmail")?,
        vendor: arguments.nonblank_text("vendor")?,
        ..NewText::default()
    };
    let request = call.service.author.check_deck_request(call.caller, text).await?;
    let (author, notices) = (call.service.author.name_of(text.vendor)?, request.notices().to_vec());
    let AuthoredDeck { view, warnings, .. } = call.service.author.write_deck(call.caller, request).await?;
    let deck = view.deck();
    let slides = deck.slides.iter().enumerate();
    let slides: Vec<Value> = slides
        .map(|(index, slide)| json!({ "index": index, "type": view.type_name(slide), "title": view.title_of(slide) }))
        .collect();
    let mut answer = json!({
        "id": view.id(), "title": deck.title, "theme": deck.theme, "slideCount": view.slide_count(), "slides": slides,
        "author": author,
    });
    if !warnings.is_empty() {
        answer["warnings"] = json!(warnings);
    }
    let answer = call.with_urls(with_notices(answer, &notices), view.id(), true);
    let ids: Vec<SlideId> = deck.slides.iter().map(|slide| slide.id.clone()).collect();
    Ok(ToolOutput::Json(call.with_findings(answer, view.id(), &ids).await))
}

async fn append_slides(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, content) = (call.arguments.deck()?, call.arguments.required_text("content")?);
    let vendor = call.arguments.nonblank_text("vendor")?;
    let request = call.service.author.check_slides_request(content, vendor)?;
    let author = call.service.author.name_of(vendor)?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    let Appended { view, at, count } = call.service.author.write_slides(&deck, request).await?;
    let deck = view.deck();
    let new = deck.slides.iter().skip(at.unwrap_or_default()).take(count);
    let ids: Vec<SlideId> = new.clone().map(|slide| slide.id.clone()).collect();
    let new: Vec<Value> =
        new.map(|slide| json!({ "type": view.type_name(slide), "title": view.title_of(slide) })).collect();
    let mut answer =
        json!({ "appended": count, "totalSlides": view.slide_count(), "newSlides": new, "author": author });
    if let Some(at) = at {
        answer["insertedAt"] = json!(at);
    }
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &ids).await))
}

async fn convert_slide(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let (id, slide) = (arguments.deck()?, call.slide()?);
    let (target, vendor) = (arguments.required_text("targetType")?, arguments.nonblank_text("vendor")?);
    let deck = call.service.decks.granted(call.caller, &id).await?;
    let converted = call.service.author.convert_slide(&deck, &slide, target, vendor).await?;
    let answer = json!({
        "converted": true, "slideIndex": converted.index, "fromType": converted.from, "toType": converted.to,
        "content": converted.content, "author": call.service.author.name_of(vendor)?,
    });
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &[converted.slide]).await))
}

async fn iterate_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, command) = (call.arguments.deck()?, call.arguments.required_text("command")?);
    let vendor = call.arguments.nonblank_text("vendor")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    let iteration = call.service.author.iterate(&deck, command, vendor).await?;
    let changes = iteration.changes.iter();
    let changes: Vec<Value> = changes
        .map(|change| {
            json!({ "slideIndex": change.index, "action": change_name(change.kind), "reasoning": change.reason })
        })
        .collect();
    let deck_edit = iteration.deck_edit.iter().map(|change| match change {
        DeckEdit::Title(title) => ("title", title),
        DeckEdit::Theme(theme) => ("theme", theme),
    });
    let deck_edit = deck_edit.map(|(action, value)| {
        json!({ "slideIndex": null, "action": action, "reasoning": format!("the {action} of the deck is `{value}`") })
    });
    let changes: Vec<Value> = changes.into_iter().chain(deck_edit).collect();
    let answer = json!({
        "applied": iteration.followed, "targetSlideIndex": iteration.target, "summary": iteration.summary,
        "modifications": changes, "totalSlides": iteration.total, "author": iteration.author,
    });
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &iteration.slides).await))
}

async fn compress_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let (id, apply) = (arguments.deck()?, arguments.flag("apply", false)?);
    let intensity_name = arguments.choice("intensity", &["moderate", "aggressive"], "moderate")?;
    let intensity = Intensity::named(intensity_name).unwrap_or(Intensity::Moderate);
    let vendor = arguments.nonblank_text("vendor")?;
    let (decks, author) = (&call.service.decks, &call.service.author);
    let compression = if apply {
        author.compress(&decks.granted(call.caller, &id).await?, intensity, vendor).await?
    } else {
        author.find_compression(&decks.granted(call.caller, &id).await?, intensity, vendor).await?
    };
    let merges = compression
        .merges
        .iter()
        .map(|merge| json!({ "slideIndexes": merge.slides, "reason": merge.reason, "mergedTitle": merge.title }));
    let removals =
        compression.removals.iter().map(|removal| json!({ "slideIndex": removal.index, "reason": removal.reason }));
    let mut answer = json!({
        "applied": apply, "author": call.service.author.name_of(vendor)?, "merges": compression.merges.len(),
        "removals": compression.removals.len(),
        "recommendations": {
            "merges": merges.collect::<Vec<_>>(), "removals": removals.collect::<Vec<_>>(),
            "summary": compression.summary, "originalCount": compression.before,
            "recommendedCount": compression.recommended(), "vendor": compression.vendor,
        },
    });
    if let Some(after) = compression.after {
        answer["slidesAfter"] = json!(after);
    }
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &compression.slides).await))
}

async fn analyze_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let vendor = call.arguments.nonblank_text("vendor")?;
    let deck = call.service.decks.granted(call.caller, &id).await?;
    let analysis = call.service.author.analyze(&deck, vendor).await?;
    let suggestions = analysis.suggestions.iter().map(|(suggestion, key)| {
        let proposed = suggestion.proposed.as_ref().map(|proposed| json!({ "type": key, "title": proposed.title }));
        json!({
            "slideIndex": suggestion.slide_index, "category": suggestion.category.name(), "body": suggestion.body.text(),
            "proposedSlide": proposed,
        })
    });
    let suggestions: Vec<Value> = suggestions.collect();
    Ok(ToolOutput::Json(json!({
        "slideCount": analysis.slide_count, "suggestionCount": suggestions.len(), "suggestions": suggestions,
        "author": call.service.author.name_of(vendor)?,
    })))
}
