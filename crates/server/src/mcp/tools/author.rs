//! The tools that write: they need the author, which this instance does not have yet.

use serde_json::json;
use service::{Error, Scope};

use super::{Answer, Argument, Tool, and, deck, may, must};

pub(super) fn tools() -> Vec<Tool> {
    let vendor = || may("vendor", "string", "AI provider for this call instead of the configured one");
    let index = || must("slideIndex", "integer", "0-based index of the slide").within(0, None);
    let tool = |name: &str, about: &str, takes: &[Argument<'_>]| {
        Tool::new(name, Scope::Ai, about, takes, |_| Box::pin(std::future::ready(not_there_yet())))
    };
    vec![
        tool(
            "create_presentation",
            "Writes a whole presentation from free text: notes, a report, a transcript. To write the slides yourself use \
             create_presentation_from_slides.",
            &[
                must("content", "string", "The text to make a deck of"),
                may("title", "string", "Title of the deck; taken from the text when left out"),
                may("theme", "string", "Theme id from list_themes").with("default", json!("default")),
                may("lang", "string", "Language code; detected when left out"),
                may("speaker", "string", "Who presents; stands on the title slide"),
                may("ownerEmail", "string", "Who shall own the deck instead of you: a member of your organization"),
                vendor(),
            ],
        ),
        tool(
            "append_slides",
            "Writes further slides from text and puts them before the closing slides.",
            &and(deck(), [must("content", "string", "The text to add"), vendor()]),
        ),
        tool(
            "convert_slide",
            "Restructures a slide for any other type without losing its text.",
            &and(deck(), [index(), must("targetType", "string", "The type it shall have"), vendor()]),
        ),
        tool(
            "iterate_presentation",
            "Changes a deck by a plain instruction and saves it, such as: shorten slide 3. Slide numbers in the \
             instruction count from 1.",
            &and(deck(), [must("command", "string", "The instruction"), vendor()]),
        ),
        tool(
            "compress_presentation",
            "Finds slides to merge or remove. Only with apply true is the deck changed.",
            &and(
                deck(),
                [
                    may("apply", "boolean", "Really change the deck").with("default", json!(false)),
                    may("intensity", "string", "How much to cut").of(&["moderate", "aggressive"], Some("moderate")),
                    vendor(),
                ],
            ),
        ),
        tool(
            "analyze_presentation",
            "Suggestions for a better deck: language, structure, balance, brevity. Changes nothing.",
            &and(deck(), [vendor()]),
        )
        .reading(),
    ]
}

fn not_there_yet() -> Result<Answer, Error> {
    Err(Error::invalid(
        "this instance has no author yet. Write the slides yourself: get_slide_types, then \
         create_presentation_from_slides, add_slide or update_slide",
    ))
}
