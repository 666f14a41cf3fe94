#!/usr/bin/env python3
"""What extruct finds on saved news pages, per page and field, as JSON on standard output.

usage: extruct_values.py ARTICLES_FOLDER > values.json

ARTICLES_FOLDER holds truth.json (id to {"url"}) and html/ID.html.gz. A field's values are the
distinct texts that JSON-LD, microdata, OpenGraph and RDFa give for it, white space collapsed and
entities decoded. Entities count if their type is an article's or a web page's; of the web page
only what JSON-LD's WebPage states of itself (url). It scores nothing: see main.rs beside it.
"""
import gzip
import html
import json
import sys
from pathlib import Path

import extruct

SYNTAXES = ["json-ld", "microdata", "opengraph", "rdfa"]
ARTICLES = {
    "Article", "NewsArticle", "AnalysisNewsArticle", "AskPublicNewsArticle", "BackgroundNewsArticle",
    "OpinionNewsArticle", "ReportageNewsArticle", "ReviewNewsArticle", "BlogPosting", "LiveBlogPosting",
    "SocialMediaPosting", "Report", "TechArticle"
}
# Field to (properties of an article, OpenGraph properties).
FIELDS = {
    "title": (["headline", "name"], ["og:title"]),
    "author": (["author", "creator"], ["article:author"]),
    "publishedAt": (["datePublished"], ["article:published_time"]),
    "url": (["url", "mainEntityOfPage"], ["og:url"]),
    "description": (["description"], ["og:description"]),
    "image": (["image"], ["og:image"]),
}


def last(term):
    return str(term).rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1].rsplit(":", 1)[-1]


def each(value):
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def types(node):
    return {last(kind) for kind in each(node.get("@type", node.get("type")))}


def nodes(value):
    """Every object of a document, nested ones too."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack.extend(reversed(one))
        elif isinstance(one, dict):
            yield one
            stack.extend(reversed(list(one.values())))


def texts(value, by_id, deep=0):
    """The plain texts of a property: names of people, addresses of pictures and pages."""
    for one in each(value):
        if isinstance(one, dict) and deep < 4:
            one = by_id.get(one.get("@id"), one) if len(one) <= 2 else one
            inner = one.get("properties", one)
            for key in ("name", "url", "contentUrl", "@value", "@id"):
                if inner.get(key):
                    yield from texts(inner[key], by_id, deep + 1)
                    break
        elif isinstance(one, (str, int, float)) and not isinstance(one, bool):
            text = " ".join(html.unescape(str(one)).split())
            if text:
                yield text


def values(page, url):
    # A syntax that extruct cannot read on a page is left out of its answer.
    data = dict.fromkeys(SYNTAXES, []) | extruct.extract(page, base_url=url, syntaxes=SYNTAXES, errors="ignore")
    found = {field: [] for field in FIELDS}
    add = lambda field, value: found[field].append(value) if value not in found[field] else None
    documents = list(nodes(data["json-ld"]))
    by_id = {node["@id"]: node for node in documents if len(node) > 2 and isinstance(node.get("@id"), str)}
    articles = [node for node in documents if types(node) & ARTICLES]
    items = [item for item in nodes(data["microdata"]) if types(item) & ARTICLES]
    articles += [item.get("properties", {}) for item in items]
    for node in data["rdfa"]:
        plain = {}
        for key, value in node.items():
            plain[last(key)] = [one.get("@value", one.get("@id")) if isinstance(one, dict) else one for one in each(value)]
        if any(last(kind) in ARTICLES for kind in each(node.get("@type"))):
            articles.append(plain)
        for field, (_, properties) in FIELDS.items():
            for key, value in node.items():
                if any(key.endswith(name.split(":", 1)[1]) and name.split(":", 1)[0] in key_prefix(key) for name in properties):
                    for text in texts(value, {}):
                        add(field, text)
    for field, (names, _) in FIELDS.items():
        for article in articles:
            for name in names:
                for text in texts(article.get(name), by_id):
                    add(field, text)
    for graph in data["opengraph"]:
        for name, value in graph.get("properties", []):
            for field, (_, properties) in FIELDS.items():
                if name in properties:
                    for text in texts(value, {}):
                        add(field, text)
    return found


def key_prefix(key):
    """og for the OpenGraph namespaces that RDFa spells out."""
    if "ogp.me/ns/article" in key:
        return "article"
    return "og" if "ogp.me/ns" in key or "opengraphprotocol" in key else ""


def main():
    folder = Path(sys.argv[1])
    truth = json.loads((folder / "truth.json").read_text())
    out = {}
    for page, labels in truth.items():
        text = gzip.open(folder / "html" / f"{page}.html.gz").read().decode("utf-8", "replace")
        out[page] = values(text, labels["url"])
    json.dump(out, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
