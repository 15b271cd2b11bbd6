//! Tools that list slide types and themes.

use service::Scope;

use super::{Call, Tool, ToolOutput, optional};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "get_slide_types",
            Scope::Read,
            "The slide types of this instance: for each its purpose, when (not) to use it, its fields with bounds, and \
             an example that validates. Read this before you write slides. globalOptions lists fields that any slide may \
             carry.",
            &[
                optional("category", "string", "structural (title, section, quote, closing) or content")
                    .of(&["structural", "content", "all"], Some("all")),
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
    Ok(ToolOutput::Json(call.service.catalogue.types(call.caller).await?.agent_types(category)))
}

async fn list_themes(call: Call<'_>) -> Result<ToolOutput, service::Error> {
    Ok(ToolOutput::Json(call.service.catalogue.themes(call.caller).await?.agent_themes()))
}
