//! Follows instructions in plain language.

use deck::{Deck, Slide};
use serde_json::json;

use super::super::headline::headline;
use super::super::language::{self, Command, Language, all};
use super::super::outline::{OutlinePoint, SlideOutline, unshown_pieces};
use super::super::rank::TermFrequencies;
use super::super::text::{capitalised, length, sentences, without_final_mark};
use super::super::write::text_within;
use super::super::{BuiltinAuthor, notes_with};
use super::target::{SlideReference, command_words, slide_reference};
use super::{outline, shorten, split, term_frequencies, title, type_words};
use crate::slide_types::{is_frame, label_field, max_length};
use crate::{Iteration, Modification, Refusal, SlideAction, SlideDraft};

/// What an instruction asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Intent {
    Shorten,
    Expand,
    Split,
    Remove,
    /// Remove something from a slide, which only a model can do.
    RemovePart,
    Merge,
    /// Set the title, or find a new one.
    Rename(Option<String>),
    /// Convert to the type with a registry key.
    Convert(String),
    Unknown,
}

/// The instructions that the author can follow, for summaries.
const ABILITIES: &str =
    "The built-in author can shorten, expand from the notes, split, remove, rename, or turn a slide into another type";

/// Words that can accompany an instruction to remove a whole slide. Any other word refers to something on the slide.
const REMOVAL_FILLERS: &str = "the this that please deck presentation from our my whole entire entirely completely altogether now \
    just can could you de het deze die dit alstublieft graag uit van presentatie hele helemaal volledig nu even kun kan \
    je u der den das diese dieser bitte aus präsentation ganze ganz komplett vollständig jetzt kannst du sie können la le \
    cette s'il vous te plaît svp présentation toute entière complètement entièrement maintenant peux tu pouvez el esta del \
    por favor presentación toda entera completamente ahora puedes";

impl BuiltinAuthor<'_> {
    /// The changes that follow an instruction such as "Shorten slide 3" or "Turn the last slide into a timeline".
    ///
    /// # Errors
    /// Fails when the instruction asks for a translation or names a slide that does not exist.
    pub fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Refusal> {
        let words = command_words(command);
        if contains_command(&words, |command| command.translate) {
            return Err(Refusal::Translation);
        }
        let target = slide_reference(self.registry, deck, command)?;
        let intent = self.intent(command, &words, &target);
        let language = language::of(&deck.lang);
        let terms = term_frequencies(self.registry, deck, language);
        let editor = InstructionEditor { author: self, deck, language, terms: &terms };
        let chosen: Vec<usize> = target.slide.map_or_else(|| (0..deck.slides.len()).collect(), |slide| vec![slide]);
        let modifications: Vec<Modification> = match (&intent, target.slide) {
            (Intent::Unknown | Intent::Merge | Intent::RemovePart, _) | (Intent::Remove | Intent::Convert(_), None) => {
                Vec::new()
            }
            (Intent::Rename(_), None) => {
                let first = deck.slides.iter().position(|slide| slide.key == "title-slide");
                first.and_then(|slide| editor.modification(slide, &intent)).into_iter().collect()
            }
            (Intent::Split, None) => chosen
                .into_iter()
                .filter(|slide| editor.is_full(*slide))
                .filter_map(|slide| editor.modification(slide, &intent))
                .collect(),
            _ => chosen.into_iter().filter_map(|slide| editor.modification(slide, &intent)).collect(),
        };
        let summary = editor.summary(&intent, target.slide, &modifications);
        Ok(Iteration { target: target.slide, summary, modifications })
    }

    /// Index of the slide that an instruction names, from 0; `None` for the whole deck.
    ///
    /// # Errors
    /// Fails when the instruction names a slide that does not exist.
    pub(crate) fn target(&self, deck: &Deck, command: &str) -> Result<Option<usize>, Refusal> {
        Ok(slide_reference(self.registry, deck, command)?.slide)
    }

    /// What an instruction asks for, without the words that name the slide.
    fn intent(&self, command: &str, words: &[String], target: &SlideReference) -> Intent {
        let rest: Vec<String> = match target.words {
            Some((first, last)) => words
                .iter()
                .enumerate()
                .filter(|(at, _)| *at < first || *at > last)
                .map(|(_, word)| word.clone())
                .collect(),
            None => words.to_vec(),
        };
        let asks = |list: fn(&Command) -> &'static str| contains_command(&rest, list);
        if asks(|command| command.remove) {
            let is_whole_slide = target.slide.is_none() || rest.iter().all(|word| is_removal_filler(word));
            return if is_whole_slide { Intent::Remove } else { Intent::RemovePart };
        }
        let named_type = type_words::type_in_text(self.registry, &rest.join(" "));
        if asks(|command| command.split) {
            return Intent::Split;
        }
        if let Some(slide_type) = named_type.filter(|_| asks(|command| command.turn)) {
            return Intent::Convert(slide_type.key.clone());
        }
        let shortens = asks(|command| command.shorten);
        if asks(|command| command.rename) && !shortens {
            return Intent::Rename(new_title(command, target));
        }
        if asks(|command| command.expand) && !shortens {
            return Intent::Expand;
        }
        if shortens {
            Intent::Shorten
        } else if asks(|command| command.merge) {
            Intent::Merge
        } else if let Some(slide_type) = named_type.filter(|_| target.slide.is_some()) {
            Intent::Convert(slide_type.key.clone())
        } else {
            Intent::Unknown
        }
    }
}

/// Whether one of the words matches a stem of a list, in any language.
fn contains_command(words: &[String], list: fn(&Command) -> &'static str) -> bool {
    words.iter().any(|word| is_command(word, list))
}

/// Whether a word starts with a stem of a list, in any language. A stem of up to four letters must be the whole word.
fn is_command(word: &str, list: fn(&Command) -> &'static str) -> bool {
    let is_match = |stem: &str| word == stem || stem.chars().count() > 4 && word.starts_with(stem);
    all().iter().any(|language| list(&language.table.command).split_whitespace().any(is_match))
}

/// Whether a word can occur in an instruction to remove a whole slide.
fn is_removal_filler(word: &str) -> bool {
    let is_slide =
        || all().iter().any(|language| language.table.command.slide.split_whitespace().any(|noun| noun == word));
    word.is_empty()
        || is_command(word, |command| command.remove)
        || is_slide()
        || REMOVAL_FILLERS.split_whitespace().any(|known| known == word)
}

/// The new title in an instruction: in quotation marks, or after a word such as "to".
fn new_title(command: &str, target: &SlideReference) -> Option<String> {
    for (open, close) in [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('\'', '\'')] {
        if let Some((_, rest)) = command.split_once(open)
            && let Some((text, _)) = rest.rsplit_once(close)
            && !text.trim().is_empty()
        {
            return Some(text.trim().to_owned());
        }
    }
    let words: Vec<&str> = command.split_whitespace().collect();
    let lower = command_words(command);
    let introduces_title =
        |word: &String| matches!(word.as_str(), "to" | "as" | "naar" | "in" | "zu" | "en" | "a" | "como" | "tot");
    let after = target.words.map_or(0, |(_, last)| last + 1);
    let lead = (after..words.len()).find(|at| introduces_title(&lower[*at])).map(|at| at + 1);
    let start = lead.or(target.words.map(|(_, last)| last + 1).filter(|start| *start < words.len()))?;
    let text = words.get(start..)?.join(" ");
    let text = text.trim_start_matches([':', ' ']).trim_end_matches(['.', ' ']);
    (!text.is_empty()).then(|| capitalised(text))
}

/// Makes the changes for one instruction.
struct InstructionEditor<'a> {
    author: &'a BuiltinAuthor<'a>,
    deck: &'a Deck,
    language: &'static Language,
    terms: &'a TermFrequencies,
}

impl InstructionEditor<'_> {
    /// The change of one slide. `None` when nothing changes.
    fn modification(&self, at: usize, intent: &Intent) -> Option<Modification> {
        let slide = &self.deck.slides[at];
        let (action, reasoning, slides) = match intent {
            Intent::Shorten => (
                SlideAction::Replace,
                "shorter wording; what was taken off is in the notes".to_owned(),
                vec![self.shorter(slide)?],
            ),
            Intent::Expand => {
                (SlideAction::Replace, "points taken from the notes".to_owned(), vec![self.longer(slide)?])
            }
            Intent::Split => {
                (SlideAction::Split, "two slides with half the content each".to_owned(), self.split(slide)?)
            }
            Intent::Remove => (SlideAction::Remove, "asked to be removed".to_owned(), Vec::new()),
            Intent::Rename(text) => {
                let draft = self.renamed(slide, text.as_deref())?;
                (SlideAction::Replace, "a new headline".to_owned(), vec![draft])
            }
            Intent::Convert(key) if *key != slide.key => {
                let label =
                    self.author.registry.by_key(key).map_or(key.as_str(), |slide_type| slide_type.label.as_str());
                (
                    SlideAction::Replace,
                    format!("shown as {}", label.to_lowercase()),
                    vec![self.author.convert(&self.deck.lang, slide, key)],
                )
            }
            Intent::Convert(_) | Intent::Merge | Intent::RemovePart | Intent::Unknown => return None,
        };
        Some(Modification { slide_index: at, action, reasoning, slides })
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
            return Some(self.finished_slide(slide, content, &[]));
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
        Some(self.finished_slide(slide, content, &[]))
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

    /// The slide with a given title, or with a title made from its text. `None` when the title stays the same.
    fn renamed(&self, slide: &Slide, text: Option<&str>) -> Option<SlideDraft> {
        let label = label_field(self.author.registry.by_key(&slide.key)?)?;
        let old = title(self.author.registry, slide);
        let new = if let Some(text) = text {
            text.to_owned()
        } else {
            let outline = outline(self.author.registry, slide);
            let lines = self.sentences(&SlideOutline { title: String::new(), ..outline });
            headline(&lines, self.terms, self.language)?.text
        };
        let new = text_within(&new, max_length(label), self.language);
        let mut content = slide.content.clone();
        content.insert(label.key.clone(), json!(new));
        (new != old).then(|| self.finished_slide(slide, content, &[]))
    }

    /// Whether a content slide has more than six points or 900 characters.
    fn is_full(&self, at: usize) -> bool {
        let slide = &self.deck.slides[at];
        let outline = outline(self.author.registry, slide);
        let size: usize = outline.pieces().iter().map(|piece| length(piece)).sum();
        !is_frame(self.author.registry, &slide.key) && (outline.points.len() > 6 || size > 900)
    }

    /// One sentence on the result.
    fn summary(&self, intent: &Intent, slide: Option<usize>, modifications: &[Modification]) -> String {
        let subject = slide.map_or_else(|| "the deck".to_owned(), |slide| format!("slide {}", slide + 1));
        if modifications.is_empty() {
            return match intent {
                Intent::Unknown => format!("Nothing was changed. {ABILITIES}."),
                Intent::RemovePart => format!(
                    "Nothing was changed: the built-in author removes whole slides, not parts of one. To remove {subject}, \
                     say just that."
                ),
                Intent::Merge => "Nothing was changed: slides are merged by compressing the deck.".to_owned(),
                Intent::Remove | Intent::Convert(_) if slide.is_none() => {
                    "Nothing was changed: name the slide, such as \"slide 3\" or \"the last slide\".".to_owned()
                }
                Intent::Shorten => format!("Nothing was changed: {subject} is short already."),
                Intent::Expand => {
                    format!("Nothing was changed: the notes of {subject} hold nothing that could be added.")
                }
                Intent::Split => format!("Nothing was changed: {subject} has nothing to split."),
                _ => format!("Nothing was changed: {subject} is that way already."),
            };
        }
        let count = modifications.len();
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
