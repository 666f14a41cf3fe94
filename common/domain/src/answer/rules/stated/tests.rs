//! The table of evidence for closed sets.

use std::slice::from_ref;

use serde_json::{Value, json};

use super::{Scope, scope};
use crate::answer::rules::tests::{Scene, add, boats, read, word};
use crate::job::EvidenceScope;

/// What becomes of a row of page 1 that uses a member, and the words of the refusal.
fn check(steps: &[Vec<Value>], evidence: EvidenceScope, member: &str, expect: &str, part: &str) {
    let mut scene = Scene::of(&boats());
    scene.job.evidence = evidence;
    scene.play(steps);
    let verdict = scene.submit(&add(1, &json!({"rig": member})));
    assert_eq!(word(&verdict), expect, "{member} after {steps:?}");
    let said = verdict
        .refusal()
        .map(|refusal| format!("{} {}", refusal.message, refusal.hint));
    assert!(said.unwrap_or_default().contains(part), "{verdict:?}");
}

#[test]
fn who_may_state_a_members_value() {
    use EvidenceScope::{Job, Row};
    let no = "enum_not_evidenced /rig";
    let own = read(1, "content", &["KETCH"]);
    let other = read(2, "content", &["KETCH"]);
    check(from_ref(&own), Row, "KETCH", "accepted", "");
    check(
        from_ref(&own),
        Row,
        "SLOOP",
        no,
        "own page does not state it. Leave it null.",
    );
    check(&[], Row, "KETCH", no, "has not been read");
    check(
        &[read(1, "shell", &["KETCH"])],
        Row,
        "KETCH",
        no,
        "has not been read",
    );
    check(
        &[read(1, "gone", &["KETCH"])],
        Row,
        "KETCH",
        no,
        "has not been read",
    );
    let silent = read(1, "content", &[]);
    check(
        &[silent.clone(), other.clone()],
        Row,
        "KETCH",
        no,
        "1 other pages do. Leave it null, or set `evidence: job`",
    );
    check(&[silent, other], Job, "KETCH", "accepted", "");
    check(&[own], Job, "SLOOP", no, "No page that was read states it");
    check(&[], Row, "unknown", "accepted", "");
}

#[test]
fn the_scope_of_rows() {
    let is_job = |scene: &Scene| matches!(scope(scene.ctx(), None), Scope::Job);
    let mut scene = Scene::of(&boats());
    assert!(!is_job(&scene), "rows have pages of their own");
    scene.job.evidence = EvidenceScope::Job;
    assert!(is_job(&scene), "the job says so");
    let pageless = json!({"type": "object", "properties": {"boats": {"type": "array",
        "items": {"type": "object", "properties": {"name": {"type": "string"}}}}}});
    assert!(is_job(&Scene::of(&pageless)), "rows have no pages");
}
