//! Layers, refusals, validation and the dump, without touching the process's environment.

use super::environment::{Setting, pick};
use super::layers::merge;
use super::validate::validate;
use super::{ArchiveAt, Config, ConfigError, Flags, LogFormat};

#[derive(Default)]
struct Layers<'a> {
    file: Option<&'a str>,
    environment: &'a [(&'a str, &'a str)],
    flags: &'a [(&'a str, &'a str)],
}

impl Layers<'_> {
    fn load(&self) -> Result<Config, ConfigError> {
        let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        let file = self
            .file
            .map(|text| ("windrow.toml".to_owned(), text.to_owned()));
        merge(file, pick(owned(self.environment)), &owned(self.flags)).and_then(validate)
    }
}

fn refused(layers: &Layers<'_>, expect: &str) {
    assert_eq!(layers.load().unwrap_err().to_string(), expect);
}

fn refused_file(text: &str, expect: &str) {
    let layers = Layers {
        file: Some(text),
        ..Layers::default()
    };
    refused(&layers, expect);
}

fn refused_flag(key: &str, value: &str, expect: &str) {
    let layers = Layers {
        flags: &[(key, value)],
        ..Layers::default()
    };
    refused(&layers, expect);
}

#[test]
fn defaults_are_usable() {
    let config = Config::defaults().unwrap();
    assert_eq!(config.browser.webdriver_url, None);
    assert_eq!(config.browser.lanes, 16);
    assert_eq!(config.browser.recycle_after, 2000);
    assert_eq!(config.log.format, LogFormat::Text);
    assert_eq!(config.queue.url.scheme(), "memory");
    assert_eq!(config.store.keep.as_secs(), 7 * 24 * 3600);
    assert_eq!(config.archive.at, ArchiveAt::Nowhere);
    assert_eq!(config.archive.keep.as_secs(), 30 * 24 * 3600);
}

#[test]
fn every_layer_wins_over_the_one_below() {
    let file = Some("[browser]\nlanes = 2\nbinary = \"/a\"\ndriver = \"/d\"\n[run]\nout = \"f\"\n");
    let environment = &[("WINDROW__BROWSER__LANES", "3"), ("WINDROW__RUN__OUT", "e")];
    let flags = &[("run.out", "x")];
    let config = Layers {
        file,
        environment,
        flags,
    }
    .load()
    .unwrap();
    assert_eq!(config.browser.driver.unwrap().to_str(), Some("/d"));
    assert_eq!(config.browser.lanes, 3);
    assert_eq!(config.run.out.to_str(), Some("x"));
}

#[test]
fn lists_are_separated_by_commas_outside_files() {
    let layers = Layers {
        file: Some("[browser]\nallow_ranges = [\"private\"]\n"),
        environment: &[("WINDROW__BROWSER__ALLOW_RANGES", "loopback, 10.0.0.0/8,")],
        ..Layers::default()
    };
    let config = layers.load().unwrap();
    let expect = ["loopback", "10.0.0.0/8"].map(|range| range.parse().unwrap());
    assert_eq!(config.browser.allow_ranges, expect);
}

#[test]
fn the_short_name_loses_to_the_long_one() {
    let url = |environment: &[(&str, &str)]| {
        let layers = Layers {
            environment,
            ..Layers::default()
        };
        layers.load().unwrap().browser.webdriver_url.unwrap()
    };
    let short = ("WINDROW_WEBDRIVER_URL", "http://s:9515");
    let long = ("WINDROW__BROWSER__WEBDRIVER_URL", "http://l:9515");
    assert_eq!(url(&[short]).host_str(), Some("s"));
    assert_eq!(url(&[long, short]).host_str(), Some("l"));
}

#[test]
fn foreign_variables_are_left_alone() {
    let given = [("PATH", "/bin"), ("WINDROW_HOME", "http://fleet")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(pick(given.to_vec()), Vec::<Setting>::new());
}

#[test]
fn unknown_keys_are_refused_with_the_layer_and_the_nearest_key() {
    refused_file(
        "[browser]\nlaness = 3\n",
        "windrow.toml: unknown setting `browser.laness`, did you mean `browser.lanes`?",
    );
    refused_file(
        "lanes = 3\n",
        "windrow.toml: unknown setting `lanes`, did you mean `browser.lanes`?",
    );
    refused_file(
        "[zzz]\nqqq = 3\n",
        "windrow.toml: unknown setting `zzz.qqq`; windrow --dump-config lists them all",
    );
    refused_flag(
        "log.fromat",
        "json",
        "command line: unknown setting `log.fromat`, did you mean `log.format`?",
    );
    let layers = Layers {
        environment: &[("WINDROW__BROWSR__LANES", "1")],
        ..Layers::default()
    };
    refused(
        &layers,
        "environment variable WINDROW__BROWSR__LANES: unknown setting `browsr.lanes`, \
         did you mean `browser.lanes`?",
    );
}

#[test]
fn values_that_do_not_fit_name_their_key() {
    let cases = [
        ("browser.lanes", "0", "0 is not between 1 and 48"),
        ("browser.lanes", "49", "49 is not between 1 and 48"),
        (
            "browser.webdriver_url",
            "localhost:9515",
            "not an http(s) address such as http://localhost:9515",
        ),
        (
            "browser.allow_ranges",
            "10.0.0.0/33",
            "`10.0.0.0/33` is neither a CIDR block nor one of: loopback, private, link-local, \
             unique-local, metadata, unspecified, multicast, documentation, reserved",
        ),
        (
            "log.format",
            "xml",
            "\"xml\" is neither \"text\" nor \"json\"",
        ),
        ("run.out", " ", "may not be empty; the default is \"runs\""),
        (
            "queue.url",
            "carrier:pigeon",
            "no backend for \"carrier:\"; there is \"memory:\", \"amqp:\", \"amqps:\"",
        ),
    ];
    for (key, value, message) in cases {
        refused_flag(key, value, &format!("setting `{key}`: {message}"));
    }
    let wrong_type = Layers {
        flags: &[("browser.lanes", "many")],
        ..Layers::default()
    };
    let message = wrong_type.load().unwrap_err().to_string();
    assert!(
        message.starts_with("setting `browser.lanes`: invalid type"),
        "{message}"
    );
    for level in ["common=loud", "loud", "warn,loud"] {
        let bad_level = Layers {
            flags: &[("log.level", level)],
            ..Layers::default()
        };
        let message = bad_level.load().unwrap_err().to_string();
        assert!(message.starts_with("setting `log.level`: "), "{message}");
    }
    for level in [
        "off",
        "warn",
        "DEBUG",
        "warn,common::queue=debug",
        "[span]=info",
    ] {
        let good_level = Layers {
            flags: &[("log.level", level)],
            ..Layers::default()
        };
        assert!(good_level.load().is_ok(), "{level}");
    }
}

#[test]
fn the_settings_of_a_fleet_are_checked() {
    let cases = [
        (
            "coordinator.listen",
            "0.0.0.0:7700",
            "0.0.0.0:7700 can be reached from other machines: set coordinator.token, or listen on \
             127.0.0.1",
        ),
        (
            "worker.listen",
            "here",
            "\"here\" is no address and port such as 127.0.0.1:7700",
        ),
        ("coordinator.lease", "500ms", "must be at least 1s"),
        (
            "archive.url",
            "ftp://host/dir",
            "\"ftp://host/dir\" names no archive: write file:DIR, s3://BUCKET/PREFIX, \
             gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, memory:, or nothing",
        ),
        (
            "archive.url",
            "s3://key:secret@bucket",
            "an archive's address holds no login: use the cloud's own variables",
        ),
        (
            "queue.prefix",
            " ",
            "must have 1 to 200 bytes; the default is \"windrow\"",
        ),
        ("store.prefix", "a{b}", "may not have a brace in it"),
    ];
    for (key, value, message) in cases {
        refused_flag(key, value, &format!("setting `{key}`: {message}"));
    }
}

#[test]
fn a_file_that_is_not_toml_says_where() {
    let layers = Layers {
        file: Some("[browser\n"),
        ..Layers::default()
    };
    let message = layers.load().unwrap_err().to_string();
    assert!(
        message.starts_with("windrow.toml is not valid TOML"),
        "{message}"
    );
    assert!(message.contains("line 1"), "{message}");
}

#[test]
fn a_named_file_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let flags = Flags {
        file: Some(path.clone()),
        overrides: Vec::new(),
    };
    let missing = Config::load(&flags).unwrap_err();
    assert!(matches!(missing, ConfigError::Unreadable { .. }));
    std::fs::write(&path, "[run]\nout = \"elsewhere\"\n").unwrap();
    let config = Config::load(&flags).unwrap();
    assert_eq!(config.run.out.to_str(), Some("elsewhere"));
}

#[test]
fn the_dump_hides_credentials_and_can_be_read_again() {
    let layers = Layers {
        flags: &[
            (
                "browser.webdriver_url",
                "https://me:pw@grid.example/wd?token=t",
            ),
            ("browser.lanes", "5"),
            ("coordinator.token", "open-sesame"),
        ],
        ..Layers::default()
    };
    let dump = layers.load().unwrap().dump();
    assert!(
        dump.contains("webdriver_url = \"https://***@grid.example/wd?***\""),
        "{dump}"
    );
    assert!(!dump.contains("open-sesame"), "{dump}");
    let again = Layers {
        file: Some(&dump),
        ..Layers::default()
    };
    assert_eq!(again.load().unwrap().browser.lanes, 5);
}

/// Without a comment above it a key would be undocumented.
#[test]
fn every_default_is_commented() {
    let text = include_str!("default.toml");
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        if pair[1].contains(" = ") && !pair[1].starts_with('#') {
            assert!(pair[0].starts_with('#'), "no comment above `{}`", pair[1]);
        }
    }
}

#[test]
fn the_sandbox_is_on_off_or_up_to_the_machine() {
    let check = |text: &str, expect: Option<bool>| {
        let layers = Layers {
            flags: &[("browser.sandbox", text)],
            ..Layers::default()
        };
        assert_eq!(layers.load().unwrap().browser.sandbox, expect);
    };
    check("auto", None);
    check("on", Some(true));
    check("off", Some(false));
    refused_flag(
        "browser.sandbox",
        "no",
        "setting `browser.sandbox`: \"no\" is none of \"auto\", \"on\" and \"off\"",
    );
}
