//! The style of an SVG picture: rules and declarations that load nothing from outside the picture.
//!
//! Every property is allowed; only functions, addresses and at-rules could load something.

use std::borrow::Cow;

use cssparser::{Delimiter, ParseError, Parser, Token};

use super::{address, names};
use crate::css::{TokenPolicy, write_declarations, write_tokens};

/// A style without anything that loads something.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FilteredCss {
    pub(super) text: String,
    /// Whether something was left out, so the style has active content.
    pub(super) active: bool,
}

/// A presentation attribute, or `None` when it refers to something outside the picture.
pub(super) fn value(text: &str) -> Option<Cow<'_, str>> {
    // Without a function or an escape nothing can be loaded.
    if !text.contains(['(', '\\']) {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::new();
    write_tokens(&mut Parser::new(text), &SvgPolicy, &mut out).then_some(Cow::Owned(out))
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(text: &str) -> FilteredCss {
    let mut css = FilteredCss::default();
    add_declarations(&mut Parser::new(text), &mut css);
    css
}

/// The rules of a `style` element.
pub(super) fn sheet(text: &str) -> FilteredCss {
    let mut css = FilteredCss::default();
    add_rules(&mut Parser::new(text), &mut css);
    css
}

struct SvgPolicy;

impl TokenPolicy for SvgPolicy {
    /// No limit: the parser has one.
    fn max_depth(&self) -> usize {
        usize::MAX
    }

    fn id(&self, _: &str, source: &str) -> Option<String> {
        unescaped(source)
    }

    fn function(&self, name: &str) -> Option<String> {
        names::is_style_function(&name.to_ascii_lowercase()).then(|| name.to_owned())
    }

    fn url(&self, address: &str) -> Option<String> {
        address::reference(address).or_else(|| address::picture(address))
    }

    fn allows_string(&self, _: &str) -> bool {
        true
    }

    fn allows_operator(&self, _: &Token<'_>) -> bool {
        true
    }

    fn property(&self, _: &str, source: &str, _: &str) -> Option<String> {
        unescaped(source)
    }
}

/// The text, or `None` when it has an escape.
fn unescaped(source: &str) -> Option<String> {
    (!source.contains(['\\', '<'])).then(|| source.to_owned())
}

fn add_declarations(input: &mut Parser<'_>, css: &mut FilteredCss) {
    css.active |= !write_declarations(input, &SvgPolicy, &mut css.text);
}

/// Adds the rules up to the end of the input.
fn add_rules(input: &mut Parser<'_>, css: &mut FilteredCss) {
    loop {
        input.skip_whitespace();
        let before = input.state();
        match input.next().cloned() {
            Err(_) => return,
            Ok(Token::CDO | Token::CDC | Token::Semicolon) => {}
            Ok(Token::AtKeyword(name)) => add_at_rule(input, &name.to_ascii_lowercase(), css),
            Ok(_) => {
                input.reset(&before);
                let selector = prelude(input);
                match (input.next().cloned(), selector) {
                    (Ok(Token::CurlyBracketBlock), Some(selector)) => {
                        add_block(input, css, &selector, add_declarations);
                    }
                    (Ok(_), _) => css.active = true,
                    (Err(_), _) => {
                        css.active = true;
                        return;
                    }
                }
            }
        }
    }
}

/// Adds an at-rule that loads nothing from outside.
fn add_at_rule(input: &mut Parser<'_>, name: &str, css: &mut FilteredCss) {
    let condition = prelude(input);
    let has_block = matches!(input.next(), Ok(Token::CurlyBracketBlock));
    match (name, condition) {
        // Neither loads anything. They are left out, because the copy has only one encoding and one namespace.
        ("charset" | "namespace", _) if !has_block => {}
        ("media" | "supports" | "keyframes" | "-webkit-keyframes", Some(condition)) if has_block => {
            add_block(input, css, &format!("@{name} {condition}"), add_rules);
        }
        ("font-face", Some(condition)) if has_block => {
            add_block(input, css, format!("@{name} {condition}").trim_end(), add_declarations);
        }
        _ => css.active = true,
    }
}

/// The text before the block of a rule, or `None` when a token of it is refused.
fn prelude(input: &mut Parser<'_>) -> Option<String> {
    let mut text = String::new();
    let passes = input
        .parse_until_before(Delimiter::CurlyBracketBlock | Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            Ok(write_tokens(input, &SvgPolicy, &mut text))
        })
        .unwrap_or(false);
    passes.then(|| text.trim().to_owned())
}

/// Adds a block with the content that `add` writes, unless it is empty.
fn add_block(input: &mut Parser<'_>, css: &mut FilteredCss, head: &str, add: fn(&mut Parser<'_>, &mut FilteredCss)) {
    let mut inner = FilteredCss::default();
    let parsed = input.parse_nested_block(|input| -> Result<(), ParseError<()>> {
        add(input, &mut inner);
        Ok(())
    });
    css.active |= inner.active || parsed.is_err();
    if parsed.is_ok() && !inner.text.is_empty() {
        css.text.push_str(head);
        css.text.push('{');
        css.text.push_str(&inner.text);
        css.text.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str, active: bool) {
        let css = sheet(text);
        assert_eq!((css.text.as_str(), css.active), (expected, active), "{text}");
        assert_eq!(sheet(expected), FilteredCss { text: expected.to_owned(), active: false }, "again: {expected}");
    }

    #[test]
    fn plain_rules_stay() {
        check(".a { fill : url(#quay) ; stroke: red }", ".a{fill:url(#quay);stroke:red;}", false);
        check("<!-- .a,.b>rect:not(.c){opacity:.5} -->", ".a,.b>rect:not(.c){opacity:.5;}", false);
        check("@media (min-width: 1px) {.a{fill:red}}", "@media (min-width: 1px){.a{fill:red;}}", false);
        check("@keyframes k{from{opacity:0}50%{opacity:1}}", "@keyframes k{from{opacity:0;}50%{opacity:1;}}", false);
        check("@charset 'utf-8';a{b:c}", "a{b:c;}", false);
        check("a{font-family:'Foo Bar',serif}", "a{font-family:\"Foo Bar\",serif;}", false);
        check("a{fill:url('#b')}", "a{fill:url(#b);}", false);
    }

    #[test]
    fn whatever_loads_something_is_dropped() {
        check("@import 'https://example.com/a.css';.a{fill:red}", ".a{fill:red;}", true);
        check("@\\69mport url(//example.com);", "", true);
        check(".a{fill:red;background:url(https://example.com/a.png)}", ".a{fill:red;}", true);
        check(".a{background:u\\72l('https://example.com')}", "", true);
        check(".a{b:\\ ;c:-\\->;d\\:e:f;g:'\\22'}", ".a{g:\"\\\"\";}", true);
        check(".a{background:ur/**/l(https://example.com)}", "", true);
        check(".a{background:image-set('https://example.com/a.png' 1x)}", "", true);
        check("@font-face{font-family:a;src:url(https://example.com/a.woff2)}", "@font-face{font-family:a;}", true);
        check(".a{fill:'</style><script>'}", "", true);
        check(".a{fill:red /* never ends", ".a{fill:red;}", false);
        check(".a{fill:'never ends", ".a{fill:\"never ends\";}", false);
        check("@media screen{@import 'a';.a{fill:red}}", "@media screen{.a{fill:red;}}", true);
        check("}}}.a{fill:red}", "", true);
        check(&"@media a{".repeat(10_000), "", true);
        check(&format!(".a{{fill:{}", "(".repeat(100_000)), "", true);
    }
}
