//! Chooses the layout of a template for a page: by the types, number and sizes of its placeholders, then by its kind
//! and name.

use scene::{Px, Rect};

use super::{Template, TemplateLayout, TemplatePlaceholder, pixels};

/// What a page needs from its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// An opening or closing title.
    Opening,
    /// The title of a section.
    Section,
    /// A title and a text.
    Text,
    /// A title and two texts.
    TwoTexts,
    /// A title and two texts with headings.
    Comparison,
    /// A title, a picture and perhaps a text.
    Picture,
    /// A title, and free space to draw.
    Room,
    /// Free space to draw, without a title.
    Blank,
}

/// The content that a placeholder accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Title,
    Subtitle,
    Text,
    /// A text, a picture or anything else.
    Any,
    Picture,
    Footer,
    Number,
    Other,
}

impl TemplatePlaceholder {
    pub(super) fn takes(&self) -> Takes {
        match self.kind.as_str() {
            "title" | "ctrTitle" => Takes::Title,
            "subTitle" => Takes::Subtitle,
            "body" => Takes::Text,
            "" | "obj" => Takes::Any,
            "pic" => Takes::Picture,
            "ftr" => Takes::Footer,
            "sldNum" => Takes::Number,
            _ => Takes::Other,
        }
    }
}

impl TemplateLayout {
    pub(super) fn first(&self, takes: Takes) -> Option<&TemplatePlaceholder> {
        self.placeholders.iter().find(|placeholder| placeholder.takes() == takes)
    }

    /// The placeholders that accept texts other than titles, from left to right; those with the same left edge from top
    /// to bottom.
    pub(super) fn texts(&self) -> Vec<&TemplatePlaceholder> {
        let takes = |placeholder: &&TemplatePlaceholder| matches!(placeholder.takes(), Takes::Text | Takes::Any);
        let mut texts: Vec<_> = self.placeholders.iter().filter(takes).collect();
        texts.sort_by_key(|placeholder| (placeholder.frame[0], placeholder.frame[1]));
        texts
    }
}

/// The layouts of a template, with the area for drawn content.
pub(super) struct Layouts<'t> {
    pub(super) template: &'t Template,
    /// The area of the body on pages with a title.
    body: Rect,
}

/// The minimum area of a placeholder for running text, as a share of the slide.
const LARGE: f32 = 0.15;

impl<'t> Layouts<'t> {
    pub(super) fn new(template: &'t Template) -> Layouts<'t> {
        let (width, height) = (pixels(template.size.0), pixels(template.size.1));
        let body = Rect { x: width * 0.06, y: height * 0.24, width: width * 0.88, height: height * 0.66 };
        let mut layouts = Layouts { template, body };
        let text = layouts.best(Need::Text);
        let largest =
            text.into_iter().flat_map(TemplateLayout::texts).max_by(|one, other| area(one).total_cmp(&area(other)));
        if let Some(largest) = largest.filter(|largest| layouts.share(largest) >= LARGE) {
            layouts.body = largest.rect();
        }
        layouts
    }

    /// The layout that fits a need best; `None` if the template has no layouts.
    pub(super) fn best(&self, need: Need) -> Option<&'t TemplateLayout> {
        let layouts = &self.template.layouts;
        let has_own = need == Need::Opening && layouts.iter().any(|layout| layout.is_opening);
        let meant = layouts.iter().filter(|layout| layout.is_opening == has_own);
        let scored = meant.map(|layout| (self.score(layout, need), layout));
        // The first of several that fit equally.
        scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, layout)| layout)
    }

    /// The area for drawn content on a layout.
    pub(super) fn area(&self, layout: &TemplateLayout, has_title: bool) -> Rect {
        let Some(title) = layout.first(Takes::Title).map(TemplatePlaceholder::rect) else { return self.body };
        let mut area = self.body;
        let bottom = area.bottom();
        let top = if has_title && title.y < area.y + area.height / 2.0 {
            area.y.max(title.bottom())
        } else if has_title {
            area.y
        } else {
            area.y.min(title.y)
        };
        if bottom - top > Px(200.0) {
            area.y = top;
            area.height = bottom - top;
        }
        area
    }

    fn share(&self, placeholder: &TemplatePlaceholder) -> f32 {
        let page = pixels(self.template.size.0).0 * pixels(self.template.size.1).0;
        area(placeholder) / page.max(1.0)
    }

    /// How well a layout fits a need; higher is better. Vertical text and missing placeholders weigh most, then the
    /// kind that the file declares, then placeholders that would stay empty, then the name.
    fn score(&self, layout: &TemplateLayout, need: Need) -> i32 {
        let count = |takes: Takes| {
            i32::try_from(layout.placeholders.iter().filter(|placeholder| placeholder.takes() == takes).count())
                .unwrap_or(i32::MAX)
                .min(20)
        };
        let titles = count(Takes::Title).min(1);
        let texts = layout.texts();
        let large = |placeholder: &&&TemplatePlaceholder| self.share(placeholder) >= LARGE;
        let bodies = i32::try_from(texts.iter().filter(large).count()).unwrap_or_default();
        let small = i32::try_from(texts.len()).unwrap_or_default() - bodies;
        let (pictures, others, subtitles) = (count(Takes::Picture), count(Takes::Other), count(Takes::Subtitle));
        let is_vertical = layout.placeholders.iter().any(|placeholder| placeholder.is_vertical);
        let missing = |wanted: i32, has: i32| (wanted - has).max(0) * 100;
        let spare = |has: i32, wanted: i32| (has - wanted).max(0) * 10;
        let (kinds, words): (&[&str], &[&str]) = match need {
            Need::Opening => (&["title"], &["title slide", "titel", "titre"]),
            Need::Section => (&["secHead"], &["section", "chapter", "sectie", "hoofdstuk", "kapitel", "abschnitt"]),
            Need::Text => (&["obj", "tx"], &["content", "text", "inhoud", "tekst", "inhalt"]),
            Need::TwoTexts => (&["twoObj", "twoColTx", "objTx", "txAndObj"], &["two", "twee", "zwei"]),
            Need::Comparison => (&["twoTxTwoObj"], &["comparison", "vergelijking", "vergleich"]),
            Need::Picture => (&["picTx"], &["picture", "image", "afbeelding", "bild"]),
            Need::Room => (&["titleOnly"], &["title only", "alleen titel", "nur titel"]),
            Need::Blank => (&["blank"], &["blank", "empty", "leeg", "leer"]),
        };
        let fit = match need {
            Need::Opening => {
                missing(1, titles) + missing(1, subtitles) / 2 + spare(bodies + small, 0) + spare(pictures, 0)
            }
            Need::Section => missing(1, titles) + spare(bodies + small, 1) + spare(pictures, 0) + spare(subtitles, 1),
            Need::Text => missing(1, titles) + missing(1, bodies) + spare(bodies + small, 1) + spare(pictures, 0),
            Need::TwoTexts => missing(1, titles) + missing(2, bodies) + spare(bodies + small, 2) + spare(pictures, 0),
            Need::Comparison => {
                missing(1, titles)
                    + missing(2, bodies)
                    + missing(2, small) / 2
                    + spare(bodies + small, 4)
                    + spare(pictures, 0)
            }
            Need::Picture => missing(1, titles) + missing(1, pictures) + spare(bodies + small, 1) + spare(pictures, 1),
            Need::Room => missing(1, titles) + spare(bodies + small + subtitles, 0) + spare(pictures, 0),
            Need::Blank => spare(titles + bodies + small + subtitles, 0) + spare(pictures, 0),
        };
        let name = layout.name.to_lowercase();
        let is_opening_kind = matches!(layout.kind.as_str(), "title" | "secHead");
        let is_foreign = is_opening_kind && !matches!(need, Need::Opening | Need::Section);
        let mut score = -fit - spare(others, 0);
        score += if kinds.contains(&layout.kind.as_str()) { 45 } else { 0 };
        score += if words.iter().any(|word| name.contains(word)) { 4 } else { 0 };
        score -= if is_vertical { 150 } else { 0 };
        score -= if is_foreign { 80 } else { 0 };
        score
    }
}

fn area(placeholder: &TemplatePlaceholder) -> f32 {
    let frame = placeholder.rect();
    frame.width.0.max(0.0) * frame.height.0.max(0.0)
}
