//! What a package of 100 MB costs: the time to write it and to verify it, and the memory both take.
//!
//! The memory is printed before anything is timed, since the peak of a process never falls.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Cursor, Read};

use deck::package::{self, AssetSink, AssetSource, PackedAsset};
use serde_json::{Value, json};

use stopwatch::measure;

const ASSETS: usize = 100;
const ASSET_BYTES: u64 = 1_000_000;

/// Pictures that are made while they are read: a signature, then noise of the number in their name.
struct Noise;

impl AssetSource for Noise {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let digits: String = reference.chars().filter(char::is_ascii_digit).collect();
        let mut state = digits.parse::<u64>().map_err(io::Error::other)? + 1;
        let noise = std::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()
        });
        let picture = b"\x89PNG\r\n\x1a\n".chain(Words(noise)).take(ASSET_BYTES);
        Ok(Some(Box::new(picture)))
    }
}

struct Words<I>(I);

impl<I: Iterator<Item = [u8; 8]>> Read for Words<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        for (place, word) in buffer.chunks_mut(8).zip(&mut self.0) {
            place.copy_from_slice(&word[..place.len()]);
            written += place.len();
        }
        Ok(written)
    }
}

/// Pictures that lie in memory.
struct Held(Vec<Vec<u8>>);

impl AssetSource for Held {
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let digits: String = reference.chars().filter(char::is_ascii_digit).collect();
        let number: usize = digits.parse().map_err(io::Error::other)?;
        Ok(self.0.get(number).map(|bytes| Box::new(bytes.as_slice()) as Box<dyn Read>))
    }
}

/// Reads every asset and forgets it.
struct Forgetful;

impl AssetSink for Forgetful {
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> Result<String, String> {
        io::copy(asset.content, &mut io::sink()).map_err(|error| error.to_string())?;
        Ok(format!("/uploads/{}.png", asset.name))
    }
}

fn envelope() -> Value {
    let slides: Vec<_> = (0..ASSETS)
        .map(|number| json!({"type": "eu.svc.slide.content", "content": {"image": format!("/uploads/{number}.png")}}))
        .collect();
    json!({"format": "svc.deck", "version": 1, "title": "Noise", "theme": "default", "slides": slides})
}

/// The highest memory use of this process so far, as the system words it.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or("unknown").trim().to_owned()
}

fn print_memory() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("package-bench-{}.deck", std::process::id()));
    let before = peak();
    package::write(envelope(), &mut Noise, BufWriter::new(File::create(&path)?))?;
    let written = peak();
    let read = package::read(File::open(&path)?);
    fs::remove_file(&path)?;
    let (read, verified) = (read?, peak());
    read.unpack(&mut Forgetful)?;
    println!(
        "peak memory: {before} at first, {written} after writing 100 MB, {verified} after reading, {} after unpacking",
        peak()
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print_memory()?;

    let mut pictures = Vec::new();
    for number in 0..ASSETS {
        let mut picture = Vec::new();
        if let Some(mut reader) = Noise.open(&format!("/uploads/{number}.png"))? {
            reader.read_to_end(&mut picture)?;
        }
        pictures.push(picture);
    }
    let mut held = Held(pictures);
    let mut packed = Vec::new();
    package::write(envelope(), &mut held, &mut packed)?;

    measure("package/write 100 MB", || package::write(envelope(), &mut held, io::sink()));
    measure("package/read 100 MB", || package::read(Cursor::new(black_box(&packed))));
    Ok(())
}
