//! `quote-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use serde_json::json;

#[test]
fn a_quote_has_its_source_and_portrait() {
    assert_outline!(
        r#"{"type": "quote-slide", "content": {"quote": "We fixed the pipe once and stopped fixing the road every year.",
            "attribution": "Ama Serwaa, site lead", "authorImage1": "/uploads/quay.jpg", "authorImage1Alt": "Ama Serwaa"}}"#, @r#"
    page 1 quote-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,120 220x220 220px decoration "“"
      text 176,354 1408x179 76px quote "We fixed the pipe once and stopped fixing the road every year." 2 lines
      picture 176,582 144x144 content alt "Ama Serwaa" "/uploads/quay.jpg" crop 22,0,78,100
      shape 352,652 64x4 decoration accent-on-deep
      text 440,633 294x42 32px caption "Ama Serwaa, site lead"
    "#);
}

#[test]
fn a_centred_quote_is_below_its_mark() {
    assert_outline!(
        r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Harbour saying",
            "quoteAlign": "center", "background": "base"}}"#, @r#"
    page 1 quote-slide base
      shape 0,0 1920x1080 backdrop base
      text 850,368 220x220 220px decoration "“"
      text 256,502 1408x90 76px quote "Build for the tide."
      shape 813,659 64x4 decoration accent
      text 901,640 206x42 32px caption "Harbour saying"
    "#);
}

#[test]
fn a_quote_needs_no_source() {
    assert_outline!(r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "background": "accent"}}"#, @r#"
    page 1 quote-slide accent
      shape 0,0 1920x1080 backdrop accent
      text 112,120 220x220 220px decoration "“"
      text 176,495 1408x90 76px quote "Build for the tide."
    "#);
}

#[test]
fn more_quotes_form_bands_left_and_right() {
    assert_outline!(
        r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Ama", "quotes": [
            {"quote": "Repairs come before paint.", "authorImage": "/uploads/quay.jpg", "attribution": "Jonas"},
            {"quote": "Paint comes before speeches.", "authorImage": "/uploads/no.jpg"}]}}"#, @r#"
    page 1 quote-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 112,273 108x108 108px decoration "“"
      text 176,289 1184x76 64px quote "Build for the tide."
      shape 176,400 64x4 decoration accent-on-deep
      text 264,384 55x36 28px caption "Ama"
      text 560,461 108x108 108px decoration "“"
      text 624,476 1184x76 64px quote "Repairs come before paint."
      picture 624,572 88x88 content alt missing "/uploads/quay.jpg" crop 22,0,78,100
      shape 744,614 64x4 decoration accent-on-deep
      text 832,598 72x36 28px caption "Jonas"
      text 112,701 108x108 108px decoration "“"
      text 176,716 1184x76 64px quote "Paint comes before speeches."
    quotes.1.authorImage: the picture `/uploads/no.jpg` cannot be drawn
    "#);
}

#[test]
fn the_length_chooses_the_size() {
    let size = |letters: usize| {
        let quote: String = "water and tide ".chars().cycle().take(letters - 1).chain(['.']).collect();
        let output = lay_out("en", &[json!({"type": "quote-slide", "content": {"quote": quote}})]);
        let sizes = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
            scene::NodeKind::Text(text) if node.role == scene::NodeRole::Quote => text.size(),
            _ => None,
        });
        sizes.map(|size| size.to_string()).collect::<String>()
    };
    assert_eq!([90, 91, 160, 161, 260, 261, 400].map(size), ["76", "64", "64", "52", "52", "44", "44"]);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "quote-slide", "content": {"quote": "ماء", "attribution": "ميناء"}}"#, @r#"
    page 1 quote-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 1588,120 220x220 220px decoration "“"
      text 336,438 1408x110 76px quote "ماء"
      shape 1680,617 64x4 decoration accent-on-deep
      text 1592,596 64x46 32px caption "ميناء"
    "#);
}
