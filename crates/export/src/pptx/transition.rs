//! Writes the transition to a slide as one of PowerPoint's own transitions.

use scene::Transition;

use super::xml::Xml;

const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const POWERPOINT_2010: &str = "http://schemas.microsoft.com/office/powerpoint/2010/main";
const POWERPOINT_2015: &str = "http://schemas.microsoft.com/office/powerpoint/2015/09/main";

/// Writes the transition of a slide. Programs that do not support a newer transition fade instead. With `by_word`, a
/// morph moves words one by one.
pub(super) fn write(xml: &mut Xml, transition: Transition, by_word: bool) {
    match transition {
        Transition::None => {}
        Transition::Fade => write_element(xml, "p:fade", &[]),
        Transition::Slide => write_element(xml, "p:cover", &[("dir", &"l")]),
        Transition::Push => write_element(xml, "p:push", &[("dir", &"l")]),
        Transition::Cube => write_with_fallback(xml, ("p14", "xmlns:p14", POWERPOINT_2010), "p14:prism", &[]),
        Transition::Morph => {
            let option = if by_word { "byWord" } else { "byObject" };
            write_with_fallback(xml, ("p159", "xmlns:p159", POWERPOINT_2015), "p159:morph", &[("option", &option)]);
        }
    }
}

/// Writes a transition with its element.
fn write_element(xml: &mut Xml, element: &'static str, attributes: &[(&'static str, &dyn std::fmt::Display)]) {
    xml.open("p:transition", &[("spd", &"med")]);
    xml.empty(element, attributes);
    xml.close();
}

/// Writes a transition of a newer namespace, with a fade for programs that do not support it.
fn write_with_fallback(
    xml: &mut Xml,
    (prefix, declaration, namespace): (&'static str, &'static str, &'static str),
    element: &'static str,
    attributes: &[(&'static str, &dyn std::fmt::Display)],
) {
    xml.open("mc:AlternateContent", &[("xmlns:mc", &COMPATIBILITY)]);
    xml.open("mc:Choice", &[(declaration, &namespace), ("Requires", &prefix)]);
    write_element(xml, element, attributes);
    xml.close();
    xml.open("mc:Fallback", &[]);
    write_element(xml, "p:fade", &[]);
    xml.close();
    xml.close();
}
