//! Placeholders: the title, subtitle, bodies, footer and page number of a page, which a layout can restyle.

use std::borrow::Cow;

use scene::{Kind, Node, Page, Rect, Role, Text};

use super::scheme::Scheme;
use super::text::{Writ, Writing, alignment, roomy};
use super::units::Place;
use super::xml::Xml;

/// What a placeholder is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Title,
    Subtitle,
    /// The running texts of a page, from 0.
    Body(u8),
    Footer,
    PageNumber,
}

/// A placeholder of a layout: where it stands and how its words look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Holder {
    pub(super) slot: Slot,
    pub(super) place: Place,
    /// `bodyPr` and `lstStyle`, for words yet to come.
    pub(super) head: String,
}

impl Slot {
    pub(super) fn name(self) -> &'static str {
        match self {
            Slot::Title => "Title",
            Slot::Subtitle => "Subtitle",
            Slot::Body(_) => "Text",
            Slot::Footer => "Footer",
            Slot::PageNumber => "Slide Number",
        }
    }

    /// Words that stand in an empty one.
    pub(super) fn prompt(self) -> &'static str {
        match self {
            Slot::Title => "Title",
            Slot::Subtitle => "Subtitle",
            Slot::Body(_) => "Text",
            Slot::Footer => "",
            Slot::PageNumber => "‹#›",
        }
    }

    pub(super) fn writ(self) -> Writ {
        if self == Slot::PageNumber { Writ::PageNumber } else { Writ::Words }
    }

    /// Writes what makes a shape this placeholder. Numbers 10 to 12 are those that office programs use themselves.
    pub(super) fn write(self, xml: &mut Xml) {
        match self {
            Slot::Title => xml.empty("p:ph", &[("type", &"title")]),
            Slot::Subtitle => xml.empty("p:ph", &[("type", &"subTitle"), ("idx", &1)]),
            Slot::Body(index) => {
                xml.empty("p:ph", &[("type", &"body"), ("sz", &"quarter"), ("idx", &(13 + u32::from(index)))]);
            }
            Slot::Footer => xml.empty("p:ph", &[("type", &"ftr"), ("sz", &"quarter"), ("idx", &11)]),
            Slot::PageNumber => xml.empty("p:ph", &[("type", &"sldNum"), ("sz", &"quarter"), ("idx", &12)]),
        }
    }
}

/// The nodes of a page, with those of a group that fills it among the others: placeholders cannot stand in a group, and
/// nothing beyond the page is seen.
pub(super) fn ungrouped(nodes: &[Node]) -> Cow<'_, [Node]> {
    let fills = |node: &Node| matches!(node.kind, Kind::Group(_)) && node.frame == Rect::CANVAS && node.step.is_none();
    if !nodes.iter().any(fills) {
        return Cow::Borrowed(nodes);
    }
    let parts = nodes.iter().flat_map(|node| match &node.kind {
        Kind::Group(group) if fills(node) => &group.nodes[..],
        _ => std::slice::from_ref(node),
    });
    Cow::Owned(parts.cloned().collect())
}

/// Which nodes of a page are placeholders: the first of each kind, and every running text that stands by itself.
pub(super) fn slots(nodes: &[Node]) -> Vec<Option<Slot>> {
    let mut taken: Vec<Slot> = Vec::new();
    let mut bodies = 0;
    nodes
        .iter()
        .map(|node| {
            let slot = match (&node.kind, node.role) {
                (Kind::Text(_), Role::Title) => Slot::Title,
                (Kind::Text(_), Role::Subtitle) => Slot::Subtitle,
                (Kind::Text(_), Role::Footer) => Slot::Footer,
                (Kind::Text(_), Role::PageNumber) => Slot::PageNumber,
                (Kind::Text(_), Role::Body) if bodies < 8 => {
                    bodies += 1;
                    Slot::Body(bodies - 1)
                }
                _ => return None,
            };
            (!taken.contains(&slot)).then(|| {
                taken.push(slot);
                slot
            })
        })
        .collect()
}

/// The placeholders of a layout: those of the first of its pages that has them.
pub(super) fn holders<'p>(scheme: &Scheme, pages: impl Iterator<Item = &'p Page>) -> Vec<Holder> {
    let mut holders: Vec<Holder> = Vec::new();
    for page in pages {
        let nodes = ungrouped(&page.nodes);
        for (node, slot) in nodes.iter().zip(slots(&nodes)) {
            let (Some(slot), Kind::Text(text)) = (slot, &node.kind) else {
                continue;
            };
            if !holders.iter().any(|holder| holder.slot == slot) {
                holders.push(holder(scheme, slot, node.frame, text));
            }
        }
    }
    holders.sort_by_key(|holder| holder.slot);
    holders
}

/// A text as the placeholder it would be.
pub(super) fn holder(scheme: &Scheme, slot: Slot, frame: Rect, text: &Text) -> Holder {
    let writing = Writing::new(text, slot.writ());
    let place = Place::from(roomy(frame, text, alignment(text)));
    Holder { slot, place, head: writing.empty_head(scheme) }
}
