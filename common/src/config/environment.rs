//! The environment, read here and nowhere else.

/// One setting of a layer: the dotted key, the value as text, and how the operator wrote the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) origin: String,
}

const PREFIX: &str = "WINDROW__";

/// Short names of single keys. A long name for the same key wins.
const ALIASES: [(&str, &str); 3] = [
    ("WINDROW_WEBDRIVER_URL", "browser.webdriver_url"),
    ("WINDROW_URL", "client.url"),
    ("WINDROW_TOKEN", "client.token"),
];

/// Windrow's own variables.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the place the ban points to"
)]
pub(super) fn settings() -> Vec<Setting> {
    let mut all: Vec<_> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    all.sort();
    pick(all)
}

/// Aliases first, so that the long names after them win.
pub(super) fn pick(variables: Vec<(String, String)>) -> Vec<Setting> {
    let (long, short): (Vec<_>, Vec<_>) = variables
        .into_iter()
        .partition(|(name, _)| name.starts_with(PREFIX));
    let short = short.into_iter().filter_map(|(name, value)| {
        let (_, key) = ALIASES.iter().find(|(alias, _)| *alias == name)?;
        Some(setting(key, value, &name))
    });
    let long = long.into_iter().map(|(name, value)| {
        let key = name[PREFIX.len()..].to_ascii_lowercase().replace("__", ".");
        setting(&key, value, &name)
    });
    short.chain(long).collect()
}

fn setting(key: &str, value: String, name: &str) -> Setting {
    Setting {
        key: key.to_owned(),
        value,
        origin: format!("environment variable {name}"),
    }
}

/// The value of `PATH`: where programs are looked for. Empty if there is none.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the place the ban points to"
)]
pub fn search_path() -> String {
    std::env::var("PATH").unwrap_or_default()
}

/// What the clouds' own variables say of region, endpoint and credentials, by lower-case name.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the place the ban points to"
)]
pub(super) fn cloud_options() -> Vec<(String, String)> {
    const CLOUDS: [&str; 3] = ["aws_", "azure_", "google_"];
    let known = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?.to_ascii_lowercase();
        let known = CLOUDS.iter().any(|cloud| name.starts_with(cloud));
        let value = value.into_string().ok()?;
        (known && !value.is_empty()).then_some((name, value))
    });
    let mut known: Vec<_> = known.collect();
    known.sort();
    known
}
