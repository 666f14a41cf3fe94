//! What the fuzz targets share: bytes to values, commands and schemas, and what has to hold of a
//! shard after any of them. No target of its own.

pub mod bytes;
pub mod commands;
pub mod play;
pub mod schemas;
pub mod values;
