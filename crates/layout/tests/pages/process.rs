//! `process-slide`.

use crate::assert_outline;

#[test]
fn four_steps_are_arrows_in_a_row() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "A street in five weeks",
        "subheading": "Two hundred metres at a time", "bottomSubheading": "Residents get a message at each step",
        "direction": "horizontal", "items": [{"title": "Survey", "text": "Every cable and root is marked"},
        {"title": "Dig", "text": "Half the road stays open"}, {"title": "Lay",
        "text": "Two hundred metres a day"}, {"title": "Restore", "text": "Pave, plant and hand back"}],
        "background": "base"}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "A street in five weeks"
      text 96,170 1728x50 40px subtitle "Two hundred metres at a time"
      shape 96,268 453x644 plate #EEF5F5
      text 130,296 339x260 260px label "1"
      text 140,589 329x70 64px label "Survey"
      text 140,671 329x205 56px body "Every cable and root is marked" 3 lines
      shape 521,268 453x644 plate #DAE9EA
      text 575,296 339x260 260px label "2"
      text 585,589 329x70 64px label "Dig"
      text 585,671 329x137 56px body "Half the road stays open" 2 lines
      shape 946,268 453x644 plate #C7DDDF
      text 1000,296 339x260 260px label "3"
      text 1010,589 329x70 64px label "Lay"
      text 1010,671 329x137 56px body "Two hundred metres a day" 2 lines
      shape 1371,268 453x644 plate accent
      text 1425,296 339x260 260px label "4"
      text 1435,589 329x70 64px label "Restore"
      text 1435,671 329x205 56px body "Pave, plant and hand back" 3 lines
      text 96,936 1728x36 28px caption "Residents get a message at each step"
    "#);
}

#[test]
fn five_steps_stand_in_one_row() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "Five", "items": [{"title": "Step 1",
        "text": "Done well"}, {"title": "Step 2", "text": "Done well"}, {"title": "Step 3", "text": "Done well"},
        {"title": "Step 4", "text": "Done well"}, {"title": "Step 5", "text": "Done well"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Five"
      shape 96,206 368x778 plate #EEF5F5
      text 119,234 265x220 220px label "1"
      text 128,825 256x57 52px label "Step 1"
      text 128,894 256x54 44px body "Done well"
      shape 436,206 368x778 plate #E1EDEE
      text 479,234 265x220 220px label "2"
      text 488,825 256x57 52px label "Step 2"
      text 488,894 256x54 44px body "Done well"
      shape 776,206 368x778 plate #D4E5E7
      text 819,234 265x220 220px label "3"
      text 828,825 256x57 52px label "Step 3"
      text 828,894 256x54 44px body "Done well"
      shape 1116,206 368x778 plate #C7DDDF
      text 1159,234 265x220 220px label "4"
      text 1168,825 256x57 52px label "Step 4"
      text 1168,894 256x54 44px body "Done well"
      shape 1456,206 368x778 plate accent
      text 1499,234 265x220 220px label "5"
      text 1508,825 256x57 52px label "Step 5"
      text 1508,894 256x54 44px body "Done well"
    "#);
}

#[test]
fn vertical_steps_stand_beside_arrows_that_point_down() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "A street in five weeks",
        "subheading": "Two hundred metres at a time", "bottomSubheading": "Residents get a message at each step",
        "direction": "vertical", "items": [{"title": "Survey", "text": "Every cable and root is marked"},
        {"title": "Dig", "text": "Half the road stays open"}, {"title": "Lay",
        "text": "Two hundred metres a day"}, {"title": "Restore", "text": "Pave, plant and hand back"}],
        "background": "base"}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "A street in five weeks"
      text 96,170 1728x50 40px subtitle "Two hundred metres at a time"
      shape 96,268 160x177 plate #EEF5F5
      text 96,291 160x113 113px label "1"
      text 302,312 460x62 56px label "Survey"
      text 794,313 1030x59 48px body "Every cable and root is marked"
      shape 302,422 1522x2 decoration line
      shape 96,429 160x177 plate #DAE9EA
      text 96,463 160x113 113px label "2"
      text 302,473 460x62 56px label "Dig"
      text 794,474 1030x59 48px body "Half the road stays open"
      shape 302,583 1522x2 decoration line
      shape 96,590 160x177 plate #C7DDDF
      text 96,624 160x113 113px label "3"
      text 302,634 460x62 56px label "Lay"
      text 794,635 1030x59 48px body "Two hundred metres a day"
      shape 302,744 1522x2 decoration line
      shape 96,751 160x161 plate accent
      text 96,786 160x113 113px label "4"
      text 302,795 460x62 56px label "Restore"
      text 794,796 1030x59 48px body "Pave, plant and hand back"
      text 96,936 1728x36 28px caption "Residents get a message at each step"
    "#);
}

#[test]
fn blank_steps_are_left_out_and_not_counted() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "T", "items": [{"title": "One"},
        {"title": " ", "text": ""}, {"title": "Two"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "T"
      shape 96,206 595x778 plate #EEF5F5
      text 127,234 483x320 320px label "1"
      text 140,878 471x70 64px label "One"
      shape 663,206 595x778 plate accent
      text 714,234 483x320 320px label "2"
      text 727,878 471x70 64px label "Two"
    "#);
}

#[test]
fn hebrew_steps_go_to_the_left() {
    assert_outline!("he", r#"{"type": "process-slide", "content": {"title": "תהליך", "items": [{"title": "אחד"},
        {"title": "שניים"}, {"title": "שלוש"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "תהליך"
      shape 1229,206 595x778 plate #EEF5F5
      text 1309,234 483x320 320px label "1"
      text 1309,878 471x70 64px label "אחד"
      shape 663,206 595x778 plate #C7DDDF
      text 723,234 483x320 320px label "2"
      text 723,878 471x70 64px label "שניים"
      shape 96,206 595x778 plate accent
      text 156,234 483x320 320px label "3"
      text 156,878 471x70 64px label "שלוש"
    "#);
}

#[test]
fn seven_steps_stand_in_two_rows() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "Seven", "items": [{"title": "Step 1"},
        {"title": "Step 2"}, {"title": "Step 3"}, {"title": "Step 4"}, {"title": "Step 5"}, {"title": "Step 6"},
        {"title": "Step 7"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      shape 0,1011 1920x69 decoration tint
      text 96,80 1728x78 72px title "Seven"
      shape 96,206 447x377 plate #EEF5F5
      text 124,222 351x112 112px label "1"
      text 128,506 347x53 48px label "Step 1"
      shape 523,206 447x377 plate #E6F0F1
      text 567,222 351x112 112px label "2"
      text 571,506 347x53 48px label "Step 2"
      shape 950,206 447x377 plate #DEEBED
      text 994,222 351x112 112px label "3"
      text 998,506 347x53 48px label "Step 3"
      shape 1377,206 447x377 plate #D6E6E8
      text 1421,222 351x112 112px label "4"
      text 1425,506 347x53 48px label "Step 4"
      shape 96,607 589x377 plate #CFE2E4
      text 140,623 494x112 112px label "5"
      text 144,907 489x53 48px label "Step 5"
      shape 665,607 589x377 plate #C7DDDF
      text 709,623 494x112 112px label "6"
      text 713,907 489x53 48px label "Step 6"
      shape 1235,607 589x377 plate accent
      text 1278,623 494x112 112px label "7"
      text 1283,907 489x53 48px label "Step 7"
    "#);
}
