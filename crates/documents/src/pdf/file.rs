//! The objects of a PDF file.
//!
//! The file is scanned for its objects once; its own table of objects is not used. So files with a wrong table are read
//! like all others, and nothing in a file can lead the reader in circles. Every stream that is decoded counts against
//! the limits.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::encryption::Encryption;
use super::filters::{self, Decoded, ImageFilter};
use super::object::{Dict, Lexer, Object};
use crate::{Limits, ReadError};

/// Maximum number of objects of a file.
const MAX_OBJECTS: usize = 2_000_000;
/// Maximum number of bytes of objects that are parsed. An object counts each time that it is parsed.
const MAX_PARSED: usize = 1 << 30;

/// The objects of a file.
pub(super) struct File<'a> {
    bytes: &'a [u8],
    /// Where each object is, by its number.
    locations: HashMap<u32, ObjectLocation>,
    /// The decoded streams that contain objects.
    packed: RefCell<HashMap<u32, Rc<Packed>>>,
    pub(super) trailer: Dict,
    encryption: Option<Encryption>,
    limits: &'a Limits,
    /// Bytes that may still be decoded.
    remaining: Cell<u64>,
    /// Bytes of objects that were parsed.
    parsed: Cell<usize>,
}

#[derive(Debug, Clone, Copy)]
enum ObjectLocation {
    /// At a byte position in the file, after `obj`.
    Offset(usize),
    /// At an index of a stream of objects.
    Packed { stream: u32, index: usize },
}

/// A decoded stream of objects.
struct Packed {
    bytes: Vec<u8>,
    /// The number of each object and where it begins.
    offsets: Vec<(u32, usize)>,
}

/// A stream: its dictionary, and where its bytes are.
#[derive(Debug, Clone)]
pub(super) struct Stream {
    pub(super) dict: Dict,
    number: u32,
    start: usize,
    end: usize,
}

impl<'a> File<'a> {
    /// Scans a file. Fails when it is encrypted with a password, or has no objects.
    pub(super) fn open(bytes: &'a [u8], limits: &'a Limits) -> Result<Self, ReadError> {
        let mut file = Self {
            bytes,
            locations: HashMap::new(),
            packed: RefCell::default(),
            trailer: Dict::default(),
            encryption: None,
            limits,
            remaining: Cell::new(limits.unpacked),
            parsed: Cell::new(0),
        };
        let streams = file.scan()?;
        if file.trailer.get("Encrypt") != &Object::Null {
            let mut dict = file.dict(file.trailer.get("Encrypt"));
            for (_, value) in &mut dict.0 {
                *value = file.resolved(value);
            }
            let id = file.get(&file.trailer, "ID").array().first().map(|id| file.resolved(id));
            let id = if let Some(Object::String(id)) = id { id } else { Vec::new() };
            file.encryption = Some(Encryption::open(&dict, &id).ok_or(ReadError::Protected)?);
            // The texts of the entry `Info` are encrypted, too, and are not read.
            file.trailer.0.retain(|(key, _)| key != "Info");
        }
        file.unpack_objects(&streams)?;
        if file.dict(file.trailer.get("Root")).0.is_empty() {
            // Without a trailer the catalogue is found by its type.
            let mut numbers: Vec<u32> = file.locations.keys().copied().collect();
            numbers.sort_unstable();
            let root = numbers
                .into_iter()
                .find(|number| file.dict(&Object::Ref(*number)).get("Type").name() == Some("Catalog"));
            let root = root.ok_or_else(|| ReadError::damaged(&"it has no pages"))?;
            file.trailer.0.push(("Root".to_owned(), Object::Ref(root)));
        }
        Ok(file)
    }

    /// Finds all objects and trailers. Returns the streams that contain objects, with their positions.
    fn scan(&mut self) -> Result<Vec<(u32, usize)>, ReadError> {
        let bytes = self.bytes;
        let mut streams = Vec::new();
        let mut at = 0;
        let mut trailer = Dict::default();
        while let Some(found) = next_keyword(bytes, at) {
            match found {
                Keyword::Trailer(end) => {
                    at = end;
                    let mut lexer = Lexer::new(bytes, end);
                    if let Some(Object::Dict(dict)) = lexer.object() {
                        merge(&mut trailer, dict);
                        at = lexer.at.max(end);
                    }
                }
                Keyword::Object { number, end } => {
                    self.locations.insert(number, ObjectLocation::Offset(end));
                    if self.locations.len() > MAX_OBJECTS {
                        return Err(ReadError::TooMany { what: "objects", limit: MAX_OBJECTS });
                    }
                    let mut lexer = Lexer::new(bytes, end);
                    let object = lexer.object();
                    // The inside of an object is not scanned again.
                    at = lexer.at.max(end);
                    if let Some(Object::Dict(dict)) = object
                        && let Some(start) = stream_start(bytes, &mut lexer)
                    {
                        let length = match dict.get("Length") {
                            Object::Number(length) => Some(*length as usize),
                            _ => None,
                        };
                        let stream_end = stream_end(bytes, start, length);
                        at = stream_end;
                        match dict.get("Type").name() {
                            Some("ObjStm") => streams.push((number, end)),
                            Some("XRef") => merge(&mut trailer, dict),
                            _ => {}
                        }
                    }
                }
            }
        }
        self.trailer = trailer;
        if self.locations.is_empty() {
            return Err(ReadError::damaged(&"it has no objects"));
        }
        Ok(streams)
    }

    /// Adds the objects that are inside streams. Of two objects of a number the later one in the file counts.
    fn unpack_objects(&mut self, streams: &[(u32, usize)]) -> Result<(), ReadError> {
        let direct: HashMap<u32, usize> = self
            .locations
            .iter()
            .filter_map(|(number, location)| match location {
                ObjectLocation::Offset(offset) => Some((*number, *offset)),
                ObjectLocation::Packed { .. } => None,
            })
            .collect();
        for (number, position) in streams {
            // A later object has the same number.
            if direct.get(number) != Some(position) {
                continue;
            }
            let Some(stream) = self.stream(&Object::Ref(*number)) else { continue };
            let bytes = self.decoded(&stream)?;
            let count = stream.dict.get("N").number().unwrap_or(0.0).clamp(0.0, 1_000_000.0) as usize;
            let first = stream.dict.get("First").number().unwrap_or(0.0).clamp(0.0, 1e9) as usize;
            let mut lexer = Lexer::new(&bytes, 0);
            let mut offsets = Vec::new();
            for index in 0..count {
                let (Some(Object::Number(inner)), Some(Object::Number(offset))) = (lexer.object(), lexer.object())
                else {
                    break;
                };
                let inner = inner as u32;
                offsets.push((inner, first.saturating_add(offset as usize)));
                if direct.get(&inner).is_none_or(|offset| offset < position) {
                    self.locations.insert(inner, ObjectLocation::Packed { stream: *number, index });
                }
            }
            if self.locations.len() > MAX_OBJECTS {
                return Err(ReadError::TooMany { what: "objects", limit: MAX_OBJECTS });
            }
            self.packed.borrow_mut().insert(*number, Rc::new(Packed { bytes, offsets }));
        }
        Ok(())
    }

    /// Whether the texts in objects are encrypted. The texts of pages are not concerned: they are decrypted with their
    /// streams.
    pub(super) fn is_encrypted(&self) -> bool {
        self.encryption.is_some()
    }

    /// An object by its number; null when there is none, and when too much was parsed.
    fn object(&self, number: u32) -> Object {
        if self.check_parsed().is_err() {
            return Object::Null;
        }
        match self.locations.get(&number) {
            Some(ObjectLocation::Offset(offset)) => self.parse_at(self.bytes, *offset),
            Some(ObjectLocation::Packed { stream, index }) => {
                let packed = self.packed.borrow().get(stream).cloned();
                let Some(packed) = packed else { return Object::Null };
                let Some((_, offset)) = packed.offsets.get(*index) else { return Object::Null };
                self.parse_at(&packed.bytes, *offset)
            }
            None => Object::Null,
        }
    }

    fn parse_at(&self, bytes: &[u8], offset: usize) -> Object {
        let mut lexer = Lexer::new(bytes, offset);
        let object = lexer.object().unwrap_or_default();
        self.add_parsed(lexer.at.saturating_sub(offset));
        object
    }

    fn add_parsed(&self, bytes: usize) {
        self.parsed.set(self.parsed.get().saturating_add(bytes));
    }

    /// Fails when more than [`MAX_PARSED`] bytes of objects were parsed. From then on, all objects are null.
    pub(super) fn check_parsed(&self) -> Result<(), ReadError> {
        if self.parsed.get() > MAX_PARSED {
            return Err(ReadError::TooMany {
                what: "bytes of objects, counted each time they are used",
                limit: MAX_PARSED,
            });
        }
        Ok(())
    }

    /// An object, or the one that a reference leads to.
    pub(super) fn resolved(&self, object: &Object) -> Object {
        let mut object = object.clone();
        for _ in 0..8 {
            match object {
                Object::Ref(number) => object = self.object(number),
                object => return object,
            }
        }
        Object::Null
    }

    /// An object as a dictionary, which may be that of a stream; empty if it is something else.
    pub(super) fn dict(&self, object: &Object) -> Dict {
        match self.resolved(object) {
            Object::Dict(dict) => dict,
            _ => Dict::default(),
        }
    }

    /// An entry of a dictionary, resolved.
    pub(super) fn get(&self, dict: &Dict, key: &str) -> Object {
        self.resolved(dict.get(key))
    }

    /// An entry of a dictionary as a number.
    pub(super) fn number(&self, dict: &Dict, key: &str) -> Option<f64> {
        self.get(dict, key).number()
    }

    /// An array of numbers.
    pub(super) fn numbers(&self, object: &Object) -> Vec<f64> {
        match self.resolved(object) {
            Object::Array(array) => array.iter().filter_map(|item| self.resolved(item).number()).collect(),
            _ => Vec::new(),
        }
    }

    /// The stream that a reference leads to.
    pub(super) fn stream(&self, object: &Object) -> Option<Stream> {
        let Object::Ref(mut number) = *object else { return None };
        self.check_parsed().ok()?;
        for _ in 0..8 {
            let Some(ObjectLocation::Offset(offset)) = self.locations.get(&number) else { return None };
            let mut lexer = Lexer::new(self.bytes, *offset);
            let object = lexer.object();
            self.add_parsed(lexer.at.saturating_sub(*offset));
            match object? {
                Object::Ref(next) => number = next,
                Object::Dict(dict) => {
                    let start = stream_start(self.bytes, &mut lexer)?;
                    let length = self.number(&dict, "Length").filter(|length| *length >= 0.0);
                    let length = length.map(|length| length as usize);
                    let end = stream_end(self.bytes, start, length);
                    // Its length was missing or wrong, so the end was searched for, which counts as parsing.
                    if length.and_then(|length| start.checked_add(length)) != Some(end) {
                        self.add_parsed(end - start);
                    }
                    let end = trimmed_end(self.bytes, start, end);
                    return Some(Stream { dict, number, start, end });
                }
                _ => return None,
            }
        }
        None
    }

    /// The bytes of a stream with all filters applied but those of images.
    pub(super) fn decoded(&self, stream: &Stream) -> Result<Vec<u8>, ReadError> {
        Ok(self.decoded_image(stream)?.0)
    }

    /// The bytes of a stream with all filters applied but that of an image, which is returned.
    pub(super) fn decoded_image(&self, stream: &Stream) -> Result<(Vec<u8>, Option<ImageFilter>), ReadError> {
        let mut filters = Vec::new();
        let names = match self.get(&stream.dict, "Filter") {
            Object::Null => self.get(&stream.dict, "F"),
            filter => filter,
        };
        let parameters = match self.get(&stream.dict, "DecodeParms") {
            Object::Null => self.get(&stream.dict, "DP"),
            parameters => parameters,
        };
        match names {
            Object::Name(name) => {
                let parameters = match parameters {
                    Object::Array(array) => array.first().map(|first| self.dict(first)).unwrap_or_default(),
                    other => self.dict(&other),
                };
                filters.push((name, parameters));
            }
            Object::Array(names) => {
                for (at, name) in names.iter().enumerate().take(8) {
                    let Object::Name(name) = self.resolved(name) else { continue };
                    let parameters = parameters.array().get(at).map(|entry| self.dict(entry)).unwrap_or_default();
                    filters.push((name, parameters));
                }
            }
            _ => {}
        }
        for (_, parameters) in &mut filters {
            for (_, value) in &mut parameters.0 {
                if matches!(value, Object::Ref(_)) {
                    *value = self.resolved(value);
                }
            }
        }
        let raw = &self.bytes[stream.start..stream.end];
        let decrypted = self.encryption.as_ref().map(|encryption| encryption.decrypted(stream.number, raw));
        let raw = decrypted.as_deref().unwrap_or(raw);
        let remaining = self.remaining.get();
        let limit = self.limits.part.min(remaining);
        let mut work = 0;
        let decoded = filters::decode(raw, &filters, usize::try_from(limit).unwrap_or(usize::MAX), &mut work);
        self.remaining.set(remaining.saturating_sub(work));
        match decoded {
            Ok(Decoded { bytes, image }) if bytes.len() as u64 <= remaining => Ok((bytes, image)),
            Ok(_) | Err(ReadError::TooLarge { .. }) => {
                let limit = if remaining < self.limits.part { self.limits.unpacked } else { self.limits.part };
                Err(ReadError::TooLarge { limit })
            }
            Err(error) => Err(error),
        }
    }
}

/// Adds the entries `Root`, `Info`, `Encrypt` and `ID` of another trailer.
fn merge(trailer: &mut Dict, other: Dict) {
    let wanted = |key: &str| matches!(key, "Root" | "Info" | "Encrypt" | "ID");
    trailer.0.extend(other.0.into_iter().filter(|(key, _)| wanted(key)));
}

enum Keyword {
    /// `3 0 obj`, up to its end.
    Object { number: u32, end: usize },
    /// `trailer`, up to its end.
    Trailer(usize),
}

/// The next object or trailer from a position on.
fn next_keyword(bytes: &[u8], from: usize) -> Option<Keyword> {
    let mut at = from;
    while at + 3 <= bytes.len() {
        match bytes[at] {
            b'o' if bytes[at..].starts_with(b"obj") => {
                if let Some(number) = number_before(bytes, at) {
                    return Some(Keyword::Object { number, end: at + 3 });
                }
                at += 3;
            }
            b't' if bytes[at..].starts_with(b"trailer") => return Some(Keyword::Trailer(at + 7)),
            _ => at += 1,
        }
    }
    None
}

/// The number of the object whose `obj` is at a position.
fn number_before(bytes: &[u8], at: usize) -> Option<u32> {
    let is_space = |c: u8| matches!(c, 9 | 10 | 12 | 13 | 32);
    let mut end = at;
    while end > 0 && is_space(bytes[end - 1]) {
        end -= 1;
    }
    let mut start = end;
    while start > 0 && bytes[start - 1].is_ascii_digit() && end - start < 6 {
        start -= 1;
    }
    if start == end || start == 0 || !is_space(bytes[start - 1]) {
        return None;
    }
    let mut end = start;
    while end > 0 && is_space(bytes[end - 1]) {
        end -= 1;
    }
    let mut start = end;
    while start > 0 && bytes[start - 1].is_ascii_digit() && end - start < 10 {
        start -= 1;
    }
    std::str::from_utf8(&bytes[start..end]).ok()?.parse().ok()
}

/// Where the bytes of a stream begin, if a stream follows.
fn stream_start(bytes: &[u8], lexer: &mut Lexer<'_>) -> Option<usize> {
    lexer.skip_space();
    let at = lexer.at;
    if !bytes[at..].starts_with(b"stream") {
        return None;
    }
    let mut start = at + 6;
    if bytes.get(start) == Some(&b'\r') {
        start += 1;
    }
    if bytes.get(start) == Some(&b'\n') {
        start += 1;
    }
    Some(start.min(bytes.len()))
}

/// The byte position at which a stream ends: according to its length if `endstream` follows, else before the next
/// `endstream`.
fn stream_end(bytes: &[u8], start: usize, length: Option<usize>) -> usize {
    if let Some(end) = length.and_then(|length| start.checked_add(length)).filter(|end| *end <= bytes.len()) {
        let mut after = end;
        while after < bytes.len() && after < end + 4 && matches!(bytes[after], 10 | 13 | 32 | 0) {
            after += 1;
        }
        if bytes[after..].starts_with(b"endstream") || bytes[after..].starts_with(b"endobj") {
            return end;
        }
    }
    let mut at = start;
    while at + 9 <= bytes.len() {
        if bytes[at] == b'e' && bytes[at..].starts_with(b"endstream") {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// The end without the line break before `endstream`.
fn trimmed_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut end = end;
    if bytes[end..].starts_with(b"endstream") {
        if end > start && bytes[end - 1] == b'\n' {
            end -= 1;
        }
        if end > start && bytes[end - 1] == b'\r' {
            end -= 1;
        }
    }
    end
}
