//! Each rule against what it must catch and what it must let pass.

use crate::tree::File;
use crate::{Rule, counted, floors, homes, layout, text};

/// The lines on which the rule finds something.
fn check(rule: Rule, path: &str, text: &str, expect: &[usize]) {
    let file = File {
        path: path.to_owned(),
        text: text.to_owned(),
        executable: true,
    };
    let lines: Vec<usize> = rule(&file).iter().map(|finding| finding.line).collect();
    assert_eq!(lines, expect, "{path}: {text}");
}

fn manifest(path: &str, name: &str, rest: &str, expect: &[usize]) {
    let text = format!("[package]\nname = \"{name}\"\n{rest}");
    check(floors::manifest, path, &text, expect);
}

#[test]
fn a_package_that_looks_up() {
    let worker = "worker/Cargo.toml";
    manifest(
        worker,
        "worker",
        "[dependencies]\ncommon.workspace = true\n",
        &[],
    );
    manifest(
        worker,
        "worker",
        "[dependencies]\ncoordinator.workspace = true\n",
        &[4],
    );
    manifest(
        worker,
        "worker",
        "[dev-dependencies]\nfleet-tests.workspace = true\n",
        &[4],
    );
    manifest(
        worker,
        "worker",
        "[target.'cfg(unix)'.dependencies]\ncli = {}\n",
        &[4],
    );
    manifest(
        worker,
        "worker",
        "[dependencies]\nx = { package = \"cli\" }\n",
        &[4],
    );
    manifest("attic/Cargo.toml", "attic", "", &[1]);
}

#[test]
fn a_pure_package_that_touches_the_world() {
    let domain = "common/domain/Cargo.toml";
    manifest(
        domain,
        "domain",
        "[dependencies]\nregex.workspace = true\n",
        &[],
    );
    manifest(
        domain,
        "domain",
        "[dependencies]\ntokio-util = \"1\"\nredis = \"1\"\n",
        &[5, 4],
    );
    let source = "common/domain/src/x.rs";
    check(floors::pure_source, source, "use std::{fmt, fs};", &[1]);
    check(
        floors::pure_source,
        source,
        "\nfn f() { std::env::var(\"A\"); }",
        &[2],
    );
    check(
        floors::pure_source,
        source,
        "use std::net::{IpAddr, TcpStream};",
        &[1],
    );
    check(
        floors::pure_source,
        source,
        "// std::fs\nconst S: &str = \"std::fs\";",
        &[],
    );
    check(floors::pure_source, source, "use std::net::IpAddr;", &[]);
    check(
        floors::pure_source,
        "common/domain/src/x/tests.rs",
        "use std::fs;",
        &[],
    );
    check(floors::pure_source, "common/src/x.rs", "use std::fs;", &[]);
}

#[test]
fn a_technology_outside_its_room() {
    let worker = "worker/src/x.rs";
    check(homes::homes, worker, "use redis::Client;", &[1]);
    check(homes::homes, worker, "fn f(c: &::lapin::Channel) {}", &[1]);
    check(
        homes::homes,
        worker,
        "\nuse fantoccini::{Client, Locator};",
        &[2, 2],
    );
    check(
        homes::homes,
        worker,
        "use common::store::redis::Shard;",
        &[],
    );
    check(
        homes::homes,
        "common/src/store/redis/mod.rs",
        "use redis::Client;",
        &[],
    );
    check(
        homes::homes,
        "common/src/browser/lane.rs",
        "use fantoccini::Client;",
        &[],
    );
    check(homes::homes, "worker/src/x.js", "", &[1]);
    check(homes::homes, "common/src/browser/js/harvest.js", "", &[]);
    check(homes::homes, "tests/site/shop/app.js", "", &[]);
}

#[test]
fn a_clock_read_elsewhere() {
    let text = "use std::time::{Duration, SystemTime};";
    check(homes::homes, "worker/src/x.rs", text, &[1]);
    check(
        homes::homes,
        "worker/src/x.rs",
        "fn f() { chrono::Utc::now(); }",
        &[1],
    );
    check(homes::homes, "common/src/clock.rs", text, &[]);
    check(
        homes::homes,
        "worker/src/x.rs",
        "use std::time::Duration;",
        &[],
    );
}

#[test]
fn an_environment_read_elsewhere() {
    let reads = "fn f() { std::env::var(\"HOME\"); }";
    check(homes::environment, "common/src/x.rs", reads, &[1]);
    check(homes::environment, "common/src/x.rs", "use std::env;", &[1]);
    check(homes::environment, "tests/src/x.rs", reads, &[1]);
    check(
        homes::environment,
        "common/src/config/environment.rs",
        reads,
        &[],
    );
    check(
        homes::environment,
        "common/src/x.rs",
        "const A: &str = env!(\"HOME\");",
        &[],
    );
    check(
        homes::environment,
        "common/src/x.rs",
        "fn f() { std::env::split_paths(p); }",
        &[],
    );
    let cargo = "fn f() { std::env::var_os(\"CARGO_TARGET_DIR\"); std::env::temp_dir(); }";
    check(homes::environment, "tests/src/x.rs", cargo, &[]);
    check(homes::environment, "common/src/x.rs", cargo, &[1, 1]);
}

#[test]
fn work_that_is_not_done() {
    let path = "worker/src/x.rs";
    check(homes::unfinished, path, "fn f() {\n    todo!()\n}", &[2]);
    check(
        homes::unfinished,
        path,
        "fn f() { std::unimplemented!(\"x\") }",
        &[1],
    );
    check(
        homes::unfinished,
        path,
        "fn f() { unimplemented!(\"x\") }",
        &[1],
    );
    check(
        homes::unfinished,
        path,
        "#[test]\n#[ignore]\nfn f() {}",
        &[2],
    );
    check(
        homes::unfinished,
        path,
        "#[test]\n#[ignore = \"slow\"]\nfn f() {}",
        &[2],
    );
    check(
        homes::unfinished,
        path,
        "#[cfg_attr(unix, ignore)]\nfn f() {}",
        &[1],
    );
    check(
        homes::unfinished,
        path,
        "// todo!()\nfn f() { ignore(); todo(); }",
        &[],
    );
}

#[test]
fn a_file_without_a_header() {
    check(text::header, "a/x.rs", "use x;\n", &[1]);
    check(text::header, "a/x.rs", "/// An item.\n", &[1]);
    check(text::header, "a/x.rs", "//! A room.\n", &[]);
    check(text::header, "a/x.md", "Words\n", &[]);
}

#[test]
fn a_file_that_grew() {
    check(text::size, "a/x.rs", &"//! x\n".repeat(401), &[401]);
    check(text::size, "a/x.rs", &"//! x\n".repeat(400), &[]);
    check(text::size, "a/x.json", &"1\n".repeat(900), &[]);
}

#[test]
fn a_note_to_oneself() {
    check(text::reminders, "a/x.rs", "//! x\n// FIXME: later\n", &[2]);
    check(text::reminders, "a/x.md", "TODO\n", &[1]);
    check(text::reminders, "a/run", "#!/bin/sh\n# XXX\n", &[2]);
    check(text::reminders, "a/x.rs", "const MATODO: u8 = 1;\n", &[]);
}

#[test]
fn a_path_of_one_machine() {
    check(text::machine_paths, "a/x.sh", "ls\ncd /home/ada\n", &[2]);
    check(
        text::machine_paths,
        "a/x.rs",
        "const P: &str = \"/root/x\";",
        &[1],
    );
    check(
        text::machine_paths,
        "a/x.rs",
        "const P: &str = \"https://a.example/home/x\";",
        &[],
    );
    check(
        text::machine_paths,
        "a/page.html",
        "<a href=\"/home/1\">",
        &[],
    );
}

#[test]
fn a_drawer() {
    check(layout::drawers, "worker/src/utils.rs", "", &[1]);
    check(layout::drawers, "worker/src/helpers/mod.rs", "", &[1]);
    check(layout::drawers, "common/domain/src/ids.rs", "", &[]);
}

#[test]
fn a_script_that_cannot_be_run() {
    check(
        layout::script,
        "a/run",
        "#!/usr/bin/env bash\nif true; then\n",
        &[1],
    );
    check(layout::script, "a/run", "#!/usr/bin/env bash\ntrue\n", &[]);
    check(
        layout::script,
        "a/x.py",
        "#!/usr/bin/env python3\nif (\n",
        &[],
    );
    let plain = File {
        path: "a/run".to_owned(),
        text: "#!/bin/sh\n".to_owned(),
        executable: false,
    };
    assert_eq!(layout::script(&plain).len(), 1);
}

#[test]
fn a_stray_at_the_top() {
    let whole = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "rust-toolchain.toml",
        ".gitignore",
        ".ci/run",
        "tests/src/lib.rs",
    ];
    assert_eq!(layout::top_level(&whole), []);
    let with = |stray| {
        let paths: Vec<&str> = whole.iter().copied().chain([stray]).collect();
        let findings = layout::top_level(&paths);
        findings.into_iter().map(|f| f.path).collect::<Vec<_>>()
    };
    assert_eq!(with("notes.txt"), ["notes.txt"]);
    assert_eq!(with("docs/a.md"), ["docs/a.md"]);
    assert_eq!(layout::top_level(&whole[1..])[0].path, "ARCHITECTURE.md");
}

#[test]
fn a_metric_that_nobody_sets() {
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        text: text.to_owned(),
        ..File::default()
    };
    let handles = "pub struct M {\n    pub registry: Registry,\n    pub rows: Gauge,\n    pub row: Gauge,\n}\n";
    let program = "metrics.rows.set(1);\n";
    let tree = [
        file("common/src/telemetry/metrics/worker.rs", handles),
        file("worker/src/metrics.rs", program),
        file("worker/src/metrics/tests.rs", "metrics.row.set(1);\n"),
    ];
    let lines: Vec<usize> = counted::idle(&tree).iter().map(|f| f.line).collect();
    assert_eq!(lines, [4]);
}
