//! The English locale: values that messages select by, and replaced phrases that must not return.

use vintage::report::CHOICES;

/// Name and text of every English locale file.
fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/locales/en");
    let entries = std::fs::read_dir(folder).expect("the English words");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text")))
        .collect();
    files.sort();
    assert!(files.len() > 10);
    files
}

/// The page marks names in messages; a value that a message chooses by must not be marked, so all of them are listed.
#[test]
fn every_word_that_a_message_chooses_by_is_known_to_the_page() {
    let plurals = ["zero", "one", "two", "few", "many", "other"];
    let mut found = 0;
    for (file, text) in files() {
        for line in text.lines() {
            // `[none] .`; the default variant begins with `*`.
            let Some(key) = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']')) else { continue };
            if plurals.contains(&key.0) || key.0.parse::<f64>().is_ok() {
                continue;
            }
            assert!(CHOICES.contains(&key.0), "{file}: [{}] is not among the choices", key.0);
            found += 1;
        }
    }
    assert!(found > 3, "only {found} choices");
}

#[test]
fn replaced_phrases_stay_out() {
    let replaced = [
        "Drop it:",
        "= that is: ",
        "so its description says",
        "its graph number is",
        "its line tells",
        "Look at the line of",
        "if it is made of stable parts only",
        "of it without a word",
        "Not read yet",
        "must read “TFL3” and read",
        "ms an invocation",
        "checksum right",
        "graph of 2017",
        "What its makers say",
        "Functions it offers",
        "Goes with",
        "The same as a list",
        "So it is in",
        "Graphs that do not",
        "could not be had",
        "Read in part",
        "begins no major",
        "stand in the list",
        "is no version",
        "is no day",
        "among what the runtime knows",
        "worth handing over",
        "cannot be told",
        "does without",
        "of today",
        "hardly a text proto",
        "place that is not there",
        "of somebody's own",
        "Its newest",
        "is none that a value",
        "or the other way round",
        "the plain form",
        "for one.",
        "is no valid",
        "no JSON any more",
        "does not say who wrote it",
    ];
    for (file, text) in files() {
        for phrase in replaced {
            assert!(!text.contains(phrase), "{file} has “{phrase}” again");
        }
    }
}
