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
      picture 1242,0 678x1080 content alt "Ama Serwaa" "/uploads/quay.jpg" crop 32,0,68,100
      shape 96,152 211x138 decoration accent-on-deep
      text 96,314 1074x493 112px quote "We fixed the pipe once and stopped fixing the road every year." 4 lines
      shape 96,880 72x6 decoration accent-on-deep
      text 192,855 978x58 48px caption "Ama Serwaa, site lead"
    "#);
}

#[test]
fn a_centred_quote_is_below_its_mark() {
    assert_outline!(
        r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Harbour saying",
            "quoteAlign": "center", "background": "base"}}"#, @r#"
    page 1 quote-slide base sea 130
      shape 0,0 1920x1080 backdrop base
      shape 0,0 1920x1080 decoration #E7F0F1
      shape 0,0 1920x1080 decoration #CEE1E3
      shape 855,267 211x138 decoration accent
      text 169,429 1582x176 160px quote "Build for the tide."
      shape 754,679 72x6 decoration accent
      text 850,653 318x58 48px caption "Harbour saying"
    "#);
}

#[test]
fn a_quote_needs_no_source() {
    assert_outline!(r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "background": "accent"}}"#, @r#"
    page 1 quote-slide accent sea 130
      shape 0,0 1920x1080 backdrop accent
      shape 0,0 1920x1080 decoration #0B616A
      shape 0,0 1920x1080 decoration #0B5660
      shape 96,315 211x138 decoration on-accent
      text 96,477 1582x176 160px quote "Build for the tide."
    "#);
}

#[test]
fn more_quotes_stand_in_columns() {
    assert_outline!(
        r#"{"type": "quote-slide", "content": {"quote": "Build for the tide.", "attribution": "Ama", "quotes": [
            {"quote": "Repairs come before paint.", "authorImage": "/uploads/quay.jpg", "attribution": "Jonas"},
            {"quote": "Paint comes before speeches.", "authorImage": "/uploads/no.jpg"}]}}"#, @r#"
    page 1 quote-slide deep sea 130
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 96,235 141x92 decoration accent-on-deep
      text 96,351 512x176 80px quote "Build for the tide." 2 lines
      text 96,655 512x53 44px caption "Ama"
      shape 655,235 3x516 decoration on-deep/22%
      shape 704,235 141x92 decoration accent-on-deep
      text 704,351 512x264 80px quote "Repairs come before paint." 3 lines
      picture 704,655 96x96 content alt missing "/uploads/quay.jpg" crop 22,0,78,100
      text 824,676 392x53 44px caption "Jonas"
      shape 1263,235 3x516 decoration on-deep/22%
      shape 1312,235 141x92 decoration accent-on-deep
      text 1312,351 512x264 80px quote "Paint comes before speeches." 3 lines
    quotes.1.authorImage: the picture `/uploads/no.jpg` cannot be drawn
    "#);
}

#[test]
fn the_length_chooses_the_size() {
    let size = |letters: usize| {
        let quote: String = "water and tide ".chars().cycle().take(letters - 1).chain(['.']).collect();
        let output = lay_out("en", &[json!({"type": "quote-slide", "content": {"quote": quote}})]);
        let mut sizes = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
            scene::NodeKind::Text(text) if node.role == scene::NodeRole::Quote => text.size(),
            _ => None,
        });
        sizes.next().expect("a quote").0
    };
    let sizes = [20, 90, 91, 160, 260, 400].map(size);
    assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]), "{sizes:?}");
    assert!(sizes[0] >= 160.0 && sizes[1] >= 112.0 && sizes[2] <= 96.0 && sizes[5] >= 56.0, "{sizes:?}");
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "quote-slide", "content": {"quote": "ماء", "attribution": "ميناء"}}"#, @r#"
    page 1 quote-slide deep sea 130
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 1613,237 211x138 decoration accent-on-deep
      text 242,399 1582x232 160px quote "ماء"
      shape 1752,711 72x6 decoration accent-on-deep
      text 242,679 1486x70 48px caption "ميناء"
    "#);
}
