//! The outline of a deck: lists its slides before they are written, and writes a deck from an outline that a person
//! rearranged.
//!
//! The built-in author is deterministic, so it makes an outline by writing the whole deck. From an arranged outline, it
//! writes the deck again and arranges its slides. A model's outline is the first half of its work, and the arranged
//! outline is the input of the second half.

use std::collections::HashMap;

use deck::{Deck, DeckRole, Slide};
use serde_json::{Value, json};

use crate::builtin::BuiltinAuthor;
use crate::slide_types::{has_role, is_offered, label_field, max_length};
use crate::{DeckDraft, Error, Refusal, SlideDraft, SourceIndex, SourceSentence, Writer};

/// The outline of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckOutline {
    /// Title of the deck.
    pub title: String,
    /// Language tag.
    pub language: String,
    /// The slides in order.
    pub slides: Vec<OutlineSlide>,
}

/// A slide of an outline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutlineSlide {
    /// The ids of the slides that it is made of; several are merged. Ids are given by the author of the outline.
    pub ids: Vec<String>,
    /// Registry key of the slide type; as the author chose it when absent.
    pub key: Option<String>,
    /// Title; as the author wrote it when absent.
    pub title: Option<String>,
    /// The points that a model planned for the slide; none in an outline of the built-in author.
    pub points: Vec<String>,
    /// The notes that a model planned for the slide; empty in an outline of the built-in author.
    pub notes: String,
    /// The sentences of the source that the slide is made of.
    pub sources: Vec<SourceSentence>,
}

impl DeckOutline {
    /// The outline of a deck that is written already.
    pub(crate) fn of(writer: &Writer<'_>, draft: &DeckDraft, index: &SourceIndex) -> Self {
        let slide = |(at, slide): (usize, &SlideDraft)| OutlineSlide {
            ids: vec![outline_id(at)],
            key: Some(slide.key.clone()),
            title: Some(writer.title_of(slide)),
            sources: index.sources_of(writer.registry, slide),
            ..OutlineSlide::default()
        };
        Self {
            title: draft.title.clone(),
            language: draft.language.clone(),
            slides: draft.slides.iter().enumerate().map(slide).collect(),
        }
    }
}

/// The id of a slide in an outline, by its index.
pub(crate) fn outline_id(index: usize) -> String {
    format!("s{}", index + 1)
}

impl Writer<'_> {
    /// A deck of the built-in author, arranged by an outline: slides in another order, dropped, merged, with another
    /// title or type. Slides are made to fit the page of this writer's theme.
    ///
    /// # Errors
    /// Fails when the outline is empty, when an entry of it has no slide id, the id of a slide that the deck does not
    /// have or that another entry uses, or a type that authors cannot use, and when the caller cancels the work.
    pub fn arranged_deck(&self, draft: &DeckDraft, outline: &[OutlineSlide]) -> Result<DeckDraft, Error> {
        let author = self.author();
        let lang = &draft.language;
        let index: HashMap<String, usize> = (0..draft.slides.len()).map(|at| (outline_id(at), at)).collect();
        let mut used = vec![false; draft.slides.len()];
        let (mut slides, mut title) = (Vec::with_capacity(outline.len()), draft.title.clone());
        for (position, entry) in outline.iter().enumerate() {
            if entry.ids.is_empty() {
                return Err(Refusal::NoIdInOutline { index: position }.into());
            }
            let mut group = Vec::with_capacity(entry.ids.len());
            for id in &entry.ids {
                let at = *index.get(id).ok_or_else(|| Refusal::NotInOutline { id: id.clone() })?;
                if std::mem::replace(&mut used[at], true) {
                    return Err(Refusal::TwiceInOutline { id: id.clone() }.into());
                }
                group.push(slide_of(&draft.slides[at]));
            }
            let Some(slide) = merged(&author, lang, group) else { continue };
            let key = match entry.key.as_deref() {
                Some(name) => self.offered_key(name)?,
                None => slide.key.clone(),
            };
            let own_title = entry.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
            let slide = if key == slide.key { draft_of(slide) } else { author.convert(lang, &slide, &key) };
            let slide = match own_title {
                Some(own) if own != self.title_of(&slide) => {
                    if has_role(self.registry, &slide.key, DeckRole::Title) {
                        title = deck::shortened(own, deck::MAX_TITLE);
                    }
                    self.retitled(slide, own)
                }
                _ => slide,
            };
            slides.push(author.fitted(lang, slide));
        }
        if slides.is_empty() {
            return Err(Refusal::EmptyOutline.into());
        }
        self.report_draft(&title, lang, &slides)?;
        Ok(DeckDraft { title, language: lang.clone(), slides })
    }

    /// The registry key of the type with a name. Fails unless there is such a type and authors may use it.
    pub(crate) fn offered_key(&self, name: &str) -> Result<String, Refusal> {
        let found = self.registry.resolve(name.trim()).filter(|slide_type| is_offered(slide_type));
        found.map(|slide_type| slide_type.key.clone()).ok_or_else(|| Refusal::UnknownType { name: name.to_owned() })
    }

    /// A slide with another title, where its type has one.
    fn retitled(&self, mut slide: SlideDraft, title: &str) -> SlideDraft {
        if let Some(field) = self.registry.by_key(&slide.key).and_then(label_field) {
            slide.content.insert(field.key.clone(), json!(deck::shortened(title, max_length(field))));
        }
        slide
    }
}

/// Merges several slides into one. When they cannot be merged, for example because one is a title slide or a table, the
/// first slide stays and the text of the others is added to its notes. `None` for an empty group.
fn merged(author: &BuiltinAuthor<'_>, lang: &str, group: Vec<Slide>) -> Option<Slide> {
    if group.len() < 2 {
        return group.into_iter().next();
    }
    let indexes: Vec<usize> = (0..group.len()).collect();
    let mut deck = Deck::new(String::new(), lang.to_owned());
    deck.slides = group;
    if let Some(merge) = author.merged_slides(&deck, &indexes) {
        return Some(slide_of(&merge.merged));
    }
    let mut slides = deck.slides.into_iter();
    let mut first = slides.next()?;
    for other in slides {
        let plain = author.convert(lang, &other, "content-slide");
        let text = |key: &str| plain.content.get(key).and_then(Value::as_str).unwrap_or_default();
        let parts = [&first.notes, text("title"), text("body"), &plain.notes];
        let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
        first.notes = parts.collect::<Vec<_>>().join("\n\n");
    }
    Some(first)
}

fn slide_of(draft: &SlideDraft) -> Slide {
    Slide { notes: draft.notes.clone(), ..Slide::new("draft", draft.key.as_str(), draft.content.clone()) }
}

fn draft_of(slide: Slide) -> SlideDraft {
    SlideDraft { key: slide.key, content: slide.content, notes: slide.notes }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use deck::Registry;

    use super::*;
    use crate::TokenCounter;

    fn draft() -> DeckDraft {
        let slide = |key: &str, content: Value| SlideDraft {
            key: key.to_owned(),
            content: content.as_object().expect("an object").clone(),
            notes: String::new(),
        };
        DeckDraft {
            title: "Quay".to_owned(),
            language: "en-GB".to_owned(),
            slides: vec![
                slide("title-slide", json!({ "title": "Quay" })),
                slide("content-slide", json!({ "title": "Waiting", "body": "Ships wait two days." })),
                slide("content-slide", json!({ "title": "Building", "body": "We build a second quay." })),
                slide("table-slide", json!({ "title": "Costs", "data": "Part,Million\nWall,21\nRoads,7" })),
            ],
        }
    }

    /// The draft above, arranged by an outline, when every slide fits its page.
    fn arranged(outline: &[OutlineSlide]) -> Result<DeckDraft, Error> {
        let writer = Writer {
            registry: Registry::core(),
            theme: "Default",
            fit: &|_, _| crate::PageFit::Good,
            access: None,
            tokens: &TokenCounter::default(),
            deadline: Instant::now(),
            on_progress: &|_| true,
        };
        writer.arranged_deck(&draft(), outline)
    }

    fn entry(ids: &[&str], key: Option<&str>, title: Option<&str>) -> OutlineSlide {
        OutlineSlide {
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            key: key.map(str::to_owned),
            title: title.map(str::to_owned),
            ..OutlineSlide::default()
        }
    }

    #[test]
    fn slides_are_reordered_dropped_merged_retitled_and_retyped() {
        let outline = [
            entry(&["s1"], None, Some("A quay for everybody")),
            entry(&["s3", "s2"], None, Some("Both")),
            entry(&["s4"], Some("eu.svc.slide.content"), None),
        ];
        let deck = arranged(&outline).expect("a deck");
        assert_eq!(deck.title, "A quay for everybody");
        let titles: Vec<&str> = deck.slides.iter().map(|slide| slide.content["title"].as_str().unwrap()).collect();
        assert_eq!(titles, ["A quay for everybody", "Both", "Costs"]);
        let both = deck.slides[1].content.get("body").map_or_else(|| json!(deck.slides[1].content), Clone::clone);
        let both = both.to_string();
        assert!(both.contains("Ships wait two days") && both.contains("second quay"), "{both}");
        assert_eq!(deck.slides[2].key, "content-slide");
    }

    #[test]
    fn what_cannot_be_merged_goes_to_the_notes() {
        let deck = arranged(&[entry(&["s1", "s2"], None, None)]).expect("a deck");
        assert_eq!(deck.slides[0].key, "title-slide");
        assert_eq!(deck.slides[0].notes, "Waiting\n\nShips wait two days.");
    }

    #[test]
    fn an_outline_that_cannot_be_followed_is_refused() {
        let check = |outline: &[OutlineSlide]| arranged(outline).unwrap_err().to_string();
        assert!(check(&[entry(&["s9"], None, None)]).contains("there is no slide `s9`"));
        assert!(check(&[entry(&["s1"], None, None), entry(&["s1"], None, None)]).contains("`s1` is used twice"));
        assert!(check(&[entry(&["s1"], Some("hero"), None)]).contains("no slide type `hero`"));
        assert!(check(&[]).contains("at least one slide"));
        let nameless = check(&[entry(&["s1"], None, None), entry(&[], None, Some("Costs"))]);
        assert_eq!(nameless, "outline[1]: expected `id` or `ids`, the slides of the outline that it is made of");
    }
}
