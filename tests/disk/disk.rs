//! A disk in memory below SQLite, as a VFS (SQLite documentation, "The OS Interface"). In a power
//! cut, unsynced writes may be lost, torn or reordered. Writes and syncs can fail. The whole
//! process has one disk for all its databases.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use games::Dice;
use rusqlite::ffi;

/// The unit that a disk writes completely or not at all.
const SECTOR: usize = 512;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    /// A write fails.
    Write,
    /// The disk is full.
    Full,
    /// A sync fails and its writes are lost, although they can still be read.
    Sync,
    /// A page cannot be read.
    Read,
    /// A read gives other bytes than were written.
    Garbled,
}

#[derive(Default)]
pub struct Disk {
    files: BTreeMap<String, File>,
    /// The fault of a later call, and how many calls succeed before it.
    pub fault: (Fault, usize),
    /// After a fault every write and sync fails until the disk is repaired.
    pub stays: bool,
    broken: bool,
    /// Syncs do nothing: for every file, as with `synchronous=OFF`, or only for the log, as with
    /// `synchronous=NORMAL`.
    pub lies: bool,
    pub lies_of_log: bool,
    dead: bool,
    /// The power fails after this many more calls.
    pub dies_in: Option<usize>,
    pub syncs: u64,
    /// How many reads failed or gave other bytes.
    pub misread: u64,
}

#[derive(Clone, Default)]
struct File {
    /// What a read gives.
    live: Vec<u8>,
    /// What certainly survives. None for a file that is newer than the last sync.
    synced: Option<Vec<u8>>,
    unsynced: Vec<Piece>,
}

#[derive(Clone)]
enum Piece {
    /// At most a sector.
    Written(usize, Vec<u8>),
    Length(usize),
}

static DISK: Mutex<Option<Disk>> = Mutex::new(None);

pub struct Held(MutexGuard<'static, Option<Disk>>);

impl std::ops::Deref for Held {
    type Target = Disk;

    fn deref(&self) -> &Disk {
        self.0.as_ref().unwrap()
    }
}

impl std::ops::DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Disk {
        self.0.as_mut().unwrap()
    }
}

/// The disk. SQLite waits for it, so don't call SQLite while you hold it.
pub fn disk() -> Held {
    let mut held = DISK.lock().unwrap_or_else(PoisonError::into_inner);
    held.get_or_insert_with(Disk::default);
    Held(held)
}

/// Gives the process an empty disk, for every database from now on.
pub fn new_disk() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(register);
    *disk() = Disk::default();
}

impl Disk {
    /// The power fails: from now on the disk does nothing.
    pub fn dies(&mut self) {
        self.dead = true;
    }

    /// The power returns: some of the unsynced writes are there, in any order.
    pub fn comes_back(&mut self, dice: &mut Dice) {
        (self.dead, self.dies_in) = (false, None);
        self.mend();
        let files = std::mem::take(&mut self.files);
        for (name, file) in files {
            let Some(mut there) = file.synced.or_else(|| dice.one_in(2).then(Vec::new)) else {
                continue;
            };
            let mut pieces = file.unsynced;
            // Some runs keep almost everything, others almost nothing.
            let odds = dice.between(1, 9) as usize;
            while !pieces.is_empty() {
                let piece = pieces.swap_remove(dice.below(pieces.len()));
                if dice.below(10) < odds {
                    piece.apply(&mut there);
                }
            }
            let file = File {
                live: there.clone(),
                synced: Some(there),
                unsynced: Vec::new(),
            };
            self.files.insert(name, file);
        }
    }

    fn file(&mut self, name: &str) -> &mut File {
        self.files.entry(name.to_owned()).or_default()
    }

    /// Whether the power is gone at this call.
    fn is_dead(&mut self) -> bool {
        if let Some(left) = &mut self.dies_in {
            *left = left.saturating_sub(1);
            self.dead |= *left == 0;
        }
        self.dead
    }

    /// Whether this call fails.
    fn fails(&mut self, kinds: &[Fault]) -> bool {
        let (fault, left) = &mut self.fault;
        if !kinds.contains(fault) {
            return false;
        }
        *left = left.saturating_sub(1);
        let fails = *left == 0;
        self.broken |= fails && self.stays;
        fails
    }

    /// The fault of reading this many bytes, if any. While the fault stays, every page is read
    /// wrongly.
    fn misreads(&mut self, bytes: usize) -> Option<Fault> {
        if bytes < SECTOR || !self.fails(&[Fault::Read, Fault::Garbled]) {
            return None;
        }
        let fault = self.fault.0;
        if !self.stays {
            self.fault = (Fault::None, 0);
        }
        self.misread += 1;
        Some(fault)
    }

    /// Cancels a read fault that hasn't happened yet.
    pub fn reads_again(&mut self) {
        if matches!(self.fault.0, Fault::Read | Fault::Garbled) {
            self.fault = (Fault::None, 0);
        }
    }

    /// From now on the disk works.
    pub fn mend(&mut self) {
        self.fault = (Fault::None, 0);
        (self.stays, self.broken) = (false, false);
    }

    fn change(&mut self, name: &str, pieces: Vec<Piece>) -> c_int {
        if self.is_dead() || self.broken {
            return ffi::SQLITE_IOERR_WRITE;
        }
        if self.fails(&[Fault::Write, Fault::Full]) {
            let full = self.fault.0 == Fault::Full;
            self.fault = (Fault::None, 0);
            return if full {
                ffi::SQLITE_FULL
            } else {
                ffi::SQLITE_IOERR_WRITE
            };
        }
        let file = self.file(name);
        for piece in pieces {
            piece.apply(&mut file.live);
            file.unsynced.push(piece);
        }
        ffi::SQLITE_OK
    }

    fn sync(&mut self, name: &str) -> c_int {
        if self.is_dead() {
            return ffi::SQLITE_IOERR_FSYNC;
        }
        if self.broken || self.fails(&[Fault::Sync]) {
            self.fault = (Fault::None, 0);
            let file = self.file(name);
            // A second sync reports success.
            file.unsynced.clear();
            file.synced.get_or_insert_default();
            return ffi::SQLITE_IOERR_FSYNC;
        }
        self.syncs += 1;
        if self.lies || self.lies_of_log && name.ends_with("-wal") {
            return ffi::SQLITE_OK;
        }
        let file = self.file(name);
        let there = file.synced.get_or_insert_default();
        for piece in file.unsynced.drain(..) {
            piece.apply(there);
        }
        ffi::SQLITE_OK
    }
}

impl Piece {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Piece::Written(at, bytes) => {
                let end = at + bytes.len();
                to.resize(to.len().max(end), 0);
                to[*at..end].copy_from_slice(bytes);
            }
            Piece::Length(length) => to.resize(*length, 0),
        }
    }
}

/// The parts of a write, one for each sector.
fn pieces(at: usize, bytes: &[u8]) -> Vec<Piece> {
    let (mut from, mut pieces) = (0, Vec::new());
    while from < bytes.len() {
        let room = SECTOR - (at + from) % SECTOR;
        let to = bytes.len().min(from + room);
        pieces.push(Piece::Written(at + from, bytes[from..to].to_vec()));
        from = to;
    }
    pieces
}

/// An open file in SQLite's form: `base` must come first.
#[repr(C)]
struct Open {
    base: ffi::sqlite3_file,
    name: *mut String,
    /// The shared memory of the log. Only one process uses it.
    shared: *mut Vec<Box<[u64]>>,
}

// SAFETY, for all that follows: SQLite calls these functions with the pointers that its
// documentation promises, valid for the call; a file is one that `open` has filled in and `close`
// has not seen.

unsafe fn open_file<'a>(file: *mut ffi::sqlite3_file) -> &'a mut Open {
    unsafe { &mut *file.cast::<Open>() }
}

unsafe fn name_of<'a>(file: *mut ffi::sqlite3_file) -> &'a str {
    unsafe { (*open_file(file).name).as_str() }
}

unsafe fn text(name: *const c_char) -> String {
    if name.is_null() {
        "a file without a name".to_owned()
    } else {
        unsafe { CStr::from_ptr(name) }
            .to_string_lossy()
            .into_owned()
    }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let name = unsafe { text(name) };
    let mut disk = disk();
    if !disk.files.contains_key(&name) {
        if flags & ffi::SQLITE_OPEN_CREATE == 0 || disk.dead {
            unsafe { (*file).pMethods = std::ptr::null() };
            return ffi::SQLITE_CANTOPEN;
        }
        disk.file(&name);
    }
    let filled = Open {
        base: ffi::sqlite3_file { pMethods: &METHODS },
        name: Box::into_raw(Box::new(name)),
        shared: Box::into_raw(Box::default()),
    };
    unsafe {
        file.cast::<Open>().write(filled);
        if !out.is_null() {
            *out = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    unsafe {
        let open = open_file(file);
        drop(Box::from_raw(open.name));
        drop(Box::from_raw(open.shared));
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    length: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    let to = unsafe { std::slice::from_raw_parts_mut(to.cast::<u8>(), length as usize) };
    let mut disk = disk();
    match disk.misreads(to.len()) {
        Some(Fault::Garbled) => {
            to.fill(0x5a);
            return ffi::SQLITE_OK;
        }
        Some(_) => return ffi::SQLITE_IOERR_READ,
        None => {}
    }
    let live = &disk.file(unsafe { name_of(file) }).live;
    let from = live.get(at as usize..).unwrap_or_default();
    let there = from.len().min(to.len());
    to[..there].copy_from_slice(&from[..there]);
    to[there..].fill(0);
    if there < to.len() {
        return ffi::SQLITE_IOERR_SHORT_READ;
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    length: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), length as usize) };
    disk().change(unsafe { name_of(file) }, pieces(at as usize, bytes))
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    let length = Piece::Length(size as usize);
    disk().change(unsafe { name_of(file) }, vec![length])
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    disk().sync(unsafe { name_of(file) })
}

unsafe extern "C" fn size(file: *mut ffi::sqlite3_file, to: *mut ffi::sqlite3_int64) -> c_int {
    let length = disk().file(unsafe { name_of(file) }).live.len();
    unsafe { *to = length as ffi::sqlite3_int64 };
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock(_: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    ffi::SQLITE_OK
}

unsafe extern "C" fn is_reserved(_: *mut ffi::sqlite3_file, to: *mut c_int) -> c_int {
    unsafe { *to = 0 };
    ffi::SQLITE_OK
}

unsafe extern "C" fn control(_: *mut ffi::sqlite3_file, _: c_int, _: *mut c_void) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector(_: *mut ffi::sqlite3_file) -> c_int {
    SECTOR as c_int
}

unsafe extern "C" fn nature(_: *mut ffi::sqlite3_file) -> c_int {
    // On this disk a torn write damages nothing around it, as SQLite assumes.
    ffi::SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

unsafe extern "C" fn share(
    file: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    _: c_int,
    to: *mut *mut c_void,
) -> c_int {
    unsafe {
        let shared = &mut *open_file(file).shared;
        while shared.len() <= page as usize {
            shared.push(vec![0; size as usize / 8].into_boxed_slice());
        }
        *to = shared[page as usize].as_mut_ptr().cast();
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn share_lock(_: *mut ffi::sqlite3_file, _: c_int, _: c_int, _: c_int) -> c_int {
    ffi::SQLITE_OK
}

unsafe extern "C" fn barrier(_: *mut ffi::sqlite3_file) {}

unsafe extern "C" fn unshare(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    unsafe { (*open_file(file).shared).clear() };
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, _: c_int) -> c_int {
    let mut disk = disk();
    if disk.is_dead() {
        return ffi::SQLITE_IOERR_DELETE;
    }
    disk.files.remove(&unsafe { text(name) });
    ffi::SQLITE_OK
}

unsafe extern "C" fn access(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    _: c_int,
    to: *mut c_int,
) -> c_int {
    let name = unsafe { text(name) };
    unsafe { *to = c_int::from(disk().files.contains_key(&name)) };
    ffi::SQLITE_OK
}

unsafe extern "C" fn full_name(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    room: c_int,
    to: *mut c_char,
) -> c_int {
    let bytes = unsafe { CStr::from_ptr(name) }.to_bytes_with_nul();
    if bytes.len() > room as usize {
        return ffi::SQLITE_CANTOPEN;
    }
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), to, bytes.len()) };
    ffi::SQLITE_OK
}

unsafe extern "C" fn chance(_: *mut ffi::sqlite3_vfs, length: c_int, to: *mut c_char) -> c_int {
    // The log's salts only have to differ.
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    let mut dice = Dice::new(COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let bytes = unsafe { std::slice::from_raw_parts_mut(to.cast::<u8>(), length as usize) };
    bytes.fill_with(|| dice.below(256) as u8);
    length
}

unsafe extern "C" fn sleep(_: *mut ffi::sqlite3_vfs, us: c_int) -> c_int {
    us
}

unsafe extern "C" fn time(_: *mut ffi::sqlite3_vfs, to: *mut f64) -> c_int {
    unsafe { *to = 2_460_000.5 };
    ffi::SQLITE_OK
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(size),
    xLock: Some(lock),
    xUnlock: Some(lock),
    xCheckReservedLock: Some(is_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector),
    xDeviceCharacteristics: Some(nature),
    xShmMap: Some(share),
    xShmLock: Some(share_lock),
    xShmBarrier: Some(barrier),
    xShmUnmap: Some(unshare),
    xFetch: None,
    xUnfetch: None,
};

fn register() {
    let vfs = Box::new(ffi::sqlite3_vfs {
        iVersion: 1,
        szOsFile: size_of::<Open>() as c_int,
        mxPathname: 1_024,
        pNext: null_mut(),
        zName: c"in-memory-disk".as_ptr(),
        pAppData: null_mut(),
        xOpen: Some(open),
        xDelete: Some(delete),
        xAccess: Some(access),
        xFullPathname: Some(full_name),
        xDlOpen: None,
        xDlError: None,
        xDlSym: None,
        xDlClose: None,
        xRandomness: Some(chance),
        xSleep: Some(sleep),
        xCurrentTime: Some(time),
        xGetLastError: None,
        xCurrentTimeInt64: None,
        xSetSystemCall: None,
        xGetSystemCall: None,
        xNextSystemCall: None,
    });
    // SAFETY: the leaked VFS lives as long as the process.
    let registered = unsafe { ffi::sqlite3_vfs_register(Box::leak(vfs), 1) };
    assert_eq!(registered, ffi::SQLITE_OK);
}
