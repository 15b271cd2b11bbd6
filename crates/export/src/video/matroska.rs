//! A Matroska stream of uncompressed pictures and texts, written without seeking (RFC 9559).
//!
//! It writes only the elements that a reader needs. Every picture and every text is a cluster of its own, because times
//! within a cluster are limited to 16 bits.

use std::io::Write;

use super::captions::Cue;
use crate::Error;

/// The number of the track with the pictures.
const PICTURES: u8 = 1;
/// The number of the track with the texts.
const TEXTS: u8 = 2;

/// A stream that is being written.
pub(super) struct Stream<W> {
    out: W,
}

impl<W: Write> Stream<W> {
    /// Writes the head of a stream of pictures with four bytes for each pixel, and with texts if their language is
    /// given.
    pub(super) fn new(mut out: W, (width, height): (u16, u16), texts: Option<&str>) -> Result<Self, Error> {
        const EBML: [u8; 4] = [0x1a, 0x45, 0xdf, 0xa3];
        const SEGMENT: [u8; 4] = [0x18, 0x53, 0x80, 0x67];
        const UNKNOWN_SIZE: [u8; 8] = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        // EBMLVersion, EBMLReadVersion, EBMLMaxIDLength, EBMLMaxSizeLength, DocType, DocTypeVersion and
        // DocTypeReadVersion.
        let head = [
            number_element(&[0x42, 0x86], 1),
            number_element(&[0x42, 0xf7], 1),
            number_element(&[0x42, 0xf2], 4),
            number_element(&[0x42, 0xf3], 8),
            element(&[0x42, 0x82], b"matroska"),
            number_element(&[0x42, 0x87], 4),
            number_element(&[0x42, 0x85], 2),
        ];
        out.write_all(&element(&EBML, &head.concat()))?;
        out.write_all(&SEGMENT)?;
        out.write_all(&UNKNOWN_SIZE)?;
        // Info: TimestampScale, so that times are in milliseconds, MuxingApp and WritingApp.
        let info = [
            number_element(&[0x2a, 0xd7, 0xb1], 1_000_000),
            element(&[0x4d, 0x80], b"Lectern"),
            element(&[0x57, 0x41], b"Lectern"),
        ];
        out.write_all(&element(&[0x15, 0x49, 0xa9, 0x66], &info.concat()))?;
        // Video: PixelWidth, PixelHeight and UncompressedFourCC.
        let video = [
            number_element(&[0xb0], width.into()),
            number_element(&[0xba], height.into()),
            element(&[0x2e, 0xb5, 0x24], b"RGBA"),
        ];
        // DefaultDuration and Video.
        let settings =
            [number_element(&[0x23, 0xe3, 0x83], 1_000_000_000 / super::FRAME_RATE), element(&[0xe0], &video.concat())];
        let mut tracks = track((PICTURES, 1), "V_UNCOMPRESSED", "und", &settings.concat());
        if let Some(language) = texts {
            tracks.extend(track((TEXTS, 17), "S_TEXT/ASCII", three_letters(language), &[]));
        }
        out.write_all(&element(&[0x16, 0x54, 0xae, 0x6b], &tracks))?;
        Ok(Self { out })
    }

    /// Writes a picture that is shown from `time` on, in milliseconds.
    pub(super) fn picture(&mut self, time: u64, pixels: &[u8]) -> Result<(), Error> {
        const SIMPLE_BLOCK: [u8; 1] = [0xa3];
        /// The flag of a key frame, which is decoded without another block.
        const KEY: u8 = 0x80;
        let block = element_start(&SIMPLE_BLOCK, pixels.len() + 4);
        let cluster_time = number_element(&[0xe7], time);
        self.out.write_all(&element_start(&CLUSTER, cluster_time.len() + block.len() + 4 + pixels.len()))?;
        self.out.write_all(&cluster_time)?;
        self.out.write_all(&block)?;
        // 0x80 marks a track number of one byte. The two zeros are the time within the cluster.
        self.out.write_all(&[0x80 | PICTURES, 0, 0, KEY])?;
        Ok(self.out.write_all(pixels)?)
    }

    /// Writes a text with its time.
    pub(super) fn caption(&mut self, cue: &Cue) -> Result<(), Error> {
        // A BlockGroup with Block and BlockDuration. 0x80 marks a track number of one byte.
        let block = [&[0x80 | TEXTS, 0, 0, 0], cue.text().as_bytes()].concat();
        let group = [element(&[0xa1], &block), number_element(&[0x9b], cue.end - cue.start)];
        let cluster = [number_element(&[0xe7], cue.start), element(&[0xa0], &group.concat())];
        Ok(self.out.write_all(&element(&CLUSTER, &cluster.concat()))?)
    }

    /// Flushes the output.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        Ok(self.out.flush()?)
    }
}

const CLUSTER: [u8; 4] = [0x1f, 0x43, 0xb6, 0x75];

/// An entry of the list of tracks, with its number, kind, codec and language, and the elements `settings`.
fn track((track, kind): (u8, u64), codec: &str, language: &str, settings: &[u8]) -> Vec<u8> {
    // TrackNumber, TrackUID, TrackType, FlagLacing, CodecID and Language.
    let entry = [
        number_element(&[0xd7], track.into()),
        number_element(&[0x73, 0xc5], track.into()),
        number_element(&[0x83], kind),
        number_element(&[0x9c], 0),
        element(&[0x86], codec.as_bytes()),
        element(&[0x22, 0xb5, 0x9c], language.as_bytes()),
        settings.to_vec(),
    ];
    element(&[0xae], &entry.concat())
}

/// An element with its content.
fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
    let mut element = element_start(id, content.len());
    element.extend_from_slice(content);
    element
}

/// An element that contains a number.
fn number_element(id: &[u8], number: u64) -> Vec<u8> {
    element(id, &number.to_be_bytes())
}

/// The id of an element, followed by its size in eight bytes.
fn element_start(id: &[u8], size: usize) -> Vec<u8> {
    let mut start = id.to_vec();
    start.extend((size as u64 | 1 << 56).to_be_bytes());
    start
}

/// The ISO 639-2 code of a language, which Matroska and MP4 use; `und` when it is not in the table below.
fn three_letters(tag: &str) -> &'static str {
    /// Codes in ISO 639-1 and ISO 639-2/T.
    const CODES: [(&str, &str); 50] = [
        ("ar", "ara"),
        ("bg", "bul"),
        ("bn", "ben"),
        ("bs", "bos"),
        ("ca", "cat"),
        ("cs", "ces"),
        ("cy", "cym"),
        ("da", "dan"),
        ("de", "deu"),
        ("el", "ell"),
        ("en", "eng"),
        ("es", "spa"),
        ("et", "est"),
        ("eu", "eus"),
        ("fa", "fas"),
        ("fi", "fin"),
        ("fr", "fra"),
        ("fy", "fry"),
        ("ga", "gle"),
        ("gl", "glg"),
        ("he", "heb"),
        ("hi", "hin"),
        ("hr", "hrv"),
        ("hu", "hun"),
        ("id", "ind"),
        ("is", "isl"),
        ("it", "ita"),
        ("ja", "jpn"),
        ("ko", "kor"),
        ("lb", "ltz"),
        ("lt", "lit"),
        ("lv", "lav"),
        ("mk", "mkd"),
        ("mt", "mlt"),
        ("nb", "nob"),
        ("nl", "nld"),
        ("no", "nor"),
        ("pl", "pol"),
        ("pt", "por"),
        ("ro", "ron"),
        ("ru", "rus"),
        ("sk", "slk"),
        ("sl", "slv"),
        ("sq", "sqi"),
        ("sr", "srp"),
        ("sv", "swe"),
        ("tr", "tur"),
        ("uk", "ukr"),
        ("vi", "vie"),
        ("zh", "zho"),
    ];
    let main = tag.split(['-', '_']).next().unwrap_or_default();
    CODES.iter().find(|(short, _)| main.eq_ignore_ascii_case(short)).map_or("und", |(_, long)| long)
}
