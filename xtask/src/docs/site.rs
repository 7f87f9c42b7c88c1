//! The documents as HTML in `dist/docs/`: English there, other languages in a folder each. A static host serves them
//! beside the page, under the addresses in the report (`.md` becomes `.html`).

use std::collections::BTreeMap;
use std::path::Path;

use super::documents::{self, Document};
use super::locale::{self, Locale};
use super::markdown::{self, Body, escaped};
use super::search;
use crate::Result;

/// The list of all documents in a language.
const INDEX: &str = "index";

/// A document in a language, ready to be written.
struct Page<'a> {
    locale: &'a Locale,
    name: String,
    body: Body,
}

impl Page<'_> {
    /// Its path below `docs/`, without extension.
    fn path(&self) -> String {
        format!("{}{}", self.locale.folder(), self.name)
    }

    /// The way from its folder to the root of the site.
    fn up(&self) -> String {
        "../".repeat(self.path().matches('/').count() + 1)
    }
}

/// Writes every page, a list of them in each language, and their pictures.
pub fn write(root: &Path, dist: &Path) -> Result {
    let docs = dist.join("docs");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", docs.display());
    let locales = locale::all(root)?;
    for locale in &locales {
        let pages = pages(root, locale)?;
        for page in &pages {
            // Names of releases have dots.
            let path = docs.join(format!("{}.html", page.path()));
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(io)?;
            }
            std::fs::write(&path, whole(page, &locales)?).map_err(io)?;
        }
        let index = |is_wanted: &dyn Fn(&str) -> bool| {
            let wanted = pages.iter().filter(|page| is_wanted(&page.name));
            search::index(wanted.map(|page| (format!("{}.html", page.path()), &page.body)))
        };
        let own = docs.join(format!("search.{}.json", locale.tag));
        std::fs::write(own, index(&documents::is_translated)).map_err(io)?;
        if locale.is_english() {
            let reference = index(&documents::is_english_only);
            std::fs::write(docs.join("search.reference.json"), reference).map_err(io)?;
        }
    }
    for picture in documents::PICTURES {
        std::fs::copy(root.join("docs").join(picture), docs.join(picture)).map_err(io)?;
    }
    Ok(())
}

/// Links and pictures of all pages that lead nowhere, a sentence each.
pub fn broken_links(root: &Path) -> Result<Vec<String>> {
    let locales = locale::all(root)?;
    let mut pages_by_path = BTreeMap::new();
    for locale in &locales {
        pages_by_path.extend(pages(root, locale)?.into_iter().map(|page| (page.path(), page.body)));
    }
    let mut broken = Vec::new();
    for (path, body) in &pages_by_path {
        let lost = body.links.iter().filter(|link| !link.contains(':') && !is_there(&pages_by_path, path, link));
        broken.extend(lost.map(|link| format!("docs/{path}.md: `{link}` is not on the site")));
    }
    Ok(broken)
}

/// Whether a link of the page `from` leads to a page and an anchor on it, or to a picture.
fn is_there(pages: &BTreeMap<String, Body>, from: &str, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { Some(from.to_owned()) } else { documents::joined(from, file) };
    let Some(target) = target else { return false };
    match pages.get(target.strip_suffix(".html").unwrap_or(&target)) {
        Some(page) => anchor.is_empty() || page.html.contains(&format!(" id=\"{anchor}\"")),
        None => documents::PICTURES.contains(&target.as_str()),
    }
}

/// The pages of a language, the list of them last.
fn pages<'a>(root: &Path, locale: &'a Locale) -> Result<Vec<Page<'a>>> {
    let mut pages = Vec::new();
    for Document { name, text } in documents::of(root, locale)? {
        let body = markdown::body(&text, |link| documents::address(locale, &name, link))?;
        pages.push(Page { locale, name, body });
    }
    let html = list(root, locale, &pages)?;
    let title = locale.text("docs-title", &[])?;
    pages.push(Page {
        locale,
        name: INDEX.to_owned(),
        body: Body { title, html, links: Vec::new(), sections: Vec::new() },
    });
    Ok(pages)
}

/// The list of all documents: those of the language, and those that are in English only.
fn list(root: &Path, locale: &Locale, pages: &[Page]) -> Result<String> {
    let item = |page: &Page| format!("<li><a href=\"{}.html\">{}</a></li>\n", page.name, escaped(&page.body.title));
    let items = |names: &mut dyn Iterator<Item = String>| {
        names.filter_map(|name| pages.iter().find(|page| page.name == name)).map(item).collect::<String>()
    };
    let is_finding = |name: &str| name.starts_with("findings/");
    let reference = match locale.is_english() {
        true => items(&mut documents::reference().map(str::to_owned)),
        false => documents::reference().map(|name| english_item(root, name)).collect::<Result<String>>()?,
    };
    let heading = |id: &str| locale.text(id, &[]);
    Ok(format!(
        "<h1>{}</h1>\n<ul>\n{}</ul>\n<h2>{}</h2>\n<ul>\n{}</ul>\n<h2>{}</h2>\n<ul>\n{reference}</ul>\n",
        heading("docs-title")?,
        items(&mut documents::in_every_language().filter(|name| !is_finding(name))),
        heading("docs-findings")?,
        items(&mut documents::in_every_language().filter(|name| is_finding(name))),
        heading("docs-reference")?,
    ))
}

/// A document that is in English only, in the list of another language.
fn english_item(root: &Path, name: &str) -> Result<String> {
    let title = documents::english_title(root, name)?;
    Ok(format!("<li><a href=\"../{name}.html\" hreflang=\"en\" lang=\"en\">{}</a></li>\n", escaped(&title)))
}

/// A complete page: links to the explorer, to the list, to the same page in other languages; then the document.
fn whole(page: &Page, all: &[Locale]) -> Result<String> {
    let Page { locale, name, body } = page;
    let (up, title) = (page.up(), escaped(&body.title));
    let others: &[Locale] = if name == INDEX || documents::is_translated(name) { all } else { &[] };
    let address = |other: &Locale| format!("{up}docs/{}{name}.html", other.folder());
    let mut alternates = String::new();
    let mut switch = String::new();
    for other in others {
        let (tag, own) = (&other.tag, escaped(&other.name));
        alternates += &format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{}\">\n", address(other));
        switch += &match other.tag == locale.tag {
            true => format!("<li><span lang=\"{tag}\" aria-current=\"true\">{own}</span></li>"),
            false => format!("<li><a lang=\"{tag}\" hreflang=\"{tag}\" href=\"{}\">{own}</a></li>", address(other)),
        };
    }
    if !switch.is_empty() {
        let label = escaped(&locale.text("docs-languages", &[])?);
        switch = format!("<ul class=\"languages\" aria-label=\"{label}\">{switch}</ul>");
    }
    let list = match name == INDEX {
        true => String::new(),
        false => format!(" · <a href=\"{up}docs/{}index.html\">{}</a>", locale.folder(), locale.text("docs-all", &[])?),
    };
    let words = [("search", "docs-search"), ("none", "docs-search-none"), ("found", "docs-search-found")];
    let mut search = format!(" data-docs=\"{up}docs/\"");
    for (name, id) in words {
        search += &format!(" data-{name}=\"{}\"", escaped(&locale.text(id, &[])?));
    }
    let kind = if name.starts_with("findings/") { " class=\"ids\"" } else { "" };
    Ok(format!(
        "<!doctype html>\n<html lang=\"{tag}\" dir=\"{dir}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Vintage</title>\n\
         <link rel=\"icon\" href=\"{up}static/icon.svg\" type=\"image/svg+xml\">\n{alternates}\
         <link rel=\"stylesheet\" href=\"{up}static/style.css\">\n<link rel=\"stylesheet\" href=\"{up}static/docs.css\">\n\
         <script src=\"{up}static/docs.js\" type=\"module\"></script>\n</head>\n<body class=\"doc\">\n<nav{search}><span><a href=\"{up}index.html#lang={tag}\">Vintage</a>{list}</span>{switch}</nav>\n\
         <main{kind}>\n{html}</main>\n</body>\n</html>\n",
        tag = locale.tag,
        dir = locale.dir,
        html = body.html,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages of a language as they are written, by path.
    fn written(tag: &str) -> Vec<(String, String)> {
        let root = crate::project::root();
        let locales = locale::all(&root).unwrap();
        let locale = locales.iter().find(|locale| locale.tag == tag).unwrap();
        let pages = pages(&root, locale).unwrap();
        pages.iter().map(|page| (page.path(), whole(page, &locales).unwrap())).collect()
    }

    #[test]
    fn every_page_has_its_language_its_direction_and_the_way_to_the_others() {
        let pages = written("ar");
        let (_, page) = pages.iter().find(|(path, _)| path == "ar/findings/tflite").unwrap();
        for part in [
            "<html lang=\"ar\" dir=\"rtl\">",
            "hreflang=\"es\" href=\"../../../docs/es/findings/tflite.html\"",
            "hreflang=\"en\" href=\"../../../docs/findings/tflite.html\"",
            "<h2 id=\"tflite-op-version\">tflite-op-version</h2>",
            "href=\"../../../static/docs.css\"",
        ] {
            assert!(page.contains(part), "no {part}");
        }
        assert!(!page.contains("<script>") && !page.contains("style="), "the policy of a strict host blocks it");
    }

    #[test]
    fn every_language_has_the_same_generated_sections() {
        let sections = |tag: &str| {
            let of_page = |(path, page): (String, String)| {
                let name = path.strip_prefix(&format!("{tag}/")).unwrap_or(&path).to_owned();
                // Groups of concepts have headings, and anchors, in the language.
                let start = if name == "concepts" { "<h3 id=\"" } else { "<h2 id=\"" };
                let anchors = page.split(start).skip(1).filter_map(|rest| rest.split('"').next());
                let anchors: Vec<String> = anchors.map(str::to_owned).collect();
                (name, anchors)
            };
            let is_generated = |name: &str| name == "concepts" || name.starts_with("findings/");
            written(tag).into_iter().map(of_page).filter(|(name, _)| is_generated(name)).collect::<Vec<_>>()
        };
        let english = sections("en");
        assert!(english.len() == 6 && english.iter().all(|(_, anchors)| anchors.len() > 10), "{english:?}");
        for tag in ["es", "ar", "tr"] {
            assert_eq!(sections(tag), english);
        }
    }

    #[test]
    fn every_page_that_is_linked_is_a_file() {
        let root = crate::project::root();
        let dist = crate::project::target_dir().join("docs-test");
        write(&root, &dist).unwrap();
        let mut seen = 0;
        for locale in locale::all(&root).unwrap() {
            for page in pages(&root, &locale).unwrap() {
                let folder = dist.join("docs").join(page.path());
                let links = page.body.html.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
                for link in links.filter(|link| link.ends_with(".html")) {
                    let target = folder.parent().unwrap().join(link);
                    assert!(target.is_file(), "{}: {link}", page.path());
                    seen += 1;
                }
            }
        }
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn no_link_is_broken() {
        assert_eq!(broken_links(&crate::project::root()).unwrap(), Vec::<String>::new());
    }
}
