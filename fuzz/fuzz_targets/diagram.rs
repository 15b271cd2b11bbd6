//! Reads arbitrary text as a diagram, and places it if it is a graph or a mind map.

#![no_main]

use diagrams::{BoxSize, Diagram, Direction, GraphSizes, Spacing, place_graph, place_mindmap};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(diagram) = Diagram::parse(&text) else { return };
    let _ = diagram.description();
    let spacing = Spacing { along: 2.0, across: 1.0, padding: 1.0, lines: 0.5 };
    let size = BoxSize { width: 4.0, height: 2.0 };
    match diagram {
        Diagram::Graph(graph) => {
            let sizes = GraphSizes {
                nodes: vec![size; graph.nodes.len()],
                labels: graph.edges.iter().map(|edge| (!edge.label.is_empty()).then_some(size)).collect(),
                titles: vec![size; graph.groups.len()],
            };
            let placed = place_graph(&graph, &sizes, spacing, Direction::Down);
            assert!(placed.size.width.is_finite() && placed.size.height.is_finite());
        }
        Diagram::Mindmap(map) => {
            let _ = place_mindmap(&map, &vec![size; map.nodes.len()], spacing);
        }
        _ => {}
    }
});
