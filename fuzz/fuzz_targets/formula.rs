//! Reads arbitrary text as a formula, lays it out and writes it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use maths::{Formula, MathFont, MathMode};

const FONT: &[u8] = include_bytes!("../../assets/fonts/stix-two-math/STIXTwoMath_400Regular.ttf");

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for form in [MathMode::Inline, MathMode::Display] {
        let Ok(formula) = Formula::parse(&text, form) else { continue };
        let _ = (formula.mathml(), formula.omml(""));
        let font = MathFont::new(FONT).expect("the bundled font");
        let Ok(layout) = formula.layout(&font) else { continue };
        assert!(layout.width.is_finite() && layout.ascent.is_finite() && layout.descent.is_finite());
        for glyph in &layout.glyphs {
            assert!(formula.text().get(glyph.from as usize..glyph.to as usize).is_some());
        }
    }
});
