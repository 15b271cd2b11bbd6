//! Tests each rule of Markdown with an outline of the blocks that are read.

use proptest::prelude::*;

use super::*;

/// The blocks of a text, one line each, nested ones indented.
fn check(text: &str) -> String {
    outline(&blocks(text)).join("\n")
}

fn outline(blocks: &[Block]) -> Vec<String> {
    blocks.iter().flat_map(outline_block).collect()
}

fn outline_block(block: &Block) -> Vec<String> {
    let cell = |run: &Vec<Inline>| {
        if run.is_empty() { "-".to_owned() } else { outline_run(run) }
    };
    let cells = |row: &Vec<Vec<Inline>>| row.iter().map(cell).collect::<Vec<_>>().join(" | ");
    let (line, inside) = match block {
        Block::Heading { level, text } => (format!("h{level} {}", outline_run(text)), vec![]),
        Block::Paragraph(text) => (format!("p {}", outline_run(text)), vec![]),
        Block::List { start, items } => (format!("list {start:?}"), items.iter().flat_map(outline_item).collect()),
        Block::Quote(blocks) => ("quote".to_owned(), outline(blocks)),
        Block::Code { language, text, .. } => (format!("code {language} {text:?}"), vec![]),
        Block::Table { align, head, rows } => {
            (format!("table {align:?}"), std::iter::once(head).chain(rows).map(cells).collect())
        }
        Block::Picture(picture) => (outline_picture(picture), vec![]),
        Block::Rule => ("rule".to_owned(), vec![]),
    };
    indented(line, inside)
}

fn outline_item(item: &ListItem) -> Vec<String> {
    let checked = item.checked.map_or(String::new(), |checked| format!(" {checked}"));
    indented(format!("item{checked}"), outline(&item.blocks))
}

fn indented(line: String, inside: Vec<String>) -> Vec<String> {
    std::iter::once(line).chain(inside.into_iter().map(|line| format!("  {line}"))).collect()
}

fn outline_run(run: &[Inline]) -> String {
    let inline = |inline: &Inline| match inline {
        Inline::Text(text) => format!("{text:?}"),
        Inline::Strong(run) => format!("strong({})", outline_run(run)),
        Inline::Emphasis(run) => format!("em({})", outline_run(run)),
        Inline::Strike(run) => format!("strike({})", outline_run(run)),
        Inline::Code(text) => format!("code({text:?})"),
        Inline::Link { to, text } => format!("link({to} {})", outline_run(text)),
        Inline::Picture(picture) => outline_picture(picture),
        Inline::Formula(formula) => format!("formula({})", formula.written()),
        Inline::Break => "break".to_owned(),
    };
    run.iter().map(inline).collect::<Vec<_>>().join(" ")
}

fn outline_picture(Picture { source, alt, title }: &Picture) -> String {
    format!("picture({source} {alt:?} {title:?})")
}

/// How deep a tree of blocks and runs is.
fn depth(blocks: &[Block]) -> usize {
    fn of_run(run: &[Inline]) -> usize {
        let inside = run.iter().map(|inline| match inline {
            Inline::Strong(run) | Inline::Emphasis(run) | Inline::Strike(run) | Inline::Link { text: run, .. } => {
                of_run(run)
            }
            _ => 0,
        });
        inside.max().map_or(0, |depth| depth + 1)
    }
    let inside = blocks.iter().map(|block| match block {
        Block::Heading { text, .. } | Block::Paragraph(text) => of_run(text),
        Block::List { items, .. } => items.iter().map(|item| depth(&item.blocks) + 1).max().unwrap_or(0),
        Block::Quote(blocks) => depth(blocks),
        Block::Table { head, rows, .. } => {
            head.iter().chain(rows.iter().flatten()).map(|cell| of_run(cell)).max().unwrap_or(0)
        }
        Block::Code { .. } | Block::Picture(_) | Block::Rule => 0,
    });
    inside.max().map_or(0, |depth| depth + 1)
}

#[test]
fn headings_paragraphs_and_rules() {
    insta::assert_snapshot!(check("# One\n\nSix\n---\n\n###### Six #\n\ntwo\nlines\n\n***\n#\n"), @r#"
    h1 "One"
    h2 "Six"
    h6 "Six"
    p "two lines"
    rule
    "#);
}

#[test]
fn bold_italic_struck_and_code() {
    insta::assert_snapshot!(check("**a** *b* ~~c~~ `d  e` ***f*** \\*g\\* &amp; 1 < 2"), @r#"p strong("a") " " em("b") " " strike("c") " " code("d  e") " " em(strong("f")) " *g* & 1 < 2""#);
}

#[test]
fn a_soft_break_is_a_space_and_a_hard_break_stays() {
    insta::assert_snapshot!(check("a\nb  \nc\\\nd\r\ne"), @r#"p "a b" break "c" break "d e""#);
}

#[test]
fn tight_and_loose_lists_give_the_same_blocks() {
    let tight = check("- a\n- **b** c\n- ![d](/uploads/d.png)");
    assert_eq!(tight, check("- a\n\n- **b** c\n\n- ![d](/uploads/d.png)"));
    insta::assert_snapshot!(tight, @r#"
    list None
      item
        p "a"
      item
        p strong("b") " c"
      item
        picture(/uploads/d.png "d" "")
    "#);
}

#[test]
fn lists_nest_to_three_levels() {
    insta::assert_snapshot!(check("3. a\n   - b\n     * c\n   - d\n4. e\n   more\n\n   last"), @r#"
    list Some(3)
      item
        p "a"
        list None
          item
            p "b"
            list None
              item
                p "c"
          item
            p "d"
      item
        p "e more"
        p "last"
    "#);
}

#[test]
fn deeper_items_join_the_third_level() {
    insta::assert_snapshot!(check("- a\n  - b\n    - c\n      - d **e**\n        - f\n      - [x] g\n\n      h\n    - i"), @r#"
    list None
      item
        p "a"
        list None
          item
            p "b"
            list None
              item
                p "c"
              item
                p "d " strong("e")
              item
                p "f"
              item true
                p "g"
                p "h"
              item
                p "i"
    "#);
    insta::assert_snapshot!(check("- - - - - a"), @r#"
    list None
      item
        list None
          item
            list None
              item
                p "a"
    "#);
}

#[test]
fn a_deeper_list_inside_a_quote_becomes_paragraphs() {
    insta::assert_snapshot!(check("- - - > - [ ] a\n      > - b"), @r#"
    list None
      item
        list None
          item
            list None
              item
                quote
                  p "[ ] a"
                  p "b"
    "#);
}

#[test]
fn a_refused_link_does_not_split_the_text_of_an_item() {
    insta::assert_snapshot!(check("- a [b](javascript:c) d\n- [e](x) f"), @r#"
    list None
      item
        p "a b d"
      item
        p "e f"
    "#);
}

#[test]
fn tasks_are_ticked_or_not() {
    insta::assert_snapshot!(check("- [x] done\n- [ ] open\n- [no]\n\n1. [X] loose\n\n   more"), @r#"
    list None
      item true
        p "done"
      item false
        p "open"
      item
        p "[no]"
    list Some(1)
      item true
        p "loose"
        p "more"
    "#);
}

#[test]
fn quotes_hold_blocks() {
    insta::assert_snapshot!(check("> # a\n> b\nlazy\n>\n> > - c\n\n>"), @r#"
    quote
      h1 "a"
      p "b lazy"
      quote
        list None
          item
            p "c"
    "#);
}

#[test]
fn code_keeps_its_lines() {
    insta::assert_snapshot!(check("```rust,ignore x\n\tfn a() {\r\n\n  }\n```\n\n    indented\n     two\n\n- ~~~\n  in item\n  ~~~\n\n```\n```"), @r#"
    code rust "\tfn a() {\n\n  }"
    code  "indented\n two"
    list None
      item
        code  "in item"
    "#);
}

#[test]
fn tables_have_equal_rows() {
    insta::assert_snapshot!(check("|a|b|**c**|d|\n|-|:-|:-:|-:|\n|1|x\\|y|`z`|\n|1|2|3|4|5|\n"), @r#"
    table [Natural, Left, Center, Right]
      "a" | "b" | strong("c") | "d"
      "1" | "x|y" | code("z") | -
      "1" | "2" | "3" | "4"
    "#);
}

#[test]
fn a_picture_alone_is_a_block() {
    insta::assert_snapshot!(
        check("![a *b* `c`\nd](/uploads/a.png \"Title\")\n\nx ![y](assets/y.jpg) z\n\n[![l](https://a/l.png)](#2)\n\n# ![h](assets/h.png)"),
        @r#"
        picture(/uploads/a.png "a b c d" "Title")
        p "x " picture(assets/y.jpg "y" "") " z"
        p link(#2 picture(https://a/l.png "l" ""))
        h1 picture(assets/h.png "h" "")
        "#
    );
}

#[test]
fn a_refused_picture_leaves_its_text() {
    insta::assert_snapshot!(check("![a *b* ![c](x)](data:image/png;base64,AA) d\n\n![](http://a/b.png)\n\n**![](x)**"), @r#"p "a b c d""#);
}

#[test]
fn allowed_links_stay_and_others_leave_their_text() {
    insta::assert_snapshot!(
        check("[a](#slide:5c1e) [b](#2) [**c** d](https://e.f 'g') <https://h.i> <j@k.l> [m][n] [o](/p)\n\n[n]: mailto:q@r.s"),
        @r#"p link(#slide:5c1e "a") " " link(#2 "b") " " link(https://e.f strong("c") " d") " " link(https://h.i "https://h.i") " " link(mailto:j@k.l "j@k.l") " " link(mailto:q@r.s "m") " " link(/p "o")"#
    );
    insta::assert_snapshot!(
        check("[a **b**](javascript:alert(1)) [c](data:text/html,d) [e](//f) <javascript:g> [h](java&#10;script:i) [](#1)"),
        @r#"p "a " strong("b") " c e javascript:g h ""#
    );
}

#[test]
fn raw_html_is_text() {
    insta::assert_snapshot!(
        check("<div onclick=\"a()\">\n  **b** &amp;\r\n</div>\n\nc <b>d</b><br> <!-- e -->\n\n- <script>\n  f\n\n  </script>\n\n<img src=x onerror=g>"),
        @r#"
        p "<div onclick=\"a()\">" break "  **b** &amp;" break "</div>"
        p "c <b>d</b><br> <!-- e -->"
        list None
          item
            p "<script>" break "f" break break "</script>"
        p "<img src=x onerror=g>"
        "#
    );
}

#[test]
fn an_empty_text_has_no_blocks() {
    insta::assert_snapshot!(check(" \n\t\n"), @"");
}

/// Texts with very deep nesting. Each is read in time proportional to its length, to a shallow tree that keeps the
/// words.
#[test]
fn hostile_nesting_is_flattened_and_its_text_kept() {
    let n = 20_000;
    let nested = |start: &str, end: &str| format!("{}word{}", start.repeat(n), end.repeat(n));
    let deeper_lines = |line: fn(usize) -> String| (0..400).map(line).collect::<Vec<_>>().join("\n");
    for text in [
        nested(">", ""),
        nested("> ", "\nlazy"),
        nested("- ", "\nlazy"),
        nested("- ", "\n\n"),
        nested("1. > * ", "\n"),
        nested("*", "*"),
        nested("**", " "),
        nested("*a **b ", " c** d*"),
        nested("_a ~~b ", ""),
        nested("[", "]"),
        nested("[", "](#1)"),
        nested("![", "](/uploads/a)"),
        nested("[a](", ""),
        nested("<", ""),
        nested("a`", ""),
        nested("\\", ""),
        nested("&", ""),
        nested("|", "\n|-"),
        nested("- ```\n", ""),
        nested("<div>", "</div>"),
        nested("<!--", ""),
        deeper_lines(|level| format!("{}- word", "  ".repeat(level))),
        deeper_lines(|level| format!("{} word\n", "> ".repeat(level))),
    ] {
        let blocks = blocks(&text);
        let start: String = text.chars().take(12).collect();
        assert!(depth(&blocks) <= 24, "`{start}` gives a tree {} deep", depth(&blocks));
        assert!(plain_text(&blocks).contains("word"), "`{start}` loses its word");
        assert!(body_steps(&blocks) > 0, "`{start}` has no steps");
    }
}

/// The text in the byte range of each piece, one line for each.
fn check_ranges(text: &str) -> String {
    let (blocks, ranges) = located_blocks(text);
    let pieces = body_pieces(&blocks);
    assert_eq!(pieces.len(), ranges.len(), "{text:?}");
    ranges.into_iter().map(|range| format!("{:?}", &text[range])).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_piece_has_the_byte_range_of_its_source() {
    insta::assert_snapshot!(
        check_ranges("# One **two**\n\nText *and*\nmore  \n\n- a\n  - **b** c\n- [x] d\n\n7. é😀\n\n> q\n> - r\n\n```rust\nx\n```\n\n|a|\n|-|\n|b|\n\n---\n\n![p](/uploads/p.png)\n"),
        @r#"
    "One **two**"
    "Text *and*\nmore"
    "a"
    "**b** c"
    "d"
    "é😀"
    "> q\n> - r"
    "```rust\nx\n```"
    "|a|\n|-|\n|b|"
    "---"
    "![p](/uploads/p.png)"
    "#
    );
}

#[test]
fn the_range_of_a_text_includes_escapes_and_refused_links() {
    insta::assert_snapshot!(check_ranges("\\* no list\n\na [x](javascript:1) b [y](javascript:2)\n\n- `c`\n\nx\\\ny &amp;\n"), @r#"
    "\\* no list"
    "a [x](javascript:1) b [y](javascript:2)"
    "`c`"
    "x\\\ny &amp;"
    "#);
}

#[test]
fn a_text_whose_nesting_was_cut_has_no_ranges() {
    assert!(located_blocks(&"> ".repeat(500)).1.is_empty());
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*") {
        let blocks = blocks(&text);
        prop_assert!(depth(&blocks) <= 24);
        prop_assert_eq!(body_steps(&blocks), body_pieces(&blocks).iter().map(|piece| piece.step).max().unwrap_or(0));
        let _ = plain_text(&blocks);
    }

    #[test]
    fn ranges_are_in_order_and_one_for_each_piece(text in r"([-*+>#|\[\]()!<`~_&:x1é. \n\t\\\r]|\n[ >]{0,9}|- |1\. |```|\*\*|\[x\] |\|-\||<a>){0,200}") {
        let (blocks, ranges) = located_blocks(&text);
        prop_assert_eq!(body_pieces(&blocks).len(), ranges.len());
        let mut end = 0;
        for range in ranges {
            prop_assert!(end <= range.start && range.start <= range.end, "{:?} after {}", range, end);
            prop_assert!(text.get(range.clone()).is_some());
            end = range.end;
        }
    }

    #[test]
    fn no_heap_of_markup_panics(text in r"([-*+>#|\[\]()!<`~_&:x1. \n\t\\\r]|\n[ >]{0,9}|- |1\. |```|\*\*|\[x\] |\|-\||<a>){0,200}") {
        let blocks = blocks(&text);
        prop_assert!(depth(&blocks) <= 24);
        prop_assert_eq!(body_steps(&blocks), body_pieces(&blocks).iter().map(|piece| piece.step).max().unwrap_or(0));
        let _ = plain_text(&blocks);
    }

    #[test]
    fn simple_paragraphs_keep_every_word(
        paragraphs in prop::collection::vec(prop::collection::vec("[a-zA-Zéß本0-9]{1,8}[,?%€]?", 1..12), 1..6),
        prefix in prop::sample::select(vec!["", "> ", "- ", "7. ", "## ", "- [x] ", ">>>>>>>>>>>> ", "- - - - - "]),
        wrap in prop::sample::select(vec![" ", "\n"]),
    ) {
        let text: Vec<String> = paragraphs.iter().map(|words| format!("{prefix}{}", words.join(wrap))).collect();
        let kept = plain_text(&blocks(&text.join("\n\n")));
        let kept: Vec<&str> = kept.split_whitespace().collect();
        let mut words = kept.iter();
        for word in paragraphs.iter().flatten() {
            prop_assert!(words.any(|kept| kept == word), "`{}` is lost from {:?}", word, kept);
        }
    }
}

#[test]
fn a_display_formula_is_a_paragraph_with_its_own_range() {
    let text = "Before $$a$$ between $$b$$\n\n- item $$c$$ after\n\n**$$d$$** end";
    let (blocks, ranges) = located_blocks(text);
    let pieces = body_pieces(&blocks);
    assert_eq!(pieces.len(), ranges.len());
    let sources: Vec<&str> = ranges.iter().map(|range| text[range.clone()].trim()).collect();
    assert_eq!(sources, ["Before", "$$a$$", "between", "$$b$$", "item", "$$c$$", "after", "**$$d$$** end"]);
    assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start), "{ranges:?}");
}

#[test]
fn formulas_are_read_as_pandoc_reads_them() {
    let check = |text: &str, expected: &str| assert_eq!(outline_run(&first_run(text)), expected, "`{text}`");
    check("$x_1$ and $y$", r#"formula($x_1$) " and " formula($y$)"#);
    check("$5 and $10", r#""$5 and $10""#);
    check("US$20 to $30", r#""US$20 to $30""#);
    check("from $5-$10", r#""from $5-$10""#);
    check(r"\$a\$", r#""$a$""#);
    check("`$a$`", r#"code("$a$")"#);
    // A formula whose braces do not match is one all the same, so that it is reported.
    check(r"of $\frac{1}{2$ it", r#""of " formula($\frac{1}{2$) " it""#);
    check("$x^2}$ and $5 {net} to $10", r#""$x^2}$ and $5 {net} to $10""#);
    check(r"$x^{2}}$ and $y$", r#"formula($x^{2}}$) " and " formula($y$)"#);
}

#[test]
fn escaped_dollars_delimit_no_broken_formula() {
    let check = |text: &str, expected: &str| assert_eq!(outline_run(&first_run(text)), expected, "`{text}`");
    check(r"\$x^{2\$", r#""$x^{2$""#);
    check(r"\$x^{2$", r#""$x^{2$""#);
    check(r"$x^{2\$", r#""$x^{2$""#);
    check("&#36;x^{2&#36;", r#""$x^{2$""#);
    check(r"\$5, $x^{2$ and \$y^{2\$", r#""$5, " formula($x^{2$) " and $y^{2$""#);
    check(r"**a** \$x^{2\$ $y^{2$", r#"strong("a") " $x^{2$ " formula($y^{2$)"#);
    // The backslash is the escaped character.
    check(r"a\\$x^{2$", r#""a\\" formula($x^{2$)"#);
}

fn first_run(text: &str) -> Vec<Inline> {
    match blocks(text).into_iter().next() {
        Some(Block::Paragraph(run)) => run,
        other => panic!("{other:?}"),
    }
}
