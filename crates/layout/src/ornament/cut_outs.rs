//! Cut-outs: an arch and a disc of paper, and the grain of the page they lie on.

use scene::{Color, Fill, Node, NodeKind, PaletteRole, Path, Rect, Shape, ShapeForm};

use crate::random::SeededRandom;

/// Distance of the control points of a quarter circle of radius 1 from its ends.
const ROUND: f32 = 0.552_285;
/// Number of specks in the grain.
const SPECKS: usize = 420;

pub(super) fn nodes() -> Vec<Node> {
    // The arch with a half circle cut out at its base.
    let (half, hole) = (160.0, 60.0);
    let arch = Path::default().to(0.0, 360.0).line(0.0, half);
    let arch = arch
        .curve((0.0, half * (1.0 - ROUND)), (half * (1.0 - ROUND), 0.0), (half, 0.0))
        .curve((half * (1.0 + ROUND), 0.0), (320.0, half * (1.0 - ROUND)), (320.0, half))
        .line(320.0, 360.0)
        .line(half + hole, 360.0)
        .curve((half + hole, 360.0 - hole * ROUND), (half + hole * ROUND, 360.0 - hole), (half, 360.0 - hole))
        .curve((half - hole * ROUND, 360.0 - hole), (half - hole, 360.0 - hole * ROUND), (half - hole, 360.0))
        .close();
    let shape = |form: ShapeForm, role: PaletteRole| {
        NodeKind::Shape(Shape { form, fill: Some(Fill::Solid(role.into())), stroke: None, shadow: None })
    };
    vec![
        Node::decoration(Rect::new(1424.0, 720.0, 320.0, 360.0), shape(ShapeForm::Path(arch), PaletteRole::Accent)),
        Node::decoration(Rect::new(1124.0, 800.0, 280.0, 280.0), shape(ShapeForm::Ellipse, PaletteRole::Accent2)),
    ]
}

/// Faint specks all over the page, the same on every page of the theme.
pub(super) fn grain(id: &str) -> Node {
    let mut seed = SeededRandom::new(&[id, "grain"]);
    let mut path = Path::default();
    for _ in 0..SPECKS {
        let (x, y) = (seed.between(4.0, 1912.0).round(), seed.between(4.0, 1072.0).round());
        let (long, thick) = (seed.between(1.0, 5.0).round(), 1.2);
        let (long, thick) = if seed.share() < 0.5 { (long, thick) } else { (thick, long) };
        path = path.to(x, y).line(x + long, y).line(x + long, y + thick).line(x, y + thick).close();
    }
    let fill = Some(Fill::Solid(Color::from(PaletteRole::Text).at(0.08)));
    Node::decoration(
        Rect::CANVAS,
        NodeKind::Shape(Shape { form: ShapeForm::Path(path), fill, stroke: None, shadow: None }),
    )
}
