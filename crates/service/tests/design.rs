//! How slides are composed: bounds for the figures that `make design` prints.

#[path = "../design/measure.rs"]
mod measure;

use std::thread;

use deck::Themes;
use measure::{MeasuredSlide, Measurer, Summary, author_decks, type_decks};

/// The slides of all types in all themes, and those of every second text of the author.
fn slides() -> Vec<MeasuredSlide> {
    let mut decks = type_decks();
    decks.extend(author_decks().into_iter().step_by(2));
    thread::scope(|scope| {
        let themes = Themes::core().iter().map(|theme| {
            let decks = &decks;
            scope.spawn(move || {
                let mut measurer = Measurer::new();
                let drawn = decks.iter().flat_map(|named| {
                    let drawn = measurer.drawn(named, theme);
                    assert_eq!(drawn.document.pages.len(), drawn.slides.len());
                    drawn.slides
                });
                drawn.collect::<Vec<_>>()
            })
        });
        let themes: Vec<_> = themes.collect();
        themes.into_iter().flat_map(|theme| theme.join().expect("a theme")).collect()
    })
}

#[test]
fn slides_are_composed_for_a_hall() {
    let slides = slides();
    let all = Summary::of(&slides.iter().collect::<Vec<_>>());
    assert!(all.slides > 1000, "{}", all.slides);
    assert!(all.running >= 28.0 && all.lines >= 26.0, "running text of {} pt, by line {}", all.running, all.lines);
    assert!(all.title >= 36.0, "titles of {} pt", all.title);
    assert!(all.small < 0.02, "{:.3} of the slides have meaning under 18 pt", all.small);
    assert!(all.covered >= 0.85, "{:.2} of BODY is covered", all.covered);
    for theme in Themes::core().iter() {
        let own: Vec<&MeasuredSlide> = slides.iter().filter(|slide| slide.theme == theme.id).collect();
        let covered = Summary::of(&own).covered;
        assert!(covered >= 0.7, "{covered:.2} of BODY is covered in {}", theme.id);
    }
    assert_eq!(named(&slides, |slide| slide.figures.half_empty_plates > 0), [""; 0], "half-empty plates");
    assert_eq!(named(&slides, |slide| slide.figures.sizes > 4), [""; 0], "more than four sizes");
    assert_eq!(named(&slides, |slide| slide.findings.contains(&"near-miss")), [""; 0], "edges that miss each other");
    let is_unreported = |slide: &MeasuredSlide| slide.is_small() && !slide.findings.contains(&"small-type");
    assert_eq!((all.unreported, named(&slides, is_unreported)), (0, Vec::new()), "small type without the finding");
}

/// The slides of which something is true, by name.
fn named(slides: &[MeasuredSlide], is_so: impl Fn(&MeasuredSlide) -> bool) -> Vec<String> {
    let name = |slide: &MeasuredSlide| format!("{} {} of {} in {}", slide.key, slide.number, slide.deck, slide.theme);
    slides.iter().filter(|slide| is_so(slide)).map(name).collect()
}

#[test]
fn decks_of_the_author_have_few_findings() {
    let mut measurer = Measurer::new();
    let decks = author_decks();
    let drawn = decks.iter().step_by(3).flat_map(|named| measurer.drawn(named, Themes::core().default()).slides);
    let slides: Vec<MeasuredSlide> = drawn.collect();
    let all = Summary::of(&slides.iter().collect::<Vec<_>>());
    let findings: usize = all.findings.values().sum();
    assert!(findings * 10 <= all.slides, "{:?} on {} slides", all.findings, all.slides);
    assert_eq!(all.half_empty_plates, 0, "half-empty plates");
    assert!(all.many_sizes <= 0.0, "{:.3} of the slides have more than four sizes", all.many_sizes);
}
