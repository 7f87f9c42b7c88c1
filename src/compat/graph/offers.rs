//! Actions of graphs.

use super::view::Way;
use crate::compat::knowledge::flat_release;
use crate::compat::knowledge::tensorflow::tf_eras;
use crate::compat::{Action, Channel, ChannelIndex, Offer, channels};

/// Actions of an importer, the default one first.
pub fn offers(way: Way) -> (Offer, Vec<Offer>) {
    let loads_graphs = |channel: &Channel| channel.releases.iter().any(|r| r.graph_def_version.is_some());
    let own: Vec<ChannelIndex> =
        channels().iter().enumerate().filter(|(_, c)| loads_graphs(c)).map(|(i, _)| i).collect();
    let known = |at| flat_release(at).1.graph.is_some();
    match way {
        Way::SavedModel => of_saved_model(own, known),
        _ => (Offer::new(Action::Import, own, known), Vec::new()),
    }
}

/// Actions of a SavedModel. Before 2.0 `tf.saved_model.load` is the loader of 1.x; Keras was tested from 2.0 on, and
/// Keras 3 also without TensorFlow.
fn of_saved_model(own: Vec<ChannelIndex>, known: impl Fn(usize) -> bool) -> (Offer, Vec<Offer>) {
    let load = Offer::new(Action::Load, own, known);
    let loader = load.of_same(Action::V1Loader);
    let mut keras = load.of_same(Action::Keras).unknown(&tf_eras("saved-model-keras-unknown"));
    keras.channels.extend(channels().iter().position(|channel| channel.id == "keras"));
    (load, vec![loader, keras])
}
