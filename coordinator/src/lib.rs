//! The coordinator: discovery, dispatch, gate, delivery.
