//! Sections and lists that belong side by side: pros and cons, before and after, strengths and weaknesses.

use super::super::language::{Language, holds, phrases};
use super::super::read::{Section, Side, Unit};

/// Puts neighbours that form a pair, or the four of a SWOT, into one unit.
pub(super) fn paired(sections: &mut Vec<Section>, language: &Language) {
    for section in sections.iter_mut() {
        pair_lists(section, language);
    }
    opposed(sections, language);
    let mut at = 0;
    while at < sections.len() {
        let count = [4, 2].into_iter().find(|count| {
            sections.get(at..at + count).is_some_and(|group| {
                let names: Vec<&str> = group.iter().map(|section| section.heading.as_str()).collect();
                group.iter().all(|section| side(section).is_some() && section.level == group[0].level)
                    && group[..count - 1].iter().all(|section| section.units.len() == 1)
                    && belong(&names, language)
            })
        });
        if let Some(count) = count {
            let mut group: Vec<Section> = sections.drain(at..at + count).collect();
            // What follows the last list goes on as prose of its own.
            let last = &mut group[count - 1];
            let rest = if matches!(last.units.as_slice(), [Unit::List(_), _, ..]) {
                last.units.split_off(1)
            } else {
                Vec::new()
            };
            if !rest.is_empty() {
                sections.insert(at, Section { heading: String::new(), level: last.level, units: rest });
            }
            let sides: Vec<Side> = group.iter().filter_map(side).collect();
            let parent = at
                .checked_sub(1)
                .and_then(|before| sections.get(before))
                .is_some_and(|before| before.units.is_empty() && before.level < group[0].level);
            let unit = Unit::Sides(sides);
            if parent {
                sections[at - 1].units.push(unit);
                continue;
            }
            let heading = joined(&group.iter().map(|section| section.heading.as_str()).collect::<Vec<_>>(), language);
            sections.insert(at, Section { heading, level: group[0].level, units: vec![unit] });
        }
        at += 1;
    }
}

/// A heading "A versus B" over two sections, or with two lists or paragraphs under it.
fn opposed(sections: &mut Vec<Section>, language: &Language) {
    let mut at = 0;
    while at < sections.len() {
        let Some((left, right)) = versus(&sections[at].heading, language) else {
            at += 1;
            continue;
        };
        let level = sections[at].level;
        let below = sections[at + 1..].iter().take_while(|section| section.level > level).count();
        let named = |section: &Section, name: &str| holds(&section.heading.to_lowercase(), &name.to_lowercase());
        let two = below == 2 && named(&sections[at + 1], &left) && named(&sections[at + 2], &right);
        if two
            && sections[at].units.is_empty()
            && sections[at + 1..=at + 2].iter().all(|section| side(section).is_some())
        {
            let sides = sections.drain(at + 1..=at + 2).collect::<Vec<_>>().iter().filter_map(side).collect();
            sections[at].units.push(Unit::Sides(sides));
        } else if let [first @ (Unit::List(_) | Unit::Text(_)), second @ (Unit::List(_) | Unit::Text(_))] =
            sections[at].units.as_slice()
            && below == 0
            && std::mem::discriminant(first) == std::mem::discriminant(second)
            && mentions(first, &left)
            && mentions(second, &right)
        {
            let sides = vec![Side { name: left, points: points(first) }, Side { name: right, points: points(second) }];
            sections[at].units = vec![Unit::Sides(sides)];
        }
        at += 1;
    }
}

fn mentions(unit: &Unit, name: &str) -> bool {
    let name = name.to_lowercase();
    unit.pieces().first().is_some_and(|piece| holds(&piece.to_lowercase(), &name))
}

/// The two sides of a heading "A versus B".
fn versus(heading: &str, language: &Language) -> Option<(String, String)> {
    let lower = heading.to_lowercase();
    let word = phrases(language.table.versus).find(|word| holds(&lower, word) && lower.len() == heading.len())?;
    let at = lower.find(word)?;
    let (left, right) = (heading[..at].trim(), heading[at + word.len()..].trim_matches(['.', ' ']));
    (!left.is_empty() && !right.is_empty()).then(|| (left.to_owned(), right.to_owned()))
}

/// "Pros and cons", where the two are short.
fn joined(names: &[&str], language: &Language) -> String {
    match names {
        [left, right] => format!("{left} {} {}", language.table.and, lower_first(right, language)),
        _ => names.join(", "),
    }
}

fn lower_first(text: &str, language: &Language) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if language.table.tag != "de" && !text.chars().skip(1).take(1).any(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

fn pair_lists(section: &mut Section, language: &Language) {
    let mut at = 0;
    while at + 1 < section.units.len() {
        let count = [4, 2].into_iter().find(|count| {
            section.units.get(at..at + count).is_some_and(|group| {
                let names: Option<Vec<&str>> = group.iter().map(name).collect();
                names.is_some_and(|names| belong(&names, language))
            })
        });
        if let Some(count) = count {
            let group: Vec<Unit> = section.units.drain(at..at + count).collect();
            let sides = group
                .iter()
                .filter_map(|unit| Some(Side { name: name(unit)?.to_owned(), points: points(unit) }))
                .collect();
            section.units.insert(at, Unit::Sides(sides));
        }
        at += 1;
    }
}

fn name(unit: &Unit) -> Option<&str> {
    match unit {
        Unit::List(list) if !list.lead.is_empty() => Some(&list.lead),
        Unit::Text(text) if !text.label.is_empty() => Some(&text.label),
        _ => None,
    }
}

fn points(unit: &Unit) -> Vec<String> {
    match unit {
        Unit::List(list) => list.items.iter().map(super::super::read::Item::whole).collect(),
        Unit::Text(text) => text.sentences.clone(),
        other => other.pieces(),
    }
}

/// A section that can be one side: a list, or a paragraph or two.
fn side(section: &Section) -> Option<Side> {
    let units = if matches!(section.units.first(), Some(Unit::List(_))) {
        &section.units[..1]
    } else {
        section.units.as_slice()
    };
    let simple = matches!(units, [Unit::List(_) | Unit::Text(_)] | [Unit::Text(_), Unit::List(_) | Unit::Text(_)]);
    let points: Vec<String> = units.iter().flat_map(points).collect();
    let size: usize = points.iter().map(|point| point.chars().count()).sum();
    (simple && size <= 1500 && !section.heading.is_empty()).then(|| Side { name: section.heading.clone(), points })
}

fn belong(names: &[&str], language: &Language) -> bool {
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    match lower.as_slice() {
        [left, right] => phrases(language.table.opposites).any(|pair| {
            pair.split_once('=').is_some_and(|(first, second)| {
                let starts = |text: &String, word: &str| {
                    text == word || holds(text, word) && text.split_whitespace().count() <= 5
                };
                left != right
                    && (starts(left, first)
                        && starts(right, second)
                        && !(holds(right, first) && first.len() >= second.len()))
            })
        }),
        four => {
            let words: Vec<&str> = phrases(language.table.swot).collect();
            words.len() == four.len() && four.iter().zip(&words).all(|(name, word)| holds(name, word))
        }
    }
}
