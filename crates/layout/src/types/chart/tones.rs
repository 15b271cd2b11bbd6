//! The colours of a chart on its ground: for leading marks, for quiet ones, and the tones between.

use deck::voice::ChartBars;
use scene::{Color, Fill, Gradient, GradientStop, Hatch, PaletteRole, Point, Px, Rect, Rgb, Stroke};

use crate::diagram::number;
use crate::sheet::Sheet;

/// The minimum contrast of quiet marks, and of the second quiet colour beside them.
const QUIET: (f32, f32) = (3.05, 4.6);
/// Shares of the muted colour in the third and fourth tone of a series.
const PALE: [f32; 2] = [0.34, 0.15];
/// Shares of the accent in the parts of a stack.
const STACK: [f32; 4] = [1.0, 0.56, 0.3, 0.14];
/// The minimum contrast between the text colour and a colour with another meaning.
const DISTINCT: f32 = 1.5;
/// Width of the line around hatched bars, and around pale fills.
const EDGE: (f32, f32) = (4.0, 3.0);

/// The colours of a chart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tones {
    /// The ground of the chart.
    pub(super) ground: Rgb,
    /// The colour of highlighted marks.
    pub(super) accent: Color,
    /// The colour of the largest bar where bars fade.
    pub(super) second: Color,
    /// The colour of negative values.
    pub(super) negative: Color,
    /// The colour of falls beside totals, which have the text colour.
    pub(super) fall: Color,
    /// The colour of marks that are not highlighted.
    pub(super) quiet: Color,
    /// The colour of marks that are not highlighted, next to others in `quiet`.
    pub(super) second_quiet: Color,
    pub(super) text: Color,
    pub(super) muted: Color,
}

/// A fill and a line around it.
pub(super) type Paint = (Fill, Option<Stroke>);

impl Tones {
    pub(super) fn of(sheet: &Sheet<'_>) -> Tones {
        let palette = &sheet.look.palette;
        let ground = sheet.surface.ground.rgb(sheet.look);
        let muted = palette.rgb(sheet.surface.muted);
        let quiet = |least: f32| {
            let mut tones = (4_u8..=20).map(|step| muted.over(ground, f32::from(step) * 0.05));
            let found = tones.find(|tone| tone.contrast(ground) >= least);
            Color::from(found.unwrap_or(muted))
        };
        let tones = Tones {
            ground,
            accent: sheet.surface.mark,
            second: PaletteRole::Accent2.into(),
            negative: PaletteRole::Accent2.into(),
            fall: PaletteRole::Accent2.into(),
            quiet: quiet(QUIET.0),
            second_quiet: quiet(QUIET.1),
            text: sheet.surface.text,
            muted: sheet.surface.muted,
        };
        let second = tones.visible(sheet, tones.second);
        // A second accent that is too similar to the text colour would not stand out.
        let is_distinct = palette.rgb(second).contrast(palette.rgb(tones.text)) >= DISTINCT;
        let (negative, fall) = if is_distinct { (second, second) } else { (tones.accent, tones.quiet) };
        Tones { second, negative, fall, ..tones }
    }

    /// A colour, moved towards the text colour until it reaches 3:1 on the ground.
    fn visible(&self, sheet: &Sheet<'_>, color: Color) -> Color {
        let palette = &sheet.look.palette;
        let (color, text) = (palette.rgb(color), palette.rgb(self.text));
        let mut tones = (0_u8..=10).map(|step| text.over(color, f32::from(step) * 0.1));
        tones.find(|tone| tone.contrast(self.ground) >= 3.0).unwrap_or(text).into()
    }

    /// The colour of a series of the theme, by its index.
    pub(super) fn series(&self, sheet: &Sheet<'_>, index: usize) -> Color {
        let role = PaletteRole::Chart(u8::try_from(index % 240).unwrap_or_default());
        let is_visible = sheet.look.palette.role(role).contrast(self.ground) >= 3.0;
        if is_visible { role.into() } else { self.visible(sheet, role.into()) }
    }

    /// The colour of a series that is not highlighted, by its index among these.
    pub(super) fn beside(&self, sheet: &Sheet<'_>, place: usize) -> Color {
        let muted = sheet.look.palette.rgb(self.muted);
        match place % 4 {
            0 => self.quiet,
            1 | 2 => muted.over(self.ground, PALE[place % 4 - 1]).into(),
            _ => self.second_quiet,
        }
    }

    /// The colour of a part of a stack of `count` parts, by its index from the base.
    pub(super) fn part(&self, sheet: &Sheet<'_>, place: usize, count: usize) -> Color {
        let share = if count <= STACK.len() {
            STACK[place.min(STACK.len() - 1)]
        } else {
            1.0 - 0.88 * number(place) / number(count - 1)
        };
        if share >= 1.0 {
            return self.accent;
        }
        sheet.look.palette.rgb(self.accent).over(self.ground, share).into()
    }

    /// A fill of one colour, with an outline if it is too pale, and with a pattern in voices that use patterns.
    pub(super) fn paint(&self, sheet: &Sheet<'_>, color: Color, place: usize) -> Paint {
        let rgb = sheet.look.palette.rgb(color);
        let is_pale = rgb.contrast(self.ground) < 3.0;
        let edge = is_pale.then_some(Stroke { color: self.quiet, width: Px(EDGE.1), dash: None, round: false });
        let hatch = (place % (Hatch::ALL.len() + 1)).checked_sub(1).filter(|_| sheet.look.voice.chart.pattern);
        let fill = match hatch {
            Some(place) => {
                let marks = if is_pale { self.quiet } else { Color::from(self.ground) };
                Fill::Hatched { hatch: Hatch::ALL[place], marks: marks.at(0.6), ground: color }
            }
            None => Fill::Solid(color),
        };
        (fill, edge)
    }

    /// The paint of a single bar, as defined by the voice.
    pub(super) fn bar(&self, sheet: &Sheet<'_>, color: Color, leads: bool, frame: Rect) -> Paint {
        match sheet.look.voice.chart.bars {
            ChartBars::Fade => {
                let below = sheet.look.palette.rgb(color).over(self.ground, 0.25);
                let stops = vec![GradientStop { at: 0.0, color }, GradientStop { at: 1.0, color: below.into() }];
                let from = Point { x: Px::ZERO, y: Px::ZERO };
                let gradient = Gradient::Linear { from, to: Point { x: Px::ZERO, y: frame.height }, stops };
                (Fill::Gradient(gradient), None)
            }
            ChartBars::Outline | ChartBars::Hatch if !leads => {
                let is_light = sheet.look.voice.chart.bars == ChartBars::Outline;
                let marks = if is_light { self.accent.at(0.35) } else { self.accent };
                let fill = Fill::Hatched { hatch: Hatch::Rising, marks, ground: self.ground.into() };
                (fill, Some(Stroke { color: self.accent, width: Px(EDGE.0), dash: None, round: false }))
            }
            _ => (Fill::Solid(color), None),
        }
    }

    /// A colour for text of a size: `color` if it is readable on the ground, otherwise the text colour.
    pub(super) fn readable(&self, sheet: &Sheet<'_>, color: Color, size: f32) -> Color {
        let least = sheet.look.voice.other.contrast;
        let least = if size >= 48.0 { (least - 1.5).max(3.0) } else { least };
        if sheet.look.palette.rgb(color).contrast(self.ground) >= least { color } else { self.text }
    }
}
