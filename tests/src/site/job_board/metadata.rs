//! A posting's JSON-LD (schema.org JobPosting): plain, in a graph, in an array, beside other blocks.

use serde_json::{Map, Value, json};

use super::{Metadata, Posting};

/// The script elements for a posting's head.
pub(super) fn blocks(posting: &Posting) -> String {
    let job = job_posting(posting);
    let trail = json!({
        "@context": "https://schema.org", "@type": "BreadcrumbList",
        "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Positions"}],
    });
    let site = json!({
        "@context": "https://schema.org", "@type": "WebSite", "name": "Larkfold Jobs",
    });
    match posting.metadata {
        Metadata::None => String::new(),
        Metadata::Plain => script(&job),
        Metadata::Graph => script(&json!({
            "@context": "https://schema.org", "@graph": [site, trail, job],
        })),
        Metadata::Array => script(&json!([trail, job])),
        Metadata::Blocks => script(&site) + &script(&trail) + &script(&job),
    }
}

fn script(value: &Value) -> String {
    let text = value.to_string().replace("</", "<\\/");
    format!("<script type=\"application/ld+json\">{text}</script>")
}

fn job_posting(posting: &Posting) -> Value {
    let mut job = Map::new();
    job.insert("@context".into(), json!("https://schema.org"));
    job.insert("@type".into(), json!("JobPosting"));
    job.insert("title".into(), json!(posting.title));
    job.insert("datePosted".into(), json!(posting.posted));
    if let Some(until) = &posting.until {
        job.insert("validThrough".into(), json!(until));
    }
    job.insert("employmentType".into(), json!(posting.employment_code));
    job.insert(
        "hiringOrganization".into(),
        json!({"@type": "Organization", "name": posting.company}),
    );
    let place = match &posting.location {
        Some(town) => (
            "jobLocation",
            json!({"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": town}}),
        ),
        None => ("jobLocationType", json!("TELECOMMUTE")),
    };
    job.insert(place.0.into(), place.1);
    if let Some(pay) = &posting.pay {
        let value = json!({
            "@type": "QuantitativeValue", "minValue": pay.min, "maxValue": pay.max, "unitText": pay.unit,
        });
        job.insert(
            "baseSalary".into(),
            json!({"@type": "MonetaryAmount", "currency": pay.currency, "value": value}),
        );
    }
    job.insert(
        "identifier".into(),
        json!({"@type": "PropertyValue", "name": "Larkfold Jobs", "value": posting.reference}),
    );
    job.insert(
        "description".into(),
        json!(format!("<p>{}</p>", posting.intro)),
    );
    Value::Object(job)
}
