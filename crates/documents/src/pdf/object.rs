//! PDF objects and the lexer that reads them (ISO 32000-1, 7.2 and 7.3), for files and content streams alike.

/// How deep arrays and dictionaries may nest.
const MAX_DEPTH: usize = 40;
/// Maximum number of objects in an array or dictionary, those in its arrays and dictionaries included.
const MAX_PARTS: usize = 1_000_000;

/// An object.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Object {
    #[default]
    Null,
    Bool(bool),
    Number(f64),
    String(Vec<u8>),
    Name(String),
    Array(Vec<Object>),
    Dict(Dict),
    Ref(u32),
    /// A word such as `obj` or an operator of a content stream.
    Word(String),
}

/// A dictionary.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Dict(pub(super) Vec<(String, Object)>);

impl Dict {
    /// The value of a key; null when the dictionary does not have it.
    pub(super) fn get(&self, key: &str) -> &Object {
        // The last entry of a name counts.
        self.0.iter().rev().find(|(name, _)| name == key).map_or(&Object::Null, |(_, value)| value)
    }
}

impl Object {
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Number of objects in the object, itself included. A text counts as one more for each 16 bytes.
    pub(super) fn parts(&self) -> usize {
        match self {
            Self::Array(array) => 1 + array.iter().map(Self::parts).sum::<usize>(),
            Self::Dict(dict) => 1 + dict.0.iter().map(|(_, value)| value.parts()).sum::<usize>(),
            Self::String(text) => 1 + text.len() / 16,
            _ => 1,
        }
    }

    pub(super) fn array(&self) -> &[Object] {
        match self {
            Self::Array(array) => array,
            _ => &[],
        }
    }
}

/// Reads objects from bytes.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    /// Number of objects that may still be read inside the current one.
    remaining: usize,
}

fn is_space(c: u8) -> bool {
    matches!(c, 0 | 9 | 10 | 12 | 13 | 32)
}

fn is_delimiter(c: u8) -> bool {
    matches!(c, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at: at.min(bytes.len()), remaining: MAX_PARTS }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn skip_space(&mut self) {
        while let Some(c) = self.peek() {
            if is_space(c) {
                self.at += 1;
            } else if c == b'%' {
                while self.peek().is_some_and(|c| c != b'\n' && c != b'\r') {
                    self.at += 1;
                }
            } else {
                break;
            }
        }
    }

    /// The next object. `None` at the end of the bytes, and for an object that nests too deep or has too many objects
    /// in it. A reference such as `3 0 R` is one object.
    pub(super) fn object(&mut self) -> Option<Object> {
        self.remaining = MAX_PARTS;
        self.nested(0)
    }

    fn nested(&mut self, depth: usize) -> Option<Object> {
        self.skip_space();
        self.remaining = self.remaining.checked_sub(1)?;
        let c = self.peek()?;
        match c {
            b'/' => {
                self.at += 1;
                Some(Object::Name(self.name()))
            }
            b'(' => Some(Object::String(self.literal())),
            b'<' if self.bytes.get(self.at + 1) == Some(&b'<') => {
                self.at += 2;
                Some(Object::Dict(self.dict(depth + 1)?))
            }
            b'<' => Some(Object::String(self.hex())),
            b'[' => {
                self.at += 1;
                if depth >= MAX_DEPTH {
                    return None;
                }
                let mut array = Vec::new();
                loop {
                    self.skip_space();
                    match self.peek() {
                        None => break,
                        Some(b']') => {
                            self.at += 1;
                            break;
                        }
                        Some(b'>' | b')' | b'}') => {
                            self.at += 1;
                        }
                        _ => array.push(self.nested(depth + 1)?),
                    }
                }
                Some(Object::Array(array))
            }
            b'+' | b'-' | b'.' | b'0'..=b'9' => Some(self.number_or_reference()),
            b')' | b'>' | b']' | b'{' | b'}' => {
                self.at += 1;
                Some(Object::Word((c as char).to_string()))
            }
            _ => {
                let start = self.at;
                while self.peek().is_some_and(|c| !is_space(c) && !is_delimiter(c)) {
                    self.at += 1;
                }
                let word = &self.bytes[start..self.at];
                Some(match word {
                    b"true" => Object::Bool(true),
                    b"false" => Object::Bool(false),
                    b"null" => Object::Null,
                    word => Object::Word(String::from_utf8_lossy(&word[..word.len().min(64)]).into_owned()),
                })
            }
        }
    }

    fn dict(&mut self, depth: usize) -> Option<Dict> {
        if depth >= MAX_DEPTH {
            return None;
        }
        let mut entries = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                None => break,
                Some(b'>') => {
                    self.at += 1;
                    if self.peek() == Some(b'>') {
                        self.at += 1;
                    }
                    break;
                }
                Some(b'/') => {
                    self.at += 1;
                    let key = self.name();
                    self.skip_space();
                    if self.peek() == Some(b'>') && self.bytes.get(self.at + 1) == Some(&b'>') {
                        continue;
                    }
                    let start = self.at;
                    match self.nested(depth + 1)? {
                        // The end of the dictionary is missing.
                        Object::Word(word) if word == "endobj" || word == "stream" => {
                            self.at = start;
                            break;
                        }
                        value => entries.push((key, value)),
                    }
                }
                Some(_) => {
                    let start = self.at;
                    if let Object::Word(word) = self.nested(depth + 1)?
                        && (word == "endobj" || word == "stream")
                    {
                        self.at = start;
                        break;
                    }
                }
            }
        }
        Some(Dict(entries))
    }

    fn name(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|c| !is_space(c) && !is_delimiter(c)) {
            self.at += 1;
        }
        let raw = &self.bytes[start..self.at];
        if !raw.contains(&b'#') {
            return String::from_utf8_lossy(raw).into_owned();
        }
        let mut name = Vec::with_capacity(raw.len());
        let mut unread = raw;
        while let [first, following @ ..] = unread {
            // `#20` is the byte with this value.
            let digits = (*first == b'#').then(|| following.get(..2)).flatten();
            let value = digits.and_then(|digits| Some(hex_digit(digits[0])? << 4 | hex_digit(digits[1])?));
            name.push(value.unwrap_or(*first));
            unread = if value.is_some() { &following[2..] } else { following };
        }
        String::from_utf8_lossy(&name).into_owned()
    }

    fn literal(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut depth) = (Vec::new(), 1);
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b'\\' => {
                    let Some(next) = self.peek() else { break };
                    self.at += 1;
                    match next {
                        b'n' => text.push(b'\n'),
                        b'r' => text.push(b'\r'),
                        b't' => text.push(b'\t'),
                        b'b' => text.push(8),
                        b'f' => text.push(12),
                        b'\r' => {
                            if self.peek() == Some(b'\n') {
                                self.at += 1;
                            }
                        }
                        b'\n' => {}
                        b'0'..=b'7' => {
                            let mut value = u32::from(next - b'0');
                            for _ in 0..2 {
                                match self.peek() {
                                    Some(c @ b'0'..=b'7') => {
                                        value = value * 8 + u32::from(c - b'0');
                                        self.at += 1;
                                    }
                                    _ => break,
                                }
                            }
                            text.push((value & 0xff) as u8);
                        }
                        other => text.push(other),
                    }
                    continue;
                }
                _ => {}
            }
            text.push(c);
        }
        text
    }

    fn hex(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut half) = (Vec::new(), None);
        while let Some(c) = self.peek() {
            self.at += 1;
            if c == b'>' {
                break;
            }
            let Some(digit) = hex_digit(c) else { continue };
            match half.take() {
                Some(high) => text.push(high << 4 | digit),
                None => half = Some(digit),
            }
        }
        if let Some(high) = half {
            text.push(high << 4);
        }
        text
    }

    fn number_or_reference(&mut self) -> Object {
        let (number, is_whole) = self.number();
        if !is_whole || !(0.0..4_294_967_296.0).contains(&number) {
            return Object::Number(number);
        }
        // A reference has a second number and an `R`, as in `12 0 R`.
        let mut ahead = self.clone();
        ahead.skip_blanks();
        let digits = ahead.at;
        while ahead.peek().is_some_and(|c| c.is_ascii_digit()) && ahead.at - digits < 6 {
            ahead.at += 1;
        }
        if ahead.at == digits {
            return Object::Number(number);
        }
        let after = ahead.at;
        ahead.skip_blanks();
        if ahead.at > after
            && ahead.peek() == Some(b'R')
            && ahead.bytes.get(ahead.at + 1).is_none_or(|c| is_space(*c) || is_delimiter(*c))
        {
            self.at = ahead.at + 1;
            return Object::Ref(number as u32);
        }
        Object::Number(number)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    /// A number, and whether it has no sign and no fraction.
    fn number(&mut self) -> (f64, bool) {
        let (mut value, mut scale, mut is_negative, mut is_whole) = (0.0_f64, 0.0_f64, false, true);
        let start = self.at;
        while let Some(c) = self.peek() {
            match c {
                b'0'..=b'9' => {
                    let digit = f64::from(c - b'0');
                    if scale > 0.0 {
                        value += digit * scale;
                        scale /= 10.0;
                    } else {
                        value = value * 10.0 + digit;
                    }
                }
                b'.' => {
                    is_whole = false;
                    scale = 0.1;
                }
                b'-' if self.at == start => {
                    is_negative = true;
                    is_whole = false;
                }
                b'+' | b'-' => is_whole = false,
                _ => break,
            }
            self.at += 1;
        }
        // Signs directly after the number are skipped. Letters are not: they may be an operator, as in `1 0 0rg`.
        while self.peek().is_some_and(|c| !is_space(c) && !is_delimiter(c) && !c.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let value = if value.is_finite() { value } else { 0.0 };
        (if is_negative { -value } else { value }, is_whole)
    }
}

pub(super) fn hex_digit(c: u8) -> Option<u8> {
    (c as char).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
