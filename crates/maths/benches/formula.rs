//! Formulas: read, laid out and written.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use maths::{Formula, MathFont, MathMode};

use stopwatch::measure;

const FONT: &[u8] = include_bytes!("../../../assets/fonts/stix-two-math/STIXTwoMath_400Regular.ttf");

fn main() {
    let font = MathFont::new(FONT).expect("the bundled font has a MATH table");
    let drawn = |source: &str| Formula::parse(source, MathMode::Display).map(|formula| formula.layout(&font));
    let quadratic = r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}";
    measure("formula: roots of a quadratic equation", || drawn(quadratic));
    let lines = include_str!("../tests/formulas.txt").lines().filter_map(|line| line.get(2..));
    let corpus: Vec<&str> = lines.collect();
    println!("the corpus has {} formulas", corpus.len());
    measure("formula: the whole corpus", || corpus.iter().map(|source| drawn(source)).collect::<Vec<_>>());
    let formula = Formula::parse(quadratic, MathMode::Display).expect("a formula");
    measure("formula: as MathML and OMML", || (formula.mathml(), formula.omml("")));
}
