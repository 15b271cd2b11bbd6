//! The outline (bookmarks): sections and their pages.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};
use scene::{Document, Page};

/// The outline of a document, where `first_sheets` has the first sheet of each page.
pub(super) fn outline(document: &Document, first_sheets: &[usize]) -> Outline {
    let mut outline = Outline::new();
    let mut section: Option<(&str, OutlineNode)> = None;
    for (page, sheet) in document.pages.iter().zip(first_sheets) {
        // Two sections in a row may have the same name.
        let is_other = section.as_ref().map(|(name, _)| *name) != page.section.as_deref();
        if (is_other || page.opens_section)
            && let Some((_, node)) = section.take()
        {
            outline.push_child(node);
        }
        let Some(name) = page.section.as_deref() else {
            outline.push_child(entry(&name_of(page), *sheet));
            continue;
        };
        if let Some((_, node)) = &mut section {
            node.push_child(entry(&name_of(page), *sheet));
            continue;
        }
        let mut node = entry(name, *sheet).with_open(true);
        // The entry of the section leads to the page that opens it.
        if !page.opens_section {
            node.push_child(entry(&name_of(page), *sheet));
        }
        section = Some((name, node));
    }
    if let Some((_, node)) = section {
        outline.push_child(node);
    }
    outline
}

fn entry(name: &str, sheet: usize) -> OutlineNode {
    OutlineNode::new(name.to_owned(), XyzDestination::new(sheet, Point::from_xy(0.0, 0.0)))
}

/// The name of a page, or its number when it has no name.
pub(super) fn name_of(page: &Page) -> String {
    if page.name.trim().is_empty() { page.number.to_string() } else { page.name.clone() }
}
