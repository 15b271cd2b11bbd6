//! Language tags for office programs, whose spelling checkers need a country.

use std::borrow::Cow;

/// Languages with their default country.
const DEFAULT_COUNTRIES: [(&str, &str); 30] = [
    ("ar", "ar-SA"),
    ("bg", "bg-BG"),
    ("cs", "cs-CZ"),
    ("da", "da-DK"),
    ("de", "de-DE"),
    ("el", "el-GR"),
    ("en", "en-US"),
    ("es", "es-ES"),
    ("et", "et-EE"),
    ("fi", "fi-FI"),
    ("fr", "fr-FR"),
    ("he", "he-IL"),
    ("hi", "hi-IN"),
    ("hr", "hr-HR"),
    ("hu", "hu-HU"),
    ("it", "it-IT"),
    ("ja", "ja-JP"),
    ("ko", "ko-KR"),
    ("lt", "lt-LT"),
    ("lv", "lv-LV"),
    ("nl", "nl-NL"),
    ("pl", "pl-PL"),
    ("pt", "pt-PT"),
    ("ro", "ro-RO"),
    ("ru", "ru-RU"),
    ("sv", "sv-SE"),
    ("th", "th-TH"),
    ("tr", "tr-TR"),
    ("uk", "uk-UA"),
    ("zh", "zh-CN"),
];

/// A language tag with a country: the default one when it has none.
pub(super) fn office_language(tag: &str) -> Cow<'_, str> {
    if tag.is_empty() {
        return Cow::Borrowed("en-US");
    }
    let known = DEFAULT_COUNTRIES.iter().find(|(language, _)| language.eq_ignore_ascii_case(tag));
    known.map_or(Cow::Borrowed(tag), |(_, full)| Cow::Borrowed(*full))
}
