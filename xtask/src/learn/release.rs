//! The row of a release in `channels.csv`: its position, its key, and how its facts are known.

use std::cmp::Ordering;

use super::knowledge::{Knowledge, Release};

/// Compares version numbers as a package index does: `2.22.0rc0` is before `2.22.0`.
pub fn compare(a: &str, b: &str) -> Ordering {
    parts(a).cmp(&parts(b))
}

/// The numbers of a version, and the rank and number of its suffix: `a1`, `rc0`, none, `.post1`.
fn parts(version: &str) -> (Vec<u32>, u8, u32) {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
    let suffix = ["a", "b", "rc", ".post"].iter().enumerate().find_map(|(at, word)| {
        let (numbers, number) = version.split_once(word)?;
        Some((numbers, [0, 1, 2, 4][at], digits(number)))
    });
    let (numbers, rank, number) = suffix.unwrap_or((version, 3, 0));
    (numbers.split('.').map(digits).collect(), rank, number)
}

/// Major and minor number.
fn branch(version: &str) -> &str {
    let end = version.match_indices('.').nth(1).map_or(version.len(), |(at, _)| at);
    &version[..end]
}

/// Whether a version is neither a candidate nor an alpha.
fn is_final(version: &str) -> bool {
    parts(version).1 >= 3
}

/// The release as a row would name it, and whether its line lets patch releases share the key of their branch. A line whose
/// final releases all have a key of their own goes on like that.
pub fn described(knowledge: &Knowledge, channel: &str, name: &str) -> Option<(Release, bool)> {
    let releases = knowledge.releases(channel);
    let line = releases.first()?.line.clone();
    let shares = releases.iter().any(|release| is_final(&release.name) && release.key != release.name);
    let of_branch = releases.iter().rfind(|release| branch(&release.name) == branch(name));
    let key = of_branch.filter(|_| shares).map_or_else(|| name.to_owned(), |release| release.key.clone());
    Some((Release { channel: channel.to_owned(), name: name.to_owned(), line, key }, shares))
}

/// The release before another one: the newest of the channel that is older.
pub fn predecessor(knowledge: &Knowledge, channel: &str, name: &str) -> Option<Release> {
    let before = |release: &Release| compare(&release.name, name) == Ordering::Less;
    let known = knowledge.releases(channel);
    match known.iter().position(|release| release.name == name) {
        Some(at) => at.checked_sub(1).map(|at| known[at].clone()),
        None => known.into_iter().rfind(before),
    }
}

/// Adds the row of a release, or fills the cells of its row. Facts that a wheel was asked about are `observed`.
pub fn add(knowledge: &mut Knowledge, release: &Release, cells: &[(&str, &str)]) {
    let row = match knowledge.table("channels").find(&[("channel", &release.channel), ("release", &release.name)]).pop()
    {
        Some(row) => row,
        None => {
            let at = place(knowledge, release);
            let named = [
                ("channel", release.channel.as_str()),
                ("release", release.name.as_str()),
                ("line", release.line.as_str()),
                ("key", release.key.as_str()),
            ];
            knowledge.edit("channels").insert(at, &named);
            at
        }
    };
    for (column, value) in cells {
        knowledge.edit("channels").set(row, column, value);
    }
}

/// After the newest older release of the same branch, or else of the channel.
fn place(knowledge: &Knowledge, release: &Release) -> usize {
    let channels = knowledge.table("channels");
    let rows = channels.find(&[("channel", &release.channel)]);
    let name = |row: &usize| channels.get(*row, "release");
    let is_older = |row: &&usize| compare(&name(row), &release.name) == Ordering::Less;
    let of_branch = rows.iter().filter(|row| branch(&name(row)) == branch(&release.name)).rfind(is_older);
    let after = of_branch.or_else(|| rows.iter().rfind(is_older)).map(|row| row + 1);
    after.or(rows.first().copied()).unwrap_or(channels.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "channel,release,date,line,key,tflite,source\n";

    fn knowledge() -> Knowledge {
        let rows = "tensorflow,2.0.0,,tensorflow-lite,2.0.0,,s\ntensorflow,1.15.0,,tensorflow-lite,1.15.0,,s\n\
                    tensorflow,2.21.0rc0,,tensorflow-lite,2.21.0,,s\ntensorflow,2.21.0,,tensorflow-lite,2.21.0,,s\n\
                    tensorflow,2.21.1,,tensorflow-lite,2.21.0,,s\ntensorflow,2.22.0rc0,,tensorflow-lite,2.22.0rc0,,s\n\
                    ai-edge-litert,2.1.0rc1,,litert,2.1.0,,s\nai-edge-litert,2.1.0,,litert,2.1.0,,s\n\
                    ai-edge-litert,2.1.1,,litert,2.1.1,,s\n";
        Knowledge::of(&[("channels", &format!("{HEAD}{rows}"))])
    }

    #[test]
    fn candidates_come_before_their_release() {
        let mut names = ["2.1.0", "2.0.2a1", "2.15.0.post1", "2.1.0rc1", "2.15.0", "2.0.2", "2.15.1"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["2.0.2a1", "2.0.2", "2.1.0rc1", "2.1.0", "2.15.0", "2.15.0.post1", "2.15.1"]);
    }

    #[test]
    fn a_patch_release_has_the_key_that_its_line_gives_it() {
        let key = |channel, name| described(&knowledge(), channel, name).map(|(release, _)| release.key);
        assert_eq!(key("tensorflow", "2.21.2").as_deref(), Some("2.21.0"));
        assert_eq!(key("tensorflow", "2.22.0").as_deref(), Some("2.22.0rc0"));
        assert_eq!(key("tensorflow", "2.23.0").as_deref(), Some("2.23.0"));
        assert_eq!(key("ai-edge-litert", "2.1.2").as_deref(), Some("2.1.2"));
        assert_eq!(key("none", "1.0"), None);
    }

    #[test]
    fn a_release_is_added_once_and_in_the_order_of_its_branch() {
        for (channel, name, at) in
            [("tensorflow", "2.21.2", 5), ("tensorflow", "2.22.0", 6), ("ai-edge-litert", "2.1.2", 9)]
        {
            let mut knowledge = knowledge();
            let (release, _) = described(&knowledge, channel, name).unwrap();
            add(&mut knowledge, &release, &[("tflite", "observed"), ("source", "asked")]);
            let line = knowledge.table("channels").lines()[at].clone();
            assert_eq!(line, format!("{channel},{name},,{},{},observed,asked", release.line, release.key));
            let once = knowledge.clone();
            add(&mut knowledge, &release, &[("tflite", "observed"), ("source", "asked")]);
            assert_eq!(knowledge, once);
        }
    }

    #[test]
    fn the_release_before_is_the_newest_older_one() {
        let before = |name| predecessor(&knowledge(), "tensorflow", name).map(|release| release.name);
        assert_eq!(before("2.22.0rc0").as_deref(), Some("2.21.1"));
        assert_eq!(before("2.23.0.dev20261026").as_deref(), Some("2.22.0rc0"));
    }
}
