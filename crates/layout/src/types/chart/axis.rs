//! The value axis: round ticks that include zero, and the position of a value between them.

use super::numerals::Numerals;
use super::plot::Scale;

/// The smallest value is far from zero if it is above this share of the largest.
const FAR: f64 = 0.6;
/// Maximum number of ticks.
const MAX_TICKS: f64 = 6.0;

/// A value axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// The axis that covers some values and zero.
    pub(super) fn over(figures: &[f64]) -> Axis {
        Axis::from_base(figures, 0.0)
    }

    /// The axis of a line: from zero, or from a tick below the smallest value if that is negative or far from zero.
    pub(super) fn of_line(figures: &[f64]) -> Axis {
        let least = figures.iter().copied().fold(f64::MAX, f64::min);
        let most = figures.iter().copied().fold(f64::MIN, f64::max);
        if least > 0.0 && most > least && least > most * FAR {
            // A little below the smallest value, so that it is above the base even if it is on a tick.
            return Axis::from_base(figures, least - (most - least) * 0.1);
        }
        if least < 0.0 {
            // Room for the value below the lowest point.
            return Axis::from_base(figures, least - (most.max(0.0) - least) * 0.08);
        }
        Axis::over(figures)
    }

    /// The axis of shares, from 0 to 100.
    pub(super) fn of_shares() -> Axis {
        Axis { low: 0.0, high: 100.0, step: 25.0 }
    }

    /// The lower end of the axis if it is above zero.
    pub(super) fn raised_base(&self) -> Option<f64> {
        (self.low > 0.0).then_some(self.low)
    }

    fn from_base(figures: &[f64], base: f64) -> Axis {
        let low = figures.iter().copied().fold(base, f64::min);
        let high = figures.iter().copied().fold(base.max(0.0), f64::max);
        let (low, high) = if high > low { (low, high) } else { (0.0, 1.0) };
        let is_whole = figures.iter().all(|figure| figure.fract() == 0.0);
        let size = 10_f64.powf(((high - low) / MAX_TICKS).log10().floor());
        let ticks = |step: f64| (high / step).ceil() - (low / step).floor() + 1.0;
        let steps = [1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0].map(|share| share * size);
        // Whole numbers get no fractional ticks.
        let is_fit = |step: &f64| ticks(*step) <= MAX_TICKS && (!is_whole || step.fract() == 0.0 || *step < 0.5);
        let step = steps.into_iter().find(is_fit).unwrap_or(size * 50.0);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// The distance between ticks.
    pub(super) fn step(&self) -> f64 {
        self.step
    }

    /// Number of decimals of the tick labels.
    pub(super) fn decimals(&self) -> usize {
        let decimals = (0..6).find(|decimals| {
            let scaled = self.step * 10_f64.powi(*decimals);
            (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
        });
        usize::try_from(decimals.unwrap_or(6)).unwrap_or_default()
    }

    /// The scale of the axis between two positions.
    pub(super) fn scale(&self, from: f32, to: f32) -> Scale {
        Scale { low: self.low, high: self.high, from, to }
    }

    /// The largest absolute value on the axis.
    pub(super) fn largest_absolute(&self) -> f64 {
        self.high.max(-self.low)
    }

    /// The ticks from low to high, each with its position from 0 to 1 and its label.
    pub(super) fn ticks(&self, numerals: &Numerals) -> Vec<(f32, String)> {
        let count = ((self.high - self.low) / self.step).round();
        let decimals = self.decimals();
        let mut ticks = Vec::new();
        let mut index = 0.0;
        while index <= count && ticks.len() < 12 {
            let value = self.low + self.step * index;
            ticks.push((self.share(value), numerals.text(value, decimals)));
            index += 1.0;
        }
        ticks
    }

    /// The position of a value on the axis, from 0 (low end) to 1 (high end).
    pub(super) fn share(&self, figure: f64) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let share = ((figure - self.low) / (self.high - self.low)) as f32;
        share.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::{ChartKind, chart_data};

    fn check(figures: &[f64]) -> String {
        let data = chart_data(ChartKind::Bar, "a,1\nb,2").expect("a chart");
        let ticks = Axis::over(figures).ticks(&Numerals::of("en", &data));
        ticks.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_and_start_at_zero() {
        assert_eq!(check(&[42.0, 18.0]), "0 10 20 30 40 50");
        assert_eq!(check(&[1.0, 2.0]), "0 1 2");
        assert_eq!(check(&[3.0, 9.0]), "0 2 4 6 8 10");
        assert_eq!(check(&[0.3, 0.12]), "0.0 0.1 0.2 0.3");
        assert_eq!(check(&[1240.0]), "0 250 500 750 1000 1250");
        assert_eq!(check(&[98_000.0, 100_100.0]), "0 25,000 50,000 75,000 100,000 125,000");
    }

    #[test]
    fn negative_figures_have_ticks_below_zero() {
        assert_eq!(check(&[-4.0, 12.0]), "−5 0 5 10 15");
        assert_eq!(check(&[-4.0, -1.0]), "−4 −3 −2 −1 0");
        assert_eq!(check(&[0.0, 0.0]), "0.0 0.2 0.4 0.6 0.8 1.0");
    }

    #[test]
    fn any_size_of_figures_has_an_axis() {
        for figure in [1e-12, 1e-3, 7.0, 1e9, 1e200, 1e300] {
            let ticks = check(&[figure, -figure]);
            assert!((3..=7).contains(&ticks.split(' ').count()), "{ticks}");
        }
    }
}
