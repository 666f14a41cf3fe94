//! The tests' kit: the sample site and saved pages on a real server, faults to inject, real
//! services found on the machine, patience instead of sleep. It holds no test of its own rooms.

pub mod boats;
pub mod cases;
pub mod certificates;
pub mod endings;
pub mod fleet;
pub mod patience;
pub mod ports;
pub mod processes;
pub mod program;
pub mod prometheus;
pub mod proxy;
pub mod rabbitmq;
pub mod redis;
pub mod rows;
pub mod saved;
pub mod services;
pub mod site;
pub mod tls_door;
