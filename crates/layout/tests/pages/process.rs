//! `process-slide`.

use crate::assert_outline;

#[test]
fn four_steps_form_a_row() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "A street in five weeks",
        "subheading": "Two hundred metres at a time", "bottomSubheading": "Residents get a message at each step",
        "direction": "horizontal", "items": [{"title": "Survey", "text": "Every cable and root is marked"},
        {"title": "Dig", "text": "Half the road stays open"}, {"title": "Lay",
        "text": "Two hundred metres a day"}, {"title": "Restore", "text": "Pave, plant and hand back"}],
        "background": "base"}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "A street in five weeks"
      text 112,167 1696x41 30px subtitle "Two hundred metres at a time"
      shape 112,400 388x320 plate tint line line
      shape 152,440 64x64 decoration accent
      text 152,454 64x36 30px label "1"
      text 152,528 308x38 32px label "Survey"
      text 152,576 308x73 26px body "Every cable and root is marked" 2 lines
      shape 517,545 14x30 decoration line accent
      shape 548,400 388x320 plate tint line line
      shape 588,440 64x64 decoration accent
      text 588,454 64x36 30px label "2"
      text 588,528 308x38 32px label "Dig"
      text 588,576 308x36 26px body "Half the road stays open"
      shape 953,545 14x30 decoration line accent
      shape 984,400 388x320 plate tint line line
      shape 1024,440 64x64 decoration accent
      text 1024,454 64x36 30px label "3"
      text 1024,528 308x38 32px label "Lay"
      text 1024,576 308x36 26px body "Two hundred metres a day"
      shape 1389,545 14x30 decoration line accent
      shape 1420,400 388x320 plate tint line line
      shape 1460,440 64x64 decoration accent
      text 1460,454 64x36 30px label "4"
      text 1460,528 308x38 32px label "Restore"
      text 1460,576 308x36 26px body "Pave, plant and hand back"
      text 112,920 1696x48 28px caption "Residents get a message at each step"
    "#);
}

#[test]
fn five_steps_continue_in_a_second_row() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "Five", "items": [{"title": "Step 1",
        "text": "Done well"}, {"title": "Step 2", "text": "Done well"}, {"title": "Step 3", "text": "Done well"},
        {"title": "Step 4", "text": "Done well"}, {"title": "Step 5", "text": "Done well"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "Five"
      shape 112,396 533x154 plate tint line line
      shape 140,424 64x64 decoration accent
      text 140,438 64x36 30px label "1"
      text 224,437 393x38 32px label "Step 1"
      text 224,485 393x36 26px body "Done well"
      shape 662,458 14x30 decoration line accent
      shape 693,396 533x154 plate tint line line
      shape 721,424 64x64 decoration accent
      text 721,438 64x36 30px label "2"
      text 805,437 393x38 32px label "Step 2"
      text 805,485 393x36 26px body "Done well"
      shape 1243,458 14x30 decoration line accent
      shape 1274,396 533x154 plate tint line line
      shape 1302,424 64x64 decoration accent
      text 1302,438 64x36 30px label "3"
      text 1386,437 393x38 32px label "Step 3"
      text 1386,485 393x36 26px body "Done well"
      shape 379,558 1162x34 decoration line accent
      shape 368,588 22x18 decoration accent
      shape 112,614 533x154 plate tint line line
      shape 140,642 64x64 decoration accent
      text 140,656 64x36 30px label "4"
      text 224,655 393x38 32px label "Step 4"
      text 224,703 393x36 26px body "Done well"
      shape 662,676 14x30 decoration line accent
      shape 693,614 533x154 plate tint line line
      shape 721,642 64x64 decoration accent
      text 721,656 64x36 30px label "5"
      text 805,655 393x38 32px label "Step 5"
      text 805,703 393x36 26px body "Done well"
    "#);
}

#[test]
fn vertical_steps_are_on_a_rail() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "A street in five weeks",
        "subheading": "Two hundred metres at a time", "bottomSubheading": "Residents get a message at each step",
        "direction": "vertical", "items": [{"title": "Survey", "text": "Every cable and root is marked"},
        {"title": "Dig", "text": "Half the road stays open"}, {"title": "Lay",
        "text": "Two hundred metres a day"}, {"title": "Restore", "text": "Pave, plant and hand back"}],
        "background": "base"}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "A street in five weeks"
      text 112,167 1696x41 30px subtitle "Two hundred metres at a time"
      shape 142,336 4x80 decoration accent
      shape 112,264 64x64 decoration accent
      text 112,278 64x36 30px label "1"
      text 208,277 1312x38 32px label "Survey"
      text 208,325 1312x36 26px body "Every cable and root is marked"
      shape 142,496 4x80 decoration accent
      shape 112,424 64x64 decoration accent
      text 112,438 64x36 30px label "2"
      text 208,437 1312x38 32px label "Dig"
      text 208,485 1312x36 26px body "Half the road stays open"
      shape 142,656 4x80 decoration accent
      shape 112,584 64x64 decoration accent
      text 112,598 64x36 30px label "3"
      text 208,597 1312x38 32px label "Lay"
      text 208,645 1312x36 26px body "Two hundred metres a day"
      shape 112,744 64x64 decoration accent
      text 112,758 64x36 30px label "4"
      text 208,757 1312x38 32px label "Restore"
      text 208,805 1312x36 26px body "Pave, plant and hand back"
      text 112,920 1696x48 28px caption "Residents get a message at each step"
    "#);
}

#[test]
fn blank_steps_are_left_out_and_not_counted() {
    assert_outline!(r#"{"type": "process-slide", "content": {"title": "T", "items": [{"title": "One"},
        {"title": " ", "text": ""}, {"title": "Two"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "T"
      shape 112,419 533x320 plate tint line line
      shape 152,459 64x64 decoration accent
      text 152,473 64x36 30px label "1"
      text 152,547 453x38 32px label "One"
      shape 662,564 14x30 decoration line accent
      shape 693,419 533x320 plate tint line line
      shape 733,459 64x64 decoration accent
      text 733,473 64x36 30px label "2"
      text 733,547 453x38 32px label "Two"
    "#);
}

#[test]
fn hebrew_steps_go_to_the_left() {
    assert_outline!("he", r#"{"type": "process-slide", "content": {"title": "תהליך", "items": [{"title": "אחד"},
        {"title": "שניים"}, {"title": "שלוש"}]}}"#, @r#"
    page 1 process-slide base
      shape 0,0 1920x1080 backdrop base
      text 112,88 1696x63 56px title "תהליך"
      shape 1275,419 533x320 plate tint line line
      shape 1704,459 64x64 decoration accent
      text 1704,473 64x36 30px label "1"
      text 1315,547 453x38 32px label "אחד"
      shape 1244,564 14x30 decoration line accent
      shape 694,419 533x320 plate tint line line
      shape 1123,459 64x64 decoration accent
      text 1123,473 64x36 30px label "2"
      text 734,547 453x38 32px label "שניים"
      shape 663,564 14x30 decoration line accent
      shape 113,419 533x320 plate tint line line
      shape 542,459 64x64 decoration accent
      text 542,473 64x36 30px label "3"
      text 153,547 453x38 32px label "שלוש"
    "#);
}
