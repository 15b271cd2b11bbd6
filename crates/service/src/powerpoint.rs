//! PowerPoint files as decks: converts a file, has its pictures stored, and reports what happened to each part of it.
//!
//! Where pictures are stored is up to the caller: the library of an instance, or a folder beside a deck file.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Read, Seek};
use std::path::Path;

use deck::{NamedThing, refs};
use imaging::MediaKind;
use office::{
    Comment, Context, Converted, Fate, File, Limits, ReadError, Report, ShapeReport, SlideReport, UsedPicture,
};
use serde_json::Value;

use crate::library::{MAX_MEDIA, NewUpload};

/// The maximum number of characters of a title and of an alternative text in the library.
const MAX_TITLE: usize = 300;
const MAX_ALT: usize = 500;

deck::remarks! {
    /// Why a part of a file could not be stored.
    pub(crate) enum StorageFault {
        File { what: NamedThing, reason: String } = "file-not-stored", "the {what} could not be stored: {reason}";
        Comment { author: String, reason: String } = "comment-not-stored", "it could not be stored: {reason}";
    }
}

/// A deck from a PowerPoint file, with its pictures stored.
pub(crate) struct ConvertedFile {
    pub(crate) envelope: Value,
    pub(crate) comments: Vec<Comment>,
    pub(crate) report: Report,
}

/// The limits for a file of at most `slides` slides.
pub(crate) fn limits(slides: usize) -> Limits {
    Limits { slides, picture: MAX_MEDIA, ..Limits::default() }
}

/// Converts a file. `store` stores the pictures and returns, for each, its address or why it could not be stored. A
/// picture that could not be stored is reported as lost.
pub(crate) fn convert_file<R: Read + Seek>(
    input: R,
    limits: Limits,
    context: Context<'_>,
    store: impl FnOnce(&[UsedPicture], &mut File<R>) -> Vec<Result<String, String>>,
) -> Result<ConvertedFile, ReadError> {
    let mut file = File::open(input, limits)?;
    let presentation = file.presentation()?;
    let Converted { mut envelope, pictures, comments, mut report } = office::convert(&presentation, context);
    let (mut addresses, mut failed) = (HashMap::new(), Vec::new());
    for (picture, stored) in pictures.iter().zip(store(&pictures, &mut file)) {
        let reference = picture.reference.as_str();
        let address = stored.unwrap_or_else(|reason| {
            failed.push((reference, reason));
            String::new()
        });
        addresses.insert(reference, address);
    }
    mark_lost(&envelope, &mut report, &failed);
    refs::rewrite(&mut envelope, |reference| addresses.get(reference).cloned());
    Ok(ConvertedFile { envelope, comments, report })
}

/// The name of a picture: that of its part, without folders and extension.
pub(crate) fn picture_name(picture: &UsedPicture) -> &str {
    Path::new(&picture.part).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// A picture as the library lists it: its title is its alternative text, or its name in the file.
pub(crate) fn picture_upload(picture: &UsedPicture) -> NewUpload {
    let alt: Option<String> = picture.alt.as_ref().map(|alt| alt.chars().filter(|sign| *sign != '\0').collect());
    let shortened = |most: usize| alt.as_ref().map(|alt| alt.chars().take(most).collect::<String>());
    let title = shortened(MAX_TITLE).filter(|title| !title.trim().is_empty());
    NewUpload { name: picture_name(picture).to_owned(), title, alt: shortened(MAX_ALT), ..NewUpload::default() }
}

/// Reports pictures, by their references and why they could not be stored, as lost on every slide that shows them.
fn mark_lost(envelope: &Value, report: &mut Report, failed: &[(&str, String)]) {
    let slides = envelope["slides"].as_array().filter(|_| !failed.is_empty()).map(Vec::as_slice).unwrap_or_default();
    for row in &mut report.slides {
        let Some(slide) = slides.get(row.slide) else { continue };
        let written = slide.to_string();
        for (reference, reason) in failed.iter().filter(|(reference, _)| written.contains(reference)) {
            let shows = |value: &Value| value.to_string().contains(reference);
            let shape = row.shapes.iter_mut().find(|shape| match &shape.fate {
                Fate::Field(path) => slide["content"].pointer(&pointer(path)).is_some_and(shows),
                _ => false,
            });
            let (key, file) = match MediaKind::of_upload(reference) {
                Some(_) => ("media", "sound or video"),
                None => ("picture", "picture"),
            };
            let what = NamedThing::new(key, file);
            let lost = Fate::Lost(StorageFault::File { what, reason: reason.clone() }.into());
            match shape {
                Some(shape) => shape.fate = lost,
                None => row.shapes.push(ShapeReport { name: format!("a {file}"), fate: lost }),
            }
        }
    }
}

/// The JSON pointer of a path such as `items[2].image`.
fn pointer(path: &str) -> String {
    path.split(['.', '[', ']']).filter(|part| !part.is_empty()).fold(String::new(), |mut pointer, part| {
        let _ = write!(pointer, "/{part}");
        pointer
    })
}

/// What became of a shape, in words; `None` when it is a field of the slide, or has no content of its own.
fn import_remark(shape: &ShapeReport) -> Option<String> {
    let ShapeReport { name, fate } = shape;
    match fate {
        Fate::Field(_) | Fate::Dropped(_) => None,
        Fate::Notes => Some(format!("{name}: moved to the speaker notes, the slide has no place for it")),
        Fate::Changed(remark) | Fate::Lost(remark) if remark.text().starts_with(name) => Some(remark.to_string()),
        Fate::Changed(remark) | Fate::Lost(remark) => Some(format!("{name}: {remark}")),
    }
}

/// A line for each thing that is lost, changed or in the notes, with the number of its slide in the deck, from 1.
pub fn import_remarks(report: &Report) -> impl Iterator<Item = String> {
    let of_slide = |row: &SlideReport| -> Vec<String> {
        let number = row.slide + 1;
        row.shapes.iter().filter_map(import_remark).map(|text| format!("slide {number}: {text}")).collect()
    };
    report.slides.iter().flat_map(of_slide).chain(report.others.iter().filter_map(import_remark))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_picture_that_cannot_be_stored_is_lost_on_each_slide_that_shows_it() {
        let field = |name: &str, path: &str| ShapeReport { name: name.into(), fate: Fate::Field(path.into()) };
        let envelope = json!({ "slides": [
            { "content": { "title": "Quay", "image": "/uploads/a.png" } },
            { "content": { "items": [{ "image": "/uploads/b.png" }, { "image": "/uploads/a.png" }] } },
            { "content": { "body": "![](/uploads/a.png)" } },
        ] });
        let row = |slide, shapes| SlideReport { slide, shapes, ..SlideReport::default() };
        let mut report = Report {
            slides: vec![
                row(0, vec![field("Title 1", "title"), field("Picture 2", "image")]),
                row(1, vec![field("Picture 1", "items[0].image"), field("Picture 2", "items[1].image")]),
                row(2, vec![field("Title 1", "title")]),
            ],
            others: vec![ShapeReport {
                name: "macros".into(),
                fate: Fate::Lost("they have no place".to_owned().into()),
            }],
        };
        mark_lost(&envelope, &mut report, &[("/uploads/a.png", "it is empty".to_owned())]);
        let remarks: Vec<String> = import_remarks(&report).collect();
        assert_eq!(
            remarks,
            [
                "slide 1: Picture 2: the picture could not be stored: it is empty",
                "slide 2: Picture 2: the picture could not be stored: it is empty",
                "slide 3: a picture: the picture could not be stored: it is empty",
                "macros: they have no place",
            ]
        );
    }
}
