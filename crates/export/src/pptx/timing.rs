//! Builds: parts of a slide that appear on a click.

use super::xml::Xml;

/// The parts of a slide that appear, each at a step.
#[derive(Debug, Default)]
pub(super) struct Builds(Vec<(usize, Part)>);

/// Something that appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A shape with words of its own.
    Words(u32),
    /// One paragraph of a shape, from 0.
    Paragraph(u32, usize),
    /// Anything else.
    Thing(u32),
}

impl Part {
    fn shape(self) -> u32 {
        let (Part::Words(id) | Part::Paragraph(id, _) | Part::Thing(id)) = self;
        id
    }
}

impl Builds {
    pub(super) fn add(&mut self, step: usize, part: Part) {
        self.0.push((step, part));
    }

    /// Writes the clicks in the order of the steps; nothing when there are none.
    pub(super) fn write(mut self, xml: &mut Xml) {
        if self.0.is_empty() {
            return;
        }
        self.0.sort_by_key(|(step, _)| *step);
        let mut clock = Clock { xml, next: 1 };
        clock.xml.open("p:timing", &[]);
        clock.xml.open("p:tnLst", &[]);
        clock.xml.open("p:par", &[]);
        clock.node(&[("dur", &"indefinite"), ("restart", &"never"), ("nodeType", &"tmRoot")]);
        clock.xml.open("p:childTnLst", &[]);
        clock.xml.open("p:seq", &[("concurrent", &1), ("nextAc", &"seek")]);
        clock.node(&[("dur", &"indefinite"), ("nodeType", &"mainSeq")]);
        clock.xml.open("p:childTnLst", &[]);
        for click in self.0.chunk_by(|one, other| one.0 == other.0) {
            clock.click(click);
        }
        clock.closed(2);
        for (list, event) in [("p:prevCondLst", "onPrev"), ("p:nextCondLst", "onNext")] {
            clock.xml.open(list, &[]);
            clock.xml.open("p:cond", &[("evt", &event), ("delay", &0)]);
            clock.xml.open("p:tgtEl", &[]);
            clock.xml.empty("p:sldTgt", &[]);
            clock.closed(3);
        }
        clock.closed(5);
        self.build_list(xml);
        xml.close();
    }

    fn build_list(&self, xml: &mut Xml) {
        let mut lists: Vec<(u32, bool)> = Vec::new();
        for (_, part) in &self.0 {
            let entry = match part {
                Part::Words(id) => (*id, false),
                Part::Paragraph(id, _) => (*id, true),
                Part::Thing(_) => continue,
            };
            if !lists.contains(&entry) {
                lists.push(entry);
            }
        }
        if lists.is_empty() {
            return;
        }
        xml.open("p:bldLst", &[]);
        for (id, by_paragraph) in lists {
            if by_paragraph {
                xml.empty("p:bldP", &[("spid", &id), ("grpId", &0), ("build", &"p")]);
            } else {
                xml.empty("p:bldP", &[("spid", &id), ("grpId", &0), ("animBg", &1)]);
            }
        }
        xml.close();
    }
}

/// Writes time nodes, which are numbered through.
struct Clock<'x> {
    xml: &'x mut Xml,
    next: u32,
}

impl Clock<'_> {
    /// Opens a time node.
    fn node(&mut self, attributes: super::xml::Attributes<'_>) {
        let id = self.next;
        self.next += 1;
        let mut all: Vec<(&str, &dyn std::fmt::Display)> = vec![("id", &id)];
        all.extend(attributes);
        self.xml.open("p:cTn", &all);
    }

    fn closed(&mut self, count: usize) {
        (0..count).for_each(|_| self.xml.close());
    }

    fn starts(&mut self, delay: &str) {
        self.xml.open("p:stCondLst", &[]);
        self.xml.empty("p:cond", &[("delay", &delay)]);
        self.xml.close();
    }

    /// What appears at one click.
    fn click(&mut self, parts: &[(usize, Part)]) {
        for delay in ["indefinite", "0"] {
            self.xml.open("p:par", &[]);
            self.node(&[("fill", &"hold")]);
            self.starts(delay);
            self.xml.open("p:childTnLst", &[]);
        }
        for (index, (_, part)) in parts.iter().enumerate() {
            self.appear(*part, if index == 0 { "clickEffect" } else { "withEffect" });
        }
        self.closed(6);
    }

    fn appear(&mut self, part: Part, trigger: &str) {
        self.xml.open("p:par", &[]);
        // The first effect of the office program's own list: appear.
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> =
            vec![("presetID", &1), ("presetClass", &"entr"), ("presetSubtype", &0), ("fill", &"hold")];
        if !matches!(part, Part::Thing(_)) {
            attributes.push(("grpId", &0));
        }
        attributes.push(("nodeType", &trigger));
        self.node(&attributes);
        self.starts("0");
        self.xml.open("p:childTnLst", &[]);
        self.xml.open("p:set", &[]);
        self.xml.open("p:cBhvr", &[]);
        self.node(&[("dur", &1), ("fill", &"hold")]);
        self.starts("0");
        self.xml.close();
        self.xml.open("p:tgtEl", &[]);
        match part {
            Part::Paragraph(id, index) => {
                self.xml.open("p:spTgt", &[("spid", &id)]);
                self.xml.open("p:txEl", &[]);
                self.xml.empty("p:pRg", &[("st", &index), ("end", &index)]);
                self.closed(2);
            }
            _ => self.xml.empty("p:spTgt", &[("spid", &part.shape())]),
        }
        self.xml.close();
        self.xml.open("p:attrNameLst", &[]);
        self.xml.words("p:attrName", &[], "style.visibility");
        self.closed(2);
        self.xml.open("p:to", &[]);
        self.xml.empty("p:strVal", &[("val", &"visible")]);
        self.closed(5);
    }
}
