//! Tests of the choice of lanes and of what makes sites.

use super::*;

fn lane(site: &str) -> Lane {
    let handle = WindowHandle::try_from("tab".to_owned()).unwrap();
    Lane {
        site: site.to_owned(),
        ..Lane::new(handle)
    }
}

#[test]
fn a_lane_on_the_site_comes_first_then_a_new_one_then_any() {
    let check = |sites: &[&str], expect| {
        let lanes: Vec<Lane> = sites.iter().map(|site| lane(site)).collect();
        assert_eq!(choose(&lanes, "http://a"), expect, "{sites:?}");
    };
    check(&[], None);
    check(&["http://b", "", "http://a"], Some(2));
    check(&["http://b", ""], Some(1));
    check(&["http://b", "http://c"], Some(0));
}
