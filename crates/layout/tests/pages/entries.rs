//! Types with list entries at their limits: as many and as long as allowed, on every ground.

use crate::common::lay_out;
use crate::extremes::{WORDS, assert_sound};
use layout::Look;
use scene::{Fill, Node, NodeKind, Page, Palette, Rgb, Shape};
use serde_json::{Value, json};

const GROUNDS: [&str; 6] = ["base", "tint", "deep", "accent", "gradient", "accent-2"];

/// Texts as long as their fields allow, or a few words.
fn text(words: &str, most: usize) -> String {
    let repeated = vec![words; most / words.chars().count() + 1].join(" ");
    repeated.chars().take(most).collect()
}

fn slides(words: &str, share: usize, counts: &[usize]) -> Vec<Value> {
    let of = |most: usize| text(words, most / share);
    let mut slides = Vec::new();
    for (index, count) in counts.iter().copied().enumerate() {
        let ground = GROUNDS[index % GROUNDS.len()];
        let head = json!({"title": of(120), "subheading": of(200), "bottomSubheading": of(200), "background": ground});
        let mut add = |kind: &str, more: Value| {
            let mut content = head.clone();
            let fields = content.as_object_mut().expect("an object");
            fields.extend(more.as_object().cloned().expect("an object"));
            slides.push(json!({"type": kind, "content": content}));
        };
        let many = |count: usize, entry: Value| vec![entry; count];
        for (variant, layout) in [("numbers", "auto"), ("bullets", "one-column"), ("numbers", "two-column")] {
            let items = many(count, json!({"title": of(80), "text": of(120)}));
            add("list-slide", json!({"items": items, "variant": variant, "layout": layout}));
        }
        let metric = json!({"value": of(30), "unit": of(12), "label": of(60), "note": format!("-5 {}", of(97))});
        add("kpi-metrics-slide", json!({"metrics": many(count.min(4), metric), "accent": "highlight-best"}));
        for layout in ["cards", "tiles"] {
            let card = json!({"icon": "gauge", "title": of(80), "body": of(700), "link": "#1"});
            add("icon-card-grid-slide", json!({"items": many(count.min(6), card), "layout": layout}));
        }
        for align in ["left", "center"] {
            let quote = json!({"quote": of(400), "attribution": of(160), "authorImage": "/uploads/quay.jpg"});
            add(
                "quote-slide",
                json!({"quote": of(400), "attribution": of(160), "authorImage1": "/uploads/quay.jpg",
                "quotes": many(count.min(3) - 1, quote), "quoteAlign": align}),
            );
        }
        let blocks = many(count.min(6), json!({"title": of(80), "body": of(500)}));
        let row = json!({"title": of(120), "arrow": "down", "color": "deep", "blocks": blocks});
        add("text-blocks-slide", json!({"rows": many(count.min(4), row)}));
        add(
            "comparison-slide",
            json!({"leftTitle": of(100), "leftBody": of(2000), "rightTitle": of(100),
            "rightBody": of(600), "verdict": of(100)}),
        );
        add(
            "end-slide",
            json!({"body": of(500), "contactName": of(80), "contactEmail": of(120), "contactPhone": of(40),
            "contactUrl": of(200), "social1Label": of(40), "social2Label": of(40)}),
        );
        let layout = ["top", "center", "bottom"][index % 3];
        add("chapter-title-slide", json!({"title": of(140), "layout": layout}));
        add("payoff-slide", json!({}));
    }
    slides
}

/// The nodes of a page with groups flattened and link areas removed.
fn opened(page: &Page) -> Page {
    fn add(node: &Node, nodes: &mut Vec<Node>) {
        match &node.kind {
            NodeKind::Group(group) => group.nodes.iter().for_each(|node| add(node, nodes)),
            NodeKind::Link(_) => {}
            _ => nodes.push(node.clone()),
        }
    }
    let mut nodes = Vec::new();
    page.nodes.iter().for_each(|node| add(node, &mut nodes));
    Page { nodes, ..page.clone() }
}

#[test]
fn nothing_overlaps_or_leaves_the_page() {
    for share in [1, 5] {
        for page in &lay_out("en", &slides(WORDS[0], share, &[1, 2, 3, 4, 5, 6, 8])).document.pages {
            assert_sound(&opened(page));
        }
    }
    for (language, words) in ["de", "ar", "he", "th", "hi", "en"].into_iter().zip(&WORDS[1..]) {
        for page in &lay_out(language, &slides(words, 1, &[1, 8])).document.pages {
            assert_sound(&opened(page));
        }
    }
}

#[test]
fn plates_stay_on_the_page_and_contain_their_text() {
    for page in &lay_out("en", &slides(WORDS[0], 1, &[1, 2, 3, 4, 6])).document.pages {
        let page = opened(page);
        let plates: Vec<&Node> = page.nodes.iter().filter(|node| node.role == scene::NodeRole::Plate).collect();
        for plate in &plates {
            assert!(scene::Rect::CANVAS.contains(&plate.frame), "{}\n{}", plate.frame, page.outline());
        }
        for node in page.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Text(_))) {
            for plate in plates.iter().filter(|plate| plate.frame.overlaps(&node.frame)) {
                assert!(plate.frame.contains(&node.frame), "{} in {}\n{}", node.frame, plate.frame, page.outline());
            }
        }
    }
}

#[test]
fn truncated_text_is_reported_with_its_field() {
    let long = text(WORDS[0], 3000);
    let slides = [
        json!({"type": "list-slide", "content": {"title": "T", "items": vec![json!({"title": "t", "text": long}); 8]}}),
        json!({"type": "icon-card-grid-slide", "content": {"title": "T", "items": vec![json!({"title": "t", "body": long}); 6]}}),
        json!({"type": "quote-slide", "content": {"quote": long}}),
        json!({"type": "comparison-slide", "content": {"leftTitle": "l", "rightTitle": "r", "rightBody": long}}),
        json!({"type": "end-slide", "content": {"title": "T", "body": long}}),
    ];
    let output = lay_out("en", &slides);
    let has = |slide: &str, field: &str| {
        assert!(output.findings.iter().any(|found| found.slide == slide && found.field == field), "{slide} {field}");
    };
    has("s1", "items.7.text");
    has("s2", "items.5.body");
    has("s3", "quote");
    has("s4", "rightBody");
    has("s5", "body");
}

#[test]
fn every_step_shows_something() {
    for page in &lay_out("en", &slides(WORDS[0], 5, &[1, 3, 8])).document.pages {
        let mut steps: Vec<usize> = page.nodes.iter().filter_map(|node| node.step).collect();
        steps.sort_unstable();
        steps.dedup();
        assert_eq!(steps, (1..=page.steps).collect::<Vec<_>>(), "{}", page.outline());
    }
}

/// The colour behind a text: the backdrop with all fills painted before the text.
fn below(page: &Page, index: usize, ground: Rgb, palette: &Palette) -> Rgb {
    let text = &page.nodes[index];
    let behind = page.nodes[..index].iter().filter(|node| node.frame.contains(&text.frame));
    let fills = behind.filter_map(|node| match &node.kind {
        NodeKind::Shape(Shape { fill: Some(Fill::Solid(color)), .. }) => Some(*color),
        _ => None,
    });
    fills.fold(ground, |below, color| palette.rgb(color).over(below, color.alpha))
}

#[test]
fn every_text_has_enough_contrast() {
    let look = Look::from(deck::Themes::core().default());
    let output = lay_out("en", &slides(WORDS[0], 5, &[1, 2, 3, 4, 5, 6]));
    for page in &output.document.pages {
        let page = opened(page);
        let ground = match page.layout.name.split(' ').nth(1).expect("a ground") {
            "tint" => look.palette.tint,
            "deep" => look.palette.deep,
            "accent" => look.palette.accent,
            "accent-2" => look.palette.accent2,
            "gradient" => look.gradient.lightest,
            _ => look.palette.base,
        };
        for (index, node) in page.nodes.iter().enumerate() {
            let NodeKind::Text(text) = &node.kind else { continue };
            let below = below(&page, index, ground, &look.palette);
            for style in text.paragraphs.iter().flat_map(|paragraph| &paragraph.runs).map(|run| run.style) {
                let least = if style.size >= scene::px(48.0) { 3.0 } else { 4.5 };
                let contrast = look.palette.rgb(style.color).contrast(below);
                assert!(contrast >= least, "{contrast} in {} on {below}:\n{}", node.frame, page.outline());
            }
        }
    }
}
