//! Claims that links make: addresses by the words or the host of a link, mail and telephone numbers
//! by their scheme. Links that pass the page on are none.

use domain::evidence::Source;
use domain::schema::Field;
use domain::snapshot::Visibility;
use serde_json::Value;
use url::Url;

use crate::bylines;
use crate::dom::{APART, CHROME, begins};
use crate::entity::{Entity, each};
use crate::evidence::Evidence;
use crate::links::{Link, host};
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::titles::is_front;
use crate::values::is_address;
use crate::vocabulary::{Kind, phrases};
use crate::words::{Phrase, covers, squash};

/// Links that a field of addresses, mail or telephone numbers may mean.
pub(crate) fn of_links(
    evidence: &Evidence<'_>,
    field: &Field,
    wanted: &Wanted,
    chosen: &[&Entity],
) -> Vec<Claim> {
    match wanted.concept.map_or("", |concept| concept.id.as_str()) {
        "email" => return of_scheme(evidence, "mailto:"),
        "telephone" => return of_scheme(evidence, "tel:"),
        "author" if !is_address(field, wanted.kind) => return of_authors(evidence),
        _ => {}
    }
    if !is_address(field, wanted.kind) || wanted.kind == Kind::Image {
        return Vec::new();
    }
    let by_host = of_profiles(wanted, chosen);
    if by_host.is_empty() {
        of_words(evidence, wanted)
    } else {
        by_host
    }
}

fn claim(link: &Link) -> Claim {
    let path = format!("a: {}", link.text);
    Claim::machine(Value::from(link.href.as_str()), Source::Link, path)
}

fn of_scheme(evidence: &Evidence<'_>, scheme: &str) -> Vec<Claim> {
    let links = evidence.links().iter();
    let stated = links.filter(|link| link.href.starts_with(scheme) && !is_share(link));
    let (own, others): (Vec<&Link>, Vec<&Link>) = stated.partition(|link| link.own);
    let told = if own.is_empty() {
        of_frame(evidence, others)
    } else {
        own
    };
    told.into_iter().map(claim).collect()
}

/// Those of the links in the frame around a page's content that are its own: all, where the page is about the
/// site itself, and none on any other.
fn of_frame<'e>(evidence: &Evidence<'_>, links: Vec<&'e Link>) -> Vec<&'e Link> {
    let page = evidence.page;
    let title = evidence.title.as_ref();
    let named = || title.is_some_and(|title| evidence.site().is(&title.text));
    if links.is_empty() || !(is_front(page) || named()) {
        return Vec::new();
    }
    let framed = |link: &&Link| {
        let seen = page.dom.nodes[link.node].visibility == Visibility::Visible;
        seen && page.zone(link.node) & APART == CHROME
    };
    links.into_iter().filter(framed).collect()
}

/// Whether a link passes the page on to others instead of leading to what it names: it says so, it opens a
/// message to nobody or one that holds an address, or its path is one by which pages are shared.
fn is_share(link: &Link) -> bool {
    const PATHS: [&str; 6] = ["share", "sharer", "sharing", "intent", "submit", "send"];
    /// Parameters in which a page is passed on.
    const PASSED: [&str; 5] = ["u=", "url=", "text=", "link=", "href="];
    let said = squash(&link.text);
    if phrases().share.iter().any(|phrase| begins(&said, phrase)) {
        return true;
    }
    let is_scheme = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        part.bytes().all(known)
    };
    let (scheme, rest) = link
        .href
        .split_once(':')
        .filter(|(scheme, _)| is_scheme(scheme))
        .unwrap_or(("", &link.href));
    match scheme.to_ascii_lowercase().as_str() {
        "mailto" => {
            let (to, query) = rest.split_once('?').unwrap_or((rest, ""));
            let body = |part: &str| part.starts_with("body=") && part.contains("http");
            !to.contains('@') || query.to_ascii_lowercase().split('&').any(body)
        }
        "http" | "https" | "" => {
            let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
            let path = path.to_ascii_lowercase();
            let shares = |part: &str| {
                let word = part.split(['.', '-']).next().unwrap_or(part);
                PATHS.contains(&word)
            };
            let host = if scheme.is_empty() { 1 } else { 3 };
            let passes = |one: &str| PASSED.iter().any(|key| one.starts_with(key));
            query.split('&').any(passes) && path.split('/').skip(host).any(shares)
        }
        "tel" => false,
        _ => true,
    }
}

/// The tags that apply to the page as markup says (HTML standard, link type `tag`), if they are of one
/// article: a list of articles shows those of each.
pub(crate) fn tags(evidence: &Evidence<'_>) -> Vec<Claim> {
    let page = evidence.page;
    let of_tag = |link: &&Link| {
        let rel = page.dom.attr(link.node, "rel").unwrap_or("");
        link.own && !link.words.is_empty() && rel.split_whitespace().any(|word| word == "tag")
    };
    let article = |link: &Link| {
        let mut around = page.dom.ancestors(link.node);
        around.find(|at| page.dom.tag(*at) == "article")
    };
    let links: Vec<&Link> = evidence.links().iter().filter(of_tag).collect();
    let one = links
        .windows(2)
        .all(|two| article(two[0]) == article(two[1]));
    let claim = |link: &&Link| Claim::seen(&link.text, Source::Link, "a[rel=tag]".to_owned());
    links.iter().filter(|_| one).map(claim).collect()
}

/// The names of the links that lead to who wrote the page.
fn of_authors(evidence: &Evidence<'_>) -> Vec<Claim> {
    let links = evidence.links().iter();
    let own = host(&evidence.page.snapshot.final_url);
    // What leads to a profile elsewhere is a badge more often than a byline.
    let told = |link: &Link| {
        let to = evidence.page.snapshot.resolve(&link.href);
        to.is_none_or(|to| host(&to) == own) || bylines::is_name(&link.text)
    };
    let named = links.filter(|link| link.author && link.own && !link.words.is_empty());
    let named = named.filter(|link| told(link));
    let mut names: Vec<String> = named.map(|link| bylines::all_of(&link.text)).collect();
    let shortest = names.iter().min_by_key(|name| name.len()).cloned();
    // "All articles of Tove Lind" names nobody else.
    for name in &mut names {
        if let Some(short) = shortest
            .as_ref()
            .filter(|short| name.ends_with(short.as_str()))
        {
            name.clone_from(short);
        }
    }
    let claim = |name: &String| Claim::seen(name, Source::Link, "a[rel=author]".to_owned());
    names.iter().map(claim).collect()
}

/// Whether a field is named after the site an address leads to, and it leads to a place on it.
fn is_site(core: &Phrase, address: &str) -> bool {
    let host = host(address).unwrap_or_default();
    let profile =
        || Url::parse(address).is_ok_and(|url| url.path().len() > 1 || url.query().is_some());
    core.len() == 1 && host.split('.').any(|label| label == core[0]) && profile()
}

/// Profiles that metadata lists (schema.org `sameAs`), by their host.
fn of_profiles(wanted: &Wanted, chosen: &[&Entity]) -> Vec<Claim> {
    let Some(core) = wanted.own.last() else {
        return Vec::new();
    };
    let stated = chosen.iter().flat_map(|entity| {
        let same = each(entity.value.get("sameAs")).filter_map(Value::as_str);
        let path = format!("{}.sameAs", entity.path);
        let profile = same.filter(|text| is_site(core, text));
        profile.map(move |text| {
            Claim::machine(Value::from(text), entity.origin.source(), path.clone())
        })
    });
    stated.collect()
}

fn of_words(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let Some(core) = wanted.own.last() else {
        return Vec::new();
    };
    let website = wanted
        .concept
        .is_some_and(|concept| concept.id == "website");
    let page = evidence.page;
    let here = host(&page.snapshot.final_url);
    let leads = |link: &Link| {
        if core.len() != 1 || !link.href.to_ascii_lowercase().contains(core[0].as_str()) {
            return false;
        }
        let to = page.snapshot.resolve(&link.href);
        to.is_some_and(|to| {
            is_site(core, &to)
                && host(&to) != here
                && !to.get(8..).is_some_and(|rest| rest.contains("http"))
        })
    };
    let named = |link: &&Link| {
        let short = !link.words.is_empty() && link.words.len() <= 5;
        let fits = || wanted.label_fit(&link.words).is_some();
        let told = short && (fits() || !website && covers(&link.words, core));
        (told || leads(link)) && !is_share(link)
    };
    let links = evidence.links().iter();
    let (own, others): (Vec<&Link>, Vec<&Link>) = links.filter(named).partition(|link| link.own);
    let told = if own.is_empty() {
        of_frame(evidence, others)
    } else {
        own
    };
    told.into_iter().map(claim).collect()
}

#[cfg(test)]
mod tests;
