//! Errors in theme declarations, with file, theme and field.

use deck::{Registry, ThemeError, Themes};
use serde_json::{Value, json};

fn catalogue() -> Value {
    serde_json::from_str(include_str!("../catalogue/themes.json")).expect("JSON")
}

fn harbour() -> Value {
    json!({"id": "7d0f", "label": "Harbour", "slug": "harbour", "colors": {"accent": "#B0123A"}, "fonts": {}})
}

fn with(declaration: &Value) -> Result<Themes, ThemeError> {
    Themes::core().clone().with_custom("organization", declaration)
}

fn refused(declaration: &Value) -> ThemeError {
    with(declaration).map(|_| ()).expect_err("it is wrong")
}

#[test]
fn a_wrong_custom_theme_is_refused_with_its_field() {
    let long = "x".repeat(256);
    for (change, field) in [
        (json!({"label": ""}), "label"),
        (json!({"label": "  "}), "label"),
        (json!({"label": long}), "label"),
        (json!({"label": null}), "label"),
        (json!({"label": 5}), "label"),
        (json!({"id": null}), "id"),
        (json!({"id": "ledger"}), "id"),
        (json!({"slug": "Not a slug"}), "slug"),
        (json!({"slug": "clarity"}), "slug"),
        (json!({"slug": 5}), "slug"),
        (json!({"logoUrl": "javascript:1"}), "logoUrl"),
        (json!({"colors": []}), "colors"),
        (json!({"colors": {"accnt": "#000000"}}), "colors.accnt"),
        (json!({"colors": {"accent": "#FFF"}}), "colors.accent"),
        (json!({"colors": {"accent": "red"}}), "colors.accent"),
        (json!({"colors": {"accent": 5}}), "colors.accent"),
        (json!({"fonts": {"body": "Comic Sans MS"}}), "fonts.body"),
        (json!({"fonts": {"body": 5}}), "fonts.body"),
        (json!({"fonts": {"title": "Inter"}}), "fonts.title"),
        (json!({"fonts": {"heading": {"family": "Inter", "weight": 900}}}), "fonts.heading.weight"),
        (json!({"fonts": {"mono": {"family": "Inter", "size": 9}}}), "fonts.mono.size"),
        (json!({"locks": ["title"]}), "locks[0]"),
        (json!({"chart": "#FFFFFF"}), "chart"),
        (json!({"chart": []}), "chart"),
        (json!({"chart": vec!["#FFFFFF"; 13]}), "chart"),
        (json!({"chart": ["#FFFFFF", "white"]}), "chart[1]"),
        (json!({"voice": []}), "voice"),
        (json!({"voice": {"heads": {}}}), "voice.heads"),
        (json!({"voice": {"head": "rail"}}), "voice.head"),
        (json!({"voice": {"head": {"place": "left"}}}), "voice.head.place"),
        (json!({"voice": {"head": {"size": 12}}}), "voice.head.size"),
        (json!({"voice": {"plate": {"radius": 97}}}), "voice.plate.radius"),
        (json!({"voice": {"chart": {"pattern": "yes"}}}), "voice.chart.pattern"),
        (json!({"voice": {"title": {"steps": []}}}), "voice.title.steps"),
        (json!({"voice": {"title": {"steps": [96, "80"]}}}), "voice.title.steps"),
        (json!({"voice": {"ornament": "glitter"}}), "voice.ornament"),
        (json!({"voice": {"backdrop": {"hero-slide": "deep"}}}), "voice.backdrop.hero-slide"),
        (json!({"voice": {"backdrop": {"title-slide": "auto"}}}), "voice.backdrop.title-slide"),
    ] {
        let mut declaration = harbour();
        for (key, value) in change.as_object().expect("an object") {
            declaration[key] = value.clone();
        }
        let error = refused(&declaration);
        assert_eq!((error.file.as_str(), error.field.as_str()), ("organization", field), "{error}");
        assert_eq!(error.theme, declaration["id"].as_str().unwrap_or_default());
    }
    assert_eq!(refused(&json!([])).fault, "expected an object");
    let error = refused(&json!({"id": "5", "label": "L", "colors": {"accent": "teal"}}));
    insta::assert_snapshot!(error, @r#"organization: theme `5`, field `colors.accent`: expected a colour such as `#0B6B75`, got `"teal"`"#);
    let error = refused(&json!({"id": "5", "label": "L", "voice": {"head": {"place": "left"}}}));
    insta::assert_snapshot!(error, @"organization: theme `5`, field `voice.head.place`: unknown value `left`; the values are top, rail, band");
    let error = refused(&json!({"id": "5", "label": "L", "fonts": {"heading": "Comic Sans MS"}}));
    assert!(error.fault.starts_with("there is no family `Comic Sans MS`; there are "), "{error}");
    assert!(error.fault.contains("Newsreader"), "{error}");
    let error = refused(&json!({"id": "5", "label": "L", "fonts": {"body": {"family": "Inter", "weight": 5000}}}));
    assert!(error.fault.starts_with("`Inter` has no file of weight 5000; it has "), "{error}");
}

#[test]
fn a_label_may_have_255_characters_and_a_name_must_be_free() {
    let label = "€".repeat(255);
    let themes = with(&json!({"id": "a", "label": label})).expect("good");
    assert_eq!(themes.get("a").label, label);
    let themes = with(&harbour()).expect("good");
    let twice = themes.with_custom("organization", &json!({"id": "b", "label": "B", "slug": "harbour"}));
    assert_eq!(twice.map(|_| ()).expect_err("taken").field, "slug");
}

/// The error of the catalogue with one value of its third theme replaced; `null` removes the value.
fn broken(pointer: &str, value: Value) -> ThemeError {
    let mut source = catalogue();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = source.pointer_mut(&format!("/themes/2{parent}")).expect("there");
    match parent {
        Value::Object(members) if value.is_null() => {
            members.shift_remove(key);
        }
        Value::Object(members) => {
            members.insert(key.to_owned(), value);
        }
        Value::Array(entries) => entries[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("no place for it"),
    }
    Themes::from_catalogue("broken.json", &source, Registry::core()).expect_err("it is wrong")
}

#[test]
fn a_wrong_system_theme_is_refused_with_file_theme_and_field() {
    for (pointer, value, field) in [
        ("/palette/base", json!("#FFF"), "palette.base"),
        ("/palette/line", json!(null), "palette.line"),
        ("/palette/extra", json!("#FFFFFF"), "palette.extra"),
        ("/syntax/name", json!(null), "syntax.name"),
        ("/chart/0", json!("blue"), "chart[0]"),
        ("/chart", json!([]), "chart"),
        ("/brandColors", json!("#FFFFFF"), "brandColors"),
        ("/label", json!(null), "label"),
        ("/mood", json!(7), "mood"),
        ("/hasBackgroundImages", json!("yes"), "hasBackgroundImages"),
        ("/defaultTitleSlide", json!("hero-slide"), "defaultTitleSlide"),
        ("/fonts/heading/family", json!("Papyrus"), "fonts.heading.family"),
        ("/fonts/heading/weight", json!(700), "fonts.heading.weight"),
        ("/fonts/body/strong", json!(500), "fonts.body.strong"),
        ("/fonts/body/italic", json!(null), "fonts.body.italic"),
        (
            "/fonts/body",
            json!({"family": "Schibsted Grotesk", "weight": 700, "strong": 700, "italic": true}),
            "fonts.body.italic",
        ),
        ("/fonts/mono", json!("JetBrains Mono"), "fonts.mono"),
        ("/officeFonts/mono", json!(null), "officeFonts.mono"),
        ("/gradient/kind", json!("conic"), "gradient.kind"),
        ("/gradient/kind", json!("flat"), "gradient.stops"),
        ("/gradient/angle", json!(90), "gradient.angle"),
        ("/gradient/stops/0", json!("#A63A1B at 28% from 100%"), "gradient.stops[0]"),
        ("/gradient/stops/1", json!("#2A1B1"), "gradient.stops[1]"),
        ("/gradient/stops", json!(["#2A1B16"]), "gradient.stops"),
        ("/gradient/lightest", json!(null), "gradient.lightest"),
        ("/gradient/over", json!("a ring"), "gradient.over"),
        ("/gradient/over", json!({"form": "star", "color": "#FFFFFF"}), "gradient.over.form"),
        ("/gradient/over", json!({"form": "ring", "color": "white"}), "gradient.over.color"),
        ("/gradient/over", json!({"form": "ring", "color": "#FFFFFF", "opacity": 14}), "gradient.over.opacity"),
        ("/voice", json!({"plate": {"form": "round"}}), "voice.plate.form"),
        ("/shadow", json!("soft"), "shadow"),
        ("/locks", json!(["title"]), "locks[0]"),
    ] {
        let error = broken(pointer, value);
        let place = (error.file.as_str(), error.theme.as_str(), error.field.as_str());
        assert_eq!(place, ("broken.json", "atelier", field), "{error}");
    }
    assert_eq!(broken("/id", json!("Not a slug")).field, "id");
    assert_eq!(broken("/id", json!("ledger")).fault, "`ledger` is taken");
    assert_eq!(broken("/id", json!(null)).theme, "themes[2]");
}

#[test]
fn a_wrong_list_of_fonts_or_default_is_refused() {
    for (key, value, field) in [
        ("fonts", json!({}), "fonts"),
        ("fonts", json!([{"family": "Inter"}]), "fonts[0].files"),
        ("fallbackFonts", json!([{}]), "fallbackFonts[0].scripts"),
        ("defaultTheme", json!("lost"), "defaultTheme"),
        ("themes", json!(null), "themes"),
    ] {
        let mut source = catalogue();
        source[key] = value;
        let error = Themes::from_catalogue("broken.json", &source, Registry::core()).expect_err("it is wrong");
        assert_eq!((error.theme.as_str(), error.field.as_str()), ("", field), "{error}");
    }
}
