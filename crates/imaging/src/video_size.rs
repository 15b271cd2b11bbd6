//! The size of a video in pixels, as its file declares it. Reads the file up to the description of its tracks, and has
//! only that description in memory. Nothing is decoded.

use std::io::{self, Read};

/// The maximum number of bytes of a description of tracks that are read into memory.
const MAX_DESCRIPTION: u64 = 16 * 1024 * 1024;
/// The maximum number of boxes or elements that are skipped before the description of the tracks.
const MAX_PARTS: usize = 100_000;
/// Stands for the length of an element whose length is not given: it ends where the next element of its level begins.
const UNKNOWN: u64 = u64::MAX;
/// The longest side of a video, in pixels.
const MAX_SIDE: u32 = 16_384;

/// Width and height in pixels at which the video of an MPEG-4 or WebM file is shown. `None` when the file does not
/// declare them, is broken, or a side is longer than 16,384 pixels.
pub fn video_size(file: &mut dyn Read) -> Option<(u32, u32)> {
    let mut start = [0; 4];
    file.read_exact(&mut start).ok()?;
    let size = if start == [0x1a, 0x45, 0xdf, 0xa3] { webm(file) } else { mpeg4(start, file) };
    size.filter(|(width, height)| (1..=MAX_SIDE).contains(width) && (1..=MAX_SIDE).contains(height))
}

/// The size of an MPEG-4 video (ISO/IEC 14496-12: boxes, each with its length and type).
fn mpeg4(start: [u8; 4], file: &mut dyn Read) -> Option<(u32, u32)> {
    let mut length_bytes = start;
    for _ in 0..MAX_PARTS {
        let kind: [u8; 4] = read_array(file)?;
        let (length, header_length) = match u32::from_be_bytes(length_bytes) {
            0 => return None,
            1 => (u64::from_be_bytes(read_array(file)?), 16),
            length => (u64::from(length), 8),
        };
        let length = length.checked_sub(header_length)?;
        if kind == *b"moov" {
            return size_of_tracks(&read_description(file, length)?);
        }
        skip(file, length)?;
        length_bytes = read_array(file)?;
    }
    None
}

/// The size of the first track with pictures.
fn size_of_tracks(movie: &[u8]) -> Option<(u32, u32)> {
    let tracks = boxes(movie).filter(|(kind, _)| kind == b"trak");
    tracks.filter_map(|(_, track)| boxes(track).find(|(kind, _)| kind == b"tkhd")).find_map(|(_, header)| {
        // Before the matrix there are the version, the flags, and times and numbers that are longer in version 1.
        let matrix = if header.first() == Some(&1) { 52 } else { 40 };
        let word = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
        let (width, height) = (word(matrix + 36)? >> 16, word(matrix + 40)? >> 16);
        // A phone that was held upright declares a quarter turn.
        let is_turned = word(matrix)? == 0 && word(matrix + 4)? != 0;
        (width > 0 && height > 0).then_some(if is_turned { (height, width) } else { (width, height) })
    })
}

/// The boxes directly inside a box: type and content of each.
fn boxes(content: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = content;
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let (first, after) = rest.split_at_checked(length).filter(|_| length >= 8)?;
        rest = after;
        Some((&first[4..8], &first[8..]))
    })
}

/// The size of a WebM video (RFC 9559: elements, each with its id and length).
fn webm(file: &mut dyn Read) -> Option<(u32, u32)> {
    const SEGMENT: u32 = 0x1853_8067;
    const TRACKS: u32 = 0x1654_ae6b;
    const CLUSTER: u32 = 0x1f43_b675;
    let header_length = length(file)?;
    skip(file, header_length)?;
    for _ in 0..MAX_PARTS {
        let (id, length) = (id(file)?, length(file)?);
        match (id, length) {
            (SEGMENT, _) => {}
            (TRACKS, length) => return size_of_entries(&read_description(file, length)?),
            (CLUSTER, _) | (_, UNKNOWN) => return None,
            (_, length) => skip(file, length)?,
        }
    }
    None
}

/// The size of the first entry with pictures.
fn size_of_entries(tracks: &[u8]) -> Option<(u32, u32)> {
    const ENTRY: u32 = 0xae;
    const VIDEO: u32 = 0xe0;
    const STORED: (u32, u32) = (0xb0, 0xba);
    const SHOWN: (u32, u32) = (0x54b0, 0x54ba);
    inner(tracks, ENTRY).flat_map(|entry| inner(entry, VIDEO)).find_map(|video| {
        let number = |wanted: u32| {
            let bytes = inner(video, wanted).last()?;
            bytes.iter().try_fold(0_u32, |sum, byte| sum.checked_mul(256)?.checked_add(u32::from(*byte)))
        };
        let size = |(width, height): (u32, u32)| Some((number(width)?, number(height)?));
        size(SHOWN).or_else(|| size(STORED))
    })
}

/// The contents of the elements with an id.
fn inner(content: &[u8], wanted: u32) -> impl Iterator<Item = &[u8]> {
    elements(content).filter(move |(id, _)| *id == wanted).map(|(_, inner)| inner)
}

/// The elements directly inside an element: id and content of each.
fn elements(content: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut rest = content;
    std::iter::from_fn(move || {
        let (id, length) = (id(&mut rest)?, length(&mut rest)?);
        let (element, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        Some((id, element))
    })
}

/// Reads the id of an element, including the bits that encode the length of the id.
fn id(file: &mut dyn Read) -> Option<u32> {
    let [first] = read_array(file)?;
    let further_bytes = first.leading_zeros();
    (further_bytes < 4).then_some(())?;
    (0..further_bytes).try_fold(u32::from(first), |id, _| {
        let [next] = read_array(file)?;
        Some(id << 8 | u32::from(next))
    })
}

/// Reads the length of an element; `UNKNOWN` when it is not given.
fn length(file: &mut dyn Read) -> Option<u64> {
    let [first] = read_array(file)?;
    let further_bytes = first.leading_zeros();
    (further_bytes < 8).then_some(())?;
    let start = u64::from(first) & (0x7f >> further_bytes);
    let length = (0..further_bytes).try_fold(start, |length, _| {
        let [next] = read_array(file)?;
        Some(length << 8 | u64::from(next))
    })?;
    let all_ones = (1 << (7 * (further_bytes + 1))) - 1;
    Some(if length == all_ones { UNKNOWN } else { length })
}

fn read_array<const COUNT: usize>(file: &mut dyn Read) -> Option<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Skips bytes of a file. `None` when the file ends before.
fn skip(file: &mut dyn Read, length: u64) -> Option<()> {
    let skipped = io::copy(&mut file.take(length), &mut io::sink()).ok()?;
    (skipped == length).then_some(())
}

/// Reads a description of tracks. `None` when it is too long, or the file ends before.
fn read_description(file: &mut dyn Read, length: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if length <= MAX_DESCRIPTION {
        file.take(length).read_to_end(&mut bytes).ok()?;
    }
    (bytes.len() as u64 == length).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mp4_box(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).expect("a short box");
        [&length.to_be_bytes(), &kind[..], content].concat()
    }

    /// A movie with a track of sound and one of pictures.
    fn mp4(version: u8, (width, height): (u16, u16), is_turned: bool) -> Vec<u8> {
        let header = |width: u16, height: u16| {
            let mut header = vec![0; if version == 1 { 96 } else { 84 }];
            header[0] = version;
            let matrix = header.len() - 44;
            header[matrix + if is_turned { 5 } else { 1 }] = 1;
            header[matrix + 36..][..2].copy_from_slice(&width.to_be_bytes());
            header[matrix + 40..][..2].copy_from_slice(&height.to_be_bytes());
            mp4_box(*b"trak", &[mp4_box(*b"edts", b""), mp4_box(*b"tkhd", &header)].concat())
        };
        let movie = [mp4_box(*b"mvhd", &[0; 100]), header(0, 0), header(width, height)].concat();
        let pictures = [&1_u32.to_be_bytes()[..], b"mdat", &(16 + 300_u64).to_be_bytes(), &[7; 300]].concat();
        [mp4_box(*b"ftyp", b"isom\0\0\x02\0"), pictures, mp4_box(*b"moov", &movie)].concat()
    }

    fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len()).expect("a short element") | 0x4000;
        [id, &length.to_be_bytes(), content].concat()
    }

    /// A file with a track of sound and one of pictures, in a segment whose length is not known.
    fn webm_file(shown: Option<(u8, u8)>) -> Vec<u8> {
        let mut video = [element(&[0xb0], &[0x05, 0x00]), element(&[0xba], &[0x02, 0xd0])].concat();
        if let Some((width, height)) = shown {
            video.extend([element(&[0x54, 0xb0], &[width]), element(&[0x54, 0xba], &[height])].concat());
        }
        let sound = element(&[0xae], &element(&[0xd7], &[1]));
        let tracks = [sound, element(&[0xae], &[element(&[0xd7], &[2]), element(&[0xe0], &video)].concat())].concat();
        let segment = [&[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff][..]].concat();
        let head = element(&[0x1a, 0x45, 0xdf, 0xa3], &element(&[0x42, 0x82], b"webm"));
        [head, segment, element(&[0xec], &[0; 40]), element(&[0x16, 0x54, 0xae, 0x6b], &tracks)].concat()
    }

    #[test]
    fn the_declared_size_of_a_video_is_read() {
        assert_eq!(video_size(&mut &mp4(0, (1280, 720), false)[..]), Some((1280, 720)));
        assert_eq!(video_size(&mut &mp4(1, (640, 480), false)[..]), Some((640, 480)));
        assert_eq!(video_size(&mut &mp4(0, (1920, 1080), true)[..]), Some((1080, 1920)), "a phone held upright");
        assert_eq!(video_size(&mut &webm_file(None)[..]), Some((1280, 720)));
        assert_eq!(video_size(&mut &webm_file(Some((4, 3)))[..]), Some((4, 3)));
    }

    #[test]
    fn a_broken_file_has_no_size() {
        for file in [mp4(0, (1280, 720), false), webm_file(None)] {
            for end in 0..file.len() - 8 {
                let size = video_size(&mut &file[..end]);
                assert!(size.is_none() || end > file.len() - 60, "{end} of {}", file.len());
            }
        }
        assert_eq!(video_size(&mut &mp4(0, (0, 0), false)[..]), None);
        assert_eq!(video_size(&mut &b"RIFF\0\0\0\0WAVEfmt "[..]), None);
        let endless = [&b"\0\0\0\x01free\xff\xff\xff\xff\xff\xff\xff\xff"[..], &[0; 40]].concat();
        assert_eq!(video_size(&mut &endless[..]), None);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(
            mut file in prop_oneof![Just(mp4(0, (1280, 720), true)), Just(webm_file(Some((4, 3))))],
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        ) {
            for (index, byte) in changes {
                let at = index.index(file.len());
                file[at] = byte;
            }
            video_size(&mut &file[..]);
        }
    }
}
