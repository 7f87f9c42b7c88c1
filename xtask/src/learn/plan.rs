//! The command line of `cargo xtask learn`.

use super::wheel::Wheel;
use crate::Result;

const USAGE: &str = "use `cargo xtask learn PACKAGE==RELEASE [--dry-run | --again] [--as RELEASE] [--models N] [--graphs N] [--no-loads] [--no-docs]`.";

/// Use of the learned rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// They are written.
    Write,
    /// They are printed.
    DryRun,
    /// The release is taken out of a copy of the tables, learned again, and compared with the tables.
    Again,
}

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The wheel that is asked.
    pub wheel: Wheel,
    /// Name of the release in the tables.
    pub release: String,
    /// Use of the learned rows.
    pub mode: Mode,
    /// Number of drawn models and graphs.
    pub drawn: [u32; 2],
    /// Whether the fixtures are loaded.
    pub with_loads: bool,
    /// Whether documents are written.
    pub with_docs: bool,
}

impl Plan {
    /// Reads the arguments. A nightly is not a release: without `--as` nothing is written.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let (mut wheel, mut release, mut mode) = (None, None, None);
        let (mut drawn, mut with_loads, mut with_docs) = ([600, 300], true, true);
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            match argument {
                "--dry-run" => mode = Some(Mode::DryRun),
                "--again" => mode = Some(Mode::Again),
                "--as" => release = Some(rest.next().ok_or(USAGE)?.to_owned()),
                "--models" | "--graphs" => {
                    let count = rest.next().and_then(|count| count.parse().ok()).ok_or(USAGE)?;
                    drawn[usize::from(argument == "--graphs")] = count;
                }
                "--no-loads" => with_loads = false,
                "--no-docs" => with_docs = false,
                text if wheel.is_none() && !text.starts_with('-') => wheel = Some(Wheel::named(text)?),
                _ => return Err(USAGE.into()),
            }
        }
        let wheel = wheel.ok_or(USAGE)?;
        let usual = if wheel.is_nightly && release.is_none() { Mode::DryRun } else { Mode::Write };
        let release = release.unwrap_or_else(|| wheel.release.clone());
        Ok(Self { wheel, release, mode: mode.unwrap_or(usual), drawn, with_loads, with_docs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Plan> {
        Plan::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_nightly_writes_nothing_unless_it_is_given_a_release() {
        assert_eq!(plan("keras==3.16.0").map(|p| p.mode), Ok(Mode::Write));
        assert_eq!(
            plan("tf-nightly==2.23.0.dev1").map(|p| (p.mode, p.release)),
            Ok((Mode::DryRun, "2.23.0.dev1".into()))
        );
        let named = plan("tf-nightly==2.23.0.dev1 --as 2.23.0rc0").map(|p| (p.mode, p.release));
        assert_eq!(named, Ok((Mode::Write, "2.23.0rc0".into())));
        assert_eq!(plan("keras==3.15.1 --again --models 9").map(|p| (p.mode, p.drawn)), Ok((Mode::Again, [9, 300])));
        assert!(plan("--again").is_err() && plan("keras").is_err() && plan("keras==1 --other").is_err());
    }
}
