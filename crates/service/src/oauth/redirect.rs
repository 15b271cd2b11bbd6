//! The addresses to which codes are sent.
//!
//! The MCP authorization specification allows `https` everywhere and `http` on the person's own machine. Addresses are
//! compared as text, except that the port of an address on the person's own machine may differ (RFC 8252, section 7.3).

/// The maximum length of an address, in bytes.
const MAX_LENGTH: usize = 2000;
/// The hosts of the person's own machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// An address in parts.
#[derive(PartialEq, Eq)]
struct Address<'a> {
    is_https: bool,
    host: &'a str,
    port: Option<u16>,
    path_and_query: &'a str,
}

impl<'a> Address<'a> {
    /// The parts of an address that codes may be sent to. No part can be read in two ways: a browser and this function
    /// find the same host.
    fn read(text: &'a str) -> Option<Self> {
        let (is_https, rest) = match text.strip_prefix("https://") {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix("http://")?),
        };
        // RFC 6749, section 3.1.2: no fragment. Browsers read a backslash as a slash.
        let is_forbidden =
            |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'#' | b'\\' | b'"' | b'<' | b'>' | b'`');
        if text.len() > MAX_LENGTH || text.bytes().any(is_forbidden) {
            return None;
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path_and_query) = rest.split_at(end);
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse().ok()?)),
            _ => (authority, None),
        };
        let is_name = |host: &str| {
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
            !host.is_empty() && host.bytes().all(letter)
        };
        let is_local = LOOPBACK.contains(&host);
        (is_local || (is_https && is_name(host))).then_some(Self { is_https, host, port, path_and_query })
    }

    fn is_loopback(&self) -> bool {
        LOOPBACK.contains(&self.host)
    }
}

/// Whether codes may be sent to an address.
pub(super) fn is_allowed(redirect: &str) -> bool {
    Address::read(redirect).is_some()
}

/// Whether an address in a request is the one that a client registered.
pub(super) fn is_same(registered: &str, requested: &str) -> bool {
    let (Some(one), Some(other)) = (Address::read(registered), Address::read(requested)) else { return false };
    let is_same_but_for_port = one.is_loopback() && Address { port: other.port, ..one } == other;
    registered == requested || is_same_but_for_port
}

/// The host of an address, with its port when it has one; empty when codes may not be sent to the address.
pub(super) fn host(redirect: &str) -> String {
    match Address::read(redirect) {
        Some(Address { host, port: Some(port), .. }) => format!("{host}:{port}"),
        Some(Address { host, .. }) => host.to_owned(),
        None => String::new(),
    }
}

/// Whether an address is on the person's own machine.
pub fn is_loopback(redirect: &str) -> bool {
    Address::read(redirect).is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sent_to_https_or_to_the_machine_of_the_person() {
        for good in [
            "https://agent.example/callback",
            "https://agent.example:8443/cb?x=1",
            "http://localhost:33418/callback",
            "http://127.0.0.1/callback",
            "http://[::1]:9/",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "",
            "/callback",
            "http://agent.example/callback",
            "http://localhost.evil.test/",
            "http://127.0.0.1.evil.test/",
            "http://127.0.0.1@evil.test/",
            "https://user:secret@agent.example/",
            "https://agent.example/#part",
            "https://agent.example\\@evil.test/",
            "https://agent.example/a b",
            "https://agent.example:port/",
            "https:///callback",
            "https://[2001:db8::1]/",
            "https://größe.example/",
            "HTTPS://agent.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "agent://callback",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn only_the_port_on_the_machine_of_the_person_may_differ() {
        let registered = "http://127.0.0.1:1234/callback?a=1";
        assert!(is_same(registered, "http://127.0.0.1:9/callback?a=1"));
        assert!(is_same(registered, "http://127.0.0.1/callback?a=1"));
        for other in [
            "http://localhost:1234/callback?a=1",
            "https://127.0.0.1:1234/callback?a=1",
            "http://127.0.0.1:1234/callback",
            "http://127.0.0.1:1234/callback/?a=1",
        ] {
            assert!(!is_same(registered, other), "{other}");
        }
        assert!(is_same("https://agent.example/cb", "https://agent.example/cb"));
        for other in ["https://agent.example:444/cb", "https://agent.example/cb/", "https://agent.example/cb?a"] {
            assert!(!is_same("https://agent.example/cb", other), "{other}");
        }
    }
}
