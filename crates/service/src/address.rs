//! Network addresses as limits count them: what one household or one machine is given counts as one. Of IPv6 that is a
//! network of 64 bits, out of which whoever has it may take a new address for every try.

use std::net::{IpAddr, Ipv6Addr};

/// The part of an address that its holder cannot choose.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The same of an address that is written out, for the names of what is counted.
pub(crate) fn household_of(address: &str) -> String {
    address.parse().map_or_else(|_| address.to_owned(), |address| household(address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_one_address_of_ipv4_and_one_network_of_ipv6() {
        assert_eq!(household_of("203.0.113.1"), "203.0.113.1");
        assert_eq!(household_of("::ffff:203.0.113.1"), "203.0.113.1");
        assert_eq!(household_of("2001:db8:1:2:3::4"), "2001:db8:1:2::");
        assert_eq!(household_of("2001:db8:1:2:ffff:ffff:ffff:ffff"), "2001:db8:1:2::");
        assert_eq!(household_of("2001:db8:1:3::4"), "2001:db8:1:3::");
        assert_eq!(household_of("nowhere"), "nowhere");
    }
}
