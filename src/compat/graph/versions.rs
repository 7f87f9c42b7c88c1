//! The VersionDef rule, the same for graphs and checkpoints: a release takes data iff its number is at least
//! min_consumer, the producer is at least its min_producer, and its number is not listed as bad.

use super::stage;
use crate::bytes::Span;
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::tensorflow::tf_source;
use crate::compat::knowledge::{flat_len, flat_release};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Evidence, Outcome, Release, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::proto::tensorflow::{GraphDef, VersionDef};
use crate::message::Values;

/// Numbers of a VersionDef, and the kind of file they belong to.
pub struct Numbers {
    /// Number of the writer; 0 when the file has none.
    pub producer: i32,
    min_consumer: i32,
    bad_consumers: Vec<i32>,
    checkpoint: bool,
}

impl Numbers {
    /// Of a graph. A missing VersionDef counts as producer 0.
    pub fn of_graph(graph: &GraphDef) -> Self {
        Self::new(graph.versions.as_ref(), false)
    }

    /// Of a checkpoint header.
    pub fn of_checkpoint(versions: Option<&VersionDef>) -> Self {
        Self::new(versions, true)
    }

    fn new(versions: Option<&VersionDef>, checkpoint: bool) -> Self {
        let (producer, min_consumer) = versions.map_or((0, 0), |v| (v.producer, v.min_consumer));
        let bad_consumers = versions.map_or_else(Vec::new, |v| v.bad_consumers.clone());
        Self { producer, min_consumer, bad_consumers, checkpoint }
    }

    fn consumer(&self, release: &Release) -> Option<i32> {
        if self.checkpoint { release.checkpoint_version } else { release.graph_def_version }
    }
}

/// One requirement for each part of the rule that applies to the numbers.
pub fn requirements(numbers: &Numbers, at: &Span, out: &mut Vec<Requirement>) {
    let names = if numbers.checkpoint {
        ["checkpoint-min-producer", "checkpoint-min-consumer", "checkpoint-bad-consumer"]
    } else {
        ["graph-min-producer", "graph-min-consumer", "graph-bad-consumer"]
    };
    let mut push = |order: usize, version: i32, field: &str, refuses: &dyn Fn(&Release) -> Option<bool>| {
        let known = if numbers.checkpoint { accepts::checkpoint } else { accepts::graph };
        let mut accepts = Accepts::all(Outcome::Loads, known);
        for flat in 0..flat_len() {
            if refuses(flat_release(flat).1) == Some(true) {
                accepts.set_at(flat, Outcome::Refused);
            }
        }
        let mut at = at.clone();
        at.field = format!("{}.{field}", at.field);
        let values = Values::from(vec![
            ("producer", numbers.producer.to_string()),
            ("min_consumer", numbers.min_consumer.to_string()),
        ]);
        out.push(Requirement {
            id: names[order],
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Versions, name: field.to_owned(), version: Some(version) },
            reason: None,
            evidence: vec![Evidence::of_file(at)],
            count: 1,
            certainty: Certainty::Observed,
            source: tf_source("version-numbers").to_owned(),
            accepts: accepts.done(),
            step: (stage::VERSIONS, order as u32),
            early: None,
            prints: vec![Print { of_checkpoint: numbers.checkpoint, ..Print::new(names[order], values) }],
        });
    };
    let min_producer =
        |r: &Release| if numbers.checkpoint { r.checkpoint_min_producer } else { r.graph_def_min_producer };
    push(0, numbers.producer, "producer", &|r| Some(numbers.producer < min_producer(r)));
    if numbers.min_consumer > 0 {
        push(1, numbers.min_consumer, "min_consumer", &|r| Some(numbers.consumer(r)? < numbers.min_consumer));
    }
    for &bad in &numbers.bad_consumers {
        push(2, bad, "bad_consumers", &|r| Some(numbers.consumer(r)? == bad));
    }
}
