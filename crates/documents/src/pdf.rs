//! PDF files: words, by their position, size and weight, become lines, columns, paragraphs, headings, lists and tables.
//!
//! `file` finds the objects, `interpret` runs the pages, `lines` puts words into reading order, `repeats` finds what
//! recurs on many pages, `tables` finds tables, `definitions` terms with their texts, and `blocks` makes the tree.
//! Nothing is drawn.

mod blocks;
mod cipher;
mod cmap;
mod definitions;
mod encryption;
mod file;
mod filters;
mod font;
mod interpret;
mod lines;
mod object;
mod repeats;
mod tables;

use std::collections::HashSet;
use std::rc::Rc;

use file::File;
use filters::ImageFilter;
use interpret::{Context, Inherited, Page};
use object::{Dict, Object};

use crate::model::Document;
use crate::text::{collapsed, language, names};
use crate::{Limits, ReadError};

/// Maximum number of entries of an outline.
const MAX_BOOKMARKS: usize = 5_000;

/// Reads a PDF file.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let file = File::open(bytes, limits)?;
    let root = file.dict(file.trailer.get("Root"));
    let dicts = page_dicts(&file, &root, limits)?;
    let mut context = Context::new(&file, limits);
    let mut pages: Vec<Page> = Vec::with_capacity(dicts.len());
    let mut text_bytes = 0;
    for (dict, inherited) in &dicts {
        file.check_parsed()?;
        let page = interpret::page(&mut context, dict, inherited)?;
        text_bytes += page.words.iter().map(|word| word.text.len()).sum::<usize>();
        if text_bytes > limits.text {
            return Err(ReadError::TooMany { what: "bytes of text", limit: limits.text });
        }
        pages.push(page);
    }
    file.check_parsed()?;
    if pages.is_empty() {
        return Err(ReadError::damaged(&"it has no pages"));
    }
    if text_bytes < 8 * pages.len() {
        let is_scan = |page: &Page| page.pictures.iter().any(|picture| covers(page, picture));
        return Err(if pages.iter().any(is_scan) { ReadError::Scanned } else { ReadError::Empty });
    }
    let info = file.dict(file.trailer.get("Info"));
    let entry = |key: &str| match file.get(&info, key) {
        Object::String(text) => Some(collapsed(&text_string(&text))).filter(|text| !text.is_empty()),
        _ => None,
    };
    let declared = entry("Title").and_then(|title| crate::furniture::declared_title(&title));
    let mut document = Document {
        title: declared,
        authors: entry("Author").map(|author| names(&author)).unwrap_or_default(),
        language: match file.get(&root, "Lang") {
            Object::String(tag) => language(&text_string(&tag)),
            _ => None,
        },
        pages: pages.len(),
        blocks: Vec::new(),
    };
    let bookmarks = if file.is_encrypted() { Vec::new() } else { bookmarks(&file, &root) };
    blocks::read(pages, &bookmarks, &mut document);
    Ok(document)
}

/// Whether a picture fills most of its page.
fn covers(page: &Page, shown: &interpret::PlacedPicture) -> bool {
    let area = (shown.area.right - shown.area.left) * (shown.area.bottom - shown.area.top);
    area > page.width * page.height * 0.5
}

/// The pages in order, with what they inherit.
fn page_dicts(file: &File<'_>, root: &Dict, limits: &Limits) -> Result<Vec<(Dict, Inherited)>, ReadError> {
    let first = Inherited { resources: Rc::default(), area: [0.0, 0.0, 612.0, 792.0], rotate: 0 };
    let mut open = vec![(root.get("Pages").clone(), first)];
    let mut visited = HashSet::new();
    let mut pages = Vec::new();
    while let Some((reference, mut inherited)) = open.pop() {
        if let Object::Ref(number) = reference
            && !visited.insert(number)
        {
            continue;
        }
        let dict = file.dict(&reference);
        if let Object::Dict(resources) = file.get(&dict, "Resources") {
            inherited.resources = Rc::new(resources);
        }
        for key in ["MediaBox", "CropBox"] {
            if let Ok([a, b, c, d]) = <[f64; 4]>::try_from(file.numbers(dict.get(key))) {
                let area = [a.min(c), b.min(d), a.max(c), b.max(d)];
                let is_sound = area[2] - area[0] > 10.0
                    && area[3] - area[1] > 10.0
                    && area.iter().all(|side| side.abs() < 20_000.0);
                if is_sound {
                    inherited.area = area;
                }
            }
        }
        if let Some(rotate) = file.number(&dict, "Rotate") {
            inherited.rotate = rotate as i32;
        }
        match file.get(&dict, "Kids") {
            Object::Array(kids) => {
                open.extend(kids.iter().rev().take(100_000).map(|kid| (kid.clone(), inherited.clone())));
                if open.len() > 1_000_000 {
                    return Err(ReadError::TooMany { what: "pages", limit: limits.pages });
                }
            }
            _ if dict.0.is_empty() => {}
            _ => {
                if pages.len() >= limits.pages {
                    return Err(ReadError::TooMany { what: "pages", limit: limits.pages });
                }
                pages.push((dict, inherited));
            }
        }
    }
    Ok(pages)
}

/// The texts of the outline with their levels, from 1.
fn bookmarks(file: &File<'_>, root: &Dict) -> Vec<(String, u8)> {
    let outlines = file.dict(root.get("Outlines"));
    let mut open = vec![(outlines.get("First").clone(), 1_u8)];
    let mut visited = HashSet::new();
    let mut found = Vec::new();
    while let Some((reference, level)) = open.pop() {
        let Object::Ref(number) = reference else { continue };
        if !visited.insert(number) || found.len() >= MAX_BOOKMARKS {
            continue;
        }
        let dict = file.dict(&reference);
        if let Object::String(title) = file.get(&dict, "Title") {
            found.push((collapsed(&text_string(&title)), level));
        }
        open.push((dict.get("Next").clone(), level));
        open.push((dict.get("First").clone(), level.saturating_add(1).min(9)));
    }
    found
}

/// A text string (ISO 32000-1, 7.9.2.2).
fn text_string(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        _ => crate::text::decoded(bytes),
    }
}

/// The bytes of a picture: a JPEG as it is, pixels as a PNG.
pub(crate) fn picture(bytes: &[u8], number: u32, limits: &Limits) -> Result<Vec<u8>, ReadError> {
    let file = File::open(bytes, limits)?;
    let missing = || ReadError::Missing { part: "the picture".to_owned() };
    let stream = file.stream(&Object::Ref(number)).ok_or_else(missing)?;
    let (pixels, filter) = file.decoded_image(&stream)?;
    match filter {
        Some(ImageFilter::Jpeg) => return Ok(pixels),
        Some(ImageFilter::Other) => return Err(missing()),
        None => {}
    }
    let size = |key: &str| file.number(&stream.dict, key).unwrap_or(0.0).clamp(0.0, 20_000.0) as u32;
    let (width, height) = (size("Width"), size("Height"));
    let bits = file.number(&stream.dict, "BitsPerComponent").unwrap_or(8.0) as u8;
    let space = file.get(&stream.dict, "ColorSpace");
    let components = |space: &Object| match space {
        Object::Name(name) if name == "DeviceGray" || name == "CalGray" => Some(1),
        Object::Name(name) if name == "DeviceRGB" || name == "CalRGB" => Some(3),
        Object::Array(parts) => match parts.first().and_then(Object::name) {
            Some("ICCBased") => {
                file.stream(parts.get(1)?).and_then(|profile| file.number(&profile.dict, "N")).map(|count| count as u8)
            }
            Some("CalRGB") => Some(3),
            Some("CalGray") => Some(1),
            _ => None,
        },
        _ => None,
    };
    let mut palette = None;
    let color = match (&space, components(&space)) {
        (_, Some(1)) => png::ColorType::Grayscale,
        (_, Some(3)) => png::ColorType::Rgb,
        (Object::Array(parts), _) if parts.first().and_then(Object::name) == Some("Indexed") => {
            let base = parts.get(1).map(|base| file.resolved(base)).unwrap_or_default();
            if components(&base) != Some(3) {
                return Err(missing());
            }
            let table = match parts.get(3).map(|table| file.resolved(table)) {
                Some(Object::String(table)) => table,
                _ => match parts.get(3).and_then(|table| file.stream(table)) {
                    Some(table) => file.decoded(&table)?,
                    None => return Err(missing()),
                },
            };
            palette = Some(table[..(table.len() / 3 * 3).min(768)].to_vec());
            png::ColorType::Indexed
        }
        _ => return Err(missing()),
    };
    let depth = match bits {
        1 => png::BitDepth::One,
        2 => png::BitDepth::Two,
        4 => png::BitDepth::Four,
        8 => png::BitDepth::Eight,
        _ => return Err(missing()),
    };
    let row = (width as usize * color.samples() * usize::from(bits)).div_ceil(8);
    let needed = row.saturating_mul(height as usize);
    if needed == 0 || pixels.len() < needed {
        return Err(ReadError::damaged(&"a picture is cut short"));
    }
    let mut output = Vec::new();
    let mut encoder = png::Encoder::new(&mut output, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().map_err(|error| ReadError::damaged(&error))?;
    writer.write_image_data(&pixels[..needed]).map_err(|error| ReadError::damaged(&error))?;
    writer.finish().map_err(|error| ReadError::damaged(&error))?;
    Ok(output)
}
