//! Checkpoints: variables with first values and sums, positions in the shards, object graphs, V1's slices; refused
//! checkpoints.

use super::{Compared, close, files_below, golden, inspected, list, number, text};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const OBJECTS: &str = "_CHECKPOINTABLE_OBJECT_GRAPH";

/// The files of a prefix, as they are dropped together.
fn files(prefix: &Path) -> Vec<(PathBuf, String)> {
    let start = prefix.file_name().unwrap().to_string_lossy().into_owned();
    let Ok(folder) = std::fs::read_dir(prefix.parent().unwrap()) else { return Vec::new() };
    let mut found: Vec<_> = folder
        .map(|e| e.unwrap().path())
        .filter_map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let rest = name.strip_prefix(&start)?;
            let ours = rest.is_empty() || rest == ".index" || rest.starts_with(".data-") || rest.starts_with("-0");
            (ours && path.is_file()).then_some((path, name))
        })
        .collect();
    found.sort();
    found
}

fn goldens() -> Vec<(PathBuf, Value)> {
    let mut paths = files_below("checkpoints", ".golden.json");
    paths.extend(files_below("public/checkpoints", ".golden.json"));
    paths.extend(files_below("public/savedmodels", "variables.golden.json"));
    paths
        .into_iter()
        .map(|path| (PathBuf::from(path.to_string_lossy().strip_suffix(".golden.json").unwrap()), golden(&path)))
        .collect()
}

#[test]
fn every_fact_agrees() {
    let mut c = Compared::new();
    let mut refused = 0;
    for (prefix, golden) in goldens() {
        let files = files(&prefix);
        let name = prefix.strip_prefix(super::fixtures()).unwrap().display().to_string();
        if files.is_empty() {
            c.holds(format!("{name}: nothing to open"), golden["load"] != "ok");
            continue;
        }
        let ours = inspected(&files, true);
        if golden["load"] != "ok" {
            refused += 1;
            // Refused as damaged, or because no release reads its version.
            let message = text(&golden["load"]["message"]);
            let versions = message.contains("consumer");
            let windows = list(&ours["windows"]).iter().flat_map(|w| list(&w["releases"])).count();
            let said = if versions { windows == 0 } else { ours["error"].is_object() };
            c.holds(format!("{name}: {message}"), said);
            continue;
        }
        variables(&ours, &golden, &name, &mut c);
        index(&ours, &golden["index"], &name, &mut c);
        first_form(&ours, &golden["v1_shards"], &name, &mut c);
        objects(&ours, &golden["object_graph"], &name, &mut c);
    }
    assert!(refused >= 8, "{refused}");
    c.finish(8_000);
}

fn variables(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let expected: Vec<&Value> = list(&golden["variables"]).iter().filter(|v| v["name"] != OBJECTS).collect();
    let variables = list(&ours["variables"]);
    c.same(format!("{name} variables"), &json!(variables.len()), &json!(expected.len()));
    let listed: Vec<Value> = variables.iter().map(|v| json!([v["name"], v["shape"]])).collect();
    let golden_list: Vec<&Value> = list(&golden["list_variables"]).iter().filter(|v| v[0] != OBJECTS).collect();
    c.same(format!("{name} list_variables"), &json!(listed), &json!(golden_list));
    for (ours, golden) in variables.iter().zip(expected) {
        let at = format!("{name} {}", text(&golden["name"]));
        for field in ["name", "dtype", "shape"] {
            c.same(format!("{at} {field}"), &ours[field], &golden[field]);
        }
        if let Some(error) = golden["error"]["message"].as_str() {
            // V1's slices are joined here, which the recording reader could not.
            let joined = error == "Sliced checkpoints are not supported";
            c.holds(format!("{at}: {error} against {}", ours["error"]), ours["error"].is_object() != joined);
        } else if let Some(first) = golden["first8"].as_array() {
            c.same(format!("{at} error"), &ours["error"], &Value::Null);
            let values = list(&ours["first"]);
            let agree = values.len() == first.len() && values.iter().zip(first).all(|(a, b)| same(a, b, 1e-15));
            c.holds(format!("{at} first values: {} against {}", ours["first"], golden["first8"]), agree);
            if !golden["sum"].is_null() {
                let tolerance = if golden["dtype"] == "complex64" { 1e-6 } else { 1e-12 };
                c.holds(format!("{at} sum"), same(&ours["sum"], &golden["sum"], tolerance));
            }
        }
    }
}

/// Numbers within a tolerance, complex ones by part, strings without the zeros at their end, which the recorder cut.
fn same(ours: &Value, golden: &Value, tolerance: f64) -> bool {
    match (ours, golden) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, tolerance)),
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Object(_), _) | (_, Value::Object(_)) => bytes(ours) == bytes(golden),
        (Value::String(a), Value::String(b)) if !matches!(b.as_str(), "nan" | "inf" | "-inf") => {
            // Integers beyond 64 bits are strings, too.
            a.trim_end_matches('\0') == b.trim_end_matches('\0')
        }
        (Value::String(a), Value::Number(b)) => a.parse::<f64>().is_ok_and(|a| close(a, b.as_f64().unwrap(), 1e-15)),
        _ => close(number(ours), number(golden), tolerance),
    }
}

fn bytes(value: &Value) -> String {
    // Base64 of bytes whose zeros at the end may be cut: the common beginning decides.
    let text = value["base64"].as_str().unwrap_or_default().trim_end_matches('=').trim_end_matches('A');
    text[..text.len() / 4 * 4].to_owned()
}

/// The raw entries of a V2 index: shard, offset, length, checksum, slices; and its header.
fn index(ours: &Value, raw: &Value, name: &str, c: &mut Compared) {
    let Some(entries) = raw["entries"].as_array() else { return };
    // The recorder took the first variable for the header that is not there.
    if name.contains("header_missing") {
        return c.holds(format!("{name} lacks its header"), ours["error"]["detail"]["id"] == "bundle-header-missing");
    }
    let said = &ours["details"]["checkpoint"];
    let header = &raw["header"];
    c.same(format!("{name} shards"), &said["shards"], &json!(header["num_shards"].as_u64().unwrap_or(0)));
    let endianness = if header["endianness"] == "BIG" { "big" } else { "little" };
    c.same(format!("{name} endianness"), &said["endianness"], &json!(endianness));
    let version = |field: &str| json!(header["version"][field].as_i64().unwrap_or(0));
    c.same(format!("{name} producer"), &ours["versions"]["producer"], &version("producer"));
    c.same(format!("{name} min_consumer"), &ours["versions"]["min_consumer"], &version("min_consumer"));
    let long = |value: &Value| json!(value.as_str().map_or(0, |t| t.parse::<u64>().unwrap()));
    for entry in
        entries.iter().filter(|e| e["key"].as_str().is_some_and(|key| !key.starts_with('\0') && key != OBJECTS))
    {
        let key = text(&entry["key"]);
        let Some(ours) = list(&said["entries"]).iter().find(|e| e["name"] == key) else {
            c.holds(format!("{name} {key} is listed"), false);
            continue;
        };
        c.same(format!("{name} {key} checksum"), &ours["crc32c"], &json!(entry["crc32c"].as_u64().unwrap_or(0)));
        let slices: Vec<String> = list(&entry["slices"]).iter().map(spec).collect();
        c.same(format!("{name} {key} slices"), &ours["slices"], &json!(slices));
        if slices.is_empty() {
            c.same(format!("{name} {key} bytes"), &ours["bytes"], &long(&entry["size"]));
            c.same(format!("{name} {key} offset"), &ours["offset"], &long(&entry["offset"]));
            c.same(format!("{name} {key} shard"), &ours["shard"], &json!(entry["shard_id"].as_u64().unwrap_or(0)));
        }
    }
}

/// A TensorSliceProto as `SaveV2` writes it.
fn spec(slice: &Value) -> String {
    let part = |extent: &Value| match extent.get("length") {
        Some(length) => format!("{},{}", extent["start"].as_str().unwrap_or("0"), text(length)),
        None => "-".to_owned(),
    };
    list(&slice["extent"]).iter().map(part).collect::<Vec<_>>().join(":")
}

/// Tensors in the shards of a V1 checkpoint: shapes, and their slices.
fn first_form(ours: &Value, shards: &Value, name: &str, c: &mut Compared) {
    for tensor in list(shards).iter().flat_map(|shard| list(&shard["meta"]["tensor"])) {
        let tensor_name = text(&tensor["name"]);
        let variable = list(&ours["variables"]).iter().find(|v| v["name"] == tensor_name);
        let shape: Vec<i64> =
            list(&tensor["shape"]["dim"]).iter().map(|d| text(&d["size"]).parse().unwrap_or(0)).collect();
        c.same(
            format!("{name} {tensor_name} shape"),
            &variable.map_or(Value::Null, |v| v["shape"].clone()),
            &json!(shape),
        );
        let entry = list(&ours["details"]["checkpoint"]["entries"]).iter().find(|e| e["name"] == tensor_name);
        let said: Vec<&str> = entry.map_or(&[][..], |e| list(&e["slices"])).iter().map(text).collect();
        for slice in list(&tensor["slice"]).iter().map(spec).filter(|spec| spec.contains(',')) {
            c.holds(format!("{name} {tensor_name}: {slice} in {said:?}"), said.contains(&slice.as_str()));
        }
    }
}

fn objects(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    let Some(nodes) = golden["nodes"].as_array() else {
        c.same(format!("{name} object graph"), &ours["object_graph"], &Value::Null);
        return;
    };
    let told = list(&ours["object_graph"]["nodes"]);
    c.same(format!("{name} objects"), &json!(told.len()), &json!(nodes.len()));
    let id = |v: &Value| v.as_u64().unwrap_or(0);
    for (index, (ours, golden)) in told.iter().zip(nodes).enumerate() {
        let at = format!("{name} object {index}");
        let children: Vec<Value> = list(&ours["children"]).iter().map(|e| json!([e["name"], e["node"]])).collect();
        let expected: Vec<Value> =
            list(&golden["children"]).iter().map(|e| json!([text(&e["local_name"]), id(&e["node_id"])])).collect();
        c.same(format!("{at} children"), &json!(children), &json!(expected));
        let part = |v: &Value, fields: [&str; 3]| json!(fields.map(|field| text(&v[field])));
        let attributes: Vec<Value> =
            list(&ours["attributes"]).iter().map(|a| part(a, ["name", "full_name", "key"])).collect();
        let expected: Vec<Value> =
            list(&golden["attributes"]).iter().map(|a| part(a, ["name", "full_name", "checkpoint_key"])).collect();
        c.same(format!("{at} attributes"), &json!(attributes), &json!(expected));
        let slots: Vec<Value> =
            list(&ours["slot_variables"]).iter().map(|s| json!([s["original"], s["slot"], s["node"]])).collect();
        let expected: Vec<Value> = list(&golden["slot_variables"])
            .iter()
            .map(|s| {
                json!([id(&s["original_variable_node_id"]), text(&s["slot_name"]), id(&s["slot_variable_node_id"])])
            })
            .collect();
        c.same(format!("{at} slots"), &json!(slots), &json!(expected));
    }
}
