//! Network addresses as limits count them. All IPv6 addresses of a /64 network count as one, since a client that has one
//! of them can use any of them.

use std::net::{IpAddr, Ipv6Addr};

/// The address by which limits count a client: an IPv4 address, or the /64 network of an IPv6 address.
pub(crate) fn counted_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// [`counted_network`] for an address as text. A text that is no address stays as it is.
pub(crate) fn counted_network_of(address: &str) -> String {
    address.parse().map_or_else(|_| address.to_owned(), |address| counted_network(address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv4_address_and_an_ipv6_network_count_as_one_client() {
        assert_eq!(counted_network_of("203.0.113.1"), "203.0.113.1");
        assert_eq!(counted_network_of("::ffff:203.0.113.1"), "203.0.113.1");
        assert_eq!(counted_network_of("2001:db8:1:2:3::4"), "2001:db8:1:2::");
        assert_eq!(counted_network_of("2001:db8:1:2:ffff:ffff:ffff:ffff"), "2001:db8:1:2::");
        assert_eq!(counted_network_of("2001:db8:1:3::4"), "2001:db8:1:3::");
        assert_eq!(counted_network_of("nowhere"), "nowhere");
    }
}
