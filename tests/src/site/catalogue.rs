//! The sample shop: two shells that fetch everything after load, and the JSON they fetch.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Page;

const LIST: &str = include_str!("../../site/catalogue/list.html");
const DETAIL: &str = include_str!("../../site/catalogue/detail.html");
const COLOURS: [&str; 5] = ["#c8d5c0", "#e4c9a4", "#b7c7d6", "#d9b8b0", "#cfc7de"];

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Catalogue {
    shop_name: String,
    season: String,
    per_fetch: usize,
    products: Vec<Product>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Product {
    slug: String,
    name: String,
    sku: String,
    price: Option<String>,
    availability: Option<String>,
    specs: Vec<(String, String)>,
    blurb: String,
    category: String,
}

impl Catalogue {
    pub(super) fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../site/catalogue/catalogue.json"))
    }

    /// The page at a path below the shop or its interface.
    pub(super) fn page(&self, path: &str, query: &str) -> Option<Page> {
        if let Some(slug) = path.strip_prefix("/api/products/") {
            return Some(Page::json(&self.detail(slug)?));
        }
        match path {
            "/api/catalogue" => Some(Page::json(&self.slice(offset(query)))),
            "/catalogue" => Some(Page::html(LIST)),
            _ => {
                let slug = path.strip_prefix("/catalogue/")?;
                self.find(slug).map(|_| Page::html(DETAIL))
            }
        }
    }

    fn find(&self, slug: &str) -> Option<usize> {
        self.products.iter().position(|p| p.slug == slug)
    }

    fn slice(&self, offset: usize) -> Value {
        let items: Vec<Value> = self
            .products
            .iter()
            .enumerate()
            .skip(offset)
            .take(self.per_fetch)
            .map(|(at, p)| {
                json!({
                    "slug": p.slug, "name": p.name, "price": p.price, "blurb": p.blurb,
                    "category": p.category, "colour": COLOURS[at % COLOURS.len()],
                })
            })
            .collect();
        json!({
            "shop_name": self.shop_name, "season": self.season,
            "total": self.products.len(), "items": items,
        })
    }

    fn detail(&self, slug: &str) -> Option<Value> {
        let at = self.find(slug)?;
        let also: Vec<&Product> = (1..=3)
            .map(|step| &self.products[(at + step * 5) % self.products.len()])
            .collect();
        let mut detail = json!(self.products[at]);
        detail["also"] = json!(also);
        Some(detail)
    }
}

/// The number after `offset=`.
fn offset(query: &str) -> usize {
    query
        .split('&')
        .find_map(|pair| pair.strip_prefix("offset=")?.parse().ok())
        .unwrap_or_default()
}
