//! Kernels of the CPU.

use super::asked::{Asked, report};
use crate::learn::knowledge::Knowledge;
use crate::learn::notes::Notes;

/// The table is about one release: rows become those of the newer one. Ops without a row that had no other kernels before
/// are left out on purpose.
pub fn learn(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let release = &asked.release.name;
    let releases = knowledge.edit("tf_kernel_releases");
    let Some(row) = (0..releases.len()).find(|&row| releases.get(row, "channel") == asked.release.channel) else {
        return;
    };
    let read = releases.get(row, "release");
    if read != asked.predecessor.name && read != *release {
        notes.open(format!(
            "tf_kernels.csv is about {read}; kernels of {release} were compared with those of {} only.",
            asked.predecessor.name
        ));
        return;
    }
    let source = format!("kernel registry of tensorflow-cpu {release}");
    releases.set(row, "release", release);
    releases.set(row, "source", &source);
    let table = knowledge.edit("tf_kernels");
    let mut different = Vec::new();
    for row in (0..table.len()).rev() {
        let op = table.get(row, "op");
        if !asked.now.ops.contains_key(&op) {
            continue;
        }
        match asked.now.kernels.get(&op) {
            Some(types) => {
                if table.get(row, "types") != *types {
                    table.set(row, "types", types);
                    different.push(op);
                }
                table.set(row, "source", &source);
            }
            None => {
                table.remove(row);
                different.push(op);
            }
        }
    }
    for (op, types) in &asked.now.kernels {
        if table.find(&[("op", op)]).is_empty() && asked.before.kernels.get(op) != Some(types) {
            let cells = [("op", op.as_str()), ("types", types), ("source", &source)];
            table.insert(table.place("op", op), &cells);
            different.push(op.clone());
        }
    }
    report(notes, "ops with other kernels", &different);
}
