//! Any bytes as a sitemap, a feed or a robots file: read without a panic, and every address that comes of it is
//! an absolute one.

#![no_main]

use discovery::{details, read_source, robots_sitemaps};
use domain::job::JobFile;
use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let address = "https://s.test/sitemap.xml";
    let source = read_source(&text, address);
    for entry in &source.entries {
        assert!(Url::parse(&entry.url).is_ok(), "{} is relative", entry.url);
    }
    let known = ["https://s.test/p/1".to_owned()];
    let found = details(source.entries, address, &known, &JobFile::default().links);
    assert!(found.is_ok(), "no filter, no refusal");
    for address in robots_sitemaps(&text, address) {
        assert!(Url::parse(&address).is_ok(), "{address} is relative");
    }
});
