//! The Office theme: colours, fonts and plain effects.

use scene::FontName;

use super::file::FileContext;
use super::notes;
use super::scheme::hex;
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.theme+xml";

/// Writes the theme of the slides, and a copy of it for the notes.
pub(super) fn write(file: &mut FileContext<'_>) -> Result<(), Error> {
    let xml = theme(file);
    file.package.xml("ppt/theme/theme1.xml", CONTENT_TYPE, xml)?;
    if notes::has_any(file.document) {
        write_for_notes(file)?;
    }
    Ok(())
}

/// Writes the theme of the notes.
pub(super) fn write_for_notes(file: &mut FileContext<'_>) -> Result<(), Error> {
    let (xml, path) = (theme(file), file.notes_theme());
    file.package.xml(&path, CONTENT_TYPE, xml)
}

fn theme(file: &FileContext<'_>) -> Xml {
    let mut xml = Xml::part();
    xml.open("a:theme", &[("xmlns:a", &"http://schemas.openxmlformats.org/drawingml/2006/main"), ("name", &"Lectern")]);
    xml.open("a:themeElements", &[]);
    xml.open("a:clrScheme", &[("name", &"Lectern")]);
    for color in file.scheme.theme_colors() {
        let element = format!("a:{}", color.element);
        xml.add(&format!("<{element}><a:srgbClr val=\"{}\"/></{element}>", hex(color.rgb)));
    }
    xml.close();
    let fonts = &file.scheme.fonts;
    let name = format!(
        "{} and {}, else {} and {}",
        fonts.heading.family, fonts.body.family, fonts.heading.office, fonts.body.office
    );
    xml.open("a:fontScheme", &[("name", &name)]);
    for (element, font) in [("a:majorFont", &fonts.heading), ("a:minorFont", &fonts.body)] {
        xml.open(element, &[]);
        let (panose, pitch) = classification(font);
        let latin: super::xml::Attributes<'_> =
            &[("typeface", &font.family), ("panose", &panose), ("pitchFamily", &pitch)];
        xml.empty("a:latin", latin);
        xml.empty("a:ea", &[("typeface", &"")]);
        // Complex scripts use the substitute of the family.
        xml.empty("a:cs", &[("typeface", &font.office)]);
        xml.close();
    }
    xml.close();
    xml.add(EFFECTS);
    xml.close();
    xml.empty("a:objectDefaults", &[]);
    xml.empty("a:extraClrSchemeLst", &[]);
    xml.close();
    xml
}

/// The PANOSE number and pitch of a family, derived from its substitute. Office programs that do not have the family
/// choose a similar one by these values.
fn classification(font: &FontName) -> (&'static str, u8) {
    const SERIFS: [&str; 6] = ["Georgia", "Cambria", "Times New Roman", "Palatino Linotype", "Garamond", "Constantia"];
    const MONOS: [&str; 2] = ["Consolas", "Courier New"];
    if SERIFS.contains(&font.office.as_str()) {
        ("02040502050405020303", 18)
    } else if MONOS.contains(&font.office.as_str()) {
        ("020B0609020204030204", 49)
    } else {
        ("020B0604020202020204", 34)
    }
}

/// The format scheme, with the three entries of each list that the format requires.
const EFFECTS: &str = concat!(
    r#"<a:fmtScheme name="Lectern"><a:fillStyleLst>"#,
    r#"<a:solidFill><a:schemeClr val="phClr"/></a:solidFill><a:solidFill><a:schemeClr val="phClr"/></a:solidFill>"#,
    r#"<a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:fillStyleLst><a:lnStyleLst>"#,
    r#"<a:ln w="6350"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>"#,
    r#"<a:ln w="12700"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>"#,
    r#"<a:ln w="19050"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln></a:lnStyleLst><a:effectStyleLst>"#,
    r"<a:effectStyle><a:effectLst/></a:effectStyle><a:effectStyle><a:effectLst/></a:effectStyle>",
    r"<a:effectStyle><a:effectLst/></a:effectStyle></a:effectStyleLst><a:bgFillStyleLst>",
    r#"<a:solidFill><a:schemeClr val="phClr"/></a:solidFill><a:solidFill><a:schemeClr val="phClr"/></a:solidFill>"#,
    r#"<a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:bgFillStyleLst></a:fmtScheme>"#,
);
