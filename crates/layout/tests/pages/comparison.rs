//! `comparison-slide`.

use crate::assert_outline;

#[test]
fn two_sides_are_above_the_conclusion() {
    assert_outline!(
        r#"{"type": "comparison-slide", "content": {"title": "Repair or replace", "subheading": "Over forty years",
            "leftTitle": "Repair", "leftBody": "- Cheap today\n- Losses stay", "rightTitle": "Replace",
            "rightBody": "- Costs more once\n- Losses fall", "verdict": "Replace wherever the road is open"}}"#, @r#"
    page 1 comparison-slide tint
      shape 0,0 1920x1080 backdrop tint
      text 112,88 1696x63 56px title "Repair or replace"
      text 112,167 1696x41 30px subtitle "Over forty years"
      shape 112,256 816x600 plate surface line line
      shape 112,256 816x6 decoration muted
      text 152,302 736x48 40px label
        h3 "Repair"
      text 152,370 736x104 32px body
        - "Cheap today"
        - "Losses stay"
      shape 992,256 816x600 plate surface line line
      shape 992,256 816x6 decoration accent
      text 1032,302 736x48 40px label
        h3 "Replace"
      text 1032,370 736x104 32px body
        - "Costs more once"
        - "Losses fall"
      shape 959,256 2x600 decoration line
      shape 924,520 72x72 decoration accent
      shape 944,540 32x32 decoration line on-accent
      shape 112,888 1696x80 plate accent
      text 152,906 1616x44 34px body "Replace wherever the road is open"
    "#);
}

#[test]
fn everything_except_the_headings_is_optional() {
    assert_outline!(
        r#"{"type": "comparison-slide", "content": {"leftTitle": "A", "rightTitle": "B", "background": "base"}}"#, @r#"
    page 1 comparison-slide base
      shape 0,0 1920x1080 backdrop base
      shape 112,112 816x856 plate tint line line
      shape 112,112 816x6 decoration muted
      text 152,158 736x48 40px label
        h3 "A"
      shape 992,112 816x856 plate tint line line
      shape 992,112 816x6 decoration accent
      text 1032,158 736x48 40px label
        h3 "B"
      shape 959,112 2x856 decoration line
      shape 924,504 72x72 decoration accent
      shape 944,524 32x32 decoration line on-accent
    "#);
}

#[test]
fn a_closing_line_moves_the_conclusion_up() {
    assert_outline!(
        r#"{"type": "comparison-slide", "content": {"leftTitle": "A", "rightTitle": "B", "rightBody": "Words.",
            "verdict": "B", "bottomSubheading": "Source: desk", "background": "gradient"}}"#, @r#"
    page 1 comparison-slide gradient
      shape 0,0 1920x1080 backdrop linear
      shape 0,0 1920x1080 backdrop radial
      shape 112,112 816x672 plate deep/30% line on-deep/30%
      shape 112,112 816x6 decoration on-deep
      text 152,158 736x48 40px label
        h3 "A"
      shape 992,112 816x672 plate deep/30% line on-deep/30%
      shape 992,112 816x6 decoration on-deep
      text 1032,158 736x48 40px label
        h3 "B"
      text 1032,226 736x46 32px body "Words."
      shape 959,112 2x672 decoration on-deep/30%
      shape 924,412 72x72 decoration on-deep
      shape 944,432 32x32 decoration line text
      shape 112,816 1696x80 plate base
      text 152,834 1616x44 34px body "B"
      text 112,920 1696x48 28px caption "Source: desk"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "comparison-slide", "content": {"leftTitle": "ماء", "rightTitle": "ميناء",
        "leftBody": "- شارع", "verdict": "ماء"}}"#, @r#"
    page 1 comparison-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 992,112 816x744 plate surface line line
      shape 992,112 816x6 decoration muted
      text 1032,158 736x58 40px label
        h3 "ماء"
      text 1032,236 736x46 32px body
        - "شارع"
      shape 112,112 816x744 plate surface line line
      shape 112,112 816x6 decoration accent
      text 152,158 736x58 40px label
        h3 "ميناء"
      shape 959,112 2x744 decoration line
      shape 924,448 72x72 decoration accent
      shape 944,468 32x32 decoration line on-accent
      shape 112,888 1696x80 plate accent
      text 152,903 1616x49 34px body "ماء"
    "#);
}
