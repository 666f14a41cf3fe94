//! The word lists of discovery, kept as data: what chrome, services, pagers and suggestions are
//! called in addresses, class names and labels.

use domain::snapshot::{FlatDom, NodeId};

/// Class and id words of navigation, footers and other page furniture.
const CHROME: &[&str] = &[
    "breadcrumb",
    "breadcrumbs",
    "consent",
    "cookie",
    "cookies",
    "footer",
    "lang",
    "language",
    "languages",
    "login",
    "masthead",
    "menu",
    "nav",
    "navbar",
    "navigation",
    "pager",
    "pagination",
    "paginator",
    "share",
    "sharing",
    "social",
    "submenu",
    "topbar",
];

/// Class and id words of boxes beside the list.
const BESIDE: &[&str] = &[
    "aside",
    "categories",
    "facet",
    "facets",
    "filter",
    "filters",
    "popular",
    "promo",
    "recommended",
    "recommendations",
    "related",
    "sidebar",
    "similar",
    "suggested",
    "tagcloud",
    "tags",
    "trending",
    "widget",
];

/// Words that only describe the state of a page's wrapper (`has-sidebar`).
const STATE: &[&str] = &[
    "has", "with", "without", "no", "is", "js", "not", "hide", "show",
];

/// Path words of pages that serve the site, never of its items.
const SERVICE: &[&str] = &[
    "about",
    "account",
    "apply",
    "basket",
    "cart",
    "categories",
    "category",
    "checkout",
    "compare",
    "contact",
    "cookies",
    "faq",
    "feed",
    "help",
    "imprint",
    "impressum",
    "jobalert",
    "label",
    "labels",
    "legal",
    "login",
    "logout",
    "newsletter",
    "password",
    "policy",
    "print",
    "privacy",
    "register",
    "report",
    "search",
    "share",
    "signin",
    "signup",
    "sitemap",
    "subscribe",
    "support",
    "tag",
    "tags",
    "terms",
    "topic",
    "topics",
    "wishlist",
    "vote",
    "hide",
    "flag",
    "reply",
];

/// Path words of things an item belongs to; they may be the items of a directory.
const OWNER: &[&str] = &[
    "author",
    "authors",
    "brand",
    "brands",
    "by",
    "collection",
    "collections",
    "companies",
    "company",
    "department",
    "departments",
    "employer",
    "employers",
    "firm",
    "firms",
    "kind",
    "kinds",
    "location",
    "locations",
    "member",
    "members",
    "people",
    "profile",
    "profiles",
    "section",
    "sections",
    "seller",
    "sellers",
    "type",
    "types",
    "u",
    "user",
    "users",
    "vendor",
];

/// Hosts that take shares and follows.
const SOCIAL: &[&str] = &[
    "facebook.com",
    "instagram.com",
    "linkedin.com",
    "pinterest.com",
    "reddit.com",
    "t.me",
    "telegram.me",
    "tiktok.com",
    "twitter.com",
    "wa.me",
    "whatsapp.com",
    "x.com",
    "xing.com",
    "youtube.com",
    "bsky.app",
    "threads.net",
    "vk.com",
    "weibo.com",
];

/// Labels that say what to do with an item, not what it is.
const GENERIC: &[&str] = &[
    "apply",
    "apply now",
    "buy",
    "buy now",
    "add to cart",
    "comments",
    "continue reading",
    "details",
    "learn more",
    "mehr",
    "mehr erfahren",
    "more",
    "more info",
    "open",
    "read more",
    "reply",
    "save",
    "see more",
    "share",
    "show",
    "view",
    "view details",
    "view job",
    "view more",
    "view position",
    "weiterlesen",
    "lire la suite",
    "voir plus",
    "leer más",
];

/// Labels of the link to the next page, lower case.
const NEXT: &[&str] = &[
    "next",
    "next page",
    "go to next page",
    "next results",
    "older",
    "older posts",
    "older entries",
    "weiter",
    "nächste",
    "nächste seite",
    "suivant",
    "suivante",
    "page suivante",
    "siguiente",
    "página siguiente",
    "próxima",
    "próximo",
    "próxima página",
    "successivo",
    "successiva",
    "pagina successiva",
    "avanti",
    "volgende",
    "volgende pagina",
    "nästa",
    "nästa sida",
    "neste",
    "neste side",
    "næste",
    "seuraava",
    "następna",
    "następny",
    "dalej",
    "další",
    "следующая",
    "далее",
    "вперед",
    "sonraki",
    "次へ",
    "次のページ",
    "下一页",
    "下一頁",
    "下一步",
    "다음",
];

/// Labels that continue a list only where the address continues it too.
const MORE: &[&str] = &[
    "more",
    "load more",
    "show more",
    "more results",
    "mehr",
    "mehr anzeigen",
    "mehr laden",
    "voir plus",
    "afficher plus",
    "cargar más",
    "ver más",
    "carica altri",
    "meer laden",
];

/// Signs that mean "next" in a pager.
const ARROWS: &[&str] = &[
    "›",
    "»",
    "→",
    ">",
    ">>",
    "▶",
    "⟩",
    "❯",
    "⇒",
    "chevron_right",
];

/// Class and id words of moving picture rows.
const CAROUSEL: &[&str] = &[
    "carousel",
    "slider",
    "slideshow",
    "slick",
    "swiper",
    "splide",
    "glide",
    "gallery",
    "flickity",
];

/// First words of headings over things that are not the list.
const SUGGESTION: &[&str] = &[
    "recommended",
    "recommendations",
    "similar",
    "related",
    "popular",
    "trending",
    "featured",
    "suggested",
    "suggestions",
    "you may",
    "you might",
    "people also",
    "customers also",
    "instead",
    "other ",
    "more from",
    "recently viewed",
    "ähnliche",
    "empfohlen",
    "beliebt",
];

/// The lower-case words of an element's class and id, one list for each class token.
pub(crate) fn class_tokens(dom: &FlatDom, id: NodeId) -> impl Iterator<Item = Vec<String>> + '_ {
    let class = dom.attr(id, "class").unwrap_or_default();
    let ident = dom.attr(id, "id").unwrap_or_default();
    class
        .split_whitespace()
        .chain(ident.split_whitespace())
        .map(split_words)
}

/// `mainNav_item-2` into `main nav item 2`.
fn split_words(token: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut lower_before = false;
    for c in token.chars() {
        let breaks = !c.is_alphanumeric() || (c.is_uppercase() && lower_before);
        if breaks && out.last().is_some_and(|word| !word.is_empty()) {
            out.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = out.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    out.retain(|word| !word.is_empty());
    out
}

fn names(dom: &FlatDom, id: NodeId, list: &[&str]) -> bool {
    class_tokens(dom, id).any(|token| {
        token
            .first()
            .is_some_and(|word| !STATE.contains(&word.as_str()))
            && token.iter().any(|word| list.contains(&word.as_str()))
    })
}

/// Whether class or id name page furniture.
pub(crate) fn names_chrome(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, CHROME)
}

/// Whether class or id name a box beside the list.
pub(crate) fn names_beside(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, BESIDE)
}

/// Whether class or id name a carousel.
pub(crate) fn names_carousel(dom: &FlatDom, id: NodeId) -> bool {
    names(dom, id, CAROUSEL)
}

/// Whether class or id name a pager.
pub(crate) fn names_pager(dom: &FlatDom, id: NodeId) -> bool {
    names(
        dom,
        id,
        &[
            "pager",
            "pagination",
            "paginator",
            "pages",
            "paging",
            "pagenav",
            "paginate",
        ],
    )
}

/// Whether a path segment belongs to a service of the site.
pub(crate) fn is_service(segment: &str) -> bool {
    SERVICE.contains(&segment.to_lowercase().replace(['-', '_'], "").as_str())
}

/// Whether a path segment belongs to what an item belongs to.
pub(crate) fn is_owner(segment: &str) -> bool {
    OWNER.contains(&segment.to_lowercase().as_str())
}

/// Whether a host takes shares and follows.
pub(crate) fn is_social(host: &str) -> bool {
    SOCIAL.iter().any(|known| {
        host == *known
            || host
                .strip_suffix(known)
                .is_some_and(|rest| rest.ends_with('.'))
    })
}

/// Whether a label says what to do with an item and not what it is.
pub(crate) fn is_generic(label: &str) -> bool {
    GENERIC.contains(&plain(label).as_str())
}

/// Whether a label means the next page.
pub(crate) fn means_next(label: &str) -> bool {
    NEXT.contains(&plain(label).as_str())
}

/// Whether a label means more of the same.
pub(crate) fn means_more(label: &str) -> bool {
    MORE.contains(&plain(label).as_str())
}

/// Whether a label is nothing but an arrow that points onward.
pub(crate) fn is_arrow(label: &str) -> bool {
    ARROWS.contains(&label.trim())
}

/// Whether a heading offers something in place of the list.
pub(crate) fn suggests_others(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    SUGGESTION.iter().any(|word| heading.contains(word))
}

/// Lower case, without arrows and marks around the words.
fn plain(label: &str) -> String {
    label
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}
