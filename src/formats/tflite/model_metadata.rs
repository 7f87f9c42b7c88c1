//! `TFLITE_METADATA`: the author's description of a model and its tensors, for programs that prepare inputs and name
//! outputs.
//!
//! A separate flatbuffer with the identifier `M001`, in a buffer of the model. Source of the tables:
//! tensorflow/tflite-support `metadata_schema.fbs`, schema version 1.1.0.

use super::model::Model;
use super::view::{Bytes, Path, Table, View};
use crate::bytes::{Error, Limits, Result, SharedSource, read_range};

/// Name of the metadata entry.
pub const NAME: &str = "TFLITE_METADATA";
const IDENTIFIER: &[u8] = b"M001";

/// Description of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelMetadata {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Version, as its author counts.
    pub version: String,
    /// Author.
    pub author: String,
    /// License.
    pub license: String,
    /// Version of the metadata that a reader must support.
    pub min_parser_version: String,
    /// One entry per subgraph.
    pub subgraphs: Vec<SubgraphMetadata>,
    /// Files that belong to the model.
    pub files: Vec<FileNote>,
}

/// Description of a subgraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubgraphMetadata {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// One entry per input, in order.
    pub inputs: Vec<TensorMetadata>,
    /// One entry per output, in order.
    pub outputs: Vec<TensorMetadata>,
    /// Files that belong to it.
    pub files: Vec<FileNote>,
    /// Steps before the graph that concern several inputs.
    pub input_units: Vec<ProcessUnit>,
    /// Steps after it.
    pub output_units: Vec<ProcessUnit>,
}

/// Description of an input or output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TensorMetadata {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Names of its dimensions.
    pub dimension_names: Vec<String>,
    /// Its content: `features`, `image`, `bounding boxes`; empty when not stated.
    pub content: &'static str,
    /// Colors of an image: `rgb` or `grayscale`; empty when not stated.
    pub color_space: &'static str,
    /// Width and height of an image, if its shape leaves them open.
    pub default_size: Option<(u32, u32)>,
    /// Steps before or after the graph.
    pub units: Vec<ProcessUnit>,
    /// Smallest values, one per channel or one for all.
    pub min: Vec<f32>,
    /// Largest values.
    pub max: Vec<f32>,
    /// Files that belong to it, such as labels.
    pub files: Vec<FileNote>,
}

/// A step before or after the graph.
#[derive(Clone, Debug, PartialEq)]
pub enum ProcessUnit {
    /// (x - mean) / std, by channel or with one value for all.
    Normalization {
        /// Subtracted.
        mean: Vec<f32>,
        /// Divides.
        std: Vec<f32>,
    },
    /// Scores are calibrated by a sigmoid, with parameters in a file.
    ScoreCalibration {
        /// 0 as it is, 1 logarithm, 2 inverse logistic.
        transformation: i8,
        /// Score without parameters.
        default_score: f32,
    },
    /// Scores below count as low.
    ScoreThresholding {
        /// The threshold.
        threshold: f32,
    },
    /// Text to tokens, as BERT's tokenizer makes them.
    BertTokenizer {
        /// Vocabulary.
        vocabulary: Vec<FileNote>,
    },
    /// Text to tokens by a SentencePiece model.
    SentencePiece {
        /// The model.
        model: Vec<FileNote>,
        /// Vocabulary.
        vocabulary: Vec<FileNote>,
    },
    /// A kind unknown to this schema.
    Unknown(u8),
}

impl Default for ProcessUnit {
    fn default() -> Self {
        Self::Unknown(0)
    }
}

/// A file that the metadata names; its bytes are in the zip after the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNote {
    /// Name within the zip.
    pub name: String,
    /// Description.
    pub description: String,
    /// Its purpose: `descriptions`, `axis labels`, `value labels`, `score calibration`, `vocabulary`; else empty.
    pub kind: &'static str,
    /// Language, such as `en`.
    pub locale: String,
}

/// Reads the metadata of a model; `None` when it has none. Damaged parts are left out and listed.
///
/// Errors: `tflite-metadata-damaged` when it is not such a flatbuffer, and those of reading.
pub fn model_metadata(
    model: &Model,
    source: &SharedSource,
    limits: &Limits,
) -> Option<Result<(ModelMetadata, Vec<Error>)>> {
    let entry = model.metadata.iter().find(|entry| entry.name == NAME)?;
    let range = model.buffers.get(entry.buffer as usize)?.range.clone()?;
    let read = || {
        let bytes = read_range(&**source, range.clone(), limits)?;
        let damaged = || Error::malformed("tflite-metadata-damaged").at(source.span(range.clone()));
        if bytes.get(4..8) != Some(IDENTIFIER) {
            return Err(damaged());
        }
        let view = View::new(Bytes::Here(&bytes), source.name().clone(), range.start, limits);
        let metadata = view.root().map(|root| model_of(root, &Path::ROOT)).ok_or_else(damaged)?;
        Ok((metadata, view.into_errors()))
    };
    Some(read())
}

/// Offset of the n-th field in the vtable.
const fn slot(field: u16) -> u16 {
    4 + 2 * field
}

fn model_of(table: Table<'_>, path: &Path<'_>) -> ModelMetadata {
    let text = |field, name| table.text(slot(field), &path.field(name)).unwrap_or_default();
    ModelMetadata {
        name: text(0, "name"),
        description: text(1, "description"),
        version: text(2, "version"),
        subgraphs: table.tables(slot(3), path, "subgraph_metadata", subgraph),
        author: text(4, "author"),
        license: text(5, "license"),
        files: table.tables(slot(6), path, "associated_files", file),
        min_parser_version: text(7, "min_parser_version"),
    }
}

fn subgraph(table: Table<'_>, path: &Path<'_>) -> SubgraphMetadata {
    SubgraphMetadata {
        name: table.text(slot(0), &path.field("name")).unwrap_or_default(),
        description: table.text(slot(1), &path.field("description")).unwrap_or_default(),
        inputs: table.tables(slot(2), path, "input_tensor_metadata", tensor),
        outputs: table.tables(slot(3), path, "output_tensor_metadata", tensor),
        files: table.tables(slot(4), path, "associated_files", file),
        input_units: table.tables(slot(5), path, "input_process_units", unit),
        output_units: table.tables(slot(6), path, "output_process_units", unit),
    }
}

fn tensor(table: Table<'_>, path: &Path<'_>) -> TensorMetadata {
    let mut out = TensorMetadata {
        name: table.text(slot(0), &path.field("name")).unwrap_or_default(),
        description: table.text(slot(1), &path.field("description")).unwrap_or_default(),
        dimension_names: table.texts(slot(2), path, "dimension_names"),
        units: table.tables(slot(4), path, "process_units", unit),
        files: table.tables(slot(6), path, "associated_files", file),
        ..TensorMetadata::default()
    };
    let at = path.field("content");
    if let Some(content) = table.table(slot(3), &at) {
        let kind = content.u8(slot(0), 0, &at.field("content_properties_type"));
        out.content = match kind {
            1 => "features",
            2 => "image",
            3 => "bounding boxes",
            _ => "",
        };
        let at = at.field("content_properties");
        if let Some(image) = (kind == 2).then(|| content.table(slot(1), &at)).flatten() {
            out.color_space = match image.i8(slot(0), 0, &at.field("color_space")) {
                1 => "rgb",
                2 => "grayscale",
                _ => "",
            };
            let at = at.field("default_size");
            let size = image.table(slot(1), &at);
            out.default_size =
                size.map(|s| (s.u32(slot(0), 0, &at.field("width")), s.u32(slot(1), 0, &at.field("height"))));
        }
    }
    let at = path.field("stats");
    if let Some(stats) = table.table(slot(5), &at) {
        out.max = stats.f32s(slot(0), &at.field("max")).unwrap_or_default();
        out.min = stats.f32s(slot(1), &at.field("min")).unwrap_or_default();
    }
    out
}

fn unit(table: Table<'_>, path: &Path<'_>) -> ProcessUnit {
    let kind = table.u8(slot(0), 0, &path.field("options_type"));
    let path = &path.field("options");
    let Some(options) = (kind != 0).then(|| table.table(slot(1), path)).flatten() else {
        return ProcessUnit::Unknown(kind);
    };
    match kind {
        1 => ProcessUnit::Normalization {
            mean: options.f32s(slot(0), &path.field("mean")).unwrap_or_default(),
            std: options.f32s(slot(1), &path.field("std")).unwrap_or_default(),
        },
        2 => ProcessUnit::ScoreCalibration {
            transformation: options.i8(slot(0), 0, &path.field("score_transformation")),
            default_score: options.f32(slot(1), 0.0, &path.field("default_score")),
        },
        3 => ProcessUnit::ScoreThresholding {
            threshold: options.f32(slot(0), 0.0, &path.field("global_score_threshold")),
        },
        4 => ProcessUnit::BertTokenizer { vocabulary: options.tables(slot(0), path, "vocab_file", file) },
        5 => ProcessUnit::SentencePiece {
            model: options.tables(slot(0), path, "sentencePiece_model", file),
            vocabulary: options.tables(slot(1), path, "vocab_file", file),
        },
        _ => ProcessUnit::Unknown(kind),
    }
}

fn file(table: Table<'_>, path: &Path<'_>) -> FileNote {
    FileNote {
        name: table.text(slot(0), &path.field("name")).unwrap_or_default(),
        description: table.text(slot(1), &path.field("description")).unwrap_or_default(),
        kind: match table.i8(slot(2), 0, &path.field("type")) {
            1 => "descriptions",
            2 => "axis labels",
            3 => "value labels",
            4 => "score calibration",
            5 => "vocabulary",
            _ => "",
        },
        locale: table.text(slot(3), &path.field("locale")).unwrap_or_default(),
    }
}
