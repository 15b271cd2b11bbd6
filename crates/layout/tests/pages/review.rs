//! Design findings: adds each fault to good decks in every theme and counts how often it is found. Also counts false
//! findings in decks without faults.

use std::sync::Arc;

use deck::{Deck, Registry, Themes};
use layout::{Finding, LayoutInput, Look, Typesetter, review};
use scene::{Document, NodeKind, NodeRole, Page, px};
use serde_json::{Value, json};

use crate::common::{book, deck, lay_out_in, pictures};
use crate::examples::examples;

/// Findings of a deck in a look, after a change to its pages.
fn findings(look: &Look, deck: &Deck, change: impl Fn(&mut Page)) -> Vec<Finding> {
    let mut typesetter = Typesetter::new(book());
    let mut document: Document = lay_out_in(look, deck, &mut typesetter).document;
    document.pages.iter_mut().for_each(|page| change(Arc::make_mut(page)));
    review(LayoutInput::new(deck, Registry::core(), look, pictures()), &document, &mut typesetter)
}

/// The themes in which a finding of this kind is reported on the `planted` slides. These are appended to a good deck,
/// and `change` is applied to their pages.
fn themes_that_report(code: &str, planted: &[Value], change: impl Fn(&mut Page) + Copy) -> Vec<String> {
    let mut slides: Vec<Value> = examples().into_iter().filter(|slide| !is_live(slide)).take(6).collect();
    let first = slides.len() + 1;
    slides.extend(planted.iter().cloned());
    let ids: Vec<String> = (first..first + planted.len()).map(|number| format!("s{number}")).collect();
    let reports = |look: &Look| {
        let found = findings(look, &deck("en-GB", &slides), |page| {
            if ids.contains(&page.slide) {
                change(page);
            }
        });
        found.iter().any(|finding| finding.kind.code() == code && ids.contains(&finding.slide.to_string()))
    };
    Themes::core().iter().map(Look::from).filter(reports).map(|look| look.id).collect()
}

/// Whether the audience takes part in a slide.
fn is_live(slide: &Value) -> bool {
    let key = slide["type"].as_str().unwrap_or_default();
    Registry::core().by_key(key).is_some_and(|known| known.interaction.is_some() || known.live_only)
}

#[track_caller]
fn assert_found(code: &str, planted: &[Value]) {
    let (found, all) = (themes_that_report(code, planted, |_| {}), Themes::core().iter().count());
    assert_eq!(found.len(), all, "{code} is found in {found:?} alone");
}

#[expect(clippy::needless_pass_by_value, reason = "a literal is easier to read without a reference")]
fn slide(key: &str, content: Value) -> Value {
    json!({"type": key, "content": content})
}

const SENTENCE: &str = "The mains of the north date from 1931 and a single valve feeds four wards of the city. ";

#[test]
fn small_type_is_found() {
    let body = SENTENCE.repeat(28);
    assert_found("small-type", &[slide("content-slide", json!({"title": "Why we start there", "body": body}))]);
    let row: Value = (1..=8).map(|column| (format!("c{column}"), json!("Renewed in two seasons"))).collect();
    let rows = vec![row; 14];
    assert_found("small-type", &[slide("table-slide", json!({"title": "All streets", "colCount": "8", "rows": rows}))]);
    let code = "let mut ranked = streets.iter().filter(|street| street.length > 0.0);\n".repeat(40);
    assert_found("small-type", &[slide("code-slide", json!({"title": "Ranking", "code": code}))]);
}

#[test]
fn a_crowded_page_is_found() {
    let body = SENTENCE.repeat(11);
    assert_found("crowded-page", &[slide("content-slide", json!({"title": "Why we start there", "body": body}))]);
    let text = SENTENCE.repeat(5);
    let items = vec![json!({"title": "Steady pressure", "body": text}); 3];
    assert_found("crowded-page", &[slide("icon-card-grid-slide", json!({"title": "What changes", "items": items}))]);
}

#[test]
fn an_empty_page_is_found() {
    assert_found("empty-page", &[slide("content-slide", json!({"title": "", "body": ""}))]);
    let rows = [json!({"c1": "a", "c2": "b"})];
    let table = slide("table-slide", json!({"title": "Cost", "rows": rows, "colCount": "2"}));
    // Beside a rail and on a sheet a table of one row fills BODY.
    let found = themes_that_report("empty-page", &[table], |_| {});
    assert!(found.len() >= 5, "{found:?}");
}

#[test]
fn a_page_that_a_wide_formula_fills_is_not_empty() {
    let formula = |source: &str| slide("formula-slide", json!({"title": "Sums", "formula": source}));
    let terms: Vec<String> = (1..=14).map(|power| format!("a_{{{power}}} x^{{{power}}}")).collect();
    let found = themes_that_report("empty-page", &[formula(&terms.join(" + "))], |_| {});
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_source_of_a_diagram_that_is_not_understood_is_no_page_to_review() {
    let diagram = |source: &str| slide("diagram-slide", json!({"title": "Flow", "diagram": source}));
    let short = diagram("flowchart LR\n A -->\n B");
    let long = diagram(&format!("flowchart LR\n A -->\n{}", " Reservoir --> Valve of the north\n".repeat(30)));
    for code in ["empty-page", "crowded-page", "small-type"] {
        let found = themes_that_report(code, &[short.clone(), long.clone()], |_| {});
        assert_eq!(found, Vec::<String>::new(), "{code}");
    }
}

#[test]
fn uneven_columns_are_found() {
    let long = "- Road opened again every two years\n".repeat(7);
    let sides = json!({"title": "Repair or replace", "leftTitle": "Repair", "leftBody": "- Cheap",
        "rightTitle": "Replace", "rightBody": long});
    let found = themes_that_report("uneven-columns", &[slide("comparison-slide", sides)], |_| {});
    assert!(found.len() + 1 >= Themes::core().iter().count(), "{found:?}");
    let body = |times: usize| "No more dips in the evening on any floor. ".repeat(times);
    let items = [json!({"title": "Pressure", "body": body(5)}), json!({"title": "Notice", "body": "Early."})];
    let items = [&items[..], &items[1..]].concat();
    assert_found("uneven-columns", &[slide("icon-card-grid-slide", json!({"title": "What changes", "items": items}))]);
}

#[test]
fn too_many_sizes_are_found() {
    let planted = examples().into_iter().find(|slide| slide["type"] == "list-slide").expect("an example");
    let graded = |page: &mut Page| {
        let texts = page.nodes.iter_mut().filter(|node| node.role == NodeRole::Body);
        for (node, size) in texts.zip([36.0, 40.0, 44.0, 50.0]) {
            let NodeKind::Text(text) = &mut node.kind else { continue };
            text.lines.iter_mut().flat_map(|line| &mut line.runs).for_each(|run| run.size = px(size));
        }
    };
    let found = themes_that_report("too-many-sizes", std::slice::from_ref(&planted), graded);
    assert_eq!(found.len(), Themes::core().iter().count(), "{found:?}");
    assert_eq!(themes_that_report("too-many-sizes", &[planted], |_| {}), Vec::<String>::new());
}

#[test]
fn an_edge_that_misses_another_is_found() {
    let planted = examples().into_iter().find(|slide| slide["type"] == "content-slide").expect("an example");
    let moved = |page: &mut Page| {
        let body = page.nodes.iter_mut().find(|node| node.role == NodeRole::Body).expect("running text");
        assert!(matches!(body.kind, NodeKind::Text(_)));
        body.frame.x += px(5.0);
    };
    let found = themes_that_report("near-miss", std::slice::from_ref(&planted), moved);
    // Beside a rail the body has no neighbour above or below it.
    assert!(found.len() + 1 >= Themes::core().iter().count(), "{found:?}");
    assert_eq!(themes_that_report("near-miss", &[planted], |_| {}), Vec::<String>::new());
}

#[test]
fn text_that_is_hard_to_read_on_a_picture_is_found() {
    let over = |picture: &str, text: &str, overlay: &str| {
        let body = "The old pump house stands where two canals meet, and both were dug by hand.";
        slide(
            "content-slide",
            json!({"title": "Old pump house", "body": body, "slideBgImage": format!("/uploads/{picture}.jpg"),
                "slideBgText": text, "slideBgOverlay": overlay}),
        )
    };
    assert_found("low-contrast", &[over("light", "light", "none")]);
    assert_found("low-contrast", &[over("busy", "dark", "none")]);
    assert_found("low-contrast", &[over("dark", "dark", "none")]);
    for picture in ["light", "dark", "busy"] {
        let found = themes_that_report("low-contrast", &[over(picture, "auto", "auto")], |_| {});
        assert_eq!(found, Vec::<String>::new(), "{picture}");
    }
}

#[test]
fn three_slides_of_one_layout_are_found() {
    let list = |title: &str| {
        let items: Vec<Value> =
            ["One street", "Tell people", "Keep a way"].iter().map(|title| json!({"title": title})).collect();
        slide("list-slide", json!({"title": title, "items": items}))
    };
    let quote = slide("quote-slide", json!({"quote": "We fixed the pipe once."}));
    assert_found("same-layout-thrice", &[list("First"), list("Second"), list("Third")]);
    let parted = [list("First"), list("Second"), quote, list("Third")];
    assert_eq!(themes_that_report("same-layout-thrice", &parted, |_| {}), Vec::<String>::new());
    let poll = |question: &str| slide("poll-slide", json!({"question": question, "option1": "Yes", "option2": "No"}));
    let quiz = [poll("First?"), poll("Second?"), poll("Third?")];
    assert_eq!(themes_that_report("same-layout-thrice", &quiz, |_| {}), Vec::<String>::new());
}

#[test]
fn good_decks_have_almost_no_findings() {
    let slides: Vec<Value> = examples().into_iter().filter(|slide| !is_live(slide)).collect();
    let looks: Vec<Look> = Themes::core().iter().map(Look::from).collect();
    let all = slides.len() * looks.len();
    let mut found = Vec::new();
    for look in &looks {
        for finding in findings(look, &deck("en-GB", &slides), |_| {}) {
            let number: usize = finding.slide.to_string().trim_start_matches('s').parse().expect("a number");
            found.push(format!("{} {}: {} {finding}", look.id, slides[number - 1]["type"], finding.kind.code()));
        }
    }
    // A few near misses of edges remain; each is a fault of its theme, not of the review.
    assert!(found.len() * 50 <= all, "{} of {all}:\n{}", found.len(), found.join("\n"));
    assert!(found.iter().all(|finding| finding.contains("near-miss")), "{}", found.join("\n"));
}
