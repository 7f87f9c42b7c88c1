//! The views of a file: their tabs (a list if there is no room for tabs), the answer as one line beside them, and the
//! open view. The window view is the answer in full; the other views are the work behind it and fill the screen.

use super::focus::keep_focus;
use super::state::{App, Shown};
use super::view_list::{of, open};
use super::words::{is_rtl, t};
use super::{deciding, findings, later, summary, timeline};
use crate::web::dom::{Node, html};
use crate::web::model::address::View;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// The tab of the open view, or what replaces the tabs where they have no room.
const TABS: &str = "[role=tab][aria-selected=true], .tabs-narrow select";

/// Tabs, answer line and the open view.
pub fn all(artifact: Shown) -> Node {
    let app = App::get();
    let open = open(app);
    let line = artifact.clone();
    html! {
        <div class="frame-bar">
            {move || { let views = of(app); untrack(|| tabs(open, views)) }}
            {move || (open.get() != View::Window).then(|| untrack(|| later::answer_line(line.clone())))}
        </div>
        <div class="panel" id="panel" role="tabpanel" data-view=move || open.get().word()
            aria-labelledby=move || format!("tab-{}", open.get().word())>
            {move || {
                let (artifact, open) = (artifact.clone(), open.get());
                keep_focus(TABS);
                untrack(|| view(artifact, open))
            }}
        </div>
    }
}

fn view(artifact: Shown, view: View) -> Node {
    let (sheet, view) = match view {
        View::Window => return window(artifact),
        // The inspector shows values and bytes as the other views do.
        View::Graph => ("graph", later::styled("views", later::graph(artifact))),
        View::Objects => ("graph", later::objects(artifact)),
        View::Run => ("run", later::run(artifact)),
        View::Contents => ("views", html! { {later::contents(artifact.clone())} {later::details(artifact)} }),
        View::Variables => ("views", later::variables(artifact)),
        View::Restore => ("views", later::restore(artifact)),
        View::Compare => ("views", later::compare(artifact)),
        View::Delegates => ("views", later::delegates(artifact)),
        View::Bytes => ("views", later::bytes(artifact)),
        View::Files => ("views", later::files()),
    };
    later::styled(sheet, view)
}

/// The answer in full.
fn window(artifact: Shown) -> Node {
    let app = App::get();
    let several = Memo::new(move |_| app.also.with(Option::is_some));
    let further = move || several.get().then(|| untrack(later::targets));
    let requirements = (!artifact.requirements.is_empty()).then(|| artifact.clone());
    html! {
        {summary::summary(artifact.clone(), further)}
        {timeline::timeline()}
        {deciding::deciding(artifact.clone())}
        {findings::findings(artifact)}
        {requirements.map(|artifact| html! { <section class="requirements">{later::requirements(artifact)}</section> })}
    }
}

fn tabs(open: Memo<View>, views: Vec<View>) -> Node {
    let app = App::get();
    let shown = StoredValue::new(views);
    // A browser lays out the page when the focused tab gets a `tabindex`: after the old view has gone, and when the next frame
    // needs it anyway.
    let stop = RwSignal::new(open.get_untracked());
    Effect::new(move |_| {
        let view = open.get();
        request_animation_frame(move || {
            let _ = stop.try_set(view);
        });
    });
    let choose = move |event| {
        if let Some(view) = View::from_word(&event_target_value(&event)) {
            app.view.set(view);
        }
    };
    html! {
        <div class="tabs" role="tablist" aria-label=t("views") on:keydown=move |event| step(app, open, shown, &event)>
            {shown.get_value().into_iter().map(|v| html! {
                <button role="tab" id=format!("tab-{}", v.word()) aria-controls="panel"
                    aria-selected=move || (open.get() == v).to_string()
                    tabindex=move || if stop.get() == v { "0" } else { "-1" }
                    on:click=move |_| app.view.set(v)>{t(&format!("view-{}", v.word()))}</button>
            }).collect::<Node>()}
        </div>
        <div class="tabs-narrow">
            <select aria-label=t("views") on:change=choose>
                {move || shown.get_value().into_iter().map(|v| html! {
                    <option value=v.word() selected=open.get() == v>{t(&format!("view-{}", v.word()))}</option>
                }).collect::<Node>()}
            </select>
        </div>
    }
}

/// Keys on the tabs: arrows follow the direction of the text.
fn step(app: App, open: Memo<View>, shown: StoredValue<Vec<View>>, event: &KeyboardEvent) {
    let all = shown.get_value();
    let now = all.iter().position(|v| *v == open.get_untracked()).unwrap_or(0);
    let (forward, backward) = if is_rtl() { ("ArrowLeft", "ArrowRight") } else { ("ArrowRight", "ArrowLeft") };
    let to = match event.key().as_str() {
        key if key == forward => (now + 1) % all.len(),
        key if key == backward => (now + all.len() - 1) % all.len(),
        "Home" => 0,
        "End" => all.len() - 1,
        _ => return,
    };
    event.prevent_default();
    app.view.set(all[to]);
    super::focus::focus(&format!("#tab-{}", all[to].word()));
}
