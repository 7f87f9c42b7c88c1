//! The page's elements in a real document: described, mounted, changed by signals.
#![cfg(target_arch = "wasm32")]

use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, Event, HtmlElement, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

// `html!` names the builder by its path in the crate; tests see the crate from outside.
mod web {
    pub use vintage::web::dom;
}
use web::dom::{IntoNode, Node, NodeRef, html, keyed, mount};

/// A part of the document with the description of `make`, and the scope of its signals.
fn mounted(make: impl FnOnce() -> Node + 'static) -> (Element, Box<dyn std::any::Any>) {
    let place: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&place).unwrap();
    let at = place.clone();
    let scope = leptos::mount::mount_to(place.clone(), move || mount(&at, make()));
    (place.into(), Box::new(scope))
}

/// Lets effects run.
async fn settle() {
    for _ in 0..3 {
        wasm_bindgen_futures::JsFuture::from(js_sys::Promise::resolve(&wasm_bindgen::JsValue::NULL)).await.unwrap();
    }
}

fn text(place: &Element) -> String {
    place.text_content().unwrap_or_default()
}

#[wasm_bindgen_test]
fn markup_becomes_elements() {
    let (place, _scope) = mounted(|| {
        html! {
            <p class="a" hidden title=Some("t") lang={None::<&'static str>}>"x"<b>{7usize}</b>{Some("y")}{None::<&'static str>}</p>
            <svg viewBox="0 0 1 1"><path d="M0 0"/></svg>
        }
    });
    assert_eq!(
        place.inner_html().replace("<!---->", ""),
        r#"<p class="a" hidden="" title="t">x<b>7</b>y</p><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>"#
    );
    let path = place.query_selector("path").unwrap().unwrap();
    assert_eq!(path.namespace_uri().as_deref(), Some("http://www.w3.org/2000/svg"));
}

#[wasm_bindgen_test]
async fn holes_follow_signals_and_keep_elements() {
    let count = RwSignal::new(1usize);
    let (place, _scope) = mounted(move || {
        html! { <p>{move || html! { <input type="text"/><i class:odd={count.get() % 2 == 1} data-n=count.get()>{count.get()}</i> }}</p> }
    });
    let input: HtmlInputElement = place.query_selector("input").unwrap().unwrap().unchecked_into();
    input.set_value("typed");
    input.focus().unwrap();
    count.set(2);
    settle().await;
    let i = place.query_selector("i").unwrap().unwrap();
    assert_eq!(
        (text(&place).as_str(), i.get_attribute("data-n").as_deref(), i.class_name().as_str()),
        ("2", Some("2"), "")
    );
    let same = place.query_selector("input").unwrap().unwrap();
    assert!(same.is_same_node(Some(&input)), "the element stayed");
    assert_eq!(input.value(), "typed");
    assert!(document().active_element().unwrap().is_same_node(Some(&input)), "and so did the focus");
}

#[wasm_bindgen_test]
async fn lists_grow_and_shrink_in_place() {
    let items = RwSignal::new(vec!["a", "b", "c"]);
    let (place, _scope) = mounted(move || {
        html! { <ul><li>"first"</li>{move || items.get().into_iter().map(|item| html! { <li>{item}</li> }).collect::<Node>()}<li>"last"</li></ul> }
    });
    assert_eq!(text(&place), "firstabclast");
    for next in [vec![], vec!["z"], vec!["z", "y", "x", "w"], vec!["w"]] {
        items.set(next.clone());
        settle().await;
        assert_eq!(text(&place), format!("first{}last", next.concat()));
    }
    assert_eq!(place.get_elements_by_tag_name("li").length(), 3);
}

#[wasm_bindgen_test]
async fn keyed_rows_keep_their_elements_when_the_order_changes() {
    let items = RwSignal::new(vec!["a", "b", "c"]);
    let (place, _scope) = mounted(move || {
        let row = |item: &'static str| (item, html! { <li><input type="text"/>{item}</li> <li>"."</li> });
        html! { <ul>{move || keyed(items.get().into_iter().map(row))}<li>"last"</li></ul> }
    });
    let inputs = || {
        let all = place.get_elements_by_tag_name("input");
        (0..all.length()).map(|i| all.item(i).unwrap().unchecked_into::<HtmlInputElement>()).collect::<Vec<_>>()
    };
    for (input, typed) in inputs().iter().zip(["one", "two", "three"]) {
        input.set_value(typed);
    }
    inputs()[1].focus().unwrap();
    let mut moved = false;
    let steps: [(&[&'static str], &[&str]); 6] = [
        (&["b", "c"], &["two", "three"]),
        (&["b", "x", "c"], &["two", "", "three"]),
        (&["c", "x", "b"], &["three", "", "two"]),
        (&["b", "c"], &["two", "three"]),
        (&["b", "b"], &["two", ""]),
        (&[], &[]),
    ];
    for (next, typed) in steps {
        items.set(next.to_vec());
        settle().await;
        assert_eq!(text(&place), next.iter().map(|item| format!("{item}.")).collect::<String>() + "last");
        assert_eq!(inputs().iter().map(HtmlInputElement::value).collect::<Vec<_>>(), typed, "{next:?}");
        if next.first() == Some(&"b") && next.len() == 2 && typed[1] == "three" && !moved {
            assert!(document().active_element().unwrap().is_same_node(Some(&inputs()[0])), "b was not moved yet");
        }
        moved |= next.first() == Some(&"c");
    }
}

#[wasm_bindgen_test]
async fn a_place_is_empty_after_its_element_has_left() {
    let (shown, spot) = (RwSignal::new(true), NodeRef::new());
    let (_place, _scope) =
        mounted(move || html! { {move || shown.get().then(|| html! { <p><i node_ref=spot>"x"</i></p> })} });
    settle().await;
    assert!(spot.get_untracked::<Element>().is_some());
    shown.set(false);
    settle().await;
    assert!(spot.get_untracked::<Element>().is_none());
    shown.set(true);
    settle().await;
    assert!(spot.get_untracked::<Element>().is_some(), "and leads to the next one");
}

#[wasm_bindgen_test]
async fn a_hole_can_become_anything() {
    let which = RwSignal::new(0u32);
    let (place, _scope) = mounted(move || {
        html! {
            "<"{move || match which.get() {
                0 => Node::Nothing,
                1 => "text".into_node(),
                2 => html! { <b>"bold"</b> },
                3 => html! { <b>"one"</b><i>"two"</i> },
                _ => (move || format!("inner {}", which.get())).into_node(),
            }}">"
        }
    });
    for (number, shown) in
        [(1, "<text>"), (2, "<bold>"), (3, "<onetwo>"), (4, "<inner 4>"), (5, "<inner 5>"), (0, "<>"), (3, "<onetwo>")]
    {
        which.set(number);
        settle().await;
        assert_eq!(text(&place), shown, "{number}");
    }
}

#[wasm_bindgen_test]
async fn listeners_are_exchanged_with_their_markup() {
    let (generation, heard) = (RwSignal::new(1u32), RwSignal::new(Vec::new()));
    let (place, _scope) = mounted(move || {
        html! {
            {move || {
                let mine = generation.get();
                html! { <button on:click=move |_| heard.update(|all| all.push(mine))>"press"</button> }
            }}
        }
    });
    let button: HtmlElement = place.query_selector("button").unwrap().unwrap().unchecked_into();
    button.click();
    generation.set(2);
    settle().await;
    button.click();
    assert_eq!(heard.get_untracked(), [1, 2]);
}

#[wasm_bindgen_test]
async fn an_element_that_left_hears_nothing() {
    let (shown, heard) = (RwSignal::new(true), RwSignal::new(0u32));
    let (place, _scope) = mounted(move || {
        html! { {move || shown.get().then(|| html! { <p><button on:click=move |_| heard.update(|n| *n += 1)>"press"</button></p> })} }
    });
    let button: HtmlElement = place.query_selector("button").unwrap().unwrap().unchecked_into();
    button.click();
    shown.set(false);
    settle().await;
    let errors = Rc::new(Cell::new(0u32));
    let counted = errors.clone();
    let listener = Closure::<dyn FnMut(Event)>::new(move |_| counted.set(counted.get() + 1));
    window().add_event_listener_with_callback("error", listener.as_ref().unchecked_ref()).unwrap();
    button.click();
    window().remove_event_listener_with_callback("error", listener.as_ref().unchecked_ref()).unwrap();
    assert_eq!((heard.get_untracked(), errors.get()), (1, 0));
}

#[wasm_bindgen_test]
async fn what_went_away_no_longer_follows() {
    let (shown, count, runs) = (RwSignal::new(true), RwSignal::new(0u32), RwSignal::new(0u32));
    let (place, _scope) = mounted(move || {
        let inner = move || {
            runs.update_untracked(|n| *n += 1);
            count.get()
        };
        html! { {move || shown.get().then(|| html! { <i>{inner}</i> })} }
    });
    count.set(1);
    settle().await;
    assert_eq!((text(&place).as_str(), runs.get_untracked()), ("1", 2));
    shown.set(false);
    settle().await;
    count.set(2);
    settle().await;
    assert_eq!((text(&place).as_str(), runs.get_untracked()), ("", 2));
}

#[wasm_bindgen_test]
async fn holes_inside_one_that_goes_do_not_run_on_its_signals() {
    let shown = RwSignal::new(true);
    let other = RwSignal::new(0usize);
    let (place, _scope) = mounted(move || {
        let part = move || {
            untrack(|| {
                let own = RwSignal::new(7usize);
                let inner = move || other.get() + own.get();
                html! { <p>{move || html! { <b>{inner}</b> }}</p> }
            })
        };
        (move || shown.get().then(part)).into_node()
    });
    assert_eq!(text(&place), "7");
    // The effect that takes the part away is the first to run, and the one inside waits behind it.
    shown.set(false);
    other.set(1);
    settle().await;
    assert_eq!(text(&place), "");
    shown.set(true);
    settle().await;
    assert_eq!(text(&place), "8", "effects run on");
}

#[wasm_bindgen_test]
async fn classes_properties_styles_and_places() {
    let (on, list) = (RwSignal::new(true), RwSignal::new("a"));
    let spot = NodeRef::new();
    let (place, _scope) = mounted(move || {
        html! {
            {move || html! { <b class=list.get() class:hot=true style:inline-size="10px">"x"</b> }}
            <input type="checkbox" node_ref=spot prop:checked=move || on.get()/>
        }
    });
    let bold: HtmlElement = place.query_selector("b").unwrap().unwrap().unchecked_into();
    assert_eq!(
        (bold.class_name().as_str(), bold.style().get_property_value("inline-size").unwrap().as_str()),
        ("a hot", "10px")
    );
    list.set("b");
    settle().await;
    assert_eq!(bold.class_name(), "b hot", "a new list of classes keeps the single ones");
    let input: HtmlInputElement = spot.get_untracked().unwrap();
    assert!(input.checked());
    input.set_checked(false);
    on.set(false);
    settle().await;
    on.set(true);
    settle().await;
    assert!(input.checked(), "the property is set, whatever a person did since");
}
