//! `payoff-slide`.

use crate::assert_outline;

#[test]
fn without_a_logo_the_deck_title_is_shown() {
    assert_outline!(r#"{"type": "payoff-slide", "content": {}}"#, @r#"
    page 1 payoff-slide deep
      shape 0,0 1920x1080 backdrop deep
      text 256,492 1408x97 88px title "Harbour"
    "#);
}
