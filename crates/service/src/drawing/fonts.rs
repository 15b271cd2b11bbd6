//! Fonts beyond the bundled ones: Chinese, Japanese and Korean letters and colour emoji, read when a deck needs them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use deck::Deck;
use serde_json::Value;

/// Where Debian keeps fonts.
const USUAL: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];
/// What a font beyond the bundled ones is called.
const WANTED: [&str; 3] = ["NotoSansCJK", "NotoColorEmoji", "NotoSans"];
/// Most bytes read from all of them together.
const MOST_BYTES: u64 = 256 << 20;
/// How deep a folder of fonts may be.
const DEPTH: usize = 4;

/// The bytes of the font files of a folder; of Debian's folders when none is given, and then only those that hold
/// letters the bundled ones lack.
pub(super) fn further(folder: Option<&Path>) -> Vec<Arc<[u8]>> {
    let mut files = Vec::new();
    if let Some(folder) = folder {
        add_files(folder, DEPTH, &|_| true, &mut files);
    } else {
        let wanted = |name: &str| WANTED.iter().any(|start| name.starts_with(start)) && is_plain(name);
        for folder in USUAL {
            add_files(Path::new(folder), DEPTH, &wanted, &mut files);
        }
    }
    files.sort();
    let mut left = MOST_BYTES;
    let mut fonts = Vec::new();
    for file in files {
        let length = std::fs::metadata(&file).map_or(u64::MAX, |about| about.len());
        if length > left {
            continue;
        }
        if let Ok(bytes) = std::fs::read(&file) {
            left -= length;
            fonts.push(Arc::from(bytes));
        }
    }
    fonts
}

/// Whether a file holds a usual weight: the others would only take memory.
fn is_plain(name: &str) -> bool {
    ["-Regular.", "-Bold.", "ColorEmoji."].iter().any(|part| name.contains(part))
}

fn add_files(folder: &Path, depth: usize, wanted: &dyn Fn(&str) -> bool, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                add_files(&path, depth - 1, wanted, files);
            }
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_font =
            path.extension().is_some_and(|extension| extension == "ttf" || extension == "ttc" || extension == "otf");
        if is_font && wanted(name) {
            files.push(path);
        }
    }
}

/// Whether a deck holds a letter that no bundled font has.
pub(super) fn needs_further(deck: &Deck) -> bool {
    let said = |text: &str| text.chars().any(is_further);
    said(&deck.title)
        || said(&deck.description)
        || deck.slides.iter().any(|slide| said(&slide.notes) || slide.content.values().any(|value| holds(value, &said)))
}

fn holds(value: &Value, said: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => said(text),
        Value::Array(items) => items.iter().any(|item| holds(item, said)),
        Value::Object(fields) => fields.values().any(|field| holds(field, said)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a letter is outside what the bundled fonts are for: Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari,
/// Thai, and the signs of ordinary text.
fn is_further(letter: char) -> bool {
    !matches!(letter,
        '\0'..='\u{5FF}' | '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{8A0}'..='\u{97F}' | '\u{E00}'..='\u{E7F}'
        | '\u{1E00}'..='\u{1FFF}' | '\u{2000}'..='\u{218F}' | '\u{2200}'..='\u{22FF}' | '\u{FB00}'..='\u{FDFF}'
        | '\u{FE00}'..='\u{FE0E}' | '\u{FE70}'..='\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn deck(title: &str, body: &str) -> Deck {
        let mut deck = Deck::new(title, "en-GB");
        deck.slides = vec![deck::Slide {
            id: "a".to_owned(),
            key: "content-slide".to_owned(),
            content: json!({ "items": [{ "body": body }] }).as_object().cloned().unwrap(),
            notes: String::new(),
            visibility: deck::Visibility::default(),
            duration: None,
        }];
        deck
    }

    #[test]
    fn only_letters_beyond_the_bundled_fonts_ask_for_more() {
        assert!(!needs_further(&deck("Größe ≤ 5 €", "مرحبا שלום नमस्ते สวัสดี – “Ω”")));
        assert!(needs_further(&deck("港", "")));
        assert!(needs_further(&deck("Plan", "Ship 🚢")));
        assert!(needs_further(&deck("Plan", "✅ done")));
    }

    #[test]
    fn a_folder_gives_its_font_files_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        std::fs::write(folder.path().join("deep/a.ttf"), b"font").unwrap();
        std::fs::write(folder.path().join("readme.txt"), b"no font").unwrap();
        assert_eq!(further(Some(folder.path())), [Arc::from(*b"font")]);
        assert_eq!(further(Some(Path::new("/no/such/folder"))), Vec::<Arc<[u8]>>::new());
    }
}
