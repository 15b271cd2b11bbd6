//! Plain text of blocks, for search, summaries and screen readers.

use super::{Block, BodyPiece, Inline, Marker, body_pieces};

/// The text of blocks as a person would type it: a blank line between blocks, one line for each list item with its
/// marker, ` | ` between cells, a picture as its alternative text. Rules and blank blocks are left out.
pub fn plain_text(blocks: &[Block]) -> String {
    let mut text = String::new();
    let mut in_list = false;
    for BodyPiece { level, marker, block, .. } in body_pieces(blocks) {
        let words = words(block);
        if words.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push_str(if in_list && level > 0 { "\n" } else { "\n\n" });
        }
        in_list = level > 0;
        text.push_str(&"  ".repeat(level.saturating_sub(1)));
        let lead = match marker {
            Some(Marker::Bullet) => "- ".to_owned(),
            Some(Marker::Number(number)) => format!("{number}. "),
            Some(Marker::Task(checked)) => task(checked).to_owned(),
            None if in_list => "  ".to_owned(),
            None => String::new(),
        };
        text.push_str(&lead);
        text.push_str(&words);
    }
    text
}

/// The text of inline elements, with a line end for each break.
pub fn plain_inlines(run: &[Inline]) -> String {
    let mut text = String::new();
    add_run(run, &mut text);
    text
}

/// The box of a task in Markdown.
pub(super) fn task(checked: bool) -> &'static str {
    if checked { "[x] " } else { "[ ] " }
}

fn words(block: &Block) -> String {
    match block {
        Block::Heading { text, .. } | Block::Paragraph(text) => plain_inlines(text),
        Block::List { .. } => plain_text(std::slice::from_ref(block)),
        Block::Quote(blocks) => plain_text(blocks),
        Block::Code { text, .. } => text.clone(),
        Block::Table { head, rows, .. } => {
            let line =
                |cells: &Vec<Vec<Inline>>| cells.iter().map(|cell| plain_inlines(cell)).collect::<Vec<_>>().join(" | ");
            std::iter::once(head).chain(rows).map(line).collect::<Vec<_>>().join("\n")
        }
        Block::Picture(picture) => picture.alt.clone(),
        Block::Rule => String::new(),
    }
}

fn add_run(run: &[Inline], text: &mut String) {
    for inline in run {
        match inline {
            Inline::Text(words) | Inline::Code(words) => text.push_str(words),
            Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) | Inline::Link { text: run, .. } => {
                add_run(run, text);
            }
            Inline::Picture(picture) => text.push_str(&picture.alt),
            Inline::Formula(formula) => text.push_str(&formula.plain()),
            Inline::Break => text.push('\n'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks;
    use super::*;

    fn check(text: &str) -> String {
        plain_text(&blocks(text))
    }

    #[test]
    fn blank_lines_separate_blocks_and_line_ends_separate_items() {
        insta::assert_snapshot!(
            check("# Head\n\ntext **bold** `code` [link](#2)\\\nnext ![alt](/uploads/a.png)\n\n3. a\n   - b\n\n     more\n4. c\n\n- [x] d\n\nend"),
            @"
            Head

            text bold code link
            next alt

            3. a
              - b
                more
            4. c
            [x] d

            end
            "
        );
    }

    #[test]
    fn quotes_tables_code_and_pictures_become_their_text() {
        insta::assert_snapshot!(
            check("> quote\n>\n> - item\n\n---\n\n|a|b|\n|-|-|\n|c|d|\n\n```rs\nfn x() {\n}\n```\n\n![alt](/uploads/a.png)\n\n![](/uploads/b.png)"),
            @"
            quote

            - item

            a | b
            c | d

            fn x() {
            }

            alt
            "
        );
    }

    #[test]
    fn an_empty_text_stays_empty() {
        insta::assert_snapshot!(check("\n\n"), @"");
    }
}
