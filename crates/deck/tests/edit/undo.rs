//! Any edit of any deck is undone and redone exactly.

use deck::{Content, Deck, Edit, Registry, Settings, Slide, TextPlace, TranslatedSlide, Translation, Visibility};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::random::{Choices, LANGUAGES, TYPES};
use super::{object, written};

/// Any edit of a deck, also ones that do not apply to it.
fn any_edit(row: &mut Choices, deck: &Deck, depth: usize) -> Edit {
    let slide = row.of(&["s0", "s1", "s2", "s3", "n0"]).to_owned();
    let lang = row.of(&["nl", "NL", "de", "de-AT", "ar", "en-GB", "fr", "no tag"]).to_owned();
    match row.below(if depth == 0 { 19 } else { 20 }) {
        0 => Edit::Retitle { title: row.word() },
        1 => Edit::Describe { description: row.word() },
        2 => Edit::SetTheme { theme: row.word() },
        3 => Edit::MergeSettings { settings: settings(row) },
        4 => Edit::ReplaceSettings { settings: Settings::read(&settings(row)).unwrap_or_default() },
        5 => Edit::InsertSlides {
            at: row.below(6),
            slides: (0..row.below(3)).map(|index| translated(row, format!("n{index}"))).collect(),
        },
        6 => Edit::RemoveSlide { slide },
        7 => Edit::MoveSlide { slide, to: row.below(5) },
        8 => {
            let key = deck.position(&slide).map_or(TYPES[0], |at| &deck.slides[at].key);
            let fields = Registry::core().by_key(key).map_or(&[][..], |known| &known.fields);
            Edit::UpdateSlide { slide, content: row.content(fields) }
        }
        9 => {
            let TranslatedSlide { slide, translations } = translated(row, slide);
            Edit::ReplaceSlide { slide, translations: row.once_in(2).then_some(translations) }
        }
        10 => Edit::SetNotes { slide, notes: row.word() },
        11 => {
            let visibility = Visibility { hide_in_published: row.once_in(2), ..Visibility::default() };
            Edit::SetVisibility { slide, visibility }
        }
        12 => Edit::SetDuration { slide, duration: row.once_in(2).then_some(12) },
        13 => Edit::ReplaceSlides { slides: reworked(row, deck) },
        14 => {
            let languages: Vec<&str> = LANGUAGES.into_iter().filter(|_| row.once_in(2)).collect();
            let each = |lang: &str| (lang.to_owned(), row.translation(&deck.slides));
            Edit::ReplaceTranslations { translations: languages.into_iter().map(each).collect() }
        }
        15 => {
            let path = row.of(&["title", "items.0.title", "items.1.text", "rows.0.blocks.0.body", "zz"]).to_owned();
            let place = match row.below(4) {
                0 => TextPlace::Title,
                1 => TextPlace::Description,
                2 => TextPlace::Notes { slide },
                _ => TextPlace::Content { slide, path },
            };
            Edit::Translate { lang, place, text: row.word() }
        }
        16 => {
            let translation = if row.once_in(2) { row.translation(&deck.slides) } else { Translation::default() };
            Edit::AddLanguage { lang, translation }
        }
        17 => Edit::RemoveLanguage { lang },
        18 => Edit::ChangeMainLanguage { lang },
        _ => {
            let edits = (0..row.below(4)).map(|_| any_edit(row, deck, depth - 1)).collect();
            Edit::Batch { edits }
        }
    }
}

fn settings(row: &mut Choices) -> Content {
    let (flag, other) = (row.of(&[&json!(true), &Value::Null, &json!("x")]).clone(), row.below(3));
    object(json!({"qaEnabled": flag, "autoAdvance": {"loop": other == 1}, "zz": other}))
}

fn translated(row: &mut Choices, id: String) -> TranslatedSlide {
    let slide = row.slide(id);
    let languages: Vec<&str> = ["nl", "fr", "en-GB"].into_iter().filter(|_| row.once_in(2)).collect();
    let translations = languages.into_iter().map(|lang| (lang.to_owned(), row.overlay(&slide))).collect();
    TranslatedSlide { slide, translations }
}

/// The slides in another order, some left out, some with entries moved, maybe a new one.
fn reworked(row: &mut Choices, deck: &Deck) -> Vec<Slide> {
    let mut slides: Vec<Slide> = Vec::new();
    for slide in &deck.slides {
        let mut slide = slide.clone();
        for list in slide.content.values_mut().filter_map(Value::as_array_mut) {
            match row.below(4) {
                1 => list.reverse(),
                2 => drop(list.pop()),
                _ => {}
            }
        }
        slides.insert(row.below(slides.len() + 1), slide);
    }
    if row.once_in(2) {
        slides.pop();
    }
    if row.once_in(3) {
        slides.push(row.slide("s3".to_owned()));
    }
    slides
}

fn check_sound(deck: &Deck) {
    let mut ids: Vec<&str> = deck.slides.iter().map(|slide| slide.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), deck.slides.len(), "ids are unique");
    let mut tidy = deck.clone();
    tidy.tidy(Registry::core());
    assert_eq!(&tidy, deck, "translations are tidy");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn an_edit_is_undone_and_redone_exactly_and_a_refused_one_changes_nothing(
        mut row in Choices::up_to(1200), mut choices in Choices::up_to(500),
    ) {
        let registry = Registry::core();
        let before = row.deck();
        let edit = any_edit(&mut choices, &before, 2);
        let mut deck = before.clone();
        match edit.apply(&mut deck, registry) {
            Err(_) => prop_assert_eq!(written(&deck), written(&before)),
            Ok(undo) => {
                check_sound(&deck);
                let after = deck.clone();
                let redo = undo.apply(&mut deck, registry).expect("an inverse applies");
                prop_assert_eq!(written(&deck), written(&before));
                redo.apply(&mut deck, registry).expect("the inverse of an inverse applies");
                prop_assert_eq!(written(&deck), written(&after));
            }
        }
    }

    #[test]
    fn a_row_of_edits_is_undone_in_reverse(mut row in Choices::up_to(1200), mut choices in Choices::up_to(1500)) {
        let registry = Registry::core();
        let before = row.deck();
        let mut deck = before.clone();
        let mut undo = Vec::new();
        for _ in 0..8 {
            let edit = any_edit(&mut choices, &deck, 1);
            undo.extend(edit.apply(&mut deck, registry));
        }
        check_sound(&deck);
        for edit in undo.iter().rev() {
            edit.apply(&mut deck, registry).expect("an inverse applies");
        }
        prop_assert_eq!(written(&deck), written(&before));
    }

    #[test]
    fn an_edit_and_its_inverse_travel_as_json(mut row in Choices::up_to(1200), mut choices in Choices::up_to(500)) {
        let mut deck = row.deck();
        let edit = any_edit(&mut choices, &deck, 2);
        let inverse = edit.apply(&mut deck, Registry::core()).ok();
        for edit in inverse.into_iter().chain([edit]) {
            let json = serde_json::to_string(&edit).expect("an edit is JSON");
            prop_assert_eq!(serde_json::from_str::<Edit>(&json).ok(), Some(edit));
        }
    }
}
