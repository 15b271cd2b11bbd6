//! Writes a page as text for snapshot tests: one line per node, in whole pixels.

use std::fmt::Write;

use crate::{
    AltText, Fill, Gradient, LinkTarget, MarkerSign, Node, NodeKind, Page, Paragraph, ParagraphKind, Picture, Shape,
    Text,
};

pub(crate) fn page(page: &Page) -> String {
    let mut out = format!("page {} {}", page.number, page.layout.name);
    match page.steps {
        0 => {}
        1 => out.push_str(" 1 step"),
        steps => {
            let _ = write!(out, " {steps} steps");
        }
    }
    out.push('\n');
    for node in page.painted() {
        add_node(node, 1, &mut out);
    }
    out
}

fn add_node(node: &Node, depth: usize, out: &mut String) {
    let kind = match &node.kind {
        NodeKind::Widget(widget) => widget.kind.name(),
        kind => kind.name(),
    };
    let _ = write!(out, "{:indent$}{kind} {}", "", node.frame, indent = depth * 2);
    if let NodeKind::Text(text) | NodeKind::Code(crate::CodeBlock { text, .. }) = &node.kind
        && let Some(size) = text.size()
    {
        let _ = write!(out, " {size}px");
    }
    let _ = write!(out, " {}", node.role.name());
    if let Some(step) = node.step {
        let _ = write!(out, " step {step}");
    }
    match &node.alt {
        AltText::Text(words) => {
            let _ = write!(out, " alt \"{words}\"");
        }
        AltText::Missing => out.push_str(" alt missing"),
        AltText::Own | AltText::Decorative => {}
    }
    match &node.kind {
        NodeKind::Text(text) => add_text(text, depth, out),
        NodeKind::Code(code) => add_text(&code.text, depth, out),
        NodeKind::Shape(shape) => add_shape(shape, out),
        NodeKind::Picture(picture) => add_picture(picture, out),
        NodeKind::Link(target) => {
            out.push(' ');
            add_target(target, out);
        }
        NodeKind::Table(table) => {
            out.push('\n');
            for row in &table.rows {
                let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.words()).collect();
                let step = row.step.map_or(String::new(), |step| format!(" step {step}"));
                let _ = writeln!(
                    out,
                    "{:indent$}row {} {}{step}",
                    "",
                    row.height,
                    cells.join(" | "),
                    indent = depth * 2 + 2
                );
            }
            return;
        }
        NodeKind::Chart(chart) => {
            let _ = write!(out, " {:?} of {}", chart.kind, chart.categories.join(", "));
            add_nodes(&chart.nodes, depth, out);
            return;
        }
        NodeKind::Group(group) => {
            add_nodes(&group.nodes, depth, out);
            return;
        }
        NodeKind::Connector(connector) => {
            let places = connector.points.iter().map(|point| format!("{},{}", point.x, point.y));
            let _ = write!(out, " {}", places.collect::<Vec<_>>().join(" "));
        }
        NodeKind::Turned(turned) => {
            let _ = write!(out, " by {}", turned.degrees);
            add_nodes(&turned.nodes, depth, out);
            return;
        }
        NodeKind::Widget(widget) => {
            add_nodes(&widget.static_nodes, depth, out);
            return;
        }
    }
    out.push('\n');
}

fn add_nodes(nodes: &[Node], depth: usize, out: &mut String) {
    out.push('\n');
    for node in nodes {
        add_node(node, depth + 1, out);
    }
}

/// Writes a single plain paragraph on the node's line, and several paragraphs on a line each.
fn add_text(text: &Text, depth: usize, out: &mut String) {
    let lines = |index: usize| text.lines.iter().filter(|line| line.paragraph == index).count();
    let single = text.paragraphs.len() == 1 && text.paragraphs[0].kind == ParagraphKind::Plain;
    for (index, paragraph) in text.paragraphs.iter().enumerate() {
        if single {
            out.push(' ');
        } else {
            let _ = write!(out, "\n{:indent$}", "", indent = depth * 2 + 2);
        }
        add_paragraph(paragraph, out);
        match lines(index) {
            1 => {}
            count => {
                let _ = write!(out, " {count} lines");
            }
        }
        if let Some(step) = paragraph.step {
            let _ = write!(out, " step {step}");
        }
    }
    if text.truncated {
        out.push_str(" cut");
    }
}

fn add_paragraph(paragraph: &Paragraph, out: &mut String) {
    match paragraph.kind {
        ParagraphKind::Plain => {}
        ParagraphKind::Heading(level) => {
            let _ = write!(out, "h{level} ");
        }
        ParagraphKind::Quote => out.push_str("> "),
        ParagraphKind::Item => {
            out.push_str(&"  ".repeat(usize::from(paragraph.level.saturating_sub(1))));
            match paragraph.marker.map(|marker| marker.sign) {
                Some(MarkerSign::Bullet) => out.push_str("- "),
                Some(MarkerSign::Number(number)) => {
                    let _ = write!(out, "{number}. ");
                }
                Some(MarkerSign::Task(done)) => out.push_str(if done { "[x] " } else { "[ ] " }),
                None => out.push_str("  "),
            }
        }
    }
    let _ = write!(out, "{:?}", paragraph.text);
}

fn add_shape(shape: &Shape, out: &mut String) {
    match &shape.fill {
        Some(Fill::Solid(color)) => {
            let _ = write!(out, " {color}");
        }
        Some(Fill::Gradient(Gradient::Linear { .. })) => out.push_str(" linear"),
        Some(Fill::Gradient(Gradient::Radial { .. })) => out.push_str(" radial"),
        Some(Fill::Hatched { hatch, ground, .. }) => {
            let _ = write!(out, " {ground} {hatch:?}");
        }
        None => {}
    }
    if let Some(stroke) = &shape.stroke {
        let _ = write!(out, " line {}", stroke.color);
    }
}

fn add_picture(picture: &Picture, out: &mut String) {
    let percent = |share: f32| format!("{:.0}", share * 100.0);
    let crop = picture.crop;
    let _ = write!(out, " {:?}", picture.source.0);
    if crop != crate::Crop::WHOLE {
        let edges = [crop.left, crop.top, crop.right, crop.bottom].map(percent);
        let _ = write!(out, " crop {}", edges.join(","));
    }
}

fn add_target(target: &LinkTarget, out: &mut String) {
    let _ = match target {
        LinkTarget::Address(address) => write!(out, "{address}"),
        LinkTarget::Slide(id) => write!(out, "slide {id}"),
        LinkTarget::Page(number) => write!(out, "page {number}"),
    };
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{
        AltText, Chart, ChartKind, ChartLabels, Crop, Direction, Group, Layer, LinkTarget, Node, NodeKind, NodeRole,
        Page, PaletteRole, Picture, PictureId, Rect, Shape, Widget, WidgetKind, px,
    };

    fn node(kind: NodeKind) -> Node {
        Node::decoration(Rect::new(10.4, 20.0, 300.0, 100.6), kind)
    }

    #[test]
    fn every_node_is_written_on_its_own_line() {
        let disc = || node(NodeKind::Shape(Shape::disc(PaletteRole::Chart(1)).lined(PaletteRole::Line, px(1.0))));
        let picture = Picture {
            source: PictureId("quay".to_owned()),
            width: 400,
            height: 300,
            crop: Crop { top: 0.25, bottom: 0.75, ..Crop::WHOLE },
            radius: px(0.0),
            is_arched: false,
            outline: None,
        };
        let chart = Chart {
            kind: ChartKind::Ring,
            categories: vec!["North".to_owned(), "South".to_owned()],
            series: Vec::new(),
            unit: String::new(),
            category_title: String::new(),
            labels: ChartLabels::default(),
            direction: Direction::LeftToRight,
            area: None,
            bar: 0.0,
            look: None,
            nodes: vec![disc()],
        };
        let address = "https://example.org".to_owned();
        let embed = Widget { kind: WidgetKind::Embed { address, permissive: false }, static_nodes: vec![disc()] };
        let group = Group { nodes: vec![node(NodeKind::Link(LinkTarget::Page(3)))], clip: false };
        let page = Page {
            slide: "s1".to_owned(),
            number: 2,
            name: String::new(),
            summary: String::new(),
            section: None,
            opens_section: false,
            notes: String::new(),
            source: String::new(),
            content: crate::PageContent::Drawn,
            is_skipped: false,
            master: Arc::default(),
            layout: Arc::new(Layer { name: "any".to_owned(), nodes: vec![disc()] }),
            nodes: vec![
                Node {
                    role: NodeRole::Content,
                    alt: AltText::Text("The quay".to_owned()),
                    step: Some(1),
                    ..node(NodeKind::Picture(picture))
                },
                node(NodeKind::Chart(chart)),
                node(NodeKind::Widget(embed)),
                node(NodeKind::Group(group)),
            ],
            steps: 1,
            transition: None,
            part_names: crate::PartNames::default(),
        };
        let expected = "page 2 any 1 step
  shape 10,20 300x101 decoration chart-2 line line
  picture 10,20 300x101 content step 1 alt \"The quay\" \"quay\" crop 0,25,100,75
  chart 10,20 300x101 decoration Ring of North, South
    shape 10,20 300x101 decoration chart-2 line line
  embed 10,20 300x101 decoration
    shape 10,20 300x101 decoration chart-2 line line
  group 10,20 300x101 decoration
    link 10,20 300x101 decoration page 3
";
        assert_eq!(page.outline(), expected);
        assert_eq!(page.links().len(), 1);
    }
}
