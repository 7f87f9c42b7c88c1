//! Values of checkpoints, a chunk at a time. V1 values are inside messages in compressed blocks, so they are held in
//! memory, within the limits.

use super::bundle::{Place, checked_count};
use super::{Bundle, Checkpoint, Variable};
use crate::bytes::{Error, Result, SharedSource, Span};
use crate::formats::dtype;
use crate::formats::stored::{
    BundleTexts, Check, FIRST, Form, Held, Listed, Numbers, Ordered, Piece, Pieces, Stored, Stores,
};
use crate::formats::tensor_value::element_count;
use crate::message::Values;
use crate::order;
use std::ops::Range;
use std::rc::Rc;

impl Stores for Rc<Checkpoint> {
    fn listed(&self) -> Vec<Listed> {
        (**self).listed()
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        (**self).stored(index)
    }

    fn ordered(&self, index: usize) -> Result<Ordered> {
        (**self).ordered(index)
    }

    fn problems(&self) -> Vec<Error> {
        Stores::problems(&**self)
    }
}

impl Stores for Checkpoint {
    fn listed(&self) -> Vec<Listed> {
        let listed = |variable: &Variable| Listed {
            name: variable.name.clone(),
            label: String::new(),
            dtype: variable.dtype_name(),
            shape: variable.shape.clone(),
            bytes: variable.bytes,
        };
        self.variables().iter().map(listed).collect()
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        let variable = &self.variables()[index];
        match self {
            Self::V2(bundle) => bundle.stored(variable).map_err(|error| bundle.named(error, &variable.name)),
            // Reading a value has checked its block.
            Self::V1(table) => Ok(Held::stored(table.read(&variable.name)?, Check::Right)),
        }
    }

    fn ordered(&self, index: usize) -> Result<Ordered> {
        let variable = &self.variables()[index];
        match self {
            // Pieces are in the order of the file, not of the value.
            Self::V2(bundle) if variable.dtype == 7 || !variable.slices.is_empty() => {
                Ok(Ordered::held(bundle.read(&variable.name)?, Check::Right))
            }
            Self::V2(_) => self.stored(index).map(Ordered::Numbers),
            Self::V1(table) => Ok(Ordered::held(table.read(&variable.name)?, Check::Right)),
        }
    }

    fn problems(&self) -> Vec<Error> {
        match self {
            Self::V2(bundle) => bundle.overlaps(),
            Self::V1(_) => Vec::new(),
        }
    }
}

/// Maximum number of reported overlaps: a corrupt index repeats itself.
const MOST: usize = 64;

impl Bundle {
    /// Values that share bytes of a data file with the value before them. TensorFlow does not write such files, and its
    /// reader does not notice.
    fn overlaps(&self) -> Vec<Error> {
        let whole = self.variables().iter().filter(|variable| variable.slices.is_empty());
        let whole = whole.map(|variable| (Place::of(variable), variable.name.clone()));
        let pieces = self.variables().iter().flat_map(|variable| {
            let place = |slice| Some((self.slice_place(&variable.name, slice).ok()?.1, variable.name.clone()));
            variable.slices.iter().filter_map(place)
        });
        let mut places: Vec<(Place, String)> = whole.chain(pieces).filter(|(place, _)| place.size > 0).collect();
        order::sort_by_key(&mut places, |(place, _)| (place.shard, place.offset));
        let end = |place: &Place| place.offset.saturating_add(place.size);
        let overlap = |pair: &[(Place, String)]| {
            let [(before, other), (place, name)] = pair else { return None };
            (before.shard == place.shard && end(before) > place.offset).then(|| {
                let range = place.offset..end(before).min(end(place));
                let at = match self.shards.get(&place.shard) {
                    Some(shard) => shard.span(range),
                    None => Span::bytes(self.shard_name(place.shard), range),
                };
                let error = Error::malformed("bundle-values-overlap").with("key", name).with("other", other);
                error.at(at.field(name.clone()))
            })
        };
        places.windows(2).filter_map(overlap).take(MOST).collect()
    }

    fn stored(&self, variable: &Variable) -> Result<Stored> {
        let big_endian = self.header().big_endian;
        if variable.slices.is_empty() {
            let place = Place::of(variable);
            let count = checked_count(variable.dtype, &variable.shape, &place)?;
            let (source, range) = self.locate(&place)?;
            if variable.dtype == 7 {
                let texts = BundleTexts::new(
                    source.clone(),
                    range,
                    count,
                    place.crc32c,
                    big_endian,
                    self.about(variable, place.shard),
                    variable.name.clone(),
                );
                return Ok(Stored { form: Form::Lengths, count, bytes: place.size, chunks: Box::new(texts) });
            }
            let pieces = vec![self.piece(variable, &place, source, range)];
            let form = Form::Numbers(Numbers::plain(variable.dtype, big_endian));
            return Ok(Stored { form, count, bytes: place.size, chunks: Box::new(Pieces::new(pieces)) });
        }
        match self.sliced(variable)? {
            Some(stored) => Ok(stored),
            // Overlapping pieces and strings must be joined before anything can be counted.
            None => Ok(Held::stored(self.read(&variable.name)?, Check::Right)),
        }
    }

    fn about(&self, variable: &Variable, shard: u32) -> Values {
        vec![("key", variable.name.clone()), ("shard", shard.to_string())].into()
    }

    fn piece(&self, variable: &Variable, place: &Place, source: &SharedSource, range: Range<u64>) -> Piece {
        Piece {
            source: source.clone(),
            range,
            crc32c: Some(place.crc32c),
            values: self.about(variable, place.shard),
            field: variable.name.clone(),
        }
    }

    /// A partitioned variable as its pieces; `None` when they overlap or hold strings.
    fn sliced(&self, variable: &Variable) -> Result<Option<Stored>> {
        let Some(width) = dtype::size(variable.dtype) else { return Ok(None) };
        let shape = &variable.shape;
        let bad_shape = || Error::malformed("tensor-bad-shape").with("shape", format!("{shape:?}"));
        let count = element_count(shape).ok_or_else(bad_shape)?;
        let dims: Vec<u64> = shape.iter().map(|&dim| dim as u64).collect(); // not negative: they were counted
        let mut pieces = Vec::new();
        let mut head: Vec<Option<(SharedSource, Range<u64>)>> = vec![None; count.min(FIRST as u64) as usize];
        let (mut covered, mut bytes) = (0u64, 0u64);
        for slice in &variable.slices {
            let part = slice.within(shape).ok_or_else(|| {
                Error::malformed("slice-outside").with("slice", slice.spec()).with("shape", format!("{shape:?}"))
            })?;
            let (dtype, place) = self.slice_place(&variable.name, slice)?;
            if dtype != variable.dtype {
                return Err(Error::malformed("slice-dtype")
                    .with("slice", slice.spec())
                    .with("found", dtype::label(dtype))
                    .with("expected", dtype::label(variable.dtype)));
            }
            let piece_shape: Vec<i64> = part.iter().map(|&(_, length)| length as i64).collect();
            covered = covered.saturating_add(checked_count(dtype, &piece_shape, &place)?);
            bytes = bytes.saturating_add(place.size);
            let (source, range) = self.locate(&place)?;
            for (index, first) in head.iter_mut().enumerate() {
                if let Some(at) = within(&dims, &part, index as u64) {
                    let start = range.start + at * width;
                    *first = Some((source.clone(), start..start + width));
                }
            }
            pieces.push(self.piece(variable, &place, source, range));
        }
        if covered < count {
            return Err(Error::malformed("slices-incomplete").with("covered", covered).with("expected", count));
        }
        let Some(head) = head.into_iter().collect::<Option<Vec<_>>>().filter(|_| covered == count) else {
            return Ok(None);
        };
        let form = Form::Numbers(Numbers::plain(variable.dtype, self.header().big_endian));
        Ok(Some(Stored { form, count, bytes, chunks: Box::new(Pieces::new(pieces).with_head(head)) }))
    }
}

/// Position of element `index` of the full value within a part; `None` when it is not in that part.
fn within(dims: &[u64], part: &[(u64, u64)], index: u64) -> Option<u64> {
    let (mut rest, mut at, mut row) = (index, 0u64, 1u64);
    // Last dimension first.
    for (dim, (start, length)) in dims.iter().zip(part).rev() {
        let inside = (rest % dim).checked_sub(*start).filter(|inside| inside < length)?;
        at += inside * row;
        row *= length;
        rest /= dim;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn elements_are_found_in_the_part_that_holds_them() {
        // Columns 2 and 3 of a 3 x 4 matrix.
        let part = [(0, 3), (2, 2)];
        let found: Vec<_> = (0..8).map(|index| within(&[3, 4], &part, index)).collect();
        assert_eq!(found, [None, None, Some(0), Some(1), None, None, Some(2), Some(3)]);
        assert_eq!(within(&[], &[], 0), Some(0));
    }
}
