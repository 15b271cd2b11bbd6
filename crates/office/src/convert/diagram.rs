//! Diagrams of SmartArt.

use serde_json::{Value, json};

use super::likely::{is_date, leading_date};
use super::outcome::{Outcome, diagram_paragraphs};
use super::text::{length, line, words};
use super::view::{SlideItem, SortedSlide};
use crate::model::{Diagram, DiagramNode};

/// A slide type that can show a diagram, the fields that it needs, and its minimum number of entries.
struct DiagramType {
    slide_type: &'static str,
    list: &'static str,
    title: &'static str,
    text: &'static str,
    min_entries: usize,
}

const PROCESS: DiagramType =
    DiagramType { slide_type: "process-slide", list: "items", title: "title", text: "text", min_entries: 3 };
const CYCLE: DiagramType =
    DiagramType { slide_type: "cycle-slide", list: "items", title: "label", text: "text", min_entries: 3 };
const PYRAMID: DiagramType =
    DiagramType { slide_type: "pyramid-slide", list: "levels", title: "label", text: "text", min_entries: 3 };
const FUNNEL: DiagramType =
    DiagramType { slide_type: "funnel-slide", list: "items", title: "label", text: "text", min_entries: 3 };
const MATRIX: DiagramType =
    DiagramType { slide_type: "matrix-slide", list: "cells", title: "title", text: "body", min_entries: 4 };
const CARDS: DiagramType =
    DiagramType { slide_type: "icon-card-grid-slide", list: "items", title: "title", text: "body", min_entries: 2 };
const LIST: DiagramType =
    DiagramType { slide_type: "list-slide", list: "items", title: "title", text: "text", min_entries: 2 };

/// Converts a slide whose only content is one diagram and at most one text.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let (diagrams, others): (Vec<&SlideItem<'_>>, Vec<&SlideItem<'_>>) =
        view.items.iter().partition(|item| item.diagram().is_some());
    let ([item], true) = (&diagrams[..], others.len() <= 1 && others.iter().all(|item| item.is_text())) else {
        return None;
    };
    let diagram = item.diagram()?;
    let nodes = if let [root] = &diagram.nodes[..]
        && !root.children.is_empty()
        && is_hub(diagram)
    {
        &root.children
    } else {
        &diagram.nodes
    };
    let kinds = kinds(diagram, nodes);
    let (kind, entries) = kinds.iter().find_map(|kind| entries(view, kind, nodes).map(|entries| (kind, entries)))?;
    let mut outcome = Outcome::headed(view, kind.slide_type);
    if outcome.first().title().is_empty() && kind.slide_type != "timeline-slide" {
        let first = diagram_paragraphs(&diagram.nodes).first().map(words).unwrap_or_default();
        outcome.set_title_from(&first);
    }
    if is_hub(diagram)
        && let [root] = &diagram.nodes[..]
    {
        let hub = line(&root.paragraphs);
        if kind.slide_type == "cycle-slide" && view.scope.fits("cycle-slide", "centerLabel", &hub) {
            outcome.first().set("centerLabel", hub);
        } else {
            return None;
        }
    }
    outcome.first().set(kind.list, entries);
    outcome.place(item, kind.list);
    if let [text] = &others[..] {
        let key = if text.frame().y > item.frame().y { "bottomSubheading" } else { "subheading" };
        let is_free = view.subtitle.is_none() || key != "subheading";
        if !is_free
            || !view.scope.has_field(kind.slide_type, key)
            || !view.scope.fits(kind.slide_type, key, &text.line())
        {
            return None;
        }
        outcome.put_line(view, text, key);
    }
    Some(outcome)
}

/// Whether a diagram has one entry in its middle and all others around it.
fn is_hub(diagram: &Diagram) -> bool {
    diagram.layout.to_lowercase().starts_with("radial") && diagram.nodes.len() == 1
}

/// The slide types that can show a diagram, the best first; empty when there is none.
fn kinds(diagram: &Diagram, nodes: &[DiagramNode]) -> Vec<DiagramType> {
    let layout = diagram.layout.to_lowercase();
    let has = |names: &[&str]| names.iter().any(|name| layout.contains(name));
    let is_deep = nodes.iter().flat_map(|node| &node.children).any(|child| !child.children.is_empty());
    let is_dated = nodes.len() > 2
        && nodes.iter().all(|node| is_date(&line(&node.paragraphs)) || leading_date(&line(&node.paragraphs)).is_some());
    if is_deep || has(&["hierarchy", "orgchart", "hier", "organization"]) {
        Vec::new()
    } else if is_dated || has(&["timeline"]) {
        vec![
            DiagramType { slide_type: "timeline-slide", list: "items", title: "title", text: "text", min_entries: 2 },
            PROCESS,
        ]
    } else if has(&["cycle", "radial", "gear"]) {
        vec![CYCLE, PROCESS]
    } else if has(&["pyramid"]) {
        vec![PYRAMID, LIST]
    } else if has(&["funnel"]) {
        vec![FUNNEL, LIST]
    } else if has(&["matrix"]) && nodes.len() == 4 {
        vec![MATRIX, CARDS]
    } else if has(&["process", "chevron", "arrow", "step", "flow"]) {
        vec![PROCESS, CARDS]
    } else if nodes.iter().any(|node| node.children.len() > 1) {
        vec![CARDS]
    } else {
        vec![LIST, CARDS]
    }
}

/// The entries of a diagram as fields of a slide type. `None` if there are too few or too many, or one does not fit.
fn entries(view: &SortedSlide<'_>, kind: &DiagramType, nodes: &[DiagramNode]) -> Option<Vec<Value>> {
    let count = nodes.len();
    if count < kind.min_entries || count > view.scope.max_entries(kind.slide_type, kind.list) {
        return None;
    }
    let is_markdown = kind.text == "body";
    let mut entries = Vec::new();
    for node in nodes {
        let mut title = line(&node.paragraphs);
        let mut details: Vec<String> = node.children.iter().map(|child| line(&child.paragraphs)).collect();
        details.retain(|detail| !detail.is_empty());
        let mut entry = json!({});
        if kind.slide_type == "timeline-slide" {
            let date = match leading_date(&title) {
                Some((date, words)) => {
                    title = words;
                    date
                }
                None if is_date(&title) && !details.is_empty() => std::mem::replace(&mut title, details.remove(0)),
                None => return None,
            };
            entry["date"] = json!(date);
        }
        let text = if is_markdown {
            super::markdown::joined(&super::markdown::blocks(&diagram_paragraphs(&node.children), view.scope))
        } else {
            details.join(" · ")
        };
        let fits = view.scope.fits(kind.slide_type, &format!("{}.{}", kind.list, kind.title), &title)
            && view.scope.fits(kind.slide_type, &format!("{}.{}", kind.list, kind.text), &text);
        if !fits || title.is_empty() {
            return None;
        }
        entry[kind.title] = json!(title);
        if length(&text) > 0 {
            entry[kind.text] = json!(text);
        }
        entries.push(entry);
    }
    Some(entries)
}
