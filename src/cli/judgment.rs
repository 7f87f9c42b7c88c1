//! The answers of `check` with their texts, and the exit code.

use super::{Words, advice, exit};
use crate::services::check::schema::{Answered, Judgment};

pub(super) fn code(outcome: Judgment) -> u8 {
    match outcome {
        Judgment::Loads | Judgment::Warns => exit::OK,
        Judgment::Refused => exit::REFUSED,
        Judgment::Unreadable => exit::UNREADABLE,
        Judgment::Unknown => exit::UNKNOWN,
    }
}

/// With several artifacts the worst answer counts: unreadable, then refused, then unknown.
pub(super) fn severity(code: u8) -> u8 {
    match code {
        exit::UNREADABLE => 3,
        exit::REFUSED => 2,
        exit::UNKNOWN => 1,
        _ => 0,
    }
}

/// An answer with the texts of its advice and its note. Its error has the text already.
pub(super) fn told(mut answered: Answered, words: &Words) -> Answered {
    answered.advice.iter_mut().chain(&mut answered.not_asked).for_each(|one| advice::tell(one, words));
    answered.note = answered.note_detail.as_ref().map(|note| words.message("", note));
    answered
}
