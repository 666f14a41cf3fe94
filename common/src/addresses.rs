//! Which hosts a reader may go to: public ones, and of the special ranges (RFC 6890) only those an
//! operator opened. It judges addresses and names as written; it resolves nothing.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;
use url::Host;

/// The special ranges an operator opened. The default opens none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedRanges(Vec<IpNet>);

/// Not the name of a range and not a range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not \"loopback\", \"private\", \"link-local\" or a range such as \"10.1.0.0/16\""
)]
pub struct NotARange(String);

/// Where a reader may not go.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    /// A special range that nobody opened.
    #[error("{host} is not a public address; --allow-range {range} opens it")]
    Special {
        /// As written.
        host: String,
        /// The range it lies in, as an operator names it.
        range: String,
    },
    /// Not a host at all.
    #[error("\"{0}\" is not a host")]
    NoHost(String),
}

/// Names of ranges: RFC 1122 and 4291, RFC 1918 and 4193, RFC 3927 and 4291.
const NAMED: [(&str, &[&str]); 3] = [
    ("loopback", &["127.0.0.0/8", "::1/128"]),
    (
        "private",
        &["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
    ),
    ("link-local", &["169.254.0.0/16", "fe80::/10"]),
];

/// The rest of the IANA special-purpose registries that is not globally reachable, and multicast.
const UNNAMED: [&str; 16] = [
    "0.0.0.0/8",
    "100.64.0.0/10",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/128",
    "100::/64",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16",
    "ff00::/8",
];

impl AllowedRanges {
    /// Names of ranges, and ranges as address and prefix length (RFC 4632, RFC 4291).
    pub fn parse<'a>(given: impl IntoIterator<Item = &'a str>) -> Result<Self, NotARange> {
        let mut ranges = Vec::new();
        for text in given {
            match NAMED.iter().find(|(name, _)| *name == text) {
                Some((_, named)) => {
                    ranges.extend(named.iter().filter_map(|one| one.parse::<IpNet>().ok()));
                }
                None => ranges.push(
                    text.parse::<IpNet>()
                        .map_err(|_| NotARange(text.to_owned()))?,
                ),
            }
        }
        Ok(Self(ranges))
    }

    /// Whether a reader may go to a host, as an address writes it (IPv6 in brackets). A name is
    /// judged by what it must mean: `localhost` and below are loopback (RFC 6761).
    pub fn check(&self, host: &str) -> Result<(), NotAllowed> {
        let parsed = Host::parse(host).map_err(|_| NotAllowed::NoHost(host.to_owned()))?;
        let address = match parsed {
            Host::Ipv4(address) => IpAddr::V4(address),
            Host::Ipv6(address) => plain(address),
            Host::Domain(name) if is_localhost(&name) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            Host::Domain(_) => return Ok(()),
        };
        let opened = self.0.iter().any(|range| range.contains(&address));
        match special(address) {
            Some(range) if !opened => Err(NotAllowed::Special {
                host: host.to_owned(),
                range,
            }),
            _ => Ok(()),
        }
    }
}

/// The special range an address lies in, as an operator would name it.
fn special(address: IpAddr) -> Option<String> {
    let holds = |range: &&str| {
        range
            .parse::<IpNet>()
            .is_ok_and(|range| range.contains(&address))
    };
    let named = NAMED.iter().find(|(_, ranges)| ranges.iter().any(&holds));
    named
        .map(|(name, _)| *name)
        .or_else(|| UNNAMED.into_iter().find(|range| holds(range)))
        .map(str::to_owned)
}

/// The IPv4 address that an IPv6 one carries (mapped, RFC 4291; NAT64, RFC 6052; 6to4, RFC 3056):
/// it leads to the same place.
fn plain(address: Ipv6Addr) -> IpAddr {
    let bytes = address.octets();
    let inner = |at: usize| Ipv4Addr::new(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => IpAddr::V4(inner(12)),
        [0x2002, ..] => IpAddr::V4(inner(2)),
        _ => IpAddr::V6(address),
    }
}

fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests;
