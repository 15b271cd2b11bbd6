//! The space between two parts (The TeXbook, chapter 18).

use crate::tree::{Class, Level};

/// The class of a part with regard to its neighbours: a binary operator without a left or right operand is ordinary.
pub(super) fn resolved(own: Class, before: Option<Class>, next: Option<Class>) -> Class {
    use Class::{Binary, Close, Open, Operator, Ordinary, Punctuation, Relation};
    let lacks_left = matches!(before, None | Some(Binary | Operator | Relation | Open | Punctuation));
    let lacks_right = matches!(next, None | Some(Relation | Close | Punctuation));
    if own == Binary && (lacks_left || lacks_right) { Ordinary } else { own }
}

/// The space between two classes in ems.
pub(super) fn between(left: Class, right: Class, level: Level) -> f32 {
    use Class::{Binary, Close, Inner, Open, Operator, Ordinary, Punctuation, Relation};
    const NONE: f32 = 0.0;
    const THIN: f32 = 3.0 / 18.0;
    const MEDIUM: f32 = 4.0 / 18.0;
    const THICK: f32 = 5.0 / 18.0;
    let small = level >= Level::Script;
    let large_only = |space: f32| if small { NONE } else { space };
    match (left, right) {
        (Ordinary | Close | Inner, Operator) | (Operator, Ordinary | Operator) => THIN,
        (Operator | Ordinary | Close | Inner, Relation) | (Relation, Ordinary | Operator | Open | Inner) => {
            large_only(THICK)
        }
        (Ordinary | Close | Inner, Binary) | (Binary, Ordinary | Operator | Open | Inner) => large_only(MEDIUM),
        (Ordinary | Close | Operator, Inner) | (Inner, Ordinary | Open | Punctuation | Inner) | (Punctuation, _) => {
            large_only(THIN)
        }
        _ => NONE,
    }
}
