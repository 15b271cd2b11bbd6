//! The frame of the pages that show a deck to people without an account. The page contains its first state with styles
//! and slides; a small script then updates it.

use std::fmt::Write;

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::live::LivePageJson;
use super::page::Escaped;
use super::translations::Translations;
use super::web::{links, policy, style, styles_within};

const FRAME: &str = include_str!("page/audience.html");

/// A page for the audience.
pub(crate) struct AudiencePage<'a> {
    /// Name of the entry of the web app whose script the page loads.
    pub(crate) entry: &'a str,
    /// Texts of the page and its script.
    pub(crate) words: &'static Translations,
    /// Title of the document.
    pub(crate) title: &'a str,
    /// CSS of the slides on the page.
    pub(crate) style: &'a str,
    /// HTML of the body.
    pub(crate) body: &'a str,
    /// The state from which the script continues; none for a page that does not follow a session.
    pub(crate) view: Option<LivePageJson>,
    /// Whether browsers without script reload the page every 15 seconds.
    pub(crate) reloads: bool,
}

/// The data for the script of a page.
#[derive(Serialize)]
struct ScriptData {
    #[serde(flatten)]
    view: Option<LivePageJson>,
    words: &'static Translations,
}

impl IntoResponse for AudiencePage<'_> {
    fn into_response(self) -> Response {
        let (mut page_style, mut script) = (String::new(), String::new());
        if let Some(links) = links(self.entry) {
            page_style = links.styles.iter().filter_map(|file| style(file)).collect();
            for file in &links.preloads {
                let _ = writeln!(script, "<link rel=\"modulepreload\" href=\"/{}\">", Escaped(file));
            }
            let _ = write!(script, "<script type=\"module\" src=\"/{}\"></script>", Escaped(&links.script));
        }
        let data = ScriptData { view: self.view, words: self.words };
        let data = serde_json::to_string(&data).expect("texts, numbers and lists of them are JSON");
        // A text may contain the end tag of a script element, so `<` is escaped.
        let data = data.replace('<', "\\u003c");
        let refresh =
            if self.reloads { "<noscript><meta http-equiv=\"refresh\" content=\"15\"></noscript>" } else { "" };
        let title = Escaped(self.title).to_string();
        let html = self.words.filled(
            FRAME,
            &[
                ("lang", self.words.lang),
                ("title", &title),
                ("page-style", &page_style),
                ("style", self.style),
                ("script", &script),
                ("refresh", refresh),
                ("body", self.body),
                ("data", &data),
            ],
        );
        let policy = policy([page_style.as_str(), self.style].into_iter().chain(styles_within(self.body)));
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (CONTENT_SECURITY_POLICY, policy),
        ];
        (headers, html).into_response()
    }
}

/// The HTML form to choose a language; empty unless the deck has several. It works without script, and sends
/// `parameters` again as query parameters.
pub(crate) fn languages(
    words: &Translations,
    languages: &[String],
    shown: &str,
    parameters: &[(&str, &str)],
) -> String {
    if languages.len() < 2 {
        return String::new();
    }
    let option = |lang: &String| {
        let chosen = if lang == shown { " selected" } else { "" };
        format!("<option value=\"{0}\"{chosen}>{0}</option>", Escaped(lang))
    };
    let options: String = languages.iter().map(option).collect();
    let hidden = |(name, value): &(&str, &str)| {
        format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", Escaped(name), Escaped(value))
    };
    let inputs: String = parameters.iter().map(hidden).collect();
    let short = shown.split('-').next().unwrap_or_default().to_uppercase();
    let short = Escaped(&short).to_string();
    words.filled(
        "<form class=\"languages\" method=\"get\">{inputs}<label data-short=\"{short}\"><span class=\"unseen\">{hall.tools.language}</span>\
         <select name=\"lang\" id=\"languages\">{options}</select></label>\
         <noscript><button class=\"tool\">{hall.tools.choose}</button></noscript></form>",
        &[("inputs", &inputs), ("options", &options), ("short", &short)],
    )
}
