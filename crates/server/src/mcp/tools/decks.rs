//! Tools for decks: list, read, validate, export, copy and delete.

use serde_json::{Value, json};
use service::{AccessLevel, DeckId, DeckView, Error, MayOwn, MayRead, Ownership, Scope};

use super::findings::as_json;
use super::{Call, Tool, ToolOutput, deck_arguments, deck_or_alias, joined, optional, required};
use crate::http::Iso;

/// The name of each export format in the arguments, and the last part of its export path.
const FORMATS: [(&str, &str); 5] =
    [("pdf", "pdf-slides.pdf"), ("pptx", "pptx"), ("html", "html"), ("json", "json"), ("png-zip", "png.zip")];

pub(super) fn tools() -> Vec<Tool> {
    let formats = FORMATS.map(|(format, _)| format);
    vec![
        Tool::new(
            "list_presentations",
            Scope::Read,
            "Presentations you can reach, newest first, with id, title and slide count. total counts them all.",
            &[
                optional("limit", "integer", "How many to list").within(1, Some(100)).with("default", json!(50)),
                optional("ownership", "string", "Your own, those others share with you, or both")
                    .of(&["owned", "shared", "all"], Some("owned")),
            ],
            |call| Box::pin(list_presentations(call)),
        )
        .read_only(),
        Tool::new(
            "get_presentation",
            Scope::Read,
            "A whole presentation: every slide with its 0-based index, id, type, content and speaker notes.",
            &deck_or_alias(),
            |call| Box::pin(get_presentation(call)),
        )
        .read_only(),
        Tool::new(
            "get_presentation_url",
            Scope::Read,
            "Addresses where a person edits and presents the deck; a note instead when the instance knows no address of \
             its own.",
            &deck_or_alias(),
            |call| Box::pin(get_presentation_url(call)),
        )
        .read_only(),
        Tool::new(
            "validate_presentation",
            Scope::Read,
            "What is wrong or weak, slide by slide: broken rules, text that does not fit its box, too much on a slide, \
             repetition, pictures without alt text. Slides without a finding are left out. Mend them with update_slide. \
             `findings` holds what a designer would change, such as type too small for a hall; a deck with them is still \
             valid.",
            &deck_or_alias(),
            |call| Box::pin(validate_presentation(call)),
        )
        .read_only(),
        Tool::new(
            "duplicate_presentation",
            Scope::Write,
            "Copies a presentation. The copy is yours and private.",
            &joined(deck_arguments(), [optional("title", "string", "Title of the copy; \"Copy of\" the old one when left out")]),
            |call| Box::pin(duplicate_presentation(call)),
        )
        .additive(),
        Tool::new(
            "export_presentation",
            Scope::Export,
            "The address that gives the deck as a file when a signed-in person opens it. To see slides yourself use \
             preview_slide.",
            &joined(
                deck_arguments(),
                [
                    required("format", "string", "pdf, pptx (editable PowerPoint), html (one file), json (source), png-zip")
                        .of(&formats, None),
                    optional("lang", "string", "Language version of a multilingual deck, such as nl"),
                    optional(
                        "template",
                        "boolean",
                        "pptx only: true puts the slides on the layouts of the PowerPoint file that the theme was made from",
                    ),
                ],
            ),
            |call| Box::pin(export_presentation(call)),
        )
        .read_only(),
        Tool::new(
            "delete_presentation",
            Scope::Write,
            "Moves a presentation to the trash, from which its owner can restore it. Without confirm true it only says \
             what would be deleted. Only the owner may delete.",
            &joined(deck_arguments(), [required("confirm", "boolean", "true to really delete; anything else is a dry run")]),
            |call| Box::pin(delete_presentation(call)),
        )
        .idempotent(),
    ]
}

async fn list_presentations(call: Call<'_>) -> Result<ToolOutput, Error> {
    let limit = call.arguments.count("limit", 1..=100, 50)?;
    let ownership_name = call.arguments.choice("ownership", &["owned", "shared", "all"], "owned")?;
    let ownership = match ownership_name {
        "owned" => Ownership::Owned,
        "shared" => Ownership::Shared,
        _ => Ownership::All,
    };
    let (decks, total) = call.service.decks.list_for_agents(call.caller, ownership, limit).await?;
    let rows: Vec<Value> = decks
        .iter()
        .map(|deck| {
            let row = json!({
                "id": deck.id, "title": deck.title, "theme": deck.theme, "slideCount": deck.slide_count,
                "createdAt": Iso(deck.created_at), "updatedAt": Iso(deck.updated_at),
            });
            let mut row = call.with_urls(row, &deck.id, false);
            if let Some(permission) = deck.access_level.map(AccessLevel::name) {
                row["permission"] = json!(permission);
            }
            row
        })
        .collect();
    let owner_filter = (!call.caller.is_trusted()).then(|| call.caller.email());
    Ok(ToolOutput::Json(
        json!({ "presentations": rows, "total": total, "ownerFilter": owner_filter, "ownership": ownership_name }),
    ))
}

/// A deck, in the language `lang` if the deck has it. Fails when the caller may not read the deck.
async fn deck_view(call: Call<'_>, id: &DeckId, lang: Option<&str>) -> Result<DeckView, Error> {
    let deck = call.service.decks.granted::<MayRead>(call.caller, id).await?;
    call.service.decks.read(&deck, lang).await
}

async fn get_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let view = deck_view(call, &call.arguments.deck()?, None).await?;
    let deck = view.deck();
    let slides: Vec<Value> = deck
        .slides
        .iter()
        .enumerate()
        .map(|(index, slide)| {
            let mut row = json!({
                "index": index, "id": slide.id, "type": view.type_name(slide), "content": slide.content,
                "notes": slide.notes,
            });
            if let Some(transition) = slide.transition {
                row["transition"] = json!(transition);
            }
            if !slide.morph_names.is_empty() {
                row["morphNames"] = json!(slide.morph_names);
            }
            row
        })
        .collect();
    let count = slides.len();
    Ok(ToolOutput::Json(json!({
        "id": view.id(), "title": deck.title, "theme": deck.theme, "lang": deck.lang, "slides": slides,
        "slideCount": count, "revision": view.revision(),
    })))
}

async fn get_presentation_url(call: Call<'_>) -> Result<ToolOutput, Error> {
    let view = deck_view(call, &call.arguments.deck()?, None).await?;
    let mut answer = call.with_urls(json!({ "id": view.id(), "title": view.deck().title }), view.id(), true);
    if call.service.config.base_url.is_none() {
        answer["note"] = json!("This instance knows no public address; its operator can set APP_URL or DOMAIN.");
    }
    Ok(ToolOutput::Json(answer))
}

async fn validate_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let deck = call.service.decks.granted(call.caller, &call.arguments.deck()?).await?;
    let checked = call.service.drawing.validate(&deck).await?;
    let warnings: Vec<Value> = checked
        .slides
        .iter()
        .map(|slide| {
            json!({
                "slideIndex": slide.index, "type": slide.type_name, "title": slide.title, "warnings": slide.warnings,
            })
        })
        .collect();
    let count: usize = checked.slides.iter().map(|slide| slide.warnings.len()).sum();
    let mut answer = json!({
        "slideCount": checked.slide_count, "warningCount": count, "warnings": warnings, "isValid": count == 0,
    });
    if !checked.findings.is_empty() {
        answer["findings"] = as_json(&checked.findings);
    }
    Ok(ToolOutput::Json(answer))
}

async fn duplicate_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let title = call.arguments.all().get("title").map(service::read_title).transpose()?;
    let deck = call.service.decks.granted::<MayRead>(call.caller, &call.arguments.deck()?).await?;
    let copy = call.service.decks.duplicate(&deck, title).await?;
    let answer = json!({ "id": copy.id(), "title": copy.deck().title, "slideCount": copy.slide_count() });
    Ok(ToolOutput::Json(call.with_urls(answer, copy.id(), false)))
}

async fn export_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let format = call.arguments.choice("format", &FORMATS.map(|(format, _)| format), "")?;
    let Some((_, path_end)) = FORMATS.iter().find(|(name, _)| *name == format) else {
        let formats = FORMATS.map(|(format, _)| format).join(", ");
        return Err(Error::invalid(format!("format: expected one of {formats}, got nothing")));
    };
    let lang = call.arguments.language("lang")?;
    let view = deck_view(call, &id, lang).await?;
    let mut answer = json!({ "id": view.id(), "title": view.deck().title, "format": format });
    let is_on_template = call.arguments.flag("template", false)?;
    if is_on_template {
        check_template(call, format, &view.deck().theme).await?;
    }
    match &call.service.config.base_url {
        Some(base) => {
            let mut query = lang.map(|lang| format!("?lang={lang}")).unwrap_or_default();
            if is_on_template {
                query.push_str(if query.is_empty() { "?template=1" } else { "&template=1" });
            }
            answer["downloadUrl"] = json!(format!("{base}/api/presentations/{}/export/{path_end}{query}", view.id()));
            answer["note"] = json!("Rendered when opened in a browser that is signed in.");
        }
        None => {
            answer["note"] = json!(
                "No address can be given: this instance knows no public one. Its operator can set APP_URL or DOMAIN."
            );
        }
    }
    Ok(ToolOutput::Json(answer))
}

/// Fails unless the format is PowerPoint and the theme has a template onto whose layouts a deck can be exported.
async fn check_template(call: Call<'_>, format: &str, theme: &str) -> Result<(), Error> {
    if format != "pptx" {
        return Err(Error::invalid(format!("template: only for format pptx, not `{format}`")));
    }
    let themes = call.service.catalogue.themes(call.caller).await?;
    let theme = themes.get(theme);
    if theme.custom.as_ref().is_none_or(|custom| custom.template.is_none()) {
        return Err(Error::invalid(format!(
            "template: the theme `{}` has none; only themes made from a PowerPoint file have one",
            theme.label
        )));
    }
    Ok(())
}

async fn delete_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    if call.arguments.is_true("confirm") {
        let deck = call.service.decks.granted::<MayOwn>(call.caller, &id).await?;
        call.service.decks.trash(&deck).await?;
        return Ok(ToolOutput::Json(json!({ "deleted": true, "id": id })));
    }
    let view = deck_view(call, &id, None).await?;
    Ok(ToolOutput::Json(json!({
        "deleted": false, "id": view.id(), "title": view.deck().title, "slideCount": view.slide_count(),
        "message": "Nothing was deleted. Call again with confirm true to move this presentation to the trash.",
    })))
}
