//! JSON as people save it.

use serde_json::Value;

/// What some editors write before the text of a file (RFC 8259, 8.1: readers may ignore it).
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A JSON value, with or without a byte order mark in front.
///
/// # Errors
/// It is no JSON.
pub fn read_json(bytes: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
}
