//! Bad input and bad worlds: each ends with a message a person can act on and its exit code.

use anyhow::Result;
use fleet_tests::endings::Ending;
use fleet_tests::program::Finished;
use fleet_tests::site::Scenario;

use crate::site::World;

async fn check(ending: Ending, name: &str) -> Result<Finished> {
    assert_eq!(ending.name(), name);
    let world = World::of(Scenario::JobBoard).await?;
    let case = ending.case(&world.site.origin())?;
    world.write("job.yaml", &case.job)?;
    world.write("schema.json", &case.schema)?;
    let run = world.finish().await?;
    case.check(run.code(), &run.said());
    if let Some(answer) = &case.answer {
        assert_eq!(run.json("output.json")?, *answer, "{}", run.said());
    }
    if ending == Ending::RequiredFieldNotStated {
        let drafts = run.text("rows_draft.ndjson")?;
        let kept = drafts.lines().count();
        assert!(kept > 20, "refused drafts are kept: {drafts}");
    }
    Ok(run)
}

/// One test for each ending.
macro_rules! endings {
    ($($name:ident: $ending:ident;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() -> Result<()> {
            check(Ending::$ending, stringify!($name)).await.map(drop)
        })*
    };
}

endings! {
    a_dangling_reference_is_refused_by_name: DanglingReference;
    a_misspelt_key_is_refused_with_a_suggestion: MisspeltKey;
    an_address_that_refuses_connections_fails: ConnectionRefused;
    a_list_without_detail_links_delivers_the_empty_shape_with_gaps: NoLinks;
    a_required_field_that_no_page_states_ends_with_gaps_and_names_it: RequiredFieldNotStated;
    pages_without_the_element_that_the_job_waits_for_are_not_read: ElementNotThere;
    pages_that_a_limit_leaves_out_are_named: PageLimit;
    links_that_a_limit_leaves_out_are_named: LinkLimit;
    list_pages_that_a_limit_leaves_out_are_named: ListLimit;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_special_address_needs_a_word_from_the_operator() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    let mut run = world.run()?;
    let closed = std::process::Command::new(run.command().get_program())
        .args(["run".as_ref(), world.path("job.yaml").as_os_str()])
        .output()?;
    let said = String::from_utf8_lossy(&closed.stderr).into_owned();
    assert_eq!(closed.status.code(), Some(5), "{said}");
    assert!(said.contains("--allow-range"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_holds_a_run_is_not_overwritten_unasked() -> Result<()> {
    let world = World::of(Scenario::Catalogue).await?;
    std::fs::create_dir_all(world.out())?;
    std::fs::write(world.out().join("output.json"), "{}")?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(2), "{}", run.said());
    assert!(run.said().contains("--replace"), "{}", run.said());
    assert_eq!(run.text("output.json")?, "{}");
    Ok(())
}
