//! Data types in attrs, by their numbers: a release refuses a number without a type, in text and in binary form.

use super::attrs::OfOp;
use super::view::{Place, View};
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{Dtype, Op, TENSORFLOW, late_dtype, op};
use crate::compat::{Outcome, Requirement};
use crate::formats::dtype::{self, REFERENCE};
use crate::formats::proto::tensorflow::attr_value::Value;
use std::collections::BTreeMap;

/// One requirement for each attr of an op with a type that some release lacks.
#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    for (name, places) in &view.by_op {
        let Some(op) = op(name).filter(|_| !view.functions.contains(name)) else { continue };
        let mut late: BTreeMap<(&str, i32), (&'static Dtype, Vec<Place<'_>>)> = BTreeMap::new();
        for place in places {
            for (attr, value) in &place.node.attr {
                let numbers = match &value.value {
                    Some(Value::Type(number)) => std::slice::from_ref(number),
                    Some(Value::List(list)) => &list.r#type[..],
                    _ => continue,
                };
                if !op.attrs.iter().any(|known| known.name == attr) {
                    continue;
                }
                for &number in numbers {
                    if let Some(known) = late_dtype(number % REFERENCE) {
                        let (_, places) = late.entry((attr, number)).or_insert_with(|| (known, Vec::new()));
                        places.push(*place);
                    }
                }
            }
        }
        for ((attr, number), (known, places)) in late {
            let mut accepts = Accepts::all(Outcome::Refused, accepts::graph);
            if !decides(op, attr) {
                // Before 1.8 Python imported graphs: it checked only the types of inputs and outputs.
                accepts.excuse("graph-dtype-unused");
            }
            accepts.set(range(TENSORFLOW, known.first, ""), Outcome::Loads);
            let of = OfOp { view, name, op, places: &places };
            let mut need = of.requirement("graph-dtype", attr, &places, known.source, accepts, None);
            need.subject.kind = crate::compat::SubjectKind::Dtype;
            need.subject.name = dtype::label(number % REFERENCE);
            need.prints.iter_mut().for_each(|print| print.message.params.set("number", number.to_string()));
            out.push(need);
        }
    }
}

/// Whether an attr decides the type of an input or output.
fn decides(op: &Op, attr: &str) -> bool {
    op.signature.split(['>', ' ', '*', ':']).any(|argument| argument.trim_end_matches('&') == attr)
}
