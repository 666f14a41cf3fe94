//! The pages with frames and shadow roots, each by a name. `localhost` is another site to a browser
//! than the address of this machine.

use crate::pages::article;

/// The page of that name on a server at this port.
pub(crate) fn named(name: &str, port: u16) -> Option<String> {
    let other = format!("http://localhost:{port}");
    Some(match name {
        "framed-same" => around(&frame("/n/same")),
        "framed-other" => around(&frame(&format!("{other}/n/other"))),
        "framed-nested" => around(&frame(&format!("{other}/p/framed-outer"))),
        "framed-outer" => format!(
            "<title>outer</title><p>outer words</p>{}",
            frame(&format!("http://127.0.0.1:{port}/n/nested"))
        ),
        "framed-srcdoc" => around(
            "<iframe width=900 height=600 srcdoc='<p>words given in the page itself, as an attribute</p>'></iframe>",
        ),
        "framed-shadow" => around(&format!(
            "<div id=host></div><script>host.attachShadow({{mode: 'open'}}).innerHTML = `{}`</script>",
            frame("/n/shadow")
        )),
        "framed-late-data" => around(&frame(&format!("{other}/p/framed-fetches"))),
        "framed-fetches" => "<div id=app></div><script>fetch('/slowdata/900').then(r => r.text())
            .then(t => { app.innerHTML = '<p>' + t + '</p>' + '<p>words enough for a page. </p>'.repeat(9) })</script>"
            .to_owned(),
        "framed-replaced" => REPLACED.to_owned(),
        "framed-late" => attaches_after(2_500, &frame(&format!("{other}/n/late"))),
        "framed-too-late" => attaches_after(3_600_000, &frame(&format!("{other}/n/late"))),
        "framed-hangs" => around(&(frame(&format!("{other}/held/frame")) + &frame("/n/well"))),
        "framed-spins" => around(&(frame(&format!("{other}/p/spins")) + &frame("/n/well"))),
        "spins" => "<p>before</p><script>setTimeout(() => { while (true) {} }, 50)</script>".to_owned(),
        "framed-beside" => BESIDE.to_owned(),
        "closed-script" => CLOSED_SCRIPT.to_owned(),
        "closed-declared" => CLOSED_DECLARED.to_owned(),
        "spacers" => SPACERS.to_owned(),
        _ => return None,
    })
}

fn frame(url: &str) -> String {
    format!("<iframe src=\"{url}\" width=900 height=600></iframe>")
}

/// A page that is full without what comes into it after so many milliseconds.
fn attaches_after(ms: u32, frame: &str) -> String {
    format!(
        "{}<div id=here></div><script>setTimeout(() => {{ here.innerHTML = `{frame}` }}, {ms})</script>",
        article("around")
    )
}

fn around(inner: &str) -> String {
    format!("<!doctype html><title>around</title><p>words around the frame</p>{inner}")
}

/// Shows the panel of another page first. The page's own number is in its address's stead.
const REPLACED: &str = "<!doctype html><title>replaced</title><p>words around the frame</p>
<div id=here><iframe src='/n/first' width=900 height=600></iframe></div>
<script>setTimeout(() => {
  here.innerHTML = '<iframe src=\"/n/panel-4120\" width=900 height=600></iframe>';
}, 60)</script>";

/// A bubble that floats, an advertisement by its address, a frame that nobody sees, a small one.
const BESIDE: &str = "<!doctype html><title>beside</title><p>A page with what stands beside content.</p>
<iframe src='/ads/slot' width=970 height=250></iframe>
<div style='position:fixed;right:0;bottom:0'><iframe src='/n/bubble' width=380 height=560></iframe></div>
<iframe src='/n/unseen' width=900 height=600 style='visibility:hidden'></iframe>
<iframe src='/n/small' width=88 height=31></iframe>";

const CLOSED_SCRIPT: &str = "<!doctype html><title>closed</title><div id=host></div>
<script>host.attachShadow({mode: 'closed'}).innerHTML = '<p>words that no script can read</p>'</script>";

const CLOSED_DECLARED: &str = "<!doctype html><title>closed</title>
<article><template shadowrootmode=closed><p>words that no script can read</p></template></article>";

/// Boxes without words of which every size has a reason.
const SPACERS: &str = "<!doctype html><title>spacers</title><style>
.drawn::before { content: 'x' } .row { display: flex } .tall { height: 90px }</style>
<div style='height:40px'></div><div style='min-height:40px'></div><div style='padding:20px'></div>
<div class=drawn></div><div class=row><div></div><div class=tall></div></div>
<div style='aspect-ratio:4;width:200px'></div><section></section>
<div><img width=90 height=90></div><div style='position:absolute;top:0;bottom:0;width:9px'></div>";
