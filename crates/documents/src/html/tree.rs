//! Parses HTML into a tree, as a browser does.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, LocalName, ParseOpts, QualName, ns, parse_document};

use super::attributes::with_bounded_tags;
use crate::ReadError;

/// How deep the elements of a page may nest. The time that parsing takes grows with it.
const MAX_NESTING: usize = 600;
/// Bytes of a page that are parsed before the limits are checked again.
const PIECE_BYTES: usize = 1_024;

/// The nodes of a page, addressed by their index. The first is the document.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    content: NodeContent,
    parent: Option<usize>,
    /// Number of nodes above it.
    depth: usize,
    children: Vec<usize>,
}

enum NodeContent {
    /// The document, a comment, or a node beyond the limits.
    Other,
    Text(String),
    Element(Rc<QualName>, Vec<Attribute>),
}

impl Tree {
    /// Parses a page.
    ///
    /// # Errors
    /// Fails when the page has more than `max_count` nodes and attributes, or elements that nest too deep.
    pub(super) fn parse(html: &str, max_count: usize) -> Result<Self, ReadError> {
        let html = with_bounded_tags(html);
        let document = Node { content: NodeContent::Other, parent: None, depth: 0, children: Vec::new() };
        let nodes = RefCell::new(vec![document]);
        let sink = Sink { nodes, max_count, count: Cell::new(0), is_too_deep: Cell::new(false) };
        let mut parser = parse_document(sink, ParseOpts::default());
        let mut rest: &str = &html;
        while !rest.is_empty() {
            let mut length = rest.len().min(PIECE_BYTES);
            while !rest.is_char_boundary(length) {
                length += 1;
            }
            let (piece, after) = rest.split_at(length);
            parser.process(StrTendril::from(piece));
            parser.tokenizer.sink.sink.check_limits()?;
            rest = after;
        }
        Ok(Self { nodes: parser.finish() })
    }

    pub(super) fn children(&self, index: usize) -> &[usize] {
        &self.nodes[index].children
    }

    /// The name of an element in lower case; empty for other nodes.
    pub(super) fn name(&self, index: usize) -> &str {
        match &self.nodes[index].content {
            NodeContent::Element(name, _) => &name.local,
            _ => "",
        }
    }

    pub(super) fn text(&self, index: usize) -> Option<&str> {
        match &self.nodes[index].content {
            NodeContent::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn attribute(&self, index: usize, name: &str) -> Option<&str> {
        match &self.nodes[index].content {
            NodeContent::Element(_, attributes) => {
                attributes.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
            }
            _ => None,
        }
    }

    /// A node and everything in it, in order.
    pub(super) fn all(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut open = vec![index];
        std::iter::from_fn(move || {
            let index = open.pop()?;
            open.extend(self.nodes[index].children.iter().rev());
            Some(index)
        })
    }

    /// The first element of a name in a node.
    pub(super) fn find(&self, index: usize, name: &str) -> Option<usize> {
        self.all(index).find(|node| self.name(*node) == name)
    }

    /// All text in a node.
    pub(super) fn all_text(&self, index: usize) -> String {
        let mut text = String::new();
        for node in self.all(index) {
            if let Some(piece) = self.text(node) {
                text.push_str(piece);
            } else if self.name(node) == "br" {
                text.push('\n');
            }
        }
        text
    }
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    /// Maximum number of nodes and attributes.
    max_count: usize,
    /// Nodes and attributes so far.
    count: Cell<usize>,
    /// Whether elements nest deeper than they may.
    is_too_deep: Cell<bool>,
}

/// How the parser refers to a node.
#[derive(Clone)]
struct Handle {
    index: usize,
    /// The name of an element; empty for other nodes.
    name: Rc<QualName>,
    is_integration_point: bool,
}

impl Sink {
    /// Fails when the nodes so far exceed a limit.
    fn check_limits(&self) -> Result<(), ReadError> {
        if self.is_too_deep.get() {
            return Err(ReadError::TooMany { what: "elements in one another", limit: MAX_NESTING });
        }
        if self.count.get() > self.max_count {
            return Err(ReadError::TooMany { what: "elements, attributes and texts", limit: self.max_count });
        }
        Ok(())
    }

    /// Adds a node without a parent. Returns its index.
    fn add(&self, content: NodeContent) -> usize {
        let attributes = if let NodeContent::Element(_, attributes) = &content { attributes.len() } else { 0 };
        self.count.set(self.count.get() + 1 + attributes);
        // Content over the limit is dropped at once, not only when the limits are checked after this piece of the page:
        // a few bytes can make the parser repeat hundreds of elements.
        let content = if self.count.get() > self.max_count { NodeContent::Other } else { content };
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { content, parent: None, depth: 0, children: Vec::new() });
        nodes.len() - 1
    }

    /// Makes a node the child of another at a position. A text is appended to a text before it.
    fn insert(&self, parent: usize, position: usize, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node.index,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = position.checked_sub(1).map(|before| nodes[parent].children[before]);
                if let Some(before) = before
                    && let NodeContent::Text(existing) = &mut nodes[before].content
                {
                    existing.push_str(&text);
                    return;
                }
                drop(nodes);
                self.add(NodeContent::Text(text.to_string()))
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes[parent].depth + 1;
        if depth > MAX_NESTING {
            self.is_too_deep.set(true);
        }
        nodes[child].parent = Some(parent);
        nodes[child].depth = depth;
        nodes[parent].children.insert(position, child);
    }

    /// The parent of a node and the position of the node among its children.
    fn position(&self, index: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[index].parent?;
        let position = nodes[parent].children.iter().rposition(|child| *child == index)?;
        Some((parent, position))
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Vec<Node>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { index: 0, name: no_name(), is_integration_point: false }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let name = Rc::new(name);
        let index = self.add(NodeContent::Element(Rc::clone(&name), attributes));
        Handle { index, name, is_integration_point: flags.mathml_annotation_xml_integration_point }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        Handle { index: self.add(NodeContent::Other), name: no_name(), is_integration_point: false }
    }

    fn create_pi(&self, _: StrTendril, text: StrTendril) -> Handle {
        self.create_comment(text)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let end = self.nodes.borrow()[parent.index].children.len();
        self.insert(parent.index, end, child);
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &new_node {
            self.remove_from_parent(node);
        }
        if let Some((parent, position)) = self.position(sibling.index) {
            self.insert(parent, position, new_node);
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, prev_element: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.nodes.borrow()[element.index].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.index == y.index
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<Attribute>) {
        if let NodeContent::Element(_, attributes) = &mut self.nodes.borrow_mut()[target.index].content {
            for attribute in more {
                if !attributes.iter().any(|existing| existing.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        if let Some((parent, position)) = self.position(target.index) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(position);
            nodes[target.index].parent = None;
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[node.index].children);
        for child in &children {
            nodes[*child].parent = Some(new_parent.index);
        }
        nodes[new_parent.index].children.extend(children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.is_integration_point
    }
}

fn no_name() -> Rc<QualName> {
    Rc::new(QualName::new(None, ns!(), LocalName::default()))
}
