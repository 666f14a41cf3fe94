//! `windrow rows RUN`: a window on the rows.

use common::api::{Client, RowWindow, only};
use common::config::Config;
use domain::answer::render::{Window, elide};
use domain::answer::verdict::{Code, Refusal};
use serde_json::{Value, json};

use super::editing;
use crate::args::{Global, RowsArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{elsewhere, failed};
use crate::opened::{OpenRun, broken};
use crate::output;

/// Prints the window.
pub(crate) async fn rows(
    args: RowsArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    if let Some((client, id)) = elsewhere(&args.run.run, config)? {
        return of_fleet(&client, &id, &args, global).await;
    }
    let run = editing::open(&args.run.run, config).await?;
    if let Some(unknown) = run.job.schema.unknown_among(&args.fields) {
        let refusal = editing::no_such_field(&run, "The rows have no such field.", unknown);
        return Ok(editing::refuse(global, "rows", String::new(), refusal));
    }
    let window = Window {
        offset: args.offset,
        limit: args.limit,
        index: args.index,
        fields: args.fields.clone(),
    };
    let shown = run.job.store.read_output(&window).await;
    let shown = shown.map_err(|error| broken(&error))?;
    if shown.out_of_range {
        let index = args.index.unwrap_or(args.offset);
        return Ok(no_such_row(global, shown.total, index));
    }
    if args.ndjson {
        return whole(&run, shown.from, shown.to - shown.from, &args.fields).await;
    }
    let rows = of_document(&run, &shown.output);
    let rows = rows.iter().map(|row| only(row.clone(), &args.fields));
    if global.json {
        output::json(&json!({
            "from": shown.from, "to": shown.to, "total": shown.total, "elided": shown.elided,
            "rows": rows.collect::<Value>(),
        }));
    } else {
        for (row, index) in rows.zip(shown.from..) {
            output::line(&format!("{index}\t{row}"));
        }
        if !global.quiet {
            undeclared(&run, &args.fields);
            output::note(&format!(
                "{} to {} of {} rows",
                shown.from, shown.to, shown.total
            ));
        }
    }
    Ok(Exit::Complete)
}

/// Prints a window on the rows of a fleet's job, row by row as they come.
async fn of_fleet(
    client: &Client,
    id: &str,
    args: &RowsArgs,
    global: &Global,
) -> Result<Exit, Failure> {
    let window = RowWindow {
        offset: args.index.unwrap_or(args.offset),
        limit: args.index.map_or(args.limit, |_| Some(1)),
        fields: args.fields.clone(),
        receipts: false,
    };
    let whole = args.ndjson || args.index.is_some();
    let (mut kept, mut elided) = (Vec::new(), 0);
    let mut index = window.offset;
    let mut rows = client.stream(id, &window).await.map_err(failed)?;
    while let Some(mut row) = rows.next().await.map_err(failed)? {
        if !whole {
            elide(&mut row, &window.fields, &mut elided);
        }
        if args.ndjson {
            output::line(&row.to_string());
        } else if global.json {
            kept.push(row);
        } else {
            output::line(&format!("{index}\t{row}"));
        }
        index += 1;
    }
    let total = rows.end().map_or(0, |end| end.total);
    if window.offset > total || (args.index.is_some() && index == window.offset) {
        return Ok(no_such_row(global, total, window.offset));
    }
    if args.ndjson {
        return Ok(Exit::Complete);
    }
    if global.json {
        output::json(&json!({
            "from": window.offset, "to": index, "total": total, "elided": elided, "rows": kept,
        }));
    } else if !global.quiet {
        output::note(&format!("{} to {index} of {total} rows", window.offset));
    }
    Ok(Exit::Complete)
}

/// Tells of fields that the schema does not declare: an open schema's rows may have them, so they are no
/// mistake for sure.
fn undeclared(run: &OpenRun, fields: &[String]) {
    let schema = &run.job.schema;
    for field in fields {
        if schema.row_field(field).is_none() {
            editing::undeclared(run, field);
        }
    }
}

fn no_such_row(global: &Global, total: usize, index: usize) -> Exit {
    let message = format!("There is no such row: the answer has {total}.");
    let refusal = Refusal::new(Code::IndexOutOfRange, "", message).got(json!(index));
    editing::refuse(global, "rows", String::new(), refusal)
}

/// Prints rows for a pipe: no text is shown by its size.
async fn whole(
    run: &OpenRun,
    from: usize,
    most: usize,
    fields: &[String],
) -> Result<Exit, Failure> {
    let rows = run.job.store.rows(from, most).await;
    for entry in rows.map_err(|error| broken(&error))? {
        output::line(&only(entry.row.item, fields).to_string());
    }
    Ok(Exit::Complete)
}

/// The rows of a document.
fn of_document(run: &OpenRun, document: &Value) -> Vec<Value> {
    let path = run.job.schema.answer.iter().flat_map(|answer| &answer.path);
    let mut at = document;
    for step in path {
        at = &at[step.as_str()];
    }
    at.as_array().cloned().unwrap_or_default()
}

/// The window of a `read_output` operation.
pub(super) async fn show(run: &OpenRun, window: &Window) -> Result<(), Failure> {
    let shown = run.job.store.read_output(window).await;
    let shown = shown.map_err(|error| broken(&error))?;
    output::json(&json!({
        "output": shown.output, "from": shown.from, "to": shown.to, "total": shown.total,
        "elided": shown.elided, "out_of_range": shown.out_of_range,
    }));
    Ok(())
}

/// The matches of a `search_output` operation.
pub(super) async fn search(run: &OpenRun, query: &str) -> Result<(), Failure> {
    let found = run.job.store.search_output(query).await;
    let found = found.map_err(|error| broken(&error))?;
    let rows = found.rows.iter();
    let rows: Vec<Value> = rows
        .map(|(index, row)| json!({ "index": index, "row": row }))
        .collect();
    output::json(&json!({ "fields": found.fields, "rows": rows }));
    Ok(())
}
