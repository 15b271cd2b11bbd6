//! Syntax highlighting: converts source code to paragraphs in the six code colours of a theme.
//!
//! The only module that uses the grammars (`syntect`). They are loaded from the binary when the first code is drawn and
//! compiled per language on demand. Code in an unknown language, or beyond the limits below, stays plain.

use std::iter;
use std::sync::LazyLock;

use deck::Syntax;
use scene::{Align, Direction, Paragraph, Rgb, Run, RunStyle};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::pen::Pen;

/// Columns from one tab stop to the next.
const TAB_WIDTH: usize = 4;
/// Longest line that is highlighted; from a longer line on, everything is plain. Grammars may need time quadratic in
/// the length of a line; the cost of a single search is bounded by `vendor/fancy-regex`.
const MAX_LINE_BYTES: usize = 200;
/// Number of lines that are highlighted: more than any slide shows.
const MAX_LINES: usize = 60;
/// Number of scope changes that are processed. Very dense code has about two thousand on a slide; more than this limit
/// is an attempt to waste time.
const MAX_SCOPE_CHANGES: usize = 6_000;
/// Language names that the grammars do not know, and the names they do know.
const ALIASES: [(&str, &str); 17] = [
    ("c#", "cs"),
    ("console", "sh"),
    ("csharp", "cs"),
    ("docker", "dockerfile"),
    ("golang", "go"),
    ("gql", "graphql"),
    ("jsonc", "json"),
    ("json5", "json"),
    ("jsx", "js"),
    ("mjs", "js"),
    ("mysql", "sql"),
    ("objc", "objective-c"),
    ("postgres", "sql"),
    ("postgresql", "sql"),
    ("python3", "py"),
    ("shell", "sh"),
    ("viml", "vim"),
];

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);
static RULES: LazyLock<Vec<(Scope, TokenKind)>> = LazyLock::new(rules);
static OBJECT_KEYS: LazyLock<Vec<Scope>> = LazyLock::new(|| {
    let names = ["meta.mapping.key", "meta.structure.dictionary.key"];
    names.into_iter().filter_map(|name| Scope::new(name).ok()).collect()
});

/// What a token is; each kind has a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Plain,
    Keyword,
    String,
    Comment,
    Name,
    Number,
}

impl TokenKind {
    fn color(self, syntax: &Syntax) -> Rgb {
        match self {
            TokenKind::Plain => syntax.plain,
            TokenKind::Keyword => syntax.keyword,
            TokenKind::String => syntax.string,
            TokenKind::Comment => syntax.comment,
            TokenKind::Name => syntax.name,
            TokenKind::Number => syntax.number,
        }
    }
}

/// Source code as paragraphs: one for each line, with a run for each colour. Tabs are expanded to spaces; nothing else
/// is changed. Code is always left to right.
pub(crate) fn lines(pen: &Pen, syntax: &Syntax, language: &str, code: &str) -> Vec<Paragraph> {
    let lines: Vec<String> = code.split('\n').map(|line| with_tabs_expanded(line.trim_end_matches('\r'))).collect();
    let mut pen = pen.clone().align(Align::Left);
    pen.style.code = true;
    pen.direction = Direction::LeftToRight;
    let mut highlighter = grammar(language).map(Highlighter::new);
    let paragraph = |(number, line): (usize, &String)| {
        let tokens =
            highlighter.as_mut().filter(|_| number < MAX_LINES).and_then(|highlighter| highlighter.tokens(line));
        if tokens.is_none() {
            // The state of the grammar is lost, so all following lines are plain.
            highlighter = None;
        }
        let tokens = tokens.unwrap_or_else(|| vec![(TokenKind::Plain, line.len())]);
        Paragraph { runs: runs(&tokens, pen.style, syntax), direction: Direction::LeftToRight, ..pen.plain(line) }
    };
    lines.iter().enumerate().map(paragraph).collect()
}

fn runs(tokens: &[(TokenKind, usize)], style: RunStyle, syntax: &Syntax) -> Vec<Run> {
    let mut runs = Vec::with_capacity(tokens.len());
    let mut start = 0;
    for (kind, length) in tokens {
        let style = RunStyle { color: kind.color(syntax).into(), ..style };
        runs.push(Run::new(start..start + length, style));
        start += length;
    }
    runs
}

/// A line with its tabs replaced by spaces up to the next tab stop.
fn with_tabs_expanded(line: &str) -> String {
    if !line.contains('\t') {
        return line.to_owned();
    }
    let mut expanded = String::with_capacity(line.len() + 8);
    let mut column = 0;
    for letter in line.chars() {
        if letter == '\t' {
            let blanks = TAB_WIDTH - column % TAB_WIDTH;
            expanded.extend(iter::repeat_n(' ', blanks));
            column += blanks;
        } else {
            expanded.push(letter);
            column += 1;
        }
    }
    expanded
}

/// The grammar for a language name, a file extension or the info string of a fenced code block.
fn grammar(language: &str) -> Option<&'static SyntaxReference> {
    let name = language.split([' ', ',', '{', ':']).find(|part| !part.is_empty())?.trim_start_matches('.');
    let name = name.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, name)| *name);
    GRAMMARS.find_syntax_by_token(alias.unwrap_or(&name))
}

/// Highlights code line by line.
struct Highlighter {
    state: ParseState,
    stack: ScopeStack,
    /// Remaining scope changes before the highlighter gives up.
    changes_left: usize,
}

impl Highlighter {
    fn new(grammar: &SyntaxReference) -> Highlighter {
        Highlighter { state: ParseState::new(grammar), stack: ScopeStack::new(), changes_left: MAX_SCOPE_CHANGES }
    }

    /// The tokens of a line with their lengths in bytes; neighbours of the same kind are merged. Returns `None` when
    /// the grammar fails or a limit is reached.
    fn tokens(&mut self, line: &str) -> Option<Vec<(TokenKind, usize)>> {
        if line.len() > MAX_LINE_BYTES || self.changes_left == 0 {
            return None;
        }
        let changes = self.state.parse_line(&format!("{line}\n"), &GRAMMARS).ok()?;
        self.changes_left = self.changes_left.saturating_sub(changes.len());
        let mut tokens: Vec<(TokenKind, usize)> = Vec::new();
        let mut start = 0;
        let mut add = |stack: &ScopeStack, from: usize, until: usize| {
            let until = until.min(line.len());
            if until <= from {
                return;
            }
            let is_blank = line[from..until].trim().is_empty();
            let kind = token_kind(stack);
            match tokens.last_mut() {
                Some((last, length)) if *last == kind || is_blank => *length += until - from,
                _ => tokens.push((kind, until - from)),
            }
        };
        for (at, change) in changes {
            add(&self.stack, start, at);
            start = at.max(start);
            self.stack.apply(&change).ok()?;
        }
        add(&self.stack, start, line.len());
        if tokens.is_empty() {
            tokens.push((TokenKind::Plain, 0));
        }
        Some(tokens)
    }
}

/// The token kind of the innermost scope that has one.
fn token_kind(stack: &ScopeStack) -> TokenKind {
    let meaning = |scope: &Scope| {
        let matching = RULES.iter().filter(|(rule, _)| rule.is_prefix_of(*scope));
        matching.max_by_key(|(rule, _)| rule.len()).map(|(_, kind)| *kind)
    };
    let scopes = stack.as_slice();
    match scopes.iter().rev().find_map(meaning) {
        // An object key counts as a name although it is written as a string.
        Some(TokenKind::String)
            if scopes.iter().any(|scope| OBJECT_KEYS.iter().any(|key| key.is_prefix_of(*scope))) =>
        {
            TokenKind::Name
        }
        meaning => meaning.unwrap_or(TokenKind::Plain),
    }
}

/// The token kind of each scope prefix; the longest matching prefix wins.
fn rules() -> Vec<(Scope, TokenKind)> {
    let names: [(&[&str], TokenKind); 6] = [
        (&["comment", "punctuation.definition.comment"], TokenKind::Comment),
        (
            &["string", "punctuation.definition.string", "constant.character.escape", "markup.raw", "markup.inserted"],
            TokenKind::String,
        ),
        (&["constant", "support.constant", "markup.deleted"], TokenKind::Number),
        (
            &[
                "keyword",
                "storage",
                "variable.language",
                "markup.heading",
                "markup.bold",
                "entity.name.section",
                "meta.diff.range",
            ],
            TokenKind::Keyword,
        ),
        (
            &[
                "entity",
                "support.function",
                "support.type",
                "support.class",
                "support.macro",
                "variable.function",
                "variable.annotation",
                "storage.type.class",
            ],
            TokenKind::Name,
        ),
        (
            &["keyword.operator", "punctuation.section", "meta.interpolation", "meta.template.expression"],
            TokenKind::Plain,
        ),
    ];
    let mut rules = Vec::new();
    for (names, kind) in names {
        rules.extend(names.iter().filter_map(|name| Some((Scope::new(name).ok()?, kind))));
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each token with the first letter of its kind, or `#` for numbers.
    fn check(language: &str, code: &str) -> String {
        let Some(grammar) = grammar(language) else { return "plain".to_owned() };
        let mut highlighter = Highlighter::new(grammar);
        let mut out = Vec::new();
        for line in code.split('\n') {
            let mut start = 0;
            for (kind, length) in highlighter.tokens(line).expect("tokens") {
                let text = line[start..start + length].trim();
                start += length;
                if kind != TokenKind::Plain {
                    let letter = match kind {
                        TokenKind::Number => "#".to_owned(),
                        kind => format!("{kind:?}")[..1].to_lowercase(),
                    };
                    out.push(format!("{letter}:{text}"));
                }
            }
        }
        out.join(" ")
    }

    #[test]
    fn tokens_are_classified() {
        insta::assert_snapshot!(check("rust", "/// Doc\nfn lay(pipe: &Pipe) -> u32 { dig(\"deep\", 12, true) }"), @r#"c:/// Doc k:fn n:lay k:u32 n:dig s:"deep" #:12 #:true"#);
        insta::assert_snapshot!(check("py", "# c\nclass A(B):\n    def f(self):\n        return f\"{x} y\" if None else 1.5"), @r#"c:# c k:class n:A n:B k:def n:f k:return f s:" s:y" k:if #:None k:else #:1.5"#);
        insta::assert_snapshot!(check("ts", "const x: number = await f('a'); // c"), @"k:const n:number k:await n:f s:'a' c:// c");
        insta::assert_snapshot!(check("json", "{\"a\": [1, \"b\", null]}"), @r#"n:"a" #:1 s:"b" #:null"#);
        insta::assert_snapshot!(check("sh", "echo \"$HOME\" | grep -n x # c"), @r#"n:echo s:"$HOME" n:grep c:# c"#);
        insta::assert_snapshot!(check("sql", "SELECT count(*) FROM pipes WHERE age > 12 -- c"), @"k:SELECT n:count k:* k:FROM k:WHERE #:12 c:-- c");
        insta::assert_snapshot!(check("html", "<a href=\"x\">y</a>"), @r#"n:a href s:"x" n:a"#);
    }

    #[test]
    fn languages_are_found_by_many_names() {
        let names = [
            "rust",
            "rs",
            "js",
            "javascript",
            "ts",
            "typescript",
            "tsx",
            "jsx",
            "py",
            "Python",
            "sh",
            "bash",
            "shell",
            "zsh",
            "c",
            "c++",
            "cpp",
            "C#",
            "csharp",
            "go",
            "golang",
            "java",
            "kotlin",
            "kt",
            "swift",
            "ruby",
            "rb",
            "php",
            "sql",
            "html",
            "css",
            "scss",
            "json",
            "jsonc",
            "yaml",
            "yml",
            "toml",
            "xml",
            "dockerfile",
            "docker",
            "make",
            "diff",
            "haskell",
            "elixir",
            "lua",
            "r",
            "scala",
            "perl",
            "graphql",
            "markdown",
            "md",
            "tex",
            "vue",
            "zig",
            "nix",
            "terraform",
            "objc",
            "dart",
            "rust,ignore",
            "js {1,3}",
        ];
        let unknown: Vec<&str> = names.into_iter().filter(|name| grammar(name).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(grammar("").is_none() && grammar("no such language").is_none());
    }

    #[test]
    fn tabs_extend_to_the_next_stop() {
        assert_eq!(with_tabs_expanded("\ta\tbcd\te"), "    a   bcd e");
        assert_eq!(with_tabs_expanded("é\tx"), "é   x");
    }

    #[test]
    fn a_line_beyond_the_limit_ends_highlighting() {
        let mut highlighter = Highlighter::new(grammar("rs").expect("Rust"));
        assert!(highlighter.tokens("fn x() {}").is_some());
        assert!(highlighter.tokens(&"x".repeat(201)).is_none());
    }

    #[test]
    fn too_many_scope_changes_end_highlighting() {
        let mut highlighter = Highlighter::new(grammar("rs").expect("Rust"));
        let dense = "let a: &[u8] = &b[c..=d]; // (e, f) => { \"g\" + 'h' }";
        assert!((0..22).all(|_| highlighter.tokens(dense).is_some()), "a slide full of dense code is highlighted");
        highlighter.changes_left = 1;
        assert!(highlighter.tokens(dense).is_some());
        assert!(highlighter.tokens(dense).is_none());
    }

    /// Code that grammars process slowly or fail on.
    const NASTY: [&str; 14] = [
        "(((((((((((((((((((((((((((((((",
        "[a](",
        "<a b=\"",
        "a<a<a<a<",
        "\\\\\"\\'",
        "/*//*/",
        "${${${",
        "a.a(a,a:",
        "if #a ",
        "0x1e+1._",
        "**a_*~`",
        "<?<%{{#{",
        "- - > 1. ",
        "é\u{a0}\u{200b}\u{1F600}",
    ];

    #[test]
    fn difficult_code_is_highlighted_without_losing_text() {
        let read = |language: &str, code: &str| {
            let Some(grammar) = grammar(language) else { panic!("{language}") };
            let mut highlighter = Highlighter::new(grammar);
            for line in code.lines() {
                let Some(tokens) = highlighter.tokens(line) else { return };
                assert_eq!(tokens.iter().map(|(_, length)| length).sum::<usize>(), line.len(), "{language}: {line}");
            }
        };
        for language in ["rs", "js", "ts", "py", "sh", "cs", "html", "md", "css", "sql", "yaml", "bat"] {
            for snippet in NASTY {
                let line: String = snippet.chars().cycle().take(MAX_LINE_BYTES / 2).collect();
                read(language, &format!("{line}\n{line} x\n{line}"));
            }
            let mixed: Vec<String> = NASTY.iter().map(|snippet| snippet.repeat(4)).collect();
            read(language, &mixed.join("\n"));
        }
    }
}
