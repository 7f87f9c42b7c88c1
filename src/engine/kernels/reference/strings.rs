//! SKIP_GRAM, the operator that builds strings from strings.

use crate::engine::data::Aligned;
use crate::engine::error::{EngineError, ErrorKind, Result};
use crate::engine::operator::{Check, Definition, Ops};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[(Op::SkipGram, Definition::new(1, check, shape, run).impure())];

/// Maximum number of phrases of a sentence.
const MOST: usize = 1 << 20;

fn check(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, crate::engine::ops::operands::is(view, 0, Dtype::String))
}

/// The number of phrases depends on the words.
fn shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if view.shape(0).iter().product::<usize>() == 1 { Ok(None) } else { Err(misfit()) }
}

/// Phrases of up to (or exactly) `size` words in order, with at most `skip` words skipped between neighbors.
struct Grams {
    size: usize,
    skip: usize,
    all: bool,
}

impl Grams {
    /// Adds the phrases that begin with `phrase` (indices of words), longer ones first.
    fn extend(&self, phrase: &mut Vec<usize>, words: usize, found: &mut Vec<Vec<usize>>) -> Result<()> {
        if phrase.len() < self.size {
            let first = phrase.last().map_or(0, |last| last + 1);
            let end =
                if phrase.is_empty() { words } else { words.min(first.saturating_add(self.skip).saturating_add(1)) };
            for next in first..end {
                phrase.push(next);
                self.extend(phrase, words, found)?;
                phrase.pop();
            }
        }
        if !phrase.is_empty() && (self.all || phrase.len() == self.size) {
            found.push(phrase.clone());
        }
        if found.len() > MOST {
            return Err(EngineError::new(ErrorKind::OverLimit, "engine-too-many-phrases").with("limit", MOST));
        }
        Ok(())
    }
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::SkipGram { size, skip, all } = view.node.params else { return Err(misfit()) };
    let size = usize::try_from(size).ok().filter(|s| (1..=64).contains(s)).ok_or_else(misfit)?;
    let grams = Grams { size, skip: usize::try_from(skip).map_err(|_| misfit())?, all };
    let sentence = io.shared.texts.get(io.input::<u32>(0).first().copied().unwrap_or(0)).to_vec();
    let words: Vec<&[u8]> = sentence.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let mut found = Vec::new();
    grams.extend(&mut Vec::new(), words.len(), &mut found)?;
    // The strings, a pointer to each from the list and from the table of strings, and their handles.
    let length = |phrase: &Vec<usize>| phrase.iter().map(|&i| words[i].len() + 1).sum::<usize>() + 128;
    io.shared.reserve_texts(found.iter().map(length).fold(0, usize::saturating_add))?;
    let mut phrase = |indices: &Vec<usize>| {
        let words: Vec<&[u8]> = indices.iter().map(|&i| words[i]).collect();
        io.shared.texts.put(&words.join(&b' '))
    };
    let handles: Vec<u32> = found.iter().map(&mut phrase).collect();
    io.give(0, vec![handles.len()], Aligned::copy_of(bytemuck::cast_slice(&handles)));
    Ok(())
}
