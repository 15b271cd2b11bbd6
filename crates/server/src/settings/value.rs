//! Parsers for the values of settings, the same for flags and the environment.
//!
//! Each function parses one text. Its error says what was expected; the caller adds the name of the setting.

use std::fmt;
use std::path::PathBuf;

use lettre::message::Mailbox;
use service::Network;

/// A value that is never written to a log, a console or a debug print.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// The value. It must not be printed.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(secret)")
    }
}

/// A list of networks. It has a type of its own, since clap would parse each value of a flag of type `Vec` on its own.
#[derive(Debug, Clone)]
pub(crate) struct Networks(pub(crate) Vec<Network>);

/// The result of a parser: the value, or what was expected.
pub(crate) type Parsed<T> = Result<T, String>;

/// Any text.
#[expect(clippy::unnecessary_wraps, reason = "all parsers have the same signature")]
pub(crate) fn text(text: &str) -> Parsed<String> {
    Ok(text.to_owned())
}

/// A secret text.
#[expect(clippy::unnecessary_wraps, reason = "all parsers have the same signature")]
pub(crate) fn secret(text: &str) -> Parsed<Secret> {
    Ok(Secret(text.to_owned()))
}

/// The address of a PostgreSQL server, which may contain a password.
pub(crate) fn database(text: &str) -> Parsed<Secret> {
    address_of(text, &["postgres", "postgresql"])
}

/// The address of a Redis, which may contain a password.
pub(crate) fn redis(text: &str) -> Parsed<Secret> {
    address_of(text, &["redis", "rediss", "unix", "redis+unix"])
}

/// An address with one of these schemes.
fn address_of(text: &str, schemes: &[&str]) -> Parsed<Secret> {
    let is_valid = text.split_once("://").is_some_and(|(scheme, rest)| schemes.contains(&scheme) && !rest.is_empty());
    if is_valid { secret(text) } else { Err(format!("expected an address that begins with {}://", schemes[0])) }
}

/// A sender of mail: an e-mail address, with or without a name.
pub(crate) fn mailbox(text: &str) -> Parsed<Mailbox> {
    text.parse().map_err(|_| "expected an address such as decks@example.com or Lectern <decks@example.com>".to_owned())
}

/// Networks such as `10.0.0.0/8`, separated by commas.
pub(crate) fn networks(text: &str) -> Parsed<Networks> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::parse::<Network>).collect::<Parsed<Vec<_>>>().map(Networks)
}

/// A switch: `1`, `true`, `on` or `yes`; or `0`, `false`, `off` or `no`. The case does not matter.
pub(crate) fn switch(text: &str) -> Parsed<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Ok(true),
        "0" | "false" | "off" | "no" => Ok(false),
        _ => Err("expected 1, true, on or yes, or 0, false, off or no".to_owned()),
    }
}

/// A port; 0 lets the system choose one.
pub(crate) fn port(text: &str) -> Parsed<u16> {
    text.parse().map_err(|_| "expected a port number from 0 to 65535".to_owned())
}

/// A name or an address to listen on.
pub(crate) fn host(text: &str) -> Parsed<String> {
    let is_allowed =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | ':' | '_' | '%');
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    if !inner.is_empty() && inner.chars().all(is_allowed) {
        return Ok(inner.to_owned());
    }
    Err("expected a host name or an address".to_owned())
}

/// A whole number from `least` to `most`.
fn whole_number(text: &str, least: u64, most: u64) -> Parsed<u64> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) && !text.starts_with('+') => Ok(number),
        _ => Err(format!("expected a whole number from {least} to {most}")),
    }
}

/// A number from 1 to 1,000,000,000.
pub(crate) fn count(text: &str) -> Parsed<u64> {
    whole_number(text, 1, 1_000_000_000)
}

/// A number of days, from 0, which means never, to 36,500.
pub(crate) fn days(text: &str) -> Parsed<u64> {
    whole_number(text, 0, 36_500)
}

/// A number of seconds, from 1 to 86,400, a day.
pub(crate) fn seconds(text: &str) -> Parsed<u64> {
    whole_number(text, 1, 86_400)
}

/// A number of seconds, from 0 to ten minutes.
pub(crate) fn drain(text: &str) -> Parsed<u64> {
    whole_number(text, 0, 600)
}

/// A size in bytes, from 1 to 16 GiB.
pub(crate) fn bytes(text: &str) -> Parsed<u64> {
    whole_number(text, 1, 1 << 34)
}

/// An http or https address, without trailing slashes.
pub(crate) fn web_address(text: &str) -> Parsed<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let host = rest.split('/').next().unwrap_or_default();
    let is_forbidden = |character: char| {
        character.is_whitespace() || character.is_control() || matches!(character, '?' | '#' | '"' | '<' | '>')
    };
    if host.is_empty() || host.contains('@') || text.contains(is_forbidden) {
        return Err("expected an address that begins with https:// or http://".to_owned());
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// The address of an issuer of single sign-on, exactly as the issuer writes it. It must use https, unless it is on this
/// machine.
pub(crate) fn issuer(text: &str) -> Parsed<String> {
    web_address(text)?;
    let local = ["http://127.0.0.1", "http://[::1]", "http://localhost"];
    let is_local =
        |start: &&str| text.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']));
    if text.starts_with("https://") || local.iter().any(is_local) {
        return Ok(text.to_owned());
    }
    Err("expected an address that begins with https://".to_owned())
}

/// A short label.
pub(crate) fn label(text: &str) -> Parsed<String> {
    let is_forbidden = |character: char| character.is_control() || matches!(character, '<' | '>');
    if text.chars().count() <= 40 && !text.contains(is_forbidden) {
        return Ok(text.to_owned());
    }
    Err("expected a name of 40 characters at most".to_owned())
}

/// A role in an organization.
pub(crate) fn role(text: &str) -> Parsed<service::Role> {
    service::Role::named(text).ok_or_else(|| "expected admin or member".to_owned())
}

/// The address of a bucket, with a prefix or without.
pub(crate) fn bucket(text: &str) -> Parsed<String> {
    let name = text.strip_prefix("s3://").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    if name.is_empty() || text.contains(|character: char| character.is_whitespace() || character.is_control()) {
        return Err("expected s3://bucket/prefix".to_owned());
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// A host name, with a port or without.
pub(crate) fn domain(text: &str) -> Parsed<String> {
    if text.contains('/') || host(text).is_err() {
        return Err("expected a host name such as decks.example.org".to_owned());
    }
    Ok(text.to_owned())
}

/// A language tag.
pub(crate) fn language(text: &str) -> Parsed<String> {
    if service::is_language_tag(text) {
        return Ok(text.to_owned());
    }
    Err("expected a language tag such as en-GB".to_owned())
}

/// An e-mail address.
pub(crate) fn email(text: &str) -> Parsed<String> {
    let is_email = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
        && !text.contains(|character: char| character.is_whitespace() || character.is_control());
    if is_email { Ok(text.to_owned()) } else { Err("expected an e-mail address".to_owned()) }
}

/// A password that is valid for an account: 8 to 1024 characters.
pub(crate) fn password(text: &str) -> Parsed<Secret> {
    if (8..=1024).contains(&text.chars().count()) {
        return secret(text);
    }
    Err("expected 8 to 1024 characters".to_owned())
}

/// A path.
#[expect(clippy::unnecessary_wraps, reason = "all parsers have the same signature")]
pub(crate) fn path(text: &str) -> Parsed<PathBuf> {
    Ok(PathBuf::from(text))
}

/// A folder that exists.
pub(crate) fn folder(text: &str) -> Parsed<PathBuf> {
    let path = PathBuf::from(text);
    if path.is_dir() { Ok(path) } else { Err("expected a folder that exists".to_owned()) }
}

/// A file with a JSON list in it.
pub(crate) fn json_list(text: &str) -> Parsed<PathBuf> {
    let path = PathBuf::from(text);
    let content = std::fs::read(&path).map_err(|fault| format!("the file cannot be read: {fault}"))?;
    match serde_json::from_slice(&content) {
        Ok(serde_json::Value::Array(_)) => Ok(path),
        _ => Err("expected a file with a JSON list".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    fn check<T: Debug>(parse: fn(&str) -> Parsed<T>, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(parse(text).is_ok(), "`{text}` is refused: {:?}", parse(text));
        }
        for text in bad {
            assert!(parse(text).is_err(), "`{text}` is accepted as {:?}", parse(text));
        }
    }

    #[test]
    fn every_parser_accepts_its_values_and_nothing_else() {
        check(switch, &["1", "true", "ON", "Yes", "0", "false", "off", "no"], &["", "2", "maybe"]);
        check(port, &["0", "4100", "65535"], &["65536", "-1", "harbour"]);
        check(host, &["127.0.0.1", "::1", "[::1]", "localhost", "0.0.0.0"], &["", "a b", "http://x", "a/b"]);
        check(count, &["1", "500"], &["0", "+5", "-1", "1.5", "many", "99999999999999999999"]);
        check(days, &["0", "30"], &["soon", "36501"]);
        check(seconds, &["1", "86400"], &["0", "86401"]);
        check(bytes, &["1", "26214400"], &["0", "25MiB"]);
        check(
            web_address,
            &["https://decks.example", "http://x:8080/base/"],
            &["decks.example", "ftp://x", "https://", "https://a b", "https://x/?q", "https://u:p@x"],
        );
        check(
            issuer,
            &["https://login.example/realms/x/", "http://127.0.0.1:8080", "http://localhost/"],
            &["http://login.example", "http://127.0.0.1.evil.test", "login.example"],
        );
        check(label, &["Harbour Office"], &["<b>", "a name that is much too long to stand on any button"]);
        check(role, &["admin", "member"], &["owner", ""]);
        check(domain, &["decks.example", "localhost:4100"], &["https://decks.example", "a/b", ""]);
        check(language, &["en-GB", "de"], &["english language", ""]);
        check(email, &["admin@localhost"], &["admin", "@x", "a@", "a b@x"]);
        check(password, &["long enough"], &["short"]);
    }

    #[test]
    fn a_web_address_loses_its_trailing_slashes() {
        assert_eq!(web_address("https://decks.example//"), Ok("https://decks.example".to_owned()));
    }

    #[test]
    fn a_secret_is_not_printed() {
        let value = secret("hunter2").expect("any text");
        assert_eq!((format!("{value:?}"), value.reveal()), ("(secret)".to_owned(), "hunter2"));
    }
}
