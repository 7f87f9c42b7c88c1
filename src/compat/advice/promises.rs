//! Promises of TensorFlow's version guide about SavedModels: a SavedModel written by major N loads in every later
//! release of N, and in all of N + 1 if it uses stable parts only.

use crate::compat::knowledge::numbers;
use crate::compat::knowledge::tensorflow::TENSORFLOW;
use crate::compat::{Channel, channels};

/// Releases that promise to load a SavedModel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Release that wrote it.
    pub made: String,
    /// Releases of the same major from it on, in channel order.
    pub same_major: Vec<&'static str>,
    /// Releases of the next major, in channel order.
    pub next_major: Vec<&'static str>,
}

/// The promise for a SavedModel of a TensorFlow release, such as `2.4.1`; `None` for other names.
pub fn promise(made: &str) -> Option<Promise> {
    let own = numbers(made)?;
    let tensorflow: &Channel = channels().iter().find(|channel| channel.id == TENSORFLOW)?;
    let of = |fits: &dyn Fn((u32, u32, u32)) -> bool| {
        let releases = tensorflow.releases.iter().map(|release| release.name);
        releases.filter(|name| numbers(name).is_some_and(fits)).collect::<Vec<_>>()
    };
    Some(Promise {
        made: made.to_owned(),
        same_major: of(&|other| other.0 == own.0 && other >= own),
        next_major: of(&|other| other.0 == own.0 + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_major_is_promised_whole_and_the_own_one_from_the_release_on() {
        let promise = promise("1.15.5").expect("a release");
        assert_eq!(promise.same_major, ["1.15.5"]);
        assert!(promise.next_major.contains(&"2.0.0") && promise.next_major.contains(&"2.21.0"));
        assert!(super::promise("2.21.0").expect("a release").next_major.is_empty());
        assert_eq!(super::promise("unknown"), None);
        assert_eq!(numbers("2.22.0rc0"), Some((2, 22, 0)));
    }
}
