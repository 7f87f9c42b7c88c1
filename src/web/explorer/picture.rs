//! The answer as a picture, for an element that shows it before its page has come. The drawing is a chunk of its own: the page draws
//! the same one itself.

use super::answers::Answer;
use super::reading::read;
use crate::artifact::Dropped;
use crate::chunks::{NotLoaded, complete, cut};
use crate::report::schema::Report;
use crate::services::window::svg;
use crate::web::fluent::{Texts, say};
use crate::web::model::address::Target;
use crate::web::model::pictured::windows;
use std::future::poll_fn;
use std::pin::pin;

/// Reads files and draws their windows; without a picture where one of them has an error, which only the page explains.
pub async fn of_files(
    job: u32,
    dropped: Vec<Dropped>,
    target: &str,
    languages: &[String],
    texts: &[String],
) -> Result<Answer, NotLoaded> {
    let report = beside(fetch(), read(job, dropped)).await?.report;
    if report.artifacts.is_empty() || report.artifacts.iter().any(|artifact| artifact.error.is_some()) {
        return Ok(Answer::Gone);
    }
    complete(|| picture(&report, target, languages, texts)).await.map(Answer::Json)
}

/// Waits for `main`, while `aside` goes on as far as it comes.
async fn beside<T>(aside: impl Future<Output = ()>, main: impl Future<Output = T>) -> T {
    let (mut aside, mut main) = (pin!(aside), pin!(main));
    let mut goes_on = true;
    poll_fn(|context| {
        goes_on = goes_on && aside.as_mut().poll(context).is_pending();
        main.as_mut().poll(context)
    })
    .await
}

/// Fetches the code that draws; if that fails, the call that needs it reports it.
async fn fetch() {
    #[cfg(feature = "split-explorer")]
    let _ = load_picture().await;
}

cut!(
    picture,
    load_picture,
    /// The windows as SVG.
    fn picture(report: &Report, target: &str, languages: &[String], texts: &[String]) -> String {
        let of = |(tag, text): (&String, &String)| {
            let texts = Texts::new(tag, false);
            texts.add(text);
            texts
        };
        let texts: Vec<Texts> = languages.iter().zip(texts).map(of).collect();
        svg(&windows(report.artifacts.iter(), Target::read(target).as_ref()), &|id, params| say(&texts, id, params))
    }
);
