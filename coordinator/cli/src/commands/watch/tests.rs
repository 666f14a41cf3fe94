//! How a fleet's job ends the program.

use common::api::JobStatus;
use common::jobs::{JobEnd, JobRecord, JobState};
use domain::ids::JobId;
use domain::job::JobFile;

use super::exit;
use crate::exit::Exit;

fn check(state: JobState, complete: bool, schema_valid: bool, expect: Exit) {
    let mut record = JobRecord::new(JobId("a".to_owned()), JobFile::default(), 1, 0);
    record.state = state;
    record.end = Some(JobEnd {
        complete,
        schema_valid,
        ..JobEnd::default()
    });
    let status = JobStatus::new(&record, None);
    assert_eq!(exit(&status), expect, "{status:?}");
}

#[test]
fn a_job_ends_the_program_as_a_run_does() {
    check(JobState::Delivered, true, true, Exit::Complete);
    check(JobState::Delivered, false, true, Exit::Gaps);
    check(JobState::Delivered, false, false, Exit::Failed);
    check(JobState::Held, false, true, Exit::Gaps);
    check(JobState::Held, false, false, Exit::Failed);
    check(JobState::Early, false, true, Exit::Failed);
    check(JobState::Cancelled, false, true, Exit::Failed);
    check(JobState::Failed, false, false, Exit::Failed);
}
