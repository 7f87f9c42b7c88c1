//! `.tflite` files: codes, tensors with quantization, operators with their options tables, signatures, metadata.

use super::{Compared, close, files_below, golden, list, number, one, text};
use serde_json::{Value, json};
use std::path::PathBuf;

fn goldens() -> Vec<(PathBuf, Value)> {
    let mut paths = files_below("tflite", ".golden.json");
    paths.extend(files_below("public/tflite", ".golden.json"));
    let model = |path: PathBuf| {
        let stem = path.to_string_lossy().strip_suffix(".golden.json").unwrap().to_owned();
        // Results of older interpreters are beside the first.
        let file =
            ["tflite", "bin", "lite"].map(|e| PathBuf::from(format!("{stem}.{e}"))).into_iter().find(|f| f.exists())?;
        Some((file, golden(&path)))
    };
    paths.into_iter().filter_map(model).collect()
}

#[test]
fn every_fact_agrees() {
    let mut compared = Compared::new();
    for (path, golden) in goldens() {
        let facts = &golden["facts"];
        if facts["subgraphs"].is_array() {
            agree(&one(&path), facts, &path.file_name().unwrap().to_string_lossy(), &mut compared);
        }
    }
    compared.finish(30_000);
}

/// The newest runtime refuses a file as damaged exactly where the report has an error or a string that is not UTF-8.
#[test]
fn the_same_files_are_refused_as_damaged() {
    let mut compared = Compared::new();
    let mut refused = 0;
    for (path, golden) in goldens() {
        let message = text(&golden["load"]["message"]);
        let damaged = ["not a valid Flatbuffer", "utf-8", "must be specified"].iter().any(|m| message.contains(m));
        let ours = one(&path);
        refused += usize::from(damaged);
        let shown = path.display();
        // A key of a signature that is not UTF-8 is read; the verdict has the refusal.
        let no_text = |problem: &Value| problem["detail"]["id"] == "tflite-text-not-utf8";
        let named = ours["error"].is_object() || list(&ours["problems"]).iter().any(no_text);
        compared.holds(format!("{shown}: {message:?} against {}", ours["error"]), named == damaged);
        if golden["load"] == "ok" {
            compared.holds(format!("{shown}: problems of a sound file"), list(&ours["problems"]).is_empty());
        }
    }
    assert!(refused >= 20, "{refused}");
    compared.finish(550);
}

fn agree(ours: &Value, facts: &Value, name: &str, c: &mut Compared) {
    let model = &ours["details"]["tflite"];
    c.same(format!("{name} identifier"), &model["identifier"], &facts["identifier"]);
    c.same(format!("{name} schema"), &ours["identity"]["form"], &json!(format!("schema {}", facts["schema_version"])));
    c.same(format!("{name} description"), &model["description"], &json!(text(&facts["description"])));
    c.same(
        format!("{name} min_runtime_version"),
        &ours["identity"]["min_runtime_version"],
        &facts["min_runtime_version"],
    );
    c.same(format!("{name} buffers"), &model["buffers"], &facts["buffers"]);
    let entries = |value: &Value| -> Value { list(value).iter().map(|m| json!([m["name"], m["bytes"]])).collect() };
    c.same(format!("{name} metadata"), &entries(&model["metadata"]), &entries(&facts["metadata"]));
    let said = &facts["conversion_metadata"];
    c.holds(format!("{name} conversion"), said.is_object() == model["conversion"].is_object());
    if said.is_object() {
        let (ours, environment) = (&model["conversion"], &said["environment"]);
        for (field, golden) in [
            ("tensorflow_version", &environment["tensorflowVersion"]),
            ("api_version", &environment["apiVersion"]),
            ("model_type_number", &environment["modelType"]),
            ("optimization_mode_numbers", &said["optimization_modes"]),
            ("allow_custom_ops", &said["allow_custom_ops"]),
            ("enable_select_tf_ops", &said["enable_select_tf_ops"]),
        ] {
            c.same(format!("{name} {field}"), &ours[field], golden);
        }
        c.same(format!("{name} model_hash"), &ours["model_hash"], &json!(environment["modelHash"].to_string()));
    }
    let codes = list(&facts["operator_codes"]);
    c.same(format!("{name} codes"), &json!(list(&model["operator_codes"]).len()), &json!(codes.len()));
    for (ours, golden) in list(&model["operator_codes"]).iter().zip(codes) {
        for (field, other) in
            [("code", "builtin_code"), ("custom_code", "custom_code"), ("version", "version"), ("count", "count")]
        {
            c.same(format!("{name} code {field}"), &ours[field], &golden[other]);
        }
        let known = golden["name"].is_string() && golden["custom_code"].is_null();
        if known {
            c.same(format!("{name} code name"), &ours["name"], &golden["name"]);
        }
    }
    signatures(model, facts, name, c);
    let graphs = list(&facts["subgraphs"]);
    c.same(format!("{name} subgraphs"), &json!(list(&model["subgraphs"]).len()), &json!(graphs.len()));
    for (index, golden) in graphs.iter().enumerate() {
        subgraph(&model["subgraphs"][index], &ours["graphs"][index], golden, &format!("{name} subgraph {index}"), c);
    }
}

fn signatures(model: &Value, facts: &Value, name: &str, c: &mut Compared) {
    let named = |ports: &Value| -> Value {
        Value::Object(list(ports).iter().map(|port| (text(&port[0]).to_owned(), port[1].clone())).collect())
    };
    let ours: Value = list(&model["signatures"])
        .iter()
        .map(|s| json!([s["key"], s["subgraph"], named(&s["inputs"]), named(&s["outputs"])]))
        .collect();
    let golden: Value = list(&facts["signatures"])
        .iter()
        .map(|s| json!([text(&s["key"]), s["subgraph"], s["inputs"], s["outputs"]]))
        .collect();
    c.same(format!("{name} signatures"), &ours, &golden);
}

fn subgraph(ours: &Value, summary: &Value, golden: &Value, name: &str, c: &mut Compared) {
    c.same(format!("{name} name"), &ours["name"], &json!(text(&golden["name"])));
    c.same(format!("{name} inputs"), &ours["inputs"], &json!(list(&golden["inputs"])));
    c.same(format!("{name} outputs"), &ours["outputs"], &json!(list(&golden["outputs"])));
    c.same(format!("{name} tensors"), &json!(list(&ours["tensors"]).len()), &golden["tensor_count"]);
    c.same(format!("{name} operators"), &json!(list(&ours["operators"]).len()), &golden["operator_count"]);
    // The report's histogram is that of the golden's list.
    let mut ops = std::collections::BTreeMap::<&str, u64>::new();
    for operator in list(&golden["operators"]) {
        *ops.entry(text(&operator["op"])).or_default() += 1;
    }
    c.same(format!("{name} ops"), &summary["ops"], &json!(ops));
    for (index, (ours, golden)) in list(&ours["tensors"]).iter().zip(list(&golden["tensors"])).enumerate() {
        tensor(ours, golden, &format!("{name} tensor {index}"), c);
    }
    for (index, (ours, golden)) in list(&ours["operators"]).iter().zip(list(&golden["operators"])).enumerate() {
        let name = format!("{name} operator {index}");
        c.same(format!("{name} op"), &ours["op"], &golden["op"]);
        c.same(format!("{name} inputs"), &ours["inputs"], &json!(list(&golden["inputs"])));
        c.same(format!("{name} outputs"), &ours["outputs"], &json!(list(&golden["outputs"])));
        let table = golden["options"].as_str().or(golden["options2"].as_str()).unwrap_or_default();
        c.same(format!("{name} options"), &ours["options_table"], &json!(table));
        let bytes = number(&golden["custom_options_bytes"].as_u64().unwrap_or(0).into());
        c.same(format!("{name} custom options"), &json!(length(&ours["custom_options"])), &json!(bytes as u64));
    }
}

fn length(range: &Value) -> u64 {
    range[1].as_u64().unwrap_or(0) - range[0].as_u64().unwrap_or(0)
}

fn tensor(ours: &Value, golden: &Value, name: &str, c: &mut Compared) {
    c.same(format!("{name} name"), &ours["name"], &json!(text(&golden["name"])));
    c.same(format!("{name} dtype"), &ours["dtype"], &json!(text(&golden["dtype"]).to_lowercase()));
    c.same(format!("{name} shape"), &ours["shape"], &json!(list(&golden["shape"])));
    if golden["shape_signature"].is_array() {
        c.same(format!("{name} shape_signature"), &ours["shape_signature"], &golden["shape_signature"]);
    }
    c.same(format!("{name} buffer"), &ours["buffer"], &golden["buffer"]);
    c.same(
        format!("{name} bytes"),
        &json!(length(&ours["range"])),
        &json!(golden["const_bytes"].as_u64().unwrap_or(0)),
    );
    c.same(format!("{name} variable"), &ours["is_variable"], &json!(golden["is_variable"] == true));
    c.holds(format!("{name} sparse"), ours["sparsity"].is_object() == (golden["sparse"] == true));
    // The golden leaves out quantization whose scales are tensors.
    let said = &ours["quantization"];
    let scaled = matches!(text(&said["form"]), "per-tensor" | "per-axis");
    let quantized = &golden["quantization"];
    c.holds(format!("{name} quantization"), scaled == quantized.is_object());
    if scaled && quantized.is_object() {
        c.same(format!("{name} channels"), &said["channels"], &quantized["channels"]);
        c.same(format!("{name} axis"), &said["axis"], &quantized["axis"]);
        let scales = list(&said["scale"]).iter().zip(list(&quantized["scale_first4"]));
        c.holds(format!("{name} scales"), scales.into_iter().all(|(a, b)| close(number(a), number(b), 1e-7)));
        let zeros: Vec<&Value> = list(&said["zero_point"]).iter().take(4).collect();
        c.same(format!("{name} zero points"), &json!(zeros), &json!(list(&quantized["zero_point_first4"])));
    }
}
