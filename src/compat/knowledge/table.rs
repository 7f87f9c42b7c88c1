//! Reads the packed knowledge: tables of strings by column name. Does not know the meaning of any table.

use std::sync::OnceLock;

/// Tables that are packed together, unpacked on first use.
pub struct Pack {
    bytes: &'static [u8],
    tables: OnceLock<Named<Table>>,
}

/// A few items by name, searched one after another.
type Named<T> = Vec<(&'static str, T)>;

/// One CSV file of `knowledge/`.
pub struct Table {
    /// Number of rows, the header not counted.
    pub rows: usize,
    columns: Named<Column>,
}

/// A column: the value of each row.
pub struct Column {
    values: Vec<&'static str>,
    /// Index into `values` for each row; empty when row `i` has value `i`.
    indices: Vec<u16>,
}

impl Column {
    /// The cell of a row.
    pub fn at(&self, row: usize) -> &'static str {
        match self.indices.get(row) {
            Some(&index) => self.values[usize::from(index)],
            None => self.values[row],
        }
    }

    /// The cell as a number; `None` when it is empty or not one.
    pub fn number<T: std::str::FromStr>(&self, row: usize) -> Option<T> {
        self.at(row).parse().ok()
    }
}

impl Table {
    /// A column by name. The names are fixed by this crate's own CSV files, so a missing one is a build mistake.
    pub fn column(&self, name: &str) -> &Column {
        of_name(&self.columns, name)
    }
}

impl Pack {
    /// The pack that `build.rs` makes from some of `knowledge/*.csv`.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, tables: OnceLock::new() }
    }

    /// A table by the name of its file.
    pub fn table(&self, name: &str) -> &Table {
        of_name(self.tables.get_or_init(|| unpack(self.bytes)), name)
    }
}

fn of_name<'a, T>(all: &'a Named<T>, name: &str) -> &'a T {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, found)| found).expect("named as its CSV file names it")
}

/// The bytes come from this crate's own build, so invalid ones are a bug and may panic.
fn unpack(bytes: &'static [u8]) -> Named<Table> {
    let mut at = Cursor(bytes);
    let texts: Vec<&str> = at.text().split('\0').collect();
    (0..at.number())
        .map(|_| {
            let name = texts[at.number()];
            let (rows, columns) = (at.number(), at.number());
            let mut table = Table { rows, columns: Vec::with_capacity(columns) };
            for _ in 0..columns {
                let name = texts[at.number()];
                let column = Column::unpack(&mut at, &texts, &table);
                table.columns.push((name, column));
            }
            (name, table)
        })
        .collect()
}

impl Column {
    /// The next column of a table.
    fn unpack(at: &mut Cursor, texts: &[&'static str], table: &Table) -> Self {
        let distinct = at.number();
        let mut place = 0;
        let values = (0..distinct)
            .map(|_| {
                let step = at.number();
                place = if step & 1 == 0 { place + (step >> 1) } else { place - (step >> 1) };
                texts[place]
            })
            .collect();
        let indices = if distinct < table.rows { Self::indices(at, table) } else { Vec::new() };
        Self { values, indices }
    }

    /// Decodes the indices of a column (`build/knowledge.rs` describes the codes).
    fn indices(at: &mut Cursor, table: &Table) -> Vec<u16> {
        let context = at.number().checked_sub(1).map(|column| table.columns[column].1.indices.as_slice());
        // By value of the context: the index in the last row with it.
        let mut last: Vec<u16> = Vec::new();
        let mut recent: Vec<u16> = Vec::new();
        let index = |row: usize| {
            let context = context.map_or(0, |context| usize::from(context[row]));
            if last.len() <= context {
                last.resize(context + 1, 0);
            }
            let index = match at.number() {
                0 => last[context],
                1 => recent.len() as u16,
                code => recent[code - 2],
            };
            let place = recent.iter().position(|&one| one == index).unwrap_or_else(|| {
                recent.push(index);
                recent.len() - 1
            });
            recent[..=place].rotate_right(1);
            last[context] = index;
            index
        };
        (0..table.rows).map(index).collect()
    }
}

struct Cursor(&'static [u8]);

impl Cursor {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("packed by build.rs");
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> usize {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            value |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }

    fn text(&mut self) -> &'static str {
        let len = self.number();
        let (text, rest) = self.0.split_at(len);
        self.0 = rest;
        std::str::from_utf8(text).expect("CSV files are UTF-8")
    }
}
