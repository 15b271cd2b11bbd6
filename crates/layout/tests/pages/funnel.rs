//! `funnel-slide`.

use crate::assert_outline;

#[test]
fn bands_get_narrower_and_show_label_value_and_detail() {
    assert_outline!(r#"{"type": "funnel-slide", "content": {"title": "From report to repair",
        "subheading": "Leak reports in 2026", "bottomSubheading": "Source: leak register",
        "items": [{"label": "Reported", "value": "1,240", "text": "By phone, app and crews"},
        {"label": "Confirmed", "value": "610", "text": "Half are rain or private pipes"}, {"label": "Planned",
        "value": "380", "text": "The rest fall inside renewal"}, {"label": "Repaired", "value": "352",
        "text": "Within ten working days"}], "background": "base"}}"#, @r#"
    page 1 funnel-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "From report to repair"
      text 112,167 1696x41 30px subtitle "Leak reports in 2026"
      shape 112,256 1248x154 plate #0B6B75
      text 240,314 874x38 32px label "Reported"
      text 1138,311 94x44 40px figure "1,240"
      shape 1322,333 58x1 decoration line
      text 1400,317 408x31 26px body "By phone, app and crews"
      shape 217,418 1037x154 plate #468F96
      text 345,476 695x38 32px label "Confirmed"
      text 1064,473 63x44 40px figure "610"
      shape 1217,495 163x1 decoration line
      text 1400,479 408x31 26px body "Half are rain or private pipes"
      shape 323,580 827x154 plate #80B2B7
      text 451,638 484x38 32px label "Planned"
      text 959,635 63x44 40px figure "380"
      shape 1111,657 269x1 decoration line
      text 1400,641 408x31 26px body "The rest fall inside renewal"
      shape 428,742 616x154 plate #BBD6D8
      text 556,800 273x38 32px label "Repaired"
      text 853,797 63x44 40px figure "352"
      shape 1006,819 374x1 decoration line
      text 1400,803 408x31 26px body "Within ten working days"
      text 112,920 1696x48 28px caption "Source: leak register"
    "#);
}

#[test]
fn without_details_the_funnel_is_centred() {
    assert_outline!(r#"{"type": "funnel-slide", "content": {"title": "T", "items": [{"label": "A", "value": "3"},
        {"label": "B"}, {"value": "1"}]}}"#, @r#"
    page 1 funnel-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 336,313 1248x180 plate #0B6B75
      text 499,384 877x38 32px label "A"
      text 1400,381 22x44 40px figure "3"
      shape 477,501 967x180 plate #63A0A7
      text 639,572 641x38 32px label "B"
      shape 617,689 685x180 plate #BBD6D8
      text 780,757 360x44 40px figure "1"
    "#);
}
