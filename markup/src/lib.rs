//! `html!`: markup, turned into calls of the page's own builder (`vintage::web::dom`).
//!
//! Owns: the syntax. Must not know: the effect of the calls. Elements, text in quotes and `{expressions}` nest as in
//! Leptos's `view!`; named parts of the page are functions, called in braces. Attributes: `name=value`, `name` alone (a
//! flag), `class:NAME=flag`, `style:NAME=value`, `prop:NAME=value`, `on:EVENT=handler`, `node_ref=place`. Any value may
//! be a closure; then it follows the signals that it reads.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeBlock, NodeElement};
use rstml::{Infallible, Parser, ParserConfig};
use syn::{Block, Error, Expr, ExprLit, Lit, LitStr, Stmt};

/// Elements that exist in SVG only, so that a piece of markup may begin with one.
const SVG: [&str; 11] =
    ["svg", "g", "path", "rect", "line", "circle", "polyline", "polygon", "text", "tspan", "ellipse"];

/// See the crate's description. Returns a `vintage::web::dom::Node`.
#[proc_macro]
pub fn html(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let nodes = Parser::new(ParserConfig::default()).parse_simple(TokenStream::from(input));
    nodes.and_then(|nodes| all(&nodes)).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// One node as it is, several as a list.
fn all(nodes: &[Node<Infallible>]) -> Result<TokenStream, Error> {
    let mut made = Vec::new();
    for node in nodes {
        children(node, false, &mut made)?;
    }
    Ok(match made.as_slice() {
        [one] => quote!(crate::web::dom::IntoNode::into_node(#one)),
        _ => quote!(crate::web::dom::Node::List(::std::vec![#(crate::web::dom::IntoNode::into_node(#made)),*])),
    })
}

/// Appends the code of a node.
fn children(node: &Node<Infallible>, in_svg: bool, out: &mut Vec<TokenStream>) -> Result<(), Error> {
    match node {
        Node::Element(element) => out.push(one(element, in_svg)?),
        Node::Text(text) => {
            let text = &text.value;
            out.push(quote!(#text));
        }
        Node::Block(NodeBlock::ValidBlock(block)) => out.push(inside(block)),
        Node::Fragment(fragment) => {
            for node in &fragment.children {
                children(node, in_svg, out)?;
            }
        }
        Node::Comment(_) => {}
        other => return Err(Error::new_spanned(other, "only elements, text in quotes and {expressions}")),
    }
    Ok(())
}

/// The content of braces: the expression alone if there is nothing else.
fn inside(block: &Block) -> TokenStream {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => quote!(#value),
        _ => quote!(#block),
    }
}

fn one(element: &NodeElement<Infallible>, in_svg: bool) -> Result<TokenStream, Error> {
    let name = element.open_tag.name.to_string();
    if name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains("::") {
        let why = "parts of the page are functions: call them in braces";
        return Err(Error::new_spanned(&element.open_tag.name, why));
    }
    let in_svg = in_svg || SVG.contains(&name.as_str());
    let tag = LitStr::new(&name, Span::call_site());
    let mut code = if in_svg { quote!(crate::web::dom::svg(#tag)) } else { quote!(crate::web::dom::el(#tag)) };
    for attribute in &element.open_tag.attributes {
        let NodeAttribute::Attribute(attribute) = attribute else {
            return Err(Error::new_spanned(attribute, "an attribute has a name"));
        };
        let call = attribute_call(attribute)?;
        code.extend(call);
    }
    for node in &element.children {
        match node {
            Node::Element(element) => {
                let child = one(element, in_svg)?;
                code.extend(quote!(.inside(#child)));
            }
            Node::Text(text) => {
                let text = &text.value;
                code.extend(quote!(.text(#text)));
            }
            other => {
                let mut nodes = Vec::new();
                children(other, in_svg, &mut nodes)?;
                code.extend(quote!(#(.child(#nodes))*));
            }
        }
    }
    Ok(code)
}

fn attribute_call(attribute: &KeyedAttribute) -> Result<TokenStream, Error> {
    let name = attribute.key.to_string();
    let value = match attribute.value() {
        Some(Expr::Block(braced)) => inside(&braced.block),
        Some(value) => quote!(#value),
        None => quote!(true),
    };
    if name == "node_ref" {
        return Ok(quote!(.node_ref(#value)));
    }
    let (kind, name) = name.split_once(':').unwrap_or(("", &name));
    let text = LitStr::new(name, Span::call_site());
    Ok(match kind {
        "" if matches!(attribute.value(), Some(Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))) => {
            quote!(.fixed(#text, #value))
        }
        "" => quote!(.attr(#text, #value)),
        "class" => quote!(.class(#text, #value)),
        "style" => quote!(.style(#text, #value)),
        "prop" => quote!(.prop(#text, #value)),
        // The handler's argument has the browser's type, so closures need not name it.
        "on" => match name {
            "click" | "dblclick" | "mousedown" | "mousemove" | "mouseup" | "mouseleave" => {
                quote!(.on_mouse(#text, #value))
            }
            "keydown" | "keyup" => quote!(.on_key(#text, #value)),
            "wheel" => quote!(.on_wheel(#text, #value)),
            name if name.starts_with("pointer") => quote!(.on_pointer(#text, #value)),
            _ => quote!(.on(#text, #value)),
        },
        _ => return Err(Error::new_spanned(&attribute.key, "class:, style:, prop: or on:")),
    })
}
