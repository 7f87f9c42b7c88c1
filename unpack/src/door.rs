//! The interface to JavaScript: `room` for the packed bytes, `open` them, a dictionary goes before the `result`, `step` until all
//! are unpacked. An instance unpacks one file and is dropped, so nothing is ever freed.
#![allow(unsafe_code)]

use crate::Steps;
use alloc::boxed::Box;
use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

/// Bytes of a page of wasm memory.
const PAGE: usize = 65536;

/// Allocates memory after the linker's data, and never frees it.
struct Bump {
    next: AtomicUsize,
}

#[global_allocator]
static BUMP: Bump = Bump { next: AtomicUsize::new(0) };

// SAFETY: every piece is after the one before it and inside memory that was just grown; there is one thread.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let end = wasm32::memory_size(0) * PAGE;
        let next = match self.next.load(Relaxed) {
            0 => end,
            next => next,
        };
        let start = next.next_multiple_of(layout.align());
        let Some(after) = start.checked_add(layout.size()) else { return core::ptr::null_mut() };
        if after > end && wasm32::memory_grow(0, (after - end).div_ceil(PAGE)) == usize::MAX {
            return core::ptr::null_mut();
        }
        self.next.store(after, Relaxed);
        start as *mut u8
    }

    /// New memory is zero.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is that of `alloc`.
        unsafe { self.alloc(layout) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    wasm32::unreachable()
}

/// The file of this instance.
static STEPS: AtomicPtr<Steps<'static>> = AtomicPtr::new(core::ptr::null_mut());

fn steps() -> Option<&'static mut Steps<'static>> {
    // SAFETY: the pointer is null or that of a leaked box; there is one thread, and no function here calls another one
    // while it holds this.
    unsafe { STEPS.load(Relaxed).as_mut() }
}

/// Memory for `len` packed bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    alloc::vec![0u8; len].leak().as_mut_ptr()
}

/// Begins with `len` bytes at `from`, which came from [`room`], packed with a dictionary of `known` bytes: these belong directly
/// before [`result`]. Returns the number of unpacked bytes, 0 when they are damaged.
///
/// # Safety
/// `from` must be the result of `room(len)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(from: *const u8, len: usize, known: usize) -> usize {
    // SAFETY: `room` made this piece, with all bytes initialized, and nothing is ever freed.
    let packed = unsafe { core::slice::from_raw_parts(from, len) };
    let Some(steps) = Steps::new(packed, known) else { return 0 };
    let size = steps.bytes().len();
    STEPS.store(Box::leak(Box::new(steps)), Relaxed);
    size
}

/// Unpacks `most` more bytes: 1 when more remain, 0 at the end, -1 when they are damaged.
#[unsafe(no_mangle)]
pub extern "C" fn step(most: usize) -> i32 {
    match steps().and_then(|steps| steps.step(most)) {
        Some(more) => more.into(),
        None => -1,
    }
}

/// Address of the unpacked bytes.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> usize {
    steps().map_or(0, |steps| steps.bytes().as_ptr() as usize)
}
