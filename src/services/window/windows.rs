//! The data of a picture, from a report.

use super::schema::{ChannelReleases, ChannelWindow, DatedRelease, FileWindows, LoadingRun, WindowTarget, Windows};
use crate::report::schema::{Artifact, Kind, Outcome, SCHEMA, Window};
use crate::report::together::together;
use crate::report::what_if::{Row, rows};
use std::collections::BTreeSet;

/// The release that a picture marks.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Channel and version string as the user names them.
    pub name: (&'a str, &'a str),
    /// Channel and release of the windows that answer; see [`super::row_of`].
    pub row: (&'a str, &'a str),
    /// Its outcome in a file's windows; `None` without facts about the channel.
    pub outcome: &'a dyn Fn(&[Window]) -> Option<Outcome>,
}

impl Windows {
    /// The windows of files, and of all of them together. A state file is a list of checkpoints and has no window: it is
    /// left out beside other files.
    pub fn of<'a>(artifacts: impl IntoIterator<Item = &'a Artifact>, target: Option<Asked<'_>>) -> Self {
        let artifacts: Vec<&Artifact> = artifacts.into_iter().collect();
        let is_list = |one: &&Artifact| one.kind == Kind::CheckpointState && one.error.is_none();
        let all_lists = artifacts.iter().all(is_list);
        let shown: Vec<&Artifact> = artifacts.into_iter().filter(|one| all_lists || !is_list(one)).collect();
        let all: Vec<Vec<Row>> = shown.iter().map(|artifact| rows(artifact, &BTreeSet::new())).collect();
        let files: Vec<FileWindows> =
            shown.iter().zip(&all).map(|(artifact, rows)| file(artifact, rows, target)).collect();
        let readable: Vec<Vec<Row>> = all.iter().filter(|rows| !rows.is_empty()).cloned().collect();
        let together = if files.len() > 1 { together(&readable) } else { Vec::new() };
        let mut channels: Vec<ChannelReleases> = Vec::new();
        for row in all.iter().flatten() {
            if channels.iter().all(|known| known.channel != row.channel) {
                let releases = (0..row.cells.len()).map(|cell| dated(row, cell)).collect();
                channels.push(ChannelReleases { channel: row.channel.clone(), releases });
            }
        }
        let target = target.map(|asked| WindowTarget {
            channel: asked.name.0.to_owned(),
            release: asked.name.1.to_owned(),
            outcome: files.iter().filter_map(|file| file.at_target).max(),
            row: (asked.row.0.to_owned(), asked.row.1.to_owned()),
        });
        Self { schema: SCHEMA, target, files, together: together.iter().map(window).collect(), channels }
    }

    /// Index of the target among the releases of a channel; `None` when the target is of another one.
    pub(super) fn target_in(&self, channel: &str) -> Option<usize> {
        let (known, number) = &self.target.as_ref()?.row;
        let at = || self.releases(channel).iter().position(|one| one.release == *number);
        (known == channel).then(at).flatten()
    }

    /// Releases of a channel.
    pub(super) fn releases(&self, channel: &str) -> &[DatedRelease] {
        self.channels.iter().find(|known| known.channel == channel).map_or(&[], |known| &known.releases)
    }
}

fn file(artifact: &Artifact, rows: &[Row], target: Option<Asked<'_>>) -> FileWindows {
    FileWindows {
        name: artifact.name.clone(),
        kind: artifact.kind,
        action: artifact.action,
        error: artifact.error.clone(),
        windows: rows.iter().map(window).collect(),
        at_target: target.and_then(|asked| (asked.outcome)(&artifact.windows)),
    }
}

fn window(row: &Row) -> ChannelWindow {
    let run = |(first, last): (usize, usize)| LoadingRun { first: dated(row, first), last: dated(row, last) };
    ChannelWindow {
        channel: row.channel.clone(),
        outcomes: row.cells.iter().map(|cell| cell.outcome).collect(),
        runs: row.runs().into_iter().map(run).collect(),
    }
}

fn dated(row: &Row, cell: usize) -> DatedRelease {
    let cell = &row.cells[cell];
    DatedRelease { release: cell.release.clone(), date: cell.date.clone() }
}
