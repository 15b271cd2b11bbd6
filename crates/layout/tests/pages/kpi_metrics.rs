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
      text 112,88 1696x63 56px title "Two years in"
      shape 112,344 544x440 plate step 1 accent
      text 152,420 464x132 120px figure step 1 "18\u{a0}km"
      text 152,576 464x42 32px label step 1 "mains renewed"
      text 188,675 428x34 26px caption step 1 "+6 km this year"
      shape 152,678 27x27 decoration step 1 line on-accent
      shape 688,344 544x440 plate step 2 surface line line
      text 728,420 464x132 120px figure step 2 "31\u{a0}%"
      text 728,576 464x83 32px label step 2 "less water lost in the whole of the city north of the river" 2 lines
      shape 1264,344 544x440 plate step 3 surface line line
      text 1304,420 464x132 120px figure step 3 "4.6"
      text 1304,675 464x34 26px caption step 3 "no change"
      text 112,920 1696x48 28px caption "Source: yearly report"
    "#);
}

#[test]
fn the_first_falling_number_can_be_marked() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"accent": "highlight-risk", "background": "deep", "metrics": [
            {"value": "18", "note": "+6"}, {"value": "31", "label": "left", "note": "-4 points"}]}}"#, @r#"
    page 1 kpi-metrics-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      shape 112,320 832x440 plate step 1 on-deep/8% line on-deep/22%
      text 152,401 752x163 148px figure step 1 "18"
      text 188,645 716x34 26px caption step 1 "+6"
      shape 152,649 27x27 decoration step 1 line #7FE3AC
      shape 976,320 832x440 plate step 2 on-deep/8% line on-deep/22%
      shape 976,360 8x360 decoration step 2 #FFA399
      text 1016,401 752x163 148px figure step 2 "31"
      text 1016,588 752x42 32px label step 2 "left"
      text 1052,645 716x34 26px caption step 2 "-4 points"
      shape 1016,649 27x27 decoration step 2 line #FFA399
    "#);
}

#[test]
fn a_single_number_is_very_large() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"metrics": [{"value": "1,240", "unit": "km", "label": "of mains"}]}}"#, @r#"
    page 1 kpi-metrics-slide tint 1 step
      shape 0,0 1920x1080 backdrop tint
      shape 112,320 1696x440 plate step 1 surface line line
      text 152,408 1616x198 180px figure step 1 "1,240\u{a0}km"
      text 152,630 1616x42 32px label step 1 "of mains"
    "#);
}

#[test]
fn numbers_shrink_to_fit_the_card() {
    assert_outline!(
        r#"{"type": "kpi-metrics-slide", "content": {"metrics": [{"value": "Eighteen thousand", "unit": "km"},
            {"value": "2"}, {"value": "3"}, {"value": "4"}]}}"#, @r#"
    page 1 kpi-metrics-slide tint 4 steps
      shape 0,0 1920x1080 backdrop tint
      shape 112,320 400x440 plate step 1 surface line line
      text 152,491 320x99 45px figure step 1 "Eighteen thousand\u{a0}km" 2 lines
      shape 544,320 400x440 plate step 2 surface line line
      text 584,491 320x50 45px figure step 2 "2"
      shape 976,320 400x440 plate step 3 surface line line
      text 1016,491 320x50 45px figure step 3 "3"
      shape 1408,320 400x440 plate step 4 surface line line
      text 1448,491 320x50 45px figure step 4 "4"
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
      text 112,88 1696x81 56px title "ماء"
      shape 976,380 832x440 plate step 1 surface line line
      text 1016,457 752x163 148px figure step 1 "18\u{a0}km"
      text 1016,643 752x46 32px label step 1 "ماء"
      text 1016,706 716x38 26px caption step 1 "-6 ماء"
      shape 1738,710 30x30 decoration step 1 line #B0231B
      shape 112,380 832x440 plate step 2 surface line line
      text 152,457 752x163 148px figure step 2 "31"
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
