//! Writes the nodes of a page as HTML elements, in reading order.
//!
//! Files, paper and fragments differ in three things only: how text styles are shared, where pictures come from, and
//! which attributes an editor needs. [`TextStyles`], [`PictureAddresses`] and [`Purpose`] decide them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scene::{
    AltText, CodeBlock, Document, FontId, GlyphRun, Group, LinkTarget, Node, NodeKind, NodeRole, Page, PartNames,
    Point, Rect, Text, Transition, Turned,
};

use super::markup::{Markup, Number};
use super::pictures::PictureAddresses;
use super::style::{StyleClasses, TextStyles, position};
use super::text::TextBox;

/// The output that pages are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A file for a screen.
    Screen,
    /// A file for a printer.
    Paper,
    /// A fragment for a page of the app.
    Fragment,
}

/// Writes the pages of one document.
pub(super) struct Writer<'a> {
    pub(super) document: &'a Document,
    pub(super) purpose: Purpose,
    pub(super) out: Markup,
    pub(super) text_styles: TextStyles,
    pub(super) pictures: PictureAddresses<'a>,
    pub(super) headings: Headings,
    /// Whether lines of code are being written.
    pub(super) in_code: bool,
    /// The letters written in each face so far.
    pub(super) letters: BTreeMap<FontId, BTreeSet<char>>,
    /// The rules of custom HTML, each limited to its slide.
    pub(super) custom_rules: String,
    /// The number of the page that is being written, from 1.
    pub(super) number: usize,
    /// The names of the parts of the page, for the morph transition.
    part_names: PartNames,
    /// The origin of positions: the upper left corner of the innermost clipping box.
    corner: Point,
    /// How many ids this page has so far.
    ids: usize,
    /// Whether the title of the page is written, or there is no node for it.
    is_title_done: bool,
    /// How many nodes of the page have each `data-node` name so far.
    node_names: BTreeMap<String, usize>,
}

/// Heading levels, chosen so that none is skipped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Headings {
    /// The level of the title of the slide.
    slide: u8,
    /// The level of the heading that was written last.
    last: u8,
}

impl Headings {
    pub(super) fn of(page: &Page) -> Headings {
        let slide = if page.section.is_some() && !page.opens_section { 3 } else { 2 };
        Headings { slide, last: slide }
    }

    /// The element of the slide's title.
    pub(super) fn title(self) -> &'static str {
        element(self.slide)
    }

    /// The element of the next heading inside the slide, at most one level below the heading before it.
    pub(super) fn below_title(&mut self, level: u8) -> &'static str {
        let level = self.slide.saturating_add(level.max(1)).min(self.last + 1).min(6);
        self.last = level;
        element(level)
    }
}

fn element(level: u8) -> &'static str {
    ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
}

impl<'a> Writer<'a> {
    pub(super) fn new(document: &'a Document, purpose: Purpose, pictures: PictureAddresses<'a>) -> Writer<'a> {
        let text_styles = match purpose {
            Purpose::Fragment => TextStyles::Inline,
            Purpose::Screen | Purpose::Paper => TextStyles::Classes(StyleClasses::default()),
        };
        Writer {
            document,
            purpose,
            out: Markup::default(),
            text_styles,
            pictures,
            headings: Headings { slide: 2, last: 2 },
            in_code: false,
            letters: BTreeMap::new(),
            custom_rules: String::new(),
            number: 0,
            part_names: PartNames::default(),
            corner: Point::default(),
            ids: 0,
            is_title_done: false,
            node_names: BTreeMap::new(),
        }
    }

    /// Whether the elements have the attributes by which an editor finds nodes.
    pub(super) fn for_editor(&self) -> bool {
        self.purpose == Purpose::Fragment
    }

    /// Whether elements have the step at which they appear as an attribute. Fragments always have it: the app decides
    /// whether to use it. In a file the deck decides.
    fn shows_steps(&self) -> bool {
        self.purpose == Purpose::Fragment || self.document.is_stepped
    }

    /// Writes a page as one `section`.
    pub(super) fn page(&mut self, page: &Page) {
        self.headings = Headings::of(page);
        self.number = page.number;
        self.part_names = page.part_names.clone();
        self.ids = 0;
        self.node_names.clear();
        self.is_title_done = !page.painted().any(is_title);
        self.out.open("section").attribute("class", "slide").attribute("id", page.number);
        self.out.attribute("data-slide", &page.slide);
        if page.steps > 0 && self.shows_steps() {
            self.out.attribute("data-steps", page.steps);
        }
        if let Some(name) = transition_name(self.document, page).filter(|_| self.purpose != Purpose::Paper) {
            self.out.attribute("data-transition", name);
        }
        self.out.attribute("role", "group");
        let name = if page.name.is_empty() { String::new() } else { format!(" {}", page.name) };
        self.out.attribute("aria-label", format_args!("{}{name}", page.number));
        self.out.raw("><div class=\"canvas\">");
        if self.is_title_done && !page.name.is_empty() {
            let element = self.headings.title();
            self.out.open(element).raw(" class=\"sr\">").text(&page.name).close(element);
        }
        if !page.summary.is_empty() {
            self.out.raw("<p class=\"sr\">").text(&page.summary).raw("</p>");
        }
        for node in page.painted() {
            self.node(node);
        }
        self.out.raw("</div></section>\n");
    }

    pub(super) fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Group(group) => self.group(node, group),
            NodeKind::Turned(turned) => self.turned(node, turned),
            NodeKind::Text(text) => self.text(node, text),
            NodeKind::Shape(shape) => {
                let frame = self.local(node.frame);
                let attributes = self.attributes(node);
                self.shape(shape, frame, &attributes);
            }
            NodeKind::Connector(connector) => connector.nodes.iter().for_each(|part| self.node(part)),
            NodeKind::Picture(picture) => self.picture(node, picture),
            NodeKind::Table(table) => self.table(node, table),
            NodeKind::Chart(chart) => self.chart(node, chart),
            NodeKind::Code(code) => self.code(node, code),
            NodeKind::Link(target) => self.link(node, target),
            NodeKind::Widget(widget) => self.widget(node, widget),
        }
    }

    /// A frame on the page, relative to the innermost clipping box.
    pub(super) fn local(&self, frame: Rect) -> Rect {
        frame.moved(-self.corner.x, -self.corner.y)
    }

    /// The attributes of a node: its step, and what an editor needs.
    pub(super) fn attributes(&mut self, node: &Node) -> String {
        let mut out = Markup::default();
        if let Some(step) = node.step.filter(|_| self.shows_steps()) {
            out.attribute("data-step", step);
        }
        if let Some(part) = self.part_names.of(node).filter(|_| self.purpose != Purpose::Paper) {
            out.attribute("data-morph", part.name);
            if !part.place.is_empty() {
                out.attribute("data-morph-place", part.place);
            }
        }
        if self.for_editor() {
            let kind = node.kind.name();
            let name = match &node.origin {
                Some(origin) => format!("{}/{}/{kind}", origin.slide, origin.field),
                None => format!("{}/{kind}", self.number),
            };
            let count = self.node_names.entry(name.clone()).or_default();
            *count += 1;
            match *count {
                1 => out.attribute("data-node", &name),
                more => out.attribute("data-node", format_args!("{name}.{more}")),
            };
            out.attribute("data-kind", kind);
            if let Some(origin) = &node.origin {
                out.attribute("data-slide", &origin.slide).attribute("data-field", &origin.field);
                if let Some(Range { start, end }) = &origin.part {
                    out.attribute("data-from", start).attribute("data-to", end);
                }
            }
        }
        out.finish()
    }

    /// Writes the range of the text of its field that a block shows, for the editor.
    pub(super) fn source(&mut self, source: Option<&Range<usize>>) {
        if let Some(Range { start, end }) = source
            && self.for_editor()
        {
            self.out.attribute("data-from", start).attribute("data-to", end);
        }
    }

    /// Writes the step at which an element appears, if steps are shown.
    pub(super) fn step(&mut self, step: Option<usize>) {
        if let Some(step) = step.filter(|_| self.shows_steps()) {
            self.out.attribute("data-step", step);
        }
    }

    /// Begins the element of a node at its position; further attributes may follow.
    pub(super) fn open_box(&mut self, element: &str, classes: &str, node: &Node) {
        let position = position(self.local(node.frame));
        let attributes = self.attributes(node);
        self.out.open(element).attribute("class", classes).attribute("style", position).raw(&attributes);
    }

    fn group(&mut self, node: &Node, group: &Group) {
        let label = match &node.alt {
            AltText::Text(words) => Some(words),
            AltText::Own | AltText::Missing | AltText::Decorative => None,
        };
        let corner = self.corner;
        if group.clip {
            self.open_box("div", "n c", node);
            self.corner = Point { x: node.frame.x, y: node.frame.y };
        } else {
            let attributes = self.attributes(node);
            self.out.open("div").raw(&attributes);
        }
        if let Some(words) = label {
            self.out.attribute("role", "group").attribute("aria-label", words);
        }
        self.out.end_attributes();
        // The link over a button has the same words as its label: a screen reader must not read both.
        let has_link = group.nodes.iter().any(|node| matches!(&node.kind, NodeKind::Link(_)));
        for inner in &group.nodes {
            let is_hidden = node.role == NodeRole::Button && has_link && matches!(inner.kind, NodeKind::Text(_));
            if is_hidden {
                self.out.raw("<div aria-hidden=\"true\">");
            }
            self.node(inner);
            if is_hidden {
                self.out.raw("</div>");
            }
        }
        self.corner = corner;
        self.out.raw("</div>");
    }

    /// Writes turned nodes in a box that is turned about its centre.
    fn turned(&mut self, node: &Node, turned: &Turned) {
        let style = format!("{}transform:rotate({}deg)", position(self.local(node.frame)), Number(turned.degrees));
        let attributes = self.attributes(node);
        self.out.open("div").attribute("class", "n").attribute("style", style).raw(&attributes).end_attributes();
        let corner = std::mem::replace(&mut self.corner, Point { x: node.frame.x, y: node.frame.y });
        for inner in &turned.nodes {
            self.node(inner);
        }
        self.corner = corner;
        self.out.raw("</div>");
    }

    fn text(&mut self, node: &Node, text: &Text) {
        let text_box = TextBox { role: node.role, width: node.frame.width };
        if node.role == NodeRole::Title && !self.is_title_done {
            self.is_title_done = true;
            let element = self.headings.title();
            self.open_box(element, "n", node);
            self.out.end_attributes();
            for index in 0..text.paragraphs.len() {
                if index > 0 {
                    self.out.raw(" ");
                }
                self.paragraph(text, index, text_box);
            }
            self.out.close(element);
            return;
        }
        let plain = Writer::is_plain(text);
        let element = match node.role {
            NodeRole::Quote => "blockquote",
            _ if plain => "p",
            _ => "div",
        };
        self.open_box(element, "n", node);
        // A screen reader has already read the deck title and the page number elsewhere.
        if matches!(node.role, NodeRole::Footer | NodeRole::PageNumber) {
            self.out.attribute("aria-hidden", "true");
        }
        if let Some(first) = text.paragraphs.first()
            && plain
            && *first.language != *self.document.language
        {
            self.out.attribute("lang", &first.language);
        }
        if element == "p" {
            self.source(text.paragraphs.first().and_then(|paragraph| paragraph.source.as_ref()));
        }
        self.out.end_attributes();
        if element == "p" {
            self.paragraph(text, 0, text_box);
        } else {
            self.blocks(text, text_box);
        }
        self.out.close(element);
    }

    fn code(&mut self, node: &Node, code: &CodeBlock) {
        let text_box = TextBox { role: node.role, width: node.frame.width };
        self.open_box("pre", "n", node);
        self.out.attribute("dir", "ltr").end_attributes().open("code");
        if !code.language.is_empty() {
            self.out.attribute("data-language", &code.language);
        }
        self.out.end_attributes();
        self.in_code = true;
        for index in 0..code.text.paragraphs.len() {
            if index > 0 {
                self.out.raw("\n");
            }
            let dimmed = if self.shows_steps() { dimmed_steps(code, index) } else { String::new() };
            if dimmed.is_empty() {
                self.paragraph(&code.text, index, text_box);
            } else {
                self.out.open("span").attribute("data-dim", dimmed).end_attributes();
                self.paragraph(&code.text, index, text_box);
                self.out.close("span");
            }
        }
        self.in_code = false;
        self.out.raw("</code></pre>");
    }

    fn link(&mut self, node: &Node, target: &LinkTarget) {
        let Some(address) = self.target(target) else {
            return;
        };
        self.open_box("a", "n", node);
        self.link_attributes(&address);
        let name = match &node.alt {
            AltText::Text(words) if !words.is_empty() => words,
            _ => &address,
        };
        self.out.attribute("aria-label", name).end_attributes().close("a");
    }

    pub(super) fn link_attributes(&mut self, address: &str) {
        self.out.attribute("href", address);
        if !address.starts_with('#') {
            self.out.raw(" target=\"_blank\" rel=\"noopener noreferrer\"");
        }
    }

    /// The address of a link, or `None` when it is not safe to follow.
    pub(super) fn target(&self, target: &LinkTarget) -> Option<String> {
        match target {
            LinkTarget::Address(address) => is_safe_link(address).then(|| address.clone()),
            LinkTarget::Page(number) => Some(format!("#{number}")),
            LinkTarget::Slide(id) => {
                let page = self.document.pages.iter().find(|page| page.slide == *id);
                match page {
                    Some(page) => Some(format!("#{}", page.number)),
                    // The app resolves links from a fragment to slides that are not in this document.
                    None => self.for_editor().then(|| format!("#slide:{id}")),
                }
            }
        }
    }

    /// The `font-family` of a face: its web font, then the family by name, then any sans serif.
    pub(super) fn family(&self, font: FontId) -> String {
        let name: String = self
            .document
            .face(font)
            .map_or("", |face| face.family.as_str())
            .chars()
            .filter(|letter| letter.is_alphanumeric() || *letter == ' ')
            .collect();
        format!("f{},'{name}',sans-serif", font.0)
    }

    /// Adds letters to those that a web font needs.
    pub(super) fn add_letters(&mut self, glyphs: &GlyphRun, words: &str) {
        self.letters.entry(glyphs.font).or_default().extend(words.chars());
    }

    /// An id that is unique in the document.
    pub(super) fn id(&mut self, letter: char) -> String {
        self.ids += 1;
        format!("{letter}{}-{}", self.number, self.ids)
    }

    /// Writes nodes that screen readers ignore.
    pub(super) fn hidden_nodes(&mut self, nodes: &[Node]) {
        self.out.raw("<div aria-hidden=\"true\">");
        for node in nodes {
            self.node(node);
        }
        self.out.raw("</div>");
    }
}

/// The steps at which a line of code is dimmed, from 0, with spaces between them.
fn dimmed_steps(code: &CodeBlock, line: usize) -> String {
    let steps = code.steps.iter().enumerate().filter(|(_, lit)| !lit.contains(&line));
    steps.map(|(step, _)| step.to_string()).collect::<Vec<_>>().join(" ")
}

/// The name of the transition into a page for the viewer. `None` if the page has no transition of its own and that of
/// the document is none or a fade: the viewer then uses its default, a fade.
fn transition_name(document: &Document, page: &Page) -> Option<&'static str> {
    Some(match document.transition_into(page) {
        Transition::None | Transition::Fade if page.transition.is_none() => return None,
        Transition::None => "none",
        Transition::Fade => "fade",
        Transition::Slide => "slide",
        Transition::Push => "push",
        Transition::Cube => "cube",
        Transition::Morph => "morph",
    })
}

/// Whether a link may have this address: it opens a page or writes a mail, and runs no script.
pub(super) fn is_safe_link(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
    matches!(scheme.as_str(), "http" | "https" | "mailto") && address.len() > scheme.len()
}

/// Whether a node is a title or contains one.
pub(super) fn is_title(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(_) => node.role == NodeRole::Title,
        NodeKind::Group(group) => group.nodes.iter().any(is_title),
        NodeKind::Turned(turned) => turned.nodes.iter().any(is_title),
        _ => false,
    }
}
