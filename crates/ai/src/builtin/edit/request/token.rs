//! The words and quoted texts of a request.

/// Pairs of quotation marks.
const QUOTES: [(char, char); 8] =
    [('"', '"'), ('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('‘', '’'), ('‚', '‘'), ('\'', '\'')];

/// A word or a quoted text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// As it was written; a quoted text without its quotation marks.
    pub(super) text: String,
    /// In lower case, without the punctuation around it; empty for a quoted text.
    pub(super) word: String,
    pub(super) is_quoted: bool,
    pub(super) is_before_colon: bool,
    pub(super) is_before_comma: bool,
}

impl Token {
    fn of_word(text: &str) -> Self {
        let inner = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '#' && c != 'ª');
        // German ordinals end with a full stop: "die 3. Folie".
        let is_ordinal = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit()) && text.ends_with('.');
        let word = if is_ordinal { format!("{inner}.") } else { inner.to_lowercase() };
        Self {
            text: text.to_owned(),
            word,
            is_quoted: false,
            is_before_colon: text.ends_with(':'),
            is_before_comma: text.ends_with(','),
        }
    }

    /// The number in the word, also with a sign or an ending: `3`, `#3`, `3's`.
    pub(super) fn number(&self) -> Option<usize> {
        let word = self.word.trim_start_matches('#').trim_end_matches("'s").trim_end_matches("’s");
        word.trim_end_matches('.').parse().ok()
    }

    /// The ends of a range such as `2-4`.
    pub(super) fn range(&self) -> Option<(usize, usize)> {
        let (first, last) = self.word.split_once(['-', '–'])?;
        Some((first.parse().ok()?, last.parse().ok()?))
    }
}

/// The tokens of a request.
pub(super) fn tokens(command: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() {
        if let Some((text, after)) = quoted(rest) {
            tokens.push(Token {
                text: text.trim().to_owned(),
                word: String::new(),
                is_quoted: true,
                is_before_colon: false,
                is_before_comma: after.starts_with(','),
            });
            rest = after.trim_start_matches(|c: char| !c.is_whitespace() && !c.is_alphanumeric()).trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        tokens.push(Token::of_word(&rest[..end]));
        rest = rest[end..].trim_start();
    }
    // Punctuation between spaces says nothing.
    tokens.retain(|token| token.is_quoted || !token.word.is_empty());
    tokens
}

/// The quoted text at the start of a text, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    QUOTES.iter().filter(|(open, _)| *open == first).find_map(|(open, close)| {
        let inner = &text[open.len_utf8()..];
        // A closing mark is not followed by a letter, unlike an apostrophe.
        let is_end = |at: &usize| inner[at + close.len_utf8()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        let end = inner.match_indices(*close).map(|(at, _)| at).find(is_end)?;
        (!inner[..end].trim().is_empty()).then(|| (&inner[..end], &inner[end + close.len_utf8()..]))
    })
}
