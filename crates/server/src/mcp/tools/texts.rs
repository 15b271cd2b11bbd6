//! The tool that returns the texts of a deck, for translation and proofreading.

use serde_json::{Value, json};
use service::{DeckText, Error, MayRead, Scope};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "get_deck_texts",
            Scope::Read,
            "All texts of a deck that are translated, by slide and field, notes included. With lang, `translated` holds \
             what that language has already. Write translations with edit_slides: {op: translate, slideId, lang, texts}.",
            &joined(deck_arguments(), [optional("lang", "string", "Also the texts in this language, such as nl")]),
            |call| Box::pin(get_deck_texts(call)),
        )
        .read_only(),
    ]
}

async fn get_deck_texts(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, lang) = (call.arguments.deck()?, call.arguments.language("lang")?);
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let view = call.service.decks.read(&deck, None).await?;
    let (deck_texts, slides) = view.texts(lang);
    let missing = deck_texts.iter().chain(slides.iter().flat_map(|slide| &slide.texts));
    let missing = missing.filter(|text| text.translated.is_empty()).count();
    let with_texts = |mut row: Value, texts: &[DeckText]| {
        row["texts"] = texts.iter().map(|text| (text.path.clone(), json!(text.text))).collect();
        let translated = texts.iter().filter(|text| !text.translated.is_empty());
        let translated: serde_json::Map<String, Value> =
            translated.map(|text| (text.path.clone(), json!(text.translated))).collect();
        if !translated.is_empty() {
            row["translated"] = Value::Object(translated);
        }
        row
    };
    let slides: Vec<Value> = (slides.iter().enumerate())
        .filter(|(_, slide)| !slide.texts.is_empty())
        .map(|(index, slide)| {
            let row = json!({ "slideIndex": index, "slideId": slide.id, "type": slide.type_name });
            with_texts(row, &slide.texts)
        })
        .collect();
    let mut answer = json!({
        "id": id, "language": view.deck().lang, "translations": view.translated_counts(), "revision": view.revision(),
    });
    if let Some(lang) = lang {
        answer["lang"] = json!(lang);
        answer["missing"] = json!(missing);
    }
    answer = with_texts(answer, &deck_texts);
    answer["slides"] = json!(slides);
    Ok(ToolOutput::Json(answer))
}
