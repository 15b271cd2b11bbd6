//! Texts of every length and script, on every ground: nothing overlaps or leaves the page.

use crate::common::lay_out;
use scene::{CANVAS, Direction, Node, NodeKind, NodeRole, Page, Px, Rect};
use serde_json::{Value, json};

pub(crate) const WORDS: [&str; 7] = [
    "Repairs come before paint and paint before speeches",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung",
    "مرحبا بالعالم هذا نص تجريبي",
    "שלום עולם with some Latin 123",
    "ภาษาไทยไม่มีช่องว่างระหว่างคำ",
    "नमस्ते दुनिया परीक्षण",
    "https://example.org/a/very/long/address/that/never/ends/and/has/no/spaces/at/all/in/it",
];

fn slides(words: &str) -> Vec<Value> {
    let mut slides = Vec::new();
    for times in [1, 4, 16, 48] {
        let text = vec![words; times].join(" ");
        let head: String = text.chars().take(120).collect();
        for layout in ["one-column", "two-column"] {
            let body = format!(
                "{text}\n\n- {text}\n  1. {words}\n     - {words}\n\n> {words}\n\n### {words}\n\n|a|{words}|\n|-|-|\n|{words}|2|\n\n```\n{words}\n```"
            );
            slides.push(json!({"type": "content-slide", "content": {"title": head, "subheading": head, "layout": layout,
                "body": body, "background": "deep", "actions": [{"label": words, "url": "#1"}, {"label": "b", "url": "#1"}]}}));
        }
        slides.push(json!({"type": "title-slide", "content": {"title": head, "subheading": head, "meta": head}}));
    }
    slides
}

#[test]
fn nothing_overlaps_or_leaves_the_page() {
    for language in ["en", "de", "ar"] {
        for words in WORDS {
            for page in &lay_out(language, &slides(words)).document.pages {
                assert_sound(page);
            }
        }
    }
}

pub(crate) fn assert_sound(page: &Page) {
    let boxes: Vec<&Node> =
        page.nodes.iter().filter(|node| !matches!(node.role, NodeRole::Plate | NodeRole::Decoration)).collect();
    let canvas = Rect::CANVAS;
    for (index, node) in boxes.iter().enumerate() {
        assert!(canvas.contains(&node.frame), "{} leaves the page:\n{}", node.frame, page.outline());
        assert_lines(node, page);
        for other in &boxes[index + 1..] {
            // A logo may be over a full-bleed picture.
            if other.role == NodeRole::Logo && node.role == NodeRole::Content && node.frame.right() == canvas.right() {
                continue;
            }
            assert!(!overlap(node, other), "{} and {} overlap:\n{}", node.frame, other.frame, page.outline());
        }
    }
}

/// Whether the lines of two texts, or the frames of other nodes, overlap. The frames of two texts may overlap, because
/// a label can be in the empty corner of a text.
pub(crate) fn overlap(one: &Node, other: &Node) -> bool {
    let areas = |node: &Node| match &node.kind {
        NodeKind::Text(text) | NodeKind::Code(scene::CodeBlock { text, .. }) => {
            // Digits are as high as capitals and have nothing below their baseline.
            let is_figure = node.role == NodeRole::Figure || !text.words().contains(char::is_alphabetic);
            let line = |line: &scene::Line| {
                let size = line.runs.iter().map(|run| run.size).fold(Px::ZERO, Px::max);
                let (top, height) =
                    if is_figure { (line.baseline - size * 0.75, size * 0.75) } else { (line.top, line.height) };
                Rect { x: node.frame.x + line.x, y: node.frame.y + top, width: line.width, height }
            };
            text.lines.iter().map(line).collect()
        }
        _ => vec![node.frame],
    };
    let others = areas(other);
    areas(one).iter().any(|area| others.iter().any(|other| area.overlaps(other)))
}

/// Asserts that lines do not overlap and stay inside their frame.
pub(crate) fn assert_lines(node: &Node, page: &Page) {
    let (NodeKind::Text(text) | NodeKind::Code(scene::CodeBlock { text, .. })) = &node.kind else {
        return;
    };
    for pair in text.lines.windows(2) {
        assert!(pair[0].top + pair[0].height <= pair[1].top + Px(0.01));
    }
    for line in &text.lines {
        let slack = Px(1.0);
        assert!(
            line.x + slack >= Px::ZERO && line.x + line.width <= node.frame.width + slack,
            "a line of {} is {} wide at {}:\n{}",
            node.frame,
            line.width,
            line.x,
            page.outline()
        );
        assert!(line.top + line.height <= node.frame.height + slack, "{}\n{}", node.frame, page.outline());
    }
}

#[test]
fn the_same_deck_gives_the_same_pages() {
    let slides = slides(WORDS[3]);
    let (one, other) = (lay_out("en", &slides), lay_out("en", &slides));
    assert_eq!(format!("{:?}", one.document.pages), format!("{:?}", other.document.pages));
    assert_eq!(one.findings, other.findings);
    assert_eq!(one.document.direction, Direction::LeftToRight);
    assert_eq!(CANVAS.width, Px(1920.0));
}
