//! Reads arbitrary bytes as a multipart upload, in pieces of arbitrary size, as uploads are read: the first line is the
//! content type. They may be refused; the parts together are never longer than the upload.

#![no_main]

use std::convert::Infallible;

use futures_util::{FutureExt, stream};
use libfuzzer_sys::fuzz_target;
use multer::bytes::Bytes;
use multer::{Multipart, parse_boundary};

fuzz_target!(|bytes: &[u8]| {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
    let (kind, body) = (String::from_utf8_lossy(&bytes[..end]), &bytes[end + 1..]);
    let Ok(boundary) = parse_boundary(kind.trim()) else { return };
    let size = usize::from(body.first().copied().unwrap_or_default()) + 1;
    let pieces = body.chunks(size).map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)));
    let parts = Multipart::new(stream::iter(pieces.collect::<Vec<_>>()), boundary);
    let read = taken(parts).now_or_never().expect("everything is there already");
    assert!(read <= body.len(), "{read} of {}", body.len());
});

/// How many bytes the parts have together, up to what is wrong.
async fn taken(mut parts: Multipart<'_>) -> usize {
    let mut all = 0;
    while let Ok(Some(mut part)) = parts.next_field().await {
        let _ = (part.name().map(str::len), part.file_name().map(str::len));
        while let Ok(Some(piece)) = part.chunk().await {
            all += piece.len();
        }
    }
    all
}
