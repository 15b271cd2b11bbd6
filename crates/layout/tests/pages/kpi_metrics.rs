//! `kpi-metrics-slide`.

use crate::assert_outline;
use crate::common::lay_out;
use scene::NodeKind;
use serde_json::json;

#[test]
fn numbers_are_on_cards_with_aligned_parts() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"title": "Two years in", "bottomSubheading": "Source: yearly report",
            "accent": "highlight-best", "countUp": "on", "metrics": [
            {"value": "18", "unit": "km", "label": "mains renewed", "note": "+6 km this year"},
            {"value": "31", "unit": "%", "label": "less water lost in the whole of the city north of the river"},
            {"value": "", "unit": " ", "label": "", "note": ""},
            {"value": "4.6", "note": "no change"}]}}"#, @r#"
    page 1 kpi-metrics-slide tint 3 steps
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x78 72px title "Two years in"
      text 96,219 720x276 276px figure step 1 "18\u{a0}km"
      text 848,282 976x79 72px label step 1 "mains renewed"
      text 848,374 976x59 48px caption step 1 "+6 km this year"
      shape 96,509 1728x2 decoration step 2 line
      text 96,513 720x192 192px figure step 2 "31\u{a0}%"
      text 848,530 976x158 72px label step 2 "less water lost in the whole of the city north of the river" 2 lines
      shape 96,710 1728x2 decoration step 3 line
      text 96,715 720x192 192px figure step 3 "4.6"
      text 848,782 976x59 48px caption step 3 "no change"
      text 96,936 1728x36 28px caption "Source: yearly report"
    "#);
}

#[test]
fn the_first_falling_number_can_be_marked() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"accent": "highlight-risk", "background": "deep", "metrics": [
            {"value": "18", "note": "+6"}, {"value": "31", "label": "left", "note": "-4 points"}]}}"#, @r#"
    page 1 kpi-metrics-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      shape 96,142 852x785 plate step 1 on-deep/8%
      text 140,288 764x320 320px figure step 1 "18"
      text 140,632 764x59 48px caption step 1 "+6"
      shape 972,142 852x785 plate step 2 on-deep/8%
      shape 972,166 12x737 decoration step 2 accent-2
      text 1016,288 764x320 320px figure step 2 "31"
      text 1016,632 764x79 72px label step 2 "left"
      text 1016,723 764x59 48px caption step 2 "-4 points"
    "#);
}

#[test]
fn a_single_number_is_very_large() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"metrics": [{"value": "1,240", "unit": "km", "label": "of mains"}]}}"#, @r#"
    page 1 kpi-metrics-slide deep 1 step
      shape 0,0 1920x1080 backdrop deep
      shape 0,916 1920x164 decoration #0B3740
      shape 0,1000 1920x80 decoration #0B4851
      text 96,269 1728x400 400px figure step 1 "1,240\u{a0}km"
      text 96,693 1728x79 72px label step 1 "of mains"
    "#);
}

#[test]
fn numbers_shrink_to_fit_the_card() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"metrics": [{"value": "Eighteen thousand", "unit": "km"},
            {"value": "2"}, {"value": "3"}, {"value": "4"}]}}"#, @r#"
    page 1 kpi-metrics-slide tint 4 steps
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,151 1032x112 112px figure step 1 "Eighteen thousand\u{a0}km"
      shape 96,318 1728x2 decoration step 2 line
      text 96,373 1032x112 112px figure step 2 "2"
      shape 96,540 1728x2 decoration step 3 line
      text 96,595 1032x112 112px figure step 3 "3"
      shape 96,762 1728x2 decoration step 4 line
      text 96,817 1032x112 112px figure step 4 "4"
    "#);
}

#[test]
fn a_change_is_bold_with_its_sign() {
    let slide = json!({"type": "kpi-metrics-slide", "content": {"metrics": [{"note": "+6 km"}, {"note": "-6 km"}]}});
    let output = lay_out("en", &[slide]);
    let bold = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Text(text) if node.role == scene::NodeRole::Caption => {
            let paragraph = &text.paragraphs[0];
            let run = paragraph.runs.iter().find(|run| run.style.strong)?;
            Some(paragraph.text[run.range.clone()].to_owned())
        }
        _ => None,
    });
    assert_eq!(bold.collect::<Vec<_>>(), ["+6", "-6"]);
}

#[test]
fn a_single_figure_stands_on_the_deep_backdrop_unless_one_is_chosen() {
    let ground = |background: &str| {
        let content = json!({"background": background, "metrics": [{"value": "93", "unit": "%"}, {"value": " "}]});
        let output = lay_out("en", &[json!({"type": "kpi-metrics-slide", "content": content})]);
        output.document.pages[0].layout.name.clone()
    };
    assert!(ground("auto").ends_with(" deep"), "{}", ground("auto"));
    assert!(ground("tint").ends_with(" tint"), "{}", ground("tint"));
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "kpi-metrics-slide", "content": {"title": "ماء", "metrics": [
        {"value": "18", "unit": "km", "label": "ماء", "note": "-6 ماء"}, {"value": "31"}]}}"#, @r#"
    page 1 kpi-metrics-slide tint 2 steps
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x104 72px title "ماء"
      shape 972,233 852x751 plate step 1 surface
      text 1016,344 764x320 320px figure step 1 "18\u{a0}km"
      text 1016,688 764x104 72px label step 1 "ماء"
      text 1016,804 764x70 48px caption step 1 "-6 ماء"
      shape 96,233 852x751 plate step 2 surface
      text 140,344 764x320 320px figure step 2 "31"
    "#);
}

#[test]
fn a_unit_follows_its_number_in_right_to_left_decks() {
    let metrics = json!([{"value": "4.6", "unit": "/5"}, {"value": "-3", "unit": "%"}, {"value": "18", "unit": "ק״מ"}]);
    let output = lay_out("he", &[json!({"type": "kpi-metrics-slide", "content": {"metrics": metrics}})]);
    let shown = output.document.pages[0].nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Text(text) if node.role == scene::NodeRole::Figure => Some(text),
        _ => None,
    });
    // The letters of each figure from left to right.
    let seen = shown.map(|text| {
        let mut glyphs: Vec<(f32, &str)> = Vec::new();
        for run in &text.lines[0].runs {
            let mut x = run.x.0;
            for glyph in &run.glyphs {
                glyphs.push((x, &text.paragraphs[0].text[glyph.from as usize..glyph.to as usize]));
                x += glyph.advance;
            }
        }
        glyphs.sort_by(|one, other| one.0.total_cmp(&other.0));
        glyphs.into_iter().map(|(_, letter)| letter).collect::<String>()
    });
    assert_eq!(seen.collect::<Vec<_>>(), ["4.6\u{a0}/5", "-3\u{a0}%", "מ״ק\u{a0}18"]);
}
