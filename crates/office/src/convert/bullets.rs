//! Bullets and numbers that people typed instead of using a list.

use super::text::words;
use crate::model::{Bullet, Paragraph};

/// Signs that stand for a bullet at the start of a line, with a space after them.
const SIGNS: &str = "•·●○◦▪▫■□‣▸►➢➤✓✔–—-*";

/// The paragraphs as a list, if two or more of them begin with a typed bullet or are numbered from 1 on. `None`
/// otherwise, and if a paragraph is in a list already.
pub(super) fn typed_list(paragraphs: &[Paragraph]) -> Option<Vec<Paragraph>> {
    let marks: Vec<Option<(Bullet, usize)>> = marks(paragraphs);
    let has_few = marks.iter().flatten().count() < 2;
    let is_list = paragraphs.iter().any(|paragraph| paragraph.bullet != Bullet::None);
    if has_few || is_list {
        return None;
    }
    let list = paragraphs.iter().zip(marks).map(|(paragraph, mark)| match mark {
        Some((bullet, length)) => Paragraph { bullet, ..without_start(paragraph, length) },
        None => paragraph.clone(),
    });
    Some(list.collect())
}

/// The typed mark of each paragraph, and its length in characters with the spaces around it.
fn marks(paragraphs: &[Paragraph]) -> Vec<Option<(Bullet, usize)>> {
    let mut number = 0;
    let mut mark = |paragraph: &Paragraph| {
        let text = words(paragraph);
        let line = text.trim_start();
        let indent = text.chars().count() - line.chars().count();
        let next = format!("{}", number + 1);
        let (bullet, after) = match line.strip_prefix(|c: char| SIGNS.contains(c)) {
            Some(after) => (Bullet::Sign, after),
            None => (Bullet::Number, line.strip_prefix(next.as_str())?.strip_prefix(['.', ')'])?),
        };
        let words = after.trim_start();
        if words.len() == after.len() || words.is_empty() {
            return None;
        }
        number += usize::from(bullet == Bullet::Number);
        Some((bullet, indent + line.chars().count() - words.chars().count()))
    };
    paragraphs.iter().map(&mut mark).collect()
}

/// A paragraph without its first characters.
fn without_start(paragraph: &Paragraph, length: usize) -> Paragraph {
    let mut paragraph = paragraph.clone();
    let mut remaining = length;
    for run in &mut paragraph.runs {
        let cut: usize = run.text.chars().take(remaining).map(char::len_utf8).sum();
        remaining -= run.text[..cut].chars().count();
        run.text.drain(..cut);
    }
    paragraph.runs.retain(|run| !run.text.is_empty());
    paragraph
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Run;

    fn paragraph(runs: &[&str]) -> Paragraph {
        let run = |text: &&str| Run { text: (*text).to_owned(), ..Run::default() };
        Paragraph { runs: runs.iter().map(run).collect(), ..Paragraph::default() }
    }

    fn listed(lines: &[&[&str]]) -> Option<Vec<(Bullet, String)>> {
        let paragraphs: Vec<Paragraph> = lines.iter().map(|runs| paragraph(runs)).collect();
        let list = typed_list(&paragraphs)?;
        Some(list.iter().map(|paragraph| (paragraph.bullet, words(paragraph))).collect())
    }

    #[test]
    fn typed_bullets_and_numbers_become_a_list() {
        let sign = |text: &str| (Bullet::Sign, text.to_owned());
        assert_eq!(listed(&[&["• Moon"], &["•", "\tSun"]]), Some(vec![sign("Moon"), sign("Sun")]));
        let number = |text: &str| (Bullet::Number, text.to_owned());
        assert_eq!(listed(&[&["1. Dig"], &["2) ", "Lay"]]), Some(vec![number("Dig"), number("Lay")]));
        let plain = (Bullet::None, "Three:".to_owned());
        assert_eq!(listed(&[&["Three:"], &["- Dig"], &["- Lay"]]), Some(vec![plain, sign("Dig"), sign("Lay")]));
    }

    #[test]
    fn other_text_stays_as_it_is() {
        assert_eq!(listed(&[&["• Moon"], &["Sun"]]), None);
        assert_eq!(listed(&[&["-5 degrees"], &["-7 degrees"]]), None);
        assert_eq!(listed(&[&["1934. The main is laid"], &["2026. It bursts"]]), None);
        assert_eq!(listed(&[&["2. Lay"], &["3. Fill"]]), None);
    }
}
