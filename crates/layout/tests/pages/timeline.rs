//! `timeline-slide`.

use crate::assert_outline;

#[test]
fn texts_of_a_few_stops_are_below_the_rail() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"title": "The road so far",
        "subheading": "From first measurement to the whole north", "items": [{"date": "2024",
        "title": "First survey", "text": "Losses measured per ward"}, {"date": "2025", "title": "Pilot street",
        "text": "Eight weeks, no complaints"}, {"date": "2026", "title": "Six streets",
        "text": "Crews trained, costs known"}, {"date": "2027", "title": "Whole north",
        "text": "Eighteen streets in two seasons"}], "background": "base"}}"#, @r#"
    page 1 timeline-slide base 4 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "The road so far"
      text 112,167 1696x41 30px subtitle "From first measurement to the whole north"
      shape 112,597 1696x6 decoration line
      shape 115,589 23x23 decoration step 1 base line accent
      text 112,530 400x36 30px label step 1 "2024"
      text 112,638 400x36 30px label step 1 "First survey"
      text 112,682 400x32 24px body step 1 "Losses measured per ward"
      shape 547,589 23x23 decoration step 2 base line accent
      text 544,530 400x36 30px label step 2 "2025"
      text 544,638 400x36 30px label step 2 "Pilot street"
      text 544,682 400x32 24px body step 2 "Eight weeks, no complaints"
      shape 979,589 23x23 decoration step 3 base line accent
      text 976,530 400x36 30px label step 3 "2026"
      text 976,638 400x36 30px label step 3 "Six streets"
      text 976,682 400x32 24px body step 3 "Crews trained, costs known"
      shape 1411,589 23x23 decoration step 4 accent line accent
      text 1408,530 400x36 30px label step 4 "2027"
      text 1408,638 400x36 30px label step 4 "Whole north"
      text 1408,682 400x32 24px body step 4 "Eighteen streets in two seasons"
    "#);
}

#[test]
fn texts_of_many_stops_are_on_both_sides() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"title": "T", "items": [{"date": "2020",
        "title": "Stop 0", "text": ""}, {"date": "2021", "title": "Stop 1", "text": "Done"}, {"date": "2022",
        "title": "Stop 2", "text": ""}, {"date": "2023", "title": "Stop 3", "text": "Done"}, {"date": "2024",
        "title": "Stop 4", "text": ""}, {"date": "2025", "title": "Stop 5", "text": "Done"}]}}"#, @r#"
    page 1 timeline-slide base 6 steps
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 112,597 1696x6 decoration line
      shape 125,495 2x105 decoration step 1 line
      shape 115,589 23x23 decoration step 1 base line accent
      text 146,495 266x34 28px label step 1 "2020"
      text 146,532 266x34 28px label step 1 "Stop 0"
      shape 404,600 2x144 decoration step 2 line
      shape 394,589 23x23 decoration step 2 base line accent
      text 425,634 266x34 28px label step 2 "2021"
      text 425,672 266x34 28px label step 2 "Stop 1"
      text 425,711 266x32 24px body step 2 "Done"
      shape 683,495 2x105 decoration step 3 line
      shape 673,589 23x23 decoration step 3 base line accent
      text 704,495 266x34 28px label step 3 "2022"
      text 704,532 266x34 28px label step 3 "Stop 2"
      shape 963,600 2x144 decoration step 4 line
      shape 952,589 23x23 decoration step 4 base line accent
      text 984,634 266x34 28px label step 4 "2023"
      text 984,672 266x34 28px label step 4 "Stop 3"
      text 984,711 266x32 24px body step 4 "Done"
      shape 1242,495 2x105 decoration step 5 line
      shape 1231,589 23x23 decoration step 5 base line accent
      text 1263,495 266x34 28px label step 5 "2024"
      text 1263,532 266x34 28px label step 5 "Stop 4"
      shape 1521,600 2x144 decoration step 6 line
      shape 1511,589 23x23 decoration step 6 accent line accent
      text 1542,634 266x34 28px label step 6 "2025"
      text 1542,672 266x34 28px label step 6 "Stop 5"
      text 1542,711 266x32 24px body step 6 "Done"
    "#);
}

#[test]
fn a_blank_stop_has_no_step() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"items": [{"date": "1", "title": "a"}, {"date": "",
        "title": ""}, {"date": "2", "title": "b"}]}}"#, @r#"
    page 1 timeline-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 112,597 1696x6 decoration line
      shape 115,589 23x23 decoration step 1 base line accent
      text 112,530 560x36 30px label step 1 "1"
      text 112,638 560x36 30px label step 1 "a"
      shape 979,589 23x23 decoration step 2 accent line accent
      text 976,530 560x36 30px label step 2 "2"
      text 976,638 560x36 30px label step 2 "b"
    "#);
}

#[test]
fn an_arabic_rail_starts_on_the_right() {
    assert_outline!("ar", r#"{"type": "timeline-slide", "content": {"items": [{"date": "2024", "title": "أول"},
        {"date": "2025", "title": "ثان"}]}}"#, @r#"
    page 1 timeline-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 112,597 1696x6 decoration line
      shape 1783,589 23x23 decoration step 1 base line accent
      text 1248,530 560x36 30px label step 1 "2024"
      text 1248,638 560x44 30px label step 1 "أول"
      shape 919,589 23x23 decoration step 2 accent line accent
      text 384,530 560x36 30px label step 2 "2025"
      text 384,638 560x44 30px label step 2 "ثان"
    "#);
}
