//! Decks of models in two steps: the outline, then the slides of the outline as somebody arranged it.

use std::time::Duration;

use ai::{DeckSource, Error, Refusal, SourcePicture, Vendor, unknown_figures};

use super::stand_in::{StandIn, json_reply};
use super::{MODELS, good, is_strict, keys, outline, source, with_writer};

const TIMEOUT: Duration = Duration::from_secs(10);

#[test]
fn an_outline_is_one_request_and_the_arranged_outline_is_what_is_written() {
    let vendor = Vendor::Anthropic;
    let stand_in = StandIn::new(vendor, |request, _| good(request));
    let access = stand_in.access(vendor);
    let mut outline = with_writer(&access, TIMEOUT, |writer| writer.outline(&source())).expect("an outline");
    assert_eq!(stand_in.tasks(), ["outline"]);
    assert_eq!((outline.title.as_str(), outline.slides.len()), ("A second quay", 5));
    assert_eq!(outline.slides[1].points, ["Ships wait two days", "No berth is free"]);
    outline.slides.remove(2);
    outline.slides.swap(1, 2);
    let draft = with_writer(&access, TIMEOUT, |writer| writer.planned_deck(&access, &source(), &outline.slides));
    let draft = draft.expect("a deck");
    assert_eq!(keys(&draft), ["title-slide", "content-slide", "list-slide", "end-slide"]);
    assert!(is_strict(&draft) && stand_in.tasks()[1..].iter().all(|task| *task == "slides"), "{:?}", stand_in.tasks());
    assert_eq!(unknown_figures(&[&source().text], &draft), []);
}

#[test]
fn the_tokens_of_all_requests_of_a_call_are_counted() {
    for vendor in MODELS {
        let stand_in = StandIn::new(vendor, |request, _| good(request));
        let access = stand_in.access(vendor);
        let tokens = with_writer(&access, TIMEOUT, |writer| {
            writer.deck(&source()).expect("a deck");
            writer.tokens.tokens()
        });
        let requests = stand_in.requests().len() as u64;
        assert_eq!((tokens.input, tokens.output), (100 * requests, 20 * requests), "{vendor:?}");
    }
}

#[test]
fn a_planned_slide_names_the_sentences_that_it_comes_from() {
    let vendor = Vendor::Mistral;
    let stand_in = StandIn::new(vendor, |request, _| good(request));
    let access = stand_in.access(vendor);
    let outline = with_writer(&access, TIMEOUT, |writer| writer.outline(&source())).expect("an outline");
    let sources: Vec<&str> = outline.slides[1].sources.iter().map(|source| source.text.as_str()).collect();
    assert_eq!(sources, ["The harbour is full.", "Ships wait two days for a berth."]);
}

#[test]
fn an_outline_with_an_unknown_type_or_without_slides_sends_no_request() {
    let vendor = Vendor::OpenAi;
    let stand_in = StandIn::new(vendor, |request, _| good(request));
    let access = stand_in.access(vendor);
    let unknown = ai::OutlineSlide { key: Some("acme/hero".to_owned()), ..ai::OutlineSlide::default() };
    let check = |outline: &[ai::OutlineSlide]| {
        with_writer(&access, TIMEOUT, |writer| writer.planned_deck(&access, &source(), outline)).unwrap_err()
    };
    assert_eq!(check(&[unknown]), Error::Refused(Refusal::UnknownType { name: "acme/hero".to_owned() }));
    assert_eq!(check(&[]), Error::Refused(Refusal::EmptyOutline));
    assert!(stand_in.tasks().is_empty());
}

#[test]
fn a_title_slide_that_is_added_counts_as_one_of_the_slides_asked_for() {
    let vendor = Vendor::OpenAi;
    let mut untitled = outline();
    untitled["slides"].as_array_mut().expect("slides").remove(0);
    let stand_in = StandIn::new(vendor, move |_, _| json_reply(&untitled));
    let access = stand_in.access(vendor);
    let source = DeckSource { slides: Some(3), ..source() };
    let outlined = with_writer(&access, TIMEOUT, |writer| writer.outline(&source)).expect("an outline");
    let keys: Vec<&str> = outlined.slides.iter().filter_map(|slide| slide.key.as_deref()).collect();
    assert_eq!(keys, ["title-slide", "list-slide", "kpi-metrics-slide"]);
}

#[test]
fn a_model_sees_the_addresses_of_the_pictures_of_a_document() {
    let vendor = Vendor::Mistral;
    let stand_in = StandIn::new(vendor, |request, _| good(request));
    let access = stand_in.access(vendor);
    let picture = SourcePicture { url: "/uploads/quay.png".to_owned(), ..SourcePicture::default() };
    let text = "The quay.\n\n![The quay](picture:0)\n\n![Lost](picture:1)\n\nIt is full.";
    let source = DeckSource { pictures: vec![picture, SourcePicture::default()], ..DeckSource::new(text) };
    with_writer(&access, TIMEOUT, |writer| writer.outline(&source)).expect("an outline");
    let prompt = stand_in.requests()[0].prompt();
    assert!(prompt.contains("![The quay](/uploads/quay.png)") && !prompt.contains("picture:"), "{prompt}");
}
