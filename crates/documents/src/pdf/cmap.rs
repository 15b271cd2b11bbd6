//! Character maps (ISO 32000-1, 9.7.5 and 9.10.3): codes to text, and codes to glyphs.

use std::collections::HashMap;

use super::object::{Lexer, Object};

/// Maximum number of entries of a map.
const MAX_ENTRIES: usize = 100_000;
/// Maximum number of texts that are assigned to codes, including those that replace earlier ones.
const MAX_INSERTED: usize = 400_000;
/// Maximum number of code space ranges, which give the length of codes. All are searched for each code of a text.
const MAX_SPACES: usize = 64;
/// Maximum number of glyph ranges that are searched for a code, from the last one that begins at or before it.
const MAX_OVERLAPS: usize = 8;

/// A character map.
#[derive(Debug, Default)]
pub(super) struct CMap {
    /// Code space ranges: the length of their codes in bytes, the first code and the last.
    pub(super) spaces: Vec<(usize, u32, u32)>,
    /// Texts of codes.
    pub(super) texts: HashMap<u32, String>,
    /// Ranges of codes with their glyphs, sorted: first code, last code, glyph of the first code.
    glyphs: Vec<(u32, u32, u32)>,
    /// How many texts were inserted so far.
    inserted: usize,
}

impl CMap {
    /// Parses a character map as far as it can be read.
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let mut map = Self::default();
        let mut lexer = Lexer::new(bytes, 0);
        let mut stack: Vec<Object> = Vec::new();
        while let Some(object) = lexer.object() {
            let Object::Word(word) = &object else {
                if stack.len() < MAX_ENTRIES {
                    stack.push(object);
                }
                continue;
            };
            match word.as_str() {
                "endcodespacerange" => {
                    for pair in stack.chunks_exact(2) {
                        if let [Object::String(from), Object::String(to)] = pair {
                            map.spaces.push((from.len().clamp(1, 4), code(from), code(to)));
                        }
                    }
                }
                "endbfchar" => {
                    for pair in stack.chunks_exact(2) {
                        if let [Object::String(from), Object::String(to)] = pair {
                            map.insert(code(from), utf16(to));
                        }
                    }
                }
                "endbfrange" => {
                    for triple in stack.chunks_exact(3) {
                        let [Object::String(from), Object::String(to), target] = triple else { continue };
                        let (from, to) = (code(from), code(to));
                        match target {
                            Object::String(first) => map.insert_range(from, to, first),
                            Object::Array(texts) => {
                                for (at, text) in (from..=to).zip(texts) {
                                    if let Object::String(text) = text {
                                        map.insert(at, utf16(text));
                                    }
                                }
                            }
                            _ => {}
                        }
                    }
                }
                "endcidrange" => {
                    for triple in stack.chunks_exact(3) {
                        if let [Object::String(from), Object::String(to), Object::Number(glyph)] = triple {
                            map.glyphs.push((code(from), code(to), *glyph as u32));
                        }
                    }
                }
                "endcidchar" => {
                    for pair in stack.chunks_exact(2) {
                        if let [Object::String(from), Object::Number(glyph)] = pair {
                            map.glyphs.push((code(from), code(from), *glyph as u32));
                        }
                    }
                }
                _ => {}
            }
            stack.clear();
        }
        map.spaces.truncate(MAX_SPACES);
        map.glyphs.truncate(MAX_ENTRIES);
        map.glyphs.sort_by_key(|(from, ..)| *from);
        map
    }

    /// Number of its entries in memory.
    pub(super) fn entries(&self) -> usize {
        self.texts.len() + self.glyphs.len()
    }

    fn insert(&mut self, code: u32, text: String) {
        if self.texts.len() < MAX_ENTRIES && self.inserted < MAX_INSERTED && !text.is_empty() {
            self.inserted += 1;
            self.texts.insert(code, text);
        }
    }

    /// Inserts the texts of a range of codes. `first` is the text of the first code; each next text has the next last
    /// character.
    fn insert_range(&mut self, from: u32, to: u32, first: &[u8]) {
        let text = utf16(first);
        let mut chars: Vec<char> = text.chars().collect();
        let Some(last) = chars.pop() else { return };
        for (step, code) in (from..=to).enumerate().take(MAX_ENTRIES) {
            if self.texts.len() >= MAX_ENTRIES || self.inserted >= MAX_INSERTED {
                return;
            }
            let next = u32::try_from(step).ok().and_then(|step| char::from_u32((last as u32).checked_add(step)?));
            let Some(next) = next else { return };
            self.insert(code, chars.iter().copied().chain([next]).collect());
        }
    }

    /// The glyph of a code. Of overlapping ranges, the one that begins last applies.
    pub(super) fn glyph(&self, code: u32) -> Option<u32> {
        let end = self.glyphs.partition_point(|(from, ..)| *from <= code);
        let found = self.glyphs[..end].iter().rev().take(MAX_OVERLAPS).find(|(_, to, _)| code <= *to);
        found.and_then(|(from, _, glyph)| glyph.checked_add(code - from))
    }
}

/// The code of up to four bytes.
fn code(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// Text in UTF-16, or a single byte.
fn utf16(bytes: &[u8]) -> String {
    if let [byte] = bytes {
        return (*byte as char).to_string();
    }
    let units: Vec<u16> = bytes.chunks_exact(2).take(64).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    // Some programs write ligatures with the bytes the other way round: the letters of "fi" as U+6600 and U+6900.
    let swapped: Vec<[u8; 2]> = units.iter().map(|unit| unit.to_le_bytes()).collect();
    if units.len() > 1 && swapped.iter().all(|[low, high]| *low == 0 && high.is_ascii_lowercase()) {
        return swapped.iter().map(|[_, high]| char::from(*high)).collect();
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::{CMap, MAX_INSERTED, utf16};

    #[test]
    fn ranges_of_codes_are_bounded_and_found() {
        let ranges = "<0000> <ffff> <0041>\n".repeat(20);
        let map = CMap::parse(format!("20 beginbfrange\n{ranges}endbfrange").as_bytes());
        assert!(map.inserted <= MAX_INSERTED && map.texts[&2] == "C");
        let source = "2 begincidrange <0030> <0039> 17 <0010> <0020> 90 endcidrange 1 begincidchar <0032> 5 endcidchar";
        let map = CMap::parse(source.as_bytes());
        let glyphs: Vec<_> = [0x10, 0x20, 0x21, 0x31, 0x32, 0x39, 0x3a].map(|code| map.glyph(code)).to_vec();
        assert_eq!(glyphs, [Some(90), Some(106), None, Some(18), Some(5), Some(26), None]);
    }

    #[test]
    fn ligatures_with_swapped_bytes_are_their_letters() {
        assert_eq!(utf16(&[0x72, 0, 0x66, 0]), "rf");
        assert_eq!(utf16(&[0, 0x66, 0, 0x69]), "fi");
        assert_eq!(utf16(&[0x72, 0]), "爀", "a single character may be one of Chinese");
    }
}
