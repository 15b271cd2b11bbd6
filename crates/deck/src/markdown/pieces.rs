//! Assigns build steps to the blocks of a body.
//!
//! Both the step count and the drawing use this. Lists are flattened to pieces with a level and a marker.

use super::{Block, ListItem};

/// A block in reading order, with its list level, marker and build step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyPiece<'a> {
    /// Build step at which it appears; 0 is always visible.
    pub step: usize,
    /// How many lists contain it: 0 to 3.
    pub level: usize,
    /// The marker before it; set on the first piece of a list item.
    pub marker: Option<Marker>,
    /// The block, which is never a list and never blank.
    pub block: &'a Block,
}

/// The marker before a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A dot.
    Bullet,
    /// The number of the item.
    Number(u64),
    /// A box, ticked when the task is done.
    Task(bool),
}

/// Returns the pieces of a body, with the steps of the `body` build mode.
///
/// - Every list item is one step, including nested ones. Other blocks in an item appear with it.
/// - Outside lists, every paragraph, quote, code block, table and picture is one step. All blocks of a quote appear
///   together.
/// - A heading or rule appears with the next step. After the last step, a heading is a step of its own and a rule
///   appears with the last step.
/// - Blank blocks are left out.
pub fn body_pieces(blocks: &[Block]) -> Vec<BodyPiece<'_>> {
    let mut pieces = Vec::new();
    let mut steps = 0;
    for block in blocks {
        match block {
            Block::List { start, items } => add_list(*start, items, 1, &mut steps, &mut pieces),
            block if block.is_blank() => {}
            Block::Heading { .. } | Block::Rule => {
                pieces.push(BodyPiece { step: steps + 1, level: 0, marker: None, block });
            }
            block => {
                steps += 1;
                pieces.push(BodyPiece { step: steps, level: 0, marker: None, block });
            }
        }
    }
    let last = pieces.iter().rposition(|piece| piece.step <= steps).map_or(0, |index| index + 1);
    let trailing = &mut pieces[last..];
    if !trailing.iter().any(|piece| matches!(piece.block, Block::Heading { .. })) {
        for piece in trailing {
            piece.step = steps;
        }
    }
    pieces
}

/// How many build steps a body has.
pub fn body_steps(blocks: &[Block]) -> usize {
    body_pieces(blocks).iter().map(|piece| piece.step).max().unwrap_or(0)
}

/// Adds the pieces of a list. `steps` is the number of build steps so far.
fn add_list<'a>(
    start: Option<u64>,
    items: &'a [ListItem],
    level: usize,
    steps: &mut usize,
    pieces: &mut Vec<BodyPiece<'a>>,
) {
    for (index, item) in items.iter().enumerate() {
        let is_own = |block: &Block| !matches!(block, Block::List { .. }) && !block.is_blank();
        if item.blocks.iter().any(is_own) {
            *steps += 1;
        }
        let step = *steps;
        let mut marker = Some(match (item.checked, start) {
            (Some(checked), _) => Marker::Task(checked),
            (None, Some(first)) => Marker::Number(first.saturating_add(index as u64)),
            (None, None) => Marker::Bullet,
        });
        for block in &item.blocks {
            match block {
                Block::List { start, items } => add_list(*start, items, level + 1, steps, pieces),
                block if is_own(block) => pieces.push(BodyPiece { step, level, marker: marker.take(), block }),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{blocks, plain_text};
    use super::*;

    fn check(text: &str) -> String {
        let blocks = blocks(text);
        let pieces = body_pieces(&blocks);
        assert_eq!(body_steps(&blocks), pieces.iter().map(|piece| piece.step).max().unwrap_or(0));
        let line = |BodyPiece { step, level, marker, block }: &BodyPiece<'_>| {
            let marker = marker.map_or(String::new(), |marker| format!(" {marker:?}"));
            format!("{step} level {level}{marker} {:?}", plain_text(std::slice::from_ref(block)))
        };
        pieces.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn paragraphs_and_list_items_are_steps() {
        insta::assert_snapshot!(check("one\n\n- two\n- three\n\nfour"), @r#"
        1 level 0 "one"
        2 level 1 Bullet "two"
        3 level 1 Bullet "three"
        4 level 0 "four"
        "#);
    }

    #[test]
    fn nested_items_are_steps_of_their_own() {
        insta::assert_snapshot!(check("3. a\n   - b\n     - c\n   - d\n4. e"), @r#"
        1 level 1 Number(3) "a"
        2 level 2 Bullet "b"
        3 level 3 Bullet "c"
        4 level 2 Bullet "d"
        5 level 1 Number(4) "e"
        "#);
    }

    #[test]
    fn other_blocks_of_an_item_appear_with_it() {
        insta::assert_snapshot!(check("- a\n\n  more\n\n  > quote\n\n  ---\n\n  # head\n\n  - b\n\n  last\n- c"), @r#"
        1 level 1 Bullet "a"
        1 level 1 "more"
        1 level 1 "quote"
        1 level 1 ""
        1 level 1 "head"
        2 level 2 Bullet "b"
        1 level 1 "last"
        3 level 1 Bullet "c"
        "#);
    }

    #[test]
    fn a_heading_or_rule_appears_with_the_next_step() {
        insta::assert_snapshot!(check("# One\n\n---\n\n## Two\n\n- a\n- b\n\n### Three\n\nc"), @r#"
        1 level 0 "One"
        1 level 0 ""
        1 level 0 "Two"
        1 level 1 Bullet "a"
        2 level 1 Bullet "b"
        3 level 0 "Three"
        3 level 0 "c"
        "#);
    }

    #[test]
    fn a_heading_at_the_end_is_a_step() {
        insta::assert_snapshot!(check("a\n\n# End\n\n---"), @r#"
        1 level 0 "a"
        2 level 0 "End"
        2 level 0 ""
        "#);
        insta::assert_snapshot!(check("# Alone"), @r#"1 level 0 "Alone""#);
    }

    #[test]
    fn a_rule_at_the_end_appears_with_the_last_step() {
        insta::assert_snapshot!(check("a\n\n---"), @r#"
        1 level 0 "a"
        1 level 0 ""
        "#);
        insta::assert_snapshot!(check("---"), @r#"0 level 0 """#);
    }

    #[test]
    fn other_blocks_are_one_step_each() {
        insta::assert_snapshot!(
            check("> a\n>\n> - b\n\n```\nc\n\nd\n```\n\n|e|f|\n|-|-|\n|g|h|\n\n![i](/uploads/i.png)"),
            @r#"
            1 level 0 "a\n\n- b"
            2 level 0 "c\n\nd"
            3 level 0 "e | f\ng | h"
            4 level 0 "i"
            "#
        );
    }

    #[test]
    fn blank_items_are_skipped_but_numbered() {
        insta::assert_snapshot!(check("&nbsp;\n\n1. a\n2.\n3. c\n4. &nbsp;\n5. - e\n\n```\n\n```\n\n|||\n|-|-|\n"), @r#"
        1 level 1 Number(1) "a"
        2 level 1 Number(3) "c"
        3 level 2 Bullet "e"
        "#);
    }

    #[test]
    fn tasks_show_their_box() {
        insta::assert_snapshot!(check("- [x] a\n- [ ] b\n\n1. [ ] c"), @r#"
        1 level 1 Task(true) "a"
        2 level 1 Task(false) "b"
        3 level 1 Task(false) "c"
        "#);
    }

    #[test]
    fn an_empty_body_has_no_steps() {
        insta::assert_snapshot!(check(" \n\n"), @"");
    }

    #[test]
    fn the_largest_number_of_a_list_does_not_overflow() {
        let item = || ListItem { blocks: vec![Block::Rule], checked: None };
        let blocks = [Block::List { start: Some(u64::MAX), items: vec![item(), item()] }];
        assert_eq!(body_steps(&blocks), 2);
    }
}
