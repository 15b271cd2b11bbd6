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
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x78 72px title "Repair or replace"
      text 96,170 1728x50 40px subtitle "Over forty years"
      shape 96,268 852x580 plate surface
      text 144,304 756x70 64px label
        h3 "Repair"
      shape 144,397 756x2 decoration line
      shape 144,610 756x2 decoration line
      text 144,466 756x291 64px body
        - "Cheap today"
        - "Losses stay"
      shape 972,268 852x580 plate accent
      shape 972,719 852x128 decoration #0B5D66
      shape 972,769 852x79 decoration #0B4D57
      text 1020,304 756x70 64px label
        h3 "Replace"
      shape 1020,397 756x2 decoration on-accent/30%
      shape 1020,610 756x2 decoration on-accent/30%
      text 1020,466 756x291 64px body
        - "Costs more once"
        - "Losses fall"
      shape 96,872 1728x112 plate deep
      text 144,891 1632x74 64px body "Replace wherever the road is open"
    "#);
}

#[test]
fn everything_except_the_headings_is_optional() {
    assert_outline!(
        r#"{"type": "comparison-slide", "content": {"leftTitle": "A", "rightTitle": "B", "background": "base"}}"#, @r#"
    page 1 comparison-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      shape 96,402 852x208 plate tint
      text 144,438 756x70 64px label
        h3 "A"
      shape 972,402 852x208 plate tint
      text 1020,438 756x70 64px label
        h3 "B"
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
      shape 96,267 852x301 plate deep/30%
      text 144,303 756x70 64px label
        h3 "A"
      shape 972,267 852x301 plate on-deep
      text 1020,303 756x70 64px label
        h3 "B"
      text 1020,397 756x68 56px body "Words."
      shape 96,800 1728x112 plate deep
      text 144,819 1632x74 64px body "B"
      text 96,936 1728x36 28px caption "Source: desk"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "comparison-slide", "content": {"leftTitle": "ماء", "rightTitle": "ميناء",
        "leftBody": "- شارع", "verdict": "ماء"}}"#, @r#"
    page 1 comparison-slide tint
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      shape 972,221 852x456 plate accent
      shape 972,574 852x103 decoration #0B5D66
      shape 972,614 852x64 decoration #0B4D57
      text 1020,257 756x93 64px label
        h3 "ماء"
      shape 1020,373 756x2 decoration on-accent/30%
      text 1020,467 756x93 64px body
        - "شارع"
      shape 96,221 852x456 plate surface
      text 144,257 756x93 64px label
        h3 "ميناء"
      shape 96,855 1728x129 plate deep
      text 144,873 1632x93 64px body "ماء"
    "#);
}
