//! Pages that grow, one of each shape that has cost more than its size somewhere: what a byte costs in the
//! largest, over what it costs in the smallest. About 1 is linear.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use domain::schema::AnswerSchema;

/// A shape: what it is called, how many parts make about a megabyte, and one of its pages.
struct Shape {
    name: &'static str,
    parts: usize,
    page: fn(usize) -> String,
}

const SHAPES: [Shape; 11] = [
    Shape {
        name: "mixed",
        parts: 3_800,
        page: mixed,
    },
    Shape {
        name: "rows of one table",
        parts: 35_000,
        page: |parts| {
            repeated("<table>", parts, |n| {
                format!("<tr><th>Key {n}<td>value {n}")
            })
        },
    },
    Shape {
        name: "columns of one table",
        parts: 70_000,
        page: |parts| repeated("<table><tr>", parts, |n| format!("<td>value {n}")),
    },
    Shape {
        name: "nested boxes",
        parts: 80_000,
        page: |parts| repeated("", parts, |n| format!("<div>word {n}")),
    },
    Shape {
        name: "nested tables",
        parts: 40_000,
        page: |parts| repeated("", parts, |n| format!("<table><tr><td>word {n}")),
    },
    Shape {
        name: "label/value pairs",
        parts: 35_000,
        page: |parts| repeated("<dl>", parts, |n| format!("<dt>Key {n}<dd>value {n}")),
    },
    Shape {
        name: "stated members",
        parts: 45_000,
        page: |parts| repeated("", parts, |_| "<p>In stock</p>, new".to_owned()),
    },
    Shape {
        name: "JSON-LD blocks",
        parts: 8_500,
        page: |parts| {
            repeated("", parts, |n| {
                format!("<script type=application/ld+json>{}</script>", product(n))
            })
        },
    },
    Shape {
        name: "one JSON-LD block",
        parts: 14_000,
        page: |parts| {
            let graph = repeated("", parts, |n| format!(",{}", product(n)));
            let graph = graph.trim_start_matches(HEAD).trim_start_matches(',');
            format!("{HEAD}<script type=application/ld+json>{{\"@graph\":[{graph}]}}</script>")
        },
    },
    Shape {
        name: "attributes of one tag",
        parts: 50_000,
        page: |parts| repeated("<p", parts, |n| format!(" data-a{n}=value{n}")),
    },
    Shape {
        name: "quoted attributes of one tag",
        parts: 45_000,
        page: |parts| repeated("<p", parts, |n| format!(" data-a{n}=\"value{n}\"")),
    },
];

const HEAD: &str = "<title>Anvil</title><h1>Anvil</h1>";

/// What a byte costs as pages of each shape grow from a sixteenth of `kilobytes` to all of them.
pub(crate) fn told(kilobytes: usize, schema: &AnswerSchema) -> Result<String> {
    let mut told = String::new();
    for shape in SHAPES {
        let mut costs = Vec::new();
        for part in [16, 4, 1] {
            let parts = shape.parts * kilobytes / 1024 / part;
            let html = (shape.page)(parts.max(1));
            let begun = crate::cpu()?;
            let row = crate::draft(&html, "https://a.example/1", schema).row;
            ensure!(!row.is_empty(), "no row");
            let bytes = f64::from(u32::try_from(html.len())?);
            costs.push((bytes, (crate::cpu()? - begun) / bytes));
        }
        write!(told, "cost of a byte, {}:", shape.name)?;
        for (bytes, cost) in &costs {
            let relative = cost / costs[0].1;
            write!(told, " {relative:.2} at {:.2} MB", bytes / 1_048_576.0)?;
        }
        told.push('\n');
    }
    Ok(told)
}

fn repeated(open: &str, parts: usize, part: impl Fn(usize) -> String) -> String {
    let mut html = format!("{HEAD}{open}");
    html.extend((0..parts).map(part));
    html
}

fn product(n: usize) -> String {
    format!(
        "{{\"@type\":\"Product\",\"@id\":\"#{n}\",\"name\":\"N{n}\",\"sku\":\"{n}\",\"isRelatedTo\":{{\"@id\":\"#{}\"}}}}",
        n + 1
    )
}

/// The kinds of things that pages hold, in that many parts.
fn mixed(parts: usize) -> String {
    repeated("", parts, |part| {
        format!(
            "<section class='part p{part}'><h2>Part {part}</h2><dl><dt>Key {part}<dd>value {part}</dl>\
             <table><tr><th>Size<td>{part} cm</table><p>Words <b>and</b> more of part {part}, \
             <a href='/p/{part}'>a link</a>.</p><ul><li>one<li>two</ul></section>\n"
        )
    })
}
