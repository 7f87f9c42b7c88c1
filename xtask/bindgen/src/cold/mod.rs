//! Parts of functions that no visit reaches, as functions of their own, which can leave a module (`later`).
//!
//! A function that every answer calls has parts for what seldom happens: errors, rare fields, other forms of a file. A build can
//! know them only from visits, as it knows the functions ([`points`]). Such a part begins behind a branch and ends with the
//! block around it, because only its own beginning leads into it; so a call can take its place ([`outlined`]). The call
//! passes the locals that the part reads and returns those it changes for what follows, and says which way the part went on.

mod body;
mod live;
mod outline;
mod region;

use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{CodeSection, Function, FunctionSection, Module, RawSection, TypeSection};
use wasmparser::{FunctionBody, Parser, Payload, ValidPayload, Validator};

use super::names::wrong as not_a_module;
use super::read::{Read, wrong};
use body::Body;
use outline::kinds;
use region::{Region, regions};

/// A module whose cold parts are functions.
pub struct Outlined {
    pub module: Vec<u8>,
    /// The functions that are new, by index.
    pub new: BTreeSet<u32>,
}

/// Calls `act` with each function of a module: its index, its body, and its instructions, if they can be read.
fn each_function<'a>(
    wasm: &'a [u8],
    read: &Read,
    mut act: impl FnMut(u32, &FunctionBody<'a>, Option<Body<'a>>) -> Result<(), String>,
) -> Result<(), String> {
    let mut validator = Validator::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let valid = validator.payload(&payload.map_err(not_a_module)?).map_err(not_a_module)?;
        if let ValidPayload::Func(function, body) = valid {
            let index = function.index;
            let kind = read.kind(index).ok_or("a function without a type")?;
            act(index, &body, Body::new(function, &body, kind)?)?;
        }
    }
    Ok(())
}

/// The points of each function, by index: instructions that a visit may reach without the one before.
pub fn points(wasm: &[u8]) -> Result<BTreeMap<u32, Vec<usize>>, String> {
    let mut all = BTreeMap::new();
    each_function(wasm, &Read::new(wasm)?, |index, _, body| {
        all.insert(index, body.map_or_else(|| vec![0], |body| body.points()));
        Ok(())
    })?;
    Ok(all)
}

/// The module with functions for its cold parts. `cold` gives the numbers of a function's points that no visit reaches.
pub fn outlined(
    wasm: &[u8],
    cold: impl Fn(&FunctionBody) -> Result<BTreeSet<u32>, String>,
) -> Result<Outlined, String> {
    outlined_if(wasm, cold, Region::is_worth)
}

/// The same with the parts of which `leaves` is true.
fn outlined_if(
    wasm: &[u8],
    cold: impl Fn(&FunctionBody) -> Result<BTreeSet<u32>, String>,
    leaves: impl Fn(&Region, &Body) -> bool,
) -> Result<Outlined, String> {
    let read = Read::new(wasm)?;
    let first = read.functions.len() as u32;
    let (mut changed, mut added) = (BTreeMap::new(), Vec::new());
    each_function(wasm, &read, |index, body, instructions| {
        let numbers = cold(body)?;
        let Some(body) = instructions.filter(|_| !numbers.is_empty()) else { return Ok(()) };
        let regions = regions(&body, |number| numbers.contains(&number), &leaves);
        if !regions.is_empty() {
            changed.insert(index, without(&body, &regions, first + added.len() as u32)?);
        }
        for region in regions {
            added.push(region.outlined(&body)?);
        }
        Ok(())
    })?;
    let new = (first..first + added.len() as u32).collect();
    Ok(Outlined { module: written(wasm, &read, &changed, &added)?, new })
}

/// A function that calls others, the first of which has the index `new`, instead of its regions.
fn without(body: &Body, regions: &[Region], new: u32) -> Result<Function, String> {
    let mut locals = kinds(body.locals[body.parameters..].iter().copied())?;
    let spare = body.locals.len() as u32;
    locals.push(wasm_encoder::ValType::I32);
    locals.extend(kinds(body.results.iter().copied())?);
    let mut function = Function::new_with_locals_types(locals);
    let mut at = 0;
    for (region, new) in regions.iter().zip(new..) {
        copy(body, at, region.first, &mut function)?;
        region.call(body, new, spare, &mut function);
        at = region.end;
    }
    copy(body, at, body.operators.len(), &mut function)?;
    Ok(function)
}

fn copy(body: &Body, from: usize, to: usize, function: &mut Function) -> Result<(), String> {
    for operator in &body.operators[from..to] {
        function.instruction(&RoundtripReencoder.instruction(operator.clone()).map_err(wrong)?);
    }
    Ok(())
}

/// The module with other bodies and more functions. All indices stay as they are.
fn written(
    wasm: &[u8],
    read: &Read,
    changed: &BTreeMap<u32, Function>,
    added: &[outline::Outlined],
) -> Result<Vec<u8>, String> {
    let mut out = Module::new();
    let (mut code, mut index) = (CodeSection::new(), read.imported);
    let mut kinds: Vec<u32> = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.map_err(not_a_module)? {
            Payload::TypeSection(section) => {
                let mut count = read.types.len() as u32;
                let mut types = TypeSection::new();
                RoundtripReencoder.parse_type_section(&mut types, section).map_err(wrong)?;
                let mut known = BTreeMap::new();
                for function in added {
                    let kind = (&function.parameters, &function.results);
                    let place = *known.entry(format!("{kind:?}")).or_insert_with(|| {
                        types.ty().function(kind.0.iter().copied(), kind.1.iter().copied());
                        count += 1;
                        count - 1
                    });
                    kinds.push(place);
                }
                out.section(&types);
            }
            Payload::FunctionSection(section) => {
                let mut functions = FunctionSection::new();
                RoundtripReencoder.parse_function_section(&mut functions, section).map_err(wrong)?;
                for kind in &kinds {
                    functions.function(*kind);
                }
                out.section(&functions);
            }
            Payload::CodeSectionStart { .. } => {}
            Payload::CodeSectionEntry(body) => {
                match changed.get(&index) {
                    Some(function) => code.function(function),
                    None => code.raw(body.as_bytes()),
                };
                index += 1;
                if index as usize == read.functions.len() {
                    for function in added {
                        code.function(&function.body);
                    }
                    out.section(&code);
                }
            }
            other => {
                if let Some((id, place)) = other.as_section() {
                    out.section(&RawSection { id, data: range(wasm, place) });
                }
            }
        }
    }
    Ok(out.finish())
}

fn range(wasm: &[u8], place: std::ops::Range<u64>) -> &[u8] {
    &wasm[place.start as usize..place.end as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions whose parts leave in every way: `f` gets a number and returns one.
    const FUNCTIONS: &[&str] = &[
        // To the end of a block, with locals that change.
        "(local $a i32) (local $b i32)
         (block $out (br_if $out (local.get 0))
           (local.set $a (i32.const 5)) (local.set $b (i32.add (local.get 0) (i32.const 7))))
         (i32.add (local.get $a) (i32.mul (local.get $b) (i32.const 10)))",
        // Behind a block, to labels around it, and out of the function with a result.
        "(local $a i32) (local.set $a (i32.const 3))
         (block $one (block $two (block $cold
           (br_if $cold (i32.and (local.get 0) (i32.const 1))) (br $two))
           (br_if $one (i32.eq (local.get 0) (i32.const 3)))
           (local.set $a (i32.add (local.get $a) (local.get 0)))
           (br_if $two (i32.eq (local.get 0) (i32.const 5)))
           (if (i32.eq (local.get 0) (i32.const 7)) (then (return (i32.const 77))))
           (local.set $a (i32.mul (local.get $a) (i32.const 2))))
           (local.set $a (i32.add (local.get $a) (i32.const 100))))
         (local.get $a)",
        // A loop whose parts run several times, with a way out and one back.
        "(local $i i32) (local $sum i32)
         (loop $again
           (local.set $i (i32.add (local.get $i) (i32.const 1)))
           (block $odd (br_if $odd (i32.and (local.get $i) (i32.const 1)))
             (local.set $sum (i32.add (local.get $sum) (local.get $i)))
             (br_if $again (i32.lt_u (local.get $i) (local.get 0)))
             (return (local.get $sum)))
           (local.set $sum (i32.sub (local.get $sum) (i32.const 1)))
           (br_if $again (i32.lt_u (local.get $i) (i32.add (local.get 0) (i32.const 3)))))
         (i32.add (local.get $sum) (i32.const 1000))",
        // A table of labels, some inside the part, and the end of the function.
        "(local $a i32)
         (block $c (block $b (block $a
           (br_if $a (i32.gt_u (local.get 0) (i32.const 5)))
           (block $in (br_table $in $a $b $c $in (local.get 0)))
           (local.set $a (i32.add (local.get $a) (i32.const 1))))
           (local.set $a (i32.add (local.get $a) (i32.const 10))))
           (local.set $a (i32.add (local.get $a) (i32.const 100)))
           (br_if $c (i32.eqz (local.get 0))))
         (i32.add (local.get $a) (local.get 0))",
        // Both branches of an `if`; the first traps for 0.
        "(local $a f64) (local $b i32)
         (if (i32.lt_u (local.get 0) (i32.const 3))
           (then (local.set $a (f64.const 2.5)) (if (i32.eqz (local.get 0)) (then (unreachable))))
           (else (local.set $b (i32.const 4)) (local.set $a (f64.convert_i32_u (local.get 0)))))
         (i32.add (local.get $b) (i32.trunc_f64_s (f64.mul (local.get $a) (f64.const 2))))",
        // Values on the stack: such parts stay.
        "(i32.add (local.get 0) (block $x (result i32)
           (drop (br_if $x (i32.const 9) (i32.and (local.get 0) (i32.const 2))))
           (if (result i32) (local.get 0) (then (i32.const 1)) (else (i32.const 2)))))",
    ];

    /// The results of `f` for some numbers; `None` where it traps.
    fn results(wasm: &[u8]) -> Vec<Option<i32>> {
        let engine = wasmi::Engine::default();
        let module = wasmi::Module::new(&engine, wasm).unwrap();
        let mut store = wasmi::Store::new(&engine, ());
        let instance = wasmi::Linker::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
        let f = instance.get_typed_func::<i32, i32>(&store, "f").unwrap();
        (0..10).map(|number| f.call(&mut store, number).ok()).collect()
    }

    #[test]
    fn a_function_computes_the_same_whatever_leaves_it() {
        for text in FUNCTIONS {
            let whole =
                wat::parse_str(format!("(module (func (export \"f\") (param i32) (result i32) {text}))")).unwrap();
            let expected = results(&whole);
            let count = points(&whole).unwrap()[&0].len();
            let mut most = 0;
            for set in 0..1_u32 << count {
                let cold = (0..count as u32).filter(|number| set >> number & 1 == 1).collect::<BTreeSet<_>>();
                let made = outlined_if(&whole, |_| Ok(cold.clone()), |_, _| true).unwrap();
                wasmparser::validate(&made.module).unwrap();
                assert_eq!(results(&made.module), expected, "{cold:?} of {text}");
                most = most.max(made.new.len());
            }
            assert!(most > 1 || text.contains("result i32"), "{most} parts of {text}");
        }
    }

    #[test]
    fn small_parts_stay() {
        let text = format!(
            "(local $a i32) (block $out (br_if $out (local.get 0)) {})
            (block $out (br_if $out (local.get 0)) (local.set $a (i32.const 1))) (local.get $a)",
            "(local.set $a (i32.mul (local.get $a) (i32.const 3)))".repeat(20)
        );
        let whole = wat::parse_str(format!("(module (func (export \"f\") (param i32) (result i32) {text}))")).unwrap();
        let made = outlined(&whole, |_| Ok(BTreeSet::from([1, 3]))).unwrap();
        assert_eq!(made.new, BTreeSet::from([1]));
        assert_eq!(results(&made.module), results(&whole));
    }
}
