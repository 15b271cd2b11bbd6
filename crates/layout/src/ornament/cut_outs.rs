//! Cut-outs: an arch and two discs of paper.

use std::f32::consts::{FRAC_PI_2, PI};

use scene::{Color, PaletteRole, Path};

use crate::diagram::{Ellipse, filled};
use crate::sheet::Sheet;

impl Sheet<'_> {
    /// Draws an arch and two discs at the lower edge. `x` is the middle of the large disc.
    pub(crate) fn draw_cut_outs(&mut self, x: f32, scale: f32) {
        let bottom = 1080.0;
        let (width, height) = (400.0 * scale, 620.0 * scale);
        let left = x + 170.0 * scale;
        let (half, middle) = (width / 2.0, left + width / 2.0);
        let shoulder = bottom - height + half;
        let door = width * 0.22;
        let round = Ellipse::circle(middle, shoulder, half);
        let path = Path::default().to(left, bottom).line(left, shoulder);
        let path = round.arc(path, -FRAC_PI_2, FRAC_PI_2).line(left + width, bottom).line(middle + door, bottom);
        let arch = Ellipse::circle(middle, bottom, door).arc(path, FRAC_PI_2, -FRAC_PI_2).close();
        let disc = |x: f32, y: f32, radius: f32| {
            let circle = Ellipse::circle(x, y, radius);
            let from = circle.at(0.0);
            circle.arc(Path::default().to(from.0, from.1), 0.0, 2.0 * PI).close()
        };
        let small_color = self.look.brand.get(3).copied().map_or(PaletteRole::AccentOnDeep.into(), Color::from);
        let nodes = vec![
            filled(self, arch, self.visible(PaletteRole::Accent)),
            filled(self, disc(x, bottom - 180.0 * scale, 180.0 * scale), self.visible(PaletteRole::Accent2)),
            filled(self, disc(x + 40.0 * scale, bottom - 430.0 * scale, 70.0 * scale), self.visible(small_color)),
        ];
        self.add_scenery("cut-outs", false, nodes);
    }
}
