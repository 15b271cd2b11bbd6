//! Prints the measurements of the built-in author on the texts of the evaluation: `make author-eval`.
//!
//! With the name of a text, or its start, it prints the decks instead: `-- en-report`.

#[path = "../eval/measure.rs"]
mod measure;

use measure::{Measure, measure, shown, texts};

fn main() {
    let wanted = std::env::args().nth(1);
    let all: Vec<Measure> = texts()
        .iter()
        .filter(|(name, _)| wanted.as_ref().is_none_or(|wanted| name.starts_with(wanted.as_str())))
        .map(|(name, text)| measure(name, text))
        .collect();
    if wanted.is_some() {
        all.iter().for_each(print_deck);
    } else {
        print_table(&all);
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of slides and words")]
fn print_table(all: &[Measure]) {
    println!(
        "| Text | Words | Slides | Per 1,000 words | Types | Longest run | Strict | Traced | Key points | Kept | Overflow |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let percent = |share: f64| format!("{:.0}%", share * 100.0);
    for deck in all {
        let slides = deck.draft.slides.len();
        println!(
            "| {} | {} | {slides} | {:.1} | {} of {} | {} | {} | {} | {} | {} | {} |",
            deck.name,
            deck.words,
            slides as f64 * 1000.0 / deck.words.max(1) as f64,
            deck.types,
            deck.content_slides,
            deck.longest_run,
            if deck.problems.is_empty() { "all".to_owned() } else { format!("{} broken", deck.problems.len()) },
            if deck.invented.is_empty() { "all".to_owned() } else { format!("{} not", deck.invented.len()) },
            percent(deck.coverage),
            percent(deck.kept),
            deck.overflow,
        );
    }
    let mean = |of: fn(&Measure) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
    println!(
        "\n{} texts: key points {}, kept {}, {:.1} types a deck.",
        all.len(),
        percent(mean(|deck| deck.coverage)),
        percent(mean(|deck| deck.kept)),
        mean(|deck| deck.types as f64)
    );
    for deck in all {
        for problem in deck.problems.iter().chain(&deck.invented) {
            println!("{}: {problem}", deck.name);
        }
    }
}

fn print_deck(deck: &Measure) {
    println!("\n==== {} · {} · {} ====", deck.name, deck.draft.language, deck.draft.title);
    for (at, slide) in deck.draft.slides.iter().enumerate() {
        println!("\n{}. [{}]", at + 1, slide.key);
        for text in shown(deck::Registry::core(), &slide.key, &slide.content) {
            println!("   {}", text.replace('\n', "\n   "));
        }
        if !slide.notes.is_empty() {
            println!("   ~ {}", slide.notes.replace("\n\n", "\n   ~ "));
        }
    }
}
