//! The example of every type in every theme: nothing overlaps, is truncated or is missing.

use std::panic::catch_unwind;

use deck::{Registry, Themes};
use layout::{Finding, FindingKind, Look, Typesetter};
use scene::{NodeKind, Page};
use serde_json::{Value, json};

use crate::common::{book, deck, lay_out_in};
use crate::extremes::assert_sound;

/// The examples of the catalogue as slides.
pub(crate) fn examples() -> Vec<Value> {
    let types = Registry::core().types();
    types.map(|slide_type| json!({"type": slide_type.key, "content": slide_type.example})).collect()
}

/// Whether a finding is a problem of layout; missing pictures of the examples and simplified HTML are not.
fn is_fault(finding: &Finding) -> bool {
    !matches!(finding.kind, FindingKind::MissingPicture(_) | FindingKind::Simplified)
}

/// Whether a page shows the generic drawing of an undeclared type.
fn is_plain(page: &Page) -> bool {
    let key = page.layout.name.split(' ').next().unwrap_or_default();
    page.nodes.iter().any(|node| matches!(&node.kind, NodeKind::Text(text) if text.words() == key))
}

/// Lays out the examples in a look, with the fields of `more` added to each slide, and returns all problems.
fn faults(look: &Look, language: &str, more: &Value) -> Vec<String> {
    let slides: Vec<Value> = examples()
        .into_iter()
        .map(|mut slide| {
            for (key, value) in more.as_object().into_iter().flatten() {
                slide["content"][key] = value.clone();
            }
            slide
        })
        .collect();
    let output = lay_out_in(look, &deck(language, &slides), &mut Typesetter::new(book()));
    let name = |id: &str| {
        let index: usize = id.trim_start_matches('s').parse().expect("a number");
        slides[index - 1]["type"].as_str().unwrap_or_default().to_owned()
    };
    let plain: Vec<&str> =
        output.document.pages.iter().filter(|page| is_plain(page)).map(|page| &*page.slide).collect();
    let is_drawn = |slide: &str| !plain.contains(&slide);
    let findings = output.findings.iter().filter(|finding| is_fault(finding) && is_drawn(&finding.slide));
    let mut faults: Vec<String> =
        findings.map(|finding| format!("{} in {}: {finding}", name(&finding.slide), look.id)).collect();
    for page in output.document.pages.iter().filter(|page| is_drawn(&page.slide)) {
        if let Err(fault) = catch_unwind(|| assert_sound(page)) {
            let words = fault.downcast_ref::<String>().cloned().unwrap_or_default();
            let first = words.lines().next().unwrap_or_default().to_owned();
            faults.push(format!("{} in {}: {first}", name(&page.slide), look.id));
        }
    }
    faults
}

#[test]
fn every_example_fits_in_every_theme() {
    let looks = Themes::core().iter().map(Look::from);
    let faults: Vec<String> = looks.flat_map(|look| faults(&look, "en-GB", &json!({}))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_example_fits_from_right_to_left_and_beside_a_logo() {
    let declared = json!({"id": "own", "label": "Acme", "logoUrl": "/uploads/quay.jpg"});
    let themes = Themes::core().clone().with_custom("theme.json", &declared).expect("a theme");
    let look = Look::from(themes.get("own"));
    let mut faults = faults(&look, "en-GB", &json!({"slideLogo": "top-right"}));
    faults.extend(self::faults(&Look::from(Themes::core().default()), "ar", &json!({})));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
