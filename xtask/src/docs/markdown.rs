//! Markdown to HTML, with the anchors of code hosts.

use std::collections::BTreeSet;

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::Result;

/// A document as HTML.
pub struct Body {
    /// Text of its first heading.
    pub title: String,
    /// The HTML.
    pub html: String,
    /// Its links and pictures, as they are in the HTML.
    pub links: Vec<String>,
    /// Its text in parts, for the search.
    pub sections: Vec<Section>,
}

/// The text below a heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Anchor of the heading.
    pub anchor: String,
    /// Text of the heading.
    pub title: String,
    /// Text up to the next heading, without markup.
    pub text: String,
}

/// How a comment begins that the site shows as an element with the attributes that follow. Code hosts show nothing.
const ELEMENT: &str = "<!-- vintage-explorer ";

/// The HTML of a document: every heading has an anchor, and relative links go where `address` says; a link without an
/// address is only its text.
pub fn body(text: &str, address: impl Fn(&str) -> Result<Option<String>>) -> Result<Body> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut events: Vec<Event> = Parser::new_ext(text, options).collect();
    let mut in_text_only = false;
    let (mut title, mut links, mut used) = (String::new(), Vec::new(), BTreeSet::new());
    for at in 0..events.len() {
        let words = match &events[at] {
            Event::Start(Tag::Heading { .. }) => heading(&events[at + 1..]),
            _ => String::new(),
        };
        match &mut events[at] {
            Event::Start(Tag::Heading { level, id, .. }) => {
                if *level == HeadingLevel::H1 && title.is_empty() {
                    title.clone_from(&words);
                }
                let anchor = id.as_ref().map_or_else(|| slug(&words), ToString::to_string);
                *id = used.insert(anchor.clone()).then(|| CowStr::from(anchor));
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                match moved(dest_url, &address)? {
                    Some(to) => {
                        links.push(to.clone());
                        *dest_url = CowStr::from(to);
                    }
                    None => {
                        in_text_only = true;
                        events[at] = Event::Text(CowStr::Borrowed(""));
                    }
                }
            }
            Event::End(TagEnd::Link) if std::mem::take(&mut in_text_only) => {
                events[at] = Event::Text(CowStr::Borrowed(""));
            }
            // A policy without inline styles blocks them.
            Event::Start(Tag::Table(alignments)) => alignments.fill(Alignment::None),
            _ => {}
        }
    }
    for event in &mut events {
        if let Event::Html(html) = event
            && let Some(attributes) = html.trim().strip_prefix(ELEMENT).and_then(|rest| rest.strip_suffix("-->"))
        {
            *event =
                Event::Html(CowStr::from(format!("<vintage-explorer {}></vintage-explorer>\n", attributes.trim())));
        }
    }
    // Marks around generated parts are for the generator.
    events.retain(|event| !matches!(event, Event::Html(html) if html.starts_with("<!--")));
    let sections = sections(&events);
    let mut out = String::with_capacity(text.len() * 2);
    html::push_html(&mut out, events.into_iter().flat_map(scrolling));
    Ok(Body { title, html: out, links, sections })
}

/// The address of a link on the site; `None` if the site lacks what it names.
fn moved(link: &str, address: impl Fn(&str) -> Result<Option<String>>) -> Result<Option<String>> {
    let (file, anchor) = link.find('#').map_or((link, ""), |at| link.split_at(at));
    if file.is_empty() || file.contains(':') {
        return Ok(Some(link.to_owned()));
    }
    Ok(address(file)?.map(|file| format!("{file}{anchor}")))
}

/// The text of a document by heading.
fn sections(events: &[Event]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut in_heading = false;
    for event in events {
        if let Event::Start(Tag::Heading { id, .. }) = event {
            let anchor = id.as_ref().map(ToString::to_string).unwrap_or_default();
            sections.push(Section { anchor, ..Section::default() });
            in_heading = true;
        }
        let Some(section) = sections.last_mut() else { continue };
        let into = if in_heading { &mut section.title } else { &mut section.text };
        match event {
            Event::Text(text) | Event::Code(text) => *into += text,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => {
                into.push(' ');
            }
            _ => {}
        }
    }
    for section in &mut sections {
        section.text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    sections
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
pub fn slug(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Text that is no markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{Section, body, slug};

    #[test]
    fn a_comment_becomes_the_element_and_other_comments_go() {
        let text = "a\n\n<!-- vintage-explorer src=\"x.tflite\" view=\"graph\" -->\n\n<!-- begin -->\n\nb\n";
        let body = body(text, |_| Ok(None)).unwrap();
        assert_eq!(
            body.html,
            "<p>a</p>\n<vintage-explorer src=\"x.tflite\" view=\"graph\"></vintage-explorer>\n<p>b</p>\n"
        );
    }

    #[test]
    fn headings_have_the_anchors_of_the_report_and_links_lead_to_pages() {
        let text = "# What\n\n## graph-attr\n\nSee [ops](adding-an-op.md#x) and <b>.\n\n| a |\n|---|\n| 1 |\n\n### متغير {#slot}\n";
        let body = body(text, |file| Ok(Some(format!("to/{}", file.replace(".md", ".html"))))).unwrap();
        assert_eq!(body.title, "What");
        assert!(body.html.contains("<h2 id=\"graph-attr\">graph-attr</h2>"), "{}", body.html);
        assert!(body.html.contains("<h3 id=\"slot\">متغير</h3>"), "{}", body.html);
        assert!(body.html.contains("<div class=\"scroll-x\" tabindex=\"0\"><table>"), "{}", body.html);
        assert_eq!(body.links, ["to/adding-an-op.html#x"]);
        let section = |anchor: &str, title: &str, text: &str| Section {
            anchor: anchor.into(),
            title: title.into(),
            text: text.into(),
        };
        let wanted = [
            section("what", "What", ""),
            section("graph-attr", "graph-attr", "See ops and . a 1"),
            section("slot", "متغير", ""),
        ];
        assert_eq!(body.sections, wanted);
        assert_eq!(slug("What it is, in Full"), "what-it-is-in-full");
    }

    #[test]
    fn a_link_without_a_page_is_an_error() {
        assert!(body("[a](b.md)", |document| Err(format!("no {document}"))).is_err());
    }

    #[test]
    fn a_link_to_a_file_that_only_the_repository_has_is_text() {
        let body = body("See [`x`](../x.rs), [y](https://example.org/y.md) and [here](#z).", |_| Ok(None)).unwrap();
        let links = "<a href=\"https://example.org/y.md\">y</a> and <a href=\"#z\">here</a>";
        assert_eq!(body.html, format!("<p>See <code>x</code>, {links}.</p>\n"));
        assert_eq!(body.links, ["https://example.org/y.md", "#z"]);
    }

    #[test]
    fn tables_have_no_styles_and_marks_of_the_generator_are_left_out() {
        let body = body("<!-- generated: x -->\n\n| a |\n|---:|\n| 1 |\n", |_| Ok(None)).unwrap();
        assert!(body.html.contains("<td>1</td>") && !body.html.contains("style") && !body.html.contains("<!--"));
    }
}
