//! Captions of pictures and tables, and the labels inside drawings.

use crate::model::{Block, Content, Furniture, Picture};
use crate::text::ends_sentence;

/// Words that captions begin with.
const CAPTIONS: &[&str] = &[
    "figure",
    "fig.",
    "fig",
    "table",
    "tab.",
    "chart",
    "exhibit",
    "illustration",
    "listing",
    "photo",
    "abbildung",
    "abb.",
    "abb",
    "tabelle",
    "tab",
    "figuur",
    "afbeelding",
    "tabel",
    "grafiek",
    "tableau",
    "graphique",
    "figura",
    "tabla",
    "gráfico",
    "cuadro",
    "tabella",
    "grafico",
    "rysunek",
    "rys.",
    "tabela",
    "figur",
    "tabell",
    "şekil",
    "tablo",
    "图",
    "圖",
    "図",
    "表",
    "diagram",
];

/// Whether a text is the caption of a picture or table.
pub(super) fn is_caption(text: &str) -> bool {
    let lower = text.to_lowercase();
    let word = lower.split([' ', '\u{a0}']).next().unwrap_or_default();
    // Chinese and Japanese words for captions are not separated from their numbers.
    let is_start = |known: &&&str| **known == word || lower.starts_with(**known) && !known.is_ascii();
    let Some(known) = CAPTIONS.iter().find(is_start) else { return false };
    let rest = lower[known.len()..].trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-')).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.');
    let is_number = number.chars().next().is_some_and(|c| c.is_ascii_digit()) && number.len() <= 6
        || !number.is_empty() && number.bytes().all(|c| matches!(c, b'i' | b'v' | b'x'));
    // `Figure 2 shows ...` is a sentence. Letters in lower case may have another number of bytes, so characters are
    // counted to find the same place in the text.
    let first_letter = || {
        let before = lower[..lower.len() - rest.len()].chars().count() + number.len();
        text.chars().skip(before).find(|c| !c.is_whitespace())
    };
    let is_sentence = rest[number.len()..].starts_with(' ') && first_letter().is_some_and(char::is_lowercase);
    is_number && !is_sentence
}

/// Moves each caption to the picture or table before or after it. A caption without either becomes an empty picture.
pub(super) fn attach(blocks: &mut Vec<Block>) {
    let mut rest = std::mem::take(blocks).into_iter().peekable();
    while let Some(mut block) = rest.next() {
        let text = match &block.content {
            Content::Paragraph(text)
                if block.furniture.is_none() && is_caption(text) && text.chars().count() <= 600 =>
            {
                text.clone()
            }
            _ => {
                blocks.push(block);
                continue;
            }
        };
        let page = block.page;
        let is_figure = is_figure_caption(&text);
        let give_caption_to = |block: Option<&mut Block>| {
            let Some(block) = block.filter(|block| block.page == page) else { return false };
            let caption = match &mut block.content {
                Content::Picture(picture) => &mut picture.caption,
                Content::Table(table) if !is_figure => &mut table.caption,
                _ => return false,
            };
            let has_none = caption.is_none();
            if has_none {
                *caption = Some(text.clone());
            }
            has_none
        };
        if give_caption_to(blocks.last_mut()) || give_caption_to(rest.peek_mut()) {
            continue;
        }
        // The figure is a drawing of lines, which is not read: only its caption and labels are text.
        if is_figure {
            mark_labels(blocks, page);
        }
        block.content = Content::Picture(Picture { caption: Some(text), ..Picture::default() });
        blocks.push(block);
    }
}

/// Whether a caption is that of a figure, rather than of a table.
fn is_figure_caption(caption: &str) -> bool {
    const FIGURES: &[&str] = &[
        "figure",
        "fig",
        "abbildung",
        "abb",
        "figuur",
        "afbeelding",
        "figura",
        "illustration",
        "diagram",
        "rysunek",
        "rys",
        "figur",
        "şekil",
    ];
    let name = caption.split([' ', '\u{a0}', '.']).next().unwrap_or_default().to_lowercase();
    FIGURES.contains(&name.as_str())
}

/// Marks the labels of a drawing: the last of `blocks` that are on the page of the caption and have only loose words or
/// columns of words, like a table. Stops at the first other block, such as a sentence.
fn mark_labels(blocks: &mut [Block], page: usize) {
    for block in blocks.iter_mut().rev().take(40) {
        let is_label = match &block.content {
            Content::Table(table) => {
                let words = table.rows.iter().flatten().map(|cell| cell.split_whitespace().count()).sum::<usize>();
                table.caption.is_none() && !table.has_header && words <= 120
            }
            Content::Paragraph(text) => !ends_sentence(text) && text.split_whitespace().count() <= 12,
            _ => false,
        };
        if block.page != page || !is_label || block.furniture.is_some() {
            break;
        }
        block.furniture = Some(Furniture::Signs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_has_a_number_and_is_not_a_sentence() {
        for text in
            ["Figure 2", "Fig. 2.1 Tides", "Figure 2. the tides", "Tabelle IV: Kosten", "FIGURE 3-1 Depth", "图1"]
        {
            assert!(is_caption(text), "{text}");
        }
        for text in ["Figure 2 shows the tides", "Figure two", "Table of contents", "The table 2"] {
            assert!(!is_caption(text), "{text}");
        }
    }

    #[test]
    fn many_captions_are_attached_in_one_pass() {
        const COUNT: usize = 50_000;
        let caption = || Block::new(Content::Paragraph("Figure 1. Tides".to_owned()));
        let picture = || Block::new(Content::Picture(Picture::default()));
        let mut blocks: Vec<Block> = (0..COUNT).flat_map(|_| [picture(), caption()]).collect();
        blocks.extend([caption(), picture()]);
        let start = std::time::Instant::now();
        attach(&mut blocks);
        assert!(start.elapsed() < std::time::Duration::from_secs(5), "it takes too long");
        let has_caption = |block: &Block| match &block.content {
            Content::Picture(picture) => picture.caption.as_deref() == Some("Figure 1. Tides"),
            _ => false,
        };
        assert!(blocks.len() == COUNT + 1 && blocks.iter().all(has_caption));
    }

    #[test]
    fn letters_that_are_shorter_or_longer_in_lower_case_cause_no_panic() {
        // The Kelvin sign has three bytes and becomes `k`, the dotted capital I becomes two characters.
        assert!(!is_caption("Abb. 3 ändert sich bei 300 \u{212a}"));
        assert!(!is_caption("Abb. 3 ä\u{212a}"));
        assert!(!is_caption("Figure\u{a0}2 é\u{130}\u{130}\u{130}"));
    }
}
