//! Checks slides that models send for problems that the rules of `deck` cannot find: unknown icons, pictures of other
//! sites, Markdown in plain fields.

use deck::{Content, Field, Kind, Problem, Registry, SlideInput, SlideType, sent_problems};
use serde_json::Value;

/// Maximum number of further problems that an error names besides the first one.
const MAX_FURTHER: usize = 20;

/// The problems of icons that do not exist.
pub(super) fn icon_problems(slide_type: &SlideType, index: usize, type_name: &str, content: &Content) -> Vec<Problem> {
    let mut found = Vec::new();
    each_text(&slide_type.fields, content, "", &mut |field, path, text| {
        if !matches!(field.kind, Kind::Icon) || text.trim().is_empty() || layout::icon_drawing(text.trim()).is_some() {
            return;
        }
        let similar = deck::nearest(text, layout::icon_names());
        let hint =
            if similar.is_empty() { String::new() } else { format!(": did you mean `{}`?", similar.join("`, `")) };
        found.push(Problem {
            slide: index,
            type_name: type_name.to_owned(),
            path: path.to_owned(),
            expected: "the name of an icon".to_owned(),
            got: format!("the unknown icon `{}`{hint}", deck::shortened(text, 40)),
        });
    });
    found
}

/// All problems of one slide.
pub(crate) fn all_problems(registry: &Registry, index: usize, slide: &Value) -> Vec<Problem> {
    let mut problems = sent_problems(registry, index, slide);
    if let Ok(sent) = SlideInput::read(registry, index, slide) {
        problems.extend(icon_problems(sent.slide_type, index, &sent.type_name, &sent.content));
    }
    problems
}

/// The problems of icons that do not exist in the fields that were sent.
pub(crate) fn sent_icon_problems(
    slide_type: &SlideType,
    index: usize,
    content: &Content,
    sent: &Content,
) -> Vec<Problem> {
    let is_sent = |problem: &Problem| sent.contains_key(problem.path.split(['.', '[']).next().unwrap_or_default());
    icon_problems(slide_type, index, &slide_type.id, content).into_iter().filter(is_sent).collect()
}

/// The problems of the slides of a new deck except `known`, at most `MAX_FURTHER`. `first` is the index of the first
/// slide.
pub(super) fn further_problems(registry: &Registry, first: usize, slides: &[Value], known: &Problem) -> Vec<Problem> {
    let problems = slides.iter().enumerate().flat_map(|(at, slide)| all_problems(registry, first + at, slide));
    problems.filter(|problem| problem != known).take(MAX_FURTHER).collect()
}

/// Notices about content that is accepted: pictures that are shown in HTML only, and marks of Markdown in plain texts.
pub(crate) fn content_notices(slide_type: &SlideType, index: usize, content: &Content) -> Vec<String> {
    let mut found = Vec::new();
    each_text(&slide_type.fields, content, "", &mut |field, path, text| match field.kind {
        Kind::Image if text.trim().starts_with("https://") => found.push(format!(
            "slide {index}, field {path}: a picture of another site is shown in HTML only, not in PDF, PPTX and PNG; \
             upload it and use its /uploads/ path"
        )),
        Kind::String(_) if has_markdown(text) => found.push(format!(
            "slide {index}, field {path}: the field is plain text, so the marks of Markdown are shown as they are"
        )),
        _ => {}
    });
    found
}

/// Whether a text has marks of Markdown: emphasis, code, a link, a heading or a list.
fn has_markdown(text: &str) -> bool {
    let pair = |mark: &str| text.matches(mark).count() >= 2;
    let starts_with_mark = |line: &str| ["# ", "## ", "### ", "- ", "* "].iter().any(|mark| line.starts_with(mark));
    pair("**")
        || pair("__")
        || pair("`")
        || text.contains("](")
        || text.lines().any(|line| starts_with_mark(line.trim_start()))
}

/// Calls `visit` for each text in the fields, with its path.
fn each_text(fields: &[Field], content: &Content, under: &str, visit: &mut dyn FnMut(&Field, &str, &str)) {
    for field in fields {
        let path = || format!("{under}{}", field.key);
        match (&field.kind, content.get(&field.key)) {
            (Kind::Items { fields, .. }, Some(Value::Array(entries))) => {
                for (index, entry) in entries.iter().enumerate() {
                    if let Value::Object(entry) = entry {
                        each_text(fields, entry, &format!("{}[{index}].", path()), visit);
                    }
                }
            }
            (_, Some(Value::String(text))) => visit(field, &path(), text),
            _ => {}
        }
    }
}
