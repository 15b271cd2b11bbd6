//! Joins sections and lists that are shown side by side: pros and cons, before and after, strengths and weaknesses.

use super::super::language::{Language, contains_phrase, phrases};
use super::super::read::{ComparisonSide, ListEntry, Section, SectionElement};

/// Joins neighbouring sections and lists that form a pair, or the four parts of a SWOT analysis, into one comparison.
pub(super) fn pair_sections(sections: &mut Vec<Section>, language: &Language) {
    for section in sections.iter_mut() {
        pair_lists(section, language);
    }
    pair_versus_sections(sections, language);
    let mut at = 0;
    while at < sections.len() {
        let count = [4, 2].into_iter().find(|count| {
            sections.get(at..at + count).is_some_and(|group| {
                let names: Vec<&str> = group.iter().map(|section| section.heading.as_str()).collect();
                group.iter().all(|section| side(section).is_some() && section.level == group[0].level)
                    && group[..count - 1].iter().all(|section| section.elements.len() == 1)
                    && belong_together(&names, language)
            })
        });
        if let Some(count) = count {
            let mut group: Vec<Section> = sections.drain(at..at + count).collect();
            // The elements after the last list become a section of their own.
            let last = &mut group[count - 1];
            let rest = if matches!(last.elements.as_slice(), [SectionElement::List(_), _, ..]) {
                last.elements.split_off(1)
            } else {
                Vec::new()
            };
            if !rest.is_empty() {
                sections.insert(at, Section { heading: String::new(), level: last.level, elements: rest });
            }
            let sides: Vec<ComparisonSide> = group.iter().filter_map(side).collect();
            let has_parent = at
                .checked_sub(1)
                .and_then(|before| sections.get(before))
                .is_some_and(|before| before.elements.is_empty() && before.level < group[0].level);
            let element = SectionElement::Comparison(sides);
            if has_parent {
                sections[at - 1].elements.push(element);
                continue;
            }
            let heading =
                joined_heading(&group.iter().map(|section| section.heading.as_str()).collect::<Vec<_>>(), language);
            sections.insert(at, Section { heading, level: group[0].level, elements: vec![element] });
        }
        at += 1;
    }
}

/// Joins the two subsections, lists or paragraphs under a heading "A versus B" into a comparison.
fn pair_versus_sections(sections: &mut Vec<Section>, language: &Language) {
    let mut at = 0;
    while at < sections.len() {
        let Some((left, right)) = versus(&sections[at].heading, language) else {
            at += 1;
            continue;
        };
        let level = sections[at].level;
        let below = sections[at + 1..].iter().take_while(|section| section.level > level).count();
        let is_about =
            |section: &Section, name: &str| contains_phrase(&section.heading.to_lowercase(), &name.to_lowercase());
        let has_two_sections = below == 2 && is_about(&sections[at + 1], &left) && is_about(&sections[at + 2], &right);
        if has_two_sections
            && sections[at].elements.is_empty()
            && sections[at + 1..=at + 2].iter().all(|section| side(section).is_some())
        {
            let sides = sections.drain(at + 1..=at + 2).collect::<Vec<_>>().iter().filter_map(side).collect();
            sections[at].elements.push(SectionElement::Comparison(sides));
        } else if let [
            first @ (SectionElement::List(_) | SectionElement::Paragraph(_)),
            second @ (SectionElement::List(_) | SectionElement::Paragraph(_)),
        ] = sections[at].elements.as_slice()
            && below == 0
            && std::mem::discriminant(first) == std::mem::discriminant(second)
            && mentions(first, &left)
            && mentions(second, &right)
        {
            let sides = vec![
                ComparisonSide { name: left, points: points(first) },
                ComparisonSide { name: right, points: points(second) },
            ];
            sections[at].elements = vec![SectionElement::Comparison(sides)];
        }
        at += 1;
    }
}

/// Whether the first text of an element mentions a name.
fn mentions(element: &SectionElement, name: &str) -> bool {
    let name = name.to_lowercase();
    element.pieces().first().is_some_and(|piece| contains_phrase(&piece.to_lowercase(), &name))
}

/// The two names in a heading "A versus B".
fn versus(heading: &str, language: &Language) -> Option<(String, String)> {
    let lower = heading.to_lowercase();
    let word = phrases(language.table.versus_words)
        .find(|word| contains_phrase(&lower, word) && lower.len() == heading.len())?;
    let at = lower.find(word)?;
    let (left, right) = (heading[..at].trim(), heading[at + word.len()..].trim_matches(['.', ' ']));
    (!left.is_empty() && !right.is_empty()).then(|| (left.to_owned(), right.to_owned()))
}

/// A common heading for several names, such as "Pros and cons".
fn joined_heading(names: &[&str], language: &Language) -> String {
    match names {
        [left, right] => format!("{left} {} {}", language.table.and, lower_first(right, language)),
        _ => names.join(", "),
    }
}

/// The text with its first letter in lower case, unless it is German or its second letter is a capital.
fn lower_first(text: &str, language: &Language) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if language.table.tag != "de" && !text.chars().skip(1).take(1).any(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// Joins neighbouring lists and labelled paragraphs of a section into comparisons.
fn pair_lists(section: &mut Section, language: &Language) {
    let mut at = 0;
    while at + 1 < section.elements.len() {
        let count = [4, 2].into_iter().find(|count| {
            section.elements.get(at..at + count).is_some_and(|group| {
                let names: Option<Vec<&str>> = group.iter().map(name).collect();
                names.is_some_and(|names| belong_together(&names, language))
            })
        });
        if let Some(count) = count {
            let group: Vec<SectionElement> = section.elements.drain(at..at + count).collect();
            let sides = group
                .iter()
                .filter_map(|element| Some(ComparisonSide { name: name(element)?.to_owned(), points: points(element) }))
                .collect();
            section.elements.insert(at, SectionElement::Comparison(sides));
        }
        at += 1;
    }
}

/// The lead of a list or the label of a paragraph.
fn name(element: &SectionElement) -> Option<&str> {
    match element {
        SectionElement::List(list) if !list.lead.is_empty() => Some(&list.lead),
        SectionElement::Paragraph(text) if !text.label.is_empty() => Some(&text.label),
        _ => None,
    }
}

/// The texts of an element as points of one side.
fn points(element: &SectionElement) -> Vec<String> {
    match element {
        SectionElement::List(list) => list.items.iter().map(ListEntry::full_text).collect(),
        SectionElement::Paragraph(text) => text.sentences.clone(),
        other => other.pieces(),
    }
}

/// A section as one side, if it is a list or one or two paragraphs.
fn side(section: &Section) -> Option<ComparisonSide> {
    let elements = if matches!(section.elements.first(), Some(SectionElement::List(_))) {
        &section.elements[..1]
    } else {
        section.elements.as_slice()
    };
    let is_simple = matches!(
        elements,
        [SectionElement::List(_) | SectionElement::Paragraph(_)]
            | [SectionElement::Paragraph(_), SectionElement::List(_) | SectionElement::Paragraph(_)]
    );
    let points: Vec<String> = elements.iter().flat_map(points).collect();
    let size: usize = points.iter().map(|point| point.chars().count()).sum();
    (is_simple && size <= 1500 && !section.heading.is_empty())
        .then(|| ComparisonSide { name: section.heading.clone(), points })
}

/// Whether two names form a pair of opposites, or four names a SWOT analysis.
fn belong_together(names: &[&str], language: &Language) -> bool {
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    match lower.as_slice() {
        [left, right] => phrases(language.table.opposites).any(|pair| {
            pair.split_once('=').is_some_and(|(first, second)| {
                let is_named = |text: &String, word: &str| {
                    text == word || contains_phrase(text, word) && text.split_whitespace().count() <= 5
                };
                left != right
                    && is_named(left, first)
                    && is_named(right, second)
                    && !(contains_phrase(right, first) && first.len() >= second.len())
            })
        }),
        names => {
            let words: Vec<&str> = phrases(language.table.swot_headings).collect();
            words.len() == names.len() && names.iter().zip(&words).all(|(name, word)| contains_phrase(name, word))
        }
    }
}
