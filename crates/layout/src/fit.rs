//! Chooses how the content of a slide is arranged, and at which text sizes.
//!
//! No other module does this. A slide type names its compositions, from generous to dense, each with its steps (text
//! sizes, from large to small), and passes a function that returns whether a composition fits at a step. [`choose`]
//! returns the first pair that fits. This module does not measure text itself.
//!
//! [`fitted`] does the same for a single text with one composition.

use scene::Px;

/// Gap factors that are tried at the last step.
const GAPS: [f32; 2] = [0.75, 0.5];

/// Text sizes below the floor, in pixels, for content that fits in no other way.
const LAST_RESORT: [f32; 4] = [36.0, 32.0, 28.0, 24.0];

/// Sizes of titles over text below the floor.
const LAST_TITLES: [f32; 8] = [52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0, 24.0];

/// How many pixels smaller the entry titles of a preferred arrangement may be than those of the arrangement found
/// otherwise.
const PREFERRED_LOSS: f32 = 8.0;

/// The share of its size that a statement must keep when a smaller size gives better line breaks.
const MIN_SHARE_OF_GOOD_LINES: f32 = 0.78;

/// The share of their size that titles must keep when a smaller size makes them even.
const MIN_SHARE_OF_EVEN: f32 = 0.8;

/// Text sizes of an arrangement in pixels: of the titles of entries, and of the text below them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) title: f32,
    pub(crate) text: f32,
}

/// A way to arrange the content of a slide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Composition<'a, A> {
    /// The arrangement that the slide type measures and draws.
    pub(crate) arrangement: A,
    /// Its text sizes, the largest first.
    pub(crate) steps: &'a [Step],
    /// Whether the composition suits the number and length of the entries.
    pub(crate) suits: bool,
    /// Whether a choice of the author excludes the composition.
    pub(crate) is_excluded: bool,
}

/// Bounds on the text sizes of all compositions of a slide, in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepLimits {
    /// The minimum size of running text.
    pub(crate) floor: f32,
    /// The largest size of entry titles: that of the slide's title.
    pub(crate) title: f32,
}

/// The arrangement that was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Chosen<A> {
    pub(crate) arrangement: A,
    pub(crate) step: Step,
    /// Factor for the gaps, 0.5 to 1.
    pub(crate) gap: f32,
}

impl Step {
    /// Titles and the text below them.
    pub(crate) const fn pair(title: f32, text: f32) -> Step {
        Step { title, text }
    }

    /// Text of one size.
    pub(crate) const fn one(size: f32) -> Step {
        Step { title: size, text: size }
    }

    /// The step with both sizes raised to at least `floor`.
    fn at_least(self, floor: f32) -> Step {
        Step { title: self.title.max(floor), text: self.text.max(floor) }
    }

    /// The steps for content that fits in no other way: titles come down to the size of the text, then both fall.
    fn last_resort(self) -> Vec<Step> {
        let is_pair = self.text < self.title;
        let texts = std::iter::once(self.text).chain(LAST_RESORT.into_iter().filter(|size| *size < self.text));
        let steps = texts.flat_map(|text| {
            let most = if text < self.text { text + 4.0 } else { self.title };
            let titles = LAST_TITLES.into_iter().filter(move |title| *title >= text && *title <= most);
            let titles: Vec<f32> = if is_pair { titles.collect() } else { vec![text] };
            titles.into_iter().map(move |title| Step { title: title.min(self.title), text })
        });
        std::iter::once(self).chain(steps.filter(|step| *step != self)).collect()
    }
}

impl<'a, A> Composition<'a, A> {
    /// A composition that suits and is not excluded.
    pub(crate) fn new(arrangement: A, steps: &'a [Step]) -> Composition<'a, A> {
        Composition { arrangement, steps, suits: true, is_excluded: false }
    }

    /// The same composition, which suits if a condition holds.
    pub(crate) fn when(self, suits: bool) -> Composition<'a, A> {
        Composition { suits, ..self }
    }

    /// The same composition, excluded by the author if a condition holds.
    pub(crate) fn unless(self, is_excluded: bool) -> Composition<'a, A> {
        Composition { is_excluded, ..self }
    }
}

/// Chooses the first composition and step at which everything fits.
///
/// Compositions that suit are tried first, then the others that come after the first suitable one, then those that the
/// author excludes. A preferred composition replaces the one found if its titles are at most 8 pixels smaller. If
/// nothing fits, the result is the last composition at a size below the floor, with tighter gaps, and the caller
/// truncates.
pub(crate) fn choose<A: Copy>(
    limits: StepLimits,
    compositions: &[Composition<'_, A>],
    preferred: Option<Composition<'_, A>>,
    mut fits: impl FnMut(A, Step, f32) -> bool,
) -> Chosen<A> {
    let first = compositions.iter().position(|composition| composition.suits && !composition.is_excluded);
    let suiting = compositions.iter().filter(|composition| composition.suits);
    let further = compositions.iter().skip(first.unwrap_or(0)).filter(|composition| !composition.suits);
    let candidates: Vec<&Composition<'_, A>> = suiting.chain(further).collect();
    let mut attempt = |composition: &Composition<'_, A>| {
        let allowed = |step: &Step| step.title <= limits.title.max(step.text);
        let steps = composition.steps.iter().map(|step| step.at_least(limits.floor)).filter(allowed);
        let mut steps = steps.map(|step| Chosen { arrangement: composition.arrangement, step, gap: 1.0 });
        steps.find(|chosen| fits(chosen.arrangement, chosen.step, 1.0))
    };
    let mut allowed_candidates = candidates.iter().filter(|composition| !composition.is_excluded);
    let found = allowed_candidates.clone().find_map(|composition| attempt(composition));
    let wanted = preferred.as_ref().and_then(&mut attempt);
    let best = match (found, wanted) {
        (Some(found), Some(wanted)) if wanted.step.title < found.step.title - PREFERRED_LOSS => Some(found),
        (found, wanted) => wanted.or(found),
    };
    let mut excluded = candidates.iter().filter(|composition| composition.is_excluded);
    let Some(best) = best.or_else(|| excluded.clone().find_map(|composition| attempt(composition))) else {
        let last = allowed_candidates
            .next_back()
            .or(excluded.next_back())
            .expect("a slide type names at least one composition");
        return choose_below_floor(last, limits, fits);
    };
    best
}

/// How content fits at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    No,
    /// It fits, but entries side by side differ, for example with titles on one line and on two.
    Uneven,
    Even,
}

/// Like [`choose`], but prefers a somewhat smaller step of the same arrangement if that makes entries even.
pub(crate) fn choose_even<A: Copy + PartialEq>(
    limits: StepLimits,
    compositions: &[Composition<'_, A>],
    preferred: Option<Composition<'_, A>>,
    mut fit: impl FnMut(A, Step, f32) -> Fit,
) -> Chosen<A> {
    let found =
        choose(limits, compositions, preferred, |arrangement, step, gap| fit(arrangement, step, gap) != Fit::No);
    let Chosen { arrangement, step, gap } = found;
    if gap < 1.0 || fit(arrangement, step, gap) != Fit::Uneven {
        return found;
    }
    let same = compositions.iter().chain(&preferred).filter(|composition| composition.arrangement == arrangement);
    let steps = same.flat_map(|composition| composition.steps).map(|step| step.at_least(limits.floor));
    let mut smaller = steps.filter(|other| other.title < step.title && other.title >= step.title * MIN_SHARE_OF_EVEN);
    let even = smaller.find(|step| fit(arrangement, *step, 1.0) == Fit::Even);
    even.map_or(found, |step| Chosen { step, ..found })
}

/// A composition at the largest size below the floor at which it fits, or at the smallest size if it fits at none.
fn choose_below_floor<A: Copy>(
    composition: &Composition<'_, A>,
    limits: StepLimits,
    mut fits: impl FnMut(A, Step, f32) -> bool,
) -> Chosen<A> {
    let arrangement = composition.arrangement;
    let last = composition.steps.last().copied().unwrap_or(Step::one(LAST_RESORT[0]));
    let last = last.at_least(limits.floor);
    let last = Step { title: last.title.min(limits.title.max(last.text)), ..last };
    let steps = last.last_resort();
    let min_size = LAST_RESORT[LAST_RESORT.len() - 1];
    let smallest = Step { title: min_size.min(last.title), text: min_size.min(last.text) };
    let smallest = Chosen { arrangement, step: smallest, gap: GAPS[1] };
    let steps = steps.into_iter();
    let mut tries = steps.flat_map(|step| [1.0, GAPS[0], GAPS[1]].map(|gap| Chosen { arrangement, step, gap }));
    tries.find(|chosen| fits(arrangement, chosen.step, chosen.gap)).unwrap_or(smallest)
}

/// The required quality of a statement's line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineQuality {
    /// No word is broken, and the last line is not a single short word.
    Good,
    /// No word is broken.
    WholeWords,
    /// Words may be broken.
    Any,
}

/// The first attempt that fits with whole words; if there is none, the first that fits with broken words; otherwise the
/// last. An attempt with good line breaks is preferred if it is not much smaller. Panics without attempts.
pub(crate) fn first_fitting<T: Copy>(
    attempts: &[T],
    size: impl Fn(T) -> f32,
    mut fits: impl FnMut(T, LineQuality) -> bool,
) -> T {
    let mut first = |quality: LineQuality| attempts.iter().copied().find(|attempt| fits(*attempt, quality));
    let whole = first(LineQuality::WholeWords);
    let good = whole
        .and_then(|whole| first(LineQuality::Good).filter(|good| size(*good) >= size(whole) * MIN_SHARE_OF_GOOD_LINES));
    let found = good.or(whole).or_else(|| first(LineQuality::Any));
    found.or(attempts.last().copied()).expect("a statement has at least one size")
}

/// The steps of a voice, followed by those of `further` that are smaller than its last.
pub(crate) fn continued(steps: &[f32], further: &[f32]) -> Vec<f32> {
    let last = steps.last().copied().unwrap_or(f32::MAX);
    steps.iter().copied().chain(further.iter().copied().filter(|size| *size < last)).collect()
}

/// The first of some text sizes, from large to small, that fits.
pub(crate) fn largest(sizes: &[f32], mut fits: impl FnMut(f32) -> bool) -> Option<f32> {
    sizes.iter().copied().find(|size| fits(*size))
}

/// The font size and gaps that fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FittedSize {
    /// Font size in pixels, one of the steps.
    pub(crate) step: f32,
    /// Factor for the gaps, 0.5 to 1.
    pub(crate) gap: f32,
}

/// The first step at which `height` is at most `room`; if there is none, the last step with tighter gaps, whether it
/// fits or not. To give all entries of a list one size, `height` measures them together.
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

    const STEPS: [Step; 2] = [Step::pair(56.0, 40.0), Step::pair(48.0, 36.0)];
    const LIMITS: StepLimits = StepLimits { floor: 36.0, title: 72.0 };

    fn chosen(
        compositions: &[Composition<'_, char>],
        preferred: Option<Composition<'_, char>>,
        fits: impl FnMut(char, Step, f32) -> bool,
    ) -> (char, f32, f32, f32) {
        let Chosen { arrangement, step, gap } = choose(LIMITS, compositions, preferred, fits);
        (arrangement, step.title, step.text, gap)
    }

    #[test]
    fn the_first_composition_that_suits_and_fits_is_taken() {
        let (few, many) = (Composition::new('f', &STEPS), Composition::new('m', &STEPS));
        assert_eq!(chosen(&[few, many], None, |_, _, _| true), ('f', 56.0, 40.0, 1.0));
        assert_eq!(chosen(&[few, many], None, |_, step, _| step.title < 50.0), ('f', 48.0, 36.0, 1.0));
        assert_eq!(chosen(&[few, many], None, |kind, _, _| kind == 'm'), ('m', 56.0, 40.0, 1.0));
        assert_eq!(chosen(&[few.when(false), many], None, |_, _, _| true), ('m', 56.0, 40.0, 1.0));
        // A composition that does not suit is tried if it comes after the first suitable one, not if it comes before.
        assert_eq!(chosen(&[few, many.when(false)], None, |kind, _, _| kind == 'm'), ('m', 56.0, 40.0, 1.0));
    }

    #[test]
    fn what_the_author_excludes_is_tried_last() {
        let (few, many) = (Composition::new('f', &STEPS).unless(true), Composition::new('m', &STEPS));
        assert_eq!(chosen(&[few, many], None, |_, _, _| true), ('m', 56.0, 40.0, 1.0));
        assert_eq!(chosen(&[few, many], None, |kind, _, _| kind == 'f'), ('f', 56.0, 40.0, 1.0));
    }

    #[test]
    fn a_preferred_composition_may_be_a_little_smaller() {
        let (few, wanted) = (Composition::new('f', &STEPS), Composition::new('p', &STEPS));
        let fits = |kind, step: Step, _| kind == 'f' || step.title < 50.0;
        assert_eq!(chosen(&[few], Some(wanted), fits), ('p', 48.0, 36.0, 1.0));
        let smaller = [Step::pair(44.0, 36.0)];
        let wanted = Composition::new('p', &smaller);
        assert_eq!(chosen(&[few], Some(wanted), |_, _, _| true), ('f', 56.0, 40.0, 1.0));
        assert_eq!(chosen(&[few], Some(wanted), |kind, _, _| kind == 'p'), ('p', 44.0, 36.0, 1.0));
    }

    #[test]
    fn too_much_content_is_set_below_the_floor() {
        let few = Composition::new('f', &STEPS);
        assert_eq!(chosen(&[few], None, |_, step, _| step.title < 30.0), ('f', 28.0, 28.0, 1.0));
        assert_eq!(chosen(&[few], None, |_, step, gap| step.title < 30.0 && gap < 0.6), ('f', 28.0, 28.0, 0.5));
        assert_eq!(chosen(&[few], None, |_, _, _| false), ('f', 24.0, 24.0, 0.5));
    }

    #[test]
    fn gaps_and_titles_give_way_before_the_text_falls_below_the_floor() {
        let few = Composition::new('f', &STEPS);
        assert_eq!(chosen(&[few], None, |_, _, gap| gap < 1.0), ('f', 48.0, 36.0, 0.75));
        assert_eq!(chosen(&[few], None, |_, step, _| step.title < 42.0), ('f', 40.0, 36.0, 1.0));
        assert_eq!(chosen(&[few], None, |_, step, _| step.text < 36.0), ('f', 36.0, 32.0, 1.0));
        let one = [Step::one(36.0)];
        assert_eq!(
            chosen(&[Composition::new('o', &one)], None, |_, step, _| step.title < 36.0),
            ('o', 32.0, 32.0, 1.0)
        );
    }

    #[test]
    fn a_smaller_step_is_taken_if_entries_are_even_there() {
        let few = [Composition::new('f', &STEPS)];
        let chosen = |even: f32| {
            let fit = |_, step: Step, _| if step.title <= even { Fit::Even } else { Fit::Uneven };
            choose_even(LIMITS, &few, None, fit).step
        };
        assert_eq!([chosen(56.0), chosen(50.0), chosen(40.0)], [STEPS[0], STEPS[1], STEPS[0]]);
    }

    #[test]
    fn a_theme_with_a_higher_floor_has_larger_text() {
        let few = Composition::new('f', &STEPS);
        let limits = StepLimits { floor: 40.0, ..LIMITS };
        assert_eq!(choose(limits, &[few], None, |_, step, _| step.title < 50.0).step, Step::pair(48.0, 40.0));
    }

    #[test]
    fn titles_of_entries_are_not_larger_than_the_title_of_the_slide() {
        let few = Composition::new('f', &STEPS);
        let limits = StepLimits { title: 50.0, ..LIMITS };
        assert_eq!(choose(limits, &[few], None, |_, _, _| true).step, STEPS[1]);
    }
}
