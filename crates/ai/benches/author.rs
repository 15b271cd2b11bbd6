//! Time that the built-in author needs for a text of 2,000 words and for one of 100,000 characters.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use ai::DeckSource;
use ai::builtin::BuiltinAuthor;
use deck::Registry;

use stopwatch::measure;

/// The English texts of the evaluation, repeated until the text is long enough.
fn text(is_enough: impl Fn(&str) -> bool) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/eval/texts");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the evaluation").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("en-")));
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).expect("text")).collect();
    let mut all = String::new();
    for text in texts.iter().cycle() {
        if is_enough(&all) {
            break;
        }
        all.push_str(text);
        all.push_str("\n\n");
    }
    all
}

fn main() {
    let author = BuiltinAuthor::new(Registry::core());
    let report = DeckSource::new(text(|all| all.split_whitespace().count() >= 2_000));
    let book = DeckSource::new(text(|all| all.len() >= 100_000));
    println!("{} and {} slides", author.deck(&report).slides.len(), author.deck(&book).slides.len());
    measure("a deck of 2,000 words", || author.deck(&report));
    measure("a deck of 100,000 characters", || author.deck(&book));
}
