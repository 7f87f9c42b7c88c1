//! The contract of `vintage window --json`.

use crate::report::schema::{Action, ErrorInfo, Kind, Outcome, Outcomes};
use serde::Serialize;

/// The windows of files, for one picture or table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Windows {
    /// Number of the schema.
    pub schema: u32,
    /// The release that was asked about; null without one.
    pub target: Option<WindowTarget>,
    /// One entry for each group of files that belong together.
    pub files: Vec<FileWindows>,
    /// The windows of all files together, in channels that every file has; empty with fewer than two files.
    pub together: Vec<ChannelWindow>,
    /// Releases of each channel that occurs, in the order of [`ChannelWindow::outcomes`].
    pub channels: Vec<ChannelReleases>,
}

/// A release by channel and version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct WindowTarget {
    /// Channel id, or id of a package that follows one.
    pub channel: String,
    /// Version string.
    pub release: String,
    /// The worst outcome of all files; null when none of them has facts about the channel.
    pub outcome: Option<Outcome>,
    /// Channel and release of the windows that answer: the followed ones for a package that follows a channel.
    #[serde(skip)]
    pub row: (String, String),
}

/// A file with its windows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FileWindows {
    /// Name to show: file, folder or checkpoint prefix.
    pub name: String,
    /// Kind.
    pub kind: Kind,
    /// Meaning of "loads"; null without windows.
    pub action: Option<Action>,
    /// The error of a file that cannot be read, or only in part; otherwise null.
    pub error: Option<ErrorInfo>,
    /// Windows by channel.
    pub windows: Vec<ChannelWindow>,
    /// Outcome in the target; null without a target or without facts about its channel.
    pub at_target: Option<Outcome>,
}

/// A window without the reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ChannelWindow {
    /// Channel id.
    pub channel: String,
    /// One character per release, in channel order: `l` loads, `w` warns, `r` refused, `?` unknown.
    pub outcomes: Outcomes,
    /// Runs of neighboring releases that load the file, with or without warnings.
    pub runs: Vec<LoadingRun>,
}

/// Neighboring releases that load a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct LoadingRun {
    /// The first of them.
    pub first: DatedRelease,
    /// The last of them.
    pub last: DatedRelease,
}

/// A release with its date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct DatedRelease {
    /// Version string.
    pub release: String,
    /// Upload date, ISO 8601.
    pub date: String,
}

/// A channel's releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ChannelReleases {
    /// Channel id.
    pub channel: String,
    /// Its releases, in channel order.
    pub releases: Vec<DatedRelease>,
}
