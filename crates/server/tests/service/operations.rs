//! Compares the manual and the dashboard with the metrics and settings that exist.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::lectern::Lectern;

const MANUAL: &str = include_str!("../../../../docs/operations.md");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana.json");
const SETTINGS: &[&str] = &[include_str!("../../src/settings.rs"), include_str!("../../src/settings/flags.rs")];

/// The words of a text that begin with one of these prefixes. Words are made of letters, digits and underscores.
fn names(text: &str, begins: &[&str]) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| begins.iter().any(|begin| word.starts_with(begin))).map(str::to_owned).collect()
}

/// The names in the `TYPE` lines of the metrics of a running service, and the names of the samples.
fn figures() -> (BTreeSet<String>, BTreeSet<String>) {
    let lectern = Lectern::start(&[]);
    assert_eq!(lectern.admin().post("/api/presentations", &json!({ "title": "Tides" })).status, 201);
    let text = lectern.anonymous().get("/metrics").text;
    let described = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let samples = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(['{', ' ']).next());
    (described.map(str::to_owned).collect(), samples.map(str::to_owned).collect())
}

#[test]
fn the_manual_names_every_metric_and_no_other() {
    let (described, _) = figures();
    let rows = MANUAL.lines().filter(|line| line.starts_with("| `lectern_") || line.starts_with("| `process_"));
    let documented: BTreeSet<String> =
        rows.flat_map(|row| names(row.split('|').nth(1).unwrap_or_default(), &["lectern_", "process_"])).collect();
    assert_eq!(documented, described);
}

#[test]
fn the_dashboard_shows_only_metrics_that_exist() {
    let (_, samples) = figures();
    let dashboard: Value = serde_json::from_str(DASHBOARD).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let mut shown = BTreeSet::new();
    for panel in panels {
        assert!(panel["title"].as_str().is_some_and(|title| !title.is_empty()));
        for target in panel["targets"].as_array().expect("targets") {
            let named = names(target["expr"].as_str().expect("a question"), &["lectern_", "process_"]);
            assert!(!named.is_empty(), "{target}");
            shown.extend(named);
        }
    }
    let unknown: Vec<_> = shown.difference(&samples).collect();
    assert!(unknown.is_empty(), "{unknown:?} are not among {samples:#?}");
    assert!(panels.len() > 10);
}

#[test]
fn the_manual_names_every_setting() {
    let mut named = BTreeSet::new();
    for source in SETTINGS {
        let (source, _) = source.split_once("#[cfg(test)]").unwrap_or((source, ""));
        named.extend(names(source, &["SVC_", "APP_URL", "DATABASE_URL"]));
    }
    named.retain(|name| !name.ends_with('_') && name != "SVC_REQUESTS_A_MINUTE");
    assert!(named.len() > 25, "{named:?}");
    let unknown: Vec<_> = named.iter().filter(|name| !MANUAL.contains(&format!("`{name}`"))).collect();
    assert!(unknown.is_empty(), "settings that the manual does not name: {unknown:?}");
}
