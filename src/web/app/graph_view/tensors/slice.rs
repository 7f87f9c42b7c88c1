//! A slice of a value: the choice of its axes and indices, the heat map, the table.

use super::folded::folded;
use super::pane::Pane;
use super::{heat_map, table};
use crate::services::tensors::schema::NodeTensor;
use crate::services::values::schema::{Slice, SliceValues};
use crate::web::app::findings::error_card;
use crate::web::app::progress::pending;
use crate::web::app::statistics::real_text;
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::slices::{extremes, numbers, slice};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// Elements whose table opens by itself.
const FEW: usize = 144;

/// A slice and its elements.
type Found = Arc<(Slice, SliceValues)>;

/// The choices and the last answer.
#[derive(Clone, Copy)]
struct State {
    pane: Pane,
    /// First index along each axis.
    at: RwSignal<Vec<u64>>,
    /// Whether the images are shown, if the value is a list of images.
    images: RwSignal<bool>,
    found: RwSignal<Option<Found>>,
    /// Whether the table is open.
    opened: RwSignal<bool>,
    job: StoredValue<u32>,
}

/// Slices of the value of a tensor.
pub(super) fn slices(pane: Pane, tensor: &NodeTensor) -> Node {
    let (rank, axes) = (tensor.shape.len(), tensor.images.clone());
    let state = State {
        pane,
        at: RwSignal::new(vec![0; rank]),
        images: RwSignal::new(!axes.is_empty()),
        found: RwSignal::new(None),
        opened: RwSignal::new(false),
        job: StoredValue::new(0),
    };
    let (value, of_images) = (tensor.value.clone(), axes.clone());
    Effect::new(move |_| {
        let images = state.images.get().then_some(&of_images[..]);
        state.ask(value.clone(), slice(rank, images, state.at.get()));
    });
    on_cleanup(move || {
        if let Some(job) = state.job.try_get_value() {
            worker::cancel_job(pane.app, job);
        }
    });
    let scales = tensor.quantization.clone().map(Arc::new);
    let shown = move || {
        let Some(found) = state.found.get() else { return pending() };
        let (slice, values) = &*found;
        let real = numbers(slice, values, scales.as_deref());
        let map = real.filter(|numbers| numbers.len() > 1).map(|numbers| {
            let text = described(values, &numbers);
            heat_map::heat_map(pane.colors, values, numbers, text)
        });
        let (of_table, scales) = (found.clone(), scales.clone());
        html! {
            {map}
            {folded(t("slice-by-index").into_node(), state.opened, move || {
                table::table(&of_table.0, &of_table.1, scales.as_deref())
            })}
            {values.error.clone().map(error_card)}
        }
    };
    html! {
        {(!axes.is_empty()).then(|| state.choice())}
        {move || state.found.get().map(|found| state.indices(&found))}
        {shown}
    }
}

impl State {
    /// Asks for a slice; the last question wins.
    fn ask(self, value: String, slice: Slice) {
        worker::cancel_job(self.pane.app, self.job.get_value());
        let (asked, number) = (slice.clone(), StoredValue::new(0));
        let question = Question::Slice { artifact: self.pane.artifact, value, slice };
        let job = worker::long_request(
            self.pane.app,
            question,
            |_, _| {},
            move |reply| {
                let is_last = number.try_get_value() == self.job.try_get_value();
                let found = reply.and_then(Result::ok).and_then(|answer| answer.read::<SliceValues>());
                if let Some(found) = found.filter(|_| is_last) {
                    if found.elements.len() <= FEW {
                        let _ = self.opened.try_set(true);
                    }
                    let _ = self.found.try_set(Some(Arc::new((asked, found))));
                }
            },
        );
        number.set_value(job);
        self.job.set_value(job);
    }

    /// Images, or the last two axes.
    fn choice(self) -> Node {
        let choose = move |e| {
            self.at.update(|at| at.fill(0));
            self.images.set(event_target_value(&e) == "images");
        };
        html! {
            <p><select aria-label=t("slice-which") on:change=choose>
                <option value="images">{t("slice-images")}</option>
                <option value="table">{t("slice-table")}</option>
            </select></p>
        }
    }

    /// A field for each axis of which only some indices are shown.
    fn indices(self, (slice, found): &(Slice, SliceValues)) -> Node {
        let extents = [(slice.tiles, found.images), (slice.rows, found.height), (slice.columns, found.width)];
        let fields = found.shape.iter().enumerate().filter_map(|(axis, dim)| {
            let dim = u64::try_from(*dim).ok()?;
            let shown = extents.iter().find(|(shown, _)| *shown == Some(axis as u32)).map(|(_, extent)| *extent);
            let start = found.at.get(axis).copied().unwrap_or(0);
            let is_cut = dim > shown.unwrap_or(1) || start > 0;
            is_cut.then(|| self.field(axis, dim, start, shown))
        });
        let fields: Vec<Node> = fields.collect();
        let axes = axes(slice);
        html! {
            {axes.map(|text| html! { <p class="soft">{text}</p> })}
            {(!fields.is_empty()).then(|| html! { <p class="slice-indices">{fields}</p> })}
        }
    }

    fn field(self, axis: usize, dim: u64, start: u64, shown: Option<u64>) -> Node {
        let change = move |e| {
            let typed = event_target_value(&e).trim().parse::<u64>().unwrap_or(start).min(dim - 1);
            self.at.update(|at| {
                at.resize(at.len().max(axis + 1), 0);
                at[axis] = typed;
            });
        };
        let args = [
            ("axis", Arg::Plain(axis as f64)),
            ("last", Arg::Plain((dim - 1) as f64)),
            ("end", Arg::Plain((start + shown.unwrap_or(1)).saturating_sub(1) as f64)),
        ];
        let label = tr(if shown.is_some() { "slice-from" } else { "slice-index" }, &args);
        html! {
            <label>{label}" "<input type="number" class="m" dir="ltr" min="0" max=(dim - 1).to_string() value=start.to_string()
                prop:value=start.to_string() on:change=change/></label>
        }
    }
}

/// The meaning of rows, columns and images.
fn axes(slice: &Slice) -> Option<String> {
    let axis = |axis: Option<u32>| axis.map(|axis| Arg::Plain(f64::from(axis)));
    let (rows, columns) = (axis(slice.rows)?, axis(slice.columns)?);
    Some(match axis(slice.tiles) {
        Some(images) => tr("slice-axes-images", &[("rows", rows), ("columns", columns), ("images", images)]),
        None => tr("slice-axes", &[("rows", rows), ("columns", columns)]),
    })
}

/// The heat map in words.
fn described(found: &SliceValues, numbers: &[f64]) -> String {
    let (low, high) = extremes(numbers).unwrap_or((f64::NAN, f64::NAN));
    let args = [
        ("images", Arg::Number(found.images as f64)),
        ("height", Arg::Number(found.height as f64)),
        ("width", Arg::Number(found.width as f64)),
        ("low", Arg::Text(real_text(low))),
        ("high", Arg::Text(real_text(high))),
    ];
    tr("heat-map-said", &args)
}
