//! Merging: defaults < file < environment < flags, by the `config` crate. Every layer's keys are
//! checked first, so that the message can name the layer.

use ::config::builder::DefaultState;
use ::config::{ConfigBuilder, File, FileFormat};
use toml::Table;

use super::ConfigError;
use super::environment::Setting;
use super::keys::{at, refuse_unknown, refuse_unknown_key};
use super::raw::Raw;

const DEFAULTS: &str = include_str!("default.toml");

/// The merged settings. `file` is a name and a text; later settings win.
pub(super) fn merge(
    file: Option<(String, String)>,
    environment: Vec<Setting>,
    flags: &[(String, String)],
) -> Result<Raw, ConfigError> {
    let known = parse("default.toml", DEFAULTS)?;
    let mut builder = ::config::Config::builder().add_source(source(DEFAULTS));
    if let Some((name, text)) = file {
        refuse_unknown(&known, &parse(&name, &text)?, &name)?;
        builder = builder.add_source(source(&text));
    }
    let flags = flags.iter().map(|(key, value)| Setting {
        key: key.clone(),
        value: value.clone(),
        origin: "command line".to_owned(),
    });
    for setting in environment.into_iter().chain(flags) {
        refuse_unknown_key(&known, &setting.key, &setting.origin)?;
        builder = set(builder, &known, &setting)?;
    }
    let merged = builder.build().map_err(|error| invalid(&error))?;
    merged.try_deserialize().map_err(|error| invalid(&error))
}

fn source(text: &str) -> File<::config::FileSourceString, FileFormat> {
    File::from_str(text, FileFormat::Toml)
}

fn parse(origin: &str, text: &str) -> Result<Table, ConfigError> {
    text.parse()
        .map_err(|error: toml::de::Error| ConfigError::Syntax {
            origin: origin.to_owned(),
            reason: error.to_string(),
        })
}

/// Text becomes a list where the default is one.
fn set(
    builder: ConfigBuilder<DefaultState>,
    known: &Table,
    setting: &Setting,
) -> Result<ConfigBuilder<DefaultState>, ConfigError> {
    let set = if at(known, &setting.key).is_some_and(toml::Value::is_array) {
        let parts = setting.value.split(',').map(str::trim);
        let list: Vec<String> = parts
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        builder.set_override(&setting.key, list)
    } else {
        builder.set_override(&setting.key, setting.value.clone())
    };
    set.map_err(|error| invalid(&error))
}

fn invalid(error: &::config::ConfigError) -> ConfigError {
    let key = match error {
        ::config::ConfigError::Type { key, .. } | ::config::ConfigError::At { key, .. } => {
            key.clone()
        }
        _ => None,
    };
    ConfigError::Invalid {
        key: key.unwrap_or_default(),
        message: error.to_string(),
    }
}
