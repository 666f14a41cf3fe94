//! A job in words.

use common::api::{JobStatus, Pages};
use common::jobs::{JobEnd, JobRecord, JobState};
use domain::ids::JobId;
use domain::job::JobFile;

use super::{going, since, verdict};

fn job(state: JobState, end: Option<JobEnd>) -> JobStatus {
    let mut record = JobRecord::new(JobId("a".to_owned()), JobFile::default(), 1, 0);
    record.state = state;
    record.end = end;
    JobStatus::new(&record, None)
}

#[test]
fn numbers_stand_below_each_other() {
    let mut early = job(JobState::Waiting, None);
    let pages = |settled, discovered| Pages {
        details: [].into(),
        lists: [].into(),
        discovered,
        settled,
        again: 0,
        rows: settled,
        refused: 0,
    };
    early.pages = Some(pages(0, 0));
    let mut late = job(JobState::Running, None);
    late.pages = Some(pages(980, 12_000));
    let (early, late) = (going(&early), going(&late));
    assert_eq!(early.len(), late.len());
    assert_eq!(early.find(" pages"), late.find(" pages"));
    assert_eq!(early.find(" rows"), late.find(" rows"));
}

#[test]
fn pages_that_are_read_again_are_told_where_there_are_any() {
    let check = |again, expect: bool| {
        let mut job = job(JobState::Running, None);
        job.pages = Some(Pages {
            details: [("due".to_owned(), 3)].into(),
            lists: [].into(),
            discovered: 3,
            settled: 0,
            again,
            rows: 0,
            refused: 0,
        });
        let said = going(&job);
        assert_eq!(said.contains("   3 read again"), expect, "{said}");
    };
    check(3, true);
    check(0, false);
}

#[test]
fn an_end_says_what_is_wrong() {
    let check = |state, end: JobEnd, expect: &str| {
        assert_eq!(verdict(&job(state, Some(end))), expect);
    };
    let good = || JobEnd {
        complete: true,
        schema_valid: true,
        rows: 3,
        links: 3,
        ..JobEnd::default()
    };
    check(JobState::Delivered, good(), "complete");
    let mut invalid = good();
    (invalid.complete, invalid.schema_valid) = (false, false);
    let expect = "with gaps: the answer does not fit the schema";
    check(JobState::Delivered, invalid, expect);
    let failed = JobEnd {
        why: "https://a.test refused".to_owned(),
        ..JobEnd::default()
    };
    check(JobState::Failed, failed, "https://a.test refused");
    assert_eq!(verdict(&job(JobState::Running, None)), "");
}

#[test]
fn times_are_told_roughly() {
    for (ago, expect) in [
        (0, "0 s ago"),
        (59_999, "59 s ago"),
        (60_000, "1 min ago"),
        (7_200_000, "2 h ago"),
        (200_000_000, "2 d ago"),
    ] {
        assert_eq!(since(1_000, 1_000 + ago), expect);
    }
    // Clocks may differ.
    assert_eq!(since(5_000, 1_000), "0 s ago");
}
