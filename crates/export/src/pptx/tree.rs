//! The shape tree of a part: each kind of node becomes the element that a person would insert in the office program.

use imaging::MediaKind;
use scene::{
    Align, AltText, Chart, CodeBlock, Fill, FontRole, Gradient, Group, LineMark, LinkTarget, Node, NodeKind, NodeRole,
    Origin, PaletteRole, Picture, Point, Px, Rect, Shape, ShapeForm, Table, Text, Turned, Widget, WidgetKind,
};

use super::connector::AttachableShape;
use super::file::FileContext;
use super::geometry;
use super::links::{Links, safe_address};
use super::media::{StoredMedia, StoredPicture};
use super::origin::ShownFields;
use super::package::{Relationships, relationship};
use super::placeholders::{Placeholder, PlaceholderKind, placeholder};
use super::text::{
    EQUATION_NAMESPACE, EQUATION_PREFIX, TextBody, TextMode, alignment, baseline_shift, box_frame, box_mode,
    with_same_lines, write_run_properties,
};
use super::timing::{BuildTarget, Builds, Player};
use super::units::{Emu, EmuRect, thousandths};
use super::xml::Xml;
use super::{chart, table};
use crate::Error;

/// The shape tree of a part, while it is being written.
pub(super) struct ShapeTree<'t, 'a> {
    pub(super) file: &'t mut FileContext<'a>,
    pub(super) xml: Xml,
    pub(super) relationships: Relationships,
    pub(super) builds: Builds,
    /// The fields that the shapes show, for a later import of the file.
    pub(super) shown: ShownFields,
    /// The placeholders of the layout of the slide.
    placeholders: &'t [Placeholder],
    last_id: u32,
    /// The shapes written so far that connectors can be attached to.
    pub(super) attachable: Vec<AttachableShape>,
    /// The turn of the nodes being written: clockwise degrees, and the point they are turned about.
    turn: Option<(f32, Point)>,
    /// Whether the part is a slide: only slides have builds and decorative shapes.
    is_slide: bool,
    /// Whether formulas are written as equations; otherwise they are written as text.
    writes_equations: bool,
    /// The index of the page whose nodes are written, on a slide.
    page: Option<usize>,
    /// The name that the next shape shares with a shape on the slide before or after it.
    shared_name: Option<String>,
}

/// The name, alternative text and link of a shape.
pub(super) struct ShapeName<'n> {
    pub(super) name: &'n str,
    pub(super) alt: &'n AltText,
    pub(super) link: Option<&'n LinkTarget>,
    /// The field that the shape shows.
    pub(super) origin: Option<&'n Origin>,
    /// The texts that it shows.
    pub(super) texts: Vec<&'n Text>,
}

/// How far the drawing of a text with formulas may extend beyond its frame, in pixels of the canvas.
const DRAWING_MARGIN: f32 = 16.0;

/// The click element of a media shape: a click plays it.
const CLICK_PLAYS: &str = "<a:hlinkClick r:id=\"\" action=\"ppaction://media\"/>";

impl<'t, 'a> ShapeTree<'t, 'a> {
    /// Opens the shape tree of a part.
    pub(super) fn new(
        file: &'t mut FileContext<'a>,
        (xml, relationships): (Xml, Relationships),
        placeholders: &'t [Placeholder],
        is_slide: bool,
    ) -> ShapeTree<'t, 'a> {
        let mut tree = ShapeTree {
            file,
            xml,
            relationships,
            builds: Builds::default(),
            shown: ShownFields::default(),
            placeholders,
            last_id: 1,
            attachable: Vec::new(),
            turn: None,
            is_slide,
            writes_equations: false,
            page: None,
            shared_name: None,
        };
        tree.xml.open("p:spTree", &[]);
        tree.xml.open("p:nvGrpSpPr", &[]);
        tree.xml.empty("p:cNvPr", &[("id", &1), ("name", &"")]);
        tree.xml.empty("p:cNvGrpSpPr", &[]);
        tree.xml.empty("p:nvPr", &[]);
        tree.xml.close();
        tree.xml.open("p:grpSpPr", &[]);
        let empty = EmuRect { x: Emu(0), y: Emu(0), width: Emu(0), height: Emu(0) };
        tree.write_group_transform(empty);
        tree.xml.close();
        tree
    }

    /// Writes the nodes of a page, numbered from 1. `kinds` has the placeholder kind of each node, if it is a
    /// placeholder.
    pub(super) fn page(
        &mut self,
        number: usize,
        nodes: &[Node],
        kinds: &[Option<PlaceholderKind>],
    ) -> Result<(), Error> {
        self.page = number.checked_sub(1);
        self.siblings(nodes, kinds)
    }

    /// Takes the name that the shape of a node shares with a shape on the slide before or after it.
    fn take_shared_name(&mut self, node: &Node) -> Option<String> {
        self.page.and_then(|page| self.file.shared_names.take(page, node))
    }

    /// Writes nodes as shapes that are not placeholders.
    pub(super) fn nodes(&mut self, nodes: &[Node]) -> Result<(), Error> {
        self.siblings(nodes, &[])
    }

    fn siblings(&mut self, nodes: &[Node], kinds: &[Option<PlaceholderKind>]) -> Result<(), Error> {
        let mut index = 0;
        while let Some(node) = nodes.get(index) {
            // A link node with the same frame as the text, shape or picture before it is written as its link.
            let link = nodes.get(index + 1).and_then(|next| match &next.kind {
                NodeKind::Link(target) if is_same_frame(next.frame, node.frame) && can_have_link(&node.kind) => {
                    Some(target)
                }
                _ => None,
            });
            self.node(node, kinds.get(index).copied().flatten(), link)?;
            index += if link.is_some() { 2 } else { 1 };
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, kind: Option<PlaceholderKind>, link: Option<&LinkTarget>) -> Result<(), Error> {
        let last_id_before = self.last_id;
        self.shared_name = self.take_shared_name(node);
        match &node.kind {
            NodeKind::Group(group) => return self.group(node, group),
            NodeKind::Turned(turned) => return self.turned(node, turned),
            NodeKind::Widget(widget) => return self.widget(node, widget),
            NodeKind::Text(text) if has_formula(text) => self.alternatives(
                |tree| tree.text_shape(node, text, kind, link),
                |tree| tree.write_drawing(node, text.words(), link),
            )?,
            NodeKind::Text(text) => self.text_shape(node, text, kind, link),
            NodeKind::Code(code) => self.code(node, code)?,
            NodeKind::Shape(shape) => self.shape(node, shape, link),
            NodeKind::Connector(connector) => self.connector(node, connector)?,
            NodeKind::Picture(picture) => self.picture(node, picture, link)?,
            NodeKind::Table(table) if texts_of(table).any(has_formula) => self.alternatives(
                |tree| tree.table(node, table),
                |tree| {
                    tree.table(node, table);
                    Ok(())
                },
            )?,
            NodeKind::Table(table) => self.table(node, table),
            NodeKind::Chart(chart) => self.chart(node, chart)?,
            NodeKind::Link(target) => self.link(node, target),
        }
        if self.last_id > last_id_before {
            self.add_builds(node);
        }
        Ok(())
    }

    fn text_shape(&mut self, node: &Node, text: &Text, kind: Option<PlaceholderKind>, link: Option<&LinkTarget>) {
        match kind {
            Some(kind) => self.placeholder(node, text, kind, link),
            None => self.text_box(node, text, link),
        }
    }

    /// Writes a shape with equations twice, as office programs do: with the equations, and in a form for readers that
    /// do not support them. Both have the same id.
    fn alternatives(
        &mut self,
        write_with_equations: impl FnOnce(&mut Self),
        write_fallback: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006";
        let drawing = "http://schemas.microsoft.com/office/drawing/2010/main";
        let (id, is_slide) = (self.last_id, self.is_slide);
        let shared_name = self.shared_name.clone();
        self.xml.open("mc:AlternateContent", &[("xmlns:mc", &compatibility)]);
        self.xml.open("mc:Choice", &[(EQUATION_NAMESPACE, &drawing), ("Requires", &EQUATION_PREFIX)]);
        self.writes_equations = true;
        write_with_equations(self);
        self.writes_equations = false;
        let last = self.last_id;
        self.xml.close();
        self.xml.open("mc:Fallback", &[]);
        // Only the first alternative records the field that it shows and its builds.
        (self.last_id, self.is_slide) = (id, false);
        self.shared_name = shared_name;
        let written = write_fallback(self);
        // The fallback may write no shape, because a drawing outside the page is left out.
        self.last_id = self.last_id.max(last);
        self.is_slide = is_slide;
        self.xml.close();
        self.xml.close();
        written
    }

    /// Writes a node as a picture of its drawing. `words` are its alternative text unless the node has one.
    fn write_drawing(&mut self, node: &Node, words: String, link: Option<&LinkTarget>) -> Result<(), Error> {
        // Glyphs may extend beyond the frames of their lines.
        let Some(frame) = node.frame.inset(Px(-DRAWING_MARGIN)).intersection(&Rect::CANVAS) else {
            return Ok(());
        };
        let FileContext { media, package, .. } = &mut *self.file;
        let whole = Node { step: None, ..node.clone() };
        let path = media.drawing(&[whole], frame, package)?;
        let image = self.relationships.part(relationship::IMAGE, path);
        let alt = match &node.alt {
            AltText::Own => AltText::Text(words),
            other => other.clone(),
        };
        self.xml.open("p:pic", &[]);
        self.xml.open("p:nvPicPr", &[]);
        self.write_name(&ShapeName { name: "Formula", alt: &alt, link, origin: None, texts: Vec::new() });
        self.xml.open("p:cNvPicPr", &[]);
        self.xml.empty("a:picLocks", &[("noChangeAspect", &1)]);
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.write_stretched_picture(&image, frame);
        self.xml.close();
        Ok(())
    }

    /// Writes the picture with the relationship id `image`, stretched to a frame.
    fn write_stretched_picture(&mut self, image: &str, frame: Rect) {
        self.xml.open("p:blipFill", &[]);
        self.xml.empty("a:blip", &[("r:embed", &image)]);
        self.xml.open("a:stretch", &[]);
        self.xml.empty("a:fillRect", &[]);
        self.xml.close();
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(frame, (false, false));
        geometry::write_preset(&mut self.xml, "rect");
        self.xml.close();
    }

    /// Adds the builds of the shape that was written last.
    pub(super) fn add_builds(&mut self, node: &Node) {
        if !self.has_builds() {
            return;
        }
        let id = self.last_id;
        if let Some(step) = node.step {
            // A line is a connector in the format, and connectors contain no text.
            let has_text = match &node.kind {
                NodeKind::Shape(shape) => geometry::line_ends(shape).is_none(),
                kind => matches!(kind, NodeKind::Text(_) | NodeKind::Code(_) | NodeKind::Link(_)),
            };
            self.builds.add(step, if has_text { BuildTarget::TextShape(id) } else { BuildTarget::OtherShape(id) });
            return;
        }
        if let NodeKind::Text(text) = &node.kind {
            self.add_paragraph_builds(id, text.paragraphs.iter().map(|paragraph| paragraph.step));
        }
    }

    fn has_builds(&self) -> bool {
        self.is_slide && self.file.options.builds
    }

    /// Closes the tree.
    pub(super) fn finish(mut self) -> (Xml, Relationships, Builds, ShownFields) {
        self.xml.close();
        (self.xml, self.relationships, self.builds, self.shown)
    }

    fn next_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    fn click(&mut self, target: &LinkTarget) -> Option<String> {
        Links { slides: &self.file.slides, relationships: &mut self.relationships }.click(target)
    }

    /// Writes the name of a shape without alternative text and link.
    pub(super) fn write_plain_name(&mut self, name: &str) {
        self.write_name(&ShapeName { name, alt: &AltText::Own, link: None, origin: None, texts: Vec::new() });
    }

    /// Writes the name of a shape that shows several fields of a slide one after the other. Returns the id of the
    /// shape.
    pub(super) fn write_joined_name(&mut self, name: &str, slide: &str, fields: &[(&str, &Text)]) -> u32 {
        let id = self.next_id();
        let mut name = format!("{name} {id}");
        self.shown.add_joined(&mut name, slide, fields);
        self.xml.empty("p:cNvPr", &[("id", &id), ("name", &name)]);
        id
    }

    /// Adds the builds of the paragraphs of a shape. `steps` has the step at which each paragraph appears.
    pub(super) fn add_paragraph_builds(&mut self, id: u32, steps: impl Iterator<Item = Option<usize>>) {
        if !self.has_builds() {
            return;
        }
        for (index, step) in steps.enumerate() {
            if let Some(step) = step {
                self.builds.add(step, BuildTarget::Paragraph(id, index));
            }
        }
    }

    /// Writes the name, alternative text and link of a shape.
    pub(super) fn write_name(&mut self, shape: &ShapeName<'_>) {
        let click = shape.link.and_then(|target| self.click(target));
        self.write_clickable_name(shape, click);
    }

    /// Writes the name and alternative text of a shape, and the element of a click on it. Returns the id of the shape.
    fn write_clickable_name(&mut self, shape: &ShapeName<'_>, click: Option<String>) -> u32 {
        let id = self.next_id();
        let mut name = format!("{} {id}", shape.name);
        if self.is_slide {
            self.shown.add(&mut name, shape.origin, &shape.texts, self.writes_equations);
        }
        if let Some(shared) = self.shared_name.take() {
            if self.is_slide {
                self.shown.add_shared_name(&shared, name);
            }
            name = shared;
        }
        let is_decorative = self.is_slide && *shape.alt == AltText::Decorative;
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = vec![("id", &id), ("name", &name)];
        if let AltText::Text(words) = shape.alt {
            attributes.push(("descr", words));
        }
        if click.is_none() && !is_decorative {
            self.xml.empty("p:cNvPr", &attributes);
            return id;
        }
        self.xml.open("p:cNvPr", &attributes);
        if let Some(click) = click {
            self.xml.add(&click);
        }
        if is_decorative {
            let namespace = "http://schemas.microsoft.com/office/drawing/2017/decorative";
            self.xml.open("a:extLst", &[]);
            self.xml.open("a:ext", &[("uri", &"{C183D7F6-B498-43B3-948B-1728B52AA6E4}")]);
            self.xml.empty("adec:decorative", &[("xmlns:adec", &namespace), ("val", &1)]);
            self.xml.close();
            self.xml.close();
        }
        self.xml.close();
        id
    }

    /// Writes a text with the properties `head`, or with those of its layout.
    fn text(&mut self, body: &TextBody<'_>, head: Option<&str>) {
        self.xml.open("p:txBody", &[]);
        if let Some(head) = head {
            self.xml.add(head);
        } else {
            body.inherited_head(&mut self.xml);
        }
        let FileContext { scheme, slides, .. } = &*self.file;
        let mut links = Links { slides, relationships: &mut self.relationships };
        body.write_paragraphs(scheme, &mut links, self.writes_equations, &mut self.xml);
        self.xml.close();
    }

    /// Writes a text as a placeholder of the layout, with only the properties that differ from the layout.
    fn placeholder(&mut self, node: &Node, text: &Text, kind: PlaceholderKind, link: Option<&LinkTarget>) {
        let frame = with_same_lines(box_frame(node.frame, text), text);
        let own = placeholder(&self.file.scheme, kind, frame, text);
        let inherited = self.placeholders.iter().find(|placeholder| placeholder.kind == kind);
        let (has_same_frame, has_same_head) =
            inherited.map_or((false, false), |inherited| (inherited.frame == own.frame, inherited.head == own.head));
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.write_name(&ShapeName {
            name: kind.name(),
            alt: &node.alt,
            link,
            origin: node.origin.as_ref(),
            texts: vec![text],
        });
        self.xml.open("p:cNvSpPr", &[]);
        self.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        kind.write(&mut self.xml);
        self.xml.close();
        self.xml.close();
        if has_same_frame {
            self.xml.empty("p:spPr", &[]);
        } else {
            self.xml.open("p:spPr", &[]);
            geometry::write_transform(&mut self.xml, "a:xfrm", own.frame, (false, false));
            self.xml.close();
        }
        let body = TextBody::new(text, kind.text_mode());
        // Some office programs take the style of footers from the master instead of the layout, so it is written again.
        let is_footer = matches!(kind, PlaceholderKind::Footer | PlaceholderKind::PageNumber);
        let head = (is_footer || !has_same_head).then(|| body.head(&self.file.scheme, [Emu(0); 4]));
        self.text(&body, head.as_deref());
        self.xml.close();
    }

    fn text_box(&mut self, node: &Node, text: &Text, link: Option<&LinkTarget>) {
        self.text_box_as(node, text, box_mode(node.frame, text), link);
    }

    fn text_box_as(&mut self, node: &Node, text: &Text, mode: TextMode, link: Option<&LinkTarget>) {
        if text.paragraphs.is_empty() {
            return;
        }
        let name = match node.role {
            NodeRole::Title => "Title",
            NodeRole::Label => "Label",
            NodeRole::Caption => "Caption",
            NodeRole::Quote => "Quote",
            NodeRole::Figure => "Figure",
            _ if matches!(mode, TextMode::Code(_)) => "Code",
            _ => "Text",
        };
        let frame = match mode {
            TextMode::Code(_) => node.frame.moved(Px::ZERO, baseline_shift(text)),
            TextMode::Wrapped => with_same_lines(box_frame(node.frame, text), text),
            _ => box_frame(node.frame, text),
        };
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.write_name(&ShapeName { name, alt: &node.alt, link, origin: node.origin.as_ref(), texts: vec![text] });
        self.xml.empty("p:cNvSpPr", &[("txBox", &1)]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(frame, (false, false));
        geometry::write_preset(&mut self.xml, "rect");
        self.xml.empty("a:noFill", &[]);
        self.xml.close();
        let body = TextBody::new(text, mode);
        let head = body.head(&self.file.scheme, [Emu(0); 4]);
        self.text(&body, Some(&head));
        self.xml.close();
    }

    /// Writes lines of code above the highlights of marked lines.
    fn code(&mut self, node: &Node, code: &CodeBlock) -> Result<(), Error> {
        let mut has_numbers = false;
        let shared_name = self.shared_name.take();
        for mark in code.text.lines.iter().flat_map(|line| &line.marks) {
            match mark {
                LineMark::Shape(frame, shape) => {
                    let frame = frame.moved(node.frame.x, node.frame.y);
                    self.node(&Node::decoration(frame, NodeKind::Shape(shape.clone())), None, None)?;
                }
                LineMark::Glyphs(_) => has_numbers = true,
            }
        }
        self.shared_name = shared_name;
        self.text_box_as(node, &code.text, TextMode::Code(code.first_line.filter(|_| has_numbers)), None);
        Ok(())
    }

    fn shape(&mut self, node: &Node, shape: &Shape, link: Option<&LinkTarget>) {
        if let Some((from, to)) = geometry::line_ends(shape) {
            self.straight_line(node, shape, from, to);
            return;
        }
        if let Some((frame, shape)) = as_ellipse(node.frame, shape) {
            self.filled(node, frame, &shape, link, None);
        } else {
            self.filled(node, node.frame, shape, link, None);
        }
    }

    /// Writes a shape, with the text of `label` inside it.
    fn filled(
        &mut self,
        node: &Node,
        frame: Rect,
        shape: &Shape,
        link: Option<&LinkTarget>,
        label: Option<(&Node, &Text)>,
    ) {
        let name = match node.role {
            NodeRole::Button => "Button",
            NodeRole::Plate => "Plate",
            _ => "Shape",
        };
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        let own = AltText::Own;
        let (alt, shown) = if label.is_some() { (&own, label) } else { (&node.alt, None) };
        let origin = shown.and_then(|(label, _)| label.origin.as_ref()).or(node.origin.as_ref());
        let texts = shown.map(|(_, text)| text).into_iter().collect();
        self.write_name(&ShapeName { name, alt, link, origin, texts });
        self.xml.empty("p:cNvSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(frame, (false, false));
        let is_box = node.role == NodeRole::Label;
        if is_box {
            let is_ellipse = shape.form == ShapeForm::Ellipse;
            self.attachable.push(AttachableShape { frame, id: self.last_id, is_ellipse });
            geometry::write_attachable_geometry(&mut self.xml, &shape.form, frame);
        } else {
            geometry::write_geometry(&mut self.xml, &shape.form, frame);
        }
        let FileContext { scheme, .. } = &*self.file;
        scheme.write_fill(&mut self.xml, shape.fill.as_ref(), (frame.width.0, frame.height.0));
        geometry::write_line(scheme, &mut self.xml, "a:ln", shape.stroke.as_ref());
        // Plates have no shadow: office programs draw soft shadows slowly and print them badly.
        if let Some(shadow) = shape.shadow.filter(|_| node.role != NodeRole::Plate) {
            geometry::write_shadow(scheme, &mut self.xml, shadow);
        }
        self.xml.close();
        if let Some((label, text)) = label {
            // A centred line keeps its position with less padding, and a wider font needs the space.
            let is_line = text.lines.len() <= 1 && alignment(text) == Align::Center;
            let scale = if is_line {
                0.25
            } else if is_box {
                0.4
            } else {
                1.0
            };
            let inset = |outer: Px, inner: Px| Emu::from((inner - outer).max(Px::ZERO) * scale);
            // The text area is the middle half of a diamond, and the largest box inside an ellipse.
            let inset_share = match &shape.form {
                form if is_box && geometry::is_diamond(form, frame) => Some(0.25),
                ShapeForm::Ellipse if is_box => Some(0.146_5),
                _ => None,
            };
            let side_inset = inset_share.map_or(Px::ZERO, |share| frame.width * share);

            // The label is in the middle, so padding above or below moves it by half.
            let shift = baseline_shift(text) * 2.0;
            let insets = [
                inset(frame.x + side_inset, label.frame.x),
                Emu::from(shift.max(Px::ZERO)),
                inset(label.frame.right(), frame.right() - side_inset),
                Emu::from((-shift).max(Px::ZERO)),
            ];
            let body = TextBody::new(text, box_mode(label.frame, text));
            let head = body.head(&self.file.scheme, insets);
            self.text(&body, Some(&head));
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
        self.write_name(&ShapeName { name: "Line", alt: &node.alt, link: None, origin: None, texts: Vec::new() });
        self.xml.empty("p:cNvCxnSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(frame, (to.x < from.x, to.y < from.y));
        geometry::write_preset(&mut self.xml, "line");
        geometry::write_line(&self.file.scheme, &mut self.xml, "a:ln", shape.stroke.as_ref());
        self.xml.close();
        self.xml.close();
    }

    fn picture(&mut self, node: &Node, picture: &Picture, link: Option<&LinkTarget>) -> Result<(), Error> {
        let FileContext { media, package, .. } = &mut *self.file;
        let Some(stored) = media.stored(&picture.source, package)? else {
            self.missing_picture(node, picture);
            return Ok(());
        };
        self.xml.open("p:pic", &[]);
        self.xml.open("p:nvPicPr", &[]);
        let name = if node.role == NodeRole::Logo { "Logo" } else { "Picture" };
        if let Some(Origin { field, .. }) = &node.origin {
            self.shown.add_picture(field, &stored.checksums);
        }
        self.write_name(&ShapeName { name, alt: &node.alt, link, origin: node.origin.as_ref(), texts: Vec::new() });
        self.xml.open("p:cNvPicPr", &[]);
        self.xml.empty("a:picLocks", &[("noChangeAspect", &1)]);
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:blipFill", &[]);
        blip(&mut self.xml, &mut self.relationships, &stored, picture);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(node.frame, (false, false));
        self.write_picture_edge(node, picture);
        if picture.outline.is_some() {
            geometry::write_line(&self.file.scheme, &mut self.xml, "a:ln", picture.outline.as_ref());
        }
        self.xml.close();
        self.xml.close();
        Ok(())
    }

    fn write_picture_edge(&mut self, node: &Node, picture: &Picture) {
        if picture.is_arched {
            geometry::write_arch(&mut self.xml);
        } else {
            geometry::write_rounded_rectangle(&mut self.xml, picture.radius, node.frame);
        }
    }

    /// Writes position and size of a shape with the current turn. The format turns a shape about its own centre, so the
    /// frame is first moved to where the turn puts its centre.
    fn write_transform(&mut self, frame: Rect, flips: (bool, bool)) {
        let Some((degrees, about)) = self.turn else {
            geometry::write_transform(&mut self.xml, "a:xfrm", frame.into(), flips);
            return;
        };
        let (own, center) = (frame.center(), frame.center().turned(degrees, about));
        let frame = frame.moved(center.x - own.x, center.y - own.y);
        geometry::write_turned_transform(&mut self.xml, "a:xfrm", frame.into(), flips, degrees);
    }

    /// Writes nodes that are turned about the centre of the frame of `node`.
    fn turned(&mut self, node: &Node, turned: &Turned) -> Result<(), Error> {
        let outer = self.turn.replace((turned.degrees, node.frame.center()));
        let inherit = |inner: &Node| Node { step: inner.step.or(node.step), ..inner.clone() };
        let written = self.nodes(&turned.nodes.iter().map(inherit).collect::<Vec<_>>());
        self.turn = outer;
        written
    }

    /// Writes a plate for a picture that is not available, with its alternative text and a link to its address.
    fn missing_picture(&mut self, node: &Node, picture: &Picture) {
        let address = safe_address(&picture.source.0);
        let host = address.as_deref().and_then(|address| address.split('/').nth(2)).unwrap_or_default().to_owned();
        let alt = match &node.alt {
            AltText::Text(text) => text.as_str(),
            _ => "",
        };
        let link = address.map(LinkTarget::Address);
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        let (origin, texts) = (node.origin.as_ref(), Vec::new());
        self.write_name(&ShapeName { name: "Picture", alt: &node.alt, link: link.as_ref(), origin, texts });
        self.xml.empty("p:cNvSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        self.write_transform(node.frame, (false, false));
        self.write_picture_edge(node, picture);
        self.file.scheme.write_solid_fill(&mut self.xml, PaletteRole::Tint.into());
        geometry::write_line(&self.file.scheme, &mut self.xml, "a:ln", picture.outline.as_ref());
        self.xml.close();
        let margin = Emu::from(Px(24.0));
        self.xml.open("p:txBody", &[]);
        self.xml.open("a:bodyPr", &[("wrap", &"square"), ("lIns", &margin), ("rIns", &margin), ("anchor", &"ctr")]);
        self.xml.empty("a:noAutofit", &[]);
        self.xml.close();
        self.xml.empty("a:lstStyle", &[]);
        for line in [alt, host.as_str()].into_iter().filter(|line| !line.is_empty()) {
            self.xml.open("a:p", &[]);
            self.xml.empty("a:pPr", &[("algn", &"ctr")]);
            self.xml.open("a:r", &[]);
            let look = (PaletteRole::Muted.into(), FontRole::Body);
            write_run_properties(&self.file.scheme, &mut self.xml, "a:rPr", Px(24.0), false, look);
            self.xml.text("a:t", &[], line);
            self.xml.close();
            self.xml.close();
        }
        if alt.is_empty() && host.is_empty() {
            self.xml.empty("a:p", &[]);
        }
        self.xml.close();
        self.xml.close();
    }

    fn table(&mut self, node: &Node, content: &Table) {
        self.open_frame("Table", node, true);
        self.xml.open("a:graphic", &[]);
        self.xml.open("a:graphicData", &[("uri", &"http://schemas.openxmlformats.org/drawingml/2006/table")]);
        let FileContext { scheme, slides, document, .. } = &*self.file;
        let mut links = Links { slides, relationships: &mut self.relationships };
        table::write(scheme, (&mut links, self.writes_equations), &mut self.xml, content, document.direction);
        self.xml.close();
        self.xml.close();
        self.xml.close();
    }

    fn chart(&mut self, node: &Node, content: &Chart) -> Result<(), Error> {
        if content.series.is_empty() || content.categories.is_empty() {
            return self.nodes(&content.nodes);
        }
        let path = chart::write(self.file, content, node.frame)?;
        let id = self.relationships.part(relationship::CHART, path);
        self.open_frame("Chart", node, false);
        self.xml.open("a:graphic", &[]);
        let namespace = "http://schemas.openxmlformats.org/drawingml/2006/chart";
        self.xml.open("a:graphicData", &[("uri", &namespace)]);
        self.xml.empty("c:chart", &[("xmlns:c", &namespace), ("r:id", &id)]);
        self.xml.close();
        self.xml.close();
        self.xml.close();
        // Parts that a native chart does not support are drawn over it. Like the chart, they have no build step.
        let ranges = content.look.iter().flat_map(|look| &look.beside);
        let parts = ranges.filter_map(|range| content.nodes.get(range.clone())).flatten();
        let parts: Vec<Node> = parts.map(|node| Node { step: None, ..node.clone() }).collect();
        self.nodes(&parts)
    }

    /// Opens the frame of a table or chart.
    fn open_frame(&mut self, name: &str, node: &Node, is_locked: bool) {
        self.xml.open("p:graphicFrame", &[]);
        self.xml.open("p:nvGraphicFramePr", &[]);
        let texts = match &node.kind {
            NodeKind::Table(table) => texts_of(table).collect(),
            _ => Vec::new(),
        };
        self.write_name(&ShapeName { name, alt: &node.alt, link: None, origin: node.origin.as_ref(), texts });
        self.xml.open("p:cNvGraphicFramePr", &[]);
        if is_locked {
            self.xml.empty("a:graphicFrameLocks", &[("noGrp", &1)]);
        }
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        geometry::write_transform(&mut self.xml, "p:xfrm", node.frame.into(), (false, false));
    }

    /// Writes a link over other shapes as a transparent shape. Its fill is invisible but makes the shape clickable,
    /// which a shape without fill is not.
    fn link(&mut self, node: &Node, target: &LinkTarget) {
        if self.click(target).is_none() {
            return;
        }
        let transparent = Shape::filled(scene::Color::from(PaletteRole::Base).at(0.0), Px::ZERO);
        let alt = if node.alt == AltText::Decorative { AltText::Own } else { node.alt.clone() };
        self.filled(&Node { alt, ..node.clone() }, node.frame, &transparent, Some(target), None);
    }

    fn group(&mut self, node: &Node, group: &Group) -> Result<(), Error> {
        if let Some(Labelled { plate, shape, label, text, link }) = labelled(group, node.role) {
            self.shared_name = self.take_shared_name(label).or_else(|| self.take_shared_name(plate));
            let plate = Node { role: node.role, step: node.step.or(plate.step), ..plate.clone() };
            let filled = |tree: &mut Self| tree.filled(&plate, plate.frame, shape, link, Some((label, text)));
            if has_formula(text) {
                self.alternatives(filled, |tree| tree.write_drawing(node, text.words(), link))?;
            } else {
                filled(self);
            }
            self.add_builds(&plate);
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
        if let WidgetKind::Video { address, .. } = &widget.kind
            && MediaKind::of_upload(address).is_some()
        {
            let FileContext { media, package, .. } = &mut *self.file;
            if let Some(stored) = media.stored_media(address, package)? {
                return self.media_file(node, widget, &stored);
            }
        }
        let address = match &widget.kind {
            WidgetKind::Video { address, .. }
            | WidgetKind::Embed { address, .. }
            | WidgetKind::Picture { address, .. }
            | WidgetKind::Qr { address } => Some(LinkTarget::Address(address.clone())),
            WidgetKind::Poll { .. }
            | WidgetKind::Countdown { .. }
            | WidgetKind::Tour { .. }
            | WidgetKind::Html { .. } => None,
        };
        self.grouped(node, "Group", &widget.static_nodes)?;
        if let Some(target) = address.filter(|_| !widget.static_nodes.iter().any(has_link)) {
            let alt = if node.alt == AltText::Own { AltText::Decorative } else { node.alt.clone() };
            self.link(&Node { alt, ..node.clone() }, &target);
        }
        Ok(())
    }

    /// Writes a sound or a video that is embedded in the file. A picture of its static form is visible until it plays.
    fn media_file(&mut self, node: &Node, widget: &Widget, stored: &StoredMedia) -> Result<(), Error> {
        let FileContext { media, package, .. } = &mut *self.file;
        let contained =
            |(width, height): (u32, u32)| geometry::contained(f64::from(width) / f64::from(height), node.frame);
        let frame = stored.size.map_or(node.frame, contained);
        let poster = media.poster((&widget.static_nodes, node.frame), frame, package)?;
        let (kind, element, name) = if stored.is_sound {
            (relationship::AUDIO, "a:audioFile", "Sound")
        } else {
            (relationship::VIDEO, "a:videoFile", "Video")
        };
        let link = self.relationships.part(kind, stored.path.clone());
        let embedded = self.relationships.part(relationship::MEDIA, stored.path.clone());
        let image = self.relationships.part(relationship::IMAGE, poster);
        if let Some(Origin { field, .. }) = &node.origin {
            self.shown.add_picture(field, &[stored.checksum]);
        }
        self.xml.open("p:pic", &[]);
        self.xml.open("p:nvPicPr", &[]);
        let name = ShapeName { name, alt: &node.alt, link: None, origin: node.origin.as_ref(), texts: Vec::new() };
        let id = self.write_clickable_name(&name, Some(CLICK_PLAYS.to_owned()));
        self.xml.open("p:cNvPicPr", &[]);
        self.xml.empty("a:picLocks", &[("noChangeAspect", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        self.xml.empty(element, &[("r:link", &link)]);
        self.xml.open("p:extLst", &[]);
        self.xml.open("p:ext", &[("uri", &"{DAA4B4D4-6D71-4841-9C94-3DE7FCFB9230}")]);
        let namespace = "http://schemas.microsoft.com/office/powerpoint/2010/main";
        self.xml.empty("p14:media", &[("xmlns:p14", &namespace), ("r:embed", &embedded)]);
        for _ in 0..4 {
            self.xml.close();
        }
        self.write_stretched_picture(&image, frame);
        self.xml.close();
        self.builds.add_player(Player { shape: id, is_sound: stored.is_sound });
        Ok(())
    }

    fn grouped(&mut self, node: &Node, name: &str, nodes: &[Node]) -> Result<(), Error> {
        // A shape inside a group cannot be animated.
        let builds_within = self.has_builds() && nodes.iter().any(has_step);
        // A group of the format cannot contain tables and charts.
        let contains_frames = nodes.iter().any(|node| matches!(node.kind, NodeKind::Table(_) | NodeKind::Chart(_)));
        match nodes {
            [] => return Ok(()),
            _ if builds_within || contains_frames => {
                let inherit = |inner: &Node| Node { step: inner.step.or(node.step), ..inner.clone() };
                return self.nodes(&nodes.iter().map(inherit).collect::<Vec<_>>());
            }
            [only] => {
                let alt = if node.alt == AltText::Own { only.alt.clone() } else { node.alt.clone() };
                return self.nodes(&[Node { step: only.step.or(node.step), alt, ..only.clone() }]);
            }
            _ => {}
        }
        self.xml.open("p:grpSp", &[]);
        self.xml.open("p:nvGrpSpPr", &[]);
        self.write_name(&ShapeName { name, alt: &node.alt, link: None, origin: None, texts: Vec::new() });
        let id = self.last_id;
        self.xml.empty("p:cNvGrpSpPr", &[]);
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:grpSpPr", &[]);
        self.write_group_transform(node.frame.into());
        self.xml.close();
        self.nodes(nodes)?;
        self.xml.close();
        if let Some(step) = node.step.filter(|_| self.has_builds()) {
            self.builds.add(step, BuildTarget::OtherShape(id));
        }
        Ok(())
    }

    /// Writes the frame of a group, whose shapes have coordinates of the page.
    fn write_group_transform(&mut self, frame: EmuRect) {
        self.xml.open("a:xfrm", &[]);
        self.xml.empty("a:off", &[("x", &frame.x), ("y", &frame.y)]);
        self.xml.empty("a:ext", &[("cx", &frame.width), ("cy", &frame.height)]);
        self.xml.empty("a:chOff", &[("x", &frame.x), ("y", &frame.y)]);
        self.xml.empty("a:chExt", &[("cx", &frame.width), ("cy", &frame.height)]);
        self.xml.close();
    }
}

/// Writes the picture of a fill, cropped.
pub(super) fn blip(xml: &mut Xml, relationships: &mut Relationships, stored: &StoredPicture, picture: &Picture) {
    cropped_blip(xml, relationships, stored, cropped_edges(picture));
}

/// Writes the picture of a fill, cropped at the left, top, right and bottom by thousandths of a percent.
pub(super) fn cropped_blip(
    xml: &mut Xml,
    relationships: &mut Relationships,
    stored: &StoredPicture,
    [left, top, right, bottom]: [i32; 4],
) {
    let id = relationships.part(relationship::IMAGE, stored.path.as_str());
    match &stored.svg {
        None => xml.empty("a:blip", &[("r:embed", &id)]),
        Some(svg) => {
            let svg = relationships.part(relationship::IMAGE, svg.as_str());
            let namespace = "http://schemas.microsoft.com/office/drawing/2016/SVG/main";
            xml.open("a:blip", &[("r:embed", &id)]);
            xml.open("a:extLst", &[]);
            xml.open("a:ext", &[("uri", &"{96DAC541-7B7A-43D3-8B79-37D633B846F1}")]);
            xml.empty("asvg:svgBlip", &[("xmlns:asvg", &namespace), ("r:embed", &svg)]);
            xml.close();
            xml.close();
            xml.close();
        }
    }
    if [left, top, right, bottom] != [0; 4] {
        xml.empty("a:srcRect", &[("l", &left), ("t", &top), ("r", &right), ("b", &bottom)]);
    }
    xml.open("a:stretch", &[]);
    xml.empty("a:fillRect", &[]);
    xml.close();
}

/// How much of a picture is cropped at the left, top, right and bottom, in thousandths of a percent.
pub(super) fn cropped_edges(picture: &Picture) -> [i32; 4] {
    let crop = picture.crop;
    [crop.left, crop.top, 1.0 - crop.right, 1.0 - crop.bottom].map(thousandths)
}

/// Whether a node of this kind can have a link.
fn can_have_link(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Text(_) | NodeKind::Shape(_) | NodeKind::Picture(_))
}

fn is_same_frame(one: Rect, other: Rect) -> bool {
    one.contains(&other) && other.contains(&one)
}

/// Whether a node contains a link.
fn has_link(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Link(_) => true,
        NodeKind::Text(text) => {
            text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).any(|run| run.link.is_some())
        }
        NodeKind::Group(group) => group.nodes.iter().any(has_link),
        NodeKind::Turned(turned) => turned.nodes.iter().any(has_link),
        _ => false,
    }
}

/// Whether a node, or a part of it, appears at a step.
fn has_step(node: &Node) -> bool {
    node.step.is_some()
        || match &node.kind {
            NodeKind::Group(group) => group.nodes.iter().any(has_step),
            NodeKind::Turned(turned) => turned.nodes.iter().any(has_step),
            NodeKind::Widget(widget) => widget.static_nodes.iter().any(has_step),
            NodeKind::Text(text) => text.paragraphs.iter().any(|paragraph| paragraph.step.is_some()),
            _ => false,
        }
}

/// A shape with a text inside it, which can be written as one shape.
struct Labelled<'g> {
    plate: &'g Node,
    shape: &'g Shape,
    label: &'g Node,
    text: &'g Text,
    link: Option<&'g LinkTarget>,
}

/// The shape and text of a group that contains nothing else, except a link over both; `None` for other groups.
fn labelled(group: &Group, role: NodeRole) -> Option<Labelled<'_>> {
    let ([plate, label] | [plate, label, _]) = &group.nodes[..] else {
        return None;
    };
    let link = match group.nodes.get(2) {
        None => None,
        Some(Node { kind: NodeKind::Link(target), frame, .. }) if is_same_frame(*frame, plate.frame) => Some(target),
        Some(_) => return None,
    };
    let (NodeKind::Shape(shape), NodeKind::Text(text)) = (&plate.kind, &label.kind) else {
        return None;
    };
    let is_centred = (label.frame.center().y - plate.frame.center().y).0.abs() < 2.0;
    // The boxes of a diagram contain their text, whatever their outline.
    let is_box = role == NodeRole::Label || !matches!(shape.form, ShapeForm::Path(_));
    let contains_label = plate.frame.contains(&label.frame) && is_box;
    (contains_label && is_centred && text.anchor == scene::VerticalAlign::Middle && label.step.is_none())
        .then_some(Labelled { plate, shape, label, text, link })
}

/// A picture cropped to a frame; other nodes are unchanged.
fn cropped(node: &Node, frame: Rect) -> Node {
    let NodeKind::Picture(picture) = &node.kind else {
        return node.clone();
    };
    let own = node.frame;
    let Some(frame) = own.intersection(&frame) else {
        return node.clone();
    };
    let crop = picture.crop;
    let across = |at: Px| crop.left + (crop.right - crop.left) * ((at - own.x) / own.width);
    let down = |at: Px| crop.top + (crop.bottom - crop.top) * ((at - own.y) / own.height);
    let crop = scene::Crop {
        left: across(frame.x),
        top: down(frame.y),
        right: across(frame.right()),
        bottom: down(frame.bottom()),
    };
    Node { frame, kind: NodeKind::Picture(Picture { crop, ..picture.clone() }), ..node.clone() }
}

/// Converts a box with a radial gradient that fades to transparent into the ellipse that the gradient fills, which
/// office programs draw in the same way. `None` for other shapes.
fn as_ellipse(frame: Rect, shape: &Shape) -> Option<(Rect, Shape)> {
    let Some(Fill::Gradient(Gradient::Radial { center, radius_x, radius_y, stops })) = &shape.fill else {
        return None;
    };
    let fades_out = stops.last().is_some_and(|stop| stop.color.alpha <= 0.0);
    let ellipse = Rect {
        x: frame.x + center.x - *radius_x,
        y: frame.y + center.y - *radius_y,
        width: *radius_x * 2.0,
        height: *radius_y * 2.0,
    };
    let is_ellipse_visible = frame.contains(&ellipse) || frame.contains(&Rect::CANVAS);
    let is_plain = matches!(shape.form, ShapeForm::Rect { .. }) && shape.stroke.is_none();
    (fades_out && is_ellipse_visible && is_plain).then(|| {
        let center = Point { x: *radius_x, y: *radius_y };
        let fill = Gradient::Radial { center, radius_x: *radius_x, radius_y: *radius_y, stops: stops.clone() };
        let shape = Shape { form: ShapeForm::Ellipse, fill: Some(Fill::Gradient(fill)), ..shape.clone() };
        (ellipse, shape)
    })
}

/// The texts of the cells of a table.
fn texts_of(table: &Table) -> impl Iterator<Item = &Text> {
    table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text)
}

/// Whether a text has a formula.
fn has_formula(text: &Text) -> bool {
    text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).any(|run| run.drawn_formula().is_some())
}
