//! Fonts of the system for Chinese, Japanese and Korean letters and colour emoji, read when a deck needs them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use deck::Deck;
use serde_json::Value;

/// The font folders of Debian.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];
/// What the names of wanted font files start with.
const FILE_PREFIXES: [&str; 3] = ["NotoSansCJK", "NotoColorEmoji", "NotoSans"];
/// The maximum number of bytes read from all font files together.
const MAX_BYTES: u64 = 256 << 20;
/// The maximum number of levels of subfolders.
const MAX_DEPTH: usize = 4;

/// The bytes of the font files in a folder. Without a folder, those in Debian's folders with letters that the bundled
/// fonts lack.
pub(super) fn system_fonts(folder: Option<&Path>) -> Vec<Arc<[u8]>> {
    let mut files = Vec::new();
    if let Some(folder) = folder {
        add_files(folder, MAX_DEPTH, &|_| true, &mut files);
    } else {
        let is_wanted =
            |name: &str| FILE_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && has_common_weight(name);
        for folder in SYSTEM_FOLDERS {
            add_files(Path::new(folder), MAX_DEPTH, &is_wanted, &mut files);
        }
    }
    files.sort();
    let mut remaining = MAX_BYTES;
    let mut fonts = Vec::new();
    for file in files {
        let length = std::fs::metadata(&file).map_or(u64::MAX, |metadata| metadata.len());
        if length > remaining {
            continue;
        }
        if let Ok(bytes) = std::fs::read(&file) {
            remaining -= length;
            fonts.push(Arc::from(bytes));
        }
    }
    fonts
}

/// Whether a font file has a common weight. Files of other weights would only use memory.
fn has_common_weight(name: &str) -> bool {
    ["-Regular.", "-Bold.", "ColorEmoji."].iter().any(|part| name.contains(part))
}

fn add_files(folder: &Path, depth: usize, is_wanted: &dyn Fn(&str) -> bool, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                add_files(&path, depth - 1, is_wanted, files);
            }
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_font =
            path.extension().is_some_and(|extension| extension == "ttf" || extension == "ttc" || extension == "otf");
        if is_font && is_wanted(name) {
            files.push(path);
        }
    }
}

/// Whether a deck contains a letter that no bundled font has.
pub(super) fn needs_system_fonts(deck: &Deck) -> bool {
    let has_unbundled = |text: &str| text.chars().any(is_unbundled);
    has_unbundled(&deck.title)
        || has_unbundled(&deck.description)
        || deck.slides.iter().any(|slide| {
            has_unbundled(&slide.notes) || slide.content.values().any(|value| any_text(value, &has_unbundled))
        })
}

/// Whether a text in a value meets a condition.
fn any_text(value: &Value, condition: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => condition(text),
        Value::Array(items) => items.iter().any(|item| any_text(item, condition)),
        Value::Object(fields) => fields.values().any(|field| any_text(field, condition)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a letter is outside what the bundled fonts are for: Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari,
/// Thai, and the signs of ordinary text.
fn is_unbundled(letter: char) -> bool {
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
        deck.slides = vec![deck::Slide::new(
            "a",
            "content-slide",
            json!({ "items": [{ "body": body }] }).as_object().cloned().unwrap(),
        )];
        deck
    }

    #[test]
    fn only_letters_that_bundled_fonts_lack_need_system_fonts() {
        assert!(!needs_system_fonts(&deck("Größe ≤ 5 €", "مرحبا שלום नमस्ते สวัสดี – “Ω”")));
        assert!(needs_system_fonts(&deck("港", "")));
        assert!(needs_system_fonts(&deck("Plan", "Ship 🚢")));
        assert!(needs_system_fonts(&deck("Plan", "✅ done")));
    }

    #[test]
    fn only_font_files_of_a_folder_are_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        std::fs::write(folder.path().join("deep/a.ttf"), b"font").unwrap();
        std::fs::write(folder.path().join("readme.txt"), b"no font").unwrap();
        assert_eq!(system_fonts(Some(folder.path())), [Arc::from(*b"font")]);
        assert_eq!(system_fonts(Some(Path::new("/no/such/folder"))), Vec::<Arc<[u8]>>::new());
    }
}
