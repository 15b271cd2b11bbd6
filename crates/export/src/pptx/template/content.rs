//! The content of a page: its title, its texts in reading order, its picture, and the nodes that have to be drawn.

use scene::{LinkTarget, Node, NodeKind, NodeRole, Page, PageContent, Paragraph, Picture, Rect, Text};

/// The content of a page.
pub(super) struct Content<'p> {
    pub(super) title: Option<(&'p Node, &'p Text)>,
    pub(super) subtitle: Option<(&'p Node, &'p Text)>,
    pub(super) body: Body<'p>,
}

/// The content below the title.
pub(super) enum Body<'p> {
    /// Texts in reading order, and a picture.
    Text { entries: Vec<FieldText<'p>>, picture: Option<(&'p Node, &'p Picture)> },
    /// Two columns, each with its texts and an optional heading, and an optional text below both.
    Columns { columns: Box<[Column<'p>; 2]>, conclusion: Option<FieldText<'p>> },
    /// Nodes that must be drawn, because their positions and shapes have a meaning.
    Drawn(Vec<&'p Node>),
}

/// A column of two.
#[derive(Default)]
pub(super) struct Column<'p> {
    pub(super) heading: Option<FieldText<'p>>,
    pub(super) entries: Vec<FieldText<'p>>,
}

/// A text of a field.
#[derive(Clone)]
pub(super) struct FieldText<'p> {
    pub(super) field: &'p str,
    pub(super) text: &'p Text,
    pub(super) role: NodeRole,
    /// How many list levels its paragraphs are below the first level.
    pub(super) depth: u8,
    pub(super) list: ListPlace,
    pub(super) link: Option<&'p LinkTarget>,
    /// The build step at which paragraphs without a step of their own appear.
    pub(super) step: Option<usize>,
}

/// Whether a text is in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListPlace {
    Outside,
    Entry,
    /// An entry with its number.
    Numbered(u64),
}

impl FieldText<'_> {
    pub(super) fn paragraphs(&self) -> &[Paragraph] {
        &self.text.paragraphs
    }

    /// The build step at which each paragraph appears.
    pub(super) fn steps(&self) -> impl Iterator<Item = Option<usize>> {
        self.paragraphs().iter().map(move |paragraph| paragraph.step.or(self.step))
    }
}

/// Reads the content of a page. A page on which anything but texts and pictures must be shown becomes [`Body::Drawn`].
pub(super) fn content<'p>(page: &'p Page, nodes: &'p [Node]) -> Content<'p> {
    let find = |role: NodeRole| {
        nodes.iter().find_map(|node| match &node.kind {
            NodeKind::Text(text) if node.role == role => Some((node, text)),
            _ => None,
        })
    };
    let (title, subtitle) = (find(NodeRole::Title), find(NodeRole::Subtitle));
    let text = match page.content {
        PageContent::Drawn => None,
        PageContent::Text => texts(nodes),
        PageContent::Columns => columns(nodes),
    };
    match text {
        Some(body) => Content { title, subtitle, body },
        None => Content { title, subtitle: None, body: Body::Drawn(nodes_to_draw(nodes, title.map(|(node, _)| node))) },
    }
}

/// The nodes to draw on a page whose title has a placeholder: without the backgrounds and footers of the theme, and
/// without the decoration of the title.
fn nodes_to_draw<'p>(nodes: &'p [Node], title: Option<&Node>) -> Vec<&'p Node> {
    let is_drawn = |node: &&Node| {
        let is_theme = matches!(node.role, NodeRole::Backdrop | NodeRole::Footer | NodeRole::PageNumber);
        let covers_page = node.frame.width.0 > 1800.0 && node.frame.height.0 > 1000.0;
        let is_ornament = node.role == NodeRole::Decoration && node.origin.is_none();
        let is_of_title = title.is_some_and(|title| {
            std::ptr::eq(*node, title)
                || is_ornament
                    && (node.frame.contains(&title.frame)
                        || node.frame.bottom() < title.frame.bottom() + scene::px(24.0))
        });
        !(is_theme || is_of_title || is_ornament && covers_page)
    };
    nodes.iter().filter(is_drawn).collect()
}

/// Collects the texts and pictures of nodes.
struct TextReader<'p> {
    entries: Vec<(Rect, FieldText<'p>)>,
    pictures: Vec<(&'p Node, &'p Picture)>,
    /// The number before the next entry of a list.
    number: Option<u64>,
    /// Whether all content so far is texts and pictures.
    is_text: bool,
}

impl<'p> TextReader<'p> {
    /// Reads nodes. `None` if they have content that must be drawn.
    fn read(nodes: &'p [Node]) -> Option<Self> {
        let mut reader = TextReader { entries: Vec::new(), pictures: Vec::new(), number: None, is_text: true };
        reader.nodes(nodes, None, None);
        reader.is_text.then_some(reader)
    }

    /// Reads nodes. `link` and `step` are those of the group around them.
    fn nodes(&mut self, nodes: &'p [Node], link: Option<&'p LinkTarget>, step: Option<usize>) {
        for node in nodes {
            let step = node.step.or(step);
            match &node.kind {
                NodeKind::Group(group) => {
                    let inner = group.nodes.iter().find_map(|node| match &node.kind {
                        NodeKind::Link(target) => Some(target),
                        _ => None,
                    });
                    self.nodes(&group.nodes, inner.or(link), step);
                }
                NodeKind::Text(text) => self.text(node, text, (link, step)),
                NodeKind::Picture(picture) => {
                    if !matches!(node.role, NodeRole::Backdrop | NodeRole::Logo | NodeRole::Decoration) {
                        self.pictures.push((node, picture));
                    }
                }
                NodeKind::Shape(_) | NodeKind::Link(_) => {}
                NodeKind::Widget(_) if node.role == NodeRole::Backdrop => {}
                NodeKind::Turned(_)
                | NodeKind::Connector(_)
                | NodeKind::Table(_)
                | NodeKind::Chart(_)
                | NodeKind::Code(_)
                | NodeKind::Widget(_) => self.is_text = false,
            }
        }
    }

    fn text(&mut self, node: &'p Node, text: &'p Text, (link, step): (Option<&'p LinkTarget>, Option<usize>)) {
        if matches!(node.role, NodeRole::Title | NodeRole::Subtitle | NodeRole::Footer | NodeRole::PageNumber) {
            return;
        }
        let words = text.paragraphs.first().map(|paragraph| paragraph.text.trim()).unwrap_or_default();
        let number = words.trim_end_matches('.').parse().ok();
        let Some(origin) = &node.origin else {
            self.number = number;
            return;
        };
        // The number of an entry belongs to the entry, not to one of its fields.
        if number.is_some() && list_entry(&origin.field) == Some(&origin.field) {
            self.number = number;
            return;
        }
        if text.paragraphs.iter().all(|paragraph| paragraph.text.trim().is_empty()) {
            return;
        }
        let field = origin.field.as_str();
        let previous = self.entries.last().map(|(_, entry)| entry);
        let list_entry_name = list_entry(field);
        let continues =
            list_entry_name.is_some() && previous.is_some_and(|previous| list_entry(previous.field) == list_entry_name);
        let depth = u8::from(continues && node.role == NodeRole::Body);
        let list = match (list_entry_name, self.number.take()) {
            (None, _) => ListPlace::Outside,
            (Some(_), Some(number)) if !continues => ListPlace::Numbered(number),
            (Some(_), _) => ListPlace::Entry,
        };
        self.entries.push((node.frame, FieldText { field, text, role: node.role, depth, list, link, step }));
    }
}

/// The entry of a list that a field belongs to: `items.2` of `items.2.text`.
fn list_entry(field: &str) -> Option<&str> {
    let (list, after_list) = field.split_once('.')?;
    let number = after_list.split('.').next()?;
    number.parse::<usize>().ok()?;
    field.get(..list.len() + 1 + number.len())
}

/// The texts of a page and its picture. `None` if it has several pictures, or content that must be drawn.
fn texts(nodes: &[Node]) -> Option<Body<'_>> {
    let TextReader { entries, pictures, .. } = TextReader::read(nodes)?;
    if pictures.len() > 1 {
        return None;
    }
    let (captions, mut entries): (Vec<_>, Vec<_>) =
        entries.into_iter().map(|(_, entry)| entry).partition(|entry| entry.role == NodeRole::Caption);
    entries.extend(captions);
    Some(Body::Text { entries, picture: pictures.first().copied() })
}

/// The texts of two columns, and a conclusion below both; `None` if another text is outside both columns.
fn columns(nodes: &[Node]) -> Option<Body<'_>> {
    let mut plates: Vec<Rect> =
        nodes.iter().filter(|node| node.role == NodeRole::Plate).map(|node| node.frame).collect();
    plates.sort_by(|one, other| one.y.0.total_cmp(&other.y.0));
    let [one, other, below @ ..] = &plates[..] else { return None };
    let (one, other) = (*one, *other);
    let bottom = one.bottom().max(other.bottom());
    if below.len() > 1 || below.iter().any(|plate| plate.y < bottom) {
        return None;
    }
    let is_beside = one.right() <= other.x || other.right() <= one.x;
    if !is_beside {
        return None;
    }
    let (left, right) = if one.x < other.x { (one, other) } else { (other, one) };
    let TextReader { entries, pictures, .. } = TextReader::read(nodes)?;
    if !pictures.is_empty() {
        return None;
    }
    let mut columns = [Column::default(), Column::default()];
    let mut conclusion = None;
    for (frame, entry) in entries {
        let Some(index) = [left, right].iter().position(|plate| plate.contains(&frame)) else {
            if frame.y < bottom || conclusion.is_some() {
                return None;
            }
            conclusion = Some(entry);
            continue;
        };
        let column = &mut columns[index];
        let is_heading = entry.role == NodeRole::Label && column.heading.is_none() && column.entries.is_empty();
        if is_heading {
            column.heading = Some(entry);
        } else {
            column.entries.push(entry);
        }
    }
    Some(Body::Columns { columns: Box::new(columns), conclusion })
}
