//! Lines into blocks: title, headings, paragraphs, lists, code, footnotes, captions, contents pages.

use std::collections::{HashMap, HashSet};

use super::definitions::definitions;
use super::interpret::{Page, Rule, Shown};
use super::lines::{self, Line};
use super::{repeats, tables};
use crate::furniture::{is_contents_entry, is_contents_heading};
use crate::model::{Block, Content, Document, Furniture, List, ListItem, Picture, Source};
use crate::plain::{marker, section_number};
use crate::text::{collapsed, comparison_key, ends_sentence, is_superscript};

/// A line, table or picture of a page, in reading order.
enum Item {
    Line(Line),
    Block(Content),
}

/// Makes the blocks of a document from its pages.
pub(super) fn read(mut pages: Vec<Page>, bookmarks: &[(String, u8)], document: &mut Document) {
    let edges = repeats::take(&mut pages);
    let heights: Vec<f32> = pages.iter().map(|page| page.height).collect();
    let pages: Vec<Vec<Item>> = pages.into_iter().map(items).collect();
    let facts = Facts::of(&pages, bookmarks);
    let title = title(&pages, document.title.as_deref(), &facts);
    let mut builder = Builder { facts: &facts, blocks: Vec::new(), headings: Vec::new(), open: None, page: 0 };
    for (index, (items, edges)) in pages.iter().zip(edges).enumerate() {
        builder.page = index + 1;
        for edge in edges {
            builder.furniture(Content::Paragraph(collapsed(&edge.text)), edge.furniture);
        }
        let title_lines = title.as_ref().filter(|title| title.page == index).map_or(0..0, |title| title.items.clone());
        builder.page(items, heights[index], title_lines, title.as_ref().map(|title| title.text.as_str()));
    }
    builder.level_headings();
    document.blocks = builder.blocks;
    captions(&mut document.blocks);
    notes(&mut document.blocks);
    if let Some(title) = title {
        document.title = Some(title.text);
    }
}

/// The lines of a page in reading order, with its tables and pictures among them.
fn items(mut page: Page) -> Vec<Item> {
    let mut placed: Vec<(Rule, Content)> = Vec::new();
    for own in tables::ruled(&mut page) {
        placed.push((own.area, Content::Table(own.table)));
    }
    for own in &page.pictures {
        if let Some(picture) = picture(&page, own) {
            placed.push((own.area, Content::Picture(picture)));
        }
    }
    placed.sort_by(|one, other| one.0.top.total_cmp(&other.0.top));
    let lines = lines::ordered(std::mem::take(&mut page.words));
    // Each goes before the first line below it in its column.
    let mut before: HashMap<usize, Vec<Content>> = HashMap::new();
    for (area, content) in placed {
        let overlaps = |line: &Line| line.column.0 < area.right && line.column.1 > area.left;
        let below = lines.iter().position(|line| overlaps(line) && line.base > area.top + 2.0);
        let at = below.or_else(|| lines.iter().rposition(overlaps).map(|at| at + 1)).unwrap_or(lines.len());
        before.entry(at).or_default().push(content);
    }
    let mut items = Vec::with_capacity(lines.len());
    let count = lines.len();
    for (at, line) in lines.into_iter().enumerate() {
        items.extend(before.remove(&at).into_iter().flatten().map(Item::Block));
        items.push(Item::Line(line));
    }
    items.extend(before.remove(&count).into_iter().flatten().map(Item::Block));
    items
}

/// A picture that is large enough to say something.
fn picture(page: &Page, shown: &Shown) -> Option<Picture> {
    let (width, height) = (shown.area.right - shown.area.left, shown.area.bottom - shown.area.top);
    let is_background = width * height > page.width * page.height * 0.85 && !page.words.is_empty();
    if width < 40.0 || height < 40.0 || shown.pixels.0 < 48 || shown.pixels.1 < 48 || is_background {
        return None;
    }
    let source = shown.object.map_or(Source::Nowhere, Source::Object);
    Some(Picture { size: Some(shown.pixels), source, ..Picture::default() })
}

/// What is known about the whole document.
struct Facts {
    /// The size of most text.
    body: f32,
    /// Whether most text is of fixed width, or bold, so that neither says anything.
    is_mono: bool,
    is_bold: bool,
    /// Levels of bookmarks by the keys of their texts.
    bookmarks: HashMap<String, u8>,
    /// Words that stand anywhere but at the end of a line.
    words: HashSet<String>,
    /// The distance of lines in a paragraph, as a multiple of their size.
    pitch: f32,
}

impl Facts {
    fn of(pages: &[Vec<Item>], bookmarks: &[(String, u8)]) -> Self {
        let mut sizes: HashMap<i32, usize> = HashMap::new();
        let (mut total, mut mono, mut bold) = (0, 0, 0);
        let mut words = HashSet::new();
        let mut pitches: HashMap<i32, usize> = HashMap::new();
        for items in pages {
            let mut previous: Option<&Line> = None;
            for item in items {
                let Item::Line(line) = item else { continue };
                let letters: usize = line.words.iter().map(|word| word.text.chars().count()).sum();
                total += letters;
                mono += if line.is_mono { letters } else { 0 };
                bold += if line.is_bold { letters } else { 0 };
                *sizes.entry((line.size * 2.0).round() as i32).or_insert(0) += letters;
                let count = line.words.len();
                for word in line.words.iter().take(count.saturating_sub(1)) {
                    words.insert(clean_word(&word.text));
                }
                if let Some(previous) = previous
                    && (line.size - previous.size).abs() < 0.3
                {
                    let pitch = (line.base - previous.base) / line.size.max(1.0);
                    if (0.9..2.5).contains(&pitch) {
                        *pitches.entry((pitch * 20.0).round() as i32).or_insert(0) += letters;
                    }
                }
                previous = Some(line);
            }
        }
        // Of two sizes with much text the smaller may be notes or tables.
        let most = |counts: &HashMap<i32, usize>| {
            counts.iter().max_by_key(|(key, count)| (**count, **key)).map(|(key, _)| *key)
        };
        Self {
            body: most(&sizes).map_or(10.0, |size| size as f32 / 2.0),
            pitch: most(&pitches).map_or(1.2, |pitch| pitch as f32 / 20.0),
            is_mono: mono * 10 > total * 6,
            is_bold: bold * 10 > total * 4,
            bookmarks: bookmarks.iter().map(|(text, level)| (comparison_key(text), *level)).collect(),
            words,
        }
    }
}

/// A word in lower case, without marks around it.
fn clean_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// The title, and the items that say it.
struct Title {
    text: String,
    page: usize,
    items: std::ops::Range<usize>,
}

/// Finds the title: where the declared one stands, else the largest type on the first page.
fn title(pages: &[Vec<Item>], declared: Option<&str>, facts: &Facts) -> Option<Title> {
    if let Some(declared) = declared {
        let key = comparison_key(declared);
        for (page, items) in pages.iter().enumerate().take(3) {
            for start in 0..items.len().min(40) {
                let mut text = String::new();
                for (end, item) in items.iter().enumerate().skip(start).take(5) {
                    let Item::Line(line) = item else { break };
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&line.text());
                    let own = comparison_key(&text);
                    if own == key && key.chars().count() >= 3 {
                        return Some(Title { text: collapsed(&text), page, items: start..end + 1 });
                    }
                    if !key.starts_with(&own) {
                        break;
                    }
                }
            }
        }
    }
    let first = pages.iter().position(|items| items.iter().any(|item| matches!(item, Item::Line(_))))?;
    let items = &pages[first];
    let is_candidate = |line: &Line| {
        let text = line.text();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 3 && letters * 2 >= text.chars().count() && !is_contents_heading(&text)
    };
    let largest = items
        .iter()
        .filter_map(|item| match item {
            Item::Line(line) if is_candidate(line) => Some(line.size),
            _ => None,
        })
        .fold(0.0, f32::max);
    let is_large = largest >= facts.body * 1.18;
    let start = items.iter().position(|item| match item {
        Item::Line(line) if is_large => is_candidate(line) && line.size > largest - 0.6,
        // Without large type the title is the first short line, bold or in the middle.
        Item::Line(line) => is_candidate(line) && line.is_bold && !facts.is_bold && line.text().chars().count() < 120,
        Item::Block(_) => false,
    })?;
    if !is_large && start > 3 {
        return None;
    }
    let Item::Line(first_line) = &items[start] else { return None };
    let mut text = first_line.text();
    let mut end = start + 1;
    let mut last = first_line;
    while let Some(Item::Line(line)) = items.get(end) {
        let is_same = (line.size - last.size).abs() < 0.6 && line.is_bold == last.is_bold;
        if !is_same || line.base - last.base > last.size * 2.2 || line.base < last.base || end - start >= 4 {
            break;
        }
        text = joined(text, &line.text(), facts);
        last = line;
        end += 1;
    }
    let text = collapsed(&text);
    // The first numbered heading of a paper without a title.
    let is_heading = section_number(&text).is_some() && !facts.bookmarks.is_empty();
    if text.chars().count() > 250 || is_heading {
        return None;
    }
    // A declared title that is not on the page may still be the better one, where the page shows a single word.
    let is_poor = text.split_whitespace().count() < 2 && declared.is_some_and(|own| own.split_whitespace().count() > 2);
    if is_poor {
        return None;
    }
    Some(Title { text, page: first, items: start..end })
}

/// Two lines as one, a word that was cut at the line end made whole.
fn joined(mut text: String, line: &str, facts: &Facts) -> String {
    let line = line.trim();
    let is_cut = text.ends_with(['-', '\u{ad}', '‐']) && text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    if !is_cut {
        let has_no_spaces = is_ideograph(text.chars().last()) && is_ideograph(line.chars().next());
        if !text.is_empty() && !has_no_spaces {
            text.push(' ');
        }
        text.push_str(line);
        return text;
    }
    let start = text.rsplit(' ').next().unwrap_or_default().to_owned();
    let next = line.split(' ').next().unwrap_or_default();
    let whole = clean_word(&format!("{start}{next}"));
    let keeps_hyphen = facts.words.contains(&whole) || !next.chars().next().is_some_and(char::is_lowercase);
    if !keeps_hyphen || text.ends_with('\u{ad}') {
        text.pop();
    }
    text.push_str(line);
    text
}

/// Whether a letter belongs to a script without spaces.
fn is_ideograph(c: Option<char>) -> bool {
    c.is_some_and(|c| matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}'))
}

/// A heading that has no level yet.
struct Heading {
    block: usize,
    /// Its size in half points, and whether it is bold.
    style: (i32, bool),
    known: Option<u8>,
}

/// The paragraph or list item that lines are added to.
struct Open {
    block: usize,
    last: Line,
    page: usize,
    /// Left edge of the first line, for lists.
    left: f32,
    is_item: bool,
}

struct Builder<'a> {
    facts: &'a Facts,
    blocks: Vec<Block>,
    headings: Vec<Heading>,
    open: Option<Open>,
    page: usize,
}

impl Builder<'_> {
    fn push(&mut self, content: Content) {
        self.blocks.push(Block { content, furniture: None, page: self.page });
    }

    fn furniture(&mut self, content: Content, furniture: Furniture) {
        self.blocks.push(Block { content, furniture: Some(furniture), page: self.page });
    }

    fn page(&mut self, items: &[Item], height: f32, title: std::ops::Range<usize>, title_text: Option<&str>) {
        let notes = self.footnotes_start(items, height);
        let is_contents = is_contents_page(items);
        let mut at = 0;
        while at < items.len() {
            if at == title.start && !title.is_empty() {
                self.open = None;
                let text = title_text.unwrap_or_default().to_owned();
                self.furniture(Content::Heading { level: 1, text }, Furniture::Title);
                at = title.end;
                // Names and dates below it, in type between that of the title and of the text.
                while let Some(Item::Line(line)) = items.get(at).filter(|_| at < title.end + 6) {
                    let text = collapsed(&line.text());
                    let is_known = self.facts.bookmarks.contains_key(&comparison_key(&text));
                    let is_between = line.size > self.facts.body * 1.05 && !line.is_bold;
                    if !is_between || is_known || section_number(&text).is_some() {
                        break;
                    }
                    self.furniture(Content::Paragraph(text), Furniture::Imprint);
                    at += 1;
                }
                continue;
            }
            let line = match &items[at] {
                Item::Block(content) => {
                    // A paragraph goes on below a picture.
                    self.push(content.clone());
                    at += 1;
                    continue;
                }
                Item::Line(line) => line,
            };
            if at >= notes {
                self.footnote(line);
                at += 1;
                continue;
            }
            let text = collapsed(&line.text());
            if text.is_empty() {
                at += 1;
                continue;
            }
            if is_contents && !self.is_larger(line) || is_contents_entry(&text) {
                self.open = None;
                self.furniture(Content::Paragraph(text), Furniture::Contents);
                at += 1;
                continue;
            }
            let following: Vec<&Line> = items[at..]
                .iter()
                .take(400)
                .map_while(|item| match item {
                    Item::Line(line) => Some(line),
                    Item::Block(_) => None,
                })
                .collect();
            let limit = notes.saturating_sub(at);
            let following = &following[..following.len().min(limit)];
            let has_cells = line.cells().len() > 1 && !self.facts.is_mono;
            let table = if has_cells { tables::unruled(following) } else { None };
            // The names of columns look like a heading.
            let may_be_heading = table.is_none() || self.is_larger(line) || section_number(&text).is_some();
            if may_be_heading && let Some(count) = self.heading(following, &text) {
                at += count;
                continue;
            }
            if let Some((table, count)) = table {
                self.open = None;
                self.push(Content::Table(table));
                at += count;
                continue;
            }
            if let Some((list, count)) = self.definitions(following) {
                self.push(Content::List(list));
                self.open_block(following[count - 1], line.left, true);
                at += count;
                continue;
            }
            if line.is_mono && !self.facts.is_mono {
                self.code(line);
            } else {
                self.text_line(line, &text);
            }
            at += 1;
        }
    }

    /// The list of terms that lines begin with, and how many of them it has.
    fn definitions(&self, lines: &[&Line]) -> Option<(List, usize)> {
        if self.facts.is_mono || marker(&lines.first()?.text()).is_some() {
            return None;
        }
        definitions(lines, self.facts.body, self.facts.pitch, |text, line| joined(text, line, self.facts))
    }

    fn is_larger(&self, line: &Line) -> bool {
        line.size >= self.facts.body * 1.13
    }

    /// Reads a heading of one or more lines. Returns how many.
    fn heading(&mut self, lines: &[&Line], first: &str) -> Option<usize> {
        let line = lines[0];
        let is_larger = self.is_larger(line);
        let is_bold = line.is_bold && !self.facts.is_bold && line.size >= self.facts.body * 0.9;
        let is_same = |one: &Line, other: &Line| {
            (one.size - other.size).abs() < 0.6
                && one.is_bold == other.is_bold
                && other.base > one.base
                && other.base - one.base < one.size * 1.75
                && one.column == other.column
        };
        // Lines of the same look belong together.
        let mut count = 1;
        let mut text = first.to_owned();
        while (is_larger || is_bold) && count < 4 && count < lines.len() && is_same(lines[count - 1], lines[count]) {
            let next = collapsed(&lines[count].text());
            if section_number(&next).is_some() || marker(&next).is_some() && section_number(&text).is_none() {
                break;
            }
            text = joined(text, &next, self.facts);
            count += 1;
        }
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let length = text.chars().count();
        if letters < 2 || length > 180 || letters * 3 < length {
            return None;
        }
        let bookmark = self.facts.bookmarks.get(&comparison_key(&text)).copied();
        let number = section_number(&text);
        let depth =
            number.filter(|(_, rest)| rest.chars().next().is_some_and(|c| !c.is_lowercase())).map(|(depth, _)| depth);
        let after = lines.get(count);
        let gap_after = after.map_or(9.0, |after| (after.base - lines[count - 1].base) / after.size.max(1.0));
        let before = self.open.as_ref().filter(|open| open.page == self.page);
        let gap_before = before.map_or(9.0, |open| (line.base - open.last.base) / line.size.max(1.0));
        let is_apart = !(0.0..self.facts.pitch * 1.12).contains(&gap_before);
        let ends_open = text.ends_with(['.', ',', ';']) && !text.ends_with("...");
        let goes_on = after.is_some_and(|after| is_same(lines[count - 1], after));
        let capitals = text.chars().filter(|c| c.is_uppercase()).count();
        let is_capitals = letters >= 4 && capitals == letters && length <= 80;
        let is_marked = marker(&text).is_some() && depth.is_none();
        let is_heading = if line.is_mono && !self.facts.is_mono && bookmark.is_none() {
            false
        } else if bookmark.is_some() {
            is_larger || is_bold || is_apart || is_capitals
        } else if is_caption(&text) || is_marked {
            false
        } else if is_larger {
            !(goes_on || ends_open && length > 80)
        } else if is_bold {
            (is_apart || depth.is_some()) && !ends_open && !goes_on && length <= 120 && !text.ends_with(':')
        } else if depth.is_some() && (line.is_italic || is_capitals) {
            is_apart && !ends_open && length <= 100
        } else {
            is_capitals
                && is_apart
                && gap_after > self.facts.pitch * 1.05
                && !ends_open
                && text.split(' ').count() <= 10
                && line.size >= self.facts.body * 0.95
                && letters * 10 >= length * 7
                && line.cells().len() == 1
        };
        if !is_heading {
            return None;
        }
        self.open = None;
        let known = bookmark.or(depth);
        self.headings.push(Heading {
            block: self.blocks.len(),
            style: ((line.size * 2.0).round() as i32, line.is_bold),
            known,
        });
        self.push(Content::Heading { level: 1, text });
        // The gap below a heading is no gap before a paragraph.
        Some(count)
    }

    /// Gives headings their levels: by bookmarks and numbers where there are some, else by the rank of their look.
    fn level_headings(&mut self) {
        let mut levels: HashMap<(i32, bool), HashMap<u8, usize>> = HashMap::new();
        for heading in &self.headings {
            if let Some(known) = heading.known {
                *levels.entry(heading.style).or_default().entry(known).or_insert(0) += 1;
            }
        }
        let mut styles: Vec<(i32, bool)> = self.headings.iter().map(|heading| heading.style).collect();
        styles.sort_by_key(|style| std::cmp::Reverse(*style));
        styles.dedup();
        let mut ranks: Vec<(i32, bool, u8)> = Vec::new();
        for (size, is_bold) in styles {
            let rank = match ranks.last() {
                None => 1,
                Some((last, bold, rank)) if last - size <= 1 && *bold == is_bold => *rank,
                Some((.., rank)) => rank + 1,
            };
            ranks.push((size, is_bold, rank.min(6)));
        }
        let has_known = self.headings.iter().filter(|heading| heading.known.is_some()).count() >= 2;
        for heading in &self.headings {
            let usual = levels
                .get(&heading.style)
                .and_then(|counts| counts.iter().max_by_key(|(level, count)| (**count, std::cmp::Reverse(**level))))
                .map(|(level, _)| *level);
            let rank =
                ranks.iter().find(|(size, bold, _)| (*size, *bold) == heading.style).map_or(1, |(.., rank)| *rank);
            let chosen = if has_known { heading.known.or(usual).unwrap_or(rank) } else { rank };
            if let Some(Block { content: Content::Heading { level, .. }, .. }) = self.blocks.get_mut(heading.block) {
                *level = chosen.clamp(1, 9);
            }
        }
    }

    fn code(&mut self, line: &Line) {
        let indent = ((line.left - line.column.0) / (line.size * 0.6).max(1.0)).round().clamp(0.0, 40.0) as usize;
        let text = format!("{}{}", " ".repeat(indent), line.text());
        if let Some(Open { block, last, page, .. }) = &self.open
            && *block + 1 == self.blocks.len()
            && *page == self.page
            && line.base - last.base < line.size * 3.0
            && let Content::Code { text: before, .. } = &mut self.blocks[*block].content
        {
            before.push('\n');
            before.push_str(&text);
        } else {
            self.push(Content::Code { language: None, text });
        }
        self.open_block(line, line.left, false);
    }

    /// Leaves the last block open for further lines, after a line.
    fn open_block(&mut self, last: &Line, left: f32, is_item: bool) {
        self.open = Some(Open { block: self.blocks.len() - 1, last: last.clone(), page: self.page, left, is_item });
    }

    /// Adds a line to the paragraph or list item that is open, or begins one.
    fn text_line(&mut self, line: &Line, text: &str) {
        let mark = marker(text);
        if let Some(open) = &self.open
            && mark.is_none()
            && self.goes_on(open, line, text)
        {
            let block = open.block;
            let add = |own: &mut String| *own = joined(std::mem::take(own), text, self.facts);
            match &mut self.blocks[block].content {
                Content::Paragraph(own) => add(own),
                Content::List(list) => {
                    if let Some(item) = list.items.last_mut() {
                        add(&mut item.text);
                    }
                }
                _ => {}
            }
            if let Some(open) = &mut self.open {
                open.last = line.clone();
                open.page = self.page;
            }
            return;
        }
        if let Some((is_ordered, rest)) = mark {
            self.item(line, is_ordered, rest);
            return;
        }
        self.push(Content::Paragraph(text.to_owned()));
        self.open_block(line, line.left, false);
    }

    fn item(&mut self, line: &Line, is_ordered: bool, rest: &str) {
        let item = ListItem { level: 0, text: rest.to_owned(), ..ListItem::default() };
        let open = self.open.as_ref().filter(|open| open.is_item && open.block < self.blocks.len());
        let before = open.map(|open| (open.block, open.left));
        if let Some((block, left)) = before
            && let Content::List(list) = &mut self.blocks[block].content
        {
            let level = list.items.last().map_or(0, |last| last.level);
            let level = if line.left > left + 6.0 && line.left < left + 120.0 {
                level.saturating_add(1).min(5)
            } else if line.left < left - 6.0 && line.left > left - 120.0 {
                level.saturating_sub(1)
            } else {
                level
            };
            if level > 0 || list.is_ordered == is_ordered {
                list.items.push(ListItem { level, ..item });
                self.open = Some(Open { block, last: line.clone(), page: self.page, left: line.left, is_item: true });
                return;
            }
        }
        self.push(Content::List(List { is_ordered, items: vec![item] }));
        self.open_block(line, line.left, true);
    }

    /// Whether a line goes on with what is open.
    fn goes_on(&self, open: &Open, line: &Line, text: &str) -> bool {
        let before = match &self.blocks[open.block].content {
            Content::Paragraph(text) => text.as_str(),
            Content::List(list) => list.items.last().map_or("", |item| item.text.as_str()),
            _ => return false,
        };
        let last = &open.last;
        if (line.size - last.size).abs() > last.size.max(1.0) * 0.12
            || line.is_mono != last.is_mono && !self.facts.is_mono
        {
            return false;
        }
        let is_cut = before.ends_with(['-', '\u{ad}', '‐']) && text.chars().next().is_some_and(char::is_lowercase);
        let is_new_place = open.page != self.page || line.column != last.column || line.base < last.base;
        if is_new_place {
            // The text goes on in the next column or on the next page.
            let starts_low = text.chars().next().is_some_and(|c| c.is_lowercase() || c == '(');
            let was_full = last.right > last.column.1 - (last.column.1 - last.column.0) * 0.12;
            return is_cut || !ends_sentence(before) && (starts_low || was_full && !open.is_item) && !is_caption(text);
        }
        // Lines between belong to a heading or table.
        if open.block + 1 != self.blocks.len()
            && !matches!(self.blocks.last().map(|block| &block.content), Some(Content::Picture(_)))
        {
            return false;
        }
        let pitch = (line.base - last.base) / line.size.max(1.0);
        if pitch > (self.facts.pitch * 1.28).max(1.35) {
            return false;
        }
        if is_cut {
            return true;
        }
        if is_caption(text) {
            return false;
        }
        if open.is_item {
            return line.left > open.left + 2.0 || !ends_sentence(before) && line.left > open.left - 2.0;
        }
        if line.is_bold != last.is_bold && ends_sentence(before) {
            return false;
        }
        let width = (last.column.1 - last.column.0).max(1.0);
        let is_indented = line.left > last.left + line.size * 0.8 && line.left < last.left + line.size * 5.0;
        let was_short = last.right < last.column.1 - width * 0.2;
        let first = line.words.first().map_or(0.0, |word| word.right - word.left);
        // The first word of the line would have had room on the line before.
        let had_room = last.right + first + line.size * 0.5 < last.column.1 - width * 0.03;
        let starts_high = text.chars().next().is_some_and(|c| !c.is_lowercase());
        !(is_indented && starts_high && ends_sentence(before)
            || was_short
                && starts_high
                && had_room
                && (ends_sentence(before) || width > 150.0 && last.right < last.column.1 - width * 0.4))
    }

    /// The first item of the footnotes of a page.
    fn footnotes_start(&self, items: &[Item], height: f32) -> usize {
        let mut start = items.len();
        for (at, item) in items.iter().enumerate().rev() {
            let Item::Line(line) = item else { break };
            if line.size > self.facts.body * 0.93 || line.base < height * 0.4 {
                break;
            }
            if note_mark(line).is_some() {
                start = at;
            }
        }
        start
    }

    fn footnote(&mut self, line: &Line) {
        let text = collapsed(&line.text());
        if let Some(mark) = note_mark(line) {
            let rest = text.trim_start_matches(|c: char| is_superscript(c)).trim_start();
            let rest = rest.strip_prefix(mark.as_str()).unwrap_or(rest);
            let rest = rest.trim_start_matches(['.', ')', ' ']).to_owned();
            self.push(Content::Footnote { mark, text: rest });
            return;
        }
        let facts = self.facts;
        if let Some(Block { content: Content::Footnote { text: own, .. }, .. }) = self.blocks.last_mut() {
            *own = joined(std::mem::take(own), &text, facts);
        } else {
            self.push(Content::Footnote { mark: String::new(), text });
        }
    }
}

/// The mark that a footnote begins with.
fn note_mark(line: &Line) -> Option<String> {
    let text = line.text();
    let raised: String = text.chars().take_while(|c| is_superscript(*c)).collect();
    if !raised.is_empty() {
        let digits = raised.chars().map(|c| match c {
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁰' => '0',
            c => char::from_digit(c as u32 - '⁴' as u32 + 4, 10).unwrap_or('0'),
        });
        return Some(digits.collect());
    }
    let first = text.split(' ').next()?;
    if matches!(first.chars().next(), Some('*' | '†' | '‡' | '§')) {
        return Some(first.chars().take(1).collect());
    }
    let digits = first.trim_end_matches(['.', ')']);
    let is_number = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|c| c.is_ascii_digit());
    // A number in smaller type, or right before its text.
    let is_small = line.words.first().is_some_and(|word| word.size < line.size * 0.9);
    (is_number && (is_small || first.len() > digits.len() || line.words.len() > 3)).then(|| digits.to_owned())
}

/// Whether a page is a table of contents: most of its lines end with a page number.
fn is_contents_page(items: &[Item]) -> bool {
    let lines: Vec<&Line> = items
        .iter()
        .filter_map(|item| match item {
            Item::Line(line) => Some(line),
            Item::Block(_) => None,
        })
        .collect();
    let is_entry = |line: &&&Line| {
        let text = line.text();
        if is_contents_entry(&text) {
            return true;
        }
        let cells = line.cells();
        let is_number = |text: &str| {
            !text.is_empty()
                && text.len() <= 4
                && (text.bytes().all(|c| c.is_ascii_digit()) || text.bytes().all(|c| matches!(c, b'i' | b'v' | b'x')))
        };
        cells.len() >= 2
            && cells.len() <= 3
            && cells.last().is_some_and(|(_, right, text)| is_number(text) && *right > line.column.1 - 12.0)
            && cells[0].2.chars().any(char::is_alphabetic)
    };
    let entries: Vec<&Line> = lines.iter().filter(is_entry).copied().collect();
    let numbers: Vec<u32> = entries
        .iter()
        .filter_map(|line| line.text().rsplit([' ', '.']).next().and_then(|last| last.parse().ok()))
        .collect();
    let rising = numbers.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    entries.len() >= 5 && entries.len() * 10 >= lines.len() * 5 && (rising + 1) * 10 >= numbers.len() * 8
}

/// Words that captions begin with.
const CAPTIONS: &[&str] = &[
    "figure",
    "fig.",
    "fig",
    "table",
    "tab.",
    "chart",
    "exhibit",
    "illustration",
    "listing",
    "photo",
    "abbildung",
    "abb.",
    "abb",
    "tabelle",
    "tab",
    "figuur",
    "afbeelding",
    "tabel",
    "grafiek",
    "tableau",
    "graphique",
    "figura",
    "tabla",
    "gráfico",
    "cuadro",
    "tabella",
    "grafico",
    "rysunek",
    "rys.",
    "tabela",
    "figur",
    "tabell",
    "şekil",
    "tablo",
    "图",
    "圖",
    "図",
    "表",
    "diagram",
];

/// Whether a text is the caption of a picture or table.
pub(super) fn is_caption(text: &str) -> bool {
    let lower = text.to_lowercase();
    let word = lower.split([' ', '\u{a0}']).next().unwrap_or_default();
    let Some(known) = CAPTIONS.iter().find(|own| **own == word || lower.starts_with(**own) && !own.is_ascii()) else {
        return false;
    };
    let rest = lower[known.len()..].trim_start();
    let number: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).collect();
    let after = rest[number.len()..].chars().next();
    let number = number.trim_end_matches('.');
    let is_number = number.chars().next().is_some_and(|c| c.is_ascii_digit()) && number.len() <= 6
        || !number.is_empty() && number.bytes().all(|c| matches!(c, b'i' | b'v' | b'x'));
    // `Figure 2 shows ...` is a sentence.
    let rest = &rest[rest.char_indices().nth(number.chars().count()).map_or(rest.len(), |(at, _)| at)..];
    let is_sentence = after == Some(' ')
        && !rest.starts_with(['.', ':'])
        && rest.trim_start().chars().next().is_some_and(char::is_lowercase)
        && text[text.len() - rest.len().min(text.len())..].trim_start().chars().next().is_none_or(char::is_lowercase);
    is_number && !is_sentence
}

/// Gives captions to the picture or table beside them.
fn captions(blocks: &mut Vec<Block>) {
    let mut at = 0;
    while at < blocks.len() {
        let text = match &blocks[at].content {
            Content::Paragraph(text)
                if blocks[at].furniture.is_none() && is_caption(text) && text.chars().count() <= 600 =>
            {
                text.clone()
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let page = blocks[at].page;
        let is_figure = is_figure_caption(&text);
        let take = |block: Option<&mut Block>| match block {
            Some(Block { content: Content::Picture(own), page: own_page, .. })
                if own.caption.is_none() && *own_page == page =>
            {
                own.caption = Some(text.clone());
                true
            }
            Some(Block { content: Content::Table(own), page: own_page, .. })
                if own.caption.is_none() && *own_page == page && !is_figure =>
            {
                own.caption = Some(text.clone());
                true
            }
            _ => false,
        };
        let is_taken = at > 0 && take(blocks.get_mut(at - 1)) || take(blocks.get_mut(at + 1));
        if is_taken {
            blocks.remove(at);
        } else {
            // A drawing of lines, which has no bytes.
            if is_figure {
                mark_labels(&mut blocks[..at], page);
            }
            blocks[at].content = Content::Picture(Picture { caption: Some(text), ..Picture::default() });
            at += 1;
        }
    }
}

/// Whether a caption is that of a figure, rather than of a table.
fn is_figure_caption(caption: &str) -> bool {
    const FIGURES: &[&str] = &[
        "figure",
        "fig",
        "abbildung",
        "abb",
        "figuur",
        "afbeelding",
        "figura",
        "illustration",
        "diagram",
        "rysunek",
        "rys",
        "figur",
        "şekil",
    ];
    let name = caption.split([' ', '\u{a0}', '.']).next().unwrap_or_default().to_lowercase();
    FIGURES.contains(&name.as_str())
}

/// Marks the labels of a drawing, which stand in columns like a table or as loose words: the last blocks of a page before
/// the caption, up to a sentence.
fn mark_labels(blocks: &mut [Block], page: usize) {
    for block in blocks.iter_mut().rev().take(40) {
        let is_label = match &block.content {
            Content::Table(table) => {
                let words = table.rows.iter().flatten().map(|cell| cell.split_whitespace().count()).sum::<usize>();
                table.caption.is_none() && !table.has_header && words <= 120
            }
            Content::Paragraph(text) => !ends_sentence(text) && text.split_whitespace().count() <= 12,
            _ => false,
        };
        if block.page != page || !is_label || block.furniture.is_some() {
            break;
        }
        block.furniture = Some(Furniture::Signs);
    }
}

/// Removes the references to footnotes from the text of their pages.
fn notes(blocks: &mut [Block]) {
    let mut marks: HashMap<usize, Vec<String>> = HashMap::new();
    for block in blocks.iter() {
        if let Content::Footnote { mark, .. } = &block.content
            && let Some(raised) = crate::text::as_superscript(mark).filter(|raised| !raised.is_empty())
        {
            marks.entry(block.page).or_default().push(raised);
        }
    }
    for block in blocks {
        let Some(own) = marks.get(&block.page) else { continue };
        let clean = |text: &mut String| {
            if text.chars().any(is_superscript) {
                for mark in own {
                    if let Some(at) = text.find(mark.as_str()) {
                        text.replace_range(at..at + mark.len(), "");
                    }
                }
            }
        };
        match &mut block.content {
            Content::Paragraph(text) | Content::Heading { text, .. } => clean(text),
            Content::List(list) => list.items.iter_mut().for_each(|item| clean(&mut item.text)),
            _ => {}
        }
    }
}
