//! Measures the built-in author: `make author-eval`.
//!
//! Without arguments it reads the texts of the evaluation and the documents in `target/author-documents`, and ends with
//! an error where a bound is missed. With a folder it measures the documents in it. With a file, or the start of the
//! name of a text, it prints the deck.

#[path = "../eval/mod.rs"]
#[allow(dead_code, reason = "the example and the test use different parts")]
mod eval;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use eval::documents::{measured_folder, measured_half};
use eval::measure::{Measure, measure, measure_file, shown, texts, texts_in};
use eval::speed::long_documents;
use eval::summary::{rows, together};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.is_empty()).collect();
    if let [flag, folder] = &arguments[..]
        && flag == "--all"
    {
        return evaluation(Path::new(folder));
    }
    for argument in &arguments {
        let path = Path::new(argument);
        if path.is_dir() {
            let (all, faults) = measured_folder(path);
            print_decks(argument, &all, &faults);
            for row in rows(&all) {
                println!("| {} | {} | {row} |", row.what, row.aim);
            }
        } else if path.is_file() {
            match measure_file(path) {
                Ok(deck) => print_deck(&deck),
                Err(error) => println!("{}: {error}", path.display()),
            }
        } else {
            let chosen = texts().into_iter().filter(|(name, _)| name.starts_with(argument.as_str()));
            for (name, text) in chosen {
                print_deck(&measure(&name, &text));
            }
        }
    }
    ExitCode::SUCCESS
}

/// Measures all texts and documents, and checks the bounds over each half.
fn evaluation(folder: &Path) -> ExitCode {
    let mut faults = Vec::new();
    let [tuning, unseen] = [("texts", "tuning"), ("unseen", "unseen")].map(|(texts, half)| {
        let ours: Vec<Measure> = texts_in(texts).iter().map(|(name, text)| measure(name, text)).collect();
        let (others, unread) = measured_half(folder, half);
        print_decks(&format!("Our texts, {half}"), &ours, &[]);
        print_decks(&format!("Documents, {half}"), &others, &unread);
        faults.extend(unread);
        [ours, others]
    });
    println!("\n| What | Aim | Texts | Documents | Unseen texts | Unseen documents |\n|---|---|---|---|---|---|");
    let [ours, others, unseen_ours, unseen_others] =
        [&tuning[0], &tuning[1], &unseen[0], &unseen[1]].map(|all| rows(all));
    for at in 0..ours.len() {
        let (what, aim) = (ours[at].what, ours[at].aim);
        println!("| {what} | {aim} | {} | {} | {} | {} |", ours[at], others[at], unseen_ours[at], unseen_others[at]);
    }
    let of = |what: fn(&Measure) -> usize| {
        [&tuning[0], &tuning[1], &unseen[0], &unseen[1]].map(|all| all.iter().map(what).sum::<usize>().to_string())
    };
    println!(
        "| decks | | {} |",
        [&tuning[0], &tuning[1], &unseen[0], &unseen[1]].map(|all| all.len().to_string()).join(" | ")
    );
    println!(
        "| slides that break a rule, that overflow | 0 | {} |",
        of(|deck| deck.problems.len() + deck.overflow).join(" | ")
    );
    for (half, rows) in [("tuning", together(&ours, &others)), ("unseen", together(&unseen_ours, &unseen_others))] {
        let missed = rows.iter().filter(|row| !row.is_met());
        faults.extend(missed.map(|row| format!("{half}: {}: {row}, aim {}", row.what, row.aim)));
    }
    match long_documents(folder) {
        Ok((lines, slow)) => {
            for line in lines {
                println!("{line}");
            }
            faults.extend(slow);
        }
        Err(error) => faults.push(error),
    }
    println!();
    if faults.is_empty() {
        println!("All aims are met.");
        return ExitCode::SUCCESS;
    }
    for fault in faults {
        println!("missed: {fault}");
    }
    ExitCode::FAILURE
}

/// Prints a row for each deck, and what is wrong with them.
fn print_decks(heading: &str, all: &[Measure], unread: &[String]) {
    println!("\n# {heading}\n");
    println!(
        "| Document | Title | Words | Slides | Types | Run | Generic | One word | Fragments | Visual | In source | Findings | Facts | Not traced | Broken | Overflow | ms |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for deck in all {
        let cells: [&dyn Display; 17] = [
            &deck.name,
            &deck.draft.title,
            &deck.words,
            &deck.draft.slides.len(),
            &format!("{} of {}", deck.types, deck.content_slides),
            &deck.longest_run,
            &deck.generic.len(),
            &deck.one_word.len(),
            &deck.fragments.len(),
            &deck.visual,
            &deck.source_visuals,
            &deck.findings.len(),
            &format!("{} of {}", deck.facts.1.len(), deck.facts.0),
            &deck.invented.len(),
            &deck.problems.len(),
            &deck.overflow,
            &deck.milliseconds,
        ];
        println!("| {} |", cells.map(ToString::to_string).join(" | "));
    }
    for fault in unread {
        println!("{fault}");
    }
    for deck in all {
        let titles = if deck.is_title_right == Some(false) { vec![deck.draft.title.clone()] } else { Vec::new() };
        let groups = [
            ("wrong title", &titles),
            ("generic", &deck.generic),
            ("one word", &deck.one_word),
            ("fragment", &deck.fragments),
            ("not traced", &deck.invented),
            ("broken", &deck.problems),
            ("out of order", &deck.disordered),
            ("speaker", &deck.misattributed),
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
