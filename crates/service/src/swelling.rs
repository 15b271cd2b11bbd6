//! JSON that is short to write and large to hold: no door takes more values than a deck can have.

use deck::{MOST_VALUES, value_count};

use crate::error::{Error, Result};

/// Refuses JSON that holds too many values. It is asked before the JSON is parsed.
///
/// # Errors
/// It does.
pub fn refuse_swelling(json: &[u8]) -> Result<()> {
    // A value takes a byte at least.
    if json.len() > MOST_VALUES && value_count(json) > MOST_VALUES {
        return Err(Error::OverLimit(format!("the body holds more than {MOST_VALUES} values")));
    }
    Ok(())
}
