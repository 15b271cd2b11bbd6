//! `cycle-slide`.

use crate::assert_outline;

#[test]
fn phases_are_placed_around_the_hub() {
    assert_outline!(r#"{"type": "cycle-slide", "content": {"title": "The yearly loop",
        "subheading": "Small steps, every year", "centerLabel": "Network", "items": [{"label": "Measure",
        "text": "Losses per ward, every spring"}, {"label": "Choose", "text": "Worst streets first"},
        {"label": "Renew", "text": "Summer season"}, {"label": "Check", "text": "Pressure test in autumn"}],
        "background": "base"}}"#, @r#"
    page 1 cycle-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "The yearly loop"
      text 112,167 1696x41 30px subtitle "Small steps, every year"
      shape 830,482 260x260 plate accent
      text 851,594 218x37 32px label "Network"
      shape 800,267 320x150 plate tint line line
      text 820,293 280x34 28px label "Measure"
      text 820,331 280x60 24px body "Losses per ward, every spring" 2 lines
      shape 1140,362 259x141 decoration line accent
      shape 1385,491 24x26 decoration accent
      shape 1280,537 320x150 plate tint line line
      text 1300,578 280x34 28px label "Choose"
      text 1300,616 280x30 24px body "Worst streets first"
      shape 1158,707 251x150 decoration line accent
      shape 1140,844 24x26 decoration accent
      shape 800,807 320x150 plate tint line line
      text 820,848 280x34 28px label "Renew"
      text 820,886 280x30 24px body "Summer season"
      shape 521,721 259x141 decoration line accent
      shape 511,707 24x26 decoration accent
      shape 320,537 320x150 plate tint line line
      text 340,578 280x34 28px label "Check"
      text 340,616 280x30 24px body "Pressure test in autumn"
      shape 511,366 251x150 decoration line accent
      shape 755,354 24x26 decoration accent
    "#);
}

#[test]
fn without_a_label_there_is_no_hub() {
    assert_outline!(r#"{"type": "cycle-slide", "content": {"title": "T", "items": [{"label": "A"}, {"label": "B"},
        {"label": "C"}]}}"#, @r#"
    page 1 cycle-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 800,255 320x150 plate tint line line
      text 820,313 280x34 28px label "A"
      shape 1141,350 303x272 decoration line accent
      shape 1426,615 26x24 decoration accent
      shape 1216,660 320x150 plate tint line line
      text 1236,718 280x34 28px label "B"
      shape 724,830 486x41 decoration line accent
      shape 709,825 25x25 decoration accent
      shape 384,660 320x150 plate tint line line
      text 404,718 280x34 28px label "C"
      shape 475,355 284x285 decoration line accent
      shape 754,342 25x26 decoration accent
    "#);
}
