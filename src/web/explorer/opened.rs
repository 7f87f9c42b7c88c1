//! The open files of an instance.

use crate::report::Opened;
use std::cell::RefCell;

thread_local! {
    /// The files of the last [`crate::web::protocol::Request::Open`].
    pub static OPENED: RefCell<Option<Opened>> = const { RefCell::new(None) };
}
