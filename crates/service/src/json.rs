//! JSON from outside: as people save it, and never larger to hold than a deck can be.

use deck::{MOST_VALUES, value_count};
use serde_json::Value;

use crate::error::{Error, Result};

/// What some editors write before the text of a file (RFC 8259, 8.1: readers may ignore it).
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A JSON value, with or without a byte order mark in front.
///
/// # Errors
/// It is no JSON, or it holds more values than a deck can have, which is seen before it is parsed.
pub fn read_json(bytes: &[u8]) -> Result<Value> {
    // A value takes a byte at least.
    if bytes.len() > MOST_VALUES && value_count(bytes) > MOST_VALUES {
        return Err(Error::OverLimit(format!("more than {MOST_VALUES} values")));
    }
    let value = serde_json::from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    value.map_err(|fault| Error::invalid(format!("not JSON: {fault}")))
}
