//! The open files of an instance.

use crate::artifact::Dropped;
use crate::report::Opened;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The files of the last [`crate::web::protocol::Request::Open`].
    pub static OPENED: RefCell<Option<Opened>> = const { RefCell::new(None) };
    /// The files as they were dropped: archives, not their members.
    pub static DROPPED: RefCell<Vec<Dropped>> = const { RefCell::new(Vec::new()) };
    /// How often other files were opened: what is kept of the files is of one of these times.
    pub static TIME: Cell<u32> = const { Cell::new(0) };
}

/// To call when other files are open.
pub fn changed() {
    TIME.set(TIME.get().wrapping_add(1));
}
