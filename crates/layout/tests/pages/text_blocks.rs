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
      text 112,88 1696x63 56px title "From valve to tap"
      text 112,310 240x33 26px label step 1 "Home"
      shape 376,232 704x189 plate step 2 tint line line
      text 404,284 648x38 30px label step 2
        h3 "Tap"
      text 404,331 648x38 26px body step 2 "Two bar"
      shape 1104,232 704x189 plate step 3 tint line line
      text 1132,284 648x38 30px label step 3
        h3 "Meter"
      shape 1070,423 44x44 decoration step 4 line accent
      text 112,548 240x33 26px label step 5 "Street"
      shape 376,469 704x189 plate step 6 deep
      text 404,545 648x38 30px label step 6
        h3 "Main"
      shape 1104,469 704x189 plate step 7 deep
      text 1132,545 648x38 26px body step 7 "32 mm"
      shape 1070,661 44x44 decoration step 8 line accent
      shape 376,707 1432x189 plate step 9 tint line line
      text 404,783 1376x38 30px label step 9
        h3 "Pump"
      text 112,920 1696x48 28px caption "Renewal"
    "#);
}

#[test]
fn tones_differ_from_the_page_and_from_each_other() {
    assert_outline!(
        r#"{"type": "text-blocks-slide", "content": {"title": "T", "background": "deep", "rows": [
            {"color": "light", "blocks": [{"title": "A"}]}, {"color": "deep", "blocks": [{"title": "B"}]}]}}"#, @r#"
    page 1 text-blocks-slide deep 2 steps
      shape 0,0 1920x1080 backdrop deep
      text 112,88 1696x63 56px title "T"
      shape 112,328 1696x260 plate step 1 tint line line
      text 140,439 1640x38 30px label step 1
        h3 "A"
      shape 112,612 1696x260 plate step 2 accent
      text 140,723 1640x38 30px label step 2
        h3 "B"
    "#);
    assert_outline!(
        r#"{"type": "text-blocks-slide", "content": {"title": "T", "background": "tint", "rows": [
            {"color": "light", "blocks": [{"title": "A"}]}, {"title": "Alone"}]}}"#, @r#"
    page 1 text-blocks-slide tint 2 steps
      shape 0,0 1920x1080 backdrop tint
      text 112,88 1696x63 56px title "T"
      shape 376,328 1432x260 plate step 1 surface line line
      text 404,439 1376x38 30px label step 1
        h3 "A"
      text 112,726 240x33 26px label step 2 "Alone"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "text-blocks-slide", "content": {"title": "ماء", "rows": [
        {"title": "شارع", "blocks": [{"title": "ماء"}, {"title": "ميناء"}]}]}}"#, @r#"
    page 1 text-blocks-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x81 56px title "ماء"
      text 1568,581 240x38 26px label step 1 "شارع"
      shape 840,470 704x260 plate step 2 tint line line
      text 868,578 648x44 30px label step 2
        h3 "ماء"
      shape 112,470 704x260 plate step 3 tint line line
      text 140,578 648x44 30px label step 3
        h3 "ميناء"
    "#);
}
