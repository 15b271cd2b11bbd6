//! Editing by the built-in author: convert, iterate, compress, analyze.

use ai::SlideDraft;
use ai::builtin::BuiltinAuthor;
use ai::{Intensity, Iteration, Refusal, SlideAction, SuggestionCategory};
use deck::{Deck, Registry, Slide, Visibility};
use serde_json::{Value, json};

fn slide(key: &str, content: &Value, notes: &str) -> Slide {
    let content = content.as_object().expect("an object").clone();
    let (id, visibility) = (format!("id-{key}-{}", content.len()), Visibility::default());
    Slide {
        id: id.into(),
        key: key.to_owned(),
        content,
        notes: notes.to_owned(),
        visibility,
        duration: None,
        transition: None,
        morph_names: deck::MorphNames::default(),
        library: None,
    }
}

fn text(title: &str, body: &str) -> Slide {
    slide("content-slide", &json!({"title": title, "body": body}), "")
}

fn deck(slides: Vec<Slide>) -> Deck {
    Deck { slides, ..Deck::new("Harbour", "en-GB") }
}

fn harbour() -> Deck {
    deck(vec![
        slide("title-slide", &json!({"title": "Harbour"}), ""),
        text(
            "Why",
            "Ships wait two days for a berth, because the old quay takes only four at once. The captains complain every week. Fees are lost.",
        ),
        slide("quote-slide", &json!({"quote": "We wait longer than we sail.", "attribution": "Ada Quay"}), ""),
        slide(
            "list-slide",
            &json!({"title": "Costs", "items": [{"title": "Dredging"}, {"title": "Quay wall"}, {"title": "Cranes"}, {"title": "Roads"}]}),
            "",
        ),
        slide("end-slide", &json!({"title": "Thank you"}), ""),
    ])
}

fn iterate(deck: &Deck, command: &str) -> Iteration {
    BuiltinAuthor::new(Registry::core()).iterate(deck, command).unwrap_or_else(|refusal| panic!("{command}: {refusal}"))
}

fn assert_strict(draft: &SlideDraft) {
    let slide = json!({"type": draft.key, "content": draft.content});
    if let Err(problem) = deck::validated_slide(Registry::core(), 0, &slide) {
        panic!("{problem}\n{slide:#}");
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn words_of(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found
            .extend(text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)),
        Value::Array(entries) => entries.iter().for_each(|entry| words_of(entry, found)),
        Value::Object(entry) => entry.values().for_each(|value| words_of(value, found)),
        _ => {}
    }
}

#[test]
fn every_type_can_be_converted_to_every_other_without_losing_text() {
    let registry = Registry::core();
    let author = BuiltinAuthor::new(registry);
    for from in registry.types() {
        let before = slide(&from.key, &Value::Object(from.example.clone()), "Slowly.");
        for to in registry.types().filter(|to| to.key != from.key) {
            let made = author.convert("en-GB", &before, &to.key);
            assert_strict(&made);
            assert!(made.notes.starts_with("Slowly."), "{} to {}: {}", from.key, to.key, made.notes);
            let mut kept = Vec::new();
            words_of(&json!([made.content, made.notes]), &mut kept);
            for (path, text) in deck::translatable_texts(registry, from, &before.content) {
                let mut wanted = Vec::new();
                words_of(&json!(text), &mut wanted);
                let lost: Vec<&String> = wanted.iter().filter(|word| !kept.contains(word)).collect();
                assert!(
                    lost.is_empty(),
                    "{} to {} loses {lost:?} of {path}: {text}\n{:#}\n{}",
                    from.key,
                    to.key,
                    json!(made.content),
                    made.notes
                );
            }
        }
    }
}

#[test]
fn a_list_becomes_a_comparison_of_its_two_halves() {
    let items = json!([
        {"title": "Old quay", "text": "Four berths"},
        {"title": "New quay", "text": "Nine berths"},
    ]);
    let list = slide("list-slide", &json!({"title": "Berths", "items": items}), "");
    let converted = BuiltinAuthor::new(Registry::core()).convert("en-GB", &list, "comparison-slide");
    let field = |key: &str| converted.content.get(key).and_then(Value::as_str).unwrap_or_default();
    assert_eq!(field("title"), "Berths");
    assert_eq!((field("leftTitle"), field("leftBody")), ("Old quay", "Four berths"));
    assert_eq!((field("rightTitle"), field("rightBody")), ("New quay", "Nine berths"));
}

#[test]
fn analysis_does_not_take_a_quote_for_a_headline() {
    let quote = |text: &str| slide("quote-slide", &json!({"quote": text, "attribution": "Ada Quay"}), "");
    let long = "We wait longer than we sail, and every captain who comes here has told us so for ten years now.";
    let deck = deck(vec![slide("title-slide", &json!({"title": "Harbour"}), ""), quote(long), quote(long)]);
    let found = BuiltinAuthor::new(Registry::core()).analyze(&deck);
    let about_titles: Vec<&str> = found
        .iter()
        .filter(|suggestion| suggestion.slide_index.is_some_and(|at| at > 0))
        .map(|suggestion| suggestion.body.text())
        .filter(|body| body.contains("title") || body.contains("headline"))
        .collect();
    assert_eq!(about_titles, Vec::<&str>::new());
}

#[test]
fn converting_keeps_notes_and_global_options() {
    let before = slide(
        "content-slide",
        &json!({"title": "Why", "body": "Ships wait.", "a11ySummary": "Ships wait at sea", "background": "deep"}),
        "Slowly.",
    );
    let made = BuiltinAuthor::new(Registry::core()).convert("en-GB", &before, "quote-slide");
    assert_eq!(made.notes, "Slowly.");
    assert_eq!(made.content["quote"], "Ships wait.");
    assert_eq!(
        (made.content["a11ySummary"].as_str(), made.content["background"].as_str()),
        (Some("Ships wait at sea"), Some("deep"))
    );
    assert_eq!(made.content["a11yTitle"], "Why");
}

#[test]
fn a_slide_is_found_by_number_position_type_or_title_in_five_languages() {
    let deck = harbour();
    for (command, target) in [
        ("Shorten slide 2", Some(1)),
        ("Shorten slide #3", Some(2)),
        ("Shorten the 2nd slide", Some(1)),
        ("Shorten the third slide", Some(2)),
        ("Shorten the last slide", Some(4)),
        ("Shorten the quote slide", Some(2)),
        ("Shorten the slide about costs", Some(3)),
        ("Shorten the Costs slide.", Some(3)),
        ("Shorten everything", None),
        ("Make all slides punchier", None),
        ("Verkort dia 2", Some(1)),
        ("Verkort de tweede dia", Some(1)),
        ("Verkort de laatste dia", Some(4)),
        ("Verkort de citaatdia", Some(2)),
        ("Verkort alles", None),
        ("Kürze Folie 3", Some(2)),
        ("Kürze die zweite Folie", Some(1)),
        ("Kürze die Zitatfolie", Some(2)),
        ("Kürze die letzte Folie", Some(4)),
        ("Raccourcis la diapositive 2", Some(1)),
        ("Raccourcis la deuxième diapositive", Some(1)),
        ("Raccourcis la dernière diapositive", Some(4)),
        ("Raccourcis la diapositive citation", Some(2)),
        ("Acorta la diapositiva 3", Some(2)),
        ("Acorta la segunda diapositiva", Some(1)),
        ("Acorta la última diapositiva", Some(4)),
        ("Acorta la diapositiva de la cita", Some(2)),
    ] {
        assert_eq!(iterate(&deck, command).target, target, "{command}");
    }
}

#[test]
fn a_missing_slide_and_a_translation_are_refused() {
    let author = BuiltinAuthor::new(Registry::core());
    let beyond = author.iterate(&harbour(), "Shorten slide 9").expect_err("there are five");
    assert_eq!(beyond.to_string(), "slide 9 does not exist: the deck has slides 1 to 5");
    for command in [
        "Translate the deck into French",
        "Vertaal dia 2",
        "Übersetze alles",
        "Traduis la diapositive 2",
        "Traduce todo",
    ] {
        assert_eq!(author.iterate(&harbour(), command), Err(Refusal::Translation), "{command}");
    }
}

#[test]
fn shortening_moves_text_to_the_notes() {
    let made = iterate(&harbour(), "Make slide 2 punchier");
    let [change] = made.modifications.as_slice() else { panic!("{made:?}") };
    assert_eq!((change.slide_index, change.action), (1, SlideAction::Replace));
    let body = change.slides[0].content["body"].as_str().expect("a body");
    assert!(body.len() < 90, "{body}");
    assert!(change.slides[0].notes.contains("The captains complain every week."), "{:?}", change.slides[0]);
    assert_strict(&change.slides[0]);
}

#[test]
fn expanding_adds_text_from_the_notes() {
    let mut deck = harbour();
    "The survey counted forty ships in May. Half of them sailed on.".clone_into(&mut deck.slides[1].notes);
    let made = iterate(&deck, "Expand slide 2 from the notes");
    assert!(made.modifications[0].slides[0].content["body"].as_str().expect("a body").contains("forty ships"));
    "Pilots are scarce. ".clone_into(&mut deck.slides[3].notes);
    let made = iterate(&deck, "Breid dia 4 uit");
    assert_eq!(made.modifications[0].slides[0].content["items"].as_array().map(Vec::len), Some(5), "{made:?}");
    assert!(iterate(&deck, "Expand slide 3").modifications.is_empty());
}

#[test]
fn splitting_gives_two_slides_with_all_entries() {
    for command in
        ["Split slide 4", "Splits dia 4", "Teile Folie 4", "Divise la diapositive 4", "Divide la diapositiva 4"]
    {
        let made = iterate(&harbour(), command);
        let [change] = made.modifications.as_slice() else { panic!("{command}: {made:?}") };
        assert_eq!((change.action, change.slides.len()), (SlideAction::Split, 2), "{command}");
        change.slides.iter().for_each(assert_strict);
        assert_eq!(change.slides[0].content["items"][0]["title"], "Dredging");
        assert_eq!(change.slides[1].content["items"][1]["title"], "Roads");
    }
    assert!(iterate(&harbour(), "Split slide 3").modifications.is_empty());
}

#[test]
fn slides_are_removed_and_renamed() {
    for command in [
        "Remove the quote slide",
        "Verwijder de citaatdia",
        "Entferne Folie 3",
        "Supprime la diapositive 3",
        "Elimina la diapositiva 3",
    ] {
        let made = iterate(&harbour(), command);
        assert_eq!(
            (made.modifications[0].slide_index, made.modifications[0].action),
            (2, SlideAction::Remove),
            "{command}"
        );
    }
    assert!(iterate(&harbour(), "Remove everything").modifications.is_empty());
    for command in [
        "Please delete this slide 3 from the deck.",
        "Slide 3: remove this slide",
        "Kun je dia 3 helemaal verwijderen?",
        "Supprime la diapositive 3, s'il te plaît",
    ] {
        assert_eq!(iterate(&harbour(), command).modifications.len(), 1, "{command}");
    }
    for command in [
        "Remove the last bullet from slide 3",
        "On slide 3 delete the name",
        "Drop the jargon in the quote slide",
        "Verwijder de bron van dia 3",
        "Entferne das Bild aus Folie 3",
        "Supprime l'image de la diapositive 3",
    ] {
        let made = iterate(&harbour(), command);
        let removes = made.modifications.iter().any(|change| change.action == SlideAction::Remove);
        assert!(!removes, "{command} would remove a whole slide");
    }
    for (command, title) in [
        ("Rename slide 4 to \"What it costs\"", "What it costs"),
        ("Retitle slide 4 to What it costs", "What it costs"),
        ("Call the Costs slide What it costs", "What it costs"),
        ("Hernoem dia 4 naar Wat het kost", "Wat het kost"),
        ("Benenne Folie 4 um in „Was es kostet“", "Was es kostet"),
    ] {
        let made = iterate(&harbour(), command);
        assert_eq!(made.modifications[0].slides[0].content["title"], title, "{command}");
    }
}

#[test]
fn a_slide_is_converted_to_the_named_type() {
    for (command, key) in [
        ("Turn slide 2 into a timeline", "timeline-slide"),
        ("Make a table of slide 4", "table-slide"),
        ("Make slide 2 a list", "list-slide"),
        ("Convert the Costs slide to icon cards", "icon-card-grid-slide"),
        ("Maak van dia 4 een tabel", "table-slide"),
        ("Verwandle Folie 4 in einen Prozess", "process-slide"),
        ("Transforme la diapositive 4 en tableau", "table-slide"),
        ("Convierte la diapositiva 4 en una tabla", "table-slide"),
        ("Show slide 4 as a pyramid", "pyramid-slide"),
    ] {
        let made = iterate(&harbour(), command);
        let change = made.modifications.first().unwrap_or_else(|| panic!("{command}: {made:?}"));
        assert_eq!(change.slides[0].key, key, "{command}");
        assert_strict(&change.slides[0]);
    }
}

#[test]
fn an_unknown_instruction_changes_nothing_and_the_summary_says_so() {
    for command in ["Dance", "Merge slides 2 and 3", "Turn into a list", ""] {
        let made = iterate(&harbour(), command);
        assert!(
            made.modifications.is_empty() && made.summary.text().starts_with("Nothing was changed"),
            "{command}: {made:?}"
        );
    }
}

fn points() -> Deck {
    let mut slides = vec![slide("title-slide", &json!({"title": "Harbour"}), "")];
    slides.extend((0..5).map(|n| text(&format!("Point {n}"), &format!("Ships wait two days for berth {n}."))));
    "Say this slowly.".clone_into(&mut slides[2].notes);
    slides.push(slide("end-slide", &json!({"title": "Thank you"}), ""));
    deck(slides)
}

#[test]
fn compressing_merges_neighbours_and_keeps_all_text() {
    let author = BuiltinAuthor::new(Registry::core());
    for intensity in [Intensity::Moderate, Intensity::Aggressive] {
        let deck = points();
        let plan = author.compress(&deck, intensity);
        assert!(!plan.merges.is_empty(), "{plan:?}");
        let mut seen = Vec::new();
        for merge in &plan.merges {
            assert_strict(&merge.merged);
            assert!(merge.slide_indexes.windows(2).all(|pair| pair[0] + 1 == pair[1]));
            assert!(!merge.slide_indexes.contains(&0) && !merge.slide_indexes.contains(&6));
            let all = letters(&json!([merge.merged.content, merge.merged.notes]).to_string());
            for at in &merge.slide_indexes {
                assert!(
                    all.contains(&letters(deck.slides[*at].content["body"].as_str().expect("a body"))),
                    "{at}: {merge:?}"
                );
                assert!(merge.merged.notes.contains(&deck.slides[*at].notes));
                seen.push(*at);
            }
        }
        let count = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), count, "no slide is merged twice");
    }
    let few = author.compress(&deck(points().slides[..2].to_vec()), Intensity::Aggressive);
    assert!(few.merges.is_empty() && few.removals.is_empty());
}

#[test]
fn repeated_and_empty_slides_are_removed() {
    let mut deck = points();
    deck.slides.insert(3, deck.slides[1].clone());
    deck.slides.insert(4, slide("content-slide", &json!({}), ""));
    let plan = BuiltinAuthor::new(Registry::core()).compress(&deck, Intensity::Moderate);
    let removed: Vec<usize> = plan.removals.iter().map(|removal| removal.slide_index).collect();
    assert_eq!(removed, [3, 4], "{plan:?}");
}

#[test]
fn analysis_finds_faults() {
    let long = "The committee that was set up last year to look into the question of the berths and of everything that has to do with them has come to the conclusion that more time is needed before anything can be said at all. ";
    let deck = deck(vec![
        text(
            "The harbour and the many ships that lie outside it day after day waiting for a berth to come free",
            &long.repeat(5),
        ),
        text("Costs.", "Yes."),
        text("Years", "- In 1999 the quay was built\n- In 2004 the crane came\n- In 2012 the road was closed"),
        text("Years", "Cheap."),
        slide("image-slide", &json!({"title": "Quay", "image": "/uploads/quay-1.jpg"}), ""),
    ]);
    let found = BuiltinAuthor::new(Registry::core()).analyze(&deck);
    let has = |slide: Option<usize>, category: SuggestionCategory, text: &str| {
        found
            .iter()
            .any(|found| found.slide_index == slide && found.category == category && found.body.text().contains(text))
    };
    assert!(has(None, SuggestionCategory::Structure, "no title slide"), "{found:#?}");
    assert!(has(None, SuggestionCategory::Structure, "closing slide"));
    assert!(has(Some(0), SuggestionCategory::Brevity, "headline has"));
    assert!(has(Some(0), SuggestionCategory::VisualBalance, "characters"));
    assert!(has(Some(0), SuggestionCategory::Language, "words"));
    assert!(has(Some(1), SuggestionCategory::VisualBalance, "very little"));
    assert!(has(None, SuggestionCategory::Spelling, "full stop"));
    assert!(has(Some(2), SuggestionCategory::SlideType, "timeline"));
    assert!(has(Some(3), SuggestionCategory::Repetition, "slide 3"));
    assert!(has(Some(4), SuggestionCategory::VisualBalance, "alternative text"));
    let proposed = found
        .iter()
        .find(|suggestion| suggestion.body.text().contains("timeline"))
        .and_then(|suggestion| suggestion.proposed.clone())
        .expect("a proposal");
    assert_eq!((proposed.key.as_str(), proposed.title.as_str()), ("timeline-slide", "Years"));
    assert!(BuiltinAuthor::new(Registry::core()).analyze(&Deck::new("Empty", "en-GB")).is_empty());
}

#[test]
fn types_of_an_organization_can_be_converted_both_ways() {
    let fields = json!([
        {"key": "headline", "label": "Headline", "kind": "string", "required": true, "maxLength": 40},
        {"key": "berths", "label": "Berths", "kind": "items", "required": true, "minItems": 2, "maxItems": 3, "itemFields": [
            {"key": "ship", "label": "Ship", "kind": "string", "required": true, "maxLength": 20},
            {"key": "cargo", "label": "Cargo", "kind": "string", "maxLength": 30}
        ]}
    ]);
    let two = json!([{"ship": "Ada"}, {"ship": "Ben"}]);
    let own = json!({
        "slug": "berths", "label": "Berths", "labelField": "headline", "fields": fields,
        "defaults": {"headline": "Berths", "berths": two}, "example": {"headline": "Berths", "berths": two}
    });
    let registry = Registry::core().clone().with("own", &own, deck::Origin::Organization).expect("a good declaration");
    let author = BuiltinAuthor::new(&registry);
    let before = harbour().slides[3].clone();
    let made = author.convert("en-GB", &before, "custom-berths");
    let sent = json!({"type": made.key, "content": made.content});
    assert!(deck::validated_slide(&registry, 0, &sent).is_ok(), "{sent:#}");
    assert_eq!(made.content["berths"][2]["ship"], "Cranes");
    assert!(made.notes.contains("Roads"), "{made:?}");
    let back = author.convert(
        "en-GB",
        &slide(
            "custom-berths",
            &json!({"headline": "Full", "berths": [{"ship": "Ada", "cargo": "salt"}, {"ship": "Ben"}]}),
            "",
        ),
        "list-slide",
    );
    assert_eq!(
        (back.content["title"].as_str(), back.content["items"][0]["title"].as_str()),
        (Some("Full"), Some("Ada")),
        "{back:?}"
    );
}
