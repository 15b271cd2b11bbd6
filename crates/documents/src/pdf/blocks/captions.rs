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
    let Some(known) = CAPTIONS.iter().find(|own| **own == word || lower.starts_with(**own) && !own.is_ascii()) else {
        return false;
    };
    let rest = lower[known.len()..].trim_start();
    let number: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).collect();
    let after = rest[number.len()..].chars().next();
    let number = number.trim_end_matches('.');
    let is_number = number.chars().next().is_some_and(|c| c.is_ascii_digit()) && number.len() <= 6
        || !number.is_empty() && number.bytes().all(|c| matches!(c, b'i' | b'v' | b'x'));
    // `Figure 2 shows ...` is a sentence.
    let rest = &rest[rest.char_indices().nth(number.chars().count()).map_or(rest.len(), |(at, _)| at)..];
    let is_sentence = after == Some(' ')
        && !rest.starts_with(['.', ':'])
        && rest.trim_start().chars().next().is_some_and(char::is_lowercase)
        && text[text.len() - rest.len().min(text.len())..].trim_start().chars().next().is_none_or(char::is_lowercase);
    is_number && !is_sentence
}

/// Gives captions to the picture or table beside them.
pub(super) fn attach(blocks: &mut Vec<Block>) {
    let mut at = 0;
    while at < blocks.len() {
        let text = match &blocks[at].content {
            Content::Paragraph(text)
                if blocks[at].furniture.is_none() && is_caption(text) && text.chars().count() <= 600 =>
            {
                text.clone()
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let page = blocks[at].page;
        let is_figure = is_figure_caption(&text);
        let take = |block: Option<&mut Block>| match block {
            Some(Block { content: Content::Picture(own), page: own_page, .. })
                if own.caption.is_none() && *own_page == page =>
            {
                own.caption = Some(text.clone());
                true
            }
            Some(Block { content: Content::Table(own), page: own_page, .. })
                if own.caption.is_none() && *own_page == page && !is_figure =>
            {
                own.caption = Some(text.clone());
                true
            }
            _ => false,
        };
        let is_taken = at > 0 && take(blocks.get_mut(at - 1)) || take(blocks.get_mut(at + 1));
        if is_taken {
            blocks.remove(at);
        } else {
            // A drawing of lines, which has no bytes.
            if is_figure {
                mark_labels(&mut blocks[..at], page);
            }
            blocks[at].content = Content::Picture(Picture { caption: Some(text), ..Picture::default() });
            at += 1;
        }
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

/// Marks the labels of a drawing, which stand in columns like a table or as loose words: the last blocks of a page before
/// the caption, up to a sentence.
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
