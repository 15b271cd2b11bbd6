//! `diagram-slide`.

use crate::common::{book, deck, lay_out, lay_out_in};
use deck::Themes;
use layout::{Look, Typesetter};
use scene::{Connector, Node, NodeKind, NodeRole, Rect, ShapeForm};
use serde_json::{Value, json};

const FLOW: &str = "flowchart LR\n A[Report a leak] --> B{Can traffic wait?}\n B -->|Yes| C[Repair at night]\n B -->|No| D[Close the lane]\n D --> E[Repair now]\n C --> F([Road open])\n E --> F";

const KINDS: [(&str, &str); 8] = [
    ("flowchart", FLOW),
    (
        "sequence",
        "sequenceDiagram\n actor U as User\n participant W as Web app\n participant S as Service\n U->>W: Open deck\n W->>+S: Read\n alt may read\n S-->>-W: Pages\n else may not\n S-->>W: Refusal\n end\n Note over W,S: Pages are cached",
    ),
    (
        "states",
        "stateDiagram-v2\n [*] --> Idle\n Idle --> Running : start\n Running --> Idle : stop\n Running --> Running : tick\n Running --> Failed : error\n Failed --> [*]",
    ),
    (
        "classes",
        "classDiagram\n class Deck {\n +String title\n +slides() Slide[]\n }\n Deck \"1\" *-- \"many\" Slide : has\n Slide <|-- Chart\n Slide <|-- Table",
    ),
    (
        "entities",
        "erDiagram\n CUSTOMER ||--o{ ORDER : places\n ORDER ||--|{ LINE : contains\n CUSTOMER {\n string name\n string email PK\n }",
    ),
    (
        "plan",
        "gantt\n dateFormat YYYY-MM-DD\n section Design\n Sketches :done, a, 2026-01-05, 10d\n Prototype :active, b, after a, 14d\n section Build\n Core :after b, 30d\n Release :milestone, 2026-03-20, 0d",
    ),
    (
        "ideas",
        "mindmap\n root((Lectern))\n  Author\n   Editor\n   Agents\n  Present\n   Console\n   Phones\n  Export\n   PDF\n   PowerPoint",
    ),
    ("shares", "pie\n \"Dogs\" : 42\n \"Cats\" : 30\n \"Fish\" : 8"),
];

fn slide(diagram: &str) -> Value {
    json!({"type": "diagram-slide", "content": {"title": "How it works", "diagram": diagram}})
}

/// The nodes that are painted, without groups.
fn leaves<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
    match &node.kind {
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| leaves(node, found)),
        _ => found.push(node),
    }
}

/// The nodes and findings of a slide with a diagram.
fn drawn(diagram: &str) -> (Vec<Node>, Vec<String>) {
    let output = lay_out("en-GB", &[slide(diagram)]);
    let mut found = Vec::new();
    output.document.pages[0].nodes.iter().for_each(|node| leaves(node, &mut found));
    (found.into_iter().cloned().collect(), output.findings.iter().map(ToString::to_string).collect())
}

/// The words of each text of the diagram, its font size and the area of its lines.
fn texts(nodes: &[Node]) -> Vec<(String, f32, Rect)> {
    let mut found = Vec::new();
    for node in nodes {
        let is_diagram = node.origin.as_ref().is_some_and(|origin| origin.field == "diagram");
        if let (NodeKind::Text(text), true) = (&node.kind, is_diagram) {
            let widest = text.lines.iter().map(|line| line.width.0).fold(0.0, f32::max);
            let center = node.frame.center();
            let place = Rect::new(center.x.0 - widest / 2.0, node.frame.y.0, widest, text.height().0);
            found.push((text.words(), text.size().expect("a size").0, place));
        }
    }
    found
}

fn is_path(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Shape(shape) if matches!(shape.form, ShapeForm::Path(_)) && node.role == NodeRole::Label)
}

fn connectors(nodes: &[Node]) -> Vec<&Connector> {
    nodes
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Connector(connector) => Some(connector),
            _ => None,
        })
        .collect()
}

#[test]
fn every_kind_is_drawn_large_and_without_overlaps_in_every_theme() {
    for theme in Themes::core().iter() {
        let look = Look::from(theme);
        let mut typesetter = Typesetter::new(book());
        for (kind, diagram) in KINDS {
            let output = lay_out_in(&look, &deck("en-GB", &[slide(diagram)]), &mut typesetter);
            assert!(output.findings.is_empty(), "{} {kind}: {:?}", theme.id, output.findings);
            let mut found = Vec::new();
            output.document.pages[0].nodes.iter().for_each(|node| leaves(node, &mut found));
            let nodes: Vec<Node> = found.into_iter().cloned().collect();
            let texts = texts(&nodes);
            for (index, (words, size, place)) in texts.iter().enumerate() {
                assert!(*size >= 28.0, "{} {kind}: `{words}` has {size} px", theme.id);
                assert!(
                    Rect::new(90.0, 80.0, 1740.0, 940.0).contains(place),
                    "{} {kind}: `{words}` at {place}",
                    theme.id
                );
                for (other, _, other_place) in &texts[index + 1..] {
                    assert!(!place.overlaps(other_place), "{} {kind}: `{words}` and `{other}`", theme.id);
                }
            }
        }
    }
}

#[test]
fn a_plan_of_minutes_fills_the_axis() {
    let plan = "gantt\n dateFormat HH:mm\n Doors open :milestone, m, 17:49, 0m\n Talk :17:50, 15m";
    let (nodes, _) = drawn(plan);
    let ticks = nodes.iter().filter(|node| node.role == NodeRole::Caption).filter_map(|node| match &node.kind {
        NodeKind::Text(text) => Some(text.words()),
        _ => None,
    });
    assert_eq!(ticks.collect::<Vec<_>>(), ["17:49", "17:54", "17:59", "18:04"]);
    let name = texts(&nodes).into_iter().find(|(words, ..)| words == "Doors open").expect("a name").2;
    let milestone = nodes.iter().find(|node| is_path(node)).expect("a milestone").frame;
    assert!(milestone.x > name.right(), "{milestone} {name}");
}

#[test]
fn places_that_follow_from_the_lines_of_a_diagram_miss_no_edges() {
    let plan = "gantt\n dateFormat YYYY-MM-DD\n section Section\n A task :a1, 2014-01-01, 30d\n Another task :after a1, 20d\n \
                section Another\n Task in sec :2014-01-12, 12d\n another task : 24d";
    for theme in Themes::core().iter() {
        let look = Look::from(theme);
        let output = lay_out_in(&look, &deck("en-GB", &[slide(plan)]), &mut Typesetter::new(book()));
        assert!(output.findings.is_empty(), "{}: {:?}", theme.id, output.findings);
    }
}

#[test]
fn no_texts_of_any_diagram_overlap_and_small_ones_have_a_finding() {
    let mut count = 0;
    for source in include_str!("../../../diagrams/tests/diagrams.txt").split("====\n") {
        // A pie is a chart, whose labels are measured with those of charts.
        if source.starts_with("pie") {
            continue;
        }
        let (nodes, findings) = drawn(source);
        let texts = texts(&nodes);
        assert!(!texts.is_empty(), "{source}");
        let has_finding = findings.iter().any(|finding| finding.contains("too small for a hall"));
        for (index, (words, size, place)) in texts.iter().enumerate() {
            assert!(*size >= 28.0 || has_finding, "`{words}` has {size} px without a finding\n{source}");
            for (other, _, other_place) in &texts[index + 1..] {
                assert!(!place.overlaps(other_place), "`{words}` and `{other}`\n{source}");
            }
        }
        let boxes: Vec<Rect> = nodes.iter().filter(|node| is_box(node)).map(|node| node.frame).collect();
        for (index, one) in boxes.iter().enumerate() {
            for other in &boxes[index + 1..] {
                let is_apart = !one.overlaps(other) || one.contains(other) || other.contains(one);
                assert!(is_apart, "boxes at {one} and {other}\n{source}");
            }
        }
        count += 1;
    }
    assert!(count >= 34, "{count}");
}

#[test]
fn a_pie_shows_its_values_where_it_is_told_to() {
    let words = |source: &str| {
        let output = lay_out("en-GB", &[slide(source)]);
        let mut charts = Vec::new();
        output.document.pages[0].nodes.iter().for_each(|node| leaves(node, &mut charts));
        let charts = charts.into_iter().filter_map(|node| match &node.kind {
            NodeKind::Chart(chart) => Some(&chart.nodes),
            _ => None,
        });
        let mut found = Vec::new();
        charts.flatten().for_each(|node| leaves(node, &mut found));
        let texts = found.into_iter().filter_map(|node| match &node.kind {
            NodeKind::Text(text) => Some(text.words()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    let (plain, with_values) =
        (words("pie\n \"Dogs\" : 42\n \"Cats\" : 28"), words("pie showData\n \"Dogs\" : 42\n \"Cats\" : 28"));
    assert!(plain.contains("60%") && !plain.contains("42"), "{plain}");
    assert!(with_values.contains("60%") && with_values.contains("42"), "{with_values}");
}

/// Whether a node is the outline of a box.
fn is_box(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Shape(shape) if shape.fill.is_some()) && node.role == scene::NodeRole::Label
}

#[test]
fn lines_are_attached_to_boxes() {
    let (nodes, findings) = drawn(FLOW);
    assert!(findings.is_empty(), "{findings:?}");
    let lines = connectors(&nodes);
    assert_eq!(lines.len(), 6);
    for line in lines {
        for (end, at) in [(line.start, line.points.first()), (line.end, line.points.last())] {
            let (frame, at) = (end.shape.expect("a box"), at.expect("a point"));
            let touches = frame.inset(scene::Px(-1.0)).contains(&Rect {
                x: at.x,
                y: at.y,
                width: scene::Px(0.0),
                height: scene::Px(0.0),
            });
            assert!(touches, "{frame} {at:?}");
        }
    }
}

#[test]
fn a_diagram_is_described_for_those_who_do_not_see_it() {
    let output = lay_out("en-GB", &[slide("flowchart LR\n A[One] -->|then| B[Two]")]);
    let described = output.document.pages[0].nodes.iter().find_map(|node| match &node.alt {
        scene::AltText::Text(words) => Some(words.clone()),
        _ => None,
    });
    assert_eq!(described.as_deref(), Some("One → Two: then"));
}

#[test]
fn few_boxes_are_large_and_a_long_chain_is_turned() {
    let size = |diagram: &str| texts(&drawn(diagram).0).iter().map(|(_, size, _)| *size).fold(f32::MAX, f32::min);
    assert!(size("flowchart LR\n A[Collect] --> B[Clean] --> C[Publish]") >= 56.0);
    let chain = |direction: &str| {
        let boxes = (0..12).map(|index| format!("n{index}[Step {index}]")).collect::<Vec<_>>().join(" --> ");
        format!("flowchart {direction}\n {boxes}")
    };
    assert!((size(&chain("TD")) - size(&chain("LR"))).abs() < 0.1, "both are placed the way that reads larger");
    let (nodes, findings) = drawn(&chain("LR"));
    assert!(size(&chain("LR")) >= 36.0 && findings.is_empty(), "{} {findings:?}", size(&chain("LR")));
    let mut rows: Vec<f32> = texts(&nodes).iter().map(|(_, _, place)| place.center().y.0.round()).collect();
    rows.dedup();
    assert!(rows.len() > 1, "it stands in rows: {rows:?}");
}

#[test]
fn what_is_too_small_has_a_finding() {
    let line = |index: usize| format!("n{index}[Box number {index}] --> n{}", index + 1);
    let many: Vec<String> = (0..60).map(line).collect();
    let (_, findings) = drawn(&format!("flowchart TD\n{}", many.join("\n")));
    assert!(findings.iter().any(|finding| finding.contains("too small for a hall")), "{findings:?}");
}

#[test]
fn what_is_not_understood_is_shown_as_written() {
    let (nodes, findings) = drawn("flowchart LR\n A -->\n B");
    assert_eq!(findings, ["diagram: the diagram is not drawn: line 2: the line leads nowhere: name a box after it"]);
    assert!(texts(&nodes).iter().any(|(words, ..)| words.contains("flowchart LR")));
}
