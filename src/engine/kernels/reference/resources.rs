//! Variables and tables that outlive a run: VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE, HASHTABLE and its operators.

use super::data_movement::movable;
use crate::engine::data::Aligned;
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::types;
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::shared::Resource;
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::VarHandle, Definition::new(1, check, handle_shape, var_handle).impure()),
    (Op::ReadVariable, Definition::new(1, check, read_shape, read).impure()),
    (Op::AssignVariable, Definition::new(1, check, nothing, assign).impure()),
    (Op::Hashtable, Definition::new(1, check, handle_shape, table).impure()),
    (Op::HashtableImport, Definition::new(1, check_table, nothing, import).impure()),
    (Op::HashtableFind, Definition::new(1, check_table, find_shape, find).impure()),
    (Op::HashtableSize, Definition::new(1, check_table, handle_shape, size).impure()),
];

/// Numbers of operands and results; the first operand is a handle, except of operators that create handles.
fn check(view: &NodeView) -> Check {
    let (inputs, outputs) = match view.node.op.builtin() {
        Some(Op::VarHandle | Op::Hashtable) => (0, 1),
        Some(Op::ReadVariable | Op::HashtableSize) => (1, 1),
        Some(Op::AssignVariable) => (2, 0),
        Some(Op::HashtableImport) => (3, 0),
        _ => (3, 1),
    };
    if view.node.inputs.len() != inputs || view.inputs() != inputs || view.outputs() != outputs {
        return Err(Refusal::new("engine-operands"));
    }
    let handle = if inputs == 0 { view.out_dtype(0) } else { view.dtype(0) };
    let value = if inputs == 1 { view.out_dtype(0) } else { view.dtype(1) };
    types(view, handle == Some(Dtype::Resource) && (inputs == 0 || value.is_some_and(|d| d.bits() >= 8)))
}

fn check_table(view: &NodeView) -> Check {
    check(view)?;
    let pair = |key, value| {
        matches!((key, value), (Some(Dtype::I64), Some(Dtype::String)) | (Some(Dtype::String), Some(Dtype::I64)))
    };
    types(
        view,
        match view.node.op.builtin() {
            Some(Op::HashtableSize) => view.out_dtype(0) == Some(Dtype::I64),
            Some(Op::HashtableImport) => pair(view.dtype(1), view.dtype(2)),
            _ => pair(view.dtype(1), view.dtype(2)) && movable(view, 2).is_ok(),
        },
    )
}

fn nothing(_: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(Vec::new()))
}

/// One element: a handle, or the size of a table.
fn handle_shape(_: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![vec![1]]))
}

fn find_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if view.shape(2).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    Ok(Some(vec![view.shape(1).to_vec()]))
}

/// The file's shape, if it is complete; otherwise the variable's, which only the kernel knows.
fn read_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let tensor = view.out_tensor(0).ok_or_else(misfit)?;
    let open = tensor.signature.as_ref().is_some_and(|s| s.contains(&None));
    Ok((!open && !tensor.shape.is_empty() && !tensor.shape.contains(&0)).then(|| vec![tensor.shape.clone()]))
}

fn var_handle(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::VarHandle { container, name } = &view.node.params else { return Err(misfit()) };
    io.output::<u32>(0)[0] = io.shared.handle(format!("variable {container}/{name}"), Resource::Variable(None));
    Ok(())
}

fn table(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Hashtable { id } = &view.node.params else { return Err(misfit()) };
    io.output::<u32>(0)[0] =
        io.shared.handle(format!("table {id}"), Resource::Table(Default::default(), Default::default()));
    Ok(())
}

fn resource<'a>(io: &'a mut Io<'_>) -> Result<&'a mut Resource> {
    let handle = io.input::<u32>(0).first().copied().unwrap_or(u32::MAX);
    io.shared.resource(handle).ok_or_else(|| EngineError::run("engine-no-resource"))
}

fn assign(view: &NodeView, io: &mut Io) -> Result<()> {
    let lease = io.shared.budget.take(io.bytes(1).len())?;
    let value = Aligned::copy_of(io.bytes(1));
    *resource(io)? = Resource::Variable(Some((view.shape(1).to_vec(), value, lease)));
    Ok(())
}

fn read(view: &NodeView, io: &mut Io) -> Result<()> {
    let out = io.output_bytes(0);
    let Resource::Variable(Some((shape, value, _))) = resource(io)? else {
        return Err(EngineError::run("engine-variable-unset"));
    };
    if read_shape(view)?.is_none() {
        view.reserve(value.len(), 1)?;
        let (shape, value) = (shape.clone(), value.clone());
        io.give(0, shape, value);
        return Ok(());
    }
    if view.out_shape(0) != shape || out.len() != value.len() {
        return Err(misfit());
    }
    out.copy_from_slice(value.bytes());
    Ok(())
}

/// Bytes of a key and of a value.
fn sizes(view: &NodeView) -> (usize, usize) {
    let size = |i: usize| view.dtype(i).map_or(1, |d| d.bits() / 8).max(1);
    (size(1), size(2))
}

/// Bytes per pair in a table, including the overhead of allocator and table.
const ENTRY: usize = 128;

/// The first import fills the table; later ones leave it as it is.
fn import(view: &NodeView, io: &mut Io) -> Result<()> {
    let (key, value) = sizes(view);
    let (keys, values) = (io.bytes(1), io.bytes(2));
    let budget = io.shared.budget.clone();
    let Resource::Table(table, lease) = resource(io)? else { return Err(EngineError::run("engine-no-resource")) };
    if keys.len() / key != values.len() / value {
        return Err(misfit());
    }
    if table.is_empty() {
        *lease = budget.take((keys.len() / key).saturating_mul(ENTRY))?;
        table.extend(keys.chunks_exact(key).zip(values.chunks_exact(value)).map(|(k, v)| (k.into(), v.into())));
    }
    Ok(())
}

fn find(view: &NodeView, io: &mut Io) -> Result<()> {
    let (key, value) = sizes(view);
    let (keys, default, out) = (io.bytes(1), io.bytes(2), io.output_bytes(0));
    let Resource::Table(table, _) = resource(io)? else { return Err(EngineError::run("engine-no-resource")) };
    for (key, out) in keys.chunks_exact(key).zip(out.chunks_exact_mut(value)) {
        out.copy_from_slice(table.get(key).map_or(default, |v| v));
    }
    Ok(())
}

fn size(_: &NodeView, io: &mut Io) -> Result<()> {
    let Resource::Table(table, _) = resource(io)? else { return Err(EngineError::run("engine-no-resource")) };
    let count = table.len() as i64;
    io.output::<i64>(0)[0] = count;
    Ok(())
}
