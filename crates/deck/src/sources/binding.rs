//! The syntax of bindings: `{{source[row].column | format}}`.

use super::format::Format;
use super::is_source_name;

/// The text between `{{` and `}}`, parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Binding<'a> {
    /// The whole expression before the format.
    pub(super) expression: &'a str,
    /// How the value is written; the text of an unknown format is the error.
    pub(super) format: Option<Result<Format<'a>, &'a str>>,
}

/// A value of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    pub(super) source: &'a str,
    pub(super) row: RowSelector,
    pub(super) column: &'a str,
}

/// The row of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowSelector {
    /// A row by its number, from 1.
    Number(usize),
    /// Each row in turn.
    Each,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextSegment<'a> {
    /// Text that stays as it is.
    Text(&'a str),
    /// A binding, with its braces as typed.
    Bound(Binding<'a>, &'a str),
}

/// The parts of a text. Braces that are never closed are text.
pub(super) fn parts(text: &str) -> Vec<TextSegment<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find("{{") {
        let Some(length) = rest[start..].find("}}") else { break };
        // Of `{{{a}}`, the inner pair counts.
        let start = start + rest[start..start + length].rfind("{{").unwrap_or(0);
        let end = rest[start..].find("}}").map_or(rest.len(), |length| start + length + 2);
        if start > 0 {
            parts.push(TextSegment::Text(&rest[..start]));
        }
        let typed = &rest[start..end];
        parts.push(TextSegment::Bound(Binding::read(&typed[2..typed.len() - 2]), typed));
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        parts.push(TextSegment::Text(rest));
    }
    parts
}

/// The sources over whose rows a text is repeated (`[*]`), in the order in which they occur.
pub(super) fn repeated_sources(text: &str) -> impl Iterator<Item = &str> {
    let has_any = text.contains("[*]");
    let parts = if has_any { parts(text) } else { Vec::new() };
    parts.into_iter().filter_map(|part| match part {
        TextSegment::Bound(binding, _) => {
            binding.cell().filter(|cell| cell.row == RowSelector::Each).map(|cell| cell.source)
        }
        TextSegment::Text(_) => None,
    })
}

impl<'a> Binding<'a> {
    fn read(inner: &'a str) -> Self {
        let (expression, format) = match inner.split_once('|') {
            Some((expression, format)) => (expression, Some(Format::read(format.trim()))),
            None => (inner, None),
        };
        Self { expression: expression.trim(), format }
    }

    /// The value of a source that the expression names; `None` for any other text.
    pub(super) fn cell(&self) -> Option<Cell<'a>> {
        let (head, column) = self.expression.split_once('.')?;
        let (source, row) = match head.split_once('[') {
            None => (head, RowSelector::Number(1)),
            Some((source, "*]")) => (source, RowSelector::Each),
            Some((source, row)) => (source, RowSelector::Number(row.strip_suffix(']')?.parse().ok()?)),
        };
        let column = column.trim();
        (is_source_name(source) && !column.is_empty()).then_some(Cell { source, row, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        let parts = parts(text).into_iter().map(|part| match part {
            TextSegment::Text(text) => format!("{text:?}"),
            TextSegment::Bound(binding, _) => match binding.cell() {
                Some(Cell { source, row, column }) => format!("<{source} {row:?} {column}>"),
                None => format!("<{}>", binding.expression),
            },
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_text_is_split_into_texts_and_bindings() {
        assert_eq!(check("Up {{sales.total}} %"), "\"Up \" <sales Number(1) total> \" %\"");
        assert_eq!(check("{{ a[2].b c | number }}{{a[*].b.c}}"), "<a Number(2) b c> <a Each b.c>");
        assert_eq!(check("{{name}} {{#if x}}"), "<name> \" \" <#if x>");
        assert_eq!(check("{{{a.b}}}"), "\"{\" <a Number(1) b> \"}\"");
        assert_eq!(check("{{a.b"), "\"{{a.b\"");
        assert_eq!(check("{{A.b}} {{a[x].b}} {{a.}} {{}}"), "<A.b> \" \" <a[x].b> \" \" <a.> \" \" <>");
        assert_eq!(check(""), "");
    }
}
