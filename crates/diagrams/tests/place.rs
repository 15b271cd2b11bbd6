//! Positions of boxes, lines and labels: nothing overlaps, whatever the diagram.

use std::fmt::Write;

use diagrams::{
    Bounds, BoxSize, Chain, Diagram, Direction, EdgeEnd, Graph, GraphSizes, PlacedGraph, Position, Route,
    SequenceSizes, SequenceStep, Spacing, fold_graph, place_graph, place_mindmap, place_sequence,
};
use proptest::prelude::*;

const SPACING: Spacing = Spacing { along: 1.7, across: 0.9, padding: 0.8, lines: 0.5 };

#[expect(clippy::cast_precision_loss, reason = "the length of a short text")]
fn width(text: &str) -> f32 {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as f32 * 0.55
}

fn sizes(graph: &Graph) -> GraphSizes {
    let label = |text: &String| (!text.is_empty()).then(|| BoxSize { width: width(text), height: 1.0 });
    GraphSizes {
        nodes: graph.nodes.iter().map(|node| BoxSize { width: width(&node.label) + 1.2, height: 2.0 }).collect(),
        labels: graph.edges.iter().map(|edge| label(&edge.label)).collect(),
        titles: graph.groups.iter().map(|group| label(&group.label).unwrap_or_default()).collect(),
    }
}

/// Fails when boxes, labels or titles overlap, a line runs through a box or a label that is not its own, or something
/// is outside the bounds of the graph.
fn check(graph: &Graph, placed: &PlacedGraph) -> Result<(), String> {
    let mut solid: Vec<(String, Bounds)> = Vec::new();
    for (index, place) in placed.nodes.iter().enumerate() {
        solid.push((format!("box {index}"), *place));
    }
    for (index, route) in placed.routes.iter().enumerate() {
        if let Some(label) = route.label {
            solid.push((format!("label {index}"), label));
        }
    }
    for (index, (_, title)) in placed.groups.iter().enumerate() {
        solid.push((format!("title {index}"), *title));
    }
    let scaled = |place: &Bounds| Bounds {
        x: place.x * 30.0,
        y: place.y * 30.0,
        width: place.width * 30.0,
        height: place.height * 30.0,
    };
    for (index, (name, place)) in solid.iter().enumerate() {
        if place.x < -0.01
            || place.y < -0.01
            || place.right() > placed.size.width + 0.01
            || place.bottom() > placed.size.height + 0.01
        {
            return Err(format!("{name} is outside: {place:?} of {:?}", placed.size));
        }
        for (other_name, other) in &solid[index + 1..] {
            if scaled(place).overlaps(&scaled(other)) {
                return Err(format!("{name} overlaps {other_name}: {place:?} {other:?}"));
            }
        }
    }
    for (index, edge) in graph.edges.iter().enumerate() {
        let route = &placed.routes[index];
        if route.points.len() < 2 {
            return Err(format!("line {index} has no way"));
        }
        for pair in route.points.windows(2) {
            let is_straight = (pair[0].x - pair[1].x).abs() < 0.06 || (pair[0].y - pair[1].y).abs() < 0.06;
            if !is_straight {
                return Err(format!("line {index} is slanted: {pair:?}"));
            }
            let part = Bounds {
                x: pair[0].x.min(pair[1].x),
                y: pair[0].y.min(pair[1].y),
                width: (pair[0].x - pair[1].x).abs().max(0.04),
                height: (pair[0].y - pair[1].y).abs().max(0.04),
            };
            for (node, place) in placed.nodes.iter().enumerate() {
                let is_own = edge.from == EdgeEnd::Node(node) || edge.to == EdgeEnd::Node(node);
                let (inner, part) = (scaled(place), scaled(&part));
                if !is_own && inner.overlaps(&part) {
                    return Err(format!("line {index} runs through box {node}"));
                }
            }
            for (other, route) in placed.routes.iter().enumerate() {
                if let Some(label) = route.label.filter(|_| other != index)
                    && scaled(&label).overlaps(&scaled(&part))
                {
                    return Err(format!("line {index} runs through label {other}"));
                }
            }
        }
    }
    Ok(())
}

fn placed(source: &str, direction: Direction) -> (Graph, PlacedGraph) {
    let Ok(Diagram::Graph(graph)) = Diagram::parse(source) else { panic!("{source}") };
    let placed = place_graph(&graph, &sizes(&graph), SPACING, direction);
    (graph, placed)
}

#[test]
fn a_hundred_diagrams_are_placed_without_overlaps() {
    let mut count = 0;
    for source in include_str!("diagrams.txt").split("====\n") {
        let diagram = Diagram::parse(source).unwrap_or_else(|fault| panic!("{fault}\n{source}"));
        count += 1;
        let Diagram::Graph(graph) = diagram else { continue };
        for direction in [Direction::Down, Direction::Up, Direction::Right, Direction::Left] {
            let placed = place_graph(&graph, &sizes(&graph), SPACING, direction);
            check(&graph, &placed).unwrap_or_else(|fault| panic!("{direction:?}: {fault}\n{source}"));
            count += 1;
        }
        let placed = place_graph(&graph, &sizes(&graph), SPACING, Direction::Right);
        for rows in 2..=3 {
            let Some(folded) = fold_graph(&placed, SPACING, rows) else { continue };
            check(&graph, &folded).unwrap_or_else(|fault| panic!("{rows} rows: {fault}\n{source}"));
        }
    }
    assert!(count >= 100, "{count}");
}

#[test]
fn a_chain_is_straight() {
    let (_, chain) = placed("flowchart TD\n A[Short] --> B[A longer text] --> C", Direction::Down);
    assert!(chain.routes.iter().all(|route| route.points.len() == 2), "{chain:?}");
    assert!(chain.nodes[0].bottom() < chain.nodes[1].y && chain.nodes[1].bottom() < chain.nodes[2].y);
    let (_, across) = placed("flowchart TD\n A --> B --> C", Direction::Right);
    assert!(across.nodes[0].right() < across.nodes[1].x);
    let (_, up) = placed("flowchart TD\n A --> B", Direction::Up);
    assert!(up.nodes[1].bottom() < up.nodes[0].y);
    let (_, left) = placed("flowchart TD\n A --> B", Direction::Left);
    assert!(left.nodes[1].right() < left.nodes[0].x);
}

#[test]
fn the_steps_of_a_cycle_stand_in_a_line() {
    let (graph, cycle) = placed("flowchart LR\n P[Plan] --> D[Do] --> C[Check] --> A[Act] --> P", Direction::Right);
    check(&graph, &cycle).expect("no overlaps");
    let middles: Vec<f32> = cycle.nodes.iter().map(|place| place.center().y).collect();
    assert!(middles.iter().all(|middle| (middle - middles[0]).abs() < 0.01), "{middles:?}");
    assert!(cycle.routes[..3].iter().all(|route| route.points.len() == 2), "{cycle:?}");
}

#[test]
fn as_few_lines_as_possible_run_back() {
    let (_, mesh) = placed("flowchart LR\n A & B & C --> D & E & F\n D & E & F --> G\n G --> A", Direction::Right);
    let at = |node: usize| mesh.nodes[node].x;
    assert!(at(0) < at(3) && at(3) < at(6), "only the line to A runs back: {mesh:?}");
    assert!(at(4) < at(6) && at(5) < at(6), "{mesh:?}");
}

const ORDER: &str = "flowchart TD\n A[Order arrives] --> B{In stock?}\n B -->|yes| C[Pack it]\n \
                     B -->|no| D[Order from the mill]\n D --> E[Wait two days]\n E --> C\n C --> F[Ship]";
const GATEWAY: &str = "flowchart LR\n A[Browser] --> B[Gateway]\n B --> C[Accounts]\n B --> D[Decks]\n B --> E[Live]\n \
                       C --> F[(PostgreSQL)]\n D --> F\n E --> G[(Redis)]";

/// The lengths of the segments of a line that run across the direction.
fn steps(route: &Route, direction: Direction) -> Vec<f32> {
    let across = |at: &Position| if direction.is_across() { at.y } else { at.x };
    let lengths = route.points.windows(2).map(|pair| (across(&pair[0]) - across(&pair[1])).abs());
    lengths.filter(|length| *length > 0.01).collect()
}

#[test]
fn lines_have_no_small_steps() {
    for (source, direction) in
        [ORDER, GATEWAY].map(|source| [Direction::Down, Direction::Right].map(|to| (source, to))).concat()
    {
        let Ok(Diagram::Graph(graph)) = Diagram::parse(source) else { panic!("{source}") };
        for spread in [1.0, 1.3, 1.7, 2.0, 2.4] {
            let spacing = Spacing { across: SPACING.across * spread, ..SPACING };
            let placed = place_graph(&graph, &sizes(&graph), spacing, direction);
            check(&graph, &placed).unwrap_or_else(|fault| panic!("{direction:?} {spread}: {fault}\n{source}"));
            let steps: Vec<Vec<f32>> = placed.routes.iter().map(|route| steps(route, direction)).collect();
            assert!(steps.iter().flatten().all(|step| *step > 0.75), "{direction:?} {spread}: {steps:?}\n{source}");
        }
    }
}

#[test]
fn a_long_line_is_straight_before_and_after_its_label() {
    let (_, placed) = placed(ORDER, Direction::Down);
    let yes = &placed.routes[1];
    let label = yes.label.expect("a label");
    assert_eq!(yes.points.len(), 6, "aside, down past the label, to the box: {yes:?}");
    assert!(yes.points[2..4].iter().all(|point| (point.x - label.center().x).abs() < 0.01), "{yes:?}");
    assert!(yes.points[2].y < label.y && yes.points[3].y > label.bottom(), "{yes:?}");
}

#[test]
fn the_middle_one_of_three_boxes_is_in_line_with_the_box_before() {
    let (_, placed) = placed(GATEWAY, Direction::Right);
    let [browser, gateway, decks] = [0, 1, 3].map(|index| placed.nodes[index].center().y);
    assert!((browser - gateway).abs() < 0.01 && (gateway - decks).abs() < 0.01, "{placed:?}");
}

#[test]
fn marks_of_different_kinds_have_places_of_their_own() {
    let source =
        "erDiagram\n ORDER ||--|{ LINE : contains\n PRODUCT ||--o{ LINE : \"is in\"\n PRODUCT }o--o{ TAG : has";
    for direction in [Direction::Down, Direction::Right] {
        let (graph, shop) = placed(source, direction);
        check(&graph, &shop).unwrap_or_else(|fault| panic!("{direction:?}: {fault}"));
        let apart = |one: Position, other: Position| (one.x - other.x).hypot(one.y - other.y);
        let [contains, is_in, has] = [0, 1, 2].map(|line| &shop.routes[line].points);
        assert!(apart(is_in[0], has[0]) > 0.5, "{direction:?}: {shop:?}");
        let (one, other) = (contains.last().expect("an end"), is_in.last().expect("an end"));
        assert!(apart(*one, *other) > 0.5, "{direction:?}: {shop:?}");
    }
    // Lines with the same mark still meet.
    let (_, bank) = placed("classDiagram\n Account <|-- Savings\n Account <|-- Checking", Direction::Down);
    assert_eq!(bank.routes[0].points[0], bank.routes[1].points[0]);
}

#[test]
fn a_long_chain_is_broken_into_rows() {
    let source = "flowchart LR\n a[Survey the quay] --> b[Drive piles] -->|two weeks| c{Deep enough?} --> d[Pour] -->|a long wait for dry weather| e --> f --> g[Open]";
    let Ok(Diagram::Graph(graph)) = Diagram::parse(source) else { panic!("{source}") };
    let chain = Chain::of(&graph).expect("a chain");
    assert_eq!(chain.max_rows(), 3);
    for rows in 1..=7 {
        let placed = chain.placed(&sizes(&graph), SPACING, rows);
        check(&graph, &placed).unwrap_or_else(|fault| panic!("{rows} rows: {fault}"));
        assert!(placed.routes.iter().all(|route| route.points.len() == 2), "{rows}: {placed:?}");
    }
    let placed = chain.placed(&sizes(&graph), SPACING, 2);
    let [first, fourth, fifth, last] = [0, 3, 4, 6].map(|index| placed.nodes[index]);
    assert!(first.right() < fourth.x && fourth.bottom() < fifth.y, "{placed:?}");
    assert!(last.right() < fifth.x, "the second row runs back: {placed:?}");

    for other in [
        "flowchart LR\n a --> b --> c --> d --> a",
        "flowchart LR\n a --> b --> c --> d\n a --> d",
        "flowchart LR\n a --> b --> c\n d --> e",
        "flowchart LR\n a --> b --> c",
        "flowchart LR\n subgraph one\n a --> b\n end\n b --> c --> d",
        "classDiagram\n A <|-- B\n B <|-- C\n C <|-- D",
    ] {
        let Ok(Diagram::Graph(graph)) = Diagram::parse(other) else { panic!("{other}") };
        assert_eq!(Chain::of(&graph), None, "{other}");
    }
}

#[test]
fn a_wide_graph_is_broken_into_rows() {
    let source = "flowchart LR\n A[Visit the store] --> B[Browse] --> C[Add to cart] --> D{Ready?}\n D -->|Yes| E[Pay] --> F{Accepted?}\n \
                  D -->|No| B\n F -->|Yes| G[Order] --> H([Receipt])\n F -->|No| I[Show the error] --> E";
    let (graph, wide) = placed(source, Direction::Right);
    for rows in 2..=3 {
        let folded = fold_graph(&wide, SPACING, rows).expect("few lines are cut");
        check(&graph, &folded).unwrap_or_else(|fault| panic!("{rows} rows: {fault}"));
        assert!(folded.size.width < wide.size.width * 0.8, "{rows} rows: {:?} of {:?}", folded.size, wide.size);
        let (first, last) = (folded.nodes[0], folded.nodes[7]);
        assert!(last.y > first.bottom(), "{rows} rows: {folded:?}");
    }
    assert_eq!(fold_graph(&placed("flowchart LR\n A --> B", Direction::Right).1, SPACING, 3), None);
}

#[test]
fn frames_contain_their_boxes_and_no_others() {
    let source = "flowchart TD\n A --> B\n subgraph one [First]\n B --> C\n B --> D\n end\n D --> E\n subgraph two\n E --> F\n end\n F --> A\n one --> two";
    for direction in [Direction::Down, Direction::Right, Direction::Up, Direction::Left] {
        let (graph, placed) = placed(source, direction);
        check(&graph, &placed).unwrap_or_else(|fault| panic!("{direction:?}: {fault}"));
        for (index, node) in graph.nodes.iter().enumerate() {
            for (group, (frame, _)) in placed.groups.iter().enumerate() {
                assert_eq!(
                    placed.nodes[index].overlaps(frame),
                    node.group == Some(group),
                    "{direction:?} {index} {group}"
                );
            }
        }
    }
}

#[test]
fn a_line_back_does_not_cover_the_line_there() {
    let (_, placed) = placed("stateDiagram-v2\n A --> B\n B --> A", Direction::Down);
    let x = |index: usize| placed.routes[index].points[0].x;
    assert!((x(0) - x(1)).abs() > 0.2, "{placed:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_overlaps_in_any_graph(
        count in 1_usize..14,
        pairs in prop::collection::vec((0_usize..14, 0_usize..14, 0_usize..3), 0..22),
        split in 0_usize..5,
        across in any::<bool>(),
    ) {
        let mut source = String::from("flowchart TD\n");
        for index in 0..count {
            let label = "word ".repeat(index % 4 + 1);
            if split > 1 && index % split == 0 && index > 0 {
                let _ = writeln!(source, "subgraph g{index} [Group {index}]\n n{index}[{label}]\n m{index}[Inner]\n end");
            } else {
                let _ = writeln!(source, "n{index}[{label}]");
            }
        }
        for (from, to, label) in pairs {
            let label = ["", "|yes|", "|a longer label|"][label];
            let _ = writeln!(source, "n{} -->{label} n{}", from % count, to % count);
        }
        let direction = if across { Direction::Right } else { Direction::Down };
        let (graph, placed) = placed(&source, direction);
        if let Err(fault) = check(&graph, &placed) {
            return Err(TestCaseError::fail(format!("{fault}\n{source}")));
        }
        if let Some(folded) = fold_graph(&placed, SPACING, 2).filter(|_| across)
            && let Err(fault) = check(&graph, &folded)
        {
            return Err(TestCaseError::fail(format!("in two rows: {fault}\n{source}")));
        }
    }

    #[test]
    fn any_text_is_read_or_named(source in "(flowchart LR|graph TD|sequenceDiagram|stateDiagram-v2|classDiagram|erDiagram|gantt|mindmap|pie)\n[ -~\n\u{e9}]{0,200}") {
        if let Err(fault) = Diagram::parse(&source) {
            prop_assert!(!fault.to_string().is_empty());
        }
    }
}

#[test]
fn ideas_of_a_mind_map_do_not_overlap() {
    let source = "mindmap\n root\n  a\n   b\n   c\n  d\n   e\n    f\n    g\n  h\n  i\n   j";
    let Ok(Diagram::Mindmap(map)) = Diagram::parse(source) else { panic!("a mind map") };
    let sizes: Vec<BoxSize> = map.nodes.iter().map(|_| BoxSize { width: 100.0, height: 40.0 }).collect();
    let placed = place_mindmap(&map, &sizes, Spacing { along: 60.0, across: 20.0, padding: 0.0, lines: 0.0 });
    for (index, place) in placed.nodes.iter().enumerate() {
        assert!(placed.nodes[index + 1..].iter().all(|other| !place.overlaps(other)), "{placed:?}");
    }
}

#[test]
fn messages_and_notes_of_a_sequence_do_not_overlap() {
    let source = "sequenceDiagram\n participant A\n participant B\n participant C\n A->>B: a message that is long\n B->>B: to itself\n\
                  loop often\n A->>C: over all\n alt one\n B-->>A: back\n else two\n C-->>A: far back\n end\n end\n Note right of B: remark\n Note over A,C: all";
    let Ok(Diagram::Sequence(sequence)) = Diagram::parse(source) else { panic!("a sequence") };
    let text = |step: &SequenceStep| match step {
        SequenceStep::Message(message) => BoxSize { width: width(&message.label), height: 1.0 },
        SequenceStep::Note(note) => BoxSize { width: width(&note.label) + 1.0, height: 2.0 },
        SequenceStep::Open(frame) => BoxSize { width: width(&frame.label) + 2.0, height: 1.0 },
        SequenceStep::Part(label) => BoxSize { width: width(label), height: 1.0 },
        _ => BoxSize::default(),
    };
    let sizes = SequenceSizes {
        participants: vec![BoxSize { width: 4.0, height: 2.0 }; 3],
        steps: sequence.steps.iter().map(text).collect(),
    };
    let placed = place_sequence(&sequence, &sizes, Spacing { along: 0.6, across: 1.0, padding: 0.9, lines: 0.6 });
    let mut texts: Vec<Bounds> = placed.messages.iter().map(|message| message.label).collect();
    texts.extend(placed.notes.iter().map(|(_, place)| *place));
    texts.extend(
        placed.frames.iter().flat_map(|frame| frame.parts.iter().map(|(_, place)| *place).chain([frame.title])),
    );
    for (index, place) in texts.iter().enumerate() {
        for other in &texts[index + 1..] {
            let grown = |place: &Bounds| Bounds {
                x: place.x * 30.0,
                y: place.y * 30.0,
                width: place.width * 30.0,
                height: place.height * 30.0,
            };
            assert!(!grown(place).overlaps(&grown(other)), "{place:?} {other:?}");
        }
    }
}
