//! A sample site with a scenario's job on disk.

use std::path::PathBuf;

use anyhow::Result;
use fleet_tests::program::{Finished, Run};
use fleet_tests::site::{SampleSite, Scenario, SiteServer};
use tempfile::TempDir;

/// A running site and a folder with the job that reads it.
pub(crate) struct World {
    pub(crate) site: SiteServer,
    folder: TempDir,
}

impl World {
    /// The sample site with this scenario's files.
    pub(crate) async fn of(scenario: Scenario) -> Result<Self> {
        let site = SiteServer::start(SampleSite::bundled()?).await?;
        let folder = tempfile::tempdir()?;
        scenario.write(folder.path(), &site.origin())?;
        Ok(Self { site, folder })
    }

    /// The run folder.
    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    /// A file beside the job.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file beside the job.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<()> {
        Ok(std::fs::write(self.path(name), text)?)
    }

    /// The run of the job in `job.yaml`.
    pub(crate) fn run(&self) -> Result<Run> {
        Run::of(&self.path("job.yaml"), &self.out())
    }

    /// Runs the job to its end.
    pub(crate) async fn finish(&self) -> Result<Finished> {
        let run = self.run()?;
        tokio::task::spawn_blocking(move || run.finish()).await?
    }
}
