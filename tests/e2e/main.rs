//! The whole program against the sample site in a real browser: answers equal their golden files,
//! and every bad end says what to do.

mod both_ways;
mod endings;
mod golden;
mod kills;
mod lists;
mod one_page;
mod site;
mod unread;
mod verbs;
