//! The style of custom HTML: rules held to one slide, that reach nothing outside it.
//!
//! Written anew from tokens, without comments and without escapes outside strings, so that nothing says one thing to us
//! and another to a browser.

use std::fmt::Write;

use cssparser::{Delimiter, ParseError, Parser, ToCss, Token};

/// How deep blocks may stand in one another.
const DEPTH: usize = 16;

/// Functions that compute, colour, move or shape something. Those that load are not among them.
const FUNCTIONS: &[&str] = &[
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "blur",
    "brightness",
    "calc",
    "circle",
    "clamp",
    "color",
    "color-mix",
    "conic-gradient",
    "contrast",
    "cos",
    "counter",
    "counters",
    "cubic-bezier",
    "drop-shadow",
    "ellipse",
    "exp",
    "fit-content",
    "grayscale",
    "hsl",
    "hsla",
    "hue-rotate",
    "hwb",
    "hypot",
    "inset",
    "invert",
    "lab",
    "lch",
    "light-dark",
    "linear-gradient",
    "log",
    "matrix",
    "matrix3d",
    "max",
    "min",
    "minmax",
    "mod",
    "oklab",
    "oklch",
    "opacity",
    "perspective",
    "polygon",
    "pow",
    "radial-gradient",
    "rem",
    "repeat",
    "repeating-conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "rgb",
    "rgba",
    "rotate",
    "rotate3d",
    "rotatex",
    "rotatey",
    "rotatez",
    "round",
    "saturate",
    "scale",
    "scale3d",
    "scalex",
    "scaley",
    "scalez",
    "sepia",
    "sign",
    "sin",
    "skew",
    "skewx",
    "skewy",
    "sqrt",
    "steps",
    "tan",
    "translate",
    "translate3d",
    "translatex",
    "translatey",
    "translatez",
    "var",
];

/// Pseudo-classes with an argument that choose among what is inside.
const CHOICES: &[&str] =
    &["dir", "has", "is", "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type", "nth-of-type", "where"];

/// The declarations of a `style` attribute.
pub(in crate::html) fn declarations(css: &str) -> String {
    let mut out = String::new();
    write_declarations(&mut Parser::new(css), &mut out);
    out
}

/// The rules of a style sheet, each held to the elements below a class.
pub(in crate::html) fn scoped(css: &str, scope: &str) -> String {
    let mut out = String::new();
    write_rules(&mut Parser::new(css), scope, DEPTH, &mut out);
    out
}

fn write_rules(input: &mut Parser<'_>, scope: &str, depth: usize, out: &mut String) {
    loop {
        input.skip_whitespace();
        let before = input.state();
        match input.next().cloned() {
            Err(_) => return,
            Ok(Token::CDO | Token::CDC | Token::Semicolon) => {}
            Ok(Token::AtKeyword(name)) => write_at_rule(input, &name.to_ascii_lowercase(), scope, depth, out),
            Ok(_) => {
                input.reset(&before);
                let selectors = selectors(input, scope);
                if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
                    return;
                }
                let mut inner = String::new();
                let _ = input.parse_nested_block(|input| -> Result<(), ParseError<()>> {
                    write_declarations(input, &mut inner);
                    Ok(())
                });
                if !selectors.is_empty() && !inner.is_empty() {
                    let _ = writeln!(out, "{}{{{inner}}}", selectors.join(","));
                }
            }
        }
    }
}

/// Writes a condition with the rules below it. Every other at-rule loads something or reaches beyond the slide.
fn write_at_rule(input: &mut Parser<'_>, name: &str, scope: &str, depth: usize, out: &mut String) {
    let mut condition = String::new();
    let good = input
        .parse_until_before(Delimiter::CurlyBracketBlock | Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            Ok(write_tokens(input, Place::Condition, &mut condition))
        })
        .unwrap_or(false);
    if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
        return;
    }
    let mut inner = String::new();
    let _ = input.parse_nested_block(|input| -> Result<(), ParseError<()>> {
        if good && depth > 0 && matches!(name, "media" | "supports") {
            write_rules(input, scope, depth - 1, &mut inner);
        }
        Ok(())
    });
    if !inner.is_empty() {
        let _ = writeln!(out, "@{name} {}{{{inner}}}", condition.trim());
    }
}

/// The selectors before a block, each held to the scope; those that could reach beyond it are left out.
fn selectors(input: &mut Parser<'_>, scope: &str) -> Vec<String> {
    let mut selectors = Vec::new();
    let _ = input.parse_until_before(
        Delimiter::CurlyBracketBlock | Delimiter::Semicolon,
        |input| -> Result<(), ParseError<()>> {
            while !input.is_exhausted() {
                let mut selector = String::new();
                let good = input
                    .parse_until_before(Delimiter::Comma, |input| -> Result<_, ParseError<()>> {
                        Ok(write_tokens(input, Place::Selector(scope), &mut selector))
                    })
                    .unwrap_or(false);
                if good {
                    selectors.extend(held(selector.trim(), scope));
                }
                let _ = input.next();
            }
            Ok(())
        },
    );
    selectors
}

/// A selector below the scope. What names the page names the scope.
fn held(selector: &str, scope: &str) -> Option<String> {
    let mut rest = selector;
    for page in [":root", "html", "body"] {
        let after =
            rest.get(..page.len()).filter(|start| start.eq_ignore_ascii_case(page)).map(|_| &rest[page.len()..]);
        match after {
            Some(after) if after.is_empty() || after.starts_with([' ', '>']) => rest = after.trim_start(),
            _ => {}
        }
    }
    rest = rest.trim_start_matches(['>', ' ']);
    match rest.chars().next() {
        None if selector.is_empty() => None,
        None => Some(format!(".{scope}")),
        // Beside the scope stands what is not ours to style.
        Some('+' | '~') => None,
        Some(_) => Some(format!(".{scope} {rest}")),
    }
}

fn write_declarations(input: &mut Parser<'_>, out: &mut String) {
    while !input.is_exhausted() {
        let declaration = input.parse_until_after(Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            input.skip_whitespace();
            let name = input.expect_ident()?.to_ascii_lowercase();
            input.expect_colon()?;
            let mut value = String::new();
            let good = write_tokens(input, Place::Value, &mut value);
            Ok((name, good.then_some(value)))
        });
        if let Ok((name, Some(value))) = declaration {
            let value = value.trim();
            let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
            if is_name && !value.is_empty() && is_harmless(&name, &value.to_ascii_lowercase()) {
                let _ = write!(out, "{name}:{value};");
            }
        }
    }
}

/// Whether a declaration stays inside its slide.
fn is_harmless(name: &str, value: &str) -> bool {
    match name {
        "behavior" | "-moz-binding" => false,
        "position" => !value.contains("fixed") && !value.contains("sticky"),
        _ => true,
    }
}

/// Where tokens stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    Condition,
    /// Ids are given the scope as a prefix, as they are in the elements.
    Selector(&'a str),
    Value,
}

/// Writes the tokens to the end of the input anew; false where one of them reaches out or is broken.
fn write_tokens(input: &mut Parser<'_>, place: Place<'_>, out: &mut String) -> bool {
    write_nested(input, place, DEPTH, out)
}

fn write_nested(input: &mut Parser<'_>, place: Place<'_>, depth: usize, out: &mut String) -> bool {
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
            Token::IDHash(name) => {
                out.push('#');
                if let Place::Selector(scope) = place {
                    let _ = write!(out, "{scope}-");
                }
                out.push_str(name);
                is_plain(name)
            }
            Token::Number { .. }
            | Token::Percentage { .. }
            | Token::Dimension { .. }
            | Token::Ident(_)
            | Token::Hash(_) => {
                let text = input.slice_from(start);
                out.push_str(text);
                !text.contains(['\\', '<'])
            }
            Token::Function(name) => {
                let name = name.to_ascii_lowercase();
                let known = match place {
                    Place::Selector(_) => CHOICES.contains(&name.as_str()),
                    Place::Value => FUNCTIONS.contains(&name.as_str()),
                    Place::Condition => FUNCTIONS.contains(&name.as_str()) && name != "var",
                };
                out.push_str(&name);
                out.push('(');
                known && block(input, place, depth, out, ')')
            }
            Token::ParenthesisBlock => {
                out.push('(');
                block(input, place, depth, out, ')')
            }
            Token::SquareBracketBlock => {
                out.push('[');
                block(input, place, depth, out, ']')
            }
            Token::QuotedString(text) => {
                let _ = token.to_css(out);
                !text.contains(['<', '{', '}', '\\'])
            }
            Token::Comma | Token::Colon => {
                let _ = token.to_css(out);
                true
            }
            Token::Delim(sign) => {
                out.push(*sign);
                match place {
                    // No `&`: it could name what stands around the scope.
                    Place::Selector(_) => matches!(sign, '>' | '+' | '~' | '*' | '.'),
                    Place::Value => matches!(sign, '+' | '-' | '*' | '/' | '!' | '.'),
                    Place::Condition => matches!(sign, '>' | '=' | '/'),
                }
            }
            Token::DashMatch
            | Token::PrefixMatch
            | Token::SuffixMatch
            | Token::SubstringMatch
            | Token::IncludeMatch => {
                let _ = token.to_css(out);
                matches!(place, Place::Selector(_))
            }
            _ => false,
        };
        if !good {
            return false;
        }
    }
}

fn block(input: &mut Parser<'_>, place: Place<'_>, depth: usize, out: &mut String, end: char) -> bool {
    if depth == 0 {
        return false;
    }
    let good = input
        .parse_nested_block(|input| -> Result<_, ParseError<()>> { Ok(write_nested(input, place, depth - 1, out)) })
        .unwrap_or(false);
    out.push(end);
    good
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(css: &str, expected: &str) {
        assert_eq!(scoped(css, "own3").trim_end(), expected, "{css}");
    }

    #[test]
    fn rules_are_held_to_their_slide() {
        check("p, .a > b{color:red}", ".own3 p,.own3 .a > b{color:red;}");
        check(
            "body{margin:0} :root{--x:1px} html body p{top:var(--x)}",
            ".own3{margin:0;}\n.own3{--x:1px;}\n.own3 p{top:var(--x);}",
        );
        check("#a{color:red}", ".own3 #own3-a{color:red;}");
        check("@media (min-width:600px){p{color:red}}", "@media (min-width:600px){.own3 p{color:red;}\n}");
        check("p:not(.a)::before{content:\"x\"}", ".own3 p:not(.a)::before{content:\"x\";}");
        check("a[href^=\"#\"]{color:#abc}", ".own3 a[href^=\"#\"]{color:#abc;}");
    }

    #[test]
    fn no_selector_reaches_beyond_its_slide() {
        for selector in ["+ .slide", "~ p", "body + p", "& p", ":not(&)", ":host", "p\\3a x"] {
            let css = scoped(&format!("{selector}{{color:red}}"), "own3");
            let inside = css.is_empty() || css.starts_with(".own3 ");
            assert!(inside && !css.contains(['&', '+', '~', '\\']), "{selector}: {css}");
        }
    }

    #[test]
    fn nothing_is_loaded() {
        for value in [
            "url(https://example.test/x)",
            "url('https://example.test/x')",
            "u\\72l(https://example.test/x)",
            "URL(x)",
            "image-set('https://example.test/x' 1x)",
            "-webkit-image-set(\"https://example.test/x\" 1x)",
            "src(\"https://example.test/x\")",
            "image('x')",
            "cross-fade(url(x), url(y))",
            "element(#x)",
            "expression(alert(1))",
            "calc(1px + url(x))",
            "url(https://example.test/x",
        ] {
            check(&format!("p{{background:{value}}}"), "");
            assert_eq!(declarations(&format!("background:{value}")), "", "{value}");
        }
        check("@import 'https://example.test/x'; @import url(x); p{color:red}", ".own3 p{color:red;}");
        check(
            "@font-face{font-family:x;src:url(x)} @namespace x url(y); @charset 'x'; p{color:red}",
            ".own3 p{color:red;}",
        );
        check("@keyframes rise{from{opacity:0}} @page{margin:0} @layer x{p{color:red}}", "");
    }

    #[test]
    fn nothing_leaves_its_box() {
        check("p{position:fixed} p{position:FIXED!important} p{position:sticky;top:0}", ".own3 p{top:0;}");
        check("p{behavior:none;-moz-binding:none;color:red}", ".own3 p{color:red;}");
    }

    #[test]
    fn no_string_ends_the_style_element() {
        for css in [
            "p{content:\"</style><script>alert(1)</script>\"}",
            "p{content:'\\3c /style>'}",
            "</style><script>alert(1)</script>",
            "p{color:red}</style><img src=x onerror=alert(1)>",
            "p{font-family:'}*{display:none'}",
            "@media </style>{p{color:red}}",
            "p{--x:</style>}",
            "p[title=\"</style>\"]{color:red}",
            "p{color:red;/*</style>*/}",
            "<!-- p{color:red} -->",
        ] {
            let written = scoped(css, "own3");
            assert!(!written.contains(['<', '\\']), "{css}: {written}");
            assert_eq!(written.matches('{').count(), written.matches('}').count(), "{css}: {written}");
        }
    }

    #[test]
    fn deep_nesting_is_given_up() {
        let deep = format!("p{{width:{}1px{}}}", "calc(".repeat(1000), ")".repeat(1000));
        assert_eq!(scoped(&deep, "own3"), "");
        let deep = format!("{}p{{color:red}}{}", "@media all{".repeat(500), "}".repeat(500));
        assert_eq!(scoped(&deep, "own3"), "");
    }
}
