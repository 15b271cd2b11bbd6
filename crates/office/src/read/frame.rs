//! Positions and sizes of shapes: reads them, and converts those in groups to the coordinates of the slide.

use super::units::{exact, length, rounded};
use super::xml::Element;
use crate::model::Frame;

/// Sixty-thousandths of a degree in a turn.
const TURN: i64 = 21_600_000;

/// The position of a shape in the file: a rectangle that is flipped and then rotated around its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placement {
    frame: Frame,
    /// Clockwise, in sixty-thousandths of a degree, from 0 to a turn.
    rotation: i64,
    is_flipped: (bool, bool),
}

impl Placement {
    /// Reads an `xfrm`; `None` if it has no position, for example because the position is inherited.
    pub(super) fn read(xfrm: &Element<'_>) -> Option<Self> {
        Some(Self {
            frame: rectangle(xfrm, "off", "ext")?,
            rotation: xfrm.number::<i64>("rot").unwrap_or(0).rem_euclid(TURN),
            is_flipped: (xfrm.flag("flipH").unwrap_or(false), xfrm.flag("flipV").unwrap_or(false)),
        })
    }

    /// Whether width and height are 0.
    pub(super) fn is_empty(&self) -> bool {
        (self.frame.width, self.frame.height) == (0, 0)
    }

    /// Whether it is turned by a degree or more, or flipped.
    pub(super) fn is_turned(&self) -> bool {
        const DEGREE: i64 = TURN / 360;
        self.is_flipped != (false, false) || (DEGREE..=TURN - DEGREE).contains(&self.rotation)
    }

    /// The rectangle that the shape covers on the slide, with its rotation rounded to quarter turns.
    pub(super) fn frame(&self, groups: &[Group]) -> Frame {
        let mut placement = *self;
        for group in groups.iter().rev() {
            placement = group.in_outer_coordinates(&placement);
        }
        let Frame { x, y, width, height } = placement.frame;
        let is_sideways = (TURN / 8..TURN * 3 / 8).contains(&(placement.rotation % (TURN / 2)));
        if is_sideways {
            let shift = (width - height) / 2;
            return Frame { x: x + shift, y: y - shift, width: height, height: width };
        }
        placement.frame
    }
}

/// A group: its position, and the coordinates that its members use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    placement: Placement,
    /// The rectangle of the group in the coordinates of its members.
    members: Frame,
}

impl Group {
    /// Reads the `xfrm` of a group; `None` if it has no position.
    pub(super) fn read(xfrm: &Element<'_>) -> Option<Self> {
        let placement = Placement::read(xfrm)?;
        Some(Self { placement, members: rectangle(xfrm, "chOff", "chExt").unwrap_or(placement.frame) })
    }

    /// The placement of a member in the coordinates around the group.
    fn in_outer_coordinates(&self, member: &Placement) -> Placement {
        let (outer, inner) = (self.placement.frame, self.members);
        let scale = |outer: i64, inner: i64| if inner == 0 { 1.0 } else { exact(outer) / exact(inner) };
        let (across, down) = (scale(outer.width, inner.width), scale(outer.height, inner.height));
        let width = exact(member.frame.width) * across;
        let height = exact(member.frame.height) * down;
        // The middle of the member relative to the middle of the group.
        let mut x = exact(member.frame.x - inner.x) * across + width / 2.0 - exact(outer.width) / 2.0;
        let mut y = exact(member.frame.y - inner.y) * down + height / 2.0 - exact(outer.height) / 2.0;
        if self.placement.is_flipped.0 {
            x = -x;
        }
        if self.placement.is_flipped.1 {
            y = -y;
        }
        let (sine, cosine) = (exact(self.placement.rotation) / exact(TURN) * std::f64::consts::TAU).sin_cos();
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
        let frame = Frame {
            x: rounded(exact(outer.x) + exact(outer.width) / 2.0 + x - width / 2.0),
            y: rounded(exact(outer.y) + exact(outer.height) / 2.0 + y - height / 2.0),
            width: rounded(width),
            height: rounded(height),
        };
        let rotation = (member.rotation + self.placement.rotation) % TURN;
        Placement { frame, rotation, is_flipped: member.is_flipped }
    }
}

/// Reads a rectangle from the children `corner` and `extent` of an `xfrm`. `None` if one is missing or malformed.
fn rectangle(xfrm: &Element<'_>, corner: &str, extent: &str) -> Option<Frame> {
    let (corner, extent) = (xfrm.child(corner)?, xfrm.child(extent)?);
    Some(Frame {
        x: length(corner, "x")?,
        y: length(corner, "y")?,
        width: length(extent, "cx")?.max(0),
        height: length(extent, "cy")?.max(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::xml;

    fn placement(text: &str) -> Placement {
        Placement::read(&xml::parse("test", text).expect("an element")).expect("a placement")
    }

    fn group(text: &str) -> Group {
        Group::read(&xml::parse("test", text).expect("an element")).expect("a placement")
    }

    #[test]
    fn a_quarter_turn_swaps_the_sides() {
        let turned = |rotation: i64| {
            let text = format!(r#"<xfrm rot="{rotation}"><off x="100" y="100"/><ext cx="400" cy="200"/></xfrm>"#);
            placement(&text).frame(&[])
        };
        let (lying, standing) =
            (Frame { x: 100, y: 100, width: 400, height: 200 }, Frame { x: 200, y: 0, width: 200, height: 400 });
        for (degrees, expected) in
            [(0, lying), (30, lying), (90, standing), (-90, standing), (135, lying), (180, lying), (270, standing)]
        {
            assert_eq!(turned(degrees * 60_000), expected, "{degrees}");
        }
    }

    #[test]
    fn groups_scale_flip_and_turn_their_members() {
        let member = placement(r#"<xfrm><off x="10" y="0"/><ext cx="10" cy="20"/></xfrm>"#);
        let place = r#"<off x="100" y="100"/><ext cx="200" cy="100"/><chOff x="0" y="0"/><chExt cx="20" cy="20"/>"#;
        let scaled = group(&format!("<xfrm>{place}</xfrm>"));
        assert_eq!(member.frame(&[scaled]), Frame { x: 200, y: 100, width: 100, height: 100 });
        let flipped = group(&format!(r#"<xfrm flipH="1">{place}</xfrm>"#));
        assert_eq!(member.frame(&[flipped]), Frame { x: 100, y: 100, width: 100, height: 100 });
        let turned = group(&format!(r#"<xfrm rot="5400000">{place}</xfrm>"#));
        assert_eq!(member.frame(&[turned]), Frame { x: 150, y: 150, width: 100, height: 100 });
        let outer = group(
            r#"<xfrm><off x="0" y="0"/><ext cx="300" cy="200"/><chOff x="100" y="100"/><chExt cx="300" cy="200"/></xfrm>"#,
        );
        assert_eq!(member.frame(&[outer, scaled]), Frame { x: 100, y: 0, width: 100, height: 100 });
    }
}
