//! Which links are the list, without filters.

use super::*;

/// Name, path of the list, what the page holds, what is found.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "plain list of links",
        "/members",
        "<ul><li><a href='/members/amber'>Amber</a></li><li><a href='/members/birch'>Birch</a></li><li><a href='/members/cedar'>Cedar</a></li></ul>",
        "/members/amber /members/birch /members/cedar",
    ),
    (
        "one item",
        "/jobs",
        "<h1>Jobs</h1><div class='job'><h3><a href='/jobs/glass-blower'>Glass blower</a></h3><p>Full-time in Marrowdale</p></div>",
        "/jobs/glass-blower",
    ),
    (
        "two items",
        "/jobs",
        "<h1>Jobs</h1><ul><li><a href='/jobs/7-baker'>Night baker wanted</a> Port Ellery</li><li><a href='/jobs/9-diver'>Harbour diver wanted</a> Skerry</li></ul>",
        "/jobs/7-baker /jobs/9-diver",
    ),
    (
        "several links to one page",
        "/shop",
        "<div class='grid'><div class='c'><a href='/p/red-kettle-1'><img src='1.jpg'></a><h3><a href='/p/red-kettle-1'>Red kettle</a></h3><p>A kettle that sings</p><a href='/p/red-kettle-1#reviews'>12 reviews</a></div><div class='c'><a href='/p/blue-pan-2'><img src='2.jpg'></a><h3><a href='/p/blue-pan-2'>Blue pan</a></h3><p>A pan that does not</p><a href='/p/blue-pan-2#reviews'>3 reviews</a></div></div>",
        "/p/red-kettle-1 /p/blue-pan-2",
    ),
    (
        "company and category beside the title",
        "/jobs",
        "<article><h2><a href='/jobs/11-clerk'>Payroll clerk</a></h2><a href='/company/brindle'>Brindlemark</a> <a href='/category/office'>Office</a></article><article><h2><a href='/jobs/12-pilot'>Drone pilot</a></h2><a href='/company/apple'>Applegarth</a> <a href='/category/field'>Field</a></article><article><h2><a href='/jobs/13-diver'>Harbour diver</a></h2><a href='/company/ferry'>Ostrakon</a> <a href='/category/sea'>Sea</a></article>",
        "/jobs/11-clerk /jobs/12-pilot /jobs/13-diver",
    ),
    (
        "links in one box, told apart by the path",
        "/",
        "<div class='r'><a href='/job/clerk-in-port'>Payroll clerk</a><a href='/firm/a'>A</a> <p>Night shifts and a long summer holiday</p></div><div class='r'><a href='/job/pilot-in-vale'>Drone pilot</a><a href='/firm/b'>B</a> <p>Blossom in spring, fruit in August</p></div>",
        "/job/clerk-in-port /job/pilot-in-vale",
    ),
    (
        "table with a link column",
        "/register",
        "<table><thead><tr><th>Name</th><th>Town</th></tr></thead><tbody><tr><td><a href='/register/4001'>Pellucid Glassworks</a></td><td>Marrowdale</td></tr><tr><td><a href='/register/4002'>Quillhaven Press</a></td><td>Saint Oswin</td></tr><tr><td><a href='/register/4003'>Windlass Power</a></td><td>Skerry Point</td></tr></tbody></table>",
        "/register/4001 /register/4002 /register/4003",
    ),
    (
        "table with two link columns",
        "/boats",
        "<table><tr><td><a href='/boats/ane-mari-1'>Ane Mari</a></td><td><a href='/owners/holt'>Holt</a></td><td>9.5 m, 1971</td></tr><tr><td><a href='/boats/bolette-2'>Bolette</a></td><td><a href='/owners/vik'>Vik</a></td><td>12 m, 1983</td></tr><tr><td><a href='/boats/celina-3'>Celina</a></td><td><a href='/owners/sund'>Sund</a></td><td>7 m, 2002</td></tr></table>",
        "/boats/ane-mari-1 /boats/bolette-2 /boats/celina-3",
    ),
    (
        "details on another host",
        "/careers",
        "<h2>Open roles</h2><ul><li><a href='https://boards.hire.example/acme/jobs/901'>Glaze chemist</a> Marrowdale</li><li><a href='https://boards.hire.example/acme/jobs/902'>Kiln planner</a> Marrowdale</li><li><a href='https://boards.hire.example/acme/jobs/903'>Bookbinder</a> Saint Oswin</li></ul>",
        "https://boards.hire.example/acme/jobs/901 https://boards.hire.example/acme/jobs/902 https://boards.hire.example/acme/jobs/903",
    ),
    (
        "each item on a host of its own, some at home",
        "/news",
        "<table><tr class='athing'><td><span class='titleline'><a href='https://a.example/how-kettles-sing'>How kettles sing</a></span></td></tr><tr><td><a href='/user?id=ann'>ann</a> <a href='/item?id=1'>3 comments</a></td></tr><tr class='athing'><td><span class='titleline'><a href='https://b.example/2026/tides'>Tides explained at length</a></span></td></tr><tr><td><a href='/user?id=bo'>bo</a> <a href='/item?id=2'>9 comments</a></td></tr><tr class='athing'><td><span class='titleline'><a href='/item?id=3'>Ask: which lantern do you like</a></span></td></tr><tr><td><a href='/user?id=cy'>cy</a> <a href='/item?id=3'>discuss</a></td></tr></table>",
        "https://a.example/how-kettles-sing https://b.example/2026/tides /item?id=3",
    ),
    (
        "query addresses",
        "/list.php",
        "<ul><li><a href='view.php?id=31'>Ferry timetable planner</a> open</li><li><a href='view.php?id=32'>Puzzle editor</a> open</li><li><a href='list.php?sort=name'>Sort by name</a></li></ul>",
        "/view.php?id=31 /view.php?id=32",
    ),
    (
        "hash routes",
        "/app",
        "<ul><li><a href='#/item/5'>Tinder kettle</a> 49 EUR</li><li><a href='#/item/6'>Marsh lantern</a> 36 EUR</li><li><a href='#top'>Up</a></li></ul>",
        "/app#/item/5 /app#/item/6",
    ),
    (
        "news under changing sections",
        "/",
        "<article><h3><a href='/politics/harbour-vote-goes-to-second-round'>Harbour vote goes to second round</a></h3><p>Nine councillors changed their minds overnight.</p></article><article><h3><a href='/sport/skerry-wins-the-regatta-again'>Skerry wins the regatta again</a></h3><p>By half a length, in fog.</p></article><article><h3><a href='/politics/ferry-fares-to-rise-in-spring'>Ferry fares to rise in spring</a></h3><p>Dogs still travel free.</p></article>",
        "/politics/harbour-vote-goes-to-second-round /sport/skerry-wins-the-regatta-again /politics/ferry-fares-to-rise-in-spring",
    ),
    (
        "read more only",
        "/guides",
        "<div class='t'><h3>Lighting a fire in rain</h3><p>Birch bark first, then patience.</p><a href='/guides/fire-in-rain'>Read more</a></div><div class='t'><h3>Reading the tide table</h3><p>Twelve columns and one trap.</p><a href='/guides/tide-table'>Read more</a></div>",
        "/guides/fire-in-rain /guides/tide-table",
    ),
    (
        "whole cards as links",
        "/homes",
        "<a class='card' href='/homes/salt-house'><h2>Salt house</h2><p>3 rooms, 84 m²</p></a><a class='card' href='/homes/tar-loft'><h2>Tar loft</h2><p>2 rooms, 60 m²</p></a><a class='card' href='/homes/net-shed'><h2>Net shed</h2><p>1 room, 22 m²</p></a>",
        "/homes/salt-house /homes/tar-loft /homes/net-shed",
    ),
    (
        "odd, even and featured rows",
        "/jobs",
        "<ul><li class='row featured'><a href='/jobs/a-1'>Signal trainee</a> Vale</li><li class='row odd'><a href='/jobs/b-2'>Coach painter</a> Vale</li><li class='row even'><a href='/jobs/c-3'>Tour guide</a> Skerry</li></ul>",
        "/jobs/a-1 /jobs/b-2 /jobs/c-3",
    ),
    (
        "forum with users and last posts",
        "/forum",
        "<table><tr><td><a class='t' href='/forum/thread/101-which-kettle-lasts'>Which kettle lasts longest?</a></td><td><a href='/user/ann'>ann</a></td><td>12</td></tr><tr><td><a class='t' href='/forum/thread/102-stove-in-wind'>Stove in strong wind</a></td><td><a href='/user/bo'>bo</a></td><td>3</td></tr><tr><td><a class='t' href='/forum/thread/103-spruce-or-pine'>Spruce or pine handles</a></td><td><a href='/user/ann'>ann</a></td><td>40</td></tr></table>",
        "/forum/thread/101-which-kettle-lasts /forum/thread/102-stove-in-wind /forum/thread/103-spruce-or-pine",
    ),
    (
        "numbers with an ending",
        "/jobs",
        "<ul><li><a href='/jobs/4101.html'>Ferry steward</a> Port</li><li><a href='/jobs/4102.html'>Map restorer</a> Vale</li></ul><a href='/jobs/2.html'>Next</a>",
        "/jobs/4101.html /jobs/4102.html",
    ),
    (
        "numbers below a p that is no page",
        "/",
        "<h1>Products</h1><ul><li><a href='/p/1.html'>Product 1</a></li><li><a href='/p/2.html'>Product 2</a></li><li><a href='/p/3.html'>Product 3</a></li></ul>",
        "/p/1.html /p/2.html /p/3.html",
    ),
    (
        "image map",
        "/map",
        "<map><area href='/piers/north' alt='North pier'><area href='/piers/south' alt='South pier'><area href='/piers/east' alt='East pier'></map>",
        "/piers/north /piers/south /piers/east",
    ),
    (
        "definition list",
        "/glossary",
        "<dl><dt><a href='/glossary/almanac'>Almanac</a></dt><dd>A book of days</dd><dt><a href='/glossary/bollard'>Bollard</a></dt><dd>A post for ropes</dd></dl>",
        "/glossary/almanac /glossary/bollard",
    ),
    (
        "no list at all",
        "/",
        "<h1>Welcome</h1><p>We make lanterns.</p>",
        "",
    ),
    (
        "only prose, mail and script links",
        "/",
        "<h1>Hi</h1><p>Write to <a href='mailto:a@b.example'>us</a>, call <a href='tel:+1'>us</a> or <a href='javascript:void(0)'>click</a>.</p>",
        "",
    ),
    (
        "apply links beside titles",
        "/jobs",
        "<li><a href='/jobs/101'>Ferry steward</a> <a href='/apply/101'>Apply now</a></li><li><a href='/jobs/102'>Map restorer</a> <a href='/apply/102'>Apply now</a></li>",
        "/jobs/101 /jobs/102",
    ),
    (
        "directory of companies",
        "/companies",
        "<ul><li><a href='/companies/pellucid-glass'>Pellucid Glassworks</a> Marrowdale</li><li><a href='/companies/quillhaven'>Quillhaven Press</a> Saint Oswin</li></ul>",
        "/companies/pellucid-glass /companies/quillhaven",
    ),
    (
        "documentation index",
        "/docs/",
        "<ul><li><a href='install.html'>Installing the program</a></li><li><a href='first-job.html'>Writing the first job</a></li><li><a href='exit-codes.html'>Exit codes</a></li></ul>",
        "/docs/install.html /docs/first-job.html /docs/exit-codes.html",
    ),
    (
        "facets beside the list",
        "/shop",
        "<div class='filters'><a href='/shop?colour=red'>Red (4)</a><a href='/shop?colour=blue'>Blue (9)</a><a href='/shop?colour=green'>Green (1)</a><a href='/shop?colour=grey'>Grey (2)</a></div><ul><li><a href='/shop/mug-1'>Tarn mug</a> 14.50</li><li><a href='/shop/bowl-2'>Tarn bowl</a> 16.50</li></ul>",
        "/shop/mug-1 /shop/bowl-2",
    ),
    (
        "related box beside the list",
        "/jobs",
        "<ul><li><a href='/jobs/1-a'>Ferry steward in town</a> Port</li><li><a href='/jobs/2-b'>Ferry mate at sea</a> Port</li></ul><aside><h3>Popular</h3><ul><li><a href='/jobs/8-x'>Cheese grader</a></li><li><a href='/jobs/9-y'>Kiln planner</a></li><li><a href='/jobs/7-z'>Bookbinder</a></li></ul></aside>",
        "/jobs/1-a /jobs/2-b",
    ),
    (
        "sections with a list each",
        "/jobs",
        "<section><h2>Port</h2><ul><li><a href='/jobs/1-a'>Ferry steward</a></li></ul></section><section><h2>Vale</h2><ul><li><a href='/jobs/2-b'>Coach painter</a></li><li><a href='/jobs/3-c'>Signaller</a></li></ul></section>",
        "/jobs/1-a /jobs/2-b /jobs/3-c",
    ),
];

fn check(name: &str, path: &str, html: &str, expect: &str) {
    assert_eq!(links(&found_at(path, html)), expect, "{name}");
}

#[test]
fn lists_of_all_kinds() {
    for (name, path, body, expect) in CASES {
        check(name, path, &page(body), expect);
    }
}

#[test]
fn base_and_fragments() {
    let html = "<html><head><base href='https://cdn.example/x/'></head><body><main><ul><li><a href='jobs/1-a'>Ferry steward</a> one</li><li><a href='jobs/2-b'>Ferry mate</a> two</li></ul></main></body></html>";
    check(
        "base",
        "/list",
        html,
        "https://cdn.example/x/jobs/1-a https://cdn.example/x/jobs/2-b",
    );
    let own = page(
        "<ul><li><a href='#a'>Section A of this page</a></li><li><a href='/list#b'>Section B of this page</a></li></ul>",
    );
    check("own sections", "/list", &own, "");
}

#[test]
fn furniture_without_landmarks() {
    let html = "<body><div class='site-menu'><ul><li><a href='/shop/new-arrivals'>New arrivals</a></li><li><a href='/shop/all-kettles'>All kettles</a></li><li><a href='/shop/all-pans'>All pans</a></li><li><a href='/shop/all-mugs'>All mugs</a></li></ul></div>\
        <div id='content'><div class='item'><a href='/p/tinder-kettle'>Tinder kettle</a> <span>49.50 EUR</span></div><div class='item'><a href='/p/heron-skillet'>Heron skillet</a> <span>68.00 EUR</span></div></div>\
        <div class='footer-links'><a href='/help/delivery-times'>Delivery times</a><a href='/help/returns-policy'>Returns policy</a><a href='/help/contact-form'>Contact form</a></div></body>";
    check(
        "div soup",
        "/shop",
        html,
        "/p/tinder-kettle /p/heron-skillet",
    );
}

#[test]
fn pages_of_the_list_are_not_details() {
    let html = page(
        "<ul><li><a href='/jobs/ferry-steward'>Ferry steward</a> Port</li></ul><div><a href='/jobs?page=1'>1</a><a href='/jobs?page=2'>2</a><a href='/jobs?page=3'>3</a><a href='/jobs?page=4'>4</a></div>",
    );
    check("page numbers", "/jobs", &html, "/jobs/ferry-steward");
    check(
        "from page two",
        "/jobs?page=2",
        &html,
        "/jobs/ferry-steward",
    );
}

#[test]
fn links_in_sentences_are_no_list() {
    let prose = "<h1>Us</h1><p>Read <a href='/our-story-since-1931'>our story</a> or <a href='/visit-the-workshop'>visit the workshop</a> on any day but Sunday.</p>";
    check("prose", "/", &page(prose), "");
    let numbered = "<p>1. <a href='/jobs/ferry-steward'>Ferry steward</a>, Port</p><p>2. <a href='/jobs/ferry-mate'>Ferry mate</a>, Port</p>";
    check(
        "numbered paragraphs",
        "/jobs",
        &page(numbered),
        "/jobs/ferry-steward /jobs/ferry-mate",
    );
}

#[test]
fn a_long_list_is_found_whole() {
    let row = |n: u32| {
        format!(
            "<li class='card'><h3><a href='/jobs/{n}-clerk'>Clerk number {n}</a></h3><p>Port <a href='/kinds/{}'>kind</a></p></li>",
            n % 7
        )
    };
    let rows: String = (0..3000).map(row).collect();
    let found = found_at("/jobs", &page(&format!("<ul>{rows}</ul>")));
    assert_eq!(found.links.len(), 3000);
    assert_eq!(
        found.links[2999].listing.text,
        "Clerk number 2999 Port kind"
    );
}

#[test]
fn lists_in_div_soup() {
    let head = "<div class='topnav'><a href='/en/'>EN</a><a href='/de/'>DE</a><a href='/my/saved-items'>Saved</a></div>";
    for (name, path, body, expect) in [
        (
            "shop tiles",
            "/c/kettles",
            "<div class='breadcrumbs'><a href='/c/all'>All</a></div><div class='tile'><a href='/red-kettle-p-771.html'><img></a><a href='/red-kettle-p-771.html'>Red kettle</a><span>9.00</span><a href='/cart/add/771'>Add to cart</a></div><div class='tile'><a href='/blue-kettle-p-772.html'><img></a><a href='/blue-kettle-p-772.html'>Blue kettle</a><span>8.00</span><a href='/cart/add/772'>Add to cart</a></div>",
            "/red-kettle-p-771.html /blue-kettle-p-772.html",
        ),
        (
            "news teasers with authors and topics",
            "/latest",
            "<div class='teaser'><a class='kicker' href='/topic/sea'>Sea</a><a class='head' href='/2026/11/02/fog-closes-the-port'><h2>Fog closes the port</h2></a><a class='by' href='/author/ann-holt'>Ann Holt</a></div><div class='teaser'><a class='kicker' href='/topic/rail'>Rail</a><a class='head' href='/2026/11/01/crimson-coaches-return'><h2>Crimson coaches return</h2></a><a class='by' href='/author/bo-vik'>Bo Vik</a></div>",
            "/2026/11/02/fog-closes-the-port /2026/11/01/crimson-coaches-return",
        ),
        (
            "roles list with a long intro",
            "/careers",
            "<h1>Careers</h1><p>Read <a href='/blog/how-we-work-here-every-day'>how we work</a> and <a href='/blog/why-glass-is-never-finished'>why glass</a>.</p><div class='opening'><a href='https://hire.example/acme/11'>Glaze chemist</a><span class='location'>Marrowdale</span></div><div class='opening'><a href='https://hire.example/acme/12'>Kiln planner</a><span class='location'>Marrowdale</span></div><div class='opening'><a href='https://hire.example/acme/13'>Sand buyer</a><span class='location'>Skerry</span></div>",
            "https://hire.example/acme/11 https://hire.example/acme/12 https://hire.example/acme/13",
        ),
    ] {
        check(
            name,
            path,
            &format!("<body>{head}<div id='root'>{body}</div></body>"),
            expect,
        );
    }
}
