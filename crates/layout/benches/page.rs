//! Benchmarks the layout of a slide with warm caches, while an author types into its last paragraph.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use deck::{Deck, Registry, Slide, Themes};
use layout::{FontBook, LayoutInput, Look, Pictures, Typesetter, page};
use serde_json::json;

use stopwatch::{measure, measure_with};

const BODY: &str = "The quay is **public space** first and a *workplace* second. Everything below follows from \
    [the charter](https://example.org).\n\n- Every crane has a name and a keeper\n- Repairs come before paint, and \
    `paint` comes before speeches\n  - Red lead for the hulls\n  - White for the lamps\n- Few exceptions, written \
    down\n\nWho breaks a rule buys the coffee.";

fn deck() -> Deck {
    let mut deck = Deck::new("Harbour programme 2026", "en-GB");
    let slide =
        |key: &str, content: serde_json::Value| Slide::new(key, key, content.as_object().cloned().unwrap_or_default());
    let long = "Repairs come before paint, and paint comes before speeches, which come before lunch. ".repeat(30);
    deck.slides = vec![
        slide("title-slide", json!({"title": "The harbour after the storm", "subheading": "What we rebuilt"})),
        slide("content-slide", json!({"title": "Four rules", "subheading": "Kept for two winters", "body": BODY})),
        slide("content-slide", json!({"title": "A long text", "body": long})),
    ];
    deck
}

/// The deck after a number was appended to a field.
fn typed(deck: &Deck, index: usize, key: u32) -> Deck {
    let mut deck = deck.clone();
    let content = &mut deck.slides[index].content;
    let field = if content.contains_key("body") { "body" } else { "subheading" };
    let text = content[field].as_str().unwrap_or_default();
    content[field] = format!("{text} {key}").into();
    deck
}

fn main() {
    let deck = deck();
    let (look, pictures) = (Look::from(Themes::core().default()), Pictures::default());
    let mut typesetter = Typesetter::new(&FontBook::bundled());
    for (index, name) in ["title slide", "text slide", "text slide of 2,500 characters"].into_iter().enumerate() {
        let mut key = 0;
        let mut next = || {
            key += 1;
            typed(&deck, index, key)
        };
        measure_with(name, &mut next, |deck| {
            page(LayoutInput::new(&deck, Registry::core(), &look, &pictures), index, &mut typesetter)
        });
    }
    measure("fonts, once", FontBook::bundled);
}
