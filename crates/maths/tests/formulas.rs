//! Formulas of school books and papers, and hostile notation.

use maths::{Error, Formula, Layout, MathFont, MathMode};
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;

const FONT: &[u8] = include_bytes!("../../../assets/fonts/stix-two-math/STIXTwoMath_400Regular.ttf");

fn font() -> MathFont<'static> {
    MathFont::new(FONT).expect("the bundled font has a MATH table")
}

/// Notation and mode of each formula.
fn corpus() -> impl Iterator<Item = (&'static str, MathMode)> {
    named_corpus().map(|(_, source, mode)| (source, mode))
}

/// Name, notation and mode of each formula.
fn named_corpus() -> impl Iterator<Item = (&'static str, &'static str, MathMode)> {
    let lines = include_str!("formulas.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.splitn(3, ' ').collect::<Vec<_>>().as_slice() {
        [name, "D", source] => (*name, *source, MathMode::Display),
        [name, "I", source] => (*name, *source, MathMode::Inline),
        _ => panic!("`{line}` has no name, mode and notation"),
    })
}

fn laid_out(source: &str, mode: MathMode) -> (Formula, Layout) {
    let formula = Formula::parse(source, mode).unwrap_or_else(|error| panic!("`{source}`: {error}"));
    let layout = formula.layout(&font()).unwrap_or_else(|error| panic!("`{source}`: {error}"));
    (formula, layout)
}

/// Fails when XML is not well-formed.
fn check_xml(xml: &str, source: &str) {
    let namespaced = format!("<x xmlns:m=\"m\">{xml}</x>");
    let mut reader = Reader::from_str(&namespaced);
    let mut depth = 0;
    loop {
        match reader.read_event() {
            Ok(Event::Start(_)) => depth += 1,
            Ok(Event::End(_)) => depth -= 1,
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => panic!("`{source}`: {error} in {xml}"),
        }
    }
    assert_eq!(depth, 0, "`{source}`: {xml}");
}

fn check_layout(formula: &Formula, layout: &Layout, source: &str) {
    let sizes = [layout.width, layout.ascent, layout.descent];
    assert!(sizes.iter().all(|size| size.is_finite() && *size < 2_000.0), "`{source}`: {sizes:?}");
    for glyph in &layout.glyphs {
        assert!(glyph.id != 0 && glyph.x.is_finite() && glyph.y.is_finite(), "`{source}`: {glyph:?}");
        let text = formula.text().get(glyph.from as usize..glyph.to as usize);
        assert!(text.is_some_and(|text| !text.is_empty()), "`{source}`: {glyph:?} is no part of `{}`", formula.text());
    }
    for rule in &layout.rules {
        assert!(rule.width >= 0.0 && rule.height > 0.0 && rule.y.is_finite(), "`{source}`: {rule:?}");
    }
}

#[test]
fn every_formula_of_the_corpus_is_drawn_and_written() {
    let mut count = 0;
    for (source, form) in corpus() {
        let (formula, layout) = laid_out(source, form);
        check_layout(&formula, &layout, source);
        assert!(layout.width > 0.0 && !layout.glyphs.is_empty(), "`{source}` is empty");
        assert!(layout.width < 40.0 && layout.ascent < 6.0, "`{source}`: {} x {}", layout.width, layout.ascent);
        check_xml(&formula.mathml(), source);
        check_xml(&formula.omml("<a:rPr xmlns:a=\"a\"/>"), source);
        assert!(!formula.text().is_empty(), "`{source}` has no text");
        count += 1;
    }
    assert!(count >= 200, "{count} formulas");
}

#[test]
fn formulas_have_the_sizes_that_lualatex_gives_them() {
    const TOLERANCE: f32 = 0.03;
    let lines = include_str!("lualatex.txt").lines().filter(|line| !line.starts_with('#'));
    let mut sizes = lines.map(|line| {
        let (name, size) = line.split_once(' ').expect("a name and a size");
        let size: Vec<f32> = size.split(' ').map(|length| length.parse().expect("a length")).collect();
        (name, size)
    });
    for (name, source, mode) in named_corpus() {
        let (expected_name, expected) = sizes.next().expect("a size for each formula");
        assert_eq!(name, expected_name, "`make maths-eval` writes the sizes anew");
        let [width, ascent, descent] = expected[..] else { panic!("{name} has no size") };
        let layout = laid_out(source, mode).1;
        let height = ascent + descent;
        let wrong =
            [(layout.width - width) / width, (layout.ascent - ascent) / height, (layout.descent - descent) / height];
        assert!(
            wrong.iter().all(|share| share.abs() <= TOLERANCE),
            "{name}: width, height and depth differ by {wrong:?}"
        );
    }
    assert!(sizes.next().is_none());
}

#[test]
fn a_glyph_stands_for_its_character() {
    let (formula, layout) = laid_out("x_1 + 23", MathMode::Inline);
    let texts: Vec<&str> =
        layout.glyphs.iter().map(|glyph| &formula.text()[glyph.from as usize..glyph.to as usize]).collect();
    assert_eq!(formula.text(), "x₁ + 23");
    assert_eq!(texts, ["x", "₁", "+", "2", "3"]);
}

#[test]
fn formulas_are_written_as_text() {
    let check = |source: &str, expected: &str| {
        assert_eq!(Formula::parse(source, MathMode::Inline).unwrap().text(), expected, "`{source}`");
    };
    check(r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}", "x = (−b ± √(b² − 4ac))/(2a)");
    check(r"\sum_{n=1}^\infty \frac{1}{n^2}", "∑_(n = 1)^∞ 1/n²");
    check(r"\sqrt[3]{x}", "³√x");
    check(r"\lim_{x \to 0} f(x)", "lim_(x → 0) f(x)");
    check(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(a, b; c, d)");
    check(r"|x| = \begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}", "|x| = {x, x ≥ 0; −x, x < 0");
    check(r"\begin{aligned} a &= b \\ &= c \end{aligned}", "a = b; = c");
    check(r"\begin{aligned}\nabla\cdot\mathbf{B} &= 0 \end{aligned}", "∇⋅B = 0");
    check(r"\vec{v} \cdot \hat{n}", "v⃗⋅n̂");
    check(r"\mathbf{E} = \mathbb{R}^n", "E = R^n");
    check(r"50\,\text{\% of R\&D~costs}", "50% of R&D\u{a0}costs");
    check(r"\operatorname{arg\,max}_x f", "arg max_x f");
    check(r"\operatorname*{arg\,min} \bm{x}", "arg min x");
    check(r"\argmax x \notag", "arg max x");
    check(r"\begin{cases} 1 & \text{if $n$ is even} \\ 0 & \text{else} \end{cases}", "{1, if n is even; 0, else");
}

#[test]
fn operators_between_their_arguments_are_those_before_them() {
    for (infix, prefix) in [
        (r"{a+b \over c}", r"{\frac{a+b}{c}}"),
        (r"n \choose k", r"\binom{n}{k}"),
        (r"x^{1 \over 2} + \left( a \over b \right)", r"x^{\frac{1}{2}} + \left( \frac{a}{b} \right)"),
        (r"{{a \over b} \over c}", r"{\frac{{\frac{a}{b}}}{c}}"),
        (
            r"\begin{matrix} a \over b & {n \choose k} \\[1ex] x \over y \end{matrix}",
            r"\begin{matrix} \frac{a}{b} & {\binom{n}{k}} \\[1ex] \frac{x}{y} \end{matrix}",
        ),
        (r"\tag{1} a \over b", r"\frac{a}{b}\qquad\text{(1)}"),
    ] {
        let parsed = |source: &str| Formula::parse(source, MathMode::Display).unwrap();
        assert_eq!(parsed(infix), parsed(prefix), "{infix}");
    }
    let refused = |source: &str| Formula::parse(source, MathMode::Display).unwrap_err().to_string();
    assert_eq!(refused(r"a \over \foo"), r"the command `\foo` is not known");
}

#[test]
fn environments_of_whole_lines_are_drawn() {
    for source in [
        r"\begin{align*} x + y &= 3 & 2x &= 4 \\ x - y &= 1 & 2y &= 2 \end{align*}",
        r"\begin{gather*} a = b \\ c + d = e \end{gather*}",
    ] {
        let (formula, layout) = laid_out(source, MathMode::Display);
        check_layout(&formula, &layout, source);
        assert!(layout.glyphs.len() > 4, "`{source}`");
    }
}

#[test]
fn arrows_of_every_sign_stretch() {
    for (command, sign) in [
        ("xleftrightarrow", '↔'),
        ("xRightarrow", '⇒'),
        ("xLeftarrow", '⇐'),
        ("xLeftrightarrow", '⇔'),
        ("xmapsto", '↦'),
        ("xhookrightarrow", '↪'),
        ("xhookleftarrow", '↩'),
        ("xrightharpoonup", '⇀'),
        ("xleftharpoonup", '↼'),
    ] {
        let source = format!("A \\{command}[g]{{f \\circ g \\circ h \\circ k}} B");
        let (formula, layout) = laid_out(&source, MathMode::Display);
        check_layout(&formula, &layout, &source);
        assert_eq!(formula.text(), format!("A {sign}_g^(f ∘ g ∘ h ∘ k) B"));
        let arrow = formula.text().find(sign).unwrap();
        let parts: Vec<_> = layout.glyphs.iter().filter(|glyph| glyph.from as usize == arrow).collect();
        let start = parts.iter().map(|glyph| glyph.x).fold(f32::MAX, f32::min);
        let end = parts.iter().map(|glyph| glyph.x + glyph.advance).fold(0.0, f32::max);
        let writing = layout.glyphs.iter().filter(|glyph| glyph.size < 1.0);
        let widest = writing.map(|glyph| glyph.x + glyph.advance).fold(0.0, f32::max);
        assert!(end > widest && end - start > 2.0, "`{source}`: {start} to {end}, writing to {widest}");
    }
}

#[test]
fn an_arrow_is_as_wide_as_what_is_written_on_it() {
    let plain = laid_out(r"\to", MathMode::Display).1;
    let (formula, layout) = laid_out(r"A \xrightarrow[g]{f \circ g \circ h \circ k} B", MathMode::Display);
    assert_eq!(formula.text(), "A →_g^(f ∘ g ∘ h ∘ k) B");
    check_layout(&formula, &layout, "an arrow");
    let arrow = formula.text().find('→').unwrap();
    let parts: Vec<_> = layout.glyphs.iter().filter(|glyph| glyph.from as usize == arrow).collect();
    let start = parts.iter().map(|glyph| glyph.x).fold(f32::MAX, f32::min);
    let end = parts.iter().map(|glyph| glyph.x + glyph.advance).fold(0.0, f32::max);
    let writing: Vec<_> = layout.glyphs.iter().filter(|glyph| glyph.size < 1.0).collect();
    assert!(writing.len() >= 8 && writing.iter().all(|glyph| glyph.x > start && glyph.x + glyph.advance < end));
    assert!(end - start > plain.width * 2.0, "{start} to {end}");
    assert_eq!(
        Formula::parse(r"\xleftarrow{f}", MathMode::Inline).unwrap().mathml(),
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mover><mo stretchy=\"true\">←</mo>\
         <mpadded width=\"+0.8em\" lspace=\"0.4em\"><mi>f</mi></mpadded></mover></math>"
    );
    assert_eq!(
        Formula::parse(r"\xrightarrow[g]{}", MathMode::Inline).unwrap().omml(""),
        "<m:oMath><m:limLow><m:e><m:groupChr><m:groupChrPr><m:chr m:val=\"→\"/><m:pos m:val=\"bot\"/>\
         <m:vertJc m:val=\"bot\"/></m:groupChrPr><m:e><m:r><m:rPr><m:sty m:val=\"p\"/></m:rPr>\
         <m:t xml:space=\"preserve\">\u{200b}</m:t></m:r></m:e></m:groupChr></m:e><m:lim><m:r><m:rPr><m:sty m:val=\"i\"/>\
         </m:rPr><m:t xml:space=\"preserve\">g</m:t></m:r></m:lim></m:limLow></m:oMath>"
    );
    // Text over an arrow in braces does not stretch the arrow.
    let over = laid_out(r"\overset{f \circ g \circ h \circ k}{\to}", MathMode::Display).1;
    assert!(over.glyphs.iter().any(|glyph| glyph.id == plain.glyphs[0].id));
}

#[test]
fn a_frame_surrounds_its_part() {
    let plain = laid_out("E = mc^2", MathMode::Display).1;
    let (formula, layout) = laid_out(r"\boxed{E = mc^2}", MathMode::Display);
    assert_eq!(formula.text(), "E = mc²");
    assert_eq!((layout.rules.len(), layout.glyphs.len()), (4, plain.glyphs.len()));
    assert!((layout.width - plain.width - 0.68).abs() < 0.001, "{}", layout.width);
    assert!((layout.ascent - plain.ascent - 0.34).abs() < 0.001, "{}", layout.ascent);
    assert!((layout.descent - plain.descent - 0.34).abs() < 0.001, "{}", layout.descent);
    assert!(formula.mathml().contains("<mrow style=\"border:0.04em solid;padding:0.3em\">"));
    assert!(formula.omml("").starts_with("<m:oMath><m:borderBox><m:e>"));
}

#[test]
fn a_phantom_takes_room_and_is_not_drawn() {
    let plain = laid_out(r"\frac{a}{b}", MathMode::Display).1;
    let nothing = (0.0, 0.0, 0.0);
    for (source, size, properties) in [
        (r"x\phantom{\frac{a}{b}}", (plain.width, plain.ascent, plain.descent), ""),
        (r"x\hphantom{\frac{a}{b}}", (plain.width, 0.0, 0.0), "<m:zeroAsc m:val=\"1\"/><m:zeroDesc m:val=\"1\"/>"),
        (r"x\vphantom{\frac{a}{b}}", (0.0, plain.ascent, plain.descent), "<m:zeroWid m:val=\"1\"/>"),
        (r"x\phantom{}", nothing, ""),
    ] {
        let letter = laid_out("x", MathMode::Display).1;
        let (formula, layout) = laid_out(source, MathMode::Display);
        check_layout(&formula, &layout, source);
        assert_eq!(formula.text(), "x", "`{source}`");
        assert_eq!((layout.glyphs.len(), layout.rules.len()), (1, 0), "`{source}`");
        assert!((layout.ascent - size.1.max(letter.ascent)).abs() < 0.001, "`{source}`: {}", layout.ascent);
        assert!((layout.descent - size.2.max(letter.descent)).abs() < 0.001, "`{source}`: {}", layout.descent);
        assert!(layout.width >= letter.width + size.0 - 0.001, "`{source}`: {}", layout.width);
        assert!(layout.width < letter.width + size.0 + 0.2, "`{source}`: {}", layout.width);
        let expected = format!("<m:phant><m:phantPr><m:show m:val=\"0\"/>{properties}</m:phantPr><m:e>");
        assert!(formula.omml("").contains(&expected), "`{source}`: {}", formula.omml(""));
        assert!(formula.mathml().contains("<mphantom>"), "`{source}`");
    }
    let error = Formula::parse(r"\boxed{x} \foo", MathMode::Inline).unwrap_err();
    assert_eq!(error, Error::UnknownCommand { name: r"\foo".to_owned(), at: 10..14 });
}

#[test]
fn a_sideset_has_scripts_at_both_sides_and_limits_around_its_operator() {
    let source = r"\sideset{_a^b}{_c^d}\sum_{k=1}^n x_k";
    let (formula, layout) = laid_out(source, MathMode::Display);
    check_layout(&formula, &layout, source);
    assert_eq!(formula.text(), "_a^b∑_c^d_(k = 1)^n x_k");
    let place = |text: &str| {
        let at = formula.text().find(text).unwrap();
        let glyph = layout.glyphs.iter().find(|glyph| glyph.from as usize == at).unwrap();
        (glyph.x, glyph.x + glyph.advance, glyph.y)
    };
    let (a, b, sum, c, d) = (place("a"), place("b"), place("∑"), place("c"), place("d"));
    assert!(a.1 <= sum.0 + 0.01 && b.1 <= sum.0 + 0.01 && c.0 > sum.0 && d.0 >= sum.1 - 0.1, "{layout:?}");
    assert!(b.2 < 0.0 && a.2 > 0.0 && d.2 < 0.0 && c.2 > 0.0, "{layout:?}");
    let limit = place("n x");
    let middle = f32::midpoint(limit.0, limit.1) - f32::midpoint(sum.0, sum.1);
    assert!(limit.2 < b.2 && middle.abs() < 0.05, "the limit is {middle} beside the middle");
    assert!(
        formula.mathml().contains(
            "<mmultiscripts><mo>∑</mo><mi>c</mi><mi>d</mi><mprescripts/><mi>a</mi><mi>b</mi></mmultiscripts>"
        )
    );
    assert!(formula.omml("").starts_with("<m:oMath><m:sPre><m:sub>"), "{formula:?}");

    let primed = laid_out(r"\sideset{}{'}\sum_{k} a_k", MathMode::Display).0;
    assert_eq!(primed.text(), "∑′_k a_k");
    let omml = primed.omml("");
    assert!(omml.starts_with("<m:oMath><m:nary>") && omml.contains("</m:sup></m:sSup><m:sSub>"), "{omml}");
    laid_out(r"\frac{1}{\sideset{}{'_a}{\prod\nolimits}}", MathMode::Inline);

    let error = Formula::parse(r"\sideset{x}{}\sum", MathMode::Display).unwrap_err();
    assert!(error.to_string().contains("in the first two arguments of `\\sideset` is not supported"), "{error}");
    let error = Formula::parse(r"a + \sideset{x}", MathMode::Display).unwrap_err();
    assert_eq!(error.at(), Some(4..12), "{error}");
    let error = Formula::parse(r"\sideset{}{'}\sum \foo", MathMode::Display).unwrap_err();
    assert_eq!(error, Error::UnknownCommand { name: r"\foo".to_owned(), at: 18..22 });
}

#[test]
fn any_part_can_be_an_operator() {
    let check = |source: &str, text: &str| {
        let (formula, layout) = laid_out(source, MathMode::Display);
        check_layout(&formula, &layout, source);
        assert_eq!(formula.text(), text, "`{source}`");
        layout
    };
    check(r"\mathop{\mathrm{argmax}}_x f", "argmax_x f");
    check(r"\mathop{\sum\sum}\limits_{i,j} x", "∑ ∑_(i, j) x");
    let below = check(r"\mathop{\mathrm{argmax}}_x", "argmax_x");
    let beside = check(r"\mathop{\mathrm{argmax}}\nolimits_x", "argmax_x");
    assert!(below.descent > beside.descent + 0.2 && below.width < beside.width - 0.2, "{below:?} {beside:?}");
    let inline = laid_out(r"\mathop{\mathrm{argmax}}_x", MathMode::Inline).1;
    assert!((inline.width - beside.width).abs() < 0.01, "{inline:?}");
}

#[test]
fn office_programs_see_no_missing_part() {
    let omml = |source: &str| Formula::parse(source, MathMode::Display).unwrap().omml("");
    for source in ["{}^{14}_6C", "{}^{14}C", r"x^{}", r"\frac{}{2}", "^a", r"\sideset{_a}{}\sum"] {
        let omml = omml(source);
        for part in ["e", "sub", "sup", "num", "den", "lim"] {
            assert!(!omml.contains(&format!("<m:{part}></m:{part}>")), "`{source}`: {omml}");
            let is_hidden = omml.contains(&format!("<m:{part}Hide m:val=\"1\"/>"));
            assert!(is_hidden || !omml.contains(&format!("<m:{part}/>")), "`{source}`: {omml}");
        }
    }
    let isotope = omml("{}^{14}_6C");
    assert!(isotope.starts_with("<m:oMath><m:sPre><m:sub><m:r>") && isotope.ends_with("</m:e></m:sPre></m:oMath>"));
    // Cells without content have no frame.
    assert!(omml(r"\begin{pmatrix} 1 & \\ & 2 \end{pmatrix}").contains("<m:mPr><m:plcHide m:val=\"1\"/><m:mcs>"));
}

#[test]
fn display_style_is_taller() {
    let source = r"\sum_{i=1}^n \frac{1}{i}";
    let (_, display) = laid_out(source, MathMode::Display);
    let (_, inline) = laid_out(source, MathMode::Inline);
    assert!(display.ascent > inline.ascent * 1.5, "{} and {}", display.ascent, inline.ascent);
    assert!(inline.width > 0.0 && display.width > 0.0);
}

#[test]
fn delimiters_grow_with_their_content() {
    let plain = laid_out("(x)", MathMode::Display).1;
    let tall = laid_out(r"\left(\frac{\frac{a}{b}}{\frac{c}{d}}\right)", MathMode::Display).1;
    assert!(plain.ascent + plain.descent < 1.2);
    let bracket = tall.glyphs.first().unwrap();
    let end = tall.glyphs.last().unwrap();
    assert_ne!(bracket.id, plain.glyphs[0].id, "a larger form of the delimiter");
    assert!(bracket.x < 0.1 && end.x > 0.5);
}

#[test]
fn a_matrix_of_many_rows_has_a_delimiter_made_of_parts() {
    let rows = ["x"; 12].join(r" \\ ");
    let (_, layout) = laid_out(&format!(r"\begin{{pmatrix}} {rows} \end{{pmatrix}}"), MathMode::Display);
    assert!(layout.glyphs.len() > 12 + 2, "{} glyphs", layout.glyphs.len());
    let top = layout.glyphs.iter().map(|glyph| glyph.y).fold(f32::MAX, f32::min);
    assert!(layout.ascent > 6.0 && -top < layout.ascent);
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    let error = |source: &str| Formula::parse(source, MathMode::Inline).unwrap_err();
    assert_eq!(error(r"a + \foo{b}"), Error::UnknownCommand { name: r"\foo".to_owned(), at: 4..8 });
    assert_eq!(error(r"\begin{tikz} x \end{tikz}"), Error::UnknownEnvironment { name: "tikz".to_owned(), at: 7..11 });
    assert_eq!(error("  "), Error::Empty);
    assert!(matches!(error("{x"), Error::Syntax { .. }), "{:?}", error("{x"));
    assert!(matches!(error(r"\frac{a}"), Error::Syntax { .. }), "{:?}", error(r"\frac{a}"));
    assert!(matches!(error("a^b^c"), Error::Syntax { at: Some(_), .. }), "{:?}", error("a^b^c"));
    assert!(matches!(error(&format!("{}x{}", "{".repeat(99), "}".repeat(99))), Error::TooDeep { .. }));
    assert!(matches!(error(&"x".repeat(5_000)), Error::TooLong { .. }));
    assert!(matches!(error(r"\color{red} x"), Error::Unsupported { .. }));
    let formula = Formula::parse(r"\text{中}", MathMode::Inline).unwrap();
    assert_eq!(formula.layout(&font()), Err(Error::MissingCharacter('中')));
}

/// Notation composed of pieces that have a meaning for the parser.
fn notation() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "x",
        "1",
        "+",
        "=",
        "{",
        "}",
        "^",
        "_",
        "&",
        "\\\\",
        "\\frac",
        "\\sqrt",
        "[",
        "]",
        "(",
        ")",
        "\\left(",
        "\\right)",
        "\\left.",
        "\\right|",
        "\\middle|",
        "\\begin{cases}",
        "\\end{cases}",
        "\\begin{array}{c|c}",
        "\\end{array}",
        "\\begin{alignat}{99999}",
        "\\hline",
        "\\text{",
        "\\hat",
        "\\overbrace",
        "\\underbrace",
        "\\not",
        "\\sum",
        "\\limits",
        "\\lim",
        "\\mathbb",
        "\\bf",
        "\\displaystyle",
        "\\substack{",
        "\\binom",
        "\\kern",
        "1em",
        "\\operatorname*",
        "\\xrightarrow",
        "\\xleftrightarrow",
        "\\boxed",
        "\\phantom",
        "\\vphantom",
        "'",
        "~",
        "%",
        "#",
        "$",
        "\\",
        " ",
        "é",
        "∑",
        "\u{301}",
        "\\hspace{9999cm}",
        "\\genfrac",
        "\\over",
        "\\choose",
        "\\tag{1}",
        "\\mathop",
        "\\big",
        "\\sideset",
        "\\sideset{_a}{'}",
        "\\color{red}",
        "\\quad",
        ",",
        "|",
        "<",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn survives(source: &str) {
    for form in [MathMode::Inline, MathMode::Display] {
        if let Ok(formula) = Formula::parse(source, form) {
            check_xml(&formula.mathml(), source);
            check_xml(&formula.omml(""), source);
            if let Ok(layout) = formula.layout(&font()) {
                check_layout(&formula, &layout, source);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_notation_panics(source in notation()) {
        survives(&source);
    }

    #[test]
    fn no_text_panics(source in "\\PC{0,60}") {
        survives(&source);
    }
}

#[test]
fn long_rows_of_commands_do_not_exhaust_the_stack() {
    for piece in [r"\sqrt", r"\not", r"\hat", r"\frac", "{", r"\left(", "x^", "\\mathbb", r"\text{", r"\begin{cases}"] {
        survives(&piece.repeat(39));
        survives(&format!("{}x", piece.repeat(3_900 / piece.len())));
        let spaced = format!("{piece} ");
        survives(&format!("{}x", spaced.repeat(3_900 / spaced.len())));
    }
}
