//! Bytes to the characters of an XML document.
//!
//! Only encodings that a browser reads as we do: anything else could hide markup from us.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::MAX_BYTES;
use crate::Error;

/// The characters of a document.
pub(super) struct Source<'a> {
    pub(super) text: Cow<'a, str>,
    /// The document names an encoding that we did not read it in.
    pub(super) doubtful: bool,
}

/// Reads UTF-8, UTF-16 with a byte order mark, and Latin-1 where it is declared.
pub(super) fn source(bytes: &[u8]) -> Result<Source<'_>, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge(format!("{} bytes", bytes.len())));
    }
    let certain = |text| Ok(Source { text, doubtful: false });
    match bytes {
        [0xff, 0xfe, rest @ ..] => certain(Cow::Owned(utf16(rest, u16::from_le_bytes)?)),
        [0xfe, 0xff, rest @ ..] => certain(Cow::Owned(utf16(rest, u16::from_be_bytes)?)),
        [0xef, 0xbb, 0xbf, rest @ ..] => certain(Cow::Borrowed(utf8(rest)?)),
        _ => match declared_encoding(bytes).as_deref() {
            None | Some("utf-8" | "utf8" | "us-ascii" | "ascii") => certain(Cow::Borrowed(utf8(bytes)?)),
            Some("iso-8859-1" | "latin1" | "windows-1252") => {
                certain(Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()))
            }
            Some(_) if bytes.is_ascii() => Ok(Source { text: Cow::Borrowed(utf8(bytes)?), doubtful: true }),
            Some(other) => Err(Error::Broken(format!("its encoding `{other}` is not read"))),
        },
    }
}

/// Whether the first element is called `svg`, whatever its prefix.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let marked = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0xef, 0xbb, 0xbf, ..]);
    if !marked && bytes.iter().find(|byte| !blank(byte)) != Some(&b'<') {
        return false;
    }
    let Ok(source) = source(bytes) else { return false };
    let mut reader = Reader::from_str(&source.text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                let name = start.name();
                let local = name.as_ref().rsplit(':').next();
                return local == Some("svg");
            }
            Ok(Event::Text(text)) if text.trim().is_empty() => {}
            Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
            _ => return false,
        }
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(Error::broken)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<_, _>>().map_err(Error::broken)
}

/// The encoding that the XML declaration names, in small letters.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let head = String::from_utf8_lossy(bytes[start..].get(..256).unwrap_or(&bytes[start..]));
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?.to_owned();
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_ascii_lowercase())
}
