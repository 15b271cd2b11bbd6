//! Fits content to its box.
//!
//! The only module that chooses a font size. It tries the steps (font sizes, from large to small) and takes the first
//! that fits. At the last step it also reduces the gaps, down to half. If nothing fits, it returns the last step with
//! the smallest gaps and the caller truncates. It does not measure text itself; the caller passes a function that does.

use scene::Px;

/// Gap factors that are tried at the last step.
const GAPS: [f32; 2] = [0.75, 0.5];

/// The font size and gaps that fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FittedSize {
    /// Font size in pixels, one of the steps.
    pub(crate) step: f32,
    /// Factor for the gaps, 0.5 to 1.
    pub(crate) gap: f32,
}

/// The first step at which `height` is at most `room`. To give all entries of a list one size, `height` measures them
/// together.
pub(crate) fn fitted(steps: &[f32], room: Px, mut height: impl FnMut(FittedSize) -> Px) -> FittedSize {
    let last = steps.last().copied().unwrap_or(24.0);
    let at_steps = steps.iter().map(|step| FittedSize { step: *step, gap: 1.0 });
    let tighter = GAPS.map(|gap| FittedSize { step: last, gap });
    // A rounding error must not cause a smaller size.
    let room = room + Px(0.5);
    at_steps
        .chain(tighter)
        .find(|fitted| height(*fitted) <= room)
        .unwrap_or(FittedSize { step: last, gap: GAPS[GAPS.len() - 1] })
}

/// The steps that are no larger than a size; at least the last one.
pub(crate) fn steps_from(steps: &[f32], first: f32) -> &[f32] {
    let start = steps.iter().position(|step| *step <= first).unwrap_or(steps.len() - 1);
    &steps[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(room: f32) -> (f32, f32) {
        // Ten lines with a line height of 1.5, and nine gaps of 20.
        let fitted = fitted(&[40.0, 36.0, 32.0], Px(room), |FittedSize { step, gap }| Px(step * 15.0 + 180.0 * gap));
        (fitted.step, fitted.gap)
    }

    #[test]
    fn the_largest_step_that_fits_is_taken() {
        assert_eq!(check(800.0), (40.0, 1.0));
        assert_eq!(check(779.0), (36.0, 1.0));
        assert_eq!(check(660.0), (32.0, 1.0));
    }

    #[test]
    fn at_the_last_step_gaps_close_to_half() {
        assert_eq!(check(620.0), (32.0, 0.75));
        assert_eq!(check(570.0), (32.0, 0.5));
        assert_eq!(check(100.0), (32.0, 0.5));
    }

    #[test]
    fn steps_start_at_the_requested_size() {
        assert_eq!(steps_from(&[40.0, 36.0, 28.0], 36.0), [36.0, 28.0]);
        assert_eq!(steps_from(&[40.0, 36.0, 28.0], 20.0), [28.0]);
    }
}
