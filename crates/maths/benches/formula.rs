//! The time to read, lay out and write formulas.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use std::time::Instant;

use maths::{Formula, MathFont, MathMode};

use stopwatch::measure;

const FONT: &[u8] = include_bytes!("../../../assets/fonts/stix-two-math/STIXTwoMath_400Regular.ttf");

fn main() {
    let font = MathFont::new(FONT).expect("the bundled font has a MATH table");
    let drawn = |source: &str| Formula::parse(source, MathMode::Display).map(|formula| formula.layout(&font));
    let quadratic = r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}";
    measure("formula: roots of a quadratic equation", || drawn(quadratic));
    let lines = include_str!("../tests/formulas.txt").lines().filter(|line| !line.starts_with('#'));
    let corpus: Vec<&str> = lines.filter_map(|line| line.splitn(3, ' ').nth(2)).collect();
    println!("the corpus has {} formulas", corpus.len());
    measure("formula: the whole corpus", || corpus.iter().map(|source| drawn(source)).collect::<Vec<_>>());
    let mut next = corpus.iter().cycle();
    measure("formula: one of the corpus", || next.next().map(|source| drawn(source)));
    let took = |source: &str| {
        let began = Instant::now();
        let _ = std::hint::black_box(drawn(source));
        began.elapsed()
    };
    let slowest = corpus.iter().max_by_key(|source| (0..20).map(|_| took(source)).min());
    measure("formula: the slowest of the corpus", || slowest.map(|source| drawn(source)));
    let formula = Formula::parse(quadratic, MathMode::Display).expect("a formula");
    measure("formula: as MathML and OMML", || (formula.mathml(), formula.omml("")));
}
