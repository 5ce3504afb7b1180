//! How much memory the whole process uses, counted in the system's allocator.

// An allocator is unsafe by its trait.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counted;

#[global_allocator]
static COUNTED: Counted = Counted;
static USED: AtomicUsize = AtomicUsize::new(0);
static MAX: AtomicUsize = AtomicUsize::new(0);

/// The memory in use now, in bytes. [`most`] counts from here.
pub fn begin() -> usize {
    MAX.store(USED.load(Relaxed), Relaxed);
    USED.load(Relaxed)
}

pub fn most() -> usize {
    MAX.load(Relaxed)
}

// SAFETY: this is the system's allocator, which only counts in addition.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Relaxed) + layout.size();
        MAX.fetch_max(used, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Relaxed) + layout.size();
        MAX.fetch_max(used, Relaxed);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}
