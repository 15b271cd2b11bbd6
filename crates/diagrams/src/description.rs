//! Descriptions of diagrams for readers who do not see them.

use crate::calendar::date;
use crate::{Diagram, Edge, EdgeEnd, Graph, LineStyle, NodeShape, SequenceStep, Task, Tip};

impl Diagram {
    /// What the diagram shows: statements such as `A → B: text`, separated by semicolons. The words come from the text
    /// of the diagram, so that the description is in its language.
    pub fn description(&self) -> String {
        let lines: Vec<String> = match self {
            Diagram::Graph(graph) => graph_lines(graph),
            Diagram::Sequence(sequence) => {
                let name = |index: usize| one_line(&sequence.participants[index].label);
                let line = |step: &SequenceStep| match step {
                    SequenceStep::Message(message) => {
                        Some(with_label(format!("{} → {}", name(message.from), name(message.to)), &message.label))
                    }
                    SequenceStep::Note(note) => Some(one_line(&note.label)),
                    SequenceStep::Open(frame) => Some(with_label(frame.kind.clone(), &frame.label)),
                    SequenceStep::Part(label) => Some(one_line(label)),
                    SequenceStep::Close | SequenceStep::Activate(_) | SequenceStep::Deactivate(_) => None,
                };
                sequence.steps.iter().filter_map(line).collect()
            }
            Diagram::Mindmap(map) => {
                let line = |node: &crate::MindmapNode| match node.parent {
                    Some(parent) => format!("{} → {}", one_line(&map.nodes[parent].label), one_line(&node.label)),
                    None => one_line(&node.label),
                };
                map.nodes.iter().map(line).collect()
            }
            Diagram::Pie(pie) => {
                let total: f64 = pie.slices.iter().map(|slice| slice.value).sum();
                let share =
                    |slice: &crate::Slice| format!("{}: {:.0}%", one_line(&slice.label), slice.value / total * 100.0);
                pie.slices.iter().map(share).collect()
            }
            Diagram::Gantt(gantt) => gantt.tasks.iter().map(task_line).collect(),
        };
        lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

/// The name of a task and its first and last day.
fn task_line(task: &Task) -> String {
    let day = |minutes: i64| {
        let (year, month, day) = date(minutes.div_euclid(24 * 60));
        format!("{year}-{month:02}-{day:02}")
    };
    // The day that begins when the task ends at midnight does not count.
    let (first, last) = (day(task.start), day(if task.end > task.start { task.end - 1 } else { task.end }));
    let days = if first == last { first } else { format!("{first} – {last}") };
    format!("{}: {days}", one_line(&task.label))
}

fn graph_lines(graph: &Graph) -> Vec<String> {
    let name = |end: EdgeEnd| match end {
        EdgeEnd::Node(index) => match (&graph.nodes[index].label, graph.nodes[index].form) {
            (label, NodeShape::Start) if label.is_empty() => "●".to_owned(),
            (label, NodeShape::End) if label.is_empty() => "◉".to_owned(),
            (label, _) if label.is_empty() => "◆".to_owned(),
            (label, _) => one_line(label),
        },
        EdgeEnd::Group(index) => one_line(&graph.groups[index].label),
    };
    let points = |tip: Tip| matches!(tip, Tip::Arrow | Tip::Open | Tip::Triangle);
    let line = |edge: &Edge| {
        let (from, to) = (name(edge.from), name(edge.to));
        let ends = match (points(edge.tips.0), points(edge.tips.1)) {
            (true, true) => format!("{from} ↔ {to}"),
            (true, false) => format!("{to} → {from}"),
            _ => format!("{from} → {to}"),
        };
        with_label(ends, &edge.label)
    };
    // Invisible lines only influence the order of the boxes.
    let visible: Vec<&Edge> = graph.edges.iter().filter(|edge| edge.style != LineStyle::Invisible).collect();
    let mut lines: Vec<String> = visible.iter().copied().map(line).collect();
    let is_joined =
        |node: usize| visible.iter().any(|edge| edge.from == EdgeEnd::Node(node) || edge.to == EdgeEnd::Node(node));
    lines.extend((0..graph.nodes.len()).filter(|node| !is_joined(*node)).map(|node| name(EdgeEnd::Node(node))));
    lines
}

fn with_label(line: String, label: &str) -> String {
    if label.is_empty() { line } else { format!("{line}: {}", one_line(label)) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
