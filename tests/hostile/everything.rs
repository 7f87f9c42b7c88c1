//! All processing of a visitor's files, from the drop to each view, without the page around it.
//!
//! The fuzz targets and the tests of hostile files share it, so that a fuzzing result becomes a test.

use vintage::artifact::Dropped;
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::formats::stored::Tolerance;
use vintage::graph::Options;
use vintage::report;
use vintage::report::details::Extent;
use vintage::report::graphs::{Listing, Reveal, Search};
use vintage::report::schema::Kind;
use vintage::services::restore::Program;
use vintage::services::values::Work;

/// Maximum number of variables whose values are read, and of drawn graphs.
const MOST: usize = 40;
/// Maximum number of steps for comparing values.
const MOST_STEPS: usize = 100;
/// Maximum number of nodes of a drawn graph: layout has its own budgets and tests.
const MOST_NODES: u64 = 400;

/// Bounds small enough that an excess shows at once, and large enough for every fixture.
pub fn limits() -> Limits {
    Limits {
        structure_bytes: 32 << 20,
        list_len: 100_000,
        text_bytes: 1 << 20,
        inflated_bytes: 32 << 20,
        files: 1_000,
        value_bytes: 8 << 20,
        ..Limits::default()
    }
}

/// Opens the files and requests everything that the page can request. Returns the answers as JSON, one per line.
pub fn everything(sources: Vec<(String, SharedSource)>) -> String {
    let dropped = sources.into_iter().map(|(path, source)| Dropped { path, source }).collect();
    let opened = report::open(dropped, &limits(), &mut |_| {});
    let mut told = String::new();
    add(&mut told, &opened.report);
    for (index, artifact) in opened.report.artifacts.iter().enumerate() {
        for variable in artifact.variables.iter().take(MOST) {
            if let Some(value) = opened.values(index, &variable.name) {
                add(&mut told, &value);
            }
        }
        let mut graphs: Vec<_> = artifact.graphs.iter().take(MOST).map(|graph| graph.nodes).enumerate().collect();
        graphs.retain(|(_, nodes)| *nodes <= MOST_NODES);
        for (graph, _) in graphs {
            let drawing = opened.drawing(index, Some(graph), &Options::default(), Some(Reveal::Source { index: 0 }));
            add(&mut told, &drawing);
        }
        if artifact.object_graph.as_ref().is_some_and(|graph| graph.nodes.len() as u64 <= MOST_NODES) {
            let drawing = opened.drawing(index, None, &Options::default(), None);
            add(&mut told, &drawing);
        }
        let search = Search { text: "a | dtype:*".to_owned(), from: 0, all: true };
        opened.find(index, Some(0), &search);
        opened.outline(index, Some(0), &Listing { group: true, blocks: true, count: 50, ..Listing::default() });
        let details = opened.details(index, Extent::ALL);
        add(&mut told, &details);
        for other in [index, 0] {
            add(&mut told, &opened.compare(index, other));
            if let Some(mut work) = opened.compare_values(index, other, Tolerance::default()) {
                let _ = std::iter::from_fn(|| work.step()).take(MOST_STEPS).count();
                add(&mut told, &work.into_report());
            }
        }
        if artifact.kind == Kind::Tflite {
            // Other kinds have no delegates, which is an error.
            let delegates = opened.delegates(index);
            add(&mut told, &delegates);
        }
        let programs = [
            Program::Artifact { artifact: 0 },
            Program::Paths {
                paths: artifact.object_graph.iter().flat_map(|g| &g.nodes).map(|n| n.path.clone()).take(3).collect(),
            },
            Program::Names { names: artifact.variables.iter().map(|v| v.name.clone()).take(3).collect() },
        ];
        // Other kinds cannot be restored, which is an error.
        for program in programs.into_iter().filter(|_| !artifact.variables.is_empty()) {
            let restored = opened.restore(index, &program);
            add(&mut told, &restored);
        }
    }
    told
}

fn add(told: &mut String, value: &impl serde::Serialize) {
    told.push_str(&serde_json::to_string(value).expect("what is told is JSON"));
    told.push('\n');
}

/// [`everything`] of files in memory.
pub fn everything_of(files: &[(&str, &[u8])]) -> String {
    everything(files.iter().map(|(name, bytes)| ((*name).to_owned(), MemorySource::shared(*name, *bytes))).collect())
}
