//! The package: parts in a zip file, their content types, and the relationships between them.
//!
//! Parts are written as they come and never held together, so that a deck full of photographs takes the memory of
//! one. Times are fixed: the same parts give the same bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::xml::Xml;
use crate::Error;

/// Where a file is written to.
pub trait Sink: Write + Seek {}

impl<T: Write + Seek> Sink for T {}

/// A package that is being written.
pub(super) struct Package<'a> {
    zip: ZipWriter<&'a mut dyn Sink>,
    /// The content type of each part that its extension does not tell.
    types: BTreeMap<String, &'static str>,
}

/// Content types by extension.
const BY_EXTENSION: [(&str, &str); 7] = [
    ("gif", "image/gif"),
    ("jpg", "image/jpeg"),
    ("png", "image/png"),
    ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
    ("svg", "image/svg+xml"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "application/xml"),
];

impl<'a> Package<'a> {
    pub(super) fn new(out: &'a mut dyn Sink) -> Package<'a> {
        Package { zip: ZipWriter::new(out), types: BTreeMap::new() }
    }

    /// Adds a part of XML with its content type.
    pub(super) fn xml(&mut self, path: &str, content_type: &'static str, xml: Xml) -> Result<(), Error> {
        self.types.insert(path.to_owned(), content_type);
        self.entry(path, CompressionMethod::Deflated, xml.finish().as_bytes())
    }

    /// Adds a part that is packed already, such as a picture or a workbook. Its extension tells its type.
    pub(super) fn packed(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.entry(path, CompressionMethod::Stored, bytes)
    }

    /// Adds a drawing, which is text.
    pub(super) fn svg(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.entry(path, CompressionMethod::Deflated, bytes)
    }

    /// Adds the relationships of a part; of the package itself for an empty path.
    pub(super) fn relationships(&mut self, of: &str, relationships: Relationships) -> Result<(), Error> {
        let (folder, name) = of.rsplit_once('/').map_or(("", of), |(folder, name)| (folder, name));
        let slash = if folder.is_empty() { "" } else { "/" };
        let path = format!("{folder}{slash}_rels/{name}.rels");
        let xml = relationships.xml(folder);
        self.entry(&path, CompressionMethod::Deflated, xml.finish().as_bytes())
    }

    /// Ends the package with the list of content types.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let mut xml = Xml::part();
        xml.open("Types", &[("xmlns", &"http://schemas.openxmlformats.org/package/2006/content-types")]);
        for (extension, content_type) in BY_EXTENSION {
            xml.empty("Default", &[("Extension", &extension), ("ContentType", &content_type)]);
        }
        for (path, content_type) in &self.types {
            let name = format!("/{path}");
            xml.empty("Override", &[("PartName", &name), ("ContentType", content_type)]);
        }
        xml.close();
        self.entry("[Content_Types].xml", CompressionMethod::Deflated, xml.finish().as_bytes())?;
        self.zip.finish()?;
        Ok(())
    }

    fn entry(&mut self, path: &str, method: CompressionMethod, bytes: &[u8]) -> Result<(), Error> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default())
            .large_file(false);
        self.zip.start_file(path, options)?;
        Ok(self.zip.write_all(bytes)?)
    }
}

/// Kinds of relationships.
pub(super) mod kind {
    pub(in super::super) const CHART: &str = "chart";
    pub(in super::super) const HYPERLINK: &str = "hyperlink";
    pub(in super::super) const IMAGE: &str = "image";
    pub(in super::super) const NOTES_MASTER: &str = "notesMaster";
    pub(in super::super) const NOTES_SLIDE: &str = "notesSlide";
    pub(in super::super) const PACKAGE: &str = "package";
    pub(in super::super) const PRESENTATION_PROPERTIES: &str = "presProps";
    pub(in super::super) const SLIDE: &str = "slide";
    pub(in super::super) const SLIDE_LAYOUT: &str = "slideLayout";
    pub(in super::super) const SLIDE_MASTER: &str = "slideMaster";
    pub(in super::super) const TABLE_STYLES: &str = "tableStyles";
    pub(in super::super) const THEME: &str = "theme";
    pub(in super::super) const VIEW_PROPERTIES: &str = "viewProps";
    pub(in super::super) const DOCUMENT: &str = "officeDocument";
    pub(in super::super) const EXTENDED_PROPERTIES: &str = "extended-properties";
    /// The one kind that belongs to the package format.
    pub(in super::super) const CORE_PROPERTIES: &str = "metadata/core-properties";
}

/// What a part leads to. Each has an id within the part.
#[derive(Debug, Default)]
pub(super) struct Relationships(Vec<Relationship>);

#[derive(Debug, PartialEq, Eq)]
struct Relationship {
    kind: &'static str,
    target: Leads,
}

#[derive(Debug, PartialEq, Eq)]
enum Leads {
    /// To a part, by its path in the package.
    Part(String),
    /// To an address.
    Outside(String),
}

impl Relationships {
    /// The id of a relationship to a part, by its path in the package.
    pub(super) fn part(&mut self, kind: &'static str, path: impl Into<String>) -> String {
        self.id(Relationship { kind, target: Leads::Part(path.into()) })
    }

    /// The id of a link to an address.
    pub(super) fn outside(&mut self, address: String) -> String {
        self.id(Relationship { kind: kind::HYPERLINK, target: Leads::Outside(address) })
    }

    fn id(&mut self, wanted: Relationship) -> String {
        let place = self.0.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            self.0.push(wanted);
            self.0.len() - 1
        });
        format!("rId{}", place + 1)
    }

    fn xml(self, folder: &str) -> Xml {
        const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
        const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships/";
        let mut xml = Xml::part();
        xml.open("Relationships", &[("xmlns", &PACKAGE.trim_end_matches('/'))]);
        for (index, Relationship { kind, target }) in self.0.into_iter().enumerate() {
            let base = if kind == kind::CORE_PROPERTIES { PACKAGE } else { OFFICE };
            let (id, kind) = (format!("rId{}", index + 1), format!("{base}{kind}"));
            match target {
                Leads::Part(path) => {
                    let target = relative(folder, &path);
                    xml.empty("Relationship", &[("Id", &id), ("Type", &kind), ("Target", &target)]);
                }
                Leads::Outside(address) => xml.empty(
                    "Relationship",
                    &[("Id", &id), ("Type", &kind), ("Target", &address), ("TargetMode", &"External")],
                ),
            }
        }
        xml.close();
        xml
    }
}

/// A path as seen from a folder.
fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to[..to.len() - 1]).take_while(|(one, other)| one == other).count();
    let mut relative = "../".repeat(from.len() - shared);
    let _ = write!(relative, "{}", to[shared..].join("/"));
    relative
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_seen_from_the_part() {
        assert_eq!(relative("", "ppt/presentation.xml"), "ppt/presentation.xml");
        assert_eq!(relative("ppt", "ppt/slides/slide1.xml"), "slides/slide1.xml");
        assert_eq!(relative("ppt/slides", "ppt/slides/slide2.xml"), "slide2.xml");
        assert_eq!(relative("ppt/slides", "ppt/media/image1.png"), "../media/image1.png");
    }

    #[test]
    fn the_same_relationship_has_one_id() {
        let mut relationships = Relationships::default();
        let first = relationships.part(kind::IMAGE, "ppt/media/image1.png");
        let second = relationships.outside("https://example.org".to_owned());
        assert_eq!(relationships.part(kind::IMAGE, "ppt/media/image1.png"), first);
        assert_eq!((first.as_str(), second.as_str()), ("rId1", "rId2"));
    }
}
