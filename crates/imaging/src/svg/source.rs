//! The text of an XML document.
//!
//! Only encodings that browsers decode in the same way are supported: any other could hide markup from the sanitiser.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::MAX_BYTES;
use crate::Error;

/// How many bytes of a document are searched for its first element when it cannot be decoded.
const UNDECODED_START: usize = 4096;

/// The text of a document.
pub(super) struct Source<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether the document declares an encoding that is not supported. Its bytes are ASCII in that case.
    pub(super) has_unknown_encoding: bool,
}

/// Decodes UTF-8, UTF-16 with a byte order mark, and Latin-1 when it is declared, which browsers decode as
/// Windows-1252. Fails for bytes that are not valid and for files above the limit, and for other encodings unless all
/// bytes are ASCII.
pub(super) fn source(bytes: &[u8]) -> Result<Source<'_>, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge(format!("{} bytes", bytes.len())));
    }
    let known = |text| Ok(Source { text, has_unknown_encoding: false });
    match bytes {
        [0xff, 0xfe, rest @ ..] => known(Cow::Owned(utf16(rest, u16::from_le_bytes)?)),
        [0xfe, 0xff, rest @ ..] => known(Cow::Owned(utf16(rest, u16::from_be_bytes)?)),
        [0xef, 0xbb, 0xbf, rest @ ..] => known(Cow::Borrowed(utf8(rest)?)),
        _ => match declared_encoding(bytes).as_deref() {
            None | Some("utf-8" | "utf8" | "us-ascii" | "ascii") => known(Cow::Borrowed(utf8(bytes)?)),
            Some("iso-8859-1" | "latin1" | "windows-1252") => {
                known(Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()))
            }
            Some(_) if bytes.is_ascii() => Ok(Source { text: Cow::Borrowed(utf8(bytes)?), has_unknown_encoding: true }),
            Some(other) => Err(Error::Broken(format!("its encoding `{other}` is not supported"))),
        },
    }
}

/// Whether the first element is called `svg`, with any prefix. The document may be cut off after the name, and its
/// encoding need not be supported.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let has_mark = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0xef, 0xbb, 0xbf, ..]);
    if !has_mark && bytes.trim_ascii_start().first() != Some(&b'<') {
        return false;
    }
    let text = match source(bytes) {
        Ok(source) => source.text,
        Err(_) => String::from_utf8_lossy(&bytes[..bytes.len().min(UNDECODED_START)]),
    };
    let mut rest: &str = &text;
    let mut reader = Reader::from_str(&text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => return is_svg_name(start.name().as_ref()),
            Ok(Event::Text(text)) if text.trim().is_empty() => {}
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            Err(_) => return is_cut_svg_tag(rest),
            Ok(_) => return false,
        }
        rest = usize::try_from(reader.buffer_position()).ok().and_then(|at| text.get(at..)).unwrap_or_default();
    }
}

fn is_svg_name(name: &str) -> bool {
    name.rsplit(':').next() == Some("svg")
}

/// Whether a text is the start of an `svg` tag that does not end, with its whole name.
fn is_cut_svg_tag(text: &str) -> bool {
    let tag = text.trim_start().trim_start_matches('<');
    let name = tag.split_once(|c: char| c.is_whitespace() || c == '/').map(|(name, _)| name);
    name.is_some_and(is_svg_name)
}

/// The character of a byte in Windows-1252, which differs from Latin-1 from 0x80 to 0x9f.
fn windows_1252(byte: u8) -> char {
    const DIFFERENT: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => DIFFERENT[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(Error::broken)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<_, _>>().map_err(Error::broken)
}

/// The encoding of the XML declaration, in lower case.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let head = String::from_utf8_lossy(bytes[start..].get(..256).unwrap_or(&bytes[start..]));
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?.to_owned();
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_read_as_browsers_do() {
        let bytes = b"<?xml version='1.0' encoding='iso-8859-1'?><svg>\x93Stra\xdfe\x94 5 \x80</svg>";
        let text = source(bytes).expect("a known encoding").text;
        assert!(text.ends_with("<svg>“Straße” 5 €</svg>"), "{text}");
    }
}
