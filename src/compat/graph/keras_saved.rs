//! Layers and optimizers of a SavedModel that the Keras of a release cannot revive (`tf_keras_saved.csv`).

use super::stage;
use crate::bytes::Span;
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{TENSORFLOW, table};
use crate::compat::{
    Action, Certainty, EVIDENCE, Evidence, Outcome, Requirement, RequirementKind, Subject, SubjectKind,
};
use crate::formats::proto::tensorflow::saved_object::Kind;
use crate::formats::saved_model::SavedModelDocument;
use std::collections::BTreeMap;

/// Precedes the class of an object in its metadata.
const CLASS: &str = "\"class_name\": \"";

/// Releases that accept a class, its objects, the source of the last row.
type Need = (Accepts, Vec<usize>, &'static str);

/// One requirement for each class.
pub fn requirements(document: &SavedModelDocument, out: &mut Vec<Requirement>) {
    let (saved, objects) = metadata(document);
    let t = table("tf_keras_saved");
    let mut needs: BTreeMap<&str, Need> = BTreeMap::new();
    for row in (0..t.rows).filter(|&row| t.column("saved").at(row) == saved) {
        let cell = |column: &str| t.column(column).at(row);
        for class in cell("classes").split(' ') {
            let meets = |text: &str| is_of(text, class) && has(text, cell("key"));
            let found: Vec<usize> = objects.iter().filter(|(_, text)| meets(text)).map(|(at, _)| *at).collect();
            if found.is_empty() {
                continue;
            }
            let all = || (Accepts::all(Outcome::Loads, accepts::graph_or_keras), Vec::new(), "");
            let need = needs.entry(class).or_insert_with(all);
            let releases = range(TENSORFLOW, cell("first"), cell("last"));
            need.0.set_in(Action::Keras, releases, Outcome::from_word(cell("outcome")));
            (need.1, need.2) = (found, cell("source"));
        }
    }
    out.extend(needs.into_iter().map(|(class, (accepts, found, source))| {
        let place = |at: &usize| {
            let field = format!("meta_graphs[0].object_graph_def.nodes[{at}]");
            Evidence::of_file(Span { file: document.file.clone(), range: None, field })
        };
        Requirement {
            id: "saved-model-keras-class",
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Class, name: class.to_owned(), version: None },
            reason: None,
            evidence: found.iter().take(EVIDENCE).map(place).collect(),
            count: found.len() as u32,
            certainty: Certainty::Observed,
            source: source.to_owned(),
            accepts: accepts.done(),
            step: (stage::TEXT, 3),
            early: None,
            prints: Vec::new(),
        }
    }));
}

/// Where releases up to 2.4 (`object`) or later ones (`file`) save metadata, and that of each object by its number.
fn metadata(document: &SavedModelDocument) -> (&'static str, Vec<(usize, &str)>) {
    if let Some(Ok(metadata)) = &document.keras_metadata {
        return ("file", metadata.nodes.iter().map(|node| (node.node_id as usize, node.metadata.as_str())).collect());
    }
    let nodes = document.object_graph().map_or(&[][..], |graph| &graph.nodes);
    // Deprecated because later releases leave it empty.
    #[expect(deprecated)]
    let texts = nodes.iter().enumerate().filter_map(|(at, node)| match &node.kind {
        Some(Kind::UserObject(user)) => Some((at, user.metadata.as_str())),
        _ => None,
    });
    ("object", texts.collect())
}

/// Whether an object is of a class, or a model with an optimizer of it.
fn is_of(text: &str, class: &str) -> bool {
    let optimizer = text.split_once("\"optimizer_config\": {").map(|(_, rest)| rest);
    [Some(text), optimizer].into_iter().flatten().any(|text| {
        // A tuple, such as the shape of inputs, may come first.
        let own = text.split(CLASS).skip(1).find(|rest| !rest.starts_with("__"));
        own.and_then(|rest| rest.strip_prefix(class)).is_some_and(|rest| rest.starts_with('"'))
    })
}

/// Whether the metadata has a key; of `!key`, whether it has none.
fn has(text: &str, key: &str) -> bool {
    let (key, wanted) = key.strip_prefix('!').map_or((key, true), |key| (key, false));
    key.is_empty() || text.contains(&format!("\"{key}\": ")) == wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::knowledge::tensorflow::table;

    /// As TensorFlow 2.15.1 wrote them, shortened.
    const LAYER: &str = r#"{"name": "text_vectorization", "batch_input_shape": {"class_name": "__tuple__", "items": [null]}, "class_name": "TextVectorization", "config": {"sparse": false, "encoding": "utf-8"}}"#;
    const MODEL: &str = r#"{"class_name": "Sequential", "training_config": {"optimizer_config": {"class_name": "Custom>Adam", "config": {"weight_decay": null}}}}"#;

    #[test]
    fn an_object_is_of_its_own_class_or_its_optimizers() {
        assert!(is_of(LAYER, "TextVectorization") && !is_of(LAYER, "Text") && !is_of(LAYER, "__tuple__"));
        assert!(is_of(MODEL, "Custom>Adam") && !is_of(MODEL, "Custom>AdamW") && is_of(MODEL, "Sequential"));
        assert!(has(LAYER, "encoding") && !has(LAYER, "!sparse") && has(MODEL, "!sparse") && has(MODEL, ""));
    }

    #[test]
    fn every_row_names_an_outcome_and_a_place() {
        let t = table("tf_keras_saved");
        for row in 0..t.rows {
            assert!(["object", "file"].contains(&t.column("saved").at(row)), "row {}", row + 2);
            assert!(["refused", "unknown"].contains(&t.column("outcome").at(row)), "row {}", row + 2);
        }
    }
}
