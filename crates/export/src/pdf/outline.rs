//! The outline: sections, and the pages in them.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};
use scene::{Document, Page};

/// The outline of a document whose pages begin on these sheets.
pub(super) fn outline(document: &Document, starts: &[usize]) -> Outline {
    let mut outline = Outline::new();
    let mut section: Option<(&str, OutlineNode)> = None;
    for (page, start) in document.pages.iter().zip(starts) {
        if section.as_ref().map(|(name, _)| *name) != page.section.as_deref()
            && let Some((_, node)) = section.take()
        {
            outline.push_child(node);
        }
        let Some(name) = page.section.as_deref() else {
            outline.push_child(entry(&name_of(page), *start));
            continue;
        };
        if let Some((_, node)) = &mut section {
            node.push_child(entry(&name_of(page), *start));
            continue;
        }
        let mut node = entry(name, *start).with_open(true);
        // The page that opens a section is the section itself.
        if !page.opens_section {
            node.push_child(entry(&name_of(page), *start));
        }
        section = Some((name, node));
    }
    if let Some((_, node)) = section {
        outline.push_child(node);
    }
    outline
}

fn entry(name: &str, start: usize) -> OutlineNode {
    OutlineNode::new(name.to_owned(), XyzDestination::new(start, Point::from_xy(0.0, 0.0)))
}

fn name_of(page: &Page) -> String {
    if page.name.trim().is_empty() { page.number.to_string() } else { page.name.clone() }
}
