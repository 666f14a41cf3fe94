//! The whole program against the sample site in a real browser: answers equal their golden files,
//! and every bad end says what to do.

mod both_ways;
mod endings;
mod golden;
mod kills;
mod lists;
mod memory;
mod one_page;
mod shells;
mod site;
mod unread;
mod verbs;
