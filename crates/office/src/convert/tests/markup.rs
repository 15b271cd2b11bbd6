//! Texts become Markdown with the same words.

use proptest::prelude::*;

use super::build::{paragraph, paragraphs, presentation};
use crate::convert::markdown::{blocks, escaped, inline, joined, packed};
use crate::convert::scope::Scope;
use crate::model::{Link, Paragraph, Run, Slide};

/// Calls a function with the scope of a presentation of three empty slides.
fn in_scope<T>(use_scope: impl FnOnce(&Scope<'_>) -> T) -> T {
    let presentation = presentation(vec![Slide::default(); 3]);
    use_scope(&Scope::new(&presentation, deck::Registry::core(), "en-GB"))
}

fn markdown_of(words: &str) -> String {
    in_scope(|scope| joined(&blocks(&paragraphs(words), scope)))
}

fn run(text: &str, style: &str, link: Option<&str>) -> Run {
    Run {
        text: text.to_owned(),
        is_bold: style.contains('b'),
        is_italic: style.contains('i'),
        is_struck: style.contains('s'),
        is_code: style.contains('c'),
        link: link.map(|address| Link::Address(address.to_owned())),
    }
}

#[test]
fn lists_keep_their_levels_and_marks() {
    insta::assert_snapshot!(markdown_of("Before\n- one\n  - two\n    - three\n- four\n1. first\n1. second\nAfter"), @r"
    Before

    - one
      - two
        - three
    - four
    1. first
    2. second

    After
    ");
}

#[test]
fn a_list_goes_on_from_the_number_that_the_file_gives() {
    let mut list = paragraphs("1. four\n  1. inner\n1. five\n- six");
    for index in [0, 2] {
        list[index].start = Some(4);
    }
    insta::assert_snapshot!(in_scope(|scope| joined(&blocks(&list, scope))), @r"
    4. four
       1. inner
    5. five
    - six
    ");
}

#[test]
fn many_blank_paragraphs_are_skipped() {
    let mut many = vec![Paragraph::default(); 200_000];
    many.push(paragraph("At last"));
    assert_eq!(in_scope(|scope| joined(&blocks(&many, scope))), "At last");
}

#[test]
fn signs_that_are_marks_in_markdown_are_escaped() {
    insta::assert_snapshot!(markdown_of("# no heading\n1) no list\n2024. A year\n> no quote\na*b_c [d] snake_case <b> &amp; `x` ~y~\n+ plus"), @r"
    \# no heading

    1\) no list

    2024\. A year

    \> no quote

    a\*b_c \[d\] snake_case \<b> \&amp; \`x\` \~y\~

    \+ plus
    ");
}

#[test]
fn styles_and_links_are_marked() {
    let runs = [
        run("bold ", "b", None),
        run("and italic", "i", None),
        run(" both", "bi", None),
        run(", ", "", None),
        run("code*", "c", None),
        run(" ", "", None),
        run("struck", "s", None),
        run(" a ", "", None),
        run("link", "", Some("https://example.com/a b(c)")),
        run(" and ", "", None),
        run("another", "b", Some("file:///etc/passwd")),
    ];
    let text = in_scope(|scope| inline(&runs, scope));
    insta::assert_snapshot!(text, @"**bold** *and italic* ***both***, `code*` ~~struck~~ a [link](https://example.com/a%20b%28c%29) and **another**");
}

#[test]
fn line_breaks_stay_within_their_paragraph() {
    let text = in_scope(|scope| inline(&[run("one\ntwo\n\n- three", "", None)], scope));
    assert_eq!(deck::plain_text(&deck::blocks(&text)), "one\ntwo\n- three");
}

#[test]
fn long_texts_are_split_between_blocks_and_entries() {
    let list: Vec<Paragraph> = paragraphs("- first entry\n- second entry\n- third entry");
    let texts = in_scope(|scope| packed(&blocks(&list, scope), 30));
    assert_eq!(texts, ["- first entry\n- second entry", "- third entry"]);
    let words = in_scope(|scope| packed(&blocks(&[paragraph("one two three four")], scope), 9));
    assert_eq!(words, ["one two", "three", "four"]);
}

/// Text without blank lines, as a paragraph of a file can have it.
fn paragraph_text() -> impl Strategy<Value = String> {
    "([a-z*_#\\[\\]()`~<>&;|!+=.:\\\\0-9\n-]|  ?|\\PC){0,40}"
}

/// The trimmed lines of a text without blank lines and control characters.
fn trimmed_lines(text: &str) -> String {
    let clean: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    clean.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

proptest! {
    #[test]
    fn any_text_has_the_same_lines_after_parsing(text in paragraph_text()) {
        let parsed = deck::plain_text(&deck::blocks(&escaped(&text)));
        prop_assert_eq!(trimmed_lines(&parsed), trimmed_lines(&text));
    }

    #[test]
    fn any_styled_text_has_the_same_lines_after_parsing(runs in prop::collection::vec((paragraph_text(), "[bisc]{0,3}", prop::option::of("https://[a-z()]{1,5}")), 0..5)) {
        let runs: Vec<Run> = runs.iter().map(|(text, style, link)| run(text, style, link.as_deref())).collect();
        let all: String = runs.iter().map(|run| run.text.as_str()).collect();
        let text = in_scope(|scope| inline(&runs, scope));
        let parsed = deck::plain_text(&deck::blocks(&text));
        prop_assert_eq!(trimmed_lines(&parsed), trimmed_lines(&all));
    }

    #[test]
    fn a_list_has_the_same_lines_in_order_after_parsing(levels in prop::collection::vec((0_u8..5, 0_usize..3, paragraph_text()), 1..8)) {
        let marks = [crate::model::Bullet::None, crate::model::Bullet::Sign, crate::model::Bullet::Number];
        let list: Vec<Paragraph> = levels
            .iter()
            .map(|(level, mark, text)| Paragraph { level: *level, bullet: marks[*mark], ..paragraph(text) })
            .collect();
        let parsed = in_scope(|scope| deck::blocks(&joined(&blocks(&list, scope))));
        let parsed = deck::plain_text(&parsed);
        let mut remaining = parsed.as_str();
        for line in levels.iter().flat_map(|(_, _, text)| trimmed_lines(text).lines().map(str::to_owned).collect::<Vec<_>>()) {
            let at = remaining.find(line.as_str());
            prop_assert!(at.is_some(), "`{}` is missing in order in `{}`", line, parsed);
            remaining = &remaining[at.unwrap_or(0) + line.len()..];
        }
    }
}
