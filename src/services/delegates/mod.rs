//! Reports delegates and other engines for a TFLite model.
//!
//! Owns: verdicts on complete models, nodes that run by default, the C++ of a resolver. The rules are in `compat`.

pub mod schema;

use crate::artifact::{Artifact, Document};
use crate::bytes::{Error, Limits, read_range};
use crate::compat::{self, Delegated, EngineKind, Outcome, Selection, Takes, Target};
use crate::formats::tflite::Model;
use crate::report::Opened;
use crate::report::schema::SCHEMA;
use crate::report::tell::{error, evidence};
use schema::{
    Delegate, DelegateReport, DelegateVerdict, Following, Group, LoweringVerdict, OnDevice, OpVersion, Part, Resolver,
    RunsOn, Segment,
};
use std::ops::Range;

/// Maximum number of reported groups, ops and segments: a hostile file may have a hundred thousand.
const MOST: usize = 1000;

/// Maximum number of bytes of a custom op's options that conditions read.
const RAW: u64 = 64;

impl Opened {
    /// Delegates and other engines for an artifact; errors are in [`DelegateReport::error`].
    pub fn delegates(&self, artifact: usize) -> DelegateReport {
        let opened = self.artifacts.get(artifact);
        match (opened, opened.and_then(|opened| opened.document.as_ref())) {
            (Some(opened), Some(Document::Tflite(model))) => {
                delegates(opened, model, self.selection(artifact).as_ref())
            }
            _ => {
                let name = opened.map(|opened| opened.name.clone()).unwrap_or_default();
                let none = Error::unsupported("delegates-no-model").with("name", &name);
                DelegateReport { schema: SCHEMA, error: Some(error(&none)), ..DelegateReport::default() }
            }
        }
    }

    /// Whether an engine takes each node of a subgraph, in file order; `None` for an unknown one, and for files without
    /// engines.
    pub fn nodes_taken(&self, artifact: usize, subgraph: usize, engine: &str) -> Option<Vec<Takes>> {
        let opened = self.artifacts.get(artifact)?;
        let Some(Document::Tflite(model)) = &opened.document else { return None };
        let raw = |range: &Range<u64>| options(opened, range);
        let delegated = compat::assess_delegate(engine, model, path(opened), &Limits::default(), &raw)?;
        Some(delegated.parts.into_iter().nth(subgraph)?.takes)
    }
}

/// Path of a model's file.
fn path(opened: &Artifact) -> &str {
    opened.files.first().map_or("", |file| file.path.as_str())
}

/// The first bytes of a custom op's options.
fn options(opened: &Artifact, range: &Range<u64>) -> Vec<u8> {
    let range = range.start..range.end.min(range.start.saturating_add(RAW));
    let bytes = opened.files.first().and_then(|file| read_range(&*file.source, range, &Limits::default()).ok());
    bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
}

fn delegates(opened: &Artifact, model: &Model, selection: Option<&Selection<'_>>) -> DelegateReport {
    let (limits, path) = (Limits::default(), path(opened));
    let raw = |range: &Range<u64>| options(opened, range);
    DelegateReport {
        schema: SCHEMA,
        error: None,
        delegates: compat::assess_delegates(model, path, &limits, &raw).iter().map(delegate).collect(),
        resolver: resolver(model),
        versions: compat::lowerings(model, path, &limits).into_iter().take(MOST).map(version).collect(),
        channels: compat::following().iter().map(|channel| following(channel, selection)).collect(),
    }
}

fn delegate(delegated: &Delegated) -> Delegate {
    let engine = delegated.engine;
    let nodes = delegated.parts.iter().map(|part| part.takes.len()).sum::<usize>() as u32;
    let (best, subgraphs) = on_device(engine, &delegated.parts, "");
    let devices = delegated.devices.iter().map(|device| on_device(engine, &device.parts, device.platform).0);
    Delegate {
        id: engine.id.to_owned(),
        kind: engine.kind,
        verdict: best.verdict,
        nodes,
        taken: best.taken,
        may: best.may,
        segments: best.segments,
        by_default: best.by_default,
        max_segments: engine.max_segments.map(|max| max as u32),
        min_nodes: engine.min_nodes as u32,
        says: engine.says.to_owned(),
        source: engine.source.to_owned(),
        subgraphs,
        groups: delegated.groups.iter().take(MOST).map(group).collect(),
        groups_left_out: delegated.groups.len().saturating_sub(MOST) as u32,
        devices: devices.collect(),
    }
}

/// The numbers and the subgraphs for one device.
fn on_device(engine: &compat::Engine, parts: &[compat::Part], platform: &str) -> (OnDevice, Vec<Part>) {
    let all = || parts.iter().flat_map(|part| &part.takes);
    let count = |which: &[Takes]| all().filter(|takes| which.contains(takes)).count() as u32;
    let (nodes, may, taken) = (all().count() as u32, count(&[Takes::May]), count(&[Takes::May, Takes::Yes]));
    let refused = count(&[Takes::No]);
    let splits = matches!(engine.kind, EngineKind::Delegate);
    let subgraphs: Vec<Part> = parts.iter().map(|part| self::part(engine, part, splits)).collect();
    let len = |segment: &Segment| segment.nodes.iter().map(|(first, last)| last - first + 1).sum::<u32>();
    let segments = || subgraphs.iter().flat_map(|part| &part.segments);
    let answer = OnDevice {
        platform: platform.to_owned(),
        verdict: verdict(engine.kind, nodes, taken, may, refused),
        taken,
        may,
        refused,
        segments: segments().filter(|segment| segment.on != RunsOn::Cpu).count() as u32,
        by_default: segments().filter(|segment| segment.on == RunsOn::Delegate).map(len).sum(),
    };
    (answer, subgraphs)
}

fn verdict(kind: EngineKind, nodes: u32, taken: u32, may: u32, refused: u32) -> DelegateVerdict {
    match kind {
        EngineKind::Engine | EngineKind::Compiler if refused > 0 => DelegateVerdict::Refused,
        _ if nodes == 0 || taken + refused < nodes => DelegateVerdict::Unknown,
        _ if taken == 0 => DelegateVerdict::None,
        _ if taken < nodes => DelegateVerdict::Part,
        _ if may > 0 => DelegateVerdict::May,
        _ => DelegateVerdict::All,
    }
}

fn part(engine: &compat::Engine, part: &compat::Part, splits: bool) -> Part {
    let letter = |takes: &Takes| match takes {
        Takes::Yes => 'y',
        Takes::May => 'm',
        Takes::No => 'n',
        Takes::Unknown => '?',
    };
    let parts: &[compat::Segment] = if splits { &part.segments } else { &[] };
    // The largest segments are the ones that a delegate with a limit takes.
    let mut largest: Vec<(std::cmp::Reverse<usize>, usize)> = parts
        .iter()
        .enumerate()
        .filter(|(_, segment)| segment.delegated && segment.nodes.len() >= engine.min_nodes)
        .map(|(at, segment)| (std::cmp::Reverse(segment.nodes.len()), at))
        .collect();
    crate::order::sort(&mut largest);
    largest.truncate(engine.max_segments.unwrap_or(usize::MAX));
    let mut by_default = vec![false; parts.len()];
    largest.iter().for_each(|&(_, at)| by_default[at] = true);
    let on = |at: usize| match parts[at].delegated {
        true if by_default[at] => RunsOn::Delegate,
        true => RunsOn::Small,
        false => RunsOn::Cpu,
    };
    let delegated: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].delegated).collect();
    let between = match (delegated.first(), delegated.last()) {
        (Some(first), Some(last)) => *first..*last,
        _ => 0..0,
    };
    let mut breaks: Vec<u32> =
        between.filter(|&at| !parts[at].delegated).flat_map(|at| parts[at].nodes.iter().copied()).collect();
    crate::order::sort(&mut breaks);
    let segments = parts.iter().enumerate().map(|(at, segment)| Segment { on: on(at), nodes: spans(&segment.nodes) });
    Part {
        graph: part.graph.clone(),
        takes: part.takes.iter().map(letter).collect(),
        segments: segments.collect(),
        breaks,
    }
}

/// Sorted indices as spans.
fn spans(nodes: &[u32]) -> Vec<(u32, u32)> {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for &node in nodes {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == node => *last = node,
            _ => spans.push((node, node)),
        }
    }
    spans
}

fn group(group: &compat::Grouped) -> Group {
    Group {
        takes: group.takes,
        op: group.op.clone(),
        version: group.version,
        why: group.why.message.clone(),
        rule: group.why.rule.to_owned(),
        condition: group.why.condition.to_owned(),
        platform: group.why.platform.to_owned(),
        count: group.count,
        evidence: group.nodes.iter().map(evidence).collect(),
        source: group.why.source.to_owned(),
    }
}

fn resolver(model: &Model) -> Resolver {
    let resolver = compat::resolver(model);
    let count = resolver.adders.len() + resolver.unnamed.len();
    let mut code = String::new();
    if count > 0 {
        code = format!(
            "#include \"tensorflow/lite/micro/micro_mutable_op_resolver.h\"\n\n\
             using OpResolver = tflite::MicroMutableOpResolver<{count}>;\n\n\
             TfLiteStatus RegisterOps(OpResolver& resolver) {{\n"
        );
        for adder in &resolver.adders {
            code += &format!("  TF_LITE_ENSURE_STATUS(resolver.{adder}());\n");
        }
        for op in &resolver.unnamed {
            code += &format!("  // {op}: see micro_mutable_op_resolver.h\n");
        }
        for op in resolver.missing.iter().take(MOST) {
            code += &format!("  // {op}: not in TensorFlow Lite Micro\n");
        }
        code += "  return kTfLiteOk;\n}\n";
    }
    Resolver {
        adders: resolver.adders.iter().map(|adder| (*adder).to_owned()).collect(),
        unnamed: resolver.unnamed,
        missing: resolver.missing.into_iter().take(MOST).collect(),
        code,
    }
}

fn version(lowering: compat::Lowering) -> OpVersion {
    let verdict = match lowering.required {
        None => LoweringVerdict::Unknown,
        Some(required) if required < lowering.declared && lowering.sixteen_bit => LoweringVerdict::Unsure,
        Some(required) if required < lowering.declared => LoweringVerdict::Lower,
        Some(required) if required > lowering.declared => LoweringVerdict::TooLow,
        Some(1) => LoweringVerdict::Lowest,
        Some(_) => LoweringVerdict::Keep,
    };
    OpVersion {
        op: lowering.op,
        declared: lowering.declared,
        required: lowering.required,
        verdict,
        reason: lowering.reason,
        since: lowering.since.map(str::to_owned),
        since_required: lowering.since_required.map(str::to_owned),
        count: lowering.count,
        evidence: lowering.node.iter().map(evidence).collect(),
        source: lowering.source.to_owned(),
    }
}

/// Releases of the channel that a package follows, as indices; `None` for the channel itself, which has all of them.
pub fn published(package: &str) -> Option<Range<usize>> {
    compat::following().iter().find(|known| known.id == package).map(compat::Following::releases)
}

/// The channel and release behind a package that follows a channel: `maven-tensorflow-lite` of 2.16.1 is `tensorflow`
/// of 2.16.1. A package that was tested in one release only is that release, whose number ends its name. `None` for
/// other packages; the release need not exist.
pub fn followed(channel: &str, release: &str) -> Option<(&'static str, String)> {
    let found = compat::following().iter().find(|known| known.id == channel)?;
    let own = found.package.rsplit(' ').next() == Some(release);
    Some((found.follows, if own { found.last } else { release }.to_owned()))
}

fn following(channel: &compat::Following, selection: Option<&Selection<'_>>) -> Following {
    let target = |release: usize| Target::of(channel.follows, release);
    let in_window = |target: &Target| selection.is_some_and(|of| of.channels().contains(&target.channel));
    let published: Vec<Target> = channel.releases().filter_map(target).filter(in_window).collect();
    let outcome = |target: &Target| selection.map_or(Outcome::Unknown, |of| of.outcome(*target));
    let loads = published.iter().filter(|target| outcome(target).is_good());
    let newest = selection.zip(published.last()).map(|(of, target)| of.verdict(*target));
    Following {
        id: channel.id.to_owned(),
        package: channel.package.to_owned(),
        follows: channel.follows.to_owned(),
        last: channel.last.to_owned(),
        ended: channel.ended,
        releases: loads.map(|target| target.release().name.to_owned()).collect(),
        newest: newest.as_ref().map_or(Outcome::Unknown, |verdict| verdict.outcome),
        prints: newest.and_then(|verdict| verdict.prints),
        certainty: channel.certainty,
        note: channel.note.to_owned(),
        source: channel.source.to_owned(),
    }
}
