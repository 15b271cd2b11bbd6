//! Prints the tree of documents: `cargo run -p documents --example tree FILE...`. With `--short`, a line for each.

use std::time::Instant;

use documents::{Content, Limits, read};

fn main() {
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let is_short = options.iter().any(|option| option == "--short");
    for path in files {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let document = match read(&bytes, &path, &Limits::default()) {
            Ok(document) => document,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let milliseconds = start.elapsed().as_millis();
        let count = |is: fn(&Content) -> bool| document.content().filter(|block| is(&block.content)).count();
        println!(
            "{path}: {:?} by {:?} ({}), {} pages, {} headings, {} lists, {} tables, {} pictures, {} footnotes, {} of {} blocks are furniture, {milliseconds} ms",
            document.title.as_deref().unwrap_or_default(),
            document.authors,
            document.language.as_deref().unwrap_or("?"),
            document.pages,
            count(|content| matches!(content, Content::Heading { .. })),
            count(|content| matches!(content, Content::List(_))),
            count(|content| matches!(content, Content::Table(_))),
            count(|content| matches!(content, Content::Picture(_))),
            count(|content| matches!(content, Content::Footnote { .. })),
            document.blocks.iter().filter(|block| block.furniture.is_some()).count(),
            document.blocks.len(),
        );
        if is_short {
            continue;
        }
        for block in &document.blocks {
            if let Some(furniture) = block.furniture {
                print!("[{furniture:?}] ");
            }
            match &block.content {
                Content::Heading { level, text } => println!("{} {text}", "#".repeat(usize::from(*level))),
                Content::Table(table) => {
                    println!("Table {:?} header {}", table.caption, table.has_header);
                    for row in &table.rows {
                        println!("    | {}", row.join(" | "));
                    }
                }
                Content::List(list) => {
                    println!("List, ordered {}", list.is_ordered);
                    for item in &list.items {
                        let term = item.term.as_ref().map(|term| format!("{term} :: ")).unwrap_or_default();
                        println!("    {}- {term}{}", "  ".repeat(usize::from(item.level)), item.text);
                    }
                }
                Content::Picture(own) => {
                    println!("Picture {:?} {:?} {:?} bytes {}", own.caption, own.alt, own.size, own.has_bytes());
                }
                content => println!("{content:?}"),
            }
        }
    }
}
