//! Requests to the built-in author: what each phrasing does, and that nothing else changes.

use ai::builtin::BuiltinAuthor;
use ai::{DeckEdit, Iteration, SlideAction};
use deck::{Content, Deck, Registry, Slide, Visibility};
use serde_json::{Value, json};

fn deck() -> Deck {
    let slides = [
        ("title-slide", json!({"title": "Harbour 2030"}), ""),
        (
            "kpi-metrics-slide",
            json!({"title": "Key figures", "metrics": [{"value": "40", "label": "Ships a week"}]}),
            "",
        ),
        (
            "content-slide",
            json!({"title": "Why", "subheading": "Ships wait", "body": "Ships wait two days for a berth, because the old quay takes only four at once. The captains complain every week. Fees are lost."}),
            "Forty ships came in May.",
        ),
        (
            "list-slide",
            json!({"title": "Costs", "items": [{"title": "Dredging"}, {"title": "Quay wall"}, {"title": "Cranes"}, {"title": "Roads"}]}),
            "Pilots are scarce.",
        ),
        ("quote-slide", json!({"quote": "We wait longer than we sail.", "attribution": "Ada Quay"}), ""),
        ("content-slide", json!({"title": "Open risks", "body": "- Ice\n- Fog"}), ""),
        ("content-slide", json!({"title": "Appendix", "body": "See the quay plan."}), ""),
        ("end-slide", json!({"title": "Thank you"}), ""),
    ];
    let slide = |(at, (key, content, notes)): (usize, (&str, Value, &str))| Slide {
        id: format!("s{at}").into(),
        key: key.to_owned(),
        content: content.as_object().expect("an object").clone(),
        notes: notes.to_owned(),
        visibility: Visibility { hide_in_presentation: at == 6, ..Visibility::default() },
        duration: None,
        transition: None,
        morph_names: deck::MorphNames::default(),
        library: None,
    };
    Deck { slides: slides.into_iter().enumerate().map(slide).collect(), ..Deck::new("Harbour", "en-GB") }
}

/// The fields of a slide that differ, with their new values.
fn differences(old: &Content, new: &Content) -> Vec<String> {
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let text = |value: Option<&Value>| {
        value.map_or("-".to_owned(), |value| value.as_str().map_or(value.to_string(), str::to_owned))
    };
    keys.filter(|key| old.get(*key) != new.get(*key)).map(|key| format!("{key}={}", text(new.get(key)))).collect()
}

/// All effects of an iteration as text. Slides count from 1, as in requests.
fn effect(deck: &Deck, iteration: &Iteration) -> String {
    let mut effects: Vec<String> = Vec::new();
    for change in &iteration.modifications {
        let number = change.slide_index + 1;
        effects.push(match change.action {
            SlideAction::Remove => format!("remove {number}"),
            SlideAction::Hide => format!("hide {number}"),
            SlideAction::Show => format!("show {number}"),
            SlideAction::Move { to } => format!("move {number} to {}", to + 1),
            SlideAction::Split => format!("split {number} into {}", change.slides.len()),
            SlideAction::Insert => {
                let new = &change.slides[0];
                let title = Registry::core().by_key(&new.key).expect("a type").title_of(&new.content);
                format!("insert at {number} {} \"{title}\"", new.key)
            }
            SlideAction::Replace => {
                let (old, new) = (&deck.slides[change.slide_index], &change.slides[0]);
                if new.key == old.key {
                    let mut fields = differences(&old.content, &new.content);
                    if new.notes != old.notes {
                        fields.push(format!("notes={}", new.notes));
                    }
                    format!("change {number} {}", fields.join(" | "))
                } else {
                    format!("turn {number} into {}", new.key)
                }
            }
        });
    }
    match &iteration.deck_edit {
        Some(DeckEdit::Title(title)) => effects.push(format!("deck title={title}")),
        Some(DeckEdit::Theme(theme)) => effects.push(format!("deck theme={theme}")),
        None => {}
    }
    if effects.is_empty() {
        assert!(iteration.summary.text().starts_with("Nothing was changed"), "{}", iteration.summary);
        return if iteration.followed { "nothing to do" } else { "no" }.to_owned();
    }
    assert!(iteration.followed && !iteration.summary.text().starts_with("Nothing"), "{}", iteration.summary);
    effects.join("; ")
}

/// Whether a text matches a pattern, in which `*` stands for any text.
fn matches_pattern(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| matches_pattern(&text[at..], rest))
        }),
    }
}

/// Each line has a request and what it does. `no`: it is not understood or impossible, and nothing changes.
const REQUESTS: &str = include_str!("requests.txt");

#[test]
fn every_request_does_what_it_asks_for_and_nothing_else() {
    let (deck, author) = (deck(), BuiltinAuthor::new(Registry::core()));
    let lines = REQUESTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in lines {
        count += 1;
        let (command, expected) = line.split_once(" => ").expect("a request and its effect");
        let (command, expected) = (command.trim(), expected.trim());
        let found = match author.iterate(&deck, command) {
            Ok(iteration) => effect(&deck, &iteration),
            Err(refusal) => format!("refused: {refusal}"),
        };
        if !matches_pattern(&found, expected) {
            wrong.push(format!("{command}\n    expected {expected}\n    found    {found}"));
        }
    }
    assert!(count >= 150, "only {count} requests");
    assert!(wrong.is_empty(), "{} of {count} requests:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_summary_of_a_misunderstood_request_lists_what_can_be_asked() {
    let author = BuiltinAuthor::new(Registry::core());
    let answer = author.iterate(&deck(), "Make the title of slide 2 blue").expect("an answer");
    assert!(
        answer.summary.text().contains("not understood (`blue`)")
            && answer.summary.text().contains("turn a slide into"),
        "{answer:?}"
    );
    let answer = author.iterate(&deck(), "Change the title of slide 5 to \"Waiting\"").expect("an answer");
    assert!(answer.summary.text().contains("Quote has no title"), "{answer:?}");
    let long = "x".repeat(200);
    let answer = author.iterate(&deck(), &format!("Rename slide 4 to \"{long}\"")).expect("an answer");
    assert!(!answer.followed && answer.summary.text().contains("120"), "a text is never cut: {answer:?}");
}
