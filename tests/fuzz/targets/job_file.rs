//! Any text as a job file: it is read or refused with pointers, and what was read can be written
//! down and read again.

#![no_main]

use domain::job::{AllowRange, RANGES, parse_job};
use domain::schema::AnswerSchema;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let allow: Vec<AllowRange> = RANGES
        .iter()
        .filter_map(|range| range.parse().ok())
        .collect();
    let _ = parse_job(text, &allow);
    match parse_job(text, &[]) {
        Ok(job) => {
            let written = serde_json::to_string(&job).expect("a job is JSON");
            assert_eq!(parse_job(&written, &[]).as_ref(), Ok(&job), "{written}");
            let _ =
                AnswerSchema::compile(&job.schema, job.answer.as_deref(), job.own_field.as_deref());
        }
        Err(findings) => assert!(!findings.is_empty(), "refused without a reason"),
    }
});
