//! Options of a run.

use crate::engine::{self, Crew};

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Compare every op on the GPU with the reference kernel, in every invocation.
    pub check: bool,
    /// On the GPU: tensors and weights as float16, if the adapter has it; otherwise the result reports that.
    pub half: bool,
    /// Minimum work of a GPU partition beside CPU partitions: [`engine::parts::LEAST_WORK`] unless tests set less.
    pub least_work: u64,
    /// Bytes that a run on the CPU may take beside the weights.
    pub memory: usize,
    /// Threads of a run on the CPU.
    pub crew: Crew,
    /// Simulated GPU failure, for tests.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            check: false,
            half: false,
            least_work: engine::parts::LEAST_WORK,
            memory: engine::DEFAULT_LIMIT,
            crew: Crew::default(),
            fault: None,
        }
    }
}

/// Simulated failures.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Skips the dispatches of this node.
    Skip(usize),
    /// Loses the device once everything is prepared.
    Lose,
    /// The API refuses a call of each run.
    Misuse,
    /// The device is out of memory in a run.
    Memory,
}
