//! The data of a picture, from a report.

use super::schema::{ChannelReleases, ChannelWindow, DatedRelease, FileWindows, LoadingRun, WindowTarget, Windows};
use super::target::verdict_at;
use crate::report::schema::{Artifact, Kind, SCHEMA};
use crate::report::together::together;
use crate::report::what_if::{Row, rows};
use crate::services::delegates::followed;
use std::collections::BTreeSet;

impl Windows {
    /// The windows of files, and of all of them together. A state file is a list of checkpoints and has no window: it is
    /// left out beside other files.
    pub fn of(artifacts: &[Artifact], target: Option<(&str, &str)>) -> Self {
        let is_list = |one: &&Artifact| one.kind == Kind::CheckpointState && one.error.is_none();
        let all_lists = artifacts.iter().all(|one| is_list(&one));
        let shown: Vec<&Artifact> = artifacts.iter().filter(|one| all_lists || !is_list(one)).collect();
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
        let target = target.map(|(channel, release)| WindowTarget {
            channel: channel.to_owned(),
            release: release.to_owned(),
            outcome: files.iter().filter_map(|file| file.at_target).max(),
        });
        Self { schema: SCHEMA, target, files, together: together.iter().map(window).collect(), channels }
    }

    /// Index of the target among the releases of a channel; `None` when the target is of another one.
    pub(super) fn target_in(&self, channel: &str) -> Option<usize> {
        let target = self.target.as_ref()?;
        let followed = followed(&target.channel, &target.release);
        let (known, number) = followed
            .as_ref()
            .map_or((target.channel.as_str(), target.release.as_str()), |(known, number)| (*known, number.as_str()));
        let at = || self.releases(channel).iter().position(|one| one.release == number);
        (known == channel).then(at).flatten()
    }

    /// Releases of a channel.
    pub(super) fn releases(&self, channel: &str) -> &[DatedRelease] {
        self.channels.iter().find(|known| known.channel == channel).map_or(&[], |known| &known.releases)
    }
}

fn file(artifact: &Artifact, rows: &[Row], target: Option<(&str, &str)>) -> FileWindows {
    let verdict = target.and_then(|(channel, release)| verdict_at(&artifact.windows, channel, release).ok());
    FileWindows {
        name: artifact.name.clone(),
        kind: artifact.kind,
        action: artifact.action,
        error: artifact.error.clone(),
        windows: rows.iter().map(window).collect(),
        at_target: verdict.map(|verdict| verdict.outcome),
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
