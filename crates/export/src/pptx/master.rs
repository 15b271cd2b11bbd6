//! The slide master and the layouts, with the backdrops, ornaments and placeholders that slides share.

use scene::{Fill, FontRole, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, ShapeForm};

use super::NAMESPACES;
use super::file::{FileContext, SlideLayout};
use super::geometry;
use super::package::{Relationships, relationship};
use super::placeholders::{Placeholder, PlaceholderKind};
use super::text::{write_plain_paragraph, write_run_properties, write_slide_number_paragraph};
use super::tree::ShapeTree;
use super::units::{Emu, EmuRect, whole};
use super::xml::Xml;
use crate::Error;

/// The content type of a master.
const MASTER: &str = "application/vnd.openxmlformats-officedocument.presentationml.slideMaster+xml";
/// The content type of a layout.
const LAYOUT: &str = "application/vnd.openxmlformats-officedocument.presentationml.slideLayout+xml";

/// The path of the master.
pub(super) const PATH: &str = "ppt/slideMasters/slideMaster1.xml";

/// The lowest id that the format allows for masters; layouts get the following ids.
pub(super) const FIRST_ID: u32 = 2_147_483_648;

/// The path of a layout, numbered from 1.
pub(super) fn layout_path(number: usize) -> String {
    format!("ppt/slideLayouts/slideLayout{number}.xml")
}

/// Writes the master and all layouts; an empty layout when there are none.
pub(super) fn write(file: &mut FileContext<'_>, layouts: &[SlideLayout<'_>]) -> Result<(), Error> {
    let count = layouts.len().max(1);
    write_master(file, layouts, count)?;
    let shared_master = layouts.first().map(|layout| layout.master.name.clone()).unwrap_or_default();
    for (index, layout) in layouts.iter().enumerate() {
        // A file has one master. A layout whose pages have another master contains the nodes of that master.
        let other_master: &[Node] = if layout.master.name == shared_master { &[] } else { &layout.master.nodes };
        write_layout(file, index + 1, &layout.layer.name, (other_master, &layout.layer.nodes), &layout.placeholders)?;
    }
    if layouts.is_empty() {
        write_layout(file, 1, "", (&[], &[]), &[])?;
    }
    Ok(())
}

fn write_master(file: &mut FileContext<'_>, layouts: &[SlideLayout<'_>], count: usize) -> Result<(), Error> {
    let placeholders = master_placeholders(layouts);
    let mut xml = Xml::part();
    xml.open("p:sldMaster", NAMESPACES);
    xml.open("p:cSld", &[]);
    let nodes = layouts.first().map_or(&[][..], |layout| &layout.master.nodes);
    let nodes = write_background(file, &mut xml, nodes, true);
    let mut relationships = Relationships::default();
    let ids: Vec<String> =
        (1..=count).map(|number| relationships.part(relationship::SLIDE_LAYOUT, layout_path(number))).collect();
    relationships.part(relationship::THEME, "ppt/theme/theme1.xml");
    let mut tree = ShapeTree::new(file, (xml, relationships), &[], false);
    tree.nodes(nodes)?;
    for placeholder in &placeholders {
        tree.write_empty_placeholder(placeholder, true);
    }
    let (mut xml, relationships, _, _) = tree.finish();
    xml.close();
    write_color_map(file, &mut xml);
    xml.open("p:sldLayoutIdLst", &[]);
    for (number, id) in (FIRST_ID + 1..).zip(&ids) {
        xml.empty("p:sldLayoutId", &[("id", &number), ("r:id", id)]);
    }
    xml.close();
    write_text_styles(file, &mut xml);
    xml.close();
    file.package.xml(PATH, MASTER, xml)?;
    file.package.relationships(PATH, relationships)
}

/// Writes which theme colours are text and which are background.
pub(super) fn write_color_map(file: &FileContext<'_>, xml: &mut Xml) {
    let [page, text, page2, text2] =
        if file.scheme.is_dark() { ["dk1", "lt1", "dk2", "lt2"] } else { ["lt1", "dk1", "lt2", "dk2"] };
    xml.empty(
        "p:clrMap",
        &[
            ("bg1", &page),
            ("tx1", &text),
            ("bg2", &page2),
            ("tx2", &text2),
            ("accent1", &"accent1"),
            ("accent2", &"accent2"),
            ("accent3", &"accent3"),
            ("accent4", &"accent4"),
            ("accent5", &"accent5"),
            ("accent6", &"accent6"),
            ("hlink", &"hlink"),
            ("folHlink", &"folHlink"),
        ],
    );
}

/// The placeholders of the master: at the positions of the first layout with title and body, else at default positions.
fn master_placeholders(layouts: &[SlideLayout<'_>]) -> Vec<Placeholder> {
    let defaults = [
        (PlaceholderKind::Title, Rect::new(112.0, 88.0, 1696.0, 96.0)),
        (PlaceholderKind::Body(0), Rect::new(112.0, 232.0, 1696.0, 736.0)),
        (PlaceholderKind::Footer, Rect::new(112.0, 1016.0, 1400.0, 36.0)),
        (PlaceholderKind::PageNumber, Rect::new(1608.0, 1016.0, 200.0, 36.0)),
    ];
    let has_placeholder = |layout: &&SlideLayout<'_>, kind: PlaceholderKind| {
        layout.placeholders.iter().any(|placeholder| placeholder.kind == kind)
    };
    let model_layout = layouts.iter().find(|layout| {
        has_placeholder(layout, PlaceholderKind::Body(0)) && has_placeholder(layout, PlaceholderKind::Title)
    });
    defaults
        .into_iter()
        .map(|(kind, frame)| {
            let frame = model_layout
                .and_then(|layout| layout.placeholders.iter().find(|placeholder| placeholder.kind == kind))
                .map_or(EmuRect::from(frame), |placeholder| placeholder.frame);
            let anchor =
                if matches!(kind, PlaceholderKind::Footer | PlaceholderKind::PageNumber) { "ctr" } else { "t" };
            let head = format!(
                "<a:bodyPr vert=\"horz\" lIns=\"0\" tIns=\"0\" rIns=\"0\" bIns=\"0\" anchor=\"{anchor}\">\
                 <a:normAutofit/></a:bodyPr>{}",
                footer_style(kind)
            );
            Placeholder { kind, frame, head }
        })
        .collect()
}

/// The default style of footers; other placeholders have the text styles of the master.
fn footer_style(kind: PlaceholderKind) -> &'static str {
    match kind {
        PlaceholderKind::Footer => "<a:lstStyle><a:lvl1pPr algn=\"l\"><a:defRPr sz=\"1000\"/></a:lvl1pPr></a:lstStyle>",
        PlaceholderKind::PageNumber => {
            "<a:lstStyle><a:lvl1pPr algn=\"r\"><a:defRPr sz=\"1000\"/></a:lvl1pPr></a:lstStyle>"
        }
        _ => "<a:lstStyle/>",
    }
}

/// Writes the text styles of titles, bodies and other texts.
fn write_text_styles(file: &FileContext<'_>, xml: &mut Xml) {
    let scheme = &file.scheme;
    let text = PaletteRole::Text.into();
    let right_to_left = file.document.direction.is_right_to_left();
    let align = if right_to_left { "r" } else { "l" };
    let rtl = i32::from(right_to_left);
    xml.open("p:txStyles", &[]);
    xml.open("p:titleStyle", &[]);
    xml.open("a:lvl1pPr", &[("algn", &align), ("rtl", &rtl)]);
    xml.open("a:lnSpc", &[]);
    xml.empty("a:spcPct", &[("val", &90_000)]);
    xml.close();
    xml.open("a:spcBef", &[]);
    xml.empty("a:spcPct", &[("val", &0)]);
    xml.close();
    xml.empty("a:buNone", &[]);
    write_run_properties(scheme, xml, "a:defRPr", Px(56.0), is_heading_bold(file), (text, FontRole::Heading));
    xml.close();
    xml.close();
    xml.open("p:bodyStyle", &[]);
    for (level, element) in ["a:lvl1pPr", "a:lvl2pPr", "a:lvl3pPr", "a:lvl4pPr", "a:lvl5pPr"].into_iter().enumerate() {
        let hang = Emu::from(Px(40.0));
        let indent = Emu(hang.0 * (i64::try_from(level).unwrap_or_default() + 1));
        let size = [34.0, 30.0, 28.0, 26.0, 24.0][level];
        xml.open(element, &[("marL", &indent), ("indent", &Emu(-hang.0)), ("algn", &align), ("rtl", &rtl)]);
        xml.open("a:lnSpc", &[]);
        xml.empty("a:spcPct", &[("val", &100_000)]);
        xml.close();
        xml.open("a:spcBef", &[]);
        xml.empty("a:spcPts", &[("val", &whole(600.0))]);
        xml.close();
        xml.open("a:buClr", &[]);
        scheme.write_color(xml, PaletteRole::Accent.into());
        xml.close();
        xml.empty("a:buFont", &[("typeface", &"Arial")]);
        xml.empty("a:buChar", &[("char", &if level == 1 { '◦' } else { '•' })]);
        write_run_properties(scheme, xml, "a:defRPr", Px(size), false, (text, FontRole::Body));
        xml.close();
    }
    xml.close();
    xml.open("p:otherStyle", &[]);
    xml.open("a:defPPr", &[]);
    xml.empty("a:defRPr", &[("lang", &super::language::office_language(&file.document.language))]);
    xml.close();
    xml.open("a:lvl1pPr", &[("marL", &0), ("algn", &align), ("rtl", &rtl)]);
    write_run_properties(scheme, xml, "a:defRPr", Px(34.0), false, (text, FontRole::Body));
    xml.close();
    xml.close();
    xml.close();
}

/// Whether the first title of the document is bold.
fn is_heading_bold(file: &FileContext<'_>) -> bool {
    let titles = file.document.pages.iter().flat_map(|page| &page.nodes).filter(|node| node.role == NodeRole::Title);
    let weight = titles.filter_map(|node| match &node.kind {
        NodeKind::Text(text) => text.paragraphs.first()?.runs.first().map(|run| run.style.weight),
        _ => None,
    });
    weight.take(1).all(|weight| weight >= 600)
}

fn write_layout(
    file: &mut FileContext<'_>,
    number: usize,
    name: &str,
    (master, nodes): (&[Node], &[Node]),
    placeholders: &[Placeholder],
) -> Result<(), Error> {
    let mut xml = Xml::part();
    let mut attributes = NAMESPACES.to_vec();
    if !master.is_empty() {
        attributes.push(("showMasterSp", &0));
    }
    attributes.extend([("preserve", &1 as &dyn std::fmt::Display), ("userDrawn", &1)]);
    xml.open("p:sldLayout", &attributes);
    xml.open("p:cSld", &[("name", &display_name(name, number))]);
    let nodes = if master.is_empty() { write_background(file, &mut xml, nodes, false) } else { nodes };
    let mut relationships = Relationships::default();
    relationships.part(relationship::SLIDE_MASTER, PATH);
    let mut tree = ShapeTree::new(file, (xml, relationships), &[], false);
    tree.nodes(master)?;
    tree.nodes(nodes)?;
    for placeholder in placeholders {
        tree.write_empty_placeholder(placeholder, false);
    }
    let (mut xml, relationships, _, _) = tree.finish();
    xml.close();
    xml.open("p:clrMapOvr", &[]);
    xml.empty("a:masterClrMapping", &[]);
    xml.close();
    xml.close();
    let path = layout_path(number);
    file.package.xml(&path, LAYOUT, xml)?;
    file.package.relationships(&path, relationships)
}

/// The name of a layout for the menu of the office program.
fn display_name(name: &str, number: usize) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    match letters.next() {
        None => format!("Layout {number}"),
        Some(first) => first.to_uppercase().chain(letters).collect(),
    }
}

/// Whether a node is a backdrop that can be written as the background of a slide.
pub(super) fn is_backdrop(node: &Node) -> bool {
    let NodeKind::Shape(shape) = &node.kind else {
        return false;
    };
    node.role == NodeRole::Backdrop
        && node.frame == Rect::CANVAS
        && shape.stroke.is_none()
        && matches!(shape.form, ShapeForm::Rect { .. })
        && matches!(&shape.fill, Some(Fill::Solid(_) | Fill::Gradient(scene::Gradient::Linear { .. })))
}

/// Writes the background of a master or layout; a layout without a backdrop has none unless `always`. Returns the nodes
/// that are still to be drawn.
fn write_background<'n>(file: &FileContext<'_>, xml: &mut Xml, nodes: &'n [Node], always: bool) -> &'n [Node] {
    let (fill, other_nodes) = match nodes {
        [first, others @ ..] if is_backdrop(first) => match &first.kind {
            NodeKind::Shape(shape) => (shape.fill.clone(), others),
            _ => (None, nodes),
        },
        _ => (None, nodes),
    };
    let fill = fill.or_else(|| always.then(|| Fill::Solid(PaletteRole::Base.into())));
    if let Some(fill) = fill {
        xml.open("p:bg", &[]);
        xml.open("p:bgPr", &[]);
        file.scheme.write_fill(xml, Some(&fill), (Rect::CANVAS.width.0, Rect::CANVAS.height.0));
        xml.empty("a:effectLst", &[]);
        xml.close();
        xml.close();
    }
    other_nodes
}

impl ShapeTree<'_, '_> {
    /// Writes an empty placeholder of a master or layout.
    fn write_empty_placeholder(&mut self, placeholder: &Placeholder, of_master: bool) {
        let Placeholder { kind, frame, head } = placeholder;
        self.xml.open("p:sp", &[]);
        self.xml.open("p:nvSpPr", &[]);
        self.write_plain_name(kind.name());
        self.xml.open("p:cNvSpPr", &[]);
        self.xml.empty("a:spLocks", &[("noGrp", &1)]);
        self.xml.close();
        self.xml.open("p:nvPr", &[]);
        match (kind, of_master) {
            (PlaceholderKind::Body(_), true) => self.xml.empty("p:ph", &[("type", &"body"), ("idx", &1)]),
            _ => kind.write(&mut self.xml),
        }
        self.xml.close();
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        geometry::write_transform(&mut self.xml, "a:xfrm", *frame, (false, false));
        geometry::write_preset(&mut self.xml, "rect");
        self.xml.close();
        self.xml.open("p:txBody", &[]);
        self.xml.add(head);
        let language = self.file.document.language.as_str();
        match kind {
            PlaceholderKind::PageNumber => write_slide_number_paragraph(&mut self.xml, language, kind.prompt()),
            PlaceholderKind::Footer => write_plain_paragraph(&mut self.xml, language, &self.file.document.title),
            _ => write_plain_paragraph(&mut self.xml, language, kind.prompt()),
        }
        self.xml.close();
        self.xml.close();
    }
}
