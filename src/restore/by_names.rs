//! Simulates `tf.compat.v1.train.Saver.restore`: values are found by their names alone.

use super::outcome::{How, Left, Misfit, Missing, Outcome, Taken, ValueType, Why, fits};
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of restoring a checkpoint into the variables of `program`; a variable of unknown type fits any value.
///
/// `keys` maps names to keys if the checkpoint has an object graph, which records the names (`full_name`): such a
/// checkpoint can also be read by name. Other names are keys.
pub fn restore_names(
    checkpoint: &BTreeMap<String, ValueType>,
    keys: &BTreeMap<String, String>,
    program: &BTreeMap<String, Option<ValueType>>,
) -> Outcome {
    let mut out = Outcome::default();
    let mut used = BTreeSet::new();
    for (name, wanted) in program {
        let key = keys.get(name).unwrap_or(name);
        let Some(stored) = checkpoint.get(key) else {
            out.missing.push(Missing { key: name.clone(), slot: false });
            continue;
        };
        used.insert(key.as_str());
        let (key, into) = (key.clone(), name.clone());
        if fits(Some(stored), wanted.as_ref()) {
            out.taken.push(Taken { key, into, how: How::Restored, slot: false });
        } else {
            let wanted = wanted.clone().unwrap_or_default();
            out.misfits.push(Misfit { key, into, stored: stored.clone(), wanted });
        }
    }
    let left = checkpoint.keys().filter(|key| !used.contains(key.as_str()));
    out.left.extend(left.map(|key| Left { key: key.clone(), why: Why::NoName, slot: false }));
    out
}
