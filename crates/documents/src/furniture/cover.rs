//! Marks the pictures of a cover: logos and drawings beside the title that the text does not mention.

use super::is_picture;
use crate::model::{Block, Content, Document, Furniture};

/// Minimum number of headings of a document that may have a cover.
const MIN_HEADINGS: usize = 3;
/// Maximum number of words of a page that is a cover, without its title.
const MAX_WORDS: usize = 60;
/// Minimum number of words of a paragraph that ends the cover.
const MIN_PROSE: usize = 12;

/// Marks the pictures of a cover that have no caption. The cover is the first page, if it has the title and hardly any
/// other text. In a format without pages, it is what comes before the first heading or longer paragraph.
pub(super) fn mark(document: &mut Document) {
    let is_heading = |block: &&Block| matches!(block.content, Content::Heading { .. });
    if document.content().filter(is_heading).count() < MIN_HEADINGS {
        return;
    }
    let end = if document.pages > 1 {
        let first: Vec<&Block> = document.blocks.iter().take_while(|block| block.page <= 1).collect();
        let words: usize = first.iter().filter(|block| block.furniture.is_none()).map(|block| words(block)).sum();
        let has_title = first.iter().any(|block| block.furniture == Some(Furniture::Title));
        if has_title && words <= MAX_WORDS { first.len() } else { 0 }
    } else {
        let begins_text = |block: &Block| {
            block.furniture.is_none()
                && match &block.content {
                    Content::Picture(_) => false,
                    Content::Paragraph(_) => words(block) >= MIN_PROSE,
                    _ => true,
                }
        };
        document.blocks.iter().position(begins_text).unwrap_or_default()
    };
    for block in document.blocks[..end].iter_mut().filter(|block| is_picture(block)) {
        if matches!(&block.content, Content::Picture(picture) if picture.caption.is_none()) {
            block.furniture.get_or_insert(Furniture::Cover);
        }
    }
}

/// The number of words in the texts of a block.
fn words(block: &Block) -> usize {
    block.content.texts().iter().map(|text| text.split_whitespace().count()).sum()
}
