//! The address of a webhook, checked when it is set. What its host name resolves to is checked when it is called.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU16;

use crate::Config;
use crate::error::{Error, Result};

/// The maximum length of an address, in bytes.
const MAX_LENGTH: usize = 2000;

/// Checks that an address may be called, and returns it without white space around it.
///
/// # Errors
/// Fails when the address is too long or malformed, is not an http or https address, contains a user or a password, or
/// is in a network that may not be called.
pub(super) fn checked(url: &str, config: &Config) -> Result<String> {
    let url = url.trim();
    let wrong = |why: &str| Error::invalid(format!("url: {why}"));
    if url.len() > MAX_LENGTH {
        return Err(wrong(&format!("{} characters, at most {MAX_LENGTH}", url.len())));
    }
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return Err(wrong("an address begins with https:// or http://"));
    };
    let is_forbidden = |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'#' | b'\\' | b'"' | b'<' | b'>' | b'`');
    if url.bytes().any(is_forbidden) {
        return Err(wrong("an address has no spaces, no `#` and no letters but those of ASCII"));
    }
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(wrong("an address has no user and no password; what is sent is signed"));
    }
    let Some(host) = host(authority) else {
        return Err(wrong(&format!("`{authority}` is no host")));
    };
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) if !config.may_call(address) => Err(wrong(&format!(
            "`{address}` is in a private network; the operator can allow it with SVC_WEBHOOK_ALLOW"
        ))),
        _ => Ok(url.to_owned()),
    }
}

/// The host of an authority without its port; `None` when either is malformed.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    if port.is_some_and(|port| port.parse::<NonZeroU16>().is_err()) {
        return None;
    }
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let is_name = !host.is_empty() && host.bytes().all(is_allowed);
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_v6 = inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok());
    (is_name || is_v6).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_http_or_https_without_a_password() {
        let config = Config { webhook_allow: vec!["10.1.0.0/16".parse().expect("a network")], ..Config::default() };
        let check = |url: &str| checked(url, &config);
        for good in [
            "https://receiver.test",
            "http://receiver.test:8080/hooks?team=4",
            "https://[2606:4700::1111]/x",
            "https://1.1.1.1/x",
            "http://10.1.2.3/x",
        ] {
            assert_eq!(check(good).expect("a valid address"), good);
        }
        for (wrong, why) in [
            ("ftp://receiver.test", "begins with https"),
            ("receiver.test", "begins with https"),
            ("https://", "is no host"),
            ("https://me:secret@receiver.test", "no password"),
            ("https://receiver.test/#x", "no `#`"),
            ("https://receiver.test/a b", "no spaces"),
            ("https://receiver.test:0/", "is no host"),
            ("https://receiver.test:99999/", "is no host"),
            ("https://127.0.0.1/x", "private network"),
            ("https://[::1]:8080/x", "private network"),
            ("https://[::ffff:10.0.0.1]/x", "private network"),
            ("http://10.2.2.3/x", "private network"),
            ("http://169.254.169.254/latest", "private network"),
        ] {
            let fault = check(wrong).expect_err(wrong).to_string();
            assert!(fault.contains(why), "{wrong}: {fault}");
        }
    }
}
