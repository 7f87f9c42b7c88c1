//! A node as its shape function sees it: shapes and constant values of its inputs, and its attrs.

use super::shape::{self, Result, Shape, UNKNOWN, of_rank};
use crate::compat::knowledge::tensorflow::Op;
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::proto::tensorflow::attr_value::Value;
use serde_json::Value as Json;

/// A node with the shapes of its inputs.
pub struct Call<'a> {
    /// The node.
    pub node: &'a NodeDef,
    /// Its op.
    pub op: &'static Op,
    /// Shapes of its data inputs.
    pub inputs: Vec<Shape>,
    /// Their values, if they are constant integers.
    pub values: Vec<Option<Vec<i64>>>,
}

impl Call<'_> {
    /// Name of the op.
    pub fn op_name(&self) -> &str {
        &self.node.op
    }

    /// Shape of an input; unknown for one that does not exist.
    pub fn input(&self, index: usize) -> &Shape {
        self.inputs.get(index).unwrap_or(&None)
    }

    /// Values of a constant input.
    pub fn value(&self, index: usize) -> Option<&[i64]> {
        self.values.get(index)?.as_deref()
    }

    /// Value of a constant input with one element.
    pub fn scalar(&self, index: usize) -> Option<i64> {
        self.value(index).filter(|values| values.len() == 1).map(|values| values[0])
    }

    /// Value of a constant input that must be a scalar; other inputs are not looked at.
    pub fn number(&self, index: usize) -> Result<Option<i64>> {
        match (self.value(index), self.input(index).as_deref().unwrap_or_default()) {
            (None, _) => Ok(None),
            (Some(values), []) => Ok(values.first().copied()),
            (_, sizes) => Err(format!("Input must be scalar but has rank {}", sizes.len())),
        }
    }

    /// Value of a constant scalar that is an axis of a tensor of this rank; a negative one only without the rank.
    pub fn axis(&self, index: usize, of: &Shape) -> Result<Option<i64>> {
        let (Some(axis), Some(sizes)) = (self.number(index)?, of) else { return self.number(index) };
        let rank = sizes.len();
        let outside = || format!("Dimension size, given by scalar input {axis} must be in range [-{rank}, {rank})");
        shape::axis(axis, rank).map(|at| Some(at as i64)).ok_or_else(outside)
    }

    /// Value of a constant scalar that is the size of a dimension.
    pub fn size(&self, index: usize) -> Result<Option<i64>> {
        match self.number(index)? {
            Some(size) if size < 0 => {
                Err(format!("Dimension size, given by scalar input {index}, must be non-negative but is {size}"))
            }
            size => Ok(size),
        }
    }

    /// The shape whose sizes an input holds.
    pub fn shape_in(&self, index: usize) -> Result<Shape> {
        let rank = of_rank(self.input(index), 1)?[0];
        let Some(values) = self.value(index) else {
            return Ok((0..64).contains(&rank).then(|| vec![UNKNOWN; rank as usize]));
        };
        match values.iter().find(|&&size| size < UNKNOWN) {
            Some(size) => Err(format!("Invalid value in tensor used for shape: {size}")),
            None => Ok(Some(values.to_vec())),
        }
    }

    fn given(&self, name: &str) -> Option<&Value> {
        self.node.attr.get(name)?.value.as_ref()
    }

    fn default(&self, name: &str) -> Option<Json> {
        let attr = self.op.attrs.iter().find(|attr| attr.name == name && attr.has_default)?;
        crate::json::read::<Json>(attr.default)
    }

    /// A number.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.given(name) {
            Some(Value::I(number)) => Some(*number),
            Some(_) => None,
            None => self.default(name)?.as_i64(),
        }
    }

    /// A list of numbers.
    pub fn ints(&self, name: &str) -> Option<Vec<i64>> {
        match self.given(name) {
            Some(Value::List(list)) => Some(list.i.clone()),
            Some(_) => None,
            None => self.default(name)?.as_array()?.iter().map(Json::as_i64).collect(),
        }
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        match self.given(name) {
            Some(Value::B(flag)) => *flag,
            Some(_) => false,
            None => self.default(name).and_then(|json| json.as_bool()).unwrap_or_default(),
        }
    }

    /// A text; empty without a value.
    pub fn text(&self, name: &str) -> String {
        match self.given(name) {
            Some(Value::S(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            Some(_) => String::new(),
            None => self.default(name).and_then(|json| json.as_str().map(str::to_owned)).unwrap_or_default(),
        }
    }

    /// A shape.
    pub fn shape(&self, name: &str) -> Shape {
        match self.given(name) {
            Some(Value::Shape(shape)) if !shape.unknown_rank => Some(shape.dim.iter().map(|dim| dim.size).collect()),
            _ => None,
        }
    }
}
