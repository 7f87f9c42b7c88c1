//! The tensors of nodes and slices of their values, compared with TensorFlow and NumPy.

use crate::fixtures::{fixture, opened};
use serde_json::Value as Json;
use vintage::report::Opened;
use vintage::services::tensors::schema::{NodeTensor, Part};
use vintage::services::values::schema::{Slice, SliceValues};
use vintage::services::values::{OneValue, SliceWork, Work};
use vintage::web::model::slices::{numbers, slice};

fn golden() -> Json {
    let text = std::fs::read_to_string(fixture("values/slices.golden.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn read(opened: &Opened, value: &str, slice: &Slice) -> SliceValues {
    let mut work = SliceWork::new(&opened.artifacts[0], value, slice).expect("a value");
    while work.step().is_some() {}
    let found = work.into_report();
    assert_eq!(found.error, None);
    found
}

/// The numbers of nested lists, in order.
fn flat(list: &Json) -> Vec<f64> {
    match list {
        Json::Array(items) => items.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn input(tensors: &[NodeTensor], slot: u32) -> &NodeTensor {
    tensors.iter().find(|tensor| (tensor.part, tensor.slot) == (Part::Input, slot)).expect("an input")
}

#[test]
fn filters_of_convolutions_are_those_of_tensorflow() {
    for (path, filters) in golden()["filters"].as_object().unwrap() {
        let opened = opened(path);
        for golden in filters.as_array().unwrap() {
            let node = golden["operator"].as_u64().unwrap() as u32;
            let tensors = opened.tensors(0, Some(0), node, false).tensors;
            let weights = input(&tensors, 1);
            assert_eq!(weights.name, golden["name"]);
            assert_eq!(weights.value, format!("subgraphs[0].tensors[{}]", golden["tensor"]));
            assert_eq!(serde_json::json!(weights.shape), golden["shape"]);
            let scales = weights.quantization.as_ref().expect("scales");
            assert_eq!(serde_json::json!(scales.axis), golden["axis"]);
            assert_eq!(scales.scales, flat(&golden["scales"]));
            assert_eq!(serde_json::json!(scales.zero_points), golden["zero_points"]);

            // The bytes are at their position.
            let at = weights.at.clone().expect("a position");
            let (start, end) = at.range.unwrap();
            let file = std::fs::read(fixture(path)).unwrap();
            let hex: String = file[start as usize..end as usize].iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(hex, golden["bytes"]);

            let images = slice(4, Some(&weights.images), Vec::new());
            let found = read(&opened, &weights.value, &images);
            assert_eq!(found.images, golden["images"].as_array().unwrap().len() as u64);
            assert_eq!(numbers(&images, &found, None).unwrap(), flat(&golden["images"]));
            let real = numbers(&images, &found, Some(scales)).unwrap();
            for (ours, theirs) in real.iter().zip(flat(&golden["real"])) {
                assert!((ours - theirs).abs() <= 1e-12 * theirs.abs(), "{ours} is not {theirs}");
            }
            // The other channels are reached by their index: together they are all elements.
            let plain = slice(4, None, Vec::new());
            assert_eq!((plain.rows, plain.columns), (Some(2), Some(3)));
            let statistics = OneValue::new(&opened.artifacts[0], &weights.value).unwrap().finish().statistics.unwrap();
            assert_eq!((&statistics.min.unwrap(), &statistics.max.unwrap()), (&golden["min"], &golden["max"]));
        }
    }
}

#[test]
fn a_window_that_begins_later_has_the_elements_of_the_file() {
    let opened = opened("tflite/models/mobilenet_v1_025_128_int8.tflite");
    let tensors = opened.tensors(0, Some(0), 0, false).tensors;
    let weights = input(&tensors, 1);
    let all = golden()["filters"]["tflite/models/mobilenet_v1_025_128_int8.tflite"][0].clone();
    let bytes = all["bytes"].as_str().unwrap().as_bytes();
    let byte = |index: u64| {
        let pair = std::str::from_utf8(&bytes[index as usize * 2..][..2]).unwrap();
        f64::from(u8::from_str_radix(pair, 16).unwrap() as i8)
    };
    // Filter 5, row 2: columns from 1 on, channels from 2 on.
    let at = slice(4, None, vec![5, 2, 1, 2]);
    let found = read(&opened, &weights.value, &at);
    let index = |column: u64, channel: u64| ((5 * 3 + 2) * 3 + column) * 3 + channel;
    assert_eq!(numbers(&at, &found, None).unwrap(), [byte(index(1, 2)), byte(index(2, 2))]);
}

#[test]
fn writers_and_readers_are_those_of_the_graph() {
    let opened = opened("tflite/models/mobilenet_v1_025_128_int8.tflite");
    let graph = opened.graph(0, Some(0)).unwrap();
    let mut seen = 0;
    for node in (0..graph.len() as u32).filter(|node| !graph.op(*node).is_empty()) {
        for tensor in opened.tensors(0, Some(0), graph.source(node), false).tensors {
            let me = |link: &vintage::services::tensors::schema::Link| link.node == node && link.op == graph.op(node);
            let links = if tensor.part == Part::Output { &tensor.writers } else { &tensor.readers };
            assert!(links.iter().any(me), "{node} {}", tensor.name);
            assert_eq!(tensor.value.is_empty(), !tensor.writers.is_empty(), "{}", tensor.name);
            seen += 1;
        }
    }
    assert!(seen > 90, "{seen}");
    // The ends of the graph.
    let end = opened.tensors(0, Some(0), 0, true).tensors;
    assert_eq!(end.len(), 1);
    assert_eq!(
        (end[0].part, end[0].writers[0].op.as_str(), end[0].readers[0].op.as_str()),
        (Part::Output, "", "CONV_2D")
    );
}

#[test]
fn constants_of_a_graph_are_those_of_tensorflow() {
    for (path, constants) in golden()["constants"].as_object().unwrap() {
        let opened = opened(path);
        for golden in constants.as_array().unwrap() {
            let node = golden["node"].as_u64().unwrap() as u32;
            let tensors = opened.tensors(0, Some(0), node, false).tensors;
            let constant = tensors.iter().find(|tensor| tensor.part == Part::Output).expect("its own value");
            assert_eq!(constant.name, golden["name"]);
            assert_eq!(constant.dtype, golden["dtype"]);
            assert_eq!(serde_json::json!(constant.shape), golden["shape"]);
            let readers: Vec<&str> = constant.readers.iter().map(|reader| reader.name.as_str()).collect();
            assert_eq!(serde_json::json!(readers), golden["readers"]);
            let all = slice(constant.shape.len(), None, Vec::new());
            assert_eq!(numbers(&all, &read(&opened, &constant.value, &all), None).unwrap(), flat(&golden["values"]));
        }
        // A node that reads a constant through a copy shows it.
        let graph = opened.graph(0, Some(0)).unwrap();
        let product = (0..graph.len() as u32).find(|node| graph.op(*node) == "MatMul").expect("a product");
        let tensors = opened.tensors(0, Some(0), graph.source(product), false).tensors;
        assert_eq!(input(&tensors, 1).name, constants[0]["name"]);
    }
}

#[test]
fn variables_of_a_checkpoint_belong_to_their_objects() {
    let opened = opened("checkpoints/guide_keras3/tf_ckpts");
    let artifact = opened.report.artifacts.iter().position(|one| one.object_graph.is_some()).expect("a checkpoint");
    let report = &opened.report.artifacts[artifact];
    let objects = report.object_graph.as_ref().expect("objects");
    let mut seen = 0;
    for (node, object) in (0..).zip(&objects.nodes) {
        let tensors = opened.tensors(artifact, None, node, false).tensors;
        let keys: Vec<&str> = tensors.iter().map(|tensor| tensor.value.as_str()).collect();
        let known = |key: &&str| report.variables.iter().any(|variable| variable.name == *key);
        let expected: Vec<&str> =
            object.attributes.iter().map(|attribute| attribute.key.as_str()).filter(known).collect();
        assert_eq!(keys, expected);
        seen += keys.len();
    }
    assert!(seen > 3, "{seen}");
}
