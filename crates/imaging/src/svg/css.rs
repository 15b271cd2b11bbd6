//! The style of a picture: rules and declarations that reach nothing outside it.
//!
//! Written anew from tokens, without comments, and with escapes in strings alone: so nothing can say one thing to us and
//! another to a browser. Properties are not judged: only functions, addresses and at-rules can reach out.

use std::borrow::Cow;

use cssparser::{Delimiter, ParseError, Parser, ToCss, Token};

use super::{address, names};

/// Style that was judged.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Cleaned {
    pub(super) text: String,
    /// Something was left out.
    pub(super) active: bool,
}

/// A presentation attribute that reaches nothing outside the picture.
pub(super) fn value(text: &str) -> Option<Cow<'_, str>> {
    // Only a function or an escape can reach out.
    if !text.contains(['(', '\\']) {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::new();
    written(&mut Parser::new(text), &mut out).then_some(Cow::Owned(out))
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(text: &str) -> Cleaned {
    let mut cleaned = Cleaned::default();
    write_declarations(&mut Parser::new(text), &mut cleaned);
    cleaned
}

/// The rules of a `style` element.
pub(super) fn sheet(text: &str) -> Cleaned {
    let mut cleaned = Cleaned::default();
    write_rules(&mut Parser::new(text), &mut cleaned);
    cleaned
}

fn write_declarations(input: &mut Parser<'_>, cleaned: &mut Cleaned) {
    while !input.is_exhausted() {
        let declaration = input.parse_until_after(Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            if input.is_exhausted() {
                return Ok(None);
            }
            input.skip_whitespace();
            let start = input.position();
            input.expect_ident()?;
            let name = input.slice_from(start).to_owned();
            input.expect_colon()?;
            let mut value = String::new();
            let passive = written(input, &mut value);
            Ok(Some((name, passive.then_some(value))))
        });
        match declaration {
            Ok(None) => {}
            Ok(Some((name, Some(value)))) if !name.contains(['\\', '<']) => {
                cleaned.text.push_str(&name);
                cleaned.text.push(':');
                cleaned.text.push_str(value.trim());
                cleaned.text.push(';');
            }
            _ => cleaned.active = true,
        }
    }
}

fn write_rules(input: &mut Parser<'_>, cleaned: &mut Cleaned) {
    loop {
        input.skip_whitespace();
        let before = input.state();
        match input.next().cloned() {
            Err(_) => return,
            Ok(Token::CDO | Token::CDC | Token::Semicolon) => {}
            Ok(Token::AtKeyword(name)) => write_at_rule(input, &name.to_ascii_lowercase(), cleaned),
            Ok(_) => {
                input.reset(&before);
                let (selector, passive) = prelude(input);
                match input.next() {
                    Ok(Token::CurlyBracketBlock) if passive => {
                        nested(input, cleaned, &selector, write_declarations);
                    }
                    Ok(_) => cleaned.active = true,
                    Err(_) => {
                        cleaned.active = true;
                        return;
                    }
                }
            }
        }
    }
}

fn write_at_rule(input: &mut Parser<'_>, name: &str, cleaned: &mut Cleaned) {
    let (condition, passive) = prelude(input);
    let block = matches!(input.next(), Ok(Token::CurlyBracketBlock));
    let head = format!("@{name} {condition}");
    match name {
        // Neither fetches anything, and the copy has one encoding and one namespace.
        "charset" | "namespace" if !block => {}
        "media" | "supports" | "keyframes" | "-webkit-keyframes" if block && passive => {
            nested(input, cleaned, &head, write_rules);
        }
        "font-face" if block && passive => nested(input, cleaned, head.trim_end(), write_declarations),
        _ => cleaned.active = true,
    }
}

/// What stands before the block of a rule, and whether it is passive.
fn prelude(input: &mut Parser<'_>) -> (String, bool) {
    let mut text = String::new();
    let passive = input
        .parse_until_before(Delimiter::CurlyBracketBlock | Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            Ok(written(input, &mut text))
        })
        .unwrap_or(false);
    (text.trim().to_owned(), passive)
}

/// Writes a block with what the inner writer keeps of it; nothing where it keeps nothing.
fn nested(input: &mut Parser<'_>, cleaned: &mut Cleaned, head: &str, write: fn(&mut Parser<'_>, &mut Cleaned)) {
    let mut inner = Cleaned::default();
    let parsed = input.parse_nested_block(|input| -> Result<(), ParseError<()>> {
        write(input, &mut inner);
        Ok(())
    });
    cleaned.active |= inner.active || parsed.is_err();
    if parsed.is_ok() && !inner.text.is_empty() {
        cleaned.text.push_str(head);
        cleaned.text.push('{');
        cleaned.text.push_str(&inner.text);
        cleaned.text.push('}');
    }
}

/// Writes the tokens to the end of the input anew; false where one of them reaches out or is broken.
fn written(input: &mut Parser<'_>, out: &mut String) -> bool {
    loop {
        let start = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            return true;
        };
        let good = match &token {
            Token::WhiteSpace(_) | Token::Comment(_) => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
                true
            }
            Token::Number { .. }
            | Token::Percentage { .. }
            | Token::Dimension { .. }
            | Token::Ident(_)
            | Token::Hash(_)
            | Token::IDHash(_) => {
                let text = input.slice_from(start);
                out.push_str(text);
                !text.contains(['\\', '<'])
            }
            Token::UnquotedUrl(text) => push_address(text, out),
            Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                let text = input.parse_nested_block(|input| -> Result<_, ParseError<()>> {
                    let text = input.expect_string_cloned()?;
                    input.expect_exhausted()?;
                    Ok(text)
                });
                text.is_ok_and(|text| push_address(&text, out))
            }
            Token::Function(name) => {
                names::is_style_function(&name.to_ascii_lowercase()) && {
                    out.push_str(name);
                    out.push('(');
                    block(input, out, ')')
                }
            }
            Token::ParenthesisBlock => {
                out.push('(');
                block(input, out, ')')
            }
            Token::SquareBracketBlock => {
                out.push('[');
                block(input, out, ']')
            }
            // Without braces a sheet can be taken apart at its braces.
            Token::QuotedString(text) => {
                let _ = token.to_css(out);
                !text.contains(['<', '{', '}'])
            }
            Token::Delim('<' | '\\')
            | Token::AtKeyword(_)
            | Token::CurlyBracketBlock
            | Token::BadUrl(_)
            | Token::BadString(_)
            | Token::CloseParenthesis
            | Token::CloseSquareBracket
            | Token::CloseCurlyBracket
            | Token::CDO
            | Token::CDC => false,
            Token::Delim(_)
            | Token::Colon
            | Token::Semicolon
            | Token::Comma
            | Token::IncludeMatch
            | Token::DashMatch
            | Token::PrefixMatch
            | Token::SuffixMatch
            | Token::SubstringMatch => token.to_css(out).is_ok(),
        };
        if !good {
            return false;
        }
    }
}

fn block(input: &mut Parser<'_>, out: &mut String, close: char) -> bool {
    let passive = input.parse_nested_block(|input| -> Result<_, ParseError<()>> { Ok(written(input, out)) });
    out.push(close);
    passive.unwrap_or(false)
}

fn push_address(text: &str, out: &mut String) -> bool {
    let Some(address) = address::reference(text).or_else(|| address::picture(text)) else {
        return false;
    };
    out.push_str("url(");
    out.push_str(&address);
    out.push(')');
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, kept: &str, active: bool) {
        let cleaned = sheet(text);
        assert_eq!((cleaned.text.as_str(), cleaned.active), (kept, active), "{text}");
        assert_eq!(sheet(kept), Cleaned { text: kept.to_owned(), active: false }, "again: {kept}");
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
    fn what_reaches_out_goes() {
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
