//! Chooses a slide type for each slide of a presentation and fills its fields.
//!
//! The content of a slide decides its type, rather than the name of its layout. Nothing is cut without a report: text
//! that does not fit its field goes to the notes or to a further slide, and the report names it.

mod body;
mod bullets;
mod cards;
mod cells;
mod choose;
mod code;
mod diagram;
mod figures;
mod joined;
mod likely;
mod list;
mod markdown;
mod metrics;
mod opening;
mod order;
mod outcome;
mod own;
mod people;
mod pictures;
mod process;
mod quote;
mod ring;
mod scope;
mod text;
mod timeline;
mod video;
mod view;
mod words;

use std::collections::{BTreeMap, HashMap, HashSet};

use deck::{DEFAULT_THEME, FORMAT, MAX_NOTES, MAX_TITLE, MorphNames, Registry, UNTITLED, VERSION, is_tag, shortened};
use serde_json::{Value, json};

use self::outcome::{Draft, Outcome, notes_text};
use self::scope::Scope;
use self::view::SortedSlide;
use crate::model::{Link, PartName, Presentation, Slide};
use crate::report::{Fate, Report, ShapeReport, SlideReport};
use crate::report_text::ImportText;

/// The input of a conversion besides the presentation.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The available slide types.
    pub registry: &'a Registry,
    /// The name of the file without its extension, for a title.
    pub file_name: &'a str,
    /// The language of the deck if the file states none.
    pub language: &'a str,
}

/// A converted presentation.
#[derive(Debug, Clone)]
pub struct Converted {
    /// The deck as an envelope. A picture is named by [`UsedPicture::reference`].
    pub envelope: Value,
    /// The pictures that the envelope refers to, each once.
    pub pictures: Vec<UsedPicture>,
    /// The comments, by index of their slide.
    pub comments: Vec<Comment>,
    /// What became of each shape.
    pub report: Report,
}

/// A picture of the file that the deck shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedPicture {
    /// The text by which the envelope refers to it.
    pub reference: String,
    /// Its part in the file.
    pub part: PartName,
    /// Its alternative text.
    pub alt: Option<String>,
}

/// A comment on a slide of the deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The index of its slide.
    pub slide: usize,
    /// Who wrote it.
    pub author: String,
    /// The time of writing, in the notation of the file.
    pub time: Option<String>,
    /// Its text.
    pub text: String,
}

/// The conversion of a presentation that returns to the deck it was exported from.
#[derive(Debug, Clone)]
pub struct Returned {
    /// The slides of the file, in order.
    pub slides: Vec<ReturnedSlide>,
    /// The pictures that the slides refer to and that were not exported with them, each once.
    pub pictures: Vec<UsedPicture>,
    /// The comments. Their slide indexes count all [`ReturnedSlide::slides`] in order.
    pub comments: Vec<Comment>,
    /// What became of each shape. Its slide indexes count all [`ReturnedSlide::slides`] in order.
    pub report: Report,
}

/// A slide of a presentation that returns to its deck.
#[derive(Debug, Clone, Default)]
pub struct ReturnedSlide {
    /// The slide as it was exported, with its id; `None` for a slide that was added in the file.
    pub exported: Option<Value>,
    /// The slides that it becomes: one, or several for an added slide whose content does not fit one.
    pub slides: Vec<Value>,
}

/// Converts a presentation into a new deck. Never fails: content that a deck cannot represent is in the report.
pub fn convert(presentation: &Presentation, context: Context<'_>) -> Converted {
    let ConvertedFile { title, language, slides, pictures, comments, report } =
        convert_file(presentation, context, false);
    let mut slides: Vec<Value> = slides.into_iter().flat_map(|slide| slide.slides).collect();
    let common = common_transition(&mut slides);
    let mut envelope = json!({
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "theme": DEFAULT_THEME,
        "lang": language,
        "slides": slides,
    });
    if let Some(transition) = common {
        envelope["settings"] = json!({ "transitions": { "preset": transition } });
    }
    Converted { envelope, pictures, comments, report }
}

/// Removes the transition of the slides if all have the same one, and returns it for the deck.
fn common_transition(slides: &mut [Value]) -> Option<Value> {
    let common = slides.first()?.get("transition")?.clone();
    if slides.len() < 2 || slides.iter().any(|slide| slide.get("transition") != Some(&common)) {
        return None;
    }
    for slide in slides.iter_mut().filter_map(Value::as_object_mut) {
        slide.shift_remove("transition");
    }
    Some(common)
}

/// Converts a presentation that returns to its deck. Links between its slides use ids, and pictures that were not
/// changed since the export have the addresses of the deck. Never fails.
pub fn returned(presentation: &Presentation, context: Context<'_>) -> Returned {
    let ConvertedFile { slides, pictures, comments, report, .. } = convert_file(presentation, context, true);
    Returned { slides, pictures, comments, report }
}

/// The result of converting a presentation.
struct ConvertedFile {
    title: String,
    language: String,
    slides: Vec<ReturnedSlide>,
    pictures: Vec<UsedPicture>,
    comments: Vec<Comment>,
    report: Report,
}

/// Converts a presentation into a new deck, or with `is_return` for the deck it was exported from.
fn convert_file(presentation: &Presentation, context: Context<'_>, is_return: bool) -> ConvertedFile {
    let language = presentation.language.as_deref().filter(|tag| is_tag(tag)).unwrap_or(context.language);
    let mut scope = Scope::new(presentation, context.registry, language);
    scope.is_return = is_return;
    let mut outcomes = outcomes(presentation, &scope);
    let openers = if is_return { vec![None; outcomes.len()] } else { section_openers(presentation, &outcomes) };
    // Links between slides need the numbers of the slides in the deck, which are known once all are converted.
    if has_slide_links(presentation) && scope.set_numbers(numbers(&outcomes, &openers)) {
        outcomes = self::outcomes(presentation, &scope);
    }

    let mut slides: Vec<ReturnedSlide> = Vec::new();
    let mut next_slide = 0;
    let mut comments = Vec::new();
    let mut report = Report { slides: Vec::new(), others: presentation.unread.iter().map(unread_entry).collect() };
    for (index, (slide, outcome)) in presentation.slides.iter().zip(&outcomes).enumerate() {
        let mut entries = Vec::new();
        let exported = outcome.exported.as_ref().map(|exported| exported.source.clone());
        let mut returned_slide = ReturnedSlide { exported, slides: Vec::new() };
        if let Some(opener) = &openers[index] {
            let name = format!("section “{opener}”");
            entries.push(entry(name, Fate::Changed(ImportText::SectionOpener { section: opener.clone() }.into())));
            let content = json!({ "title": shortened(opener, 140) });
            returned_slide.slides.push(json!({ "type": "chapter-title-slide", "content": content }));
            next_slide += 1;
        }
        let is_cut = add_slides(&mut returned_slide.slides, slide, outcome, &scope);
        entries.extend(shape_entries(slide, outcome));
        entries.extend(other_entries(slide, is_cut));
        if slide.transition.is_some() && outcome.exported.is_none() {
            entries.push(entry("transition", Fate::Field("transition".to_owned())));
        }
        comments.extend(slide.comments.iter().map(|comment| Comment {
            slide: next_slide,
            author: comment.author.clone(),
            time: comment.time.clone(),
            text: comment.text.clone(),
        }));
        report.slides.push(SlideReport {
            source: index + 1,
            slide: next_slide,
            slide_type: outcome.drafts[0].slide_type.to_string(),
            title: outcome_title(&outcome.drafts[0]),
            shapes: entries,
        });
        next_slide += outcome.drafts.len();
        slides.push(returned_slide);
    }
    let title = deck_title(presentation, &outcomes, context.file_name);
    let pictures = used_pictures(&mut slides, presentation, &scope);
    ConvertedFile { title, language: language.to_owned(), slides, pictures, comments, report }
}

/// Chooses a type for each slide and fills its fields.
fn outcomes(presentation: &Presentation, scope: &Scope<'_>) -> Vec<Outcome> {
    let convert = |(index, slide)| choose::choose(&SortedSlide::new(scope, slide, index));
    presentation.slides.iter().enumerate().map(convert).collect()
}

/// Adds the slides that a slide of the file becomes. Returns whether its notes had to be cut.
fn add_slides(slides: &mut Vec<Value>, slide: &Slide, outcome: &Outcome, scope: &Scope<'_>) -> bool {
    let mut is_cut = false;
    for (index, draft) in outcome.drafts.iter().enumerate() {
        let exported_notes = outcome.exported.as_ref().and_then(|exported| exported.notes.clone());
        let file_notes = || markdown::joined(&markdown::blocks(&slide.notes, scope));
        let slide_notes = if index == 0 { exported_notes.unwrap_or_else(file_notes) } else { String::new() };
        let paragraphs: Vec<String> = std::iter::once(slide_notes).chain(draft.notes.iter().cloned()).collect();
        let (notes, cut) = notes_text(&paragraphs);
        is_cut |= cut;
        let mut slide_json = json!({ "type": draft.slide_type, "content": draft.content });
        if !notes.is_empty() {
            slide_json["notes"] = json!(notes);
        }
        let exported = outcome.exported.as_ref();
        let mut visibility = exported.and_then(|exported| exported.visibility.clone()).unwrap_or_else(|| json!({}));
        visibility["hideInPresentation"] = json!(slide.is_hidden);
        if visibility.as_object().is_some_and(|flags| flags.values().any(|flag| *flag == json!(true))) {
            slide_json["visibility"] = visibility;
        }
        if let Some(duration) = exported.and_then(|exported| exported.duration.clone()) {
            slide_json["duration"] = duration;
        }
        let transition = match exported {
            Some(exported) => exported.transition.clone(),
            None => slide.transition.filter(|_| index == 0).map(|transition| json!(transition)),
        };
        if let Some(transition) = transition {
            slide_json["transition"] = transition;
        }
        let names = match exported {
            Some(exported) => exported.morph_names.clone(),
            None => (index == 0).then(|| morph_names(slide, outcome)).flatten(),
        };
        if let Some(names) = names {
            slide_json["morphNames"] = names;
        }
        if let Some(link) = exported.and_then(|exported| exported.library.clone()) {
            slide_json["library"] = link;
        }
        slides.push(slide_json);
    }
    is_cut
}

/// The morph names of the fields of a slide of the deck, from the names of the shapes that became these fields. `None`
/// if no shape has one.
fn morph_names(slide: &Slide, outcome: &Outcome) -> Option<Value> {
    let mut names = BTreeMap::new();
    for (index, shape) in slide.shapes.iter().enumerate() {
        if let (Some(name), Some(Fate::Field(path))) = (&shape.morph_name, outcome.fates.get(&index))
            && names.len() < MorphNames::MAX_NAMES
        {
            names.entry(path.clone()).or_insert_with(|| shortened(name, MorphNames::MAX_NAME));
        }
    }
    let names = MorphNames::read(&json!(names)).filter(|names| !names.is_empty())?;
    Some(json!(names))
}

fn entry(name: impl Into<String>, fate: Fate) -> ShapeReport {
    ShapeReport { name: name.into(), fate }
}

/// The report entry for content of the file that was not read.
fn unread_entry(what: &String) -> ShapeReport {
    let fate = if what == "a transition" {
        Fate::Dropped("no transition of a deck is like it".to_owned())
    } else {
        Fate::Lost(ImportText::unread(what).into())
    };
    entry(what.clone(), fate)
}

/// The report entries of the shapes of a slide.
fn shape_entries<'a>(slide: &'a Slide, outcome: &'a Outcome) -> impl Iterator<Item = ShapeReport> + 'a {
    slide.shapes.iter().enumerate().map(|(index, shape)| {
        let fate = outcome.fates.get(&index).cloned();
        entry(shape.name.clone(), fate.unwrap_or_else(|| Fate::Lost(ImportText::NoPlace.into())))
    })
}

/// The report entries of the background, the notes, the comments and unread content of a slide.
fn other_entries(slide: &Slide, is_cut: bool) -> Vec<ShapeReport> {
    let mut entries = Vec::new();
    if slide.background.is_some() {
        entries.push(entry("background", Fate::Field("slideBgImage".to_owned())));
    }
    if !text::is_blank(&slide.notes) || is_cut {
        let lost = ImportText::LongNotes { most: MAX_NOTES }.into();
        entries.push(entry("notes", if is_cut { Fate::Lost(lost) } else { Fate::Field("notes".to_owned()) }));
    }
    entries.extend(slide.comments.iter().map(|_| entry("comment", Fate::Field("comments".to_owned()))));
    entries.extend(slide.unread.iter().map(unread_entry));
    entries
}

/// The title of a slide of the deck, or its first words.
fn outcome_title(draft: &Draft) -> String {
    title_in(&draft.content)
}

/// The title of a slide as JSON, or its first words.
pub(crate) fn title_of(slide: &Value) -> String {
    slide.get("content").and_then(Value::as_object).map(title_in).unwrap_or_default()
}

fn title_in(content: &deck::Content) -> String {
    let words = |key: &str| content.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let found = ["title", "quote", "question", "caption", "subheading", "body"].into_iter().find_map(words);
    shortened(found.unwrap_or_default(), 120)
}

/// For each slide that begins a named section and is not an opener itself, the name for an added section opener.
fn section_openers(presentation: &Presentation, outcomes: &[Outcome]) -> Vec<Option<String>> {
    let mut names: Vec<&str> = presentation.slides.iter().filter_map(|slide| slide.section.as_deref()).collect();
    names.dedup();
    let mut before: Option<&str> = None;
    let mut openers = Vec::new();
    for (slide, outcome) in presentation.slides.iter().zip(outcomes) {
        let own = slide.section.as_deref();
        let begins = own.is_some() && own != before && names.len() > 1;
        before = own;
        let opens =
            matches!(outcome.drafts[0].slide_type.as_ref(), "title-slide" | "chapter-title-slide" | "end-slide");
        let name = own.map(str::trim).filter(|name| begins && !opens && !words::is_default_section(name));
        openers.push(name.map(str::to_owned));
    }
    openers
}

/// The number in the deck of each slide of the file: that of the first slide it becomes.
fn numbers(outcomes: &[Outcome], openers: &[Option<String>]) -> Vec<usize> {
    let mut next = 1;
    let mut numbers = Vec::new();
    for (outcome, opener) in outcomes.iter().zip(openers) {
        next += usize::from(opener.is_some());
        numbers.push(next);
        next += outcome.drafts.len();
    }
    numbers
}

/// Whether any text or shape links to a slide.
fn has_slide_links(presentation: &Presentation) -> bool {
    presentation.slides.iter().any(|slide| {
        if slide.origin.is_some() {
            return true;
        }
        let runs = |paragraphs: &[crate::model::Paragraph]| {
            paragraphs.iter().flat_map(|paragraph| &paragraph.runs).any(|run| matches!(run.link, Some(Link::Slide(_))))
        };
        runs(&slide.notes)
            || slide.shapes.iter().any(|shape| {
                matches!(shape.link, Some(Link::Slide(_)))
                    || match &shape.content {
                        crate::model::Content::Text(text) => runs(&text.paragraphs),
                        crate::model::Content::Table(table) => {
                            table.rows.iter().flatten().any(|cell| runs(&cell.paragraphs))
                        }
                        _ => false,
                    }
            })
    })
}

/// The title of the deck: that of the document, otherwise that of the first slide, otherwise the name of the file.
fn deck_title(presentation: &Presentation, outcomes: &[Outcome], file_name: &str) -> String {
    let document = presentation.title.as_deref().map(str::trim).filter(|title| !words::is_default_title(title));
    let first = outcomes.first().map(|outcome| outcome.drafts[0].title().trim()).filter(|title| !title.is_empty());
    let file = Some(file_name.trim()).filter(|name| !name.is_empty());
    shortened(document.or(first).or(file).unwrap_or(UNTITLED), MAX_TITLE)
}

/// The pictures that the slides refer to.
fn used_pictures(slides: &mut [ReturnedSlide], presentation: &Presentation, scope: &Scope<'_>) -> Vec<UsedPicture> {
    let parts = scope.parts();
    let mut seen = HashSet::new();
    let mut used = Vec::new();
    for slide in slides.iter_mut().flat_map(|slide| &mut slide.slides) {
        deck::refs::rewrite_value(slide, |reference| {
            if let Some(part) = parts.get(reference)
                && seen.insert(reference.to_owned())
            {
                used.push((reference.to_owned(), part.clone()));
            }
            None
        });
    }
    let mut alts: HashMap<&str, &str> = HashMap::new();
    for shape in presentation.slides.iter().flat_map(|slide| &slide.shapes) {
        if let (crate::model::Content::Picture(picture), Some(alt)) = (&shape.content, &shape.alt)
            && let Some(part) = &picture.part
        {
            alts.entry(part).or_insert(alt);
        }
    }
    let alt = |part: &str| alts.get(part).filter(|alt| !alt.trim().is_empty()).map(|alt| (*alt).to_owned());
    used.into_iter().map(|(reference, part)| UsedPicture { alt: alt(&part), reference, part }).collect()
}

#[cfg(test)]
mod tests;
