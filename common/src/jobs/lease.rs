//! Which coordinator is active: a lease in the registry. Its number only grows and is the fence
//! behind which every write of the holder stands ([`crate::store::AnswerStore::take_over`]).

use std::time::Duration;

use domain::answer::commit::{RecordKey, Space};
use serde::{Deserialize, Serialize};

use super::registry::Registry;
use crate::clock::Clock;
use crate::store::StoreError;

/// The active coordinator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// Who holds it: a name that no other process has.
    pub holder: String,
    /// The number of the lease: one more than its predecessor's.
    pub epoch: u64,
    /// When it ends, milliseconds since the epoch; 0 once it was given back.
    pub until: u64,
}

/// One process's way to the lease.
pub struct LeaseKeeper {
    registry: Registry,
    holder: String,
    span: Duration,
    clock: Clock,
}

impl LeaseKeeper {
    /// A keeper under a name that no other process has.
    pub fn new(registry: Registry, holder: String, span: Duration, clock: Clock) -> Self {
        Self {
            registry,
            holder,
            span,
            clock,
        }
    }

    /// Takes the lease if nobody holds it, or makes the own one last again; `None` if another holds it.
    ///
    /// # Errors
    /// The backend failed: whether the lease was taken or lasts on is not known, and what is known is
    /// [`Lease::until`] of the last answer.
    pub async fn hold(&self) -> Result<Option<Lease>, StoreError> {
        let (version, known) = self.registry.read::<Lease>(&key()).await?;
        let now = self.clock.now_ms();
        let epoch = match &known {
            Some(lease) if lease.holder == self.holder && lease.until > now => lease.epoch,
            Some(lease) if lease.until > now => return Ok(None),
            Some(lease) => lease.epoch + 1,
            None => 1,
        };
        let span = u64::try_from(self.span.as_millis()).unwrap_or(u64::MAX);
        let lease = Lease {
            holder: self.holder.clone(),
            epoch,
            until: now.saturating_add(span),
        };
        self.write(version, lease).await
    }

    /// Gives the lease back, so that a standby need not wait for its end. No error if it is another's.
    ///
    /// # Errors
    /// The backend failed; the lease ends by itself.
    pub async fn release(&self) -> Result<(), StoreError> {
        let (version, known) = self.registry.read::<Lease>(&key()).await?;
        if let Some(lease) = known.filter(|lease| lease.holder == self.holder) {
            self.write(version, Lease { until: 0, ..lease }).await?;
        }
        Ok(())
    }

    /// Who holds the lease, as far as the registry says.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn holder(&self) -> Result<Option<Lease>, StoreError> {
        let (_, known) = self.registry.read::<Lease>(&key()).await?;
        let now = self.clock.now_ms();
        Ok(known.filter(|lease| lease.until > now))
    }

    async fn write(&self, version: u64, lease: Lease) -> Result<Option<Lease>, StoreError> {
        let body = serde_json::to_value(&lease).unwrap_or_default();
        let written = self.registry.replace(key(), version, body).await?;
        Ok(written.map(|_| lease))
    }
}

fn key() -> RecordKey {
    RecordKey::new(Space::Job, "lease")
}
