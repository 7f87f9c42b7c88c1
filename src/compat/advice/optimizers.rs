//! Identifies the optimizer that wrote the state in a checkpoint, by its layout: each of three eras of Keras has its
//! own layout, and classes of one era do not restore the state of another.

use super::table;

/// How the state of an optimizer is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// `tf.keras.optimizers` up to 2.10, `tf.keras.optimizers.legacy` in 2.11 to 2.15: `iter`, and slot variables
    /// attached to their variables.
    Slots,
    /// `tf.keras.optimizers` in 2.11 to 2.15: `_iterations`, and a list `_variables` that begins with it.
    Variables,
    /// Keras 3: the same list with the learning rate before the state, which shifts it by one, and
    /// `_trainable_variables`.
    Keras3,
    /// `tf.compat.v1.train`: slots by name, and powers of the betas.
    Names,
}

/// An optimizer with state in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimizer {
    /// Path of its object; empty when it was written by name.
    pub path: String,
    /// How its state is laid out.
    pub layout: Layout,
    /// Classes with these slots; empty when none is known.
    pub classes: &'static str,
    /// Names of its slots, such as `m`, `v`; empty if the layout has no names.
    pub slots: Vec<String>,
    /// Keys that show it, first ones first.
    pub keys: Vec<String>,
}

/// Releases whose optimizers restore a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// First release of TensorFlow, such as `2.11`; empty for the beginning.
    pub first: &'static str,
    /// Last release of TensorFlow; empty when there is none.
    pub last: &'static str,
    /// Module with the classes; empty when it depends on the class.
    pub module: &'static str,
    /// Package to install beside TensorFlow; may be empty.
    pub install: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Eras of a layout, oldest first: at least one.
pub fn eras(layout: Layout) -> Vec<Era> {
    let word = match layout {
        Layout::Slots => "slots",
        Layout::Variables => "variables",
        Layout::Keras3 => "keras3",
        Layout::Names => "names",
    };
    let t = table("optimizer_eras");
    let era = |row: usize| {
        let [first, last, module, install, source] =
            ["first", "last", "module", "install", "source"].map(|column| t.column(column).at(row));
        Era { first, last, module, install, source }
    };
    (0..t.rows).filter(|&row| t.column("layout").at(row) == word).map(era).collect()
}

/// Keys kept as evidence.
const SHOWN: usize = 4;

/// Ends of the keys of an object graph.
const VALUE: &str = "/.ATTRIBUTES/VARIABLE_VALUE";
/// The part of a key between a variable and the optimizer that keeps a slot for it.
const SLOT: &str = "/.OPTIMIZER_SLOT/";

/// Slots by class up to 2.10. Source of both tables: checkpoints of every optimizer, written by tensorflow 2.5.3,
/// 2.15.1 and 2.21.0.
const OLD: [(&[&str], &str); 10] = [
    (&["m", "v"], "Adam, Adamax"),
    (&["m", "v", "vhat"], "Adam(amsgrad=True)"),
    (&["momentum"], "SGD(momentum=…)"),
    (&["rms"], "RMSprop"),
    (&["momentum", "rms"], "RMSprop(momentum=…)"),
    (&["mg", "rms"], "RMSprop(centered=True)"),
    (&["accumulator"], "Adagrad"),
    (&["accum_grad", "accum_var"], "Adadelta"),
    (&["mg", "momentum", "rms"], "RMSprop(centered=True, momentum=…)"),
    (&["accumulator", "linear"], "Ftrl"),
];

/// Lists of state by class since 2.11.
const NEW: [(&[&str], &str); 12] = [
    (&["_momentums", "_velocities"], "Adam, AdamW, Lamb"),
    (&["_momentums", "_velocities", "_velocity_hats"], "Adam(amsgrad=True), AdamW(amsgrad=True)"),
    (&["_momentums", "_u_product", "_velocities"], "Nadam"),
    (&["_m", "_u"], "Adamax"),
    (&["momentums"], "SGD, Lion"),
    (&["_momentums"], "Lion"),
    (&["_average_gradients", "_momentums", "_velocities"], "RMSprop"),
    (&["_accumulators"], "Adagrad"),
    (&["_accumulated_delta_vars", "_accumulated_grads"], "Adadelta"),
    (&["_accumulators", "_linears"], "Ftrl"),
    (&["_c", "_r", "_v"], "Adafactor"),
    (&["adam_velocities", "momentums"], "Muon"),
];

/// Optimizers whose state is under these keys. `lists` returns the names of an object's children by its path; they name
/// the state in a list (`_momentums`).
pub fn optimizers<'a>(keys: &[&'a str], lists: &dyn Fn(&str) -> Vec<String>) -> Vec<Optimizer> {
    let mut found: Vec<Optimizer> = Vec::new();
    let mut add = |path: &str, layout: Layout, key: &str, slot: Option<&str>| {
        let index = found.iter().position(|known| known.path == path).unwrap_or_else(|| {
            found.push(Optimizer { path: path.to_owned(), layout, classes: "", slots: Vec::new(), keys: Vec::new() });
            found.len() - 1
        });
        let known = &mut found[index];
        // Keras 3 has all marks of the layout before it, and one more.
        known.layout = known.layout.max(layout);
        if known.keys.len() < SHOWN {
            known.keys.push(key.to_owned());
        }
        if let Some(slot) = slot.filter(|slot| !known.slots.iter().any(|known| known == slot)) {
            known.slots.push(slot.to_owned());
        }
    };
    for &key in keys {
        if let Some((path, slot)) =
            key.strip_suffix(VALUE).and_then(|key| key.split_once(SLOT)).and_then(|(_, slot)| slot.rsplit_once('/'))
        {
            add(path, Layout::Slots, key, Some(slot));
        } else if let Some(path) = key.strip_suffix(VALUE).and_then(|key| key.strip_suffix("/iter")) {
            // A plain SGD has no slots; its hyperparameters are beside the counter.
            if keys.contains(&format!("{path}/learning_rate{VALUE}").as_str()) {
                add(path, Layout::Slots, key, None);
            }
        } else if let Some(path) = key.strip_suffix(VALUE).and_then(|key| key.strip_suffix("/_iterations")) {
            add(path, Layout::Variables, key, None);
        } else if let Some((path, _)) = key.split_once("/_trainable_variables/") {
            add(path, Layout::Keras3, key, None);
        } else if key == "beta1_power" || key == "beta2_power" || key.ends_with("/beta1_power") {
            add("", Layout::Names, key, None);
        }
    }
    for optimizer in &mut found {
        let children = lists(&optimizer.path);
        // Only Keras 3 keeps the indices of trained variables; a checkpoint need not hold a value below.
        if optimizer.layout == Layout::Variables && children.iter().any(|name| name.starts_with("_trainable_variables"))
        {
            optimizer.layout = Layout::Keras3;
        }
        if matches!(optimizer.layout, Layout::Variables | Layout::Keras3) {
            optimizer.slots =
                children.into_iter().filter(|name| NEW.iter().any(|(own, _)| own.contains(&name.as_str()))).collect();
        }
        crate::order::sort(&mut optimizer.slots);
        optimizer.classes = classes(optimizer, keys);
    }
    found
}

fn classes(optimizer: &Optimizer, keys: &[&str]) -> &'static str {
    let slots: Vec<&str> = optimizer.slots.iter().map(String::as_str).collect();
    let of =
        |table: &[(&[&str], &'static str)]| table.iter().find(|(own, _)| *own == slots).map_or("", |(_, class)| class);
    let has = |name: &str| keys.contains(&format!("{}/{name}{VALUE}", optimizer.path).as_str());
    match optimizer.layout {
        Layout::Slots if slots.is_empty() => "SGD",
        // Its slots are those of Adam.
        Layout::Slots if has("momentum_cache") => "Nadam",
        Layout::Slots => of(&OLD),
        Layout::Variables | Layout::Keras3 => of(&NEW),
        Layout::Names => "tf.compat.v1.train.AdamOptimizer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_recognized_by_their_keys() {
        let none = |_: &str| Vec::new();
        let key = |path: &str| format!("{path}{VALUE}");
        let slots =
            [key("optimizer/iter"), key("optimizer/learning_rate"), key("w/.OPTIMIZER_SLOT/optimizer/momentum")];
        let keys: Vec<&str> = slots.iter().map(String::as_str).collect();
        let found = optimizers(&keys, &none);
        assert_eq!((found.len(), found[0].layout, found[0].classes), (1, Layout::Slots, "SGD(momentum=…)"));
        assert_eq!(optimizers(&keys[..2], &none)[0].classes, "SGD");
        // A counter defined by the user is not an optimizer.
        assert!(optimizers(&keys[..1], &none).is_empty());
        let new = [key("opt/_iterations"), key("opt/_variables/1")];
        let keys: Vec<&str> = new.iter().map(String::as_str).collect();
        assert_eq!(optimizers(&keys, &none)[0].layout, Layout::Variables);
        let lists = |_: &str| vec!["_trainable_variables_indices".to_owned(), "_m".to_owned(), "_u".to_owned()];
        let found = optimizers(&keys, &lists);
        assert_eq!((found[0].layout, found[0].classes), (Layout::Keras3, "Adamax"));
    }
}
