//! Turns running text into slide ideas: the most important sentences as points under a headline.

use super::super::headline::{Headline, ends_before_example, has_cut_word, headline, is_cut_off};
use super::super::language::{Language, phrases, starts_with_phrase};
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::rank::heaviest_first;
use super::super::read::Paragraph;
use super::super::text::{
    capitalised, comparison_key, first_word, is_balanced, length, shortened, slide_sentence, split_in_two,
    without_final_mark, without_sentence, word_count, words,
};
use super::{AuthorContext, SlideIdea, SlideOption};

/// Maximum number of code points of running text on one slide.
const MAX_TEXT: usize = 620;
/// Maximum number of points on one slide.
const MAX_POINTS: usize = 6;
/// Maximum length of a point, in code points.
const MAX_POINT: usize = 210;

/// The ideas of some paragraphs on about `slides` slides.
pub(super) fn ideas(
    section: usize,
    heading: &str,
    paragraphs: &[Paragraph],
    slides: usize,
    context: AuthorContext<'_>,
) -> Vec<SlideIdea> {
    let groups = groups(paragraphs, slides);
    groups
        .iter()
        .map(|group| SlideIdea { section, ..idea(group, heading, context) })
        .filter(|idea| !idea.options.is_empty())
        .collect()
}

/// Paragraphs in `slides` groups of about equal length. A long paragraph is split between sentences.
fn groups(paragraphs: &[Paragraph], slides: usize) -> Vec<Vec<Paragraph>> {
    let mut pieces: Vec<Paragraph> = Vec::new();
    let words = |paragraph: &Paragraph| paragraph.sentences.iter().map(|sentence| word_count(sentence)).sum::<usize>();
    let total: usize = paragraphs.iter().map(words).sum();
    let share = total.div_ceil(slides.max(1)).max(1);
    for paragraph in paragraphs {
        let size = words(paragraph);
        if size > share * 3 / 2 && paragraph.sentences.len() >= 4 {
            let parts = size.div_ceil(share).min(paragraph.sentences.len() / 2);
            for chunk in paragraph.sentences.chunks(paragraph.sentences.len().div_ceil(parts)) {
                pieces.push(Paragraph { sentences: chunk.to_vec(), ..paragraph.clone() });
            }
        } else {
            pieces.push(paragraph.clone());
        }
    }
    // A very short paragraph is joined with the previous one.
    let mut bundles: Vec<Vec<Paragraph>> = Vec::new();
    for paragraph in pieces {
        let is_thin = words(&paragraph) < 30 && paragraph.label.is_empty() && paragraph.speaker.is_empty();
        match bundles.last_mut().filter(|last| {
            let size = last.iter().map(words).sum::<usize>();
            is_thin && size < 75 || size < 30 && last[0].label.is_empty()
        }) {
            Some(last) => last.push(paragraph),
            None => bundles.push(vec![paragraph]),
        }
    }
    if bundles.len() <= slides {
        return bundles;
    }
    let mut groups: Vec<Vec<Paragraph>> = Vec::new();
    let (mut done, mut group): (usize, Vec<Paragraph>) = (0, Vec::new());
    for bundle in bundles {
        let size: usize = bundle.iter().map(words).sum();
        let is_full = (2 * done + size) * slides >= 2 * total * (groups.len() + 1);
        if is_full && !group.is_empty() && groups.len() + 1 < slides {
            groups.push(std::mem::take(&mut group));
        }
        done += size;
        group.extend(bundle);
    }
    if !group.is_empty() {
        groups.push(group);
    }
    groups
}

/// The idea of a group of paragraphs.
fn idea(group: &[Paragraph], heading: &str, context: AuthorContext<'_>) -> SlideIdea {
    let language = context.language;
    let is_transcript = group.iter().any(|paragraph| !paragraph.speaker.is_empty());
    let paragraphs: Vec<Paragraph> = if is_transcript {
        group
            .iter()
            .map(|paragraph| without_chatter(paragraph, language))
            .filter(|paragraph| !paragraph.sentences.is_empty())
            .collect()
    } else {
        group.to_vec()
    };
    let pieces: Vec<String> = paragraphs.iter().flat_map(Paragraph::pieces).collect();
    let label = paragraphs
        .iter()
        .map(|paragraph| paragraph.label.clone())
        .find(|label| !label.is_empty())
        .filter(|label| paragraphs.len() == 1 && word_count(label) > 1 && !language.is_generic_heading(label));
    let is_labelled = label.is_some();
    let shown = |paragraph: &Paragraph| if is_labelled { paragraph.sentences.clone() } else { with_label(paragraph) };
    let all: Vec<String> = paragraphs.iter().flat_map(shown).collect();
    let all = without_asides(all, language);
    if all.is_empty() {
        return SlideIdea { pieces, ..SlideIdea::default() };
    }
    let found = match label {
        Some(text) => Some(Headline { text, sentence: None }),
        None => headline(&all, heading, context.terms, language),
    };
    // A single sentence is the statement of the slide, under the heading of its section.
    let found = found.filter(|found| all.len() > 1 || found.sentence.is_none() && is_labelled);
    let used = found.as_ref().and_then(|found| found.sentence);
    let title = found.as_ref().map_or("", |found| found.text.as_str());
    let options = if is_transcript {
        speaker_options(&paragraphs, context)
    } else {
        text_options(&paragraphs, &all, used, title, context)
    };
    let options_under_heading =
        if is_transcript || used.is_none() { Vec::new() } else { text_options(&paragraphs, &all, None, "", context) };
    let weight = context.terms.weights(&all, language).into_iter().fold(0.0, f32::max);
    // The title of a lone sentence is the heading of its section rather than its own claim.
    let is_repeated = options.first().is_some_and(|option| match option.outline.paragraphs.as_slice() {
        [only] => {
            option.outline.points.is_empty() && !title.is_empty() && {
                comparison_key(only).starts_with(&comparison_key(title))
            }
        }
        _ => false,
    });
    SlideIdea {
        title: found.filter(|_| !is_repeated).map(|found| found.text),
        options_under_heading,
        options,
        pieces,
        weight,
        ..SlideIdea::default()
    }
}

/// The sentences of a paragraph, the first behind its label: without it, "Buoy: a float that marks a channel" would not
/// say what it explains. Labels such as "Note" say nothing.
fn with_label(paragraph: &Paragraph) -> Vec<String> {
    const REMARKS: &str = "note notes nota notas remarque remarques hinweis anmerkung opmerking warning warnung \
        waarschuwing attention achtung atención tip tipp conseil consejo important wichtig belangrijk importante \
        caution caveat hint info";
    let mut sentences = paragraph.sentences.clone();
    let label = &paragraph.label;
    let is_remark = REMARKS.split_whitespace().any(|word| word == label.to_lowercase());
    if let Some(first) = sentences.first_mut()
        && !label.is_empty()
        && !is_remark
    {
        *first = format!("{label}: {first}");
    }
    sentences
}

/// Sentences that can be shown on a slide: without those that point to other passages of the document, are incomplete,
/// or refer to a sentence that is not in the list. When none remains, all that are not references, notices, captions or
/// incomplete.
fn without_asides(sentences: Vec<String>, language: &Language) -> Vec<String> {
    let kept: Vec<String> = sentences
        .iter()
        .enumerate()
        .filter(|(at, sentence)| is_slide_sentence(sentence) && !(*at == 0 && language.refers_back(sentence)))
        .map(|(_, sentence)| sentence.clone())
        .collect();
    if !kept.is_empty() {
        return kept;
    }
    // The notes below a title page, such as the addresses of its authors, begin with these marks.
    let is_note = |text: &String| text.starts_with(['*', '†', '‡']);
    let says_something = |text: &String| {
        !is_reference(text) && !is_notice(text) && !is_caption(text) && !is_cut_off(text, language) && !is_note(text)
    };
    sentences.into_iter().filter(says_something).collect()
}

/// Whether a sentence is a caption or points to a picture or table: "Figure 2.", "Table 9.16 lists ...".
fn is_caption(sentence: &str) -> bool {
    const NAMES: &str =
        "figure fig figuur abbildung abb table tabel tabelle tableau tabla figura listing section chapter";
    let mut all = words(sentence);
    let first = all.next().unwrap_or_default().to_lowercase();
    NAMES.split_whitespace().any(|name| name == first)
        && all.next().is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a sentence is about rights, or asks the reader to click somewhere.
fn is_notice(sentence: &str) -> bool {
    const NOTICES: &[&str] = &[
        "copyright",
        "trademark",
        "all rights reserved",
        "©",
        "click here",
        "click on the",
        "klik hier",
        "klicken sie",
        "cliquez",
        "haga clic",
        "cookies",
        "isbn",
        "table of contents",
        "copy of the license is",
        "copy of the licence is",
        "kopie der lizenz",
        "copie de la licence",
        "copia de la licencia",
        "kopie van de licentie",
    ];
    let lower = sentence.to_lowercase();
    lower.starts_with("click the ") || NOTICES.iter().any(|notice| lower.contains(notice))
}

/// Whether a sentence only sends the reader elsewhere: "See section 4", "For more information, refer to the manual".
pub(super) fn is_reference(sentence: &str) -> bool {
    const STARTS: &[&str] = &[
        "see ",
        "see also ",
        "please see ",
        "please refer ",
        "refer to ",
        "for more information",
        "for further information",
        "for additional information",
        "for details",
        "for more details",
        "consult ",
        "more information",
        "further information",
        "zu mehr information",
        "für mehr information",
        "für weitere information",
        "weitere information",
        "voor bijkomende informatie",
        "raadpleeg ",
        "meer informatie",
        "mehr informationen",
        "konsultieren ",
        "consultez ",
        "reportez-vous ",
        "plus d’informations",
        "plus d'informations",
        "más información",
        "consulte ",
        "zie ",
        "voor meer informatie",
        "siehe ",
        "weitere informationen",
        "voir ",
        "pour plus d",
        "pour en savoir plus",
        "the following ",
        "the above ",
        "below is ",
        "below are ",
        "die folgende",
        "der folgende",
        "das folgende",
        "im folgenden",
        "de volgende ",
        "het volgende ",
        "hieronder ",
        "le tableau suivant",
        "les tableaux suivants",
        "la figure suivante",
        "ci-dessous",
        "la siguiente ",
        "el siguiente ",
        "las siguientes ",
        "los siguientes ",
        "a continuación",
        "véase ",
        "para más información",
    ];
    let lower = sentence.to_lowercase();
    STARTS.iter().any(|start| lower.starts_with(start))
        || announces(&lower)
        || word_count(sentence) <= MAX_POINTER && names_place(&lower)
}

/// Whether a text in lower case announces what stands after it: "in this text the following terms will be used".
fn announces(lower: &str) -> bool {
    const TIMES: &str = "day days week weeks month months year years morning evening night spring summer autumn winter";
    const ENDS: &[&str] = &[" as follows", " wie folgt", " als volgt", " comme suit", " como sigue"];
    let end = lower.trim_end_matches(['.', ':', ' ']);
    if ENDS.iter().any(|words| end.ends_with(words)) {
        return true;
    }
    lower.split_once(" the following ").is_some_and(|(_, rest)| {
        let next = first_word(rest);
        !TIMES.split_whitespace().any(|word| word == next)
    })
}

/// Maximum number of words of a sentence that only names another passage of the document.
const MAX_POINTER: usize = 20;

/// Whether a text in lower case names a passage of the document: "if not, consult section 12.1".
fn names_place(lower: &str) -> bool {
    const PLACES: &str = "section chapter appendix paragraaf hoofdstuk bijlage abschnitt kapitel anhang chapitre \
        annexe sección capítulo";
    const VERBS: &str =
        "see consult refer read raadpleeg zie lees siehe lesen voir consultez consulter lisez véase consulte lea";
    let is_in = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let all: Vec<&str> = words(lower).collect();
    let has_place =
        all.windows(2).any(|pair| is_in(PLACES, pair[0]) && pair[1].starts_with(|c: char| c.is_ascii_digit()));
    has_place && all.iter().any(|word| is_in(VERBS, word))
}

/// Whether a sentence can be shown on a slide: it is complete, and mostly words.
pub(super) fn is_slide_sentence(sentence: &str) -> bool {
    let text = sentence.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).count();
    let is_whole = text.ends_with(['.', '!', '?', '。', '！', '？', '”', '"', '»', ')', '…', '؟', '।'])
        && text.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase());
    let is_remark = text.starts_with('(') && text.ends_with(')');
    !is_caption(text)
        && !is_notice(text)
        && !is_reference(text)
        && is_whole
        && is_balanced(text)
        && !has_cut_word(text)
        && !ends_before_example(text)
        && !is_remark
        && letters * 2 >= length(text)
        && !text.contains(['{', '}', '\\'])
}

/// The options for showing some paragraphs under a title. `all` has their sentences, and `used` is the index of the
/// sentence that is the title, which is not shown again.
fn text_options(
    paragraphs: &[Paragraph],
    all: &[String],
    used: Option<usize>,
    title: &str,
    context: AuthorContext<'_>,
) -> Vec<SlideOption> {
    let links = paragraphs.iter().flat_map(|paragraph| paragraph.links.clone()).take(3).collect::<Vec<_>>();
    let mut options = Vec::new();
    if paragraphs.len() >= 3
        && let Some(points) = paragraph_points(paragraphs, title, context)
    {
        let outline = SlideOutline { points, links: links.clone(), ..SlideOutline::default() };
        options.extend(SlideOption::each(&["icon-card-grid-slide", "list-slide", "text-blocks-slide"], &outline));
    }
    let rest = without_sentence(all, used);
    let (body, points) = bullets(if rest.is_empty() { all } else { &rest }, used, MAX_POINTS, MAX_TEXT, context);
    let plain = SlideOutline { paragraphs: body, points, links: links.clone(), ..SlideOutline::default() };
    let listed =
        sentence_points(&rest, context).map(|points| SlideOutline { points, links, ..SlideOutline::default() });
    let listed =
        listed.or_else(|| two_clauses(&rest, context).map(|points| SlideOutline { points, ..SlideOutline::default() }));
    let has_list = listed.as_ref().is_some_and(|outline| outline.points.len() >= 3);
    let list = listed.iter().flat_map(|outline| SlideOption::each(&["list-slide", "text-blocks-slide"], outline));
    if has_list && options.is_empty() && rest.len() <= 5 {
        options.extend(list);
        options.push(SlideOption::new("content-slide", &plain));
    } else {
        let at = options.len().min(1);
        options.insert(at, SlideOption::new("content-slide", &plain));
        options.extend(list);
    }
    options
}

/// A point for each of up to five paragraphs under a title: its headline and its best other sentence. `None` for fewer
/// than three points.
fn paragraph_points(paragraphs: &[Paragraph], title: &str, context: AuthorContext<'_>) -> Option<Vec<OutlinePoint>> {
    let title = comparison_key(title);
    // The title of the slide is not the title of a point, too.
    let without_title = |paragraph: &Paragraph| {
        let mut paragraph = paragraph.clone();
        if !title.is_empty() && paragraph.sentences.len() > 1 {
            paragraph
                .sentences
                .retain(|sentence| !comparison_key(&slide_sentence(sentence, context.language)).starts_with(&title));
        }
        paragraph
    };
    let paragraphs: Vec<Paragraph> = paragraphs.iter().map(without_title).collect();
    let weight = |paragraph: &Paragraph| {
        context.terms.weights(&paragraph.sentences, context.language).into_iter().fold(0.0, f32::max)
    };
    let weights: Vec<f32> = paragraphs.iter().map(weight).collect();
    let mut order = heaviest_first(&weights);
    order.truncate(if paragraphs.len() > 6 { 4 } else { 5 });
    order.sort_unstable();
    let mut points: Vec<OutlinePoint> = Vec::new();
    for at in order {
        let paragraph = &paragraphs[at];
        let found = if paragraph.label.is_empty() {
            headline(&paragraph.sentences, "", context.terms, context.language)
        } else {
            Some(Headline { text: paragraph.label.clone(), sentence: None })
        };
        let Some(found) = found else { continue };
        if points.iter().any(|point| point.title == found.text) || comparison_key(&found.text) == title {
            continue;
        }
        let mut rest = without_sentence(&paragraph.sentences, found.sentence);
        // A claim and its own sentence below it would say the same twice.
        let key = comparison_key(&found.text);
        let repeats = |sentence: &String| comparison_key(&slide_sentence(sentence, context.language)).starts_with(&key);
        if !rest.iter().all(repeats) {
            rest.retain(|sentence| !repeats(sentence));
        }
        let best = best_sentences(&rest, found.sentence, 1, 150, 150, context).into_iter().next().unwrap_or_default();
        if best.is_empty() && found.sentence.is_none() {
            continue;
        }
        points.push(OutlinePoint::new(found.text, best));
    }
    (points.len() >= 3).then_some(points)
}

/// Points made from sentences. `None` unless each sentence is short or can be split in two.
fn sentence_points(sentences: &[String], context: AuthorContext<'_>) -> Option<Vec<OutlinePoint>> {
    if !(2..=8).contains(&sentences.len()) {
        return None;
    }
    let selected = best_sentences(sentences, None, 5, 200, 640, context);
    let point = |sentence: &String| {
        let text = without_final_mark(sentence);
        if length(text) <= 80 {
            return Some(OutlinePoint::new(text, ""));
        }
        let (head, rest) = split_in_two(text, context.language, 72)?;
        (length(&rest) <= 118).then(|| OutlinePoint::new(head, rest))
    };
    let points: Vec<OutlinePoint> = selected.iter().map(point).collect::<Option<_>>()?;
    (points.len() >= 2).then_some(points)
}

/// A single sentence of two clauses as two points.
fn two_clauses(sentences: &[String], context: AuthorContext<'_>) -> Option<Vec<OutlinePoint>> {
    let [only] = sentences else { return None };
    let (left, right) = split_in_two(only, context.language, 78)?;
    (length(&right) <= 78).then(|| vec![OutlinePoint::new(left, ""), OutlinePoint::new(right, "")])
}

/// The options for showing a transcript: up to four statements with their speakers, or one as a quote.
fn speaker_options(paragraphs: &[Paragraph], context: AuthorContext<'_>) -> Vec<SlideOption> {
    let mut all: Vec<(f32, usize, &Paragraph, String)> = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        for (index, sentence) in paragraph.sentences.iter().enumerate() {
            if let Some(short) = shortened(sentence, 170, context.language)
                .filter(|short| word_count(short) >= 5 && !short.ends_with('?'))
            {
                all.push((context.terms.weight(sentence, index.min(1), context.language), at, paragraph, short));
            }
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<(usize, &Paragraph, String)> = Vec::new();
    for (_, at, paragraph, short) in all {
        if chosen.len() < 4 && !chosen.iter().any(|(other, _, _)| *other == at) {
            chosen.push((at, paragraph, short));
        }
    }
    chosen.sort_by_key(|(at, _, _)| *at);
    let points: Vec<OutlinePoint> = chosen
        .iter()
        .map(|(_, paragraph, short)| OutlinePoint::new(paragraph.speaker.clone(), short.clone()))
        .collect();
    let outline = SlideOutline { points: points.clone(), ..SlideOutline::default() };
    let mut options = Vec::new();
    let has_one_speaker = points.iter().all(|point| point.title == points[0].title);
    if points.len() >= 2 && !has_one_speaker {
        options.extend(SlideOption::each(&["content-slide", "icon-card-grid-slide", "text-blocks-slide"], &outline));
    } else if let Some(point) = points.first().filter(|point| points.len() == 1 && length(&point.text) >= 40) {
        let quote = SlideOutline {
            paragraphs: vec![point.text.clone()],
            attribution: point.title.clone(),
            ..SlideOutline::default()
        };
        options.extend([SlideOption::new("quote-slide", &quote), SlideOption::new("content-slide", &outline)]);
    } else if !points.is_empty() {
        let plain = SlideOutline {
            points: points.iter().map(|point| OutlinePoint::new("", point.text.clone())).collect(),
            attribution: points[0].title.clone(),
            ..SlideOutline::default()
        };
        options.extend([SlideOption::new("content-slide", &plain), SlideOption::new("text-blocks-slide", &outline)]);
    }
    options
}

/// A paragraph of a transcript without greetings, filler words and very short sentences.
fn without_chatter(paragraph: &Paragraph, language: &Language) -> Paragraph {
    let is_filler = |word: &str| language.table.fillers.split(' ').any(|filler| filler == word);
    let sentences = paragraph
        .sentences
        .iter()
        .map(|sentence| {
            let mut rest = sentence.as_str();
            let is_greeting = |text: &str| {
                let lower = text.to_lowercase();
                phrases(language.table.greetings).any(|word| word.len() > 3 && starts_with_phrase(&lower, word))
            };
            while is_filler(&first_word(rest)) || is_greeting(rest) {
                let cut = if is_greeting(rest) {
                    rest.split_once(',').filter(|(before, _)| word_count(before) <= 5)
                } else {
                    rest.split_once([' ', ','])
                };
                let Some((_, after)) = cut else { return String::new() };
                rest = after.trim_start_matches([' ', ',', '.', '…']);
            }
            capitalised(rest)
        })
        .filter(|sentence| word_count(sentence) >= 5)
        .collect();
    Paragraph { sentences, ..paragraph.clone() }
}

/// The best sentences as points, or as a paragraph when there is only one. A sentence that refers to the one before it
/// is in the same point. The sentence at `after_title` follows the headline.
pub(super) fn bullets(
    sentences: &[String],
    after_title: Option<usize>,
    count: usize,
    room: usize,
    context: AuthorContext<'_>,
) -> (Vec<String>, Vec<OutlinePoint>) {
    let selected = best_sentences(sentences, after_title, count, MAX_POINT, room, context);
    let mut kept: Vec<String> = Vec::new();
    for sentence in selected {
        match kept.last_mut().filter(|last| {
            context.language.refers_back(&sentence) && length(last) + length(&sentence) <= MAX_POINT + 40
        }) {
            Some(last) => {
                if !last.ends_with(['.', '!', '?', '。', '”', '"', '»', ')']) {
                    last.push('.');
                }
                last.push(' ');
                last.push_str(&sentence);
            }
            None => kept.push(sentence),
        }
    }
    match kept.len() {
        0 => (sentences.first().map(|first| slide_sentence(first, context.language)).into_iter().collect(), Vec::new()),
        1 => (kept, Vec::new()),
        _ => (Vec::new(), kept.iter().map(|sentence| OutlinePoint::new("", without_final_mark(sentence))).collect()),
    }
}

/// Up to `count` sentences with the highest weight, in reading order, each shortened to `max` code points, all together
/// at most `room` code points. A sentence that refers to the previous one is chosen only together with it.
fn best_sentences(
    sentences: &[String],
    after_title: Option<usize>,
    count: usize,
    max: usize,
    room: usize,
    context: AuthorContext<'_>,
) -> Vec<String> {
    let says_something = |text: &String| text.contains(char::is_alphanumeric);
    let fitted: Vec<Option<String>> =
        sentences.iter().map(|sentence| shortened(sentence, max, context.language).filter(says_something)).collect();
    let order = heaviest_first(&context.terms.weights(sentences, context.language));
    let mut taken: Vec<usize> = Vec::new();
    let mut size = 0;
    // The second pass adds sentences that refer back to a sentence which the first pass chose only later.
    for at in order.iter().chain(&order).copied() {
        if taken.contains(&at) {
            continue;
        }
        let Some(text) = fitted[at].as_ref().filter(|_| taken.len() < count) else { continue };
        let refers_back = context.language.refers_back(&sentences[at]);
        let is_new = !taken.iter().any(|other| comparison_key(&sentences[*other]) == comparison_key(&sentences[at]));
        let fits = taken.is_empty() || size + length(text) <= room;
        if fits
            && is_new
            && (!refers_back
                || after_title == Some(at)
                || at.checked_sub(1).is_some_and(|before| taken.contains(&before)))
        {
            size += length(text);
            taken.push(at);
        }
    }
    taken.sort_unstable();
    taken.into_iter().filter_map(|at| fitted[at].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    #[test]
    fn sentences_that_point_to_others_are_references() {
        for text in [
            "To avoid confusion, the following terms will be used here.",
            "The above graph shows three modes.",
            "The rest is organised as follows.",
        ] {
            assert!(is_reference(text), "{text}");
        }
        assert!(!is_slide_sentence("Speed is the result for the three main modes, i.e."));
        assert!(!is_reference("It rained in May and in the following month the dam broke."));
    }

    #[test]
    fn a_spoken_sentence_that_begins_like_a_greeting_stays() {
        let spoken = |tag: &str, text: &str| {
            let paragraph = Paragraph { sentences: vec![text.to_owned()], ..Paragraph::default() };
            without_chatter(&paragraph, of(tag)).sentences
        };
        assert_eq!(spoken("en", "Good morning Anna, the quay is full of ships."), ["The quay is full of ships."]);
        for (tag, text) in [
            ("en", "Teams in Lyon have agreed to the plan."),
            ("de", "Zusammengefasst haben wir drei Ziele erreicht."),
            ("fr", "Chercher un autre quai prendrait deux ans."),
        ] {
            assert_eq!(spoken(tag, text), [text]);
        }
    }
}
