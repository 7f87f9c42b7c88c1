//! Weights of a model, read from the file a chunk at a time.

use super::TensorType;
use super::external::Place;
use super::model::{Model, Tensor};
use crate::bytes::{Error, Result, SharedSource, Span};
use crate::formats::stored::{Check, Form, Held, Listed, Numbers, Ordered, Piece, Pieces, Stored, Stores, TfliteTexts};
use crate::formats::tensor_value::{Data, TensorValue};
use crate::message::Values;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The tensors of a model that have data: weights and other constants.
pub struct Weights {
    model: Rc<Model>,
    source: SharedSource,
    /// Subgraph and tensor.
    places: Vec<(usize, usize)>,
}

impl Weights {
    /// The weights of a model and the file it was read from.
    pub fn new(model: Rc<Model>, source: SharedSource) -> Self {
        let mut places = Vec::new();
        for (graph, subgraph) in model.subgraphs.iter().enumerate() {
            let tensors = subgraph.tensors.iter().enumerate();
            places.extend(tensors.filter(|(_, tensor)| has_data(&model, tensor)).map(|(index, _)| (graph, index)));
        }
        Self { model, source, places }
    }

    /// Index among the listed values of a tensor; `None` when it has no data.
    pub fn index(&self, subgraph: usize, tensor: usize) -> Option<usize> {
        self.places.binary_search(&(subgraph, tensor)).ok()
    }

    /// File and range of the bytes of a tensor; `name` is its path in the model.
    fn place(&self, tensor: &Tensor, name: &str) -> Result<Place> {
        if let Some(elsewhere) = self.model.external_weights(tensor) {
            return elsewhere.map_err(|error| error.at(self.source.span(tensor.at.clone()).field(name)));
        }
        let range = buffer(&self.model, tensor).unwrap_or_default();
        if range.end > self.source.len() {
            let error = Error::malformed("tflite-buffer-outside-file").with("size", self.source.len());
            return Err(error.at(self.source.span(range).field(name)));
        }
        Ok((self.source.clone(), range))
    }

    /// Name of the model's file.
    pub fn file(&self) -> Arc<str> {
        self.source.name().clone()
    }

    /// File and range of the bytes of a listed value.
    pub fn at(&self, index: usize) -> Result<Span> {
        let (tensor, name) = self.tensor(index);
        let (source, range) = self.place(tensor, &name)?;
        Ok(source.span(range).field(name))
    }

    /// Value `index` of [`Stores::listed`].
    pub fn one(&self, index: usize) -> Listed {
        let (tensor, name) = self.tensor(index);
        let bytes = match tensor.external_buffer {
            0 => buffer(&self.model, tensor).map_or(0, |range| range.end - range.start),
            id => self.model.external_buffers.iter().find(|b| b.id == id).map_or(0, |b| b.len),
        };
        Listed {
            name,
            label: tensor.name.clone(),
            dtype: type_name(tensor.dtype),
            shape: tensor.shape.iter().map(|dim| i64::from(*dim)).collect(),
            bytes,
        }
    }

    fn tensor(&self, index: usize) -> (&Tensor, String) {
        let (graph, tensor) = self.places[index];
        (&self.model.subgraphs[graph].tensors[tensor], format!("subgraphs[{graph}].tensors[{tensor}]"))
    }
}

fn buffer(model: &Model, tensor: &Tensor) -> Option<Range<u64>> {
    // Buffer 0 means "no data", whatever it holds.
    let buffer = model.buffers.get(tensor.buffer as usize).filter(|_| tensor.buffer != 0)?;
    buffer.range.clone().filter(|range| !range.is_empty())
}

fn has_data(model: &Model, tensor: &Tensor) -> bool {
    tensor.external_buffer != 0 || buffer(model, tensor).is_some()
}

/// TensorFlow's number of a `TensorType`, and the bits of an element if several share a byte.
fn numbers(tensor_type: i32) -> Option<Numbers> {
    use TensorType as T;
    let (dtype, packed) = match T::from_code(tensor_type)? {
        T::F32 => (1, 0),
        T::F16 => (19, 0),
        T::I32 => (3, 0),
        T::U8 => (4, 0),
        T::I64 => (9, 0),
        T::Bool => (10, 0),
        T::I16 => (5, 0),
        T::C64 => (8, 0),
        T::I8 => (6, 0),
        T::F64 => (2, 0),
        T::C128 => (18, 0),
        T::U64 => (23, 0),
        T::U32 => (22, 0),
        T::U16 => (17, 0),
        T::I4 => (29, 4),
        T::BF16 => (14, 0),
        T::I2 => (31, 2),
        T::U4 => (30, 4),
        T::F8E4M3FN => (25, 0),
        T::F8E5M2 => (24, 0),
        T::String | T::Resource | T::Variant => return None,
    };
    Some(Numbers { dtype, big_endian: false, packed })
}

fn type_name(tensor_type: i32) -> String {
    TensorType::from_code(tensor_type).map_or_else(|| format!("unknown({tensor_type})"), |t| t.name().to_owned())
}

impl Stores for Weights {
    fn listed(&self) -> Vec<Listed> {
        (0..self.places.len()).map(|index| self.one(index)).collect()
    }

    fn ordered(&self, index: usize) -> Result<Ordered> {
        let (tensor, name) = self.tensor(index);
        if tensor.dtype == 5 {
            let (source, range) = self.place(tensor, &name)?;
            return Ok(Ordered::Texts(TfliteTexts::open(&source, range, name)?.0.all()?));
        }
        self.stored(index).map(Ordered::Numbers)
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        let (tensor, name) = self.tensor(index);
        let (source, range) = self.place(tensor, &name)?;
        let at_table = || self.source.span(tensor.at.clone()).field(name.clone());
        let at_data = || source.span(range.clone()).field(name.clone());
        let bytes = range.end - range.start;
        if tensor.dtype == 5 {
            let (texts, count) = TfliteTexts::open(&source, range, name)?;
            return Ok(Stored { form: Form::Lengths, count, bytes, chunks: Box::new(texts) });
        }
        let numbers = numbers(tensor.dtype).ok_or_else(|| {
            Error::unsupported("tflite-weights-dtype").with("dtype", type_name(tensor.dtype)).at(at_table())
        })?;
        // A sparse tensor stores its nonzero elements only: their number depends on the buffer, not the shape.
        let unit = numbers.unit().unwrap_or(1);
        let count = if tensor.is_sparse {
            bytes / unit * if numbers.packed > 0 { 8 / u64::from(numbers.packed) } else { 1 }
        } else {
            let mut dims = tensor.shape.iter();
            dims.try_fold(1u64, |count, dim| count.checked_mul(u64::try_from(*dim).ok()?)).ok_or_else(|| {
                Error::malformed("tflite-shape-impossible").with("shape", format!("{:?}", tensor.shape)).at(at_table())
            })?
        };
        if !tensor.is_sparse && numbers.bytes_of(count) != Some(bytes) || bytes % unit != 0 {
            return Err(Error::malformed("tflite-weights-size")
                .with("stored", bytes)
                .with("expected", numbers.bytes_of(count).unwrap_or(u64::MAX))
                .at(at_data()));
        }
        if bytes == 0 {
            let value = TensorValue { dtype: numbers.dtype, shape: vec![0], data: Data::Fixed(Default::default()) };
            return Ok(Held::stored(value, Check::None));
        }
        let piece = Piece { source: source.clone(), range, crc32c: None, values: Values::default(), field: name };
        Ok(Stored { form: Form::Numbers(numbers), count, bytes, chunks: Box::new(Pieces::new(vec![piece])) })
    }
}
