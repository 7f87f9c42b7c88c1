//! Sources that name the newest release that was asked: `observed: load_model of keras 3.0.0 to 3.15.1`.

use super::knowledge::{Knowledge, Release};
use super::notes::Notes;

/// Channels, tables and facts whose source names the releases that a run asks again; an empty fact stands for all rows. The
/// second fact is about loads of the fixtures.
const ASKED: [(&str, &str, &str); 2] =
    [("tensorflow", "tf_dtypes", ""), ("tensorflow", "tf_sources", "saved-model-keras")];

/// Extends those texts to a release, and notes the others that end with the release before.
pub fn learn(knowledge: &mut Knowledge, release: &Release, predecessor: &Release, with_loads: bool, notes: &mut Notes) {
    let is_newest = knowledge.releases(&release.channel).last() == Some(release);
    let is_asked = |fact: &str| is_newest && (fact.is_empty() || with_loads);
    for (_, name, fact) in ASKED.iter().filter(|(channel, _, fact)| *channel == release.channel && is_asked(fact)) {
        let table = knowledge.edit(name);
        for row in 0..table.len() {
            let is_named = fact.is_empty() || table.find(&[("fact", fact)]).contains(&row);
            if is_named {
                let source = extended(&table.get(row, "source"), &release.channel, &predecessor.name, &release.name);
                table.set(row, "source", &source);
            }
        }
    }
    let ends = format!(" to {}", predecessor.name);
    let is_other = |name: &str| name.ends_with("_sources") || name.ends_with("_eras");
    let names: Vec<String> = knowledge.names().filter(|name| is_other(name)).map(str::to_owned).collect();
    for name in names {
        let table = knowledge.table(&name);
        for row in 0..table.len() {
            let source = table.get(row, "source");
            if source.contains(&format!("{} ", release.channel)) && source.contains(&ends) {
                notes.open(format!(
                    "{name}.csv: the source of row {} ends with {}: `{source}`.",
                    row + 2,
                    predecessor.name
                ));
            }
        }
    }
}

/// The reverse of [`learn`].
pub fn shorten(knowledge: &mut Knowledge, release: &Release, predecessor: &Release) {
    for (_, name, _) in ASKED.iter().filter(|(channel, _, _)| *channel == release.channel) {
        let table = knowledge.edit(name);
        for row in 0..table.len() {
            let source = extended(&table.get(row, "source"), &release.channel, &release.name, &predecessor.name);
            table.set(row, "source", &source);
        }
    }
}

/// `… CHANNEL A to BEFORE …` with the new release in place of the one before. Types of data are read in every wheel, and
/// their source names no channel.
fn extended(source: &str, channel: &str, before: &str, release: &str) -> String {
    let span = format!(" to {before}");
    let Some(end) = source.match_indices(&span).map(|(at, _)| at).find(|at| {
        let words: Vec<&str> = source[..*at].split(' ').collect();
        words.len() >= 2 && [channel, "wheels"].contains(&words[words.len() - 2])
    }) else {
        return source.to_owned();
    };
    format!("{} to {release}{}", &source[..end], &source[end + span.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_the_channel_is_extended() {
        let source = "observed: load_model of tensorflow 2.16.2 to 2.22.0rc0 and keras 3.0.0 to 3.15.1";
        let keras = extended(source, "keras", "3.15.1", "3.16.0");
        assert_eq!(keras, "observed: load_model of tensorflow 2.16.2 to 2.22.0rc0 and keras 3.0.0 to 3.16.0");
        assert_eq!(extended(&keras, "keras", "3.15.1", "3.16.0"), keras);
        assert_eq!(
            extended("types.proto in the wheels 0.12.0 to 2.21.0", "tensorflow", "2.21.0", "2.22.0"),
            "types.proto in the wheels 0.12.0 to 2.22.0"
        );
        assert_eq!(extended(source, "tensorflow", "3.15.1", "x"), source);
    }
}
