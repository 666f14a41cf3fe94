//! Documents read with this tokenizer and with the tree builder's own: the trees are the same.

use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use proptest::prelude::*;

use super::super::FlatDom;
use super::super::flatten::flatten;
use super::super::tree::Sink;
use super::*;

fn builder() -> TreeBuilder<super::super::tree::Handle, Sink> {
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    TreeBuilder::new(Sink::new(), options)
}

fn read(html: &str) -> FlatDom {
    let builder = builder();
    feed(html, &builder);
    flatten(builder.sink.finish())
}

fn expected(html: &str) -> FlatDom {
    let tokenizer = Tokenizer::new(builder(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    while !matches!(tokenizer.feed(&input), html5ever::TokenizerResult::Done) {}
    tokenizer.end();
    flatten(tokenizer.sink.sink.finish())
}

#[test]
fn reads_what_the_standard_says() {
    let cases = [
        "<p>a\r\nb\rc<pre>\r\n\nd</pre>",
        "a\0b<p>\0<svg>\0</svg><script>\0</script><title>\0</title>",
        "<script>if (a < b) '</p>' <!-- <script> </script> --> x</script>y",
        "<textarea>\n</p>&amp;</textarea><title>a<b>&lt;</title><style>a>b{}</style>",
        "<plaintext></p></plaintext>&amp;",
        "<svg><![CDATA[a<b]]]]><title>t<b>x</b></title></svg><![CDATA[c]]>",
        "<noscript><p>a</noscript><iframe><p></iframe><xmp><i></xmp><noframes><i></noframes>",
        "<a b c=d e='f\"' g=\"h'\" B=2 =i j= k/ l/>m</a >n</a x=y><br/ ><",
        "&notit; &amp &#0; &#x80; &#xd800; &copy= <a href='?a&copy=1&copy;&lt'>",
        "<!doctype html public '-//W3C//DTD HTML 4.01//EN' 'x'><!doctype><p><table><td>a",
        "<p><table>b<tr>c<td>d</table>e<b><p>f</b>g<select><option>h<p>i",
        "<?php x ?><!-- a --!> b --><!><!x></ ></3><3 <é>é</é><A\u{130}>",
        "<template><tr><td>a</template><math><mi>b</mi><annotation-xml encoding='text/html'><p>c",
        "<body a=1><body a=2 b=3><html lang=en><frameset><form><form></form><isindex>",
        "a</br>b</p>c<h1>d<h2>e</h1><li>f<li>g<dd>h<dt>i<nobr>j<nobr>k<button>l<button>m",
        "\u{feff}<!doctype html><title>a</title><p>b<table>",
        "<a",
        "<a b",
        "<a b=",
        "<a b='",
        "</a",
        "<!",
        "<!-",
        "<!--",
        "&",
        "&#",
        "<script>a",
        "<title>",
    ];
    for html in cases {
        assert_eq!(read(html), expected(html), "{html:?}");
    }
}

#[test]
fn knows_a_double_among_many_attributes() {
    let many: Vec<String> = (0..60).map(|n| format!(" a{n}={n}")).collect();
    let many = many.concat();
    let html = format!("<p{many} a3=x a59=y b=z a30=w>");
    assert_eq!(read(&html), expected(&html));
    let dom = read(&html);
    let p = (0..dom.nodes.len()).find(|id| dom.tag(*id) == "p").unwrap();
    assert_eq!(dom.attrs(p).len(), 61);
    assert_eq!(dom.attr(p, "a59"), Some("59"));
}

#[test]
fn reads_no_attributes_without_end() {
    let many: Vec<String> = (0..5_000).map(|n| format!(" a{n}={n}")).collect();
    let dom = read(&format!("<p{} id=last>text", many.concat()));
    let p = (0..dom.nodes.len()).find(|id| dom.tag(*id) == "p").unwrap();
    assert_eq!(dom.attrs(p).len(), 4_096);
    assert_eq!(dom.attr(p, "a4095"), Some("4095"));
}

#[test]
fn reads_quoted_attributes_on_a_small_stack() {
    let of = |quote: char| -> String {
        let many = (0..200_000).map(|n| format!(" a{n}={quote}v{n}{quote}"));
        format!("<p{}>text", many.collect::<String>())
    };
    let page = of('"');
    let plain = read(&of('\''));
    let read = std::thread::Builder::new().stack_size(256 << 10);
    let dom = read.spawn(move || self::read(&page)).unwrap().join();
    assert_eq!(dom.unwrap(), plain);
}

#[test]
fn reads_every_quoted_attribute_of_many() {
    let many = (0..900).map(|n| format!(" a{n}{}\"v = {n}\"", [" = ", "=", "="][n % 3]));
    let html = format!(
        "<p{} b=\"x\" =\"y\" c==\"z\">text",
        many.collect::<String>()
    );
    assert_eq!(read(&html), expected(&html));
}

fn piece() -> impl Strategy<Value = String> {
    const NAMES: &str = "(a|p|b|table|tr|td|li|script|title|svg|math|template|select|option|button|h1|\
                         br|x-y|style|noscript|textarea|form)";
    const ATTR: &str = "( |\n|/)(href|a|A|class|=)(=|= )?(x|\"q&amp;<\"|'&copy=1'|&lt|>)?";
    const REST: &str = "(&(amp|lt|notin|#38|#x26|bogus);?|\0|\r\n?|\n| |<!--|-->|<!|\\]\\]>|\
                        <!\\[CDATA\\[|<\\?|</|<|>|[a-zé漢 ]{0,6})";
    let pattern = format!("<{NAMES}({ATTR}){{0,3}}/?>|</{NAMES}( a=1)?>|{REST}");
    prop::string::string_regex(&pattern).unwrap()
}

proptest! {
    #[test]
    fn reads_pieces_in_any_order(pieces in prop::collection::vec(piece(), 0..24)) {
        let html = pieces.concat();
        prop_assert_eq!(read(&html), expected(&html), "{:?}", html);
    }
}
