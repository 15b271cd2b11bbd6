//! Files on their way in, to the disk without being held in memory.

use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use service::{Error, Spool, Spooled};

use super::{ApiError, Result};

/// Bytes written at once.
const AT_ONCE: usize = 256 * 1024;

/// All pieces, spooled. Over the cap nothing is left.
pub(crate) async fn spooled(mut spool: Spool, pieces: impl Stream<Item = Result<Bytes>>, cap: u64) -> Result<Spooled> {
    let mut pieces = pin!(pieces);
    let mut waiting = BytesMut::new();
    while let Some(piece) = pieces.next().await {
        waiting.extend_from_slice(&piece?);
        if spool.length() + waiting.len() as u64 > cap {
            return Err(ApiError::too_large(cap));
        }
        if waiting.len() >= AT_ONCE {
            spool.add(waiting.split().freeze()).await.map_err(Error::from)?;
        }
    }
    if !waiting.is_empty() {
        spool.add(waiting.freeze()).await.map_err(Error::from)?;
    }
    Ok(spool.finish().map_err(Error::from)?)
}
