//! The canvas of one of the two drawings.

use super::side::Side;
use super::sync::Together;
use crate::web::app::findings::error_card;
use crate::web::app::graph_view::canvas::canvas;
use crate::web::app::graph_view::colors::{Colors, Theme};
use crate::web::app::graph_view::minimap;
use crate::web::app::graph_view::requests::Drawn;
use crate::web::app::graph_view::stage::Stage;
use crate::web::app::graph_view::tools::{label, zoom_buttons};
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// The canvas under the name of its file.
pub fn view(
    side: Side,
    together: Together,
    (name, word): (&str, &str),
    theme: Theme,
    colors: Memo<Option<Colors>>,
) -> Node {
    let Drawn { stage, error, .. } = side.drawn;
    let stage = Stage { toggle: together.toggle(stage), ..stage };
    let (word, name) = (t(word), name.to_owned());
    let spoken = format!("{word}: {name}");
    let label = Signal::derive(move || {
        let drawing = stage.scene.with(|s| s.as_ref().map_or_else(|| t("drawing-wait"), label));
        format!("{spoken}. {drawing}")
    });
    let leads = move || together.lead(stage);
    html! {
        <div class="graph-canvas" on:pointerdown=move |_| leads() on:wheel=move |_| leads() on:focusin=move |_| leads()>
            {canvas(stage, label, theme, colors)}
            <p class="graph-file"><span class="soft">{word}</span>" "<code>{name}</code></p>
            {zoom_buttons(stage)}
            {minimap::minimap(stage, colors)}
            {move || error.get().map(error_card)}
        </div>
    }
}
