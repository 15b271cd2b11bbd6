//! Headers, greeting, sign-off and signature of a mail.
//!
//! Removes them from the text and stores the subject, sender, date and contact details in the document.

use super::super::language::{Language, all, phrases, starts_with_phrase};
use super::super::text::word_count;
use super::{Contact, Document};

/// The text without the parts that only a mail has. Their values are stored in the document.
pub(super) fn mail_body(source: &str, language: &Language, document: &mut Document) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    let headers = headers(&lines, document);
    lines.drain(..headers);
    if headers > 0
        || lines.iter().filter(|line| !line.trim().is_empty()).take(1).any(|line| is_greeting(line, language))
    {
        while lines.first().is_some_and(|line| line.trim().is_empty() || is_greeting(line, language)) {
            lines.remove(0);
        }
        cut_sign_off(&mut lines, language, document);
    }
    lines.join("\n")
}

/// Reads the header lines at the top. Returns their number; 0 when the text is not a mail.
fn headers(lines: &[&str], document: &mut Document) -> usize {
    let start = lines.iter().take_while(|line| line.trim().is_empty()).count();
    let mut found: Vec<(MailHeader, String)> = Vec::new();
    let mut end = start;
    for line in &lines[start..] {
        let Some(header) = header(line) else { break };
        found.push(header);
        end += 1;
    }
    let has_subject = found.iter().any(|(header, _)| *header == MailHeader::Subject);
    if found.len() < 2 || !has_subject {
        return 0;
    }
    for (header, value) in found {
        match header {
            MailHeader::Subject => document.title = Some(value).filter(|value| !value.is_empty()),
            MailHeader::From => {
                let (name, email) = mailbox(&value);
                document.byline = Some(if name.is_empty() { email.clone() } else { name.clone() });
                document.contact = Contact { name, email, ..Contact::default() };
            }
            MailHeader::Date => document.date = Some(value),
            MailHeader::Other => {}
        }
    }
    end
}

#[derive(PartialEq, Eq)]
enum MailHeader {
    Subject,
    From,
    Date,
    Other,
}

/// The kind and value of a header line.
fn header(line: &str) -> Option<(MailHeader, String)> {
    let line = line.trim().trim_start_matches("**");
    let (name, value) = line.split_once(':')?;
    let (name, value) = (name.trim().trim_end_matches("**").to_lowercase(), value.trim_start_matches("**").trim());
    if name.len() > 20 {
        return None;
    }
    let is =
        |list: fn(&Language) -> &'static str| all().iter().any(|known| phrases(list(known)).any(|word| word == name));
    let kind = if is(|known| known.table.subject_headers) {
        MailHeader::Subject
    } else if is(|known| known.table.sender_headers) {
        MailHeader::From
    } else if is(|known| known.table.date_headers) {
        MailHeader::Date
    } else if is(|known| known.table.other_headers) {
        MailHeader::Other
    } else {
        return None;
    };
    let mut value = value;
    while let Some((prefix, rest)) = value.split_once(':')
        && ["re", "fw", "fwd", "aw", "wg", "tr", "rv"].contains(&prefix.trim().to_lowercase().as_str())
    {
        value = rest.trim();
    }
    Some((kind, value.to_owned()))
}

/// The name and address of `Anna Bell <anna@example.org>`.
fn mailbox(value: &str) -> (String, String) {
    match value.split_once('<') {
        Some((name, rest)) => {
            (name.trim().trim_matches('"').to_owned(), rest.trim_end_matches(['>', ' ']).trim().to_owned())
        }
        None if value.contains('@') => (String::new(), value.trim().to_owned()),
        None => (value.trim().to_owned(), String::new()),
    }
}

fn is_greeting(line: &str, language: &Language) -> bool {
    let line = line.trim();
    let lower = line.to_lowercase();
    line.ends_with([',', '!', ':', '-'])
        && word_count(line) <= 6
        && phrases(language.table.greetings).any(|phrase| starts_with_phrase(&lower, phrase))
}

/// Cuts the text at its sign-off and reads the signature after it.
fn cut_sign_off(lines: &mut Vec<&str>, language: &Language, document: &mut Document) {
    let from = lines.len().saturating_sub(14);
    let is_sign_off = |line: &&str| {
        let phrase_in_line = line.trim().trim_end_matches([',', '.', '!']).to_lowercase();
        phrases(language.table.sign_offs).any(|phrase| phrase == phrase_in_line)
    };
    let Some(at) = lines[from..].iter().position(is_sign_off).map(|at| at + from) else { return };
    let postscript =
        lines[at + 1..].iter().position(|line| is_postscript(line)).map_or(lines.len(), |from| at + 1 + from);
    let signature: Vec<&str> =
        lines[at + 1..postscript].iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    if signature.len() > 8 || signature.iter().any(|line| word_count(line) > 12) {
        return;
    }
    let contact = &mut document.contact;
    for line in &signature {
        for token in line.split([' ', '|', '·']).filter(|token| !token.is_empty()) {
            if token.contains('@') && token.contains('.') {
                token.trim_matches(['<', '>', ',']).clone_into(&mut contact.email);
            } else if token.starts_with("https://") || token.starts_with("http://") {
                token.clone_into(&mut contact.url);
            }
        }
        let digits = line.chars().filter(char::is_ascii_digit).count();
        let phone: &str = line.trim_start_matches(|c: char| c != '+' && !c.is_ascii_digit());
        if digits >= 8 && phone.chars().all(|c| c.is_ascii_digit() || " +()-./".contains(c)) {
            phone.trim().clone_into(&mut contact.phone);
        }
    }
    let name = signature.first().filter(|line| !line.contains('@') && word_count(line) <= 4);
    if let Some(name) = name
        && contact.name.is_empty()
    {
        name.trim_end_matches(',').clone_into(&mut contact.name);
    }
    if document.byline.is_none() && !contact.name.is_empty() {
        document.byline = Some(contact.name.clone());
    }
    // A postscript is part of the text.
    let rest = lines.split_off(postscript);
    lines.truncate(at);
    if !rest.is_empty() {
        lines.push("");
        lines.extend(rest);
    }
}

fn is_postscript(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    ["p.s.", "p. s.", "ps:", "ps.", "ps "].iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    #[test]
    fn a_postscript_stays() {
        let mut document = Document::default();
        let mail = "Hi Anna,\n\nThe quay is full.\n\nThanks,\nTom Hill\n\nP.S. The gate opens at nine.";
        assert_eq!(mail_body(mail, of("en"), &mut document), "The quay is full.\n\n\nP.S. The gate opens at nine.");
        assert_eq!(document.contact.name, "Tom Hill");
    }

    #[test]
    fn a_heading_that_begins_like_a_greeting_stays() {
        let body = |tag: &str, text: &str| mail_body(text, of(tag), &mut Document::default());
        assert_eq!(body("en", "Hi Anna,\n\nThe quay is full."), "The quay is full.");
        for (tag, text) in [
            ("en", "Hiring plan:\n\nTwo pilots."),
            ("nl", "Dagplanning:\n\nTwee loodsen."),
            ("de", "Liebeserklärung!\n\nAn den Hafen."),
        ] {
            assert_eq!(body(tag, text), text);
        }
    }
}
