//! Tests of line breaking in many languages.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use scene::{Align, Direction, FontRole, PaletteRole, Px, RunStyle, Text};

use super::{BlockOptions, TextBlock, Typesetter};
use crate::fonts::FontBook;
use crate::look::Look;
use crate::pen::{Emphasis, Pen};

fn typesetter(language: &str) -> Typesetter {
    let mut typesetter = Typesetter::new(&FontBook::bundled());
    let direction = if deck::is_right_to_left(language) { Direction::RightToLeft } else { Direction::LeftToRight };
    typesetter.configure(&Look::from(deck::Themes::core().default()), language, direction);
    typesetter
}

fn pen(language: &str) -> Pen {
    Pen {
        style: RunStyle::plain(FontRole::Body, 400, Px(40.0), PaletteRole::Text),
        strong: 600,
        emphasis: Emphasis::Slant,
        link: PaletteRole::Accent.into(),
        code: (400, PaletteRole::Tint.into()),
        leading: 1.4,
        align: Align::Left,
        language: Arc::from(language),
        direction: Direction::LeftToRight,
    }
}

fn set_text(language: &str, width: f32, max_lines: usize, markdown: &str) -> (Text, Typesetter) {
    let mut typesetter = typesetter(language);
    let blocks = deck::blocks(markdown);
    let paragraphs = blocks.iter().map(|block| match block {
        deck::Block::Paragraph(text) => pen(language).inlines(text),
        other => panic!("{other:?} is not a paragraph"),
    });
    let mut block = TextBlock::new(&mut typesetter, paragraphs.collect());
    let text = block.text(&mut typesetter, BlockOptions::width(Px(width)), Px(f32::MAX), max_lines);
    (text, typesetter)
}

/// Each line: its text, the number of glyphs that layout added in brackets, and the font families from left to right.
fn shown(text: &Text, typesetter: &Typesetter) -> String {
    let mut out = String::new();
    for line in &text.lines {
        let words = &text.paragraphs[line.paragraph].text[line.range.clone()];
        let added = line.runs.iter().flat_map(|run| &run.glyphs).filter(|glyph| glyph.from == glyph.to).count();
        let mut faces: Vec<&str> = Vec::new();
        for run in &line.runs {
            let family = typesetter.faces()[run.font.0 as usize].family.as_str();
            if faces.last() != Some(&family) {
                faces.push(family);
            }
        }
        let added = if added > 0 { format!(" [{added}]") } else { String::new() };
        let _ = writeln!(out, "{:?}{added} {}", words.trim_end(), faces.join(", "));
    }
    out
}

fn check(language: &str, width: f32, markdown: &str) -> String {
    let (text, typesetter) = set_text(language, width, usize::MAX, markdown);
    assert_sound(&text, width);
    shown(&text, &typesetter)
}

/// Asserts that lines do not overlap, fit the width, and have a glyph for every character in order.
fn assert_sound(text: &Text, width: f32) {
    for pair in text.lines.windows(2) {
        assert!(pair[0].top + pair[0].height <= pair[1].top + Px(0.01), "lines overlap");
    }
    for line in &text.lines {
        assert!(line.width.0 <= width + 0.5, "{} wider than {width}", line.width);
        let mut covered: Vec<(u32, u32)> = Vec::new();
        for run in &line.runs {
            assert!(run.glyphs.iter().all(|glyph| glyph.advance.is_finite()));
            covered.extend(run.glyphs.iter().map(|glyph| (glyph.from, glyph.to)));
        }
        covered.retain(|(from, to)| from != to);
        covered.sort_unstable();
        covered.dedup();
        let words = &text.paragraphs[line.paragraph].text;
        let mut at = line.range.start;
        for (from, to) in covered {
            let between = &words[at..from as usize];
            assert!(between.chars().all(|letter| letter == '\n' || letter == '\u{AD}'), "{between:?} has no glyph");
            at = to as usize;
        }
    }
}

#[test]
fn latin_words_wrap_between_words() {
    insta::assert_snapshot!(check("en", 400.0, "Every crane has a name and a keeper"), @r#"
    "Every crane has a name" Source Sans 3
    "and a keeper" Source Sans 3
    "#);
}

#[test]
fn a_run_of_each_style_has_its_face() {
    insta::assert_snapshot!(check("en", 900.0, "plain **strong** *slant* `code` [link](#1) ~~gone~~"), @r#"
    "plain strong slant code link gone" Source Sans 3, JetBrains Mono, Source Sans 3
    "#);
    let (text, typesetter) = set_text("en", 900.0, 9, "plain **strong** *slant* `code` [link](#1) ~~gone~~");
    let faces: Vec<String> =
        text.lines[0].runs.iter().map(|run| format!("{:?}", typesetter.faces()[run.font.0 as usize])).collect();
    insta::assert_snapshot!(faces.join(" "), @"Face(Source Sans 3 400) Face(Source Sans 3 600) Face(Source Sans 3 400) Face(Source Sans 3 400 italic) Face(Source Sans 3 400) Face(JetBrains Mono 400) Face(Source Sans 3 400) Face(Source Sans 3 400) Face(Source Sans 3 400) Face(Source Sans 3 400)");
    let decorated: Vec<usize> = text.lines[0].runs.iter().map(|run| run.decorations.len()).collect();
    assert_eq!(decorated, [0, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
}

#[test]
fn long_german_words_are_hyphenated() {
    insta::assert_snapshot!(check("de", 420.0, "Die Rindfleischetikettierungsüberwachung kam"), @r#"
    "Die Rindfleischetikettie" [1] Source Sans 3
    "rungsüberwachung kam" Source Sans 3
    "#);
}

#[test]
fn words_that_fit_are_not_hyphenated() {
    insta::assert_snapshot!(check("de", 420.0, "Die Überwachung und Etikettierung"), @r#"
    "Die Überwachung und" Source Sans 3
    "Etikettierung" Source Sans 3
    "#);
}

#[test]
fn words_that_cannot_be_hyphenated_are_broken_at_the_edge() {
    insta::assert_snapshot!(check("en", 300.0, "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"), @r#"
    "abcdefghijklmno" Source Sans 3
    "pqrstuvwxyz0123" Source Sans 3
    "456789abcdefghij" Source Sans 3
    "klmnopqrstuvwxy" Source Sans 3
    "z" Source Sans 3
    "#);
}

#[test]
fn soft_hyphens_of_the_author_are_visible_only_at_the_end_of_a_line() {
    insta::assert_snapshot!(check("nl", 420.0, "Een lange havenmees\u{AD}terswoning"), @r#"
    "Een lange havenmees\u{ad}" [1] Source Sans 3
    "terswoning" Source Sans 3
    "#);
    insta::assert_snapshot!(check("nl", 900.0, "Een lange havenmees\u{AD}terswoning"), @r#""Een lange havenmees\u{ad}terswoning" Source Sans 3"#);
}

#[test]
fn greek_and_cyrillic_are_set_in_one_face() {
    insta::assert_snapshot!(check("el", 900.0, "Ελληνική γλώσσα, **Съешь ещё**"), @r#""Ελληνική γλώσσα, Съешь ещё" Source Sans 3"#);
    let mut typesetter = typesetter("el");
    let mut heading = pen("el");
    heading.style.font = FontRole::Heading;
    heading.style.weight = 700;
    let mut block = TextBlock::new(&mut typesetter, vec![heading.plain("Athens, Ελλάδα, Привет")]);
    let text = block.text(&mut typesetter, BlockOptions::width(Px(900.0)), Px(f32::MAX), 1);
    insta::assert_snapshot!(shown(&text, &typesetter), @r#""Athens, Ελλάδα, Привет" Schibsted Grotesk, Source Sans 3"#);
}

#[test]
fn mixed_hebrew_and_latin_text_has_runs_in_both_directions() {
    insta::assert_snapshot!(check("he", 900.0, "שלום Hello 2026 עולם"), @r#""שלום Hello 2026 עולם" Noto Sans Hebrew, Source Sans 3, Noto Sans Hebrew"#);
    let (text, _) = set_text("he", 900.0, 9, "שלום Hello עולם");
    assert_eq!(text.paragraphs[0].direction, Direction::RightToLeft);
    let are_right_to_left: Vec<bool> = text.lines[0].runs.iter().map(|run| run.right_to_left).collect();
    assert!(are_right_to_left.contains(&true) && are_right_to_left.contains(&false), "{are_right_to_left:?}");
    let first = &text.lines[0].runs[0].glyphs[0];
    let words = &text.paragraphs[0].text;
    assert_eq!(&words[first.from as usize..first.to as usize], "ם", "the last letter stands leftmost");
}

#[test]
fn arabic_letters_are_joined() {
    insta::assert_snapshot!(check("ar", 600.0, "مرحبا بالعالم، هذا نص **تجريبي** طويل مع English في الوسط"), @r#"
    "مرحبا بالعالم، هذا نص تجريبي طويل" Noto Sans Arabic, Source Sans 3, Noto Sans Arabic
    "مع English في الوسط" Noto Sans Arabic, Source Sans 3, Noto Sans Arabic
    "#);
    let forms = |words: &str| -> BTreeSet<u32> {
        let text = set_text("ar", 600.0, 9, words).0;
        let glyphs = text.lines[0].runs.iter().flat_map(|run| &run.glyphs);
        glyphs.map(|glyph| glyph.id).collect()
    };
    assert!(!forms("ببب").is_subset(&forms("ب ب ب")), "joined letters have forms of their own");
}

#[test]
fn thai_breaks_between_words_without_spaces() {
    insta::assert_snapshot!(check("th", 330.0, "ภาษาไทยไม่มีช่องว่างระหว่างคำ"), @r#"
    "ภาษาไทยไม\u{e48}ม\u{e35}ช\u{e48}องว\u{e48}าง" Noto Sans Thai
    "ระหว\u{e48}างคำ" Noto Sans Thai
    "#);
}

#[test]
fn devanagari_letters_form_clusters() {
    insta::assert_snapshot!(check("hi", 900.0, "नमस्ते दुनिया, यह एक **परीक्षण** है।"), @r#""नमस\u{94d}त\u{947} द\u{941}निया, यह एक परीक\u{94d}षण ह\u{948}।" Noto Sans Devanagari, Source Sans 3, Noto Sans Devanagari"#);
}

#[test]
fn mathematical_signs_in_text_come_from_the_font_for_formulas() {
    insta::assert_snapshot!(check("en", 900.0, "Sets: A ⊂ B"), @r#""Sets: A ⊂ B" Source Sans 3, STIX Two Math, Source Sans 3"#);
    let (text, _) = set_text("en", 900.0, 9, "∈ ⊂ ∧ ∀ ∃ ⌈⌉ ↦ ℝ");
    assert!(text.lines[0].runs.iter().flat_map(|run| &run.glyphs).all(|glyph| glyph.id != 0));
}

#[test]
fn an_emoji_without_a_font_is_the_missing_glyph() {
    let (text, _) = set_text("en", 900.0, 9, "Party 🎉 time");
    let missing: Vec<&str> = text.lines[0]
        .runs
        .iter()
        .flat_map(|run| &run.glyphs)
        .filter(|glyph| glyph.id == 0)
        .map(|glyph| &text.paragraphs[0].text[glyph.from as usize..glyph.to as usize])
        .collect();
    assert_eq!(missing, ["🎉"]);
}

#[test]
fn a_truncated_text_ends_in_an_ellipsis_and_keeps_its_paragraphs() {
    let (text, typesetter) =
        set_text("en", 400.0, 2, "Every crane has a name and a keeper, and every keeper has a key and a lamp");
    insta::assert_snapshot!(shown(&text, &typesetter), @r#"
    "Every crane has a name" Source Sans 3
    "and a keeper, and" [1] Source Sans 3
    "#);
    assert!(text.truncated);
    assert!(text.paragraphs[0].text.ends_with("a lamp"));
    assert_sound(&text, 400.0);
}

#[test]
fn hidden_paragraphs_leave_an_ellipsis_on_the_last_line() {
    let (text, typesetter) = set_text("en", 600.0, 1, "One line.\n\nAnother.");
    insta::assert_snapshot!(shown(&text, &typesetter), @r#""One line." [1] Source Sans 3"#);
    assert!(text.truncated);
    assert_eq!(text.paragraphs.len(), 2);
}

#[test]
fn a_scaled_text_breaks_like_one_shaped_at_that_size() {
    let words = "Efficient office affine fi ffl ligatures, kerning AVATAR, and a few more words to wrap around.";
    let mut typesetter = typesetter("en");
    let small = pen("en").size(28.0);
    let mut scaled = TextBlock::new(&mut typesetter, vec![pen("en").plain(words)]);
    let mut own = TextBlock::new(&mut typesetter, vec![small.plain(words)]);
    let options = BlockOptions { width: Px(500.0), scale: 0.7, gap: 1.0 };
    let scaled = scaled.text(&mut typesetter, options, Px(f32::MAX), 99);
    let own = own.text(&mut typesetter, BlockOptions::width(Px(500.0)), Px(f32::MAX), 99);
    assert_eq!(shown(&scaled, &typesetter), shown(&own, &typesetter));
    for (one, other) in scaled.lines.iter().zip(&own.lines) {
        assert!((one.width.0 - other.width.0).abs() < 0.01 && (one.baseline.0 - other.baseline.0).abs() < 0.01);
    }
    assert_eq!(scaled.paragraphs[0].runs[0].style.size, Px(28.0));
}

#[test]
fn the_same_text_gives_the_same_lines() {
    let words = "Every *crane* has `a name` and שלום and **a keeper**";
    let (one, _) = set_text("en", 333.0, 9, words);
    let (other, _) = set_text("en", 333.0, 9, words);
    assert_eq!(format!("{:?}", one.lines), format!("{:?}", other.lines));
}

#[test]
fn lines_are_aligned_in_their_width() {
    let mut typesetter = typesetter("en");
    for (align, x) in [(Align::Left, 0.0), (Align::Center, 0.5), (Align::Right, 1.0)] {
        let mut block = TextBlock::new(&mut typesetter, vec![pen("en").align(align).plain("Short")]);
        let text = block.text(&mut typesetter, BlockOptions::width(Px(500.0)), Px(f32::MAX), 1);
        let line = &text.lines[0];
        assert!((line.x.0 - (500.0 - line.width.0) * x).abs() < 0.01);
        assert!((line.runs[0].x.0 - line.x.0).abs() < 0.01);
    }
}

#[test]
fn the_lines_of_a_title_are_balanced() {
    let mut typesetter = typesetter("en");
    let mut block = TextBlock::balanced(&mut typesetter, pen("en").plain("The harbour after the heavy storm"));
    let text = block.text(&mut typesetter, BlockOptions::width(Px(560.0)), Px(f32::MAX), 3);
    insta::assert_snapshot!(shown(&text, &typesetter), @r#"
    "The harbour after" Source Sans 3
    "the heavy storm" Source Sans 3
    "#);
}

#[test]
fn the_cache_does_not_change_lines() {
    let mut used = Typesetter::new(&FontBook::bundled());
    let themes = deck::Themes::core();
    let styles = [
        RunStyle { weight: 700, ..pen("en").style },
        RunStyle { italic: true, ..pen("en").style },
        RunStyle { tabular: true, ..pen("en").style },
        RunStyle { code: true, font: FontRole::Mono, ..pen("en").style },
        RunStyle { size: Px(41.0), ..pen("en").style },
        RunStyle { letter_spacing: Px(3.0), ..pen("en").style },
        RunStyle { color: PaletteRole::Accent.into(), ..pen("en").style },
        pen("en").style,
    ];
    for _ in 0..2 {
        for theme in themes.iter() {
            for (language, direction) in [("en", Direction::LeftToRight), ("ar", Direction::RightToLeft)] {
                for style in styles {
                    let lines = |typesetter: &mut Typesetter| {
                        typesetter.configure(&Look::from(theme), language, direction);
                        let paragraph =
                            Pen { style, direction, ..pen(language) }.plain("Quay 11 -> 1147, \u{645}\u{62d}");
                        let text = TextBlock::new(typesetter, vec![paragraph]).text(
                            typesetter,
                            BlockOptions::width(Px(320.0)),
                            Px(f32::MAX),
                            9,
                        );
                        format!("{:?}", text.lines)
                    };
                    let (again, fresh) = (lines(&mut used), lines(&mut Typesetter::new(&FontBook::bundled())));
                    assert_eq!(again, fresh, "{language} {style:?}");
                }
            }
        }
    }
}

#[test]
fn a_truncated_title_is_broken_greedily() {
    let words = "Every crane has a name and a keeper, and every keeper has a key and a lamp";
    let mut typesetter = typesetter("en");
    let options = BlockOptions::width(Px(560.0));
    let even =
        TextBlock::balanced(&mut typesetter, pen("en").plain(words)).text(&mut typesetter, options, Px(f32::MAX), 2);
    let full =
        TextBlock::new(&mut typesetter, vec![pen("en").plain(words)]).text(&mut typesetter, options, Px(f32::MAX), 2);
    assert_eq!(shown(&even, &typesetter), shown(&full, &typesetter));
    insta::assert_snapshot!(shown(&even, &typesetter), @r#"
    "Every crane has a name and a" Source Sans 3
    "keeper, and every keeper has a" [1] Source Sans 3
    "#);
}

#[test]
fn the_last_line_is_not_a_single_short_word() {
    insta::assert_snapshot!(check("en", 400.0, "Every crane has a name, a"), @r#"
    "Every crane has a" Source Sans 3
    "name, a" Source Sans 3
    "#);
    insta::assert_snapshot!(check("en", 560.0, "Every crane has a name and a keeper, and every keeper has a key or"), @r#"
    "Every crane has a name and a" Source Sans 3
    "keeper, and every keeper has" Source Sans 3
    "a key or" Source Sans 3
    "#);
    insta::assert_snapshot!(check("en", 400.0, "Alone\n\nit\nstays"), @r#"
    "Alone" Source Sans 3
    "it stays" Source Sans 3
    "#);
}

#[test]
fn at_least_three_letters_follow_a_hyphen() {
    insta::assert_snapshot!(check("de", 330.0, "Kapitänswitwenrente"), @r#"
    "Kapitänswitwen" [1] Source Sans 3
    "rente" Source Sans 3
    "#);
}

#[test]
fn hyphenated_text_with_tight_letters_fits_its_width() {
    let mut typesetter = typesetter("de");
    let words = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung ist ein Wort";
    let pen = pen("de").size(112.0).spaced(-0.02);
    let mut block = TextBlock::new(&mut typesetter, vec![pen.plain(words)]);
    for size in [112.0, 96.0, 72.0, 57.0, 56.0, 52.0] {
        for lines in [1, 9] {
            let options = BlockOptions { width: Px(1100.0), scale: size / 112.0, gap: 1.0 };
            let text = block.text(&mut typesetter, options, Px(f32::MAX), lines);
            assert_sound(&text, 1100.0);
        }
    }
}
