//! Tasks there and back, counts and reasons in headers.

use super::*;

fn task(page: &str) -> Task {
    Task::V1 {
        job: "boats".to_owned(),
        page: page.to_owned(),
        lease: 7,
    }
}

fn with_header(key: &str, value: AMQPValue) -> BasicProperties {
    let mut headers = FieldTable::default();
    headers.insert(key.into(), value);
    BasicProperties::default().with_headers(headers)
}

#[test]
fn a_task_comes_back_as_it_was() {
    let task = task("https://example.com/1");
    assert_eq!(decode(&encode(&task).unwrap()).unwrap(), task);
    assert!(decode(b"{\"v\":\"9\"}").is_err());
}

#[test]
fn a_message_is_persistent_json_with_an_id() {
    let properties = properties(&task("https://example.com/1"));
    assert_eq!(*properties.delivery_mode(), Some(2));
    let kind = properties.content_type().as_ref().unwrap();
    assert_eq!(kind.as_str(), "application/json");
    assert!(
        properties
            .message_id()
            .as_ref()
            .unwrap()
            .as_str()
            .starts_with("boats:")
    );
    assert_ne!(message_id(&task("a")), message_id(&task("b")));
}

#[test]
fn a_name_too_long_for_an_id_still_makes_a_message() {
    let long = Task::V1 {
        job: "x".repeat(300),
        page: String::new(),
        lease: 1,
    };
    assert!(properties(&long).message_id().is_none());
}

#[test]
fn the_delivery_count_is_read_in_any_width() {
    let check = |value: AMQPValue, flag: bool, expect: u32| {
        assert_eq!(
            redelivered(&with_header(DELIVERY_COUNT, value), flag),
            expect
        );
    };
    check(AMQPValue::LongLongInt(3), true, 3);
    check(AMQPValue::ShortShortUInt(2), true, 2);
    check(AMQPValue::LongInt(-1), false, 0);
    check(AMQPValue::Boolean(true), true, 1);
    assert_eq!(redelivered(&BasicProperties::default(), false), 0);
    assert_eq!(redelivered(&BasicProperties::default(), true), 1);
}

#[test]
fn a_reason_is_a_consumers_or_the_brokers() {
    let body = encode(&task("a")).unwrap();
    let check = |properties: &BasicProperties, expect: &str| {
        let letter = dead_letter(&body, properties).unwrap();
        assert_eq!(letter.reason, expect);
    };
    let counted = with_header(DELIVERY_COUNT, AMQPValue::LongLongInt(3));
    let given_up = with_reason(&counted, "blocked");
    check(&given_up, "blocked");
    assert_eq!(redelivered(&given_up, false), 0);
    check(
        &with_header(FIRST_DEATH, text("delivery_limit")),
        DELIVERY_LIMIT,
    );
    check(&BasicProperties::default(), DELIVERY_LIMIT);
    assert_eq!(dead_letter(b"no task", &given_up), None);
}

#[test]
fn other_headers_travel_with_a_dead_letter() {
    let traced = with_header("traceparent", text("00-ab-cd-01"));
    let given_up = with_reason(&traced, "gone");
    assert_eq!(
        words(&given_up, "traceparent").as_deref(),
        Some("00-ab-cd-01")
    );
}
