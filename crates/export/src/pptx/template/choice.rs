//! Chooses the layout of a template for a page: by the types, number and sizes of its placeholders, then by its kind
//! and name.

use scene::{Px, Rect};

use super::{Template, TemplateLayout, TemplatePlaceholder, pixels};

/// What a page needs from its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayoutNeed {
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
    TitleOnly,
    /// Free space to draw, without a title.
    Blank,
}

/// The kind of content that a placeholder accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentKind {
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
    pub(super) fn content_kind(&self) -> ContentKind {
        match self.kind.as_str() {
            "title" | "ctrTitle" => ContentKind::Title,
            "subTitle" => ContentKind::Subtitle,
            "body" => ContentKind::Text,
            "" | "obj" => ContentKind::Any,
            "pic" => ContentKind::Picture,
            "ftr" => ContentKind::Footer,
            "sldNum" => ContentKind::Number,
            _ => ContentKind::Other,
        }
    }
}

impl TemplateLayout {
    /// The first placeholder for a kind of content, or `None` if the layout has none.
    pub(super) fn first(&self, kind: ContentKind) -> Option<&TemplatePlaceholder> {
        self.placeholders.iter().find(|placeholder| placeholder.content_kind() == kind)
    }

    /// The placeholders that accept texts other than titles, from left to right; those with the same left edge from top
    /// to bottom.
    pub(super) fn texts(&self) -> Vec<&TemplatePlaceholder> {
        let accepts_text = |placeholder: &&TemplatePlaceholder| {
            matches!(placeholder.content_kind(), ContentKind::Text | ContentKind::Any)
        };
        let mut texts: Vec<_> = self.placeholders.iter().filter(accepts_text).collect();
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
const MIN_BODY_SHARE: f32 = 0.15;

impl<'t> Layouts<'t> {
    pub(super) fn new(template: &'t Template) -> Layouts<'t> {
        let (width, height) = (pixels(template.size.0), pixels(template.size.1));
        let body = Rect { x: width * 0.06, y: height * 0.24, width: width * 0.88, height: height * 0.66 };
        let mut layouts = Layouts { template, body };
        let text = layouts.best(LayoutNeed::Text);
        let largest = text
            .into_iter()
            .flat_map(TemplateLayout::texts)
            .max_by(|one, other| placeholder_area(one).total_cmp(&placeholder_area(other)));
        if let Some(largest) = largest.filter(|largest| layouts.share(largest) >= MIN_BODY_SHARE) {
            layouts.body = largest.rect();
        }
        layouts
    }

    /// The layout that fits a need best; `None` if the template has no layouts.
    pub(super) fn best(&self, need: LayoutNeed) -> Option<&'t TemplateLayout> {
        let layouts = &self.template.layouts;
        let needs_opening = need == LayoutNeed::Opening && layouts.iter().any(|layout| layout.is_opening);
        let candidates = layouts.iter().filter(|layout| layout.is_opening == needs_opening);
        let scored = candidates.map(|layout| (self.score(layout, need), layout));
        // Of several that fit equally, the first is used.
        scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, layout)| layout)
    }

    /// The area for drawn content on a layout.
    pub(super) fn area(&self, layout: &TemplateLayout, has_title: bool) -> Rect {
        let Some(title) = layout.first(ContentKind::Title).map(TemplatePlaceholder::rect) else { return self.body };
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

    /// The area of a placeholder as a share of the slide.
    fn share(&self, placeholder: &TemplatePlaceholder) -> f32 {
        let page = pixels(self.template.size.0).0 * pixels(self.template.size.1).0;
        placeholder_area(placeholder) / page.max(1.0)
    }

    /// How well a layout fits a need; higher is better. Vertical text and missing placeholders weigh most, then the
    /// kind that the file declares, then placeholders that would stay empty, then the name.
    fn score(&self, layout: &TemplateLayout, need: LayoutNeed) -> i32 {
        let count = |kind: ContentKind| {
            i32::try_from(layout.placeholders.iter().filter(|placeholder| placeholder.content_kind() == kind).count())
                .unwrap_or(i32::MAX)
                .min(20)
        };
        let titles = count(ContentKind::Title).min(1);
        let texts = layout.texts();
        let large = |placeholder: &&&TemplatePlaceholder| self.share(placeholder) >= MIN_BODY_SHARE;
        let bodies = i32::try_from(texts.iter().filter(large).count()).unwrap_or_default();
        let small = i32::try_from(texts.len()).unwrap_or_default() - bodies;
        let (pictures, others, subtitles) =
            (count(ContentKind::Picture), count(ContentKind::Other), count(ContentKind::Subtitle));
        let is_vertical = layout.placeholders.iter().any(|placeholder| placeholder.is_vertical);
        let missing = |wanted: i32, has: i32| (wanted - has).max(0) * 100;
        let spare = |has: i32, wanted: i32| (has - wanted).max(0) * 10;
        let (kinds, name_words): (&[&str], &[&str]) = match need {
            LayoutNeed::Opening => (&["title"], &["title slide", "titel", "titre"]),
            LayoutNeed::Section => {
                (&["secHead"], &["section", "chapter", "sectie", "hoofdstuk", "kapitel", "abschnitt"])
            }
            LayoutNeed::Text => (&["obj", "tx"], &["content", "text", "inhoud", "tekst", "inhalt"]),
            LayoutNeed::TwoTexts => (&["twoObj", "twoColTx", "objTx", "txAndObj"], &["two", "twee", "zwei"]),
            LayoutNeed::Comparison => (&["twoTxTwoObj"], &["comparison", "vergelijking", "vergleich"]),
            LayoutNeed::Picture => (&["picTx"], &["picture", "image", "afbeelding", "bild"]),
            LayoutNeed::TitleOnly => (&["titleOnly"], &["title only", "alleen titel", "nur titel"]),
            LayoutNeed::Blank => (&["blank"], &["blank", "empty", "leeg", "leer"]),
        };
        let fit = match need {
            LayoutNeed::Opening => {
                missing(1, titles) + missing(1, subtitles) / 2 + spare(bodies + small, 0) + spare(pictures, 0)
            }
            LayoutNeed::Section => {
                missing(1, titles) + spare(bodies + small, 1) + spare(pictures, 0) + spare(subtitles, 1)
            }
            LayoutNeed::Text => missing(1, titles) + missing(1, bodies) + spare(bodies + small, 1) + spare(pictures, 0),
            LayoutNeed::TwoTexts => {
                missing(1, titles) + missing(2, bodies) + spare(bodies + small, 2) + spare(pictures, 0)
            }
            LayoutNeed::Comparison => {
                missing(1, titles)
                    + missing(2, bodies)
                    + missing(2, small) / 2
                    + spare(bodies + small, 4)
                    + spare(pictures, 0)
            }
            LayoutNeed::Picture => {
                missing(1, titles) + missing(1, pictures) + spare(bodies + small, 1) + spare(pictures, 1)
            }
            LayoutNeed::TitleOnly => missing(1, titles) + spare(bodies + small + subtitles, 0) + spare(pictures, 0),
            LayoutNeed::Blank => spare(titles + bodies + small + subtitles, 0) + spare(pictures, 0),
        };
        let name = layout.name.to_lowercase();
        let is_title_kind = matches!(layout.kind.as_str(), "title" | "secHead");
        let is_wrong_kind = is_title_kind && !matches!(need, LayoutNeed::Opening | LayoutNeed::Section);
        let mut score = -fit - spare(others, 0);
        score += if kinds.contains(&layout.kind.as_str()) { 45 } else { 0 };
        score += if name_words.iter().any(|word| name.contains(word)) { 4 } else { 0 };
        score -= if is_vertical { 150 } else { 0 };
        score -= if is_wrong_kind { 80 } else { 0 };
        score
    }
}

/// The area of a placeholder in square pixels.
fn placeholder_area(placeholder: &TemplatePlaceholder) -> f32 {
    let frame = placeholder.rect();
    frame.width.0.max(0.0) * frame.height.0.max(0.0)
}
