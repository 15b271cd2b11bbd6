//! Requirements for every deck of the evaluation.

#[path = "../eval/measure.rs"]
#[allow(dead_code, reason = "the example and the test use different parts")]
mod measure;

use measure::{Measure, measure, texts, texts_in};

fn each(check: impl Fn(&Measure)) {
    let texts = texts();
    assert!(texts.len() >= 54, "the evaluation has {} texts", texts.len());
    for (name, text) in texts {
        check(&measure(&name, &text));
    }
}

#[test]
fn every_slide_passes_strict_validation() {
    each(|deck| assert_eq!(deck.problems, [""; 0], "{}", deck.name));
}

#[test]
fn every_word_on_a_slide_is_in_the_source() {
    each(|deck| assert_eq!(deck.invented, [""; 0], "{}", deck.name));
}

#[test]
fn every_text_fits_its_box() {
    each(|deck| assert_eq!(deck.overflow, 0, "{}", deck.name));
}

#[test]
fn no_type_occurs_three_times_in_a_row() {
    each(|deck| assert!(deck.longest_run <= 2, "{}: {}", deck.name, deck.longest_run));
}

#[test]
fn the_language_of_every_text_is_detected() {
    each(|deck| {
        let tag = deck.name.split('-').next().expect("a language");
        // Plain data has no language.
        let is_data = ["de-umfrage", "en-sales", "en-visitors"].contains(&deck.name.as_str());
        assert!(is_data || deck.draft.language.starts_with(tag), "{}: {}", deck.name, deck.draft.language);
    });
}

#[test]
fn a_deck_has_title_and_closing_slides_and_unique_titles() {
    each(|deck| {
        let slides = &deck.draft.slides;
        assert_eq!(slides.first().map(|slide| slide.key.as_str()), Some("title-slide"), "{}", deck.name);
        assert_eq!(slides.last().map(|slide| slide.key.as_str()), Some("end-slide"), "{}", deck.name);
        let registry = deck::Registry::core();
        let mut titles: Vec<&str> =
            slides.iter().filter_map(|slide| Some(registry.by_key(&slide.key)?.title_of(&slide.content))).collect();
        titles.sort_unstable();
        let duplicate = titles.windows(2).find(|pair| pair[0] == pair[1] && !pair[0].is_empty());
        assert_eq!(duplicate, None, "{}", deck.name);
    });
}

#[test]
fn source_text_is_on_the_slides_or_in_the_notes() {
    each(|deck| assert!(deck.kept >= 0.85, "{}: {:.2}", deck.name, deck.kept));
}

#[test]
fn slides_cover_the_key_points_with_several_slide_types() {
    each(|deck| {
        assert!(deck.coverage >= 0.5, "{}: {:.2}", deck.name, deck.coverage);
        assert!(deck.types >= 2 || deck.content_slides < 3, "{}: {} types", deck.name, deck.types);
        let slides = deck.draft.slides.len();
        assert!(deck.words < 50 || slides * 1000 <= deck.words * 80, "{}: {slides} slides", deck.name);
    });
}

#[test]
fn the_same_text_gives_the_same_deck() {
    let (name, text) = texts().remove(3);
    assert_eq!(measure(&name, &text).draft, measure(&name, &text).draft);
}

/// The sum of a measurement over the texts of a folder.
fn sum(all: &[Measure], of: impl Fn(&Measure) -> usize) -> usize {
    all.iter().map(of).sum()
}

#[test]
fn decks_say_what_matters_in_texts_that_the_author_was_not_tuned_with() {
    // The least share of marked facts on slides and of visual slides, in percent.
    for (folder, least_facts, least_visual) in [("texts", 90, 24), ("unseen", 78, 35)] {
        let all: Vec<Measure> = texts_in(folder).iter().map(|(name, text)| measure(name, text)).collect();
        let slides = sum(&all, |deck| deck.content_slides);
        let generic: Vec<&String> = all.iter().flat_map(|deck| &deck.generic).collect();
        assert!(generic.is_empty(), "{folder}: {generic:?}");
        let one_word: Vec<&String> = all.iter().flat_map(|deck| &deck.one_word).collect();
        assert!(one_word.len() * 100 <= slides * 2, "{folder}: {one_word:?} of {slides}");
        let fragments: Vec<&String> = all.iter().flat_map(|deck| &deck.fragments).collect();
        assert!(fragments.is_empty(), "{folder}: {fragments:?}");
        let disordered: Vec<&String> = all.iter().flat_map(|deck| &deck.disordered).collect();
        assert!(disordered.is_empty(), "{folder}: {disordered:?}");
        let (facts, shown) = (sum(&all, |deck| deck.facts.0), sum(&all, |deck| deck.facts.1.len()));
        assert!(facts >= 60 && shown * 100 >= facts * least_facts, "{folder}: {shown} of {facts} facts");
        let (visual, of) = all
            .iter()
            .filter(|deck| deck.source_visuals > 0)
            .fold((0, 0), |(visual, of), deck| (visual + deck.visual, of + deck.content_slides));
        assert!(visual * 100 >= of * least_visual, "{folder}: {visual} of {of} slides are visual");
    }
}

#[test]
fn twenty_texts_have_marked_facts_and_eight_are_unseen() {
    let marked = |(name, text): &(String, String)| measure(name, text).facts.0 > 0;
    assert!(texts().iter().filter(|text| marked(text)).count() >= 20);
    assert!(texts_in("unseen").len() >= 8);
}

#[test]
fn the_title_of_a_deck_is_that_of_its_document() {
    each(|deck| {
        let (_, text) = texts().into_iter().find(|(name, _)| *name == deck.name).expect("its text");
        if let Some(title) = text.strip_prefix("# ").and_then(|rest| rest.lines().next()) {
            assert_eq!(deck.draft.title, title.trim(), "{}", deck.name);
        }
    });
}
