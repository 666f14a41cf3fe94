//! The one scalar that stands for an object where a field takes a scalar: a name, an address, an amount, a quantity
//! with its unit, the parts of a postal address on a line.

use domain::schema::{Field, JsonType};
use serde_json::{Map, Value};

use super::{Reading, is_address, text_of};
use crate::entity::{each, has_type};
use crate::text::plain;
use crate::vocabulary::{Kind, is_placeholder};

/// The scalar that stands for an object in a scalar field, by what is wanted.
pub(super) fn representative(given: &Value, field: &Field, how: Reading<'_>) -> Option<Value> {
    let kind = how.kind;
    let map = match given {
        Value::Null => return None,
        Value::Object(map) => map,
        Value::Array(items) => {
            return items
                .first()
                .and_then(|one| representative(one, field, how));
        }
        scalar => return Some(scalar.clone()),
    };
    let keys: &[&str] = if is_address(field, kind) {
        &[
            "url",
            "contentUrl",
            "@id",
            "embedUrl",
            "thumbnailUrl",
            "urlTemplate",
        ]
    } else if matches!(kind, Kind::Price) {
        &["price", "value", "amount"]
    } else {
        &[
            "name",
            "value",
            "text",
            "headline",
            "title",
            "legalName",
            "propertyID",
            "label",
        ]
    };
    let measured = how.unit.is_some()
        && ["unitText", "unitCode"]
            .iter()
            .any(|key| map.contains_key(*key));
    if measured || has_type(given, "QuantitativeValue") && field.types.contains(&JsonType::String) {
        return quantity(map);
    }
    let found = keys
        .iter()
        .find_map(|key| map.get(*key).filter(|value| !value.is_null()));
    if let Some(found) = found {
        return representative(found, field, how);
    }
    if is_address(field, kind) {
        return None;
    }
    match map.get("address") {
        Some(address) => representative(address, field, how),
        None => address_line(map),
    }
}

fn quantity(map: &Map<String, Value>) -> Option<Value> {
    let value = text_of(map.get("value")?);
    let unit = ["unitText", "unitCode"]
        .iter()
        .find_map(|key| map.get(*key)?.as_str());
    let unit = match unit {
        Some("MTK") => Some("m²"),
        Some("FTK") => Some("sq ft"),
        Some("KGM") => Some("kg"),
        Some("KMT") => Some("km"),
        Some("SMI") => Some("mi"),
        other => other,
    };
    Some(Value::from(unit.map_or_else(
        || value.clone(),
        |unit| format!("{value} {unit}"),
    )))
}

/// The parts of a postal address (schema.org `PostalAddress`) on one line.
fn address_line(map: &Map<String, Value>) -> Option<Value> {
    let keys = [
        "streetAddress",
        "addressLocality",
        "addressRegion",
        "postalCode",
        "addressCountry",
    ];
    let mut parts = Vec::new();
    for key in keys {
        for part in each(map.get(key)) {
            let part = part.as_str().or_else(|| part.get("name")?.as_str());
            parts.extend(part.map(plain).filter(|part| !is_placeholder(part)));
        }
    }
    (!parts.is_empty()).then(|| Value::from(parts.join(", ")))
}
