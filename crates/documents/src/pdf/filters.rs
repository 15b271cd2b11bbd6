//! Decodes streams (ISO 32000-1, 7.4), never to more than a limit.

use std::io::Read as _;

use flate2::read::{DeflateDecoder, ZlibDecoder};

use super::object::{Dict, Object, hex_digit};
use crate::ReadError;

/// A filter that makes pixels, which is not applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageFilter {
    Jpeg,
    Other,
}

/// The result of applying filters to a stream.
pub(super) struct Decoded {
    pub(super) bytes: Vec<u8>,
    /// The image filter that was not applied.
    pub(super) image: Option<ImageFilter>,
}

/// Applies filters with their parameters. Truncated data is decoded as far as possible. Adds the number of bytes
/// read and written to `work`, also on failure.
///
/// # Errors
/// Fails when there would be more than `limit` bytes, or for a filter that is not known.
pub(super) fn decode(
    raw: &[u8],
    filters: &[(String, Dict)],
    limit: usize,
    work: &mut u64,
) -> Result<Decoded, ReadError> {
    *work += raw.len() as u64;
    let mut bytes = raw.to_vec();
    for (filter, parameters) in filters.iter().take(8) {
        let decoded = match filter.as_str() {
            "FlateDecode" | "Fl" => inflate(&bytes, limit).map(|bytes| predicted(bytes, parameters)),
            "LZWDecode" | "LZW" => {
                let is_early = parameters.get("EarlyChange").number() != Some(0.0);
                lzw(&bytes, is_early, limit).map(|bytes| predicted(bytes, parameters))
            }
            "ASCII85Decode" | "A85" => Some(ascii85(&bytes)),
            "ASCIIHexDecode" | "AHx" => Some(ascii_hex(&bytes)),
            "RunLengthDecode" | "RL" => run_length(&bytes, limit),
            "DCTDecode" | "DCT" => return Ok(Decoded { bytes, image: Some(ImageFilter::Jpeg) }),
            "JPXDecode" | "CCITTFaxDecode" | "CCF" | "JBIG2Decode" => {
                return Ok(Decoded { bytes, image: Some(ImageFilter::Other) });
            }
            "Crypt" => continue,
            name => return Err(ReadError::damaged(&format!("the filter `{name}` is not known"))),
        };
        *work += decoded.as_ref().map_or(limit, Vec::len) as u64;
        bytes = decoded.filter(|bytes| bytes.len() <= limit).ok_or(ReadError::TooLarge { limit: limit as u64 })?;
    }
    Ok(Decoded { bytes, image: None })
}

/// The bytes that were compressed with Deflate; `None` for more than `limit`.
fn inflate(bytes: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    // Errors at the end are common: what was decoded before is the result.
    let _ = ZlibDecoder::new(bytes).take(limit as u64 + 1).read_to_end(&mut output);
    if output.is_empty() {
        let _ = DeflateDecoder::new(bytes).take(limit as u64 + 1).read_to_end(&mut output);
    }
    (output.len() <= limit).then_some(output)
}

/// The bytes that were compressed with LZW; `None` for more than `limit`. `is_early` when codes get longer one code
/// early.
fn lzw(bytes: &[u8], is_early: bool, limit: usize) -> Option<Vec<u8>> {
    let mut output: Vec<u8> = Vec::new();
    // Each entry is a range of the output: position and length.
    let mut table: Vec<(usize, usize)> = Vec::new();
    let (mut bits, mut count, mut width) = (0_u32, 0, 9);
    let mut previous: Option<(usize, usize)> = None;
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        if count < width {
            continue;
        }
        count -= width;
        let code = (bits >> count & ((1 << width) - 1)) as usize;
        bits &= (1 << count) - 1;
        match code {
            256 => {
                table.clear();
                width = 9;
                previous = None;
                continue;
            }
            257 => break,
            _ => {}
        }
        let start = output.len();
        if code < 256 {
            output.push(code as u8);
        } else if let Some((from, length)) = table.get(code - 258).copied() {
            for at in from..from + length {
                output.push(output[at]);
            }
        } else {
            // The code of the entry that is added next: the previous text and its first byte.
            let Some((from, length)) = previous else { break };
            for at in from..from + length {
                output.push(output[at]);
            }
            output.push(output[from]);
        }
        if output.len() > limit {
            return None;
        }
        if let Some((from, length)) = previous
            && table.len() < 4096 - 258
        {
            table.push((from, length + 1));
        }
        previous = Some((start, output.len() - start));
        let size = table.len() + 258 + usize::from(is_early) + 1;
        width = match size {
            0..=512 => 9,
            513..=1024 => 10,
            1025..=2048 => 11,
            _ => 12,
        };
    }
    Some(output)
}

fn ascii85(bytes: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(bytes.len() * 4 / 5);
    let (mut value, mut count) = (0_u32, 0);
    for c in bytes {
        match c {
            b'z' if count == 0 => output.extend([0; 4]),
            b'!'..=b'u' => {
                value = value.wrapping_mul(85).wrapping_add(u32::from(c - b'!'));
                count += 1;
                if count == 5 {
                    output.extend(value.to_be_bytes());
                    (value, count) = (0, 0);
                }
            }
            b'~' => break,
            _ => {}
        }
    }
    if count > 1 {
        for _ in count..5 {
            value = value.wrapping_mul(85).wrapping_add(84);
        }
        output.extend(&value.to_be_bytes()[..count - 1]);
    }
    output
}

fn ascii_hex(bytes: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = bytes.iter().take_while(|c| **c != b'>').filter_map(|c| hex_digit(*c)).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

/// The bytes of a run-length encoding; `None` for more than `limit`.
fn run_length(bytes: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    let mut unread = bytes;
    while let [length, following @ ..] = unread {
        unread = match length {
            128 => break,
            0..=127 => {
                let count = (usize::from(*length) + 1).min(following.len());
                output.extend(&following[..count]);
                &following[count..]
            }
            _ => {
                let Some(byte) = following.first() else { break };
                output.extend(std::iter::repeat_n(*byte, 257 - usize::from(*length)));
                &following[1..]
            }
        };
        if output.len() > limit {
            return None;
        }
    }
    Some(output)
}

/// Undoes the prediction of values from their neighbours (7.4.4.4).
fn predicted(bytes: Vec<u8>, parameters: &Dict) -> Vec<u8> {
    let number = |key: &str, default: usize| match parameters.get(key) {
        Object::Number(number) if (1.0..100_000.0).contains(number) => *number as usize,
        _ => default,
    };
    let predictor = number("Predictor", 1);
    if predictor < 2 {
        return bytes;
    }
    let bits = number("Colors", 1).min(32) * number("BitsPerComponent", 8).min(32);
    let row = (bits * number("Columns", 1)).div_ceil(8);
    let pixel = bits.div_ceil(8);
    let mut bytes = bytes;
    if predictor == 2 {
        if number("BitsPerComponent", 8) == 8 {
            for line in bytes.chunks_mut(row) {
                for at in pixel..line.len() {
                    line[at] = line[at].wrapping_add(line[at - pixel]);
                }
            }
        }
        return bytes;
    }
    let mut output = Vec::with_capacity(bytes.len());
    let mut above = vec![0_u8; row];
    for line in bytes.chunks(row + 1) {
        let Some((kind, values)) = line.split_first() else { break };
        let mut current = values.to_vec();
        current.resize(row, 0);
        for at in 0..row {
            let left = if at >= pixel { current[at - pixel] } else { 0 };
            let corner = if at >= pixel { above[at - pixel] } else { 0 };
            let add = match kind {
                1 => left,
                2 => above[at],
                3 => u8::try_from(u16::midpoint(u16::from(left), u16::from(above[at]))).unwrap_or(0),
                4 => paeth(left, above[at], corner),
                _ => 0,
            };
            current[at] = current[at].wrapping_add(add);
        }
        output.extend(&current[..values.len().min(row)]);
        above = current;
    }
    output
}

/// The neighbour that is nearest to the estimate of PNG (Paeth).
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let estimate = i16::from(left) + i16::from(above) - i16::from(corner);
    let distance = |value: u8| (estimate - i16::from(value)).abs();
    if distance(left) <= distance(above) && distance(left) <= distance(corner) {
        left
    } else if distance(above) <= distance(corner) {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_filters_and_long_outputs_fail_and_work_is_counted() {
        let filter = |name: &str| (name.to_owned(), Dict::default());
        let mut work = 0;
        let unknown = decode(b"abc", &[filter("BrotliDecode")], 100, &mut work).err();
        assert_eq!(
            unknown.map(|error| error.to_string()).as_deref(),
            Some("the file is damaged: the filter `BrotliDecode` is not known")
        );
        let blanks = [b' '; 50];
        let decoded = decode(&blanks, &[filter("AHx"), filter("AHx")], 100, &mut work).map(|decoded| decoded.bytes);
        assert_eq!((decoded, work), (Ok(Vec::new()), 53));
        let decoded =
            decode(&[200, b'a', 200, b'b'], &[filter("RL")], 100, &mut work).map(|decoded| decoded.bytes.len());
        assert_eq!((decoded, work), (Err(ReadError::TooLarge { limit: 100 }), 157));
        // A code of an entry that no code has made yet.
        let decoded = decode(&[0x80, 0x60, 0x40], &[filter("LZW")], 100, &mut work).map(|decoded| decoded.bytes.len());
        assert_eq!(decoded, Ok(0));
    }
}
