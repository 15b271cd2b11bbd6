//! Filled sine curves that reach to the lower edge of the page.

use scene::{Path, Px, Rect};

/// Width of each piece of which a curve is made.
const PIECE: f32 = 60.0;

/// The upper edge of [`wave`].
pub(crate) fn crest(base: f32, amplitude: f32, length: f32, phase: f32) -> Path {
    let mut path = wave(base, amplitude, length, phase);
    // Without the lower edge of the area: two lines and the closing segment.
    path.segments.truncate(path.segments.len() - 3);
    path
}

/// The area under a sine curve down to the lower edge of the page. `base`, `amplitude` and the wavelength `length` are
/// in pixels; `phase` is a fraction of the wavelength.
pub(crate) fn wave(base: f32, amplitude: f32, length: f32, phase: f32) -> Path {
    let turn = std::f32::consts::TAU;
    let height = |x: f32| base + amplitude * (turn * (x / length + phase)).sin();
    let slope = |x: f32| amplitude * turn / length * (turn * (x / length + phase)).cos();
    let mut path = Path::default().to(0.0, height(0.0));
    let mut x = 0.0;
    while x < 1920.0 {
        let next = (x + PIECE).min(1920.0);
        let third = (next - x) / 3.0;
        path = path.curve(
            (x + third, height(x) + slope(x) * third),
            (next - third, height(next) - slope(next) * third),
            (next, height(next)),
        );
        x = next;
    }
    path.line(1920.0, 1080.0).line(0.0, 1080.0).close()
}

/// The area under a sine curve inside a plate with rounded lower corners.
pub(crate) fn wave_in(plate: Rect, radius: Px, base: f32, amplitude: f32, length: f32) -> Path {
    let turn = std::f32::consts::TAU;
    let (left, right, bottom, radius) = (plate.x.0, plate.right().0, plate.bottom().0, radius.0);
    let height = |x: f32| base + amplitude * (turn * (x - left) / length).sin();
    let slope = |x: f32| amplitude * turn / length * (turn * (x - left) / length).cos();
    let mut path = Path::default().to(left, height(left));
    let mut x = left;
    while x < right {
        let next = (x + PIECE).min(right);
        let third = (next - x) / 3.0;
        path = path.curve(
            (x + third, height(x) + slope(x) * third),
            (next - third, height(next) - slope(next) * third),
            (next, height(next)),
        );
        x = next;
    }
    let near = radius * 0.447_715;
    path.line(right, bottom - radius)
        .curve((right, bottom - near), (right - near, bottom), (right - radius, bottom))
        .line(left + radius, bottom)
        .curve((left + near, bottom), (left, bottom - near), (left, bottom - radius))
        .close()
}
