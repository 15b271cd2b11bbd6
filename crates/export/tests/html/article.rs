//! A deck as an article.

use export::html::article;
use serde_json::{Value, json};

use super::sample::document_of;

fn article_of(slide: Value) -> String {
    let document = document_of("Harbour plan", "en-GB", &[slide]);
    document.pages.iter().map(|page| article(&document, page, &|_| String::new())).collect()
}

#[test]
fn the_entries_of_a_slide_are_the_entries_of_a_list() {
    let points = json!([{ "title": "One" }, { "title": "Two" }, { "title": "Three" }]);
    let found = article_of(json!({ "type": "list-slide", "content": { "title": "Rules", "items": points } }));
    assert!(found.contains("<ul><li><p>One</p></li><li><p>Two</p></li><li><p>Three</p></li></ul>"), "{found}");
}

#[test]
fn emphasis_stays_emphasis() {
    let body =
        "The quay is **public** and a *workplace*.\n\n- Ships come first\n- Cranes have a lane\n- Bicycles may pass";
    let found = article_of(json!({ "type": "content-slide", "content": { "title": "Rules", "body": body } }));
    assert!(found.contains("<strong>public</strong>") && found.contains("<em>workplace</em>"), "{found}");
}

#[test]
fn columns_have_headings_of_one_level() {
    let found = article_of(json!({ "type": "comparison-slide", "content": { "title": "Two ways", "leftTitle": "Now",
        "leftBody": "- Slow", "rightTitle": "Later", "rightBody": "- Fast" } }));
    assert!(found.contains("<h3>Now</h3>") && found.contains("<h3>Later</h3>"), "{found}");
}

#[test]
fn every_list_is_closed_whatever_a_slide_has() {
    for (kind, content) in [
        (
            "kpi-metrics-slide",
            json!({ "title": "Year", "metrics": [
            { "value": "12", "label": "cranes" }, { "value": "90%", "label": "on time", "trend": "up" } ] }),
        ),
        (
            "process-slide",
            json!({ "title": "Way", "items": [
            { "title": "Dig", "text": "Deep." }, { "title": "Drain" }, { "title": "Pave" } ] }),
        ),
        (
            "comparison-slide",
            json!({ "title": "Two ways", "leftTitle": "Now", "leftBody": "- Slow\n- Dear",
            "rightTitle": "Later", "rightBody": "- Fast" }),
        ),
        ("content-slide", json!({ "title": "Why", "body": "Because:\n\n- one\n- two\n\nSo." })),
    ] {
        let found = article_of(json!({ "type": kind, "content": content }));
        for element in ["ul", "ol", "li"] {
            let opened = [">", " "].map(|end| found.matches(&format!("<{element}{end}")).count());
            assert_eq!(opened.iter().sum::<usize>(), found.matches(&format!("</{element}>")).count(), "{found}");
        }
        assert!(found.contains("<li>") && !found.contains("<li></li>"), "{found}");
    }
}
