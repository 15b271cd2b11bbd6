//! Measures the built-in author: `make author-eval`.
//!
//! Without arguments it reads the texts of the evaluation, with a folder the documents in it. With a file, or the start of
//! the name of a text, it prints the deck.

#[path = "../eval/measure.rs"]
#[allow(dead_code, reason = "the example and the test use different parts")]
mod measure;

use std::path::Path;

use measure::{Measure, measure, measure_file, shown, texts, texts_in};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.is_empty()).collect();
    if arguments.is_empty() {
        for folder in ["texts", "unseen"] {
            println!("\n# {folder}\n");
            print_table(&texts_in(folder).iter().map(|(name, text)| measure(name, text)).collect::<Vec<_>>());
        }
        return;
    }
    for argument in &arguments {
        let path = Path::new(argument);
        if path.is_dir() {
            println!("\n# {argument}\n");
            print_table(&documents_in(path));
        } else if path.is_file() {
            measured(path).iter().for_each(print_deck);
        } else {
            let chosen = texts().into_iter().filter(|(name, _)| name.starts_with(argument.as_str()));
            chosen.for_each(|(name, text)| print_deck(&measure(&name, &text)));
        }
    }
}

/// The measurements of all documents in a folder, sorted by name.
fn documents_in(folder: &Path) -> Vec<Measure> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files.iter().filter_map(|path| measured(path)).collect()
}

/// The measurements of a document. Says why it cannot be read.
fn measured(path: &Path) -> Option<Measure> {
    measure_file(path).map_err(|error| println!("{}: {error}", path.display())).ok()
}

#[expect(clippy::cast_precision_loss, reason = "counts of slides and words")]
fn print_table(all: &[Measure]) {
    println!(
        "| Document | Title | Words | Slides | Types | Run | Generic | One word | Fragments | Visual | In source | Findings | Facts | Not traced | Broken | Overflow | ms |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for deck in all {
        println!(
            "| {} | {} | {} | {} | {} of {} | {} | {} | {} | {} | {} | {} | {} | {} of {} | {} | {} | {} | {} |",
            deck.name,
            deck.draft.title,
            deck.words,
            deck.draft.slides.len(),
            deck.types,
            deck.content_slides,
            deck.longest_run,
            deck.generic.len(),
            deck.one_word.len(),
            deck.fragments.len(),
            deck.visual,
            deck.source_visuals,
            deck.findings.len(),
            deck.facts.1.len(),
            deck.facts.0,
            deck.invented.len(),
            deck.problems.len(),
            deck.overflow,
            deck.milliseconds,
        );
    }
    let sum = |of: fn(&Measure) -> usize| all.iter().map(of).sum::<usize>();
    let share =
        |part: usize, whole: usize| format!("{part} of {whole} ({:.1}%)", part as f64 * 100.0 / whole.max(1) as f64);
    let slides = sum(|deck| deck.content_slides);
    let visual: Vec<&Measure> = all.iter().filter(|deck| deck.source_visuals > 0).collect();
    println!("\n| What | Measured |\n|---|---|");
    println!("| generic headlines | {} |", share(sum(|deck| deck.generic.len()), slides));
    println!("| headlines of one word | {} |", share(sum(|deck| deck.one_word.len()), slides));
    println!("| slides with cut texts, fragments or captions | {} |", share(sum(|deck| deck.fragments.len()), slides));
    println!("| marked facts on slides | {} |", share(sum(|deck| deck.facts.1.len()), sum(|deck| deck.facts.0)));
    println!(
        "| slides with a picture, chart, table or figure | {} |",
        share(visual.iter().map(|deck| deck.visual).sum(), visual.iter().map(|deck| deck.content_slides).sum())
    );
    println!(
        "| findings of design, all slides | {} |",
        share(sum(|deck| deck.findings.len()), sum(|deck| deck.draft.slides.len()))
    );
    println!("| timelines out of order | {} |", sum(|deck| deck.disordered.len()));
    println!("| words and figures not in the document | {} |", sum(|deck| deck.invented.len()));
    println!(
        "| slides that break a rule, that overflow | {}, {} |",
        sum(|deck| deck.problems.len()),
        sum(|deck| deck.overflow)
    );
    println!(
        "| words for a slide | {:.0} |",
        sum(|deck| deck.words) as f64 / sum(|deck| deck.draft.slides.len()).max(1) as f64
    );
    for deck in all {
        let groups = [
            ("generic", &deck.generic),
            ("one word", &deck.one_word),
            ("fragment", &deck.fragments),
            ("not traced", &deck.invented),
            ("broken", &deck.problems),
            ("out of order", &deck.disordered),
            ("design", &deck.findings),
        ];
        for (what, found) in groups {
            for text in found.iter().take(6) {
                println!("{}: {what}: {}", deck.name, text.replace('\n', " / "));
            }
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
