//! Slides of source code.

use super::outcome::Outcome;
use super::text::{is_code, length};
use super::view::{SlideItem, SortedSlide};

const CODE: &str = "code-slide";

/// Converts a slide with a text in a monospaced font and at most one other line. `None` for other slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    view.title.as_ref()?;
    let (code, others): (Vec<&SlideItem<'_>>, Vec<&SlideItem<'_>>) =
        view.items.iter().partition(|item| item.is_text() && is_code(&item.paragraphs));
    let ([code], true) = (&code[..], others.len() <= 1) else { return None };
    let text = source(code);
    let is_caption = |item: &&&SlideItem<'_>| item.is_text() && view.scope.fits(CODE, "caption", &item.line());
    let is_block = code.lines().len() > 1 || length(&text) > 40;
    if !is_block || !view.scope.fits(CODE, "code", &text) || !others.iter().all(|item| is_caption(&item)) {
        return None;
    }
    let mut outcome = Outcome::headed(view, CODE);
    outcome.first().set("code", text);
    outcome.place(code, "code");
    if let [caption] = &others[..] {
        outcome.put_line(view, caption, "caption");
    }
    Some(outcome)
}

/// The lines of code unchanged, with tabs as four spaces.
fn source(item: &SlideItem<'_>) -> String {
    let line = |paragraph: &crate::model::Paragraph| {
        let text: String = paragraph.runs.iter().map(|run| run.text.replace('\t', "    ")).collect();
        text.chars().filter(|c| *c == '\n' || !c.is_control()).collect::<String>()
    };
    let code = item.paragraphs.iter().map(line).collect::<Vec<_>>().join("\n");
    code.trim_end().trim_start_matches('\n').to_owned()
}
