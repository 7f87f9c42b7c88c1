//! The opened files as chips: switch between them, take one away, open more.

use super::format;
use super::state::App;
use super::welcome::Pickers;
use super::words::{Arg, t, tr};
use leptos::prelude::*;

/// The strip of files.
#[component]
pub fn Chips() -> impl IntoView {
    let app = App::get();
    view! {
        <nav class="chips files" aria-label=t("files")>
            <For each=move || app.artifacts.get() key=|(i, a)| (*i, std::sync::Arc::as_ptr(&a.0) as usize) let:item>
                {
                    let (index, artifact) = item;
                    let name = artifact.name.clone();
                    let broken = artifact.error.is_some();
                    let size = if artifact.files.len() > 1 {
                        tr("chip-files", &[("n", artifact.files.len().into()), ("size", format::bytes(artifact.bytes).into())])
                    } else {
                        format::bytes(artifact.bytes)
                    };
                    let remove = tr("remove", &[("name", Arg::Text(name.clone()))]);
                    view! {
                        <span class="file" class:broken=broken data-current=move || (app.current.get() == index).then_some("true")>
                            <button class="pick" aria-current=move || (app.current.get() == index).then_some("true")
                                on:click=move |_| app.select(index)>
                                {broken.then(|| view! { <span class="sign refused" aria-label=t("file-broken")>"✕"</span> })}
                                <code>{name}</code>
                                <span class="soft">{size}</span>
                            </button>
                            <button class="remove" aria-label=remove.clone() title=remove on:click=move |_| app.remove(index)>"×"</button>
                        </span>
                    }
                }
            </For>
            <Pickers small=true/>
        </nav>
    }
}
