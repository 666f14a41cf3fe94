//! Random schemas and values: nothing panics, and checking is idempotent.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use super::super::{AnswerSchema, RowMode};

fn any_json() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec![
        "type",
        "properties",
        "items",
        "$ref",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "then",
        "enum",
        "const",
        "required",
        "additionalProperties",
        "format",
        "minItems",
        "default",
        "$defs",
        "a",
        "prefixItems",
        "pattern",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec![
            "string",
            "array",
            "object",
            "null",
            "#/$defs/a",
            "#",
            "uri",
            "a"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..5)
                .prop_map(|pairs| pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()),
        ]
    })
}

/// The same inputs each time, so that a change is what fails them.
fn same_each_time() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(same_each_time())]

    #[test]
    fn no_schema_and_no_value_panics(schema in any_json(), value in any_json()) {
        let schema = json!({"properties": {"a": schema.clone(), "rows": {"type": "array", "items": schema}}});
        if let Ok(schema) = AnswerSchema::compile(&schema, None, None) {
            if let Ok(stored) = schema.check_document(&value) {
                prop_assert_eq!(schema.check_document(&stored), Ok(stored));
            }
            let _row = schema.check_row(&value, RowMode::Draft);
        }
    }
}
