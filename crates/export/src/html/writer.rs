//! The one page writer: nodes of a page to elements, in reading order.
//!
//! Files, paper and fragments differ in three things only: how looks are shared, where pictures come from, and what an
//! editor needs to know of a node. They are settled in [`Purpose`] and the two values beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scene::{Alt, Code, Document, FontId, GlyphRun, Group, Kind, Node, Page, Point, Rect, Role, Target, Text};

use super::markup::Markup;
use super::pictures::PictureShelf;
use super::style::{Classes, Looks, place};
use super::text::Setting;

/// What pages are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A file that is shown on a screen.
    Screen,
    /// A file that is printed.
    Paper,
    /// A part of a page of the app.
    Fragment,
}

/// Writes pages of one document.
pub(super) struct Writer<'a> {
    pub(super) document: &'a Document,
    pub(super) purpose: Purpose,
    pub(super) out: Markup,
    pub(super) looks: Looks,
    pub(super) pictures: PictureShelf<'a>,
    pub(super) headings: Headings,
    /// Whether what is written stands in lines of code.
    pub(super) in_code: bool,
    /// The letters that were written in each face.
    pub(super) letters: BTreeMap<FontId, BTreeSet<char>>,
    /// Rules of custom HTML, each held to its slide.
    pub(super) own_rules: String,
    /// The page that is being written.
    pub(super) number: usize,
    /// From where places are counted: the corner of the box that clips them.
    corner: Point,
    /// How many ids were given on this page.
    ids: usize,
    titled: bool,
    nodes: BTreeMap<String, usize>,
}

/// The levels of headings, so that none is left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Headings {
    slide: u8,
    last: u8,
}

impl Headings {
    fn of(page: &Page) -> Headings {
        let slide = if page.section.is_some() && !page.opens_section { 3 } else { 2 };
        Headings { slide, last: slide }
    }

    /// The element of the slide's title.
    fn title(self) -> &'static str {
        element(self.slide)
    }

    /// The element of a heading inside the slide.
    pub(super) fn below(&mut self, level: u8) -> &'static str {
        let level = self.slide.saturating_add(level.max(1)).min(self.last + 1).min(6);
        self.last = level;
        element(level)
    }
}

fn element(level: u8) -> &'static str {
    ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
}

impl<'a> Writer<'a> {
    pub(super) fn new(document: &'a Document, purpose: Purpose, pictures: PictureShelf<'a>) -> Writer<'a> {
        let looks = match purpose {
            Purpose::Fragment => Looks::Inline,
            Purpose::Screen | Purpose::Paper => Looks::Classes(Classes::default()),
        };
        Writer {
            document,
            purpose,
            out: Markup::default(),
            looks,
            pictures,
            headings: Headings { slide: 2, last: 2 },
            in_code: false,
            letters: BTreeMap::new(),
            own_rules: String::new(),
            number: 0,
            corner: Point::default(),
            ids: 0,
            titled: false,
            nodes: BTreeMap::new(),
        }
    }

    /// Whether an editor will look for nodes.
    pub(super) fn for_editor(&self) -> bool {
        self.purpose == Purpose::Fragment
    }

    /// Whether parts say when they appear. In a file that is as the deck has it; whoever shows fragments decides there.
    fn shows_steps(&self) -> bool {
        self.purpose == Purpose::Fragment || self.document.is_stepped
    }

    /// Writes a page as one `section`.
    pub(super) fn page(&mut self, page: &Page) {
        self.headings = Headings::of(page);
        self.number = page.number;
        self.ids = 0;
        self.nodes.clear();
        self.titled = !page.painted().any(is_title);
        self.out.open("section").attribute("class", "slide").attribute("id", page.number);
        self.out.attribute("data-slide", &page.slide);
        if page.steps > 0 && self.shows_steps() {
            self.out.attribute("data-steps", page.steps);
        }
        self.out.attribute("role", "group");
        let name = if page.name.is_empty() { String::new() } else { format!(" {}", page.name) };
        self.out.attribute("aria-label", format_args!("{}{name}", page.number));
        self.out.raw("><div class=\"canvas\">");
        if self.titled && !page.name.is_empty() {
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
            Kind::Group(group) => self.group(node, group),
            Kind::Text(text) => self.text(node, text),
            Kind::Shape(shape) => {
                let frame = self.local(node.frame);
                let attributes = self.attributes(node);
                self.shape(shape, frame, &attributes);
            }
            Kind::Picture(picture) => self.picture(node, picture),
            Kind::Table(table) => self.table(node, table),
            Kind::Chart(chart) => self.chart(node, chart),
            Kind::Code(code) => self.code(node, code),
            Kind::Link(target) => self.link(node, target),
            Kind::Widget(widget) => self.widget(node, widget),
        }
    }

    /// A place on the page as a place in the box that is being filled.
    pub(super) fn local(&self, frame: Rect) -> Rect {
        frame.moved(-self.corner.x, -self.corner.y)
    }

    /// The attributes of a node: its step, what it says, and what an editor needs.
    pub(super) fn attributes(&mut self, node: &Node) -> String {
        let mut out = Markup::default();
        if let Some(step) = node.step.filter(|_| self.shows_steps()) {
            out.attribute("data-step", step);
        }
        if self.for_editor() {
            let kind = kind(node);
            let name = match &node.origin {
                Some(origin) => format!("{}/{}/{kind}", origin.slide, origin.field),
                None => format!("{}/{kind}", self.number),
            };
            let count = self.nodes.entry(name.clone()).or_default();
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

    /// Says which part of its field's text a block shows, to whoever edits it.
    pub(super) fn source(&mut self, source: Option<&Range<usize>>) {
        if let Some(Range { start, end }) = source
            && self.for_editor()
        {
            self.out.attribute("data-from", start).attribute("data-to", end);
        }
    }

    pub(super) fn step(&mut self, step: Option<usize>) {
        if let Some(step) = step.filter(|_| self.shows_steps()) {
            self.out.attribute("data-step", step);
        }
    }

    /// Begins the box of a node; further attributes may follow.
    pub(super) fn open_box(&mut self, element: &str, classes: &str, node: &Node) {
        let place = place(self.local(node.frame));
        let attributes = self.attributes(node);
        self.out.open(element).attribute("class", classes).attribute("style", place).raw(&attributes);
    }

    fn group(&mut self, node: &Node, group: &Group) {
        let named = match &node.alt {
            Alt::Text(words) => Some(words),
            Alt::Own | Alt::Missing | Alt::Decorative => None,
        };
        let corner = self.corner;
        if group.clip {
            self.open_box("div", "n c", node);
            self.corner = Point { x: node.frame.x, y: node.frame.y };
        } else {
            let attributes = self.attributes(node);
            self.out.open("div").raw(&attributes);
        }
        if let Some(words) = named {
            self.out.attribute("role", "group").attribute("aria-label", words);
        }
        self.out.inside();
        // The link over a button says its words; hearing them twice helps nobody.
        let says_it = group.nodes.iter().any(|node| matches!(&node.kind, Kind::Link(_)));
        for inner in &group.nodes {
            let silent = node.role == Role::Button && says_it && matches!(inner.kind, Kind::Text(_));
            if silent {
                self.out.raw("<div aria-hidden=\"true\">");
            }
            self.node(inner);
            if silent {
                self.out.raw("</div>");
            }
        }
        self.corner = corner;
        self.out.raw("</div>");
    }

    fn text(&mut self, node: &Node, text: &Text) {
        let setting = Setting { role: node.role, width: node.frame.width };
        if node.role == Role::Title && !self.titled {
            self.titled = true;
            let element = self.headings.title();
            self.open_box(element, "n", node);
            self.out.inside();
            for index in 0..text.paragraphs.len() {
                if index > 0 {
                    self.out.raw(" ");
                }
                self.paragraph(text, index, setting);
            }
            self.out.close(element);
            return;
        }
        let plain = Writer::is_plain(text);
        let element = match node.role {
            Role::Quote => "blockquote",
            _ if plain => "p",
            _ => "div",
        };
        self.open_box(element, "n", node);
        // The deck title and the page number on every page are for eyes: a reader knows both.
        if matches!(node.role, Role::Footer | Role::PageNumber) {
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
        self.out.inside();
        if element == "p" {
            self.paragraph(text, 0, setting);
        } else {
            self.blocks(text, setting);
        }
        self.out.close(element);
    }

    fn code(&mut self, node: &Node, code: &Code) {
        let setting = Setting { role: node.role, width: node.frame.width };
        self.open_box("pre", "n", node);
        self.out.attribute("dir", "ltr").inside().open("code");
        if !code.language.is_empty() {
            self.out.attribute("data-language", &code.language);
        }
        self.out.inside();
        self.in_code = true;
        for index in 0..code.text.paragraphs.len() {
            if index > 0 {
                self.out.raw("\n");
            }
            self.paragraph(&code.text, index, setting);
        }
        self.in_code = false;
        self.out.raw("</code></pre>");
    }

    fn link(&mut self, node: &Node, target: &Target) {
        let Some(address) = self.target(target) else {
            return;
        };
        self.open_box("a", "n", node);
        self.link_attributes(&address);
        let name = match &node.alt {
            Alt::Text(words) if !words.is_empty() => words,
            _ => &address,
        };
        self.out.attribute("aria-label", name).inside().close("a");
    }

    pub(super) fn link_attributes(&mut self, address: &str) {
        self.out.attribute("href", address);
        if !address.starts_with('#') {
            self.out.raw(" target=\"_blank\" rel=\"noopener noreferrer\"");
        }
    }

    /// The address of a link; nothing where it is none that may be followed.
    pub(super) fn target(&self, target: &Target) -> Option<String> {
        match target {
            Target::Address(address) => is_followed(address).then(|| address.clone()),
            Target::Page(number) => Some(format!("#{number}")),
            Target::Slide(id) => {
                let page = self.document.pages.iter().find(|page| page.slide == *id);
                match page {
                    Some(page) => Some(format!("#{}", page.number)),
                    // A fragment may hold one page of many; whoever shows it knows the others.
                    None => self.for_editor().then(|| format!("#slide:{id}")),
                }
            }
        }
    }

    /// The family of a face: its web font, and what stands in where there is none.
    pub(super) fn family(&self, font: FontId) -> String {
        let own: String = self
            .document
            .face(font)
            .map_or("", |face| face.family.as_str())
            .chars()
            .filter(|letter| letter.is_alphanumeric() || *letter == ' ')
            .collect();
        format!("f{},'{own}',sans-serif", font.0)
    }

    /// Notes letters that a face must have.
    pub(super) fn letters(&mut self, glyphs: &GlyphRun, words: &str) {
        self.letters.entry(glyphs.font).or_default().extend(words.chars());
    }

    /// An id that nothing else on any page has.
    pub(super) fn id(&mut self, letter: char) -> String {
        self.ids += 1;
        format!("{letter}{}-{}", self.number, self.ids)
    }

    /// Writes nodes for the eye alone.
    pub(super) fn unheard(&mut self, nodes: &[Node]) {
        self.out.raw("<div aria-hidden=\"true\">");
        for node in nodes {
            self.node(node);
        }
        self.out.raw("</div>");
    }
}

/// Whether an address may stand in a link: it opens a page or writes a letter, and runs nothing.
pub(super) fn is_followed(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default().to_ascii_lowercase();
    matches!(scheme.as_str(), "http" | "https" | "mailto") && address.len() > scheme.len()
}

fn is_title(node: &Node) -> bool {
    match &node.kind {
        Kind::Text(_) => node.role == Role::Title,
        Kind::Group(group) => group.nodes.iter().any(is_title),
        _ => false,
    }
}

fn kind(node: &Node) -> &'static str {
    match &node.kind {
        Kind::Group(_) => "group",
        Kind::Text(_) => "text",
        Kind::Shape(_) => "shape",
        Kind::Picture(_) => "picture",
        Kind::Table(_) => "table",
        Kind::Chart(_) => "chart",
        Kind::Code(_) => "code",
        Kind::Link(_) => "link",
        Kind::Widget(_) => "widget",
    }
}
