//! The page's address: the state that a link or an embed can name, as fields of the fragment
//! `#src=URL&view=…&node=…&action=…&target=channel@release&also=channel@release,channel@release`.

use crate::report::schema::Action;

/// The views of a file: the answer, and the work behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// The answer: verdict, window, requirements.
    #[default]
    Window,
    /// Graphs, signatures, facts.
    Contents,
    /// The drawn graph.
    Graph,
    /// Variables with values.
    Variables,
    /// Object graph of a checkpoint.
    Objects,
    /// This file against another one.
    Compare,
    /// Simulated restore.
    Restore,
    /// Delegates and other engines.
    Delegates,
    /// The engine.
    Run,
    /// Raw bytes.
    Bytes,
    /// All open files.
    Files,
}

impl View {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 11] = [
        Self::Window,
        Self::Graph,
        Self::Contents,
        Self::Variables,
        Self::Objects,
        Self::Compare,
        Self::Restore,
        Self::Delegates,
        Self::Run,
        Self::Bytes,
        Self::Files,
    ];

    /// Name in the fragment, and of its message.
    pub fn word(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Graph => "graph",
            Self::Contents => "contents",
            Self::Variables => "variables",
            Self::Objects => "objects",
            Self::Compare => "compare",
            Self::Restore => "restore",
            Self::Delegates => "delegates",
            Self::Run => "run",
            Self::Bytes => "bytes",
            Self::Files => "files",
        }
    }

    /// The view with this name. Links of the time when requirements were a view of their own open the window.
    pub fn from_word(word: &str) -> Option<Self> {
        let word = if word == "requirements" { "window" } else { word };
        Self::ALL.into_iter().find(|v| v.word() == word)
    }
}

/// A channel at a release, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Channel id.
    pub channel: String,
    /// Version string.
    pub release: String,
}

/// A node of a model's graph, or a tensor that it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeRef {
    /// Subgraph or function; empty for the main graph.
    pub graph: String,
    /// Index within it.
    pub index: u32,
}

impl NodeRef {
    /// Reads `INDEX`, or `INDEX@GRAPH` for a node of another graph than the main one.
    pub fn read(text: &str) -> Option<Self> {
        let (index, graph) = text.split_once('@').unwrap_or((text, ""));
        Some(Self { graph: graph.to_owned(), index: index.parse().ok()? })
    }

    /// The text that [`Self::read`] reads.
    pub fn text(&self) -> String {
        let Self { graph, index } = self;
        if graph.is_empty() { index.to_string() } else { format!("{index}@{graph}") }
    }
}

/// The fields of the fragment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// URLs of the files.
    pub sources: Vec<String>,
    /// The view.
    pub view: View,
    /// The selected node.
    pub node: Option<NodeRef>,
    /// Whether the edges of drawings lead to the right, and not down.
    pub flow_right: bool,
    /// The release that the verdict is about.
    pub target: Option<Target>,
    /// Further releases that the file must run on, as [`super::targets`] writes them.
    pub also: Option<String>,
    /// Action; the default one of the kind when `None`.
    pub action: Option<Action>,
    /// The plan of the evolution view, as [`super::plan_link`] writes it; `None` while the view is closed.
    pub plan: Option<String>,
    /// The language of the page.
    pub language: Option<String>,
}

impl Address {
    /// Reads decoded fields. Unknown ones, and invalid values, are ignored: a link of a newer page still opens.
    pub fn read(fields: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut address = Self::default();
        for (name, value) in fields {
            match name.as_str() {
                "src" if !value.is_empty() => address.sources.push(value),
                "view" => address.view = View::from_word(&value).unwrap_or(address.view),
                "node" => address.node = NodeRef::read(&value),
                "flow" => address.flow_right = value == "right",
                "target" => address.target = Target::read(&value),
                "also" => address.also = Some(value),
                "action" => address.action = Action::from_word(&value),
                "evolution" => address.plan = Some(value),
                "lang" => address.language = Some(value),
                _ => {}
            }
        }
        address
    }

    /// The fields, not yet encoded.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields: Vec<_> = self.sources.iter().map(|source| ("src", source.clone())).collect();
        if self.view != View::default() {
            fields.push(("view", self.view.word().to_owned()));
        }
        fields.extend(self.node.as_ref().map(|node| ("node", node.text())));
        if self.flow_right {
            fields.push(("flow", "right".to_owned()));
        }
        fields.extend(self.target.as_ref().map(|target| ("target", target.text())));
        fields.extend(self.also.clone().map(|also| ("also", also)));
        fields.extend(self.action.map(|action| ("action", action.word().to_owned())));
        fields.extend(self.plan.clone().map(|plan| ("evolution", plan)));
        fields.extend(self.language.clone().map(|language| ("lang", language)));
        fields
    }
}

impl Target {
    /// Reads `channel@release`, or a channel alone for its newest release.
    pub fn read(text: &str) -> Option<Self> {
        let (channel, release) = text.split_once('@').unwrap_or((text, ""));
        (!channel.is_empty()).then(|| Self { channel: channel.to_owned(), release: release.to_owned() })
    }

    /// The text that [`Self::read`] reads.
    pub fn text(&self) -> String {
        let Self { channel, release } = self;
        if release.is_empty() { channel.clone() } else { format!("{channel}@{release}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &[(&str, &str)]) -> Address {
        Address::read(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn every_field_is_read_as_it_was_written() {
        let full = Address {
            sources: vec!["https://a.example/m.tflite".to_owned(), "b.pb".to_owned()],
            view: View::Graph,
            node: NodeRef::read("118@while/body@2"),
            flow_right: true,
            target: Target::read("tflite-runtime@2.12.0"),
            also: Some("tensorflow@2.15.1,ai-edge-litert@1.0.1".to_owned()),
            action: Some(Action::ALL[1]),
            plan: Some("add-attr_switch@2.23.0".to_owned()),
            language: Some("tr".to_owned()),
        };
        let main = Address { target: Target::read("tensorflow"), node: NodeRef::read("7"), ..full.clone() };
        for address in [full, Address::default(), main] {
            let fields = address.fields().into_iter().map(|(name, value)| (name.to_owned(), value));
            assert_eq!(Address::read(fields), address);
        }
        assert_eq!(Address::default().fields(), [], "an untouched page has a clean address");
    }

    #[test]
    fn every_view_has_a_word_of_its_own() {
        for view in View::ALL {
            assert_eq!(View::from_word(view.word()), Some(view));
        }
        assert_eq!(View::from_word("nothing"), None);
        assert_eq!(View::from_word("requirements"), Some(View::Window), "as older links call it");
    }

    #[test]
    fn fields_that_are_unknown_or_empty_change_nothing() {
        let odd = read(&[
            ("src", ""),
            ("view", "verdict3d"),
            ("action", "x"),
            ("target", ""),
            ("node", "x"),
            ("flow", "up"),
            ("zoom", "7"),
        ]);
        assert_eq!(odd, Address::default());
    }
}
