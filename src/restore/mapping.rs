//! Restores with a mapping: variables of the program that take the value of another key of the checkpoint.
//!
//! By names the mapping belongs to the call (`tf.compat.v1.train.Saver({key: variable})`). By objects the values are
//! assigned after the restore (`tf.train.load_checkpoint(…).get_tensor(key)`, `variable.assign`).

use super::outcome::{How, Misfit, Outcome, Taken, ValueType, fits};
use crate::json::vocabulary;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A variable and the key whose value it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Key under which the program would save the variable, or its name.
    pub into: String,
    /// Key in the checkpoint.
    pub key: String,
}

vocabulary! {
/// The result of a mapped pair.
pub enum Mapped {
    /// The variable takes the value.
    #[default]
    Taken = "taken",
    /// The variable takes the value, which `assign` converts to its dtype.
    Converted = "converted",
    /// dtype or shape of the value is not the variable's.
    Misfit = "misfit",
    /// The program has no such variable.
    NoVariable = "no-variable",
    /// The checkpoint has no such value, or a Saver has no name for it.
    NoKey = "no-key",
    /// The restore itself gives the variable a value.
    HasValue = "has-value",
    /// Another variable takes the value: a Saver has one variable for each key.
    KeyUsed = "key-used",
}
}

/// The pairs without those that a later pair for the same variable replaces.
pub fn latest(mapping: &[Pair]) -> Vec<Pair> {
    let mut seen = BTreeSet::new();
    let mut kept: Vec<Pair> = mapping.iter().rev().filter(|pair| seen.insert(&pair.into)).cloned().collect();
    kept.reverse();
    kept
}

/// Adds the mapping to `keys`, the keys by names of [`super::restore_names`]. Returns a result for each pair; whether
/// a taken value fits is known after the restore.
pub fn map_names(
    checkpoint: &BTreeMap<String, ValueType>,
    keys: &mut BTreeMap<String, String>,
    program: &BTreeMap<String, Option<ValueType>>,
    mapping: &[Pair],
) -> Vec<Mapped> {
    let named: BTreeSet<String> = keys.values().cloned().collect();
    let possible = |pair: &Pair| match program.contains_key(&pair.into) {
        false => Mapped::NoVariable,
        true if !checkpoint.contains_key(&pair.key) || !named.contains(&pair.key) => Mapped::NoKey,
        true => Mapped::Taken,
    };
    let mut results: Vec<Mapped> = mapping.iter().map(possible).collect();
    let accepted = mapping.iter().zip(&results).filter(|(_, result)| **result == Mapped::Taken);
    let moved: BTreeSet<&str> = accepted.map(|(pair, _)| pair.into.as_str()).collect();
    let unmoved = program.keys().filter(|name| !moved.contains(name.as_str()));
    let mut used: BTreeSet<String> = unmoved.map(|name| keys.get(name).unwrap_or(name).clone()).collect();
    for (pair, result) in mapping.iter().zip(&mut results) {
        if *result != Mapped::Taken {
            continue;
        }
        if used.insert(pair.key.clone()) {
            keys.insert(pair.into.clone(), pair.key.clone());
        } else {
            *result = Mapped::KeyUsed;
        }
    }
    results
}

/// Whether the values that a restore by names took for the mapped variables fit.
pub fn fitting(outcome: &Outcome, mapping: &[Pair], results: &mut [Mapped]) {
    let misfits: BTreeSet<&str> = outcome.misfits.iter().map(|misfit| misfit.into.as_str()).collect();
    for (pair, result) in mapping.iter().zip(results) {
        if *result == Mapped::Taken && misfits.contains(pair.into.as_str()) {
            *result = Mapped::Misfit;
        }
    }
}

/// Result of `variable.assign(reader.get_tensor(key))`: the shapes must be equal; NumPy's numbers are converted.
fn assigned(stored: Option<&ValueType>, wanted: Option<&ValueType>) -> Mapped {
    match (stored, wanted) {
        _ if fits(stored, wanted) => Mapped::Taken,
        (Some(stored), Some(wanted))
            if stored.shape == wanted.shape && is_number(&stored.dtype) && is_number(&wanted.dtype) =>
        {
            Mapped::Converted
        }
        _ => Mapped::Misfit,
    }
}

/// Whether `assign` converts between this dtype and the others of the list: observed in TensorFlow 2.21.0.
fn is_number(dtype: &str) -> bool {
    matches!(
        dtype,
        "float16"
            | "bfloat16"
            | "float32"
            | "float64"
            | "int8"
            | "uint8"
            | "int16"
            | "int32"
            | "int64"
            | "uint32"
            | "uint64"
            | "bool"
            | "complex64"
            | "complex128"
    )
}

/// Assigns mapped values after a restore by objects to variables that the restore left without one.
pub fn assign(
    outcome: &mut Outcome,
    checkpoint: &BTreeMap<String, ValueType>,
    program: &BTreeMap<String, ValueType>,
    mapping: &[Pair],
) -> Vec<Mapped> {
    let missing: HashMap<String, bool> =
        outcome.missing.iter().map(|missing| (missing.key.clone(), missing.slot)).collect();
    let filled: BTreeSet<&str> = outcome
        .taken
        .iter()
        .map(|taken| taken.into.as_str())
        .chain(outcome.misfits.iter().map(|misfit| misfit.into.as_str()))
        .collect();
    let result = |pair: &Pair| match (missing.contains_key(&pair.into), checkpoint.contains_key(&pair.key)) {
        (false, _) if filled.contains(pair.into.as_str()) => Mapped::HasValue,
        (false, _) => Mapped::NoVariable,
        (true, false) => Mapped::NoKey,
        (true, true) => assigned(checkpoint.get(&pair.key), program.get(&pair.into)),
    };
    let results: Vec<Mapped> = mapping.iter().map(result).collect();
    let (mut into, mut used) = (BTreeSet::new(), BTreeSet::new());
    for (pair, result) in mapping.iter().zip(&results) {
        let (key, variable) = (pair.key.clone(), pair.into.clone());
        match result {
            Mapped::Taken | Mapped::Converted => {
                let how = if *result == Mapped::Taken { How::Assigned } else { How::Converted };
                outcome.taken.push(Taken { key, into: variable, how, slot: missing[&pair.into] });
            }
            Mapped::Misfit => {
                let stored = checkpoint.get(&key).cloned().unwrap_or_default();
                let wanted = program.get(&variable).cloned().unwrap_or_default();
                outcome.misfits.push(Misfit { key, into: variable, stored, wanted });
            }
            _ => continue,
        }
        into.insert(pair.into.as_str());
        used.insert(pair.key.as_str());
    }
    outcome.missing.retain(|missing| !into.contains(missing.key.as_str()));
    outcome.left.retain(|left| !used.contains(left.key.as_str()));
    outcome.waiting.retain(|waiting| !used.contains(waiting.key.as_str()));
    results
}
