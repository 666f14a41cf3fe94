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

#[test]
fn the_guard_ends_the_group_and_the_folder_when_its_owner_is_gone() {
    let folder = TempDir::new().unwrap().keep();
    let mut sleeper = Command::new("sleep")
        .arg("1000")
        .process_group(0)
        .spawn()
        .unwrap();
    let mut guard = spawn_guard(pid(&sleeper), &folder).unwrap();
    // What the kernel does when the owner is killed.
    drop(guard.stdin.take());
    guard.wait().unwrap();
    assert!(!folder.exists());
    let ended = sleeper.try_wait().unwrap();
    if ended.is_none() {
        sleeper.kill().unwrap();
    }
    assert!(ended.is_some(), "the guard did not kill the group");
}
