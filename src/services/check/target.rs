//! Targets as people write them: `tensorflow@2.15.1`, `tf@2.15`, `v2.15.0`, `latest`.

use crate::compat;
use crate::message::Message;
use crate::services::delegates::followed;

/// Channel of a target without one.
pub const DEFAULT: &str = "tensorflow";
/// Its short name.
const SHORT: &str = "tf";

/// A known release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Id of the channel, or of a package that follows one.
    pub channel: String,
    /// The release in full.
    pub release: String,
}

/// The target of a text, or the error: the id of its text, with values.
pub fn read(text: &str) -> Result<Target, Message> {
    let (channel, release) = text.split_once('@').unwrap_or((DEFAULT, text));
    let all = channels();
    let named = channel.trim().to_ascii_lowercase();
    let Some(channel) = channel_named(&named, &all) else {
        let wrong = match nearest(&named, &all) {
            Some(meant) => error("cli-no-channel-meant").with("meant", meant),
            None => error("cli-no-channel"),
        };
        return Err(wrong.with("channel", channel).with("known", all.join(", ")));
    };
    let known = releases(&channel);
    match release_named(release.trim(), &known) {
        Some(release) => Ok(Target { channel, release }),
        // Such a package's own release may not be one of the channel that it follows.
        None if followed(&channel, release).is_some_and(|(_, own)| own != release) => {
            Ok(Target { channel, release: release.to_owned() })
        }
        None => {
            let newest = known.iter().rev().find(|one| is_final(one)).or(known.last()).cloned().unwrap_or_default();
            let meant = nearest_release(release, &known);
            let wrong = error("cli-release-unknown").with("channel", channel).with("release", release);
            Err(wrong.with("meant", meant.as_ref().unwrap_or(&newest)).with("newest", &newest))
        }
    }
}

/// The error with this text, still without values.
fn error(id: &'static str) -> Message {
    Message::new(id)
}

/// Ids of all channels and of the packages that follow one.
fn channels() -> Vec<String> {
    let own = compat::channels().iter().map(|channel| channel.id.to_owned());
    own.chain(compat::following().iter().map(|package| package.id.to_owned())).collect()
}

/// A channel by its id, or by a unique word of it: `litert` is `ai-edge-litert`.
fn channel_named(name: &str, all: &[String]) -> Option<String> {
    if let Some(exact) = all.iter().find(|id| *id == name) {
        return Some(exact.clone());
    }
    if name == SHORT {
        return Some(DEFAULT.to_owned());
    }
    let own = compat::channels().iter().map(|channel| channel.id);
    let mut having = own.filter(|id| id.split('-').any(|word| word == name));
    having.next().filter(|_| having.next().is_none()).map(str::to_owned)
}

/// Releases of a channel, oldest first.
pub fn releases(channel: &str) -> Vec<String> {
    let follows = compat::following().iter().find(|package| package.id == channel);
    let own = follows.map_or(channel, |package| package.follows);
    let all: Vec<String> = compat::channels()
        .iter()
        .filter(|one| one.id == own)
        .flat_map(|one| one.releases.iter().map(|release| release.name.to_owned()))
        .collect();
    let Some(package) = follows else { return all };
    let at = |name: &str| all.iter().position(|one| one == name);
    let (first, last) =
        (at(package.first).unwrap_or_default(), at(package.last).unwrap_or(all.len().saturating_sub(1)));
    all.get(first..=last).unwrap_or_default().to_vec()
}

/// A release in full; without its patch number the newest of that line, `latest` the newest of all.
fn release_named(text: &str, known: &[String]) -> Option<String> {
    let name = text.strip_prefix(['v', 'V']).unwrap_or(text);
    if let Some(exact) = known.iter().find(|one| *one == name) {
        return Some(exact.clone());
    }
    let mut finals = known.iter().rev().filter(|one| is_final(one));
    if name.eq_ignore_ascii_case("latest") {
        return finals.next().cloned();
    }
    let line = format!("{name}.");
    let is_line =
        !name.is_empty() && name.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    finals.find(|one| is_line && one.starts_with(&line)).cloned()
}

/// Whether a release is final: no `rc`, no `b`.
pub fn is_final(release: &str) -> bool {
    release.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The closest release to a number that does not exist: the newest of its line, or the newest of all.
fn nearest_release(text: &str, known: &[String]) -> Option<String> {
    let numbers = |text: &str| -> Option<Vec<u32>> { text.split('.').map(|part| part.parse().ok()).collect() };
    let wanted = numbers(text.strip_prefix(['v', 'V']).unwrap_or(text))?;
    let finals = || known.iter().filter(|one| is_final(one)).filter_map(|one| Some((numbers(one)?, one)));
    let before = finals().filter(|(own, _)| *own <= wanted).max_by(|a, b| a.0.cmp(&b.0));
    before.or_else(|| finals().next()).map(|(_, one)| one.clone())
}

fn nearest(name: &str, all: &[String]) -> Option<String> {
    let near = all.iter().map(|one| (distance(name, one), one));
    let most = name.chars().count() / 3 + 1;
    near.filter(|(steps, _)| *steps <= most).min_by_key(|(steps, _)| *steps).map(|(_, one)| one.clone())
}

/// Characters to insert, remove or change (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (diagonal + usize::from(x != *y)).min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> String {
        match read(text) {
            Ok(target) => format!("{}@{}", target.channel, target.release),
            Err(wrong) => format!("{} {}", wrong.id, wrong.value("meant").unwrap_or_default()),
        }
    }

    #[test]
    fn releases_are_found_as_people_write_them() {
        assert_eq!(named("tensorflow@2.15.1"), "tensorflow@2.15.1");
        assert_eq!(named("2.15"), "tensorflow@2.15.1");
        assert_eq!(named("v2.15.0"), "tensorflow@2.15.0");
        assert_eq!(named("tf@2.15"), "tensorflow@2.15.1");
        assert_eq!(named("litert@latest"), named("ai-edge-litert@latest"));
        assert_eq!(named("tflite@2.14"), "tflite-runtime@2.14.0");
        let newest = releases("tensorflow").into_iter().rfind(|one| is_final(one)).expect("a release");
        assert_eq!(named("latest"), format!("tensorflow@{newest}"));
    }

    #[test]
    fn a_release_that_does_not_exist_is_no_target_but_has_a_likely_one() {
        assert_eq!(named("tensorflow@2.15.7"), "cli-release-unknown 2.15.1");
        assert_eq!(named("tensorflow@0.1"), "cli-release-unknown 0.12.0");
        assert_eq!(named("tensorflwo@2.15.1"), "cli-no-channel-meant tensorflow");
        assert_eq!(named("pytorch@2.0"), "cli-no-channel ");
        assert!(named("tensorflow@2.99").starts_with("cli-release-unknown 2."));
        assert!(named("tensorflow@").starts_with("cli-release-unknown "));
        assert!(named("2").starts_with("tensorflow@2."), "the newest release of TensorFlow 2");
    }

    #[test]
    fn packages_that_follow_a_channel_have_releases_of_their_own() {
        assert_eq!(named("maven-tensorflow-lite@latest"), "maven-tensorflow-lite@2.16.1");
        assert_eq!(named("maven-tensorflow-lite@2.21.0"), "cli-release-unknown 2.16.1");
    }
}
