//! Languages: translatable texts, reading, showing, upkeep, and the main language.

mod main_language;
mod new_slides;
mod progress;
mod reading;
mod showing;
mod texts;
mod upkeep;

use deck::{Content, Deck, Registry, Slide};
use serde_json::{Value, json};

fn object(value: Value) -> Content {
    let Value::Object(object) = value else { panic!("`{value}` is no object") };
    object
}

fn slide(id: &str, key: &str, content: Value) -> Slide {
    Slide::new(id, key, object(content))
}

/// A deck with a list slide `a`, a title slide `b` and the given translations.
fn deck(translations: &Value) -> Deck {
    let mut deck = Deck::new("Harbour plan", "en-GB");
    let list = json!({
        "title": "Four rules", "background": "tint",
        "items": [{"title": "Keep clear"}, {"title": "Moor", "text": "Twice"}],
    });
    deck.slides = vec![slide("a", "list-slide", list), slide("b", "title-slide", json!({"title": "Then"}))];
    "Pause.".clone_into(&mut deck.slides[1].notes);
    deck.translations =
        deck.read_translations(Registry::core(), translations).expect("translations of the right shape");
    deck
}

fn shown(deck: &Deck, lang: &str) -> Deck {
    deck.projected(Registry::core(), lang).into_owned()
}
