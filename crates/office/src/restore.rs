//! Restores the tags and names that another program dropped from a file that Lectern exported.
//!
//! Some programs keep neither tags nor the names of all shapes. The same deck is exported once more, and each slide of
//! the file is paired with an exported slide: by the ids in the names of its shapes, otherwise by the similarity of its
//! words, otherwise by its position between slides that are paired. Then the tag is copied, and shapes get the names of
//! the exported shapes with similar words and position.

use std::collections::{HashMap, HashSet};

use crate::model::{Content, Paragraph, Presentation, Shape, Slide};

/// Minimum similarity, from 0 to 1, of the words of two slides for them to be the same slide.
const MIN_SLIDE_SIMILARITY: f64 = 0.4;
/// Minimum similarity, from 0 to 1, of the words of two slides for a further slide of the file to be a copy.
const MIN_COPY_SIMILARITY: f64 = 0.6;
/// Minimum similarity, from 0 to 1, of the positions of shapes for a slide that is between the same two slides as
/// before.
const MIN_POSITION_SIMILARITY: f64 = 0.5;
/// Minimum similarity, from 0 to 1, of words and position of two shapes for them to be the same.
const MIN_SHAPE_SIMILARITY: f64 = 0.35;
/// Maximum number of pairs of slides, and of pairs of shapes, that are compared: their number grows quadratically.
const MAX_PAIRS: usize = 4_000_000;

/// Copies the tags and names of `exported` to the slides of a file without tags. Returns how many slides were paired.
pub fn restore(file: &mut Presentation, exported: &Presentation) -> usize {
    let pairs = pairs(file, exported);
    for (slide, pair) in file.slides.iter_mut().zip(&pairs) {
        let Some(original) = pair.map(|index| &exported.slides[index]) else { continue };
        slide.origin.clone_from(&original.origin);
        rename(slide, original, file.size);
    }
    if file.exported.is_empty() {
        file.exported.clone_from(&exported.exported);
    }
    pairs.iter().flatten().count()
}

/// The index of the exported slide that each slide of the file is paired with.
fn pairs(file: &Presentation, exported: &Presentation) -> Vec<Option<usize>> {
    let ids: HashMap<&str, usize> =
        exported.slides.iter().enumerate().filter_map(|(index, slide)| Some((named_id(slide)?, index))).collect();
    let mut pairs: Vec<Option<usize>> =
        file.slides.iter().map(|slide| named_id(slide).and_then(|id| ids.get(id).copied())).collect();
    let mut paired: HashSet<usize> = pairs.iter().flatten().copied().collect();
    if file.slides.len().saturating_mul(exported.slides.len()) > MAX_PAIRS {
        return pairs;
    }
    let words = |presentation: &Presentation| -> Vec<Words> {
        presentation.slides.iter().map(|slide| Words::of_slide(slide, presentation)).collect()
    };
    let (file_words, exported_words) = (words(file), words(exported));
    let max_slides = file.slides.len().max(exported.slides.len()).max(1);
    let mut candidates = Vec::new();
    for (index, words) in file_words.iter().enumerate().filter(|(index, _)| pairs[*index].is_none()) {
        for (other, others) in exported_words.iter().enumerate() {
            let similarity = words.similarity(others);
            if similarity >= MIN_SLIDE_SIMILARITY {
                #[expect(clippy::cast_precision_loss, reason = "a deck has at most some thousand slides")]
                let distance = index.abs_diff(other) as f64 / max_slides as f64;
                candidates.push((similarity - distance * 0.1, similarity, index, other));
            }
        }
    }
    candidates.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, _, index, other) in &candidates {
        if pairs[*index].is_none() && paired.insert(*other) {
            pairs[*index] = Some(*other);
        }
    }
    pair_by_position(&mut pairs, &mut paired, file, exported);
    for (_, similarity, index, other) in candidates {
        if pairs[index].is_none() && similarity >= MIN_COPY_SIMILARITY {
            pairs[index] = Some(other);
        }
    }
    pairs
}

/// Pairs each unpaired slide with the exported slide between the same two slides, if the shapes of both have similar
/// positions.
fn pair_by_position(
    pairs: &mut [Option<usize>],
    paired: &mut HashSet<usize>,
    file: &Presentation,
    exported: &Presentation,
) {
    for index in 0..pairs.len() {
        if pairs[index].is_some() {
            continue;
        }
        let other = match index.checked_sub(1) {
            None => Some(0),
            Some(before) => pairs[before].map(|before| before + 1),
        };
        let Some(other) = other.filter(|other| *other < exported.slides.len() && !paired.contains(other)) else {
            continue;
        };
        let follows = match pairs.get(index + 1) {
            None => other + 1 == exported.slides.len(),
            Some(next) => next.is_none_or(|next| next == other + 1),
        };
        let (slide, original) = (&file.slides[index], &exported.slides[other]);
        if follows && position_similarity(slide, original, file.size, exported.size) >= MIN_POSITION_SIMILARITY {
            paired.insert(other);
            pairs[index] = Some(other);
        }
    }
}

/// The share of shapes, from 0 to 1, that have the position of a shape of the same kind on another slide.
fn position_similarity(slide: &Slide, other: &Slide, size: (i64, i64), other_size: (i64, i64)) -> f64 {
    let is_near = |shape: &&Shape| {
        let is_match = |other: &Shape| is_same_kind(shape, other) && nearness(shape, other, size, other_size) > 0.8;
        other.shapes.iter().any(is_match)
    };
    let near_count = slide.shapes.iter().filter(is_near).count();
    share(2 * near_count.min(other.shapes.len()), slide.shapes.len() + other.shapes.len())
}

/// The id of the slide that most shapes are named after.
fn named_id(slide: &Slide) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (id, _) in slide.shapes.iter().filter_map(|shape| slide_and_field(&shape.name)) {
        *counts.entry(id).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(id, count)| (*count, *id)).map(|(id, _)| id)
}

/// The slide and field that the name of a shape ends with: `Title 2 [<id>/title]`.
fn slide_and_field(name: &str) -> Option<(&str, &str)> {
    let (_, origin) = name.strip_suffix(']')?.rsplit_once(" [")?;
    origin.split_once('/').filter(|(id, field)| !id.is_empty() && !field.is_empty())
}

/// Gives shapes the names of the most similar exported shapes.
fn rename(slide: &mut Slide, original: &Slide, size: (i64, i64)) {
    let original_names: HashSet<&str> = original.shapes.iter().map(|shape| shape.name.as_str()).collect();
    let mut kept_names: HashSet<String> = HashSet::new();
    let mut unmatched = Vec::new();
    for (index, shape) in slide.shapes.iter().enumerate() {
        // A name without a field, such as `Text 9`, may be one that the program chose itself.
        if original_names.contains(shape.name.as_str()) && slide_and_field(&shape.name).is_some() {
            kept_names.insert(shape.name.clone());
        } else {
            unmatched.push(index);
        }
    }
    let free: Vec<&Shape> = original.shapes.iter().filter(|shape| !kept_names.contains(&shape.name)).collect();
    if unmatched.len().saturating_mul(free.len()) > MAX_PAIRS {
        return;
    }
    let free_words: Vec<Words> = free.iter().map(|shape| Words::of_shape(shape)).collect();
    let mut candidates = Vec::new();
    for index in unmatched {
        let shape = &slide.shapes[index];
        let words = Words::of_shape(shape);
        for (other, (original, original_words)) in free.iter().zip(&free_words).enumerate() {
            if !is_same_kind(shape, original) {
                continue;
            }
            let nearness = nearness(shape, original, size, size);
            let has_words = words.total > 0 && original_words.total > 0;
            let similarity = if has_words { 0.6 * words.similarity(original_words) + 0.4 * nearness } else { nearness };
            let is_empty_pair = words.total == 0 && original_words.total == 0;
            if similarity >= if has_words { MIN_SHAPE_SIMILARITY } else { 0.9 } && (has_words || is_empty_pair) {
                candidates.push((similarity, index, other));
            }
        }
    }
    candidates.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut named, mut used) = (HashSet::new(), HashSet::new());
    for (_, index, other) in candidates {
        if !named.contains(&index) && used.insert(other) {
            named.insert(index);
            slide.shapes[index].name.clone_from(&free[other].name);
        }
    }
}

/// Whether two shapes have the same kind of content.
fn is_same_kind(one: &Shape, other: &Shape) -> bool {
    let is_text = |shape: &Shape| matches!(shape.content, Content::Text(_));
    (is_text(one) && is_text(other)) || std::mem::discriminant(&one.content) == std::mem::discriminant(&other.content)
}

/// How near two shapes are to one another: 1 at the same position, 0 when they are an eighth of the slide apart.
fn nearness(one: &Shape, other: &Shape, size: (i64, i64), other_size: (i64, i64)) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a share of a slide needs no more")]
    let sides = |shape: &Shape, size: (i64, i64)| {
        let (width, height) = (size.0.max(1) as f64, size.1.max(1) as f64);
        let frame = shape.frame;
        [frame.x as f64 / width, frame.y as f64 / height, frame.width as f64 / width, frame.height as f64 / height]
    };
    let distance: f64 =
        sides(one, size).iter().zip(sides(other, other_size)).map(|(one, other)| (one - other).abs()).sum();
    (1.0 - distance * 2.0).clamp(0.0, 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "these are counts of words and shapes")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Words and how often each occurs.
#[derive(Default)]
struct Words {
    counts: HashMap<String, usize>,
    total: usize,
}

impl Words {
    /// The words of a slide. The checksum of a picture counts as a word.
    fn of_slide(slide: &Slide, presentation: &Presentation) -> Self {
        let mut words = Self::default();
        for shape in &slide.shapes {
            words.add_shape(shape);
            if let Content::Picture(picture) = &shape.content {
                let checksum = picture.part.as_ref().and_then(|part| presentation.checksums.get(part));
                words.add(checksum.into_iter().map(String::as_str));
            }
        }
        words
    }

    fn of_shape(shape: &Shape) -> Self {
        let mut words = Self::default();
        words.add_shape(shape);
        words
    }

    fn add_shape(&mut self, shape: &Shape) {
        match &shape.content {
            Content::Text(text) => self.add_paragraphs(&text.paragraphs),
            Content::Table(table) => {
                table.rows.iter().flatten().for_each(|cell| self.add_paragraphs(&cell.paragraphs));
            }
            Content::Chart(chart) => {
                self.add(chart.categories.iter().map(String::as_str));
                for series in &chart.series {
                    self.add([series.name.as_str()]);
                    let values: Vec<String> = series.values.iter().flatten().map(ToString::to_string).collect();
                    self.add(values.iter().map(String::as_str));
                }
            }
            _ => {}
        }
    }

    fn add_paragraphs(&mut self, paragraphs: &[Paragraph]) {
        for paragraph in paragraphs {
            let text: String = paragraph.runs.iter().map(|run| run.text.as_str()).collect();
            self.add([text.as_str()]);
        }
    }

    fn add<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        for word in texts.into_iter().flat_map(str::split_whitespace) {
            let word: String = word.chars().filter(|sign| sign.is_alphanumeric()).collect();
            if !word.is_empty() {
                *self.counts.entry(word.to_lowercase()).or_default() += 1;
                self.total += 1;
            }
        }
    }

    /// The similarity to other words: 1 for the same words, 0 for no common word.
    fn similarity(&self, other: &Self) -> f64 {
        let (fewer, more) = if self.counts.len() <= other.counts.len() { (self, other) } else { (other, self) };
        let common = fewer
            .counts
            .iter()
            .map(|(word, count)| more.counts.get(word).map_or(0, |other_count| *other_count.min(count)));
        share(2 * common.sum::<usize>(), self.total + other.total)
    }
}

#[cfg(test)]
mod tests;
