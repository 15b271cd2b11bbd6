//! Slides of free text, which any content can become.

use serde_json::json;

use super::cells::{Grid, grid};
use super::markdown::{self, Block};
use super::outcome::{Draft, Outcome, add_focus, item_blocks, picture_fields};
use super::pictures::is_photo;
use super::view::{SlideItem, SortedSlide};
use crate::report_text::ImportText;

const TEXT: &str = "content-slide";
const PICTURED: &str = "image-text-slide";

/// Converts all content of a slide into text, beside its pictures if it has few.
pub(super) fn fallback(view: &SortedSlide<'_>) -> Outcome {
    // If shapes are aligned in columns, each column is read as a whole.
    let Some(Grid { cells, above, below, .. }) = grid(view) else { return drafts(view, &view.items, None) };
    let by_column: Vec<SlideItem<'_>> =
        above.into_iter().chain(cells.into_iter().flat_map(|cell| cell.items)).chain(below).cloned().collect();
    drafts(view, &by_column, None)
}

/// Converts items into text on as many slides as needed, beside their pictures if there are few. `title` replaces that
/// of the slide, for a slide that continues it.
pub(super) fn drafts(view: &SortedSlide<'_>, items: &[SlideItem<'_>], title: Option<&str>) -> Outcome {
    let pictures: Vec<&SlideItem<'_>> = items.iter().filter(|item| item.picture_part().is_some()).collect();
    let has_words = items.len() > pictures.len();
    let shows_pictures = (1..=view.scope.max_entries(PICTURED, "images")).contains(&pictures.len())
        && (has_words || view.title.is_some())
        && pictures.iter().all(|item| item.picture().is_some());
    let slide_type = if shows_pictures { PICTURED } else { TEXT };
    let mut outcome = match title {
        None => Outcome::headed(view, slide_type),
        Some(title) => {
            let mut draft = Draft::new(slide_type);
            draft.set("title", title);
            Outcome { drafts: vec![draft], ..Outcome::default() }
        }
    };
    let in_text: Vec<&SlideItem<'_>> =
        items.iter().filter(|item| !(shows_pictures && item.picture().is_some())).collect();
    let mut blocks: Vec<Block> = Vec::new();
    if let Some(subtitle) = view.subtitle.as_ref().filter(|_| title.is_none())
        && !outcome.fates.contains_key(&subtitle.index)
    {
        blocks.extend(item_blocks(subtitle, view.scope));
        outcome.place(subtitle, "body");
    }
    for item in &in_text {
        blocks.extend(item_blocks(item, view.scope));
    }
    let plain = deck::plain_text(&deck::blocks(&markdown::joined(&blocks)));
    outcome.set_title_from(plain.trim_start_matches(['-', ' ']));
    let first_title = outcome.first().title().to_owned();
    let bodies = markdown::packed(&blocks, view.scope.max_length(slide_type, "body"));
    let count = bodies.len();
    for (body, number) in bodies.into_iter().zip(1..) {
        if number == 1 {
            outcome.first().set("body", body);
        } else {
            let mut draft = Draft::new(TEXT);
            draft.set("body", body);
            outcome.add_continued(draft, &first_title, number);
        }
    }
    for item in in_text {
        match (count, &item.shape.content) {
            (2.., _) => outcome.change(item, ImportText::LongText { n: count }),
            (_, crate::model::Content::Chart(_)) => outcome.change(item, ImportText::ChartAsTable),
            (_, crate::model::Content::Diagram(_)) => outcome.change(item, ImportText::DiagramAsList),
            (_, crate::model::Content::Media(_)) => outcome.change(item, ImportText::VideoAsLink),
            _ => outcome.place(item, "body"),
        }
    }
    if shows_pictures {
        add_pictures(view, items, &pictures, &mut outcome);
    } else if is_in_two_columns(view, items) {
        outcome.first().set("layout", "two-column");
    }
    outcome
}

/// Adds the pictures, with the position and width relative to the text that is most similar to the file.
fn add_pictures(view: &SortedSlide<'_>, items: &[SlideItem<'_>], pictures: &[&SlideItem<'_>], outcome: &mut Outcome) {
    let mut images = Vec::new();
    for item in pictures {
        let Some((reference, focus)) = picture_fields(view, item) else { continue };
        let alt = outcome.shorten_alt(item.alt(), view.scope.max_length(PICTURED, "images.alt"));
        let fit = if is_photo(item) { "cover" } else { "contain" };
        let mut image = json!({ "src": reference, "alt": alt, "fit": fit });
        add_focus(&mut image, ["focusX", "focusY"], focus);
        outcome.place(item, format!("images[{}].src", images.len()));
        images.push(image);
    }
    let (width, height) = view.scope.size;
    let center =
        |item: &SlideItem<'_>| (item.frame().x + item.frame().width / 2, item.frame().y + item.frame().height / 2);
    let mean = |items: &[&SlideItem<'_>]| {
        let count = i64::try_from(items.len().max(1)).unwrap_or(1);
        let sum = items.iter().map(|item| center(item)).fold((0, 0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / count, sum.1 / count)
    };
    let texts: Vec<&SlideItem<'_>> = items.iter().filter(|item| item.is_text()).collect();
    let (picture_center, text_center) =
        (mean(pictures), if texts.is_empty() { (width / 2, height / 2) } else { mean(&texts) });
    let draft = outcome.first();
    if pictures.len() > 1 {
        let is_above = picture_center.1 < text_center.1;
        draft.set("layout", if is_above { "row-top" } else { "row-bottom" });
    } else if let Some(only) = pictures.first() {
        draft.set("imageSide", if picture_center.0 > text_center.0 { "right" } else { "left" });
        let share = only.frame().width * 100 / width;
        draft.set(
            "imageWidth",
            if share < 30 {
                "narrow"
            } else if share > 58 {
                "wide"
            } else {
                "half"
            },
        );
    }
    draft.set("images", images);
}

/// Whether texts are in two columns side by side.
fn is_in_two_columns(view: &SortedSlide<'_>, items: &[SlideItem<'_>]) -> bool {
    let [left, right] = items else { return false };
    let (one, other) = (left.frame(), right.frame());
    let is_beside = one.x + one.width <= other.x + other.width / 4 || other.x + other.width <= one.x + one.width / 4;
    let is_level = one.y < other.y + other.height / 2 && other.y < one.y + one.height / 2;
    left.is_text() && right.is_text() && is_beside && is_level && one.width * 5 > view.scope.size.0
}
