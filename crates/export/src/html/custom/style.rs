//! The style of custom HTML: rules that apply to one slide and load nothing.

use std::fmt::Write;

use cssparser::{Delimiter, ParseError, Parser, Token};
use imaging::css::{TokenPolicy, write_declarations, write_tokens};

/// How deep blocks may nest.
const MAX_DEPTH: usize = 16;

/// Functions that compute, colour, transform or draw. Functions that load something are not among them.
#[rustfmt::skip] // A list reads better than a column.
const FUNCTIONS: &[&str] = &[
    "abs", "acos", "asin", "atan", "atan2", "blur", "brightness", "calc", "circle", "clamp", "color", "color-mix",
    "conic-gradient", "contrast", "cos", "counter", "counters", "cubic-bezier", "drop-shadow", "ellipse", "exp",
    "fit-content", "grayscale", "hsl", "hsla", "hue-rotate", "hwb", "hypot", "inset", "invert", "lab", "lch",
    "light-dark", "linear-gradient", "log", "matrix", "matrix3d", "max", "min", "minmax", "mod", "oklab", "oklch",
    "opacity", "perspective", "polygon", "pow", "radial-gradient", "rem", "repeat", "repeating-conic-gradient",
    "repeating-linear-gradient", "repeating-radial-gradient", "rgb", "rgba", "rotate", "rotate3d", "rotatex",
    "rotatey", "rotatez", "round", "saturate", "scale", "scale3d", "scalex", "scaley", "scalez", "sepia", "sign",
    "sin", "skew", "skewx", "skewy", "sqrt", "steps", "tan", "translate", "translate3d", "translatex", "translatey",
    "translatez", "var",
];

/// Pseudo-classes with an argument that select among the elements of the slide.
const PSEUDO_CLASSES: &[&str] =
    &["dir", "has", "is", "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type", "nth-of-type", "where"];

/// Returns the allowed declarations of a `style` attribute. All others are left out.
pub(in crate::html) fn declarations(css: &str) -> String {
    let mut out = String::new();
    write_declarations(&mut Parser::new(css), &CssContext::Value, &mut out);
    out
}

/// Returns the allowed rules of a style sheet, each limited to the descendants of the class `scope`. All others are
/// left out.
pub(in crate::html) fn scoped(css: &str, scope: &str) -> String {
    let mut out = String::new();
    write_rules(&mut Parser::new(css), scope, MAX_DEPTH, &mut out);
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
                    write_declarations(input, &CssContext::Value, &mut inner);
                    Ok(())
                });
                if !selectors.is_empty() && !inner.is_empty() {
                    let _ = writeln!(out, "{}{{{inner}}}", selectors.join(","));
                }
            }
        }
    }
}

/// Writes a media or feature query with the rules inside it. Every other at-rule loads something or affects more than
/// the slide.
fn write_at_rule(input: &mut Parser<'_>, name: &str, scope: &str, depth: usize, out: &mut String) {
    let mut condition = String::new();
    let passes = input
        .parse_until_before(Delimiter::CurlyBracketBlock | Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            Ok(write_tokens(input, &CssContext::Condition, &mut condition))
        })
        .unwrap_or(false);
    if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
        return;
    }
    let mut inner = String::new();
    let _ = input.parse_nested_block(|input| -> Result<(), ParseError<()>> {
        if passes && depth > 0 && matches!(name, "media" | "supports") {
            write_rules(input, scope, depth - 1, &mut inner);
        }
        Ok(())
    });
    if !inner.is_empty() {
        let _ = writeln!(out, "@{name} {}{{{inner}}}", condition.trim());
    }
}

/// The selectors before a block, each limited to the scope. Selectors that could match anything outside it are dropped.
fn selectors(input: &mut Parser<'_>, scope: &str) -> Vec<String> {
    let mut selectors = Vec::new();
    let _ = input.parse_until_before(
        Delimiter::CurlyBracketBlock | Delimiter::Semicolon,
        |input| -> Result<(), ParseError<()>> {
            while !input.is_exhausted() {
                let mut selector = String::new();
                let passes = input
                    .parse_until_before(Delimiter::Comma, |input| -> Result<_, ParseError<()>> {
                        Ok(write_tokens(input, &CssContext::Selector { scope }, &mut selector))
                    })
                    .unwrap_or(false);
                if passes {
                    selectors.extend(scoped_selector(selector.trim(), scope));
                }
                let _ = input.next();
            }
            Ok(())
        },
    );
    selectors
}

/// A selector limited to the scope. Names of the page, such as `body`, select the element with the class `scope`.
/// `None` for a selector that could match something outside of it.
fn scoped_selector(selector: &str, scope: &str) -> Option<String> {
    let mut remaining = selector;
    for page_name in [":root", "html", "body"] {
        let after = remaining
            .get(..page_name.len())
            .filter(|start| start.eq_ignore_ascii_case(page_name))
            .map(|_| &remaining[page_name.len()..]);
        match after {
            Some(after) if after.is_empty() || after.starts_with([' ', '>']) => remaining = after.trim_start(),
            _ => {}
        }
    }
    remaining = remaining.trim_start_matches(['>', ' ']);
    match remaining.chars().next() {
        None if selector.is_empty() => None,
        None => Some(format!(".{scope}")),
        // Siblings of the scope belong to the page.
        Some('+' | '~') => None,
        Some(_) => Some(format!(".{scope} {remaining}")),
    }
}

/// The part of a style sheet that tokens belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CssContext<'a> {
    /// The condition of a media or feature query.
    Condition,
    /// A selector. Its ids get the scope as a prefix, as the ids of the elements do.
    Selector { scope: &'a str },
    /// The value of a declaration.
    Value,
}

impl TokenPolicy for CssContext<'_> {
    fn max_depth(&self) -> usize {
        MAX_DEPTH
    }

    fn id(&self, name: &str, _: &str) -> Option<String> {
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
        is_plain.then(|| match self {
            CssContext::Selector { scope } => format!("#{scope}-{name}"),
            CssContext::Condition | CssContext::Value => format!("#{name}"),
        })
    }

    fn function(&self, name: &str) -> Option<String> {
        let name = name.to_ascii_lowercase();
        let is_allowed = match self {
            CssContext::Selector { .. } => PSEUDO_CLASSES.contains(&name.as_str()),
            CssContext::Value => FUNCTIONS.contains(&name.as_str()),
            CssContext::Condition => FUNCTIONS.contains(&name.as_str()) && name != "var",
        };
        is_allowed.then_some(name)
    }

    fn url(&self, _: &str) -> Option<String> {
        None
    }

    fn allows_string(&self, text: &str) -> bool {
        !text.contains('\\')
    }

    fn allows_operator(&self, token: &Token<'_>) -> bool {
        match (token, self) {
            (Token::Semicolon, _) => false,
            // Not `&`: it could select the elements around the scope.
            (Token::Delim(sign), CssContext::Selector { .. }) => matches!(sign, '>' | '+' | '~' | '*' | '.'),
            (Token::Delim(sign), CssContext::Value) => matches!(sign, '+' | '-' | '*' | '/' | '!' | '.'),
            (Token::Delim(sign), CssContext::Condition) => matches!(sign, '>' | '=' | '/'),
            (_, CssContext::Selector { .. }) => true,
            (_, CssContext::Value | CssContext::Condition) => false,
        }
    }

    fn property(&self, name: &str, _: &str, value: &str) -> Option<String> {
        let name = name.to_ascii_lowercase();
        let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        (is_plain && !value.is_empty() && stays_inside_slide(&name, &value.to_ascii_lowercase())).then_some(name)
    }
}

/// Whether a declaration can neither run code nor move an element out of its slide.
fn stays_inside_slide(property: &str, value: &str) -> bool {
    match property {
        "behavior" | "-moz-binding" => false,
        // Not `fixed` or `sticky`, nor `var()`, whose value could be one of them.
        "position" => {
            let keyword = value.split('!').next().unwrap_or_default().trim();
            matches!(keyword, "static" | "relative" | "absolute")
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(css: &str, expected: &str) {
        assert_eq!(scoped(css, "own3").trim_end(), expected, "{css}");
    }

    #[test]
    fn rules_are_limited_to_their_slide() {
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
    fn no_selector_matches_anything_outside_its_slide() {
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
        check("p{--x:fixed;position:var(--x)} p{position:VAR(--x,absolute)}", ".own3 p{--x:fixed;}");
        check(
            "p{position:relative} b{position:Absolute !important} i{position:static}",
            ".own3 p{position:relative;}\n.own3 b{position:Absolute !important;}\n.own3 i{position:static;}",
        );
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
    fn deep_nesting_is_dropped() {
        let deep = format!("p{{width:{}1px{}}}", "calc(".repeat(1000), ")".repeat(1000));
        assert_eq!(scoped(&deep, "own3"), "");
        let deep = format!("{}p{{color:red}}{}", "@media all{".repeat(500), "}".repeat(500));
        assert_eq!(scoped(&deep, "own3"), "");
    }
}
