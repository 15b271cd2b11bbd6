//! Recognises and measures AVIF pictures by their boxes (ISO/IEC 14496-12 and 23008-12).
//!
//! Nothing is decoded: a decoder in Rust would be a heavy dependency.

/// How deep `meta`, `iprp` and `ipco` nest.
const MAX_DEPTH: u8 = 3;

/// Whether the file type box, which may be cut off, has AVIF as its major brand or among the compatible ones.
pub(crate) fn is_avif(bytes: &[u8]) -> bool {
    let Some((header, end)) = box_extent(bytes) else { return false };
    let body = bytes.get(header..end.min(bytes.len())).unwrap_or_default();
    let mut brands = body.chunks_exact(4).enumerate().filter(|(index, _)| *index != 1).map(|(_, brand)| brand);
    bytes.get(4..8) == Some(b"ftyp") && brands.any(|brand| brand == b"avif" || brand == b"avis")
}

/// Width and height of the upright picture: the largest extent in the file, since those of tiles and thumbnails are
/// smaller. `None` when the file declares none.
pub(crate) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut properties = ImageProperties::default();
    properties.search(bytes, MAX_DEPTH);
    let (width, height) = properties.extent?;
    Some(if properties.is_sideways { (height, width) } else { (width, height) })
}

#[derive(Default)]
struct ImageProperties {
    extent: Option<(u32, u32)>,
    is_sideways: bool,
}

impl ImageProperties {
    /// Searches boxes, and the boxes in them, for the size and the rotation of the picture.
    fn search(&mut self, bytes: &[u8], depth: u8) {
        for (name, body) in boxes(bytes) {
            match name {
                b"meta" if depth > 0 => self.search(body.get(4..).unwrap_or_default(), depth - 1),
                b"iprp" | b"ipco" if depth > 0 => self.search(body, depth - 1),
                b"ispe" => {
                    if let (Some(width), Some(height)) = (number(body, 4), number(body, 8)) {
                        let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
                        if width > 0
                            && height > 0
                            && self.extent.is_none_or(|largest| area(largest) < area((width, height)))
                        {
                            self.extent = Some((width, height));
                        }
                    }
                }
                // The two lowest bits count rotations by 90 degrees.
                b"irot" => self.is_sideways = body.first().is_some_and(|angle| angle & 1 == 1),
                _ => {}
            }
        }
    }
}

/// The number of four bytes at a position.
fn number(body: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(body.get(at..at + 4)?.try_into().ok()?))
}

/// Name and body of the boxes of one level, up to the first incomplete box.
fn boxes(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let name = rest.get(4..8)?.try_into().ok()?;
        let (header, end) = box_extent(rest)?;
        let body = rest.get(header..end)?;
        rest = &rest[end..];
        Some((name, body))
    })
}

/// The length of the header of the first box, and the length of the whole box.
fn box_extent(bytes: &[u8]) -> Option<(usize, usize)> {
    Some(match number(bytes, 0)? {
        0 => (8, bytes.len()),
        1 => (16, usize::try_from(u64::from_be_bytes(bytes.get(8..16)?.try_into().ok()?)).ok()?),
        length => (8, usize::try_from(length).ok()?),
    })
}
