//! The filter for untrusted CSS: it parses tokens and declarations and writes them again.
//!
//! The output has no comments, and escapes only inside strings, so this crate and a browser parse it in the same way. A
//! [`TokenPolicy`] decides which tokens are written; SVG pictures and custom HTML have one each. Selectors and rules
//! are parsed by the caller.

use cssparser::{Delimiter, ParseError, Parser, ToCss, Token};

/// Decides which tokens pass the filter. Plain identifiers, numbers, colons, commas and blocks always do; escapes
/// outside strings never.
pub trait TokenPolicy {
    /// How many blocks may nest inside one value.
    fn max_depth(&self) -> usize;

    /// The text to write for an id such as `#quay`, or `None` to refuse it. In `name` escapes are resolved; `source` is
    /// the text as it was written, with its `#`.
    fn id(&self, name: &str, source: &str) -> Option<String>;

    /// The name to write for a function, or `None` to refuse it. Never called for `url`.
    fn function(&self, name: &str) -> Option<String>;

    /// The address to write inside `url()`, or `None` to refuse it.
    fn url(&self, address: &str) -> Option<String>;

    /// Whether a quoted string may pass. Strings with `<`, `{` or `}` never do.
    fn allows_string(&self, text: &str) -> bool;

    /// Whether a delimiter, a semicolon or an operator such as `~=` may pass. `<` and a backslash never do.
    fn allows_operator(&self, token: &Token<'_>) -> bool;

    /// The property name to write for a declaration, or `None` to drop the declaration. `name` and `source` differ as
    /// in [`TokenPolicy::id`]; `value` is the filtered value.
    fn property(&self, name: &str, source: &str, value: &str) -> Option<String>;
}

/// Writes the tokens up to the end of the input. Returns `false` when one of them is refused or broken: the caller must
/// then discard `out`.
pub fn write_tokens(input: &mut Parser<'_>, policy: &dyn TokenPolicy, out: &mut String) -> bool {
    write_nested(input, policy, policy.max_depth(), out)
}

/// Writes the declarations up to the end of the input, each followed by a semicolon. Returns `false` when one was
/// dropped.
pub fn write_declarations(input: &mut Parser<'_>, policy: &dyn TokenPolicy, out: &mut String) -> bool {
    let mut is_complete = true;
    while !input.is_exhausted() {
        let declaration = input.parse_until_after(Delimiter::Semicolon, |input| -> Result<_, ParseError<()>> {
            if input.is_exhausted() {
                return Ok(Some(String::new()));
            }
            input.skip_whitespace();
            let start = input.position();
            let name = input.expect_ident_cloned()?;
            let source = input.slice_from(start);
            input.expect_colon()?;
            let mut value = String::new();
            let passes = write_tokens(input, policy, &mut value);
            let value = value.trim();
            let name = if passes { policy.property(&name, source, value) } else { None };
            Ok(name.map(|name| format!("{name}:{value};")))
        });
        match declaration {
            Ok(Some(text)) => out.push_str(&text),
            Ok(None) | Err(_) => is_complete = false,
        }
    }
    is_complete
}

/// The same as [`write_tokens`], with at most `depth` nested blocks.
fn write_nested(input: &mut Parser<'_>, policy: &dyn TokenPolicy, depth: usize, out: &mut String) -> bool {
    loop {
        let start = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            return true;
        };
        let passes = match &token {
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
            | Token::Hash(_) => {
                let text = input.slice_from(start);
                out.push_str(text);
                !text.contains(['\\', '<'])
            }
            Token::IDHash(name) => push(policy.id(name, input.slice_from(start)), out),
            Token::UnquotedUrl(address) => push_url(policy.url(address), out),
            Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                let address = input.parse_nested_block(|input| -> Result<_, ParseError<()>> {
                    let address = input.expect_string_cloned()?;
                    input.expect_exhausted()?;
                    Ok(address)
                });
                push_url(address.ok().and_then(|address| policy.url(&address)), out)
            }
            Token::Function(name) => {
                push(policy.function(name), out) && write_block(input, policy, depth, '(', ')', out)
            }
            Token::ParenthesisBlock => write_block(input, policy, depth, '(', ')', out),
            Token::SquareBracketBlock => write_block(input, policy, depth, '[', ']', out),
            // Without braces in strings, a style sheet can be split at its braces.
            Token::QuotedString(text) => {
                token.to_css(out).is_ok() && !text.contains(['<', '{', '}']) && policy.allows_string(text)
            }
            Token::Colon | Token::Comma => token.to_css(out).is_ok(),
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
            | Token::Semicolon
            | Token::IncludeMatch
            | Token::DashMatch
            | Token::PrefixMatch
            | Token::SuffixMatch
            | Token::SubstringMatch => token.to_css(out).is_ok() && policy.allows_operator(&token),
        };
        if !passes {
            return false;
        }
    }
}

fn write_block(
    input: &mut Parser<'_>,
    policy: &dyn TokenPolicy,
    depth: usize,
    open: char,
    close: char,
    out: &mut String,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    out.push(open);
    let passes = input
        .parse_nested_block(|input| -> Result<_, ParseError<()>> { Ok(write_nested(input, policy, depth, out)) })
        .unwrap_or(false);
    out.push(close);
    passes
}

/// Adds a text, if it is there. Returns whether it is.
fn push(text: Option<String>, out: &mut String) -> bool {
    text.is_some_and(|text| {
        out.push_str(&text);
        true
    })
}

fn push_url(address: Option<String>, out: &mut String) -> bool {
    push(address.map(|address| format!("url({address})")), out)
}
