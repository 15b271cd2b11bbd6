//! `pyramid-slide`.

use crate::assert_outline;

#[test]
fn labels_stand_beside_the_triangle_level_with_their_slices() {
    assert_outline!(r#"{"type": "pyramid-slide", "content": {"title": "What a good network needs",
        "subheading": "Each level depends on the one below", "levels": [{"label": "Trust",
        "text": "People drink from the tap"}, {"label": "Pressure", "text": "Two bar at every floor"},
        {"label": "Clear maps", "text": "Every valve found in minutes"}, {"label": "Sound pipes",
        "text": "Under one leak per kilometre"}], "background": "base"}}"#, @r#"
    page 1 pyramid-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "What a good network needs"
      text 96,170 1728x50 40px subtitle "Each level depends on the one below"
      shape 420,268 204x172 plate accent
      shape 644,444 1180x2 decoration line
      text 996,281 828x70 64px label "Trust"
      text 996,358 828x68 56px body "People drink from the tap"
      shape 312,450 420x172 plate #68A3A9
      shape 752,625 1072x2 decoration line
      text 996,463 828x70 64px label "Pressure"
      text 996,539 828x68 56px body "Two bar at every floor"
      shape 204,631 636x172 plate #A0C5C9
      shape 860,807 964x2 decoration line
      text 996,644 828x70 64px label "Clear maps"
      text 996,721 828x68 56px body "Every valve found in minutes"
      shape 96,813 852x172 plate #D8E7E9
      text 996,826 828x70 64px label "Sound pipes"
      text 996,902 828x68 56px body "Under one leak per kilometre"
    "#);
}

#[test]
fn a_long_label_of_the_peak_stands_beside_it_like_the_others() {
    assert_outline!(r#"{"type": "pyramid-slide", "content": {"title": "T",
        "levels": [{"label": "A long name for the very peak"}, {"label": "B"}, {"label": "C"}, {"label": "D"}]}}"#, @r#"
    page 1 pyramid-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 420,206 205x187 plate accent
      shape 644,397 1180x2 decoration line
      text 996,220 828x158 72px label "A long name for the very peak" 2 lines
      shape 312,403 421x187 plate #68A3A9
      shape 752,594 1072x2 decoration line
      text 996,457 828x79 72px label "B"
      shape 204,600 636x187 plate #A0C5C9
      shape 860,791 964x2 decoration line
      text 996,654 828x79 72px label "C"
      shape 96,797 852x187 plate #D8E7E9
      text 996,851 828x79 72px label "D"
    "#);
}
