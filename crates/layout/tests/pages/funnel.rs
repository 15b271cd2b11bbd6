//! `funnel-slide`.

use crate::assert_outline;

#[test]
fn bands_get_narrower_between_labels_and_details() {
    assert_outline!(r#"{"type": "funnel-slide", "content": {"title": "From report to repair",
        "subheading": "Leak reports in 2026", "bottomSubheading": "Source: leak register",
        "items": [{"label": "Reported", "value": "1,240", "text": "By phone, app and crews"},
        {"label": "Confirmed", "value": "610", "text": "Half are rain or private pipes"}, {"label": "Planned",
        "value": "380", "text": "The rest fall inside renewal"}, {"label": "Repaired", "value": "352",
        "text": "Within ten working days"}], "background": "base"}}"#, @r#"
    page 1 funnel-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "From report to repair"
      text 96,170 1728x50 40px subtitle "Leak reports in 2026"
      shape 384,268 720x152 plate #E2EDEE
      shape 96,425 331x2 decoration line
      shape 1060,425 764x2 decoration line
      text 96,314 264x60 56px label "Reported"
      text 384,292 720x104 104px figure "1,240"
      text 1144,315 680x59 48px body "By phone, app and crews"
      shape 443,432 601x152 plate #D2E4E5
      shape 96,589 391x2 decoration line
      shape 1001,589 823x2 decoration line
      text 96,478 264x60 56px label "Confirmed"
      text 443,456 601x104 104px figure "610"
      text 1144,479 680x59 48px body "Half are rain or private pipes"
      shape 503,596 482x152 plate #C2DADD
      shape 96,753 450x2 decoration line
      shape 942,753 882x2 decoration line
      text 96,642 264x60 56px label "Planned"
      text 503,620 482x104 104px figure "380"
      text 1144,643 680x59 48px body "The rest fall inside renewal"
      shape 562,760 364x152 plate accent
      text 96,806 264x60 56px label "Repaired"
      text 562,784 364x104 104px figure "352"
      text 1144,807 680x59 48px body "Within ten working days"
      text 96,936 1728x36 28px caption "Source: leak register"
    "#);
}

#[test]
fn without_details_the_funnel_takes_the_rest_of_the_width() {
    assert_outline!(r#"{"type": "funnel-slide", "content": {"title": "T", "items": [{"label": "A", "value": "3"},
        {"label": "B"}, {"value": "1"}]}}"#, @r#"
    page 1 funnel-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 370,206 1454x251 plate #E2EDEE
      shape 96,462 418x2 decoration line
      text 96,297 250x69 64px label "A"
      text 370,260 1454x144 144px figure "3"
      shape 530,469 1134x251 plate #C2DADD
      shape 96,726 578x2 decoration line
      text 96,560 250x69 64px label "B"
      shape 690,733 814x251 plate accent
      text 690,786 814x144 144px figure "1"
    "#);
}

#[test]
fn without_values_the_labels_stand_in_the_bands() {
    assert_outline!(r#"{"type": "funnel-slide", "content": {"title": "T", "items": [{"label": "Awareness"},
        {"label": "Interest"}, {"label": "Decision"}]}}"#, @r#"
    page 1 funnel-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 96,206 1728x251 plate #E2EDEE
      text 306,297 1308x69 64px label "Awareness"
      shape 286,469 1348x251 plate #C2DADD
      text 496,560 928x69 64px label "Interest"
      shape 476,733 968x251 plate accent
      text 686,824 548x69 64px label "Decision"
    "#);
}
