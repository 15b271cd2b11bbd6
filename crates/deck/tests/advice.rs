//! Warnings about decks.

use deck::{Concern, Deck, Registry, Slide, warnings};
use serde_json::{Value, json};

fn deck(slides: &[(&str, Value)]) -> Deck {
    let mut deck = Deck::new("Deck", "en-GB");
    deck.slides = slides
        .iter()
        .enumerate()
        .map(|(index, (kind, content))| {
            Slide::new(
                index.to_string(),
                Registry::core().resolve(kind).expect("a core type").key.clone(),
                content.as_object().cloned().expect("an object"),
            )
        })
        .collect();
    deck
}

fn advice(slides: &[(&str, Value)]) -> Vec<String> {
    let found = warnings(Registry::core(), &deck(slides));
    found.iter().map(|warning| format!("{} {:?} {}", warning.slide, warning.concern, warning.text)).collect()
}

fn entries(count: usize, entry: &Value) -> Value {
    json!(vec![entry; count])
}

#[test]
fn examples_in_a_row_give_few_warnings() {
    let slides: Vec<(&str, Value)> =
        Registry::core().types().map(|known| (known.key.as_str(), Value::Object(known.example.clone()))).collect();
    let found = warnings(Registry::core(), &deck(&slides));
    let rules: Vec<_> = found.iter().filter(|warning| warning.concern == Concern::Rules).collect();
    assert!(rules.is_empty(), "{rules:?}");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn each_measure_warns_above_its_limit_and_not_at_it() {
    let cases = [
        (
            "list",
            json!({"title": "t", "items": entries(6, &json!({"title": "a"}))}),
            json!({"title": "t", "items": entries(7, &json!({"title": "a"}))}),
            "0 Density items has 7 entries; 6 at most read well",
        ),
        (
            "timeline",
            json!({"items": entries(6, &json!({"date": "d", "title": "a"}))}),
            json!({"items": entries(7, &json!({"date": "d", "title": "a"}))}),
            "0 Density items has 7 entries; 6 at most read well",
        ),
        (
            "icon-card-grid",
            json!({"title": "t", "items": entries(5, &json!({"title": "a"}))}),
            json!({"title": "t", "items": entries(6, &json!({"title": "a"}))}),
            "0 Density items has 6 entries; 5 at most read well",
        ),
        (
            "content",
            json!({"title": "t", "body": "x".repeat(1200)}),
            json!({"title": "t", "body": "x".repeat(1201)}),
            "0 Density body has 1201 characters; 1200 at most read well",
        ),
        (
            "content",
            json!({"title": "x".repeat(100)}),
            json!({"title": "x".repeat(101)}),
            "0 Readability title has 101 characters; 100 at most read well",
        ),
        (
            "content",
            json!({"title": "t", "subheading": "x".repeat(180)}),
            json!({"title": "t", "subheading": "x".repeat(181)}),
            "0 Readability subheading has 181 characters; 180 at most read well",
        ),
        (
            "kpi-metrics",
            json!({"metrics": [{"label": "x".repeat(40)}]}),
            json!({"metrics": [{"label": "x".repeat(41)}]}),
            "0 Readability metrics[0].label has 41 characters; 40 at most read well",
        ),
        (
            "list",
            json!({"title": "t", "items": [{"title": "a", "text": "x".repeat(101)}, {"title": "b"}]}),
            json!({"title": "t", "items": entries(2, &json!({"title": "a", "text": "x".repeat(101)}))}),
            "0 Readability 2 texts in items[].text have over 100 characters",
        ),
        (
            "table",
            json!({"title": "t", "rows": entries(12, &json!({"c1": "a"}))}),
            json!({"title": "t", "rows": entries(13, &json!({"c1": "a"}))}),
            "0 Density rows has 13 entries; 12 at most read well",
        ),
        (
            "code",
            json!({"title": "t", "code": "x\n".repeat(20)}),
            json!({"title": "t", "code": "x\n".repeat(21)}),
            "0 Density code has 21 lines; 20 at most read well",
        ),
        (
            "code",
            json!({"title": "t", "code": "x".repeat(100)}),
            json!({"title": "t", "code": "x".repeat(101)}),
            "0 Density a line of code has 101 characters; 100 at most read well",
        ),
        (
            "embed",
            json!({"embedUrl": "https://a.test"}),
            json!({"embedUrl": "https://"}),
            "0 Unfinished embedUrl has no address yet",
        ),
        (
            "image",
            json!({"image": "/uploads/a.png", "alt": "A"}),
            json!({"image": "/uploads/a.png"}),
            "0 Access image: the picture has no alternative text",
        ),
        (
            "gallery",
            json!({"images": entries(2, &json!({"src": ""}))}),
            json!({"images": [{"src": "/uploads/a.png"}, {"src": "/uploads/a.png", "alt": "A"}]}),
            "0 Access images[0].src: the picture has no alternative text",
        ),
        (
            "quote",
            json!({"quote": "q", "authorImage1": "/uploads/a.png", "authorImage1Alt": "A"}),
            json!({"quote": "q", "authorImage1": "/uploads/a.png"}),
            "0 Access authorImage1: the picture has no alternative text",
        ),
        (
            "text-blocks",
            json!({"title": "t", "rows": entries(2, &json!({"blocks": entries(6, &json!({"title": "a"}))}))}),
            json!({"title": "t", "rows": entries(3, &json!({"blocks": entries(3, &json!({"title": "a"}))}))}),
            "0 Density 9 blocks in 3 rows; 8 at most read well",
        ),
    ];
    for (kind, quiet, loud, text) in cases {
        assert_eq!(advice(&[(kind, quiet)]), Vec::<String>::new(), "{kind}: {text}");
        assert_eq!(advice(&[(kind, loud)]), [text], "{kind}");
    }
}

#[test]
fn chart_faults_and_pictures_without_alternative_text_are_warnings() {
    let chart = |data: &str| advice(&[("chart", json!({"title": "t", "chartType": "pie", "data": data}))]);
    assert!(chart("A,1\nB,2").is_empty());
    let found = chart("A,1\nB,-2");
    assert!(
        found.len() == 1 && found[0].starts_with("0 Unfinished data cannot be drawn as a pie chart: "),
        "{found:?}"
    );
    let body = |body: &str| advice(&[("content", json!({"title": "t", "body": body}))]);
    assert!(body("![Quay](/uploads/a.png)").is_empty());
    assert_eq!(body("- see ![](/uploads/a.png)"), ["0 Access body: a picture in the text has no alternative text"]);
}

#[test]
fn a_decorative_picture_and_a_named_person_need_no_alternative_text() {
    assert!(advice(&[("image", json!({"image": "/uploads/a.png", "imageRole": "decorative"}))]).is_empty());
    assert!(advice(&[("team-cards", json!({"members": [{"image": "/uploads/a.png", "name": "Ama"}]}))]).is_empty());
    assert_eq!(advice(&[("team-cards", json!({"members": [{"image": "/uploads/a.png"}]}))]).len(), 1);
}

#[test]
fn of_two_slides_of_the_same_type_in_a_row_the_second_has_a_warning() {
    let list = json!({"title": "t", "items": entries(2, &json!({"title": "a"}))});
    let found =
        advice(&[("list", list.clone()), ("list", list.clone()), ("quote", json!({"quote": "q"})), ("list", list)]);
    assert_eq!(found, ["1 Repetition a second list directly after another; vary the type"]);
}

#[test]
fn a_deck_of_plain_text_has_a_warning_on_its_first_content_slide() {
    let text = || ("content", json!({"title": "t"}));
    let code = || ("code", json!({"title": "t"}));
    let quote = || ("quote", json!({"quote": "q"}));
    let found = advice(&[quote(), text(), code(), text(), quote(), text()]);
    assert_eq!(found, ["1 Variety 3 of 4 content slides are plain text; use other types where they fit"]);
    assert!(advice(&[text(), code(), text(), code(), text()]).is_empty(), "60 percent is still fine");
    assert!(advice(&[text(), quote(), text(), quote(), text()]).is_empty(), "three slides are too few to tell");
}

#[test]
fn a_figure_that_is_exchanged_with_its_unit_or_repeats_it_has_a_warning() {
    let metrics = json!([
        {"value": "38", "unit": "%", "label": "Berths free"},
        {"value": "days", "unit": "1.9", "label": "Mean wait"},
        {"value": "4.2 M€", "unit": "M€", "label": "Result"},
    ]);
    assert_eq!(
        advice(&[("kpi-metrics", json!({"title": "Figures", "metrics": metrics}))]),
        [
            "0 Readability metrics[1].value: `days` is no figure and the unit `1.9` is one: exchange them",
            "0 Readability metrics[2].value: the unit `M€` is shown twice: leave it out of the value",
        ]
    );
}

#[test]
fn problems_are_warnings_too() {
    assert_eq!(
        advice(&[("quote", json!({"zz": 1}))]),
        [
            "0 Rules zz: expected one of quoteAlign, quote, attribution, authorImage1, authorImage1Alt, quotes, background, got an unknown field",
            "0 Rules quote: expected a text of at most 400 characters that is not blank, got nothing",
        ]
    );
}
