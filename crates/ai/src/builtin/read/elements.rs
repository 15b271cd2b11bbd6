//! Turns source blocks into section elements: paragraphs, lists, tables, quotes, code and pictures.

use deck::{Block, Inline, ListItem, plain_inlines};

use super::super::find::dates::is_date;
use super::super::find::figures::is_number;
use super::super::find::quotes;
use super::super::headline::cleaned_heading;
use super::super::language::Language;
use super::super::text::{length, sentences, word_count};
use super::lines::SourceBlock;
use crate::SourcePicture;

use super::{CodeBlock, DataTable, Link, List, ListEntry, Paragraph, Section, SectionElement};

/// Minimum number of pixels of a picture's width and height. Smaller ones are icons and rules.
const MIN_PICTURE: u32 = 120;

/// Minimum number of figures in a nested list for it to become a list of its own.
const MIN_FIGURES: usize = 4;

/// Adds a source block to the sections read so far.
pub(super) fn add(block: SourceBlock, pictures: &[SourcePicture], language: &Language, sections: &mut Vec<Section>) {
    match block {
        SourceBlock::Picture(index) => {
            if let Some(picture) = pictures.get(index).filter(|picture| is_usable(picture, sections)) {
                let SourcePicture { url, alt, caption, .. } = picture;
                let picture = deck::Picture { source: url.clone(), alt: alt.clone(), title: bare_caption(caption) };
                push(SectionElement::Picture(picture), sections);
            }
        }
        SourceBlock::Heading { level, text } => add_heading(level, &text, sections),
        SourceBlock::Table(table) => push(SectionElement::Table(table), sections),
        SourceBlock::Speech { speaker, text } => {
            let sentences = sentences(&text, language);
            push(SectionElement::Paragraph(Paragraph { speaker, sentences, ..Paragraph::default() }), sections);
        }
        SourceBlock::QuestionAndAnswer { question, answer } => {
            push(SectionElement::QuestionAndAnswer { question, answer: sentences(&answer, language) }, sections);
        }
        SourceBlock::NameValueLines(pairs) => {
            let items = pairs.into_iter().map(|(head, text)| ListEntry { head, text, inner: Vec::new() }).collect();
            push(SectionElement::List(List { items, ..List::default() }), sections);
        }
        SourceBlock::Markdown(text) => {
            for block in deck::blocks(&text) {
                add_block(block, language, sections);
            }
        }
    }
}

/// Whether a picture is stored, large enough to be looked at, and not in the sections yet.
fn is_usable(picture: &SourcePicture, sections: &[Section]) -> bool {
    let is_shown =
        |element: &SectionElement| matches!(element, SectionElement::Picture(shown) if shown.source == picture.url);
    !picture.url.is_empty()
        && (picture.width == 0 || picture.width >= MIN_PICTURE)
        && (picture.height == 0 || picture.height >= MIN_PICTURE)
        && !sections.iter().flat_map(|section| &section.elements).any(is_shown)
}

/// A caption without "Figure 2:" or "Fig. 2 –" at its start.
pub(crate) fn bare_caption(caption: &str) -> String {
    const NAMES: &str = "figure fig fig. figuur afbeelding abbildung abb. table tabelle tabel tableau tabla figura";
    let caption = caption.trim();
    let numbered = caption.split_once([' ', '\u{a0}']).filter(|(name, _)| name.starts_with(char::is_alphabetic));
    let rest = numbered.and_then(|(_, rest)| {
        let number = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-')).unwrap_or(rest.len());
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit()) && number <= 6;
        let (number, rest) = rest.split_at(number);
        let is_name = |name: &str| NAMES.split_whitespace().any(|known| known == name.to_lowercase());
        let dash = rest.trim_start().strip_prefix(['–', '—', '-']);
        let text = rest.strip_prefix(':').or(dash).or_else(|| {
            let is_marked = number.ends_with('.') || rest.starts_with(' ') && is_name(caption.split(' ').next()?);
            is_marked.then_some(rest)
        });
        text.filter(|_| is_number)
    });
    rest.map_or(caption, str::trim).to_owned()
}

/// Adds a section with a heading.
fn add_heading(level: u8, text: &str, sections: &mut Vec<Section>) {
    sections.push(Section { heading: cleaned_heading(text), level, elements: Vec::new() });
}

/// Adds an element to the last section.
fn push(element: SectionElement, sections: &mut Vec<Section>) {
    if sections.is_empty() {
        sections.push(Section::default());
    }
    if let Some(section) = sections.last_mut() {
        section.elements.push(element);
    }
}

fn add_block(block: Block, language: &Language, sections: &mut Vec<Section>) {
    match block {
        Block::Heading { level, text } => add_heading(level, &one_line(&text), sections),
        Block::Paragraph(run) => add_paragraph(&run, language, sections),
        Block::List { start, items } => {
            let lead = take_lead(sections);
            let mut links = Vec::new();
            let mut figures = Vec::new();
            let items: Vec<ListEntry> = items
                .iter()
                .map(|entry| list_entry(entry, &mut links, &mut figures))
                .filter(|item| !item.full_text().is_empty())
                .collect();
            if !items.is_empty() {
                push(SectionElement::List(List { lead, ordered: start.is_some(), items, links }), sections);
            }
            for list in figures {
                push(SectionElement::List(list), sections);
            }
        }
        Block::Quote(blocks) => {
            push(SectionElement::Quote(quotes::split_attribution(&deck::plain_text(&blocks))), sections);
        }
        Block::Code { language, text, .. } => push(SectionElement::Code(CodeBlock { language, text }), sections),
        Block::Table { head, rows, .. } => {
            let cells = |row: &Vec<Vec<Inline>>| row.iter().map(|cell| one_line(cell)).collect::<Vec<_>>();
            let mut rows: Vec<Vec<String>> = std::iter::once(&head).chain(&rows).map(cells).collect();
            // A table without names of columns has an empty head.
            let has_header = rows[0].iter().any(|cell| !cell.is_empty());
            if !has_header {
                rows.remove(0);
            }
            push(SectionElement::Table(DataTable { has_header, rows }), sections);
        }
        Block::Picture(picture) => push(SectionElement::Picture(picture), sections),
        Block::Rule => {}
    }
}

/// The text of inline Markdown in one line.
fn one_line(run: &[Inline]) -> String {
    plain_inlines(run).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds a paragraph as an element: a formula, a heading in bold, or its pictures and text.
fn add_paragraph(run: &[Inline], language: &Language, sections: &mut Vec<Section>) {
    if let [Inline::Formula(formula)] = run
        && formula.display
    {
        push(SectionElement::Formula(formula.source.trim().to_owned()), sections);
        return;
    }
    // A short paragraph in bold is a heading.
    if let [Inline::Strong(inner)] = run
        && word_count(&one_line(inner)) <= 9
    {
        add_heading(4, &one_line(inner), sections);
        return;
    }
    let mut links = Vec::new();
    collect_links(run, &mut links);
    for picture in run.iter().filter_map(|inline| match inline {
        Inline::Picture(picture) => Some(picture.clone()),
        _ => None,
    }) {
        push(SectionElement::Picture(picture), sections);
    }
    let text: String = run
        .iter()
        .map(|inline| match inline {
            Inline::Picture(_) => String::new(),
            other => plain_inlines(std::slice::from_ref(other)),
        })
        .collect();
    let text = without_reference_marks(&text.replace('\n', " "));
    // A paragraph that starts with a raised number is a footnote.
    if text.starts_with(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']) {
        return;
    }
    let (label, text) = split_label(&text, language);
    let sentences = sentences(&text, language);
    if sentences.is_empty() && label.is_empty() {
        return;
    }
    push(SectionElement::Paragraph(Paragraph { label, sentences, links, ..Paragraph::default() }), sections);
}

/// A text without marks of references, such as `[12]` and `[3, 4]`.
fn without_reference_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let is_mark = |mark: &str| {
            mark.contains(|c: char| c.is_ascii_digit())
                && mark.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–'))
        };
        // In "G[15.99]S" the number is part of the word.
        let is_outside = |after: &str| !after.starts_with(char::is_alphanumeric);
        if let Some((_, after)) = after.split_once(']').filter(|(mark, after)| is_mark(mark) && is_outside(after)) {
            kept.push_str(before.trim_end());
            rest = after;
        } else {
            kept.push_str(before);
            kept.push('[');
            rest = after;
        }
    }
    kept.push_str(rest);
    without_raised_marks(&kept)
}

/// A text without raised numbers of footnotes after its words. Units such as `m²` keep theirs.
fn without_raised_marks(text: &str) -> String {
    let is_raised = |c: char| matches!(c, '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹' | '⁰');
    if !text.contains(is_raised) {
        return text.to_owned();
    }
    let mut kept = String::with_capacity(text.len());
    let mut letters = 0;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let is_inside = characters.peek().is_some_and(|next| next.is_alphanumeric() && !is_raised(*next));
        if !(is_raised(c) && letters > 3 && !is_inside) {
            kept.push(c);
            letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        }
    }
    kept
}

/// The label of a few words before a colon and the rest of a text. The label may be empty. A date is no label but part
/// of its event.
fn split_label(text: &str, language: &Language) -> (String, String) {
    let text = text.trim();
    if let Some((label, rest)) = text.split_once(": ")
        && (1..=4).contains(&word_count(label))
        && length(label) <= 36
        && label.starts_with(char::is_uppercase)
        && !label.contains(['.', '?', '"', '“', ','])
        && word_count(rest) >= 3
        && !is_date(label, language)
    {
        return (label.trim().to_owned(), rest.trim().to_owned());
    }
    (String::new(), text.to_owned())
}

/// Takes the last sentence before a list, if it ends with a colon and so introduces the list.
fn take_lead(sections: &mut [Section]) -> String {
    let Some(SectionElement::Paragraph(text)) = sections.last_mut().and_then(|section| section.elements.last_mut())
    else {
        return String::new();
    };
    if !text.sentences.last().is_some_and(|last| last.ends_with(':')) {
        return String::new();
    }
    let lead = text.sentences.pop().unwrap_or_default();
    if text.sentences.is_empty()
        && let Some(section) = sections.last_mut()
    {
        section.elements.pop();
    }
    lead.trim_end_matches([':', ' ']).to_owned()
}

/// An entry of a list. A nested list of figures, such as "Rent: 400 €", is added to `figures`.
fn list_entry(entry: &ListItem, links: &mut Vec<Link>, figures: &mut Vec<List>) -> ListEntry {
    let mut item = ListEntry::default();
    for block in &entry.blocks {
        match block {
            Block::Paragraph(run) if item.head.is_empty() && item.text.is_empty() => {
                collect_links(run, links);
                (item.head, item.text) = split_head(run);
            }
            Block::List { items, .. } => {
                let inner: Vec<ListEntry> = items.iter().map(|inner| list_entry(inner, links, figures)).collect();
                let is_figure = |inner: &ListEntry| {
                    !inner.head.is_empty() && inner.inner.is_empty() && is_number(inner.text.trim_end_matches('.'))
                };
                if inner.len() >= MIN_FIGURES && inner.iter().all(is_figure) {
                    let lead = if item.text.is_empty() { &item.head } else { &item.text };
                    let lead = lead.trim_end_matches([':', '.', ' ']).to_owned();
                    figures.push(List { lead, items: inner, ..List::default() });
                    continue;
                }
                item.inner.extend(inner.iter().map(ListEntry::full_text).filter(|text| !text.is_empty()));
            }
            other => {
                let more = deck::plain_text(std::slice::from_ref(other)).replace('\n', " ");
                format!("{} {more}", item.text).trim().clone_into(&mut item.text);
            }
        }
    }
    item
}

/// The head and the text of a list entry. The head is a bold start, or a few words before a colon or a dash.
fn split_head(run: &[Inline]) -> (String, String) {
    let whole = one_line(run);
    if let [Inline::Strong(head), rest @ ..] = run {
        let (head, rest) = (one_line(head), one_line(rest));
        let rest = rest.trim_start_matches([':', '-', '–', '—', '.', ' ']);
        return (head.trim_end_matches([':', '.', ' ']).to_owned(), rest.to_owned());
    }
    // "globs2 (contains a mapping from names to types)" explains its first words.
    if let Some((head, rest)) = whole.strip_suffix(')').and_then(|whole| whole.split_once(" ("))
        && (1..=4).contains(&word_count(head))
        && word_count(rest) >= 4
        && !rest.contains(['(', ')'])
    {
        return (head.trim().to_owned(), rest.trim().to_owned());
    }
    // "Porting the old library and its tests to the new version — €10,000" is a figure and its name.
    for mark in [": ", " – ", " — ", " -- ", " - "] {
        if let Some((head, rest)) = whole.rsplit_once(mark)
            && is_number(rest.trim_end_matches('.'))
            && word_count(head) <= 12
            && length(head) <= 80
        {
            return (head.trim().to_owned(), rest.trim().to_owned());
        }
    }
    for mark in [": ", " – ", " — ", " -- ", " - "] {
        if let Some((head, rest)) = whole.split_once(mark)
            && word_count(head) <= 6
            && length(head) <= 48
            && !head.contains(['"', '“'])
            && (!head.contains('(') || head.ends_with(')') && head.matches('(').count() == 1)
            && !(head.contains(". ") || head.ends_with('.'))
            && !rest.trim().is_empty()
        {
            return (head.trim().to_owned(), rest.trim().to_owned());
        }
    }
    (String::new(), whole)
}

/// Adds the links and bare addresses of a text.
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
                // "http://{server}/" is a pattern, not an address.
                let is_address = |word: &&str| {
                    (word.starts_with("https://") || word.starts_with("http://"))
                        && !word.contains(['{', '<', '[', '$'])
                };
                for word in text.split_whitespace().filter(is_address) {
                    let url = word.trim_end_matches(['.', ',', ')', ';', '>', '"', '!', '?']);
                    let host = url.split("://").nth(1).unwrap_or(url).split('/').next().unwrap_or(url);
                    links.push(Link { label: host.trim_start_matches("www.").to_owned(), url: url.to_owned() });
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bare_caption;

    #[test]
    fn captions_lose_their_numbers() {
        for (caption, text) in [
            ("Figure 2: The gate", "The gate"),
            ("Fig. 1 – The gate", "The gate"),
            ("Figure 1 Input and output", "Input and output"),
            ("Abbildung 4.2. Das Tor", "Das Tor"),
            ("Debian 12 was released", "Debian 12 was released"),
            ("The gate", "The gate"),
        ] {
            assert_eq!(bare_caption(caption), text);
        }
    }
}
