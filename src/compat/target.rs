//! Targets: the releases that verdicts are about.

use super::knowledge::{Channel, ChannelIndex, Flat, Release, channels};

/// A channel at a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The channel.
    pub channel: ChannelIndex,
    /// Index into [`Channel::releases`].
    pub release: usize,
}

impl Target {
    /// A target by names, such as `tensorflow` and `2.15.1`.
    pub fn named(channel: &str, release: &str) -> Option<Self> {
        let index = channels().iter().position(|c| c.id == channel)?;
        let release = channels()[index].releases.iter().position(|r| r.name == release)?;
        Some(Self { channel: index, release })
    }

    /// A release of a channel, by the channel's name and the index of the release.
    pub fn of(channel: &str, release: usize) -> Option<Self> {
        let channel = channels().iter().position(|c| c.id == channel)?;
        (release < channels()[channel].releases.len()).then_some(Self { channel, release })
    }

    /// Its channel.
    pub fn channel(&self) -> &'static Channel {
        &channels()[self.channel]
    }

    /// Its release.
    pub fn release(&self) -> &'static Release {
        &self.channel().releases[self.release]
    }

    /// Its position in the list of all releases.
    pub(super) fn flat(self) -> Flat {
        self.channel().first_flat + self.release
    }
}
