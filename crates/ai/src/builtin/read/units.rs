//! Units from parts: Markdown blocks become paragraphs, lists, tables, quotes, code and pictures.

use deck::{Block, Inline, ListItem, plain_run};

use super::super::find::quotes;
use super::super::headline::cleaned;
use super::super::language::Language;
use super::super::text::{length, sentences, word_count};
use super::lines::Part;
use super::{Item, Link, List, Section, Table, Text, Unit};

/// Adds a part to the sections read so far.
pub(super) fn add(part: Part, language: &Language, sections: &mut Vec<Section>) {
    match part {
        Part::Heading { level, text } => heading(level, &text, sections),
        Part::Table(table) => push(Unit::Table(table), sections),
        Part::Speech { speaker, text } => {
            let sentences = sentences(&text, language);
            push(Unit::Text(Text { speaker, sentences, ..Text::default() }), sections);
        }
        Part::Answer { question, answer } => {
            push(Unit::Answer { question, answer: sentences(&answer, language) }, sections);
        }
        Part::Pairs(pairs) => {
            let items = pairs.into_iter().map(|(head, text)| Item { head, text, inner: Vec::new() }).collect();
            push(Unit::List(List { items, ..List::default() }), sections);
        }
        Part::Markdown(text) => {
            for block in deck::blocks(&text) {
                add_block(block, language, sections);
            }
        }
    }
}

fn heading(level: u8, text: &str, sections: &mut Vec<Section>) {
    sections.push(Section { heading: cleaned(text), level, units: Vec::new() });
}

fn push(unit: Unit, sections: &mut Vec<Section>) {
    if sections.is_empty() {
        sections.push(Section::default());
    }
    if let Some(section) = sections.last_mut() {
        section.units.push(unit);
    }
}

fn add_block(block: Block, language: &Language, sections: &mut Vec<Section>) {
    match block {
        Block::Heading { level, text } => heading(level, &one_line(&text), sections),
        Block::Paragraph(run) => paragraph(&run, language, sections),
        Block::List { start, items } => {
            let lead = take_lead(sections);
            let mut links = Vec::new();
            let items: Vec<Item> =
                items.iter().map(|entry| item(entry, &mut links)).filter(|item| !item.whole().is_empty()).collect();
            if !items.is_empty() {
                push(Unit::List(List { lead, ordered: start.is_some(), items, links }), sections);
            }
        }
        Block::Quote(blocks) => {
            let text = deck::plain(&blocks);
            let (text, by) = quotes::with_attribution(&text);
            push(Unit::Quote { text, by }, sections);
        }
        Block::Code { language, text } => push(Unit::Code { language, text }, sections),
        Block::Table { head, rows, .. } => {
            let cells = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| one_line(cell)).collect::<Vec<_>>();
            let rows = std::iter::once(&head).chain(&rows).map(cells).collect();
            push(Unit::Table(Table { head: true, rows }), sections);
        }
        Block::Picture(picture) => push(Unit::Picture(picture), sections),
        Block::Rule => {}
    }
}

fn one_line(run: &[Inline]) -> String {
    plain_run(run).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn paragraph(run: &[Inline], language: &Language, sections: &mut Vec<Section>) {
    // A paragraph that is one bold line is a heading in all but name.
    if let [Inline::Strong(inner)] = run
        && word_count(&one_line(inner)) <= 9
    {
        heading(4, &one_line(inner), sections);
        return;
    }
    let mut links = Vec::new();
    collect_links(run, &mut links);
    for picture in run.iter().filter_map(|inline| match inline {
        Inline::Picture(picture) => Some(picture.clone()),
        _ => None,
    }) {
        push(Unit::Picture(picture), sections);
    }
    let text: String = run
        .iter()
        .map(|inline| match inline {
            Inline::Picture(_) => String::new(),
            other => plain_run(std::slice::from_ref(other)),
        })
        .collect();
    // Lines that an author broke by hand stay apart; others run on.
    let text = text.replace('\n', " ");
    let (label, text) = labelled(&text);
    let sentences = sentences(&text, language);
    if sentences.is_empty() && label.is_empty() {
        return;
    }
    push(Unit::Text(Text { label, sentences, links, ..Text::default() }), sections);
}

/// A label of a few words before a colon, and the rest.
fn labelled(text: &str) -> (String, String) {
    let text = text.trim();
    if let Some((label, rest)) = text.split_once(": ")
        && (1..=4).contains(&word_count(label))
        && length(label) <= 36
        && label.starts_with(char::is_uppercase)
        && !label.contains(['.', '?', '"', '“', ','])
        && word_count(rest) >= 3
    {
        return (label.trim().to_owned(), rest.trim().to_owned());
    }
    (String::new(), text.to_owned())
}

/// The last line before a list, when it ends with a colon: it announces the list.
fn take_lead(sections: &mut [Section]) -> String {
    let Some(Unit::Text(text)) = sections.last_mut().and_then(|section| section.units.last_mut()) else {
        return String::new();
    };
    if !text.sentences.last().is_some_and(|last| last.ends_with(':')) {
        return String::new();
    }
    let lead = text.sentences.pop().unwrap_or_default();
    if text.sentences.is_empty()
        && let Some(section) = sections.last_mut()
    {
        section.units.pop();
    }
    lead.trim_end_matches([':', ' ']).to_owned()
}

fn item(entry: &ListItem, links: &mut Vec<Link>) -> Item {
    let mut made = Item::default();
    for block in &entry.blocks {
        match block {
            Block::Paragraph(run) if made.head.is_empty() && made.text.is_empty() => {
                collect_links(run, links);
                (made.head, made.text) = headed(run);
            }
            Block::List { items, .. } => {
                made.inner.extend(items.iter().map(|inner| item(inner, links).whole()).filter(|text| !text.is_empty()));
            }
            other => {
                let more = deck::plain(std::slice::from_ref(other)).replace('\n', " ");
                format!("{} {more}", made.text).trim().clone_into(&mut made.text);
            }
        }
    }
    made
}

/// Head and text of an item: a bold start, or a few words before a colon or a dash.
fn headed(run: &[Inline]) -> (String, String) {
    let whole = one_line(run);
    if let [Inline::Strong(head), rest @ ..] = run {
        let (head, rest) = (one_line(head), one_line(rest));
        let rest = rest.trim_start_matches([':', '-', '–', '—', '.', ' ']);
        return (head.trim_end_matches([':', '.', ' ']).to_owned(), rest.to_owned());
    }
    for mark in [": ", " – ", " — ", " - "] {
        if let Some((head, rest)) = whole.split_once(mark)
            && word_count(head) <= 6
            && length(head) <= 48
            && !head.contains(['.', '(', '"', '“'])
            && !rest.trim().is_empty()
        {
            return (head.trim().to_owned(), rest.trim().to_owned());
        }
    }
    (String::new(), whole)
}

fn collect_links(run: &[Inline], links: &mut Vec<Link>) {
    for inline in run {
        match inline {
            Inline::Link { to, text }
                if ["https://", "http://", "mailto:"].iter().any(|scheme| to.starts_with(scheme)) =>
            {
                links.push(Link { label: one_line(text), url: to.clone() });
            }
            Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Strike(inner) => collect_links(inner, links),
            Inline::Text(text) => {
                for word in
                    text.split_whitespace().filter(|word| word.starts_with("https://") || word.starts_with("http://"))
                {
                    let url = word.trim_end_matches(['.', ',', ')', ';', '>', '"', '!', '?']);
                    let host = url.split("://").nth(1).unwrap_or(url).split('/').next().unwrap_or(url);
                    links.push(Link { label: host.trim_start_matches("www.").to_owned(), url: url.to_owned() });
                }
            }
            _ => {}
        }
    }
}
