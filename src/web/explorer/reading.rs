//! Reads files, which its callers then keep open or only draw.

use super::post::send;
use super::{chunks, long, opened};
use crate::artifact::Dropped;
use crate::bytes::Limits;
use crate::chunks::{NotLoaded, complete};
use crate::report::{Opened, Progress, open};
use crate::web::protocol::Reply;
use std::pin::Pin;

/// Reads files, instead of the previous ones. One future for all callers: each would have a copy of its code.
pub fn read(job: u32, dropped: Vec<Dropped>) -> Pin<Box<dyn Future<Output = Result<Opened, NotLoaded>>>> {
    Box::pin(read_all(job, dropped))
}

async fn read_all(job: u32, dropped: Vec<Dropped>) -> Result<Opened, NotLoaded> {
    long::cancel_all();
    // Drops the previous files first: two large models may not fit in memory.
    opened::OPENED.set(None);
    opened::changed();
    opened::DROPPED.set(dropped.clone());
    chunks::for_files(&dropped).await?;
    complete(|| {
        Ok(open(dropped.clone(), &Limits::default(), &mut |p: Progress| {
            send(&Reply::Progress { job, stage: p.step.word().to_owned(), subject: p.name, done: p.done, total: p.of });
        }))
    })
    .await
}
