//! `windrow rows RUN`: a window on the rows.

use common::api::{Client, Rows, only};
use common::config::Config;
use domain::answer::render::Window;
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
    let window = Window {
        offset: args.offset,
        limit: args.limit,
        index: args.index,
        fields: args.fields.clone(),
    };
    let shown = run.job.store.read_output(&window).await;
    let shown = shown.map_err(|error| broken(&error))?;
    if shown.out_of_range {
        let message = format!("There is no such row: the answer has {}.", shown.total);
        let refusal = Refusal::new(Code::IndexOutOfRange, "", message)
            .got(json!(args.index.unwrap_or(args.offset)));
        return Ok(editing::refuse(global, "rows", String::new(), refusal));
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
            output::note(&format!(
                "{} to {} of {} rows",
                shown.from, shown.to, shown.total
            ));
        }
    }
    Ok(Exit::Complete)
}

/// Prints a window on the rows of a fleet's job.
async fn of_fleet(
    client: &Client,
    id: &str,
    args: &RowsArgs,
    global: &Global,
) -> Result<Exit, Failure> {
    let (offset, limit) = match args.index {
        Some(index) => (index, Some(1)),
        None => (args.offset, args.limit),
    };
    let told = window(client, id, offset, limit, &args.fields).await?;
    if args.index.is_some() && told.rows.is_empty() {
        let message = format!("There is no such row: the answer has {}.", told.total);
        let refusal = Refusal::new(Code::IndexOutOfRange, "", message).got(json!(offset));
        return Ok(editing::refuse(global, "rows", String::new(), refusal));
    }
    if global.json {
        output::json(&told);
        return Ok(Exit::Complete);
    }
    for (row, index) in told.rows.iter().zip(told.from..) {
        let row = row.to_string();
        output::line(&if args.ndjson {
            row
        } else {
            format!("{index}\t{row}")
        });
    }
    if !global.quiet && !args.ndjson {
        let to = told.from + told.rows.len();
        output::note(&format!("{} to {to} of {} rows", told.from, told.total));
    }
    Ok(Exit::Complete)
}

/// A window in as many requests as it takes: the coordinator tells only so many rows at once.
async fn window(
    client: &Client,
    id: &str,
    offset: usize,
    limit: Option<usize>,
    fields: &[String],
) -> Result<Rows, Failure> {
    let first = client.rows(id, offset, limit, fields).await;
    let mut told = first.map_err(failed)?;
    loop {
        let left = limit.map(|limit| limit.saturating_sub(told.rows.len()));
        let next = offset.saturating_add(told.rows.len());
        if left == Some(0) || next as u64 >= told.total {
            return Ok(told);
        }
        let more = client.rows(id, next, left, fields).await.map_err(failed)?;
        if more.rows.is_empty() {
            return Ok(told);
        }
        told.total = more.total;
        told.rows.extend(more.rows);
    }
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
