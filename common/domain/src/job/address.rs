//! Where a browser may not go: special address ranges, and the ones an operator opens.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use url::{Host, Url};

/// A range that `--allow-range` opens: a name of [`special_range`], or a CIDR block (RFC 4632).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowRange {
    /// All addresses of a named range.
    Named(String),
    /// A block of addresses.
    Block {
        /// Its first address.
        base: IpAddr,
        /// Leading bits that are fixed.
        bits: u8,
    },
}

/// The named ranges, as [`special_range`] gives them.
pub const RANGES: [&str; 9] = [
    "loopback",
    "private",
    "link-local",
    "unique-local",
    "metadata",
    "unspecified",
    "multicast",
    "documentation",
    "reserved",
];

impl FromStr for AllowRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if RANGES.contains(&text) {
            return Ok(Self::Named(text.to_owned()));
        }
        let fail = || {
            format!(
                "`{text}` is neither a CIDR block nor one of: {}",
                RANGES.join(", ")
            )
        };
        let (base, bits) = text
            .split_once('/')
            .map_or((text, None), |(b, n)| (b, Some(n)));
        let base: IpAddr = base.parse().map_err(|_| fail())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| fail())?;
        if bits > most {
            return Err(fail());
        }
        Ok(Self::Block { base, bits })
    }
}

impl fmt::Display for AllowRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Block { base, bits } => write!(f, "{base}/{bits}"),
        }
    }
}

impl AllowRange {
    /// Whether it opens a host that lies in the named special range.
    #[must_use]
    pub fn opens(&self, host: &str, range: &str) -> bool {
        match self {
            Self::Named(name) => name == range,
            Self::Block { base, bits } => match address(host) {
                Some(address) => within(address, *base, *bits),
                // localhost stands for both loopback addresses.
                None => {
                    range == "loopback" && within(IpAddr::V4(Ipv4Addr::LOCALHOST), *base, *bits)
                }
            },
        }
    }
}

fn within(address: IpAddr, base: IpAddr, bits: u8) -> bool {
    let same = |a: u128, b: u128, width: u32| {
        let free = width - u32::from(bits).min(width);
        a.checked_shr(free).unwrap_or(0) == b.checked_shr(free).unwrap_or(0)
    };
    match (address, base) {
        (IpAddr::V4(a), IpAddr::V4(b)) => same(u32::from(a).into(), u32::from(b).into(), 32),
        (IpAddr::V6(a), IpAddr::V6(b)) => same(a.into(), b.into(), 128),
        _ => false,
    }
}

/// The special range a host lies in, or `None` for an ordinary name or address. Names are judged as
/// names: what they resolve to is the egress proxy's work. Decimal, octal and hexadecimal spellings
/// of IPv4 count as the address they stand for (WHATWG URL, host parsing), and so do IPv4-mapped,
/// IPv4-compatible, 6to4 and NAT64 addresses.
#[must_use]
pub fn special_range(host: &str) -> Option<&'static str> {
    match address(host) {
        Some(IpAddr::V4(v4)) => special_v4(v4),
        Some(IpAddr::V6(v6)) => special_v6(v6),
        None => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            let local = name == "localhost" || name.ends_with(".localhost");
            let metadata = name == "metadata.google.internal";
            (local.then_some("loopback")).or(metadata.then_some("metadata"))
        }
    }
}

/// A host as an IP address, read as browsers read it.
fn address(host: &str) -> Option<IpAddr> {
    let bare = host.trim();
    let bracketed = bare.parse::<Ipv6Addr>().is_ok();
    let shown = if bracketed {
        format!("[{bare}]")
    } else {
        bare.to_owned()
    };
    let url = Url::parse(&format!("http://{shown}/")).ok()?;
    match url.host()? {
        Host::Ipv4(v4) => Some(IpAddr::V4(v4)),
        Host::Ipv6(v6) => Some(v6.to_ipv4_mapped().map_or(IpAddr::V6(v6), IpAddr::V4)),
        Host::Domain(_) => None,
    }
}

fn special_v4(ip: Ipv4Addr) -> Option<&'static str> {
    let [a, b, ..] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmark = a == 198 && (b == 18 || b == 19);
    let protocol = ip.octets()[..3] == [192, 0, 0];
    let range = [
        (ip == Ipv4Addr::new(169, 254, 169, 254), "metadata"),
        (a == 0, "unspecified"),
        (ip.is_loopback(), "loopback"),
        (ip.is_private() || shared, "private"),
        (ip.is_link_local(), "link-local"),
        (ip.is_documentation(), "documentation"),
        (ip.is_multicast(), "multicast"),
        (a >= 240 || benchmark || protocol, "reserved"),
    ];
    range.into_iter().find(|(is, _)| *is).map(|(_, name)| name)
}

fn special_v6(ip: Ipv6Addr) -> Option<&'static str> {
    let s = ip.segments();
    let metadata = s == [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254];
    let documentation = (s[0] == 0x2001 && s[1] == 0xdb8) || (s[0] == 0x3fff && s[1] < 0x1000);
    let range = [
        (metadata, "metadata"),
        (ip.is_unspecified(), "unspecified"),
        (ip.is_loopback(), "loopback"),
        (s[0] & 0xfe00 == 0xfc00, "unique-local"),
        (s[0] & 0xffc0 == 0xfe80, "link-local"),
        (s[0] & 0xffc0 == 0xfec0, "private"),
        (ip.is_multicast(), "multicast"),
        (documentation, "documentation"),
        (s[0] == 0x100 && s[1..4] == [0, 0, 0], "reserved"),
    ];
    let own = range.into_iter().find(|(is, _)| *is).map(|(_, name)| name);
    own.or_else(|| special_v4(embedded_v4(&s)?))
}

/// The IPv4 address inside a NAT64 (RFC 6052), 6to4 (RFC 3056) or IPv4-compatible address.
fn embedded_v4(s: &[u16; 8]) -> Option<Ipv4Addr> {
    let (high, low) = match s {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0, 0, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (*high, *low),
        _ => return None,
    };
    Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
}
