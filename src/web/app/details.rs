//! Further details of a file, below its contents: tensors of a `.tflite` model, its author's metadata, files in it;
//! functions, collections, assets and fingerprints of TensorFlow's models; checkpoints in a state file.

use super::findings::error_card;
use super::format;
use super::progress::pending;
use super::state::{App, Shown};
use super::table_export::{table_export_here, table_export_of};
use super::terms::explain;
use super::virtual_rows::{Sight, gap};
use super::words::{Arg, t, tr};
use super::worker;
use crate::fold::folded;
use crate::report::details::schema::{
    AssociatedFile, Details, ExternalBuffer, Fingerprint, Listed, MetaGraph, ModelMetadata, Quantization, Subgraph,
    Tensor, Tflite,
};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// Entries of a list shown at once.
const MOST: usize = 200;

/// The view: sends its request when it opens.
pub fn details(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let found = RwSignal::new(None::<Option<Arc<Details>>>);
    worker::request(app, Question::Details { artifact: index }, move |reply| {
        let read = match reply {
            Some(Ok(answer)) => answer.read::<Details>(),
            _ => None,
        };
        found.try_set(Some(read.map(Arc::new)));
    });
    drop(artifact);
    let shown = move || match found.get() {
        None => pending(),
        // Unreadable files have no details; their error is shown above.
        Some(None) => Node::Nothing,
        Some(Some(found)) => all(&found),
    };
    shown.into_node()
}

fn all(found: &Arc<Details>) -> Node {
    html! {
        {(!found.beside.is_empty()).then(|| list_line("details-beside", &found.beside))}
        {found.tflite.as_ref().map(tflite)}
        {found.meta_graphs.iter().map(meta_graph).collect::<Node>()}
        {found.fingerprint.as_ref().map(fingerprint)}
        {(!found.state.is_empty()).then(|| state(&found.state))}
        {found.problems.iter().cloned().map(error_card).collect::<Node>()}
    }
}

/// A heading and its values on one line.
fn list_line(id: &str, codes: &[String]) -> Node {
    let more = codes.len().saturating_sub(MOST);
    html! {
        <h3>{t(id)}</h3>
        <p class="codes">{codes.iter().take(MOST).map(|code| html! { <code>{code.clone()}</code>" " }).collect::<Node>()}
            {(more > 0).then(|| html! { <span class="soft">{tr("and-more", &[("n", more.into())])}</span> })}</p>
    }
}

fn tflite(model: &Tflite) -> Node {
    let graphs = Arc::new(model.subgraphs.clone());
    let external = Arc::new(model.external_buffers.clone());
    html! {
        {model.model_metadata.as_ref().map(model_metadata)}
        {(!model.associated_files.is_empty()).then(|| html! {
            <h3>{t("details-files")}</h3>
            {model.associated_files.iter().map(associated).collect::<Node>()}
        })}
        {(!graphs.is_empty()).then(|| tensors(graphs, external))}
    }
}

/// The author's metadata of a model.
fn model_metadata(metadata: &ModelMetadata) -> Node {
    let line =
        |id: &str, value: &String| (!value.is_empty()).then(|| html! { <dt>{t(id)}</dt><dd>{value.clone()}</dd> });
    html! {
        <h3>{t("details-said")}</h3>
        <dl class="facts-list">
            {line("details-name", &metadata.name)}
            {line("details-description", &metadata.description)}
            {line("details-version", &metadata.version)}
            {line("details-author", &metadata.author)}
            {line("details-license", &metadata.license)}
        </dl>
        {(!metadata.tensors.is_empty()).then(|| html! {
            {table_export_here("metadata")}<div class="scroll-x"><table class="sig">
                <thead><tr><th>{t("col-direction")}</th><th>{t("col-name")}</th><th>{t("details-content")}</th>
                    <th>{t("details-steps")}</th></tr></thead>
                <tbody>{metadata.tensors.iter().map(|tensor| {
                    let content: Vec<&str> = [tensor.content.as_str(), tensor.description.as_str()]
                        .into_iter().filter(|part| !part.is_empty()).collect();
                    let files = tensor.files.iter().map(|(name, kind, _)| format!("{name} ({kind})"));
                    let steps: Vec<String> = tensor.steps.iter().cloned().chain(files).collect();
                    html! {
                        <tr><td class="soft">{t(&format!("direction-{}", tensor.direction))}</td>
                            <td><code>{tensor.name.clone()}</code></td><td class="prose">{content.join(": ")}</td>
                            <td><code>{steps.join("; ")}</code></td></tr>
                    }
                }).collect::<Node>()}</tbody>
            </table></div>
        })}
    }
}

/// A file in the zip after a model, with its text in a fold.
fn associated(file: &AssociatedFile) -> Node {
    if let Some(error) = &file.error {
        return error_card(error.clone());
    }
    let about = match file.lines {
        Some(lines) => tr("details-file-lines", &[("n", lines.into()), ("size", format::bytes(file.bytes).into())]),
        None => format::bytes(file.bytes),
    };
    match &file.text {
        Some(text) => html! {
            <details class="ops"><summary><code>{file.name.clone()}</code>" "<span class="soft">{about}</span></summary>
                <pre class="file-text" tabindex="0">{text.clone()}</pre></details>
        },
        None => html! { <p><code>{file.name.clone()}</code>" "<span class="soft">{about}</span></p> },
    }
}

/// Columns of exported tensors. They are not translated: programs read them.
const TENSOR_HEADS: [&str; 6] = ["tensor", "name", "dtype", "shape", "bytes", "quantization"];

/// The tensors of a subgraph, to filter.
fn tensors(graphs: Arc<Vec<Subgraph>>, external: Arc<Vec<ExternalBuffer>>) -> Node {
    let which = RwSignal::new(0usize);
    let filter = RwSignal::new(String::new());
    let sight = Sight::new();
    let names: Vec<(usize, String)> = graphs
        .iter()
        .enumerate()
        .map(|(index, graph)| match graph.name.is_empty() {
            true => (index, index.to_string()),
            false => (index, format!("{index}: {}", graph.name)),
        })
        .collect();
    let all = graphs.clone();
    let lines = Memo::new(move |_| {
        let needle = folded(&filter.get());
        let tensors = &all[which.get()].tensors;
        let fits =
            |tensor: &Tensor| needle.is_empty() || folded(&tensor.name).contains(&needle) || tensor.dtype == needle;
        (0..tensors.len()).filter(|i| fits(&tensors[*i])).collect::<Vec<_>>()
    });
    let counted = graphs.clone();
    let exported = (graphs.clone(), external.clone());
    html! {
        <h3>{t("details-tensors")}</h3>
        <div class="tools">
            <input type="search" placeholder=t("filter") aria-label=t("details-filter-tensors")
                on:input=move |e| filter.set(event_target_value(&e))/>
            {(names.len() > 1).then(|| html! {
                <label>{t("details-subgraph")}" "<select on:change=move |e| {
                    if let Ok(index) = event_target_value(&e).parse() { which.set(index); }
                }>{names.into_iter().map(|(index, name)| html! { <option value=index>{name}</option> }).collect::<Node>()}</select></label>
            })}
            <span class="soft">{move || tr("details-count-tensors", &[("n", counted[which.get()].tensors.len().into())])}</span>
            {table_export_of("tensors", move || {
                let tensors = &exported.0[which.get_untracked()].tensors;
                let shown = lines.get_untracked().into_iter().filter_map(|i| Some(cells(i, tensors.get(i)?, &exported.1)));
                std::iter::once(TENSOR_HEADS.map(str::to_owned).to_vec()).chain(shown).collect()
            })}
        </div>
        <div class="scroll-y" tabindex="0" role="region" aria-label=t("details-tensors") on:scroll=move |e| sight.scrolled(&e)>
            <table class="vars tensors">
                <thead><tr><th scope="col" class="n">"#"</th><th scope="col">{t("col-tensor")}</th>
                    <th scope="col" class="dtype">{t("col-dtype")}</th><th scope="col" class="shape">{t("col-shape")}</th>
                    <th scope="col" class="n">{t("col-bytes")}</th>
                    <th scope="col" class="first">{t("details-quantization")}{explain("zero-point", &t("details-quantization"))}</th></tr></thead>
                <tbody>{move || {
                    let lines = lines.get();
                    let range = sight.range(lines.len());
                    let (above, below) = (range.start, lines.len() - range.end);
                    let tensors = &graphs[which.get()].tensors;
                    let rows = lines[range].iter().filter_map(|i| Some(row(*i, tensors.get(*i)?, &external))).collect::<Node>();
                    html! { {gap(above)}{rows}{gap(below)} }
                }}</tbody>
            </table>
        </div>
    }
}

/// The external buffer of a tensor, its shape and its bytes.
fn stored<'a>(tensor: &Tensor, external: &'a [ExternalBuffer]) -> (Option<&'a ExternalBuffer>, String, Option<u64>) {
    let shape: Vec<i64> =
        tensor.shape_signature.as_ref().unwrap_or(&tensor.shape).iter().map(|dim| i64::from(*dim)).collect();
    let external = external.iter().find(|buffer| tensor.external_buffer != 0 && buffer.id == tensor.external_buffer);
    let bytes = tensor.range.map(|(start, end)| end.saturating_sub(start)).or(external.map(|buffer| buffer.bytes));
    (external, format::shape(&shape), bytes)
}

/// A tensor as the texts of [`TENSOR_HEADS`].
fn cells(index: usize, tensor: &Tensor, external: &[ExternalBuffer]) -> Vec<String> {
    let (external, shape, bytes) = stored(tensor, external);
    let bytes = bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
    vec![index.to_string(), tensor.name.clone(), tensor.dtype.clone(), shape, bytes, how(tensor, external)]
}

fn row(index: usize, tensor: &Tensor, external: &[ExternalBuffer]) -> Node {
    let (external, shape, bytes) = stored(tensor, external);
    let bytes = bytes.map(format::number).unwrap_or_default();
    let how = how(tensor, external);
    html! {
        <tr>
            <td class="n">{index}</td>
            <td class="name"><code title=tensor.name.clone()>{tensor.name.clone()}</code></td>
            <td class="dtype"><code>{tensor.dtype.clone()}</code></td>
            <td class="shape"><code>{shape}</code></td>
            <td class="n">{bytes}</td>
            <td class="first"><code title=how.clone()>{how.clone()}</code></td>
        </tr>
    }
}

/// Quantization, sparsity and other properties of a tensor, in the schema's terms.
fn how(tensor: &Tensor, external: Option<&ExternalBuffer>) -> String {
    let mut parts = Vec::new();
    parts.extend(tensor.quantization.as_ref().map(quantized));
    if let Some(sparsity) = &tensor.sparsity {
        let dims: Vec<&str> = sparsity.dimensions.iter().map(|(form, _, _)| form.as_str()).collect();
        parts.push(format!("sparse {}", dims.join(" ")));
    }
    if tensor.is_variable {
        parts.push("variable".to_owned());
    }
    parts.extend(tensor.variants.iter().map(|v| format!("variant of {} {:?}", v.dtype, v.shape)));
    if tensor.outside {
        parts.push("outside the flatbuffer".to_owned());
    }
    if tensor.external_buffer != 0 {
        parts.push(match external {
            Some(buffer) => elsewhere(buffer),
            None => format!("external buffer {}", tensor.external_buffer),
        });
    }
    parts.join("; ")
}

/// The file of an external buffer and the byte range in it.
fn elsewhere(buffer: &ExternalBuffer) -> String {
    let packing = Some(buffer.packing.as_str()).filter(|packing| !matches!(*packing, "" | "unpacked"));
    let packing = packing.map_or_else(String::new, |packing| format!(" ({packing})"));
    format!("{} {}..{}{packing}", buffer.group, buffer.offset, buffer.offset.saturating_add(buffer.bytes))
}

fn quantized(q: &Quantization) -> String {
    let first = |values: &[serde_json::Value]| values.first().map(ToString::to_string).unwrap_or_default();
    let zero = q.zero_point.first().copied().unwrap_or(0);
    match (q.form.as_str(), &q.tensors) {
        ("per-tensor", _) => format!("{} * (q - {zero})", first(&q.scale)),
        ("per-axis", _) => format!("{}, axis {}: {} * (q - {zero}), …", q.channels, q.axis, first(&q.scale)),
        (form, Some((scales, zeros))) => {
            format!("{form}: block {}, scales #{scales}, zero points #{zeros}", q.block_size)
        }
        (form, None) => form.to_owned(),
    }
}

/// A meta graph: functions with their arguments, collections, assets, saver, stripped ops, objects.
fn meta_graph(meta: &MetaGraph) -> Node {
    let offered = meta.saved_functions.iter().map(|f| {
        html! {
            <tr><td><code>{f.name.clone()}</code></td><td><code>{f.arguments.join(", ")}</code></td>
                <td><code>{f.input_signature.clone()}</code></td></tr>
        }
    });
    let offered = offered.collect::<Node>();
    let functions = meta.functions.iter().take(MOST).map(|f| {
        let side = |args: &[(String, String)]| {
            args.iter().map(|(name, dtype)| format!("{name}: {dtype}")).collect::<Vec<_>>().join(", ")
        };
        html! {
            <tr><td><code>{f.name.clone()}</code></td><td><code>{side(&f.inputs)}</code></td>
                <td><code>{side(&f.outputs)}</code></td><td class="n">{format::number(f.count)}</td></tr>
        }
    });
    let functions = functions.collect::<Node>();
    let more = meta.functions.len().saturating_sub(MOST);
    let collections = meta.collections.iter().map(|c| {
        html! {
            <tr><td><code>{c.name.clone()}</code></td><td>{c.kind.clone()}</td><td class="n">{format::number(c.count)}</td>
                <td><code>{c.first.join(", ")}</code></td></tr>
        }
    });
    let collections = collections.collect::<Node>();
    let assets = meta.assets.iter().map(|asset| {
        let present = match asset.present {
            Some(true) => t("details-here"),
            Some(false) => t("details-missing"),
            None => String::new(),
        };
        html! {
            <tr><td><code>{asset.filename.clone()}</code></td><td><code>{asset.tensor.clone()}</code></td><td>{present}</td></tr>
        }
    });
    let assets = assets.collect::<Node>();
    html! {
        {(!meta.saved_functions.is_empty()).then(|| html! {
            <h3>{t("details-saved-functions")}</h3>
            {table_export_here("saved-functions")}<div class="scroll-x"><table class="sig">
                <thead><tr><th>{t("col-name")}</th><th>{t("details-arguments")}</th><th>{t("details-declared")}</th></tr></thead>
                <tbody>{offered}</tbody></table></div>
        })}
        {(!meta.functions.is_empty()).then(|| html! {
            <details class="ops"><summary>{tr("details-functions", &[("n", meta.functions.len().into())])}</summary>
            {table_export_here("functions")}<div class="scroll-x"><table class="sig">
                <thead><tr><th>{t("col-name")}</th><th>{t("details-inputs")}</th><th>{t("details-outputs")}</th>
                    <th class="n">{t("details-nodes")}</th></tr></thead>
                <tbody>{functions}</tbody></table></div>
            {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}</details>
        })}
        {(!meta.collections.is_empty()).then(|| html! {
            <h3>{t("details-collections")}</h3>
            {table_export_here("collections")}<div class="scroll-x"><table class="sig"><tbody>{collections}</tbody></table></div>
        })}
        {(!meta.assets.is_empty()).then(|| html! {
            <h3>{t("details-assets")}</h3>
            {table_export_here("assets")}<div class="scroll-x"><table class="sig"><tbody>{assets}</tbody></table></div>
        })}
        {meta.saver.as_ref().map(|saver| html! {
            <h3>{t("details-saver")}</h3>
            <p><code>{format!("{} {} → {} / {}", saver.version, saver.filename_tensor, saver.save_tensor, saver.restore_op)}</code></p>
        })}
        {(!meta.stripped_ops.is_empty()).then(|| html! {
            <details class="ops"><summary>{tr("details-stripped", &[("n", meta.stripped_ops.len().into())])}</summary>
                <p class="codes">{meta.stripped_ops.iter().map(|op| html! { <code>{op.clone()}</code>" " }).collect::<Node>()}</p>
            </details>
        })}
        {(!meta.object_types.is_empty()).then(|| html! {
            <h3>{t("details-object-types")}</h3>
            <p class="codes">{meta.object_types.iter().map(|(path, kind, _)| html! {
                <code>{format!("{path}: {kind}")}</code>" "
            }).collect::<Node>()}</p>
        })}
    }
}

fn fingerprint(stored: &Fingerprint) -> Node {
    let lines = [
        ("uuid", &stored.uuid),
        ("saved_model_checksum", &stored.saved_model_checksum),
        ("graph_def_program_hash", &stored.graph_def_program_hash),
        ("signature_def_hash", &stored.signature_def_hash),
        ("saved_object_graph_hash", &stored.saved_object_graph_hash),
        ("checkpoint_hash", &stored.checkpoint_hash),
    ];
    html! {
        <details class="ops"><summary>{t("details-fingerprint")}</summary>
        <dl class="facts-list">{lines.into_iter().map(|(name, value)| html! {
            <dt><code>{name}</code></dt><dd><code>{value.clone()}</code></dd>
        }).collect::<Node>()}</dl></details>
    }
}

/// The checkpoints of a state file, and which of them are here.
fn state(listed: &[Listed]) -> Node {
    let rows = listed.iter().map(|entry| {
        let present = if entry.present { t("details-here") } else { t("details-missing") };
        let newest = if entry.newest { t("details-newest") } else { String::new() };
        html! { <tr><td><code>{entry.path.clone()}</code></td><td>{newest}</td><td>{present}</td></tr> }
    });
    let rows = rows.collect::<Node>();
    html! {
        <h3>{tr("details-state", &[("n", Arg::from(listed.len()))])}</h3>
        {table_export_here("state")}<div class="scroll-x"><table class="sig"><tbody>{rows}</tbody></table></div>
    }
}
