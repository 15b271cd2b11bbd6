//! Finds the known names that are nearest to a misspelt one.

/// The known names nearest to a name, the nearest first, at most three. Letter case, spaces and signs do not count; a
/// name that contains the other one is near, and so is one with few different letters or with a word that few known
/// names have.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let wanted = letters(name);
    let has_word = |candidate: &str, word: &str| words(candidate).any(|other| other == word);
    let is_rare = |word: &String| known.iter().filter(|candidate| has_word(candidate, word)).count() <= 3;
    let rare: Vec<String> = words(name).filter(|word| word.len() > 2).take(10).filter(is_rare).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let max_distance = (wanted.len() / 3).max(2);
    let mut near: Vec<(usize, &str)> = known
        .iter()
        .filter_map(|candidate| {
            let other = letters(candidate);
            let distance = distance(&wanted, &other);
            let contains = |outer: &[char], inner: &[char]| {
                inner.len() > 2 && outer.windows(inner.len()).any(|part| part == inner)
            };
            let shares_word = rare.iter().any(|word| has_word(candidate, word));
            let is_near =
                distance <= max_distance || shares_word || contains(&other, &wanted) || contains(&wanted, &other);
            is_near.then_some((distance, *candidate))
        })
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// The words of a name, such as `kpi` and `slide`.
fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn letters(name: &str) -> Vec<char> {
    // Names are short. A longer text is cut, because it would take long to compare.
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).take(80).collect()
}

/// The number of letters to insert, remove or replace to turn one name into the other (Levenshtein).
fn distance(name: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in name.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other_letter) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other_letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_near_and_an_unrelated_name_is_not() {
        let known = ["kpi-metrics-slide", "quote-slide", "list-slide", "title-slide", "image-slide", "subheading"];
        for (name, best) in [
            ("kpi", Some("kpi-metrics-slide")),
            ("KPI Metrics", Some("kpi-metrics-slide")),
            ("kpi-slide", Some("kpi-metrics-slide")),
            ("qoute-slide", Some("quote-slide")),
            ("subHeading", Some("subheading")),
            ("subheadline", Some("subheading")),
            ("weather", None),
            ("", None),
            ("?!", None),
        ] {
            assert_eq!(nearest(name, known).first().copied(), best, "{name}");
        }
    }
}
