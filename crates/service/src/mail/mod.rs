//! Mail: its texts, in plain text and HTML, in two languages. `server` sends it.
//!
//! A mail waits in a queue of the process and is lost when the process is killed. So nothing depends on a mail alone:
//! an administrator sees the link of an invitation too, a mention is a notification in the app too, and a link to sign
//! in can be requested again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use tokio::sync::mpsc;

use crate::secret::new_id;

/// The maximum number of mails that wait to be sent.
const MAX_WAITING: usize = 1000;

type Texts = BTreeMap<String, String>;

static LANGUAGES: LazyLock<[(&str, Texts); 2]> = LazyLock::new(|| {
    let table = |json: &str| serde_json::from_str(json).unwrap_or_default();
    [("en", table(include_str!("en.json"))), ("nl", table(include_str!("nl.json")))]
});

/// A mail that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// A random id. It stays the same when the mail is sent again.
    pub id: String,
    /// E-mail of the reader.
    pub to: String,
    /// The subject, in one line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

/// Mails that wait to be sent, and the public address that their links begin with. Cheap to clone.
#[derive(Debug, Clone)]
pub struct MailQueue {
    sender: mpsc::Sender<Mail>,
    base_url: String,
}

/// The reader of a mail.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MailReader<'a> {
    pub(crate) email: &'a str,
    /// Name, maybe empty.
    pub(crate) name: &'a str,
    /// A language tag.
    pub(crate) lang: &'a str,
}

/// What a mail is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MailSubject<'a> {
    /// A new account.
    Invitation { inviter: &'a str, organization: &'a str },
    /// A requested link to sign in.
    SignIn,
    /// A requested link to choose a new password.
    Password,
    /// A comment that mentions the reader.
    Mention { actor: &'a str, title: &'a str, comment: &'a str },
}

impl MailQueue {
    /// An empty queue, and its receiver. Links begin with the public address.
    pub fn new(base_url: String) -> (Self, mpsc::Receiver<Mail>) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        (Self { sender, base_url }, receiver)
    }

    /// Adds the mail about a subject, with a link to a path. When too many mails wait, it is dropped and that is
    /// logged.
    pub(crate) fn send(&self, reader: MailReader<'_>, subject: MailSubject<'_>, path: &str) {
        if self.sender.try_send(mail_about(reader, subject, &self.base_url, path)).is_err() {
            tracing::error!("a mail was dropped, since {MAX_WAITING} others wait to be sent");
        }
    }
}

/// The mail about a subject, with a link to a path of the instance.
fn mail_about(reader: MailReader<'_>, subject: MailSubject<'_>, base: &str, path: &str) -> Mail {
    let (lang, texts) = texts(reader.lang);
    let (kind, parts, quote) = match subject {
        MailSubject::Invitation { inviter, organization } => {
            ("invitation", vec![("inviter", inviter), ("organization", organization)], None)
        }
        MailSubject::SignIn => ("sign-in", Vec::new(), None),
        MailSubject::Password => ("password", Vec::new(), None),
        MailSubject::Mention { actor, title, comment } => {
            ("mention", vec![("actor", actor), ("title", title)], Some(comment))
        }
    };
    // Mail that was not requested says how to switch it off.
    let footer = if matches!(subject, MailSubject::Mention { .. }) { "mention.footer" } else { "footer" };
    let text = |key: &str, parts: &[(&str, &str)]| filled(texts.get(key).map_or(key, String::as_str), parts);
    let own = |part: &str| text(&format!("{kind}.{part}"), &parts);
    let greeting =
        if reader.name.is_empty() { text("greeting", &[]) } else { text("greeting.name", &[("name", reader.name)]) };
    let content = Content {
        lang,
        subject: one_line(&own("subject")),
        greeting,
        body: own("text"),
        quote,
        button: own("button"),
        link: format!("{base}{path}"),
        link_note: text("link", &[]),
        footer: text(footer, &[("base", base)]),
    };
    let (text, html) = (content.plain(), content.html());
    Mail { id: new_id(), to: reader.email.to_owned(), subject: content.subject, text, html }
}

/// The parts of a mail, as text.
struct Content<'a> {
    lang: &'static str,
    subject: String,
    greeting: String,
    body: String,
    quote: Option<&'a str>,
    button: String,
    link: String,
    link_note: String,
    footer: String,
}

impl Content<'_> {
    fn plain(&self) -> String {
        let Self { greeting, body, button, link, footer, .. } = self;
        let mut quote = String::new();
        for line in self.quote.unwrap_or_default().lines() {
            let _ = writeln!(quote, "> {line}");
        }
        let gap = if quote.is_empty() { "" } else { "\n" };
        format!("{greeting}\n\n{body}\n\n{quote}{gap}{button}:\n{link}\n\n-- \n{footer}\n")
    }

    fn html(&self) -> String {
        let [subject, greeting, body, button, link, link_note, footer] =
            [&self.subject, &self.greeting, &self.body, &self.button, &self.link, &self.link_note, &self.footer]
                .map(|text| escaped(text));
        let quote = self.quote.map_or_else(String::new, |quote| {
            let lines = escaped(quote).replace('\n', "<br>");
            format!(
                "<blockquote style=\"margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #c9ccd3\">{lines}\
                 </blockquote>"
            )
        });
        format!(
            "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{subject}</title></head>\
             <body style=\"margin:0;padding:24px;background:#f4f5f7;color:#1b1f27;\
             font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif\">\
             <div style=\"max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff\">\
             <p style=\"margin:0 0 16px\">{greeting}</p><p style=\"margin:0 0 16px\">{body}</p>{quote}\
             <p style=\"margin:24px 0\"><a href=\"{link}\" style=\"display:inline-block;padding:10px 20px;\
             border-radius:8px;background:#0b6b75;color:#ffffff;text-decoration:none;font-weight:600\">{button}</a></p>\
             <p style=\"margin:0;color:#5b6270;font-size:13px\">{link_note}<br>\
             <a href=\"{link}\" style=\"color:#0b6b75;word-break:break-all\">{link}</a></p></div>\
             <p style=\"max-width:560px;margin:16px auto 0;color:#5b6270;font-size:13px\">{footer}</p></body></html>",
            lang = self.lang,
        )
    }
}

/// The texts for a language tag, and their language; English when there are none.
fn texts(tag: &str) -> (&'static str, &'static Texts) {
    let main = tag.split('-').next().unwrap_or_default();
    let (lang, texts) = LANGUAGES.iter().find(|(lang, _)| lang.eq_ignore_ascii_case(main)).unwrap_or(&LANGUAGES[0]);
    (lang, texts)
}

/// A template with its placeholders replaced. Inserted texts are not searched for placeholders.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        text.push_str(parts.iter().find(|(part, _)| *part == name).map_or("", |(_, value)| value));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A text without control characters, for a header.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_bob(lang: &str, subject: MailSubject<'_>) -> Mail {
        let bob = MailReader { email: "bob@x.test", name: "Bob", lang };
        mail_about(bob, subject, "https://d.test", "/app/1?a=b&c=d")
    }

    #[test]
    fn a_mail_is_in_the_language_of_its_reader_and_has_no_markup_of_others() {
        let about = MailSubject::Mention { actor: "Ada", title: "Eb & <b>vloed</b>", comment: "Kijk\n<script>{actor}" };
        let mail = to_bob("nl-BE", about);
        assert_eq!(mail.subject, "Ada noemde je in “Eb & <b>vloed</b>”");
        assert_eq!(
            mail.text,
            "Hallo Bob,\n\nAda noemde je in een opmerking bij “Eb & <b>vloed</b>”:\n\n> Kijk\n> <script>{actor}\n\n\
             Presentatie openen:\nhttps://d.test/app/1?a=b&c=d\n\n-- \nVerstuurd door Lectern. Welke mail je \
             krijgt, kies je op https://d.test/settings/profile.\n"
        );
        assert!(
            mail.html.contains("lang=\"nl\"") && mail.html.contains("Kijk<br>&lt;script&gt;{actor}"),
            "{}",
            mail.html
        );
        assert!(!mail.html.contains("<b>"));
        assert!(mail.html.contains("href=\"https://d.test/app/1?a=b&amp;c=d\""));
    }

    #[test]
    fn a_subject_has_one_line_and_mails_in_other_languages_are_english() {
        let mail = to_bob("de", MailSubject::Invitation { inviter: "Ada\r\nBcc: x@y.test", organization: "Quay" });
        assert_eq!(mail.subject, "Ada  Bcc: x@y.test invites you to Quay on Lectern");
        assert!(mail.text.starts_with("Hello Bob,\n\nAda"), "{}", mail.text);
    }

    #[test]
    fn every_mail_has_its_texts_in_both_languages() {
        let keys = |index: usize| LANGUAGES[index].1.keys().collect::<Vec<_>>();
        assert_eq!(keys(0), keys(1));
        for lang in ["en", "nl"] {
            for subject in [
                MailSubject::Invitation { inviter: "a", organization: "b" },
                MailSubject::SignIn,
                MailSubject::Password,
                MailSubject::Mention { actor: "a", title: "b", comment: "c" },
            ] {
                let mail = to_bob(lang, subject);
                for key in [".subject", ".text", ".button", "greeting", "footer"] {
                    assert!(!mail.text.contains(key) && !mail.html.contains(key), "{key} in {}", mail.text);
                }
            }
        }
    }
}
