//! The backends that are compared with memory: how each is opened anew, and dumped.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use common::store::{FileStore, RedisOptions, RedisStore, ShardStore};
use domain::answer::commit::Slice;
use domain::ids::JobId;
use fleet_tests::redis::Server;

/// A backend with what it takes to lose it and to find it again.
pub(super) trait Other: Sized {
    /// The port.
    fn store(&self) -> &dyn ShardStore;
    /// The same data in a new process, as it were.
    async fn reopened(self) -> Self;
    /// All there is of a job.
    async fn dump(&self, job: &JobId) -> Slice;
}

/// A file, which is closed and opened.
pub(super) struct File {
    store: FileStore,
    path: PathBuf,
}

impl File {
    pub(super) async fn open(path: PathBuf) -> Self {
        let store = FileStore::open(&path).await.unwrap();
        Self { store, path }
    }
}

impl Other for File {
    fn store(&self) -> &dyn ShardStore {
        &self.store
    }

    async fn reopened(self) -> Self {
        drop(self.store);
        Self::open(self.path).await
    }

    async fn dump(&self, job: &JobId) -> Slice {
        self.store.dump(job).await.unwrap()
    }
}

/// A server, which is killed and started again; each run has a prefix of its own on it.
pub(super) struct Redis {
    store: RedisStore,
    server: Arc<Mutex<Server>>,
    run: u64,
}

impl Redis {
    pub(super) async fn open(server: Arc<Mutex<Server>>, run: u64) -> Self {
        let url = server.lock().unwrap().url();
        let options = RedisOptions {
            prefix: format!("{run}:"),
            ..RedisOptions::default()
        };
        let store = RedisStore::connect(&url, &options).await.unwrap();
        Self { store, server, run }
    }
}

impl Other for Redis {
    fn store(&self) -> &dyn ShardStore {
        &self.store
    }

    async fn reopened(self) -> Self {
        {
            let mut server = self.server.lock().unwrap();
            server.kill().unwrap();
            server.start_again().unwrap();
        }
        Self::open(self.server, self.run).await
    }

    async fn dump(&self, job: &JobId) -> Slice {
        self.store.dump(job).await.unwrap()
    }
}
