//! Opening files that cannot be used: each error names the file and says what is wrong with it.

use std::path::Path;

use domain::answer::commit::{Commit, RecordKey, Space};
use domain::ids::JobId;
use serde_json::json;

use super::FileStore;
use crate::store::{Outcome, ShardStore};

fn job() -> JobId {
    JobId("boats".to_owned())
}

/// The words with which a file is refused.
async fn check(path: &Path, expect: &str) {
    let error = FileStore::open(path).await.unwrap_err().to_string();
    let name = path.display().to_string();
    assert!(error.contains(&name), "{error} does not name {name}");
    assert!(error.contains(expect), "{error} does not say {expect}");
}

async fn filled(path: &Path) {
    let store = FileStore::open(path).await.unwrap();
    for n in 0..50 {
        let mut commit = Commit::default();
        let key = RecordKey::new(Space::Row, format!("row {n}"));
        commit
            .puts
            .insert(key, Some(json!({"name": "x".repeat(500)})));
        let outcome = store.commit(&job(), commit).await.unwrap();
        assert!(matches!(outcome, Outcome::Committed(_)));
    }
}

#[tokio::test]
async fn files_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "this is not a database ".repeat(500)).unwrap();
    check(&text, "is damaged or no answer store").await;
    let short = folder.path().join("short.redb");
    std::fs::write(&short, "redb").unwrap();
    check(&short, "is damaged or no answer store").await;
    let other = folder.path().join("other.redb");
    let table = redb::TableDefinition::<u64, u64>::new("versions");
    let database = redb::Database::create(&other).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(table).unwrap().insert(1, 1).unwrap();
    transaction.commit().unwrap();
    drop(database);
    check(&other, "the database of something else").await;
    check(folder.path(), "cannot be opened").await;
    check(&text.join("answer.redb"), "cannot be opened").await;
}

#[tokio::test]
async fn a_damaged_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.redb");
    filled(&path).await;
    let whole = std::fs::read(&path).unwrap();
    let at = whole.windows(8).position(|w| w == b"xxxxxxxx").unwrap();
    let mut bytes = whole.clone();
    bytes[at] = b'y';
    std::fs::write(&path, bytes).unwrap();
    check(&path, "is damaged or no answer store").await;
    for part in [100, 4_096, whole.len() / 2, whole.len() - 5_000] {
        std::fs::write(&path, &whole[..part]).unwrap();
        check(&path, "is damaged or no answer store").await;
    }
    std::fs::write(&path, whole).unwrap();
    let store = FileStore::open(&path).await.unwrap();
    assert_eq!(store.dump(&job()).await.unwrap().records.len(), 50);
}

#[tokio::test]
async fn a_file_that_is_held() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store/answer.redb");
    let first = FileStore::open(&path).await.unwrap();
    check(&path, "is in use by another process").await;
    drop(first);
    FileStore::open(&path).await.unwrap();
}

#[tokio::test]
async fn a_future_layout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.redb");
    filled(&path).await;
    let database = redb::Database::create(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mark = redb::TableDefinition::<&str, u32>::new("windrow answer");
        let mut table = transaction.open_table(mark).unwrap();
        table.insert("layout", 2).unwrap();
    }
    transaction.commit().unwrap();
    drop(database);
    check(&path, "layout").await;
}
