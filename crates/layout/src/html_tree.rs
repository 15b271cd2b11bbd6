//! Parses HTML into a tree, as a browser does.
//!
//! Keeps all HTML elements, because each output has its own list of allowed ones. Comments, templates, SVG and MathML
//! are left out, because no output shows them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, LocalName, ParseOpts, QualName, local_name, ns, parse_fragment};
use scene::{HtmlElement, HtmlNode};

/// Maximum nesting depth of elements. Deeper elements are replaced by their content.
const MAX_DEPTH: usize = 256;

/// The tree of a piece of HTML, parsed as the content of a `div`.
pub fn html_tree(html: &str) -> Vec<HtmlNode> {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    parse_fragment(Nodes::default(), ParseOpts::default(), context, Vec::new(), false).one(html)
}

/// The nodes that the parser has created, addressed by their index. The first is the document.
struct Nodes(RefCell<Vec<ParsedNode>>);

struct ParsedNode {
    content: NodeContent,
    parent: Option<usize>,
    children: Vec<usize>,
}

enum NodeContent {
    Document,
    /// A comment or a processing instruction.
    Comment,
    Text(String),
    Element(Rc<QualName>, Vec<Attribute>),
}

/// How the parser refers to a node.
#[derive(Clone)]
struct Handle {
    index: usize,
    /// The name of an element; empty for other nodes.
    name: Rc<QualName>,
    /// Whether HTML is allowed inside this element of MathML.
    is_integration_point: bool,
}

impl Default for Nodes {
    fn default() -> Nodes {
        let document = ParsedNode { content: NodeContent::Document, parent: None, children: Vec::new() };
        Nodes(RefCell::new(vec![document]))
    }
}

impl Nodes {
    /// Adds a node without a parent and returns its index.
    fn add(&self, content: NodeContent) -> usize {
        let mut nodes = self.0.borrow_mut();
        nodes.push(ParsedNode { content, parent: None, children: Vec::new() });
        nodes.len() - 1
    }

    /// Inserts a node or text among the children of a parent. Text is added to a text right before it.
    fn insert(&self, parent: usize, position: usize, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node.index,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.0.borrow_mut();
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
        let mut nodes = self.0.borrow_mut();
        nodes[child].parent = Some(parent);
        nodes[parent].children.insert(position, child);
    }

    /// The parent of a node and the position among its children.
    fn position(&self, index: usize) -> Option<(usize, usize)> {
        let nodes = self.0.borrow();
        let parent = nodes[index].parent?;
        let position = nodes[parent].children.iter().position(|child| *child == index)?;
        Some((parent, position))
    }
}

impl TreeSink for Nodes {
    type Handle = Handle;
    type Output = Vec<HtmlNode>;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Vec<HtmlNode> {
        let mut nodes = self.0.into_inner();
        // The document has one child, `html`, whose children are the fragment.
        let root = nodes[0].children.first().copied().unwrap_or(0);
        tree(&mut nodes, root)
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
        Handle { index: self.add(NodeContent::Comment), name: no_name(), is_integration_point: false }
    }

    fn create_pi(&self, _: StrTendril, text: StrTendril) -> Handle {
        self.create_comment(text)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let end = self.0.borrow()[parent.index].children.len();
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
        let has_parent = self.0.borrow()[element.index].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template is left out with the template, so it needs no document of its own.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.index == y.index
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    /// Ignores the attributes of a second `html` or `body` tag, because no output shows them.
    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        if let Some((parent, position)) = self.position(target.index) {
            let mut nodes = self.0.borrow_mut();
            nodes[parent].children.remove(position);
            nodes[target.index].parent = None;
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut nodes = self.0.borrow_mut();
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

/// A step of the walk over the parsed nodes, which does not recurse: the input may be nested arbitrarily deep.
enum Step {
    Enter(usize),
    Leave,
}

/// The children of a parsed node as a tree.
fn tree(nodes: &mut [ParsedNode], root: usize) -> Vec<HtmlNode> {
    let mut open = vec![HtmlElement::default()];
    let mut steps: Vec<Step> = nodes[root].children.iter().rev().copied().map(Step::Enter).collect();
    while let Some(step) = steps.pop() {
        let index = match step {
            Step::Enter(index) => index,
            Step::Leave => {
                if let Some(closed) = open.pop() {
                    add(&mut open, HtmlNode::Element(closed));
                }
                continue;
            }
        };
        let node = &mut nodes[index];
        match &mut node.content {
            NodeContent::Document | NodeContent::Comment => {}
            NodeContent::Text(text) => add(&mut open, HtmlNode::Text(std::mem::take(text))),
            NodeContent::Element(name, attributes) => {
                if name.ns != ns!(html) || name.local == local_name!("template") {
                    continue;
                }
                if open.len() <= MAX_DEPTH {
                    let attributes = attributes
                        .iter()
                        .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
                        .collect();
                    open.push(HtmlElement { name: name.local.to_string(), attributes, children: Vec::new() });
                    steps.push(Step::Leave);
                }
                steps.extend(node.children.iter().rev().copied().map(Step::Enter));
            }
        }
    }
    open.pop().map(|root| root.children).unwrap_or_default()
}

/// Adds a node to the innermost open element.
fn add(open: &mut [HtmlElement], node: HtmlNode) {
    if let Some(last) = open.last_mut() {
        last.children.push(node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree as text: `name key=value[children]`, texts in quotes.
    fn shown(nodes: &[HtmlNode]) -> String {
        let shown = nodes.iter().map(|node| match node {
            HtmlNode::Text(text) => format!("{text:?}"),
            HtmlNode::Element(element) => {
                let attributes = element.attributes.iter().map(|(key, value)| format!(" {key}={value}"));
                format!("{}{}[{}]", element.name, attributes.collect::<String>(), shown(&element.children))
            }
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    fn check(html: &str, expected: &str) {
        assert_eq!(shown(&html_tree(html)), expected, "{html}");
    }

    #[test]
    fn markup_is_parsed_as_in_a_browser() {
        check("<P Class=a>one<p>two &lt; &amp;lt;", r#"p class=a["one"] p["two < &lt;"]"#);
        check("a<br>b<img src=x alt='y z'>", r#""a" br[] "b" img src=x alt=y z[]"#);
        check("<b>1<p>2</b>3", r#"b["1"] p[b["2"] "3"]"#);
        check("<table>out<tr><td>in</table>", r#""out" table[tbody[tr[td["in"]]]]"#);
        check("<html lang=x><body class=y>text</body></html><!-- gone -->", r#""text""#);
    }

    #[test]
    fn templates_and_foreign_elements_are_left_out() {
        check("a<template><p>x</p></template><svg><text>x</text></svg><math><mi>x</mi></math>b", r#""a" "b""#);
        check("<svg><p>out</svg>", r#"p["out"]"#);
    }

    #[test]
    fn elements_that_are_nested_too_deep_are_replaced_by_their_content() {
        let tree = html_tree(&format!("{}x", "<div>".repeat(5_000)));
        let mut depth = 0;
        let mut nodes = &tree;
        while let Some(HtmlNode::Element(element)) = nodes.first() {
            depth += 1;
            nodes = &element.children;
        }
        assert_eq!((depth, nodes.as_slice()), (MAX_DEPTH, &[HtmlNode::Text("x".to_owned())][..]));
    }
}
