//! The rules, one a file: each reads the view, refuses or writes, and knows no backend.

pub mod absence;
pub mod add;
pub mod drafted;
pub mod empty;
pub mod excuses;
pub mod field;
pub mod frontier;
pub mod gate;
pub mod names;
pub mod open;
pub mod remove;
pub mod settle;
pub mod shape;
pub mod shells;
pub mod stated;
#[cfg(test)]
mod tests;
pub mod throttle;
pub mod update;
