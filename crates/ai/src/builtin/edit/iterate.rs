//! Follows an instruction in plain words.

use deck::{Deck, Slide};
use serde_json::json;

use super::super::headline::headline;
use super::super::language::{self, Command, Language, all};
use super::super::outline::{Outline, missing};
use super::super::rank::Subject;
use super::super::text::{capitalised, length, sentences, without_stop};
use super::super::write::within;
use super::super::{Author, noted};
use super::target::{Target, spoken_words, target};
use super::{is_frame, read, shorten, split, subject, title, type_words};
use crate::{Action, Iteration, Modification, Refusal, SlideDraft};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Intent {
    Shorten,
    Expand,
    Split,
    Remove,
    /// Something on a slide is to go, which only a model can find.
    RemovePart,
    Merge,
    Rename(Option<String>),
    Turn(String),
    Unknown,
}

const KNOWN: &str =
    "The built-in author can shorten, expand from the notes, split, remove, rename, or turn a slide into another type";

/// Words that may stand beside the wish that a slide be gone. Any other word is about something on the slide.
const BESIDE: &str = "the this that please deck presentation from our my whole entire entirely completely altogether now \
    just can could you de het deze die dit alstublieft graag uit van presentatie hele helemaal volledig nu even kun kan \
    je u der den das diese dieser bitte aus präsentation ganze ganz komplett vollständig jetzt kannst du sie können la le \
    cette s'il vous te plaît svp présentation toute entière complètement entièrement maintenant peux tu pouvez el esta del \
    por favor presentación toda entera completamente ahora puedes";

impl Author<'_> {
    /// Follows an instruction such as "Shorten slide 3" or "Turn the last slide into a timeline".
    ///
    /// # Errors
    /// A translation is asked for, or a slide that does not exist.
    pub fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Refusal> {
        let words = spoken_words(command);
        if any(&words, |command| command.translate) {
            return Err(Refusal::Translation);
        }
        let target = target(self.registry, deck, command)?;
        let intent = self.intent(command, &words, &target);
        let language = language::of(&deck.lang);
        let subject = subject(self.registry, deck, language);
        let work = Work { author: self, deck, language, subject: &subject };
        let chosen: Vec<usize> = target.slide.map_or_else(|| (0..deck.slides.len()).collect(), |slide| vec![slide]);
        let modifications: Vec<Modification> = match (&intent, target.slide) {
            (Intent::Unknown | Intent::Merge | Intent::RemovePart, _) | (Intent::Remove | Intent::Turn(_), None) => {
                Vec::new()
            }
            (Intent::Rename(_), None) => {
                let first = deck.slides.iter().position(|slide| slide.key == "title-slide");
                first.and_then(|slide| work.changed(slide, &intent)).into_iter().collect()
            }
            (Intent::Split, None) => chosen
                .into_iter()
                .filter(|slide| work.is_full(*slide))
                .filter_map(|slide| work.changed(slide, &intent))
                .collect(),
            _ => chosen.into_iter().filter_map(|slide| work.changed(slide, &intent)).collect(),
        };
        let summary = work.summary(&intent, target.slide, &modifications);
        Ok(Iteration { target: target.slide, summary, modifications })
    }

    /// The slide that an instruction names, from 0; none for the whole deck.
    ///
    /// # Errors
    /// It names a slide that does not exist.
    pub(crate) fn target(&self, deck: &Deck, command: &str) -> Result<Option<usize>, Refusal> {
        Ok(target(self.registry, deck, command)?.slide)
    }

    fn intent(&self, command: &str, words: &[String], target: &Target) -> Intent {
        let rest: Vec<String> = match target.words {
            Some((first, last)) => words
                .iter()
                .enumerate()
                .filter(|(at, _)| *at < first || *at > last)
                .map(|(_, word)| word.clone())
                .collect(),
            None => words.to_vec(),
        };
        if any(&rest, |command| command.remove) {
            let whole = target.slide.is_none() || rest.iter().all(|word| is_beside(word));
            return if whole { Intent::Remove } else { Intent::RemovePart };
        }
        let turns = any(&rest, |command| command.turn);
        let named = type_words::named(self.registry, &rest.join(" "));
        if let Some(known) = named.filter(|_| turns && !any(&rest, |command| command.split)) {
            return Intent::Turn(known.key.clone());
        }
        if any(&rest, |command| command.split) {
            return Intent::Split;
        }
        let shortens = any(&rest, |command| command.shorten);
        if any(&rest, |command| command.rename) && !shortens {
            return Intent::Rename(new_title(command, target));
        }
        if any(&rest, |command| command.expand) && !shortens {
            return Intent::Expand;
        }
        if shortens {
            Intent::Shorten
        } else if any(&rest, |command| command.merge) {
            Intent::Merge
        } else if let Some(known) = named.filter(|_| target.slide.is_some()) {
            Intent::Turn(known.key.clone())
        } else {
            Intent::Unknown
        }
    }
}

/// Whether one of the words begins with a stem of a list, in any language. Short stems must be the whole word.
fn any(words: &[String], list: impl Fn(&Command) -> &'static str) -> bool {
    words.iter().any(|word| begins(word, &list))
}

fn begins(word: &str, list: impl Fn(&Command) -> &'static str) -> bool {
    let is = |stem: &str| word == stem || stem.chars().count() > 4 && word.starts_with(stem);
    all().iter().any(|language| list(&language.table.command).split_whitespace().any(is))
}

/// Whether a word says nothing but that a slide shall go.
fn is_beside(word: &str) -> bool {
    let is_slide =
        || all().iter().any(|language| language.table.command.slide.split_whitespace().any(|noun| noun == word));
    word.is_empty()
        || begins(word, |command| command.remove)
        || is_slide()
        || BESIDE.split_whitespace().any(|known| known == word)
}

/// The new title in an instruction: in quotation marks, or after the word that leads to it.
fn new_title(command: &str, target: &Target) -> Option<String> {
    for (open, close) in [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('\'', '\'')] {
        if let Some((_, rest)) = command.split_once(open)
            && let Some((text, _)) = rest.rsplit_once(close)
            && !text.trim().is_empty()
        {
            return Some(text.trim().to_owned());
        }
    }
    let words: Vec<&str> = command.split_whitespace().collect();
    let lower = spoken_words(command);
    let leads =
        |word: &String| matches!(word.as_str(), "to" | "as" | "naar" | "in" | "zu" | "en" | "a" | "como" | "tot");
    let after = target.words.map_or(0, |(_, last)| last + 1);
    let lead = (after..words.len()).find(|at| leads(&lower[*at])).map(|at| at + 1);
    let start = lead.or(target.words.map(|(_, last)| last + 1).filter(|start| *start < words.len()))?;
    let text = words.get(start..)?.join(" ");
    let text = text.trim_start_matches([':', ' ']).trim_end_matches(['.', ' ']);
    (!text.is_empty()).then(|| capitalised(text))
}

struct Work<'a> {
    author: &'a Author<'a>,
    deck: &'a Deck,
    language: &'static Language,
    subject: &'a Subject,
}

impl Work<'_> {
    fn changed(&self, at: usize, intent: &Intent) -> Option<Modification> {
        let slide = &self.deck.slides[at];
        let (action, reasoning, slides) = match intent {
            Intent::Shorten => (
                Action::Replace,
                "shorter wording; what was taken off is in the notes".to_owned(),
                vec![self.shorter(slide)?],
            ),
            Intent::Expand => (Action::Replace, "points taken from the notes".to_owned(), vec![self.longer(slide)?]),
            Intent::Split => (Action::Split, "two slides with half the content each".to_owned(), self.split(slide)?),
            Intent::Remove => (Action::Remove, "asked to be removed".to_owned(), Vec::new()),
            Intent::Rename(text) => {
                let draft = self.renamed(slide, text.as_deref())?;
                (Action::Replace, "a new headline".to_owned(), vec![draft])
            }
            Intent::Turn(key) if *key != slide.key => {
                let label = self.author.registry.by_key(key).map_or(key.as_str(), |known| known.label.as_str());
                (
                    Action::Replace,
                    format!("shown as {}", label.to_lowercase()),
                    vec![self.author.convert(&self.deck.lang, slide, key)],
                )
            }
            Intent::Turn(_) | Intent::Merge | Intent::RemovePart | Intent::Unknown => return None,
        };
        Some(Modification { slide_index: at, action, reasoning, slides })
    }

    fn finished(&self, slide: &Slide, content: deck::Content, pieces: &[String]) -> SlideDraft {
        self.author.finished(&self.deck.lang, self.language, &slide.key, content, pieces, &slide.notes)
    }

    fn shorter(&self, slide: &Slide) -> Option<SlideDraft> {
        let known = self.author.registry.by_key(&slide.key)?;
        let content = shorten::shorter(known, &slide.content, self.subject, self.language)?;
        let pieces: Vec<String> = self.sentences(&read(self.author.registry, slide));
        let mut draft = SlideDraft { key: slide.key.clone(), notes: slide.notes.clone(), content };
        let left = missing(&pieces, &draft.content, self.language);
        draft.notes = noted(&draft.notes, &left);
        Some(draft)
    }

    fn sentences(&self, outline: &Outline) -> Vec<String> {
        let plain = |piece: &String| deck::plain(&deck::blocks(piece));
        outline.pieces().iter().flat_map(|piece| sentences(&plain(piece), self.language)).collect()
    }

    /// The slide with sentences of its notes that it does not show yet.
    fn longer(&self, slide: &Slide) -> Option<SlideDraft> {
        const ROOM: usize = 900;
        let known = self.author.registry.by_key(&slide.key)?;
        let notes: Vec<String> = sentences(&deck::plain(&deck::blocks(&slide.notes)), self.language);
        let fresh = missing(&notes, &slide.content, self.language);
        let mut content = slide.content.clone();
        if known.field("body").is_some() {
            let mut body = content.get("body").and_then(|body| body.as_str()).unwrap_or_default().trim_end().to_owned();
            let before = body.clone();
            let is_list = body.lines().last().is_some_and(|line| line.starts_with("- "));
            for sentence in &fresh {
                if length(&body) + length(sentence) > ROOM {
                    break;
                }
                let line = if is_list {
                    format!("\n- {}", without_stop(sentence))
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
            return Some(self.finished(slide, content, &[]));
        }
        let mut outline = read(self.author.registry, slide).with_points();
        let room = known.fields.iter().find_map(|field| match &field.kind {
            deck::Kind::Items { max, .. } => Some(max.unwrap_or(8).min(6)),
            _ => None,
        })?;
        let free = room.saturating_sub(outline.points.len());
        if free == 0 || fresh.is_empty() || known.field("rows").is_some() {
            return None;
        }
        outline.points.extend(
            fresh.into_iter().take(free).map(|sentence| super::super::outline::Point::new("", without_stop(&sentence))),
        );
        let made = self.author.content(&self.deck.lang, self.language, &slide.key, &outline)?;
        content.extend(made);
        Some(self.finished(slide, content, &[]))
    }

    fn split(&self, slide: &Slide) -> Option<Vec<SlideDraft>> {
        let known = self.author.registry.by_key(&slide.key)?;
        let (left, right) = split::halves(self.author, known, &slide.content, self.subject, self.language)?;
        let second = Slide { notes: String::new(), ..slide.clone() };
        let pieces = self.sentences(&read(self.author.registry, slide));
        let (left, mut right) = (self.finished(slide, left, &[]), self.finished(&second, right, &[]));
        let both: deck::Content = [("left", &left), ("right", &right)]
            .into_iter()
            .map(|(key, half)| (key.to_owned(), json!(half.content)))
            .collect();
        right.notes = noted(&right.notes, &missing(&pieces, &both, self.language));
        Some(vec![left, right])
    }

    fn renamed(&self, slide: &Slide, text: Option<&str>) -> Option<SlideDraft> {
        let known = self.author.registry.by_key(&slide.key)?;
        let label = known
            .label_field
            .clone()
            .filter(|label| known.field(label).is_some())
            .or_else(|| known.field("title").map(|_| "title".to_owned()))?;
        let old = title(self.author.registry, slide);
        let new = if let Some(text) = text {
            text.to_owned()
        } else {
            let outline = read(self.author.registry, slide);
            let lines: Vec<String> = self.sentences(&Outline { title: String::new(), ..outline });
            headline(&lines, self.subject, self.language)?.text
        };
        let max = known.field(&label).and_then(|field| field.max_length).unwrap_or(usize::MAX);
        let new = within(&new, max, self.language);
        let mut content = slide.content.clone();
        content.insert(label, json!(new));
        (new != old).then(|| self.finished(slide, content, &[]))
    }

    /// Whether a slide holds more than reads well.
    fn is_full(&self, at: usize) -> bool {
        let slide = &self.deck.slides[at];
        let outline = read(self.author.registry, slide);
        let size: usize = outline.pieces().iter().map(|piece| length(piece)).sum();
        !is_frame(self.author.registry, slide) && (outline.points.len() > 6 || size > 900)
    }

    fn summary(&self, intent: &Intent, slide: Option<usize>, made: &[Modification]) -> String {
        let place = slide.map_or_else(|| "the deck".to_owned(), |slide| format!("slide {}", slide + 1));
        if made.is_empty() {
            return match intent {
                Intent::Unknown => format!("Nothing was changed. {KNOWN}."),
                Intent::RemovePart => format!(
                    "Nothing was changed: the built-in author removes whole slides, not parts of one. To remove {place}, \
                     say just that."
                ),
                Intent::Merge => "Nothing was changed: slides are merged by compressing the deck.".to_owned(),
                Intent::Remove | Intent::Turn(_) if slide.is_none() => {
                    "Nothing was changed: name the slide, such as \"slide 3\" or \"the last slide\".".to_owned()
                }
                Intent::Shorten => format!("Nothing was changed: {place} is short already."),
                Intent::Expand => {
                    format!("Nothing was changed: the notes of {place} hold nothing that could be added.")
                }
                Intent::Split => format!("Nothing was changed: {place} has nothing to split."),
                _ => format!("Nothing was changed: {place} is that way already."),
            };
        }
        let count = made.len();
        let what = match intent {
            Intent::Shorten => "Shortened",
            Intent::Expand => "Expanded from the notes",
            Intent::Split => "Split",
            Intent::Remove => "Removed",
            Intent::Rename(_) => "Renamed",
            _ => "Converted",
        };
        match slide {
            Some(slide) => format!("{what}: slide {}.", slide + 1),
            None => format!("{what}: {count} of {} slides.", self.deck.slides.len()),
        }
    }
}
