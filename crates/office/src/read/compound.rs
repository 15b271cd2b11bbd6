//! Recognizes older and protected files.
//!
//! PowerPoint 97 to 2003 wrote compound files, and a protected `.pptx` is one that contains an encrypted archive. Only
//! the names of their streams are searched; their content is not read.

use std::io::{self, Read, Seek, SeekFrom};

use super::error::ReadError;

/// MS-CFB 2.2: the signature of a compound file.
const SIGNATURE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Maximum number of bytes of a file that are searched for the names of its streams.
const MAX_SEARCHED: u64 = 256 << 20;
const BUFFER: usize = 64 << 10;

/// Fails when the input is a compound file, with an error that names its kind.
pub(super) fn refuse(input: &mut (impl Read + Seek)) -> Result<(), ReadError> {
    let mut start = [0; SIGNATURE.len()];
    input.seek(SeekFrom::Start(0))?;
    match input.read_exact(&mut start) {
        Ok(()) if start == SIGNATURE => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        _ => return Ok(()),
    }
    let protected = utf16("EncryptedPackage");
    let legacy = utf16("PowerPoint Document");
    let overlap = legacy.len();
    let mut is_legacy = false;
    let mut buffer = Vec::with_capacity(BUFFER + overlap);
    let mut input = input.take(MAX_SEARCHED);
    loop {
        buffer.drain(..buffer.len().saturating_sub(overlap));
        if input.by_ref().take(BUFFER as u64).read_to_end(&mut buffer)? == 0 {
            break;
        }
        if contains(&buffer, &protected) {
            return Err(ReadError::Protected);
        }
        is_legacy |= contains(&buffer, &legacy);
    }
    Err(if is_legacy { ReadError::Legacy } else { ReadError::Foreign { found: "an older file of another program" } })
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
