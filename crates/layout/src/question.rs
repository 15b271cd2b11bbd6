//! What question slides share: their answers and the poll widget.

use scene::{AltText, Node, NodeKind, NodeRole, PollOption, Rect, Widget, WidgetKind};

use crate::sheet::Sheet;

/// An answer with the field it came from.
#[derive(Debug, Clone)]
pub(crate) struct Answer<'a> {
    pub(crate) field: String,
    pub(crate) words: &'a str,
}

/// The non-blank answers of the fields `option1`, `option2` and so on.
pub(crate) fn answers<'a>(sheet: &Sheet<'a>, most: usize) -> Vec<Answer<'a>> {
    let answer = |number: usize| {
        let field = format!("option{number}");
        let words = sheet.text(&field);
        (!words.is_empty()).then_some(Answer { field, words })
    };
    (1..=most).filter_map(answer).collect()
}

/// Adds the poll widget of a question with its static form.
pub(crate) fn push(
    sheet: &mut Sheet<'_>,
    form: &str,
    frame: Rect,
    options: Vec<PollOption>,
    outcome: Rect,
    static_nodes: Vec<Node>,
) {
    let kind = WidgetKind::Poll { form: form.to_owned(), options, outcome };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("question")),
        step: None,
        alt: AltText::Own,
    });
}
