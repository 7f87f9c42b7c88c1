//! Channels, releases, and spans of releases as the tables name them.
//!
//! A release has a *line* (its history of facts: `tensorflow-lite` or `litert`) and a *key* (the release of that line
//! whose facts are its own). Patch releases share the key of their branch. So a new release is one row of
//! `channels.csv`: with a known key its facts are known, with an empty basis they are unknown.

use super::shared::table;
use crate::compat::vocabulary::Certainty;
use std::collections::HashMap;
use std::sync::OnceLock;

/// An ordered list of releases that share a way of loading files.
///
/// Order is branch order, not a number line: 1.15.0 comes after 2.0.0 and has a higher GraphDef number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Stable id, such as `tensorflow`, `tflite-runtime`, `ai-edge-litert`.
    pub id: &'static str,
    /// Releases, in order.
    pub releases: Vec<Release>,
    /// History of facts of its releases.
    pub line: &'static str,
    /// Index of its first release in the flat list of all releases.
    pub first_flat: usize,
}

/// Index of a channel in [`channels`].
pub type ChannelIndex = usize;

/// A release of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Version text, such as `2.15.1`.
    pub name: &'static str,
    /// Upload date, ISO 8601.
    pub date: &'static str,
    /// The release of the channel's line whose facts are its own.
    pub key: &'static str,
    /// Certainty of its TFLite facts; `None` without facts.
    pub tflite: Option<Certainty>,
    /// Certainty of its graph facts (ops, attrs); `None` without facts or if it loads no graphs.
    pub graph: Option<Certainty>,
    /// Certainty of its Keras facts; `None` without facts or without Keras.
    pub keras: Option<Certainty>,
    /// GraphDef number compiled in, where it loads graphs.
    pub graph_def_version: Option<i32>,
    /// Smallest producer of a graph it accepts.
    pub graph_def_min_producer: i32,
    /// Checkpoint number compiled in, where it reads checkpoints.
    pub checkpoint_version: Option<i32>,
    /// Smallest producer of a checkpoint it accepts.
    pub checkpoint_min_producer: i32,
}

/// Position of a release in the list of all releases of all channels.
pub type Flat = usize;

struct Releases {
    channels: Vec<Channel>,
    flat: Vec<(ChannelIndex, usize)>,
    /// Position of every key in its line; it orders spans.
    orders: HashMap<(&'static str, &'static str), usize>,
}

fn all() -> &'static Releases {
    static ALL: OnceLock<Releases> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("channels");
        let column = |name| t.column(name);
        let (mut channels, mut flat, mut orders) = (Vec::<Channel>::new(), Vec::new(), HashMap::new());
        for row in 0..t.rows {
            let (id, line) = (column("channel").at(row), column("line").at(row));
            if channels.last().is_none_or(|c| c.id != id) {
                channels.push(Channel { id, releases: Vec::new(), line, first_flat: row });
            }
            let channel = channels.len() - 1;
            flat.push((channel, channels[channel].releases.len()));
            let key = column("key").at(row);
            let next = orders.len();
            orders.entry((line, key)).or_insert(next);
            channels[channel].releases.push(Release {
                name: column("release").at(row),
                date: column("date").at(row),
                key,
                tflite: certainty(column("tflite").at(row)),
                graph: certainty(column("graph").at(row)),
                keras: certainty(column("keras").at(row)),
                graph_def_version: column("graph_def_version").number(row),
                graph_def_min_producer: column("graph_def_min_producer").number(row).unwrap_or(0),
                checkpoint_version: column("checkpoint_version").number(row),
                checkpoint_min_producer: column("checkpoint_min_producer").number(row).unwrap_or(0),
            });
        }
        Releases { channels, flat, orders }
    })
}

fn certainty(text: &str) -> Option<Certainty> {
    Certainty::ALL.into_iter().find(|certainty| certainty.word() == text)
}

/// Every channel, in the order of `channels.csv`.
pub fn channels() -> &'static [Channel] {
    &all().channels
}

/// Number of releases in all channels together.
pub fn flat_len() -> usize {
    all().flat.len()
}

/// Channel and release at a position of the flat list.
pub fn flat_release(at: Flat) -> (&'static Channel, &'static Release) {
    let (channel, release) = all().flat[at];
    let channel = &channels()[channel];
    (channel, &channel.releases[release])
}

/// A span of releases as a table row names it: on which channels or lines, from which release to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    on: &'static str,
    first: &'static str,
    last: &'static str,
}

/// A span: `on` lists channel or line ids joined by `|` (`*` is all); `first` and `last` name a key (the whole
/// branch) or a single release, and an empty one leaves that end open.
pub fn range(on: &'static str, first: &'static str, last: &'static str) -> Range {
    Range { on, first, last }
}

impl Range {
    /// Whether both ends are open.
    pub fn is_all(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }

    /// Whether a release is in the span.
    pub fn holds(&self, at: Flat) -> bool {
        let (channel, _) = flat_release(at);
        self.within(channel).contains(&(at - channel.first_flat))
    }

    /// Positions of all releases in the span.
    pub fn releases(&self) -> impl Iterator<Item = Flat> + use<> {
        let range = *self;
        channels().iter().flat_map(move |channel| range.within(channel).map(move |at| channel.first_flat + at))
    }

    /// The part of a channel in the span. It is contiguous, because keys are in order within a channel.
    fn within(&self, channel: &Channel) -> std::ops::Range<usize> {
        if self.on != "*" && !self.on.split('|').any(|on| on == channel.id || on == channel.line) {
            return 0..0;
        }
        let orders = &all().orders;
        let order = |key| orders.get(&(channel.line, key)).copied();
        let named = |bound: &str| channel.releases.iter().position(|r| r.name == bound);
        let len = channel.releases.len();
        let start = match (self.first, order(self.first)) {
            ("", _) => 0,
            (_, Some(bound)) => channel.releases.partition_point(|r| order(r.key) < Some(bound)),
            (first, None) => named(first).unwrap_or(len),
        };
        let end = match (self.last, order(self.last)) {
            ("", _) => len,
            (_, Some(bound)) => channel.releases.partition_point(|r| order(r.key) <= Some(bound)),
            (last, None) => named(last).map_or(0, |at| at + 1),
        };
        start..end.max(start)
    }
}

/// Major, minor and patch of a release's name; a suffix of the patch number (`0rc1`, `0-dev2021`) does not count.
pub fn numbers(release: &str) -> Option<(u32, u32, u32)> {
    let mut parts = release.splitn(3, '.');
    let mut next = || {
        let part = parts.next()?;
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        part[..digits].parse().ok()
    };
    Some((next()?, next()?, next().unwrap_or(0)))
}
