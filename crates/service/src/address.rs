//! Network addresses: how limits count them, and which of them the server may call. All IPv6 addresses of a /64 network
//! count as one, since a client that has one of them can use all of them.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A network: all addresses that begin with the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    /// How many bits are the same.
    prefix: u32,
}

impl Network {
    /// Whether an address is in the network. An IPv4 address that is mapped into IPv6 is an IPv4 address.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let differing = base.to_bits() ^ address.to_bits();
                differing.checked_shr(32 - self.prefix).unwrap_or(0) == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let differing = base.to_bits() ^ address.to_bits();
                differing.checked_shr(128 - self.prefix).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    /// Reads a network such as `10.0.0.0/8`, or a single address.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no network such as 10.0.0.0/8 or fd00::/8");
        let (base, prefix) = text.split_once('/').map_or((text, None), |(base, prefix)| (base, Some(prefix)));
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let bits = if base.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(bits), |prefix| prefix.parse().map_err(|_| wrong()))?;
        if prefix <= bits { Ok(Self { base, prefix }) } else { Err(wrong()) }
    }
}

/// The address by which limits count a client: an IPv4 address, or the /64 network of an IPv6 address.
pub(crate) fn counted_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The address by which open streams and connections are counted; `None` for this machine and for private networks,
/// since a proxy or a whole audience may have such an address.
pub fn counted_public_network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_private() || v4.is_link_local() => None,
        IpAddr::V6(v6) if v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() => None,
        public => Some(counted_network(public)),
    }
}

/// Whether an address belongs to the public internet. A request to an address that a user chose must not reach this
/// machine, a private network, or an address that is translated into one of these.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [first, second, third, _] = v4.octets();
            let is_special = v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_documentation();
            let is_shared = first == 100 && second & 0xc0 == 64;
            let is_for_protocols = (first, second, third) == (192, 0, 0) || (first, second & 0xfe) == (198, 18);
            !(is_special || is_shared || is_for_protocols || first == 0 || first >= 224)
        }
        IpAddr::V6(v6) => {
            let [first, second, ..] = v6.segments();
            // Of 2000::/3 all but 2001::/23 (protocols, Teredo), 2001:db8::/32 (documentation) and 2002::/16 (6to4).
            let is_for_protocols = first == 0x2001 && (second < 0x200 || second == 0xdb8);
            first & 0xe000 == 0x2000 && !is_for_protocols && first != 0x2002
        }
    }
}

/// The /48 network of an IPv6 address: a site that has it can use 65,536 networks of the size that limits count. None
/// for an IPv4 address, and for a text that is not an address.
pub(crate) fn site_of(address: &str) -> Option<String> {
    match address.parse::<IpAddr>().ok()?.to_canonical() {
        IpAddr::V6(v6) => Some(format!("{}/48", Ipv6Addr::from_bits(v6.to_bits() >> 80 << 80))),
        IpAddr::V4(_) => None,
    }
}

/// [`counted_network`] for an address as text. A text that is not an address stays as it is.
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

    #[test]
    fn a_network_counts_once_and_a_private_network_is_not_counted() {
        let check = |address: &str| {
            counted_public_network(address.parse().expect("an address")).map(|address| address.to_string())
        };
        assert_eq!(check("2001:db8:1:2:3::4").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(check("::ffff:203.0.113.1").as_deref(), Some("203.0.113.1"));
        assert_eq!(check("203.0.113.1").as_deref(), Some("203.0.113.1"));
        for private in ["127.0.0.1", "::1", "10.1.1.1", "192.168.0.1", "fd00::1", "fe80::1"] {
            assert_eq!(check(private), None, "{private}");
        }
    }

    #[test]
    fn a_network_contains_the_addresses_that_begin_like_it() {
        let check = |network: &str, address: &str| {
            let network: Network = network.parse().expect("a network");
            network.contains(address.parse().expect("an address"))
        };
        for (network, address, expected) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "192.168.0.1", true),
            ("0.0.0.0/0", "::1", false),
            ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe80::1", false),
            ("::/0", "fe80::1", true),
            ("::1/128", "::1", true),
        ] {
            assert_eq!(check(network, address), expected, "{network} {address}");
        }
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "example.test", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        let check = |address: &str| is_public(address.parse().expect("an address"));
        for public in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1"] {
            assert!(check(public), "{public}");
        }
        for other in [
            "127.0.0.1",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!check(other), "{other}");
        }
    }

    #[test]
    fn an_ipv6_address_belongs_to_a_site() {
        assert_eq!(site_of("2001:db8:1:2:3::4").as_deref(), Some("2001:db8:1::/48"));
        assert_eq!(site_of("2001:db8:1:ffff::").as_deref(), Some("2001:db8:1::/48"));
        assert_eq!((site_of("203.0.113.1"), site_of("::ffff:203.0.113.1"), site_of("nowhere")), (None, None, None));
    }
}
