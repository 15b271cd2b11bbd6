//! Slides of pictures: one alone, a gallery, or a wall of logos.

use std::collections::HashSet;

use serde_json::json;

use super::outcome::{Outcome, add_focus, picture_fields};
use super::text::length;
use super::view::{SlideItem, SortedSlide};
use crate::report_text::ImportText;

const PICTURE: &str = "image-slide";
const GALLERY: &str = "gallery-slide";
const LOGOS: &str = "logo-wall-slide";

/// Converts a slide with one picture and no text except title and caption. `None` for other slides.
pub(super) fn single(view: &SortedSlide<'_>) -> Option<Outcome> {
    let [picture] = &view.pictures().collect::<Vec<_>>()[..] else { return None };
    let texts: Vec<&SlideItem<'_>> = view.texts().collect();
    let is_large = view.share(picture.frame()) > 12;
    let fits = |key: &str, item: &SlideItem<'_>| view.scope.fits(PICTURE, key, &item.line());
    let title_fits = view.title.as_ref().is_none_or(|title| fits("title", title));
    if !view.has_only_texts_and_pictures() || texts.len() > 1 || !title_fits || !is_large {
        return None;
    }
    let caption = texts.first();
    let bottom = picture.frame().y + picture.frame().height;
    if let Some(caption) = caption
        && !(fits("caption", caption) && caption.lines().len() <= 2 && caption.frame().y >= bottom - bottom / 10)
    {
        return None;
    }
    let (reference, focus) = picture_fields(view, picture)?;
    let mut outcome = Outcome::headed(view, PICTURE);
    let alt = outcome.shorten_alt(picture.alt(), view.scope.max_length(PICTURE, "alt"));
    let is_full = view.share(picture.frame()) > 90;
    let draft = outcome.first();
    draft.set("image", reference);
    draft.set("alt", alt);
    draft.set("fit", if is_full { "cover" } else { "contain" });
    if is_full {
        draft.set("bleed", true);
    }
    if let Some((x, y)) = focus {
        draft.set("focusX", x);
        draft.set("focusY", y);
    }
    outcome.place(picture, "image");
    if let Some(caption) = caption {
        outcome.put_line(view, caption, "caption");
    }
    Some(outcome)
}

/// Converts several pictures with short captions or none into a gallery or a wall of logos. `None` for other slides.
pub(super) fn several(view: &SortedSlide<'_>) -> Option<Outcome> {
    let pictures: Vec<&SlideItem<'_>> = view.pictures().collect();
    if pictures.len() < 2 || !view.has_only_texts_and_pictures() {
        return None;
    }
    let captions = captions(view, &pictures);
    let mut others: Vec<&SlideItem<'_>> = view.texts().collect();
    others.retain(|text| !captions.iter().flatten().any(|caption| caption.index == text.index));
    let text_length = others.iter().map(|text| length(&text.line())).sum::<usize>();
    let is_short = others.len() <= 1 && text_length <= view.scope.max_length(GALLERY, "subheading");
    if !is_short || (!others.is_empty() && view.subtitle.is_some()) {
        return None;
    }
    let has_captions = captions.iter().any(Option::is_some);
    let is_small = |item: &&SlideItem<'_>| view.share(item.frame()) < 5;
    let is_wall =
        pictures.len() > 4 && pictures.iter().all(is_small) && pictures.len() <= view.scope.max_entries(LOGOS, "logos");
    let names_fit = captions.iter().flatten().all(|caption| view.scope.fits(LOGOS, "logos.name", &caption.line()));
    if is_wall && names_fit {
        return logos(view, &pictures, &captions, &others);
    }
    if has_captions && captions.iter().flatten().any(|text| !view.scope.fits(GALLERY, "images.caption", &text.line())) {
        return None;
    }
    let mut outcome = Outcome::headed(view, GALLERY);
    let title = outcome.first().title().to_owned();
    place_line(view, &mut outcome, &others);
    let max_images = view.scope.max_entries(GALLERY, "images");
    let groups = even_groups(pictures.len(), max_images);
    let mut start = 0;
    for (size, number) in groups.iter().zip(1..) {
        let mut images = Vec::new();
        for index in start..start + size {
            let Some((reference, focus)) = picture_fields(view, pictures[index]) else { continue };
            let alt = outcome.shorten_alt(pictures[index].alt(), view.scope.max_length(GALLERY, "images.alt"));
            let caption = captions[index].map(SlideItem::line).unwrap_or_default();
            let mut image = json!({ "src": reference, "caption": caption, "alt": alt });
            add_focus(&mut image, ["focusX", "focusY"], focus);
            for (item, key) in [(Some(pictures[index]), "src"), (captions[index], "caption")] {
                match item {
                    Some(item) if number == 1 => outcome.place(item, format!("images[{}].{key}", images.len())),
                    Some(item) => outcome.change(item, ImportText::OwnSlide),
                    None => {}
                }
            }
            images.push(image);
        }
        start += size;
        if number == 1 {
            outcome.first().set("images", images);
        } else {
            let mut draft = super::outcome::Draft::new(GALLERY);
            draft.set("images", images);
            outcome.add_continued(draft, &title, number);
        }
    }
    Some(outcome)
}

/// Converts pictures into a wall of logos. `None` if another text does not fit.
fn logos(
    view: &SortedSlide<'_>,
    pictures: &[&SlideItem<'_>],
    captions: &[Option<&SlideItem<'_>>],
    others: &[&SlideItem<'_>],
) -> Option<Outcome> {
    let mut outcome = Outcome::headed(view, LOGOS);
    if others.iter().any(|text| !view.scope.fits(LOGOS, "subheading", &text.line())) {
        return None;
    }
    if let [text] = others {
        outcome.put_line(view, text, "subheading");
    }
    let mut logos = Vec::new();
    for (item, caption) in pictures.iter().zip(captions) {
        let (reference, _) = picture_fields(view, item)?;
        let alt = outcome.shorten_alt(item.alt(), view.scope.max_length(LOGOS, "logos.alt"));
        let mut logo = json!({ "image": reference, "alt": alt });
        if let Some(caption) = caption {
            logo["name"] = json!(caption.line());
            outcome.place(caption, format!("logos[{}].name", logos.len()));
        }
        if let Some(target) = item.shape.link.as_ref().and_then(|link| view.scope.link(link)) {
            logo["link"] = json!(target);
        }
        outcome.place(item, format!("logos[{}].image", logos.len()));
        logos.push(logo);
    }
    outcome.first().set("logos", logos);
    Some(outcome)
}

/// Puts a line above or below the pictures into the field for it.
fn place_line(view: &SortedSlide<'_>, outcome: &mut Outcome, others: &[&SlideItem<'_>]) {
    if let [text] = others {
        let is_low = text.frame().y > view.scope.size.1 / 2;
        outcome.put_line(view, text, if is_low { "bottomSubheading" } else { "subheading" });
    }
}

/// The text closely below or above each picture, if it is short.
pub(super) fn captions<'v, 'a>(
    view: &'v SortedSlide<'a>,
    pictures: &[&SlideItem<'_>],
) -> Vec<Option<&'v SlideItem<'a>>> {
    let mut used: HashSet<usize> = HashSet::new();
    let mut found = Vec::new();
    for picture in pictures {
        let frame = picture.frame();
        let distance = |text: &&SlideItem<'_>| {
            let text_frame = text.frame();
            let middle = text_frame.x + text_frame.width / 2;
            let is_under = (frame.x..=frame.x + frame.width).contains(&middle);
            let below = (text_frame.y - (frame.y + frame.height)).abs();
            let above = (frame.y - (text_frame.y + text_frame.height)).abs();
            let nearest = below.min(above + 1);
            (is_under && nearest < view.scope.size.1 / 9).then_some(nearest)
        };
        let nearest = view
            .texts()
            .filter(|text| !used.contains(&text.index))
            .filter_map(|text| distance(&text).map(|distance| (distance, text)))
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, text)| text);
        used.extend(nearest.map(|text| text.index));
        found.push(nearest);
    }
    found
}

/// Divides `count` things into groups of at most `max_size`, as even as possible. Returns the sizes of the groups.
fn even_groups(count: usize, max_size: usize) -> Vec<usize> {
    let groups = count.div_ceil(max_size).max(1);
    (0..groups).map(|index| count / groups + usize::from(index < count % groups)).collect()
}

/// Whether a picture may be cropped at its edges: a photo, or a picture that the file crops too.
pub(super) fn is_photo(item: &SlideItem<'_>) -> bool {
    let extension = item.picture_part().and_then(|part| part.rsplit_once('.')).map_or("", |(_, extension)| extension);
    let frame = item.frame();
    let has_photo_proportions = frame.width * 10 > frame.height * 5 && frame.width * 10 < frame.height * 17;
    let is_cropped = item.picture().is_some_and(|picture| picture.crop != [0; 4]);
    (["jpg", "jpeg"].iter().any(|known| extension.eq_ignore_ascii_case(known)) && has_photo_proportions) || is_cropped
}
