//! Quotations with their source.

use super::outcome::{Outcome, picture_fields};
use super::text::length;
use super::view::{SlideItem, SortedSlide};
use super::words::is_quote_layout;

const QUOTE: &str = "quote-slide";

/// Converts a slide with one quotation, in quotation marks or on a layout for quotations, and at most one text of
/// attribution. `None` for other slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    if !view.has_only_texts_and_pictures() || view.pictures().count() > 1 {
        return None;
    }
    let is_layout = is_quote_layout(&view.slide.layout_name);
    let texts: Vec<&SlideItem<'_>> = view.title.iter().chain(&view.subtitle).chain(view.texts()).collect();
    let quoted = texts.iter().find(|item| split_quotation(&item.lines()).is_some());
    let longest = texts.iter().max_by_key(|item| length(&item.line()));
    let quoted = quoted.or(longest.filter(|item| is_layout && item.lines().len() <= 2))?;
    let (quote, own_source) =
        split_quotation(&quoted.lines()).unwrap_or_else(|| (unmarked(&quoted.line()).to_owned(), String::new()));
    let others = texts.iter().copied().filter(|item| item.index != quoted.index);
    // A text box with only a quotation mark is decoration.
    let (marks, sources): (Vec<&SlideItem<'_>>, Vec<&SlideItem<'_>>) =
        others.partition(|item| item.line().chars().all(is_mark));
    let source = match (&sources[..], own_source.is_empty()) {
        ([], _) => own_source,
        ([source], true) if source.lines().len() <= 3 => source_name(&source.lines().join(", ")).to_owned(),
        _ => return None,
    };
    let is_recognised = length(&quote) > 12
        && view.scope.fits(QUOTE, "quote", &quote)
        && view.scope.fits(QUOTE, "attribution", &source)
        && (is_layout || !source.is_empty() || view.title.as_ref().is_none_or(|title| title.index == quoted.index));
    if !is_recognised {
        return None;
    }
    let mut outcome = Outcome::headed(view, QUOTE);
    outcome.first().set("quote", quote);
    outcome.place(quoted, "quote");
    outcome.first().set("attribution", source);
    for item in sources {
        outcome.place(item, "attribution");
    }
    for item in marks {
        outcome.fates.insert(item.index, crate::report::Fate::Dropped("a quotation mark".to_owned()));
    }
    if let Some(picture) = view.pictures().next()
        && let Some((reference, _)) = picture_fields(view, picture)
    {
        let alt = outcome.shorten_alt(picture.alt(), view.scope.max_length(QUOTE, "authorImage1Alt"));
        outcome.first().set("authorImage1", reference);
        outcome.first().set("authorImage1Alt", alt);
        outcome.place(picture, "authorImage1");
    }
    Some(outcome)
}

/// The quotation that lines begin with, without its quotation marks, and the source in the lines after it. `None` if
/// the lines do not begin with a text in quotation marks.
fn split_quotation(lines: &[String]) -> Option<(String, String)> {
    let last = lines.iter().position(|line| line.trim_end_matches(['.', ',', ' ']).ends_with(is_mark))?;
    let (quote, source) = lines.split_at(last + 1);
    let whole = quote.join(" ");
    let whole = whole.trim().trim_end_matches(['.', ',', ' ']);
    let is_single = whole.starts_with(['\'', '’']);
    let inner = unmarked(whole);
    let is_marked =
        whole.starts_with(is_mark) && inner.len() < whole.len() && !is_single && !inner.contains(['"', '”', '»']);
    let source = source.join(", ");
    (is_marked && source.len() < 200).then(|| (inner.to_owned(), source_name(&source).to_owned()))
}

/// A text without quotation marks around it.
fn unmarked(text: &str) -> &str {
    text.trim().trim_matches(is_mark).trim()
}

/// The source without the dash before it.
fn source_name(text: &str) -> &str {
    text.trim().trim_start_matches(['—', '–', '-', '―', '~', ' '])
}

fn is_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '‟' | '「' | '」')
}
