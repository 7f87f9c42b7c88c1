//! Rows about TensorFlow's ops, attrs, kernels, data types and names of protos.

mod asked;
mod attrs;
mod kernels;
mod ops;
mod protos;

pub use asked::Asked;

use super::knowledge::Knowledge;
use super::notes::Notes;
use super::spans::Order;

/// Adds and ends rows.
pub fn learn(knowledge: &mut Knowledge, asked: &Asked<'_>, notes: &mut Notes) {
    let order = Order(knowledge.keys(&asked.release.line));
    ops::learn(knowledge, asked, &order, notes);
    ops::registered(knowledge, asked, notes);
    attrs::learn(knowledge, asked, &order, notes);
    kernels::learn(knowledge, asked, notes);
    protos::dtypes(knowledge, asked, notes);
    protos::names(knowledge, asked, notes);
}

#[cfg(test)]
mod tests {
    use super::super::graph::Facts;
    use super::super::knowledge::Release;
    use super::*;

    fn knowledge() -> Knowledge {
        Knowledge::of(&[
            ("channels", "channel,release,line,key,source\ntensorflow,1.0,l,1.0,s\ntensorflow,1.1,l,1.1,s\n"),
            (
                "tf_ops",
                "op,kind,first,last,gaps,deprecated_at,deprecation_text,deprecated_from,flex,attrs_known,signature,source\n\
                 A,core,1.0,,,,,,,yes,T>T,s\nC,core,1.0,,,,,,,yes,T>,s\n_I,internal-registry-only,1.0,1.0,,,,,,yes,>,s\n",
            ),
            (
                "tf_attrs",
                "op,attr,type,has_default,default,allowed,least,first,last,source\nA,T,type,,,FLOAT INT32,,,,s\n\
                 A,old,int,yes,1,,,,,s\nA,n,int,yes,1,,,,,s\n",
            ),
            ("tf_allowed_changes", "op,attr,release,change,values,basis,source\nA,T,0.9,added,INT32,exact,s\n"),
            ("tf_registered", "op,first,last,absent,gone,source\n_I,1.0,,,,s\n_J,1.0,,,,s\n"),
            ("tf_kernels", "op,types,source\nA,T=FLOAT,s\nC,,s\n"),
            ("tf_kernel_releases", "channel,release,source\ntensorflow,1.0,s\n"),
            ("tf_dtypes", "number,name,first,source\n0,INVALID,1.0,types.proto\n"),
            ("tf_proto_names", "of,name,first,source\nm.A,x,0.9,s\n"),
        ])
    }

    fn facts(text: &str) -> Facts {
        let lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect();
        Facts::of(&lines)
    }

    const BEFORE: &str = "op|A|yes|||T>T\nattr|A|T|type|||FLOAT INT32|\nattr|A|old|int|yes|1||\nattr|A|n|int|yes|1||\n\
                          op|C|yes|||T>\nop|_I||||>\nop|_J||||>\nkernel|A|T=FLOAT\nkernel|Left|\nproto|m.A|x\nproto|m.A|y";
    const NOW: &str = "op|A|yes|7|Use B instead.|T>T\nattr|A|T|type|||FLOAT HALF|\nattr|A|between|bool|yes|true||\nattr|A|n|int|yes|2||\n\
                       op|B|yes|||T>T\nattr|B|T|type||||\nop|_I||||>\nop|_K||||>\nkernel|A|T=FLOAT HALF\nkernel|B|T=HALF\n\
                       kernel|Left|\nproto|m.A|x\nproto|m.A|y\nproto|m.A|z\nproto|m.New|q\ndtype|0|INVALID\ndtype|1|NEW";

    fn learned(knowledge: &mut Knowledge) -> Notes {
        let release = |name: &str| Release {
            channel: "tensorflow".into(),
            name: name.into(),
            line: "l".into(),
            key: name.into(),
        };
        let (now, before, mut notes) = (facts(NOW), facts(BEFORE), Notes::default());
        let asked = Asked { release: &release("1.1"), now: &now, predecessor: &release("1.0"), before: &before };
        learn(knowledge, &asked, &mut notes);
        notes
    }

    #[test]
    fn ops_and_attrs_begin_and_end() {
        let mut knowledge = knowledge();
        let notes = learned(&mut knowledge);
        let ops = knowledge.table("tf_ops").lines();
        assert_eq!(ops[0], "A,core,1.0,,,7,B,1.1,,yes,T>T,s");
        assert_eq!(ops[1], "B,core,1.1,,,,,,,yes,T>T,generated wrappers of each wheel");
        assert_eq!(ops[2], "C,core,1.0,1.0,,,,,,yes,T>,s");
        let attrs = [
            "A,T,type,,,FLOAT HALF,,,,s",
            "A,between,bool,yes,true,,,1.1,,OpDef registry of 1.1",
            "A,old,int,yes,1,,,,1.0,s",
            "A,n,int,yes,1,,,,,s",
            "B,T,type,,,,,,,OpDef registry of 1.1",
        ];
        assert_eq!(knowledge.table("tf_attrs").lines(), attrs);
        assert!(notes.open.iter().any(|sentence| sentence.contains("A.n default `2` (before: `1`)")), "{notes:?}");
        let changes = knowledge.table("tf_allowed_changes").lines();
        assert_eq!(changes[1], "A,T,1.1,added,HALF,exact,OpDefs or wrappers of each wheel");
        assert_eq!(changes[2], "A,T,1.1,removed,INT32,exact,OpDefs or wrappers of each wheel");
    }

    #[test]
    fn registry_kernels_types_and_names_follow() {
        let mut knowledge = knowledge();
        learned(&mut knowledge);
        let source = "observed: op registries of tensorflow 1.0 and 1.1";
        let registered = knowledge.table("tf_registered").lines();
        assert_eq!(
            registered,
            ["_I,1.0,,,,s".to_owned(), format!("_J,1.0,1.0,,1.1,{source}"), format!("_K,1.1,,1.0,,{source}")]
        );
        let kernels = knowledge.table("tf_kernels").lines();
        let source = "kernel registry of tensorflow-cpu 1.1";
        assert_eq!(kernels, [format!("A,T=FLOAT HALF,{source}"), format!("B,T=HALF,{source}"), "C,,s".to_owned()]);
        assert_eq!(knowledge.table("tf_dtypes").lines()[1], "1,NEW,1.1,types.proto");
        assert_eq!(knowledge.table("tf_proto_names").lines()[1], "m.A,z,1.1,descriptors in each tensorflow wheel");
    }

    #[test]
    fn the_same_wheel_changes_nothing_again() {
        let mut knowledge = knowledge();
        learned(&mut knowledge);
        let once = knowledge.clone();
        learned(&mut knowledge);
        assert_eq!(knowledge, once);
    }
}
