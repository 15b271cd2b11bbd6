//! Language tags: validity, equality and writing direction.

/// Whether a text is a well-formed BCP 47 tag, such as `nl`, `en-GB`, `zh-Hant-TW`, `de-1996` or `x-club`.
pub fn is_tag(text: &str) -> bool {
    let mut parts = text.split('-').peekable();
    let Some(language) = parts.next() else { return false };
    let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let word = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let private = |mut rest: std::iter::Peekable<std::str::Split<'_, char>>| {
        rest.peek().is_some() && rest.all(|part| (1..=8).contains(&part.len()) && word(part))
    };
    if language.eq_ignore_ascii_case("x") {
        return private(parts);
    }
    if !(2..=8).contains(&language.len()) || !letters(language) {
        return false;
    }
    let mut take = |fits: &dyn Fn(&str) -> bool| parts.next_if(|part| fits(part)).is_some();
    // Up to three extended language subtags.
    if language.len() <= 3 {
        for _ in 0..3 {
            if !take(&|part| part.len() == 3 && letters(part)) {
                break;
            }
        }
    }
    // The script.
    take(&|part| part.len() == 4 && letters(part));
    // The region.
    take(&|part| {
        (part.len() == 2 && letters(part)) || (part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    // Variants.
    while take(&|part| {
        word(part)
            && ((5..=8).contains(&part.len())
                || (part.len() == 4 && part.bytes().next().is_some_and(|byte| byte.is_ascii_digit())))
    }) {}
    // Extensions, and subtags for private use.
    while let Some(singleton) = parts.next() {
        if singleton.len() != 1 || !word(singleton) {
            return false;
        }
        if singleton.eq_ignore_ascii_case("x") {
            return private(parts);
        }
        let mut has_subtag = false;
        while parts.next_if(|part| (2..=8).contains(&part.len()) && word(part)).is_some() {
            has_subtag = true;
        }
        if !has_subtag {
            return false;
        }
    }
    true
}

/// Whether two tags are equal. Case does not matter.
pub fn same_tag(tag: &str, other: &str) -> bool {
    tag.eq_ignore_ascii_case(other)
}

/// The primary language of a tag: `de` of `de-AT`.
pub fn primary_language(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

/// Whether text in this language is written from right to left, by the script in the tag, else by the language.
pub fn is_right_to_left(tag: &str) -> bool {
    let script = tag
        .split('-')
        .skip(1)
        .take_while(|part| part.len() > 1)
        .find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let among = |names: &[&str], text: &str| names.iter().any(|name| name.eq_ignore_ascii_case(text));
    match script {
        Some(script) => among(&["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg"], script),
        None => among(
            &["ar", "he", "iw", "fa", "ur", "yi", "ji", "ps", "sd", "ug", "dv", "ckb", "syr", "nqo"],
            primary_language(tag),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_tags_are_recognised() {
        for good in [
            "nl",
            "en-GB",
            "EN-gb",
            "zh-Hant-TW",
            "de-1996",
            "sl-rozaj-biske",
            "es-419",
            "x-club",
            "en-a-bbb-x-cc",
            "zh-yue",
        ] {
            assert!(is_tag(good), "{good}");
        }
        for bad in [
            "",
            "e",
            "en_GB",
            "en-",
            "-en",
            "english language",
            "en--GB",
            "123",
            "en-x",
            "en-a",
            "toolonglanguage",
            "é",
        ] {
            assert!(!is_tag(bad), "{bad}");
        }
    }

    #[test]
    fn direction_follows_script_before_language() {
        assert!(
            is_right_to_left("ar")
                && is_right_to_left("he-IL")
                && is_right_to_left("az-Arab")
                && is_right_to_left("FA")
        );
        assert!(!is_right_to_left("en") && !is_right_to_left("ks-Deva") && !is_right_to_left("ar-Latn"));
    }
}
