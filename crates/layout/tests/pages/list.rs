//! `list-slide`.

use crate::assert_outline;

#[test]
fn up_to_five_short_points_form_one_column() {
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "variant": "numbers", "items": [
            {"title": "One street at a time", "text": "Two parallel roads are never closed together"},
            {"title": "Tell people first"},
            {"text": "Half the road stays open"}]}}"#, @r#"
    page 1 list-slide base 3 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Rules"
      shape 112,232 56x56 decoration step 1 accent
      text 112,242 56x36 28px label step 1 "1"
      text 184,238 1624x45 36px body step 1 "One street at a time"
      text 184,289 1624x38 28px body step 1 "Two parallel roads are never closed together"
      shape 112,370 56x56 decoration step 2 accent
      text 112,380 56x36 28px label step 2 "2"
      text 184,376 1624x45 36px body step 2 "Tell people first"
      shape 112,470 56x56 decoration step 3 accent
      text 112,480 56x36 28px label step 3 "3"
      text 184,479 1624x38 28px body step 3 "Half the road stays open"
    "#);
}

#[test]
fn more_points_form_two_columns_filled_from_the_top() {
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "items": [
            {"title": "One"}, {"title": "Two"}, {"title": "Three"}, {"title": "Four", "text": "With detail"},
            {"title": "Five"}, {"title": " ", "text": ""}, {"title": "Six"}, {"title": "Seven"}]}}"#, @r#"
    page 1 list-slide base 7 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Rules"
      shape 112,245 20x20 decoration step 1 accent
      text 184,232 744x45 36px body step 1 "One"
      shape 112,334 20x20 decoration step 2 accent
      text 184,321 744x45 36px body step 2 "Two"
      shape 112,423 20x20 decoration step 3 accent
      text 184,410 744x45 36px body step 3 "Three"
      shape 112,512 20x20 decoration step 4 accent
      text 184,499 744x45 36px body step 4 "Four"
      text 184,550 744x38 28px body step 4 "With detail"
      shape 992,245 20x20 decoration step 5 accent
      text 1064,232 744x45 36px body step 5 "Five"
      shape 992,334 20x20 decoration step 6 accent
      text 1064,321 744x45 36px body step 6 "Six"
      shape 992,423 20x20 decoration step 7 accent
      text 1064,410 744x45 36px body step 7 "Seven"
    "#);
}

#[test]
fn layout_and_density_are_obeyed() {
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "layout": "two-column", "density": "compact",
            "headerAlign": "center", "items": [{"title": "One", "text": "a"}, {"title": "Two"}]}}"#, @r#"
    page 1 list-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Rules"
      shape 112,240 20x20 decoration step 1 accent
      text 184,232 744x35 28px body step 1 "One"
      text 184,273 744x32 24px body step 1 "a"
      shape 992,240 20x20 decoration step 2 accent
      text 1064,232 744x35 28px body step 2 "Two"
    "#);
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "layout": "one-column", "density": "comfortable",
            "items": [{"title": "1"}, {"title": "2"}, {"title": "3"}, {"title": "4"}, {"title": "5"}, {"title": "6"}]}}"#, @r#"
    page 1 list-slide base 6 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Rules"
      shape 112,245 20x20 decoration step 1 accent
      text 184,232 1624x45 36px body step 1 "1"
      shape 112,354 20x20 decoration step 2 accent
      text 184,341 1624x45 36px body step 2 "2"
      shape 112,463 20x20 decoration step 3 accent
      text 184,450 1624x45 36px body step 3 "3"
      shape 112,572 20x20 decoration step 4 accent
      text 184,559 1624x45 36px body step 4 "4"
      shape 112,681 20x20 decoration step 5 accent
      text 184,668 1624x45 36px body step 5 "5"
      shape 112,790 20x20 decoration step 6 accent
      text 184,777 1624x45 36px body step 6 "6"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "list-slide", "content": {"title": "كلمات", "variant": "numbers", "items": [
        {"title": "شارع", "text": "واحد"}, {"title": "ميناء"}]}}"#, @r#"
    page 1 list-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x81 56px title "كلمات"
      shape 1752,232 56x56 decoration step 1 accent
      text 1752,242 56x36 28px label step 1 "1"
      text 112,234 1624x52 36px body step 1 "شارع"
      text 112,292 1624x41 28px body step 1 "واحد"
      shape 1752,377 56x56 decoration step 2 accent
      text 1752,387 56x36 28px label step 2 "2"
      text 112,379 1624x52 36px body step 2 "ميناء"
    "#);
}
