//! The tag tree of a page: its content by meaning, in reading order.
//!
//! Links are annotations, which krilla accepts only after the page is drawn. Until then they are in a tree of
//! [`TagNode`]s.

use std::fmt::Write as _;
use std::num::NonZeroU16;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::{Destination, XyzDestination};
use krilla::geom::{Point, Rect};
use krilla::page::Page as Paper;
use krilla::tagging::{
    ArtifactType, BBox, Identifier, ListNumbering, Node as Krilla, TableHeaderScope, Tag, TagGroup, TagKind,
};
use scene::{AltText, Formula, LinkTarget, MarkerSign, Node, NodeKind, NodeRole, Page, Paragraph, ParagraphKind};

use super::SheetPlan;
use super::outline::name_of;
use crate::paint::PagePart;

/// The tags of a page so far.
pub(super) struct Tags {
    open_parts: Vec<OpenPart>,
    /// The sheet that the page is drawn on.
    sheet: usize,
    /// The alternative text of figures that have none.
    name: String,
    /// The heading level of the title of the page.
    title_level: u16,
}

/// A node of the tag tree.
enum TagNode {
    Leaf(Identifier),
    Group(TagKind, Vec<TagNode>),
    Link { target: LinkTarget, frame: Rect, children: Vec<TagNode> },
}

/// A part of the page that is not closed yet.
struct OpenPart {
    on_close: OnClose,
    content: ContentMode,
    /// The content of the bullet or number of a list item.
    label: Vec<TagNode>,
    children: Vec<TagNode>,
    /// The open lists in it, the outermost first.
    lists: Vec<OpenList>,
    /// Whether its paragraphs are the title of the page.
    is_title: bool,
}

/// What becomes of the children of a part when it is closed.
enum OnClose {
    /// They become children of the part around it.
    MoveToParent,
    Group(TagKind),
    /// A cell of a table. An empty one has a tag too: without it, the cells after it would be in other columns.
    Cell(TagKind),
    Quote,
    Link {
        target: LinkTarget,
        frame: Rect,
    },
    Label,
    Item,
    /// A further paragraph of the list item before it.
    ItemContinued,
}

/// How the content of a part is tagged.
#[derive(Clone, Copy, PartialEq)]
enum ContentMode {
    /// Each part has its own tag.
    Parts,
    /// Everything inside belongs to one tag.
    Whole,
    /// Everything inside is an artifact, which screen readers ignore.
    Artifact(ArtifactType),
}

/// A list that is not closed yet.
struct OpenList {
    numbering: ListNumbering,
    items: Vec<TagNode>,
    label: Vec<TagNode>,
    body: Vec<TagNode>,
}

impl Tags {
    pub(super) fn new(page: &Page, sheet: usize) -> Tags {
        let root = OpenPart::new(OnClose::Group(Tag::Section.into()), ContentMode::Parts);
        let name = [&page.summary, &page.name].into_iter().find(|name| !name.trim().is_empty());
        Tags {
            open_parts: vec![root],
            sheet,
            name: name.map_or_else(|| page.number.to_string(), Clone::clone),
            title_level: if page.number == 1 || page.opens_section { 1 } else { 2 },
        }
    }

    /// The kind of artifact that the innermost part is or is in, or `None` when it is content.
    pub(super) fn artifact(&self) -> Option<ArtifactType> {
        match self.content_mode() {
            ContentMode::Artifact(kind) => Some(kind),
            ContentMode::Parts | ContentMode::Whole => None,
        }
    }

    /// Adds drawn content to the innermost part.
    pub(super) fn add(&mut self, drawn: Identifier) {
        self.innermost().children.push(TagNode::Leaf(drawn));
    }

    /// Begins a part with its `frame` on the sheet, if it has a size. Reads and updates `heading`, the level of the
    /// last heading.
    pub(super) fn open(&mut self, part: PagePart<'_>, frame: Option<Rect>, heading: &mut u16) {
        let mode = self.content_mode();
        let open_part = match (mode, part) {
            (ContentMode::Artifact(_), _) => OpenPart::new(OnClose::MoveToParent, mode),
            (_, PagePart::Decoration) => {
                OpenPart::new(OnClose::MoveToParent, ContentMode::Artifact(ArtifactType::Layout))
            }
            (_, PagePart::Link(target, _) | PagePart::Node(Node { kind: NodeKind::Link(target), .. })) => {
                link(target, frame, mode)
            }
            (ContentMode::Whole, _) => OpenPart::new(OnClose::MoveToParent, mode),
            (_, PagePart::Formula(formula, _)) => self.formula(formula, frame),
            (_, PagePart::Node(node)) => self.node(node, frame),
            (_, PagePart::Paragraph(paragraph)) => self.paragraph(paragraph, heading),
            (_, PagePart::Label(_)) => OpenPart::new(OnClose::Label, mode),
            (_, PagePart::Row) => OpenPart::group(Tag::TR),
            (_, PagePart::Cell { heads_column, heads_row }) => cell(heads_column, heads_row),
        };
        self.open_parts.push(open_part);
    }

    /// Ends the innermost part.
    pub(super) fn close(&mut self) {
        let Some(mut closed) = self.open_parts.pop() else {
            return;
        };
        closed.close_lists(0);
        let OpenPart { on_close, mut label, mut children, .. } = closed;
        let parent = self.innermost();
        if !matches!(on_close, OnClose::Item) {
            label.append(&mut children);
            std::mem::swap(&mut label, &mut children);
        }
        match on_close {
            OnClose::MoveToParent => parent.children.extend(children),
            OnClose::Label => parent.label.extend(children),
            OnClose::Group(_) | OnClose::Quote if children.is_empty() => {}
            OnClose::Group(tag) | OnClose::Cell(tag) => parent.children.push(TagNode::Group(tag, children)),
            OnClose::Quote => {
                let paragraph = TagNode::Group(Tag::P.into(), children);
                parent.children.push(TagNode::Group(Tag::BlockQuote.into(), vec![paragraph]));
            }
            OnClose::Link { target, frame } => parent.children.push(TagNode::Link { target, frame, children }),
            OnClose::Item => {
                if let Some(list) = parent.lists.last_mut() {
                    list.end_item();
                    (list.label, list.body) = (label, children);
                }
            }
            OnClose::ItemContinued => {
                if let Some(list) = parent.lists.last_mut() {
                    list.body.push(TagNode::Group(Tag::P.into(), children));
                }
            }
        }
    }

    /// The section of the page, with its links as annotations; `None` when the page has no content.
    pub(super) fn finish(mut self, paper: &mut Paper<'_>, plan: &SheetPlan<'_>) -> Option<TagGroup> {
        let mut root = self.open_parts.pop()?;
        root.close_lists(0);
        let mut section = TagGroup::new(Tag::Section);
        for node in root.children {
            add_to_group(node, &mut section, paper, plan);
        }
        (!section.children.is_empty()).then_some(section)
    }

    /// How the content of the innermost part is tagged.
    fn content_mode(&self) -> ContentMode {
        self.open_parts.last().map_or(ContentMode::Parts, |part| part.content)
    }

    fn innermost(&mut self) -> &mut OpenPart {
        self.open_parts.last_mut().expect("the page itself is never closed")
    }

    /// The part of a node.
    fn node(&mut self, node: &Node, frame: Option<Rect>) -> OpenPart {
        let artifact = match (node.role, &node.alt) {
            (NodeRole::Footer, _) => Some(ArtifactType::Footer),
            (NodeRole::PageNumber, _) => Some(ArtifactType::PageNumber),
            (NodeRole::Backdrop | NodeRole::Decoration, _) | (_, AltText::Decorative) => Some(ArtifactType::Layout),
            _ => None,
        };
        if let Some(kind) = artifact {
            return OpenPart::new(OnClose::MoveToParent, ContentMode::Artifact(kind));
        }
        match &node.kind {
            NodeKind::Text(_) | NodeKind::Link(_) => OpenPart {
                is_title: node.role == NodeRole::Title,
                ..OpenPart::new(OnClose::MoveToParent, ContentMode::Parts)
            },
            NodeKind::Code(_) => OpenPart::new(OnClose::Group(Tag::Code.into()), ContentMode::Whole),
            NodeKind::Table(_) => OpenPart::group(Tag::Table),
            NodeKind::Shape(_) | NodeKind::Connector(_) if node.alt == AltText::Own => {
                OpenPart::new(OnClose::MoveToParent, ContentMode::Artifact(ArtifactType::Layout))
            }
            NodeKind::Group(_) | NodeKind::Turned(_) | NodeKind::Chart(_) | NodeKind::Widget(_)
                if node.alt == AltText::Own =>
            {
                OpenPart::new(OnClose::MoveToParent, ContentMode::Parts)
            }
            NodeKind::Picture(_)
            | NodeKind::Shape(_)
            | NodeKind::Connector(_)
            | NodeKind::Group(_)
            | NodeKind::Turned(_)
            | NodeKind::Chart(_)
            | NodeKind::Widget(_) => self.figure(&node.alt, frame),
        }
    }

    /// The part of a formula.
    fn formula(&self, formula: &Formula, frame: Option<Rect>) -> OpenPart {
        let bounds = frame.map(|frame| BBox::new(self.sheet, frame));
        let words = formula.meaning.text().to_owned();
        OpenPart::new(OnClose::Group(Tag::Formula(Some(words)).with_bbox(bounds).into()), ContentMode::Whole)
    }

    /// The part of a figure, with its alternative text.
    fn figure(&self, alt: &AltText, frame: Option<Rect>) -> OpenPart {
        let words = match alt {
            AltText::Text(words) if !words.trim().is_empty() => words.clone(),
            _ => self.name.clone(),
        };
        let bounds = frame.map(|frame| BBox::new(self.sheet, frame));
        OpenPart::new(OnClose::Group(Tag::Figure(Some(words)).with_bbox(bounds).into()), ContentMode::Whole)
    }

    /// The part of a paragraph. Opens or closes lists around it, and updates the level of the last heading.
    fn paragraph(&mut self, paragraph: &Paragraph, heading: &mut u16) -> OpenPart {
        let title_level = self.title_level;
        let parent = self.innermost();
        if paragraph.kind == ParagraphKind::Item {
            let Some(marker) = &paragraph.marker else {
                // The paragraph belongs to the item of its own level, not to an item of a list inside that item.
                parent.close_lists(usize::from(paragraph.level.max(1)));
                if parent.lists.is_empty() {
                    return OpenPart::group(Tag::P);
                }
                return OpenPart::new(OnClose::ItemContinued, ContentMode::Parts);
            };
            parent.open_lists(usize::from(paragraph.level.max(1)), numbering(marker.sign));
            return OpenPart::new(OnClose::Item, ContentMode::Parts);
        }
        parent.close_lists(0);
        let level = match paragraph.kind {
            _ if parent.is_title => title_level,
            ParagraphKind::Heading(level) => title_level + u16::from(level.max(1)),
            ParagraphKind::Quote => return OpenPart::new(OnClose::Quote, ContentMode::Parts),
            ParagraphKind::Plain | ParagraphKind::Item => return OpenPart::group(Tag::P),
        };
        if paragraph.text.trim().is_empty() {
            return OpenPart::group(Tag::P);
        }
        // No heading level is skipped.
        *heading = level.min(*heading + 1);
        let level = NonZeroU16::new(*heading).unwrap_or(NonZeroU16::MIN);
        OpenPart::group(Tag::Hn(level, Some(paragraph.text.clone())))
    }
}

impl OpenPart {
    fn new(on_close: OnClose, content: ContentMode) -> OpenPart {
        OpenPart { on_close, content, label: Vec::new(), children: Vec::new(), lists: Vec::new(), is_title: false }
    }

    fn group(tag: impl Into<TagKind>) -> OpenPart {
        OpenPart::new(OnClose::Group(tag.into()), ContentMode::Parts)
    }

    /// Opens and closes lists until `depth` are open, the innermost with this numbering.
    fn open_lists(&mut self, depth: usize, numbering: ListNumbering) {
        let is_same = self.lists.get(depth - 1).is_none_or(|list| list.numbering == numbering);
        self.close_lists(if is_same { depth } else { depth - 1 });
        while self.lists.len() < depth {
            self.lists.push(OpenList { numbering, items: Vec::new(), label: Vec::new(), body: Vec::new() });
        }
    }

    /// Closes lists until at most `depth` are open.
    fn close_lists(&mut self, depth: usize) {
        while self.lists.len() > depth {
            let Some(mut list) = self.lists.pop() else {
                return;
            };
            list.end_item();
            let node = TagNode::Group(Tag::L(list.numbering).into(), list.items);
            match self.lists.last_mut() {
                Some(outer) => outer.body.push(node),
                None => self.children.push(node),
            }
        }
    }
}

impl OpenList {
    /// Adds the current item to the items of the list.
    fn end_item(&mut self) {
        let (label, body) = (std::mem::take(&mut self.label), std::mem::take(&mut self.body));
        let mut parts = Vec::new();
        if !label.is_empty() {
            parts.push(TagNode::Group(Tag::Lbl.into(), label));
        }
        if !body.is_empty() {
            parts.push(TagNode::Group(Tag::LBody.into(), body));
        }
        if !parts.is_empty() {
            self.items.push(TagNode::Group(Tag::LI.into(), parts));
        }
    }
}

fn numbering(sign: MarkerSign) -> ListNumbering {
    match sign {
        MarkerSign::Bullet => ListNumbering::Disc,
        MarkerSign::Number(_) => ListNumbering::Decimal,
        MarkerSign::Task(_) => ListNumbering::Square,
    }
}

fn link(target: &LinkTarget, frame: Option<Rect>, content: ContentMode) -> OpenPart {
    let on_close = match frame {
        Some(frame) => OnClose::Link { target: target.clone(), frame },
        None => OnClose::MoveToParent,
    };
    OpenPart::new(on_close, content)
}

fn cell(heads_column: bool, heads_row: bool) -> OpenPart {
    let tag: TagKind = match (heads_column, heads_row) {
        (true, true) => Tag::TH(TableHeaderScope::Both).into(),
        (true, false) => Tag::TH(TableHeaderScope::Column).into(),
        (false, true) => Tag::TH(TableHeaderScope::Row).into(),
        (false, false) => Tag::TD.into(),
    };
    OpenPart::new(OnClose::Cell(tag), ContentMode::Parts)
}

/// Adds a node to a tag group of krilla.
fn add_to_group(node: TagNode, into: &mut TagGroup, paper: &mut Paper<'_>, plan: &SheetPlan<'_>) {
    match node {
        TagNode::Leaf(drawn) => into.push(drawn),
        TagNode::Group(tag, children) => {
            let mut group = TagGroup::new(tag);
            for child in children {
                add_to_group(child, &mut group, paper, plan);
            }
            into.push(Krilla::Group(group));
        }
        TagNode::Link { target, frame, children } => match destination(&target, plan) {
            Some((destination, words)) => {
                let mut group = TagGroup::new(Tag::Link);
                for child in children {
                    add_to_group(child, &mut group, paper, plan);
                }
                let annotation = Annotation::new_link(LinkAnnotation::new(frame, destination), Some(words));
                group.push(paper.add_tagged_annotation(annotation));
                into.push(Krilla::Group(group));
            }
            // A link without a valid target is plain text.
            None => {
                for child in children {
                    add_to_group(child, into, paper, plan);
                }
            }
        },
    }
}

/// The destination of a link and its alternative text, or `None` when the target is not valid.
fn destination(target: &LinkTarget, plan: &SheetPlan<'_>) -> Option<(Target, String)> {
    if let LinkTarget::Address(address) = target {
        return safe_address(address).map(|uri| (Target::Action(Action::Link(LinkAction::new(uri))), address.clone()));
    }
    let index = plan.page_index(target)?;
    let (page, sheet) = (plan.input.document.pages.get(index)?, *plan.first_sheets.get(index)?);
    let destination = XyzDestination::new(sheet, Point::from_xy(0.0, 0.0));
    Some((Target::Destination(Destination::Xyz(destination)), name_of(page)))
}

/// The address of a link in ASCII, or `None` when its scheme is not safe.
fn safe_address(address: &str) -> Option<String> {
    let address = address.trim();
    let scheme = address.split_once(':')?.0.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel") {
        return None;
    }
    let mut uri = String::with_capacity(address.len());
    for byte in address.bytes() {
        if byte.is_ascii_graphic() {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Some(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_ascii_and_has_a_safe_scheme() {
        assert_eq!(safe_address("https://example.org/ü a").as_deref(), Some("https://example.org/%C3%BC%20a"));
        assert_eq!(safe_address("MAILTO:ada@example.org").as_deref(), Some("MAILTO:ada@example.org"));
        assert_eq!(safe_address("javascript:alert(1)"), None);
        assert_eq!(safe_address("/uploads/a.png"), None);
    }
}
