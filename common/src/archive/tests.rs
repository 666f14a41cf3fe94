//! The port's contract, against every backend, and what single backends promise besides.

use std::sync::Arc;

use domain::ids::JobId;
use domain::job::JobFile;
use domain::snapshot::{Snapshot, parse_html};
use serde_json::json;
use tempfile::TempDir;
use url::Url;

use super::open::{open_at, open_objects};
use super::{Archive, ArchiveError, FolderArchive, PageLine};
use crate::config::ArchiveAt;

/// A backend and what keeps it alive.
struct Backend {
    archive: Arc<dyn Archive>,
    _folder: Option<TempDir>,
    /// Keeps one job only.
    single: bool,
}

fn backends() -> Vec<Backend> {
    let folder = || TempDir::new().expect("a folder");
    let (run, shared) = (folder(), folder());
    let archive = FolderArchive::open(run.path(), true).expect("a run folder");
    let at = ArchiveAt::Folder(shared.path().join("deep/down"));
    vec![
        Backend {
            archive: Arc::new(archive),
            _folder: Some(run),
            single: true,
        },
        Backend {
            archive: open_at(&at).expect("a folder"),
            _folder: Some(shared),
            single: false,
        },
        Backend {
            archive: open_at(&ArchiveAt::Memory).expect("memory"),
            _folder: None,
            single: false,
        },
    ]
}

fn job(name: &str) -> JobId {
    JobId(name.to_owned())
}

fn page(url: &str, words: &str, read_at: u64) -> (PageLine, Snapshot) {
    let snapshot = parse_html(&format!("<title>t</title><p>{words}"), url);
    let line = PageLine {
        text: words.to_owned(),
        read_at,
        ms: 5,
        ..PageLine::of(url, &snapshot)
    };
    (line, snapshot)
}

async fn put(archive: &dyn Archive, job: &JobId, (line, snapshot): (PageLine, Snapshot)) {
    archive.put_page(job, line, &snapshot).await.expect("kept");
}

async fn words(archive: &dyn Archive, job: &JobId) -> Vec<(String, String)> {
    let pages = archive.pages(job).await.expect("pages");
    pages
        .into_iter()
        .map(|page| (page.url, page.text))
        .collect()
}

fn pairs(expect: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(url, words): &(&str, &str)| ((*url).to_owned(), (*words).to_owned());
    expect.iter().map(owned).collect()
}

#[tokio::test]
async fn what_was_put_is_there_as_it_was() {
    for Backend {
        archive, _folder, ..
    } in backends()
    {
        let (line, snapshot) = page("https://a.example/1", "ä <b> \u{1F600} \0", 7);
        put(
            archive.as_ref(),
            &job("a"),
            (line.clone(), snapshot.clone()),
        )
        .await;
        let kept = archive.pages(&job("a")).await.expect("pages");
        let name = kept[0].snapshot.clone().expect("a name");
        assert_eq!(name.len(), 64);
        assert_eq!(
            kept,
            [PageLine {
                snapshot: Some(name.clone()),
                ..line
            }]
        );
        let had = archive
            .snapshot(&job("a"), &name)
            .await
            .expect("a snapshot");
        assert_eq!(had, Some(snapshot));
        let none = archive
            .snapshot(&job("a"), &"0".repeat(64))
            .await
            .expect("an answer");
        assert_eq!(none, None);
    }
}

#[tokio::test]
async fn the_last_read_of_a_page_counts() {
    for Backend {
        archive, _folder, ..
    } in backends()
    {
        let archive = archive.as_ref();
        let id = job("a");
        put(archive, &id, page("https://a.example/1", "one", 1)).await;
        put(archive, &id, page("https://a.example/2", "two", 2)).await;
        put(archive, &id, page("https://a.example/1", "again", 3)).await;
        let expect = [
            ("https://a.example/2", "two"),
            ("https://a.example/1", "again"),
        ];
        assert_eq!(words(archive, &id).await, pairs(&expect));
    }
}

#[tokio::test]
async fn an_address_may_be_a_list_page_and_a_detail_page() {
    for Backend {
        archive, _folder, ..
    } in backends()
    {
        let (archive, id) = (archive.as_ref(), job("a"));
        let of = |list: Option<u32>, words: &str, read_at: u64| {
            let (line, snapshot) = page("https://a.example/1", words, read_at);
            (PageLine { list, ..line }, snapshot)
        };
        put(archive, &id, of(Some(0), "list", 1)).await;
        put(archive, &id, of(None, "detail", 2)).await;
        put(archive, &id, of(Some(0), "list again", 3)).await;
        let pages = archive.pages(&id).await.expect("pages");
        let had: Vec<(Option<u32>, &str)> = pages
            .iter()
            .map(|page| (page.list, page.text.as_str()))
            .collect();
        assert_eq!(had, [(None, "detail"), (Some(0), "list again")]);
    }
}

#[tokio::test]
async fn the_same_page_is_kept_once_and_by_the_same_name() {
    for Backend {
        archive, _folder, ..
    } in backends()
    {
        let id = job("a");
        let archive = archive.as_ref();
        let kept = async |words: &str, read_at: u64| {
            put(archive, &id, page("https://a.example/1", words, read_at)).await;
            let pages = archive.pages(&id).await.expect("pages");
            assert_eq!(pages.len(), 1);
            pages[0].snapshot.clone().expect("a name")
        };
        let first = kept("same", 1).await;
        assert_eq!(kept("same", 2).await, first);
        assert_ne!(kept("other", 3).await, first);
        assert_eq!(kept("same", 4).await, first);
    }
}

#[tokio::test]
async fn jobs_know_nothing_of_each_other_and_go_one_by_one() {
    for Backend {
        archive,
        _folder,
        single,
    } in backends()
    {
        let archive = archive.as_ref();
        put(archive, &job("a"), page("https://a.example/1", "a", 1)).await;
        if !single {
            put(archive, &job("ab"), page("https://a.example/1", "ab", 1)).await;
            assert_eq!(
                words(archive, &job("a")).await,
                pairs(&[("https://a.example/1", "a")])
            );
        }
        assert_eq!(archive.sweep(0).await.expect("a sweep"), 0);
        assert_eq!(words(archive, &job("a")).await.len(), 1);
        let name = archive.pages(&job("a")).await.expect("pages")[0]
            .snapshot
            .clone();
        let name = name.expect("a name");
        let swept = archive.sweep(u64::MAX).await.expect("a sweep");
        assert_eq!(swept, if single { 1 } else { 2 });
        let gone = archive.snapshot(&job("a"), &name).await.expect("an answer");
        assert_eq!(gone, None);
        assert_eq!(archive.sweep(u64::MAX).await.expect("a sweep"), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_writers_at_once() {
    for Backend {
        archive, _folder, ..
    } in backends()
    {
        let writers = (0..32).map(|at| {
            let archive = Arc::clone(&archive);
            tokio::spawn(async move {
                let url = format!("https://a.example/{}", at % 8);
                // Half of them write the very same page.
                let words = format!("words {}", at % 8);
                put(archive.as_ref(), &job("a"), page(&url, &words, at % 8)).await;
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.expect("a writer");
        }
        let pages = archive.pages(&job("a")).await.expect("pages");
        assert_eq!(pages.len(), 8);
        for page in pages {
            let name = page.snapshot.expect("a name");
            let had = archive.snapshot(&job("a"), &name).await.expect("whole");
            assert_eq!(had.map(|snapshot| snapshot.final_url), Some(page.url));
        }
    }
}

#[tokio::test]
async fn what_was_damaged_is_noticed() {
    let run = TempDir::new().expect("a folder");
    let archive = FolderArchive::open(run.path(), true).expect("a run folder");
    put(&archive, &job("a"), page("https://a.example/1", "one", 1)).await;
    put(&archive, &job("a"), page("https://a.example/2", "two", 2)).await;
    let pages = archive.pages(&job("a")).await.expect("pages");
    let names: Vec<String> = pages.into_iter().filter_map(|page| page.snapshot).collect();
    let place = |name: &str| {
        let below = format!("archive/snapshots/{}/{name}.json.z", &name[..2]);
        run.path().join(below)
    };
    let other = std::fs::read(place(&names[1])).expect("a file");
    for bytes in [b"no deflate".to_vec(), other, Vec::new()] {
        std::fs::write(place(&names[0]), bytes).expect("written");
        let had = archive.snapshot(&job("a"), &names[0]).await;
        assert!(matches!(had, Err(ArchiveError::Damaged { .. })), "{had:?}");
    }
}

#[tokio::test]
async fn a_picture_is_kept_under_the_name_in_its_line() {
    let run = TempDir::new().expect("a folder");
    let shared = TempDir::new().expect("a folder");
    let archive = FolderArchive::open(run.path(), false).expect("a run folder");
    let at = ArchiveAt::Folder(shared.path().to_owned());
    let fleet = open_at(&at).expect("a folder");
    let of = |name: &str| {
        let (line, snapshot) = page("https://a.example/1", "one", 1);
        let screenshot = Some(name.to_owned());
        let png = Some(b"png".to_vec());
        (
            PageLine { screenshot, ..line },
            Snapshot {
                screenshot: png,
                ..snapshot
            },
        )
    };
    put(&archive, &job("a"), of("pictures/1.png")).await;
    put(fleet.as_ref(), &job("a"), of("pictures/1.png")).await;
    for place in [
        run.path().join("pictures"),
        shared.path().join("a/pictures"),
    ] {
        let kept = std::fs::read(place.join("1.png")).expect("a picture");
        assert_eq!(kept, b"png");
    }
    // A folder stands where the picture should: the page is kept without it.
    std::fs::create_dir_all(run.path().join("pictures/2.png")).expect("a folder");
    let (line, snapshot) = of("pictures/2.png");
    let kept = archive.put_page(&job("a"), line, &snapshot).await;
    assert!(matches!(kept, Err(ArchiveError::File { .. })), "{kept:?}");
    let pages = archive.pages(&job("a")).await.expect("pages");
    assert_eq!(pages[0].screenshot, None);
}

#[tokio::test]
async fn what_pages_are_drafted_by_is_kept_with_them_and_no_secret() {
    let shared = TempDir::new().expect("a folder");
    let at = ArchiveAt::Folder(shared.path().to_owned());
    let archive = open_objects(&at).expect("a folder").expect("an archive");
    let id = job("a");
    assert_eq!(archive.job_file(&id).await.expect("an answer"), None);
    let mut file = JobFile {
        name: "a".to_owned(),
        start: vec!["https://user:word@a.example/".to_owned()],
        schema: json!({"type": "object"}),
        own_field: Some("url".to_owned()),
        ..JobFile::default()
    };
    let secret = ("Cookie".to_owned(), "secret".to_owned());
    file.read.headers.extend([secret]);
    for _ in 0..2 {
        archive.put_job(&id, &file).await.expect("kept");
    }
    file.read.headers.clear();
    file.start.clear();
    assert_eq!(
        archive.job_file(&id).await.expect("kept"),
        Some(file.clone())
    );
    assert!(archive.pages(&id).await.expect("pages").is_empty());
    let kept = std::fs::read_dir(shared.path().join("a/job")).expect("a folder");
    assert_eq!(kept.count(), 1, "the same is kept once");
    // The file of a run's folder holds the job.
    let run = FolderArchive::open(shared.path(), false).expect("a run folder");
    run.put_job(&id, &file).await.expect("nothing to do");
}

#[tokio::test]
async fn a_run_may_keep_no_pages() {
    let run = TempDir::new().expect("a folder");
    let archive = FolderArchive::open(run.path(), false).expect("a run folder");
    put(&archive, &job("a"), page("https://a.example/1", "one", 1)).await;
    let pages = archive.pages(&job("a")).await.expect("pages");
    assert_eq!(pages[0].snapshot, None);
    assert!(!run.path().join("archive").exists());
}

#[test]
fn cloud_addresses_open_without_contact() {
    let check = |url: &str, options: &[(&str, &str)], ok: bool| {
        let given = options.iter();
        let at = ArchiveAt::Cloud {
            url: Url::parse(url).expect("an address"),
            options: given
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        };
        assert_eq!(open_at(&at).is_ok(), ok, "{url}");
    };
    check("s3://bucket/windrow", &[("aws_region", "eu-north-1")], true);
    check("gs://bucket/windrow", &[], true);
    check(
        "az://container/windrow",
        &[("azure_storage_account_name", "account")],
        true,
    );
    check("az://container/windrow", &[], false);
}
