//! Converts custom HTML to Markdown blocks, so that outputs without a browser can draw it.
//!
//! Reads text, lists, tables, quotes, code and pictures of the deck; styles, scripts, frames and forms are dropped.
//! The blocks are only drawn, never written into a web page: sanitizing HTML for browsers is the exporter's task.

use deck::{Align, Block, Inline, ListItem, Picture, is_link, is_picture};
use scene::{HtmlElement, HtmlNode};

/// Elements that are converted. Other elements are replaced by their content.
const CONVERTED: [&str; 45] = [
    "a",
    "article",
    "aside",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "img",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "s",
    "section",
    "strong",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "strike",
];
/// Elements that are dropped with their content.
const DROPPED: [&str; 9] =
    ["button", "canvas", "iframe", "noscript", "object", "script", "select", "style", "textarea"];
/// Maximum nesting depth of elements. Deeper elements are replaced by their content.
const MAX_DEPTH: usize = 32;
/// Maximum nesting depth of lists and quotes, as in Markdown.
const MAX_LIST_DEPTH: usize = 3;
/// Maximum columns and rows of a table.
const MAX_TABLE_SIZE: (usize, usize) = (10, 40);

/// The blocks of a piece of HTML.
pub(crate) fn blocks(html: &[HtmlNode]) -> Vec<Block> {
    let mut nodes = Vec::new();
    add_converted(html, 0, &mut nodes);
    blocks_of(&nodes, Nesting::default())
}

/// Adds the nodes that are converted. Elements that are not converted are replaced by their content.
fn add_converted(html: &[HtmlNode], depth: usize, nodes: &mut Vec<HtmlNode>) {
    for node in html {
        let element = match node {
            HtmlNode::Text(text) => {
                match nodes.last_mut() {
                    Some(HtmlNode::Text(before)) => before.push_str(text),
                    _ => nodes.push(HtmlNode::Text(text.clone())),
                }
                continue;
            }
            HtmlNode::Element(element) => element,
        };
        let name = element.name.as_str();
        if DROPPED.contains(&name) {
            continue;
        }
        let is_empty = matches!(name, "br" | "hr" | "img");
        if is_empty || (depth < MAX_DEPTH && CONVERTED.contains(&name)) {
            let mut children = Vec::new();
            add_converted(&element.children, depth + 1, &mut children);
            let (name, attributes) = (element.name.clone(), element.attributes.clone());
            nodes.push(HtmlNode::Element(HtmlElement { name, attributes, children }));
        } else {
            add_converted(&element.children, depth, nodes);
        }
    }
}

/// How deep a node is nested in lists and quotes.
#[derive(Debug, Clone, Copy, Default)]
struct Nesting {
    lists: usize,
    quotes: usize,
}

/// The blocks of some nodes. Text between block elements becomes paragraphs.
fn blocks_of(children: &[HtmlNode], nesting: Nesting) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut run: Vec<Inline> = Vec::new();
    for node in children {
        let element_blocks = match node {
            HtmlNode::Text(_) => None,
            HtmlNode::Element(element) => block(element, nesting),
        };
        match element_blocks {
            Some(element_blocks) => {
                end_paragraph(&mut run, &mut blocks);
                blocks.extend(element_blocks);
            }
            None => add_inline(node, &mut run),
        }
    }
    end_paragraph(&mut run, &mut blocks);
    blocks
}

fn end_paragraph(run: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
    let paragraph = Block::Paragraph(trimmed(std::mem::take(run)));
    if !paragraph.is_blank() {
        blocks.push(paragraph);
    }
}

/// The blocks of an element; `None` for an inline element.
fn block(element: &HtmlElement, nesting: Nesting) -> Option<Vec<Block>> {
    let children = &element.children;
    let blocks = match element.name.as_str() {
        name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
            let level = name[1..].parse().unwrap_or(6);
            vec![Block::Heading { level, text: inlines(children) }]
        }
        "ul" | "ol" | "dl" if nesting.lists >= MAX_LIST_DEPTH => blocks_of(&items_as_paragraphs(children), nesting),
        "ul" => vec![list(None, children, nesting)],
        "ol" => vec![list(Some(element.attribute("start").parse().unwrap_or(1)), children, nesting)],
        "dl" => definitions(children, nesting),
        "blockquote" if nesting.quotes < MAX_LIST_DEPTH => {
            vec![Block::Quote(blocks_of(children, Nesting { quotes: nesting.quotes + 1, ..nesting }))]
        }
        "pre" => vec![Block::Code {
            language: String::new(),
            lines: String::new(),
            text: raw_text(children).trim_end().to_owned(),
        }],
        "table" => table(element).into_iter().collect(),
        "hr" => vec![Block::Rule],
        "img" => vec![picture(element)?],
        "p" | "figcaption" | "caption" => {
            // A paragraph may contain a picture, which becomes a block.
            blocks_of(children, nesting)
        }
        "article" | "aside" | "blockquote" | "dd" | "div" | "dt" | "figure" | "footer" | "header" | "li" | "main"
        | "nav" | "section" => blocks_of(children, nesting),
        _ => return None,
    };
    Some(blocks.into_iter().filter(|block| !block.is_blank()).collect())
}

fn list(start: Option<u64>, children: &[HtmlNode], nesting: Nesting) -> Block {
    let inner = Nesting { lists: nesting.lists + 1, ..nesting };
    let item = |node: &HtmlNode| match node {
        HtmlNode::Element(element) => ListItem { blocks: blocks_of(&element.children, inner), checked: None },
        HtmlNode::Text(text) => ListItem { blocks: blocks_of(&[HtmlNode::Text(text.clone())], inner), checked: None },
    };
    let items = children.iter().map(item).filter(|item| item.blocks.iter().any(|block| !block.is_blank()));
    Block::List { start, items: items.collect() }
}

/// The blocks of a definition list: terms as strong paragraphs, definitions below them.
fn definitions(children: &[HtmlNode], nesting: Nesting) -> Vec<Block> {
    let elements = children.iter().filter_map(|node| match node {
        HtmlNode::Element(element) => Some(element),
        HtmlNode::Text(_) => None,
    });
    elements
        .flat_map(|element| match element.name.as_str() {
            "dt" => vec![Block::Paragraph(vec![Inline::Strong(inlines(&element.children))])],
            _ => blocks_of(&element.children, nesting),
        })
        .collect()
}

/// The items of a list that is nested too deep, as one paragraph each.
fn items_as_paragraphs(children: &[HtmlNode]) -> Vec<HtmlNode> {
    let text = |node: &HtmlNode| match node {
        HtmlNode::Text(text) => text.clone(),
        HtmlNode::Element(element) => raw_text(&element.children),
    };
    let paragraph = |text: String| {
        HtmlNode::Element(HtmlElement {
            name: "p".to_owned(),
            attributes: Vec::new(),
            children: vec![HtmlNode::Text(text)],
        })
    };
    children.iter().map(text).filter(|text| !text.trim().is_empty()).map(paragraph).collect()
}

fn picture(element: &HtmlElement) -> Option<Block> {
    let source = element.attribute("src");
    let local = is_picture(source) && !source.starts_with("https://");
    local.then(|| {
        let alt = element.attribute("alt").to_owned();
        Block::Picture(Picture { source: source.to_owned(), alt, title: String::new() })
    })
}

fn table(element: &HtmlElement) -> Option<Block> {
    let mut rows: Vec<Vec<Vec<Inline>>> = Vec::new();
    add_rows(&element.children, &mut rows);
    rows.truncate(MAX_TABLE_SIZE.1);
    let columns = rows.iter().map(Vec::len).max().filter(|columns| *columns > 0)?;
    for row in &mut rows {
        row.resize(columns, Vec::new());
    }
    let head = rows.remove(0);
    Some(Block::Table { align: vec![Align::Natural; columns], head, rows })
}

fn add_rows(children: &[HtmlNode], rows: &mut Vec<Vec<Vec<Inline>>>) {
    for node in children {
        let HtmlNode::Element(element) = node else { continue };
        match element.name.as_str() {
            "tr" => {
                let cells = element.children.iter().filter_map(|node| match node {
                    HtmlNode::Element(cell) if matches!(cell.name.as_str(), "td" | "th") => {
                        Some(inlines(&cell.children))
                    }
                    _ => None,
                });
                rows.push(cells.take(MAX_TABLE_SIZE.0).collect());
            }
            "thead" | "tbody" | "tfoot" => add_rows(&element.children, rows),
            _ => {}
        }
    }
}

fn inlines(children: &[HtmlNode]) -> Vec<Inline> {
    trimmed(inlines_untrimmed(children))
}

fn add_inline(node: &HtmlNode, run: &mut Vec<Inline>) {
    let element = match node {
        HtmlNode::Text(text) => return add_text(text, run),
        HtmlNode::Element(element) => element,
    };
    let inner = || inlines_untrimmed(&element.children);
    match element.name.as_str() {
        "b" | "strong" => run.push(Inline::Strong(inner())),
        "i" | "em" => run.push(Inline::Emphasis(inner())),
        "s" | "del" | "strike" => run.push(Inline::Strike(inner())),
        "code" => run.push(Inline::Code(raw_text(&element.children))),
        "a" if is_link(element.attribute("href")) => {
            run.push(Inline::Link { to: element.attribute("href").to_owned(), text: inner() });
        }
        "br" => run.push(Inline::Break),
        "img" => add_text(element.attribute("alt"), run),
        "a" => element.children.iter().for_each(|node| add_inline(node, run)),
        _ => {
            // A block element among inline content, as in a table cell: spaces separate its text.
            add_text(" ", run);
            element.children.iter().for_each(|node| add_inline(node, run));
            add_text(" ", run);
        }
    }
}

fn inlines_untrimmed(children: &[HtmlNode]) -> Vec<Inline> {
    let mut run = Vec::new();
    for node in children {
        add_inline(node, &mut run);
    }
    run
}

/// Adds text with white space collapsed, as browsers do.
fn add_text(text: &str, run: &mut Vec<Inline>) {
    let mut collapsed = String::with_capacity(text.len());
    let ends_in_space = |run: &[Inline]| match run.last() {
        Some(Inline::Text(text)) => text.ends_with(' '),
        Some(Inline::Break) => true,
        _ => false,
    };
    let mut after_space = ends_in_space(run);
    for letter in text.chars() {
        let is_space = letter.is_ascii_whitespace();
        if !is_space || !after_space {
            collapsed.push(if is_space { ' ' } else { letter });
        }
        after_space = is_space;
    }
    match run.last_mut() {
        _ if collapsed.is_empty() => {}
        Some(Inline::Text(text)) => text.push_str(&collapsed),
        _ => run.push(Inline::Text(collapsed)),
    }
}

/// Removes white space and line breaks at both ends.
fn trimmed(mut run: Vec<Inline>) -> Vec<Inline> {
    let is_empty = |inline: &Inline| match inline {
        Inline::Text(text) => text.trim().is_empty(),
        Inline::Break => true,
        _ => false,
    };
    let start = run.iter().position(|inline| !is_empty(inline)).unwrap_or(run.len());
    run.drain(..start);
    while run.last().is_some_and(is_empty) {
        run.pop();
    }
    if let Some(Inline::Text(text)) = run.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Inline::Text(text)) = run.last_mut() {
        *text = text.trim_end().to_owned();
    }
    run
}

/// The text of some nodes with white space as written.
fn raw_text(children: &[HtmlNode]) -> String {
    children
        .iter()
        .map(|node| match node {
            HtmlNode::Text(text) => text.clone(),
            HtmlNode::Element(element) if element.name == "br" => "\n".to_owned(),
            HtmlNode::Element(element) => raw_text(&element.children),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html_tree::html_tree;

    /// Asserts that HTML and Markdown give the same blocks.
    fn check(html: &str, markdown: &str) {
        assert_eq!(blocks(&html_tree(html)), deck::blocks(markdown), "{html}");
    }

    #[test]
    fn html_gives_the_same_blocks_as_equivalent_markdown() {
        check(
            "<section><h2>Street</h2><p>No <strong>leaks</strong> for\n 90 days</p></section>",
            "## Street\n\nNo **leaks** for 90 days",
        );
        check("<ul><li>One<ul><li>Two</li></ul></li><li>Three</li></ul>", "- One\n  - Two\n- Three");
        check("<ol start=\"3\"><li>Three</li></ol>", "3. Three");
        check("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>", "|A|B|\n|-|-|\n|1||");
        check("<blockquote><p>Q</p></blockquote><hr><pre>a &lt; b\n c</pre>", "> Q\n\n---\n\n```\na < b\n c\n```");
        check("a<br>b <a href=\"https://example.org\">go</a> <code>x</code>", "a\\\nb [go](https://example.org) `x`");
        check("<p><img src=\"/uploads/a.png\" alt=\"A\"></p>", "![A](/uploads/a.png)");
    }

    #[test]
    fn active_and_external_content_is_dropped() {
        check("<script>alert(1)</script><style>p{}</style><p onclick=\"x\">Hello</p>", "Hello");
        check("<a href=\"javascript:x\">go</a>", "go");
        check("<p>See <img src=\"https://example.org/a.png\" alt=\"a map\"></p>", "See a map");
        check("<form><label>Name <input></label><button>Send</button></form>", "Name");
    }

    #[test]
    fn malformed_and_deeply_nested_markup_is_parsed() {
        check("<p>one<p>two", "one\n\ntwo");
        check("a < b & c &amp;lt; <", "a \\< b & c &amp;lt; \\<");
        let deep = format!("{}deep{}", "<ul><li>".repeat(2000), "</li></ul>".repeat(2000));
        let depth = |blocks: &[Block]| {
            let mut depth = 0;
            let mut inner = blocks.to_vec();
            while let Some(Block::List { items, .. }) = inner.first().cloned() {
                depth += 1;
                inner = items[0].blocks.clone();
            }
            depth
        };
        assert_eq!(depth(&blocks(&html_tree(&deep))), 3);
        assert!(deck::plain_text(&blocks(&html_tree(&format!("{}x", "<b>".repeat(6000))))).contains('x'));
    }
}
