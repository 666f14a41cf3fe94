//! What an operator is given: chart, image, compose file, alert rules, dashboard, scripts. Each is
//! judged by the real tool that reads it; no cluster and no container engine is needed.

mod alerts;
mod chart;
mod dashboards;
mod fleet;
mod images;
mod kinds;
mod names;
mod scripts;
mod tools;
mod values;
