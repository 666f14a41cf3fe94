//! Serves the sample site, or a folder of saved pages, until it is told to stop. Prints its address.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use fleet_tests::saved::SavedPages;
use fleet_tests::site::{SampleSite, Scenario, SiteServer};

/// Serves the sample site on loopback.
#[derive(Debug, Parser)]
struct Args {
    /// Port; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Serve the saved pages of this folder (html/*.html.gz and truth.json) instead.
    #[arg(long)]
    saved: Option<PathBuf>,
    /// Write the scenarios' job, schema and golden files here, with the address filled in.
    #[arg(long)]
    write_jobs: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let server = match &args.saved {
        Some(folder) => SiteServer::start_on(args.port, SavedPages::open(folder)?).await?,
        None => SiteServer::start_on(args.port, SampleSite::bundled()?).await?,
    };
    if let Some(folder) = &args.write_jobs {
        for scenario in Scenario::ALL {
            scenario.write(&folder.join(scenario.name()), &server.origin())?;
        }
    }
    writeln!(std::io::stdout(), "{}", server.origin())?;
    std::io::stdout().flush()?;
    stopped().await?;
    server.stop().await;
    Ok(())
}

/// Waits for SIGINT or SIGTERM.
async fn stopped() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM")?;
    tokio::select! {
        done = tokio::signal::ctrl_c() => done.context("SIGINT"),
        _ = terminate.recv() => Ok(()),
    }
}
