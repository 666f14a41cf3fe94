//! The nasty pages, each by a name.

/// A plain article with some substance.
pub(crate) fn article(name: &str) -> String {
    let words = "Plain words that fill the page with substance. ".repeat(8);
    format!(
        "<!doctype html><html lang=en><title>{name}</title><h1>Article {name}</h1><p>{words}</p>"
    )
}

/// The page of that name.
pub(crate) fn named(name: &str) -> Option<String> {
    Some(match name {
        "late" => shell("fetch('/slowdata/150')"),
        "later" => shell("fetch('/slowdata/2500')"),
        "spinner" => shell("new Promise(() => {})"),
        "found" => found(),
        "forever" => "<p>before</p><script>while (true) {}</script>".to_owned(),
        "dialogs" => dialogs(),
        "unload" => unload(),
        "popups" => popups(),
        "moves" => "<p>gone</p><script>location.href = '/n/moved'</script>".to_owned(),
        "waits" => format!("{}<script>fetch('/held/waits')</script>", article("waits")),
        "astray" => "<p>gone</p><script>location.href = '/held/astray'</script>".to_owned(),
        "shadow" => SHADOW.to_owned(),
        "sights" => SIGHTS.to_owned(),
        "scripts" => SCRIPTS.to_owned(),
        "frames" => FRAMES.to_owned(),
        "deep" => deep(),
        "big" => big(),
        "surrogates" => surrogates(),
        "tojson" => format!(
            "{}<script>Array.prototype.toJSON = () => 'no'</script>",
            article("t")
        ),
        "grows" => GROWS.to_owned(),
        "inner" => INNER.to_owned(),
        "ticks" => format!(
            "{}<b id=t></b><script>setInterval(() => {{ t.textContent = Date.now() }}, 40)</script>",
            article("ticks")
        ),
        "blank" => "<!doctype html><p>a <b>b</b>\n <i>c</i></p>".to_owned(),
        "crowd" => CROWD.to_owned(),
        "keeps" => KEEPS.to_owned(),
        "base" => "<base href='http://other.example/dir/'><a href='x'>x</a>".to_owned(),
        _ => return None,
    })
}

fn shell(promise: &str) -> String {
    format!(
        "<title>shell</title><div id=app><div class=spinner>Loading</div></div><script>
        {promise}.then(r => r.text()).then(t => {{
            app.innerHTML = '<h1>Catalogue</h1><p>' + t + '</p>' + '<p>enough words to be a page. </p>'.repeat(9);
        }});</script>"
    )
}

fn found() -> String {
    format!(
        "{}<script>setTimeout(() => {{
            const host = document.createElement('div');
            document.body.append(host);
            host.attachShadow({{mode: 'open'}}).innerHTML = '<p class=wanted>the wanted words</p>';
        }}, 1500)</script>",
        article("found")
    )
}

fn dialogs() -> String {
    format!(
        "{}<script>alert(1); confirm(2); prompt(3); setTimeout(() => alert(4), 60)</script><p>after the dialogs</p>",
        article("d")
    )
}

fn unload() -> String {
    format!(
        "{}<script>onbeforeunload = (e) => {{ e.preventDefault(); return 'stay' }}</script>",
        article("u")
    )
}

fn popups() -> String {
    format!(
        "{}<script>for (let i = 0; i < 3; i++) open('/n/popup' + i)</script>",
        article("popups")
    )
}

/// Deeper than any HTML parser nests.
fn deep() -> String {
    let script = "let at = document.body;
        for (let i = 0; i < 1500; i++) at = at.appendChild(document.createElement('div'));
        at.innerHTML = '<i>the bottom</i>'";
    format!("<!doctype html><body><script>{script}</script>")
}

fn big() -> String {
    let block = "<p class=x>".to_owned() + &"words and words ".repeat(120) + "</p>\n";
    format!(
        "<!doctype html><body>{}<p>the end</p>",
        block.repeat(20_000_000 / block.len())
    )
}

fn surrogates() -> String {
    format!(
        "{}<p id=s title=x></p><script>
        s.textContent = 'x\\ud800y \\u{{1F600}}'; s.title = '\\udc00\\udc00';</script>",
        article("s")
    )
}

const SHADOW: &str = "<!doctype html><body>
<div id=host><span slot=b>second</span><span slot=a>first</span><em>unslotted</em></div>
<div><template shadowrootmode=open><p>declared <slot></slot> end</p></template>given</div>
<template><p>never shown</p></template>
<script>host.attachShadow({mode: 'open'}).innerHTML =
  '<slot name=a></slot> <slot name=b></slot> <slot name=c>fallback</slot>';</script>";

const SIGHTS: &str = "<!doctype html><head><title>head words</title></head><body>
<p>plain</p><p hidden>attribute</p><p style='display:none'>display <b>deep</b></p>
<p style='visibility:hidden'>invisible <b style='visibility:visible'>but this</b></p>
<p style='content-visibility:hidden'>skipped</p>
<details><summary>summary</summary>folded <p>away</p></details>
<details open><summary>open</summary>unfolded</details>
<dialog>asked</dialog><div popover>popped</div>
<p aria-hidden=true>unspoken</p><p style='opacity:0'>faded</p>
<noscript>no script</noscript><style>p { color: red }</style>
<canvas>no canvas</canvas><textarea>typed</textarea>";

const SCRIPTS: &str = "<!doctype html><body>
<script type='application/ld+json'>{\"@type\": \"Thing\"}</script>
<script type='application/json' id=d>{\"a\": 1}</script>
<script>window.__STATE__ = {\"b\": 2};</script>
<script>(function () { var program = 3; })();</script>
<a href='/x' onclick='y()' style='color:red' data-k='v' itemprop=url>link</a>
<img src='data:image/png;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'>";

const FRAMES: &str = "<!doctype html><body>
<iframe src='/n/inside' width=300 height=200></iframe>
<iframe srcdoc='<p>given</p>' style='display:none'></iframe>";

const GROWS: &str = "<!doctype html><body><ul id=l></ul><div id=end style='height:10px'></div><script>
let n = 0;
const more = () => { for (let i = 0; i < 10 && n < 60; i++, n++)
  l.insertAdjacentHTML('beforeend', '<li style=\"height:90px\"><a href=\"/n/' + n + '\">Item number ' + n + '</a></li>'); };
more(); more();
new IntersectionObserver((seen) => { if (seen[0].isIntersecting) setTimeout(more, 200); }).observe(document.getElementById('end'));
</script>";

const INNER: &str = "<!doctype html><body style='margin:0'><p>Some words above the list of the items, to be a page.</p>
<div id=s style='height:400px;overflow-y:auto'></div><script>
let n = 0;
const more = () => { for (let i = 0; i < 10 && n < 40; i++, n++)
  s.insertAdjacentHTML('beforeend', '<p style=\"height:80px\"><a href=\"/n/' + n + '\">Item number ' + n + '</a></p>'); };
more();
s.addEventListener('scroll', () => { if (s.scrollTop + s.clientHeight > s.scrollHeight - 20) setTimeout(more, 150); });
</script>";

/// Says what it finds of an earlier visit, then leaves something in every place there is.
const KEEPS: &str = "<!doctype html><p id=out></p><script>
const opened = () => new Promise((ok, no) => {
  const asked = indexedDB.open('kept', 1);
  let fresh = false;
  asked.onupgradeneeded = () => { fresh = true; };
  asked.onsuccess = () => ok(!fresh);
  asked.onerror = no;
});
(async () => {
  const found = {
    cookie: document.cookie.includes('kept'),
    local: localStorage.getItem('kept') !== null,
    session: sessionStorage.getItem('kept') !== null,
    database: await opened(),
    cache: await caches.has('kept'),
    worker: (await navigator.serviceWorker.getRegistrations()).length > 0,
  };
  const counted = await (await fetch('/counted')).text();
  document.cookie = 'kept=1; max-age=600';
  localStorage.setItem('kept', 1);
  sessionStorage.setItem('kept', 1);
  await caches.open('kept');
  await navigator.serviceWorker.register('/worker.js');
  const all = Object.keys(found).filter((place) => found[place]);
  out.textContent = `found: ${all.join(' ') || 'nothing'}; counted ${counted}`;
  out.className = 'done';
})();
</script>";

/// More nodes than are read beside other pages.
const CROWD: &str = "<!doctype html><p>the crowd</p><div hidden id=all></div><p>the end</p>
<script>all.innerHTML = '<b></b>'.repeat(210000)</script>";
