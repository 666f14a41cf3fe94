//! Hosts against opened ranges.

use super::AllowedRanges;

fn check(opened: &[&str], host: &str, expect: Option<&str>) {
    let ranges = AllowedRanges::parse(opened.iter().copied()).unwrap();
    let got = ranges.check(host).map_err(|error| error.to_string());
    let expect = expect.map_or(Ok(()), |range| {
        Err(format!(
            "{host} is not a public address; --allow-range {range} opens it"
        ))
    });
    assert_eq!(got, expect, "{host} with {opened:?}");
}

#[test]
fn public_hosts_are_open() {
    for host in [
        "example.com",
        "93.184.216.34",
        "[2606:4700::1]",
        "localhost.example.com",
    ] {
        check(&[], host, None);
    }
}

#[test]
fn special_addresses_are_closed_in_every_spelling() {
    let cases = [
        ("127.0.0.1", "loopback"),
        ("127.1", "loopback"),
        ("0x7f000001", "loopback"),
        ("2130706433", "loopback"),
        ("[::1]", "loopback"),
        ("[::ffff:127.0.0.1]", "loopback"),
        ("[64:ff9b::7f00:1]", "loopback"),
        ("[2002:7f00:1::]", "loopback"),
        ("LOCALHOST", "loopback"),
        ("app.localhost.", "loopback"),
        ("10.1.2.3", "private"),
        ("172.31.0.1", "private"),
        ("192.168.1.1", "private"),
        ("[fd00::1]", "private"),
        ("169.254.169.254", "link-local"),
        ("[fe80::1]", "link-local"),
        ("0.0.0.0", "0.0.0.0/8"),
        ("100.64.0.1", "100.64.0.0/10"),
        ("224.0.0.1", "224.0.0.0/4"),
        ("255.255.255.255", "240.0.0.0/4"),
        ("[::]", "::/128"),
        ("[ff02::1]", "ff00::/8"),
    ];
    for (host, range) in cases {
        check(&[], host, Some(range));
        check(&[range], host, None);
    }
}

#[test]
fn what_is_no_host_is_closed() {
    for host in ["", "a b", "[::1", "256.256.256.256", "exa<mple.com"] {
        let error = AllowedRanges::default().check(host).unwrap_err();
        assert_eq!(error.to_string(), format!("\"{host}\" is not a host"));
    }
}

#[test]
fn a_range_opens_itself_only() {
    check(&["loopback"], "10.0.0.1", Some("private"));
    check(&["10.1.0.0/16"], "10.1.255.1", None);
    check(&["10.1.0.0/16"], "10.2.0.1", Some("private"));
    check(&["127.0.0.1/32"], "localhost", None);
}

#[test]
fn what_is_no_range_is_refused_by_name() {
    for bad in ["Loopback", "10.0.0.0", "10.0.0.0/33", "", "everything"] {
        let error = AllowedRanges::parse(["private", bad]).unwrap_err();
        assert!(error.to_string().starts_with(&format!("\"{bad}\" is not")));
    }
}

#[test]
fn every_range_of_the_tables_is_one() {
    let named = super::NAMED.iter().flat_map(|(_, ranges)| ranges.iter());
    for range in named.chain(&super::UNNAMED) {
        assert!(range.parse::<ipnet::IpNet>().is_ok(), "{range}");
    }
}
