//! Turns the elements of a section into slide ideas, in reading order.

use super::super::find::quotes::Quotation;
use super::super::find::{dates, quotes};
use super::super::headline::{headline, is_cut_off};
use super::super::language::Language;
use super::super::outline::{OutlinePoint, SlideOutline, SlidePicture};
use super::super::read::{
    CodeBlock, ComparisonSide, List, ListEntry, Paragraph, Section, SectionElement, bare_caption,
};
use super::super::text::{
    capitalised, comparison_key, first_word, length, sentences, without_final_mark, without_sentence, word_count, words,
};
use super::patterns::{contrast, enumeration_or_steps, key_figures, section_figures, series, timeline};
use super::{AuthorContext, SlideIdea, SlideOption, formulas, lists, tables};

/// The content of a section: a finished idea, or prose that is not yet divided into slides.
#[derive(Debug, Clone)]
pub(super) enum SectionContent {
    Idea(SlideIdea),
    Prose {
        section: usize,
        heading: String,
        paragraphs: Vec<Paragraph>,
        /// Whether the prose is shown even where the source must be condensed.
        is_chosen: bool,
    },
}

impl SectionContent {
    pub(super) fn section(&self) -> usize {
        match self {
            SectionContent::Idea(idea) => idea.section,
            SectionContent::Prose { section, .. } => *section,
        }
    }

    /// Whether the content is shown even where the source must be condensed.
    pub(super) fn is_chosen(&self) -> bool {
        match self {
            SectionContent::Idea(idea) => idea.is_chosen,
            SectionContent::Prose { is_chosen, .. } => *is_chosen,
        }
    }

    /// Marks the content as one to show even where the source must be condensed.
    pub(super) fn choose(&mut self) {
        match self {
            SectionContent::Idea(SlideIdea { is_chosen, .. }) | SectionContent::Prose { is_chosen, .. } => {
                *is_chosen = true;
            }
        }
    }

    /// The idea, if it is best shown as a picture, a chart, a table or key figures.
    pub(super) fn visual(&self) -> Option<&SlideIdea> {
        match self {
            SectionContent::Idea(idea) => Some(idea).filter(|idea| idea.is_visual()),
            SectionContent::Prose { .. } => None,
        }
    }

    pub(super) fn word_count(&self) -> usize {
        match self {
            SectionContent::Idea(idea) => idea.pieces.iter().map(|piece| word_count(piece)).sum(),
            SectionContent::Prose { paragraphs, .. } => {
                paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).map(|sentence| word_count(sentence)).sum()
            }
        }
    }

    pub(super) fn pieces(&self) -> Vec<String> {
        match self {
            SectionContent::Idea(idea) => idea.pieces.clone(),
            SectionContent::Prose { paragraphs, .. } => paragraphs.iter().flat_map(Paragraph::pieces).collect(),
        }
    }
}

/// The contents of the section at an index.
pub(super) fn section_contents(at: usize, section: &Section, context: AuthorContext<'_>) -> Vec<SectionContent> {
    let mut contents = Vec::new();
    let mut prose: Vec<Paragraph> = Vec::new();
    let elements = &section.elements;
    let mut next = 0;
    while next < elements.len() {
        let element = &elements[next];
        next += 1;
        let ideas: Vec<SlideIdea> = match element {
            SectionElement::Paragraph(paragraph) => {
                let Some(idea) = enumeration_or_steps(paragraph, context) else {
                    prose.push(paragraph.clone());
                    continue;
                };
                vec![idea]
            }
            SectionElement::List(list) => match (code_caption(list), elements.get(next)) {
                (Some(sentence), Some(SectionElement::Code(_))) => {
                    prose.push(Paragraph { sentences: vec![sentence], ..Paragraph::default() });
                    continue;
                }
                _ => lists::ideas(list, &section.heading, context),
            },
            SectionElement::Table(table) => match tables::whole_rows(table, context.language) {
                Ok(table) => tables::ideas(&table, take_caption(&mut prose, context.language)),
                Err(columns) => {
                    prose.extend(columns.iter().map(|text| Paragraph {
                        sentences: sentences(text, context.language),
                        ..Paragraph::default()
                    }));
                    continue;
                }
            },
            SectionElement::Quote(quotation) if !is_quote(quotation) => {
                let sentences = sentences(&quotation.text, context.language);
                prose.push(Paragraph { sentences, ..Paragraph::default() });
                continue;
            }
            SectionElement::Quote(quotation) => vec![quote(quotation)],
            SectionElement::Code(block) => vec![code(block, take_caption(&mut prose, context.language))],
            SectionElement::Formula(latex) => {
                let symbols = elements.get(next).and_then(|after| formulas::symbols(latex, after));
                next += usize::from(symbols.is_some());
                vec![formulas::idea(latex, take_caption(&mut prose, context.language), symbols.unwrap_or_default())]
            }
            SectionElement::Picture(first) => {
                let mut group = vec![first.clone()];
                while let Some(SectionElement::Picture(more)) = elements.get(next) {
                    group.push(more.clone());
                    next += 1;
                }
                let beside = prose.pop().or_else(|| match elements.get(next) {
                    Some(SectionElement::Paragraph(paragraph)) => {
                        next += 1;
                        Some(paragraph.clone())
                    }
                    _ => None,
                });
                vec![pictures(&group, beside, context)]
            }
            SectionElement::QuestionAndAnswer { .. } => {
                let mut answers = vec![element.clone()];
                while let Some(more @ SectionElement::QuestionAndAnswer { .. }) = elements.get(next) {
                    answers.push(more.clone());
                    next += 1;
                }
                lists::answers(&answers, context)
            }
            SectionElement::Comparison(sides) => vec![comparison(sides)],
        };
        flush_prose(at, &section.heading, &mut prose, context, &mut contents);
        contents.extend(ideas.into_iter().map(|idea| {
            SectionContent::Idea(SlideIdea { section: at, weight: weight(&idea, context) + idea.weight, ..idea })
        }));
    }
    flush_prose(at, &section.heading, &mut prose, context, &mut contents);
    contents
}

/// Weight of an idea by its three heaviest texts.
fn weight(idea: &SlideIdea, context: AuthorContext<'_>) -> f32 {
    0.3 + pieces_weight(&idea.pieces, context)
}

/// Mean weight of the three heaviest of some texts.
pub(super) fn pieces_weight(pieces: &[String], context: AuthorContext<'_>) -> f32 {
    let mut weights: Vec<f32> =
        pieces.iter().take(40).map(|piece| context.terms.weight(piece, 1, context.language)).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    weights.iter().take(3).sum::<f32>() / 3.0
}

/// Takes the caption of a table or a code block: a short sentence directly before it. May be empty.
fn take_caption(prose: &mut Vec<Paragraph>, language: &Language) -> String {
    let is_caption = prose.last().is_some_and(|last| {
        // In "Table 4: Ships by year" the label is the number.
        let is_numbered = last.label.ends_with(|c: char| c.is_ascii_digit()) && word_count(&last.label) == 2;
        last.sentences.len() == 1
            && length(&last.sentences[0]) <= 140
            && (last.label.is_empty() || is_numbered)
            && !is_cut_off(&last.sentences[0], language)
    });
    if is_caption {
        let text = prose.pop().map(|last| last.sentences.join(" ")).unwrap_or_default();
        bare_caption(text.trim_end_matches(':'))
    } else {
        String::new()
    }
}

/// The only entry of a list, if it is short: a list of one entry before a code block is its caption.
fn code_caption(list: &List) -> Option<String> {
    let [ListEntry { head, text, inner }] = list.items.as_slice() else { return None };
    (head.is_empty() && inner.is_empty() && word_count(text) <= 12).then(|| text.clone())
}

/// Adds the pending paragraphs to the contents: as a timeline, a comparison or key figures where they consist of these,
/// else as prose.
fn flush_prose(
    section: usize,
    heading: &str,
    prose: &mut Vec<Paragraph>,
    context: AuthorContext<'_>,
    contents: &mut Vec<SectionContent>,
) {
    if prose.is_empty() {
        return;
    }
    let mut paragraphs = std::mem::take(prose);
    let is_transcript = paragraphs.iter().any(|paragraph| !paragraph.speaker.is_empty());
    let quotes: Vec<SlideIdea> =
        paragraphs.iter_mut().filter_map(|paragraph| take_quotation(paragraph, context.language)).take(2).collect();
    paragraphs.retain(|paragraph| !paragraph.sentences.is_empty());
    let content = |idea: SlideIdea, more: f32| {
        SectionContent::Idea(SlideIdea { section, weight: weight(&idea, context) + more, ..idea })
    };
    let prose_of = |paragraphs: Vec<Paragraph>| SectionContent::Prose {
        section,
        heading: heading.to_owned(),
        paragraphs,
        is_chosen: false,
    };
    let is_short = !is_transcript && paragraphs.len() <= 6;
    let all_dated = paragraphs.iter().all(|paragraph| {
        timeline(std::slice::from_ref(paragraph), context).is_some()
            || paragraph.sentences.iter().all(|sentence| dates::has_date(sentence, context.language))
    });
    let has_series = paragraphs.iter().any(|paragraph| series(paragraph, heading, context).is_some());
    if let Some(idea) = (is_short && !has_series)
        .then(|| timeline(&paragraphs, context).filter(|_| all_dated).or_else(|| contrast(&paragraphs, context)))
        .flatten()
    {
        contents.push(content(idea, 0.0));
    } else if let Some((idea, rest)) =
        (is_short && paragraphs.len() == 1 && !has_series).then(|| key_figures(&paragraphs, heading, context)).flatten()
    {
        contents.push(content(idea, 0.2));
        if !rest.is_empty() {
            contents.push(prose_of(rest));
        }
    } else {
        let figures = (!is_transcript && paragraphs.len() > 1).then(|| section_figures(&paragraphs, heading, context));
        contents.extend(figures.flatten().map(|idea| content(idea, 0.1)));
        let mut pending: Vec<Paragraph> = Vec::new();
        for paragraph in paragraphs {
            let alone = std::slice::from_ref(&paragraph);
            let idea = if is_transcript {
                None
            } else {
                series(&paragraph, heading, context).or_else(|| timeline(alone, context)).or_else(|| {
                    key_figures(alone, heading, context).filter(|(_, rest)| rest.is_empty()).map(|(idea, _)| idea)
                })
            };
            match idea {
                Some(idea) => {
                    if !pending.is_empty() {
                        contents.push(prose_of(std::mem::take(&mut pending)));
                    }
                    contents.push(content(idea, 0.1));
                }
                None => pending.push(paragraph),
            }
        }
        if !pending.is_empty() {
            contents.push(prose_of(pending));
        }
    }
    contents.extend(quotes.into_iter().map(|idea| SectionContent::Idea(SlideIdea { section, weight: 0.75, ..idea })));
}

/// Takes a quotation with its speaker out of a paragraph.
fn take_quotation(paragraph: &mut Paragraph, language: &Language) -> Option<SlideIdea> {
    let found = quotes::attributed_quotation(&paragraph.sentences.join(" "), language)?;
    let quote_key = comparison_key(&found.text);
    let mut whole = String::new();
    let (mut first, mut end) = (None, 0);
    for (at, sentence) in paragraph.sentences.iter().enumerate() {
        let is_part = comparison_key(sentence).contains(&quote_key)
            || (!whole.is_empty() || sentence.contains(['"', '“', '„', '«', '»']))
                && !comparison_key(&whole).contains(&quote_key)
                && quote_key.contains(&comparison_key(sentence).chars().take(12).collect::<String>());
        if is_part || (first.is_some() && !comparison_key(&whole).contains(&quote_key)) {
            first.get_or_insert(at);
            whole.push_str(sentence);
            end = at + 1;
        }
    }
    let first = first.filter(|_| comparison_key(&whole).contains(&quote_key))?;
    let sentences = paragraph.sentences.drain(first..end).collect::<Vec<_>>().join(" ");
    let mut idea = quote(&found);
    // The sentences go to the notes if they say more than the quotation, its speaker and "said".
    let shown: Vec<String> = words(&found.text).chain(words(&found.attribution)).map(comparison_key).collect();
    let is_unshown =
        |word: &&str| !shown.contains(&comparison_key(word)) && !language.is_stop_word(&word.to_lowercase());
    let says_more = words(&sentences).filter(is_unshown).count() > 2;
    if says_more {
        idea.pieces = vec![sentences];
    }
    // "He has been stung" would refer to the sentence before the quotation.
    while paragraph.sentences.get(first).is_some_and(|next| language.refers_back(next)) {
        idea.pieces.push(paragraph.sentences.remove(first));
    }
    Some(idea)
}

/// Whether a block quote is something that a person said, and not an indented remark of the document itself.
fn is_quote(quotation: &Quotation) -> bool {
    const REMARKS: &str = "note notes warning tip caution important info example hinweis achtung wichtig tipp beispiel \
        let opmerking belangrijk voorbeeld remarque attention conseil exemple nota aviso atención consejo ejemplo";
    let first = first_word(&quotation.text);
    let is_remark = REMARKS.split_whitespace().any(|word| word == first);
    // "Stability: 1 - Experimental" is a remark of two parts, and nobody said it.
    let is_saying = word_count(&quotation.text) >= 3;
    is_saying && (!quotation.attribution.is_empty() || word_count(&quotation.text) <= 30 && !is_remark)
}

/// The idea of a quotation.
fn quote(quotation: &Quotation) -> SlideIdea {
    let Quotation { text, attribution } = quotation;
    let outline =
        SlideOutline { paragraphs: vec![text.clone()], attribution: attribution.clone(), ..SlideOutline::default() };
    let key = if length(text) <= 320 { "quote-slide" } else { "content-slide" };
    let pieces = [text, attribution].into_iter().filter(|piece| !piece.is_empty()).cloned().collect();
    SlideIdea {
        options: SlideOption::each(&[key, "content-slide"], &outline),
        pieces,
        weight: 0.2,
        ..SlideIdea::default()
    }
}

/// Maximum length of the text of a diagram, in characters.
const MAX_DIAGRAM: usize = 4000;

/// The idea of a code block, or of a diagram in Mermaid's language.
pub(super) fn code(block: &CodeBlock, caption: String) -> SlideIdea {
    const MAX_LINES: usize = 20;
    // A diagram is never cut, since it is drawn from all of its text.
    let is_diagram = block.language == "mermaid" && length(&block.text) <= MAX_DIAGRAM;
    let lines: Vec<&str> = block.text.lines().collect();
    let mut kept = lines.len();
    if kept > MAX_LINES && !is_diagram {
        // Cut at a blank line if possible.
        kept = lines[..MAX_LINES]
            .iter()
            .rposition(|line| line.trim().is_empty())
            .filter(|at| *at >= MAX_LINES / 2)
            .unwrap_or(MAX_LINES);
    }
    let shown = lines[..kept].join("\n").trim_end().to_owned();
    let title = Some(without_final_mark(&caption).to_owned())
        .filter(|caption| !caption.is_empty() && length(caption) <= super::super::headline::MAX_HEADLINE);
    let outline = SlideOutline {
        code: Some(CodeBlock { language: block.language.clone(), text: shown }),
        closing: if title.is_some() { String::new() } else { caption.clone() },
        ..SlideOutline::default()
    };
    let mut pieces = vec![block.text.clone()];
    pieces.extend(Some(caption).filter(|caption| !caption.is_empty()));
    SlideIdea {
        title,
        options: if is_diagram {
            SlideOption::each(&["diagram-slide", "code-slide"], &outline)
        } else {
            SlideOption::each(&["code-slide", "content-slide"], &outline)
        },
        pieces,
        weight: -0.3,
        ..SlideIdea::default()
    }
}

/// The idea of some pictures with the paragraph beside them.
fn pictures(pictures: &[deck::Picture], beside: Option<Paragraph>, context: AuthorContext<'_>) -> SlideIdea {
    let shown: Vec<SlidePicture> = pictures
        .iter()
        .map(|picture| SlidePicture {
            source: picture.source.clone(),
            alt: picture.alt.clone(),
            caption: picture.title.clone(),
            is_whole: true,
        })
        .collect();
    let mut beside = beside.unwrap_or_default();
    let all = beside.pieces();
    beside.sentences.retain(|sentence| super::prose::is_slide_sentence(sentence));
    let found = headline(&beside.sentences, "", context.terms, context.language);
    let used = found.as_ref().and_then(|found| found.sentence);
    let rest = without_sentence(&beside.sentences, used);
    let title = found.map(|found| found.text).or_else(|| {
        pictures.iter().map(|picture| picture.alt.clone()).find(|alt| !alt.is_empty() && length(alt) <= 80)
    });
    let (paragraphs, points) = super::prose::bullets(&rest, used, 4, 420, context);
    let outline =
        SlideOutline { pictures: shown, paragraphs, points, links: beside.links.clone(), ..SlideOutline::default() };
    let mut options = Vec::new();
    if pictures.len() > 1 && rest.len() <= 1 {
        options.push(SlideOption::new("gallery-slide", &outline));
    }
    if rest.is_empty() && pictures.len() == 1 {
        options.push(SlideOption::new("image-slide", &outline));
    }
    options.extend(SlideOption::each(&["image-text-slide", "image-slide"], &outline));
    let mut pieces = all;
    pieces.extend(pictures.iter().map(|picture| picture.alt.clone()).filter(|alt| !alt.is_empty()));
    SlideIdea { title, options, pieces, weight: 0.5, ..SlideIdea::default() }
}

/// The idea of a comparison.
fn comparison(sides: &[ComparisonSide]) -> SlideIdea {
    let body = |side: &ComparisonSide| {
        side.points
            .iter()
            .map(|point| format!("- {}", capitalised(without_final_mark(point))))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let points: Vec<OutlinePoint> = sides.iter().map(|side| OutlinePoint::new(side.name.clone(), body(side))).collect();
    let outline = SlideOutline { points, ..SlideOutline::default() };
    let keys: &[&'static str] = if sides.len() == 4 {
        &["matrix-slide", "text-blocks-slide"]
    } else {
        &["comparison-slide", "text-blocks-slide", "content-slide"]
    };
    let pieces = sides.iter().flat_map(|side| std::iter::once(&side.name).chain(&side.points)).cloned().collect();
    SlideIdea { options: SlideOption::each(keys, &outline), pieces, weight: 0.3, ..SlideIdea::default() }
}
