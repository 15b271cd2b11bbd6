//! `timeline-slide`.

use crate::assert_outline;

#[test]
fn a_few_stops_stand_along_a_rail_across_the_slide() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"title": "The road so far",
        "subheading": "From first measurement to the whole north", "items": [{"date": "2024",
        "title": "First survey", "text": "Losses measured per ward"}, {"date": "2025", "title": "Pilot street",
        "text": "Eight weeks, no complaints"}, {"date": "2026", "title": "Six streets",
        "text": "Crews trained, costs known"}, {"date": "2027", "title": "Whole north",
        "text": "Eighteen streets in two seasons"}], "background": "base"}}"#, @r#"
    page 1 timeline-slide base 4 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "The road so far"
      text 96,170 1728x50 40px subtitle "From first measurement to the whole north"
      shape 96,583 1728x8 decoration line
      shape 96,583 1332x8 decoration accent
      text 96,357 396x144 144px label step 1 "2024"
      shape 104,573 28x28 decoration step 1 #FFFFFF line accent
      text 96,681 396x62 56px label step 1 "First survey"
      text 96,759 396x117 48px body step 1 "Losses measured per ward" 2 lines
      text 540,357 396x144 144px label step 2 "2025"
      shape 548,573 28x28 decoration step 2 #FFFFFF line accent
      text 540,681 396x62 56px label step 2 "Pilot street"
      text 540,759 396x117 48px body step 2 "Eight weeks, no complaints" 2 lines
      text 984,357 396x144 144px label step 3 "2026"
      shape 992,573 28x28 decoration step 3 #FFFFFF line accent
      text 984,681 396x62 56px label step 3 "Six streets"
      text 984,759 396x117 48px body step 3 "Crews trained, costs known" 2 lines
      text 1428,357 396x144 144px label step 4 "2027"
      shape 1428,565 44x44 decoration step 4 accent
      text 1428,681 396x62 56px label step 4 "Whole north"
      text 1428,759 396x117 48px body step 4 "Eighteen streets in two seasons" 2 lines
    "#);
}

#[test]
fn six_short_stops_still_stand_side_by_side() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"title": "T", "items": [{"date": "2020",
        "title": "Stop 0", "text": ""}, {"date": "2021", "title": "Stop 1", "text": "Done"}, {"date": "2022",
        "title": "Stop 2", "text": ""}, {"date": "2023", "title": "Stop 3", "text": "Done"}, {"date": "2024",
        "title": "Stop 4", "text": ""}, {"date": "2025", "title": "Stop 5", "text": "Done"}]}}"#, @r#"
    page 1 timeline-slide base 6 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 96,553 1728x8 decoration line
      shape 96,553 1467x8 decoration accent
      text 96,377 261x88 88px label step 1 "2020"
      shape 104,543 28x28 decoration step 1 #FFFFFF line accent
      text 96,657 261x53 48px label step 1 "Stop 0"
      text 389,377 261x88 88px label step 2 "2021"
      shape 397,543 28x28 decoration step 2 #FFFFFF line accent
      text 389,657 261x53 48px label step 2 "Stop 1"
      text 389,726 261x49 40px body step 2 "Done"
      text 683,377 261x88 88px label step 3 "2022"
      shape 691,543 28x28 decoration step 3 #FFFFFF line accent
      text 683,657 261x53 48px label step 3 "Stop 2"
      text 976,377 261x88 88px label step 4 "2023"
      shape 984,543 28x28 decoration step 4 #FFFFFF line accent
      text 976,657 261x53 48px label step 4 "Stop 3"
      text 976,726 261x49 40px body step 4 "Done"
      text 1269,377 261x88 88px label step 5 "2024"
      shape 1277,543 28x28 decoration step 5 #FFFFFF line accent
      text 1269,657 261x53 48px label step 5 "Stop 4"
      text 1563,377 261x88 88px label step 6 "2025"
      shape 1563,535 44x44 decoration step 6 accent
      text 1563,657 261x53 48px label step 6 "Stop 5"
      text 1563,726 261x49 40px body step 6 "Done"
    "#);
}

#[test]
fn a_blank_stop_has_no_step() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"items": [{"date": "1", "title": "a"}, {"date": "",
        "title": ""}, {"date": "2", "title": "b"}]}}"#, @r#"
    page 1 timeline-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      shape 96,558 1728x8 decoration line
      shape 96,558 888x8 decoration accent
      text 96,294 840x176 176px label step 1 "1"
      shape 104,548 28x28 decoration step 1 #FFFFFF line accent
      text 96,662 840x79 72px label step 1 "a"
      text 984,294 840x176 176px label step 2 "2"
      shape 984,540 44x44 decoration step 2 accent
      text 984,662 840x79 72px label step 2 "b"
    "#);
}

#[test]
fn an_arabic_rail_starts_on_the_right() {
    assert_outline!("ar", r#"{"type": "timeline-slide", "content": {"items": [{"date": "2024", "title": "أول"},
        {"date": "2025", "title": "ثان"}]}}"#, @r#"
    page 1 timeline-slide base 2 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      shape 96,547 1728x8 decoration line
      shape 936,547 888x8 decoration accent
      text 984,283 840x176 176px label step 1 "2024"
      shape 1788,537 28x28 decoration step 1 #FFFFFF line accent
      text 984,651 840x104 72px label step 1 "أول"
      text 96,283 840x176 176px label step 2 "2025"
      shape 892,529 44x44 decoration step 2 accent
      text 96,651 840x104 72px label step 2 "ثان"
    "#);
}

#[test]
fn seven_stops_stand_in_two_columns() {
    assert_outline!(r#"{"type": "timeline-slide", "content": {"title": "T", "items": [{"date": "1931",
        "title": "First mains", "text": "Cast iron"}, {"date": "1958", "title": "Harbour line"}, {"date": "1974",
        "title": "Pump house"}, {"date": "1987", "title": "New shell"}, {"date": "1999", "title": "Meters"},
        {"date": "2012", "title": "Digital map"}, {"date": "2027", "title": "Whole north"}]}}"#, @r#"
    page 1 timeline-slide base 7 steps
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 252,272 8x195 decoration step 1 accent
      text 96,248 128x48 48px label step 1 "1931"
      shape 242,258 28x28 decoration step 1 #FFFFFF line accent
      text 302,246 626x53 48px label step 1 "First mains"
      text 302,303 626x49 40px body step 1 "Cast iron"
      shape 252,467 8x195 decoration step 2 accent
      text 96,443 128x48 48px label step 2 "1958"
      shape 242,453 28x28 decoration step 2 #FFFFFF line accent
      text 302,441 626x53 48px label step 2 "Harbour line"
      shape 252,661 8x195 decoration step 3 accent
      text 96,637 128x48 48px label step 3 "1974"
      shape 242,647 28x28 decoration step 3 #FFFFFF line accent
      text 302,635 626x53 48px label step 3 "Pump house"
      text 96,832 128x48 48px label step 4 "1987"
      shape 242,842 28x28 decoration step 4 #FFFFFF line accent
      text 302,830 626x53 48px label step 4 "New shell"
      shape 1148,272 8x195 decoration step 5 accent
      text 992,248 128x48 48px label step 5 "1999"
      shape 1138,258 28x28 decoration step 5 #FFFFFF line accent
      text 1198,246 626x53 48px label step 5 "Meters"
      shape 1148,467 8x195 decoration step 6 accent
      text 992,443 128x48 48px label step 6 "2012"
      shape 1138,453 28x28 decoration step 6 #FFFFFF line accent
      text 1198,441 626x53 48px label step 6 "Digital map"
      text 992,637 128x48 48px label step 7 "2027"
      shape 1130,639 44x44 decoration step 7 accent
      text 1198,635 626x53 48px label step 7 "Whole north"
    "#);
}
