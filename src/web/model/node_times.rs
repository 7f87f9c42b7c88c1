//! Times of a run on the nodes of a drawing.

use crate::graph::Scene;

/// Milliseconds of the nodes of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeTimes {
    /// By index in the drawing; a closed group has the sum of its nodes.
    pub ms: Vec<f64>,
    /// The maximum; above 0.
    pub most: f64,
}

impl NodeTimes {
    /// Times of operators (by index) on a drawing; `None` if none of its operators took time.
    pub fn of(scene: &Scene, times: &[(u32, f64)]) -> Option<Self> {
        let drawing = scene.drawing();
        let mut ms = vec![0.0; drawing.nodes.len()];
        for (operator, spent) in times {
            // In the graph of a TFLite model, node n is operator n.
            let shown = drawing.shown_by.get(*operator as usize).and_then(|shown| ms.get_mut(*shown as usize));
            if let Some(sum) = shown {
                *sum += spent;
            }
        }
        let most = ms.iter().copied().fold(0.0, f64::max);
        (most > 0.0).then_some(Self { ms, most })
    }

    /// The share of the maximum, 0 to 1.
    pub fn share(&self, node: usize) -> f64 {
        self.ms.get(node).copied().unwrap_or(0.0) / self.most
    }
}
