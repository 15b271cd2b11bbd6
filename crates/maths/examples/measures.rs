//! Prints the size of each formula of the tests, and its glyphs and rules, in ems. `make maths-eval` compares them with
//! LuaLaTeX.

use maths::{Formula, MathFont, MathMode};

const FONT: &[u8] = include_bytes!("../../../assets/fonts/stix-two-math/STIXTwoMath_400Regular.ttf");

fn main() {
    let font = MathFont::new(FONT).expect("the bundled font has a MATH table");
    let lines = include_str!("../tests/formulas.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let mut parts = line.splitn(3, ' ');
        let (Some(name), Some(mode), Some(source)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("`{line}` has no name, mode and notation");
        };
        let mode = if mode == "D" { MathMode::Display } else { MathMode::Inline };
        let layout = Formula::parse(source, mode).and_then(|formula| formula.layout(&font));
        let layout = layout.unwrap_or_else(|error| panic!("{name}: {error}"));
        println!("formula {name} {:.5} {:.5} {:.5}", layout.width, layout.ascent, layout.descent);
        for glyph in &layout.glyphs {
            println!("glyph {} {:.5} {:.5} {:.4}", glyph.id, glyph.x, glyph.y, glyph.size);
        }
        for rule in &layout.rules {
            println!("rule {:.5} {:.5} {:.5} {:.5}", rule.x, rule.y, rule.width, rule.height);
        }
    }
}
