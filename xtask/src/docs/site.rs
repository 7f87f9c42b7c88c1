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

/// Writes every page, a list of them in each language, and the files that they show or link to.
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
            std::fs::write(&path, whole(page, &locales, &beside(root, page, &pages)?)?).map_err(io)?;
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
    documents::copy_files(root, &docs)
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

/// Whether a link of the page `from` leads to a page and an anchor on it, or to a file.
fn is_there(pages: &BTreeMap<String, Body>, from: &str, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { Some(from.to_owned()) } else { documents::joined(from, file) };
    let Some(target) = target else { return false };
    match pages.get(target.strip_suffix(".html").unwrap_or(&target)) {
        Some(page) => anchor.is_empty() || page.html.contains(&format!(" id=\"{anchor}\"")),
        None => documents::has_file(&target),
    }
}

/// The pages of a language, the list of them last.
fn pages<'a>(root: &Path, locale: &'a Locale) -> Result<Vec<Page<'a>>> {
    let mut pages = Vec::new();
    for Document { name, text } in documents::of(root, locale)? {
        let body = markdown::body(&text, |link| documents::address(root, locale, &name, link))?;
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
    let mut html = String::new();
    for (level, group) in documents::groups().iter().enumerate() {
        let level = if level == 0 { "h1" } else { "h2" };
        let links = links(root, &group.names, pages, None)?;
        html += &format!("<{level}>{}</{level}>\n<ul>\n{links}</ul>\n", locale.text(group.heading, &[])?);
    }
    Ok(html)
}

/// Links to documents, one per line, as seen from the page `from`, or from the list.
fn links(root: &Path, names: &[String], pages: &[Page], from: Option<&Page>) -> Result<String> {
    let up = from.map_or_else(String::new, |page| "../".repeat(page.name.matches('/').count()));
    let mut html = String::new();
    for name in names {
        let own = pages.iter().find(|page| page.name == *name).map(|page| page.body.title.clone());
        html += &match own {
            Some(title) if from.is_some_and(|page| page.name == *name) => {
                format!("<li><span aria-current=\"page\">{}</span></li>\n", escaped(&title))
            }
            Some(title) => format!("<li><a href=\"{up}{name}.html\">{}</a></li>\n", escaped(&title)),
            // The languages without this document have their list one folder further down.
            None => format!(
                "<li><a href=\"../{name}.html\" hreflang=\"en\" lang=\"en\">{}</a></li>\n",
                escaped(&documents::english_title(root, name)?)
            ),
        };
    }
    Ok(html)
}

/// The documents that are read together with a page, at its end; nothing for the list and for pages about releases.
fn beside(root: &Path, page: &Page, pages: &[Page]) -> Result<String> {
    let groups = documents::groups();
    let Some(group) = groups.iter().find(|group| group.names.contains(&page.name)) else { return Ok(String::new()) };
    let heading = page.locale.text(group.heading, &[])?;
    let links = links(root, &group.names, pages, Some(page))?;
    Ok(format!("<footer><h2>{heading}</h2>\n<ul>\n{links}</ul></footer>\n"))
}

/// A complete page: links to the explorer, to the list, to the same page in other languages; then the document, and what
/// is read together with it.
fn whole(page: &Page, all: &[Locale], beside: &str) -> Result<String> {
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
    // An answer on the page, by the element of the page itself.
    let (mut html, mut element) = (body.html.clone(), String::new());
    if html.contains("<vintage-explorer ") {
        html = html.replace(
            "<vintage-explorer src=\"",
            &format!("<vintage-explorer lang=\"{tag}\" src=\"{up}", tag = locale.tag),
        );
        element = format!("<script src=\"{up}static/vintage-explorer.js\" type=\"module\"></script>\n");
    }
    let kind = if name.starts_with("findings/") { " class=\"ids\"" } else { "" };
    Ok(format!(
        "<!doctype html>\n<html lang=\"{tag}\" dir=\"{dir}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Vintage</title>\n\
         <link rel=\"icon\" href=\"{up}static/icon.svg\" type=\"image/svg+xml\">\n{alternates}\
         <link rel=\"stylesheet\" href=\"{up}static/page.css\">\n<link rel=\"stylesheet\" href=\"{up}static/style.css\">\n<link rel=\"stylesheet\" href=\"{up}static/docs.css\">\n\
         <script src=\"{up}static/docs.js\" type=\"module\"></script>\n{element}</head>\n<body class=\"doc\">\n<nav{search}><span><a href=\"{up}index.html#lang={tag}\">Vintage</a>{list}</span>{switch}</nav>\n\
         <main{kind}>\n{html}</main>\n{beside}</body>\n</html>\n",
        tag = locale.tag,
        dir = locale.dir,
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
        let whole = |page: &Page| whole(page, &locales, &beside(&root, page, &pages).unwrap()).unwrap();
        pages.iter().map(|page| (page.path(), whole(page))).collect()
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
    }

    #[test]
    fn a_strict_policy_blocks_nothing_of_any_page() {
        let mut seen = 0;
        for (path, page) in ["en", "ar"].into_iter().flat_map(written) {
            for part in ["<script>", "<style", " style=", " onclick=", "javascript:"] {
                assert!(!page.contains(part), "{path} has {part}");
            }
            seen += 1;
        }
        assert!(seen > 80, "{seen}");
    }

    #[test]
    fn a_page_leads_to_those_beside_it() {
        let pages = written("en");
        let (_, page) = pages.iter().find(|(path, _)| path == "formats/keras").unwrap();
        let (_, footer) = page.split_once("<footer>").unwrap();
        assert!(footer.contains("href=\"../formats/archives.html\"") && footer.contains("aria-current=\"page\""));
        let (_, list) = pages.iter().find(|(path, _)| path == "index").unwrap();
        assert!(list.contains("href=\"architecture.html\"") && list.contains("href=\"languages/ar.html\""));
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
