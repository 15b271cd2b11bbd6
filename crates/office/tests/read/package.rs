//! Small PowerPoint files, put together from pieces of XML.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use office::model::{Content, Paragraph, Presentation, Shape, Slide, Text};
use office::{File, Limits, ReadError};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The namespaces that parts declare.
pub(crate) const NAMESPACES: &str = r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart""#;
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/// The content type of a presentation.
pub(crate) const PRESENTATION: &str =
    "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";

/// A file under construction.
#[derive(Clone)]
pub(crate) struct Package {
    pub(crate) kind: String,
    /// XML of the main part after its list of slides.
    pub(crate) extras: String,
    slides: usize,
    parts: Vec<(String, Vec<u8>)>,
    relationships: Vec<String>,
}

impl Package {
    /// A presentation with a layout and a master, and without slides.
    pub(crate) fn new() -> Self {
        let package = Self {
            kind: PRESENTATION.to_owned(),
            extras: String::new(),
            slides: 0,
            parts: Vec::new(),
            relationships: Vec::new(),
        };
        package
            .part("ppt/slideLayouts/slideLayout1.xml", LAYOUT)
            .linked("ppt/slideLayouts/slideLayout1.xml", &[("m", "slideMaster", "../slideMasters/slideMaster1.xml")])
            .part("ppt/slideMasters/slideMaster1.xml", MASTER)
    }

    /// Adds a part; one of the same name is replaced.
    pub(crate) fn part(mut self, name: &str, text: &str) -> Self {
        self = self.without(name);
        self.parts.push((name.to_owned(), text.replace("NS", NAMESPACES).into_bytes()));
        self
    }

    /// Takes a part away.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.parts.retain(|(known, _)| known != name);
        self
    }

    /// Adds a part of any bytes.
    pub(crate) fn bytes(mut self, name: &str, bytes: &[u8]) -> Self {
        self.parts.push((name.to_owned(), bytes.to_vec()));
        self
    }

    /// Adds the relationships of a part, each with its id, kind and target. An address is external.
    pub(crate) fn linked(self, part: &str, relationships: &[(&str, &str, &str)]) -> Self {
        let (folder, file) = part.rsplit_once('/').expect("a folder");
        let list: String = relationships.iter().map(|(id, kind, target)| relationship(id, kind, target)).collect();
        let name = format!("{folder}/_rels/{file}.rels");
        self.part(&name, &format!("<Relationships>{list}</Relationships>"))
    }

    /// Adds a relationship of the main part.
    pub(crate) fn main_link(mut self, id: &str, kind: &str, target: &str) -> Self {
        self.relationships.push(relationship(id, kind, target));
        self
    }

    /// Adds a slide with shapes on the layout.
    pub(crate) fn slide(self, shapes: &str) -> Self {
        self.slide_with(shapes, &[])
    }

    /// Adds a slide with shapes and relationships.
    pub(crate) fn slide_with(self, shapes: &str, relationships: &[(&str, &str, &str)]) -> Self {
        let root = format!("<p:sld NS><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
        self.slide_part(&root, relationships)
    }

    /// Adds a slide whose part is given as a whole.
    pub(crate) fn slide_part(mut self, root: &str, relationships: &[(&str, &str, &str)]) -> Self {
        self.slides += 1;
        let name = format!("ppt/slides/slide{}.xml", self.slides);
        let layout = [("layout", "slideLayout", "../slideLayouts/slideLayout1.xml")];
        self.part(&name, root).linked(&name, &[&layout, relationships].concat())
    }

    /// The bytes of the file.
    pub(crate) fn zip(&self) -> Vec<u8> {
        let mut list = String::new();
        let mut relationships = self.relationships.concat();
        for number in 1..=self.slides {
            write!(list, r#"<p:sldId id="{}" r:id="s{number}"/>"#, 255 + number).expect("a string takes all");
            relationships += &relationship(&format!("s{number}"), "slide", &format!("slides/slide{number}.xml"));
        }
        let main = format!(
            r#"<p:presentation {NAMESPACES}><p:sldIdLst>{list}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/>{}</p:presentation>"#,
            self.extras
        );
        let types = format!(
            r#"<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="{}"/></Types>"#,
            self.kind
        );
        let package = [
            relationship("1", "officeDocument", "ppt/presentation.xml"),
            relationship("2", "core-properties", "docProps/core.xml"),
            relationship("3", "custom-properties", "docProps/custom.xml"),
        ];
        let own = [
            ("[Content_Types].xml", types),
            ("_rels/.rels", format!("<Relationships>{}</Relationships>", package.concat())),
            ("ppt/presentation.xml", main),
            ("ppt/_rels/presentation.xml.rels", format!("<Relationships>{relationships}</Relationships>")),
        ];
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let own = own.iter().map(|(name, text)| (*name, text.as_bytes()));
        let own = own.filter(|(name, _)| self.parts.iter().all(|(other, _)| other != name));
        for (name, bytes) in own.chain(self.parts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))) {
            zip.start_file(name, SimpleFileOptions::default()).expect("a fresh name");
            zip.write_all(bytes).expect("memory takes all");
        }
        zip.finish().expect("memory takes all").into_inner()
    }

    /// The file, opened.
    #[track_caller]
    pub(crate) fn open(&self) -> File<Cursor<Vec<u8>>> {
        File::open(Cursor::new(self.zip()), Limits::default()).expect("a good file")
    }

    /// The presentation in the file.
    #[track_caller]
    pub(crate) fn read(&self) -> Presentation {
        self.open().presentation().expect("a good presentation")
    }

    /// The first slide of the file.
    #[track_caller]
    pub(crate) fn first(&self) -> Slide {
        self.read().slides.swap_remove(0)
    }
}

/// A slide of a file with one slide.
#[track_caller]
pub(crate) fn slide(shapes: &str) -> Slide {
    Package::new().slide(shapes).first()
}

/// The only shape of a slide.
#[track_caller]
pub(crate) fn shape(xml: &str) -> Shape {
    let [shape] = <[Shape; 1]>::try_from(slide(xml).shapes).expect("one shape");
    shape
}

/// The text of a shape.
#[track_caller]
pub(crate) fn text_of(shape: &Shape) -> &Text {
    match &shape.content {
        Content::Text(text) => text,
        other => panic!("no text: {other:?}"),
    }
}

/// The words of paragraphs, a line for each.
pub(crate) fn words(paragraphs: &[Paragraph]) -> Vec<String> {
    paragraphs.iter().map(|paragraph| paragraph.runs.iter().map(|run| run.text.as_str()).collect()).collect()
}

/// Opens and reads bytes within limits, and returns the error.
#[track_caller]
pub(crate) fn refused(bytes: Vec<u8>, limits: Limits) -> String {
    let result = File::open(Cursor::new(bytes), limits).and_then(|mut file| file.presentation());
    let error: ReadError = result.expect_err("a file that is refused");
    error.to_string()
}

/// A shape with properties, a body and a number.
pub(crate) fn sp(id: u32, placeholder: &str, properties: &str, body: &str) -> String {
    format!(
        r#"<p:sp><p:nvSpPr><p:cNvPr id="{id}" name="Shape {id}"/><p:cNvSpPr/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:spPr>{properties}</p:spPr><p:txBody><a:bodyPr/>{body}</p:txBody></p:sp>"#
    )
}

/// A paragraph with one run.
pub(crate) fn p(text: &str) -> String {
    format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")
}

/// An `xfrm` element: a position and size in EMU.
pub(crate) fn xfrm(x: i64, y: i64, width: i64, height: i64) -> String {
    format!(r#"<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>"#)
}

/// A graphic frame with some content.
pub(crate) fn frame(content: &str) -> String {
    format!(
        r#"<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Frame 4"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="1" y="2"/><a:ext cx="3" cy="4"/></p:xfrm><a:graphic><a:graphicData uri="any">{content}</a:graphicData></a:graphic></p:graphicFrame>"#
    )
}

fn relationship(id: &str, kind: &str, target: &str) -> String {
    let mode = if target.contains(':') { r#" TargetMode="External""# } else { "" };
    format!(r#"<Relationship Id="{id}" Type="{RELATIONSHIPS}/{kind}" Target="{target}"{mode}/>"#)
}

const LAYOUT: &str = r#"<p:sldLayout NS type="obj"><p:cSld name="Title and Content"><p:spTree>
<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="Left"/><p:cNvSpPr/><p:nvPr><p:ph idx="1" sz="half"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="10" y="100"/><a:ext cx="400" cy="300"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/><a:defRPr sz="2400"/></a:lvl2pPr></a:lstStyle></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="4" name="Picture"/><p:cNvSpPr/><p:nvPr><p:ph type="pic" idx="13"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="500" y="100"/><a:ext cx="400" cy="300"/></a:xfrm></p:spPr></p:sp>
</p:spTree></p:cSld></p:sldLayout>"#;

const MASTER: &str = r#"<p:sldMaster NS><p:cSld><p:spTree>
<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="10" y="20"/><a:ext cx="900" cy="60"/></a:xfrm></p:spPr></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="Body"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="10" y="100"/><a:ext cx="900" cy="300"/></a:xfrm></p:spPr></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="4" name="Number"/><p:cNvSpPr/><p:nvPr><p:ph type="sldNum" sz="quarter" idx="4"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="800" y="500"/><a:ext cx="100" cy="20"/></a:xfrm></p:spPr></p:sp>
</p:spTree></p:cSld><p:txStyles>
<p:titleStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="4400" b="1"/></a:lvl1pPr></p:titleStyle>
<p:bodyStyle><a:lvl1pPr><a:buChar char="•"/><a:defRPr sz="2800"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/><a:defRPr sz="2000"/></a:lvl2pPr></p:bodyStyle>
</p:txStyles></p:sldMaster>"#;
