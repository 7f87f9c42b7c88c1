//! What is being done, with a way out. Its line is always there, so that nothing moves when work begins or ends.

use super::state::App;
use super::words::{Arg, t, tr};
use super::worker;
use leptos::prelude::*;

/// The progress line below the header.
#[component]
pub fn ProgressLine() -> impl IntoView {
    let app = App::get();
    let share = move || {
        app.busy
            .with(|b| b.as_ref().filter(|b| b.total > 0).map(|b| (b.done as f64 / b.total as f64 * 100.0).min(100.0)))
    };
    view! {
        <div class="progress" class:on=move || app.busy.with(Option::is_some)>
            <div class="bar" class:vague=move || share().is_none()
                style:inline-size=move || format!("{:.0}%", share().unwrap_or(100.0))></div>
            {move || app.busy.get().map(|busy| {
                let args = [
                    ("subject", Arg::Text(busy.subject)), ("done", busy.done.into()), ("total", busy.total.into()),
                ];
                view! {
                    <div class="doing" role="status">
                        <span>{tr(&format!("progress-{}", busy.stage), &args)}</span>
                        <button on:click=move |_| worker::cancel(app)>{t("cancel")}</button>
                    </div>
                }
            })}
        </div>
    }
}
