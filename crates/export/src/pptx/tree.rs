//! The shapes of one part: every kind of node as the element a person would have drawn.

use scene::{
    Align, Alt, Chart, Code, Fill, FontRole, Gradient, Group, Kind, Mark, Node, PaletteRole, Picture, Point, Px, Rect,
    Role, Shape, ShapeForm, Table, Target, Text, Widget, WidgetKind,
};

use super::file::File;
use super::form;
use super::links::{Links, safe_address};
use super::media::Stored;
use super::package::{Relationships, kind};
use super::slots::{Holder, Slot, holder};
use super::text::{Writ, Writing, alignment, plain_run, roomy, words_in};
use super::timing::{Builds, Part};
use super::units::{Emu, Place, thousandths};
use super::xml::Xml;
use super::{chart, table};
use crate::Error;

/// The shapes of a part that is being written.
pub(super) struct Tree<'t, 'a> {
    pub(super) file: &'t mut File<'a>,
    pub(super) xml: Xml,
    pub(super) relationships: Relationships,
    pub(super) builds: Builds,
    /// The placeholders of the layout below.
    holders: &'t [Holder],
    last_id: u32,
    /// Whether this is a slide: elsewhere nothing is animated or read aloud.
    is_slide: bool,
}

/// What a shape is called and what it says.
struct Naming<'n> {
    name: &'n str,
    alt: &'n Alt,
    link: Option<&'n Target>,
}

impl<'t, 'a> Tree<'t, 'a> {
    /// Opens the tree of a part.
    pub(super) fn new(
        file: &'t mut File<'a>,
        (xml, relationships): (Xml, Relationships),
        holders: &'t [Holder],
        is_slide: bool,
    ) -> Tree<'t, 'a> {
        let mut tree = Tree { file, xml, relationships, builds: Builds::default(), holders, last_id: 1, is_slide };
        tree.xml.open("p:spTree", &[]);
        tree.xml.open("p:nvGrpSpPr", &[]);
        tree.xml.empty("p:cNvPr", &[("id", &1), ("name", &"")]);
        tree.xml.empty("p:cNvGrpSpPr", &[]);
        tree.xml.empty("p:nvPr", &[]);
        tree.xml.close();
        tree.xml.open("p:grpSpPr", &[]);
        let nowhere = Place { x: Emu(0), y: Emu(0), width: Emu(0), height: Emu(0) };
        tree.group_transform(nowhere);
        tree.xml.close();
        tree
    }

    /// Writes the nodes of a page, some of which are placeholders.
    pub(super) fn page(&mut self, nodes: &[Node], slots: &[Option<Slot>]) -> Result<(), Error> {
        self.siblings(nodes, slots)
    }

    /// Writes nodes that belong to no placeholder.
    pub(super) fn nodes(&mut self, nodes: &[Node]) -> Result<(), Error> {
        self.siblings(nodes, &[])
    }

    fn siblings(&mut self, nodes: &[Node], slots: &[Option<Slot>]) -> Result<(), Error> {
        let mut index = 0;
        while let Some(node) = nodes.get(index) {
            // A link that lies exactly on a shape, picture or text is that one's own.
            let link = nodes.get(index + 1).and_then(|next| match &next.kind {
                Kind::Link(target) if is_same(next.frame, node.frame) && can_lead(&node.kind) => Some(target),
                _ => None,
            });
            self.node(node, slots.get(index).copied().flatten(), link)?;
            index += if link.is_some() { 2 } else { 1 };
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, slot: Option<Slot>, link: Option<&Target>) -> Result<(), Error> {
        let before = self.last_id;
        match &node.kind {
            Kind::Group(group) => return self.group(node, group),
            Kind::Widget(widget) => return self.widget(node, widget),
            Kind::Text(text) => match slot {
                Some(slot) => self.placeholder(node, text, slot, link),
                None => self.text_box(node, text, link),
            },
            Kind::Code(code) => self.code(node, code)?,
            Kind::Shape(shape) => self.shape(node, shape, link),
            Kind::Picture(picture) => self.picture(node, picture, link)?,
            Kind::Table(table) => self.table(node, table),
            Kind::Chart(chart) => self.chart(node, chart)?,
            Kind::Link(target) => self.link(node, target),
        }
        if self.last_id > before {
            self.build(node);
        }
        Ok(())
    }

    /// Notes when the shape written last appears.
    fn build(&mut self, node: &Node) {
        if !self.animates() {
            return;
        }
        let id = self.last_id;
        if let Some(step) = node.step {
            let has_words = matches!(node.kind, Kind::Text(_) | Kind::Code(_) | Kind::Shape(_) | Kind::Link(_));
            self.builds.add(step, if has_words { Part::Words(id) } else { Part::Thing(id) });
            return;
        }
        if let Kind::Text(text) = &node.kind {
            for (index, paragraph) in text.paragraphs.iter().enumerate() {
                if let Some(step) = paragraph.step {
                    self.builds.add(step, Part::Paragraph(id, index));
                }
            }
        }
    }

    fn animates(&self) -> bool {
        self.is_slide && self.file.options.builds
    }

    /// Closes the tree.
    pub(super) fn finish(mut self) -> (Xml, Relationships, Builds) {
        self.xml.close();
        (self.xml, self.relationships, self.builds)
    }

    fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    fn click(&mut self, target: &Target) -> Option<String> {
        Links { slides: &self.file.slides, relationships: &mut self.relationships }.click(target)
    }

    /// Writes the name of a shape that says nothing else.
    pub(super) fn plain_name(&mut self, name: &str) {
        self.naming(&Naming { name, alt: &Alt::Own, link: None });
    }

    /// Writes the name of a shape, what it says to those who cannot see it, and where a click leads.
    fn naming(&mut self, naming: &Naming<'_>) {
        let id = self.id();
        let name = format!("{} {id}", naming.name);
        let click = naming.link.and_then(|target| self.click(target));
        let decorative = self.is_slide && *naming.alt == Alt::Decorative;
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = vec![("id", &id), ("name", &name)];
        if let Alt::Text(words) = naming.alt {
            attributes.push(("descr", words));
        }
        if click.is_none() && !decorative {
            self.xml.empty("p:cNvPr", &attributes);
            return;
        }
        self.xml.open("p:cNvPr", &attributes);
        if let Some(click) = click {
            self.xml.add(&click);
        }
        if decorative {
            let space = "http://schemas.microsoft.com/office/drawing/2017/decorative";
            self.xml.open("a:extLst", &[]);
            self.xml.open("a:ext", &[("uri", &"{C183D7F6-B498-43B3-948B-1728B52AA6E4}")]);
            self.xml.empty("adec:decorative", &[("xmlns:adec", &space), ("val", &1)]);
            self.xml.close();
            self.xml.close();
        }
        self.xml.close();
    }

    /// Writes words with the head of their box, or as the layout has it.
    fn words(&mut self, writing: &Writing<'_>, head: Option<&str>) {
        self.xml.open("p:txBody", &[]);
        if let Some(head) = head {
            self.xml.add(head);
        } else {
            writing.inherited_head(&mut self.xml);
        }
        let File { scheme, slides, .. } = &*self.file;
        let mut links = Links { slides, relationships: &mut self.relationships };
        writing.paragraphs(scheme, &mut links, &mut self.xml);
        self.xml.close();
    }

    /// A text in a placeholder of the layout. What the layout says already is not said again.
    fn placeholder(&mut self, node: &Node, text: &Text, slot: Slot, link: Option<&Target>) {
        let own = holder(&self.file.scheme, slot, node.frame, text);
        let below = self.holders.iter().find(|holder| holder.slot == slot);
        let (same_place, same_head) =
            below.map_or((false, false), |below| (below.place == own.place, below.head == own.head));
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.naming(&Naming { name: slot.name(), alt: &node.alt, link });
        self.xml.open("p:cNvSpPr", &[]);
        self.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        slot.write(&mut self.xml);
        self.xml.close();
        self.xml.close();
        if same_place {
            self.xml.empty("p:spPr", &[]);
        } else {
            self.xml.open("p:spPr", &[]);
            form::transform(&mut self.xml, "a:xfrm", own.place, (false, false));
            self.xml.close();
        }
        let writing = Writing::new(text, slot.writ());
        // Not every office program asks the layout how feet look; some ask the master.
        let is_foot = matches!(slot, Slot::Footer | Slot::PageNumber);
        let head = (is_foot || !same_head).then(|| writing.head(&self.file.scheme, [Emu(0); 4]));
        self.words(&writing, head.as_deref());
        self.xml.close();
    }

    fn text_box(&mut self, node: &Node, text: &Text, link: Option<&Target>) {
        self.box_of_words(node, text, words_in(node.frame, text), link);
    }

    fn box_of_words(&mut self, node: &Node, text: &Text, writ: Writ, link: Option<&Target>) {
        if text.paragraphs.is_empty() {
            return;
        }
        let name = match node.role {
            Role::Title => "Title",
            Role::Label => "Label",
            Role::Caption => "Caption",
            Role::Quote => "Quote",
            Role::Figure => "Figure",
            _ if matches!(writ, Writ::Code(_)) => "Code",
            _ => "Text",
        };
        let frame = if matches!(writ, Writ::Code(_)) { node.frame } else { roomy(node.frame, text, alignment(text)) };
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.naming(&Naming { name, alt: &node.alt, link });
        self.xml.empty("p:cNvSpPr", &[("txBox", &1)]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        form::transform(&mut self.xml, "a:xfrm", frame.into(), (false, false));
        form::preset(&mut self.xml, "rect");
        self.xml.empty("a:noFill", &[]);
        self.xml.close();
        let writing = Writing::new(text, writ);
        let head = writing.head(&self.file.scheme, [Emu(0); 4]);
        self.words(&writing, Some(&head));
        self.xml.close();
    }

    /// Lines of code, over the bands behind those that are marked.
    fn code(&mut self, node: &Node, code: &Code) -> Result<(), Error> {
        let mut numbered = false;
        for mark in code.text.lines.iter().flat_map(|line| &line.marks) {
            match mark {
                Mark::Shape(frame, shape) => {
                    let frame = frame.moved(node.frame.x, node.frame.y);
                    self.node(&Node::decoration(frame, Kind::Shape(shape.clone())), None, None)?;
                }
                Mark::Glyphs(_) => numbered = true,
            }
        }
        self.box_of_words(node, &code.text, Writ::Code(code.first_line.filter(|_| numbered)), None);
        Ok(())
    }

    fn shape(&mut self, node: &Node, shape: &Shape, link: Option<&Target>) {
        if let Some((from, to)) = form::straight(shape) {
            self.straight_line(node, shape, from, to);
            return;
        }
        if let Some((frame, shape)) = spot(node.frame, shape) {
            self.filled(node, frame, &shape, link, None);
        } else {
            self.filled(node, node.frame, shape, link, None);
        }
    }

    /// A form, maybe with words of its own.
    fn filled(
        &mut self,
        node: &Node,
        frame: Rect,
        shape: &Shape,
        link: Option<&Target>,
        words: Option<(&Node, &Text)>,
    ) {
        let name = match node.role {
            Role::Button => "Button",
            Role::Plate => "Plate",
            _ => "Shape",
        };
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        let own = Alt::Own;
        self.naming(&Naming { name, alt: if words.is_some() { &own } else { &node.alt }, link });
        self.xml.empty("p:cNvSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        form::transform(&mut self.xml, "a:xfrm", frame.into(), (false, false));
        form::form(&mut self.xml, &shape.form, frame);
        let File { scheme, .. } = &*self.file;
        scheme.fill(&mut self.xml, shape.fill.as_ref(), (frame.width.0, frame.height.0));
        form::line(scheme, &mut self.xml, "a:ln", shape.stroke.as_ref());
        // Plates are flat here: an office program draws a soft shadow slowly and prints it badly.
        if let Some(shadow) = shape.shadow.filter(|_| node.role != Role::Plate) {
            form::shadow(scheme, &mut self.xml, shadow);
        }
        self.xml.close();
        if let Some((within, text)) = words {
            // A centred line needs no padding to stand where it stands; a wider font needs the room.
            let is_line = text.lines.len() <= 1 && alignment(text) == Align::Center;
            let share = if is_line { 0.25 } else { 1.0 };
            let inset = |outer: Px, inner: Px| Emu::from((inner - outer).max(Px::ZERO) * share);
            let sides = [inset(frame.x, within.frame.x), Emu(0), inset(within.frame.right(), frame.right()), Emu(0)];
            let writing = Writing::new(text, words_in(within.frame, text));
            let head = writing.head(&self.file.scheme, sides);
            self.words(&writing, Some(&head));
        }
        self.xml.close();
    }

    fn straight_line(&mut self, node: &Node, shape: &Shape, from: Point, to: Point) {
        let frame = Rect {
            x: node.frame.x + from.x.min(to.x),
            y: node.frame.y + from.y.min(to.y),
            width: (to.x - from.x).max(from.x - to.x),
            height: (to.y - from.y).max(from.y - to.y),
        };
        self.xml.open("p:cxnSp", &[]);
        self.xml.open("p:nvCxnSpPr", &[]);
        self.naming(&Naming { name: "Line", alt: &node.alt, link: None });
        self.xml.empty("p:cNvCxnSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        form::transform(&mut self.xml, "a:xfrm", frame.into(), (to.x < from.x, to.y < from.y));
        form::preset(&mut self.xml, "line");
        form::line(&self.file.scheme, &mut self.xml, "a:ln", shape.stroke.as_ref());
        self.xml.close();
        self.xml.close();
    }

    fn picture(&mut self, node: &Node, picture: &Picture, link: Option<&Target>) -> Result<(), Error> {
        let File { media, package, .. } = &mut *self.file;
        let Some(stored) = media.stored(&picture.source, package)? else {
            self.missing(node, picture);
            return Ok(());
        };
        self.xml.open("p:pic", &[]);
        self.xml.open("p:nvPicPr", &[]);
        let name = if node.role == Role::Logo { "Logo" } else { "Picture" };
        self.naming(&Naming { name, alt: &node.alt, link });
        self.xml.open("p:cNvPicPr", &[]);
        self.xml.empty("a:picLocks", &[("noChangeAspect", &1)]);
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:blipFill", &[]);
        blip(&mut self.xml, &mut self.relationships, &stored, picture);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        form::transform(&mut self.xml, "a:xfrm", node.frame.into(), (false, false));
        form::rounded(&mut self.xml, picture.radius, node.frame);
        self.xml.close();
        self.xml.close();
        Ok(())
    }

    /// A picture that cannot be had: a plate that says what it was, and leads to where it is.
    fn missing(&mut self, node: &Node, picture: &Picture) {
        let address = safe_address(&picture.source.0);
        let host = address.as_deref().and_then(|address| address.split('/').nth(2)).unwrap_or_default().to_owned();
        let words = match &node.alt {
            Alt::Text(words) => words.as_str(),
            _ => "",
        };
        let link = address.map(Target::Address);
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.naming(&Naming { name: "Picture", alt: &node.alt, link: link.as_ref() });
        self.xml.empty("p:cNvSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        form::transform(&mut self.xml, "a:xfrm", node.frame.into(), (false, false));
        form::rounded(&mut self.xml, picture.radius, node.frame);
        self.file.scheme.solid(&mut self.xml, PaletteRole::Tint.into());
        form::line(&self.file.scheme, &mut self.xml, "a:ln", None);
        self.xml.close();
        let margin = Emu::from(Px(24.0));
        self.xml.open("p:txBody", &[]);
        self.xml.open("a:bodyPr", &[("wrap", &"square"), ("lIns", &margin), ("rIns", &margin), ("anchor", &"ctr")]);
        self.xml.empty("a:noAutofit", &[]);
        self.xml.close();
        self.xml.empty("a:lstStyle", &[]);
        for line in [words, host.as_str()].into_iter().filter(|line| !line.is_empty()) {
            self.xml.open("a:p", &[]);
            self.xml.empty("a:pPr", &[("algn", &"ctr")]);
            self.xml.open("a:r", &[]);
            let look = (PaletteRole::Muted.into(), FontRole::Body);
            plain_run(&self.file.scheme, &mut self.xml, "a:rPr", Px(24.0), false, look);
            self.xml.words("a:t", &[], line);
            self.xml.close();
            self.xml.close();
        }
        if words.is_empty() && host.is_empty() {
            self.xml.empty("a:p", &[]);
        }
        self.xml.close();
        self.xml.close();
    }

    fn table(&mut self, node: &Node, content: &Table) {
        self.frame_head("Table", node, true);
        self.xml.open("a:graphic", &[]);
        self.xml.open("a:graphicData", &[("uri", &"http://schemas.openxmlformats.org/drawingml/2006/table")]);
        let File { scheme, slides, document, .. } = &*self.file;
        let mut links = Links { slides, relationships: &mut self.relationships };
        table::write(scheme, &mut links, &mut self.xml, content, document.direction);
        self.xml.close();
        self.xml.close();
        self.xml.close();
    }

    fn chart(&mut self, node: &Node, content: &Chart) -> Result<(), Error> {
        if content.series.is_empty() || content.categories.is_empty() {
            return self.nodes(&content.drawn);
        }
        let path = chart::write(self.file, content)?;
        let id = self.relationships.part(kind::CHART, path);
        self.frame_head("Chart", node, false);
        self.xml.open("a:graphic", &[]);
        let space = "http://schemas.openxmlformats.org/drawingml/2006/chart";
        self.xml.open("a:graphicData", &[("uri", &space)]);
        self.xml.empty("c:chart", &[("xmlns:c", &space), ("r:id", &id)]);
        self.xml.close();
        self.xml.close();
        self.xml.close();
        Ok(())
    }

    /// Opens the frame of a table or chart.
    fn frame_head(&mut self, name: &str, node: &Node, locks: bool) {
        self.xml.open("p:graphicFrame", &[]);
        self.xml.open("p:nvGraphicFramePr", &[]);
        self.naming(&Naming { name, alt: &node.alt, link: None });
        self.xml.open("p:cNvGraphicFramePr", &[]);
        if locks {
            self.xml.empty("a:graphicFrameLocks", &[("noGrp", &1)]);
        }
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        form::transform(&mut self.xml, "p:xfrm", node.frame.into(), (false, false));
    }

    /// A place that leads elsewhere, over whatever is there. A fill that cannot be seen takes the click; none would
    /// let it through.
    fn link(&mut self, node: &Node, target: &Target) {
        let resolves = self.click(target).is_some();
        if !resolves {
            return;
        }
        let clear = Shape::filled(scene::Color::from(PaletteRole::Base).at(0.0), Px::ZERO);
        let alt = Alt::Own;
        let over = Node { alt: if node.alt == Alt::Decorative { alt } else { node.alt.clone() }, ..node.clone() };
        self.filled(&over, node.frame, &clear, Some(target), None);
    }

    fn group(&mut self, node: &Node, group: &Group) -> Result<(), Error> {
        if let Some((plate, shape, within, text, link)) = labelled(group) {
            let plate = Node { role: node.role, step: node.step.or(plate.step), ..plate.clone() };
            self.filled(&plate, plate.frame, shape, link, Some((within, text)));
            self.build(&plate);
            return Ok(());
        }
        let clipped;
        let nodes = if group.clip {
            clipped = group.nodes.iter().map(|inner| cropped(inner, node.frame)).collect::<Vec<_>>();
            &clipped
        } else {
            &group.nodes
        };
        self.grouped(node, "Group", nodes)
    }

    fn widget(&mut self, node: &Node, widget: &Widget) -> Result<(), Error> {
        let address = match &widget.kind {
            WidgetKind::Video { address, .. }
            | WidgetKind::Embed { address, .. }
            | WidgetKind::Picture { address, .. }
            | WidgetKind::Qr { address } => Some(Target::Address(address.clone())),
            WidgetKind::Poll { .. }
            | WidgetKind::Countdown { .. }
            | WidgetKind::Tour { .. }
            | WidgetKind::Html { .. } => None,
        };
        self.grouped(node, "Group", &widget.still)?;
        if let Some(target) = address.filter(|_| !widget.still.iter().any(leads)) {
            let alt = if node.alt == Alt::Own { Alt::Decorative } else { node.alt.clone() };
            self.link(&Node { alt, ..node.clone() }, &target);
        }
        Ok(())
    }

    fn grouped(&mut self, node: &Node, name: &str, nodes: &[Node]) -> Result<(), Error> {
        // Only what stands by itself can be animated.
        let builds_within = self.animates() && nodes.iter().any(has_step);
        // The format has no table in a group.
        let holds_frames = nodes.iter().any(|node| matches!(node.kind, Kind::Table(_) | Kind::Chart(_)));
        match nodes {
            [] => return Ok(()),
            _ if builds_within || holds_frames => {
                let inherit = |inner: &Node| Node { step: inner.step.or(node.step), ..inner.clone() };
                return self.nodes(&nodes.iter().map(inherit).collect::<Vec<_>>());
            }
            [only] => {
                let alt = if node.alt == Alt::Own { only.alt.clone() } else { node.alt.clone() };
                return self.nodes(&[Node { step: only.step.or(node.step), alt, ..only.clone() }]);
            }
            _ => {}
        }
        self.xml.open("p:grpSp", &[]);
        self.xml.open("p:nvGrpSpPr", &[]);
        self.naming(&Naming { name, alt: &node.alt, link: None });
        let id = self.last_id;
        self.xml.empty("p:cNvGrpSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:grpSpPr", &[]);
        self.group_transform(node.frame.into());
        self.xml.close();
        self.nodes(nodes)?;
        self.xml.close();
        if let Some(step) = node.step.filter(|_| self.animates()) {
            self.builds.add(step, Part::Thing(id));
        }
        Ok(())
    }

    /// What is inside a group stands on the page, not in the group.
    fn group_transform(&mut self, place: Place) {
        self.xml.open("a:xfrm", &[]);
        self.xml.empty("a:off", &[("x", &place.x), ("y", &place.y)]);
        self.xml.empty("a:ext", &[("cx", &place.width), ("cy", &place.height)]);
        self.xml.empty("a:chOff", &[("x", &place.x), ("y", &place.y)]);
        self.xml.empty("a:chExt", &[("cx", &place.width), ("cy", &place.height)]);
        self.xml.close();
    }
}

/// Writes which picture, and which part of it fills the frame.
pub(super) fn blip(xml: &mut Xml, relationships: &mut Relationships, stored: &Stored, picture: &Picture) {
    let id = relationships.part(kind::IMAGE, stored.path.as_str());
    match &stored.svg {
        None => xml.empty("a:blip", &[("r:embed", &id)]),
        Some(svg) => {
            let svg = relationships.part(kind::IMAGE, svg.as_str());
            let space = "http://schemas.microsoft.com/office/drawing/2016/SVG/main";
            xml.open("a:blip", &[("r:embed", &id)]);
            xml.open("a:extLst", &[]);
            xml.open("a:ext", &[("uri", &"{96DAC541-7B7A-43D3-8B79-37D633B846F1}")]);
            xml.empty("asvg:svgBlip", &[("xmlns:asvg", &space), ("r:embed", &svg)]);
            xml.close();
            xml.close();
            xml.close();
        }
    }
    let [left, top, right, bottom] = cut_off(picture);
    if [left, top, right, bottom] != [0; 4] {
        xml.empty("a:srcRect", &[("l", &left), ("t", &top), ("r", &right), ("b", &bottom)]);
    }
    xml.open("a:stretch", &[]);
    xml.empty("a:fillRect", &[]);
    xml.close();
}

/// How much of a picture is cut off: on the left, above, on the right and below.
pub(super) fn cut_off(picture: &Picture) -> [i32; 4] {
    let crop = picture.crop;
    [crop.left, crop.top, 1.0 - crop.right, 1.0 - crop.bottom].map(thousandths)
}

/// Whether a click on it can lead elsewhere.
fn can_lead(kind: &Kind) -> bool {
    matches!(kind, Kind::Text(_) | Kind::Shape(_) | Kind::Picture(_))
}

fn is_same(one: Rect, other: Rect) -> bool {
    one.contains(&other) && other.contains(&one)
}

/// Whether something in a node leads elsewhere.
fn leads(node: &Node) -> bool {
    match &node.kind {
        Kind::Link(_) => true,
        Kind::Text(text) => text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).any(|run| run.link.is_some()),
        Kind::Group(group) => group.nodes.iter().any(leads),
        _ => false,
    }
}

/// Whether a node or something in it appears at a step.
fn has_step(node: &Node) -> bool {
    node.step.is_some()
        || match &node.kind {
            Kind::Group(group) => group.nodes.iter().any(has_step),
            Kind::Widget(widget) => widget.still.iter().any(has_step),
            Kind::Text(text) => text.paragraphs.iter().any(|paragraph| paragraph.step.is_some()),
            _ => false,
        }
}

/// A group that is a form with words on it, and maybe a link over both: one shape that holds its words.
fn labelled(group: &Group) -> Option<(&Node, &Shape, &Node, &Text, Option<&Target>)> {
    let ([plate, within] | [plate, within, _]) = &group.nodes[..] else {
        return None;
    };
    let link = match group.nodes.get(2) {
        None => None,
        Some(Node { kind: Kind::Link(target), frame, .. }) if is_same(*frame, plate.frame) => Some(target),
        Some(_) => return None,
    };
    let (Kind::Shape(shape), Kind::Text(text)) = (&plate.kind, &within.kind) else {
        return None;
    };
    let middle = (within.frame.center().y - plate.frame.center().y).0.abs() < 2.0;
    let holds = plate.frame.contains(&within.frame) && !matches!(shape.form, ShapeForm::Path(_));
    (holds && middle && text.anchor == scene::Anchor::Middle && within.step.is_none())
        .then_some((plate, shape, within, text, link))
}

/// A picture in a frame that cuts off what reaches beyond it.
fn cropped(node: &Node, frame: Rect) -> Node {
    let Kind::Picture(picture) = &node.kind else {
        return node.clone();
    };
    let own = node.frame;
    let (left, top) = (own.x.max(frame.x), own.y.max(frame.y));
    let (right, bottom) = (own.right().min(frame.right()), own.bottom().min(frame.bottom()));
    if right <= left || bottom <= top {
        return node.clone();
    }
    let crop = picture.crop;
    let across = |at: Px| crop.left + (crop.right - crop.left) * ((at - own.x) / own.width);
    let down = |at: Px| crop.top + (crop.bottom - crop.top) * ((at - own.y) / own.height);
    let crop = scene::Crop { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
    let frame = Rect { x: left, y: top, width: right - left, height: bottom - top };
    Node { frame, kind: Kind::Picture(Picture { crop, ..picture.clone() }), ..node.clone() }
}

/// A soft spot of light over a page as the ellipse it fills: office programs agree on how they draw that.
fn spot(frame: Rect, shape: &Shape) -> Option<(Rect, Shape)> {
    let Some(Fill::Gradient(Gradient::Radial { center, radius_x, radius_y, stops })) = &shape.fill else {
        return None;
    };
    let fades = stops.last().is_some_and(|stop| stop.color.alpha <= 0.0);
    let ellipse = Rect {
        x: frame.x + center.x - *radius_x,
        y: frame.y + center.y - *radius_y,
        width: *radius_x * 2.0,
        height: *radius_y * 2.0,
    };
    let may_leave = frame.contains(&ellipse) || frame.contains(&Rect::CANVAS);
    let is_plain = matches!(shape.form, ShapeForm::Rect { .. }) && shape.stroke.is_none();
    (fades && may_leave && is_plain).then(|| {
        let center = Point { x: *radius_x, y: *radius_y };
        let fill = Gradient::Radial { center, radius_x: *radius_x, radius_y: *radius_y, stops: stops.clone() };
        let shape = Shape { form: ShapeForm::Ellipse, fill: Some(Fill::Gradient(fill)), ..shape.clone() };
        (ellipse, shape)
    })
}
