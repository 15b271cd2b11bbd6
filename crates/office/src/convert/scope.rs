//! The context for converting a slide: facts about the whole file.

use std::collections::{BTreeMap, HashMap, HashSet};

use deck::{Field, Kind, Registry, is_right_to_left};

use super::text::length;
use crate::model::{Content, Frame, Link, PartName, Presentation};

/// The context for converting a slide: facts about the whole file.
pub(super) struct Scope<'a> {
    pub(super) registry: &'a Registry,
    /// Whether rows are read from right to left.
    pub(super) is_right_to_left: bool,
    /// Width and height of the slides, in EMU.
    pub(super) size: (i64, i64),
    /// How many slides the file has.
    pub(super) slide_count: usize,
    /// The text with which the envelope refers to each picture of the file, by part.
    references: HashMap<&'a str, String>,
    /// Pictures that have the same position and size on many slides, by part and frame.
    repeated: HashSet<(&'a str, [i64; 4])>,
    /// The ids of slides that Lectern exported, by index. A copy has the id of its original.
    exported: BTreeMap<usize, String>,
    /// The index of the first slide with each id in `exported`.
    originals: HashMap<String, usize>,
    /// The number in the deck, from 1, of each slide of the file.
    numbers: Vec<usize>,
    /// The checksums of pictures, sounds and videos, by part.
    checksums: &'a BTreeMap<PartName, String>,
    /// Whether the slides return to the deck that they were exported from, and not to a new one.
    pub(super) is_return: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn new(presentation: &'a Presentation, registry: &'a Registry, language: &str) -> Self {
        let mut references = HashMap::new();
        let mut counts: HashMap<(&str, [i64; 4]), usize> = HashMap::new();
        for slide in &presentation.slides {
            for shape in &slide.shapes {
                let part = match &shape.content {
                    Content::Picture(picture) => picture.part.as_deref(),
                    Content::Media(media) => media.poster.as_deref(),
                    _ => None,
                };
                if let Content::Media(media) = &shape.content
                    && let Some(part) = media.part.as_deref()
                    && is_playable(part)
                {
                    add_reference(&mut references, part);
                }
                if let Some(part) = part {
                    add_reference(&mut references, part);
                    *counts.entry((part, frame_key(shape.frame))).or_default() += 1;
                }
            }
            if let Some(part) = &slide.background {
                add_reference(&mut references, part);
            }
        }
        let exported = exported_ids(presentation);
        let mut originals = HashMap::new();
        for (index, id) in &exported {
            originals.entry(id.clone()).or_insert(*index);
        }
        let slide_count = presentation.slides.len();
        let min_repeats = (slide_count / 2).max(3);
        Self {
            registry,
            is_right_to_left: is_right_to_left(language),
            size: (presentation.size.0.clamp(1, 1 << 31), presentation.size.1.clamp(1, 1 << 31)),
            slide_count,
            references,
            repeated: counts.into_iter().filter(|(_, count)| *count >= min_repeats).map(|(key, _)| key).collect(),
            exported,
            originals,
            numbers: (1..=slide_count).collect(),
            checksums: &presentation.checksums,
            is_return: false,
        }
    }

    /// Whether the checksum of a picture part is one of `exported`.
    pub(super) fn is_exported_picture(&self, part: &str, exported: &[&str]) -> bool {
        self.checksums.get(part).is_some_and(|checksum| exported.contains(&checksum.as_str()))
    }

    /// Sets the number in the deck of each slide of the file. Returns whether one changed.
    pub(super) fn set_numbers(&mut self, numbers: Vec<usize>) -> bool {
        let has_changed = self.numbers != numbers;
        self.numbers = numbers;
        has_changed
    }

    /// The number in the deck of a slide that Lectern exported, by its id.
    pub(super) fn number_of(&self, id: &str) -> Option<usize> {
        self.numbers.get(*self.originals.get(id)?).copied()
    }

    /// The text with which the envelope refers to a picture.
    pub(super) fn reference(&self, part: &str) -> Option<&str> {
        self.references.get(part).map(String::as_str)
    }

    /// The names of the parts of the file, by the text with which the envelope refers to them.
    pub(super) fn parts(&self) -> HashMap<&str, PartName> {
        self.references.iter().map(|(part, reference)| (reference.as_str(), (*part).to_owned())).collect()
    }

    /// Whether a picture has the same position and size on many slides, as a logo does.
    pub(super) fn is_repeated(&self, part: &str, frame: Frame) -> bool {
        self.repeated.contains(&(part, frame_key(frame)))
    }

    /// The target of a link in the notation of a deck; `None` if a deck cannot have such a link.
    pub(super) fn link(&self, link: &Link) -> Option<String> {
        let target = match link {
            Link::Address(address) => address.trim().to_owned(),
            Link::Slide(index) if self.is_return => {
                let id = self.exported.get(index)?;
                format!("#slide:{id}")
            }
            Link::Slide(index) => format!("#{}", self.numbers.get(*index)?),
        };
        deck::is_link(&target).then_some(target)
    }

    /// Maximum length of a field such as `title` or `items.text`, in characters. `usize::MAX` without a limit.
    pub(super) fn max_length(&self, slide_type: &str, path: &str) -> usize {
        self.field(slide_type, path).and_then(|field| field.max_length).unwrap_or(usize::MAX)
    }

    /// Whether a text is short enough for a field.
    pub(super) fn fits(&self, slide_type: &str, path: &str, text: &str) -> bool {
        length(text) <= self.max_length(slide_type, path)
    }

    /// Maximum number of entries of a list field. `usize::MAX` without a limit.
    pub(super) fn max_entries(&self, slide_type: &str, path: &str) -> usize {
        match self.field(slide_type, path).map(|field| &field.kind) {
            Some(Kind::Items { max: Some(max), .. }) => *max,
            _ => usize::MAX,
        }
    }

    /// Whether a type has a field.
    pub(super) fn has_field(&self, slide_type: &str, path: &str) -> bool {
        self.field(slide_type, path).is_some()
    }

    /// A field such as `title` or `items.text`; `None` if the type does not exist or has no such field.
    pub(super) fn field(&self, slide_type: &str, path: &str) -> Option<&Field> {
        let mut names = path.split('.');
        let first = names.next()?;
        let slide_type = self.registry.by_key(slide_type)?;
        let mut field = slide_type.fields.iter().find(|field| field.key == first)?;
        for name in names {
            field = field.item_field(name)?;
        }
        Some(field)
    }
}

/// The ids of the slides that Lectern exported, by index.
fn exported_ids(presentation: &Presentation) -> BTreeMap<usize, String> {
    let id = |origin: &str| {
        let origin: serde_json::Value = serde_json::from_str(origin).ok()?;
        Some(origin.get("slide")?.get("id")?.as_str()?.to_owned())
    };
    let slides = presentation.slides.iter().enumerate();
    slides.filter_map(|(index, slide)| Some((index, id(slide.origin.as_deref()?)?))).collect()
}

fn frame_key(frame: Frame) -> [i64; 4] {
    [frame.x, frame.y, frame.width, frame.height]
}

/// Whether a part is a sound or video in a format that decks can play.
fn is_playable(part: &str) -> bool {
    const EXTENSIONS: [&str; 8] = ["mp4", "m4v", "mov", "webm", "mp3", "m4a", "ogg", "wav"];
    let extension = part.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// Adds the text with which the envelope refers to a part, unless the part has one.
fn add_reference<'a>(references: &mut HashMap<&'a str, String>, part: &'a str) {
    let number = references.len() + 1;
    let name = part.rsplit('/').next().unwrap_or(part);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    let is_plain = (1..=5).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let extension = if is_plain { extension } else { "bin".to_owned() };
    references.entry(part).or_insert_with(|| format!("/uploads/picture-{number}.{extension}"));
}
