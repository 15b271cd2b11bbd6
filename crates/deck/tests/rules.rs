//! Strict validation, validation of saved slides, and lists of all problems.

use deck::{Deck, Registry, Slide, check_changes, problems, validated_slide};
use serde_json::{Value, json};

fn refusal(slide: &Value) -> String {
    validated_slide(Registry::core(), 1, slide).expect_err("this slide breaks a rule").to_string()
}

fn passes(slide: &Value) {
    if let Err(problem) = validated_slide(Registry::core(), 0, slide) {
        panic!("{problem}");
    }
}

fn slide(kind: &str, content: &Value) -> Value {
    json!({"type": kind, "content": content})
}

fn stored(kind: &str, content: &Value) -> Slide {
    let slide_type = Registry::core().resolve(kind).expect("a core type");
    let content = content.as_object().cloned().expect("an object");
    Slide::new("s", slide_type.key.as_str(), content)
}

#[test]
fn every_example_passes_strict_validation() {
    for slide_type in Registry::core().types() {
        passes(&slide(&slide_type.key, &Value::Object(slide_type.example.clone())));
    }
}

#[test]
fn the_defaults_of_every_type_in_every_language_pass_strict_validation() {
    for slide_type in Registry::core().types() {
        for lang in ["en-GB", "nl", "de-AT", "fr", "ja"] {
            passes(&slide(&slide_type.key, &Value::Object(slide_type.defaults_in(lang))));
        }
    }
}

#[test]
fn a_problem_names_slide_type_field_and_expectation() {
    let check = |slide: Value, text: &str| assert_eq!(refusal(&slide), text);
    check(
        slide("quote", &json!({"quote": "q", "colour": "blue"})),
        "slide 1 (quote), field colour: expected one of quoteAlign, quote, attribution, authorImage1, authorImage1Alt, \
         quotes, background, got an unknown field",
    );
    check(
        slide("quote", &json!({"quote": "q".repeat(401)})),
        "slide 1 (quote), field quote: expected at most 400 characters, got 401",
    );
    check(
        slide("quote", &json!({"attribution": "A pilot"})),
        "slide 1 (quote), field quote: expected a text of at most 400 characters that is not blank, got nothing",
    );
    check(
        slide("quote", &json!({"quote": " \t"})),
        "slide 1 (quote), field quote: expected a text of at most 400 characters that is not blank, got a blank text",
    );
    check(
        slide("content", &json!({"title": 7})),
        "slide 1 (content), field title: expected a text of at most 120 characters that is not blank, got `7`",
    );
    check(
        slide("content", &json!({"title": "t", "slideBgFit": "stretch"})),
        "slide 1 (content), field slideBgFit: expected one of cover, contain, got `\"stretch\"`",
    );
    check(
        slide("content", &json!({"title": "t", "slideBgFocusX": 101})),
        "slide 1 (content), field slideBgFocusX: expected a number from 0 to 100, got `101`",
    );
    check(
        slide("list", &json!({"title": "t", "items": [{"title": "one"}]})),
        "slide 1 (list), field items: expected a list of 2 to 8 entries, got 1 entry",
    );
    check(
        slide("list", &json!({"title": "t", "items": [{"title": "one"}, {"title": "x".repeat(81)}]})),
        "slide 1 (list), field items[1].title: expected at most 80 characters, got 81",
    );
    check(
        slide("list", &json!({"title": "t", "items": [{"title": "one"}, {"text": "no title"}]})),
        "slide 1 (list), field items[1].title: expected a text of at most 80 characters that is not blank, got nothing",
    );
    check(
        slide("list", &json!({"title": "t", "items": [{"title": "one"}, 5]})),
        "slide 1 (list), field items[1]: expected an object, got `5`",
    );
    check(
        slide("embed", &json!({"embedUrl": "javascript:alert(1)"})),
        "slide 1 (embed), field embedUrl: expected an http, https, mailto or root-relative address of at most 500 \
         characters, got `\"javascript:alert(1)\"`",
    );
    check(
        slide("text-blocks", &json!({"title": "t", "rows": [{"blocks": [{"titel": "x"}]}]})),
        "slide 1 (text-blocks), field rows[0].blocks[0].titel: expected one of title, body, got an unknown field: did \
         you mean `title`?",
    );
}

#[test]
fn the_field_that_is_suggested_can_hold_the_value() {
    let unknown = |key: &str, value: &str| refusal(&slide("quote", &json!({"quote": "q", key: value})));
    assert!(unknown("author", "Ada Quay").ends_with("got an unknown field"));
    assert!(unknown("authorImage", "/uploads/ada.png").ends_with("did you mean `authorImage1`?"));
}

#[test]
fn a_missing_unknown_or_switched_off_type_is_a_problem() {
    assert!(
        refusal(&json!({"content": {}})).starts_with("slide 1 (no type), field type: expected one of title-slide, ")
    );
    assert!(refusal(&slide("hologram", &json!({}))).ends_with("got the unknown type `hologram`"));
    let near = refusal(&slide("qoute", &json!({})));
    assert!(near.ends_with("expected a known slide type, got the unknown type `qoute`: did you mean `quote-slide`?"));
    assert!(refusal(&slide("acme/title", &json!({"title": "t"}))).contains("field type: "));
    assert!(refusal(&slide("title", &json!("t"))).contains("field content: expected an object, got "));
    assert!(refusal(&json!("title")).contains("field slide: expected an object"));
    let off = Registry::core().clone().with_setting("quote-slide", false, None);
    let problem = validated_slide(&off, 0, &slide("quote", &json!({"quote": "q"}))).expect_err("switched off");
    assert!(problem.to_string().ends_with("got `quote`, which is switched off here"));
}

#[test]
fn problems_are_reported_in_order() {
    let both = json!({"title": "t".repeat(200), "items": [{"title": ""}], "layout": "x", "zz": 1});
    let without = |keys: &[&str]| {
        let mut content = both.as_object().cloned().expect("an object");
        content.retain(|key, _| !keys.contains(&key.as_str()));
        refusal(&slide("list", &Value::Object(content)))
    };
    assert!(without(&[]).contains("field zz"));
    assert!(without(&["zz"]).contains("field items:"));
    assert!(without(&["zz", "items"]).contains("field title"));
    let rest = slide("list", &json!({"title": "t", "layout": "x", "items": [{"title": "a"}, {"title": "b"}]}));
    assert!(refusal(&rest).contains("field layout"));
}

#[test]
fn lengths_count_code_points() {
    passes(&slide("quote", &json!({"quote": "🌊".repeat(400)})));
    assert!(refusal(&slide("quote", &json!({"quote": "🌊".repeat(401)}))).ends_with("got 401"));
}

#[test]
fn global_options_and_reserved_keys_are_known_to_every_type() {
    let content = json!({
        "title": "t", "subtitle": "older key", "a11yTitle": "spoken", "textStyles": {"title": {"align": "center"}},
        "bgCustomColor": "#fff", "slideBgTextAuto": "dark", "slideBgNeedsScrim": true, "background": "any-slug",
    });
    passes(&slide("title", &content));
    passes(&slide("poll", &json!({"question": "q", "option1": "a", "option2": "b", "pollId": "x"})));
    passes(&slide("follow-invite", &json!({"enabled": false, "customTitle": "Join", "presentationId": "x"})));
}

#[test]
fn unset_values_are_valid_in_optional_fields() {
    passes(&slide(
        "content",
        &json!({"title": "t", "body": "", "layout": "", "actions": [], "slideBgFocusX": "", "slideBgImage": ""}),
    ));
    passes(&slide("content", &json!({"title": "t", "body": null})));
    passes(&slide("image", &json!({"bleed": "", "zoomLevel": "2.5"})));
}

#[test]
fn a_numeric_text_becomes_the_number() {
    let slide = slide("image", &json!({"focusX": "40"}));
    let sent = validated_slide(Registry::core(), 0, &slide).expect("a good slide");
    assert_eq!(sent.content["focusX"], json!(40));
}

#[test]
fn a_blank_text_in_another_kind_of_field_counts_as_unset() {
    let given =
        slide("image-text", &json!({"title": "t", "images": "", "layout": "  ", "slideBgFocusX": " ", "body": " "}));
    let sent = validated_slide(Registry::core(), 0, &given).expect("a good slide");
    assert_eq!(Value::Object(sent.content), json!({"title": "t", "layout": "", "slideBgFocusX": "", "body": " "}));
}

#[test]
fn addresses_links_and_pictures_are_checked() {
    for good in ["https://", "http://a", "HTTPS://a", "mailto:a@b", "/path", "https://a?b#c"] {
        assert!(deck::is_address(good), "{good}");
    }
    for bad in ["javascript:alert(1)", "data:text/html,x", "//evil", "ftp://x", "a.b", "https://a\u{0}b"] {
        assert!(!deck::is_address(bad), "{bad}");
    }
    for good in ["#slide:ab", "#3", "https://a", "mailto:x"] {
        assert!(deck::is_link(good), "{good}");
    }
    for bad in ["#", "#0", "#+3", "#x", "#slide:", "/path", "javascript:x"] {
        assert!(!deck::is_link(bad), "{bad}");
    }
    for good in ["/uploads/a-b.png", "https://x.test/a.png", "assets/00ff.png"] {
        assert!(deck::is_picture(good), "{good}");
    }
    for bad in ["/uploads/", "/uploads/a/../b", "http://x.test/a.png", "data:image/png;base64,AA", "a.png", "assets/.."]
    {
        assert!(!deck::is_picture(bad), "{bad}");
    }
}

#[test]
fn a_save_accepts_an_unfinished_slide_and_rejects_wrong_kinds() {
    let registry = Registry::core();
    let save = |stored: Option<&Slide>, slide: &Value| {
        let sent = deck::SlideInput::read(registry, 3, slide)?;
        check_changes(registry, 3, stored, &sent)
    };
    for unfinished in [
        slide("quote", &json!({})),
        slide("quote", &json!({"quote": "  ", "zz": 1})),
        slide("list", &json!({"title": "t", "items": [{"title": ""}]})),
        slide("quote", &json!({"quote": null})),
        json!({"type": "quote"}),
    ] {
        assert_eq!(save(None, &unfinished), Ok(()), "{unfinished}");
    }
    let long = slide("quote", &json!({"quote": "q".repeat(401)}));
    let text = save(None, &long).expect_err("too long").to_string();
    assert_eq!(text, "slide 3 (quote), field quote: expected at most 400 characters, got 401");
    let many: Vec<Value> = (0..9).map(|n| json!({"title": n.to_string()})).collect();
    assert!(save(None, &slide("list", &json!({"title": "t", "items": many}))).is_err());
    assert!(save(None, &slide("quote", &json!({"quote": 5}))).is_err());

    let older = stored("quote", &json!({"quote": "q".repeat(500)}));
    let same = slide("quote", &json!({"quote": "q".repeat(500), "attribution": "new"}));
    assert_eq!(save(Some(&older), &same), Ok(()), "what was there already passes");
    let other = slide("quote", &json!({"quote": "q".repeat(499)}));
    assert!(save(Some(&older), &other).is_err(), "changed values are validated");
}

#[test]
fn all_problems_of_a_deck_are_listed() {
    let mut deck = Deck::new("Deck", "en-GB");
    deck.slides = vec![
        stored("quote", &json!({"zz": 1, "attribution": "a".repeat(161)})),
        stored("title", &json!({"title": "fine"})),
        Slide { key: "gone-slide".to_owned(), ..stored("title", &json!({})) },
    ];
    let found: Vec<String> =
        problems(Registry::core(), &deck).iter().map(|problem| format!("{} {}", problem.slide, problem.path)).collect();
    assert_eq!(found, ["0 zz", "0 quote", "0 attribution", "2 type"]);
}
