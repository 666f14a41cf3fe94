//! The worker: waves of deliveries read, drafted and submitted.
