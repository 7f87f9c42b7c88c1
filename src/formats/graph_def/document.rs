//! Document of a GraphDef or MetaGraphDef file.

use super::events;
use super::mapped::{self, Region};
use super::spans::{GraphSpans, WATCH};
use crate::bytes::{Limits, Result, SharedSource, SubSource};
use crate::formats::proto::tensorflow::{FunctionDef, GraphDef, MetaGraphDef, NodeDef, VersionDef};
use crate::formats::proto::wire::occurrences;
use crate::formats::proto::{self, Decoded};
use crate::formats::text_proto::{self, Read, Use};
use prost::bytes::Bytes;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::LazyLock;

/// How a message was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Wire format (`.pb`, `.meta`).
    Binary,
    /// Text format (`.pbtxt`).
    Text,
    /// Parts in the wire format (`.cpb`).
    Chunked,
    /// In a file to be mapped into memory (`.pbmm`).
    Mapped,
    /// In an event file of TensorBoard.
    Events,
}

impl Form {
    /// `binary`, `text`, `chunked`, `mapped` or `events`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Text => "text",
            Self::Chunked => "chunked",
            Self::Mapped => "mapped",
            Self::Events => "events",
        }
    }
}

/// A GraphDef file.
#[derive(Clone, Debug)]
pub struct GraphDocument {
    /// Name of the file.
    pub file: Arc<str>,
    /// How it was written.
    pub form: Form,
    /// The graph.
    pub graph: GraphDef,
    /// Places of its nodes in the file.
    pub spans: GraphSpans,
    /// Constants stored beside the graph, in a memory-mapped file.
    pub regions: Vec<Region>,
    /// Names that a text proto uses; empty in the other forms.
    pub uses: Vec<Use>,
}

impl GraphDocument {
    /// Reads a binary GraphDef.
    pub fn open(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Decoded { value, bytes } = proto::decode(&**source, "tensorflow.GraphDef", limits)?;
        let spans = GraphSpans::find(&bytes, std::slice::from_ref(&(0..bytes.len())));
        Ok(Self {
            file: source.name().clone(),
            form: Form::Binary,
            graph: value,
            spans,
            regions: Vec::new(),
            uses: Vec::new(),
        })
    }

    /// Reads a GraphDef in text form.
    pub fn open_text(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Read { value, marks, uses } = text_proto::decode_marked(&**source, "tensorflow.GraphDef", limits, &WATCH)?;
        let spans = GraphSpans::from_marks(&marks);
        Ok(Self { file: source.name().clone(), form: Form::Text, graph: value, spans, regions: Vec::new(), uses })
    }

    /// Reads the graph in a memory-mapped file. Its constants are regions of the file: [`GraphDocument::regions`].
    /// Errors beside those of [`GraphDocument::open`]: `mapped-damaged`, `mapped-no-graph`.
    pub fn open_mapped(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let regions = mapped::regions(source, limits)?;
        let graph = mapped::graph(source, &regions)?;
        Ok(Self { form: Form::Mapped, regions, ..Self::open_part(source, graph, limits)? })
    }

    /// Reads the first graph in an event file. Errors beside those of [`GraphDocument::open`]: `events-damaged`,
    /// `events-truncated`, `events-no-graph`.
    pub fn open_events(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let graph = events::first_graph(source, limits)?;
        Ok(Self { form: Form::Events, ..Self::open_part(source, graph, limits)? })
    }

    /// Reads a binary GraphDef that is a part of a file; positions are those in the file.
    fn open_part(source: &SharedSource, part: Range<u64>, limits: &Limits) -> Result<Self> {
        let start = part.start;
        let part: SharedSource = Rc::new(SubSource::new(source.name().clone(), source.clone(), part)?);
        let mut document = Self::open(&part, limits).map_err(|mut error| {
            error.at.range = error.at.range.map(|range| range.start + start..range.end + start);
            error
        })?;
        let spans = &mut document.spans;
        for range in spans.nodes.iter_mut().chain(spans.functions.iter_mut().flatten()) {
            *range = range.start + start..range.end + start;
        }
        Ok(document)
    }
}

/// A MetaGraphDef: a separate file (`.meta`), or one of those in a SavedModel.
#[derive(Clone, Debug)]
pub struct MetaGraph {
    /// Name of the file.
    pub file: Arc<str>,
    /// How it was written.
    pub form: Form,
    /// The message.
    pub def: MetaGraphDef,
    /// Places of the graph's nodes in the file.
    pub spans: GraphSpans,
    /// Names that its text proto uses; empty in the other forms, and in a SavedModel, which lists those of all meta
    /// graphs.
    pub uses: Vec<Use>,
}

static NO_GRAPH: LazyLock<GraphDef> = LazyLock::new(GraphDef::default);

impl MetaGraph {
    /// Reads a binary MetaGraphDef file.
    pub fn open(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Decoded { value, bytes } = proto::decode(&**source, "tensorflow.MetaGraphDef", limits)?;
        Ok(Self::from_parts(source.name().clone(), value, &bytes, std::slice::from_ref(&(0..bytes.len()))))
    }

    /// Reads a MetaGraphDef file in text form.
    pub fn open_text(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Read { value, marks, uses } =
            text_proto::decode_marked(&**source, "tensorflow.MetaGraphDef", limits, &WATCH)?;
        let spans = GraphSpans::from_marks(&marks);
        Ok(Self { file: source.name().clone(), form: Form::Text, def: value, spans, uses })
    }

    /// A meta graph at `parts` of `bytes`.
    pub(crate) fn from_parts(file: Arc<str>, def: MetaGraphDef, bytes: &Bytes, parts: &[Range<usize>]) -> Self {
        let graphs: Vec<_> =
            parts.iter().flat_map(|part| occurrences(bytes, part.clone(), 2)).map(|f| f.body).collect();
        Self { file, form: Form::Binary, def, spans: GraphSpans::find(bytes, &graphs), uses: Vec::new() }
    }

    /// The graph; an empty one when the message has none.
    pub fn graph(&self) -> &GraphDef {
        self.def.graph_def.as_ref().unwrap_or(&NO_GRAPH)
    }

    /// Tags, such as `serve`.
    pub fn tags(&self) -> &[String] {
        self.def.meta_info_def.as_ref().map_or(&[], |info| &info.tags)
    }

    /// Release that wrote it, such as `2.21.0`; empty when not recorded.
    pub fn tensorflow_version(&self) -> &str {
        self.def.meta_info_def.as_ref().map_or("", |info| &info.tensorflow_version)
    }

    /// Whether attrs with default values were left out; `None` when not recorded.
    pub fn stripped_default_attrs(&self) -> Option<bool> {
        self.def.meta_info_def.as_ref().map(|info| info.stripped_default_attrs)
    }
}

/// Queries that every reader of graphs needs.
pub trait GraphDefExt {
    /// VersionDef; all zeros without one, as TensorFlow reads it.
    fn version_def(&self) -> VersionDef;
    /// Functions of the library.
    fn functions(&self) -> &[FunctionDef];
    /// Nodes of the main graph and of every function body, in that order.
    fn all_nodes(&self) -> Box<dyn Iterator<Item = &NodeDef> + '_>;
}

impl GraphDefExt for GraphDef {
    fn version_def(&self) -> VersionDef {
        self.versions.clone().unwrap_or_default()
    }

    fn functions(&self) -> &[FunctionDef] {
        self.library.as_ref().map_or(&[], |library| &library.function)
    }

    fn all_nodes(&self) -> Box<dyn Iterator<Item = &NodeDef> + '_> {
        Box::new(self.node.iter().chain(self.functions().iter().flat_map(|f| &f.node_def)))
    }
}
