//! The size of an AVIF picture, read from its boxes (ISO/IEC 23008-12).
//!
//! Nothing is decoded: a decoder in plain Rust is not worth its weight yet.

/// How deep `meta`, `iprp` and `ipco` nest.
const DEPTH: u8 = 3;

/// Whether the file type box names AVIF as its brand or among those it is compatible with.
pub(crate) fn is_avif(bytes: &[u8]) -> bool {
    boxes(bytes).next().is_some_and(|(name, body)| {
        let brands = body.get(..4).into_iter().chain(body.get(8..).unwrap_or_default().chunks_exact(4));
        name == b"ftyp" && brands.into_iter().any(|brand| brand == b"avif" || brand == b"avis")
    })
}

/// Width and height as shown: the largest spatial extent (tiles and thumbnails are smaller), turned where the file
/// says so.
pub(crate) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut found = Found::default();
    found.search(bytes, DEPTH);
    let (width, height) = found.extent?;
    Some(if found.turned { (height, width) } else { (width, height) })
}

#[derive(Default)]
struct Found {
    extent: Option<(u32, u32)>,
    turned: bool,
}

impl Found {
    fn search(&mut self, bytes: &[u8], depth: u8) {
        for (name, body) in boxes(bytes) {
            match name {
                b"meta" if depth > 0 => self.search(body.get(4..).unwrap_or_default(), depth - 1),
                b"iprp" | b"ipco" if depth > 0 => self.search(body, depth - 1),
                b"ispe" => {
                    if let (Some(width), Some(height)) = (number(body, 4), number(body, 8)) {
                        let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
                        if width > 0 && height > 0 && self.extent.is_none_or(|best| area(best) < area((width, height)))
                        {
                            self.extent = Some((width, height));
                        }
                    }
                }
                // Steps of 90 degrees in the two lowest bits.
                b"irot" => self.turned = body.first().is_some_and(|angle| angle & 1 == 1),
                _ => {}
            }
        }
    }
}

fn number(body: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(body.get(at..at + 4)?.try_into().ok()?))
}

/// The boxes of one level: name and body. Ends at the first box that does not fit.
fn boxes(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let name = rest.get(4..8)?.try_into().ok()?;
        let (head, whole) = match number(rest, 0)? {
            0 => (8, rest.len()),
            1 => {
                let length = u64::from_be_bytes(rest.get(8..16)?.try_into().ok()?);
                (16, usize::try_from(length).ok()?)
            }
            length => (8, usize::try_from(length).ok()?),
        };
        let body = rest.get(head..whole)?;
        rest = &rest[whole..];
        Some((name, body))
    })
}
