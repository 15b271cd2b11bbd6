//! Colours code: lines of a programming language to paragraphs in the six colours of a theme.
//!
//! The only module that knows the grammars. They are read from the binary when the first code is drawn and compiled
//! as far as a language needs them. A language that is not known, and code no grammar can follow, stays plain.

use std::iter;
use std::sync::LazyLock;

use scene::{Align, Direction, Paragraph, Rgb, Run, RunStyle};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::look::Syntax;
use crate::pen::Pen;

/// Columns from one tab stop to the next.
const TAB: usize = 4;
/// A line longer than this is data rather than code; from there on all is plain. Grammars may need time that grows
/// with the square of a line; how far a single search may go is bounded by our `vendor/fancy-regex`.
const LONGEST_LINE: usize = 200;
/// How many lines are coloured: more than any slide shows.
const MOST_LINES: usize = 60;
/// How many changes of meaning are followed. Code as dense as it comes has some two thousand on a slide; what has more
/// is made to cost time.
const MOST_CHANGES: usize = 6_000;
/// Names that people use and the grammars do not know.
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
static RULES: LazyLock<Vec<(Scope, Word)>> = LazyLock::new(rules);
static KEYS: LazyLock<Vec<Scope>> = LazyLock::new(|| {
    let names = ["meta.mapping.key", "meta.structure.dictionary.key"];
    names.into_iter().filter_map(|name| Scope::new(name).ok()).collect()
});

/// What a word of code is, as far as it has a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Plain,
    Keyword,
    String,
    Comment,
    Name,
    Number,
}

impl Word {
    fn color(self, syntax: &Syntax) -> Rgb {
        match self {
            Word::Plain => syntax.plain,
            Word::Keyword => syntax.keyword,
            Word::String => syntax.string,
            Word::Comment => syntax.comment,
            Word::Name => syntax.name,
            Word::Number => syntax.number,
        }
    }
}

/// Code as paragraphs, one for each line, a run for each colour. Tabs are widened to their stops; nothing else is
/// changed. Code runs left to right wherever it stands.
pub(crate) fn lines(pen: &Pen, syntax: &Syntax, language: &str, code: &str) -> Vec<Paragraph> {
    let lines: Vec<String> = code.split('\n').map(|line| widened(line.trim_end_matches('\r'))).collect();
    let mut pen = pen.clone().align(Align::Left);
    pen.style.code = true;
    pen.direction = Direction::LeftToRight;
    let mut reader = grammar(language).map(Reader::new);
    let paragraph = |(number, line): (usize, &String)| {
        let words = reader.as_mut().filter(|_| number < MOST_LINES).and_then(|reader| reader.words(line));
        if words.is_none() {
            // Nothing can be said of the lines that follow either.
            reader = None;
        }
        let words = words.unwrap_or_else(|| vec![(Word::Plain, line.len())]);
        Paragraph { runs: runs(&words, pen.style, syntax), direction: Direction::LeftToRight, ..pen.plain(line) }
    };
    lines.iter().enumerate().map(paragraph).collect()
}

fn runs(words: &[(Word, usize)], style: RunStyle, syntax: &Syntax) -> Vec<Run> {
    let mut runs = Vec::with_capacity(words.len());
    let mut start = 0;
    for (word, length) in words {
        let style = RunStyle { color: word.color(syntax).into(), ..style };
        runs.push(Run { range: start..start + length, style, link: None });
        start += length;
    }
    runs
}

/// A line with its tabs widened to the next stop.
fn widened(line: &str) -> String {
    if !line.contains('\t') {
        return line.to_owned();
    }
    let mut wide = String::with_capacity(line.len() + 8);
    let mut column = 0;
    for letter in line.chars() {
        if letter == '\t' {
            let blanks = TAB - column % TAB;
            wide.extend(iter::repeat_n(' ', blanks));
            column += blanks;
        } else {
            wide.push(letter);
            column += 1;
        }
    }
    wide
}

/// The grammar of a name, an extension or what a fenced block says after its fence.
fn grammar(language: &str) -> Option<&'static SyntaxReference> {
    let name = language.split([' ', ',', '{', ':']).find(|word| !word.is_empty())?.trim_start_matches('.');
    let name = name.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, name)| *name);
    GRAMMARS.find_syntax_by_token(alias.unwrap_or(&name))
}

/// Reads code line by line.
struct Reader {
    state: ParseState,
    stack: ScopeStack,
    /// How many changes of meaning it still follows.
    left: usize,
}

impl Reader {
    fn new(grammar: &SyntaxReference) -> Reader {
        Reader { state: ParseState::new(grammar), stack: ScopeStack::new(), left: MOST_CHANGES }
    }

    /// The words of a line with their lengths, equal neighbours joined; nothing when the grammar fails or has done
    /// enough.
    fn words(&mut self, line: &str) -> Option<Vec<(Word, usize)>> {
        if line.len() > LONGEST_LINE || self.left == 0 {
            return None;
        }
        let changes = self.state.parse_line(&format!("{line}\n"), &GRAMMARS).ok()?;
        self.left = self.left.saturating_sub(changes.len());
        let mut words: Vec<(Word, usize)> = Vec::new();
        let mut start = 0;
        let mut add = |stack: &ScopeStack, from: usize, until: usize| {
            let until = until.min(line.len());
            if until <= from {
                return;
            }
            let is_blank = line[from..until].trim().is_empty();
            let word = word(stack);
            match words.last_mut() {
                Some((last, length)) if *last == word || is_blank => *length += until - from,
                _ => words.push((word, until - from)),
            }
        };
        for (at, change) in changes {
            add(&self.stack, start, at);
            start = at.max(start);
            self.stack.apply(&change).ok()?;
        }
        add(&self.stack, start, line.len());
        if words.is_empty() {
            words.push((Word::Plain, 0));
        }
        Some(words)
    }
}

/// What the innermost scope with a meaning says.
fn word(stack: &ScopeStack) -> Word {
    let meaning = |scope: &Scope| {
        let matching = RULES.iter().filter(|(rule, _)| rule.is_prefix_of(*scope));
        matching.max_by_key(|(rule, _)| rule.len()).map(|(_, word)| *word)
    };
    let scopes = stack.as_slice();
    match scopes.iter().rev().find_map(meaning) {
        // The key of an object is a name, although it is written as a string.
        Some(Word::String) if scopes.iter().any(|scope| KEYS.iter().any(|key| key.is_prefix_of(*scope))) => Word::Name,
        meaning => meaning.unwrap_or(Word::Plain),
    }
}

/// What scopes mean; the longest name that fits decides.
fn rules() -> Vec<(Scope, Word)> {
    let names: [(&[&str], Word); 6] = [
        (&["comment", "punctuation.definition.comment"], Word::Comment),
        (
            &["string", "punctuation.definition.string", "constant.character.escape", "markup.raw", "markup.inserted"],
            Word::String,
        ),
        (&["constant", "support.constant", "markup.deleted"], Word::Number),
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
            Word::Keyword,
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
            Word::Name,
        ),
        (&["keyword.operator", "punctuation.section", "meta.interpolation", "meta.template.expression"], Word::Plain),
    ];
    let mut rules = Vec::new();
    for (names, word) in names {
        rules.extend(names.iter().filter_map(|name| Some((Scope::new(name).ok()?, word))));
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with the first letter of what they are, numbers with `#`.
    fn check(language: &str, code: &str) -> String {
        let Some(grammar) = grammar(language) else { return "plain".to_owned() };
        let mut reader = Reader::new(grammar);
        let mut out = Vec::new();
        for line in code.split('\n') {
            let mut start = 0;
            for (word, length) in reader.words(line).expect("words") {
                let text = line[start..start + length].trim();
                start += length;
                if word != Word::Plain {
                    let letter = match word {
                        Word::Number => "#".to_owned(),
                        word => format!("{word:?}")[..1].to_lowercase(),
                    };
                    out.push(format!("{letter}:{text}"));
                }
            }
        }
        out.join(" ")
    }

    #[test]
    fn words_are_told_apart() {
        insta::assert_snapshot!(check("rust", "/// Doc\nfn lay(pipe: &Pipe) -> u32 { dig(\"deep\", 12, true) }"), @r#"c:/// Doc k:fn n:lay k:u32 n:dig s:"deep" #:12 #:true"#);
        insta::assert_snapshot!(check("py", "# c\nclass A(B):\n    def f(self):\n        return f\"{x} y\" if None else 1.5"), @r#"c:# c k:class n:A n:B k:def n:f k:return f s:" s:y" k:if #:None k:else #:1.5"#);
        insta::assert_snapshot!(check("ts", "const x: number = await f('a'); // c"), @"k:const n:number k:await n:f s:'a' c:// c");
        insta::assert_snapshot!(check("json", "{\"a\": [1, \"b\", null]}"), @r#"n:"a" #:1 s:"b" #:null"#);
        insta::assert_snapshot!(check("sh", "echo \"$HOME\" | grep -n x # c"), @r#"n:echo s:"$HOME" n:grep c:# c"#);
        insta::assert_snapshot!(check("sql", "SELECT count(*) FROM pipes WHERE age > 12 -- c"), @"k:SELECT n:count k:* k:FROM k:WHERE #:12 c:-- c");
        insta::assert_snapshot!(check("html", "<a href=\"x\">y</a>"), @r#"n:a href s:"x" n:a"#);
    }

    #[test]
    fn languages_are_known_by_many_names() {
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
    fn tabs_reach_the_next_stop() {
        assert_eq!(widened("\ta\tbcd\te"), "    a   bcd e");
        assert_eq!(widened("é\tx"), "é   x");
    }

    #[test]
    fn a_line_too_long_for_a_grammar_makes_the_rest_plain() {
        let mut reader = Reader::new(grammar("rs").expect("Rust"));
        assert!(reader.words("fn x() {}").is_some());
        assert!(reader.words(&"x".repeat(201)).is_none());
    }

    #[test]
    fn a_grammar_that_has_done_enough_leaves_the_rest_plain() {
        let mut reader = Reader::new(grammar("rs").expect("Rust"));
        let dense = "let a: &[u8] = &b[c..=d]; // (e, f) => { \"g\" + 'h' }";
        assert!((0..22).all(|_| reader.words(dense).is_some()), "dense code fills a slide in colour");
        reader.left = 1;
        assert!(reader.words(dense).is_some());
        assert!(reader.words(dense).is_none());
    }

    /// Code that grammars are slow on, or lose their way in.
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
    fn nasty_code_is_read_to_its_end_and_loses_nothing() {
        let read = |language: &str, code: &str| {
            let Some(grammar) = grammar(language) else { panic!("{language}") };
            let mut reader = Reader::new(grammar);
            for line in code.lines() {
                let Some(words) = reader.words(line) else { return };
                assert_eq!(words.iter().map(|(_, length)| length).sum::<usize>(), line.len(), "{language}: {line}");
            }
        };
        for language in ["rs", "js", "ts", "py", "sh", "cs", "html", "md", "css", "sql", "yaml", "bat"] {
            for one in NASTY {
                let line: String = one.chars().cycle().take(LONGEST_LINE / 2).collect();
                read(language, &format!("{line}\n{line} x\n{line}"));
            }
            let mixed: Vec<String> = NASTY.iter().map(|one| one.repeat(4)).collect();
            read(language, &mixed.join("\n"));
        }
    }
}
