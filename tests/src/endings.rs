//! Jobs that end badly, or not as well as they might: each with its exit code and the words that a
//! person can act on. They run on the job board, in one process and on a fleet.

use anyhow::Result;
use serde_json::{Value, json};

use crate::ports::Port;

const SCHEMA: &str = r#"{"type": "object", "properties": {"jobs": {"type": "array", "items": {
    "type": "object", "properties": {"title": {"type": "string"}, "url": {"type": "string"}}}}}}"#;
const JOB: &str = "name: x\nstart: [SITE/jobs]\nschema: schema.json\n";

/// Tests of `run` that a fleet has no counterpart of, and why.
pub const RUN_ONLY: [(&str, &str); 2] = [
    (
        "a_folder_that_holds_a_run_is_not_overwritten_unasked",
        "a fleet's job has no folder; another job under its id is refused, as the coordinator's own \
         tests show",
    ),
    (
        "after_an_interrupt_no_process_and_no_profile_is_left",
        "Ctrl-C ends `run` and its browser; of `watch` it ends nothing but the watching. What a \
         fleet's programs leave when they are asked to stop is looked at after each of its tests",
    ),
];

/// Tests of `run` whose counterpart on a fleet has another shape: its name there.
pub const OTHERWISE: [(&str, &str); 2] = [
    (
        "a_special_address_needs_a_word_from_the_operator",
        "a_special_address_needs_a_word_from_both_sides",
    ),
    (
        "kill_of_the_browser_in_mid_run_changes_nothing",
        "browser_during_read",
    ),
];

/// A way to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The schema refers to what is not in it.
    DanglingReference,
    /// The job has a key that does not exist.
    MisspeltKey,
    /// Nobody listens at the start address.
    ConnectionRefused,
    /// The list page has no link that the job asks for.
    NoLinks,
    /// No page states what a row must have.
    RequiredFieldNotStated,
    /// The page never shows what the job waits for.
    ElementNotThere,
    /// More pages than the job allows.
    PageLimit,
    /// More links than the job allows.
    LinkLimit,
    /// More list pages than the job allows.
    ListLimit,
}

/// A job and what is expected of it.
#[derive(Debug)]
pub struct Case {
    /// The job file, which names its schema `schema.json`.
    pub job: String,
    /// The schema file.
    pub schema: String,
    /// The exit code.
    pub code: i32,
    /// What is said, among other things.
    pub words: Vec<String>,
    /// The answer, where it is delivered and small.
    pub answer: Option<Value>,
    /// Where nobody listens, as long as the case is there.
    nobody: Option<Port>,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::DanglingReference,
        Self::MisspeltKey,
        Self::ConnectionRefused,
        Self::NoLinks,
        Self::RequiredFieldNotStated,
        Self::ElementNotThere,
        Self::PageLimit,
        Self::LinkLimit,
        Self::ListLimit,
    ];

    /// Its name as a test.
    pub fn name(self) -> &'static str {
        match self {
            Self::DanglingReference => "a_dangling_reference_is_refused_by_name",
            Self::MisspeltKey => "a_misspelt_key_is_refused_with_a_suggestion",
            Self::ConnectionRefused => "an_address_that_refuses_connections_fails",
            Self::NoLinks => "a_list_without_detail_links_delivers_the_empty_shape_with_gaps",
            Self::RequiredFieldNotStated => {
                "a_required_field_that_no_page_states_ends_with_gaps_and_names_it"
            }
            Self::ElementNotThere => {
                "pages_without_the_element_that_the_job_waits_for_are_not_read"
            }
            Self::PageLimit => "pages_that_a_limit_leaves_out_are_named",
            Self::LinkLimit => "links_that_a_limit_leaves_out_are_named",
            Self::ListLimit => "list_pages_that_a_limit_leaves_out_are_named",
        }
    }

    /// The case for a site at `origin`.
    ///
    /// # Errors
    /// No port is free.
    pub fn case(self, origin: &str) -> Result<Case> {
        let case = match self {
            Self::DanglingReference => Case::of(5, &["#/$defs/Title", "/properties/jobs/items"])
                .schema(
                    r#""title": {"type": "string"}"#,
                    r##""title": {"$ref": "#/$defs/Title"}"##,
                ),
            Self::MisspeltKey => {
                Case::of(5, &["/read/timout", "timeout"]).with("read: {timout: 5s}\n")
            }
            Self::ConnectionRefused => {
                let port = Port::free()?;
                let nobody = format!("http://{}", port.address());
                let mut case = Case::of(4, &[&nobody, "refused"]);
                case.job = case.job.replace("SITE", &nobody);
                case.nobody = Some(port);
                case
            }
            Self::NoLinks => Case::of(3, &["no detail links"])
                .with("links: {href_contains: /no-such-thing/}\n")
                .empty(),
            Self::RequiredFieldNotStated => Case::of(3, &["shoeSize", "missing_required"])
                .schema(
                    r#""url": {"type": "string"}}"#,
                    r#""url": {"type": "string"}, "shoeSize": {"type": "integer"}},
                       "required": ["shoeSize"]"#,
                )
                .empty(),
            Self::ElementNotThere => {
                let words = ["read.wait_for", ".no-such-thing", "with gaps"];
                let mut case = Case::of(3, &words)
                    .with("read: {wait_for: .no-such-thing, timeout: 1s, attempts: 1}\n")
                    .empty();
                let page = "pages: [SITE/jobs/4103-night-baker]";
                case.job = case.job.replace("start: [SITE/jobs]", page);
                case
            }
            Self::PageLimit => left_out("limits: {pages: 5}", "limits.pages: 5"),
            Self::LinkLimit => left_out("follow: {max_links: 4}", "follow.max_links: 4"),
            Self::ListLimit => left_out("follow: {max_list_pages: 1}", "follow.max_list_pages: 1"),
        };
        let job = case.job.replace("SITE", origin);
        Ok(Case { job, ..case })
    }
}

/// What a limit leaves out is named, and is no complete answer.
fn left_out(limit: &str, named: &str) -> Case {
    Case::of(3, &[named, "delivered with gaps"]).with(&format!("{limit}\n"))
}

impl Case {
    fn of(code: i32, words: &[&str]) -> Self {
        Self {
            job: JOB.to_owned(),
            schema: SCHEMA.to_owned(),
            code,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            answer: None,
            nobody: None,
        }
    }

    fn with(mut self, line: &str) -> Self {
        self.job.push_str(line);
        self
    }

    fn schema(mut self, part: &str, instead: &str) -> Self {
        self.schema = self.schema.replace(part, instead);
        self
    }

    fn empty(mut self) -> Self {
        self.answer = Some(json!({ "jobs": [] }));
        self
    }

    /// Holds what was said, and how it ended, against what is expected.
    ///
    /// # Panics
    /// They differ.
    pub fn check(&self, code: Option<i32>, said: &str) {
        assert_eq!(code, Some(self.code), "{}\n{said}", self.job);
        for word in &self.words {
            assert!(said.contains(word), "{word:?} is not in:\n{said}");
        }
    }
}
