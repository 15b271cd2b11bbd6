//! The names by which PowerPoint's morph transition pairs shapes of two slides.
//!
//! PowerPoint moves shapes whose names are equal and begin with `!!`. Shapes get a common name if the morph of the
//! app pairs them (`web/src/lib/morph.js`): parts to which the author gave the same name, parts with the same text or
//! picture, and shapes of the same field or the same look. Code that changes is paired, too, since PowerPoint moves its
//! words one by one.
//!
//! A name that the author gave is written in every file, even without a morph.

use std::collections::{HashMap, HashSet};

use scene::{Document, Node, NodeKind, Page, PartName, Rect, Text, Transition};

/// For each page, the shared names of its parts.
#[derive(Debug, Default)]
pub(super) struct SharedNames(Vec<HashMap<PartId, String>>);

/// Identifies a node of a page, even after it was copied: its frame and its kind.
type PartId = ([u32; 4], &'static str);

/// The id of a node.
fn part_id(node: &Node) -> PartId {
    let Rect { x, y, width, height } = node.frame;
    ([x, y, width, height].map(|length| length.0.to_bits()), node.kind.name())
}

/// A part of a page, and the keys by which it is found on another page, the most specific one first.
struct NamedPart {
    id: PartId,
    keys: [Option<String>; 6],
    /// The name that the author gave.
    name: Option<String>,
}

impl SharedNames {
    /// Computes the names for the pages of a document.
    pub(super) fn of(document: &Document) -> SharedNames {
        let mut names: Vec<HashMap<PartId, String>> = vec![HashMap::new(); document.pages.len()];
        let mut count = 0;
        for (before, after) in morphing_pages(document) {
            let (old_parts, new_parts) = (parts(&document.pages[before]), parts(&document.pages[after]));
            for (old, new) in pairs(&old_parts, &new_parts) {
                let name = names[before].get(&old.id).cloned().unwrap_or_else(|| match &new.name {
                    Some(author_name) if old.name == new.name => {
                        free_name(author_name, [&names[before], &names[after]])
                    }
                    _ => {
                        count += 1;
                        format!("!!{} {count}", old.id.1)
                    }
                });
                names[before].insert(old.id, name.clone());
                names[after].insert(new.id, name);
            }
        }
        for (page, names) in document.pages.iter().zip(&mut names) {
            for NamedPart { id, name, .. } in parts(page) {
                if let Some(author_name) = name.filter(|_| !names.contains_key(&id)) {
                    names.insert(id, free_name(&author_name, [names]));
                }
            }
        }
        SharedNames(names)
    }

    /// Removes and returns the shared name of a node on the page with an index, so that no other shape gets it.
    pub(super) fn take(&mut self, page: usize, node: &Node) -> Option<String> {
        self.0.get_mut(page)?.remove(&part_id(node))
    }
}

/// A name for a shape from the name that the author gave. It differs from all names that these pages have already.
fn free_name<const PAGES: usize>(author_name: &str, pages: [&HashMap<PartId, String>; PAGES]) -> String {
    let is_free = |name: &String| pages.iter().all(|page| page.values().all(|other| other != name));
    let numbered = (2..).map(|number| format!("!!{author_name} {number}"));
    std::iter::once(format!("!!{author_name}")).chain(numbered).find(is_free).unwrap_or_default()
}

/// Whether the morph into a page moves words one by one: the page and the one before it both show code.
pub(super) fn moves_words(document: &Document, page: &Page) -> bool {
    let has_code = |page: &Page| page.nodes.iter().any(contains_code);
    let before = document.pages.iter().take_while(|other| other.number != page.number).filter(|page| !page.is_skipped);
    has_code(page) && before.last().is_some_and(|before| has_code(before))
}

/// Whether a node is or contains code.
fn contains_code(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Code(_) => true,
        NodeKind::Group(group) => group.nodes.iter().any(contains_code),
        _ => false,
    }
}

/// The indices of neighbouring pages with a morph from the first to the second.
fn morphing_pages(document: &Document) -> Vec<(usize, usize)> {
    let shown: Vec<usize> = (0..document.pages.len()).filter(|index| !document.pages[*index].is_skipped).collect();
    let morphs = |index: usize| document.transition_into(&document.pages[index]) == Transition::Morph;
    shown.windows(2).filter(|pair| morphs(pair[1])).map(|pair| (pair[0], pair[1])).collect()
}

/// Pairs the parts of two pages that have a key in common. More specific keys come first.
fn pairs<'p>(old_parts: &'p [NamedPart], new_parts: &'p [NamedPart]) -> Vec<(&'p NamedPart, &'p NamedPart)> {
    let (mut paired_old, mut paired_new) = (HashSet::new(), HashSet::new());
    let mut pairs = Vec::new();
    for rank in 0..new_parts.first().map_or(0, |part| part.keys.len()) {
        for new in new_parts {
            let Some(key) = new.keys[rank].as_ref().filter(|_| !paired_new.contains(&new.id)) else { continue };
            let is_same = |old: &&NamedPart| old.keys[rank].as_ref() == Some(key) && !paired_old.contains(&old.id);
            let Some(old) = old_parts.iter().find(is_same) else { continue };
            paired_old.insert(old.id);
            paired_new.insert(new.id);
            pairs.push((old, new));
        }
    }
    pairs
}

/// The parts of a page that can be paired.
fn parts(page: &Page) -> Vec<NamedPart> {
    let mut parts = Vec::new();
    page.nodes.iter().for_each(|node| add_parts(page, node, &mut parts));
    let mut seen = HashSet::new();
    parts.retain(|part| seen.insert(part.id));
    parts
}

/// Adds the parts in a node.
fn add_parts(page: &Page, node: &Node, parts: &mut Vec<NamedPart>) {
    let field = || {
        let origin = node.origin.as_ref()?;
        Some(format!("field {} {}", origin.field, node.kind.name()))
    };
    let size = |look: String| Some(format!("look {} {} {look}", node.frame.width.0, node.frame.height.0));
    let [first, second, third] = match &node.kind {
        NodeKind::Text(text) => [words([text]), None, None],
        NodeKind::Code(code) => [words([&code.text]), field(), None],
        NodeKind::Table(table) => {
            [words(table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text)), None, None]
        }
        NodeKind::Picture(picture) => [Some(format!("picture {}", picture.source.0)), field(), None],
        NodeKind::Chart(_) => [None, field(), None],
        NodeKind::Shape(shape) => [None, field(), size(format!("{:?} {:?}", shape.form, shape.fill))],
        NodeKind::Group(group) => return group.nodes.iter().for_each(|node| add_parts(page, node, parts)),
        NodeKind::Widget(widget) => return widget.static_nodes.iter().for_each(|node| add_parts(page, node, parts)),
        NodeKind::Turned(_) | NodeKind::Connector(_) | NodeKind::Link(_) => return,
    };
    let (name, kind) = (page.part_names.of(node), node.kind.name());
    let named = name
        .map(|PartName { name, place }| [format!("{name}/{place} {kind}"), format!("{name} {kind}"), name.to_owned()]);
    let [with_place, with_kind, by_name] =
        named.map_or([const { None }; 3], |keys| keys.map(|key| Some(format!("name {key}"))));
    let keys = [with_place, with_kind, by_name, first, second, third];
    if keys.iter().any(Option::is_some) {
        parts.push(NamedPart { id: part_id(node), keys, name: name.map(|part| part.name.to_owned()) });
    }
}

/// The words of texts as a key; `None` for texts without words.
fn words<'t>(texts: impl IntoIterator<Item = &'t Text>) -> Option<String> {
    let paragraphs = texts.into_iter().flat_map(|text| &text.paragraphs);
    let words: Vec<&str> = paragraphs.flat_map(|paragraph| paragraph.text.split_whitespace()).collect();
    (!words.is_empty()).then(|| format!("text {}", words.join(" ")))
}
