//! Finds the title of a document, and marks what is not content: contents, imprint, references, calls to click.
//!
//! Works on the tree alone and for all formats. The reader of a format marks what only the format shows: repetition on
//! pages, the menus of a site.

mod cover;
mod words;

use std::collections::{HashMap, HashSet};

use self::words::{
    CALLS_TO_ACTION, CONTENTS, IMPRINT, IMPRINT_STARTS, LICENCE_PARTS, LICENCES, NAVIGATION, PLACEHOLDER_TITLES,
    PORTUGUESE_MONTHS, QUESTION_WORDS, REFERENCES,
};
use crate::model::{Block, Content, Document, Furniture, List, ListItem};
use crate::text::{cannot_end_title, collapsed, comparison_key, ends_sentence, is_kind_of_document};

/// Finds the title, marks blocks that are not content, and removes empty ones. `name` is the name of the file.
pub(crate) fn mark(document: &mut Document, name: &str) {
    document
        .blocks
        .retain(|block| block.content.texts().iter().any(|text| !text.trim().is_empty()) || is_picture(block));
    for block in &mut document.blocks {
        let is_signs = match &block.content {
            Content::Heading { text, .. } | Content::Paragraph(text) => is_signs(text),
            Content::Table(table) => is_sign_table(&table.rows),
            Content::List(list) => list.items.iter().all(|item| is_signs(&item.text)),
            _ => false,
        };
        if is_signs {
            block.furniture.get_or_insert(Furniture::Signs);
        }
    }
    mark_lines(document);
    mark_leads_to_people(document);
    mark_sections(document);
    mark_contents_lists(document);
    mark_makers(document);
    choose_title(document, name);
    join_subtitle(document);
    add_name_to_kind(document);
    mark_byline(document);
    cover::mark(document);
}

/// Whether a text looks like the name of a person: two or three words that begin with a capital.
fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_capital = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '’' | '\''))
    };
    (2..=3).contains(&words.len()) && words.iter().all(is_capital) && text.contains(char::is_lowercase)
}

/// Marks lines near the top that say who made the document, which may look like headings: "By Anna Moor", "The Moor
/// team".
fn mark_makers(document: &mut Document) {
    let is_text = |block: &&mut Block| block.furniture.is_none() && !is_picture(block);
    for block in document.blocks.iter_mut().filter(is_text).take(12) {
        let (Content::Heading { text, .. } | Content::Paragraph(text)) = &block.content else { continue };
        let (by, name) = text.split_once(' ').unwrap_or_default();
        // "Written by Anna Moor", "Escrito por Anna Moor".
        let is_written = matches!(
            by.to_lowercase().as_str(),
            "written" | "geschrieben" | "verfasst" | "geschreven" | "écrit" | "escrito" | "scritto"
        );
        let (by, name) = if is_written { name.split_once(' ').unwrap_or_default() } else { (by, name) };
        let is_by = matches!(by.to_lowercase().trim_end_matches(':'), "by" | "von" | "door" | "par" | "por" | "da");
        let name = if is_written { name.get(..name.find(" Vers").unwrap_or(name.len())).unwrap_or(name) } else { name };
        let is_team = text.to_lowercase().ends_with("team") && text.split_whitespace().count() <= 5;
        let is_first_level = !matches!(&block.content, Content::Heading { level, .. } if *level > 2);
        if is_by && is_name(name.trim_start_matches([':', ' '])) || is_team && is_first_level && text.contains(' ') {
            block.furniture = Some(Furniture::Imprint);
        }
    }
}

/// Marks the names of authors under the title, if there are at least two.
fn mark_byline(document: &mut Document) {
    let Some(title) = document.blocks.iter().position(|block| block.furniture == Some(Furniture::Title)) else {
        return;
    };
    // A cover and the page after it may both have the title.
    let key = document.title.as_deref().map(comparison_key).unwrap_or_default();
    let is_text = |block: &&mut Block| block.furniture.is_none() && !is_picture(block);
    for block in document.blocks.iter_mut().filter(is_text).take(12) {
        if matches!(&block.content, Content::Heading { text, .. } if comparison_key(text) == key && !key.is_empty()) {
            block.furniture = Some(Furniture::Title);
        }
    }
    let next: Vec<usize> =
        (title + 1..document.blocks.len()).filter(|at| document.blocks[*at].furniture.is_none()).take(6).collect();
    let names: Vec<usize> = next
        .into_iter()
        .take_while(|at| match &document.blocks[*at].content {
            Content::Paragraph(text) => is_name(text),
            Content::List(list) => list.items.iter().all(|item| is_name(&item.text)),
            _ => false,
        })
        .collect();
    let texts: Vec<String> =
        names.iter().flat_map(|at| document.blocks[*at].content.texts()).map(str::to_owned).collect();
    if texts.len() >= 2 {
        for at in names {
            document.blocks[at].furniture = Some(Furniture::Imprint);
        }
        if document.authors.is_empty() {
            document.authors = texts;
        }
    }
}

/// Marks lists at the beginning whose entries are the headings of the document.
fn mark_contents_lists(document: &mut Document) {
    /// Length of the headings that are looked for at the start of an entry, in characters.
    const KEY_CHARS: std::ops::RangeInclusive<usize> = 4..=120;
    let headings: HashSet<String> = document
        .content()
        .filter_map(|block| match &block.content {
            Content::Heading { text, .. } => {
                Some(heading_key(text)).filter(|key| KEY_CHARS.contains(&key.chars().count()))
            }
            _ => None,
        })
        .collect();
    let first = document.blocks.len() / 4;
    for block in document.blocks.iter_mut().take(first).filter(|block| block.furniture.is_none()) {
        if let Content::List(list) = &block.content {
            let is_heading = |text: &str| {
                let key = heading_key(text);
                let ends = key.char_indices().map(|(at, c)| at + c.len_utf8());
                let mut ends = ends.skip(KEY_CHARS.start() - 1).take(KEY_CHARS.end() - KEY_CHARS.start() + 1);
                ends.any(|end| headings.contains(&key[..end]))
            };
            let known = list.items.iter().filter(|item| is_heading(&item.text)).count();
            if list.items.len() >= 4 && known * 10 >= list.items.len() * 7 {
                block.furniture = Some(Furniture::Contents);
            }
        }
    }
}

/// Adds the heading under a title of one word on the first page: "LilyPond" becomes "LilyPond: Essay on automated music
/// engraving".
fn join_subtitle(document: &mut Document) {
    let Some(title) = document.title.clone().filter(|title| !title.contains(' ') && title.is_ascii()) else { return };
    let Some(at) = document.blocks.iter().position(|block| block.furniture == Some(Furniture::Title)) else { return };
    let page = document.blocks[at].page;
    let next = (at + 1..document.blocks.len().min(at + 4)).find(|next| {
        let block = &document.blocks[*next];
        let is_subtitle = |text: &str| {
            let is_long = text.contains(' ') || text.chars().count() >= 10;
            is_long && text.len() <= 80 && !text.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_heading = matches!(&block.content, Content::Heading { text, .. } if is_subtitle(text));
        is_heading && block.furniture.is_none() && block.page == page
    });
    let is_cover = page == 1 && at < 4;
    if let Some(next) = next.filter(|_| is_cover)
        && let Content::Heading { text, .. } = &document.blocks[next].content
    {
        document.title = Some(format!("{title}: {text}"));
        document.blocks[next].furniture = Some(Furniture::Title);
    }
}

/// Whether a text is letters and signs one by one, with hardly a word among them.
fn is_signs(text: &str) -> bool {
    let is_vowel = |c: char| "aeiouy".contains(c.to_ascii_lowercase()) || !c.is_ascii() && c.is_alphabetic();
    let is_word = |token: &&str| token.chars().filter(|c| c.is_alphabetic()).count() >= 3 && token.contains(is_vowel);
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let letters = tokens.iter().filter(|token| token.chars().count() == 1 && token.contains(char::is_alphabetic));
    let words = tokens.iter().filter(|token| is_word(token)).count();
    // "Hhh" are three notes; "iii" and "xxx" are numbers.
    let lower = text.trim().to_lowercase();
    let is_one_letter =
        |c: char| c.is_alphabetic() && !matches!(c, 'i' | 'x' | 'w') && lower.chars().all(|other| other == c);
    if lower.chars().count() >= 3 && lower.is_ascii() && lower.chars().next().is_some_and(is_one_letter) {
        return true;
    }
    // "Q & A" is a heading, "h h h" is none.
    tokens.len() >= 2 && letters.count() >= 1 && words * 5 < tokens.len() && text.contains(char::is_lowercase)
}

/// Whether the cells of a table are letters and signs one by one, such as the notes of a score.
fn is_sign_table(rows: &[Vec<String>]) -> bool {
    let tokens: Vec<&str> = rows.iter().flatten().flat_map(|cell| cell.split_whitespace()).collect();
    // A token is a sign if it repeats a single letter or has no letter.
    let is_sign = |token: &&str| {
        let mut letters = token.chars();
        let first = letters.next();
        !token.contains(|c: char| c.is_ascii_digit())
            && (letters.all(|letter| Some(letter) == first) || !token.contains(char::is_alphabetic))
    };
    let is_word = |token: &&str| token.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    let (signs, words) = (tokens.iter().filter(|token| is_sign(token)), tokens.iter().filter(|token| is_word(token)));
    tokens.len() >= 4 && signs.count() * 2 > tokens.len() && words.count() * 4 < tokens.len()
}

fn is_picture(block: &Block) -> bool {
    matches!(block.content, Content::Picture(_))
}

/// The title that the properties of a file declare; `None` if a program made it up.
pub(crate) fn declared_title(title: &str) -> Option<String> {
    let title = collapsed(title);
    let title = ["Microsoft Word - ", "Microsoft PowerPoint - ", "PowerPoint Presentation - "]
        .iter()
        .find_map(|prefix| title.strip_prefix(prefix))
        .unwrap_or(&title)
        .trim();
    let lower = title.to_lowercase();
    let is_file = [
        ".doc", ".docx", ".pdf", ".indd", ".tex", ".dvi", ".odt", ".ppt", ".pptx", ".qxd", ".rtf", ".html", ".md",
        ".txt", ".ps", ".xml", ".fm", ".epub", ".rst", ".1", ".texi",
    ]
    .iter()
    .any(|end| lower.ends_with(end))
        || lower.contains('\\')
        || lower.starts_with("file:")
        || lower.starts_with("http") && !lower.contains(' ');
    let key = comparison_key(title);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let is_title = !is_file && !PLACEHOLDER_TITLES.contains(&key.as_str()) && !is_contents_heading(title);
    (letters >= 2 && is_title && title.chars().count() <= 300).then(|| title.to_owned())
}

/// A title without the name of the site after it: "Devices — Ghostscript 10.0.0 documentation" is "Devices".
fn without_site(title: &str) -> &str {
    match title.rsplit_once(" — ").filter(|(_, site)| site.ends_with(" documentation")) {
        Some((title, _)) => title.trim_end(),
        None => title.strip_suffix(" documentation").unwrap_or(title).trim_end(),
    }
}

/// Marks single lines that are not content, such as page numbers, dates and menus.
fn mark_lines(document: &mut Document) {
    let count = document.blocks.len();
    // A document with several months as headings is about these, so they are content.
    let is_date = |block: &&Block| match &block.content {
        Content::Heading { text, .. } | Content::Paragraph(text) => is_month_and_year(text),
        _ => false,
    };
    let dates = document.blocks.iter().filter(is_date).count();
    for (at, block) in document.blocks.iter_mut().enumerate() {
        if block.furniture.is_some() {
            continue;
        }
        let text = match &block.content {
            Content::Paragraph(text) | Content::Heading { text, .. } => text.as_str(),
            Content::List(list) => {
                if list.items.len() >= 3
                    && list.items.iter().filter(|item| is_contents_entry(&item.text)).count() * 10
                        >= list.items.len() * 7
                {
                    block.furniture = Some(Furniture::Contents);
                } else if is_list_of_addresses(list) {
                    block.furniture = Some(Furniture::Imprint);
                }
                continue;
            }
            _ => continue,
        };
        let lower = text.trim_start_matches(['•', '*', '-', '»', '→', ' ']).to_lowercase();
        let length = text.chars().count();
        let starts = |list: &[&str]| list.iter().any(|start| lower.starts_with(start));
        let is_edge = at < 12 || at * 10 >= count * 9;
        block.furniture = if is_page_number(&lower) {
            Some(Furniture::PageNumber)
        } else if length <= 90 && starts(CALLS_TO_ACTION) && !(length > 50 && ends_sentence(text)) {
            Some(Furniture::CallToAction)
        } else if length <= 160 && starts(NAVIGATION) || length <= 90 && is_menu(text) {
            Some(Furniture::Navigation)
        } else if (length <= 300 || is_edge && length <= 1_500) && starts(IMPRINT_STARTS)
            || at < 12 && is_date_line(text) && matches!(block.content, Content::Paragraph(_))
            || at < 12 && dates == 1 && is_month_and_year(text)
            || is_edge && length <= 160 && text.contains('©') && matches!(block.content, Content::Paragraph(_))
            || is_edge && text.split_whitespace().filter(|word| is_mail_address(word)).count() > 1
        {
            Some(Furniture::Imprint)
        } else if is_contents_mark(&lower) || is_contents_entry(text) && text.contains("....") {
            Some(Furniture::Contents)
        } else {
            None
        };
    }
}

/// Whether a line only says when a document was made: "31 maggio 2022", "Published Gennaio 2021", "Nov 21, 2021".
fn is_date_line(text: &str) -> bool {
    const MADE: &[&str] = &[
        "published",
        "updated",
        "publié",
        "publicado",
        "pubblicato",
        "veröffentlicht",
        "gepubliceerd",
        "opublikowano",
    ];
    let lower = text.to_lowercase();
    let mut words: Vec<&str> =
        lower.split_whitespace().map(|word| word.trim_matches([',', '.', ':', '(', ')'])).collect();
    let says_made = words.first().is_some_and(|first| MADE.contains(first));
    if says_made {
        words.remove(0);
    }
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
    let is_year = |word: &str| is_number(word) && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let is_month = |word: &str| word.chars().count() >= 3 && word.chars().all(char::is_alphabetic);
    let count = |is: &dyn Fn(&str) -> bool| words.iter().filter(|word| is(word)).count();
    let days = count(&|word: &str| is_number(word) && word.len() <= 2);
    count(&is_year) == 1 && count(&is_month) == 1 && (days == 1 && words.len() == 3 || says_made && words.len() == 2)
}

/// Whether a line is only a month and its year: "April 2005".
fn is_month_and_year(text: &str) -> bool {
    let Some((month, year)) = text.trim().rsplit_once(' ') else { return false };
    let month = month.trim_end_matches([' ', ',', '.']).trim_end_matches(" de").to_lowercase();
    let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    let is_month = deck::is_month_name(&month) || PORTUGUESE_MONTHS.contains(&month.as_str());
    is_year && year.bytes().all(|c| c.is_ascii_digit()) && is_month
}

/// Whether a word is an e-mail address.
fn is_mail_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// Whether a list names people with their e-mail addresses.
fn is_list_of_addresses(list: &List) -> bool {
    let has_address = |item: &&ListItem| item.text.split_whitespace().any(is_mail_address);
    list.items.len() >= 3 && list.items.iter().filter(has_address).count() * 10 >= list.items.len() * 6
}

/// Marks the line that ends with a colon before a list of people.
fn mark_leads_to_people(document: &mut Document) {
    for at in 1..document.blocks.len() {
        let is_people = matches!(&document.blocks[at].content, Content::List(list) if is_list_of_addresses(list));
        let before = &mut document.blocks[at - 1];
        if is_people && matches!(&before.content, Content::Paragraph(text) if text.trim_end().ends_with(':')) {
            before.furniture.get_or_insert(Furniture::Imprint);
        }
    }
}

/// Whether a text in lower case is the mark that a program replaces by the contents.
fn is_contents_mark(lower: &str) -> bool {
    matches!(
        lower,
        "[toc]" | "[[toc]]" | "[[_toc_]]" | "{:toc}" | "{: toc}" | "@[toc]" | "${toc}" | "table of contents"
    )
}

/// Whether a text is the heading of a contents page.
pub(crate) fn is_contents_heading(text: &str) -> bool {
    CONTENTS.contains(&heading_key(text).as_str())
}

/// Whether a line is a row of links.
fn is_menu(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['|', '›', '»']).map(str::trim).collect();
    parts.len() >= 3 && parts.iter().all(|part| part.split_whitespace().count() <= 3)
}

/// Whether a line is only the number of its page.
pub(crate) fn is_page_number(text: &str) -> bool {
    let text = text.trim().trim_matches(['-', '–', '—', '|', '[', ']', '(', ')', '·', ' ']).to_lowercase();
    let words: Vec<&str> = text.split([' ', '/', '|']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| {
        !word.is_empty()
            && (word.len() <= 4 && word.bytes().all(|c| c.is_ascii_digit())
                || word.len() <= 6 && word.bytes().all(|c| matches!(c, b'i' | b'v' | b'x' | b'l')))
    };
    let is_word = |word: &str| {
        matches!(
            word,
            "page"
                | "p."
                | "pagina"
                | "seite"
                | "página"
                | "strona"
                | "sida"
                | "of"
                | "van"
                | "von"
                | "de"
                | "sur"
                | "z"
                | "av"
        )
    };
    !words.is_empty()
        && words.len() <= 4
        && words.iter().any(|word| is_number(word))
        && words.iter().all(|word| is_number(word) || is_word(word))
}

/// Whether a line is an entry of a table of contents: it ends with a page number after dots or space.
pub(crate) fn is_contents_entry(text: &str) -> bool {
    let text = text.trim_end();
    let digits = text.chars().rev().take_while(|c| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x')).count();
    if digits == 0 || digits > 5 || text.chars().count() <= digits {
        return false;
    }
    let before = &text[..text.len() - digits];
    let dots = before
        .chars()
        .rev()
        .take_while(|c| matches!(c, '.' | ' ' | '…' | '·' | '_' | '\t'))
        .filter(|c| !matches!(c, ' ' | '\t'));
    let dots: usize = dots.map(|c| if c == '…' { 3 } else { 1 }).sum();
    dots >= 3 || before.ends_with('\t')
}

/// The level of a heading of a contents page that was read as a paragraph.
const PARAGRAPH_LEVEL: u8 = 9;

/// Marks whole sections by their headings.
fn mark_sections(document: &mut Document) {
    let mut current: Option<(Furniture, u8)> = None;
    let count = document.blocks.len();
    let mut kept = 0;
    for at in 0..count {
        let block = &document.blocks[at];
        let heading = match &block.content {
            Content::Heading { level, text } => Some((*level, heading_key(text))),
            Content::Paragraph(text) if text.chars().count() <= 40 => {
                let key = heading_key(text);
                CONTENTS.contains(&key.as_str()).then_some((PARAGRAPH_LEVEL, key))
            }
            _ => None,
        };
        if let Some((level, key)) = heading {
            let is = |list: &[&str]| list.contains(&key.as_str());
            // The parts of a manual may have contents of their own. So near the end of a document, a heading may begin
            // contents, too, but not a paragraph.
            let is_early = at * 4 < count * 3;
            let found = if is(CONTENTS) && (is_early || level < PARAGRAPH_LEVEL)
                || key == "index"
                || key.ends_with("index") && at * 3 >= count * 2
            {
                Some(Furniture::Contents)
            } else if (is(REFERENCES) || key.ends_with("bibliography") || key.ends_with("literaturelist"))
                && at * 3 >= count
            {
                Some(Furniture::References)
            } else if is(IMPRINT) || at * 3 >= count && LICENCES.iter().any(|licence| key.contains(licence)) {
                Some(Furniture::Imprint)
            } else {
                None
            };
            match (found, current) {
                (Some(found), _) => {
                    current = Some((found, level));
                    kept = 0;
                }
                (None, Some((Furniture::Imprint, _)))
                    if at * 3 >= count && LICENCE_PARTS.iter().any(|part| key.contains(part)) => {}
                (None, Some((_, open))) if level <= open => current = None,
                _ => {}
            }
        }
        if let Some((furniture, _)) = current {
            let block = &mut document.blocks[at];
            // Contents end where running text begins.
            let is_prose = match &block.content {
                Content::Paragraph(text) => text.chars().count() > 160 && ends_sentence(text) && !text.contains("...."),
                _ => false,
            };
            if furniture == Furniture::Contents && (is_prose || is_further_heading(&block.content) && kept > 0) {
                current = None;
                continue;
            }
            kept += 1;
            if block.furniture.is_none() {
                block.furniture = Some(furniture);
            }
        }
    }
}

/// Whether a content is a heading of more than one letter. In an index, headings are single letters.
fn is_further_heading(content: &Content) -> bool {
    matches!(content, Content::Heading { text, .. } if text.trim().chars().count() > 1)
}

/// A heading without its number, for comparing.
fn heading_key(text: &str) -> String {
    let text = text.trim();
    // An appendix has a letter: "C. Acknowledgements".
    let text = match text.split_once(". ") {
        Some((letter, rest)) if letter.len() == 1 && letter.starts_with(char::is_uppercase) => rest,
        _ => text,
    };
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' ' | ')' | '§'));
    comparison_key(if rest.is_empty() { text } else { rest })
}

/// Chooses the title and marks the block that shows it.
fn choose_title(document: &mut Document, name: &str) {
    if let Some(block) = document.blocks.iter().find(|block| block.furniture == Some(Furniture::Title)) {
        if let Some(text) = block.content.texts().first() {
            document.title = Some((*text).to_owned());
        }
        finish_title(document);
        return;
    }
    let file = document.title.as_deref().and_then(name_of_file);
    let declared = document.title.as_deref().and_then(declared_title).map(|title| without_site(&title).to_owned());
    // The name of a project is the title only where the document has no heading for it.
    let is_slug = declared.as_ref().is_some_and(|title| {
        title.contains(['-', '_']) && !title.contains([' ', '.']) && title.to_lowercase() == *title
    });
    let (declared, slug) = if is_slug { (None, declared) } else { (declared, None) };
    let early: Vec<usize> = document
        .blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.furniture.is_none() && is_line(block))
        .map(|(at, _)| at)
        .take(12)
        .collect();
    let text_of = |at: usize| document.blocks[at].content.texts().first().map_or("", |text| *text).to_owned();
    let level_of = |at: usize| match document.blocks[at].content {
        Content::Heading { level, .. } => Some(level),
        _ => None,
    };
    let first_heading = early.iter().copied().find(|at| level_of(*at).is_some());
    let levels = || {
        document.blocks.iter().filter(|block| block.furniture.is_none()).filter_map(|block| match block.content {
            Content::Heading { level, .. } => Some(level),
            _ => None,
        })
    };
    let highest = levels().min();
    let is_single = first_heading
        .is_some_and(|at| level_of(at) == highest && levels().filter(|level| Some(*level) == highest).count() == 1);

    let mut chosen: Option<(String, Option<usize>)> = None;
    if let Some(declared) = &declared {
        let key = comparison_key(declared);
        // If the same words are near the top of the document, their spelling there counts, not that of the properties.
        let same = early.iter().copied().find(|at| comparison_key(&text_of(*at)) == key);
        let part = first_heading.filter(|at| {
            let heading_key = comparison_key(&text_of(*at));
            heading_key.chars().count() >= 4
                && (key.contains(&heading_key) && (is_single || key.starts_with(&heading_key))
                    || heading_key.contains(&key) && key.chars().count() >= 4 && is_single
                    || heading_key.starts_with(&key) && key.chars().count() >= 12)
        });
        chosen = same.or(part).map(|at| (text_of(at), Some(at)));
    }
    if chosen.is_none()
        && is_single
        && let Some(at) = first_heading
    {
        // A first heading that is the only one of the highest level is the title, even if the properties have another
        // one.
        let before = early.iter().take_while(|other| **other < at).count();
        if before <= 4 {
            chosen = Some((text_of(at), Some(at)));
        }
    }
    if chosen.is_none() {
        chosen = declared.map(|declared| (declared, None));
    }
    if chosen.is_none() {
        let first = early.first().copied().filter(|at| {
            let text = text_of(*at);
            let is_file = text.split_whitespace().next().is_some_and(|word| name_of_file(word).is_some());
            level_of(*at).is_none()
                && text.chars().count() <= 120
                && !ends_sentence(&text)
                && !(is_file && file.is_some())
        });
        let has_several = levels().filter(|level| Some(*level) == highest).count() > 1;
        chosen = match (first, first_heading) {
            (Some(at), _) => Some((text_of(at), Some(at))),
            // The first of several questions is not what the document is about.
            (None, Some(at)) if has_several && is_question(&text_of(at)) => {
                subject(document, name).map(|title| (title, None))
            }
            // The heading still opens its section, unless it is cut off, such as "User Guide for".
            (None, Some(at)) => Some((text_of(at), Some(at).filter(|at| is_incomplete(&text_of(*at))))),
            (None, None) => None,
        };
        chosen = chosen.or_else(|| slug.or(file).map(|name| (name, None)));
    }
    let (title, at) = chosen.map_or((None, None), |(title, at)| (Some(title), at));
    document.title = title;
    if let Some(at) = at {
        document.blocks[at].furniture = Some(Furniture::Title);
        finish_title(document);
    }
}

/// Adds the name at the top or foot of all pages to a title that only names the kind of the document:
/// "Moor Lock: User Guide".
fn add_name_to_kind(document: &mut Document) {
    const MIN_PAGES: usize = 3;
    const MAX_LINES: usize = 400;
    let Some(title) = document.title.clone().filter(|title| is_kind_of_document(title)) else { return };
    let is_repeated = |block: &&Block| matches!(block.furniture, Some(Furniture::RunningHead | Furniture::RunningFoot));
    let lines: Vec<&str> =
        document.blocks.iter().filter(is_repeated).flat_map(|block| block.content.texts()).take(MAX_LINES).collect();
    let is_number = |c: char| c.is_ascii_digit() || c == ' ' || c == '|';
    let mut names: Vec<&str> = lines.iter().map(|line| line.trim_matches(is_number)).collect();
    names.sort_unstable();
    names.dedup();
    let is_name = |name: &str| {
        (1..=4).contains(&name.split_whitespace().count())
            && name.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && name.starts_with(char::is_uppercase)
            && !is_kind_of_document(name)
            && !is_page_number(name)
    };
    // Some pages may have the name of their chapter beside it.
    let pages = |name: &str| lines.iter().filter(|line| line.contains(name)).count();
    let name = names
        .into_iter()
        .filter(|name| is_name(name) && pages(name) >= MIN_PAGES)
        .max_by_key(|name| (pages(name), std::cmp::Reverse(name.len())));
    if let Some(name) = name.filter(|name| !comparison_key(&title).contains(&comparison_key(name))) {
        document.title = Some(format!("{name}: {title}"));
    }
}

/// Joins an incomplete title with the line under it, even if there is a picture between them: "User’s manual for",
/// "Writer2LaTeX and Writer2xhtml".
fn finish_title(document: &mut Document) {
    let is_title = |block: &Block| block.furniture == Some(Furniture::Title);
    let Some(at) = document.blocks.iter().position(is_title) else { return };
    let Some(title) = document.title.clone() else { return };
    if !is_incomplete(&title) {
        return;
    }
    let Some(next) = document.blocks[at + 1..].iter_mut().find(|block| !is_picture(block)) else { return };
    if let Content::Heading { text, .. } | Content::Paragraph(text) = &next.content
        && text.chars().count() <= 120
        && !ends_sentence(text)
    {
        document.title = Some(format!("{title} {text}"));
        next.furniture = Some(Furniture::Title);
    }
}

/// Whether a title is incomplete: "User Guide for".
fn is_incomplete(title: &str) -> bool {
    title.split_whitespace().next_back().is_some_and(cannot_end_title)
}

/// The name of a file without its ending, as words: "Pscan-ChIP README" for "Pscan-ChIP_README.docx".
fn name_of_file(text: &str) -> Option<String> {
    let (stem, ending) = text.trim().rsplit_once('.')?;
    let is_ending = (1..=5).contains(&ending.len()) && ending.bytes().all(|c| c.is_ascii_alphanumeric());
    let is_name = !stem.contains(['/', '\\', ' ']) && stem.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    (is_ending && is_name && ending.starts_with(|c: char| c.is_ascii_alphabetic())).then(|| stem.replace('_', " "))
}

/// Whether a heading asks something.
fn is_question(heading: &str) -> bool {
    let first = heading.split([' ', '\'', '’']).next().unwrap_or_default().to_lowercase();
    heading.trim_end().ends_with(['?', '؟', '？'])
        || heading.starts_with('¿')
        || QUESTION_WORDS.contains(&first.as_str())
}

/// The title of a document whose headings are questions: the name that at least half of its headings have, and the name
/// of the file, such as "aHash: FAQ". `None` without either.
fn subject(document: &Document, file: &str) -> Option<String> {
    let headings: Vec<&str> = document
        .blocks
        .iter()
        .filter(|block| block.furniture.is_none())
        .filter_map(|block| match &block.content {
            Content::Heading { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let words = |heading: &'_ str| -> Vec<String> {
        heading.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()).collect()
    };
    let all: Vec<Vec<String>> = headings.iter().map(|heading| words(heading)).collect();
    let is_name = |word: &&String| word.chars().count() > 1 && word.contains(char::is_uppercase);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for words in &all {
        for word in words.iter().map(String::as_str).collect::<HashSet<&str>>() {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    let count = |name: &String| counts.get(name.as_str()).copied().unwrap_or(0);
    let subject = all
        .iter()
        .flat_map(|words| words.iter().skip(1).filter(is_name))
        .map(|name| (count(name), name))
        .filter(|(count, _)| *count > 1 && count * 2 >= all.len())
        .rev()
        .max_by_key(|(count, _)| *count);
    let stem = file.rsplit_once('.').map_or("", |(stem, _)| stem);
    let stem = collapsed(&stem.replace(['-', '_'], " "));
    let is_name = !stem.contains('/')
        && (3..=40).contains(&stem.chars().count())
        && stem.chars().all(|c| c.is_alphabetic() || c == ' ');
    let stem = Some(stem).filter(|_| is_name).and_then(|stem| declared_title(&stem));
    match (subject, stem) {
        (Some((_, name)), Some(stem)) if !comparison_key(&stem).contains(&comparison_key(name)) => {
            Some(format!("{name}: {stem}"))
        }
        (_, Some(stem)) => Some(stem),
        (Some((_, name)), None) => Some(name.to_owned()),
        (None, None) => None,
    }
}

/// Whether a block can be a title.
fn is_line(block: &Block) -> bool {
    match &block.content {
        Content::Heading { .. } => true,
        Content::Paragraph(text) => !text.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_no_text() {
        let cells = |text: &str| vec![text.split('|').map(str::to_owned).collect::<Vec<_>>()];
        assert!(is_sign_table(&cells("h h|h h h h|hh h h ’|S nS")));
        assert!(!is_sign_table(&cells("A|12|B|9")) && !is_sign_table(&cells("a|the letter a|b|the letter b")));
        for text in ["Hhh", "ª h h h h h", "H h h h ª h h", "ª Nh hhh", "K ; hh hh ; ;h h ; k", "4 h h", "ª h"] {
            assert!(is_signs(text), "{text}");
        }
        for text in [
            "III",
            "Plan B",
            "Q & A",
            "Vitamin C and D",
            "HTTP over TLS",
            "RFC 793 TCP",
            "港は満杯です",
            "O que é a lei",
        ] {
            assert!(!is_signs(text), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_a_date_is_no_content() {
        for date in ["31 maggio 2022", "Published Gennaio 2021", "Nov 21, 2021", "Published: 3 May 2020"] {
            assert!(is_date_line(date), "{date}");
        }
        for text in ["Annual Report 2024", "Tides of 2019", "2,400 ships in 2019", "In 2019", "Gate 4 2019 2020"] {
            assert!(!is_date_line(text), "{text}");
        }
        for (text, is) in [("April 2005", true), ("avril, 2005", true), ("Tides 2005", false), ("March of 2005", false)]
        {
            assert_eq!(is_month_and_year(text), is, "{text}");
        }
    }
}
