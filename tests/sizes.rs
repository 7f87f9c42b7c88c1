//! Large files are read by their headers and indexes, and scanned in pieces: bytes read and memory held stay small at
//! any size. The files are sparse and made here; nothing is timed, because machines differ.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use flatbuffers::{FlatBufferBuilder, WIPOffset};
use prost::Message;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits, MemorySource, Result, Source};
use vintage::formats::proto::tensorflow::{
    BundleEntryProto, BundleHeaderProto, GraphDef, TensorShapeProto, VersionDef, tensor_shape_proto::Dim,
};
use vintage::formats::sstable::{crc32c, mask};
use vintage::formats::text_proto;
use vintage::report::{Opened, open};
use vintage::services::values::schema::Check;
use vintage::services::values::{OneValue, list};

/// Counts what is allocated.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(by: usize) {
    let held = HELD.fetch_add(by, Ordering::Relaxed) + by;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

// An allocator cannot be written without it; every call goes to the system's.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }

    // Zeroed memory of a large size comes from the system untouched; the default would write to all of it.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc_zeroed(layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time, as they share the counter.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Peak of bytes held during `work`, beyond those held before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let done = work();
    (done, PEAK.load(Ordering::Relaxed) - before)
}

const MIB: usize = 1 << 20;
/// Maximum memory.
const MOST: usize = 64 * MIB;

/// A file that counts the bytes read.
struct Counted {
    file: FileSource,
    read: Rc<Cell<u64>>,
}

impl Source for Counted {
    fn name(&self) -> &Arc<str> {
        self.file.name()
    }

    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        self.read.set(self.read.get() + buf.len() as u64);
        self.file.read_at(offset, buf)
    }
}

/// A folder that is removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("vintage-sizes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A file with these bytes first and zeros up to `size`.
    fn sparse(&self, name: &str, bytes: &[u8], size: u64) -> PathBuf {
        let path = self.0.join(name);
        let mut file = File::create(&path).unwrap();
        file.write_all(bytes).unwrap();
        file.set_len(size).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn opened(paths: &[PathBuf]) -> (Opened, u64) {
    let read = Rc::new(Cell::new(0));
    let dropped = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = FileSource::open(path, name.as_str()).unwrap();
        Dropped { path: name, source: Rc::new(Counted { file, read: read.clone() }) }
    };
    let opened = open(paths.iter().map(dropped).collect(), &Limits::default(), &mut |_| ());
    (opened, read.get())
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A sorted string table with these entries, some to a block.
fn table(entries: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    fn block(entries: &[(Vec<u8>, Vec<u8>)], out: &mut Vec<u8>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut restarts = Vec::new();
        for (key, value) in entries {
            restarts.push(bytes.len() as u32);
            for number in [0, key.len(), value.len()] {
                varint(&mut bytes, number as u64);
            }
            bytes.extend_from_slice(key);
            bytes.extend_from_slice(value);
        }
        restarts.iter().for_each(|at| bytes.extend_from_slice(&at.to_le_bytes()));
        bytes.extend_from_slice(&(restarts.len() as u32).to_le_bytes());
        let mut handle = Vec::new();
        varint(&mut handle, out.len() as u64);
        varint(&mut handle, bytes.len() as u64);
        bytes.push(0);
        let sum = mask(crc32c(&bytes));
        bytes.extend_from_slice(&sum.to_le_bytes());
        out.extend_from_slice(&bytes);
        handle
    }
    let mut out = Vec::new();
    let mut index = Vec::new();
    for some in entries.chunks(64) {
        let handle = block(some, &mut out);
        index.push((some.last().unwrap().0.clone(), handle));
    }
    let meta = block(&[], &mut out);
    let index = block(&index, &mut out);
    let mut footer = [meta, index].concat();
    footer.resize(40, 0);
    footer.extend_from_slice(&0xdb47_7524_8b80_fb57_u64.to_le_bytes());
    out.extend_from_slice(&footer);
    out
}

/// The files of a V2 checkpoint of `count` float32 variables of `rows` x 1024 each in `shards` shards, all zero.
fn checkpoint(folder: &Folder, count: u64, rows: u64, shards: u64, crc: u32) -> Vec<PathBuf> {
    let size = rows * 4096;
    let header = BundleHeaderProto {
        num_shards: shards as i32,
        version: Some(VersionDef { producer: 1, ..VersionDef::default() }),
        ..BundleHeaderProto::default()
    };
    let mut entries = vec![(Vec::new(), header.encode_to_vec())];
    let each = count.div_ceil(shards);
    for i in 0..count {
        let dim = |size: u64| Dim { size: size as i64, ..Dim::default() };
        let entry = BundleEntryProto {
            dtype: 1,
            shape: Some(TensorShapeProto { dim: vec![dim(rows), dim(1024)], ..TensorShapeProto::default() }),
            shard_id: (i / each) as i32,
            offset: (i % each * size) as i64,
            size: size as i64,
            crc32c: crc,
            ..BundleEntryProto::default()
        };
        entries.push((format!("layer_{i:06}/kernel").into_bytes(), entry.encode_to_vec()));
    }
    let index = table(&entries);
    let mut paths = vec![folder.sparse("big.index", &index, index.len() as u64)];
    for shard in 0..shards {
        paths.push(folder.sparse(&format!("big.data-{shard:05}-of-{shards:05}"), &[], each * size));
    }
    paths
}

#[test]
fn a_checkpoint_of_ten_gigabytes_is_listed_from_its_index() {
    let _alone = alone();
    let folder = Folder::new("checkpoint");
    let paths = checkpoint(&folder, 10_000, 256, 4, 0);
    let bytes: u64 = paths.iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(bytes > 10_000_000_000);
    let began = std::time::Instant::now();
    let ((opened, read), held) = peak(|| opened(&paths));
    println!("listed in {:?}: {read} bytes read, {held} bytes held", began.elapsed());
    println!("index of {} bytes", paths[0].metadata().unwrap().len());
    let artifact = &opened.report.artifacts[0];
    assert_eq!((artifact.error.as_ref(), artifact.variables.len()), (None, 10_000));
    assert_eq!(artifact.variables.iter().map(|variable| variable.bytes).sum::<u64>(), 10_485_760_000);
    // The index, and the heads of the shards.
    assert!(read < 16 << 20, "{read} bytes read");
    assert!(held < MOST, "{held} bytes held");
    // The last variable is after 2 GiB of its shard, beyond 32-bit offsets.
    let (told, held) = peak(|| OneValue::new(&opened.artifacts[0], "layer_009999/kernel").unwrap().finish());
    assert_eq!(told.statistics.map(|statistics| (statistics.count, statistics.zeros)), Some((262_144, 262_144)));
    assert_eq!(told.check, Check::Wrong, "the sum in the index is not that of zeros");
    assert!(held < 8 * MIB, "{held} bytes held");
}

#[test]
fn statistics_of_a_large_value_hold_two_chunks() {
    let _alone = alone();
    let folder = Folder::new("value");
    // A CRC32C that runs over zeros in pieces.
    let crc = mask((0..64).fold(0, |crc, _| vintage::formats::sstable::crc32c_extend(crc, &vec![0; MIB])));
    let paths = checkpoint(&folder, 1, 16 * 1024, 1, crc);
    let (opened, _) = opened(&paths);
    let (told, held) = peak(|| OneValue::new(&opened.artifacts[0], "layer_000000/kernel").unwrap().finish());
    assert_eq!((told.check, told.error), (Check::Right, None));
    let statistics = told.statistics.unwrap();
    assert_eq!((statistics.count, statistics.zeros, statistics.deviation), (1 << 24, 1 << 24, Some(0.0)));
    assert!(held < 4 * MIB, "{held} bytes held for a value of 64 MiB");
}

/// A model of `tensors` float32 weights of `len` elements each, whose data is after the flatbuffer.
fn tflite(tensors: u64, len: u64) -> Vec<u8> {
    const SLOT: fn(u16) -> u16 = |field| 4 + 2 * field;
    let mut b = FlatBufferBuilder::new();
    // The same length for any offsets: they are never 0.
    let mut buffers = Vec::new();
    let empty = b.start_table();
    buffers.push(b.end_table(empty));
    for i in 0..tensors {
        let start = b.start_table();
        b.push_slot_always::<u64>(SLOT(1), (1 << 20) + i * len * 4);
        b.push_slot_always::<u64>(SLOT(2), len * 4);
        buffers.push(b.end_table(start));
    }
    let mut all = Vec::new();
    for i in 0..tensors {
        let name = b.create_string(&format!("weights_{i}"));
        let shape = b.create_vector(&[len as i32]);
        let start = b.start_table();
        b.push_slot_always(SLOT(0), shape);
        b.push_slot_always::<u32>(SLOT(2), i as u32 + 1);
        b.push_slot_always(SLOT(3), name);
        all.push(b.end_table(start));
    }
    let tensors = b.create_vector(&all);
    let none = b.create_vector::<i32>(&[]);
    let start = b.start_table();
    b.push_slot_always(SLOT(0), tensors);
    b.push_slot_always(SLOT(1), none);
    b.push_slot_always(SLOT(2), none);
    let subgraph: WIPOffset<_> = b.end_table(start);
    let subgraphs = b.create_vector(&[subgraph]);
    let start = b.start_table();
    let code = b.end_table(start);
    let codes = b.create_vector(&[code]);
    let buffers = b.create_vector(&buffers);
    let start = b.start_table();
    b.push_slot_always::<u32>(SLOT(0), 3);
    b.push_slot_always(SLOT(1), codes);
    b.push_slot_always(SLOT(2), subgraphs);
    b.push_slot_always(SLOT(4), buffers);
    let model = b.end_table(start);
    b.finish(model, Some("TFL3"));
    b.finished_data().to_vec()
}

#[test]
fn a_model_of_three_gigabytes_with_weights_outside_is_listed_from_its_flatbuffer() {
    let _alone = alone();
    let folder = Folder::new("model");
    let (tensors, len) = (300, 2_600_000);
    let size = (1 << 20) + tensors * len * 4;
    assert!(size > 3_000_000_000);
    let path = folder.sparse("big.tflite", &tflite(tensors, len), size);
    let began = std::time::Instant::now();
    let ((opened, read), held) = peak(|| opened(&[path]));
    println!("listed in {:?}: {read} bytes read, {held} bytes held", began.elapsed());
    assert_eq!(opened.report.artifacts[0].error, None);
    let listed = list(&opened.artifacts[0]);
    assert_eq!((listed.len() as u64, listed[299].label.as_str(), listed[299].bytes), (tensors, "weights_299", len * 4));
    assert!(read < 16 << 20, "{read} bytes read");
    assert!(held < MOST, "{held} bytes held");
    let (told, held) = peak(|| OneValue::new(&opened.artifacts[0], &listed[299].name).unwrap().finish());
    assert_eq!((told.error, told.statistics.unwrap().zeros), (None, len));
    assert!(held < 8 * MIB, "{held} bytes held");
}

/// A text of about `size` bytes: nodes with comments, attributes and a constant's content.
struct LongText {
    name: Arc<str>,
    node: Vec<u8>,
    count: u64,
}

impl LongText {
    fn new(size: u64) -> Self {
        let remark = format!("# {}\n", "a remark that is not kept ".repeat(200));
        let content = "\\001\\377abc\\\"".repeat(100);
        let node = format!(
            "{remark}node {{\n  name: \"n\"\n  op: \"Const\"\n  attr {{ key: \"value\" value {{ tensor {{ dtype: DT_UINT8 tensor_content: \"{content}\" }} }} }}\n}}\n"
        );
        Self { name: "long.pbtxt".into(), count: size / node.len() as u64, node: node.into_bytes() }
    }
}

impl Source for LongText {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.node.len() as u64 * self.count
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        let len = self.node.len();
        let mut at = (offset % len as u64) as usize;
        for byte in buf {
            *byte = self.node[at];
            at = (at + 1) % len;
        }
        Ok(())
    }
}

/// Reads a long text; returns its size, the seconds, and the bytes held beside its result.
fn read_text(size: u64) -> (u64, f64, usize) {
    let text = LongText::new(size);
    let began = std::time::Instant::now();
    let (graph, held) =
        peak(|| text_proto::decode::<GraphDef>(&text, "tensorflow.GraphDef", &Limits::default()).unwrap());
    assert_eq!(graph.node.len() as u64, text.count);
    (text.len(), began.elapsed().as_secs_f64(), held)
}

#[test]
fn a_long_text_is_not_held() {
    let _alone = alone();
    let (size, seconds, held) = read_text(20_000_000);
    println!("{size} bytes of text: {:.0} MB/s, {held} bytes held", size as f64 / seconds / 1e6);
    // Content and names are a tenth of this text; the wire form, its growth and the document share the budget.
    assert!(held < 12 * MIB, "{held} bytes held for a text of {size}");
}

/// By hand: `cargo nextest run --test sizes --run-ignored only --no-capture`; see docs/performance.md.
#[test]
#[ignore = "takes half a minute"]
fn a_text_of_500_megabytes_streams() {
    let _alone = alone();
    let (size, seconds, held) = read_text(500_000_000);
    println!("{size} bytes of text: {:.0} MB/s, {held} bytes held", size as f64 / seconds / 1e6);
}

#[test]
fn an_error_far_inside_a_long_text_has_its_line_and_column() {
    let _alone = alone();
    let mut text = Vec::new();
    for _ in 0..100_000 {
        text.extend_from_slice(b"node { name: \"a\" } # remark\n");
    }
    text.extend_from_slice("  node { name: \"\u{e9}\u{e9}\" nome: 1 }\n".as_bytes());
    let source = MemorySource::new("t.pbtxt", text);
    let error = text_proto::decode::<GraphDef>(&source, "tensorflow.GraphDef", &Limits::default()).unwrap_err();
    let param = |key: &str| error.value(key);
    assert_eq!((error.id(), param("line"), param("column")), ("text-proto-unknown-field", Some("100001"), Some("21")));
    let start = error.at.range.clone().unwrap().start as usize;
    let mut there = [0; 4];
    source.read_at(start as u64, &mut there).unwrap();
    assert_eq!(&there, b"nome");
}

#[test]
fn every_place_of_a_window_end_reads_the_same() {
    // Comments of every length move each token over the end of the window's first step.
    let tail = "node { name: 'ab\\303\\251\\u00e9' op: \"x\" 'y' attr { key: 'f' value { f: -1.5e-3 } } }";
    let read = |source: &dyn Source| {
        text_proto::decode::<GraphDef>(source, "tensorflow.GraphDef", &Limits::default()).unwrap()
    };
    let expected = read(&MemorySource::new("t", tail.as_bytes()));
    for back in 0..tail.len() + 4 {
        let text = format!("#{}\n{tail}", "r".repeat((256 << 10) - back));
        assert_eq!(read(&MemorySource::new("t", text.into_bytes())), expected, "{back} bytes before the end");
    }
}
