//! Reads CBOR (RFC 8949) as authenticators write it: definite lengths, no tags, little nesting.
//!
//! A value borrows from the input. No memory is allocated by a length that the input claims, so an absurd length only
//! fails.

use super::Refusal;

/// How deep values may be nested. CTAP2 allows four levels.
const MAX_DEPTH: u8 = 8;
const MALFORMED: Refusal = "its CBOR is malformed";

/// A CBOR value, as far as passkeys need it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Int(i64),
    Bytes(&'a [u8]),
    Text(&'a str),
    Map(Map<'a>),
    /// An array, a number with a fraction, true, false, null or the like.
    Other,
}

/// The entries of a map, in their order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Map<'a>(Vec<(Value<'a>, Value<'a>)>);

impl<'a> Map<'a> {
    /// The bytes under a key.
    pub(super) fn bytes(&self, key: &Value<'_>) -> Option<&'a [u8]> {
        match self.get(key)? {
            Value::Bytes(bytes) => Some(*bytes),
            _ => None,
        }
    }

    /// The integer under a key.
    pub(super) fn int(&self, key: i64) -> Option<i64> {
        match self.get(&Value::Int(key))? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn get(&self, key: &Value<'_>) -> Option<&Value<'a>> {
        self.0.iter().find(|(entry_key, _)| entry_key == key).map(|(_, value)| value)
    }
}

/// Reads the map at the start of the input. Returns it and the bytes after it.
pub(super) fn map(input: &[u8]) -> Result<(Map<'_>, &[u8]), Refusal> {
    let mut reader = Reader(input);
    match reader.value(0)? {
        Value::Map(map) => Ok((map, reader.0)),
        _ => Err(MALFORMED),
    }
}

/// The bytes that are not read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8], Refusal> {
        let taken = usize::try_from(length).ok().and_then(|length| self.0.split_at_checked(length));
        let (taken, rest) = taken.ok_or(MALFORMED)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The major type and the argument of the next value (section 3).
    fn head(&mut self) -> Result<(u8, u64), Refusal> {
        let first = self.take(1)?[0];
        let bytes = match first & 0x1f {
            small @ 0..24 => return Ok((first >> 5, small.into())),
            24 => 1,
            25 => 2,
            26 => 4,
            27 => 8,
            // Reserved values, and lengths that are not known in advance.
            _ => return Err(MALFORMED),
        };
        let argument = self.take(bytes)?.iter().fold(0, |sum, byte| (sum << 8) | u64::from(*byte));
        Ok((first >> 5, argument))
    }

    fn value(&mut self, depth: u8) -> Result<Value<'a>, Refusal> {
        if depth > MAX_DEPTH {
            return Err(MALFORMED);
        }
        let (major, argument) = self.head()?;
        let int = || i64::try_from(argument).map_err(|_| MALFORMED);
        Ok(match major {
            0 => Value::Int(int()?),
            1 => Value::Int(-1 - int()?),
            2 => Value::Bytes(self.take(argument)?),
            3 => Value::Text(std::str::from_utf8(self.take(argument)?).map_err(|_| MALFORMED)?),
            4 => {
                for _ in 0..argument {
                    self.value(depth + 1)?;
                }
                Value::Other
            }
            5 => {
                let mut entries = Vec::new();
                for _ in 0..argument {
                    entries.push((self.value(depth + 1)?, self.value(depth + 1)?));
                }
                Value::Map(Map(entries))
            }
            7 => Value::Other,
            // Tags.
            _ => return Err(MALFORMED),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Value<'_>, Refusal> {
        let mut reader = Reader(bytes);
        let value = reader.value(0)?;
        if reader.0.is_empty() { Ok(value) } else { Err("bytes are left") }
    }

    /// Samples of RFC 8949, appendix A.
    #[test]
    fn values_of_the_standard_are_read() {
        assert_eq!(read(&[0x17]), Ok(Value::Int(23)));
        assert_eq!(read(&[0x18, 0x64]), Ok(Value::Int(100)));
        assert_eq!(read(&[0x1a, 0x00, 0x0f, 0x42, 0x40]), Ok(Value::Int(1_000_000)));
        assert_eq!(read(&[0x39, 0x03, 0xe7]), Ok(Value::Int(-1000)));
        assert_eq!(read(&[0x44, 1, 2, 3, 4]), Ok(Value::Bytes(&[1, 2, 3, 4])));
        assert_eq!(read(&[0x62, 0xc3, 0xbc]), Ok(Value::Text("ü")));
        assert_eq!(read(&[0x63, 0xe6, 0xb0, 0xb4]), Ok(Value::Text("水")));
        assert_eq!(read(&[0x83, 1, 2, 3]), Ok(Value::Other));
        assert_eq!(read(&[0xf9, 0x3c, 0x00]), Ok(Value::Other), "1.0");
        assert_eq!(read(&[0xf5]), Ok(Value::Other), "true");
        let (map, rest) = map(&[0xa2, 0x01, 0x02, 0x20, 0x41, 0x07, 0xff]).expect("a map");
        assert_eq!((map.int(1), map.bytes(&Value::Int(-1)), rest), (Some(2), Some(&[7_u8][..]), &[0xff_u8][..]));
        assert_eq!((map.int(-1), map.bytes(&Value::Int(1)), map.int(9)), (None, None, None));
    }

    #[test]
    fn malformed_values_are_refused() {
        for bytes in [
            &[][..],
            &[0x18],
            &[0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0],
            &[0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0],
            &[0x9a, 0xff, 0xff, 0xff, 0xff, 0],
            &[0x44, 1, 2, 3],
            &[0x62, 0xff, 0xff],
            &[0xa1, 0x01],
            &[0x5f, 0x41, 0x01, 0xff],
            &[0xbf, 0xff],
            &[0x1c],
            &[0xc0, 0x00],
        ] {
            assert!(read(bytes).is_err(), "{bytes:02x?}");
        }
        assert!(read(&[[0x81; 8].as_slice(), &[0x00]].concat()).is_ok());
        assert!(read(&[[0x81; 9].as_slice(), &[0x00]].concat()).is_err(), "nested too deep");
        assert!(map(&[0x01]).is_err(), "no map");
    }
}
