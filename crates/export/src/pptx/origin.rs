//! Records the origin of each slide, for a file that is edited elsewhere and imported again.
//!
//! The name of each shape ends with its slide and field, as in `Title 2 [<slide id>/title]`. Shapes whose name is
//! shared with a shape of another slide ([`super::morph`]) are an exception: a tag of the slide lists the names that
//! they would have. That tag also contains the slide as it is in its deck and the text that each field showed, so that
//! an import can find what was changed since. A tag of the presentation lists the slides in order, so that an import
//! can find which were removed or moved.

use std::collections::BTreeMap;
use std::sync::Arc;

use scene::{Origin, Page, Text};
use serde_json::{Value, json};

use super::NAMESPACES;
use super::file::FileContext;
use super::package::{Relationships, relationship};
use super::xml::Xml;
use crate::Error;

const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.presentationml.tags+xml";

/// The name of the tag. Office programs keep tag names in capitals.
const TAG: &str = "LECTERN";

/// The fields that the shapes of a slide show.
#[derive(Debug, Default)]
pub(super) struct ShownFields {
    /// The text of each field, in the order of the shapes.
    texts: BTreeMap<String, String>,
    /// The checksums of the pictures of each field: CRC-32, as in zip archives, in hexadecimal.
    pictures: BTreeMap<String, Vec<String>>,
    /// The fields of each shape that shows several fields, with their paragraphs in order. The key is the end of the
    /// shape's name.
    joined: BTreeMap<String, Vec<(String, Vec<String>)>>,
    /// The names of shapes that show no field.
    others: Vec<String>,
    /// The names that shapes would have if they did not share them with shapes of other slides, by the shared names.
    shared_names: BTreeMap<String, String>,
}

impl ShownFields {
    /// Adds a shape, and appends its slide and field to its name. With `with_equations`, its formulas are written as
    /// equations.
    pub(super) fn add(&mut self, name: &mut String, origin: Option<&Origin>, texts: &[&Text], with_equations: bool) {
        let Some(Origin { slide, field, .. }) = origin else {
            self.others.push(name.clone());
            return;
        };
        *name = format!("{name} [{slide}/{field}]");
        let shown = self.texts.entry(field.clone()).or_default();
        for paragraph in texts.iter().flat_map(|text| &text.paragraphs) {
            for run in &paragraph.runs {
                match run.drawn_formula() {
                    Some(formula) if with_equations => shown.push_str(&formula.meaning.omml_text()),
                    _ => shown.push_str(paragraph.text.get(run.range.clone()).unwrap_or_default()),
                }
            }
            shown.push('\n');
        }
    }

    /// Adds a shape that shows several fields of a slide one after the other, and appends slide and fields to its name.
    pub(super) fn add_joined(&mut self, name: &mut String, slide: &str, fields: &[(&str, &Text)]) {
        let words = |text: &Text| text.paragraphs.iter().map(|paragraph| paragraph.text.clone()).collect();
        let shown: Vec<(String, Vec<String>)> =
            fields.iter().map(|(field, text)| ((*field).to_owned(), words(text))).collect();
        let first = shown.first().map(|(field, _)| field.as_str()).unwrap_or_default();
        if first.is_empty() {
            self.others.push(name.clone());
            return;
        }
        let is_one_field = shown.iter().all(|(field, _)| field == first);
        let field = if is_one_field { first.to_owned() } else { format!("{first}+{}", shown.len()) };
        *name = format!("{name} [{slide}/{field}]");
        let text = self.texts.entry(field.clone()).or_default();
        for paragraph in shown.iter().flat_map(|(_, paragraphs)| paragraphs) {
            text.push_str(paragraph);
            text.push('\n');
        }
        if !is_one_field {
            self.joined.insert(field, shown);
        }
    }

    /// Adds the name that a shape would have if it did not have the name `shared`.
    pub(super) fn add_shared_name(&mut self, shared: &str, own_name: String) {
        self.shared_names.insert(shared.to_owned(), own_name);
    }

    /// Adds the checksums of the files of a picture that a field shows.
    pub(super) fn add_picture(&mut self, field: &str, checksums: &[u32]) {
        let field_checksums = self.pictures.entry(field.to_owned()).or_default();
        field_checksums.extend(checksums.iter().copied().map(hexadecimal));
    }
}

/// A checksum as eight hexadecimal digits.
fn hexadecimal(checksum: u32) -> String {
    format!("{checksum:08x}")
}

/// Writes the tag of a slide, and a reference to it after the shape tree.
pub(super) fn write(
    file: &mut FileContext<'_>,
    number: usize,
    source: &str,
    shown: &ShownFields,
    (xml, relationships): (&mut Xml, &mut Relationships),
) -> Result<(), Error> {
    let slide: Value = serde_json::from_str(source)
        .map_err(|fault| Error::Failed(format!("the source of slide {number} is not JSON: {fault}")))?;
    let ShownFields { texts, pictures, joined, others, shared_names } = shown;
    let mut value = json!({ "slide": slide, "shown": texts, "pictures": pictures, "others": others });
    if !joined.is_empty() {
        value["joined"] = json!(joined);
    }
    if !shared_names.is_empty() {
        value["names"] = json!(shared_names);
    }
    write_tag(file, &format!("ppt/tags/tag{number}.xml"), &value, (xml, relationships))
}

/// Writes the tag of the presentation: its slides in order, each with a checksum of the slide as it is in its deck.
pub(super) fn write_slides(
    file: &mut FileContext<'_>,
    (xml, relationships): (&mut Xml, &mut Relationships),
) -> Result<(), Error> {
    let pages = file.document.pages.iter().filter(|page| !page.source.is_empty());
    let slide = |page: &Arc<Page>| {
        let checksum = hexadecimal(crc32fast::hash(page.source.as_bytes()));
        json!({ "id": page.slide, "checksum": checksum })
    };
    let slides: Vec<Value> = pages.map(slide).collect();
    if slides.is_empty() {
        return Ok(());
    }
    write_tag(file, "ppt/tags/presentation.xml", &json!({ "slides": slides }), (xml, relationships))
}

/// Writes a tag, and a reference to it.
fn write_tag(
    file: &mut FileContext<'_>,
    path: &str,
    value: &Value,
    (xml, relationships): (&mut Xml, &mut Relationships),
) -> Result<(), Error> {
    let value = value.to_string();
    let mut part = Xml::part();
    part.open("p:tagLst", NAMESPACES);
    part.empty("p:tag", &[("name", &TAG), ("val", &value)]);
    part.close();
    file.package.xml(path, CONTENT_TYPE, part)?;
    let id = relationships.part(relationship::TAGS, path);
    xml.open("p:custDataLst", &[]);
    xml.empty("p:tags", &[("r:id", &id)]);
    xml.close();
    Ok(())
}
