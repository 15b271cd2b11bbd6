//! `pyramid-slide`.

use crate::assert_outline;

#[test]
fn labels_are_between_the_slopes() {
    assert_outline!(r#"{"type": "pyramid-slide", "content": {"title": "What a good network needs",
        "subheading": "Each level depends on the one below", "levels": [{"label": "Trust",
        "text": "People drink from the tap"}, {"label": "Pressure", "text": "Two bar at every floor"},
        {"label": "Clear maps", "text": "Every valve found in minutes"}, {"label": "Sound pipes",
        "text": "Under one leak per kilometre"}], "background": "base"}}"#, @r#"
    page 1 pyramid-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "What a good network needs"
      text 112,167 1696x41 30px subtitle "Each level depends on the one below"
      shape 585,256 301x172 plate #0B6B75
      text 650,377 172x37 32px label "Trust"
      shape 823,342 557x1 decoration line
      text 1400,326 408x31 26px body "People drink from the tap"
      shape 428,436 617x172 plate #468F96
      text 539,504 394x37 32px label "Pressure"
      shape 981,522 399x1 decoration line
      text 1400,506 408x31 26px body "Two bar at every floor"
      shape 270,616 932x172 plate #80B2B7
      text 381,684 710x37 32px label "Clear maps"
      shape 1139,702 241x1 decoration line
      text 1400,686 408x31 26px body "Every valve found in minutes"
      shape 112,796 1248x172 plate #BBD6D8
      text 223,864 1025x37 32px label "Sound pipes"
      shape 1297,882 83x1 decoration line
      text 1400,866 408x31 26px body "Under one leak per kilometre"
    "#);
}

#[test]
fn a_label_too_long_for_the_peak_moves_outside() {
    assert_outline!(r#"{"type": "pyramid-slide", "content": {"title": "T",
        "levels": [{"label": "A long name for the very peak"}, {"label": "B"}, {"label": "C"}, {"label": "D"}]}}"#, @r#"
    page 1 pyramid-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 585,232 302x178 plate #0B6B75
      shape 823,321 557x1 decoration line
      text 1400,305 408x31 26px label "A long name for the very peak"
      shape 427,418 617x178 plate #468F96
      text 538,489 395x37 32px label "B"
      shape 270,604 933x178 plate #80B2B7
      text 381,675 710x37 32px label "C"
      shape 112,790 1248x178 plate #BBD6D8
      text 223,861 1026x37 32px label "D"
    "#);
}
