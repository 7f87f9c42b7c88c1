//! The documents that the page links to, as HTML in `dist/docs/`: the findings, and the accuracy of verdicts. A static
//! host serves them beside the page, under the addresses in the report (`.md` becomes `.html`).

use std::collections::BTreeSet;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::Result;

/// Documents for those who use the page or the engine. The others are for those who change it.
const PAGES: [&str; 10] = [
    "findings/tflite",
    "findings/graphs",
    "findings/saved-models",
    "findings/checkpoints",
    "findings/keras",
    "accuracy",
    "errata",
    "limits",
    "ops",
    "adding-an-op",
];

/// Writes every page, and one that lists them.
pub fn write(root: &Path, dist: &Path) -> Result {
    let docs = dist.join("docs");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", docs.display());
    std::fs::create_dir_all(docs.join("findings")).map_err(io)?;
    let mut list = String::from("<h1>What Vintage says, and how it knows</h1>\n<ul>\n");
    for page in PAGES {
        let from = root.join("docs").join(page).with_extension("md");
        let text = std::fs::read_to_string(&from).map_err(|e| format!("cannot read {}: {e}", from.display()))?;
        let (title, body) = body(&text);
        std::fs::write(docs.join(page).with_extension("html"), whole(&title, &body, page)).map_err(io)?;
        list += &format!("<li><a href=\"{page}.html\">{}</a></li>\n", escaped(&title));
    }
    std::fs::write(docs.join("index.html"), whole("What Vintage says", &(list + "</ul>\n"), "index")).map_err(io)
}

/// A page with the content of a document. `path`: its path below `docs/`.
fn whole(title: &str, body: &str, path: &str) -> String {
    let up = "../".repeat(path.matches('/').count() + 1);
    let title = escaped(title);
    let page =
        if path == "index" { String::new() } else { format!(" · <a href=\"{up}docs/index.html\">All pages</a>") };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Vintage</title>\n\
         <link rel=\"icon\" href=\"{up}static/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{up}static/style.css\">\n<link rel=\"stylesheet\" href=\"{up}static/docs.css\">\n\
         </head>\n<body class=\"doc\">\n<nav><a href=\"{up}index.html\">Vintage</a>{page}</nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Title of a document, and its text as HTML: every heading has an anchor, and links between documents go to pages.
fn body(text: &str) -> (String, String) {
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut title = String::new();
    let mut used = BTreeSet::new();
    for at in 0..events.len() {
        if let Event::Start(Tag::Heading { level, .. }) = &events[at] {
            let level = *level;
            let words = heading(&events[at + 1..]);
            if level == HeadingLevel::H1 && title.is_empty() {
                title.clone_from(&words);
            }
            let slug = slug(&words);
            if let (Event::Start(Tag::Heading { id, .. }), true) = (&mut events[at], used.insert(slug.clone())) {
                *id = Some(CowStr::from(slug));
            }
        }
        if let Event::Start(Tag::Link { dest_url, .. }) = &mut events[at]
            && let Some((page, place)) = dest_url.split_once(".md")
            && !page.contains(':')
        {
            *dest_url = CowStr::from(format!("{page}.html{place}"));
        }
    }
    let mut out = String::with_capacity(text.len() * 2);
    html::push_html(&mut out, events.into_iter().flat_map(scrolling));
    (title, out)
}

/// Tables scroll by themselves: a small screen must not scroll the text sideways.
fn scrolling(event: Event<'_>) -> Vec<Event<'_>> {
    let raw = |text: &'static str| Event::Html(CowStr::from(text));
    match event {
        Event::Start(Tag::Table(_)) => vec![raw("<div class=\"scroll-x\" tabindex=\"0\">"), event],
        Event::End(TagEnd::Table) => vec![event, raw("</div>\n")],
        _ => vec![event],
    }
}

/// The text of a heading, from the events after its start.
fn heading(events: &[Event]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            _ => None,
        })
        .collect()
}

/// The anchor of a heading, as code hosts generate it: the report's addresses work in both.
fn slug(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{PAGES, body, slug};

    #[test]
    fn headings_have_the_anchors_of_the_report_and_links_lead_to_pages() {
        let (title, html) =
            body("# What\n\n## graph-attr\n\nSee [ops](adding-an-op.md#x) and <b>.\n\n| a |\n|---|\n| 1 |\n");
        assert_eq!(title, "What");
        assert!(html.contains("<h2 id=\"graph-attr\">graph-attr</h2>"), "{html}");
        assert!(html.contains("href=\"adding-an-op.html#x\""), "{html}");
        assert!(html.contains("<div class=\"scroll-x\" tabindex=\"0\"><table>"), "{html}");
        assert_eq!(slug("What it is, in Full"), "what-it-is-in-full");
    }

    /// A link to a document without a page would be broken.
    #[test]
    fn every_link_between_documents_leads_to_a_page() {
        for page in PAGES {
            let path = crate::project::root().join("docs").join(page).with_extension("md");
            let (_, html) = body(&std::fs::read_to_string(&path).unwrap());
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let Some((target, _)) = link.split_once(".html") else { continue };
                let folder = path.parent().unwrap().join(target).with_extension("md");
                let known = PAGES.iter().any(|page| folder.ends_with(std::path::Path::new(page).with_extension("md")));
                assert!(known, "{page}: {link}");
            }
        }
    }
}
