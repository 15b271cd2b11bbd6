//! Decodes bytes to text, and checks properties of text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::model::{Document, List, ListItem};

/// The text of bytes in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    if let Some((encoding, skip)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[skip..]).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// The text of bytes in an encoding that the file names. A byte order mark takes precedence over the name; bytes with
/// an unknown encoding are decoded as [`decoded`] does.
pub(crate) fn decoded_as(bytes: &[u8], label: &str) -> String {
    if Encoding::for_bom(bytes).is_some() {
        return decoded(bytes);
    }
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) if encoding != UTF_8 => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        _ => decoded(bytes),
    }
}

/// A text with each run of white space as one space, and none at its ends.
pub(crate) fn collapsed(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    // Icon fonts have their icons among the characters for private use.
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{e000}'..='\u{f8ff}');
    for word in text.split(is_gap) {
        if !word.is_empty() {
            if !result.is_empty() {
                result.push(' ');
            }
            result.extend(word.chars().filter(|c| !c.is_control() && *c != '\u{ad}'));
        }
    }
    result
}

/// The letters and digits of a text in lower case, for comparing texts.
pub(crate) fn comparison_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a text ends as a sentence does.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let text =
        text.trim_end_matches(|c: char| matches!(c, '"' | '”' | '’' | '\'' | ')' | '»' | ']') || is_superscript(c));
    text.ends_with(['.', '!', '?', '…', '。', '！', '？', ':', '؟', '।'])
}

/// Whether a character is a superscript digit.
pub(crate) fn is_superscript(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹')
}

/// Digits as superscripts; `None` if the text has anything else.
pub(crate) fn as_superscript(text: &str) -> Option<String> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    text.chars().map(|c| c.to_digit(10).map(|digit| DIGITS[digit as usize])).collect()
}

/// A text whose accents are on their letters: fonts of TeX draw `¨` and `a` where `ä` is meant.
pub(crate) fn with_accents(text: String) -> String {
    const ACCENTS: [(char, &str, &str); 5] = [
        ('¨', "aouAOUeiy", "äöüÄÖÜëïÿ"),
        ('´', "aeioucnszyAEIOUCSıZ", "áéíóúćńśźýÁÉÍÓÚĆŚíŹ"),
        ('ˆ', "aeiouAEIOUı", "âêîôûÂÊÎÔÛî"),
        ('˜', "anoANO", "ãñõÃÑÕ"),
        ('ˇ', "cszrenCSZR", "čšžřěňČŠŽŘ"),
    ];
    if !text.contains(ACCENTS.map(|(accent, ..)| accent)) {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let accented = ACCENTS.iter().find(|(accent, ..)| *accent == letter).and_then(|(_, bare, whole)| {
            let at = bare.chars().position(|c| letters.peek() == Some(&c))?;
            whole.chars().nth(at)
        });
        if accented.is_some() {
            letters.next();
        }
        result.push(accented.unwrap_or(letter));
    }
    result
}

/// The language tag in a file; `None` if the text is not a language tag.
pub(crate) fn language(tag: &str) -> Option<String> {
    let tag = tag.trim().replace('_', "-");
    (deck::is_tag(&tag) && !tag.eq_ignore_ascii_case("und") && !tag.starts_with("x-")).then_some(tag)
}

/// The names in a line such as `Ada Lovelace; Charles Babbage and Mary Somerville`.
pub(crate) fn names(text: &str) -> Vec<String> {
    let text = collapsed(text);
    let parts = text.split([';', '\n']).flat_map(|part| part.split(" and ")).flat_map(|part| {
        // `Lovelace, Ada` is one person; `Ada Lovelace, Charles Babbage` are two.
        let pieces: Vec<&str> = part.split(", ").collect();
        let is_list = pieces.len() > 1 && pieces.iter().all(|piece| piece.trim().contains(' '));
        if is_list { pieces } else { vec![part] }
    });
    let mut names: Vec<String> = Vec::new();
    for name in parts.map(|part| part.trim().trim_matches(',').trim()) {
        if !name.is_empty()
            && !is_account(name)
            && name.chars().count() <= 80
            && names.len() < 50
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// Whether the name of an author is that of an account or a program: "root", "python-docx", "Windows User".
fn is_account(name: &str) -> bool {
    const ACCOUNTS: &[&str] =
        &["user", "windowsuser", "microsoftofficeuser", "administrator", "admin", "unknown", "author"];
    let is_lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    name.chars().all(is_lower) || ACCOUNTS.contains(&comparison_key(name).as_str())
}

/// Whether an alternative text is only the name of the picture's file, which programs write.
pub(crate) fn is_file_name(alt: &str) -> bool {
    let lower = alt.trim().to_lowercase();
    let is_path = lower.contains(":\\") || lower.starts_with("file:");
    is_path
        || [".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".tif", ".tiff", ".emf", ".wmf", ".webp"]
            .iter()
            .any(|end| lower.ends_with(end))
}

/// The term that a list item explains, and its text: the item begins with the term in bold, which a mark or a new
/// sentence follows. The term is `None` if the bold words are the beginning of a sentence.
pub(crate) fn term_and_text(item: String, bold: &str) -> (Option<String>, String) {
    const MAX_CHARS: usize = 60;
    const MARKS: [char; 6] = [':', '.', '–', '—', '-', ' '];
    let Some(rest) = item.strip_prefix(bold).filter(|_| (1..=MAX_CHARS).contains(&bold.chars().count())) else {
        return (None, item);
    };
    let next = rest.trim_start();
    let is_new_sentence =
        next.starts_with(char::is_uppercase) && bold.contains(' ') && next.split_whitespace().nth(4).is_some();
    let is_marked = bold.ends_with([':', '.']) || next.starts_with([':', '.', '–', '—']) || next.starts_with("- ");
    let text = next.trim_start_matches(MARKS);
    let term = bold.trim_end_matches(MARKS);
    if (is_marked || is_new_sentence) && text.contains(char::is_alphanumeric) && !term.is_empty() {
        (Some(term.to_owned()), text.to_owned())
    } else {
        (None, item)
    }
}

/// The lines of a paragraph as terms and texts if all of three or more have the form `Place: the club house`.
pub(crate) fn fact_lines(paragraph: &str, end_of_line: char) -> Option<List> {
    const MIN_LINES: usize = 3;
    let item = |line: String| {
        let (term, text) = line.split_once(": ")?;
        let is_fact = (1..=36).contains(&term.chars().count())
            && term.split(' ').count() <= 4
            && !term.contains(['.', '?', '!', ','])
            && (1..=100).contains(&text.chars().count());
        is_fact.then(|| ListItem { level: 0, term: Some(term.to_owned()), text: text.to_owned() })
    };
    let lines = paragraph.split(end_of_line).map(collapsed).filter(|line| !line.is_empty());
    let items: Vec<ListItem> = lines.map(item).collect::<Option<_>>()?;
    (items.len() >= MIN_LINES).then_some(List { is_ordered: false, items })
}

/// A text without the expressions that a site generator replaces: `{{page.title}}`, `{% include x %}`, `{{< img >}}`.
/// The words of a link of this form stay.
pub(crate) fn without_templates(text: String) -> String {
    if !text.contains("{{") && !text.contains("{%") {
        return text;
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = [rest.find("{{"), rest.find("{%")].into_iter().flatten().min() {
        let close = if rest[at..].starts_with("{{") { "}}" } else { "%}" };
        let Some(length) = rest[at..].find(close) else { break };
        let inner = &rest[at..at + length];
        kept.push_str(&rest[..at]);
        let words = inner.split_once(" text=\"").and_then(|(_, words)| words.split_once('"'));
        kept.push_str(words.map_or("", |(words, _)| words));
        rest = &rest[at + length + close.len()..];
    }
    kept.push_str(rest);
    kept
}

/// A title without the number of a chapter before it: `9.7. Pattern Matching`, `Chapter 5. Control files`, `B.4 Why`.
pub(crate) fn unnumbered(title: &str) -> &str {
    const CHAPTERS: &[&str] =
        &["chapter", "kapitel", "hoofdstuk", "chapitre", "capítulo", "capitolo", "rozdział", "bölüm"];
    let Some((first, rest)) = title.split_once(' ') else { return title };
    let is_chapter = CHAPTERS.contains(&first.to_lowercase().as_str());
    let (number, rest) = if is_chapter { rest.split_once(' ').unwrap_or_default() } else { (first, rest) };
    let parts = || number.trim_end_matches(['.', ':']).split('.');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_number = number.ends_with(['.', ':']) && parts().all(is_digits);
    // The part of a book has a letter: "B.4".
    let is_lettered = parts().count() > 1
        && parts().next().is_some_and(|part| part.len() == 1 && part.starts_with(|c: char| c.is_ascii_uppercase()))
        && parts().skip(1).all(is_digits);
    let rest = rest.trim_start();
    let is_title = rest.starts_with(char::is_uppercase) || is_chapter && !rest.is_empty();
    if (is_number || is_lettered && !is_chapter) && is_title { rest } else { title }
}

/// Turns corner brackets into quotation marks in a document without any Chinese, Japanese or Korean letter.
pub(crate) fn western_quotes(document: &mut Document) {
    let has = |is_meant: fn(char) -> bool| {
        document.blocks.iter().any(|block| block.content.texts().iter().any(|text| text.contains(is_meant)))
    };
    if !has(|c| matches!(c, '「' | '」')) || has(|c| matches!(c, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')) {
        return;
    }
    for text in document.blocks.iter_mut().flat_map(|block| block.content.texts_mut()) {
        *text = text.replace('「', "“").replace('」', "”");
    }
}

/// Whether a word is a connector such as "of" or "and". No title ends with one.
pub(crate) fn is_connector(word: &str) -> bool {
    const WORDS: &str = "of in for to the and with on by from von der die das und zu für im mit van het en voor met du \
        des et pour avec del y con para";
    WORDS.split_whitespace().any(|known| known == word.to_lowercase())
}

/// Whether a word cannot end a title: a connector, or an article or preposition of some languages.
pub(crate) fn cannot_end_title(word: &str) -> bool {
    const WORDS: &str = "de la le les del della di da do dos das a an el los las il een ein eine";
    is_connector(word) || WORDS.split_whitespace().any(|known| known == word.to_lowercase())
}

/// Whether a text only names the kind of a document: "User’s Guide", "Anleitung".
pub(crate) fn is_kind_of_document(text: &str) -> bool {
    const KINDS: &[&str] = &[
        "manual",
        "usermanual",
        "usersmanual",
        "referencemanual",
        "guide",
        "userguide",
        "usersguide",
        "handbook",
        "anleitung",
        "dieanleitung",
        "handbuch",
        "benutzerhandbuch",
        "bedienungsanleitung",
        "handleiding",
        "gebruikershandleiding",
        "guidedelutilisateur",
        "guidedutilisateur",
        "manueldelutilisateur",
        "modedemploi",
        "manualdeusuario",
        "manualdelusuario",
        "guíadeusuario",
        "guíadelusuario",
        "guiadousuário",
        "manualdousuário",
        "guiadoutilizador",
        "manuale",
        "manualeutente",
        "guidautente",
        "användarhandbok",
        "podręcznikużytkownika",
    ];
    KINDS.contains(&comparison_key(text).as_str())
}

#[cfg(test)]
mod tests {
    use super::{is_file_name, is_kind_of_document, names, unnumbered, with_accents};

    #[test]
    fn the_name_of_a_file_is_no_alternative_text() {
        assert!(is_file_name("C:\\Documents\\Sans titre.JPG") && is_file_name("gate-1.png"));
        assert!(!is_file_name("The gate in spring") && !is_file_name("Files such as a.png are pictures"));
    }

    #[test]
    fn accounts_and_programs_are_no_authors() {
        assert_eq!(names("python-docx; Ada Lovelace; root; Windows User; 王小明"), ["Ada Lovelace", "王小明"]);
    }

    #[test]
    fn accents_are_put_on_the_letter_after_them() {
        for (text, whole) in [("B¨arenreiter", "Bärenreiter"), ("Jos´e Mart´ı", "José Martí"), ("5¨ wide", "5¨ wide")]
        {
            assert_eq!(with_accents(text.to_owned()), whole);
        }
    }

    #[test]
    fn a_title_has_no_chapter_number() {
        for (title, own) in [
            ("9.7. Pattern Matching", "Pattern Matching"),
            ("Chapitre 3. Choisir une distribution", "Choisir une distribution"),
            ("Hoofdstuk 2. apt-get", "apt-get"),
            ("B.4 How does it affect liberty?", "How does it affect liberty?"),
            ("2.5 times as fast", "2.5 times as fast"),
            ("Chapter 11", "Chapter 11"),
            ("Gate 3. East", "Gate 3. East"),
        ] {
            assert_eq!(unnumbered(title), own);
        }
    }

    #[test]
    fn a_kind_of_document_is_no_whole_title() {
        assert!(is_kind_of_document("User’s Guide") && is_kind_of_document("Guia do Usuário"));
        assert!(!is_kind_of_document("The Moor User Guide"));
    }
}
