//! Follows requests in plain language: does what was asked, or says why not, and changes nothing else.

use deck::{Deck, NamedThing, Remark, Slide, SlideNumbers};
use serde_json::json;

use super::super::headline::headline_or_phrase;
use super::super::language::{self, Language};
use super::super::outline::{OutlinePoint, SlideOutline, unshown_pieces};
use super::super::rank::TermFrequencies;
use super::super::text::{capitalised, length, sentences, without_final_mark};
use super::super::write::text_within;
use super::super::{BuiltinAuthor, notes_with};
use super::parts;
use super::remarks::{NothingChanged, RequestedChange};
use super::request::{self, Misunderstanding, Reading, Request};
use super::{outline, shorten, split, term_frequencies};
use crate::slide_types::{is_frame, max_length};
use crate::{DeckEdit, Iteration, Modification, PageFit, Refusal, SlideAction, SlideDraft};

impl BuiltinAuthor<'_> {
    /// The changes that follow a request such as "Shorten slide 3" or "Turn the last slide into a timeline".
    ///
    /// # Errors
    /// Fails when the request asks for a translation or names a slide that does not exist.
    pub fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Refusal> {
        let Reading { target, whole_deck, request } = request::read(self.registry, deck, command)?;
        let nothing = |why: NothingChanged| Iteration {
            target,
            summary: why.into(),
            followed: false,
            modifications: Vec::new(),
            deck_edit: None,
        };
        let request = match request {
            Ok(request) => request,
            Err(misunderstanding) => return Ok(nothing(misunderstanding.into())),
        };
        let language = language::of(&deck.lang);
        let terms = term_frequencies(self.registry, deck, language);
        let editor = RequestEditor { author: self, deck, language, terms: &terms, whole_deck };
        match editor.follow(&request) {
            Err(why) => Ok(nothing(why)),
            Ok((summary, modifications, deck_edit)) => {
                Ok(Iteration { target, summary, followed: true, modifications, deck_edit })
            }
        }
    }

    /// Index of the slide that a request names, from 0; `None` for the whole deck or several slides.
    ///
    /// # Errors
    /// Fails when the request names a slide that does not exist.
    pub(crate) fn target(&self, deck: &Deck, command: &str) -> Result<Option<usize>, Refusal> {
        match request::read(self.registry, deck, command) {
            Err(Refusal::Translation) => Ok(None),
            read => Ok(read?.target),
        }
    }
}

impl From<Misunderstanding> for NothingChanged {
    fn from(misunderstanding: Misunderstanding) -> Self {
        match misunderstanding {
            Misunderstanding::Words(words) => {
                let words: Vec<String> = words.iter().take(5).map(|word| format!("`{word}`")).collect();
                Self::UnknownWords { words: words.join(", ") }
            }
            Misunderstanding::NoSlide => Self::WhichSlide,
            Misunderstanding::NoText => Self::WhichText,
            Misunderstanding::Unclear => Self::Unclear,
        }
    }
}

/// The result of a request: a summary in one sentence, the changes of slides, and a change of the deck. Without any
/// change, the sentence gives the reason.
type Followed = (Remark, Vec<Modification>, Option<DeckEdit>);

/// What happens to a part of a slide.
#[derive(Debug, Clone, Copy)]
enum PartChange {
    Changed,
    Added,
    Removed,
}

/// Makes the changes for one request.
struct RequestEditor<'a> {
    author: &'a BuiltinAuthor<'a>,
    deck: &'a Deck,
    language: &'static Language,
    terms: &'a TermFrequencies,
    whole_deck: bool,
}

impl RequestEditor<'_> {
    /// Makes the changes for a request. Fails when it cannot be followed.
    fn follow(&self, request: &Request) -> Result<Followed, NothingChanged> {
        let subject = |slides: &[usize]| {
            let numbers = slides.iter().filter(|_| !self.whole_deck).map(|slide| slide + 1);
            SlideNumbers(numbers.collect())
        };
        match request {
            Request::Shorten(slides) => {
                let changes = self.replacements(slides, || RequestedChange::Shorter, |slide| self.shorter(slide));
                let otherwise = NothingChanged::ShortAlready { slides: subject(slides) };
                Ok(self.outcome("Shortened", slides, changes, otherwise))
            }
            Request::ShortenTitle(slides) => {
                let why = || RequestedChange::ShorterTitle;
                let changes = self.replacements(slides, why, |slide| self.with_shorter_title(slide));
                let otherwise = NothingChanged::ShortTitle { slides: subject(slides) };
                Ok(self.outcome("Title shortened", slides, changes, otherwise))
            }
            Request::Expand(slides) => {
                let changes = self.replacements(slides, || RequestedChange::Expanded, |slide| self.longer(slide));
                let otherwise = NothingChanged::NothingInNotes { slides: subject(slides) };
                Ok(self.outcome("Expanded from the notes", slides, changes, otherwise))
            }
            Request::Split(slides) => {
                let full = slides.iter().copied().filter(|slide| !self.whole_deck || self.is_full(*slide));
                let split = |slide: usize| {
                    let slides = self.split(&self.deck.slides[slide])?;
                    Some(modification(slide, SlideAction::Split, RequestedChange::Halves, slides))
                };
                let changes = full.filter_map(split).collect();
                let otherwise = NothingChanged::NothingToSplit { slides: subject(slides) };
                Ok(self.outcome("Split", slides, changes, otherwise))
            }
            Request::Remove(slides) => {
                let remove =
                    |slide: &usize| modification(*slide, SlideAction::Remove, RequestedChange::Removed, Vec::new());
                let otherwise = NothingChanged::SoAlready { slides: subject(slides) };
                Ok(self.outcome("Removed", slides, slides.iter().map(remove).collect(), otherwise))
            }
            Request::Duplicate(slides) => {
                let copy = |slide: &usize| {
                    let copy = self.copy(&self.deck.slides[*slide]);
                    modification(slide + 1, SlideAction::Insert, RequestedChange::Copy, vec![copy])
                };
                let otherwise = NothingChanged::SoAlready { slides: subject(slides) };
                Ok(self.outcome("Duplicated", slides, slides.iter().map(copy).collect(), otherwise))
            }
            Request::Hide(slides) | Request::Show(slides) => {
                let hide = matches!(request, Request::Hide(_));
                let (action, what) = if hide {
                    (SlideAction::Hide, "Hidden while presenting")
                } else {
                    (SlideAction::Show, "Shown while presenting")
                };
                let why = || if hide { RequestedChange::Hidden } else { RequestedChange::Shown };
                let is_hidden = |slide: &usize| self.deck.slides[*slide].visibility.hide_in_presentation;
                let changed = slides.iter().copied().filter(|slide| is_hidden(slide) != hide);
                let changes = changed.map(|slide| modification(slide, action, why(), Vec::new())).collect();
                let otherwise = NothingChanged::SoAlready { slides: subject(slides) };
                Ok(self.outcome(what, slides, changes, otherwise))
            }
            Request::Move(moves) => {
                let changed = moves.iter().filter(|(from, to)| from != to);
                let change = |(from, to): &(usize, usize)| {
                    let why = RequestedChange::Moved { number: to + 1 };
                    modification(*from, SlideAction::Move { to: *to }, why, Vec::new())
                };
                let slides: Vec<usize> = moves.iter().map(|(from, _)| *from).collect();
                let otherwise = NothingChanged::ThereAlready { slides: subject(&slides) };
                Ok(self.outcome("Moved", &slides, changed.map(change).collect(), otherwise))
            }
            Request::Convert(slides, key) => {
                let label = self.author.registry.by_key(key).map_or(key.as_str(), |known| known.label.as_str());
                let changed: Vec<usize> =
                    slides.iter().copied().filter(|slide| self.deck.slides[*slide].key != *key).collect();
                let why = || RequestedChange::Converted { kind: NamedThing::new(key, label.to_lowercase()) };
                let changes =
                    self.replacements(&changed, why, |slide| Some(self.author.convert(&self.deck.lang, slide, key)));
                let otherwise = NothingChanged::SoAlready { slides: subject(slides) };
                Ok(self.outcome("Converted", slides, changes, otherwise))
            }
            Request::Retitle(at) => {
                let changes =
                    self.replacements(&[*at], || RequestedChange::Headline, |slide| self.with_headline(slide));
                Ok(self.outcome("Renamed", &[*at], changes, NothingChanged::NoOtherHeadline))
            }
            Request::Set(at, part, text) => {
                let draft = self.parts().with_part(&self.deck.slides[*at], *part, text)?;
                Ok(self.one_changed(*at, PartChange::Changed, *part, draft))
            }
            Request::Add(at, part, text) => {
                let draft = self.parts().with_added(&self.deck.slides[*at], *part, text)?;
                Ok(self.one_changed(*at, PartChange::Added, *part, draft))
            }
            Request::RemovePart(at, part) => {
                let draft = self.parts().without_part(&self.deck.slides[*at], *part)?;
                Ok(self.one_changed(*at, PartChange::Removed, *part, draft))
            }
            Request::Replace { from, to, slides } => {
                let why = || RequestedChange::Replaced { from: from.clone(), to: to.clone() };
                let changes = self.replacements(slides, why, |slide| self.parts().with_replaced(slide, from, to));
                let otherwise = NothingChanged::NotFound { from: from.clone(), slides: subject(slides) };
                Ok(self.outcome("Replaced", slides, changes, otherwise))
            }
            Request::AddSlide { key, texts, at } => self.added_slide(key.as_deref(), texts, *at),
            Request::DeckTitle(title) => {
                if length(title) > deck::MAX_TITLE {
                    return Err(NothingChanged::LongDeckTitle { most: deck::MAX_TITLE, n: length(title) });
                }
                let change = Some(DeckEdit::Title(title.clone())).filter(|_| *title != self.deck.title);
                let summary = match change {
                    Some(_) => RequestedChange::DeckTitle.into(),
                    None => NothingChanged::SameDeckTitle.into(),
                };
                Ok((summary, Vec::new(), change))
            }
            Request::Theme(name) => {
                Ok((RequestedChange::Theme.into(), Vec::new(), Some(DeckEdit::Theme(name.clone()))))
            }
            Request::Merge => Err(NothingChanged::Merge),
        }
    }

    /// A replacement for each slide that changes.
    fn replacements(
        &self,
        slides: &[usize],
        why: impl Fn() -> RequestedChange,
        change: impl Fn(&Slide) -> Option<SlideDraft>,
    ) -> Vec<Modification> {
        let changed = |at: &usize| {
            let draft = change(&self.deck.slides[*at])?;
            Some(modification(*at, SlideAction::Replace, why(), vec![draft]))
        };
        slides.iter().filter_map(changed).collect()
    }

    /// The changes with a sentence about them, or the reason why there are none.
    fn outcome(&self, done: &str, slides: &[usize], changes: Vec<Modification>, otherwise: NothingChanged) -> Followed {
        let done = NamedThing::new(done.to_lowercase().replace(' ', "-"), done);
        let summary = match slides {
            _ if changes.is_empty() => otherwise.into(),
            [slide] if !self.whole_deck => {
                RequestedChange::Slide { done, slides: SlideNumbers(vec![slide + 1]) }.into()
            }
            _ => RequestedChange::Slides { done, n: changes.len(), all: self.deck.slides.len() }.into(),
        };
        (summary, changes, None)
    }

    /// One changed slide. Says so when it no longer fits its page.
    fn one_changed(&self, at: usize, change: PartChange, part: request::SlidePart, draft: SlideDraft) -> Followed {
        let old = &self.deck.slides[at];
        let number = at + 1;
        if draft.content == old.content && draft.notes == old.notes {
            let unchanged = NothingChanged::SoAlready { slides: SlideNumbers(vec![number]) };
            return (unchanged.into(), Vec::new(), None);
        }
        let overflows = |key: &str, content: &deck::Content| self.author.page_fit(key, content) == PageFit::Overflow;
        let is_too_long = overflows(&draft.key, &draft.content) && !overflows(&old.key, &old.content);
        let hint = if is_too_long {
            NamedThing::new("too-long", " The slide now has more text than fits its page: shorten it.")
        } else {
            NamedThing::new("", "")
        };
        let part = part.named();
        let capital = NamedThing::new(&part.key, capitalised(&part.name));
        let (summary, why) = match change {
            PartChange::Changed => {
                (RequestedChange::PartChangedOn { part: capital, number, hint }, RequestedChange::PartChanged { part })
            }
            PartChange::Added => {
                (RequestedChange::PartAddedOn { part: capital, number, hint }, RequestedChange::PartAdded { part })
            }
            PartChange::Removed => {
                (RequestedChange::PartRemovedOn { part: capital, number, hint }, RequestedChange::PartRemoved { part })
            }
        };
        (summary.into(), vec![modification(at, SlideAction::Replace, why, vec![draft])], None)
    }

    fn parts(&self) -> parts::PartEditor<'_> {
        parts::PartEditor { registry: self.author.registry }
    }

    /// A new slide, before the closing slides unless the request says where.
    fn added_slide(&self, key: Option<&str>, texts: &[String], at: Option<usize>) -> Result<Followed, NothingChanged> {
        let registry = self.author.registry;
        let key = key.unwrap_or(if texts.len() > 2 { "list-slide" } else { "content-slide" });
        let Some(slide_type) = registry.by_key(key).filter(|known| known.enabled) else {
            return Err(NothingChanged::NoSuchType { name: key.to_owned() });
        };
        let draft = if texts.len() > 1 && key != "quote-slide" {
            let points = texts[1..].iter().map(|text| OutlinePoint::new("", text.as_str())).collect();
            let outline = SlideOutline { title: texts[0].clone(), points, ..SlideOutline::default() };
            self.author.slide(&self.deck.lang, self.language, key, &outline, &outline.pieces(), "")
        } else {
            let content = slide_type.defaults_in(&self.deck.lang);
            SlideDraft { key: key.to_owned(), content, notes: String::new() }
        };
        if draft.key != key {
            return Err(NothingChanged::FewTexts { name: key.to_owned() });
        }
        let draft = match texts {
            [first, rest @ ..] if rest.is_empty() || key == "quote-slide" => {
                let (part, second) = if key == "quote-slide" {
                    (request::SlidePart::Quote, rest.first())
                } else {
                    (request::SlidePart::Title, None)
                };
                let draft = self.parts().with_part(&slide_of(draft), part, first)?;
                match second {
                    Some(by) => self.parts().with_part(&slide_of(draft), request::SlidePart::Attribution, by)?,
                    None => draft,
                }
            }
            _ => draft,
        };
        let closing = &registry.catalogue().closing_types;
        let closing_slides = self.deck.slides.iter().rev().take_while(|slide| closing.contains(&slide.key)).count();
        let at = at.unwrap_or(self.deck.slides.len() - closing_slides);
        let kind = NamedThing::new(key, slide_type.label.to_lowercase());
        let hint = if texts.is_empty() {
            NamedThing::new("placeholders", " Its texts are placeholders: change them.")
        } else {
            NamedThing::new("", "")
        };
        let why = RequestedChange::NewSlide { kind: kind.clone() };
        let summary = RequestedChange::SlideAdded { kind, number: at + 1, hint };
        Ok((summary.into(), vec![modification(at, SlideAction::Insert, why, vec![draft])], None))
    }

    /// A copy of a slide, without the values that identify one slide.
    fn copy(&self, slide: &Slide) -> SlideDraft {
        let mut copy = slide.clone();
        copy.clear_instance_values(self.author.registry);
        SlideDraft { key: copy.key, content: copy.content, notes: copy.notes }
    }

    fn with_shorter_title(&self, slide: &Slide) -> Option<SlideDraft> {
        let field = parts::title_field(self.author.registry.by_key(&slide.key)?)?;
        let old = slide.content.get(&field.key)?.as_str()?;
        let new = shorten::shorter_headline(old, self.language);
        (new != old).then(|| with_text(slide, &field.key, &new))
    }

    /// The slide with a title made from its text. `None` when the title stays the same.
    fn with_headline(&self, slide: &Slide) -> Option<SlideDraft> {
        let field = parts::title_field(self.author.registry.by_key(&slide.key)?)?;
        let outline = outline(self.author.registry, slide);
        let lines = self.sentences(&SlideOutline { title: String::new(), ..outline });
        let new =
            text_within(&headline_or_phrase(&lines, self.terms, self.language)?.text, max_length(field), self.language);
        let old = slide.content.get(&field.key).and_then(|title| title.as_str()).unwrap_or_default();
        (new != old).then(|| with_text(slide, &field.key, &new))
    }

    fn finished_slide(&self, slide: &Slide, content: deck::Content, pieces: &[String]) -> SlideDraft {
        self.author.finished_slide(&self.deck.lang, self.language, &slide.key, content, pieces, &slide.notes)
    }

    /// The slide with less text. `None` when it is short already.
    fn shorter(&self, slide: &Slide) -> Option<SlideDraft> {
        let slide_type = self.author.registry.by_key(&slide.key)?;
        let content = shorten::shortened_content(slide_type, &slide.content, self.terms, self.language)?;
        let pieces = self.sentences(&outline(self.author.registry, slide));
        let notes = notes_with(&slide.notes, &unshown_pieces(&pieces, &content, self.language));
        Some(SlideDraft { key: slide.key.clone(), content, notes })
    }

    /// All sentences of an outline, without markup.
    fn sentences(&self, outline: &SlideOutline) -> Vec<String> {
        let plain = |piece: &String| deck::plain_text(&deck::blocks(piece));
        outline.pieces().iter().flat_map(|piece| sentences(&plain(piece), self.language)).collect()
    }

    /// The slide with sentences from its notes that it does not show yet. `None` when there are none or no room.
    fn longer(&self, slide: &Slide) -> Option<SlideDraft> {
        const MAX_BODY: usize = 900;
        let slide_type = self.author.registry.by_key(&slide.key)?;
        let notes: Vec<String> = sentences(&deck::plain_text(&deck::blocks(&slide.notes)), self.language);
        let unshown = unshown_pieces(&notes, &slide.content, self.language);
        let mut content = slide.content.clone();
        if slide_type.field("body").is_some() {
            let mut body = content.get("body").and_then(|body| body.as_str()).unwrap_or_default().trim_end().to_owned();
            let before = body.clone();
            let is_list = body.lines().last().is_some_and(|line| line.starts_with("- "));
            for sentence in &unshown {
                if length(&body) + length(sentence) > MAX_BODY {
                    break;
                }
                let line = if is_list {
                    format!("\n- {}", without_final_mark(sentence))
                } else if body.is_empty() {
                    sentence.clone()
                } else {
                    format!("\n\n{sentence}")
                };
                body.push_str(&line);
            }
            if body == before {
                return None;
            }
            content.insert("body".to_owned(), json!(body));
            return Some(self.finished_slide(slide, content, &[])).filter(|longer| longer.key == slide.key);
        }
        let mut outline = outline(self.author.registry, slide).with_points();
        let max_entries = slide_type.fields.iter().find_map(|field| match &field.kind {
            deck::Kind::Items { max, .. } => Some(max.unwrap_or(8).min(6)),
            _ => None,
        })?;
        let free = max_entries.saturating_sub(outline.points.len());
        if free == 0 || unshown.is_empty() || slide_type.field("rows").is_some() {
            return None;
        }
        outline
            .points
            .extend(unshown.iter().take(free).map(|sentence| OutlinePoint::new("", without_final_mark(sentence))));
        content.extend(self.author.content(&self.deck.lang, self.language, &slide.key, &outline)?);
        Some(self.finished_slide(slide, content, &[])).filter(|longer| longer.key == slide.key)
    }

    /// The two halves of the slide. `None` when it cannot be split.
    fn split(&self, slide: &Slide) -> Option<Vec<SlideDraft>> {
        let slide_type = self.author.registry.by_key(&slide.key)?;
        let (left, right) = split::split_content(self.author, slide_type, &slide.content, self.terms, self.language)?;
        let second = Slide { notes: String::new(), ..slide.clone() };
        let pieces = self.sentences(&outline(self.author.registry, slide));
        let (left, mut right) = (self.finished_slide(slide, left, &[]), self.finished_slide(&second, right, &[]));
        let both: deck::Content = [("left", &left), ("right", &right)]
            .into_iter()
            .map(|(key, half)| (key.to_owned(), json!(half.content)))
            .collect();
        right.notes = notes_with(&right.notes, &unshown_pieces(&pieces, &both, self.language));
        Some(vec![left, right])
    }

    /// Whether a content slide has more than six points or 900 characters.
    fn is_full(&self, at: usize) -> bool {
        let slide = &self.deck.slides[at];
        let outline = outline(self.author.registry, slide);
        let size: usize = outline.pieces().iter().map(|piece| length(piece)).sum();
        !is_frame(self.author.registry, &slide.key) && (outline.points.len() > 6 || size > 900)
    }
}

fn modification(
    slide_index: usize,
    action: SlideAction,
    why: RequestedChange,
    slides: Vec<SlideDraft>,
) -> Modification {
    Modification { slide_index, action, reasoning: why.into(), slides }
}

/// A slide with one text changed.
fn with_text(slide: &Slide, key: &str, text: &str) -> SlideDraft {
    let mut content = slide.content.clone();
    content.insert(key.to_owned(), json!(text));
    SlideDraft { key: slide.key.clone(), content, notes: slide.notes.clone() }
}

/// A draft as a slide.
fn slide_of(draft: SlideDraft) -> Slide {
    Slide { notes: draft.notes, ..Slide::new("draft", draft.key, draft.content) }
}
