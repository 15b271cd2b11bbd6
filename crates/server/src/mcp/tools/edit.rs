//! Tools that change a deck in one transaction: its slides, or its title, theme, language and settings.

use deck::{Content, Edit, SlideId, Themes, nearest};
use serde_json::{Value, json};
use service::{Error, IfMatch, MayRead, MayWrite, Scope, SentOperation, SlideOperation};

use super::{Argument, Call, Tool, ToolOutput, deck_arguments, joined, optional, required, with_notices};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "edit_slides",
            Scope::Write,
            "Changes slides of one deck, all together: if one operation is wrong, all problems are named and nothing is \
             written. Operations in order: add {type, content, notes?, transition?, morphNames?, position?}; update \
             {content?, notes?, transition?, morphNames?, type?} (a field of content replaces the old one, null removes it; \
             an empty text removes notes; a new type needs the whole content); replace {type, \
             content, notes?} (keeps id, comments and notes); remove; move {position}; translate {lang, texts: {field: \
             text}} (paths from get_deck_texts; without a slide: title, description of the deck). slideId or slideIndex \
             name a slide as it was before this call; position counts after the operations before it. A version is kept \
             (restore_version). Returns findings of the slides it changed.",
            &joined(
                deck_arguments(),
                [
                    required("operations", "array", "1 to 100 operations, in order")
                        .with("items", operation_schema())
                        .with("minItems", json!(1))
                        .with("maxItems", json!(100)),
                    expected_revision(),
                ],
            ),
            |call| Box::pin(edit_slides(call)),
        ),
        Tool::new(
            "update_presentation",
            Scope::Write,
            "Changes the deck itself: title, description, theme, main language, settings. What you leave out stays.",
            &joined(
                deck_arguments(),
                [
                    optional("title", "string", "New title"),
                    optional("description", "string", "New description; an empty text removes it"),
                    optional("theme", "string", "Id or label of a theme (from list_themes)"),
                    optional(
                        "language",
                        "string",
                        "New main language, such as nl; if the deck has a translation into it, the two are exchanged",
                    ),
                    optional("duration", "integer", "Seconds for each slide when the deck advances by itself")
                        .within(1, Some(300)),
                    optional(
                        "settings",
                        "object",
                        "Any of stepParagraphs, qaEnabled (booleans), revealStyle (default, typewriter), transitions \
                         {preset: none, fade, slide, push, cube, morph}, autoAdvance {enabled, loop, showCountdown, \
                         mode: auto, pacing}, logo (path of a picture); null resets one",
                    ),
                    expected_revision(),
                ],
            ),
            |call| Box::pin(update_presentation(call)),
        )
        .idempotent(),
    ]
}

/// The argument for the revision that the deck must have for a write to happen.
pub(super) fn expected_revision() -> Argument<'static> {
    optional("expectedRevision", "integer", "Write only if the deck still has this revision (from get_presentation)")
        .within(1, None)
}

fn operation_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "op": { "type": "string", "enum": ["add", "update", "replace", "remove", "move", "translate"] },
            "slideId": { "type": "string" },
            "slideIndex": { "type": "integer", "minimum": 0 },
            "type": { "type": "string" },
            "content": { "type": "object" },
            "notes": { "type": "string" },
            "transition": {
                "type": "string",
                "description": "Into this slide: none, fade, slide, push, cube, morph; \"deck\" uses that of the deck",
            },
            "morphNames": {
                "type": "object",
                "description": "Names by field path, such as {\"image\": \"pump\", \"items.2\": \"valve\"}: with the \
                    transition morph, parts of the same name on two slides become one another. Replaces all names",
            },
            "position": { "type": "integer", "minimum": 0 },
            "lang": { "type": "string" },
            "texts": { "type": "object" },
        },
        "required": ["op"],
    })
}

impl Call<'_> {
    /// The revision that the deck must have, as the call gives it; any revision when the call gives none.
    pub(super) fn expected_revision(self) -> Result<IfMatch, Error> {
        let Some(given) = self.arguments.integer("expectedRevision")? else { return Ok(IfMatch::Any) };
        let revision = u64::try_from(given);
        revision.map(IfMatch::Revision).map_err(|_| Error::invalid("expectedRevision: expected 1 or more"))
    }
}

async fn edit_slides(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, expected) = (call.arguments.deck()?, call.expected_revision()?);
    let given = call.arguments.list("operations")?;
    let operations: Vec<SentOperation> = given.iter().map(SlideOperation::read).collect();
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let edited = call.service.editing.edit_slides(&deck, expected, &operations).await?;
    let slides: Vec<Value> = (operations.iter().flatten().zip(&edited.slides))
        .map(|(operation, slide)| match slide {
            Some((id, index)) => json!({ "op": operation.name(), "slideId": id, "slideIndex": index }),
            None => json!({ "op": operation.name() }),
        })
        .collect();
    let mut reviewed: Vec<SlideId> = Vec::new();
    for (slide, _) in edited.slides.iter().flatten() {
        if !reviewed.contains(slide) {
            reviewed.push(slide.clone());
        }
    }
    let answer = json!({
        "applied": operations.len(), "revision": edited.revision, "totalSlides": edited.total, "slides": slides,
    });
    let answer = with_notices(answer, &edited.notices);
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &reviewed).await))
}

async fn update_presentation(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, expected) = (call.arguments.deck()?, call.expected_revision()?);
    let mut edits = Vec::new();
    let mut set = |path: String, value: Value| edits.push(Edit::Deck { lang: None, path, value, replaces: None });
    for name in ["title", "description"] {
        if let Some(text) = call.arguments.text(name)? {
            set(name.to_owned(), json!(text));
        }
    }
    let theme = call.arguments.nonblank_text("theme")?;
    if let Some(name) = theme {
        let themes = call.service.catalogue.themes(call.caller).await?;
        let known = themes.resolve(name).ok_or_else(|| unknown_theme(name, &themes))?;
        set("theme".to_owned(), json!(known.id));
    }
    let language = call.arguments.language("language")?;
    if let Some(language) = language {
        set("language".to_owned(), json!(language));
    }
    if let Some(seconds) = call.arguments.integer("duration")? {
        set("settings.autoAdvance.intervalSeconds".to_owned(), json!(seconds));
    }
    if call.arguments.all().contains_key("settings") {
        let given = call.arguments.object("settings")?;
        for (path, value) in settings(&given)? {
            set(path, value);
        }
    }
    if edits.is_empty() {
        return Err(Error::invalid(
            "expected something to change: title, description, theme, language, duration or settings",
        ));
    }
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let edited = call.service.editing.update_deck(&deck, expected, &edits).await?;
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let view = call.service.decks.read(&deck, None).await?;
    let deck = view.deck();
    let mut answer = json!({
        "updated": edited.is_changed, "id": id, "title": deck.title, "description": deck.description,
        "theme": deck.theme, "language": deck.lang, "revision": edited.revision,
    });
    if ["settings", "duration"].iter().any(|name| call.arguments.all().contains_key(*name)) {
        answer["settings"] = json!(deck.settings.complete());
    }
    // A new theme or language can change how every slide looks, so all slides are checked for findings.
    let reviews_all_slides = edited.is_changed && (theme.is_some() || language.is_some());
    let reviewed: Vec<SlideId> =
        deck.slides.iter().filter(|_| reviews_all_slides).map(|slide| slide.id.clone()).collect();
    Ok(ToolOutput::Json(call.with_findings(answer, &id, &reviewed).await))
}

fn unknown_theme(name: &str, themes: &Themes) -> Error {
    let known: Vec<&str> = themes.iter().map(|theme| theme.id.as_str()).collect();
    let hint = match &nearest(name, known.iter().copied())[..] {
        [] => format!("there are {}", known.join(", ")),
        similar => format!("did you mean `{}`?", similar.join("`, `")),
    };
    Error::invalid(format!("theme: there is no theme `{name}`; {hint}"))
}

/// The settings to change, each with its path and its value. Fails on an unknown setting.
fn settings(given: &Content) -> Result<Vec<(String, Value)>, Error> {
    let known = deck::Settings::default().complete();
    let mut found = Vec::new();
    for (key, value) in given {
        match (known.get(key), value) {
            (Some(Value::Object(members)), Value::Object(values)) => {
                for (inner, value) in values {
                    if !members.contains_key(inner) {
                        return Err(unknown_setting(&format!("{key}.{inner}"), members));
                    }
                    found.push((format!("settings.{key}.{inner}"), value.clone()));
                }
            }
            (Some(_), _) => found.push((format!("settings.{key}"), value.clone())),
            (None, _) => return Err(unknown_setting(key, &known)),
        }
    }
    Ok(found)
}

fn unknown_setting(path: &str, known: &Content) -> Error {
    let names: Vec<&str> = known.keys().map(String::as_str).collect();
    Error::invalid(format!("settings.{path}: there is no such setting; there are {}", names.join(", ")))
}
