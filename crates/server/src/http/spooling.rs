//! Writes uploaded files to disk without loading them into memory.

use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use service::{Error, Spool, Spooled};

use super::{ApiError, Result};

/// Bytes that are written at once.
const WRITE_SIZE: usize = 256 * 1024;

/// Writes all chunks to a temporary file.
///
/// # Errors
/// Fails when there are more than `cap` bytes, or a chunk cannot be read or written. Then nothing is left on disk.
pub(crate) async fn spooled(mut spool: Spool, pieces: impl Stream<Item = Result<Bytes>>, cap: u64) -> Result<Spooled> {
    let mut pieces = pin!(pieces);
    let mut buffered = BytesMut::new();
    while let Some(piece) = pieces.next().await {
        buffered.extend_from_slice(&piece?);
        if spool.length() + buffered.len() as u64 > cap {
            return Err(ApiError::too_large(cap));
        }
        if buffered.len() >= WRITE_SIZE {
            spool.add(buffered.split().freeze()).await.map_err(Error::from)?;
        }
    }
    if !buffered.is_empty() {
        spool.add(buffered.freeze()).await.map_err(Error::from)?;
    }
    Ok(spool.finish().map_err(Error::from)?)
}
