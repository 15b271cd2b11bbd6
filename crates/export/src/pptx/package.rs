//! Office packages (ECMA-376 part 2): parts in a zip file, their content types and the relationships between them.
//!
//! Each part is written as soon as it is added, so only one photograph is in memory at a time. Time stamps are fixed:
//! the same parts give the same bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::template::TemplatePart;
use super::xml::Xml;
use crate::Error;

/// The output that a file is written to.
pub trait Sink: Write + Seek {}

impl<T: Write + Seek> Sink for T {}

/// A package that is being written.
pub(super) struct Package<'a> {
    zip: ZipWriter<&'a mut dyn Sink>,
    /// Content types by file extension.
    default_types: &'static [(&'static str, &'static str)],
    /// The content type of each part whose extension does not determine it.
    types: BTreeMap<String, Cow<'static, str>>,
}

const RELATIONSHIPS: (&str, &str) = ("rels", "application/vnd.openxmlformats-package.relationships+xml");
/// The namespace of most relationship types.
const OFFICE_NAMESPACE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
/// The namespace of relationship types that Office 2010 added.
const OFFICE_2010_NAMESPACE: &str = "http://schemas.microsoft.com/office/2007/relationships/";
/// The namespace of relationships, and of relationship types that belong to the package format.
const PACKAGE_NAMESPACE: &str = "http://schemas.openxmlformats.org/package/2006/relationships/";
const XML: (&str, &str) = ("xml", "application/xml");

impl<'a> Package<'a> {
    /// An empty package of a presentation.
    pub(super) fn of_presentation(out: &'a mut dyn Sink) -> Package<'a> {
        let default_types = &[
            ("fntdata", "application/x-fontdata"),
            ("gif", "image/gif"),
            ("jpg", "image/jpeg"),
            ("png", "image/png"),
            RELATIONSHIPS,
            ("svg", "image/svg+xml"),
            ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            XML,
        ];
        Package { zip: ZipWriter::new(out), default_types, types: BTreeMap::new() }
    }

    /// An empty package of a workbook.
    pub(super) fn of_workbook(out: &'a mut dyn Sink) -> Package<'a> {
        Package { zip: ZipWriter::new(out), default_types: &[RELATIONSHIPS, XML], types: BTreeMap::new() }
    }

    /// Adds an XML part with its content type.
    pub(super) fn xml(&mut self, path: &str, content_type: &'static str, xml: Xml) -> Result<(), Error> {
        self.types.insert(path.to_owned(), content_type.into());
        self.entry(path, CompressionMethod::Deflated, xml.finish().as_bytes())
    }

    /// Adds a part that is compressed already, such as a picture or a workbook. Its extension determines its type.
    pub(super) fn packed(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.entry(path, CompressionMethod::Stored, bytes)
    }

    /// Adds a sound or a video with its content type, piece by piece. Returns its checksum.
    pub(super) fn media_file(
        &mut self,
        path: &str,
        content_type: &'static str,
        bytes: &mut dyn Read,
    ) -> Result<u32, Error> {
        self.types.insert(path.to_owned(), content_type.into());
        self.start(path, CompressionMethod::Stored)?;
        let (mut hasher, mut piece) = (crc32fast::Hasher::new(), vec![0; 64 * 1024]);
        loop {
            let length = bytes.read(&mut piece)?;
            if length == 0 {
                return Ok(hasher.finalize());
            }
            hasher.update(&piece[..length]);
            self.zip.write_all(&piece[..length])?;
        }
    }

    /// Adds a font.
    pub(super) fn font(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.entry(path, CompressionMethod::Deflated, bytes)
    }

    /// Adds an SVG picture.
    pub(super) fn svg(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.entry(path, CompressionMethod::Deflated, bytes)
    }

    /// Adds a part of a template unchanged, with its relationships.
    pub(super) fn template_part(&mut self, part: &TemplatePart) -> Result<(), Error> {
        let is_xml = part.content_type.ends_with("+xml");
        let method = if is_xml { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        self.types.insert(part.path.clone(), part.content_type.clone().into());
        self.entry(&part.path, method, &part.bytes)?;
        if part.relationships.is_empty() {
            return Ok(());
        }
        let (folder, name) = part.path.rsplit_once('/').unwrap_or(("", &part.path));
        let mut xml = Xml::part();
        xml.open("Relationships", &[("xmlns", &PACKAGE_NAMESPACE.trim_end_matches('/'))]);
        for (id, kind, path) in &part.relationships {
            let (kind, target) = (format!("{OFFICE_NAMESPACE}{kind}"), relative(folder, path));
            xml.empty("Relationship", &[("Id", id), ("Type", &kind), ("Target", &target)]);
        }
        xml.close();
        self.entry(&format!("{folder}/_rels/{name}.rels"), CompressionMethod::Deflated, xml.finish().as_bytes())
    }

    /// Adds the relationships of a part, or of the package itself when the path is empty.
    pub(super) fn relationships(&mut self, path: &str, relationships: Relationships) -> Result<(), Error> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let slash = if folder.is_empty() { "" } else { "/" };
        let relationships_path = format!("{folder}{slash}_rels/{name}.rels");
        let xml = relationships.xml(folder);
        self.entry(&relationships_path, CompressionMethod::Deflated, xml.finish().as_bytes())
    }

    /// Ends the package with the list of content types.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let mut xml = Xml::part();
        xml.open("Types", &[("xmlns", &"http://schemas.openxmlformats.org/package/2006/content-types")]);
        for (extension, content_type) in self.default_types {
            xml.empty("Default", &[("Extension", extension), ("ContentType", content_type)]);
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

    /// Adds an entry to the zip file.
    fn entry(&mut self, path: &str, method: CompressionMethod, bytes: &[u8]) -> Result<(), Error> {
        self.start(path, method)?;
        Ok(self.zip.write_all(bytes)?)
    }

    /// Begins a part.
    fn start(&mut self, path: &str, method: CompressionMethod) -> Result<(), Error> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default())
            .large_file(false);
        Ok(self.zip.start_file(path, options)?)
    }
}

/// Relationship types, without the namespace they share.
pub(super) mod relationship {
    pub(in super::super) const AUDIO: &str = "audio";
    pub(in super::super) const CHART: &str = "chart";
    pub(in super::super) const FONT: &str = "font";
    pub(in super::super) const HYPERLINK: &str = "hyperlink";
    pub(in super::super) const IMAGE: &str = "image";
    /// The one type in the namespace of Office 2010: a file that is part of the package.
    pub(in super::super) const MEDIA: &str = "media";
    pub(in super::super) const NOTES_MASTER: &str = "notesMaster";
    pub(in super::super) const NOTES_SLIDE: &str = "notesSlide";
    pub(in super::super) const PACKAGE: &str = "package";
    pub(in super::super) const PRESENTATION_PROPERTIES: &str = "presProps";
    pub(in super::super) const SHARED_STRINGS: &str = "sharedStrings";
    pub(in super::super) const SLIDE: &str = "slide";
    pub(in super::super) const SLIDE_LAYOUT: &str = "slideLayout";
    pub(in super::super) const SLIDE_MASTER: &str = "slideMaster";
    pub(in super::super) const STYLES: &str = "styles";
    pub(in super::super) const TABLE_STYLES: &str = "tableStyles";
    pub(in super::super) const TAGS: &str = "tags";
    pub(in super::super) const THEME: &str = "theme";
    pub(in super::super) const VIDEO: &str = "video";
    pub(in super::super) const VIEW_PROPERTIES: &str = "viewProps";
    pub(in super::super) const WORKSHEET: &str = "worksheet";
    pub(in super::super) const DOCUMENT: &str = "officeDocument";
    pub(in super::super) const CUSTOM_PROPERTIES: &str = "custom-properties";
    pub(in super::super) const EXTENDED_PROPERTIES: &str = "extended-properties";
    /// The one type in the namespace of the package format.
    pub(in super::super) const CORE_PROPERTIES: &str = "metadata/core-properties";
}

/// The relationships of one part. Each has an id within the part.
#[derive(Debug, Default)]
pub(super) struct Relationships(Vec<Relationship>);

#[derive(Debug, PartialEq, Eq)]
struct Relationship {
    kind: &'static str,
    target: RelationshipTarget,
}

#[derive(Debug, PartialEq, Eq)]
enum RelationshipTarget {
    /// A part, by its path in the package.
    Part(String),
    /// An address outside the package.
    External(String),
}

impl Relationships {
    /// Adds a relationship to the part at a path of the package, unless there is one. Returns its id.
    pub(super) fn part(&mut self, kind: &'static str, path: impl Into<String>) -> String {
        self.id(Relationship { kind, target: RelationshipTarget::Part(path.into()) })
    }

    /// Adds a hyperlink to an address, unless there is one. Returns its id.
    pub(super) fn hyperlink(&mut self, address: String) -> String {
        self.id(Relationship { kind: relationship::HYPERLINK, target: RelationshipTarget::External(address) })
    }

    /// The id of a relationship, which is added if it is new.
    fn id(&mut self, relationship: Relationship) -> String {
        let index = self.0.iter().position(|known| *known == relationship).unwrap_or_else(|| {
            self.0.push(relationship);
            self.0.len() - 1
        });
        format!("rId{}", index + 1)
    }

    fn xml(self, folder: &str) -> Xml {
        let mut xml = Xml::part();
        xml.open("Relationships", &[("xmlns", &PACKAGE_NAMESPACE.trim_end_matches('/'))]);
        for (index, Relationship { kind, target }) in self.0.into_iter().enumerate() {
            let base = match kind {
                relationship::CORE_PROPERTIES => PACKAGE_NAMESPACE,
                relationship::MEDIA => OFFICE_2010_NAMESPACE,
                _ => OFFICE_NAMESPACE,
            };
            let (id, kind) = (format!("rId{}", index + 1), format!("{base}{kind}"));
            match target {
                RelationshipTarget::Part(path) => {
                    let target = relative(folder, &path);
                    xml.empty("Relationship", &[("Id", &id), ("Type", &kind), ("Target", &target)]);
                }
                RelationshipTarget::External(address) => xml.empty(
                    "Relationship",
                    &[("Id", &id), ("Type", &kind), ("Target", &address), ("TargetMode", &"External")],
                ),
            }
        }
        xml.close();
        xml
    }
}

/// The path of a part relative to a folder of the package.
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
    fn paths_are_relative_to_the_part() {
        assert_eq!(relative("", "ppt/presentation.xml"), "ppt/presentation.xml");
        assert_eq!(relative("ppt", "ppt/slides/slide1.xml"), "slides/slide1.xml");
        assert_eq!(relative("ppt/slides", "ppt/slides/slide2.xml"), "slide2.xml");
        assert_eq!(relative("ppt/slides", "ppt/media/image1.png"), "../media/image1.png");
    }

    #[test]
    fn the_same_relationship_has_one_id() {
        let mut relationships = Relationships::default();
        let first = relationships.part(relationship::IMAGE, "ppt/media/image1.png");
        let second = relationships.hyperlink("https://example.org".to_owned());
        assert_eq!(relationships.part(relationship::IMAGE, "ppt/media/image1.png"), first);
        assert_eq!((first.as_str(), second.as_str()), ("rId1", "rId2"));
    }
}
