//! The tag tree of a page: what is drawn, by what it means, in reading order.
//!
//! Links are annotations of the page, which krilla takes only when its drawing is done; until then they wait in a tree
//! of our own.

use std::fmt::Write as _;
use std::num::NonZeroU16;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target as Aim};
use krilla::destination::{Destination, XyzDestination};
use krilla::geom::{Point, Rect};
use krilla::page::Page as Paper;
use krilla::tagging::{
    ArtifactType, BBox, Identifier, ListNumbering, Node as Krilla, TableHeaderScope, Tag, TagGroup, TagKind,
};
use scene::{Alt, Kind, Node, Page, Paragraph, ParagraphKind, Role, Sign, Target};

use super::Plan;
use crate::paint::Part;

/// The tags of a page so far.
pub(super) struct Tags {
    levels: Vec<Level>,
    /// The sheet it is drawn on.
    sheet: usize,
    /// What a figure without words of its own is called.
    name: String,
    /// The level of a heading that is the title of the page.
    title_level: u16,
}

/// A branch of the tree.
enum Branch {
    Leaf(Identifier),
    Group(TagKind, Vec<Branch>),
    Link { target: Target, frame: Rect, children: Vec<Branch> },
}

/// A part being read.
struct Level {
    what: What,
    mode: Mode,
    /// What stands before an item of a list.
    label: Vec<Branch>,
    children: Vec<Branch>,
    /// The lists that are open in it, the outermost first.
    lists: Vec<List>,
    /// Whether its paragraphs are the title of the page.
    title: bool,
}

/// What becomes of a part when it ends.
enum What {
    /// Its children belong to the part around it.
    Through,
    Group(TagKind),
    Quote,
    Link {
        target: Target,
        frame: Rect,
    },
    Label,
    Item,
    /// Another paragraph of the item before.
    MoreOfItem,
}

/// How the inside of a part is read.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// By its parts.
    Content,
    /// As one thing, whatever is inside.
    Whole,
    /// Not at all.
    Artifact(ArtifactType),
}

/// A list being read.
struct List {
    numbering: ListNumbering,
    items: Vec<Branch>,
    label: Vec<Branch>,
    body: Vec<Branch>,
}

impl Tags {
    pub(super) fn new(page: &Page, sheet: usize) -> Tags {
        let root = Level::new(What::Group(Tag::Section.into()), Mode::Content);
        let named = [&page.summary, &page.name].into_iter().find(|name| !name.trim().is_empty());
        Tags {
            levels: vec![root],
            sheet,
            name: named.map_or_else(|| page.number.to_string(), Clone::clone),
            title_level: if page.number == 1 || page.opens_section { 1 } else { 2 },
        }
    }

    /// The kind of artifact that is drawn now; nothing when it is content.
    pub(super) fn artifact(&self) -> Option<ArtifactType> {
        match self.mode() {
            Mode::Artifact(kind) => Some(kind),
            Mode::Content | Mode::Whole => None,
        }
    }

    /// Adds what was drawn.
    pub(super) fn add(&mut self, drawn: Identifier) {
        self.top().children.push(Branch::Leaf(drawn));
    }

    /// Begins a part, drawn in `frame` of the sheet. `heading` is the level of the last heading, kept up to date.
    pub(super) fn open(&mut self, part: Part<'_>, frame: Option<Rect>, heading: &mut u16) {
        let mode = self.mode();
        let level = match (mode, part) {
            (Mode::Artifact(_), _) => Level::new(What::Through, mode),
            (_, Part::Decoration) => Level::new(What::Through, Mode::Artifact(ArtifactType::Layout)),
            (_, Part::Link(target, _) | Part::Node(Node { kind: Kind::Link(target), .. })) => link(target, frame, mode),
            (Mode::Whole, _) => Level::new(What::Through, mode),
            (_, Part::Node(node)) => self.node(node, frame),
            (_, Part::Paragraph(paragraph)) => self.paragraph(paragraph, heading),
            (_, Part::Label(_)) => Level::new(What::Label, mode),
            (_, Part::Row) => Level::group(Tag::TR),
            (_, Part::Cell { heads_column, heads_row }) => cell(heads_column, heads_row),
        };
        self.levels.push(level);
    }

    /// Ends the part begun last.
    pub(super) fn close(&mut self) {
        let Some(mut level) = self.levels.pop() else {
            return;
        };
        level.close_lists(0);
        let Level { what, mut label, mut children, .. } = level;
        let parent = self.top();
        if !matches!(what, What::Item) {
            label.append(&mut children);
            std::mem::swap(&mut label, &mut children);
        }
        match what {
            What::Through => parent.children.extend(children),
            What::Label => parent.label.extend(children),
            What::Group(_) | What::Quote if children.is_empty() => {}
            What::Group(tag) => parent.children.push(Branch::Group(tag, children)),
            What::Quote => {
                let paragraph = Branch::Group(Tag::P.into(), children);
                parent.children.push(Branch::Group(Tag::BlockQuote.into(), vec![paragraph]));
            }
            What::Link { target, frame } => parent.children.push(Branch::Link { target, frame, children }),
            What::Item => {
                if let Some(list) = parent.lists.last_mut() {
                    list.end_item();
                    (list.label, list.body) = (label, children);
                }
            }
            What::MoreOfItem => {
                if let Some(list) = parent.lists.last_mut() {
                    list.body.push(Branch::Group(Tag::P.into(), children));
                }
            }
        }
    }

    /// The section of the page, its links made annotations; nothing when the page says nothing.
    pub(super) fn finish(mut self, paper: &mut Paper<'_>, plan: &Plan<'_>) -> Option<TagGroup> {
        let root = self.levels.pop()?;
        let mut section = TagGroup::new(Tag::Section);
        for branch in root.children {
            grow(branch, &mut section, paper, plan);
        }
        (!section.children.is_empty()).then_some(section)
    }

    fn mode(&self) -> Mode {
        self.levels.last().map_or(Mode::Content, |level| level.mode)
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the page itself is never closed")
    }

    fn node(&mut self, node: &Node, frame: Option<Rect>) -> Level {
        let artifact = match (node.role, &node.alt) {
            (Role::Footer, _) => Some(ArtifactType::Footer),
            (Role::PageNumber, _) => Some(ArtifactType::PageNumber),
            (Role::Backdrop | Role::Decoration, _) | (_, Alt::Decorative) => Some(ArtifactType::Layout),
            _ => None,
        };
        if let Some(kind) = artifact {
            return Level::new(What::Through, Mode::Artifact(kind));
        }
        match &node.kind {
            Kind::Text(_) | Kind::Link(_) => {
                Level { title: node.role == Role::Title, ..Level::new(What::Through, Mode::Content) }
            }
            Kind::Code(_) => Level::new(What::Group(Tag::Code.into()), Mode::Whole),
            Kind::Table(_) => Level::group(Tag::Table),
            Kind::Shape(_) if node.alt == Alt::Own => Level::new(What::Through, Mode::Artifact(ArtifactType::Layout)),
            Kind::Group(_) | Kind::Chart(_) | Kind::Widget(_) if node.alt == Alt::Own => {
                Level::new(What::Through, Mode::Content)
            }
            Kind::Picture(_) | Kind::Shape(_) | Kind::Group(_) | Kind::Chart(_) | Kind::Widget(_) => {
                self.figure(&node.alt, frame)
            }
        }
    }

    fn figure(&self, alt: &Alt, frame: Option<Rect>) -> Level {
        let words = match alt {
            Alt::Text(words) if !words.trim().is_empty() => words.clone(),
            _ => self.name.clone(),
        };
        let bounds = frame.map(|frame| BBox::new(self.sheet, frame));
        Level::new(What::Group(Tag::Figure(Some(words)).with_bbox(bounds).into()), Mode::Whole)
    }

    fn paragraph(&mut self, paragraph: &Paragraph, heading: &mut u16) -> Level {
        let title_level = self.title_level;
        let around = self.top();
        if paragraph.kind == ParagraphKind::Item {
            let Some(marker) = &paragraph.marker else {
                if around.lists.is_empty() {
                    return Level::group(Tag::P);
                }
                return Level::new(What::MoreOfItem, Mode::Content);
            };
            around.open_lists(usize::from(paragraph.level.max(1)), numbering(marker.sign));
            return Level::new(What::Item, Mode::Content);
        }
        around.close_lists(0);
        let wanted = match paragraph.kind {
            _ if around.title => title_level,
            ParagraphKind::Heading(level) => title_level + u16::from(level.max(1)),
            ParagraphKind::Quote => return Level::new(What::Quote, Mode::Content),
            ParagraphKind::Plain | ParagraphKind::Item => return Level::group(Tag::P),
        };
        if paragraph.text.trim().is_empty() {
            return Level::group(Tag::P);
        }
        // Levels are never skipped on the way down.
        *heading = wanted.min(*heading + 1);
        let level = NonZeroU16::new(*heading).unwrap_or(NonZeroU16::MIN);
        Level::group(Tag::Hn(level, Some(paragraph.text.clone())))
    }
}

impl Level {
    fn new(what: What, mode: Mode) -> Level {
        Level { what, mode, label: Vec::new(), children: Vec::new(), lists: Vec::new(), title: false }
    }

    fn group(tag: impl Into<TagKind>) -> Level {
        Level::new(What::Group(tag.into()), Mode::Content)
    }

    /// Opens and closes lists until `depth` are open, the innermost numbered as wanted.
    fn open_lists(&mut self, depth: usize, numbering: ListNumbering) {
        let same = self.lists.get(depth - 1).is_none_or(|list| list.numbering == numbering);
        self.close_lists(if same { depth } else { depth - 1 });
        while self.lists.len() < depth {
            self.lists.push(List { numbering, items: Vec::new(), label: Vec::new(), body: Vec::new() });
        }
    }

    /// Closes lists until at most `depth` are open.
    fn close_lists(&mut self, depth: usize) {
        while self.lists.len() > depth {
            let Some(mut list) = self.lists.pop() else {
                return;
            };
            list.end_item();
            let branch = Branch::Group(Tag::L(list.numbering).into(), list.items);
            match self.lists.last_mut() {
                Some(outer) => outer.body.push(branch),
                None => self.children.push(branch),
            }
        }
    }
}

impl List {
    fn end_item(&mut self) {
        let (label, body) = (std::mem::take(&mut self.label), std::mem::take(&mut self.body));
        let mut parts = Vec::new();
        if !label.is_empty() {
            parts.push(Branch::Group(Tag::Lbl.into(), label));
        }
        if !body.is_empty() {
            parts.push(Branch::Group(Tag::LBody.into(), body));
        }
        if !parts.is_empty() {
            self.items.push(Branch::Group(Tag::LI.into(), parts));
        }
    }
}

fn numbering(sign: Sign) -> ListNumbering {
    match sign {
        Sign::Bullet => ListNumbering::Disc,
        Sign::Number(_) => ListNumbering::Decimal,
        Sign::Task(_) => ListNumbering::Square,
    }
}

fn link(target: &Target, frame: Option<Rect>, mode: Mode) -> Level {
    let what = match frame {
        Some(frame) => What::Link { target: target.clone(), frame },
        None => What::Through,
    };
    Level::new(what, mode)
}

fn cell(heads_column: bool, heads_row: bool) -> Level {
    match (heads_column, heads_row) {
        (true, true) => Level::group(Tag::TH(TableHeaderScope::Both)),
        (true, false) => Level::group(Tag::TH(TableHeaderScope::Column)),
        (false, true) => Level::group(Tag::TH(TableHeaderScope::Row)),
        (false, false) => Level::group(Tag::TD),
    }
}

/// Adds a branch to a group of krilla's.
fn grow(branch: Branch, into: &mut TagGroup, paper: &mut Paper<'_>, plan: &Plan<'_>) {
    match branch {
        Branch::Leaf(drawn) => into.push(drawn),
        Branch::Group(tag, children) => {
            let mut group = TagGroup::new(tag);
            for child in children {
                grow(child, &mut group, paper, plan);
            }
            into.push(Krilla::Group(group));
        }
        Branch::Link { target, frame, children } => match aim(&target, plan) {
            Some((aim, words)) => {
                let mut group = TagGroup::new(Tag::Link);
                for child in children {
                    grow(child, &mut group, paper, plan);
                }
                let annotation = Annotation::new_link(LinkAnnotation::new(frame, aim), Some(words));
                group.push(paper.add_tagged_annotation(annotation));
                into.push(Krilla::Group(group));
            }
            // A link that leads nowhere is plain words.
            None => {
                for child in children {
                    grow(child, into, paper, plan);
                }
            }
        },
    }
}

/// Where a link leads, and what it says to people who cannot see it.
fn aim(target: &Target, plan: &Plan<'_>) -> Option<(Aim, String)> {
    if let Target::Address(address) = target {
        return address_of(address).map(|uri| (Aim::Action(Action::Link(LinkAction::new(uri))), address.clone()));
    }
    let sheet = plan.sheet(target)?;
    let pages = &plan.work.document.pages;
    let page = plan.starts.iter().position(|start| *start == sheet).and_then(|index| pages.get(index));
    let name = page.map(|page| page.name.clone()).filter(|name| !name.trim().is_empty());
    let destination = XyzDestination::new(sheet, Point::from_xy(0.0, 0.0));
    Some((Aim::Destination(Destination::Xyz(destination)), name.unwrap_or_else(|| (sheet + 1).to_string())))
}

/// An address that may stand in a file: of a harmless scheme, in ASCII.
fn address_of(address: &str) -> Option<String> {
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
    fn an_address_is_ascii_and_harmless() {
        assert_eq!(address_of("https://example.org/ü a").as_deref(), Some("https://example.org/%C3%BC%20a"));
        assert_eq!(address_of("MAILTO:ada@example.org").as_deref(), Some("MAILTO:ada@example.org"));
        assert_eq!(address_of("javascript:alert(1)"), None);
        assert_eq!(address_of("/uploads/a.png"), None);
    }
}
