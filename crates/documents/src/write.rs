//! Writes a document as text and as Markdown.

use crate::model::{Block, Content, Document, Notation, Picture};

impl Document {
    /// The content as plain text, a blank line between blocks. Furniture is left out.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for block in self.content() {
            let lines = match &block.content {
                Content::Table(table) => {
                    let rows = table.rows.iter().map(|row| row.join("\t"));
                    table.caption.iter().cloned().chain(rows).collect::<Vec<_>>().join("\n")
                }
                content => content.texts().join("\n"),
            };
            if !lines.trim().is_empty() {
                text.push_str(lines.trim_end());
                text.push_str("\n\n");
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The content as Markdown, for the author of slides. Furniture and footnotes are left out. A picture is a line
    /// `![alt](picture:N)`, where N is its index in [`pictures`](Self::pictures). A formula in LaTeX notation stands
    /// between `$$`. The head of a table whose columns have no names is empty.
    pub fn markdown(&self) -> String {
        self.markdown_with_pages().0
    }

    /// The content as Markdown, and for each page the byte offset where it begins and its number, from 1. The list is
    /// empty for formats without pages.
    pub fn markdown_with_pages(&self) -> (String, Vec<(usize, usize)>) {
        let mut text = String::new();
        let mut pages: Vec<(usize, usize)> = Vec::new();
        let mut pictures = 0;
        let content: Vec<&Block> = self.content().collect();
        for block in content {
            if block.page > 0 && pages.last().is_none_or(|(_, page)| *page != block.page) {
                pages.push((text.len(), block.page));
            }
            match &block.content {
                Content::Heading { level, text: heading } => {
                    let level = usize::from((*level).clamp(1, 5)) + 1;
                    push(&mut text, &format!("{} {}", "#".repeat(level), escaped(heading)));
                }
                Content::Paragraph(paragraph) => push(&mut text, &escaped(paragraph)),
                Content::List(list) => {
                    let lines = list.items.iter().enumerate().map(|(at, item)| {
                        let indent = "   ".repeat(usize::from(item.level.min(3)));
                        let mark = if list.is_ordered && item.level == 0 { format!("{}.", at + 1) } else { "-".into() };
                        let term = item.term.as_ref().map(|term| format!("**{}**: ", escaped(term.trim())));
                        format!("{indent}{mark} {}{}", term.unwrap_or_default(), escaped(&item.text))
                    });
                    push(&mut text, &lines.collect::<Vec<_>>().join("\n"));
                }
                Content::Table(table) => {
                    push(&mut text, &escaped(table.caption.as_deref().unwrap_or_default()));
                    let mut lines = Vec::with_capacity(table.rows.len() + 2);
                    if let Some(first) = table.rows.first().filter(|_| !table.has_header) {
                        lines.push(format!("|{}", "  |".repeat(first.len())));
                        lines.push(format!("|{}", " --- |".repeat(first.len())));
                    }
                    for (at, row) in table.rows.iter().enumerate() {
                        let cells: Vec<String> = row.iter().map(|cell| escaped(cell).replace('|', "\\|")).collect();
                        lines.push(format!("| {} |", cells.join(" | ")));
                        if at == 0 && table.has_header {
                            lines.push(format!("|{}", " --- |".repeat(row.len())));
                        }
                    }
                    push(&mut text, &lines.join("\n"));
                }
                Content::Quote { text: quote, attribution } => {
                    let mut lines = format!("> {}", escaped(quote));
                    if let Some(name) = attribution {
                        lines.push_str("\n>\n> — ");
                        lines.push_str(&escaped(name));
                    }
                    push(&mut text, &lines);
                }
                Content::Code { language, text: code } => {
                    let fence = if code.contains("```") { "~~~~" } else { "```" };
                    let language = language.as_deref().unwrap_or_default();
                    push(&mut text, &format!("{fence}{language}\n{code}\n{fence}"));
                }
                Content::Formula { text: formula, notation: Notation::Latex } if !formula.contains("$$") => {
                    push(&mut text, &format!("$${formula}$$"));
                }
                Content::Formula { text: formula, .. } => push(&mut text, &escaped(formula)),
                Content::Picture(picture) if picture.has_bytes() => {
                    let alt = escaped(picture.alt.as_deref().unwrap_or_default());
                    push(&mut text, &format!("![{alt}](picture:{pictures})"));
                    pictures += 1;
                }
                Content::Picture(_) | Content::Footnote { .. } => {}
            }
        }
        text.truncate(text.trim_end().len());
        (text, pages)
    }

    /// The pictures of the content that have bytes, in reading order.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.content().filter_map(|block| match &block.content {
            Content::Picture(picture) if picture.has_bytes() => Some(picture),
            _ => None,
        })
    }

    /// The blocks that are content.
    pub fn content(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.furniture.is_none())
    }
}

/// Adds a block and a blank line after it, unless the block is blank.
fn push(text: &mut String, block: &str) {
    if !block.trim().is_empty() {
        text.push_str(block);
        text.push_str("\n\n");
    }
}

/// A text with the signs escaped that would be read as Markdown.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        let is_markup = match c {
            '*' | '_' | '`' | '\\' | '<' | '[' | ']' | '$' => true,
            '#' | '>' | '~' | '+' | '=' | '-' | '|' => at == 0,
            _ => false,
        };
        if is_markup {
            result.push('\\');
        }
        result.push(if c == '\n' { ' ' } else { c });
    }
    result
}
