//! The two views of slide types: full for forms and clients, brief for agents.

use std::collections::BTreeSet;

use deck::{Category, EXAMPLE_LANG, Origin, Registry};
use serde_json::{Value, json};

const HOST: &str = "https://svc.eu";

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn full() -> Value {
    view_of(Registry::core())
}

fn view_of(registry: &Registry) -> Value {
    json!(registry.slide_types(HOST, "en-GB"))
}

fn field<'a>(slide_type: &'a Value, key: &str) -> &'a Value {
    let fields = slide_type["fields"].as_array().expect("fields");
    fields.iter().find(|field| field["key"] == key).expect("declared")
}

fn house(declaration: &Value, origin: Origin) -> Registry {
    Registry::core().clone().with("house.json", declaration, origin).expect("a good declaration")
}

#[test]
fn the_full_view_contains_every_type_once() {
    let view = full();
    assert_eq!(keys(&view), BTreeSet::from(["slideTypes", "count", "globalOptions"]));
    assert_eq!(view["count"], 36);
    assert_eq!(view["slideTypes"].as_object().map(serde_json::Map::len), Some(36));
    for (key, slide_type) in view["slideTypes"].as_object().expect("types") {
        let short = key.trim_end_matches("-slide");
        assert_eq!(slide_type["typeId"], format!("eu.svc.slide.{short}"));
        for part in [
            "label",
            "category",
            "group",
            "description",
            "bestFor",
            "notFor",
            "fields",
            "defaults",
            "schema",
            "example",
            "documented",
        ] {
            assert!(!slide_type[part].is_null(), "{key} {part}");
        }
        for part in ["usage", "isCustom", "deprecated"] {
            assert!(slide_type.get(part).is_none(), "{key} {part}");
        }
    }
}

#[test]
fn the_full_view_of_a_type_contains_its_schema_and_example() {
    let view = full();
    let poll = &view["slideTypes"]["poll-slide"];
    let core = Registry::core();
    let declared = core.by_key("poll-slide").expect("a core type");
    assert_eq!(poll["schema"], core.content_schema(declared, HOST));
    assert_eq!(poll["example"], json!(declared.example));
    assert_eq!(poll["defaults"], json!(declared.defaults));
    let roles =
        json!([poll["fallback"], poll["interaction"], poll["labelField"], poll["group"], poll.get("buildMode")]);
    assert_eq!(roles, json!(["list-slide", "poll", "question", "interaction", null]));
    assert_eq!(view["slideTypes"]["image-slide"]["buildMode"], "image-zoom");
}

#[test]
fn defaults_are_in_the_requested_language() {
    let types = json!(Registry::core().slide_types(HOST, "nl-BE"));
    let content = Registry::core().by_key("content-slide").expect("a core type");
    assert_eq!(types["slideTypes"]["content-slide"]["defaults"], json!(content.defaults_in("nl")));
    assert_ne!(content.defaults_in("nl"), content.defaults);
}

#[test]
fn the_full_view_of_a_field_contains_everything_a_form_needs() {
    let types = &full()["slideTypes"];
    let shown = [
        field(&types["title-slide"], "title"),
        field(&types["title-slide"], "background"),
        field(&types["image-slide"], "alt"),
        field(&types["image-slide"], "zoomLevel"),
        field(&types["image-slide"], "bleed"),
        field(&types["funnel-slide"], "items"),
        field(&types["code-slide"], "highlightLines"),
        field(&types["video-slide"], "watchUrl"),
    ];
    insta::assert_snapshot!(shown.map(Value::to_string).join("\n"), @r#"
    {"key":"title","label":"Headline","type":"string","required":true,"maxLength":120,"translatable":true}
    {"key":"background","label":"Backdrop","type":"enum","options":["auto","base","tint","deep","accent","gradient"],"openSet":true}
    {"key":"alt","label":"Alternative text","type":"string","maxLength":180,"translatable":true,"visibleWhen":{"field":"imageRole","in":["content"]}}
    {"key":"zoomLevel","label":"Zoom factor","type":"number","min":1.2,"max":5,"visibleWhen":{"field":"zoomSteps","in":["corners","horizontal","vertical","quadrants","custom"]},"step":0.1}
    {"key":"bleed","label":"Edge to edge","type":"boolean"}
    {"key":"items","label":"Entries","type":"items","required":true,"minItems":3,"maxItems":6,"itemFields":[{"key":"label","label":"Label","type":"string","required":true,"maxLength":60,"translatable":true},{"key":"value","label":"Value","type":"string","maxLength":30,"translatable":true},{"key":"text","label":"Detail","type":"string","maxLength":120,"translatable":true}],"ordered":true,"translatable":true}
    {"key":"highlightLines","label":"Marked lines","type":"string","maxLength":80,"pattern":"^\\s*([0-9]+(\\s*-\\s*[0-9]+)?(\\s*,\\s*[0-9]+(\\s*-\\s*[0-9]+)?)*)?\\s*$","helpText":"Line numbers and ranges counted from 1, such as 2,5-8"}
    {"key":"watchUrl","label":"Watch page","type":"url","maxLength":400,"helpText":"Address printed on static outputs"}
    "#);
}

#[test]
fn option_labels_are_included() {
    let types = full();
    let colour = &field(&types["slideTypes"]["text-blocks-slide"], "rows")["itemFields"][1];
    assert_eq!(keys(&colour["optionLabels"]), BTreeSet::from(["light", "deep"]));
    assert!(colour["optionLabels"].as_object().expect("words").values().all(Value::is_string));
    assert!(field(&types["slideTypes"]["title-slide"], "background").get("optionLabels").is_none());
}

#[test]
fn the_schema_and_the_fields_of_a_type_agree() {
    let view = full();
    let global: BTreeSet<&str> = view["globalOptions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|option| option["key"].as_str().expect("a key"))
        .collect();
    assert_eq!(global.len(), 9);
    for (key, slide_type) in view["slideTypes"].as_object().expect("types") {
        let (schema, fields) = (&slide_type["schema"], slide_type["fields"].as_array().expect("fields"));
        let names: BTreeSet<&str> = fields.iter().map(|field| field["key"].as_str().expect("a key")).collect();
        assert_eq!(keys(&schema["properties"]), names.union(&global).copied().collect(), "{key}");
        for field in fields {
            let published = &schema["properties"][field["key"].as_str().expect("a key")];
            assert_eq!((&published["title"], &published["maxLength"]), (&field["label"], &field["maxLength"]));
            let required = schema["required"].as_array().expect("a list").contains(&field["key"]);
            assert_eq!(field.get("required").is_some(), required);
        }
    }
}

#[test]
fn the_agent_view_is_brief_and_lacks_what_is_not_offered_to_agents() {
    let view = Registry::core().agent_types(None);
    assert_eq!(keys(&view), BTreeSet::from(["types", "count", "exampleLang", "globalOptions"]));
    assert_eq!((&view["count"], &view["exampleLang"]), (&json!(34), &json!("en-GB")));
    assert_eq!(view["globalOptions"], full()["globalOptions"]);
    let types = &view["types"];
    assert!(types.get("follow-invite-slide").is_none() && types.get("custom-html-slide").is_none());
    let entry = BTreeSet::from([
        "typeId",
        "label",
        "category",
        "description",
        "bestFor",
        "notFor",
        "schema",
        "example",
        "documented",
    ]);
    for (key, slide_type) in types.as_object().expect("types") {
        assert_eq!(keys(slide_type), entry, "{key}");
    }
    assert!(types["video-slide"]["schema"].get("watchUrl").is_none());
    insta::assert_snapshot!(serde_json::to_string(&types["timeline-slide"]["schema"]).expect("JSON"), @r#"{"title":{"type":"string","maxLength":120},"subheading":{"type":"string","maxLength":200},"bottomSubheading":{"type":"string","maxLength":200},"items":{"type":"items","required":true,"minItems":2,"maxItems":10,"itemSchema":{"date":{"type":"string","required":true,"maxLength":30},"title":{"type":"string","required":true,"maxLength":60},"text":{"type":"string","maxLength":200}}},"background":{"type":"enum","options":["auto","base","tint","deep","accent","gradient"]}}"#);
}

#[test]
fn the_examples_are_in_the_language_of_the_catalogue() {
    let catalogue: Value = serde_json::from_str(include_str!("../catalogue/slide-types.json")).expect("JSON");
    assert_eq!(catalogue["exampleLang"], EXAMPLE_LANG);
}

#[test]
fn types_can_be_filtered_by_category() {
    let names = |category| {
        let view = Registry::core().agent_types(category);
        let names: BTreeSet<String> = keys(&view["types"]).into_iter().map(str::to_owned).collect();
        assert_eq!(view["count"], names.len());
        names
    };
    let structural = names(Some(Category::Structural));
    let expected = ["title", "chapter-title", "payoff", "quote", "end"].map(|name| format!("{name}-slide"));
    assert_eq!(structural, BTreeSet::from(expected));
    assert_eq!(&names(None) - &structural, names(Some(Category::Content)));
}

#[test]
fn global_options_are_the_nine_with_their_bounds() {
    let options = full()["globalOptions"].clone();
    let lines: Vec<String> = options.as_array().expect("a list").iter().map(Value::to_string).collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    {"key":"a11yTitle","type":"string","maxLength":140,"description":"Title read by screen readers when the slide shows none or a poor one"}
    {"key":"a11ySummary","type":"string","maxLength":280,"description":"What the slide shows, for people who cannot see it"}
    {"key":"slideBgImage","type":"image","description":"Picture behind the whole slide; the editor offers the drawn set of the theme"}
    {"key":"slideBgFit","type":"enum","options":["cover","contain"],"default":"cover","description":"How the backdrop picture fills the slide"}
    {"key":"slideBgFocusX","type":"number","min":0,"max":100,"default":50,"description":"Point kept in view when cropping, from the left"}
    {"key":"slideBgFocusY","type":"number","min":0,"max":100,"default":50,"description":"Point kept in view when cropping, from the top"}
    {"key":"slideBgOverlay","type":"enum","options":["auto","none","light","dark","gradient-top","gradient-bottom"],"default":"auto","description":"Veil between picture and text; auto adds one when the picture is busy"}
    {"key":"slideBgText","type":"enum","options":["auto","light","dark"],"default":"auto","description":"Text colour over the picture; auto follows its brightness"}
    {"key":"slideLogo","type":"enum","options":["none","top-right"],"default":"none","description":"Small logo in the upper right corner"}
    "#);
}

#[test]
fn a_disabled_type_is_in_neither_view_but_has_a_schema() {
    let registry = Registry::core().clone().with_setting("quote-slide", false, None);
    assert!(view_of(&registry)["slideTypes"].get("quote-slide").is_none());
    assert_eq!(view_of(&registry)["count"], 35);
    assert!(registry.agent_types(None)["types"].get("quote-slide").is_none());
    assert!(registry.deck_schema(HOST)["$defs"]["quote-slide"].is_object());
}

#[test]
fn a_usage_text_is_in_both_views() {
    let registry = Registry::core().clone().with_setting("quote-slide", true, Some("Customers only."));
    for view in [&view_of(&registry)["slideTypes"], &registry.agent_types(None)["types"]] {
        assert_eq!(view["quote-slide"]["usage"], "Customers only.");
        assert!(view["title-slide"].get("usage").is_none());
    }
}

#[test]
fn types_from_files_and_organizations_are_marked_as_custom() {
    let fields = json!([{"key": "title", "type": "string", "helpText": "Name of the berth"}]);
    let file = house(&json!({"id": "org.example.slide.berth", "label": "Berth", "fields": fields}), Origin::File);
    let organization = house(&json!({"slug": "berth", "label": "Berth", "fields": fields}), Origin::Organization);
    for (registry, key, id) in
        [(file, "org.example.slide.berth", "org.example.slide.berth"), (organization, "custom-berth", "custom/berth")]
    {
        for view in [&view_of(&registry)["slideTypes"], &registry.agent_types(None)["types"]] {
            assert_eq!((&view[key]["typeId"], &view[key]["isCustom"]), (&json!(id), &json!(true)));
            assert_eq!(view[key]["documented"], false);
        }
        assert_eq!(registry.agent_types(None)["types"][key]["schema"]["title"]["description"], "Name of the berth");
        assert_eq!(view_of(&registry)["slideTypes"][key]["fields"][0]["helpText"], "Name of the berth");
    }
}

#[test]
fn a_deprecated_type_is_only_in_the_full_view() {
    let registry = house(&json!({"id": "acme/old", "label": "Old", "deprecated": true}), Origin::File);
    assert_eq!(view_of(&registry)["slideTypes"]["acme/old"]["deprecated"], true);
    assert!(registry.agent_types(None)["types"].get("acme/old").is_none());
}

#[test]
fn hidden_fields_are_in_neither_view() {
    let inner = json!([{"key": "seen", "kind": "string"}, {"key": "hush", "kind": "string", "hidden": true}]);
    let fields = json!([
        {"key": "seen", "kind": "string"},
        {"key": "gone", "kind": "string", "deprecated": true},
        {"key": "list", "kind": "items", "itemFields": inner},
    ]);
    let registry = house(&json!({"id": "acme/old", "label": "Old", "fields": fields}), Origin::File);
    let view = &view_of(&registry)["slideTypes"]["acme/old"]["fields"];
    assert_eq!(view.as_array().map(Vec::len), Some(2));
    assert_eq!(view[1]["itemFields"].as_array().map(Vec::len), Some(1));
    let view = &registry.agent_types(None)["types"]["acme/old"]["schema"];
    assert_eq!(keys(view), BTreeSet::from(["seen", "list"]));
    assert_eq!(keys(&view["list"]["itemSchema"]), BTreeSet::from(["seen"]));
}
