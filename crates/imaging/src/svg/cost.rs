//! The cost of expanding the references of a picture, estimated before a renderer expands them.
//!
//! Reads sanitised copies only. References multiply, so a small file can expand to billions of shapes. The cost of an
//! element is the sum of its own cost, that of its children and that of everything it refers to. The target of a `use`
//! element may inherit paint from it, so its cost is multiplied by one plus the cost of that paint. The sum is an upper
//! bound.

use std::collections::HashMap;
use std::rc::Rc;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::{Error, decode, kind_of};

/// The maximum cost of a picture. A cost of 1 is about that of a simple element.
const MAX_COST: u64 = 500_000;
/// The maximum nesting depth after references are expanded.
const MAX_DEPTH: usize = 160;
/// Bytes of path data that cost as much as an element.
const BYTES_PER_UNIT: usize = 32;
/// Pixels of an embedded picture that cost as much as an element.
const PIXELS_PER_UNIT: u64 = 64;

/// The maximum number of pairs of an element and a selector that are matched.
const MAX_MATCHES: u64 = 50_000_000;
/// The maximum number of declarations of style sheets, counted once for each selector of their rule, because a renderer
/// copies them.
const MAX_DECLARATIONS: u64 = 1_000_000;
/// The maximum number of pairs of an element and a declaration, counted in the same way.
const MAX_APPLIED: u64 = 200_000_000;
/// The maximum number of bytes of declarations that are searched for references, for all elements.
const MAX_SEARCHED: u64 = 200_000_000;
/// The maximum number of bytes of class names that are compared with selectors.
const MAX_COMPARED: u64 = 2_000_000_000;

/// Elements that are painted. Gradients and their stops inherit paint too, but do not use it.
const PAINTED: [&str; 11] =
    ["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text", "textPath", "tspan", "use"];

/// Properties that refer to paint, which descendants inherit.
const PAINT_PROPERTIES: [&str; 6] = ["fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end"];

/// Base64 as browsers decode it, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Fails when a sanitised picture expands too far, too deep or into itself.
pub(super) fn check(copy: &str) -> Result<(), Error> {
    let mut graph = Graph::default();
    graph.read(copy)?;
    let mut costs = Costs { graph: &graph, states: vec![CostState::Unknown; graph.elements.len()] };
    let (cost, _) = costs.cost(0, 0)?;
    graph.check_rules(cost)
}

/// An id as a number. It saves memory, since a picture may have many references to few ids.
type IdNumber = u32;

#[derive(Default)]
struct Element {
    /// The cost without children and references.
    own: u64,
    is_use: bool,
    is_painted: bool,
    children: Vec<usize>,
    /// The ids it refers to, except for paint.
    references: Vec<IdNumber>,
    /// For each of [`PAINT_PROPERTIES`], the id of its paint, which may be inherited.
    paint: [Option<IdNumber>; PAINT_PROPERTIES.len()],
}

#[derive(Default)]
struct Graph {
    elements: Vec<Element>,
    id_numbers: HashMap<String, IdNumber>,
    /// The element with each id, if there is one.
    elements_by_id: Vec<Option<usize>>,
    /// The number of selectors in the style sheets.
    selector_count: u64,
    /// The number of declarations in the style sheets, counted for each selector of their rule.
    declaration_count: u64,
    /// Bytes of declarations that were searched for references.
    searched: u64,
    /// Bytes of class names that were compared with selectors.
    compared: u64,
    /// The rules that refer to an id.
    rules: Vec<Rule>,
}

/// A rule of a style sheet that refers to an id.
struct Rule {
    /// The last part of its selector.
    selector_end: String,
    /// The declarations, which the selectors of a rule share.
    declarations: Rc<str>,
}

impl Graph {
    /// Fails when so many elements cannot be matched with the style rules in acceptable time.
    fn check_rules(&self, elements: u64) -> Result<(), Error> {
        let is_acceptable = elements.saturating_mul(self.selector_count) <= MAX_MATCHES
            && self.declaration_count <= MAX_DECLARATIONS
            && elements.saturating_mul(self.declaration_count) <= MAX_APPLIED
            && self.searched <= MAX_SEARCHED
            && self.compared <= MAX_COMPARED;
        if is_acceptable { Ok(()) } else { Err(Error::TooComplex("it has too many style rules")) }
    }

    fn id_number(&mut self, id: &str) -> IdNumber {
        if let Some(&number) = self.id_numbers.get(id) {
            return number;
        }
        let number = IdNumber::try_from(self.elements_by_id.len()).unwrap_or(IdNumber::MAX);
        self.id_numbers.insert(id.to_owned(), number);
        self.elements_by_id.push(None);
        number
    }

    fn element_with_id(&self, number: IdNumber) -> Option<usize> {
        *self.elements_by_id.get(number as usize)?
    }

    /// Adds the elements and the style rules of a picture.
    fn read(&mut self, copy: &str) -> Result<(), Error> {
        self.read_rules(copy)?;
        let mut reader = Reader::from_str(copy);
        let mut stack: Vec<usize> = Vec::new();
        loop {
            match reader.read_event().map_err(Error::broken)? {
                Event::Start(start) => {
                    let index = self.add(&start, stack.last().copied())?;
                    stack.push(index);
                }
                Event::Empty(start) => {
                    self.add(&start, stack.last().copied())?;
                }
                Event::End(_) => drop(stack.pop()),
                // Each letter is shaped and painted.
                Event::Text(text) => {
                    if let Some(&index) = stack.last() {
                        self.elements[index].own += text.len() as u64;
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// Counts the style rules of a picture, and adds those that refer to an id.
    fn read_rules(&mut self, copy: &str) -> Result<(), Error> {
        let mut reader = Reader::from_str(copy);
        let mut in_style = false;
        loop {
            match reader.read_event().map_err(Error::broken)? {
                Event::Start(start) => in_style = start.name().as_ref() == "style",
                Event::End(_) => in_style = false,
                Event::Text(text) if in_style => {
                    for rule in text.split('}') {
                        let Some((selectors, declarations)) = rule.rsplit_once('{') else {
                            self.selector_count += 1;
                            continue;
                        };
                        let selectors = selectors.rsplit('{').next().unwrap_or(selectors);
                        let count = selectors.split(',').count() as u64;
                        self.selector_count += count;
                        self.declaration_count += count.saturating_mul(declarations.split(';').count() as u64);
                        self.check_rules(0)?;
                        if !declarations.contains("url(") {
                            continue;
                        }
                        let declarations: Rc<str> = declarations.into();
                        for selector in selectors.split(',') {
                            // The text is escaped, so the child combinator is `&gt;`, which ends at the semicolon.
                            let end = selector.rsplit([' ', ';', '+', '~']).next().unwrap_or_default();
                            let declarations = Rc::clone(&declarations);
                            self.rules.push(Rule { selector_end: end.to_owned(), declarations });
                        }
                    }
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    /// Adds an element. Returns its index.
    fn add(&mut self, start: &BytesStart<'_>, parent: Option<usize>) -> Result<usize, Error> {
        let index = self.elements.len();
        if index as u64 > MAX_COST {
            return Err(Error::TooComplex("it has too many elements"));
        }
        self.check_rules(index as u64)?;
        let qualified = start.name();
        let name = qualified.as_ref();
        let mut element =
            Element { own: 1, is_use: name == "use", is_painted: PAINTED.contains(&name), ..Element::default() };
        let (mut id, mut classes) = (String::new(), String::new());
        // A renderer does not draw the target of a link or an animation.
        let draws_reference =
            !matches!(name, "a" | "animate" | "animateColor" | "animateMotion" | "animateTransform" | "set" | "mpath");
        let mut own_declarations: Vec<Rc<str>> = Vec::new();
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(Error::broken)?;
            let value = attribute.value.as_ref();
            match attribute.key.as_ref() {
                "id" => value.clone_into(&mut id),
                "class" => value.clone_into(&mut classes),
                "href" | "xlink:href" => match value.strip_prefix('#') {
                    Some(id) if draws_reference => element.references.push(self.id_number(id)),
                    Some(_) => {}
                    None => element.own += embedded_picture_cost(value)?,
                },
                "style" => own_declarations.push(value.into()),
                key => {
                    element.own += (value.len() / BYTES_PER_UNIT) as u64;
                    if value.contains("url(") {
                        own_declarations.push(format!("{key}:{value}").into());
                    }
                }
            }
        }
        self.compared = self.compared.saturating_add(self.selector_count.saturating_mul(classes.len() as u64));
        self.check_rules(index as u64)?;
        let rules = self.rules.iter().filter(|rule| may_match(&rule.selector_end, name, &id, &classes));
        let declarations: Vec<Rc<str>> =
            rules.map(|rule| Rc::clone(&rule.declarations)).chain(own_declarations).collect();
        for declarations in declarations {
            self.searched = self.searched.saturating_add(declarations.len() as u64);
            self.check_rules(index as u64)?;
            self.add_references(&mut element, &declarations);
        }
        if let Some(parent) = parent {
            for property in 0..PAINT_PROPERTIES.len() {
                if element.paint[property].is_none() {
                    element.paint[property] = self.elements[parent].paint[property];
                }
            }
            self.elements[parent].children.push(index);
        }
        if !id.is_empty() {
            let number = self.id_number(&id);
            if let Some(element) = self.elements_by_id.get_mut(number as usize) {
                element.get_or_insert(index);
            }
        }
        self.elements.push(element);
        Ok(index)
    }

    /// Adds the ids that declarations refer to.
    fn add_references(&mut self, element: &mut Element, declarations: &str) {
        for declaration in declarations.split(';') {
            let Some((property, value)) = declaration.split_once(':') else {
                continue;
            };
            let paint = PAINT_PROPERTIES.iter().position(|name| *name == property.trim());
            for part in value.split("url(").skip(1) {
                let id = part.split(')').next().unwrap_or_default();
                let number = self.id_number(id.trim_matches([' ', '"', '\'', '#']));
                match paint {
                    Some(paint) => element.paint[paint] = Some(number),
                    None => element.references.push(number),
                }
            }
        }
    }
}

/// Whether a selector with this last part may match an element. A part that is not a plain name, class or id always
/// may.
fn may_match(selector_end: &str, name: &str, id: &str, classes: &str) -> bool {
    let is_plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    match selector_end.split_at_checked(1) {
        Some((".", class)) if is_plain(class) => classes.split_ascii_whitespace().any(|other| other == class),
        Some(("#", expected)) if is_plain(expected) => id == expected,
        _ if is_plain(selector_end) => selector_end == name,
        _ => true,
    }
}

/// The cost of decoding an embedded picture.
fn embedded_picture_cost(address: &str) -> Result<u64, Error> {
    let Some((_, body)) = address.split_once(',') else {
        return Ok(0);
    };
    let Ok(bytes) = BASE64.decode(body) else { return Ok(0) };
    let Some(kind) = kind_of(&bytes) else { return Ok(0) };
    if decode::has_too_many_scans(&bytes) {
        return Err(Error::TooComplex("a picture inside it has too many scans"));
    }
    let (width, height) = decode::size(&bytes, kind).unwrap_or_default();
    Ok(u64::from(width) * u64::from(height) / PIXELS_PER_UNIT)
}

#[derive(Clone, Copy)]
enum CostState {
    Unknown,
    /// Being computed: a reference to the element is a cycle.
    Pending,
    Known {
        cost: u64,
        height: usize,
    },
}

/// The costs of the elements, computed from the root.
struct Costs<'a> {
    graph: &'a Graph,
    states: Vec<CostState>,
}

impl Costs<'_> {
    /// The cost of an element at a depth of the expanded tree, and the height of the tree below it. Fails when a limit
    /// is exceeded or the element refers to itself.
    fn cost(&mut self, index: usize, depth: usize) -> Result<(u64, usize), Error> {
        let too_deep = Error::TooComplex("it nests too deep");
        match self.states[index] {
            CostState::Pending => return Err(Error::TooComplex("it refers to itself")),
            CostState::Known { height, .. } if depth + height > MAX_DEPTH => return Err(too_deep),
            CostState::Known { cost, height } => return Ok((cost, height)),
            CostState::Unknown if depth > MAX_DEPTH => return Err(too_deep),
            CostState::Unknown => self.states[index] = CostState::Pending,
        }
        let graph = self.graph;
        let element = &graph.elements[index];
        let (mut cost, mut height) = (element.own, 0);
        let mut cost_below = |costs: &mut Self, index: usize| -> Result<u64, Error> {
            let (cost, below) = costs.cost(index, depth + 1)?;
            height = height.max(below);
            Ok(cost)
        };
        for &child in &element.children {
            cost = cost.saturating_add(cost_below(self, child)?);
        }
        let mut paint = 0u64;
        for &id in element.paint.iter().flatten().filter(|_| element.is_painted) {
            if let Some(target) = graph.element_with_id(id) {
                paint = paint.saturating_add(cost_below(self, target)?);
            }
        }
        // A marker is drawn at each point of a path, and the own cost of a path includes its length.
        cost = cost.saturating_add(paint.saturating_mul(element.own));
        for &id in &element.references {
            if let Some(target) = graph.element_with_id(id) {
                let reused = cost_below(self, target)?;
                let factor = if element.is_use { paint.saturating_add(1) } else { 1 };
                cost = cost.saturating_add(reused.saturating_mul(factor));
            }
        }
        if cost > MAX_COST {
            return Err(Error::TooComplex("its references expand too far"));
        }
        let height = height + 1;
        self.states[index] = CostState::Known { cost, height };
        Ok((cost, height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_and_declarations_multiply() {
        let sheet = |selectors: usize, declarations: &str, count: usize| {
            format!("<svg><style>{}{{{}}}</style></svg>", vec![".a"; selectors].join(","), declarations.repeat(count))
        };
        for declarations in ["fill:red;", "fill:url(#a);"] {
            assert!(check(&sheet(5_000, declarations, 5_000)).is_err(), "{declarations}");
            assert_eq!(check(&sheet(50, declarations, 50)), Ok(()), "{declarations}");
        }
        let rect = "<rect class=\"a\"/>".repeat(10_000);
        let all = sheet(1, "fill:red;", 40_000).replace("</svg>", &format!("{rect}</svg>"));
        assert!(check(&all).is_err());
        let long = format!("<style>.a{{fill:{}}}</style>", "url(#a) ".repeat(40_000));
        assert!(check(&format!("<svg>{long}{rect}</svg>")).is_err());
    }
}
