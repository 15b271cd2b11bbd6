//! Embeds fonts that an organization uploaded and whose licence allows embedding in editable documents.
//!
//! PowerPoint reads TrueType outlines in the Embedded OpenType format; other fonts are only named.

use read_fonts::types::NameId;
use read_fonts::{FontRef, TableProvider};
use scene::{Document, FontFace};

use super::file::FileContext;
use super::package::{Relationships, relationship};
use super::xml::Xml;
use crate::Error;

/// The four faces of a family that PowerPoint supports: element, whether it is bold, whether it is italic.
const STYLES: [(&str, bool, bool); 4] =
    [("p:regular", false, false), ("p:bold", true, false), ("p:italic", false, true), ("p:boldItalic", true, true)];

/// Writes the fonts and the list of them.
pub(super) fn write(file: &mut FileContext<'_>, xml: &mut Xml, relationships: &mut Relationships) -> Result<(), Error> {
    let mut count = 0;
    let mut is_open = false;
    for family in families(file.document) {
        let mut styles = Vec::new();
        for (element, bold, italic) in STYLES {
            let Some(embedded) = face(file.document, family, bold, italic).and_then(embedded) else {
                continue;
            };
            count += 1;
            let path = format!("ppt/fonts/font{count}.fntdata");
            file.package.font(&path, &embedded)?;
            styles.push((element, relationships.part(relationship::FONT, path)));
        }
        if styles.is_empty() {
            continue;
        }
        if !std::mem::replace(&mut is_open, true) {
            xml.open("p:embeddedFontLst", &[]);
        }
        xml.open("p:embeddedFont", &[]);
        xml.empty("p:font", &[("typeface", &family)]);
        for (element, id) in &styles {
            xml.empty(element, &[("r:id", id)]);
        }
        xml.close();
    }
    if is_open {
        xml.close();
    }
    Ok(())
}

/// The families of the document, each once.
fn families(document: &Document) -> Vec<&str> {
    let fonts = &document.fonts;
    let mut families: Vec<&str> = Vec::new();
    for family in [&fonts.heading.family, &fonts.body.family, &fonts.mono.family] {
        if !families.contains(&family.as_str()) {
            families.push(family);
        }
    }
    families
}

/// The face of a family for one of PowerPoint's four styles: the one with the nearest weight that may be embedded.
fn face<'a>(document: &'a Document, family: &str, bold: bool, italic: bool) -> Option<&'a FontFace> {
    let wanted: u16 = if bold { 700 } else { 400 };
    let fits = |face: &&FontFace| {
        let editable = face.own.as_ref().is_some_and(|own| own.editable);
        editable && face.family == family && face.italic == italic && (face.weight >= 600) == bold
    };
    document.faces.iter().filter(fits).min_by_key(|face| face.weight.abs_diff(wanted))
}

/// A font as Embedded OpenType, not compressed. `None` without TrueType outlines, or when a table cannot be read.
fn embedded(face: &FontFace) -> Option<Vec<u8>> {
    const VERSION: u32 = 0x0002_0001;
    const MAGIC: u16 = 0x504C;
    const DEFAULT_CHARSET: u8 = 1;
    let bytes = (*face.bytes).as_ref();
    let font = FontRef::from_index(bytes, face.index).ok()?;
    font.glyf().ok()?;
    let (os2, head) = (font.os2().ok()?, font.head().ok()?);
    let mut file = Vec::with_capacity(bytes.len() + 400);
    // The size of the whole file, which is known at the end.
    file.extend(0_u32.to_le_bytes());
    file.extend(u32::try_from(bytes.len()).ok()?.to_le_bytes());
    file.extend(VERSION.to_le_bytes());
    file.extend(0_u32.to_le_bytes());
    file.extend_from_slice(os2.panose_10());
    file.extend([DEFAULT_CHARSET, u8::from(face.italic)]);
    file.extend(u32::from(face.weight).to_le_bytes());
    file.extend(os2.fs_type().to_le_bytes());
    file.extend(MAGIC.to_le_bytes());
    let ranges = [
        os2.ul_unicode_range_1(),
        os2.ul_unicode_range_2(),
        os2.ul_unicode_range_3(),
        os2.ul_unicode_range_4(),
        os2.ul_code_page_range_1().unwrap_or(1),
        os2.ul_code_page_range_2().unwrap_or(0),
        head.checksum_adjustment(),
    ];
    file.extend(ranges.iter().flat_map(|number| number.to_le_bytes()));
    file.extend([0; 16]);
    let names = [NameId::FAMILY_NAME, NameId::SUBFAMILY_NAME, NameId::VERSION_STRING, NameId::FULL_NAME];
    for name in names {
        file.extend([0, 0]);
        let text: Vec<u8> = name_of(&font, name).encode_utf16().flat_map(u16::to_le_bytes).collect();
        file.extend(u16::try_from(text.len()).ok()?.to_le_bytes());
        file.extend(text);
    }
    // No padding after the last name, and no list of addresses that may use the font.
    file.extend([0; 4]);
    file.extend_from_slice(bytes);
    let size = u32::try_from(file.len()).ok()?;
    file[..4].copy_from_slice(&size.to_le_bytes());
    Some(file)
}

/// A name in a font, empty when it has none.
fn name_of(font: &FontRef<'_>, id: NameId) -> String {
    let Ok(names) = font.name() else {
        return String::new();
    };
    let mut records = names.name_record().iter().filter(|record| record.name_id() == id && record.is_unicode());
    let text = records.find_map(|record| record.string(names.string_data()).ok());
    text.map(|text| text.chars().take(200).collect()).unwrap_or_default()
}
