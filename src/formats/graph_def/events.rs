//! Event files of TensorBoard (`events.out.tfevents.*`): the first graph among their records.
//!
//! Source of the layout: tensorflow `core/lib/io/record_writer.h` (a record is its length, the masked checksum of the
//! length, its bytes, and their masked checksum) and `core/util/event.proto`.

use crate::bytes::{Error, Limits, Result, SharedSource, read_range, sums_agree};
use crate::formats::probe::fields;
use crate::formats::proto::wire::occurrences;
use crate::formats::sstable::{crc32c, unmask};
use std::ops::Range;

/// Length of a record and the length's checksum.
const BEFORE: usize = 12;
/// Checksum of a record's bytes.
const AFTER: u64 = 4;

/// Field numbers of Event; an event has one of them, after its time and step.
const GRAPH_DEF: u32 = 4;
const META_GRAPH_DEF: u32 = 9;
/// Field number of the graph in MetaGraphDef.
const GRAPH_OF_META: u32 = 2;

/// Bytes of an event that show which field it has: the time and step take 20.
const EVENT_HEAD: usize = 32;

/// Position of the first graph: that of the first event with a graph or a meta graph. Other events are skipped by their
/// length. Errors: `events-damaged`, `events-truncated`, `events-no-graph`, `list-too-long`, and those of reading.
pub(super) fn first_graph(source: &SharedSource, limits: &Limits) -> Result<Range<u64>> {
    let mut window = Window { source, start: 0, bytes: Vec::new() };
    let mut at = 0;
    for _ in 0..limits.list_len {
        if at == source.len() {
            return Err(Error::foreign("events-no-graph").at(source.span(0..at)));
        }
        let record = Record::read(&mut window, at)?;
        if record.has_graph
            && let Some(graph) = graph(source, &record.event, limits)?
        {
            return Ok(graph);
        }
        at = record.event.end + AFTER;
    }
    Err(Error::over_limit("list-too-long").with("limit", limits.list_len).at(source.span(at..source.len())))
}

struct Record {
    /// Position of the event.
    event: Range<u64>,
    /// Whether the event has a graph or a meta graph.
    has_graph: bool,
}

impl Record {
    fn read(window: &mut Window<'_>, at: u64) -> Result<Self> {
        let source = window.source;
        let end = source.len();
        let truncated =
            || Error::malformed("events-truncated").with("offset", at).with("size", end).at(source.span(at..end));
        let head = window.at(at)?;
        let ([length @ .., _, _, _, _], rest) = head.split_first_chunk::<BEFORE>().ok_or_else(truncated)?;
        let stored = head[length.len()..BEFORE].iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        if !sums_agree(unmask(stored), crc32c(length)) {
            return Err(damaged(source, at..at + BEFORE as u64));
        }
        let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let start = at + BEFORE as u64;
        let event = start..start.checked_add(length).ok_or_else(truncated)?;
        if event.end.checked_add(AFTER).is_none_or(|after| after > end) {
            return Err(truncated());
        }
        let event_head = &rest[..rest.len().min(usize::try_from(length).unwrap_or(usize::MAX))];
        let is_graph = |number| [GRAPH_DEF, META_GRAPH_DEF].map(u64::from).contains(&number);
        Ok(Self { event, has_graph: fields(event_head).any(|field| is_graph(field.number)) })
    }
}

fn damaged(source: &SharedSource, range: Range<u64>) -> Error {
    Error::malformed("events-damaged").with("offset", range.start).at(source.span(range))
}

/// Position of the graph in an event; `None` if its message is empty.
fn graph(source: &SharedSource, event: &Range<u64>, limits: &Limits) -> Result<Option<Range<u64>>> {
    let bytes = read_range(&**source, event.clone(), limits)?;
    let mut stored = [0; AFTER as usize];
    source.read_at(event.end, &mut stored)?;
    if !sums_agree(unmask(u32::from_le_bytes(stored)), crc32c(&bytes)) {
        return Err(damaged(source, event.start..event.end + AFTER));
    }
    // Of a field that occurs several times the last one counts.
    let last = |within: Range<usize>, number| occurrences(&bytes, within, number).last().map(|field| field.body);
    let whole = || 0..bytes.len();
    let graph = match (last(whole(), GRAPH_DEF), last(whole(), META_GRAPH_DEF)) {
        (Some(graph), _) => Some(graph),
        (None, Some(meta)) => last(meta, GRAPH_OF_META),
        // The field was seen, and ends after the event.
        (None, None) => return Err(damaged(source, event.clone())),
    };
    Ok(graph
        .filter(|graph| !graph.is_empty())
        .map(|graph| event.start + graph.start as u64..event.start + graph.end as u64))
}

/// Bytes that were read ahead: most records are small.
struct Window<'a> {
    source: &'a SharedSource,
    start: u64,
    bytes: Vec<u8>,
}

impl Window<'_> {
    /// Bytes read at once where records follow each other, and after a record that was skipped.
    const NEXT: u64 = 1 << 16;
    const SKIPPED: u64 = 1 << 12;

    /// The head of the record at `at`; shorter at the end of the file.
    fn at(&mut self, at: u64) -> Result<&[u8]> {
        let wanted = ((BEFORE + EVENT_HEAD) as u64).min(self.source.len() - at);
        let end = self.start + self.bytes.len() as u64;
        if at + wanted > end {
            let most = if at <= end && end > 0 { Self::NEXT } else { Self::SKIPPED };
            self.bytes.resize(most.min(self.source.len() - at) as usize, 0);
            self.source.read_at(at, &mut self.bytes)?;
            self.start = at;
        }
        let from = (at - self.start) as usize;
        Ok(&self.bytes[from..from + wanted as usize])
    }
}
