//! Every kind of change, and its result when it is accepted.

use deck::{CountedIds, EditContext, EnvelopeContext, Ids};

use super::*;
use crate::report::Report;

/// A deck of slides `a`, `b`, `c` with a title each.
fn deck() -> Deck {
    let slide = |title: &str| json!({ "type": "content-slide", "content": { "title": title, "body": "Text" } });
    let mut ids = CountedIds::default();
    let reading = EnvelopeContext { registry: Registry::core(), deck_id: "deck", ids: &mut ids, max_slides: 50 };
    let slides = json!([slide("A"), slide("B"), slide("C")]);
    let mut deck = Deck::from_envelope(json!({ "title": "Deck", "slides": slides }), reading).expect("a deck");
    for (slide, id) in deck.slides.iter_mut().zip(["a", "b", "c"]) {
        slide.id = id.into();
    }
    deck
}

/// The file of a deck without changes: each slide is the exported one.
fn file(deck: &Deck) -> Vec<ReturnedSlide> {
    let slide = |slide: &deck::Slide| {
        let source = slide.source(Registry::core());
        ReturnedSlide { exported: Some(source.clone()), slides: vec![source] }
    };
    deck.slides.iter().map(slide).collect()
}

fn added(title: &str) -> ReturnedSlide {
    let slide = json!({ "type": "content-slide", "content": { "title": title } });
    ReturnedSlide { exported: None, slides: vec![slide] }
}

fn merged(exported: &Deck, slides: Vec<ReturnedSlide>, deck: &Deck, has_base: bool) -> Merge {
    let checksum = |slide: &deck::Slide| slide_checksum(Registry::core(), slide);
    let exported: Vec<ExportedSlide> = exported
        .slides
        .iter()
        .map(|slide| ExportedSlide { id: slide.id.to_string(), checksum: checksum(slide) })
        .collect();
    let returned = Returned { slides, pictures: Vec::new(), comments: Vec::new(), report: Report::default() };
    merge(&returned, MergeInput { registry: Registry::core(), deck, exported: &exported, has_base })
}

/// The changes, a line each; conflicts end with an exclamation mark.
fn lines(merge: &Merge) -> Vec<String> {
    let value = |value: &Value| match value {
        Value::Object(_) => "{}".to_owned(),
        other => other.to_string(),
    };
    let line = |change: &Change| {
        let mark = if change.is_conflict { " !" } else { "" };
        let Change { id, before, theirs, ours, .. } = change;
        format!("{id}: {} > {} | {}{mark}", value(before), value(theirs), value(ours))
    };
    merge.changes.iter().map(line).collect()
}

/// The slides after some changes were accepted: id and title each.
fn applied(merge: &Merge, deck: &Deck, accepted: &[&str]) -> String {
    let mut deck = deck.clone();
    let mut ids = CountedIds::default();
    let mut count = 0;
    let mut new_id = || {
        count += 1;
        drop(ids.next_id());
        format!("new{count}")
    };
    let context = EditContext { registry: Registry::core(), max_slides: 50 };
    let is_accepted = |change: &Change| accepted.contains(&change.id.as_str());
    for (_, edit) in merge.edits(&is_accepted, &deck.clone(), None, &mut new_id) {
        edit.apply(&mut deck, &context).expect("an edit that fits");
    }
    let slide = |slide: &deck::Slide| format!("{}={}", slide.id, slide.content["title"].as_str().unwrap_or_default());
    deck.slides.iter().map(slide).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_that_was_not_changed_changes_nothing_whatever_the_deck_is_now() {
    let exported = deck();
    let mut now = exported.clone();
    now.slides[0].content["title"] = json!("A2");
    now.slides.swap(1, 2);
    now.slides.remove(2);
    assert_eq!(lines(&merged(&exported, file(&exported), &exported, true)), [""; 0]);
    assert_eq!(lines(&merged(&exported, file(&exported), &now, true)), [""; 0]);
}

#[test]
fn fields_notes_and_hidden_slides_are_changes_by_path() {
    let exported = deck();
    let mut slides = file(&exported);
    slides[0].slides[0]["content"]["title"] = json!("A2");
    slides[1].slides[0]["notes"] = json!("Say it");
    slides[2].slides[0]["visibility"] = json!({ "hideInPresentation": true });
    let merge = merged(&exported, slides, &exported, true);
    assert_eq!(
        lines(&merge),
        [
            r#"a:content.title: "A" > "A2" | "A""#,
            r#"b:notes: "" > "Say it" | """#,
            "c:visibility.hideInPresentation: false > true | false",
        ]
    );
    assert_eq!(applied(&merge, &exported, &["a:content.title"]), "a=A2 b=B c=C");
    assert_eq!(applied(&merge, &exported, &[]), "a=A b=B c=C");
}

#[test]
fn a_change_conflicts_where_the_deck_was_changed_in_the_same_place() {
    let exported = deck();
    let mut slides = file(&exported);
    slides[0].slides[0]["content"]["title"] = json!("A2");
    slides[1].slides[0]["content"]["title"] = json!("B2");
    slides[2].slides[0]["content"]["title"] = json!("C2");
    let mut now = exported.clone();
    now.slides[0].content["title"] = json!("Ours");
    now.slides[1].content["body"] = json!("Ours");
    now.slides[2].content["title"] = json!("C2");
    let merge = merged(&exported, slides, &now, true);
    let expected = [r#"a:content.title: "A" > "A2" | "Ours" !"#, r#"b:content.title: "B" > "B2" | "B""#];
    assert_eq!(lines(&merge), expected);
    assert_eq!(applied(&merge, &now, &["a:content.title", "b:content.title"]), "a=A2 b=B2 c=C2");
}

#[test]
fn a_slide_that_became_another_type_conflicts_as_a_whole() {
    let exported = deck();
    let mut slides = file(&exported);
    slides[0].slides[0]["content"]["title"] = json!("A2");
    let mut now = exported.clone();
    now.slides[0].key = "quote-slide".to_owned();
    now.slides[0].content = json!({ "quote": "Q" }).as_object().cloned().expect("an object");
    let merge = merged(&exported, slides, &now, true);
    assert_eq!(lines(&merge), ["a: {} > {} | {} !"]);
    assert_eq!(applied(&merge, &now, &["a"]), "a=A2 b=B c=C");
}

#[test]
fn added_and_duplicated_slides_follow_the_slide_before_them() {
    let exported = deck();
    let mut slides = file(&exported);
    let mut copy = slides[1].clone();
    copy.slides[0]["content"]["title"] = json!("B copy");
    slides.insert(2, copy);
    slides.insert(0, added("First"));
    slides.push(added("Last"));
    let merge = merged(&exported, slides, &exported, true);
    assert_eq!(lines(&merge), ["file:1: null > {} | null", "file:4: null > {} | null", "file:6: null > {} | null"]);
    assert_eq!(merge.changes[1].kind, ChangeKind::Duplicated);
    assert_eq!(merge.changes[1].slide.as_deref(), Some("b"));
    assert_eq!(
        applied(&merge, &exported, &["file:1", "file:4", "file:6"]),
        "new1=First a=A b=B new2=B copy c=C new3=Last"
    );
    // The deck has a slide that the file does not know, and lacks one that it knows.
    let mut now = exported.clone();
    now.slides.remove(1);
    now.slides[1].id = "own".into();
    assert_eq!(applied(&merge, &now, &["file:4"]), "a=A new1=B copy own=C");
}

#[test]
fn of_two_copies_the_unchanged_one_is_the_slide() {
    let exported = deck();
    let mut slides = file(&exported);
    let mut changed = slides[0].clone();
    changed.slides[0]["content"]["title"] = json!("A2");
    slides.insert(0, changed);
    let merge = merged(&exported, slides, &exported, true);
    assert_eq!(lines(&merge), ["file:1: null > {} | null"]);
    assert_eq!(applied(&merge, &exported, &["file:1"]), "new1=A2 a=A b=B c=C");
}

#[test]
fn removed_slides_conflict_where_the_deck_changed_them() {
    let exported = deck();
    let slides = file(&exported)[..1].to_vec();
    let mut now = exported.clone();
    now.slides[2].content["title"] = json!("C2");
    let merge = merged(&exported, slides, &now, true);
    assert_eq!(lines(&merge), ["b:removed: null > null | {}", "c:removed: null > null | {} !"]);
    assert_eq!(applied(&merge, &now, &["b:removed"]), "a=A c=C2");
    // A slide that was not exported, because it is newer or hidden, is not removed.
    let mut newer = exported.clone();
    newer.slides.push(deck::Slide { id: "d".into(), ..exported.slides[0].clone() });
    assert_eq!(lines(&merged(&exported, file(&exported), &newer, true)), [""; 0]);
}

#[test]
fn a_slide_that_only_the_deck_removed_stays_removed_unless_the_file_changed_it() {
    let exported = deck();
    let mut now = exported.clone();
    now.slides.remove(1);
    assert_eq!(lines(&merged(&exported, file(&exported), &now, true)), [""; 0]);
    let mut slides = file(&exported);
    slides[1].slides[0]["content"]["title"] = json!("B2");
    let merge = merged(&exported, slides, &now, true);
    assert_eq!(lines(&merge), ["b: {} > {} | null !"]);
    assert_eq!(applied(&merge, &now, &["b"]), "a=A b=B2 c=C");
}

#[test]
fn moved_slides_are_as_few_as_possible_and_conflict_where_the_deck_moved_them() {
    let exported = deck();
    let mut slides = file(&exported);
    slides.rotate_right(1);
    let merge = merged(&exported, slides.clone(), &exported, true);
    assert_eq!(lines(&merge), ["c:moved: 3 > 1 | 3"]);
    assert_eq!(applied(&merge, &exported, &["c:moved"]), "c=C a=A b=B");
    let mut same = exported.clone();
    same.slides.rotate_right(1);
    assert_eq!(lines(&merged(&exported, slides.clone(), &same, true)), [""; 0]);
    let mut other = exported.clone();
    other.slides.swap(1, 2);
    assert_eq!(lines(&merged(&exported, slides, &other, true)), ["c:moved: 3 > 1 | 2 !"]);
}

#[test]
fn without_the_exported_revision_every_change_conflicts() {
    let now = deck();
    let mut slides = file(&now);
    slides[0].slides[0]["content"]["title"] = json!("A2");
    slides.remove(1);
    let merge = merged(&now, slides, &now, false);
    assert_eq!(lines(&merge), [r#"a:content.title: "A" > "A2" | "A" !"#, "b:removed: null > null | {} !"]);
}
