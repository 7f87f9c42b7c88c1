//! The classes of nodes, for the colors of a drawing: against the other parts of the report that say the same.

use crate::fixtures::{each_opened, opened};
use std::collections::BTreeMap;
use vintage::report::Opened;
use vintage::report::graphs::TargetName;
use vintage::report::schema::Kind;
use vintage::services::classes::schema::{ClassBy, Classing, NodeClasses};

fn legend(classes: &NodeClasses) -> BTreeMap<&str, u32> {
    classes.classes.iter().map(|class| (class.key.as_str(), class.nodes)).collect()
}

fn classes(opened: &Opened, by: ClassBy) -> NodeClasses {
    opened.classes(0, Some(0), &Classing { by, ..Classing::default() }).expect("classes")
}

fn on(channel: &str, release: &str) -> Classing {
    let target = TargetName { channel: channel.into(), release: release.into() };
    Classing { by: ClassBy::Outcome, target: Some(target), ..Classing::default() }
}

#[test]
fn versions_are_those_of_the_operators() {
    let opened = opened("tflite/models/mobilenet_v2_035_224_int8.tflite");
    let graph = opened.graph(0, Some(0)).expect("a graph");
    let mut expected: BTreeMap<String, u32> = BTreeMap::new();
    for node in (0..graph.len() as u32).filter(|node| !graph.op(*node).is_empty()) {
        *expected.entry(graph.version(node).to_string()).or_default() += 1;
    }
    let found = classes(&opened, ClassBy::Version);
    let expected: BTreeMap<&str, u32> = expected.iter().map(|(version, nodes)| (version.as_str(), *nodes)).collect();
    assert_eq!(legend(&found), expected);
}

#[test]
fn types_and_quantization_follow_the_conversion() {
    for (model, dtype, quantization) in [
        ("mobilenet_v1_025_128_float32", "float32", "float"),
        ("mobilenet_v1_025_128_int8", "int8", "per-channel"),
        ("resnet_block_32_dynamic", "float32", "weights"),
    ] {
        let opened = opened(&format!("tflite/models/{model}.tflite"));
        let types = classes(&opened, ClassBy::Dtype);
        assert_eq!(types.classes[0].key, dtype, "{model}: the commonest type");
        let forms = classes(&opened, ClassBy::Quantization);
        assert!(legend(&forms).contains_key(quantization), "{model}: {:?}", forms.classes);
        assert!(!legend(&forms).contains_key("blockwise"), "{model}");
    }
}

#[test]
fn refused_nodes_are_those_of_the_refused_requirement() {
    let opened = opened("tflite/models/mobilenet_v1_025_128_int8.tflite");
    let old = opened.classes(0, Some(0), &on("tensorflow", "1.13.1")).expect("classes");
    let new = opened.classes(0, Some(0), &on("tensorflow", "2.15.0")).expect("classes");
    assert!(legend(&old).contains_key("refused"), "{:?}", old.classes);
    assert_eq!(legend(&new).keys().copied().collect::<Vec<_>>(), ["loads"]);
    assert!(opened.classes(0, Some(0), &on("tensorflow", "9.9.9")).is_none(), "an unknown release");
}

#[test]
fn engines_answer_as_in_the_report_about_them() {
    let opened = opened("tflite/models/segmentation_64_float32.tflite");
    let report = opened.delegates(0);
    for delegate in &report.delegates {
        let classing = Classing { by: ClassBy::Engine, engine: delegate.id.clone(), ..Classing::default() };
        let found = opened.classes(0, Some(0), &classing).expect("classes");
        let letters = &delegate.subgraphs[0].takes;
        for (letter, word) in [('y', "yes"), ('m', "may"), ('n', "no"), ('?', "unknown")] {
            let count = letters.chars().filter(|one| *one == letter).count() as u32;
            assert_eq!(legend(&found).get(word).copied().unwrap_or(0), count, "{} {word}", delegate.id);
        }
        assert!(found.engines.contains(&delegate.id));
    }
    assert!(opened.nodes_taken(0, 0, "no-such-engine").is_none());
}

#[test]
fn every_node_of_every_file_has_a_class_or_none() {
    each_opened(&mut |opened| {
        for (at, artifact) in opened.report.artifacts.iter().enumerate() {
            for which in (0..artifact.graphs.len().min(3)).map(Some) {
                for by in [ClassBy::Dtype, ClassBy::Version, ClassBy::Quantization] {
                    let Some(found) = opened.classes(at, which, &Classing { by, ..Classing::default() }) else {
                        assert!(by == ClassBy::Quantization && artifact.kind != Kind::Tflite, "{}", artifact.name);
                        continue;
                    };
                    let bodies: usize = opened.bodies(at, which).iter().map(|(.., body)| body.len()).sum();
                    let nodes = opened.graph(at, which).map_or(0, |graph| graph.len() + bodies);
                    assert_eq!(found.of.len(), nodes, "{}", artifact.name);
                    let counted: u32 = found.classes.iter().map(|class| class.nodes).sum();
                    let with = found.of.iter().filter(|class| (**class as usize) < found.classes.len()).count();
                    assert_eq!(counted as usize, with, "{}", artifact.name);
                }
            }
        }
    });
}
