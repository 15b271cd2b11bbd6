//! Rewrites `\over`, `\choose` and `\tag` in the form that the parser accepts.
//!
//! The two operators of TeX make a fraction or a binomial coefficient of all that is in their group: `{a \over b}`
//! becomes `{\frac{a}{b}}`. A group is between braces, between `\left` and `\right`, a cell of an environment or the
//! whole formula. A tag becomes text at the end of its group.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use crate::Error;
use crate::parse::MAX_DEPTH;
use crate::prepare::{commands, first_argument};

/// The commands that are rewritten here.
pub(crate) const INFIX: [&str; 3] = ["over", "choose", "tag"];

/// Environments with an argument behind their name.
const WITH_ARGUMENT: [&str; 5] = ["array", "subarray", "alignat", "alignat*", "alignedat"];

/// Changes of the notation: the bytes that are replaced, and their replacement.
type Changes = Vec<(Range<usize>, String)>;

/// A group up to the current position.
struct Group {
    /// The byte at which the content begins.
    start: usize,
    /// Whether it is a cell of an environment, which `&` and `\\` end.
    is_cell: bool,
    /// The bytes of the operator, and the command with arguments that replaces it.
    operator: Option<(Range<usize>, &'static str)>,
    /// The text of the tag.
    tag: Option<String>,
}

impl Group {
    fn new(start: usize, is_cell: bool) -> Self {
        Self { start, is_cell, operator: None, tag: None }
    }

    /// Ends the group before the byte `at`.
    fn end(self, at: usize, changes: &mut Changes) {
        if let Some((operator, command)) = self.operator {
            changes.push((self.start..self.start, format!("\\{command}{{")));
            changes.push((operator, "}{".to_owned()));
            changes.push((at..at, "}".to_owned()));
        }
        if let Some(tag) = self.tag {
            changes.push((at..at, format!("\\qquad\\text{{{tag}}}")));
        }
    }
}

/// The notation without `\over`, `\choose` and `\tag`. Fails when two operators are in one group, or groups are nested
/// too deeply.
pub(crate) fn without_infix(notation: Cow<'_, str>) -> Result<Cow<'_, str>, Error> {
    if !commands(&notation).any(|(_, name)| INFIX.contains(&name)) {
        return Ok(notation);
    }
    let mut changes = changes(&notation)?;
    changes.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    let mut rewritten = String::with_capacity(notation.len() * 2);
    let mut copied = 0;
    for (bytes, replacement) in changes {
        rewritten.push_str(&notation[copied..bytes.start]);
        rewritten.push_str(&replacement);
        copied = bytes.end;
    }
    rewritten.push_str(&notation[copied..]);
    Ok(Cow::Owned(rewritten))
}

fn changes(notation: &str) -> Result<Changes, Error> {
    let mut changes = Changes::new();
    let mut outer = Vec::new();
    let mut group = Group::new(0, false);
    let mut at = 0;
    while let Some(found) = notation[at..].find(['\\', '{', '}', '&']) {
        let start = at + found;
        let sign = notation.as_bytes()[start];
        let name = if sign == b'\\' { commands(&notation[start..]).next().map_or("", |(_, name)| name) } else { "" };
        at = start + 1 + name.len();
        match (sign, name) {
            (b'{', _) => outer.push(mem::replace(&mut group, Group::new(at, false))),
            (_, "left") => {
                at = delimiter_end(notation, at);
                outer.push(mem::replace(&mut group, Group::new(at, false)));
            }
            (_, "begin") => {
                at = beginning_end(notation, at);
                outer.push(mem::replace(&mut group, Group::new(at, true)));
            }
            (b'}', _) | (_, "right" | "end") => {
                if let Some(parent) = outer.pop() {
                    mem::replace(&mut group, parent).end(start, &mut changes);
                }
                at = match name {
                    "right" => delimiter_end(notation, at),
                    "end" => first_argument(notation, at).map_or(at, |(_, end)| end),
                    _ => at,
                };
            }
            (b'&', _) | (_, "\\") if group.is_cell => {
                if name == "\\" && notation[at..].starts_with('[') {
                    at += notation[at..].find(']').map_or(0, |length| length + 1);
                }
                mem::replace(&mut group, Group::new(at, true)).end(start, &mut changes);
            }
            (_, "over" | "choose") => {
                let command = if name == "over" { "frac" } else { "binom" };
                if group.operator.replace((start..at, command)).is_some() {
                    let message = "two of `\\over` and `\\choose` are in one group; braces separate them".to_owned();
                    return Err(Error::Syntax { message, at: None });
                }
            }
            (_, "tag") => {
                let is_plain = notation[at..].starts_with('*');
                if let Some((text, end)) = first_argument(notation, at + usize::from(is_plain)) {
                    let text = &notation[text];
                    group.tag = Some(if is_plain { text.to_owned() } else { format!("({text})") });
                    changes.push((start..end, String::new()));
                    at = end;
                }
            }
            _ => {}
        }
        if outer.len() > MAX_DEPTH {
            return Err(Error::TooDeep { max: MAX_DEPTH });
        }
    }
    if outer.is_empty() {
        group.end(notation.len(), &mut changes);
    }
    Ok(changes)
}

/// The byte after the delimiter that follows `\left` or `\right`.
fn delimiter_end(notation: &str, from: usize) -> usize {
    let rest = notation[from..].trim_start();
    let length = match commands(rest).next() {
        Some((0, name)) => 1 + name.len(),
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    notation.len() - rest.len() + length
}

/// The byte after the name and the argument of an environment that begins.
fn beginning_end(notation: &str, from: usize) -> usize {
    let Some((name, end)) = first_argument(notation, from) else { return from };
    if !WITH_ARGUMENT.contains(&&notation[name]) {
        return end;
    }
    first_argument(notation, end).map_or(end, |(_, end)| end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(notation: &str, expected: &str) {
        assert_eq!(without_infix(Cow::Borrowed(notation)).unwrap(), expected, "{notation}");
    }

    #[test]
    fn operators_take_all_of_their_group() {
        check(r"a+b \over c", r"\frac{a+b }{ c}");
        check(r"x = {n \choose k}_1", r"x = {\binom{n }{ k}}_1");
        check(r"{{a\over b} \over \{}", r"{\frac{{\frac{a}{ b}} }{ \{}}");
        check(r"\left\{ a \over b \right) c", r"\left\{\frac{ a }{ b }\right) c");
        check(
            r"\begin{array}{cc} a \over b & c \\[1ex] d \over e \end{array}",
            r"\begin{array}{cc}\frac{ a }{ b }& c \\[1ex]\frac{ d }{ e }\end{array}",
        );
        check(r"a \\ b & \overline c", r"a \\ b & \overline c");
    }

    #[test]
    fn a_tag_is_at_the_end_of_its_line() {
        check(r"\tag{1} a \over b", r"\frac{ a }{ b}\qquad\text{(1)}");
        check(
            r"\begin{aligned} a &= b \tag{2} \\ c &= d \tag*{ii} \end{aligned}",
            r"\begin{aligned} a &= b  \qquad\text{(2)}\\ c &= d  \qquad\text{ii}\end{aligned}",
        );
        check(r"a \tag", r"a \tag");
    }

    #[test]
    fn two_operators_in_one_group_and_deep_groups_are_refused() {
        let refused = |notation: &str| without_infix(Cow::Borrowed(notation)).unwrap_err();
        assert!(matches!(refused(r"a \over b \choose c"), Error::Syntax { .. }));
        assert!(matches!(refused(&format!("{}a \\over b", "{".repeat(MAX_DEPTH + 1))), Error::TooDeep { .. }));
        for broken in [r"} a \over b", r"{a \over b", r"\right) a \over b \end{x}", r"\left", r"\over\begin"] {
            let _ = without_infix(Cow::Borrowed(broken));
        }
    }
}
