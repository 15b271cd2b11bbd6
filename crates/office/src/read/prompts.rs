//! Completes masters without text styles, as LibreOffice writes them. In these files only the prompt of a placeholder
//! has its look, and placeholders of a layout have no numbers.
//!
//! Slides do not inherit the look of a prompt, and they find a placeholder by its number. So each placeholder gets the
//! look of its prompt as a list style, and a number. LibreOffice writes the layouts of all masters with the positions
//! and prompts of one of them, so titles and bodies of a layout are changed to inherit those of their master.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::error::ReadError;

/// The number of the first placeholder that gets one. Programs count from 1, and use 10 to 12 for footers.
const FIRST_NUMBER: usize = 101;
/// The levels of a list style.
const LEVELS: usize = 9;

/// Returns the text of a master, with list styles of its placeholders if it has no text styles, and whether it has
/// none. Fails when the text is not well-formed.
pub(super) fn master(part: &str, text: String) -> Result<(String, bool), ReadError> {
    let lacks_styles = !text.contains(":txStyles") && !text.contains("<txStyles");
    let text = if lacks_styles { styled(part, &text, false)? } else { text };
    Ok((text, lacks_styles))
}

/// Returns the text of a master or layout, with list styles and numbers of its placeholders. Fails when the text is not
/// well-formed.
pub(super) fn styled(part: &str, text: &str, is_layout: bool) -> Result<String, ReadError> {
    let mut reader = Reader::from_str(text);
    let mut open_elements: Vec<(&str, usize)> = Vec::new();
    let mut shape = Shape::default();
    let mut replacements: Vec<(Range<usize>, String)> = Vec::new();
    let mut numbers = FIRST_NUMBER..;
    let mut body_transforms: Vec<Option<Range<usize>>> = Vec::new();
    let mut start = 0;
    loop {
        let event = reader.read_event().map_err(|error| ReadError::damaged(part, &error))?;
        let end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len());
        let name = text.get(start..end).map(local_name).unwrap_or_default();
        match event {
            Event::Start(_) => {
                open_elements.push((name, start));
                match name {
                    "sp" => shape = Shape::default(),
                    "p" => shape.paragraph = Prompt::default(),
                    _ => shape.has_style |= name == "lstStyle",
                }
            }
            Event::Empty(_) => {
                shape.close(text, name, start..end, &open_elements);
                if name == "ph" && is_layout && !shape.is_footer() && !text[start..end].contains(" idx=") {
                    let number = numbers.next().unwrap_or(FIRST_NUMBER);
                    let at = end - "/>".len();
                    replacements.push((at..at, format!(" idx=\"{number}\"")));
                }
            }
            Event::End(_) => {
                let Some((name, from)) = open_elements.pop() else { break };
                shape.close(text, name, from..end, &open_elements);
                if name == "sp" {
                    match shape.kind.as_deref() {
                        Some("title" | "ctrTitle") if is_layout => {
                            replacements.extend(shape.transform.take().map(|range| (range, String::new())));
                        }
                        Some("" | "obj" | "body") if is_layout => body_transforms.push(shape.transform.take()),
                        _ => replacements.extend(shape.style(text)),
                    }
                }
            }
            Event::Eof => break,
            _ => {}
        }
        start = end;
    }
    if let [Some(only)] = &body_transforms[..] {
        replacements.push((only.clone(), String::new()));
    }
    replacements.sort_by_key(|(range, _)| range.start);
    let mut styled = String::with_capacity(text.len() + 1024);
    let mut copied = 0;
    for (range, replacement) in replacements {
        styled.push_str(text.get(copied..range.start).unwrap_or_default());
        styled.push_str(&replacement);
        copied = range.end;
    }
    styled.push_str(text.get(copied..).unwrap_or_default());
    Ok(styled)
}

/// The first paragraph of a level: its properties, and those of its text.
#[derive(Debug, Clone, Default)]
struct Prompt {
    level: usize,
    paragraph: Option<Range<usize>>,
    run: Option<Range<usize>>,
}

/// The part of the current shape that was read so far.
#[derive(Debug, Default)]
struct Shape {
    /// Its type of placeholder, if it is one.
    kind: Option<String>,
    has_style: bool,
    /// The byte range to replace by its list style: an empty one after the properties of its text body, or that of its
    /// own list style.
    style_range: Option<Range<usize>>,
    /// The byte range of its `xfrm`, the position on the slide.
    transform: Option<Range<usize>>,
    paragraph: Prompt,
    prompts: [Option<Prompt>; LEVELS],
}

impl Shape {
    /// Adds an element of the shape that was closed.
    fn close(&mut self, text: &str, name: &str, range: Range<usize>, open_elements: &[(&str, usize)]) {
        let parent = open_elements.last().map(|(name, _)| *name).unwrap_or_default();
        match (name, parent) {
            ("ph", _) => self.kind = Some(attribute(&text[range], "type").unwrap_or_default().to_owned()),
            ("xfrm", "spPr") => self.transform = Some(range),
            ("bodyPr", "txBody") => self.style_range = Some(range.end..range.end),
            ("lstStyle", "txBody") => self.style_range = Some(range),
            ("pPr", "p") => {
                self.paragraph.level =
                    attribute(&text[range.clone()], "lvl").and_then(|level| level.parse().ok()).unwrap_or(0);
                self.paragraph.paragraph = Some(range);
            }
            ("rPr", _) | ("endParaRPr", "p") => _ = self.paragraph.run.get_or_insert(range),
            ("p", "txBody") => {
                let prompt = std::mem::take(&mut self.paragraph);
                if let Some(free @ None) = self.prompts.get_mut(prompt.level) {
                    *free = Some(prompt);
                }
            }
            _ => {}
        }
    }

    fn is_footer(&self) -> bool {
        matches!(self.kind.as_deref(), Some("dt" | "ftr" | "sldNum"))
    }

    /// The list style of a placeholder, and the byte range to replace by it. `None` if it gets no list style.
    fn style(&self, text: &str) -> Option<(Range<usize>, String)> {
        let levels: String = self.prompts.iter().flatten().map(|prompt| prompt.style(text)).collect();
        let is_plain = self.kind.is_some() && !self.has_style && !levels.is_empty();
        let range = self.style_range.clone().filter(|_| is_plain)?;
        Some((range, format!("<a:lstStyle>{levels}</a:lstStyle>")))
    }
}

impl Prompt {
    /// The list style of its level.
    fn style(&self, text: &str) -> String {
        let level = self.level + 1;
        let (attributes, inner) = self.paragraph.clone().map(|range| parts(&text[range])).unwrap_or_default();
        let attributes = attributes.split(' ').filter(|attribute| !attribute.starts_with("lvl="));
        let attributes: Vec<&str> = attributes.collect();
        let inner = if inner.contains("defRPr") { "" } else { inner };
        let run = self.run.clone().map(|range| {
            let (attributes, inner) = parts(&text[range]);
            format!("<a:defRPr{attributes}>{inner}</a:defRPr>")
        });
        let (attributes, run) = (attributes.join(" "), run.unwrap_or_default());
        format!("<a:lvl{level}pPr{attributes}>{inner}{run}</a:lvl{level}pPr>")
    }
}

/// The attributes of an element with the space before each, and its content.
fn parts(element: &str) -> (&str, &str) {
    let tag = element.find('>').unwrap_or(element.len());
    let head = element.get(..tag).unwrap_or_default().trim_end_matches('/');
    let attributes = head.find(' ').and_then(|at| head.get(at..)).unwrap_or_default().trim_end();
    let end = element.rfind("</").unwrap_or(tag);
    (attributes, element.get(tag + 1..end).unwrap_or_default())
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let head = tag.get(..tag.find('>')?)?;
    let (_, value) = head.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}

/// The name of a tag without its prefix.
fn local_name(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    let name = name.split(|letter: char| letter.is_whitespace() || letter == '>' || letter == '/').next();
    let name = name.unwrap_or_default();
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(placeholder: &str, paragraphs: &str) -> String {
        format!(
            "<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr anchor=\"t\"><a:normAutofit/>\
             </a:bodyPr>{paragraphs}</p:txBody></p:sp>"
        )
    }

    fn check(placeholder: &str, paragraphs: &str, is_layout: bool) -> String {
        let text = format!("<p:x>{}</p:x>", shape(placeholder, paragraphs));
        let styled = styled("x.xml", &text, is_layout).unwrap();
        let from = styled.find("<a:lstStyle>").unwrap_or(0);
        let to = styled.find("</a:lstStyle>").map_or(0, |at| at + "</a:lstStyle>".len());
        assert_eq!(format!("{}{}", &styled[..from], &styled[to..]).replace(" idx=\"101\"", ""), text);
        styled[from..to].to_owned()
    }

    #[test]
    fn a_prompt_becomes_the_style_of_its_level() {
        let prompts = "<a:p><a:pPr marL=\"9\" indent=\"-9\"><a:buChar char=\"•\"/></a:pPr><a:r><a:rPr sz=\"2400\"><a:x/></a:rPr>\
                       <a:t>Click</a:t></a:r><a:endParaRPr sz=\"1\"/></a:p><a:p><a:pPr lvl=\"1\" marL=\"18\"/><a:endParaRPr \
                       sz=\"2000\"/></a:p>";
        assert_eq!(
            check("<p:ph type=\"body\"/>", prompts, false),
            "<a:lstStyle><a:lvl1pPr marL=\"9\" indent=\"-9\"><a:buChar char=\"•\"/><a:defRPr sz=\"2400\"><a:x/></a:defRPr>\
             </a:lvl1pPr><a:lvl2pPr marL=\"18\"><a:defRPr sz=\"2000\"></a:defRPr></a:lvl2pPr></a:lstStyle>"
        );
    }

    #[test]
    fn titles_and_bodies_of_a_layout_inherit_position_and_look_from_the_master() {
        let prompt = "<a:p><a:pPr indent=\"0\"><a:buNone/></a:pPr><a:endParaRPr sz=\"3200\"/></a:p>";
        assert_eq!(check("<p:ph/>", prompt, true), "");
        assert_eq!(
            check("<p:ph type=\"subTitle\"/>", prompt, true),
            "<a:lstStyle><a:lvl1pPr indent=\"0\"><a:buNone/><a:defRPr sz=\"3200\"></a:defRPr></a:lvl1pPr></a:lstStyle>"
        );
        let placed = |kind: &str| {
            format!(
                "<p:sp><p:nvPr><p:ph idx=\"1\"{kind}/></p:nvPr><p:spPr><a:xfrm><a:off x=\"9\"/></a:xfrm></p:spPr></p:sp>"
            )
        };
        let layout = |bodies: usize| format!("<p:x>{}{}</p:x>", placed(" type=\"title\""), placed("").repeat(bodies));
        let places = |bodies: usize| styled("x.xml", &layout(bodies), true).unwrap().matches("<a:xfrm>").count();
        assert_eq!((places(1), places(2)), (0, 2));
    }

    #[test]
    fn placeholders_of_a_layout_get_numbers() {
        let two = format!("<p:x>{}{}</p:x>", shape("<p:ph/>", ""), shape("<p:ph idx=\"1\"/>", ""));
        let styled = styled("x.xml", &two, true).unwrap();
        assert_eq!(styled, two.replacen("<p:ph/>", "<p:ph idx=\"101\"/>", 1));
    }
}
