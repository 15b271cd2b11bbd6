//! Fits text to its box.
//!
//! The only module that changes a font size: it walks the steps from large to small and keeps the first that fits,
//! then draws the gaps together, down to half. What fits nowhere is set at the last step and cut by whoever draws it.
//! It knows no text: it is told how high a step is.

use scene::Px;

/// The gaps that are tried at the last step, as shares of what they should be.
const GAPS: [f32; 2] = [0.75, 0.5];

/// The size and gaps that fit best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fitted {
    /// The size in pixels, one of the steps.
    pub(crate) step: f32,
    /// The gaps, as a share of what they should be.
    pub(crate) gap: f32,
}

/// The first step at which everything is no higher than its room. `height` answers for a step and a share of the
/// gaps; entries of one list are measured together, so that they take one step.
pub(crate) fn fitted(steps: &[f32], room: Px, mut height: impl FnMut(Fitted) -> Px) -> Fitted {
    let last = steps.last().copied().unwrap_or(24.0);
    let at_steps = steps.iter().map(|step| Fitted { step: *step, gap: 1.0 });
    let tighter = GAPS.map(|gap| Fitted { step: last, gap });
    // A hundredth of a line is not worth a smaller size.
    let room = room + Px(0.5);
    at_steps
        .chain(tighter)
        .find(|fitted| height(*fitted) <= room)
        .unwrap_or(Fitted { step: last, gap: GAPS[GAPS.len() - 1] })
}

/// The steps from a size on.
pub(crate) fn steps_from(steps: &[f32], first: f32) -> &[f32] {
    let start = steps.iter().position(|step| *step <= first).unwrap_or(steps.len() - 1);
    &steps[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(room: f32) -> (f32, f32) {
        // Ten lines of 1.5 and nine gaps of 20.
        let fitted = fitted(&[40.0, 36.0, 32.0], Px(room), |Fitted { step, gap }| Px(step * 15.0 + 180.0 * gap));
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
    fn steps_start_at_the_size_asked_for() {
        assert_eq!(steps_from(&[40.0, 36.0, 28.0], 36.0), [36.0, 28.0]);
        assert_eq!(steps_from(&[40.0, 36.0, 28.0], 20.0), [28.0]);
    }
}
