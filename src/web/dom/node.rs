//! Descriptions of nodes. Nothing here touches the document.

use leptos::prelude::*;
use std::borrow::Cow;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

/// Text that is often a constant.
type Text = Cow<'static, str>;

/// Callback of the browser for an event.
pub(super) type Handler = Box<dyn FnMut(Event)>;

/// Nodes to show.
#[derive(Default)]
pub enum Node {
    /// Nothing.
    #[default]
    Nothing,
    /// Text.
    Text(Text),
    /// An element.
    El(El),
    /// Several nodes.
    List(Vec<Node>),
    /// Several nodes, each with a unique key: one that moves in the list keeps its elements.
    Keyed(Vec<(String, Node)>),
    /// Result of the closure, each time a signal that it reads changes.
    Dynamic(Box<dyn Fn() -> Node>),
}

/// Target of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// An attribute.
    Attr(&'static str),
    /// A class that is set or not.
    Class(&'static str),
    /// A CSS property.
    Style(&'static str),
    /// A property of the element, such as `checked`.
    Prop(&'static str),
}

/// The value of an attribute, class, CSS property or property.
pub enum Value {
    /// Text.
    Text(Text),
    /// A flag: an attribute without text, a class.
    Flag(bool),
    /// Absent.
    Absent,
    /// Result of the closure, each time a signal that it reads changes.
    Dynamic(Box<dyn Fn() -> Value>),
}

/// An element: name, attributes, listeners, children. A thin handle, because markup passes it from call to call.
pub struct El(pub(super) Box<Parts>);

/// Parts of an element.
pub(super) struct Parts {
    pub(super) tag: &'static str,
    pub(super) svg: bool,
    pub(super) values: Vec<(Slot, Value)>,
    pub(super) events: Vec<(&'static str, Handler)>,
    pub(super) place: Option<NodeRef>,
    pub(super) children: Vec<Node>,
}

/// An HTML element.
#[inline(never)]
pub fn el(tag: &'static str) -> El {
    El(Box::new(Parts { tag, svg: false, values: Vec::new(), events: Vec::new(), place: None, children: Vec::new() }))
}

/// An SVG element.
#[inline(never)]
pub fn svg(tag: &'static str) -> El {
    let mut made = el(tag);
    made.0.svg = true;
    made
}

impl El {
    // Not inlined: all markup calls it, and copies would be most of the page.
    #[inline(never)]
    fn set(mut self, slot: Slot, value: Value) -> Self {
        self.0.values.push((slot, value));
        self
    }

    #[inline(never)]
    fn listen(mut self, event: &'static str, handler: Handler) -> Self {
        self.0.events.push((event, handler));
        self
    }

    #[inline(never)]
    fn push(mut self, child: Node) -> Self {
        self.0.children.push(child);
        self
    }

    /// An attribute that stays as it is.
    #[inline(never)]
    pub fn fixed(self, name: &'static str, value: &'static str) -> Self {
        self.set(Slot::Attr(name), Value::Text(value.into()))
    }

    /// Text that stays as it is.
    #[inline(never)]
    pub fn text(self, text: &'static str) -> Self {
        self.push(Node::Text(text.into()))
    }

    /// An element as a child.
    #[inline(never)]
    pub fn inside(self, child: El) -> Self {
        self.push(Node::El(child))
    }

    /// An attribute.
    pub fn attr(self, name: &'static str, value: impl IntoValue) -> Self {
        self.set(Slot::Attr(name), value.into_value())
    }

    /// A class that is set or not.
    pub fn class(self, name: &'static str, value: impl IntoValue) -> Self {
        self.set(Slot::Class(name), value.into_value())
    }

    /// A CSS property.
    pub fn style(self, name: &'static str, value: impl IntoValue) -> Self {
        self.set(Slot::Style(name), value.into_value())
    }

    /// A property of the element, such as `checked`.
    pub fn prop(self, name: &'static str, value: impl IntoValue) -> Self {
        self.set(Slot::Prop(name), value.into_value())
    }

    /// Calls `handler` with each event.
    pub fn on(self, event: &'static str, handler: impl FnMut(Event) + 'static) -> Self {
        self.listen(event, Box::new(handler))
    }

    /// As [`Self::on`], for events of a mouse.
    pub fn on_mouse(self, event: &'static str, mut handler: impl FnMut(MouseEvent) + 'static) -> Self {
        self.listen(event, Box::new(move |event| handler(event.unchecked_into())))
    }

    /// As [`Self::on`], for events of a keyboard.
    pub fn on_key(self, event: &'static str, mut handler: impl FnMut(KeyboardEvent) + 'static) -> Self {
        self.listen(event, Box::new(move |event| handler(event.unchecked_into())))
    }

    /// As [`Self::on`], for events of any pointing device.
    pub fn on_pointer(self, event: &'static str, mut handler: impl FnMut(PointerEvent) + 'static) -> Self {
        self.listen(event, Box::new(move |event| handler(event.unchecked_into())))
    }

    /// As [`Self::on`], for events of a wheel.
    pub fn on_wheel(self, event: &'static str, mut handler: impl FnMut(WheelEvent) + 'static) -> Self {
        self.listen(event, Box::new(move |event| handler(event.unchecked_into())))
    }

    /// Stores the element in `place` once it is in the document.
    pub fn node_ref(mut self, place: NodeRef) -> Self {
        self.0.place = Some(place);
        self
    }

    /// Adds a child.
    pub fn child(self, child: impl IntoNode) -> Self {
        self.push(child.into_node())
    }
}

/// Reference to an element once it is in the document.
#[derive(Clone, Copy)]
pub struct NodeRef(RwSignal<Option<Element>, LocalStorage>);

impl Default for NodeRef {
    fn default() -> Self {
        Self::new()
    }
}

impl NodeRef {
    /// No element yet.
    pub fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// The element; follows it.
    pub fn get<T: JsCast>(self) -> Option<T> {
        self.0.get().map(JsCast::unchecked_into)
    }

    /// The element; does not follow it.
    pub fn get_untracked<T: JsCast>(self) -> Option<T> {
        // An event may arrive after the element's part of the page was removed.
        self.0.try_get_untracked().flatten().map(JsCast::unchecked_into)
    }

    /// Calls `then` when the element is in the document.
    pub fn on_load<T: JsCast + 'static>(self, then: impl Fn(T) + 'static) {
        Effect::new(move || {
            if let Some(element) = self.get() {
                untrack(|| then(element));
            }
        });
    }

    pub(super) fn set(self, element: &Element) {
        self.0.set(Some(element.clone()));
    }

    /// Forgets the element, which left the document. Another one may have taken its place.
    pub(super) fn clear(self, element: &Element) {
        // The signal may belong to the part of the page that is being removed.
        let same =
            self.0.try_with_untracked(|known| known.as_ref().is_some_and(|known| known.is_same_node(Some(element))));
        if same == Some(true) {
            self.0.set(None);
        }
    }
}

/// Types that can be children.
pub trait IntoNode {
    /// As a node.
    fn into_node(self) -> Node;
}

impl IntoNode for Node {
    fn into_node(self) -> Node {
        self
    }
}

impl IntoNode for El {
    fn into_node(self) -> Node {
        Node::El(self)
    }
}

impl IntoNode for () {
    fn into_node(self) -> Node {
        Node::Nothing
    }
}

impl IntoNode for &'static str {
    fn into_node(self) -> Node {
        Node::Text(self.into())
    }
}

impl IntoNode for String {
    fn into_node(self) -> Node {
        Node::Text(self.into())
    }
}

/// Numbers as plain digits; [`crate::web::app::words`] formats counts.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl IntoNode for $number {
            fn into_node(self) -> Node {
                Node::Text(self.to_string().into())
            }
        }

        impl IntoValue for $number {
            fn into_value(self) -> Value {
                Value::Text(self.to_string().into())
            }
        }
    )*};
}
numbers!(i32, i64, u32, usize);

impl<T: IntoNode> IntoNode for Option<T> {
    fn into_node(self) -> Node {
        self.map_or(Node::Nothing, IntoNode::into_node)
    }
}

impl<T: IntoNode> IntoNode for Vec<T> {
    fn into_node(self) -> Node {
        self.into_iter().collect()
    }
}

impl<T: IntoNode, const N: usize> IntoNode for [T; N] {
    fn into_node(self) -> Node {
        self.into_iter().collect()
    }
}

impl<F: Fn() -> T + 'static, T: IntoNode> IntoNode for F {
    fn into_node(self) -> Node {
        Node::Dynamic(Box::new(move || self().into_node()))
    }
}

impl<T: IntoNode> FromIterator<T> for Node {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(IntoNode::into_node).collect())
    }
}

/// Nodes with keys, for lists that are sorted, filtered or shortened: remaining nodes keep their elements, and with
/// them the focus and typed text. Keys are unique in their list; the second of two equal ones is shown as a new node.
pub fn keyed<K: ToString, T: IntoNode>(items: impl IntoIterator<Item = (K, T)>) -> Node {
    Node::Keyed(items.into_iter().map(|(key, node)| (key.to_string(), node.into_node())).collect())
}

/// Types that can be the value of an attribute, class, CSS property or property.
pub trait IntoValue {
    /// As a value.
    fn into_value(self) -> Value;
}

impl IntoValue for &'static str {
    fn into_value(self) -> Value {
        Value::Text(self.into())
    }
}

impl IntoValue for String {
    fn into_value(self) -> Value {
        Value::Text(self.into())
    }
}

impl IntoValue for bool {
    fn into_value(self) -> Value {
        Value::Flag(self)
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Absent, IntoValue::into_value)
    }
}

impl<F: Fn() -> T + 'static, T: IntoValue> IntoValue for F {
    fn into_value(self) -> Value {
        Value::Dynamic(Box::new(move || self().into_value()))
    }
}
