//! What a report says of its end is read back.

use coordinator::Ending;
use serde_json::json;

use super::{earlier, words};

#[test]
fn every_ending_is_read_back() {
    for ending in [
        Ending::Finished,
        Ending::Held,
        Ending::Early("stopped".to_owned()),
        Ending::StartRefused("status 404".to_owned()),
    ] {
        let report = json!({"ending": words(&ending), "links": 3, "list_errors": ["x"]});
        let back = earlier(Some(report.to_string().as_bytes()));
        assert_eq!(back.ending, ending);
        assert_eq!((back.links, back.list_errors.len()), (Some(3), 1));
    }
}

#[test]
fn a_run_without_a_report_was_killed() {
    for report in [None, Some(&b""[..]), Some(b"{\"ending\":")] {
        let killed = earlier(report);
        assert!(matches!(killed.ending, Ending::Early(why) if why.contains("--resume")));
        assert_eq!(killed.links, None);
    }
}
