//! A deck, or slides for one, from text: an outline first, then its slides in groups, side by side.
//!
//! A failed outline fails the call. A group that fails becomes plain slides of what the outline says.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use deck::{Deck, Registry};
use serde_json::{Map, Value, json};

use super::catalogue::{self, content_schema, is_frame};
use super::untrusted::Reader;
use super::{Model, object, prompts, section};
use crate::{Access, Draft, Fault, SlideDraft, Source, Step};

/// Most slides that are taken from an outline.
const MOST_SLIDES: usize = 40;
/// Slides that are written in one call.
const GROUP: usize = 4;
/// Calls at a time.
const AT_ONCE: usize = 4;
/// Most characters of a source that a group is given; of a longer one it is given what it speaks of.
const MOST_SOURCE: usize = 30_000;

/// A slide that is planned.
#[derive(Debug, Clone)]
struct Planned {
    key: String,
    title: String,
    points: Vec<String>,
    notes: String,
}

/// What the calls for groups share.
#[derive(Clone, Copy)]
struct Work<'a> {
    access: &'a Access,
    deadline: Instant,
    reader: Reader<'a>,
    source: &'a str,
}

impl Model<'_> {
    /// A deck made of a source.
    pub(crate) fn deck(&self, source: &Source) -> Result<Draft, Fault> {
        let registry = self.writer.registry;
        let lang = source.language.as_deref().unwrap_or(deck::DEFAULT_LANG);
        let mut user = section("language", lang) + &section("theme", self.writer.theme);
        if let Some(title) = &source.title {
            user += &section("title", title);
        }
        user += &catalogue::choice(registry, true);
        user += &section("source", &source.text);
        let outline = self.asked(prompts::OUTLINE, &user, &outline_schema())?;
        let material = material(&source.text, &[source.title.as_deref(), source.speaker.as_deref()]);
        let reader = Reader { registry, lang, material: &material };
        let mut plan = planned(reader, &outline);
        if plan.is_empty() {
            return Err(Fault::Unusable(self.access.vendor));
        }
        let said = outline.get("title").and_then(Value::as_str).map(|title| reader.text(title));
        let title = source.title.clone().or(said).filter(|title| !title.trim().is_empty());
        let title = deck::cut(title.unwrap_or_else(|| plan[0].title.clone()).trim(), deck::MAX_TITLE);
        if !plan.iter().take(1).any(|first| first.key == "title-slide") {
            let first =
                Planned { key: "title-slide".to_owned(), title: title.clone(), points: vec![], notes: String::new() };
            plan.insert(0, first);
        }
        let mut slides = self.slides(&title, reader, &source.text, &plan)?;
        for slide in slides.iter_mut().filter(|slide| slide.key == "title-slide").take(1) {
            self.open(slide, source);
        }
        Ok(Draft { title, language: lang.to_owned(), slides })
    }

    /// Content slides made of a text for a deck that is there.
    pub(crate) fn more(&self, deck: &Deck, text: &str) -> Result<Vec<SlideDraft>, Fault> {
        let registry = self.writer.registry;
        let titles: Vec<&str> = deck.slides.iter().map(|slide| registry.title_of(slide)).collect();
        let about = json!({ "title": deck.title, "slides": titles }).to_string();
        let user = section("language", &deck.lang)
            + &section("deck", &about)
            + &catalogue::choice(registry, false)
            + &section("source", text);
        let outline = self.asked(prompts::MORE, &user, &outline_schema())?;
        let reader = Reader { registry, lang: &deck.lang, material: text };
        let mut plan = planned(reader, &outline);
        plan.retain(|slide| !is_frame(registry, &slide.key));
        let mut slides = self.slides(&deck.title, reader, text, &plan)?;
        slides.retain(|slide| !is_frame(registry, &slide.key));
        Ok(slides)
    }

    pub(super) fn asked(&self, system: &str, user: &str, schema: &Value) -> Result<Value, Fault> {
        object(self.access, self.writer.deadline, system, user, schema)
    }

    /// Writes what is planned, and tells each slide when it is done.
    fn slides(
        &self,
        title: &str,
        reader: Reader<'_>,
        source: &str,
        plan: &[Planned],
    ) -> Result<Vec<SlideDraft>, Fault> {
        let named: Vec<(String, String)> = plan.iter().map(|slide| (slide.key.clone(), slide.title.clone())).collect();
        self.writer.tell(Step::Outline { title, language: reader.lang, slides: &named })?;
        let work = Work { access: self.access, deadline: self.writer.deadline, reader, source };
        let groups: Vec<&[Planned]> = plan.chunks(GROUP).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let mut made: Vec<Option<SlideDraft>> = vec![None; plan.len()];
        let told = std::thread::scope(|scope| {
            for _ in 0..AT_ONCE.min(groups.len()) {
                let (groups, next, stopped, sender) = (&groups, &next, &stopped, sender.clone());
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed)
                        && let at = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(group) = groups.get(at)
                        && sender.send((at, work.group(group))).is_ok()
                    {}
                });
            }
            drop(sender);
            for (group, slides) in receiver {
                for (offset, slide) in slides.into_iter().enumerate() {
                    let index = group * GROUP + offset;
                    let slide = self.settled(reader, &plan[index], slide);
                    let step = Step::Slide { index, count: plan.len(), slide: &slide };
                    if let Err(stop) = self.writer.tell(step) {
                        stopped.store(true, Ordering::Relaxed);
                        return Err(stop);
                    }
                    made[index] = Some(slide);
                }
            }
            Ok(())
        });
        told?;
        Ok(made.into_iter().flatten().collect())
    }

    /// A slide that was written, made to fit; a plain one where none was.
    fn settled(&self, reader: Reader<'_>, plan: &Planned, slide: Option<SlideDraft>) -> SlideDraft {
        let author = self.writer.author();
        match slide.or_else(|| framed(reader, plan)) {
            Some(slide) => author.settled(reader.lang, slide),
            None => author.plain(reader.lang, &plan.title, &plan.points, &plan.notes),
        }
    }

    /// Puts the title that was asked for, and who speaks, on the title slide.
    fn open(&self, slide: &mut SlideDraft, source: &Source) {
        let Some(known) = self.writer.registry.by_key(&slide.key) else { return };
        let mut set = |key: &str, text: &str| {
            if let Some(field) = known.field(key) {
                slide.content.insert(key.to_owned(), json!(deck::cut(text, field.max_length.unwrap_or(usize::MAX))));
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

impl Work<'_> {
    /// The slides of a group, each where it could be written.
    fn group(&self, plan: &[Planned]) -> Vec<Option<SlideDraft>> {
        let nothing = || vec![None; plan.len()];
        let types: Vec<_> = plan.iter().filter_map(|slide| self.reader.registry.by_key(&slide.key)).collect();
        let mut distinct: Vec<_> = Vec::new();
        for known in types {
            if !distinct.iter().any(|other: &&deck::SlideType| other.key == known.key) {
                distinct.push(known);
            }
        }
        let shown: Map<String, Value> = plan
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
            + &catalogue::fields(distinct.iter().copied())
            + &section("plan", &Value::Object(shown).to_string())
            + &section("source", &excerpt(self.source, plan));
        let schema = group_schema(self.reader.registry, plan);
        let Ok(said) = object(self.access, self.deadline, prompts::SLIDES, &user, &schema) else { return nothing() };
        let mut slides = self.read(plan, &said);
        let problems: Vec<String> = slides
            .iter()
            .zip(1..)
            .filter_map(|(slide, number): (_, usize)| Some(format!("s{number}: {}", slide.as_ref().err()?)))
            .collect();
        if !problems.is_empty() {
            let user = section("language", self.reader.lang)
                + &catalogue::fields(distinct.iter().copied())
                + &section("problems", &problems.join("\n"))
                + &section("slides", &said.to_string());
            if let Ok(said) = object(self.access, self.deadline, prompts::REPAIR, &user, &schema) {
                for (slide, mended) in slides.iter_mut().zip(self.read(plan, &said)) {
                    if slide.is_err() {
                        *slide = mended;
                    }
                }
            }
        }
        slides.into_iter().map(Result::ok).collect()
    }

    fn read(&self, plan: &[Planned], said: &Value) -> Vec<Result<SlideDraft, String>> {
        let all = said.get("slides").unwrap_or(said);
        plan.iter()
            .enumerate()
            .map(|(at, slide)| {
                let view = all.get(format!("s{}", at + 1)).or_else(|| all.get(at));
                let view = view.ok_or("the slide is missing")?;
                let content = view.get("content").unwrap_or(view);
                let notes = view.get("notes").and_then(Value::as_str).unwrap_or(&slide.notes);
                self.reader.slide(&slide.key, content, notes)
            })
            .collect()
    }
}

/// What an outline plans, as far as it can be used.
fn planned(reader: Reader<'_>, outline: &Value) -> Vec<Planned> {
    let slides = outline.get("slides").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |view: &Value, key: &str| reader.text(view.get(key).and_then(Value::as_str).unwrap_or_default());
    slides
        .iter()
        .take(MOST_SLIDES)
        .filter_map(|view| {
            let points = view.get("points").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let points = points.iter().filter_map(Value::as_str).map(|point| reader.text(point));
            let points: Vec<String> = points.filter(|point| !point.trim().is_empty()).take(12).collect();
            let title = deck::cut(text(view, "title").trim(), 120);
            let named = view.get("type").and_then(Value::as_str).unwrap_or_default();
            let key = reader.slide_type(named).map_or("content-slide", |known| known.key.as_str()).to_owned();
            let empty = title.is_empty() && points.is_empty();
            (!empty).then(|| Planned { key, title, points, notes: text(view, "notes") })
        })
        .collect()
}

/// A slide that frames a deck needs no more than its title.
fn framed(reader: Reader<'_>, plan: &Planned) -> Option<SlideDraft> {
    if !is_frame(reader.registry, &plan.key) {
        return None;
    }
    reader.slide(&plan.key, &json!({ "title": plan.title }), &plan.notes).ok()
}

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

fn group_schema(registry: &Registry, plan: &[Planned]) -> Value {
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

fn material(source: &str, more: &[Option<&str>]) -> String {
    let more = more.iter().flatten().copied();
    std::iter::once(source).chain(more).collect::<Vec<_>>().join("\n")
}

/// A source for a group of slides: whole, or the paragraphs that share most words with them, in their order.
fn excerpt(source: &str, plan: &[Planned]) -> String {
    if source.len() <= MOST_SOURCE {
        return source.to_owned();
    }
    let words = |text: &str| -> std::collections::HashSet<String> {
        text.split(|letter: char| !letter.is_alphanumeric())
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
    let mut room = MOST_SOURCE;
    let mut chosen: Vec<usize> = Vec::new();
    for (_, at) in ranked.into_iter().take_while(|(shared, _)| *shared > 0) {
        let Some(left) = room.checked_sub(paragraphs[at].len()) else { continue };
        room = left;
        chosen.push(at);
    }
    chosen.sort_unstable();
    let text = chosen.into_iter().map(|at| paragraphs[at]).collect::<Vec<_>>().join("\n\n");
    if text.is_empty() { source.chars().take(MOST_SOURCE).collect() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_source_is_given_by_the_paragraphs_that_matter() {
        let filler = "Nothing of interest stands here at all. ".repeat(40);
        let source =
            format!("{}\n\nThe dredging costs forty million.\n\n{filler}", vec![filler.as_str(); 30].join("\n\n"));
        let plan = Planned {
            key: "content-slide".to_owned(),
            title: "Dredging".to_owned(),
            points: vec!["It costs forty million".to_owned()],
            notes: String::new(),
        };
        assert!(source.len() > MOST_SOURCE);
        assert_eq!(excerpt(&source, std::slice::from_ref(&plan)), "The dredging costs forty million.");
        assert_eq!(excerpt("short", &[plan]), "short");
    }

    #[test]
    fn an_outline_is_read_as_far_as_it_can_be_used() {
        let reader = Reader { registry: Registry::core(), lang: "en-GB", material: "" };
        let outline = json!({ "slides": [
            { "type": "list", "title": "Rules", "points": ["one", 7, " "] },
            { "type": "custom-html-slide", "title": "Own" },
            { "type": "list-slide", "title": " ", "points": [] },
            "words",
        ] });
        let plan = planned(reader, &outline);
        let keys: Vec<&str> = plan.iter().map(|slide| slide.key.as_str()).collect();
        assert_eq!(keys, ["list-slide", "content-slide"]);
        assert_eq!(plan[0].points, ["one"]);
        assert!(planned(reader, &json!({"slides": "many"})).is_empty());
    }
}
