//! Prompts: instructions that a person selects and a model carries out with the tools.

use deck::Content;
use serde_json::{Value, json};

use super::rpc::{INVALID_PARAMS, RpcError};

/// A prompt.
struct Prompt {
    name: &'static str,
    description: &'static str,
    /// Name, whether it is required, and description of each argument.
    arguments: &'static [(&'static str, bool, &'static str)],
    /// Builds the text from the arguments and the language of the instance.
    build_text: fn(&PromptArguments<'_>, &str) -> String,
}

const DECK: (&str, bool, &str) = ("presentationId", true, "Id of the presentation");

const PROMPTS: [Prompt; 7] = [
    Prompt {
        name: "create-presentation",
        description: "Generate a deck from text, notes or a document",
        arguments: &[
            ("content", true, "The text, notes or document to present"),
            ("language", false, "Language code of the deck, such as nl or en-GB"),
            ("speaker", false, "Who presents it"),
        ],
        build_text: |arguments, _| {
            let language = arguments.clause("language", |code| format!(" Pass lang \"{code}\"."));
            let speaker = arguments.clause("speaker", |name| format!(" Pass speaker {name}."));
            format!(
                "Make a presentation of the text below with create_presentation.{language}{speaker} When it is made, run \
                 validate_presentation on it. Then report the edit URL, one line for each slide (number, type, title) and \
                 what validation found, with a proposal for each finding.\n\nThe text:\n\n{}",
                arguments.text("content")
            )
        },
    },
    Prompt {
        name: "create-from-structured-data",
        description: "Build a deck from pre-structured slides without AI rewriting",
        arguments: &[
            ("title", true, "Title of the deck"),
            ("data", true, "The structured data: an outline, a table, JSON"),
            ("language", false, "Language code of the deck; the language of the instance when left out"),
        ],
        build_text: |arguments, instance| {
            let language = arguments.get("language").unwrap_or(instance);
            format!(
                "Build the presentation {} from the data below without rewriting it. First call get_slide_types and choose \
                 for each part the slide type that fits it. Map the data onto the fields of those types and keep every \
                 figure and name as it is. Then call create_presentation_from_slides with validation \"strict\" and lang \
                 \"{language}\". When a slide is refused, the error names the slide and the field: mend that slide and try \
                 again. Never switch to validation \"fix\" without asking first, since it cuts text. Report the edit URL \
                 and one line for each slide.\n\nThe data:\n\n{}",
                arguments.text("title"),
                arguments.text("data")
            )
        },
    },
    Prompt {
        name: "improve-presentation",
        description: "Analyze a deck and apply improvements",
        arguments: &[DECK, ("focus", false, "What to look at, such as brevity or structure")],
        build_text: |arguments, _| {
            let focus = arguments.clause("focus", |focus| format!(" Look above all at this: {focus}."));
            format!(
                "Improve the presentation {}.{focus} Read it with get_presentation, run validate_presentation and \
                 analyze_presentation, and choose the two or three changes that help most. Apply each with one call of \
                 iterate_presentation. Validate again, and report what changed, slide by slide, and what you left alone \
                 and why.",
                arguments.text("presentationId")
            )
        },
    },
    Prompt {
        name: "refine-slide",
        description: "Change one slide with a plain-language instruction",
        arguments: &[DECK, ("instruction", true, "What to change, naming the slide")],
        build_text: |arguments, _| {
            format!(
                "In the presentation {} do this: {}\n\nRead the deck with get_presentation first and find the slide that \
                 is meant. Call iterate_presentation with the instruction. Read the slide again and show it before and \
                 after.",
                arguments.text("presentationId"),
                arguments.text("instruction")
            )
        },
    },
    Prompt {
        name: "compress-presentation",
        description: "Shorten a deck by merging or removing slides",
        arguments: &[DECK, ("intensity", false, "moderate or aggressive; moderate when left out")],
        build_text: |arguments, _| {
            let intensity = arguments.get("intensity").filter(|word| *word == "aggressive").unwrap_or("moderate");
            format!(
                "Shorten the presentation {}. Call compress_presentation with intensity {intensity} and apply false, and \
                 show which slides would be merged and which removed, each with its reason. Ask whether to go ahead. Only \
                 after a yes, call it again with apply true, and report how many slides are left.",
                arguments.text("presentationId")
            )
        },
    },
    Prompt {
        name: "add-content",
        description: "Add slides from additional text",
        arguments: &[DECK, ("content", true, "The text to add")],
        build_text: |arguments, _| {
            format!(
                "Add slides to the presentation {} from the text below: call append_slides with it, then \
                 validate_presentation, and report the new slides and what validation found.\n\nThe text:\n\n{}",
                arguments.text("presentationId"),
                arguments.text("content")
            )
        },
    },
    Prompt {
        name: "deck-overview",
        description: "Summarize a deck's slides, theme and validation, or list decks",
        arguments: &[("presentationId", false, "Id of the presentation; all decks are listed when left out")],
        build_text: |arguments, _| match arguments.get("presentationId") {
            Some(id) => format!(
                "Give an overview of the presentation {id}. Read it with get_presentation: title, theme, language, and one \
                 line for each slide with its number, type and title. Run validate_presentation and sum up what it finds. \
                 End with the URLs from get_presentation_url."
            ),
            None => {
                "List my presentations with list_presentations, newest first: title, number of slides, when it was \
                     last changed, and its URL where there is one. Then ask which one to look at."
                    .to_owned()
            }
        },
    },
];

/// The arguments of a request for a prompt.
struct PromptArguments<'a>(&'a Content);

impl PromptArguments<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The text that `build` returns for an argument; empty when the argument is not given.
    fn clause(&self, name: &str, build: impl Fn(&str) -> String) -> String {
        self.get(name).map(build).unwrap_or_default()
    }
}

/// Every prompt as an entry of `prompts/list`.
pub(super) fn entries() -> Vec<Value> {
    let entries = PROMPTS.iter().map(|prompt| {
        let arguments = prompt.arguments.iter();
        let arguments: Vec<Value> = arguments
            .map(|(name, required, about)| json!({ "name": name, "description": about, "required": required }))
            .collect();
        json!({ "name": prompt.name, "description": prompt.description, "arguments": arguments })
    });
    entries.collect()
}

/// The result of `prompts/get`: one prompt with its arguments filled in. Fails when there is no such prompt or a
/// required argument is missing.
pub(super) fn prompt(params: &Content, instance_language: &str) -> Result<Value, RpcError> {
    let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
    let Some(prompt) = PROMPTS.iter().find(|prompt| prompt.name == name) else {
        let known: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        let message = format!("there is no prompt `{name}`; there are {}", known.join(", "));
        return Err(RpcError::new(INVALID_PARAMS, message));
    };
    let empty = Content::new();
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => PromptArguments(&empty),
        Some(Value::Object(arguments)) => PromptArguments(arguments),
        Some(_) => return Err(RpcError::new(INVALID_PARAMS, "arguments: expected an object")),
    };
    if let Some((missing, ..)) =
        prompt.arguments.iter().find(|(name, required, _)| *required && arguments.get(name).is_none())
    {
        return Err(RpcError::new(INVALID_PARAMS, format!("{missing}: expected a text, got nothing")));
    }
    let text = (prompt.build_text)(&arguments, instance_language);
    let message = json!({ "role": "user", "content": { "type": "text", "text": text } });
    Ok(json!({ "description": prompt.description, "messages": [message] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, arguments: &Value) -> String {
        let params = json!({ "name": name, "arguments": arguments });
        match prompt(params.as_object().unwrap(), "en-GB") {
            Ok(value) => value["messages"][0]["content"]["text"].as_str().unwrap().to_owned(),
            Err(error) => format!("{} {}", error.code, error.message),
        }
    }

    #[test]
    fn optional_values_appear_only_when_given() {
        let bare = check("create-presentation", &json!({ "content": "Quays" }));
        assert!(bare.contains("Quays") && !bare.contains("lang"));
        let full = check("create-presentation", &json!({ "content": "Quays", "language": "nl", "speaker": "Ama" }));
        assert!(full.contains("lang \"nl\"") && full.contains("speaker Ama"));
    }

    #[test]
    fn missing_arguments_are_named() {
        assert_eq!(
            check("refine-slide", &json!({ "presentationId": "a" })),
            "-32602 instruction: expected a text, got nothing"
        );
        assert!(check("juggle", &json!({})).starts_with("-32602 there is no prompt `juggle`"));
    }

    #[test]
    fn any_intensity_but_aggressive_is_moderate() {
        let words =
            |intensity: &str| check("compress-presentation", &json!({ "presentationId": "a", "intensity": intensity }));
        assert!(words("aggressive").contains("intensity aggressive"));
        assert!(words("brutal").contains("intensity moderate") && !words("brutal").contains("brutal"));
    }
}
