//! What a server can serve: a page, and where pages come from.

use std::collections::HashMap;

/// One response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// HTTP status.
    pub status: u16,
    /// Header names and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Page {
    /// A response of this kind.
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".into(), content_type.into())],
            body: body.into(),
        }
    }

    /// An HTML page.
    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body)
    }

    /// A JSON document.
    pub fn json(value: &serde_json::Value) -> Self {
        Self::new(200, "application/json", value.to_string())
    }

    /// A redirect to `target`.
    pub fn redirect(target: &str) -> Self {
        Self::new(302, "text/plain", "").with_header("location", target)
    }

    /// The same with another status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// The same with one header more.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// Where pages come from.
pub trait Content: Send + Sync + 'static {
    /// The page at a path with its query, as the request line writes them; `None` is a 404.
    fn page(&self, target: &str) -> Option<Page>;
}

/// A fixed set of pages by path and query: what most tests need.
#[derive(Debug, Clone, Default)]
pub struct Pages(HashMap<String, Page>);

impl Pages {
    /// The same with one page more.
    #[must_use]
    pub fn with(mut self, target: &str, page: Page) -> Self {
        self.0.insert(target.to_owned(), page);
        self
    }

    /// The same with one HTML page more.
    #[must_use]
    pub fn with_html(self, target: &str, html: &str) -> Self {
        self.with(target, Page::html(html))
    }
}

impl Content for Pages {
    fn page(&self, target: &str) -> Option<Page> {
        self.0.get(target).cloned()
    }
}
