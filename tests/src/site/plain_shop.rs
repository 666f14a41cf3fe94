//! The sample shop without scripts: microdata (schema.org Product) and specification tables.

use std::fmt::Write;

use serde::Deserialize;

use super::Page;
use super::html::escape;

#[derive(Debug, Clone, Deserialize)]
pub(super) struct PlainShop {
    products: Vec<Good>,
}

#[derive(Debug, Clone, Deserialize)]
struct Good {
    slug: String,
    name: String,
    brand: String,
    sku: String,
    price: f64,
    availability: String,
    weight: String,
    material: String,
    warranty: Option<String>,
}

impl PlainShop {
    pub(super) fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../site/plain-shop/products.json"))
    }

    /// The page at a path.
    pub(super) fn page(&self, path: &str) -> Option<Page> {
        if path == "/shop" {
            return Some(Page::html(self.list()));
        }
        let slug = path.strip_prefix("/shop/")?;
        let at = self.products.iter().position(|good| good.slug == slug)?;
        Some(Page::html(self.detail(at)))
    }

    fn list(&self) -> String {
        let mut cards = String::new();
        for good in &self.products {
            write!(
                cards,
                "<li class=\"good\"><a href=\"/shop/{}\">{}</a> <span>€{:.2}</span></li>",
                good.slug,
                escape(&good.name),
                good.price
            )
            .ok();
        }
        page(
            "Goods",
            &format!("<h1>All goods</h1><ul class=\"goods\">{cards}</ul>"),
        )
    }

    fn detail(&self, at: usize) -> String {
        let good = &self.products[at];
        let mut rows = String::new();
        for (label, value) in [
            ("Material", Some(good.material.as_str())),
            ("Weight", Some(good.weight.as_str())),
            ("Warranty", good.warranty.as_deref()),
        ] {
            if let Some(value) = value {
                write!(
                    rows,
                    "<tr><th scope=\"row\">{label}</th><td>{}</td></tr>",
                    escape(value)
                )
                .ok();
            }
        }
        let other = &self.products[(at + 4) % self.products.len()];
        let body = format!(
            "<div itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=\"name\">{name}</h1>\
             <p>by <span itemprop=\"brand\" itemscope itemtype=\"https://schema.org/Brand\">\
             <span itemprop=\"name\">{brand}</span></span></p>\
             <p itemprop=\"offers\" itemscope itemtype=\"https://schema.org/Offer\">\
             <meta itemprop=\"priceCurrency\" content=\"EUR\"><span itemprop=\"price\" content=\"{price}\">€{price:.2}</span>\
             <link itemprop=\"availability\" href=\"https://schema.org/{availability}\"></p>\
             <table class=\"specs\"><caption>Specification</caption><tbody><tr><th scope=\"row\">SKU</th>\
             <td itemprop=\"sku\">{sku}</td></tr>{rows}</tbody></table></div>\
             <aside><h2>You may also like</h2><p><a href=\"/shop/{other}\">{other_name}</a> €{other_price:.2}</p></aside>",
            name = escape(&good.name),
            brand = escape(&good.brand),
            price = good.price,
            availability = good.availability,
            sku = escape(&good.sku),
            other = other.slug,
            other_name = escape(&other.name),
            other_price = other.price,
        );
        page(&good.name, &body)
    }
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} · Hearth and Yard</title></head>\
         <body><header><a href=\"/shop\">Hearth and Yard</a></header><main>{body}</main>\
         <footer><a href=\"/imprint\">Imprint</a></footer></body></html>\n",
        title = escape(title)
    )
}
