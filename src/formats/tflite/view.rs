//! A checked view of a flatbuffer: every read is bounded, and unreadable parts are recorded and skipped.
//!
//! The FlatBuffers crate reads verified bytes only. This view reads the same tables, by the same slots, from bytes that
//! may be damaged, so all intact parts of a broken file can be shown. It contains no `unsafe`.

use super::blocks::Blocks;
use crate::bytes::{Cause, Error, Limits, Span};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of damaged parts listed per file; a longer list would not help.
const MAX_ERRORS: usize = 32;

/// Maximum number of tables read from `len` bytes. A table and its offset take at least 8 bytes; lists may share members,
/// but a file that repeats everything four times is made to exhaust its reader.
pub fn most_tables(len: usize, limits: &Limits) -> u64 {
    (len as u64 / 2).saturating_add(1024).min(limits.list_len)
}

/// The bytes that a view reads.
#[derive(Clone, Copy)]
pub enum Bytes<'a> {
    /// In memory.
    Here(&'a [u8]),
    /// In a file, of which it reads blocks.
    InFile(&'a Blocks),
}

impl Bytes<'_> {
    fn len(self) -> usize {
        match self {
            Self::Here(bytes) => bytes.len(),
            Self::InFile(blocks) => blocks.len(),
        }
    }
}

/// The bytes of a flatbuffer, the remaining budget for reading them, and the errors.
pub struct View<'a> {
    bytes: Bytes<'a>,
    file: Arc<str>,
    /// Offset of `bytes` in the file; ranges in errors and results are relative to the file.
    base: u64,
    limits: &'a Limits,
    tables_left: Cell<u64>,
    copies_left: Cell<u64>,
    high: Cell<usize>,
    errors: RefCell<Vec<Error>>,
}

impl<'a> View<'a> {
    /// A view of `bytes`, which start at `base` in the file called `file`.
    pub fn new(bytes: Bytes<'a>, file: Arc<str>, base: u64, limits: &'a Limits) -> Self {
        // Shared tables let a small file describe a huge tree; a normal file repeats its bytes a few times at most.
        let copies = (bytes.len() as u64).saturating_mul(16).saturating_add(1 << 20).min(limits.structure_bytes);
        Self {
            bytes,
            file,
            base,
            limits,
            tables_left: Cell::new(most_tables(bytes.len(), limits)),
            copies_left: Cell::new(copies),
            high: Cell::new(0),
            errors: RefCell::default(),
        }
    }

    /// The root table, whose offset is in the first four bytes.
    pub fn root(&self) -> Option<Table<'_>> {
        let path = Path::ROOT;
        let Some(offset) = self.u32_at(0) else {
            self.note("tflite-offset-outside", Cause::CutOff, 0..4, &path);
            return None;
        };
        self.table(offset as usize, &path)
    }

    /// End of the last byte that was read.
    pub fn high_water(&self) -> u64 {
        self.base + self.high.get() as u64
    }

    /// The parts that could not be read.
    pub fn into_errors(self) -> Vec<Error> {
        self.errors.into_inner()
    }

    /// Records damage at a range.
    pub fn note(&self, id: &'static str, cause: Cause, range: Range<usize>, path: &Path<'_>) {
        let size = self.base + self.bytes.len() as u64;
        self.push(Error::malformed(id).because(cause).with("size", size), range, path);
    }

    fn push(&self, error: Error, range: Range<usize>, path: &Path<'_>) {
        let mut errors = self.errors.borrow_mut();
        if errors.len() < MAX_ERRORS {
            errors.push(error.at(Span::bytes(self.file.clone(), self.in_file(range)).field(path.to_string())));
        }
    }

    /// Records an offset or a length at `at` that leads past the bytes, to `end`.
    fn outside(&self, id: &'static str, count: Option<usize>, end: Option<usize>, at: usize, path: &Path<'_>) {
        let mut error = Error::malformed(id).because(Cause::CutOff).with("size", self.base + self.bytes.len() as u64);
        for (name, value) in [("count", count), ("end", end)] {
            if let Some(value) = value {
                error = error.with(name, value);
            }
        }
        self.push(error, at..at.saturating_add(4), path);
    }

    fn over_limit(&self, id: &'static str, limit: u64, at: usize, path: &Path<'_>) {
        self.push(Error::over_limit(id).with("limit", limit), at..at, path);
    }

    /// A range of these bytes as a range of the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<u64> {
        self.base + range.start as u64..self.base + range.end as u64
    }

    /// Whether there are `len` bytes at `at`; they count as read.
    fn has(&self, at: usize, len: usize) -> bool {
        let end = at.checked_add(len).filter(|&end| end <= self.bytes.len());
        self.high.set(self.high.get().max(end.unwrap_or_default()));
        end.is_some()
    }

    // One function, not a copy in each of those that read lists.
    #[inline(never)]
    fn get(&self, at: usize, len: usize) -> Option<Cow<'a, [u8]>> {
        if !self.has(at, len) {
            return None;
        }
        match self.bytes {
            Bytes::Here(bytes) => bytes.get(at..at + len).map(Cow::Borrowed),
            Bytes::InFile(blocks) => {
                let mut bytes = vec![0; len];
                blocks.copy(at, &mut bytes).map(|()| bytes.into())
            }
        }
    }

    /// The eight bytes at `at`, of which `len` must be there, and others may be zero.
    #[inline(never)]
    fn eight(&self, at: usize, len: usize) -> Option<[u8; 8]> {
        if !self.has(at, len) {
            return None;
        }
        let mut eight = [0; 8];
        match self.bytes {
            Bytes::Here(bytes) => match bytes.get(at..)?.first_chunk() {
                Some(chunk) => eight = *chunk,
                None => eight[..len].copy_from_slice(bytes.get(at..at + len)?),
            },
            Bytes::InFile(blocks) => blocks.copy(at, &mut eight[..len])?,
        }
        Some(eight)
    }

    /// The `N` bytes at `at`, at most eight, if they are there.
    pub fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.eight(at, N)?.first_chunk().copied()
    }

    fn u32_at(&self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_le_bytes)
    }

    fn u16_at(&self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_le_bytes)
    }

    /// Opens the table at `at`.
    fn table(&self, at: usize, path: &Path<'_>) -> Option<Table<'_>> {
        if self.tables_left.get() == 0 {
            self.over_limit("tflite-too-many-tables", most_tables(self.bytes.len(), self.limits), at, path);
            return None;
        }
        self.tables_left.set(self.tables_left.get() - 1);
        let open = || {
            let back = i64::from(i32::from_le_bytes(self.array(at)?));
            let vtable = usize::try_from(i64::try_from(at).ok()?.checked_sub(back)?).ok()?;
            let vtable_len = usize::from(self.u16_at(vtable)?);
            let len = usize::from(self.u16_at(vtable.checked_add(2)?)?);
            let is_intact = vtable_len >= 4 && vtable_len % 2 == 0 && self.has(vtable, vtable_len);
            Some((Table { view: self, at, len, vtable, vtable_len }, is_intact))
        };
        let table = open();
        if table.is_none_or(|(_, is_intact)| !is_intact) {
            self.note("tflite-table-damaged", Cause::CutOff, at..at.saturating_add(4), path);
        }
        // Below the root, the fields of a list of fields with a wrong length are read as loaders do, which do not look
        // at the length's parity or end.
        table
            .filter(|(table, is_intact)| *is_intact || path.parent.is_some() && table.vtable_len > 4)
            .map(|(table, _)| table)
    }

    /// Checks a copy of `bytes` bytes against the remaining budget.
    fn may_copy(&self, bytes: usize, at: usize, path: &Path<'_>) -> bool {
        let Some(left) = self.copies_left.get().checked_sub(bytes as u64) else {
            self.over_limit("tflite-too-much-data", self.limits.structure_bytes, at, path);
            self.copies_left.set(0);
            return false;
        };
        self.copies_left.set(left);
        true
    }
}

/// Path of fields from the root, kept on the stack and formatted only for errors.
#[derive(Clone, Copy)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    field: &'static str,
    index: Option<usize>,
}

impl<'p> Path<'p> {
    /// The document itself.
    pub const ROOT: Path<'static> = Path { parent: None, field: "", index: None };

    /// A field at this path.
    pub fn field(&'p self, field: &'static str) -> Path<'p> {
        Path { parent: Some(self), field, index: None }
    }

    /// An element of a field at this path.
    pub fn element(&'p self, field: &'static str, index: usize) -> Path<'p> {
        Path { parent: Some(self), field, index: Some(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
            if parent.parent.is_some() {
                f.write_str(".")?;
            }
            f.write_str(self.field)?;
            if let Some(index) = self.index {
                write!(f, "[{index}]")?;
            }
        }
        Ok(())
    }
}

/// A table of the view.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    view: &'a View<'a>,
    at: usize,
    len: usize,
    vtable: usize,
    vtable_len: usize,
}

/// A vector: start and number of its elements, all of them inside the bytes.
#[derive(Clone, Copy, Debug)]
struct Extent {
    at: usize,
    len: usize,
}

impl<'a> Table<'a> {
    /// Range of the table's own bytes in the file.
    pub fn range(&self) -> Range<u64> {
        let end = self.at.saturating_add(self.len).min(self.view.bytes.len()).max(self.at);
        self.view.in_file(self.at..end)
    }

    /// Position of a field's value; `None` when the table omits it.
    fn place(&self, slot: u16) -> Option<usize> {
        let slot = usize::from(slot);
        if slot + 2 > self.vtable_len {
            return None;
        }
        match self.view.u16_at(self.vtable + slot)? {
            0 => None,
            offset => self.at.checked_add(usize::from(offset)),
        }
    }

    fn scalar<const N: usize>(&self, slot: u16, path: &Path<'_>) -> Option<[u8; N]> {
        let at = self.place(slot)?;
        let bytes = self.view.array(at);
        if bytes.is_none() {
            self.view.note("tflite-offset-outside", Cause::CutOff, at..at.saturating_add(N), path);
        }
        bytes
    }

    /// An i8, or the default when absent or outside the file.
    pub fn i8(&self, slot: u16, default: i8, path: &Path<'_>) -> i8 {
        self.scalar(slot, path).map_or(default, i8::from_le_bytes)
    }

    /// A u8.
    pub fn u8(&self, slot: u16, default: u8, path: &Path<'_>) -> u8 {
        self.scalar(slot, path).map_or(default, u8::from_le_bytes)
    }

    /// A bool: any byte but 0 is true, as in C++.
    pub fn bool(&self, slot: u16, default: bool, path: &Path<'_>) -> bool {
        self.u8(slot, u8::from(default), path) != 0
    }

    /// An i32.
    pub fn i32(&self, slot: u16, default: i32, path: &Path<'_>) -> i32 {
        self.scalar(slot, path).map_or(default, i32::from_le_bytes)
    }

    /// A u32.
    pub fn u32(&self, slot: u16, default: u32, path: &Path<'_>) -> u32 {
        self.scalar(slot, path).map_or(default, u32::from_le_bytes)
    }

    /// An i64.
    pub fn i64(&self, slot: u16, default: i64, path: &Path<'_>) -> i64 {
        self.scalar(slot, path).map_or(default, i64::from_le_bytes)
    }

    /// A u64.
    pub fn u64(&self, slot: u16, default: u64, path: &Path<'_>) -> u64 {
        self.scalar(slot, path).map_or(default, u64::from_le_bytes)
    }

    /// An f32.
    pub fn f32(&self, slot: u16, default: f32, path: &Path<'_>) -> f32 {
        self.scalar(slot, path).map_or(default, f32::from_le_bytes)
    }

    /// Follows the offset stored at `at`.
    fn follow(&self, at: usize, path: &Path<'_>) -> Option<usize> {
        let target = self.view.u32_at(at).and_then(|o| at.checked_add(o as usize));
        match target {
            Some(target) if target < self.view.bytes.len() => Some(target),
            _ => {
                self.view.outside("tflite-offset-outside", None, target, at, path);
                None
            }
        }
    }

    /// A nested table.
    pub fn table(&self, slot: u16, path: &Path<'_>) -> Option<Table<'a>> {
        let at = self.follow(self.place(slot)?, path)?;
        self.view.table(at, path)
    }

    fn extent(&self, slot: u16, size: usize, path: &Path<'_>) -> Option<Extent> {
        let at = self.follow(self.place(slot)?, path)?;
        self.extent_at(at, size, path)
    }

    /// The vector at `at` with elements of `size` bytes.
    fn extent_at(&self, at: usize, size: usize, path: &Path<'_>) -> Option<Extent> {
        let len = self.view.u32_at(at).map(|n| n as usize);
        let inside = len.and_then(|n| {
            let bytes = n.checked_mul(size)?;
            self.view.has(at.checked_add(4)?, bytes).then_some(Extent { at: at + 4, len: n })
        });
        if inside.is_none() {
            let end = len.and_then(|n| n.checked_mul(size)?.checked_add(at + 4));
            self.view.outside("tflite-list-outside", Some(len.unwrap_or(0)), end, at, path);
        }
        inside
    }

    /// Bytes of a `[ubyte]` field as a range of the file; nothing is copied.
    pub fn bytes(&self, slot: u16, path: &Path<'_>) -> Option<Range<u64>> {
        let extent = self.extent(slot, 1, path)?;
        Some(self.view.in_file(extent.at..extent.at + extent.len))
    }

    /// The bytes of a range of the view's, if they can be read.
    pub fn bytes_at(&self, range: Range<u64>) -> Option<Cow<'a, [u8]>> {
        self.view.get(usize::try_from(range.start).ok()?, usize::try_from(range.end.checked_sub(range.start)?).ok()?)
    }

    /// Bytes of a `[ubyte]` field if they are at most `most`; otherwise none.
    pub fn few_bytes(&self, slot: u16, most: usize, path: &Path<'_>) -> Vec<u8> {
        let extent = self.extent(slot, 1, path).filter(|extent| extent.len <= most);
        let bytes = extent.and_then(|extent| self.view.get(extent.at, extent.len));
        bytes.map(Cow::into_owned).unwrap_or_default()
    }

    /// Elements of a vector of scalars.
    fn scalars<const N: usize, T>(&self, slot: u16, path: &Path<'_>, read: fn([u8; N]) -> T) -> Option<Vec<T>> {
        let extent = self.extent(slot, N, path)?;
        if !self.view.may_copy(extent.len * N, extent.at, path) {
            return None;
        }
        let bytes = self.view.get(extent.at, extent.len * N)?;
        Some(bytes.chunks_exact(N).filter_map(|c| c.try_into().ok().map(read)).collect())
    }

    /// `[int]`; `None` when absent.
    pub fn i32s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<i32>> {
        self.scalars(slot, path, i32::from_le_bytes)
    }

    /// `[uint]`.
    pub fn u32s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<u32>> {
        self.scalars(slot, path, u32::from_le_bytes)
    }

    /// `[long]`.
    pub fn i64s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<i64>> {
        self.scalars(slot, path, i64::from_le_bytes)
    }

    /// `[float]`.
    pub fn f32s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<f32>> {
        self.scalars(slot, path, f32::from_le_bytes)
    }

    /// `[ushort]`.
    pub fn u16s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<u16>> {
        self.scalars(slot, path, u16::from_le_bytes)
    }

    /// `[ubyte]`, copied.
    pub fn u8s(&self, slot: u16, path: &Path<'_>) -> Option<Vec<u8>> {
        self.scalars(slot, path, u8::from_le_bytes)
    }

    /// `[bool]`.
    pub fn bools(&self, slot: u16, path: &Path<'_>) -> Option<Vec<bool>> {
        self.scalars(slot, path, |b: [u8; 1]| b[0] != 0)
    }

    /// `[string]`: the readable ones.
    pub fn texts(&self, slot: u16, parent: &Path<'_>, field: &'static str) -> Vec<String> {
        let path = parent.field(field);
        let Some(extent) = self.extent(slot, 4, &path) else { return Vec::new() };
        if !self.view.may_copy(extent.len * 4, extent.at, &path) {
            return Vec::new();
        }
        let one = |index: usize| {
            let path = parent.element(field, index);
            let at = self.follow(extent.at + 4 * index, &path)?;
            let extent = self.extent_at(at, 1, &path)?;
            self.text_of(&extent, &path)
        };
        (0..extent.len).map_while(one).collect()
    }

    /// Text; invalid UTF-8 becomes U+FFFD and is recorded, not refused, because runtimes compare bytes.
    pub fn text(&self, slot: u16, path: &Path<'_>) -> Option<String> {
        let extent = self.extent(slot, 1, path)?;
        self.text_of(&extent, path)
    }

    fn text_of(&self, extent: &Extent, path: &Path<'_>) -> Option<String> {
        let limit = self.view.limits.text_bytes;
        if extent.len as u64 > limit {
            self.view.over_limit("tflite-text-too-long", limit, extent.at, path);
            return None;
        }
        if !self.view.may_copy(extent.len, extent.at, path) {
            return None;
        }
        let bytes = self.view.get(extent.at, extent.len)?;
        Some(String::from_utf8(bytes.into_owned()).unwrap_or_else(|error| {
            self.view.note("tflite-text-not-utf8", Cause::NotUtf8, extent.at..extent.at + extent.len, path);
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }))
    }

    /// Tables of a vector, each passed to `read` with its path. An unreadable one is replaced by the default, because
    /// others refer to its neighbors by index.
    pub fn tables<T: Default>(
        &self,
        slot: u16,
        parent: &Path<'_>,
        field: &'static str,
        mut read: impl FnMut(Table<'a>, &Path<'_>) -> T,
    ) -> Vec<T> {
        let path = parent.field(field);
        // Buffers are looked up by index and never walked, so existing ones are used whatever length is claimed.
        let (extent, whole) = match self.extent(slot, 4, &path) {
            Some(extent) => (extent, true),
            None if field == "buffers" => match self.place(slot).and_then(|at| self.follow(at, &path)) {
                Some(at) => (Extent { at: at + 4, len: self.view.bytes.len().saturating_sub(at + 4) / 4 }, false),
                None => return Vec::new(),
            },
            None => return Vec::new(),
        };
        let limit = self.view.limits.list_len;
        if extent.len as u64 > limit {
            self.view.over_limit("tflite-list-too-long", limit, extent.at, &path);
            return Vec::new();
        }
        if !self.view.may_copy(extent.len * 4, extent.at, &path) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for index in 0..extent.len {
            // Once the budget is used up, every further element would be a default: stop instead.
            if self.view.tables_left.get() == 0 {
                self.view.over_limit("tflite-too-many-tables", limit, extent.at, &path);
                break;
            }
            let path = parent.element(field, index);
            let table = self.follow(extent.at + 4 * index, &path).and_then(|at| self.view.table(at, &path));
            if table.is_none() && !whole {
                break;
            }
            out.push(table.map_or_else(T::default, |table| read(table, &path)));
        }
        out
    }
}
