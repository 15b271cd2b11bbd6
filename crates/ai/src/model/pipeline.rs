//! Writes a deck, or more slides for a deck, from text: first an outline, then the slides in parallel groups.
//!
//! When the outline fails, the call fails. When a group fails, its slides become plain slides made from the outline.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use deck::{Deck, DeckRole, Registry};
use serde_json::{Map, Value, json};

use super::catalogue::{self, content_schema};
use super::untrusted::AnswerReader;
use super::{ModelAuthor, ask_for_object, list, prompts, section};
use crate::deck_outline::outline_id;
use crate::slide_types::{has_role, is_frame, max_length};
use crate::{
    DeckDraft, DeckOutline, DeckSource, Error, OutlineSlide, Progress, Refusal, SlideDraft, SourceIndex, TokenCounter,
    VendorAccess,
};

/// Maximum number of slides of an outline; further ones are ignored.
const MAX_SLIDES: usize = 40;
/// Maximum number of slides that one call to the model writes.
const GROUP_SIZE: usize = 4;
/// Maximum number of calls to the model that run in parallel.
const PARALLEL_CALLS: usize = 4;
/// Maximum number of characters of the source in the prompt of a group. Of a longer source, the prompt contains the
/// relevant paragraphs.
const MAX_SOURCE_CHARS: usize = 30_000;

/// A slide in the outline.
#[derive(Debug, Clone)]
pub(super) struct PlannedSlide {
    key: String,
    title: String,
    points: Vec<String>,
    notes: String,
}

/// Writes groups of planned slides. Shared by the parallel calls.
#[derive(Clone, Copy)]
struct GroupWriter<'a> {
    access: &'a VendorAccess,
    tokens: &'a TokenCounter,
    deadline: Instant,
    reader: AnswerReader<'a>,
    source: &'a str,
}

impl ModelAuthor<'_> {
    /// A deck made from a source.
    pub(crate) fn deck(&self, source: &DeckSource) -> Result<DeckDraft, Error> {
        let text = source.text_with_pictures();
        let material = material(&text, &[source.title.as_deref(), source.speaker.as_deref()]);
        let reader = self.reader(source, &material);
        let (title, plan) = self.plan(source, &text, reader)?;
        self.deck_of_plan(source, &text, reader, title, &plan)
    }

    /// The outline of a deck made from a source.
    pub(crate) fn outline(&self, source: &DeckSource) -> Result<DeckOutline, Error> {
        let text = source.text_with_pictures();
        let material = material(&text, &[source.title.as_deref(), source.speaker.as_deref()]);
        let reader = self.reader(source, &material);
        let (title, plan) = self.plan(source, &text, reader)?;
        let index = SourceIndex::new(source);
        let slide = |(at, slide): (usize, PlannedSlide)| OutlineSlide {
            ids: vec![outline_id(at)],
            key: Some(slide.key),
            sources: index.sources(std::iter::once(&slide.title).chain(&slide.points).map(String::as_str)),
            title: Some(slide.title),
            points: slide.points,
            notes: slide.notes,
        };
        let slides = plan.into_iter().enumerate().map(slide).collect();
        Ok(DeckOutline { title, language: reader.lang.to_owned(), slides })
    }

    /// A deck written from an outline that a person rearranged.
    pub(crate) fn planned_deck(&self, source: &DeckSource, outline: &[OutlineSlide]) -> Result<DeckDraft, Error> {
        let text = source.text_with_pictures();
        let material = material(&text, &[source.title.as_deref(), source.speaker.as_deref()]);
        let reader = self.reader(source, &material);
        let mut plan = Vec::with_capacity(outline.len());
        for entry in outline.iter().take(MAX_SLIDES) {
            let key = self.writer.offered_key(entry.key.as_deref().unwrap_or("content-slide"))?;
            let title = deck::shortened(entry.title.as_deref().unwrap_or_default().trim(), 120);
            let points: Vec<String> = entry.points.iter().take(24).cloned().collect();
            if !(title.is_empty() && points.is_empty()) {
                plan.push(PlannedSlide { key, title, points, notes: entry.notes.clone() });
            }
        }
        let first = plan.first().ok_or(Refusal::EmptyOutline)?;
        let opening = plan.iter().find(|slide| self.opens_deck(&slide.key)).unwrap_or(first).title.clone();
        let title = deck::shortened(source.title.as_deref().unwrap_or(&opening).trim(), deck::MAX_TITLE);
        self.deck_of_plan(source, &text, reader, title, &plan)
    }

    /// Whether slides of a type open a deck.
    fn opens_deck(&self, key: &str) -> bool {
        has_role(self.writer.registry, key, DeckRole::Title)
    }

    /// A reader of the answers about a source. Addresses in them must occur in `material`.
    fn reader<'b>(&'b self, source: &'b DeckSource, material: &'b str) -> AnswerReader<'b> {
        let lang = source.language.as_deref().unwrap_or(deck::DEFAULT_LANG);
        AnswerReader { registry: self.writer.registry, lang, material }
    }

    /// The title and the slides that the model plans for a source.
    fn plan(
        &self,
        source: &DeckSource,
        text: &str,
        reader: AnswerReader<'_>,
    ) -> Result<(String, Vec<PlannedSlide>), Error> {
        let mut user = section("language", reader.lang) + &section("theme", self.writer.theme);
        if let Some(title) = &source.title {
            user += &section("title", title);
        }
        if let Some(slides) = source.slides {
            user += &section("slides", &format!("{slides} slides at most"));
        }
        user += &catalogue::type_purposes(self.writer.registry, true);
        user += &section("source", text);
        let outline = self.ask(prompts::OUTLINE, &user, &outline_schema())?;
        let mut plan = planned_slides(reader, &outline);
        let max_slides = source.slides.unwrap_or(MAX_SLIDES);
        plan.truncate(max_slides);
        if plan.is_empty() {
            return Err(Error::UnusableAnswer(self.access.vendor));
        }
        let outlined = outline.get("title").and_then(Value::as_str).map(|title| reader.text(title));
        let title = source.title.clone().or(outlined).filter(|title| !title.trim().is_empty());
        let title = deck::shortened(title.unwrap_or_else(|| plan[0].title.clone()).trim(), deck::MAX_TITLE);
        if !self.opens_deck(&plan[0].key) {
            plan.truncate(max_slides.saturating_sub(1));
            let first = PlannedSlide {
                key: "title-slide".to_owned(),
                title: title.clone(),
                points: vec![],
                notes: String::new(),
            };
            plan.insert(0, first);
        }
        Ok((title, plan))
    }

    /// Writes the slides of a plan.
    fn deck_of_plan(
        &self,
        source: &DeckSource,
        text: &str,
        reader: AnswerReader<'_>,
        title: String,
        plan: &[PlannedSlide],
    ) -> Result<DeckDraft, Error> {
        let mut slides = self.slides(&title, reader, text, plan)?;
        for slide in slides.iter_mut().filter(|slide| self.opens_deck(&slide.key)).take(1) {
            self.fill_title_slide(slide, source);
        }
        Ok(DeckDraft { title, language: reader.lang.to_owned(), slides })
    }

    /// Content slides made from a text, for an existing deck.
    pub(crate) fn more_slides(&self, deck: &Deck, text: &str) -> Result<Vec<SlideDraft>, Error> {
        let registry = self.writer.registry;
        let titles: Vec<&str> = deck.slides.iter().map(|slide| registry.title_of(slide)).collect();
        let about = json!({ "title": deck.title, "slides": titles }).to_string();
        let user = section("language", &deck.lang)
            + &section("deck", &about)
            + &catalogue::type_purposes(registry, false)
            + &section("source", text);
        let outline = self.ask(prompts::MORE, &user, &outline_schema())?;
        let reader = AnswerReader { registry, lang: &deck.lang, material: text };
        let mut plan = planned_slides(reader, &outline);
        plan.retain(|slide| !is_frame(registry, &slide.key));
        let mut slides = self.slides(&deck.title, reader, text, &plan)?;
        slides.retain(|slide| !is_frame(registry, &slide.key));
        Ok(slides)
    }

    /// The model's answer to a prompt, as a JSON object.
    pub(super) fn ask(&self, system: &str, user: &str, schema: &Value) -> Result<Value, Error> {
        ask_for_object(self.access, self.writer.tokens, self.writer.deadline, system, user, schema)
    }

    /// Writes the planned slides and reports each one.
    fn slides(
        &self,
        title: &str,
        reader: AnswerReader<'_>,
        source: &str,
        plan: &[PlannedSlide],
    ) -> Result<Vec<SlideDraft>, Error> {
        let titles: Vec<(String, String)> = plan.iter().map(|slide| (slide.key.clone(), slide.title.clone())).collect();
        self.writer.report(Progress::Outline { title, language: reader.lang, slides: &titles })?;
        let (tokens, deadline) = (self.writer.tokens, self.writer.deadline);
        let group_writer = GroupWriter { access: self.access, tokens, deadline, reader, source };
        let groups: Vec<&[PlannedSlide]> = plan.chunks(GROUP_SIZE).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let mut written: Vec<Option<SlideDraft>> = vec![None; plan.len()];
        std::thread::scope(|scope| {
            for _ in 0..PARALLEL_CALLS.min(groups.len()) {
                let (groups, next, stopped, sender) = (&groups, &next, &stopped, sender.clone());
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed)
                        && let at = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(group) = groups.get(at)
                        && sender.send((at, group_writer.write(group))).is_ok()
                    {}
                });
            }
            drop(sender);
            for (group, slides) in receiver {
                for (offset, slide) in slides.into_iter().enumerate() {
                    let index = group * GROUP_SIZE + offset;
                    let slide = self.slide_or_fallback(reader, &plan[index], slide);
                    let step = Progress::Slide { index, count: plan.len(), slide: &slide };
                    if let Err(stop) = self.writer.report(step) {
                        stopped.store(true, Ordering::Relaxed);
                        return Err(stop);
                    }
                    written[index] = Some(slide);
                }
            }
            Ok(())
        })?;
        Ok(written.into_iter().flatten().collect())
    }

    /// The written slide, made to fit its page; where writing failed, a slide made from the plan.
    fn slide_or_fallback(
        &self,
        reader: AnswerReader<'_>,
        plan: &PlannedSlide,
        slide: Option<SlideDraft>,
    ) -> SlideDraft {
        let author = self.writer.author();
        match slide.or_else(|| frame_slide(reader, plan)) {
            Some(slide) => author.fitted(reader.lang, slide),
            None => author.plain_slide(reader.lang, &plan.title, &plan.points, &plan.notes),
        }
    }

    /// Sets the requested title and the speaker on the title slide.
    fn fill_title_slide(&self, slide: &mut SlideDraft, source: &DeckSource) {
        let Some(slide_type) = self.writer.registry.by_key(&slide.key) else { return };
        let mut set = |key: &str, text: &str| {
            if let Some(field) = slide_type.field(key) {
                slide.content.insert(key.to_owned(), json!(deck::shortened(text, max_length(field))));
            }
        };
        if let Some(title) = &source.title {
            set("title", title);
        }
        if let Some(speaker) = source.speaker.as_deref().filter(|speaker| !speaker.trim().is_empty()) {
            set("meta", speaker.trim());
        }
    }
}

impl GroupWriter<'_> {
    /// The slides of a group; `None` for each slide that could not be written.
    fn write(&self, plan: &[PlannedSlide]) -> Vec<Option<SlideDraft>> {
        let mut types: Vec<&deck::SlideType> = Vec::new();
        for slide_type in plan.iter().filter_map(|slide| self.reader.registry.by_key(&slide.key)) {
            if !types.iter().any(|other| other.key == slide_type.key) {
                types.push(slide_type);
            }
        }
        let plan_by_key: Map<String, Value> = plan
            .iter()
            .zip(1..)
            .map(|(slide, number): (_, usize)| {
                let view = json!({
                    "type": slide.key, "title": slide.title, "points": slide.points, "notes": slide.notes,
                });
                (format!("s{number}"), view)
            })
            .collect();
        let user = section("language", self.reader.lang)
            + &catalogue::type_fields(types.iter().copied())
            + &section("plan", &Value::Object(plan_by_key).to_string())
            + &section("source", &excerpt(self.source, plan));
        let schema = group_schema(self.reader.registry, plan);
        let Ok(answer) = ask_for_object(self.access, self.tokens, self.deadline, prompts::SLIDES, &user, &schema)
        else {
            return vec![None; plan.len()];
        };
        let mut slides = self.read(plan, &answer);
        let problems: Vec<String> = slides
            .iter()
            .zip(1..)
            .filter_map(|(slide, number): (_, usize)| Some(format!("s{number}: {}", slide.as_ref().err()?)))
            .collect();
        if !problems.is_empty() {
            let user = section("language", self.reader.lang)
                + &catalogue::type_fields(types.iter().copied())
                + &section("problems", &problems.join("\n"))
                + &section("slides", &answer.to_string());
            if let Ok(repaired) =
                ask_for_object(self.access, self.tokens, self.deadline, prompts::REPAIR, &user, &schema)
            {
                for (slide, repaired) in slides.iter_mut().zip(self.read(plan, &repaired)) {
                    if slide.is_err() {
                        *slide = repaired;
                    }
                }
            }
        }
        slides.into_iter().map(Result::ok).collect()
    }

    /// The planned slides in an answer, or what is wrong with each.
    fn read(&self, plan: &[PlannedSlide], answer: &Value) -> Vec<Result<SlideDraft, String>> {
        let slides = answer.get("slides").unwrap_or(answer);
        plan.iter()
            .enumerate()
            .map(|(at, slide)| {
                let view = slides.get(format!("s{}", at + 1)).or_else(|| slides.get(at));
                let view = view.ok_or("the slide is missing")?;
                let content = view.get("content").unwrap_or(view);
                let notes = view.get("notes").and_then(Value::as_str).unwrap_or(&slide.notes);
                self.reader.slide(&slide.key, content, notes)
            })
            .collect()
    }
}

/// The usable slides of an outline.
pub(super) fn planned_slides(reader: AnswerReader<'_>, outline: &Value) -> Vec<PlannedSlide> {
    let slides = list(outline, "slides");
    let text = |view: &Value, key: &str| reader.text(view.get(key).and_then(Value::as_str).unwrap_or_default());
    slides
        .iter()
        .take(MAX_SLIDES)
        .filter_map(|view| {
            let points = list(view, "points").iter().filter_map(Value::as_str).map(|point| reader.text(point));
            let points: Vec<String> = points.filter(|point| !point.trim().is_empty()).take(12).collect();
            let title = deck::shortened(text(view, "title").trim(), 120);
            let name = view.get("type").and_then(Value::as_str).unwrap_or_default();
            let key = reader.slide_type(name).map_or("content-slide", |slide_type| slide_type.key.as_str()).to_owned();
            let empty = title.is_empty() && points.is_empty();
            (!empty).then(|| PlannedSlide { key, title, points, notes: text(view, "notes") })
        })
        .collect()
}

/// A title, section or closing slide from its planned title alone; `None` for other types.
fn frame_slide(reader: AnswerReader<'_>, plan: &PlannedSlide) -> Option<SlideDraft> {
    if !is_frame(reader.registry, &plan.key) {
        return None;
    }
    reader.slide(&plan.key, &json!({ "title": plan.title }), &plan.notes).ok()
}

/// JSON Schema of the answer to [`prompts::OUTLINE`] and [`prompts::MORE`].
fn outline_schema() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": {
            "title": text, "language": text,
            "slides": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "type": text, "title": text, "points": { "type": "array", "items": text }, "notes": text,
                },
                "required": ["type", "title", "points"],
            } },
        },
        "required": ["title", "slides"],
    })
}

/// JSON Schema of the answer to [`prompts::SLIDES`] for a group of planned slides.
fn group_schema(registry: &Registry, plan: &[PlannedSlide]) -> Value {
    let mut slides = Map::new();
    for (slide, number) in plan.iter().zip(1_usize..) {
        let content = registry.by_key(&slide.key).map_or_else(|| json!({ "type": "object" }), content_schema);
        let view = json!({
            "type": "object", "properties": { "content": content, "notes": { "type": "string" } },
            "required": ["content"],
        });
        slides.insert(format!("s{number}"), view);
    }
    let keys: Vec<String> = slides.keys().cloned().collect();
    json!({
        "type": "object",
        "properties": { "slides": { "type": "object", "properties": slides, "required": keys } },
        "required": ["slides"],
    })
}

/// The source with further texts that addresses may come from.
fn material(source: &str, more: &[Option<&str>]) -> String {
    let more = more.iter().flatten().copied();
    std::iter::once(source).chain(more).collect::<Vec<_>>().join("\n")
}

/// The source for a group of slides. Of a long source, the paragraphs that share the most words with the plan, in
/// order.
fn excerpt(source: &str, plan: &[PlannedSlide]) -> String {
    if source.len() <= MAX_SOURCE_CHARS {
        return source.to_owned();
    }
    let words = |text: &str| -> std::collections::HashSet<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 3)
            .map(str::to_lowercase)
            .collect()
    };
    let wanted: String =
        plan.iter().flat_map(|slide| slide.points.iter().chain([&slide.title])).cloned().collect::<Vec<_>>().join(" ");
    let wanted = words(&wanted);
    let paragraphs: Vec<&str> = source.split("\n\n").collect();
    let mut ranked: Vec<(usize, usize)> =
        paragraphs.iter().enumerate().map(|(at, text)| (words(text).intersection(&wanted).count(), at)).collect();
    ranked.sort_by_key(|(shared, at)| (std::cmp::Reverse(*shared), *at));
    let mut room = MAX_SOURCE_CHARS;
    let mut chosen: Vec<usize> = Vec::new();
    for (_, at) in ranked.into_iter().take_while(|(shared, _)| *shared > 0) {
        if let Some(remaining) = room.checked_sub(paragraphs[at].len()) {
            room = remaining;
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    let text = chosen.into_iter().map(|at| paragraphs[at]).collect::<Vec<_>>().join("\n\n");
    if text.is_empty() { source.chars().take(MAX_SOURCE_CHARS).collect() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_source_a_group_gets_the_relevant_paragraphs() {
        let filler = "Nothing of interest stands here at all. ".repeat(40);
        let source =
            format!("{}\n\nThe dredging costs forty million.\n\n{filler}", vec![filler.as_str(); 30].join("\n\n"));
        let plan = PlannedSlide {
            key: "content-slide".to_owned(),
            title: "Dredging".to_owned(),
            points: vec!["It costs forty million".to_owned()],
            notes: String::new(),
        };
        assert!(source.len() > MAX_SOURCE_CHARS);
        assert_eq!(excerpt(&source, std::slice::from_ref(&plan)), "The dredging costs forty million.");
        assert_eq!(excerpt("short", &[plan]), "short");
    }

    #[test]
    fn unusable_slides_of_an_outline_are_dropped() {
        let reader = AnswerReader { registry: Registry::core(), lang: "en-GB", material: "" };
        let outline = json!({ "slides": [
            { "type": "list", "title": "Rules", "points": ["one", 7, " "] },
            { "type": "custom-html-slide", "title": "Own" },
            { "type": "list-slide", "title": " ", "points": [] },
            "words",
        ] });
        let plan = planned_slides(reader, &outline);
        let keys: Vec<&str> = plan.iter().map(|slide| slide.key.as_str()).collect();
        assert_eq!(keys, ["list-slide", "content-slide"]);
        assert_eq!(plan[0].points, ["one"]);
        assert!(planned_slides(reader, &json!({"slides": "many"})).is_empty());
    }
}
