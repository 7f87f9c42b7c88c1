//! Advice never contradicts its facts.

use crate::csv;
use crate::fixtures::each_artifact;
use prost::Message;
use std::collections::BTreeMap;
use std::path::Path;
use vintage::artifact::{Document, Dropped};
use vintage::bytes::{Limits, MemorySource};
use vintage::compat::channels;
use vintage::formats::proto::tensorflow::{
    AttrValue, FunctionDef, FunctionDefLibrary, GraphDef, NodeDef, OpDef, VersionDef, attr_value,
};
use vintage::report::schema::{Certainty, What};
use vintage::report::{Opened, open};
use vintage::services::advice::schema::Advice;
use vintage::services::check::target::Target;

/// A row of a table of `knowledge/`, by these columns.
fn table<const N: usize>(name: &str, columns: [&str; N]) -> Vec<[String; N]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("knowledge/{name}.csv"));
    let mut rows = csv::csv(&std::fs::read_to_string(path).unwrap());
    let head = rows.remove(0);
    let at = columns.map(|column| head.iter().position(|own| own == column).unwrap());
    rows.into_iter().map(|row| at.map(|column| row[column].clone())).collect()
}

/// Op, attr, first release, last release of every attr.
fn attrs() -> Vec<[String; 4]> {
    table("tf_attrs", ["op", "attr", "first", "last"])
}

/// A graph with a node for each attr, in its main graph or in a function, which old releases do not check.
fn graph(in_function: bool) -> Vec<u8> {
    let text = AttrValue { value: Some(attr_value::Value::S(b"not the default".as_slice().into())) };
    let node = |(index, [op, attr, ..]): (usize, [String; 4])| NodeDef {
        name: format!("n{index}"),
        op,
        attr: [(attr, text.clone())].into(),
        ..NodeDef::default()
    };
    let nodes: Vec<NodeDef> = attrs().into_iter().enumerate().map(node).collect();
    let mut graph =
        GraphDef { versions: Some(VersionDef { producer: 1882, ..VersionDef::default() }), ..GraphDef::default() };
    if in_function {
        let signature = Some(OpDef { name: "body".to_owned(), ..OpDef::default() });
        let function = FunctionDef { signature, node_def: nodes, ..FunctionDef::default() };
        graph.library = Some(FunctionDefLibrary { function: vec![function], ..FunctionDefLibrary::default() });
    } else {
        graph.node = nodes;
    }
    graph.encode_to_vec()
}

fn opened(name: &str, bytes: Vec<u8>) -> Opened {
    let dropped = Dropped { path: name.to_owned(), source: MemorySource::shared(name, bytes) };
    open(vec![dropped], &Limits::default(), &mut |_| {})
}

/// Position in the channel of the first release with a name of the tables.
fn position(name: &str) -> usize {
    let tensorflow = channels().iter().find(|channel| channel.id == "tensorflow").unwrap();
    let at = tensorflow.releases.iter().position(|release| release.key == name || release.name == name);
    at.unwrap_or_else(|| panic!("no release {name}"))
}

fn find<'a>(all: &'a [Advice], subject: &str) -> Option<&'a Advice> {
    all.iter().find(|advice| advice.subject == subject && advice.message.id.starts_with("graph-attr"))
}

#[test]
fn no_advice_about_an_attr_names_a_release_that_lacks_it_or_its_op() {
    let ops: BTreeMap<String, String> = table("tf_ops", ["op", "first"]).into_iter().map(|[op, at]| (op, at)).collect();
    let (mut named, mut of_op) = (0, 0);
    for in_function in [false, true] {
        let opened = opened("graph.pb", graph(in_function));
        let told = opened.advice(0).unwrap();
        let mut advised: BTreeMap<&str, Vec<&Advice>> = BTreeMap::new();
        let about_attrs = told.requirements.iter().filter(|advice| advice.message.id.starts_with("graph-attr"));
        about_attrs.for_each(|advice| advised.entry(&advice.subject).or_default().push(advice));
        for [op, attr, first, last] in attrs() {
            let subject = format!("{op}.{attr}");
            for advice in advised.get(subject.as_str()).into_iter().flatten() {
                let params = &advice.message.params;
                let (Some(from), Some(to)) = (params.get("first"), params.get("last")) else { continue };
                let at = || format!("{subject}: {} {from} to {to}", advice.message.id);
                let of_attr = advice.message.id != "graph-attr-missing";
                if of_attr && !first.is_empty() {
                    assert!(position(from) >= position(&first), "{}, came in {first}", at());
                    named += 1;
                }
                if of_attr && !last.is_empty() {
                    assert_ne!(advice.message.id, "graph-attr", "{}", at());
                    assert!(position(from) <= position(&last), "{} after {last}", at());
                }
                if let Some(came) = ops.get(&op).filter(|came| !came.is_empty()) {
                    assert!(position(from) >= position(came), "{}, the op came in {came}", at());
                    of_op += 1;
                }
            }
        }
    }
    assert!(named > 500 && of_op > 500, "{named} {of_op}");
}

#[test]
fn the_advice_about_an_attr_names_the_release_of_the_attr_and_not_of_its_op() {
    let opened = opened("graph.pb", graph(false));
    let told = opened.advice(0).unwrap();
    let advice = find(&told.requirements, "OptimizeDataset.optimization_configs").expect("advice");
    assert_eq!(advice.message.value("first"), Some("1.14.0"));
}

#[test]
fn an_op_in_function_bodies_is_not_required_of_releases_that_ignore_them() {
    let signature = Some(OpDef { name: "body".to_owned(), ..OpDef::default() });
    let node = |op: &str| NodeDef { name: op.to_owned(), op: op.to_owned(), ..NodeDef::default() };
    let function = FunctionDef {
        signature,
        node_def: vec![node("DisableCopyOnRead"), node("NobodysOp")],
        ..FunctionDef::default()
    };
    let library = Some(FunctionDefLibrary { function: vec![function], ..FunctionDefLibrary::default() });
    let graph = |node| GraphDef { node, library: library.clone(), ..GraphDef::default() }.encode_to_vec();
    let told = opened("graph.pb", graph(vec![node("NoOp"), node("body")])).advice(0).unwrap();
    let of = |subject: &str| told.requirements.iter().find(|advice| advice.subject == subject).expect("advice");
    assert_eq!(position(of("DisableCopyOnRead").message.value("first").unwrap()), position("2.10.0"));
    assert_eq!(of("NobodysOp").message.id, "graph-unknown-op");
    // No release looks at a function that no node calls.
    let unused = opened("graph.pb", graph(vec![node("NoOp")])).advice(0).unwrap();
    assert!(unused.requirements.iter().all(|advice| advice.subject != "NobodysOp"));
}

fn fixtures(paths: &[&str]) -> Opened {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let dropped = paths.iter().map(|path| Dropped {
        path: path.rsplit('/').next().unwrap().to_owned(),
        source: MemorySource::shared(path.rsplit('/').next().unwrap(), std::fs::read(root.join(path)).unwrap()),
    });
    open(dropped.collect(), &Limits::default(), &mut |_| {})
}

#[test]
fn a_form_of_an_operator_that_no_release_was_asked_about_loads_as_far_as_known() {
    let mut opened = fixtures(&["tflite/ops/add_0.tflite"]);
    let steps = |opened: &Opened| -> Vec<Advice> {
        let steps = opened.advice(0).unwrap().steps.into_iter();
        steps.filter(|step| step.message.id.starts_with("tflite-form")).collect()
    };
    assert_eq!(steps(&opened), []);
    let mut with_rank = |rank: usize| {
        let source = opened.artifacts[0].files[0].source.clone();
        let mut model = vintage::formats::tflite::read(&source, &Limits::default()).unwrap();
        model.subgraphs[0].tensors.iter_mut().for_each(|tensor| tensor.shape = vec![1; rank]);
        opened.artifacts[0].document = Some(Document::Tflite(std::rc::Rc::new(model)));
        steps(&opened).remove(0)
    };
    let never = with_rank(8);
    assert_eq!(never.message.id, "tflite-form-not-asked");
    assert_eq!(
        (never.message.value("types"), never.message.value("rank")),
        (Some("FLOAT32 + FLOAT32 > FLOAT32"), Some("8"))
    );
    assert_eq!((never.certainty, never.evidence[0].index, never.subject.as_str()), (Certainty::Derived, 0, "ADD"));
    // Models drawn at random have this form.
    let some = with_rank(5);
    assert_eq!(some.message.id, "tflite-form-asked-of-some");
    assert!(some.message.value("releases").unwrap().contains("ai-edge-litert 2.3.0"), "{:?}", some.message);
}

#[test]
fn a_node_that_no_release_was_asked_about_loads_as_far_as_known() {
    let node = |op: &str, dtype: i32| NodeDef {
        name: "n".to_owned(),
        op: op.to_owned(),
        attr: [("T".to_owned(), AttrValue { value: Some(attr_value::Value::Type(dtype)) })]
            .into_iter()
            .filter(|_| dtype != 0)
            .collect(),
        ..NodeDef::default()
    };
    let of = |node: NodeDef, release: &str| {
        let graph = GraphDef { node: vec![node], ..GraphDef::default() };
        let target = Target { channel: "tensorflow".to_owned(), release: release.to_owned() };
        let mut opened = opened("graph.pb", graph.encode_to_vec());
        let steps = opened.advice(0).unwrap();
        (opened.check(&target, None).artifacts.remove(0), steps)
    };
    // An op that no recorded graph has, and that has no shape function here.
    let (never, advice) = of(node("ShutdownDistributedTPU", 0), "2.15.1");
    assert_eq!((never.certainty, never.sources.len()), (Some(Certainty::Derived), 0));
    assert_eq!(never.not_asked[0].message.id, "graph-form-not-asked");
    assert_eq!((never.not_asked[0].subject.as_str(), never.not_asked[0].evidence.len()), ("ShutdownDistributedTPU", 1));
    assert!(advice.steps.iter().any(|step| step.message.id == "graph-form-not-asked"));
    assert!(advice.basis.iter().all(|basis| basis.as_far_as_known), "{:?}", advice.basis);
}

#[test]
fn a_model_that_the_ended_package_refuses_is_advised_to_take_its_successor_or_an_older_converter() {
    let told = fixtures(&["tflite/models/resnet_block_32_dynamic.tflite"]).advice(0).unwrap();
    let advice = &told.steps[0];
    assert_eq!(advice.message.id, "tflite-package-ended");
    let param = |name: &str| advice.message.value(name).unwrap();
    assert_eq!((param("subject"), param("last")), ("FULLY_CONNECTED v12", "2.16.1"));
    assert_eq!(
        (param("package"), param("successor")),
        ("org.tensorflow:tensorflow-lite", "com.google.ai.edge.litert:litert")
    );
    assert_eq!((param("from"), param("before")), ("2.17.0rc0", "2.16.2"));
    assert!(advice.snippet.contains("pip install tensorflow==2.16.2"), "{}", advice.snippet);
    // A model that the discontinued package loads needs none of this.
    let told = fixtures(&["tflite/models/mobilenet_v2_035_224_float32.tflite"]).advice(0).unwrap();
    assert!(told.steps.iter().all(|advice| advice.message.id != "tflite-package-ended"));
}

#[test]
fn a_missing_file_with_values_is_the_first_advice_and_the_requirement_names_the_file() {
    let folder = "checkpoints/corrupt/shard_missing/broken";
    let names = [".index", ".data-00000-of-00004", ".data-00001-of-00004", ".data-00002-of-00004"];
    let paths = names.map(|name| format!("{folder}{name}"));
    let opened = fixtures(&paths.each_ref().map(String::as_str));
    let told = opened.advice(0).unwrap();
    assert_eq!(told.steps[0].message.id, "checkpoint-add-files");
    assert_eq!(told.steps[0].message.value("files"), Some("broken.data-00003-of-00004"));
    let need = &opened.report.artifacts[0].requirements[told.steps[0].requirement.unwrap() as usize];
    assert_eq!((need.subject_kind.word(), need.subject.as_str()), ("file", "broken.data-00003-of-00004"));
    // The evidence is variables by their own index.
    let report = &opened.report.artifacts[0];
    assert!(need.count > 0 && need.evidence.iter().all(|one| one.what == What::Variable && !one.name.is_empty()));
    let known: Vec<&str> = report.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert!(need.evidence.iter().any(|one| known.contains(&one.name.as_str())));
}

#[test]
fn evidence_about_a_variable_has_the_index_of_that_variable() {
    let mut checked = 0;
    each_artifact(&mut |told, opened| {
        let Some(Document::Checkpoint(checkpoint)) = &opened.document else { return };
        let variables = checkpoint.variables();
        for one in told.requirements.iter().flat_map(|need| &need.evidence).filter(|one| one.what == What::Variable) {
            assert_eq!(variables[one.index as usize].name, one.name, "{}", told.name);
            checked += usize::from(one.index > 0);
        }
    });
    assert!(checked > 5, "{checked}");
}
