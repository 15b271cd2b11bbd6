//! Prints how slides are composed and writes contact sheets: `make design`.
//!
//! The first argument is the folder of the sheets. With `--types` it measures the slide types alone, without the decks
//! of the built-in author. With `--misses` the sheets show the slides that miss a bound instead, grouped by the bound.

#[path = "../design/measure.rs"]
mod measure;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use deck::Themes;
use export::{PictureCache, PictureSource, png};
use measure::{DrawnDeck, MeasuredSlide, Measurer, NamedDeck, Summary, author_decks, type_decks};
use scene::PictureId;
use service::ExamplePicture;

/// The width of a slide on a contact sheet in pixels.
const WIDTH: u16 = 480;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let folder = arguments.iter().find(|argument| !argument.starts_with("--")).map(PathBuf::from);
    let mut decks = type_decks();
    let of_types = decks.len();
    if !arguments.iter().any(|argument| argument == "--types") {
        decks.extend(author_decks());
    }
    let shows_misses = arguments.iter().any(|argument| argument == "--misses");
    let mut measurer = Measurer::new();
    let mut slides: Vec<MeasuredSlide> = Vec::new();
    for theme in Themes::core().iter() {
        let mut sheet = String::new();
        for (index, named) in decks.iter().enumerate() {
            let drawn = measurer.drawn(named, theme);
            match &folder {
                Some(folder) if shows_misses => write_misses(folder, &drawn),
                Some(folder) if index < of_types || index % 6 == 0 => {
                    write_pictures(&folder.join(&theme.id), named, &drawn, &mut sheet);
                }
                _ => {}
            }
            slides.extend(drawn.slides);
        }
        if let Some(folder) = folder.as_ref().filter(|_| !shows_misses) {
            fs::write(folder.join(format!("{}.html", theme.id)), page(&theme.label, &sheet)).expect("a file");
        }
    }
    print_table("Theme", &slides, |slide| slide.theme.clone());
    print_table("Deck", &slides, |slide| match slide.deck.as_str() {
        "sample" | "examples" | "least" | "most" => slide.deck.clone(),
        _ => "author".to_owned(),
    });
    print_table("Slide type", &slides, |slide| slide.key.clone());
    print_misses(&slides);
}

/// Prints a row for each group of slides and one for all of them.
fn print_table(name: &str, slides: &[MeasuredSlide], group: fn(&MeasuredSlide) -> String) {
    println!(
        "\n| {name} | Slides | Running text | By line | Title | Under 18 pt | Unreported | Covered | Half-empty plates | \
         Over four sizes | Findings |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    let mut groups: BTreeMap<String, Vec<&MeasuredSlide>> = BTreeMap::new();
    for slide in slides {
        groups.entry(group(slide)).or_default().push(slide);
    }
    for (name, slides) in &groups {
        print_row(name, &Summary::of(slides));
    }
    print_row("all", &Summary::of(&slides.iter().collect::<Vec<_>>()));
}

fn print_row(name: &str, summary: &Summary) {
    let findings: Vec<String> = summary.findings.iter().map(|(code, count)| format!("{code} {count}")).collect();
    println!(
        "| {name} | {} | {:.1} pt | {:.1} pt | {:.1} pt | {:.1}% | {} | {:.0}% | {} | {:.1}% | {} |",
        summary.slides,
        summary.running,
        summary.lines,
        summary.title,
        summary.small * 100.0,
        summary.unreported,
        summary.covered * 100.0,
        summary.half_empty_plates,
        summary.many_sizes * 100.0,
        findings.join(", ")
    );
}

/// The names of the bounds that a slide misses, and the codes of its important findings.
fn missed(slide: &MeasuredSlide) -> Vec<&'static str> {
    let figures = &slide.figures;
    let figures = [
        ("meaning under 18 pt", slide.is_small()),
        ("running text under 22 pt", slide.running().is_some_and(|size| size < 44.0)),
        ("less than 75% of BODY covered", figures.covered.is_some_and(|share| share < 0.75)),
        ("more than four text sizes", figures.sizes > 4),
        ("half-empty plates", figures.half_empty_plates > 0),
    ];
    let figures = figures.into_iter().filter(|(_, is_missed)| *is_missed).map(|(what, _)| what);
    let is_shown =
        |code: &&str| matches!(*code, "near-miss" | "low-contrast" | "uneven-columns" | "empty-page" | "overflow");
    figures.chain(slide.findings.iter().copied().filter(is_shown)).collect()
}

/// Writes a picture of each slide that misses a bound into a folder named after that bound.
fn write_misses(folder: &Path, drawn: &DrawnDeck) {
    let cache = PictureCache::new(32 << 20);
    for (page, slide) in drawn.document.pages.iter().zip(&drawn.slides) {
        for what in missed(slide) {
            let folder = folder.join(what.replace([' ', '%'], "-"));
            fs::create_dir_all(&folder).expect("a folder");
            let picture = png::page(&drawn.document, page.number, WIDTH, &Examples, &cache).expect("a picture");
            let name = format!("{}-{}-{}-{:03}.png", slide.key, slide.theme, slide.deck, slide.number);
            fs::write(folder.join(name), picture.unwrap_or_default()).expect("a file");
        }
    }
}

/// Prints the slides that miss a bound, grouped by the bound.
fn print_misses(slides: &[MeasuredSlide]) {
    let mut misses: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for slide in slides {
        let is_named = matches!(slide.deck.as_str(), "sample" | "examples" | "least" | "most");
        let place = if is_named { &slide.deck } else { "author" };
        for what in missed(slide) {
            misses.entry((what, format!("{} ({place})", slide.key))).or_default().push(&slide.theme);
        }
    }
    let mut last = "";
    for ((what, slide), themes) in &misses {
        if *what != last {
            println!("\n{what}:");
            last = what;
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for theme in themes {
            *counts.entry(theme).or_default() += 1;
        }
        let counts: Vec<String> = counts
            .iter()
            .map(|(theme, count)| if *count == 1 { (*theme).to_owned() } else { format!("{theme} {count}") })
            .collect();
        println!("- {slide}: {}", counts.join(", "));
    }
}

/// Writes a picture of each slide and adds the deck to a contact sheet.
fn write_pictures(folder: &Path, named: &NamedDeck, drawn: &DrawnDeck, sheet: &mut String) {
    fs::create_dir_all(folder).expect("a folder");
    let cache = PictureCache::new(32 << 20);
    let theme = folder.file_name().expect("a name").to_string_lossy();
    let _ = writeln!(sheet, "<h2>{}</h2>\n<div>", named.name);
    for (page, slide) in drawn.document.pages.iter().zip(&drawn.slides) {
        let picture = png::page(&drawn.document, page.number, WIDTH, &Examples, &cache).expect("a picture");
        let name = format!("{}-{:03}.png", named.name, page.number);
        fs::write(folder.join(&name), picture.unwrap_or_default()).expect("a file");
        let findings = slide.findings.join(", ");
        let _ = writeln!(
            sheet,
            "<figure><img src=\"{theme}/{name}\" alt=\"\" loading=\"lazy\"><figcaption>{} {} <b>{findings}</b></figcaption></figure>",
            page.number, slide.key
        );
    }
    sheet.push_str("</div>\n");
}

/// A contact sheet.
fn page(label: &str, sheet: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{label}</title>\n<style>body{{font:14px sans-serif;margin:24px}}\
         div{{display:grid;grid-template-columns:repeat(auto-fill,minmax(360px,1fr));gap:16px}}figure{{margin:0}}\
         img{{width:100%;aspect-ratio:16/9;border:1px solid #ccc}}b{{color:#b00}}</style>\n<h1>{label}</h1>\n{sheet}"
    )
}

/// The bytes of the example pictures.
struct Examples;

impl PictureSource for Examples {
    fn bytes(&self, picture: &PictureId) -> Option<Arc<[u8]>> {
        ExamplePicture::at(&picture.0).map(|picture| Arc::from(picture.bytes))
    }
}
