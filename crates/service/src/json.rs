//! Reads JSON from files and requests, with a bound on the number of its values.

use deck::{MAX_VALUES, value_count};
use serde_json::Value;

use crate::error::{Error, Result};

/// The mark that some editors write at the start of a file (RFC 8259, 8.1: readers may ignore it).
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a JSON value, with or without a byte order mark before it.
///
/// # Errors
/// Fails when the bytes are not JSON, or have more values than a deck can have. Values are counted before anything is
/// parsed.
pub fn read_json(bytes: &[u8]) -> Result<Value> {
    // A value has at least one byte.
    if bytes.len() > MAX_VALUES && value_count(bytes) > MAX_VALUES {
        return Err(Error::OverLimit(format!("more than {MAX_VALUES} values")));
    }
    let value = serde_json::from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    value.map_err(|fault| Error::invalid(format!("not JSON: {fault}")))
}
