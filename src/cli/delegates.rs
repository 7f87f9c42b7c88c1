//! `vintage delegates`: delegates and other engines for a TFLite model.

use super::inspect::{complain_about_unopened, not_opened, open};
use super::sole::{listed, sole};
use super::{Paths, Words, exit, output, print_json, print_line, table};
use crate::report::schema::Kind;
use crate::services::delegates::schema::{
    Delegate, DelegateReport, DelegateVerdict, EngineKind, Following, Group, LoweringVerdict, OpVersion, Takes,
};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let opened = open(&arguments.paths, words);
    complain_about_unopened(&opened, words);
    let path = listed(&arguments.paths.paths);
    let model = match sole(&opened, 0.., |kind| kind == Kind::Tflite, &path, "cli-no-model", words) {
        Ok(model) => model,
        Err(code) => return code,
    };
    let mut report = opened.delegates(model);
    if let Some(only) = &arguments.only {
        let ids: Vec<String> = report.delegates.iter().map(|delegate| delegate.id.clone()).collect();
        report.delegates.retain(|delegate| delegate.id == *only);
        if report.delegates.is_empty() && report.error.is_none() {
            return output::fail(words, "cli-no-delegate", &[("names", &ids.join(", "))], exit::USAGE);
        }
    }
    if let Some(error) = &mut report.error {
        error.message = words.message("error-", &error.detail);
    }
    if arguments.json {
        print_json(&report);
    } else {
        print_line(&text(&report, arguments.only.is_some(), words));
    }
    match &report.error {
        Some(_) => exit::UNREADABLE,
        None if !not_opened(&opened).is_empty() => exit::UNREADABLE,
        None if arguments.only.is_some() => code(report.delegates.first()),
        None => exit::OK,
    }
}

/// Exit code of one engine's verdict.
fn code(delegate: Option<&Delegate>) -> u8 {
    match delegate.map_or(DelegateVerdict::Unknown, |delegate| delegate.verdict) {
        DelegateVerdict::All => exit::OK,
        DelegateVerdict::May | DelegateVerdict::Unknown => exit::UNKNOWN,
        DelegateVerdict::Part | DelegateVerdict::None | DelegateVerdict::Refused => exit::REFUSED,
    }
}

fn text(report: &DelegateReport, only: bool, words: &Words) -> String {
    if let Some(error) = &report.error {
        return words.error(error);
    }
    let mut text = String::new();
    for delegate in &report.delegates {
        text += &of_delegate(delegate, words);
    }
    // An application registers the ops of an engine, and of nothing else.
    let has_engine = || report.delegates.iter().any(|delegate| delegate.kind == EngineKind::Engine);
    if !report.resolver.code.is_empty() && (!only || has_engine()) {
        text += &format!("\n{}\n\n{}", words.word("delegates-resolver"), indented(&report.resolver.code));
    }
    if !only {
        text += &format!("\n{}\n", words.word("delegates-versions"));
        text += &table::columns(&report.versions.iter().map(|op| of_version(op, words)).collect::<Vec<_>>(), 2);
        text += &format!("\n{}\n", words.word("delegates-channels"));
        text += &table::columns(&report.channels.iter().map(|one| of_channel(one, words)).collect::<Vec<_>>(), 2);
    }
    text.trim_end().to_owned()
}

fn of_delegate(delegate: &Delegate, words: &Words) -> String {
    let (taken, nodes) = (delegate.taken.to_string(), delegate.nodes.to_string());
    let count = delegate.segments.to_string();
    let mut line =
        format!("{}: {}", name(&delegate.id, words), words.word(&format!("delegate-verdict-{}", delegate.verdict)));
    // “0 of 66” would only repeat the answer, or be wrong for unknown nodes.
    if delegate.taken > 0 {
        let of = words.find("delegates-of", [("taken", taken.as_str()), ("nodes", nodes.as_str())]);
        line += &format!(", {}", of.unwrap_or_default());
    }
    if delegate.kind == EngineKind::Delegate && delegate.segments > 0 {
        line += &format!(", {}", words.find("delegates-segments", [("count", count.as_str())]).unwrap_or_default());
        let by_default = delegate.by_default.to_string();
        if delegate.by_default != delegate.taken {
            line += &format!(
                ", {}",
                words.find("delegates-by-default", [("nodes", by_default.as_str())]).unwrap_or_default()
            );
        }
    }
    let refused: Vec<_> = delegate.groups.iter().filter(|g| g.takes == Takes::No).map(|g| of_group(g, words)).collect();
    let mut text = format!("{line}\n{}", table::columns(&refused, 2));
    // Open conditions are the same for most ops: printed once, with their ops.
    let mut open: Vec<((Takes, String), Vec<String>)> = Vec::new();
    for group in delegate.groups.iter().filter(|g| matches!(g.takes, Takes::May | Takes::Unknown)) {
        let (key, op) = ((group.takes, why(group, words)), format!("{} v{}", group.op, group.version));
        match open.iter_mut().find(|(known, _)| *known == key) {
            Some((_, ops)) => ops.push(op),
            None => open.push((key, vec![op])),
        }
    }
    for ((takes, why), ops) in open {
        text += &format!("  {}  {}\n      {why}\n", words.word(&format!("delegate-takes-{takes}")), ops.join(", "));
    }
    text
}

/// The reason, the rule behind it, and the device it is for.
fn why(group: &Group, words: &Words) -> String {
    let mut why = words.message("delegate-why-", &group.why);
    if !group.rule.is_empty() {
        why += &format!(" {} [{}]", words.word(&format!("delegate-rule-{}", group.rule)), group.condition);
    }
    if !group.platform.is_empty() {
        why += &format!(" ({})", group.platform);
    }
    why
}

fn of_group(group: &Group, words: &Words) -> Vec<String> {
    let nodes = group.evidence.iter().map(|node| match node.graph.as_str() {
        "" => format!("#{}", node.index),
        graph => format!("{graph}#{}", node.index),
    });
    let mut nodes = nodes.collect::<Vec<_>>().join(" ");
    if group.count as usize > group.evidence.len() {
        nodes += " …";
    }
    let takes = words.word(&format!("delegate-takes-{}", group.takes));
    vec![takes, format!("{} v{}", group.op, group.version), format!("{}×", group.count), nodes, why(group, words)]
}

fn of_version(op: &OpVersion, words: &Words) -> Vec<String> {
    let required = op.required.map(|required| required.to_string()).unwrap_or_default();
    let params = [("required", required.as_str()), ("since", op.since_required.as_deref().unwrap_or("?"))];
    let mut sentence = words.find(&format!("delegates-version-{}", op.verdict), params).unwrap_or_default();
    if let Some(reason) = op.reason.as_ref().filter(|_| op.verdict != LoweringVerdict::Lowest) {
        sentence += &format!(" {}", words.message("reason-", reason));
    }
    vec![format!("{} v{}", op.op, op.declared), sentence]
}

fn of_channel(channel: &Following, words: &Words) -> Vec<String> {
    let span = match (channel.releases.first(), channel.releases.last()) {
        (Some(first), Some(last)) => format!("{first} – {last}"),
        _ => words.word("delegates-no-release"),
    };
    let note = words.word(&format!("delegate-channel-{}", channel.note));
    vec![
        channel.package.clone(),
        span,
        format!("({}) {note}", words.word(&format!("certainty-{}", channel.certainty.word()))),
    ]
}

fn name(id: &str, words: &Words) -> String {
    words.word(&format!("delegate-{id}"))
}

fn indented(code: &str) -> String {
    code.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect()
}
