//! A real Prometheus over a page of metrics that a site server serves.

use common::clock::Clock;

use super::*;
use crate::patience::eventually;
use crate::site::{Page, Pages, SiteServer};

const PAGE: &str = "# HELP boats_total Boats.\n# TYPE boats_total counter\n\
    boats_total{port=\"east\"} 3\n";

#[tokio::test]
async fn scrapes_and_answers() {
    let page = Page::new(200, "text/plain; version=0.0.4", PAGE);
    let site = SiteServer::start(Pages::default().with("/metrics", page));
    let site = site.await.unwrap();
    let address: SocketAddr = site.origin().replace("http://", "").parse().unwrap();
    let nobody = Port::free().unwrap();
    let away = nobody.address();
    let jobs = [("harbour", address), ("away", away)].map(|(name, target)| Job {
        name: name.to_owned(),
        targets: vec![target],
    });
    let server = Server::start(&jobs).await.unwrap();
    let now = Clock::system().now_ms() / 1000;
    let found = eventually("a scrape", || async {
        let query = server.query_range("boats_total", now - 60, now + 60);
        query.await.unwrap().pop()
    })
    .await;
    assert_eq!(found.labels["port"], "east");
    assert_eq!(found.labels["job"], "harbour");
    assert_eq!(found.values[0], "3");
    let refused = eventually("the other target's state", || async {
        let targets = server.targets().await.unwrap();
        let find = |(at, state): &(String, String)| *at == away.to_string() && state != "unknown";
        targets.into_iter().find(find)
    })
    .await;
    assert!(refused.1.contains("refused"), "{refused:?}");
    let none = server.query_range("ships_total", now, now).await.unwrap();
    assert!(none.is_empty());
    let wrong = server.query_range("boats_total{", now, now).await;
    assert!(wrong.unwrap_err().to_string().contains("parse error"));
}

#[test]
fn promtool_judges_a_page() {
    check_metrics(PAGE).unwrap();
    let no_help = PAGE.split_once('\n').unwrap().1;
    let error = check_metrics(no_help).unwrap_err().to_string();
    assert!(error.contains("boats_total"), "{error}");
    check_metrics("boats_total{").unwrap_err();
}
