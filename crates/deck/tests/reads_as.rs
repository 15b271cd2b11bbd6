//! Older keys and words of slide types, and the current ones that replace them.

use deck::{Content, Registry};
use serde_json::{Value, json};

fn object(value: &Value) -> Content {
    value.as_object().cloned().expect("an object")
}

/// Checks content before and after reading, and that reading again changes nothing.
fn check(key: &str, cases: &[(Value, Value)]) {
    let core = Registry::core();
    let slide_type = core.by_key(key).expect("a core type");
    for (before, after) in cases {
        let mut content = object(before);
        core.read_content(slide_type, &mut content);
        assert_eq!(Value::Object(content.clone()), *after, "{key} {before}");
        core.read_content(slide_type, &mut content);
        assert_eq!(Value::Object(content), *after, "{key} {before}, read twice");
    }
}

#[test]
fn every_type_with_older_keys_is_tested() {
    let tried = [
        "title-slide",
        "kpi-metrics-slide",
        "image-text-slide",
        "team-cards-slide",
        "logo-wall-slide",
        "icon-card-grid-slide",
        "quote-slide",
        "image-slide",
        "chart-slide",
        "text-blocks-slide",
        "process-slide",
        "timeline-slide",
        "funnel-slide",
        "cycle-slide",
    ];
    let with_rules = Registry::core().types().filter(|slide_type| !slide_type.reads_as.is_empty());
    let mut keys: Vec<&str> = with_rules.map(|slide_type| slide_type.key.as_str()).collect();
    keys.sort_unstable();
    let mut tried = tried.to_vec();
    tried.sort_unstable();
    assert_eq!(keys, tried);
}

#[test]
fn title_subtitle_is_the_subheading_and_its_picture_the_backdrop() {
    check(
        "title-slide",
        &[
            (
                json!({"subtitle": "Below", "bgImage": "/uploads/a.png"}),
                json!({"subheading": "Below", "slideBgImage": "/uploads/a.png"}),
            ),
            (json!({"subtitle": "Old", "subheading": "New"}), json!({"subheading": "New"})),
            (json!({"subtitle": "Old", "subheading": " "}), json!({"subheading": "Old"})),
            (json!({"subtitle": ""}), json!({})),
            (json!({"subtitle": null, "zz": 1}), json!({"zz": 1})),
        ],
    );
}

#[test]
fn kpi_delta_goes_in_front_of_the_note() {
    check(
        "kpi-metrics-slide",
        &[
            (
                json!({"metrics": [
                    {"value": "9", "delta": "+12%", "note": "since May"}, {"delta": "-1"}, {"note": "n"},
                ]}),
                json!({"metrics": [{"value": "9", "note": "+12% since May"}, {"note": "-1"}, {"note": "n"}]}),
            ),
            (json!({"metrics": "none"}), json!({"metrics": "none"})),
        ],
    );
}

#[test]
fn image_text_picture_becomes_the_first_of_the_list() {
    check(
        "image-text-slide",
        &[
            (
                json!({"image": "/uploads/a.png", "alt": "A pier", "imageFit": "contain", "focusX": 20, "focusY": 80}),
                json!({"images": [
                    {"src": "/uploads/a.png", "alt": "A pier", "fit": "contain", "focusX": 20, "focusY": 80},
                ]}),
            ),
            (
                json!({"imageFit": "cover", "images": [{"src": "a"}, {"src": "b", "fit": "contain"}]}),
                json!({"images": [{"src": "a", "fit": "cover"}, {"src": "b", "fit": "contain"}]}),
            ),
            (json!({"image": "/uploads/a.png", "images": [{"src": "kept"}]}), json!({"images": [{"src": "kept"}]})),
            (json!({"image": "", "imageFit": "cover"}), json!({})),
        ],
    );
}

#[test]
fn team_card_slots_become_members() {
    check(
        "team-cards-slide",
        &[
            (
                json!({
                    "card1Name": "Ada", "card1Byline": "Captain", "card1Image": "/uploads/a.png",
                    "card1Alt": "Ada at the helm", "card1ImageFocusX": 40, "card1Linkedin": "https://example.org",
                    "card2Name": "Bo", "card3Name": "Cy", "cardCount": "2",
                }),
                json!({"members": [
                    {
                        "image": "/uploads/a.png", "alt": "Ada at the helm", "imageFocusX": 40, "name": "Ada",
                        "byline": "Captain", "linkedin": "https://example.org",
                    },
                    {"name": "Bo"},
                ]}),
            ),
            (
                json!({"card1Name": "", "card3Name": "Cy", "card25Name": ""}),
                json!({"members": [{"name": ""}, {}, {"name": "Cy"}]}),
            ),
            (
                json!({"card1Name": "Old", "members": [{"name": "New"}], "cardCount": 1}),
                json!({"members": [{"name": "New"}]}),
            ),
            (json!({"cardCount": 5}), json!({})),
        ],
    );
}

#[test]
fn logo_slots_become_logos() {
    check(
        "logo-wall-slide",
        &[(
            json!({
                "logo1Image": "/uploads/a.svg", "logo1Name": "Acme", "logo2Link": "https://example.org", "logo12Alt": "L",
                "logoCount": 2,
            }),
            json!({"logos": [{"image": "/uploads/a.svg", "name": "Acme"}, {"link": "https://example.org"}]}),
        )],
    );
}

#[test]
fn icon_card_slots_become_items() {
    check(
        "icon-card-grid-slide",
        &[(
            json!({
                "title": "T", "card1Icon": "ship", "card1Title": "Sail", "card1Body": "Far", "card2Link": "#2",
                "cardCount": 6,
            }),
            json!({"title": "T", "items": [{"icon": "ship", "title": "Sail", "body": "Far"}, {"link": "#2"}]}),
        )],
    );
}

#[test]
fn text_block_rows_blocks_and_arrows_become_rows() {
    check(
        "text-blocks-slide",
        &[
            (
                json!({
                    "row1Title": "Now", "row1Color": "light", "row1Count": 2, "row1Block1Title": "A",
                    "row1Block1Body": "a", "row1Block2Title": "B", "row1Block3Title": "beyond the count", "arrow1": "down",
                    "row2Enabled": true, "row2Title": "Then", "row2Block1Body": "c", "arrow2": "up",
                }),
                json!({"rows": [
                    {
                        "title": "Now", "color": "light", "arrow": "down",
                        "blocks": [{"title": "A", "body": "a"}, {"title": "B"}],
                    },
                    {"title": "Then", "blocks": [{"body": "c"}], "arrow": "up"},
                ]}),
            ),
            (
                json!({
                    "row1Title": "Off", "row1Enabled": "off", "row2Title": "On", "row2Enabled": "on",
                    "row3Title": "Gone", "row3Enabled": false,
                }),
                json!({"rows": [{"title": "On"}]}),
            ),
            (
                json!({"arrow1": "down", "rows": [{"title": "A"}, {"title": "B"}]}),
                json!({"rows": [{"title": "A", "arrow": "down"}, {"title": "B"}]}),
            ),
            (json!({"arrow1": "down"}), json!({})),
            // A row that is off is dropped together with its arrow.
            (
                json!({"row1Title": "Off", "row1Enabled": false, "arrow1": "down", "row2Title": "A", "arrow2": "up", "row3Title": "B"}),
                json!({"rows": [{"title": "A", "arrow": "up"}, {"title": "B"}]}),
            ),
        ],
    );
}

#[test]
fn quote_author_and_role_are_joined_and_cut() {
    check(
        "quote-slide",
        &[
            (
                json!({"quote": "Q", "authorName": "Ada", "authorTitle": "Captain"}),
                json!({"quote": "Q", "attribution": "Ada, Captain"}),
            ),
            (json!({"authorName": " ", "authorTitle": "Captain"}), json!({"attribution": "Captain"})),
            (json!({"authorName": "Ada", "attribution": "Bo"}), json!({"attribution": "Bo"})),
            (json!({"authorName": "é".repeat(200)}), json!({"attribution": "é".repeat(160)})),
        ],
    );
}

#[test]
fn image_layout_becomes_fit_and_bleed() {
    check(
        "image-slide",
        &[
            (json!({"layout": "full"}), json!({"fit": "cover", "bleed": false})),
            (json!({"layout": "bleed"}), json!({"fit": "cover", "bleed": true})),
            (json!({"layout": "centered"}), json!({"fit": "contain", "bleed": false})),
            (json!({"layout": "bleed", "fit": "contain"}), json!({"fit": "contain", "bleed": true})),
            (json!({"layout": "odd"}), json!({})),
        ],
    );
}

#[test]
fn chart_subtitle_is_the_subheading() {
    check("chart-slide", &[(json!({"subtitle": "Below"}), json!({"subheading": "Below"}))]);
}

#[test]
fn steps_and_stages_are_items() {
    let entries = json!([{"title": "One", "label": "One"}]);
    for (key, older) in [("process-slide", "steps"), ("funnel-slide", "stages"), ("cycle-slide", "stages")] {
        check(
            key,
            &[
                (json!({older: entries}), json!({"items": entries})),
                (json!({older: entries, "items": []}), json!({"items": entries})),
                (json!({older: [], "items": entries}), json!({"items": entries})),
            ],
        );
    }
}

#[test]
fn timeline_time_label_and_body_are_date_title_and_text() {
    check(
        "timeline-slide",
        &[(
            json!({"items": [
                {"time": "May", "label": "Launch", "body": "Afloat"}, {"time": "old", "date": "new"}, "odd",
            ]}),
            json!({"items": [{"date": "May", "title": "Launch", "text": "Afloat"}, {"date": "new"}, "odd"]}),
        )],
    );
}

#[test]
fn older_words_for_backdrops_are_read_as_the_listed_ones_on_every_type() {
    let words = [
        ("lime", "base"),
        ("mist", "tint"),
        ("dark", "deep"),
        ("calm", "gradient"),
        ("brand-1", "accent"),
        ("brand-2", "accent-2"),
    ];
    let core = Registry::core();
    let with_backdrop = core.types().filter(|slide_type| slide_type.field("background").is_some());
    let mut count = 0;
    for slide_type in with_backdrop {
        for (older, newer) in words {
            check(&slide_type.key, &[(json!({"background": older}), json!({"background": newer}))]);
        }
        check(&slide_type.key, &[(json!({"background": "my-own"}), json!({"background": "my-own"}))]);
        count += 1;
    }
    assert_eq!(count, 34);
}
