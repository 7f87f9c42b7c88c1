//! The verdict on a file in one release, also of a package that follows a channel.

use crate::report::schema::{Verdict, Window};
use crate::services::delegates::{followed, published};

/// Why there is no verdict on a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing<'a> {
    /// The file has no window in the channel.
    Channel,
    /// The channel, or the package that follows it, has no such release; its newest one.
    Release {
        /// Version string; empty when it has no release.
        newest: &'a str,
    },
}

/// Channel and release of the windows that have the verdict on a release: the followed ones for a package that follows a
/// channel.
pub fn row_of(channel: &str, release: &str) -> (String, String) {
    followed(channel, release)
        .map_or((channel.to_owned(), release.to_owned()), |(known, number)| (known.to_owned(), number))
}

/// The verdict of a release in a file's windows.
pub fn verdict_at<'a>(windows: &'a [Window], channel: &str, release: &str) -> Result<&'a Verdict, Missing<'a>> {
    let (known, number) = row_of(channel, release);
    let window = windows.iter().find(|window| window.channel == known).ok_or(Missing::Channel)?;
    let published = published(channel).map_or(&window.verdicts[..], |of| window.verdicts.get(of).unwrap_or_default());
    let newest = published.last().map_or("", |verdict| verdict.release.as_str());
    published.iter().find(|verdict| verdict.release == number).ok_or(Missing::Release { newest })
}
