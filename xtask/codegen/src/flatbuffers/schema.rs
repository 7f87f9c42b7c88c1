//! Reads the FlatBuffers schema language, as far as the project's schemas use it: enumerations with numbers, unions of
//! tables, and tables whose fields all have an `id`.

use std::collections::BTreeMap;

/// The declarations of a schema, in its order.
#[derive(Default)]
pub struct Schema {
    /// Enumerations.
    pub enums: Vec<Enum>,
    /// Unions: name and members; the member with tag n is at n - 1.
    pub unions: Vec<(String, Vec<String>)>,
    /// Tables.
    pub tables: Vec<Table>,
    /// The table a file begins with.
    pub root: String,
}

/// An enumeration.
pub struct Enum {
    /// Its name.
    pub name: String,
    /// The integer type it is stored as.
    pub base: String,
    /// Names and numbers, ascending.
    pub values: Vec<(String, i64)>,
}

/// A table.
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its fields by id; `None` for the id of a union's tag.
    pub fields: Vec<Option<Field>>,
}

/// A field of a table.
pub struct Field {
    /// Its name.
    pub name: String,
    /// Name of its type, or of its elements' type.
    pub kind: String,
    /// Whether it is a vector.
    pub vector: bool,
    /// Default value as the schema says it.
    pub default: Option<String>,
}

/// Why a schema cannot be read.
pub type Result<T> = std::result::Result<T, String>;

/// Reads a schema.
pub fn parse(text: &str) -> Result<Schema> {
    let mut tokens = Tokens { all: tokenize(text)?, at: 0 };
    let mut schema = Schema::default();
    while let Some(keyword) = tokens.next() {
        let name = tokens.name()?;
        match keyword {
            "namespace" | "file_identifier" | "file_extension" => tokens.expect(";")?,
            "root_type" => {
                tokens.expect(";")?;
                schema.root = name.to_owned();
            }
            "enum" => schema.enums.push(tokens.enumeration(name)?),
            "union" => schema.unions.push((name.to_owned(), tokens.members()?)),
            "table" => schema.tables.push(tokens.table(name)?),
            other => return Err(format!("`{other}` is not handled")),
        }
    }
    for table in &schema.tables {
        tags_are_free(&schema, table)?;
    }
    Ok(schema)
}

/// Checks that an id without a field is the tag of the union that follows, and that each union has one.
fn tags_are_free(schema: &Schema, table: &Table) -> Result<()> {
    let is_union = |field: &Field| schema.unions.iter().any(|(name, _)| *name == field.kind);
    for (id, field) in table.fields.iter().enumerate() {
        let follows = table.fields.get(id + 1).and_then(Option::as_ref).is_some_and(is_union);
        if field.is_none() != follows {
            return Err(format!("{}: id {id} should {}be free", table.name, if follows { "" } else { "not " }));
        }
    }
    Ok(())
}

/// Names, numbers and punctuation, without comments; a quoted text is one token.
fn tokenize(text: &str) -> Result<Vec<&str>> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("//").next().unwrap_or_default().trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
            let len = match first {
                '"' => rest[1..].find('"').ok_or("a text without an end")? + 2,
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            tokens.push(&rest[..len]);
            rest = rest[len..].trim_start();
        }
    }
    Ok(tokens)
}

struct Tokens<'a> {
    all: Vec<&'a str>,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let token = self.all.get(self.at).copied();
        self.at += 1;
        token
    }

    fn name(&mut self) -> Result<&'a str> {
        self.next().ok_or_else(|| "the schema ends in the middle".to_owned())
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        match self.name()? {
            found if found == token => Ok(()),
            found => Err(format!("`{found}` where `{token}` is expected")),
        }
    }

    /// Whether the next token is this one, which is then taken.
    fn take(&mut self, token: &str) -> bool {
        let is_next = self.all.get(self.at) == Some(&token);
        self.at += usize::from(is_next);
        is_next
    }

    fn number(&mut self) -> Result<i64> {
        let text = self.name()?;
        text.parse().map_err(|_| format!("`{text}` where a number is expected"))
    }

    fn enumeration(&mut self, name: &str) -> Result<Enum> {
        self.expect(":")?;
        let base = self.name()?.to_owned();
        self.expect("{")?;
        let mut values: Vec<(String, i64)> = Vec::new();
        while !self.take("}") {
            let value = self.name()?.to_owned();
            self.expect("=")?;
            let number = self.number()?;
            if values.last().is_some_and(|(_, before)| *before >= number) {
                return Err(format!("{name}.{value}: numbers should ascend"));
            }
            values.push((value, number));
            self.take(",");
        }
        Ok(Enum { name: name.to_owned(), base, values })
    }

    fn members(&mut self) -> Result<Vec<String>> {
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.take("}") {
            members.push(self.name()?.to_owned());
            self.take(",");
        }
        Ok(members)
    }

    fn table(&mut self, name: &str) -> Result<Table> {
        self.expect("{")?;
        let mut by_id = BTreeMap::new();
        while !self.take("}") {
            let field = self.name()?.to_owned();
            self.expect(":")?;
            let vector = self.take("[");
            let kind = self.name()?.to_owned();
            if vector {
                self.expect("]")?;
            }
            let default = if self.take("=") { Some(self.name()?.to_owned()) } else { None };
            let id = self.id().map_err(|error| format!("{name}.{field}: {error}"))?;
            self.expect(";")?;
            if by_id.insert(id, Field { name: field, kind, vector, default }).is_some() {
                return Err(format!("{name}: two fields have the id {id}"));
            }
        }
        let count = by_id.last_key_value().map_or(0, |(last, _)| last + 1);
        let fields = (0..count).map(|id| by_id.remove(&id)).collect();
        Ok(Table { name: name.to_owned(), fields })
    }

    /// `(id: 3)`, or with `force_align`, which matters to writers only.
    fn id(&mut self) -> Result<usize> {
        self.expect("(")?;
        let mut id = None;
        while !self.take(")") {
            let attribute = self.name()?;
            self.expect(":")?;
            let number = self.number()?;
            match attribute {
                "id" => id = usize::try_from(number).ok(),
                "force_align" => {}
                other => return Err(format!("the attribute `{other}` is not handled")),
            }
            self.take(",");
        }
        id.ok_or_else(|| "a field without an id".to_owned())
    }
}
