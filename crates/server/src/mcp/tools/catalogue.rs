//! Tools that list slide types and themes.

use serde_json::json;
use service::{Error, Scope};

use super::{Call, Tool, ToolOutput, optional};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "get_slide_types",
            Scope::Read,
            "The slide types of this instance. Cheapest way: detail index (a line each, about 2,000 tokens), then types for \
             those you want (about 300 tokens each: fields, bounds, how many characters fit, an example that validates). \
             Without either, everything at once (about 30,000 tokens).",
            &[
                optional("category", "string", "structural (title, section, quote, closing) or content")
                    .of(&["structural", "content", "all"], Some("all")),
                optional("detail", "string", "index: a line for each type, and the fields that any slide may have")
                    .of(&["full", "index"], Some("full")),
                optional("types", "array", "Only these types, such as [\"list-slide\", \"quote-slide\"], a line for each field")
                    .with("items", json!({ "type": "string" })),
                optional("lang", "string", "Language wanted for the examples; exampleLang says which one they have"),
            ],
            |call| Box::pin(get_slide_types(call)),
        )
        .read_only(),
        Tool::new(
            "list_themes",
            Scope::Read,
            "The themes a deck can have. Pass the id as theme when you create one; default is used otherwise.",
            &[],
            |call| Box::pin(list_themes(call)),
        )
        .read_only(),
    ]
}

async fn get_slide_types(call: Call<'_>) -> Result<ToolOutput, service::Error> {
    let category = match call.arguments.choice("category", &["structural", "content", "all"], "all")? {
        "structural" => Some(deck::Category::Structural),
        "content" => Some(deck::Category::Content),
        _ => None,
    };
    call.arguments.text("lang")?;
    let detail = call.arguments.choice("detail", &["full", "index"], "full")?;
    let registry = call.service.catalogue.types(call.caller).await?;
    if call.arguments.all().contains_key("types") {
        let mut views = Vec::new();
        for name in call.arguments.list("types")?.iter() {
            let name = name.as_str().ok_or_else(|| Error::invalid("types: expected a list of names"))?;
            let slide_type = registry.resolve(name).filter(|slide_type| slide_type.enabled).ok_or_else(|| {
                let similar =
                    deck::nearest(name, registry.offered_types(None).map(|slide_type| slide_type.key.as_str()));
                let hint = match &similar[..] {
                    [] => "detail index lists them".to_owned(),
                    similar => format!("did you mean `{}`?", similar.join("`, `")),
                };
                Error::invalid(format!("types: there is no slide type `{name}`; {hint}"))
            })?;
            let fitting = call.service.drawing.fitting_lengths(call.caller, slide_type).await?;
            views.push((slide_type.key.clone(), registry.brief_type(slide_type, &fitting)));
        }
        return Ok(ToolOutput::Json(registry.brief_types(views)));
    }
    match detail {
        "index" => Ok(ToolOutput::Json(registry.type_index(category))),
        _ => Ok(ToolOutput::Json(registry.agent_types(category))),
    }
}

async fn list_themes(call: Call<'_>) -> Result<ToolOutput, service::Error> {
    Ok(ToolOutput::Json(call.service.catalogue.themes(call.caller).await?.agent_themes()))
}
