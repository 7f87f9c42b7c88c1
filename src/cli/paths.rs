//! Arguments that commands share: the paths to open, and the limits of the readers.

use super::wrong_value::WrongValue;
use crate::bytes::Limits;
use std::path::PathBuf;

/// Paths to open: files, folders, archives, checkpoint prefixes.
#[derive(clap::Args)]
pub struct Paths {
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = limit)]
    pub limits: Vec<(String, u64)>,
}

impl Paths {
    /// The limits of this call.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for (name, value) in &self.limits {
            limits.set(name, *value);
        }
        limits
    }
}

/// A limit as written on the command line.
pub fn limit(text: &str) -> Result<(String, u64), WrongValue> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    let known = parsed.filter(|(name, value)| Limits::default().set(name, *value));
    known.ok_or_else(|| {
        let names: Vec<&str> = Limits::default().all().into_iter().map(|(name, _)| name).collect();
        WrongValue::new("cli-limit-form", &[("names", &names.join(", "))])
    })
}
