//! A slice as a table: stored values by index, with the real ones below where there are scales.

use crate::services::tensors::schema::Scales;
use crate::services::values::schema::{Slice, SliceValues};
use crate::web::app::statistics::{number_text, real_text};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use crate::web::model::slices::{cells, index, number, real};

/// The table.
pub(super) fn table(slice: &Slice, found: &SliceValues, scales: Option<&Scales>) -> Node {
    let start = |axis: Option<u32>| axis.and_then(|axis| found.at.get(axis as usize).copied()).unwrap_or(0);
    let heads = (0..found.width).map(|column| head("col", start(slice.columns) + column));
    let all: Vec<_> = cells(found).zip(&found.elements).collect();
    let rows = all.chunks(found.width.max(1) as usize).map(|row| {
        let (image, line, _) = row[0].0;
        let cells = row.iter().map(|(cell, element)| {
            let quantized = scales.and_then(|scales| {
                let real = real(scales, index(slice, found, scales.axis, *cell), number(element)?);
                Some(html! { <br/><code class="soft">{real_text(real)}</code> })
            });
            let text = if element.is_null() { "–".to_owned() } else { number_text(element) };
            html! { <td class="n"><code>{text}</code>{quantized}</td> }
        });
        html! {
            <tr>
                {slice.tiles.map(|_| head("row", start(slice.tiles) + image))}
                {head("row", start(slice.rows) + line)}
                {cells.collect::<Node>()}
            </tr>
        }
    });
    html! {
        {scales.map(|_| html! { <p class="soft">{t("slice-both")}</p> })}
        {table_export_here("values")}<div class="scroll-x slice-table" role="region" tabindex="0" aria-label=t("tensor-values")>
            <table>
                <thead><tr>
                    {slice.tiles.map(|_| html! { <th scope="col">{t("slice-image")}</th> })}
                    <th scope="col">{t("slice-row")}</th>
                    {heads.collect::<Node>()}
                </tr></thead>
                <tbody>{rows.collect::<Node>()}</tbody>
            </table>
        </div>
    }
}

fn head(scope: &'static str, index: u64) -> Node {
    html! { <th scope=scope class="n"><code>{index.to_string()}</code></th> }
}
