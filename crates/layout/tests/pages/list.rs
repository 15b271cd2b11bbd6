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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Rules"
      text 96,236 268x200 200px label step 1 "1"
      text 388,267 1436x70 64px label step 1 "One street at a time"
      text 388,346 1436x59 48px body step 1 "Two parallel roads are never closed together"
      shape 96,464 1728x2 decoration step 2 line
      text 96,495 268x200 200px label step 2 "2"
      text 388,560 1436x70 64px label step 2 "Tell people first"
      shape 96,724 1728x2 decoration step 3 line
      text 96,754 268x200 200px label step 3 "3"
      text 388,825 1436x59 48px body step 3 "Half the road stays open"
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
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Rules"
      shape 102,293 20x20 decoration step 1 accent
      text 168,277 780x53 48px label step 1 "One"
      shape 96,400 852x2 decoration step 2 line
      shape 102,488 20x20 decoration step 2 accent
      text 168,471 780x53 48px label step 2 "Two"
      shape 96,594 852x2 decoration step 3 line
      shape 102,682 20x20 decoration step 3 accent
      text 168,666 780x53 48px label step 3 "Three"
      shape 96,789 852x2 decoration step 4 line
      shape 102,851 20x20 decoration step 4 accent
      text 168,834 780x53 48px label step 4 "Four"
      text 168,895 780x44 36px body step 4 "With detail"
      shape 978,293 20x20 decoration step 5 accent
      text 1044,277 780x53 48px label step 5 "Five"
      shape 972,400 852x2 decoration step 6 line
      shape 978,488 20x20 decoration step 6 accent
      text 1044,471 780x53 48px label step 6 "Six"
      shape 972,594 852x2 decoration step 7 line
      shape 978,682 20x20 decoration step 7 accent
      text 1044,666 780x53 48px label step 7 "Seven"
    "#);
}

#[test]
fn layout_and_density_are_obeyed() {
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "layout": "two-column", "density": "compact",
            "headerAlign": "center", "items": [{"title": "One", "text": "a"}, {"title": "Two"}]}}"#, @r#"
    page 1 list-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Rules"
      shape 102,526 20x20 decoration step 1 accent
      text 168,501 780x70 64px label step 1 "One"
      text 168,580 780x59 48px body step 1 "a"
      shape 978,560 20x20 decoration step 2 accent
      text 1044,535 780x70 64px label step 2 "Two"
    "#);
    assert_outline!(
        r#"{"type": "list-slide", "content": {"title": "Rules", "layout": "one-column", "density": "comfortable",
            "items": [{"title": "1"}, {"title": "2"}, {"title": "3"}, {"title": "4"}, {"title": "5"}, {"title": "6"}]}}"#, @r#"
    page 1 list-slide base 6 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Rules"
      shape 103,258 26x26 decoration step 1 accent
      text 196,236 1628x70 64px label step 1 "1"
      shape 96,335 1728x2 decoration step 2 line
      shape 103,388 26x26 decoration step 2 accent
      text 196,365 1628x70 64px label step 2 "2"
      shape 96,464 1728x2 decoration step 3 line
      shape 103,517 26x26 decoration step 3 accent
      text 196,495 1628x70 64px label step 3 "3"
      shape 96,594 1728x2 decoration step 4 line
      shape 103,647 26x26 decoration step 4 accent
      text 196,625 1628x70 64px label step 4 "4"
      shape 96,724 1728x2 decoration step 5 line
      shape 103,777 26x26 decoration step 5 accent
      text 196,754 1628x70 64px label step 5 "5"
      shape 96,853 1728x2 decoration step 6 line
      shape 103,906 26x26 decoration step 6 accent
      text 196,884 1628x70 64px label step 6 "6"
    "#);
}

#[test]
fn an_arabic_deck_is_mirrored() {
    assert_outline!("ar", r#"{"type": "list-slide", "content": {"title": "كلمات", "variant": "numbers", "items": [
        {"title": "شارع", "text": "واحد"}, {"title": "ميناء"}]}}"#, @r#"
    page 1 list-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x104 72px title "كلمات"
      text 1556,335 268x200 200px label step 1 "1"
      text 96,349 1436x93 64px label step 1 "شارع"
      text 96,450 1436x70 48px body step 1 "واحد"
      shape 96,604 1728x2 decoration step 2 line
      text 1556,675 268x200 200px label step 2 "2"
      text 96,729 1436x93 64px label step 2 "ميناء"
    "#);
}
