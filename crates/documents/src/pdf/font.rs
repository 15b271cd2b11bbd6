//! Fonts as far as text needs them: codes to text and widths, weight and slant by name.

use std::collections::HashMap;
use std::sync::OnceLock;

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, MACINTOSH, SHIFT_JIS, WINDOWS_1252};

use super::cmap::CMap;
use super::file::File;
use super::object::{Dict, Lexer, Object};
use crate::docx::is_mono_font;

/// A font.
#[derive(Debug, Default)]
pub(super) struct Font {
    pub(super) is_bold: bool,
    pub(super) is_italic: bool,
    pub(super) is_mono: bool,
    texts: Option<CMap>,
    codes: Codes,
    widths: HashMap<u32, f32>,
    default_width: f32,
    /// Widths of a standard font, which files need not contain, in thousandths of the font size.
    standard_widths: Option<&'static [u16; 95]>,
}

/// How the bytes of a string are divided into codes.
#[derive(Debug, Default)]
enum Codes {
    /// Bytes, with the text of each.
    Bytes(Box<[Option<String>; 256]>),
    /// Pairs of bytes, each a glyph number.
    #[default]
    Pairs,
    /// Codes of a character map.
    Map(CMap),
    /// Text in a legacy encoding.
    Legacy(&'static Encoding),
    /// Text in UTF-16.
    Utf16,
}

/// A glyph of a string.
#[derive(Debug)]
pub(super) struct Glyph<'a> {
    pub(super) text: std::borrow::Cow<'a, str>,
    /// Width in thousandths of the font size.
    pub(super) width: f32,
    /// Whether it is a single byte 32, which word spacing widens.
    pub(super) is_space: bool,
}

impl Font {
    /// Reads a font as far as its parts can be read.
    pub(super) fn read(file: &File<'_>, dict: &Dict) -> Self {
        let kind = file.get(dict, "Subtype");
        let name = match file.get(dict, "BaseFont") {
            Object::Name(name) => name,
            _ => String::new(),
        };
        let mut font = Self { default_width: 500.0, ..Self::default() };
        if let Some(stream) = file.stream(dict.get("ToUnicode"))
            && let Ok(bytes) = file.decoded(&stream)
        {
            font.texts = Some(CMap::parse(&bytes));
        }
        let descriptor = if kind.name() == Some("Type0") {
            let descendants = file.get(dict, "DescendantFonts");
            let inner = descendants.array().first().map(|inner| file.dict(inner)).unwrap_or_default();
            font.read_composite(file, dict, &inner);
            file.dict(inner.get("FontDescriptor"))
        } else {
            let descriptor = file.dict(dict.get("FontDescriptor"));
            font.read_simple(file, dict, &descriptor, &name, kind.name() == Some("Type3"));
            descriptor
        };
        let flags = file.number(&descriptor, "Flags").unwrap_or(0.0) as u32;
        let lower = name.split_once('+').map_or(name.as_str(), |(_, name)| name).to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        font.is_bold = has(&["bold", "black", "heavy", "demi", "cmbx", "cmssbx", "-bd", "sfbx", "ecbx", "medi"])
            || lower.ends_with("-b")
            || flags & 1 << 18 != 0
            || file.number(&descriptor, "FontWeight").is_some_and(|weight| weight >= 600.0);
        font.is_italic = has(&["italic", "oblique", "cmti", "cmsl", "slant", "-it", "sfti", "ital"])
            || flags & 1 << 6 != 0
            || file.number(&descriptor, "ItalicAngle").is_some_and(|angle| angle.abs() > 3.0);
        font.is_mono = flags & 1 != 0 && !has(&["symbol"]) || is_mono_font(&lower) || lower.starts_with("sftt");
        font
    }

    /// Reads the widths and the encoding of a font whose codes are single bytes.
    fn read_simple(&mut self, file: &File<'_>, dict: &Dict, descriptor: &Dict, name: &str, is_type3: bool) {
        let scale = if is_type3 {
            let matrix = file.numbers(dict.get("FontMatrix"));
            matrix.first().map_or(1.0, |scale| (*scale * 1000.0) as f32)
        } else {
            1.0
        };
        let first = file.number(dict, "FirstChar").unwrap_or(0.0).clamp(0.0, 255.0) as u32;
        let widths = file.numbers(dict.get("Widths"));
        for (code, width) in (first..256).zip(&widths) {
            self.widths.insert(code, *width as f32 * scale);
        }
        self.default_width = file.number(descriptor, "MissingWidth").map_or(500.0, |width| width as f32);
        if widths.is_empty() {
            self.standard_widths = standard_widths(name);
            self.default_width = if is_mono_font(name) { 600.0 } else { 500.0 };
        }
        let encoding = file.get(dict, "Encoding");
        let base = match &encoding {
            Object::Name(name) => Some(name.clone()),
            Object::Dict(encoding) => file.get(encoding, "BaseEncoding").name().map(str::to_owned),
            _ => None,
        };
        let mut table: [Option<String>; 256] = std::array::from_fn(|_| None);
        match base.as_deref() {
            Some("MacRomanEncoding") => set_encoding(&mut table, MACINTOSH),
            Some("WinAnsiEncoding") => set_encoding(&mut table, WINDOWS_1252),
            _ => {
                set_encoding(&mut table, WINDOWS_1252);
                if name.to_lowercase().contains("symbol") || name.to_lowercase().contains("dingbats") {
                    set_symbols(&mut table);
                } else if base.is_none() && file.number(descriptor, "Flags").is_none_or(|flags| flags as u32 & 4 == 0) {
                    set_standard_encoding(&mut table);
                }
                // A Type 1 font has an encoding of its own.
                if let Some(stream) = file.stream(descriptor.get("FontFile"))
                    && let Ok(bytes) = file.decoded(&stream)
                {
                    set_built_in_encoding(&bytes, &mut table);
                }
            }
        }
        if let Object::Dict(encoding) = &encoding {
            let mut code = 0_usize;
            for item in file.get(encoding, "Differences").array().iter().take(2_000) {
                match file.resolved(item) {
                    Object::Number(number) => code = number.clamp(0.0, 255.0) as usize,
                    Object::Name(name) if code < 256 => {
                        if let Some(text) = glyph_text(&name) {
                            table[code] = Some(text);
                        }
                        code += 1;
                    }
                    _ => {}
                }
            }
        }
        self.codes = Codes::Bytes(Box::new(table));
    }

    /// Reads the widths and the encoding of a font whose codes have several bytes. `inner` is its descendant font.
    fn read_composite(&mut self, file: &File<'_>, dict: &Dict, inner: &Dict) {
        self.default_width = file.number(inner, "DW").map_or(1000.0, |width| width as f32);
        self.read_glyph_widths(file, inner);
        self.codes = match file.get(dict, "Encoding") {
            Object::Name(name) => match name.as_str() {
                name if name.starts_with("Identity") => Codes::Pairs,
                name if name.contains("UCS2") || name.contains("UTF16") => Codes::Utf16,
                name if name.contains("RKSJ") => Codes::Legacy(SHIFT_JIS),
                name if name.starts_with("GB") => Codes::Legacy(GBK),
                name if name.contains("B5") => Codes::Legacy(BIG5),
                name if name.starts_with("KSC") => Codes::Legacy(EUC_KR),
                _ => Codes::Pairs,
            },
            _ => match file.stream(dict.get("Encoding")).and_then(|stream| file.decoded(&stream).ok()) {
                Some(bytes) => Codes::Map(CMap::parse(&bytes)),
                None => Codes::Pairs,
            },
        };
    }

    /// Reads the widths by glyph number (9.7.4.3).
    fn read_glyph_widths(&mut self, file: &File<'_>, inner: &Dict) {
        let Object::Array(array) = file.get(inner, "W") else { return };
        let mut at = 0;
        // Ranges may overlap, so all widths that they set are counted, not only those in the map at the end.
        let mut remaining = 200_000_usize;
        while at + 1 < array.len() && remaining > 0 {
            let Some(first) = file.resolved(&array[at]).number() else { return };
            let first = first.clamp(0.0, 65_535.0) as u32;
            match file.resolved(&array[at + 1]) {
                Object::Array(widths) => {
                    for (code, width) in (first..=65_535).zip(&widths) {
                        remaining = remaining.saturating_sub(1);
                        if let Some(width) = file.resolved(width).number() {
                            self.widths.insert(code, width as f32);
                        }
                    }
                    at += 2;
                }
                Object::Number(last) => {
                    let width = array.get(at + 2).and_then(|width| file.resolved(width).number());
                    if let Some(width) = width {
                        for code in (first..=last.clamp(0.0, 65_535.0) as u32).take(remaining) {
                            remaining -= 1;
                            self.widths.insert(code, width as f32);
                        }
                    }
                    at += 3;
                }
                _ => return,
            }
        }
    }

    /// How many entries its tables have.
    pub(super) fn entries(&self) -> usize {
        let codes = if let Codes::Map(map) = &self.codes { map.entries() } else { 0 };
        self.widths.len() + self.texts.as_ref().map_or(0, CMap::entries) + codes
    }

    /// Calls `each` with the glyphs of a string, in order.
    pub(super) fn glyphs<'s>(&'s self, string: &[u8], each: &mut dyn FnMut(Glyph<'s>)) {
        match &self.codes {
            Codes::Bytes(table) => {
                for byte in string {
                    let code = u32::from(*byte);
                    let text = self.text(code).or(table[usize::from(*byte)].as_deref()).unwrap_or_default();
                    each(Glyph { text: text.into(), width: self.width(code), is_space: *byte == 32 });
                }
            }
            Codes::Pairs => {
                for pair in string.chunks_exact(2) {
                    let code = u32::from(pair[0]) << 8 | u32::from(pair[1]);
                    let text = self.text(code).unwrap_or_default();
                    each(Glyph { text: text.into(), width: self.width(code), is_space: false });
                }
            }
            Codes::Map(map) => {
                let mut rest = string;
                while !rest.is_empty() {
                    let (length, code) = next_code(map, rest);
                    rest = &rest[length..];
                    let glyph = map.glyph(code).unwrap_or(code);
                    let text = self.text(code).unwrap_or_default();
                    each(Glyph { text: text.into(), width: self.width(glyph), is_space: length == 1 && code == 32 });
                }
            }
            Codes::Utf16 => {
                let units: Vec<u16> =
                    string.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
                for c in char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')) {
                    each(Glyph { text: c.to_string().into(), width: 1000.0, is_space: false });
                }
            }
            Codes::Legacy(encoding) => {
                for c in encoding.decode_without_bom_handling(string).0.chars() {
                    let width = if c.is_ascii() { 500.0 } else { 1000.0 };
                    each(Glyph { text: c.to_string().into(), width, is_space: c == ' ' });
                }
            }
        }
    }

    /// The text of a code in the map of the font, if the map has one.
    fn text(&self, code: u32) -> Option<&str> {
        let text = self.texts.as_ref()?.texts.get(&code).map(String::as_str)?;
        // A code mapped to NUL or the replacement character has no known text.
        (text != "\0" && text != "\u{fffd}").then_some(text)
    }

    /// The width of a code or glyph, in thousandths of the font size.
    fn width(&self, code: u32) -> f32 {
        if let Some(width) = self.widths.get(&code) {
            return *width;
        }
        match self.standard_widths {
            Some(widths) => {
                let index = code.checked_sub(32).and_then(|index| usize::try_from(index).ok());
                index.and_then(|index| widths.get(index)).map_or(self.default_width, |width| f32::from(*width))
            }
            None => self.default_width,
        }
    }
}

/// The next code of a string, and its length.
fn next_code(map: &CMap, string: &[u8]) -> (usize, u32) {
    let mut code = 0;
    for (at, byte) in string.iter().enumerate().take(4) {
        code = code << 8 | u32::from(*byte);
        if map.spaces.iter().any(|(length, from, to)| *length == at + 1 && (*from..=*to).contains(&code)) {
            return (at + 1, code);
        }
    }
    let length = map.spaces.first().map_or(2, |(length, ..)| *length).min(string.len());
    (length, string[..length].iter().fold(0, |code, byte| code << 8 | u32::from(*byte)))
}

/// Sets the texts of the codes from 32 on in an encoding.
fn set_encoding(table: &mut [Option<String>; 256], encoding: &'static Encoding) {
    for code in 32..=255_u8 {
        let text = encoding.decode_without_bom_handling(&[code]).0.into_owned();
        table[usize::from(code)] = Some(text);
    }
}

/// Sets the texts by which the standard encoding differs from that of Windows (annex D.2).
fn set_standard_encoding(table: &mut [Option<String>; 256]) {
    const CODES: &[(u8, &str)] = &[
        (0x27, "’"),
        (0x60, "‘"),
        (0xa4, "⁄"),
        (0xa6, "ƒ"),
        (0xa8, "¤"),
        (0xa9, "'"),
        (0xaa, "“"),
        (0xac, "‹"),
        (0xad, "›"),
        (0xae, "fi"),
        (0xaf, "fl"),
        (0xb1, "–"),
        (0xb2, "†"),
        (0xb3, "‡"),
        (0xb4, "·"),
        (0xb7, "•"),
        (0xb8, "‚"),
        (0xb9, "„"),
        (0xba, "”"),
        (0xbc, "…"),
        (0xbd, "‰"),
        (0xc1, "`"),
        (0xc2, "´"),
        (0xc3, "ˆ"),
        (0xc4, "˜"),
        (0xc5, "¯"),
        (0xc6, "˘"),
        (0xc7, "˙"),
        (0xc8, "¨"),
        (0xca, "˚"),
        (0xcb, "¸"),
        (0xcd, "˝"),
        (0xce, "˛"),
        (0xcf, "ˇ"),
        (0xd0, "—"),
        (0xe1, "Æ"),
        (0xe3, "ª"),
        (0xe8, "Ł"),
        (0xe9, "Ø"),
        (0xea, "Œ"),
        (0xeb, "º"),
        (0xf1, "æ"),
        (0xf5, "ı"),
        (0xf8, "ł"),
        (0xf9, "ø"),
        (0xfa, "œ"),
        (0xfb, "ß"),
    ];
    for (code, text) in CODES {
        table[usize::from(*code)] = Some((*text).to_owned());
    }
}

/// Sets the few signs of symbol fonts that text uses, which are bullets.
fn set_symbols(table: &mut [Option<String>; 256]) {
    for code in [0xb7_u8, 0x6c, 0x6e, 0x6f, 0x71, 0x75, 0xa7, 0xa8, 0xd8, 0xfc, 0x76] {
        table[usize::from(code)] = Some("•".to_owned());
    }
}

/// Sets the encoding that the readable part of a Type 1 font declares, in lines such as `dup 65 /A put`.
fn set_built_in_encoding(bytes: &[u8], table: &mut [Option<String>; 256]) {
    let readable = &bytes[..bytes.len().min(30_000)];
    let Some(at) = readable.windows(9).position(|window| window == b"/Encoding") else { return };
    let mut lexer = Lexer::new(readable, at + 9);
    let mut previous = [Object::Null, Object::Null];
    for _ in 0..3_000 {
        let Some(object) = lexer.object() else { return };
        match &object {
            Object::Word(word) if word == "put" => {
                if let [Object::Number(code), Object::Name(name)] = &previous
                    && let Some(text) = glyph_text(name)
                    && let Some(entry) = table.get_mut(*code as usize)
                {
                    *entry = Some(text);
                }
            }
            Object::Word(word) if word == "def" || word == "readonly" || word == "StandardEncoding" => return,
            _ => {}
        }
        previous = [std::mem::take(&mut previous[1]), object];
    }
}

/// The text of a glyph name.
fn glyph_text(name: &str) -> Option<String> {
    static NAMES: OnceLock<HashMap<&'static str, String>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let lines = include_str!("glyphs.txt").lines().filter_map(|line| line.split_once(' '));
        lines
            .filter_map(|(name, text)| {
                let text = match text.strip_prefix("U+") {
                    Some(hex) => char::from_u32(u32::from_str_radix(hex, 16).ok()?)?.to_string(),
                    None => text.to_owned(),
                };
                Some((name, text))
            })
            .collect()
    });
    if let Some(text) = names.get(name) {
        return Some(text.clone());
    }
    let base = name.split('.').next().unwrap_or_default();
    if base != name && !base.is_empty() {
        return glyph_text(base);
    }
    if name.contains('_') && name.len() < 40 {
        return name.split('_').map(|part| names.get(part).cloned()).collect();
    }
    let hex = name.strip_prefix("uni").or_else(|| name.strip_prefix('u'))?;
    let hex = hex.get(..hex.len().min(if name.starts_with("uni") { 4 } else { 6 }))?;
    (hex.len() >= 4).then(|| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).map(String::from)).flatten()
}

/// The widths of a standard font with a name; `None` for other fonts.
fn standard_widths(name: &str) -> Option<&'static [u16; 95]> {
    let name = name.to_lowercase();
    let is_bold = name.contains("bold");
    if name.contains("helvetica") || name.contains("arial") {
        Some(if is_bold { &SANS_BOLD } else { &SANS })
    } else if name.contains("times") {
        Some(if is_bold { &SERIF_BOLD } else { &SERIF })
    } else {
        None
    }
}

// The widths of the characters from space to tilde in the standard typefaces, in thousandths of the font size.
static SANS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
static SANS_BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];
static SERIF: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
    722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
    444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
    200, 480, 541,
];
static SERIF_BOLD: [u16; 95] = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944,
    722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556,
    444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394,
    220, 394, 520,
];
