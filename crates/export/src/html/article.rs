//! A slide as a section of an article: headings, paragraphs, lists, tables and figures in reading order, for small
//! screens, screen readers and search engines. Nothing has a position; decoration is left out.

use imaging::{MediaForm, MediaKind};
use scene::{
    AltText, Chart, CodeBlock, Document, Group, LinkTarget, Node, NodeKind, NodeRole, Page, Paragraph, ParagraphKind,
    PictureId, Run, Table, Text, Widget, WidgetKind,
};

use super::custom;
use super::markup::Markup;
use super::table::chart_table;
use super::text::Lists;
use super::writer::{Headings, is_safe_link, is_title};

/// Writes one page of an article.
struct Article<'a> {
    document: &'a Document,
    pictures: &'a dyn Fn(&PictureId) -> String,
    out: Markup,
    headings: Headings,
    is_title_done: bool,
    /// The list of the slide whose entry is being written, such as `items`.
    list: Option<String>,
}

/// A page of a document as HTML without positions, with its pictures at the given addresses.
pub fn article(document: &Document, page: &Page, pictures: &dyn Fn(&PictureId) -> String) -> String {
    let mut article = Article {
        document,
        pictures,
        out: Markup::default(),
        headings: Headings::of(page),
        is_title_done: !page.painted().any(is_title),
        list: None,
    };
    article.out.open("section").attribute("id", page.number).attribute("data-slide", &page.slide).end_attributes();
    if article.is_title_done && !page.name.is_empty() {
        let element = article.headings.title();
        article.out.open(element).end_attributes().text(&page.name).close(element);
    }
    if !page.summary.is_empty() {
        article.out.raw("<p class=\"sr\">").text(&page.summary).raw("</p>");
    }
    // The title comes first, wherever the slide has it.
    article.nodes(page.painted().filter(|node| is_title(node)));
    article.nodes(page.painted().filter(|node| !is_title(node)));
    article.out.raw("</section>\n");
    article.out.finish()
}

impl Article<'_> {
    /// Writes nodes one after another. Nodes that show entries of a list of the slide, such as points and cards, become
    /// the items of an HTML list.
    fn nodes<'n>(&mut self, nodes: impl Iterator<Item = &'n Node>) {
        let (outer_list, headings) = (self.list.clone(), self.headings);
        let mut current: Option<(&str, usize)> = None;
        for node in nodes.filter(|node| has_content(node)) {
            let entry = entry_of(node).filter(|(list, _)| outer_list.as_deref() != Some(list));
            if entry != current {
                self.out.raw(list_tags(current, entry));
                self.list = entry.map(|(list, _)| list.to_owned()).or_else(|| outer_list.clone());
                current = entry;
            }
            // Headings of columns and cards have the same level.
            self.headings = headings;
            self.node(node);
        }
        self.out.raw(list_tags(current, None));
        self.list = outer_list;
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Group(group) => self.group(node, group),
            NodeKind::Turned(turned) => self.nodes(turned.nodes.iter()),
            NodeKind::Text(text) => self.text(node.role, text),
            NodeKind::Picture(picture) => self.figure(&node.alt, &(self.pictures)(&picture.source)),
            NodeKind::Table(table) => self.table(table),
            NodeKind::Chart(chart) => self.chart(node, chart),
            NodeKind::Code(code) => self.code(code),
            NodeKind::Link(target) => self.link(node, target),
            NodeKind::Widget(widget) => self.widget(node, widget),
            NodeKind::Shape(_) | NodeKind::Connector(_) => {}
        }
    }

    fn group(&mut self, node: &Node, group: &Group) {
        // The link over a button has the same words as its label.
        let has_link = group.nodes.iter().any(|node| matches!(&node.kind, NodeKind::Link(_)));
        let is_button = node.role == NodeRole::Button && has_link;
        self.nodes(group.nodes.iter().filter(|inner| !(is_button && matches!(inner.kind, NodeKind::Text(_)))));
    }

    fn text(&mut self, role: NodeRole, text: &Text) {
        match role {
            NodeRole::Title if !self.is_title_done => {
                self.is_title_done = true;
                let element = self.headings.title();
                self.out.open(element).end_attributes();
                for (index, paragraph) in text.paragraphs.iter().enumerate() {
                    self.out.raw(if index > 0 { " " } else { "" });
                    self.words(role, paragraph);
                }
                self.out.close(element);
            }
            NodeRole::Quote => {
                self.out.raw("<blockquote>");
                self.blocks(role, text);
                self.out.raw("</blockquote>");
            }
            role => self.blocks(role, text),
        }
    }

    /// Writes a text as paragraphs, lists, headings and quotations.
    fn blocks(&mut self, role: NodeRole, text: &Text) {
        let mut lists = Lists::default();
        let mut is_quoted = false;
        for paragraph in &text.paragraphs {
            let is_quote = paragraph.kind == ParagraphKind::Quote && role != NodeRole::Quote;
            if paragraph.kind != ParagraphKind::Item {
                lists.close_to(0, &mut self.out);
            }
            if is_quote != is_quoted {
                self.out.raw(if is_quote { "<blockquote>" } else { "</blockquote>" });
                is_quoted = is_quote;
            }
            match paragraph.kind {
                ParagraphKind::Item if lists.continues(paragraph) => {
                    lists.close_to(usize::from(paragraph.level.max(1)), &mut self.out);
                    self.block("p", "", (role, paragraph));
                }
                ParagraphKind::Item => {
                    lists.item(paragraph, &mut self.out);
                    self.language(paragraph);
                    self.out.end_attributes();
                    self.words(role, paragraph);
                }
                ParagraphKind::Heading(level) => {
                    let element = self.headings.below_title(level);
                    self.block(element, "", (role, paragraph));
                }
                ParagraphKind::Plain | ParagraphKind::Quote => {
                    let class = match role {
                        NodeRole::Subtitle => "lead",
                        NodeRole::Figure => "number",
                        NodeRole::Caption => "caption",
                        _ => "",
                    };
                    self.block("p", class, (role, paragraph));
                }
            }
        }
        lists.close_to(0, &mut self.out);
        if is_quoted {
            self.out.raw("</blockquote>");
        }
    }

    /// Writes a paragraph as an element.
    fn block(&mut self, element: &str, class: &str, (role, paragraph): (NodeRole, &Paragraph)) {
        self.out.open(element);
        if !class.is_empty() {
            self.out.attribute("class", class);
        }
        self.language(paragraph);
        self.out.end_attributes();
        self.words(role, paragraph);
        self.out.close(element);
    }

    fn language(&mut self, paragraph: &Paragraph) {
        if *paragraph.language != *self.document.language {
            self.out.attribute("lang", &paragraph.language);
        }
    }

    /// Writes the words of a paragraph in a text of this role, with links and emphasis.
    fn words(&mut self, role: NodeRole, paragraph: &Paragraph) {
        for linked in paragraph.runs.chunk_by(|one, next| one.link == next.link) {
            let address = linked.first().and_then(|run| run.link.as_ref()).and_then(|target| self.address(target));
            if let Some(address) = &address {
                self.open_link(address);
            }
            for run in linked {
                self.run(role, paragraph, run);
            }
            if address.is_some() {
                self.out.close("a");
            }
        }
    }

    fn run(&mut self, role: NodeRole, paragraph: &Paragraph, run: &Run) {
        let Some(words) = paragraph.text.get(run.range.clone()) else { return };
        if let Some(formula) = run.drawn_formula() {
            self.out.raw(&formula.meaning.mathml());
            return;
        }
        let style = run.style;
        // Outside of running text, a theme may set everything in italics.
        let is_emphasis = style.italic && role == NodeRole::Body;
        let elements = [(style.strong, "strong"), (is_emphasis, "em"), (style.code, "code"), (style.strike, "s")];
        let elements = elements.into_iter().filter(|(applies, _)| *applies).map(|(_, element)| element);
        let elements: Vec<&str> = elements.collect();
        for element in &elements {
            self.out.open(element).end_attributes();
        }
        for (index, line) in words.split('\n').enumerate() {
            self.out.raw(if index > 0 { "<br>" } else { "" }).text(line);
        }
        for element in elements.iter().rev() {
            self.out.close(element);
        }
    }

    fn figure(&mut self, alt: &AltText, address: &str) {
        self.out.raw("<figure><img").attribute("src", address);
        let words = match alt {
            AltText::Text(words) => words.as_str(),
            AltText::Own | AltText::Missing | AltText::Decorative => "",
        };
        self.out.attribute("alt", words).raw(" loading=\"lazy\" referrerpolicy=\"no-referrer\"></figure>");
    }

    fn table(&mut self, table: &Table) {
        self.out.raw("<div class=\"table\" tabindex=\"0\"><table>");
        for (index, row) in table.rows.iter().enumerate() {
            self.out.raw("<tr>");
            for (column, cell) in row.cells.iter().enumerate() {
                let (element, scope) = if index < table.header_rows {
                    ("th", "col")
                } else if column < table.header_columns {
                    ("th", "row")
                } else {
                    ("td", "")
                };
                self.out.open(element);
                if !scope.is_empty() {
                    self.out.attribute("scope", scope);
                }
                self.out.end_attributes();
                match &cell.text.paragraphs[..] {
                    [only] if only.kind == ParagraphKind::Plain => self.words(NodeRole::Label, only),
                    _ => self.blocks(NodeRole::Label, &cell.text),
                }
                self.out.close(element);
            }
            self.out.raw("</tr>");
        }
        self.out.raw("</table></div>");
    }

    fn chart(&mut self, node: &Node, chart: &Chart) {
        self.out.raw("<figure class=\"table\" tabindex=\"0\">");
        chart_table(&mut self.out, node, chart);
        self.out.raw("</figure>");
    }

    fn code(&mut self, code: &CodeBlock) {
        self.out.raw("<pre dir=\"ltr\" tabindex=\"0\"><code>").text(&code.text.words()).raw("</code></pre>");
    }

    fn link(&mut self, node: &Node, target: &LinkTarget) {
        let Some(address) = self.address(target) else { return };
        let name = match &node.alt {
            AltText::Text(words) if !words.is_empty() => words.clone(),
            _ => address.clone(),
        };
        self.linked_words(&address, &name);
    }

    fn linked_words(&mut self, address: &str, words: &str) {
        self.out.raw("<p>");
        self.open_link(address);
        self.out.text(words).raw("</a></p>");
    }

    fn open_link(&mut self, address: &str) {
        self.out.open("a").attribute("href", address);
        if !address.starts_with('#') {
            self.out.raw(" rel=\"noopener noreferrer\"");
        }
        self.out.end_attributes();
    }

    /// The address of a link, or `None` when it is not safe to follow or its slide is not in the document.
    fn address(&self, target: &LinkTarget) -> Option<String> {
        match target {
            LinkTarget::Address(address) => is_safe_link(address).then(|| address.clone()),
            LinkTarget::Page(number) => Some(format!("#{number}")),
            LinkTarget::Slide(id) => {
                let page = self.document.pages.iter().find(|page| page.slide == *id)?;
                Some(format!("#{}", page.number))
            }
        }
    }

    fn widget(&mut self, node: &Node, widget: &Widget) {
        let title = |address: &str| match &node.alt {
            AltText::Text(words) if !words.is_empty() => words.clone(),
            _ => address.to_owned(),
        };
        match &widget.kind {
            WidgetKind::Html { html, .. } => {
                let pictures = self.pictures;
                let html = custom::elements::sanitised(html, "own", &|picture| Some(pictures(picture)));
                self.out.raw("<div class=\"own\">").raw(&html).raw("</div>");
            }
            WidgetKind::Picture { address, .. } if address.starts_with("https://") => self.figure(&node.alt, address),
            WidgetKind::Embed { address, .. } | WidgetKind::Video { address, .. } | WidgetKind::Qr { address }
                if is_safe_link(address) =>
            {
                self.linked_words(address, &title(address));
            }
            WidgetKind::Video { address, .. } if MediaKind::of_upload(address).is_some() => {
                let form = MediaKind::of_upload(address).map_or(MediaForm::Video, MediaKind::form);
                let element = if form == MediaForm::Sound { "audio" } else { "video" };
                let source = (self.pictures)(&PictureId(address.clone()));
                self.out.open(element).attribute("aria-label", title(address)).attribute("src", source);
                self.out.raw(" controls preload=\"metadata\"></").raw(element).raw(">");
            }
            WidgetKind::Countdown { .. } => {}
            WidgetKind::Poll { .. }
            | WidgetKind::Tour { .. }
            | WidgetKind::Picture { .. }
            | WidgetKind::Embed { .. }
            | WidgetKind::Video { .. }
            | WidgetKind::Qr { .. } => self.nodes(widget.static_nodes.iter()),
        }
    }
}

/// Whether a node has content to read. Decoration has none.
fn has_content(node: &Node) -> bool {
    let is_decoration = matches!(
        node.role,
        NodeRole::Footer | NodeRole::PageNumber | NodeRole::Backdrop | NodeRole::Decoration | NodeRole::Logo
    );
    !is_decoration
        && match &node.kind {
            NodeKind::Shape(_) | NodeKind::Connector(_) => false,
            NodeKind::Text(text) => text.paragraphs.iter().any(|paragraph| !paragraph.text.trim().is_empty()),
            NodeKind::Group(group) => group.nodes.iter().any(has_content),
            NodeKind::Turned(turned) => turned.nodes.iter().any(has_content),
            _ => true,
        }
}

/// The list of the slide and the entry that a node shows: `items` and 2 for the field `items.2.title`.
fn entry_of(node: &Node) -> Option<(&str, usize)> {
    let field = &node.origin.as_ref()?.field;
    let mut end = field.len();
    // Search backwards, so that the innermost list is found.
    while let Some(dot) = field[..end].rfind('.') {
        if let Ok(index) = field[dot + 1..end].parse() {
            return Some((&field[..dot], index));
        }
        end = dot;
    }
    None
}

/// The tags that close and open lists and items between a node and the next.
fn list_tags(before: Option<(&str, usize)>, next: Option<(&str, usize)>) -> &'static str {
    match (before, next) {
        (None, None) => "",
        (None, Some(_)) => "<ul><li>",
        (Some(_), None) => "</li></ul>",
        (Some((list, _)), Some((other, _))) if list == other => "</li><li>",
        (Some(_), Some(_)) => "</li></ul><ul><li>",
    }
}
