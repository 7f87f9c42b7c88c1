//! The nodes in the document, and updating them to a new description.
//!
//! Every described piece has at least one node in the document (an empty piece has an empty text), so its position is
//! never lost, independent of its neighbors.

use super::node::{Handler, Node, NodeRef, Parts, Slot, Value};
use js_sys::Reflect;
use leptos::prelude::*;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, Event, HtmlElement};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Appends the description `node` to `parent`, for the document's lifetime.
pub fn mount(parent: &web_sys::Node, node: Node) {
    // Its effects and listeners must outlive this call, and the page is never removed.
    std::mem::forget(Live::new(node, parent, None));
}

/// Builds `node` in an element outside the document, as its signals are now, and returns what `read` finds in it.
pub fn detached<T>(node: Node, read: impl FnOnce(&Element) -> T) -> Option<T> {
    let element = document().create_element("div").ok()?;
    let live = Live::new(node, &element, None);
    let found = read(&element);
    drop(live);
    Some(found)
}

/// A described piece in the document.
enum Live {
    /// Nothing: an empty text that keeps the position.
    Nothing(web_sys::Text),
    /// A text node, with its text.
    Text(web_sys::Text, Cow<'static, str>),
    /// An element.
    El(Box<LiveEl>),
    /// Several pieces, and an empty text after them.
    List(Vec<Live>, web_sys::Text),
    /// Several pieces with keys, and an empty text behind them.
    Keyed(Vec<(String, Live)>, web_sys::Text),
    /// Last result of a closure.
    Dynamic(Dynamic),
}

/// A closure and its last result. The effect ends when this is dropped.
struct Dynamic {
    content: Rc<RefCell<Live>>,
    effect: Option<RenderEffect<()>>,
}

struct LiveEl {
    element: Element,
    tag: &'static str,
    place: Option<NodeRef>,
    values: Vec<(Slot, LiveValue)>,
    listeners: Vec<Listener>,
    children: Vec<Live>,
}

enum LiveValue {
    /// A value that stays.
    Fixed(Value),
    /// A value that follows signals, while the effect is kept.
    Dynamic { _effect: RenderEffect<()> },
}

struct Listener {
    event: &'static str,
    handler: Rc<RefCell<Handler>>,
    closure: Closure<dyn FnMut(Event)>,
}

fn document() -> Document {
    leptos::prelude::document()
}

fn insert(node: &web_sys::Node, parent: &web_sys::Node, before: Option<&web_sys::Node>) {
    // Fails only for a position that is not in `parent`, which does not happen.
    let _ = parent.insert_before(node, before);
}

fn text(says: &str, parent: &web_sys::Node, before: Option<&web_sys::Node>) -> web_sys::Text {
    let text = document().create_text_node(says);
    insert(&text, parent, before);
    text
}

impl Live {
    fn new(node: Node, parent: &web_sys::Node, before: Option<&web_sys::Node>) -> Self {
        match node {
            Node::Nothing => Self::Nothing(text("", parent, before)),
            Node::Text(says) => Self::Text(text(&says, parent, before), says),
            Node::El(el) => Self::El(Box::new(LiveEl::new(*el.0, parent, before))),
            Node::List(nodes) => {
                let items = nodes.into_iter().map(|node| Self::new(node, parent, before)).collect();
                Self::List(items, text("", parent, before))
            }
            Node::Keyed(nodes) => {
                let items = nodes.into_iter().map(|(key, node)| (key, Self::new(node, parent, before))).collect();
                Self::Keyed(items, text("", parent, before))
            }
            Node::Dynamic(give) => {
                let content = Rc::new(RefCell::new(Self::Nothing(text("", parent, before))));
                let mut dynamic = Dynamic { content, effect: None };
                dynamic.follow(give);
                Self::Dynamic(dynamic)
            }
        }
    }

    /// Makes the document show `node` here, with minimal changes.
    fn become_node(&mut self, node: Node) {
        match (&mut *self, node) {
            (Self::Nothing(_), Node::Nothing) => {}
            (Self::Text(text, says), Node::Text(new)) => {
                if *says != new {
                    text.set_data(&new);
                    *says = new;
                }
            }
            (Self::El(live), Node::El(el)) if live.tag == el.0.tag => live.become_el(*el.0),
            (Self::List(items, end), Node::List(nodes)) => become_list(items, end, nodes),
            (Self::Keyed(items, end), Node::Keyed(nodes)) => become_keyed(items, end, nodes),
            (Self::Dynamic(dynamic), Node::Dynamic(give)) => dynamic.follow(give),
            (_, node) => {
                let place = self.first();
                if let Some(parent) = place.parent_node() {
                    let new = Self::new(node, &parent, Some(&place));
                    self.remove();
                    *self = new;
                }
            }
        }
    }

    /// Its first node in the document.
    fn first(&self) -> web_sys::Node {
        match self {
            Self::Nothing(text) | Self::Text(text, _) => text.clone().into(),
            Self::El(live) => live.element.clone().into(),
            Self::List(items, end) => items.first().map_or_else(|| end.clone().into(), Self::first),
            Self::Keyed(items, end) => items.first().map_or_else(|| end.clone().into(), |(_, item)| item.first()),
            Self::Dynamic(dynamic) => dynamic.content.borrow().first(),
        }
    }

    /// Removes its nodes from the document.
    fn remove(&self) {
        match self {
            Self::Nothing(text) | Self::Text(text, _) => text.remove(),
            Self::El(live) => {
                live.element.remove();
                live.forget();
            }
            Self::List(items, end) => {
                items.iter().for_each(Self::remove);
                end.remove();
            }
            Self::Keyed(items, end) => {
                items.iter().for_each(|(_, item)| item.remove());
                end.remove();
            }
            Self::Dynamic(dynamic) => dynamic.content.borrow().remove(),
        }
    }

    fn forget(&self) {
        match self {
            Self::Nothing(_) | Self::Text(..) => {}
            Self::El(live) => live.forget(),
            Self::List(items, _) => items.iter().for_each(Self::forget),
            Self::Keyed(items, _) => items.iter().for_each(|(_, item)| item.forget()),
            Self::Dynamic(dynamic) => dynamic.content.borrow().forget(),
        }
    }

    /// Its last node in the document.
    fn last(&self) -> web_sys::Node {
        match self {
            Self::Nothing(text) | Self::Text(text, _) => text.clone().into(),
            Self::El(live) => live.element.clone().into(),
            Self::List(_, end) | Self::Keyed(_, end) => end.clone().into(),
            Self::Dynamic(dynamic) => dynamic.content.borrow().last(),
        }
    }

    /// Moves its nodes before another node of the same parent.
    fn move_before(&self, parent: &web_sys::Node, before: &web_sys::Node) {
        let (mut at, last) = (Some(self.first()), self.last());
        while let Some(node) = at {
            at = if node.is_same_node(Some(&last)) { None } else { node.next_sibling() };
            insert(&node, parent, Some(before));
        }
    }
}

impl Dynamic {
    /// Follows the results of `give` from now on.
    fn follow(&mut self, give: Box<dyn Fn() -> Node>) {
        // The previous one must not run again.
        self.effect = None;
        // The task of a dropped effect ends when it is next polled. Until then it must not keep the content: effects in
        // there would run on disposed signals.
        let content = Rc::downgrade(&self.content);
        self.effect = Some(RenderEffect::new(move |_| {
            let node = give();
            if let Some(content) = content.upgrade() {
                content.borrow_mut().become_node(node);
            }
        }));
    }
}

/// Updates adjacent pieces to `nodes`; new ones are inserted before `end`.
fn become_list(items: &mut Vec<Live>, end: &web_sys::Text, nodes: Vec<Node>) {
    let surplus = items.split_off(nodes.len().min(items.len()));
    surplus.iter().for_each(Live::remove);
    // Effects and listeners end only after the nodes are removed: leaving the document can raise events.
    drop(surplus);
    let parent = end.parent_node();
    let known = items.len();
    for (at, node) in nodes.into_iter().enumerate() {
        if at < known {
            items[at].become_node(node);
        } else if let Some(parent) = &parent {
            items.push(Live::new(node, parent, Some(end)));
        }
    }
}

/// Updates keyed pieces to `nodes`: common ones keep their nodes and move only if the order changed.
fn become_keyed(items: &mut Vec<(String, Live)>, end: &web_sys::Text, nodes: Vec<(String, Node)>) {
    let Some(parent) = end.parent_node() else { return };
    let mut known: HashMap<String, Live> = HashMap::with_capacity(items.len());
    let mut surplus = Vec::new();
    for (key, item) in items.drain(..) {
        surplus.extend(known.insert(key, item));
    }
    let mut kept: Vec<(String, Node, Option<Live>)> = nodes
        .into_iter()
        .map(|(key, node)| {
            let item = known.remove(&key);
            (key, node, item)
        })
        .collect();
    surplus.extend(known.into_values());
    surplus.iter().for_each(Live::remove);
    // Effects and listeners end only after the nodes are removed: leaving the document can raise events.
    drop(surplus);
    // From the end, so that the following pieces are already in place.
    let mut next: web_sys::Node = end.clone().into();
    while let Some((key, node, item)) = kept.pop() {
        let item = match item {
            Some(mut item) => {
                item.become_node(node);
                if !item.last().next_sibling().is_some_and(|sibling| sibling.is_same_node(Some(&next))) {
                    item.move_before(&parent, &next);
                }
                item
            }
            None => Live::new(node, &parent, Some(&next)),
        };
        next = item.first();
        items.push((key, item));
    }
    items.reverse();
}

impl LiveEl {
    fn new(el: Parts, parent: &web_sys::Node, before: Option<&web_sys::Node>) -> Self {
        let made =
            if el.svg { document().create_element_ns(Some(SVG), el.tag) } else { document().create_element(el.tag) };
        let element = made.unwrap_throw();
        let mut live = Self {
            element,
            tag: el.tag,
            place: el.place,
            values: Vec::new(),
            listeners: Vec::new(),
            children: Vec::new(),
        };
        for (slot, value) in el.values {
            live.add_value(slot, value);
        }
        for (event, handler) in el.events {
            live.add_listener(event, handler);
        }
        live.children = el.children.into_iter().map(|node| Live::new(node, &live.element, None)).collect();
        insert(&live.element, parent, before);
        if let Some(place) = el.place {
            place.set(&live.element);
        }
        live
    }

    fn become_el(&mut self, el: Parts) {
        self.become_values(el.values);
        self.become_events(el.events);
        // The same markup has the same number of children; only different markup of the same element differs.
        if self.children.len() == el.children.len() {
            for (child, node) in self.children.iter_mut().zip(el.children) {
                child.become_node(node);
            }
        } else {
            self.children.iter().for_each(Live::remove);
            self.children = el.children.into_iter().map(|node| Live::new(node, &self.element, None)).collect();
        }
        if let Some(place) = el.place {
            place.set(&self.element);
        }
        self.place = el.place;
    }

    /// Clears its reference, and those of everything in it, to elements that left the document.
    fn forget(&self) {
        if let Some(place) = self.place {
            place.clear(&self.element);
        }
        self.children.iter().for_each(Live::forget);
    }

    fn add_value(&mut self, slot: Slot, value: Value) {
        let live = match value {
            Value::Dynamic(give) => {
                let element = self.element.clone();
                let effect = RenderEffect::new(move |_| apply(&element, slot, &give()));
                LiveValue::Dynamic { _effect: effect }
            }
            value => {
                apply(&self.element, slot, &value);
                LiveValue::Fixed(value)
            }
        };
        self.values.push((slot, live));
    }

    fn become_values(&mut self, values: Vec<(Slot, Value)>) {
        let old = std::mem::take(&mut self.values);
        for (slot, _) in &old {
            if !values.iter().any(|(new, _)| new == slot) {
                apply(&self.element, *slot, &Value::Absent);
            }
        }
        // A new list of classes removes the single ones, which must then be set again.
        let mut classes_changed = false;
        for (slot, value) in values {
            let before = old.iter().find(|(known, _)| *known == slot).map(|(_, value)| value);
            let again = classes_changed && matches!(slot, Slot::Class(_));
            match (before, value) {
                (Some(LiveValue::Fixed(known)), value) if !again && same(known, &value) => {
                    self.values.push((slot, LiveValue::Fixed(value)));
                }
                (_, value) => {
                    classes_changed |= slot == Slot::Attr("class");
                    self.add_value(slot, value);
                }
            }
        }
    }

    fn add_listener(&mut self, event: &'static str, handler: Handler) {
        let handler = Rc::new(RefCell::new(handler));
        let called = handler.clone();
        let closure = Closure::<dyn FnMut(Event)>::new(move |event| {
            // A handler that raises its own event is not called again.
            if let Ok(mut handler) = called.try_borrow_mut() {
                handler(event);
            }
        });
        let _ = self.element.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
        self.listeners.push(Listener { event, handler, closure });
    }

    fn become_events(&mut self, events: Vec<(&'static str, Handler)>) {
        if self.listeners.iter().map(|l| l.event).eq(events.iter().map(|(event, _)| *event)) {
            for (listener, (_, handler)) in self.listeners.iter().zip(events) {
                // Borrowed only while it handles an event, when no effect runs.
                if let Ok(mut known) = listener.handler.try_borrow_mut() {
                    *known = handler;
                }
            }
            return;
        }
        self.remove_listeners();
        for (event, handler) in events {
            self.add_listener(event, handler);
        }
    }

    fn remove_listeners(&mut self) {
        for listener in self.listeners.drain(..) {
            let callback = listener.closure.as_ref().unchecked_ref();
            let _ = self.element.remove_event_listener_with_callback(listener.event, callback);
        }
    }
}

impl Drop for LiveEl {
    fn drop(&mut self) {
        // An event may be on its way to an element that has left: a dialog hears of its closing later.
        self.remove_listeners();
    }
}

/// Whether two fixed values are equal.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Flag(a), Value::Flag(b)) => a == b,
        (Value::Absent, Value::Absent) => true,
        _ => false,
    }
}

/// Sets a value of an element. If the browser refuses it (an invalid name), the element stays as it was.
fn apply(element: &Element, slot: Slot, value: &Value) {
    let text = match value {
        Value::Text(text) => Some(text.as_ref()),
        Value::Flag(true) => Some(""),
        Value::Flag(false) | Value::Absent | Value::Dynamic(_) => None,
    };
    match slot {
        Slot::Attr(name) => {
            let _ = match text {
                Some(text) => element.set_attribute(name, text),
                None => element.remove_attribute(name),
            };
            // A choice of the user since then overrides the attribute, but not the property.
            if name == "selected" {
                property(element, name, &text.is_some().into());
            }
        }
        Slot::Class(name) => {
            let _ = element.class_list().toggle_with_force(name, text.is_some());
        }
        Slot::Style(name) => {
            let style = element.unchecked_ref::<HtmlElement>().style();
            let _ = style.set_property(name, text.unwrap_or_default());
        }
        Slot::Prop(name) => {
            let value = match value {
                Value::Text(text) => text.as_ref().into(),
                other => matches!(other, Value::Flag(true)).into(),
            };
            property(element, name, &value);
        }
    }
}

fn property(element: &Element, name: &str, value: &JsValue) {
    let _ = Reflect::set(element, &name.into(), value);
}
