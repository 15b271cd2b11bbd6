//! `payoff-slide`.

use crate::assert_outline;

#[test]
fn without_a_logo_the_deck_title_is_shown() {
    assert_outline!(r#"{"type": "payoff-slide", "content": {}}"#, @r#"
    page 1 payoff-slide deep sea 0
      shape 0,0 1920x1080 backdrop deep
      shape 0,0 1920x1080 decoration #0B3740
      shape 0,0 1920x1080 decoration #0B4851
      shape 0,0 1920x1080 decoration #0B5B65
      shape 0,0 1920x1080 decoration line accent-on-deep
      text 160,270 1600x320 320px title "Harbour"
    "#);
}
