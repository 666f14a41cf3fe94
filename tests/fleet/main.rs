//! A fleet of real processes, broker and store against the sample site: the answer is the golden one,
//! whatever is killed when, and nothing is left afterwards.

mod answers;
mod archived;
mod client;
mod endings;
mod ends;
mod health;
mod kills;
mod metrics;
mod starts;
mod stored;
