//! Tests of what makes sites and profiles.

use domain::job::ReadOptions;

use super::*;

pub(crate) fn profile(job: &str) -> Profile {
    Profile {
        job: JobId(job.to_owned()),
        headers: BTreeMap::new(),
        language: None,
    }
}

fn job(url: &str, job: &str, language: Option<&str>) -> Place<Profile> {
    let options = ReadOptions {
        language: language.map(str::to_owned),
        ..ReadOptions::default()
    };
    let request = ReadRequest::of(JobId(job.to_owned()), url, options);
    let (answer, _) = oneshot::channel();
    Job { request, answer }.place()
}

#[test]
fn places_differ_by_job_requests_and_site() {
    let base = job("http://a.example:80/x?y", "j", None);
    assert_eq!(base.site, "http://a.example");
    assert_eq!(base, job("http://A.example/z#w", "j", None));
    for other in [
        job("https://a.example/x", "j", None),
        job("http://a.example:81/x", "j", None),
        job("http://a.example/x", "k", None),
        job("http://a.example/x", "j", Some("de")),
    ] {
        assert_ne!(base, other);
    }
}
