//! What needs no broker: addresses, names, and what is said when nobody is there.

use domain::task::Task;

use super::*;

fn shown(url: &str) -> Result<String, AddressError> {
    Ok(RabbitOptions::from_url(url)?.shown())
}

#[test]
fn an_address_is_shown_without_its_password() {
    let check = |url: &str, expect: &str| {
        assert_eq!(shown(url).as_deref(), Ok(expect), "{url}");
        let debug = format!("{:?}", RabbitOptions::from_url(url));
        assert!(!debug.contains("s3cret"), "{debug}");
    };
    check(
        "amqp://rake:s3cret@mq.example:5673/fleet",
        "amqp://rake@mq.example:5673/fleet",
    );
    check(
        "amqps://rake:s3cret@mq.example",
        "amqps://rake@mq.example:5671/",
    );
    check(
        "amqp://rake:s3cret@mq.example/",
        "amqp://rake@mq.example:5672/",
    );
    check("amqp://mq.example/%2f", "amqp://guest@mq.example:5672/");
    check("amqp://[::1]:5673", "amqp://guest@[::1]:5673/");
}

#[test]
fn what_is_no_address_is_refused_without_repeating_it() {
    for url in [
        "http://rake:s3cret@mq.example",
        "rake:s3cret",
        "amqp://u:s3cret@h:port",
    ] {
        let error = RabbitOptions::from_url(url).unwrap_err().to_string();
        assert!(error.contains("amqp://"), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    }
    let options = RabbitOptions::from_url("amqp://mq.example").unwrap();
    let long = options.with_prefix(&"x".repeat(201));
    assert_eq!(long.unwrap_err(), AddressError::Prefix(201));
}

#[test]
fn a_file_without_certificates_is_named() {
    let check = |path: &str, expect: &str| {
        let url = format!("amqps://rake:s3cret@mq.example/?cacertfile={path}");
        let error = RabbitOptions::from_url(&url).unwrap_err().to_string();
        assert!(error.contains(path) && error.contains(expect), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    };
    check("/nowhere/ca.pem", "No such file");
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "PEM");
}

#[tokio::test]
async fn an_unreachable_broker_is_named() {
    let options = RabbitOptions::from_url("amqp://rake:s3cret@127.0.0.1:1").unwrap();
    let queue = RabbitQueue::new(options);
    let task = Task::V1 {
        job: "boats".to_owned(),
        page: "https://example.com/1".to_owned(),
        lease: 1,
    };
    let published = queue.publish(&task).await;
    let consumed = queue.consume(1).await.map(|_| ());
    let counted = queue.depth().await.map(|_| ());
    for outcome in [published, consumed, counted] {
        let said = outcome.unwrap_err().to_string();
        assert!(said.contains("rake@127.0.0.1:1"), "{said}");
        assert!(said.contains("refused"), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
    assert_eq!(
        (queue.health().consumers, queue.health().blocked),
        (0, None)
    );
}
