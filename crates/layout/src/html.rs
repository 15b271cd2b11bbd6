//! Reads the author's own HTML as blocks, so that it can be drawn as Markdown is drawn.
//!
//! Takes text, lists, tables, quotes, code and pictures of the deck; styles, scripts, frames and forms are left
//! behind. The markup is made well-formed first, so what is read here is simple. What it gives is drawn, never
//! written into a page: making HTML safe for a browser is the task of an output.

use std::collections::{HashMap, HashSet};

use deck::{Align, Block, Inline, ListItem, Picture, is_link, is_picture};

/// Elements that are read; the words of others stay.
const READ: [&str; 45] = [
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
/// Elements that go with everything inside them.
const DROPPED: [&str; 11] =
    ["button", "canvas", "iframe", "math", "noscript", "object", "script", "select", "style", "svg", "textarea"];
/// Elements inside one another; deeper ones are left out and their words stay.
const DEPTH: usize = 32;
/// Lists inside one another, as in Markdown.
const LISTS: usize = 3;
/// Cells that a table may have across and down.
const TABLE: (usize, usize) = (10, 40);

/// The blocks of a piece of HTML.
pub(crate) fn blocks(html: &str) -> Vec<Block> {
    let attributes: HashMap<&str, HashSet<&str>> =
        [("a", HashSet::from(["href"])), ("img", HashSet::from(["src", "alt"])), ("ol", HashSet::from(["start"]))]
            .into();
    let clean = ammonia::Builder::empty()
        .tags(READ.into())
        .clean_content_tags(DROPPED.into())
        .tag_attributes(attributes)
        .url_schemes(["http", "https", "mailto"].into())
        .link_rel(None)
        .clean(html)
        .to_string();
    flow(&tree(&clean), Place::default())
}

/// A part of well-formed HTML.
#[derive(Debug)]
enum Part {
    Words(String),
    Element(Element),
}

#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    parts: Vec<Part>,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value.trim())
    }
}

/// The elements of well-formed HTML: every tag is closed, every attribute quoted.
fn tree(html: &str) -> Vec<Part> {
    let mut open = vec![Element::default()];
    let mut left_out: Vec<bool> = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let (words, tag) = rest.split_once('<').unwrap_or((rest, ""));
        if !words.is_empty() {
            add(&mut open, Part::Words(unescaped(words)));
        }
        let Some((tag, after)) = tag_end(tag) else { break };
        rest = after;
        if tag.starts_with('/') {
            if left_out.pop() == Some(false)
                && let Some(closed) = open.pop()
            {
                add(&mut open, Part::Element(closed));
            }
            continue;
        }
        let element = element(tag);
        if matches!(element.name.as_str(), "br" | "hr" | "img") {
            add(&mut open, Part::Element(element));
        } else if open.len() > DEPTH {
            left_out.push(true);
        } else {
            left_out.push(false);
            open.push(element);
        }
    }
    while open.len() > 1 {
        if let Some(closed) = open.pop() {
            add(&mut open, Part::Element(closed));
        }
    }
    open.pop().map(|root| root.parts).unwrap_or_default()
}

fn add(open: &mut [Element], part: Part) {
    if let Some(last) = open.last_mut() {
        last.parts.push(part);
    }
}

/// A tag without its brackets, and what follows it. A bracket inside quotes ends nothing.
fn tag_end(text: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let end = text.char_indices().find(|(_, letter)| {
        quoted ^= *letter == '"';
        *letter == '>' && !quoted
    });
    end.map(|(at, _)| (&text[..at], &text[at + 1..]))
}

fn element(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = Vec::new();
    while let Some((key, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else { break };
        attributes.push((key.trim().to_owned(), unescaped(value)));
        rest = after;
    }
    Element { name: name.trim_end_matches('/').to_owned(), attributes, parts: Vec::new() }
}

fn unescaped(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (name, letter)| text.replace(name, letter))
}

/// What stands around a part.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    lists: usize,
    quotes: usize,
}

/// Parts one below the other; words between them are paragraphs.
fn flow(parts: &[Part], place: Place) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut run: Vec<Inline> = Vec::new();
    for part in parts {
        let found = match part {
            Part::Words(_) => None,
            Part::Element(element) => block(element, place),
        };
        match found {
            Some(found) => {
                end_paragraph(&mut run, &mut blocks);
                blocks.extend(found);
            }
            None => add_inline(part, &mut run),
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

/// The blocks of an element; nothing when it stands between words.
fn block(element: &Element, place: Place) -> Option<Vec<Block>> {
    let parts = &element.parts;
    let blocks = match element.name.as_str() {
        name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
            let level = name[1..].parse().unwrap_or(6);
            vec![Block::Heading { level, text: inlines(parts) }]
        }
        "ul" | "ol" | "dl" if place.lists >= LISTS => flow(&entries_as_text(parts), place),
        "ul" => vec![list(None, parts, place)],
        "ol" => vec![list(Some(element.attribute("start").parse().unwrap_or(1)), parts, place)],
        "dl" => definitions(parts, place),
        "blockquote" if place.quotes < LISTS => {
            vec![Block::Quote(flow(parts, Place { quotes: place.quotes + 1, ..place }))]
        }
        "pre" => vec![Block::Code { language: String::new(), text: words(parts).trim_end().to_owned() }],
        "table" => table(element).into_iter().collect(),
        "hr" => vec![Block::Rule],
        "img" => vec![picture(element)?],
        "p" | "figcaption" | "caption" => {
            // A picture in a paragraph of its own still stands alone.
            flow(parts, place)
        }
        "article" | "aside" | "blockquote" | "dd" | "div" | "dt" | "figure" | "footer" | "header" | "li" | "main"
        | "nav" | "section" => flow(parts, place),
        _ => return None,
    };
    Some(blocks.into_iter().filter(|block| !block.is_blank()).collect())
}

fn list(start: Option<u64>, parts: &[Part], place: Place) -> Block {
    let inner = Place { lists: place.lists + 1, ..place };
    let item = |part: &Part| match part {
        Part::Element(element) => ListItem { blocks: flow(&element.parts, inner), checked: None },
        Part::Words(words) => ListItem { blocks: flow(&[Part::Words(words.clone())], inner), checked: None },
    };
    let items = parts.iter().map(item).filter(|item| item.blocks.iter().any(|block| !block.is_blank()));
    Block::List { start, items: items.collect() }
}

/// Terms as stressed paragraphs, with what they mean below them.
fn definitions(parts: &[Part], place: Place) -> Vec<Block> {
    let elements = parts.iter().filter_map(|part| match part {
        Part::Element(element) => Some(element),
        Part::Words(_) => None,
    });
    elements
        .flat_map(|element| match element.name.as_str() {
            "dt" => vec![Block::Paragraph(vec![Inline::Strong(inlines(&element.parts))])],
            _ => flow(&element.parts, place),
        })
        .collect()
}

/// The items of a list that stands too deep, each on a line of its own.
fn entries_as_text(parts: &[Part]) -> Vec<Part> {
    let text = |part: &Part| match part {
        Part::Words(text) => text.clone(),
        Part::Element(element) => words(&element.parts),
    };
    let paragraph = |text: String| {
        Part::Element(Element { name: "p".to_owned(), attributes: Vec::new(), parts: vec![Part::Words(text)] })
    };
    parts.iter().map(text).filter(|text| !text.trim().is_empty()).map(paragraph).collect()
}

fn picture(element: &Element) -> Option<Block> {
    let source = element.attribute("src");
    let local = is_picture(source) && !source.starts_with("https://");
    local.then(|| {
        let alt = element.attribute("alt").to_owned();
        Block::Picture(Picture { source: source.to_owned(), alt, title: String::new() })
    })
}

fn table(element: &Element) -> Option<Block> {
    let mut rows: Vec<Vec<Vec<Inline>>> = Vec::new();
    add_rows(&element.parts, &mut rows);
    rows.truncate(TABLE.1);
    let columns = rows.iter().map(Vec::len).max().filter(|columns| *columns > 0)?;
    for row in &mut rows {
        row.resize(columns, Vec::new());
    }
    let head = rows.remove(0);
    Some(Block::Table { align: vec![Align::Natural; columns], head, rows })
}

fn add_rows(parts: &[Part], rows: &mut Vec<Vec<Vec<Inline>>>) {
    for part in parts {
        let Part::Element(element) = part else { continue };
        match element.name.as_str() {
            "tr" => {
                let cells = element.parts.iter().filter_map(|part| match part {
                    Part::Element(cell) if matches!(cell.name.as_str(), "td" | "th") => Some(inlines(&cell.parts)),
                    _ => None,
                });
                rows.push(cells.take(TABLE.0).collect());
            }
            "thead" | "tbody" | "tfoot" => add_rows(&element.parts, rows),
            _ => {}
        }
    }
}

fn inlines(parts: &[Part]) -> Vec<Inline> {
    trimmed(inlines_untrimmed(parts))
}

fn add_inline(part: &Part, run: &mut Vec<Inline>) {
    let element = match part {
        Part::Words(words) => return add_words(words, run),
        Part::Element(element) => element,
    };
    let inner = || inlines_untrimmed(&element.parts);
    match element.name.as_str() {
        "b" | "strong" => run.push(Inline::Strong(inner())),
        "i" | "em" => run.push(Inline::Emphasis(inner())),
        "s" | "del" | "strike" => run.push(Inline::Strike(inner())),
        "code" => run.push(Inline::Code(words(&element.parts))),
        "a" if is_link(element.attribute("href")) => {
            run.push(Inline::Link { to: element.attribute("href").to_owned(), text: inner() });
        }
        "br" => run.push(Inline::Break),
        "img" => add_words(element.attribute("alt"), run),
        "a" => element.parts.iter().for_each(|part| add_inline(part, run)),
        _ => {
            // A block between words, as in a cell: a space keeps its words apart from the ones before.
            add_words(" ", run);
            element.parts.iter().for_each(|part| add_inline(part, run));
            add_words(" ", run);
        }
    }
}

fn inlines_untrimmed(parts: &[Part]) -> Vec<Inline> {
    let mut run = Vec::new();
    for part in parts {
        add_inline(part, &mut run);
    }
    run
}

/// Adds words as a browser shows them: any white space is one space.
fn add_words(words: &str, run: &mut Vec<Inline>) {
    let mut shown = String::with_capacity(words.len());
    let ends_in_space = |run: &[Inline]| match run.last() {
        Some(Inline::Text(text)) => text.ends_with(' '),
        Some(Inline::Break) => true,
        _ => false,
    };
    let mut space = ends_in_space(run);
    for letter in words.chars() {
        let is_space = letter.is_ascii_whitespace();
        if !is_space || !space {
            shown.push(if is_space { ' ' } else { letter });
        }
        space = is_space;
    }
    match run.last_mut() {
        _ if shown.is_empty() => {}
        Some(Inline::Text(text)) => text.push_str(&shown),
        _ => run.push(Inline::Text(shown)),
    }
}

/// A run without white space and breaks at its ends.
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

/// The words of parts as they were written.
fn words(parts: &[Part]) -> String {
    parts
        .iter()
        .map(|part| match part {
            Part::Words(text) => text.clone(),
            Part::Element(element) if element.name == "br" => "\n".to_owned(),
            Part::Element(element) => words(&element.parts),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Markdown gives for the same content.
    fn check(html: &str, markdown: &str) {
        assert_eq!(blocks(html), deck::blocks(markdown), "{html}");
    }

    #[test]
    fn html_reads_as_the_markdown_that_says_the_same() {
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
    fn what_is_active_or_elsewhere_is_left_behind() {
        check("<script>alert(1)</script><style>p{}</style><p onclick=\"x\">Hello</p>", "Hello");
        check("<a href=\"javascript:x\">go</a>", "go");
        check("<p>See <img src=\"https://example.org/a.png\" alt=\"a map\"></p>", "See a map");
        check("<form><label>Name <input></label><button>Send</button></form>", "Name");
    }

    #[test]
    fn broken_and_endless_markup_is_read_all_the_same() {
        check("<p>one<p>two", "one\n\ntwo");
        check("a < b & c &amp;lt; <", "a \\< b & c &amp;lt; \\<");
        let deep = format!("{}deep{}", "<ul><li>".repeat(2000), "</li></ul>".repeat(2000));
        let depth = |blocks: &[Block]| {
            let mut depth = 0;
            let mut at = blocks.to_vec();
            while let Some(Block::List { items, .. }) = at.first().cloned() {
                depth += 1;
                at = items[0].blocks.clone();
            }
            depth
        };
        assert_eq!(depth(&blocks(&deep)), 3);
        assert!(deck::plain(&blocks(&format!("{}x", "<b>".repeat(6000)))).contains('x'));
    }
}
