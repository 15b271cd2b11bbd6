//! The network address of the client, and the web address of this site.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use super::App;
use crate::settings::Settings;

/// The peer of a connection.
#[derive(Clone, Copy)]
pub(super) struct Peer(pub(super) SocketAddr);

/// The address of the client: the peer of the connection or, behind a trusted proxy, the last address in
/// `X-Forwarded-For` that is not a loopback address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(client_address(&parts.headers, &parts.extensions, app)))
    }
}

/// The address of the client, from the headers and extensions of a request.
pub(super) fn client_address(headers: &HeaderMap, extensions: &Extensions, app: &App) -> IpAddr {
    let peer = extensions.get().map_or(IpAddr::from([0, 0, 0, 0]), |Peer(peer)| peer.ip());
    let forwarded = if app.settings.trust_proxy { forwarded_address(headers) } else { None };
    forwarded.unwrap_or(peer).to_canonical()
}

/// The last address in `X-Forwarded-For` that is not a loopback address; none when an invalid entry follows it.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().rev().filter_map(|line| line.to_str().ok());
    let mut hops = lines.flat_map(|line| line.rsplit(',')).map_while(|hop| hop_address(hop.trim()));
    hops.find(|hop| !hop.to_canonical().is_loopback())
}

/// Parses one entry of `X-Forwarded-For`. Some proxies add the port, and then brackets around an IPv6 address.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let unbracketed = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    unbracketed.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|hop| hop.ip()))
}

/// Whether the client uses https: the configured public address has that scheme, or a trusted proxy says so in a
/// header.
pub(crate) fn is_https(headers: &HeaderMap, settings: &Settings) -> bool {
    let public = settings.storage.config.base_url.as_deref().is_some_and(|base| base.starts_with("https://"));
    let schemes = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    let last = schemes.and_then(|value| value.rsplit(',').next());
    public || (settings.trust_proxy && last.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https")))
}

/// The address of this site: the public one if it is configured, else that of the request.
pub(crate) fn site_address(headers: &HeaderMap, settings: &Settings) -> String {
    settings.base_url.clone().unwrap_or_else(|| requested_origin(headers, settings))
}

/// The scheme and the host of this site in a request, such as `http://127.0.0.1:4100`. The host is empty when the
/// client sends none, or one with characters that no host has.
pub(crate) fn requested_origin(headers: &HeaderMap, settings: &Settings) -> String {
    let is_plain = |host: &&str| {
        host.len() <= 255 && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte))
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).filter(is_plain).unwrap_or_default();
    format!("{}://{host}", if is_https(headers, settings) { "https" } else { "http" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hop_that_is_not_loopback_counts() {
        let check = |line: &str| {
            let headers = HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), line.parse().unwrap())]);
            forwarded_address(&headers).map(|hop| hop.to_string()).unwrap_or_default()
        };
        assert_eq!(check("203.0.113.9"), "203.0.113.9");
        assert_eq!(check("198.51.100.1, 203.0.113.9"), "203.0.113.9");
        assert_eq!(check("203.0.113.9, 127.0.0.1"), "203.0.113.9");
        assert_eq!(check("203.0.113.9, unknown"), "");
        assert_eq!(check("2001:db8::1"), "2001:db8::1");
        assert_eq!(check("203.0.113.9:51234"), "203.0.113.9");
        assert_eq!(check("10.0.0.1, [2001:db8::1]:51234"), "2001:db8::1");
        assert_eq!(check("[2001:db8::1]"), "2001:db8::1");
    }
}
