//! A node as its shape function sees it: shapes and constant values of its inputs, and its attrs.

use super::shape::{self, Result, Shape, UNKNOWN, refusal};
use crate::compat::knowledge::tensorflow::Op;
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::proto::tensorflow::attr_value::Value;

/// Maximum number of outputs of one node.
const MOST: i64 = 1 << 12;

/// A node with the shapes of its inputs.
pub struct Call<'a> {
    /// The node.
    pub node: &'a NodeDef,
    /// Its op.
    pub op: &'static Op,
    /// Shapes of its data inputs.
    pub inputs: Vec<Shape>,
    /// Their values, if they are constant integers.
    pub values: Vec<Option<&'a [i64]>>,
    /// Whether an input is that of a node which states that its shape is unknown. Other unknown shapes may be known to
    /// TensorFlow.
    pub open: Vec<bool>,
    /// Shapes of its outputs, from helpers of ops with several.
    pub outputs: Vec<Shape>,
}

impl<'a> Call<'a> {
    /// Whether the node is of this op.
    pub fn is(&self, op: &str) -> bool {
        self.node.op == op
    }

    /// Shape of an input; unknown where the node has no such input.
    #[inline(never)]
    pub fn input(&self, index: usize) -> &Shape {
        self.inputs.get(index).unwrap_or(&Shape::UNKNOWN)
    }

    /// Whether the rank of an input is surely unknown.
    pub fn is_open(&self, index: usize) -> bool {
        self.open.get(index).copied().unwrap_or_default()
    }

    /// Values of a constant input.
    pub fn value(&self, index: usize) -> Option<&'a [i64]> {
        *self.values.get(index)?
    }

    /// Value of a constant input with one element.
    pub fn scalar(&self, index: usize) -> Option<i64> {
        match self.value(index)? {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// Value of a constant input that must be a scalar; other inputs are not looked at.
    #[inline(never)]
    pub fn number(&self, index: usize) -> Result<Option<i64>> {
        let Some(values) = self.value(index) else { return Ok(None) };
        match self.input(index).len() {
            0 => Ok(values.first().copied()),
            rank => Err(refusal("Input must be scalar but has rank {}", &[rank as i64])),
        }
    }

    /// Value of a constant scalar that is an axis of a tensor, counted from the start; `None` without its shape.
    #[inline(never)]
    pub fn axis(&self, index: usize, of: &Shape) -> Result<Option<usize>> {
        let (Some(axis), Some(sizes)) = (self.number(index)?, of.known()) else { return Ok(None) };
        let text = "Dimension size, given by scalar input {} must be in range [-{}, {})";
        shape::place(axis, sizes.len(), text).map(Some)
    }

    /// Value of a constant scalar that is the size of a dimension; -1 if unknown.
    #[inline(never)]
    pub fn size(&self, index: usize) -> Result<i64> {
        match self.number(index)? {
            Some(size) if size < 0 => {
                let text = "Dimension size, given by scalar input {}, must be non-negative but is {}";
                Err(refusal(text, &[index as i64, size]))
            }
            size => Ok(size.unwrap_or(UNKNOWN)),
        }
    }

    /// The shape whose sizes an input holds.
    #[inline(never)]
    pub fn shape_in(&self, index: usize) -> Result<Shape> {
        self.input(index).ranked(1)?;
        let Some(values) = self.value(index) else { return Ok(Shape::of_rank(self.input(index).at(0))) };
        match values.iter().find(|&&size| size < UNKNOWN) {
            Some(&size) => Err(refusal("Invalid value in tensor used for shape: {}", &[size])),
            None => Ok(Shape::of(&[values])),
        }
    }

    /// The values of an input with a number for each dimension of an output, whose rank they decide; without them its
    /// sizes are unknown.
    pub fn by_dimension(&self, rank: i64, index: usize, out: &mut Shape) -> Result<&'a [i64]> {
        if rank >= 0 {
            out.assume(rank)?;
        }
        let values = self.value(index).filter(|_| rank >= 0);
        if values.is_none() {
            out.forget();
        }
        Ok(values.unwrap_or_default())
    }

    /// Adds outputs of one shape, as many as an attr states.
    pub fn repeat(&mut self, count: i64, shape: &Shape) {
        for _ in 0..count.min(MOST) {
            self.outputs.push(*shape);
        }
    }

    fn given(&self, name: &str) -> Option<&'a Value> {
        self.node.attr.get(name)?.value.as_ref()
    }

    /// A default as JSON; empty without one.
    fn default(&self, name: &str) -> &'static str {
        self.op.attrs.iter().find(|attr| attr.name == name && attr.has_default).map_or("", |attr| attr.default)
    }

    /// A number.
    #[inline(never)]
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.given(name) {
            Some(Value::I(number)) => Some(*number),
            Some(_) => None,
            None => self.default(name).parse().ok(),
        }
    }

    /// A number with a fraction.
    pub fn float(&self, name: &str) -> Option<f32> {
        match self.given(name) {
            Some(Value::F(number)) => Some(*number),
            Some(_) => None,
            None => self.default(name).parse().ok(),
        }
    }

    /// A list with a number for each dimension; unknown without one.
    #[inline(never)]
    pub fn ints(&self, name: &str) -> Shape {
        match self.given(name) {
            Some(Value::List(list)) => Shape::of(&[&list.i]),
            Some(_) => Shape::UNKNOWN,
            None => {
                let Some(list) = self.default(name).strip_prefix('[') else { return Shape::UNKNOWN };
                let mut numbers = Shape::SCALAR;
                let all = list.trim_end_matches(']').split(',');
                all.filter_map(|number| number.trim().parse().ok()).for_each(|number| numbers.push(number));
                numbers
            }
        }
    }

    /// Number of elements of a list of types or shapes.
    pub fn count(&self, name: &str) -> usize {
        match self.given(name) {
            Some(Value::List(list)) => list.r#type.len().max(list.shape.len()),
            _ => 0,
        }
    }

    /// Shapes of a list.
    pub fn shapes(&self, name: &str) -> Vec<Shape> {
        match self.given(name) {
            Some(Value::List(list)) => list.shape.iter().map(Shape::stated).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a flag is set.
    #[inline(never)]
    pub fn flag(&self, name: &str) -> bool {
        match self.given(name) {
            Some(Value::B(flag)) => *flag,
            Some(_) => false,
            None => self.default(name) == "true",
        }
    }

    /// A text; empty without a value.
    #[inline(never)]
    pub fn text(&self, name: &str) -> &'a [u8] {
        match self.given(name) {
            Some(Value::S(bytes)) => bytes,
            Some(_) => b"",
            None => self.default(name).trim_matches('"').as_bytes(),
        }
    }

    /// A shape.
    pub fn shape(&self, name: &str) -> Shape {
        match self.given(name) {
            Some(Value::Shape(shape)) => Shape::stated(shape),
            _ => Shape::UNKNOWN,
        }
    }
}
