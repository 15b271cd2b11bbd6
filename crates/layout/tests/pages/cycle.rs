//! `cycle-slide`.

use crate::assert_outline;

#[test]
fn four_phases_with_short_labels_stand_around_the_ring() {
    assert_outline!(r#"{"type": "cycle-slide", "content": {"title": "The yearly loop",
        "subheading": "Small steps, every year", "centerLabel": "Network", "items": [{"label": "Measure",
        "text": "Losses per ward, every spring"}, {"label": "Choose", "text": "Worst streets first"},
        {"label": "Renew", "text": "Summer season"}, {"label": "Check", "text": "Pressure test in autumn"}],
        "background": "base"}}"#, @r#"
    page 1 cycle-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "The yearly loop"
      text 96,170 1728x50 40px subtitle "Small steps, every year"
      shape 964,268 354x439 plate accent
      text 1123,422 126x80 80px label "1"
      shape 879,630 439x354 plate #D8E7E9
      text 1061,812 126x80 80px label "2"
      shape 602,545 354x439 plate #D8E7E9
      text 671,750 126x80 80px label "3"
      shape 602,268 439x354 plate #D8E7E9
      text 733,360 126x80 80px label "4"
      text 805,587 311x78 72px label "Network"
      text 1366,346 458x79 72px label "Measure"
      text 1366,431 458x117 48px body "Losses per ward, every spring" 2 lines
      text 1366,733 458x79 72px label "Choose"
      text 1366,818 458x59 48px body "Worst streets first"
      text 96,733 458x79 72px label "Renew"
      text 96,818 458x59 48px body "Summer season"
      text 96,346 458x79 72px label "Check"
      text 96,431 458x117 48px body "Pressure test in autumn" 2 lines
    "#);
}

#[test]
fn without_a_label_the_hub_stays_empty() {
    assert_outline!(r#"{"type": "cycle-slide", "content": {"title": "T", "items": [{"label": "A"}, {"label": "B"},
        {"label": "C"}]}}"#, @r#"
    page 1 cycle-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 472,223 369x591 plate accent
      text 675,448 131x96 96px label "1"
      shape 149,650 637x317 plate #D8E7E9
      text 352,833 131x96 96px label "2"
      shape 95,223 467x552 plate #D8E7E9
      text 180,360 131x96 96px label "3"
      text 912,300 94x72 72px label "1"
      text 1022,296 802x79 72px label "A"
      shape 912,464 912x2 decoration line
      text 912,559 94x72 72px label "2"
      text 1022,555 802x79 72px label "B"
      shape 912,724 912x2 decoration line
      text 912,818 94x72 72px label "3"
      text 1022,815 802x79 72px label "C"
    "#);
}
