//! Names of slide types.

use deck::{Origin, Registry, without_version};
use serde_json::json;

fn house() -> Registry {
    let fields = json!([{"key": "title", "kind": "string"}]);
    let hero = json!({"id": "acme/hero", "label": "Hero", "fields": fields});
    let berth = json!({"id": "org.example.slide.berth", "key": "berth-slide", "label": "Berth", "fields": fields});
    let quay = json!({"slug": "quay", "label": "Quay", "fields": fields});
    Registry::core()
        .clone()
        .with("hero.json", &hero, Origin::File)
        .and_then(|registry| registry.with("berth.json", &berth, Origin::File))
        .and_then(|registry| registry.with("quay", &quay, Origin::Organization))
        .expect("good declarations")
}

/// The key that a name resolves to, if any.
fn check(names: &[&str], key: &str) {
    let registry = house();
    for name in names {
        let found = registry.resolve(name).map_or("", |slide_type| &slide_type.key);
        assert_eq!(found, key, "{name:?}");
    }
}

#[test]
fn a_core_type_has_its_canonical_id_and_older_spellings() {
    check(&["eu.svc.slide.title", "title-slide", "core/title-slide", "core/title", "title"], "title-slide");
    check(
        &["chapter-title", "chapter title", "chapter title slide", "core/chapter title", "core/chapter-title-slide"],
        "chapter-title-slide",
    );
    check(&["image-text", "image text"], "image-text-slide");
    check(&["likert"], "likert-slide");
    check(&["likert-slider"], "likert-slider-slide");
}

#[test]
fn every_core_type_resolves_under_each_of_its_spellings() {
    let core = Registry::core();
    for slide_type in core.types() {
        let short = slide_type.key.strip_suffix("-slide").expect("a core key");
        assert_eq!(slide_type.id, format!("eu.svc.slide.{short}"));
        let spaced = short.replace('-', " ");
        for name in [
            slide_type.id.clone(),
            slide_type.key.clone(),
            format!("core/{}", slide_type.key),
            format!("core/{short}"),
            short.to_owned(),
            spaced,
        ] {
            for name in [format!("{name}@2"), format!("{name}@"), name] {
                assert_eq!(core.resolve(&name).map(|found| &found.key), Some(&slide_type.key), "{name}");
            }
        }
    }
}

#[test]
fn a_published_type_has_its_key_and_its_id() {
    check(&["custom-quay", "custom/quay", "custom/quay@3"], "custom-quay");
    check(&["quay", "core/quay", "custom quay", "custom-quay-slide"], "");
}

#[test]
fn a_type_from_a_file_has_the_id_it_declares() {
    check(&["acme/hero", "acme/hero@1.2"], "acme/hero");
    check(&["org.example.slide.berth", "berth-slide"], "berth-slide");
    check(&["hero", "core/hero", "berth", "core/berth-slide", "acme/berth"], "");
}

#[test]
fn a_version_is_only_a_hint() {
    check(&["title@2", "title-slide@latest", "eu.svc.slide.title@", "title@a b@c"], "title-slide");
    assert_eq!(without_version("acme/hero@2@3"), "acme/hero");
    check(&["@2", ""], "");
}

#[test]
fn another_namespace_never_resolves_to_a_core_type() {
    check(&["acme/title", "acme/title-slide", "core/acme/title", "core/core/title", "org.example.slide.title"], "");
    check(&["eu.svc.slide.title-slide", "eu.svc.title", "eu.svc.slide/title", "core/eu.svc.slide.title"], "");
}

#[test]
fn names_compare_case_sensitively() {
    check(&["Title", "TITLE-SLIDE", "Core/title", "eu.svc.slide.Title", "Acme/hero", "Custom-quay"], "");
    check(&[" title", "title ", "chapter  title", "chapter_title"], "");
}

#[test]
fn a_retired_name_is_recognised_in_every_core_spelling() {
    let core = Registry::core();
    for name in ["lijstje-slide", "lijstje", "core/lijstje", "core/lijstje-slide", "eu.svc.slide.lijstje", "lijstje@4"]
    {
        let retired = core.retired(name).expect(name);
        assert_eq!(retired.successor.as_deref(), Some("list-slide"));
        assert!(core.resolve(name).is_none());
    }
    assert_eq!(
        core.retired("agenda timeline").and_then(|retired| retired.successor.as_deref()),
        Some("timeline-slide")
    );
    assert_eq!(core.retired("freeform").expect("retired").successor, None);
    for name in ["acme/lijstje", "title", "nothing", "eu.svc.lijstje"] {
        assert!(core.retired(name).is_none(), "{name}");
    }
}
