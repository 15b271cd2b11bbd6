//! A template without its slides: the masters, layouts, themes and pictures that new slides are put on.
//!
//! It has no slides, notes, comments, macros, embedded objects or custom data, and nothing in it refers to an address
//! outside the file. As a package it is a valid presentation without slides, which
//! [`File::skeleton`](crate::File::skeleton) reads again.

use std::fmt::Write as _;
use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::model::Frame;

/// The masters, layouts, themes and pictures of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skeleton {
    /// Width and height of slides in EMU.
    pub size: (i64, i64),
    /// The parts: pictures before the parts that show them, themes and layouts before their master.
    pub parts: Vec<SkeletonPart>,
    /// The path and id of each master.
    pub masters: Vec<(String, u32)>,
    /// The layouts of the first master, in its order, and those of a master for the first slide.
    pub layouts: Vec<SkeletonLayout>,
    /// The theme colours of the first master by the names that shapes use: `bg1`, `tx1`, `accent1`, ...
    pub colors: Vec<(&'static str, deck::Rgb)>,
}

/// A part of a skeleton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkeletonPart {
    /// Its path in the package, without a slash at the beginning.
    pub path: String,
    /// Its content type.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its relationships: id, kind (`image`, `theme`) and the path of the other part.
    pub relationships: Vec<(String, &'static str, String)>,
}

/// A layout of a skeleton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkeletonLayout {
    /// The path of its part.
    pub path: String,
    /// Its display name.
    pub name: String,
    /// Its type as in the file (`title`, `secHead`, `obj`, ...); empty if the file has none.
    pub kind: String,
    /// Its placeholders, in the order of the file.
    pub placeholders: Vec<SkeletonPlaceholder>,
    /// Whether only the first slide of the file uses its master.
    pub is_opening: bool,
}

/// A placeholder of a layout, with what it inherits from the master.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SkeletonPlaceholder {
    /// Its type (`title`, `body`, `pic`, ...); empty for one that accepts any content.
    pub kind: String,
    /// The number by which slides refer to it.
    pub index: Option<u32>,
    /// Its place on the slide in EMU.
    pub frame: Frame,
    /// The text sizes of its first five levels in hundredths of a point.
    pub sizes: [u32; 5],
    /// Whether its text runs from top to bottom.
    pub is_vertical: bool,
    /// The words of a footer.
    pub words: String,
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const MAIN: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

impl Skeleton {
    /// Bytes of all parts together.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.bytes.len()).sum()
    }

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Writes the skeleton as a presentation without slides. The same skeleton gives the same bytes. Fails when `out`
    /// cannot be written.
    pub fn write(&self, out: impl Write + Seek) -> io::Result<()> {
        let mut package = PackageWriter(ZipWriter::new(out));
        package.add("[Content_Types].xml", self.content_types().as_bytes())?;
        let main = [("rId1".to_owned(), "officeDocument", "ppt/presentation.xml".to_owned())];
        package.add("_rels/.rels", relationships(&main).as_bytes())?;
        package.add("ppt/presentation.xml", self.presentation().as_bytes())?;
        let masters = self.masters.iter().enumerate();
        let masters: Vec<_> =
            masters.map(|(index, (path, _))| (format!("rId{}", index + 1), "slideMaster", path.clone())).collect();
        package.add("ppt/_rels/presentation.xml.rels", relationships(&masters).as_bytes())?;
        for part in &self.parts {
            package.add(&part.path, &part.bytes)?;
            if !part.relationships.is_empty() {
                let (folder, file) = part.path.rsplit_once('/').unwrap_or(("", &part.path));
                package.add(&format!("{folder}/_rels/{file}.rels"), relationships(&part.relationships).as_bytes())?;
            }
        }
        package.0.finish().map_err(io::Error::from)?;
        Ok(())
    }

    /// The part with the content type of every part.
    fn content_types(&self) -> String {
        let mut xml = format!("{HEAD}<Types xmlns=\"{PACKAGE}/content-types\">");
        xml.push_str(
            "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
        );
        let main = ("ppt/presentation.xml", MAIN);
        let parts = self.parts.iter().map(|part| (part.path.as_str(), part.content_type.as_str()));
        for (path, kind) in std::iter::once(main).chain(parts) {
            let _ = write!(xml, "<Override PartName=\"/{path}\" ContentType=\"{kind}\"/>");
        }
        xml.push_str("</Types>");
        xml
    }

    /// The presentation part, which has the masters but no slides.
    fn presentation(&self) -> String {
        let mut xml = format!(
            "{HEAD}<p:presentation xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
             xmlns:r=\"{}\"><p:sldMasterIdLst>",
            OFFICE.trim_end_matches('/')
        );
        for (number, (_, id)) in (1..).zip(&self.masters) {
            let _ = write!(xml, "<p:sldMasterId id=\"{id}\" r:id=\"rId{number}\"/>");
        }
        let (width, height) = self.size;
        let _ = write!(
            xml,
            "</p:sldMasterIdLst><p:sldSz cx=\"{width}\" cy=\"{height}\"/><p:notesSz cx=\"6858000\" cy=\"9144000\"/>\
             </p:presentation>"
        );
        xml
    }
}

struct PackageWriter<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> PackageWriter<W> {
    fn add(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default());
        self.0.start_file(path, options).map_err(io::Error::from)?;
        self.0.write_all(bytes)
    }
}

/// The relationships of a part, with targets from the root of the package.
fn relationships(entries: &[(String, &'static str, String)]) -> String {
    let mut xml = format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for (id, kind, path) in entries {
        let id = quick_xml::escape::escape(id.as_str());
        let _ = write!(xml, "<Relationship Id=\"{id}\" Type=\"{OFFICE}{kind}\" Target=\"/{path}\"/>");
    }
    xml.push_str("</Relationships>");
    xml
}
