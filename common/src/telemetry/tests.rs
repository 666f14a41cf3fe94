//! Events as lines, and log lines in both formats, seen through a writer of our own.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::answer::verdict::Code;
use domain::page_class::PageClass;
use serde_json::{Value, json};
use tracing_subscriber::util::SubscriberInitExt;

use super::{Bounced, Delivered, Event, Events, PageRead, Refused, subscriber};
use crate::clock::Clock;
use crate::config::{Log, LogFormat};

fn noon() -> Clock {
    let clock = Clock::manual();
    clock.advance(Duration::from_hours(12));
    clock
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn page(class: PageClass) -> PageRead {
    PageRead {
        url: "https://example.com/1".to_owned(),
        class,
        status: Some(200),
        attempt: 1,
        ms: 12,
        note: String::new(),
    }
}

fn delivered() -> Delivered {
    Delivered {
        rows: 3,
        complete: true,
        successful: true,
    }
}

fn check_line(emit: impl FnOnce(&Events), expect: &Value) {
    let sink = Shared::default();
    emit(&Events::written("boats", sink.clone(), noon()));
    let text = sink.text();
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), expect);
}

#[test]
fn an_event_is_one_line_that_names_time_event_and_job() {
    check_line(
        |events| events.emit(page(PageClass::EmptyList)),
        &json!({"at": 43_200_000, "event": "page", "job": "boats",
                "url": "https://example.com/1", "class": "empty_list", "status": 200,
                "attempt": 1, "ms": 12, "note": ""}),
    );
    let refused = Refused {
        op: "add_item",
        url: None,
        code: Code::EnumNotEvidenced,
        pointer: "/level".to_owned(),
        message: "two\nlines".to_owned(),
        got: json!("Senior"),
    };
    check_line(
        |events| events.emit(refused),
        &json!({"at": 43_200_000, "event": "refusal", "job": "boats", "op": "add_item",
                "url": null, "code": "enum_not_evidenced", "pointer": "/level",
                "message": "two\nlines", "got": "Senior"}),
    );
}

#[test]
fn an_event_of_another_job_names_that_job() {
    check_line(
        |events| events.of("harbours").emit(delivered()),
        &json!({"at": 43_200_000, "event": "delivered", "job": "harbours", "rows": 3,
                "complete": true, "successful": true}),
    );
}

#[test]
fn clones_write_to_one_sink_in_order() {
    let sink = Shared::default();
    let events = Events::written("boats", sink.clone(), noon());
    events.clone().emit(Bounced {
        deficiencies: vec!["price empty on 2 of 3".to_owned()],
    });
    events.emit(delivered());
    events.of("barges").emit(delivered());
    let text = sink.text();
    let names: Vec<(Value, Value)> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|mut line| (line["job"].take(), line["event"].take()))
        .collect();
    let expect = [
        ("boats", Bounced::NAME),
        ("boats", Delivered::NAME),
        ("barges", Delivered::NAME),
    ];
    assert_eq!(names, expect.map(|(job, event)| (json!(job), json!(event))));
}

fn logged(level: &str, format: LogFormat, emit: impl FnOnce()) -> String {
    let log = Log {
        level: level.to_owned(),
        format,
    };
    let sink = Shared::default();
    let writer = sink.clone();
    let guard = subscriber(&log, move || writer.clone())
        .unwrap()
        .set_default();
    emit();
    drop(guard);
    sink.text()
}

#[test]
fn a_full_disk_costs_one_warning_and_no_event() {
    let text = logged("info", LogFormat::Text, || {
        let events = Events::written("boats", Full, noon());
        events.emit(delivered());
        events.emit(delivered());
    });
    assert_eq!(text.matches("events can no longer be written").count(), 1);
    assert_eq!(text.matches("\"delivered\"").count(), 4, "{text}");
}

#[test]
fn the_level_decides_what_is_logged() {
    let emit = || {
        let events = Events::logged("boats");
        events.emit(page(PageClass::Content));
        events.emit(delivered());
        events.emit(page(PageClass::Failed));
    };
    for (level, lines) in [("error", 0), ("warn", 1), ("info", 2), ("debug", 3)] {
        let text = logged(level, LogFormat::Text, emit);
        assert_eq!(text.lines().count(), lines, "{level}: {text}");
    }
}

#[test]
fn json_lines_are_json() {
    let text = logged("info", LogFormat::Json, || {
        tracing::info!(pages = 3, "read");
    });
    let line: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&line["message"], &line["pages"]),
        (&json!("read"), &json!(3))
    );
}
