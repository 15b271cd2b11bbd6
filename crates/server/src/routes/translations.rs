//! The translated texts of pages that the server renders: those for the audience, the sign-in page, and the page for
//! connecting an agent. Pages and their scripts use the same tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use serde::Serialize;

use super::page::Escaped;

/// Texts by key, in one language.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Translations {
    #[serde(skip)]
    pub(crate) lang: &'static str,
    table: BTreeMap<String, String>,
}

/// The tables by language. English is first: it is used for languages without a table.
type Languages = LazyLock<[Translations; 2]>;

static AUDIENCE: Languages = LazyLock::new(|| {
    [
        Translations::read("en", include_str!("../../../../web/src/lang/en/hall.json")),
        Translations::read("nl", include_str!("../../../../web/src/lang/nl/hall.json")),
    ]
});
static SIGN_IN: Languages = LazyLock::new(|| {
    [
        Translations::read("en", include_str!("page/signin.en.json")),
        Translations::read("nl", include_str!("page/signin.nl.json")),
    ]
});

static OAUTH: Languages = LazyLock::new(|| {
    [
        Translations::read("en", include_str!("page/oauth.en.json")),
        Translations::read("nl", include_str!("page/oauth.nl.json")),
    ]
});

impl Translations {
    fn read(lang: &'static str, table: &str) -> Self {
        Self { lang, table: serde_json::from_str(table).unwrap_or_default() }
    }

    /// The texts for the audience, in the language that a browser prefers.
    pub(crate) fn for_audience(headers: &HeaderMap) -> &'static Self {
        preferred(accept_language(headers), &AUDIENCE)
    }

    /// The texts for the audience in a language.
    pub(crate) fn for_audience_in(lang: &str) -> &'static Self {
        preferred(lang, &AUDIENCE)
    }

    /// The texts for the audience, in every language.
    pub(crate) fn all_for_audience() -> &'static [Self] {
        AUDIENCE.as_slice()
    }

    /// The texts of the sign-in page, in the language that a browser prefers.
    pub(crate) fn for_sign_in(headers: &HeaderMap) -> &'static Self {
        preferred(accept_language(headers), &SIGN_IN)
    }

    /// The texts of the sign-in page in a language.
    pub(crate) fn for_sign_in_in(lang: &str) -> &'static Self {
        preferred(lang, &SIGN_IN)
    }

    /// The texts of the page for connecting an agent, in the language that a browser prefers.
    pub(crate) fn for_oauth(headers: &HeaderMap) -> &'static Self {
        preferred(accept_language(headers), &OAUTH)
    }

    /// The text of a key, or the key itself when it has no text.
    pub(crate) fn text<'a>(&'a self, key: &'a str) -> &'a str {
        self.table.get(key).map_or(key, String::as_str)
    }

    /// A template with its placeholders replaced: `{name}` by the given part of that name, which is HTML, other keys
    /// such as `{hall.…}`, `{signin.…}` and `{oauth.…}` by their texts, escaped.
    pub(crate) fn filled(&self, template: &str, parts: &[(&str, &str)]) -> String {
        let mut html = String::with_capacity(template.len() * 2);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            html.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            match parts.iter().find(|(part, _)| *part == name) {
                Some((_, text)) => html.push_str(text),
                None => html.push_str(&Escaped(self.text(name)).to_string()),
            }
            rest = after;
        }
        html.push_str(rest);
        html
    }
}

fn accept_language(headers: &HeaderMap) -> &str {
    headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The table of the language that an `Accept-Language` header prefers, else the English one.
fn preferred(accepted: &str, languages: &'static Languages) -> &'static Translations {
    let mut tags: Vec<(f32, &str)> = accepted
        .split(',')
        .map(|tag| {
            let (tag, weight) = tag.split_once(';').unwrap_or((tag, ""));
            let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(1.0);
            (weight, tag.trim().split('-').next().unwrap_or_default())
        })
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    tags.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let known = |tag: &str| languages.iter().find(|texts| texts.lang.eq_ignore_ascii_case(tag));
    tags.iter().find_map(|(_, tag)| known(tag)).unwrap_or(&languages[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_in_the_preferred_language_that_has_texts() {
        for (accepted, lang) in [
            ("", "en"),
            ("nl", "nl"),
            ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
            ("en-GB,nl;q=0.9", "en"),
            ("de,fr;q=0.9", "en"),
            ("de, nl;q=0.5, en;q=0.7", "en"),
            ("en;q=0, nl;q=0.1", "nl"),
            (";;,=", "en"),
        ] {
            assert_eq!(preferred(accepted, &AUDIENCE).lang, lang, "{accepted}");
        }
    }

    #[test]
    fn every_language_has_the_same_keys() {
        let keys = |texts: &Translations| texts.table.keys().cloned().collect::<Vec<_>>();
        for (languages, least) in [(&AUDIENCE, 50), (&SIGN_IN, 30), (&OAUTH, 20)] {
            assert!(keys(&languages[0]).len() > least);
            assert_eq!(keys(&languages[0]), keys(&languages[1]));
        }
    }

    #[test]
    fn placeholders_in_filled_values_are_not_replaced() {
        let texts = Translations { lang: "en", table: BTreeMap::from([("hall.a".to_owned(), "1 < {b}".to_owned())]) };
        assert_eq!(
            texts.filled("<p>{hall.a}</p>{b}{c}", &[("b", "<i>{hall.a}</i>")]),
            "<p>1 &lt; {b}</p><i>{hall.a}</i>c"
        );
    }
}
