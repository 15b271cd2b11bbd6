//! The HTML documents of a published deck.

use std::fmt::Write;

use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Response;
use serde_json::{Value, json};
use service::{DrawnSlides, PublishedPage, PublishedSlides};

use crate::routes::audience::languages;
use crate::routes::page::Escaped;
use crate::routes::translations::Translations;
use crate::routes::web::{Links, links, policy, style, styles_within};

const FRAME: &str = include_str!("../page/published.html");
const SLIDES: &str = include_str!("../page/view.html");
const ARTICLE: &str = include_str!("../page/article.html");
const ARTICLE_STYLE: &str = include_str!("../page/article.css");
/// The keys of the texts that the script of the page uses.
const SCRIPT_TEXTS: [&str; 2] = ["hall.view.place", "hall.slide.said"];

/// The forms of a published deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PublishedForm {
    /// The slides.
    Slides,
    /// An article.
    Article,
    /// The slides, for a frame on another site.
    Embed,
}

impl PublishedForm {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Article => "article",
            Self::Embed => "embed",
        }
    }

    /// The path of a published deck in this form.
    pub(super) fn path(self, slug: &str) -> String {
        match self {
            Self::Slides => format!("/p/{slug}"),
            Self::Article => format!("/p/{slug}/read"),
            Self::Embed => format!("/embed/{slug}"),
        }
    }
}

/// A document of a published deck in one language.
pub(super) struct Document<'a> {
    page: &'a PublishedPage,
    slides: &'a PublishedSlides,
    form: PublishedForm,
    words: &'static Translations,
    files: Option<Links>,
    /// The web address of this site, without a trailing slash.
    pub(super) base: String,
}

impl<'a> Document<'a> {
    pub(super) fn new(page: &'a PublishedPage, slides: &'a PublishedSlides, form: PublishedForm, base: String) -> Self {
        let words = Translations::for_audience_in(&slides.deck().lang);
        let files = if form == PublishedForm::Article { None } else { links("view") };
        Self { page, slides, form, words, files, base }
    }

    /// The path of the script, which contains a hash of the script. Empty when there is none.
    pub(super) fn script(&self) -> &str {
        self.files.as_ref().map_or("", |files| files.script.as_str())
    }

    /// The content security policy of the document, which allows the style elements in `html`.
    pub(super) fn policy(&self, html: &str) -> HeaderValue {
        let policy = policy(styles_within(html));
        match self.form {
            PublishedForm::Embed => with_frame_ancestors(&policy, self.page.sites()),
            PublishedForm::Slides | PublishedForm::Article => policy,
        }
    }

    /// The sites that may show the document in a frame, separated by spaces; empty for other forms than the embed.
    pub(super) fn sites(&self) -> String {
        match self.form {
            PublishedForm::Embed => self.page.sites().join(" "),
            PublishedForm::Slides | PublishedForm::Article => String::new(),
        }
    }

    /// The HTML document with the drawn slides.
    pub(super) fn slides(&self, drawn: &DrawnSlides) -> String {
        let mut slides = String::new();
        for slide in &drawn.slides {
            slides.push_str(&slide.html);
            let notes = self
                .slides
                .deck()
                .slides
                .iter()
                .find(|stored| stored.id == slide.id)
                .map(|stored| stored.notes.as_str());
            slides.push_str(&self.notes(notes.unwrap_or_default()));
        }
        if slides.is_empty() {
            slides = format!("<p class=\"empty\">{}</p>", Escaped(self.words.text("hall.view.empty")));
        }
        let mut style_text = String::new();
        let mut script = String::new();
        if let Some(files) = &self.files {
            style_text = files.styles.iter().filter_map(|file| style(file)).collect();
            for file in &files.preloads {
                let _ = writeln!(script, "<link rel=\"modulepreload\" href=\"/{}\">", Escaped(file));
            }
            let _ = write!(script, "<script type=\"module\" src=\"/{}\"></script>", Escaped(&files.script));
        }
        let lang = Escaped(&self.slides.deck().lang).to_string();
        let title = Escaped(&self.slides.deck().title).to_string();
        let body = self.words.filled(
            SLIDES,
            &[
                ("title", &title),
                ("deck-lang", &lang),
                ("slides", &slides),
                ("languages", &self.languages()),
                ("links", &self.links()),
                ("open", &self.link_to_page()),
                ("report", &format!(" data-report=\"{}/seen\"", self.form.path(&self.page.publication().slug))),
            ],
        );
        let texts: serde_json::Map<String, Value> =
            SCRIPT_TEXTS.iter().map(|key| ((*key).to_owned(), self.words.text(key).into())).collect();
        let script = format!(
            "{script}\n<script type=\"application/json\" id=\"data\">{}</script>",
            in_script(&json!({ "words": texts }))
        );
        self.html(&[style_text.as_str(), &drawn.css], &script, &body)
    }

    /// The HTML document with the deck as an article.
    pub(super) fn article(&self, pages: &[String]) -> String {
        let mut text = String::new();
        for (page, slide) in pages.iter().zip(&self.slides.deck().slides) {
            text.push_str(page);
            text.push_str(&self.notes(&slide.notes));
        }
        let deck = self.slides.deck();
        let lead = match deck.description.trim() {
            "" => String::new(),
            lead => format!("<p class=\"lead\">{}</p>", Escaped(lead)),
        };
        let title = Escaped(&deck.title).to_string();
        let lang = Escaped(&deck.lang).to_string();
        let back = format!(
            "<a href=\"{}\">{}</a>",
            self.address(PublishedForm::Slides),
            Escaped(self.words.text("hall.published.slides"))
        );
        let body = self.words.filled(
            ARTICLE,
            &[
                ("title", &title),
                ("deck-lang", &lang),
                ("lead", &lead),
                ("text", &text),
                ("languages", &self.languages()),
                ("links", &(back + &self.downloads())),
            ],
        );
        self.html(&[ARTICLE_STYLE], "", &body)
    }

    /// The whole document: the head with these styles and this script, and the body.
    fn html(&self, styles: &[&str], script: &str, body: &str) -> String {
        let deck = self.slides.deck();
        let mut elements = String::new();
        for style in styles {
            let _ = writeln!(elements, "<style>{style}</style>");
        }
        let (lang, title) = (Escaped(&deck.lang).to_string(), Escaped(&deck.title).to_string());
        self.words.filled(
            FRAME,
            &[
                ("lang", &lang),
                ("title", &title),
                ("meta", &self.meta()),
                ("styles", &elements),
                ("script", script),
                ("class", self.form.name()),
                ("body", body),
            ],
        )
    }

    /// The elements of the head for other programs: preview cards, canonical addresses, structured data.
    fn meta(&self) -> String {
        let publication = self.page.publication();
        let deck = self.slides.deck();
        let (base, slug) = (Escaped(&self.base), &publication.slug);
        let language = if self.is_main_language() { String::new() } else { format!("?lang={}", Escaped(&deck.lang)) };
        let canonical = format!("{base}{}{language}", self.listed_form().path(slug));
        let picture = format!("{base}/p/{slug}/card.png{language}");
        let (title, description) = (Escaped(&deck.title), Escaped(deck.description.trim()));
        let mut meta = String::new();
        if !self.page.is_indexable() || self.form == PublishedForm::Embed {
            meta.push_str("<meta name=\"robots\" content=\"noindex\">\n");
        }
        if !deck.description.trim().is_empty() {
            let _ = writeln!(meta, "<meta name=\"description\" content=\"{description}\">");
        }
        let _ = writeln!(meta, "<link rel=\"canonical\" href=\"{canonical}\">");
        if self.slides.languages().len() > 1 {
            for (index, lang) in self.slides.languages().iter().enumerate() {
                let query = if index == 0 { String::new() } else { format!("?lang={}", Escaped(lang)) };
                let path = self.listed_form().path(slug);
                let _ = writeln!(
                    meta,
                    "<link rel=\"alternate\" hreflang=\"{}\" href=\"{base}{path}{query}\">",
                    Escaped(lang)
                );
            }
        }
        // A deck behind a password has no preview card, since programs that show cards do not know the password.
        if publication.password.is_some() {
            return meta;
        }
        let _ = write!(
            meta,
            "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{base}/oembed?url={base}/p/{slug}\" \
             title=\"{title}\">\n\
             <meta property=\"og:type\" content=\"article\">\n<meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n\
             <meta property=\"og:url\" content=\"{canonical}\">\n<meta property=\"og:image\" content=\"{picture}\">\n\
             <meta property=\"og:image:width\" content=\"1200\">\n<meta property=\"og:image:height\" content=\"675\">\n\
             <meta property=\"og:image:alt\" content=\"{title}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n\
             <meta name=\"twitter:title\" content=\"{title}\">\n\
             <meta name=\"twitter:description\" content=\"{description}\">\n\
             <meta name=\"twitter:image\" content=\"{picture}\">\n"
        );
        let data = json!({
            "@context": "https://schema.org",
            "@type": "PresentationDigitalDocument",
            "name": deck.title,
            "description": deck.description,
            "inLanguage": deck.lang,
            "url": format!("{}/p/{slug}", self.base),
            "image": format!("{}/p/{slug}/card.png", self.base),
            "datePublished": service::iso(publication.created_at),
            "dateModified": service::iso(publication.published_at),
        });
        let _ = writeln!(meta, "<script type=\"application/ld+json\">{}</script>", in_script(&data));
        meta
    }

    /// The form whose address search engines list: the slides in place of the embed.
    fn listed_form(&self) -> PublishedForm {
        if self.form == PublishedForm::Embed { PublishedForm::Slides } else { self.form }
    }

    fn is_main_language(&self) -> bool {
        self.slides.languages().first().is_none_or(|main| *main == self.slides.deck().lang)
    }

    /// The path of another form, in the same language.
    fn address(&self, form: PublishedForm) -> String {
        let path = form.path(&self.page.publication().slug);
        if self.is_main_language() { path } else { format!("{path}?lang={}", Escaped(&self.slides.deck().lang)) }
    }

    /// The form to choose a language; empty when the deck has only one.
    fn languages(&self) -> String {
        languages(self.words, self.slides.languages(), &self.slides.deck().lang, &[])
    }

    /// The links at the top of the page: to the article, and to the downloads.
    fn links(&self) -> String {
        let read = format!(
            "<a class=\"tool\" href=\"{}\">{}</a>",
            self.address(PublishedForm::Article),
            Escaped(self.words.text("hall.published.read"))
        );
        read + &self.downloads()
    }

    /// The list of downloads; empty when they are not allowed.
    fn downloads(&self) -> String {
        if !self.page.publication().downloads {
            return String::new();
        }
        let slug = &self.page.publication().slug;
        let query = if self.is_main_language() {
            String::new()
        } else {
            format!("?lang={}", Escaped(&self.slides.deck().lang))
        };
        let link = |(file, name): (&str, &str)| {
            format!("<li><a href=\"/p/{slug}/download/deck.{file}{query}\" download>{name}</a></li>")
        };
        let list: String = [("pdf", "PDF"), ("pptx", "PowerPoint"), ("html", "HTML")].into_iter().map(link).collect();
        let title = Escaped(self.words.text("hall.published.download"));
        format!("<details class=\"files\"><summary class=\"tool\">{title}</summary><ul>{list}</ul></details>")
    }

    /// The link from the embed to the page; empty in other forms.
    fn link_to_page(&self) -> String {
        if self.form != PublishedForm::Embed {
            return String::new();
        }
        let title = Escaped(&self.slides.deck().title).to_string();
        format!(
            "<a class=\"tool open\" href=\"{}\" target=\"_blank\" rel=\"noopener\">{title}</a>",
            self.address(PublishedForm::Slides)
        )
    }

    /// The notes of a slide; empty when they are not published.
    fn notes(&self, notes: &str) -> String {
        if notes.trim().is_empty() || !self.page.publication().notes || self.form == PublishedForm::Embed {
            return String::new();
        }
        let name = Escaped(self.words.text("hall.published.notes"));
        let mut text = String::new();
        for paragraph in notes.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            let _ = write!(text, "<p>{}</p>", Escaped(paragraph));
        }
        format!("<aside class=\"speaker\" aria-label=\"{name}\"><strong>{name}</strong>{text}</aside>\n")
    }
}

/// JSON for a script element, with `<` escaped, since a text may contain the end tag.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Changes the content security policy of a response so that these sites may show it in a frame.
pub(super) fn frame_policy(answer: &mut Response, sites: &[String]) {
    if let Some(policy) = answer.headers().get(CONTENT_SECURITY_POLICY) {
        let policy = with_frame_ancestors(policy, sites);
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
}

/// The policy, changed so that these sites and this one may show the page in a frame.
fn with_frame_ancestors(policy: &HeaderValue, sites: &[String]) -> HeaderValue {
    let policy = policy.to_str().unwrap_or_default();
    let ancestors = format!("frame-ancestors 'self' {}", sites.join(" "));
    let policy = policy.replace("frame-ancestors 'none'", ancestors.trim_end());
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
