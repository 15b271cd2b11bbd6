//! Placeholders: title, subtitle, bodies, footer and page number of a page, which a layout can restyle.

use std::borrow::Cow;

use scene::{Node, NodeKind, NodeRole, Page, Rect, Text};

use super::scheme::Scheme;
use super::text::{TextBody, TextMode, box_frame};
use super::units::EmuRect;
use super::xml::Xml;

/// The kind of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PlaceholderKind {
    Title,
    Subtitle,
    /// A body text of the page, counted from 0.
    Body(u8),
    Footer,
    PageNumber,
}

/// A placeholder of a layout, with its frame and the style of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placeholder {
    pub(super) kind: PlaceholderKind,
    pub(super) frame: EmuRect,
    /// The `bodyPr` and `lstStyle` elements of its text body.
    pub(super) head: String,
}

impl PlaceholderKind {
    /// The name of its shape.
    pub(super) fn name(self) -> &'static str {
        match self {
            PlaceholderKind::Title => "Title",
            PlaceholderKind::Subtitle => "Subtitle",
            PlaceholderKind::Body(_) => "Text",
            PlaceholderKind::Footer => "Footer",
            PlaceholderKind::PageNumber => "Slide Number",
        }
    }

    /// The prompt that an empty placeholder shows.
    pub(super) fn prompt(self) -> &'static str {
        match self {
            PlaceholderKind::Title => "Title",
            PlaceholderKind::Subtitle => "Subtitle",
            PlaceholderKind::Body(_) => "Text",
            PlaceholderKind::Footer => "",
            PlaceholderKind::PageNumber => "‹#›",
        }
    }

    pub(super) fn text_mode(self) -> TextMode {
        if self == PlaceholderKind::PageNumber { TextMode::PageNumber } else { TextMode::Wrapped }
    }

    /// Writes the element that makes a shape this placeholder. Office programs use the indices 10 to 12 for date,
    /// footer and slide number.
    pub(super) fn write(self, xml: &mut Xml) {
        match self {
            PlaceholderKind::Title => xml.empty("p:ph", &[("type", &"title")]),
            PlaceholderKind::Subtitle => xml.empty("p:ph", &[("type", &"subTitle"), ("idx", &1)]),
            PlaceholderKind::Body(index) => {
                xml.empty("p:ph", &[("type", &"body"), ("sz", &"quarter"), ("idx", &(13 + u32::from(index)))]);
            }
            PlaceholderKind::Footer => xml.empty("p:ph", &[("type", &"ftr"), ("sz", &"quarter"), ("idx", &11)]),
            PlaceholderKind::PageNumber => xml.empty("p:ph", &[("type", &"sldNum"), ("sz", &"quarter"), ("idx", &12)]),
        }
    }
}

/// The nodes of a page, where groups that fill the page are replaced by their nodes: a placeholder cannot be inside a
/// group, and such a group clips nothing visible.
pub(super) fn ungrouped(nodes: &[Node]) -> Cow<'_, [Node]> {
    let fills_page =
        |node: &Node| matches!(node.kind, NodeKind::Group(_)) && node.frame == Rect::CANVAS && node.step.is_none();
    if !nodes.iter().any(fills_page) {
        return Cow::Borrowed(nodes);
    }
    let flat = nodes.iter().flat_map(|node| match &node.kind {
        NodeKind::Group(group) if fills_page(node) => &group.nodes[..],
        _ => std::slice::from_ref(node),
    });
    Cow::Owned(flat.cloned().collect())
}

/// The placeholder of each node, if it is one: the first node of each kind, and every body text outside groups.
pub(super) fn placeholder_kinds(nodes: &[Node]) -> Vec<Option<PlaceholderKind>> {
    let mut found: Vec<PlaceholderKind> = Vec::new();
    let mut bodies = 0;
    nodes
        .iter()
        .map(|node| {
            let kind = match (&node.kind, node.role) {
                (NodeKind::Text(_), NodeRole::Title) => PlaceholderKind::Title,
                (NodeKind::Text(_), NodeRole::Subtitle) => PlaceholderKind::Subtitle,
                (NodeKind::Text(_), NodeRole::Footer) => PlaceholderKind::Footer,
                (NodeKind::Text(_), NodeRole::PageNumber) => PlaceholderKind::PageNumber,
                (NodeKind::Text(_), NodeRole::Body) if bodies < 8 => {
                    bodies += 1;
                    PlaceholderKind::Body(bodies - 1)
                }
                _ => return None,
            };
            (!found.contains(&kind)).then(|| {
                found.push(kind);
                kind
            })
        })
        .collect()
}

/// The placeholders of a layout. Each has the frame and the style that it has on the first page that shows it.
pub(super) fn placeholders<'p>(scheme: &Scheme, pages: impl Iterator<Item = &'p Page>) -> Vec<Placeholder> {
    let mut placeholders: Vec<Placeholder> = Vec::new();
    for page in pages {
        let nodes = ungrouped(&page.nodes);
        for (node, kind) in nodes.iter().zip(placeholder_kinds(&nodes)) {
            let (Some(kind), NodeKind::Text(text)) = (kind, &node.kind) else {
                continue;
            };
            if !placeholders.iter().any(|placeholder| placeholder.kind == kind) {
                placeholders.push(placeholder(scheme, kind, box_frame(node.frame, text), text));
            }
        }
    }
    placeholders.sort_by_key(|placeholder| placeholder.kind);
    placeholders
}

/// The placeholder of a layout in the style of a text.
pub(super) fn placeholder(scheme: &Scheme, kind: PlaceholderKind, frame: Rect, text: &Text) -> Placeholder {
    let body = TextBody::new(text, kind.text_mode());
    Placeholder { kind, frame: frame.into(), head: body.empty_head(scheme) }
}
