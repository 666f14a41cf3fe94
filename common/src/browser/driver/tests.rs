//! Tests of reading the driver's greeting.

use super::*;

#[test]
fn the_port_is_read_only_when_it_is_whole() {
    let check = |text: &str, expect| assert_eq!(announced_port(text), expect, "{text}");
    check("", None);
    check("ChromeDriver was started successfully on port 41", None);
    check(
        "ChromeDriver was started successfully on port 41023.\n",
        Some(41023),
    );
    check("started successfully on port 99999.", None);
}
