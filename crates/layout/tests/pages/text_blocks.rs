//! `text-blocks-slide`.

use crate::assert_outline;

#[test]
fn rows_share_the_page_and_step_in_reading_order() {
    assert_outline!(
        r#"{"type": "text-blocks-slide", "content": {"title": "From valve to tap", "bottomSubheading": "Renewal", "rows": [
            {"title": "Home", "color": "light", "arrow": "up", "blocks": [{"title": "Tap", "body": "Two bar"}, {"title": "Meter"}]},
            {"title": "", "blocks": [{"title": " "}]},
            {"title": "Street", "color": "deep", "arrow": "down", "blocks": [{"title": "Main"}, {"body": "32 mm"}, {"title": ""}]},
            {"blocks": [{"title": "Pump"}], "arrow": "down"}]}}"#, @r#"
    page 1 text-blocks-slide base 9 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "From valve to tap"
      text 96,319 268x53 48px label step 1 "Home"
      shape 388,244 706x204 plate step 2 tint
      text 433,275 616x70 64px label step 2
        h3 "Tap"
      text 433,358 616x59 48px body step 2 "Two bar"
      shape 1118,244 706x204 plate step 3 tint
      text 1163,275 616x70 64px label step 3
        h3 "Meter"
      shape 1078,456 56x56 decoration step 4 line accent
      text 96,560 268x53 48px label step 5 "Street"
      shape 388,520 706x133 plate step 6 deep
      text 433,551 616x70 64px label step 6
        h3 "Main"
      shape 1118,520 706x133 plate step 7 deep
      text 1163,551 616x59 48px body step 7 "32 mm"
      shape 1078,661 56x56 decoration step 8 line accent
      shape 388,725 1436x141 plate step 9 tint
      text 433,760 1346x70 64px label step 9
        h3 "Pump"
      text 96,936 1728x36 28px caption "Renewal"
    "#);
}

#[test]
fn tones_differ_from_the_page_and_from_each_other() {
    assert_outline!(
        r#"{"type": "text-blocks-slide", "content": {"title": "T", "background": "deep", "rows": [
            {"color": "light", "blocks": [{"title": "A"}]}, {"color": "deep", "blocks": [{"title": "B"}]}]}}"#, @r#"
    page 1 text-blocks-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      text 96,80 1728x78 72px title "T"
      shape 96,419 1728x141 plate step 1 tint
      text 141,454 1638x70 64px label step 1
        h3 "A"
      shape 96,583 1728x141 plate step 2 accent
      text 141,619 1638x70 64px label step 2
        h3 "B"
    "#);
    assert_outline!(
        r#"{"type": "text-blocks-slide", "content": {"title": "T", "background": "tint", "rows": [
            {"color": "light", "blocks": [{"title": "A"}]}, {"title": "Alone"}]}}"#, @r#"
    page 1 text-blocks-slide tint 2 steps
      shape 0,0 1920x1080 backdrop tint
      shape 0,1011 1920x69 decoration #DCE9EB
      text 96,80 1728x78 72px title "T"
      shape 388,427 1436x141 plate step 1 surface
      text 433,462 1346x70 64px label step 1
        h3 "A"
      text 96,624 268x57 52px label step 2 "Alone"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "text-blocks-slide", "content": {"title": "ماء", "rows": [
        {"title": "شارع", "blocks": [{"title": "ماء"}, {"title": "ميناء"}]}]}}"#, @r#"
    page 1 text-blocks-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x104 72px title "ماء"
      text 1556,540 268x81 56px label step 1 "شارع"
      shape 826,487 706x186 plate step 2 tint
      text 871,534 616x93 64px label step 2
        h3 "ماء"
      shape 96,487 706x186 plate step 3 tint
      text 141,534 616x93 64px label step 3
        h3 "ميناء"
    "#);
}
