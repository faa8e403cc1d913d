//! Rows of a table, from CSV or from one JSON object a line, by the names of their columns.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Read};

use serde_json::Value;

use super::error::{TableError, shown};

/// Longest line of a JSONL table, in bytes.
const LINE_BYTES_MAX: usize = 65_536;

/// Most names of unknown columns that are kept.
const UNKNOWN_MAX: usize = 32;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values; the first row names the columns.
    Csv,
    /// A JSON object a line.
    JsonLines,
}

impl Format {
    /// The format that the name of a file tells: `.jsonl` and `.ndjson` are JSON lines.
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let is_json = [".jsonl", ".ndjson"].iter().any(|end| name.ends_with(end));
        if is_json { Self::JsonLines } else { Self::Csv }
    }
}

/// The value of a column in one row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    /// The row has no such column.
    Absent,
    /// JSON `null`.
    Null,
    Text(&'a str),
    Number(f64),
    Bool(bool),
}

/// The rows of one table.
pub(crate) struct Rows<R> {
    table: String,
    source: Source<R>,
    line: u64,
    /// In order of name.
    unknown: BTreeSet<String>,
    names: &'static [&'static str],
}

enum Source<R> {
    Csv {
        reader: Box<csv::Reader<BufReader<R>>>,
        record: csv::StringRecord,
        /// Position of each known column in a record.
        positions: Vec<Option<usize>>,
    },
    JsonLines {
        reader: BufReader<R>,
        buffer: Vec<u8>,
        /// Values of the known columns.
        values: Vec<Option<Value>>,
        known: HashMap<&'static str, usize>,
    },
}

impl<R: Read> Rows<R> {
    /// Opens a table whose known columns are `names`; `one_of` are groups of which one is needed.
    pub(crate) fn open(
        table: &str,
        format: Format,
        input: R,
        names: &'static [&'static str],
        one_of: &[&'static [&'static str]],
    ) -> Result<Self, TableError> {
        let mut rows = Self {
            table: table.to_string(),
            source: match format {
                Format::Csv => Self::csv(input),
                Format::JsonLines => Self::json_lines(input, names),
            },
            line: 0,
            unknown: BTreeSet::new(),
            names,
        };
        rows.read_header(one_of)?;
        Ok(rows)
    }

    fn csv(input: R) -> Source<R> {
        let reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .has_headers(false)
            .flexible(true)
            .from_reader(BufReader::new(input));
        let record = csv::StringRecord::new();
        Source::Csv { reader: Box::new(reader), record, positions: Vec::new() }
    }

    fn json_lines(input: R, names: &'static [&'static str]) -> Source<R> {
        Source::JsonLines {
            reader: BufReader::new(input),
            buffer: Vec::new(),
            values: vec![None; names.len()],
            known: names.iter().enumerate().map(|(idx, &name)| (name, idx)).collect(),
        }
    }

    /// Reads the names of the columns; of JSONL each row has its own.
    fn read_header(&mut self, one_of: &[&'static [&'static str]]) -> Result<(), TableError> {
        let Source::Csv { reader, record, positions } = &mut self.source else { return Ok(()) };
        if !reader.read_record(record).map_err(|error| csv_error(&self.table, &error))? {
            let columns = one_of.iter().map(|group| group.join(" or ")).collect::<Vec<_>>();
            let table = self.table.clone();
            return Err(TableError::Empty { table, columns: columns.join(", ") });
        }
        *positions = vec![None; self.names.len()];
        for (position, name) in record.iter().enumerate() {
            let name = name.trim_start_matches('\u{feff}').trim();
            let Some(idx) = self.names.iter().position(|known| *known == name) else {
                if self.unknown.len() < UNKNOWN_MAX {
                    self.unknown.insert(shown(name));
                }
                continue;
            };
            if positions[idx].replace(position).is_some() {
                let (one, table) = (name.to_string(), self.table.clone());
                return Err(TableError::Twice { table, other: one.clone(), one });
            }
        }
        let is_there = |name: &&'static str| -> bool {
            self.names
                .iter()
                .position(|known| known == name)
                .is_some_and(|at| positions[at].is_some())
        };
        for group in one_of {
            if group.iter().any(is_there) {
                continue;
            }
            let given = || record.iter().map(|name| name.trim_start_matches('\u{feff}').trim());
            let has = |name: &str| given().any(|given| given == name);
            let is_swapped = match group[0] {
                "id" => has("shooter"),
                "shooter" => has("id") && has("alive"),
                _ => false,
            };
            let suggestion = match is_swapped {
                true => "; are the tables of poses and shots swapped?".to_string(),
                false => suggestion(group[0], given()),
            };
            let columns = match **group {
                ["t_ms", ..] => "t_ms, t_s or tick",
                [one, ..] => one,
                [] => "",
            };
            return Err(TableError::NoColumn { table: self.table.clone(), columns, suggestion });
        }
        Ok(())
    }

    /// The next row, or `None` after the last one.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row<'_, R>>, TableError> {
        let is_row = match &mut self.source {
            Source::Csv { reader, record, positions } => {
                let is_row =
                    reader.read_record(record).map_err(|error| csv_error(&self.table, &error))?;
                self.line = record.position().map_or(self.line, csv::Position::line);
                let last = positions.iter().flatten().max().map_or(0, |last| last + 1);
                if is_row && record.len() < last {
                    return Err(TableError::Syntax {
                        table: self.table.clone(),
                        line: self.line,
                        problem: format!(
                            "it has {} fields, and the columns need {last}",
                            record.len()
                        ),
                    });
                }
                is_row
            }
            Source::JsonLines { reader, buffer, values, known } => {
                let object = next_object(reader, buffer, &self.table, &mut self.line)?;
                values.fill(None);
                let is_row = object.is_some();
                for (name, value) in object.into_iter().flatten() {
                    match known.get(name.as_str()) {
                        Some(&idx) => values[idx] = Some(value),
                        None if self.unknown.len() < UNKNOWN_MAX => {
                            self.unknown.insert(shown(&name));
                        }
                        None => {}
                    }
                }
                is_row
            }
        };
        Ok(is_row.then_some(Row(self)))
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// The line of the last row, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The names of columns that mean nothing here, in order.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = &str> {
        self.unknown.iter().map(String::as_str)
    }
}

/// The next object of a JSONL table; empty lines are skipped.
fn next_object<R: Read>(
    reader: &mut BufReader<R>,
    buffer: &mut Vec<u8>,
    table: &str,
    line: &mut u64,
) -> Result<Option<serde_json::Map<String, Value>>, TableError> {
    loop {
        buffer.clear();
        let unreadable = |source| TableError::Unreadable { table: table.to_string(), source };
        let mut limited = reader.by_ref().take(LINE_BYTES_MAX as u64 + 1);
        if limited.read_until(b'\n', buffer).map_err(unreadable)? == 0 {
            return Ok(None);
        }
        *line += 1;
        let syntax =
            |problem: String| TableError::Syntax { table: table.to_string(), line: *line, problem };
        if buffer.len() > LINE_BYTES_MAX {
            return Err(syntax(format!("it exceeds {LINE_BYTES_MAX} bytes")));
        }
        let bytes = match buffer.as_slice() {
            bytes if *line == 1 => bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes),
            bytes => bytes,
        };
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        return match serde_json::from_slice(bytes) {
            Ok(Value::Object(object)) => Ok(Some(object)),
            Ok(_) => Err(syntax("it must be a JSON object".to_string())),
            Err(error) => Err(syntax(format!("it is not valid JSON: {error}"))),
        };
    }
}

fn csv_error(table: &str, error: &csv::Error) -> TableError {
    let table = table.to_string();
    let line = error.position().map_or(1, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::Utf8 { err, .. } => {
            let problem = format!("field {} is not UTF-8 text", err.field() + 1);
            TableError::Syntax { table, line, problem }
        }
        csv::ErrorKind::Io(source) => {
            let source = std::io::Error::new(source.kind(), source.to_string());
            TableError::Unreadable { table, source }
        }
        _ => TableError::Syntax { table, line, problem: error.to_string() },
    }
}

/// “; is … the one?” if a given name is close to a known one.
fn suggestion<'a>(known: &str, given: impl Iterator<Item = &'a str>) -> String {
    const CLOSE: f64 = 0.75;
    /// What loggers call a column that has another name here.
    const CALLED: [(&str, &[&str]); 3] = [
        ("t_ms", &["t", "ms", "time", "timestamp", "time_ms", "time_s"]),
        ("id", &["player", "name", "entity"]),
        ("shooter", &["attacker", "player", "id"]),
    ];
    let is_called =
        |name: &str| CALLED.iter().any(|(column, names)| *column == known && names.contains(&name));
    let likeness = |name: &str| match name.to_lowercase() {
        name if is_called(&name) => 1.0,
        name => strsim::jaro_winkler(&name, known),
    };
    let close = given
        .map(|name| (likeness(name), name))
        .filter(|(likeness, _)| *likeness >= CLOSE)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    close.map_or(String::new(), |(_, name)| format!("; is {} the one?", shown(name)))
}

/// One row.
pub(crate) struct Row<'a, R>(&'a Rows<R>);

impl<R> Row<'_, R> {
    /// The cell as it is, for columns whose empty cells mean something.
    pub(crate) fn cell(&self, name: &'static str) -> Cell<'_> {
        let Some(idx) = self.0.names.iter().position(|known| *known == name) else {
            return Cell::Absent;
        };
        match &self.0.source {
            Source::Csv { record, positions, .. } => {
                let text = positions[idx].and_then(|position| record.get(position));
                text.map_or(Cell::Absent, Cell::Text)
            }
            Source::JsonLines { values, .. } => match &values[idx] {
                None => Cell::Absent,
                Some(Value::Null) => Cell::Null,
                Some(Value::Bool(value)) => Cell::Bool(*value),
                Some(Value::Number(number)) => {
                    number.as_f64().map_or(Cell::Text("?"), Cell::Number)
                }
                Some(Value::String(text)) => Cell::Text(text),
                Some(Value::Array(_)) => Cell::Text("[…]"),
                Some(Value::Object(_)) => Cell::Text("{…}"),
            },
        }
    }

    /// A finite number; `None` if the column is absent or the cell empty or `null`.
    pub(crate) fn number(&self, name: &'static str) -> Result<Option<f64>, TableError> {
        let number = match self.cell(name) {
            Cell::Absent | Cell::Null | Cell::Text("") => return Ok(None),
            Cell::Number(number) => Some(number),
            Cell::Text(text) => text.parse().ok(),
            Cell::Bool(_) => None,
        };
        match number.filter(|number: &f64| number.is_finite()) {
            Some(number) => Ok(Some(number)),
            None => Err(self.refused(name, "a finite number, such as 12.5")),
        }
    }

    /// A number of at least 0.
    pub(crate) fn positive(&self, name: &'static str) -> Result<Option<f64>, TableError> {
        match self.number(name)? {
            Some(number) if number < 0.0 => Err(self.refused(name, "a number of at least 0")),
            number => Ok(number),
        }
    }

    /// 0, 1, true or false; `None` if the column is absent or the cell empty or `null`.
    pub(crate) fn flag(&self, name: &'static str) -> Result<Option<bool>, TableError> {
        match self.cell(name) {
            Cell::Absent | Cell::Null | Cell::Text("") => Ok(None),
            Cell::Bool(flag) => Ok(Some(flag)),
            Cell::Text("1" | "true" | "True") => Ok(Some(true)),
            Cell::Text("0" | "false" | "False") => Ok(Some(false)),
            Cell::Number(number) if number == 0.0 || number == 1.0 => Ok(Some(number == 1.0)),
            Cell::Text(_) | Cell::Number(_) => Err(self.refused(name, "0, 1, true or false")),
        }
    }

    /// Text, a number written as text included; `None` if absent, empty or `null`.
    pub(crate) fn text(&self, name: &'static str) -> Option<String> {
        match self.cell(name) {
            Cell::Absent | Cell::Null | Cell::Text("") => None,
            Cell::Text(text) => Some(text.to_string()),
            Cell::Number(number) => Some(number.to_string()),
            Cell::Bool(flag) => Some(flag.to_string()),
        }
    }

    /// Players joined by `|`, in order of name, empty for nobody; `None` if unknown.
    pub(crate) fn decision(&self, name: &'static str) -> Option<String> {
        match self.cell(name) {
            Cell::Absent | Cell::Null | Cell::Text("?") => None,
            Cell::Text("" | "-") => Some(String::new()),
            Cell::Text(text) => {
                let mut names: Vec<&str> = text.split('|').map(str::trim).collect();
                names.sort_unstable();
                Some(names.join("|"))
            }
            Cell::Number(number) => Some(number.to_string()),
            Cell::Bool(flag) => Some(flag.to_string()),
        }
    }

    /// Whether the table or row has this column, be it empty.
    pub(crate) fn has(&self, name: &'static str) -> bool {
        self.cell(name) != Cell::Absent
    }

    pub(crate) fn table(&self) -> &str {
        &self.0.table
    }

    /// The line in the file, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.0.line
    }

    pub(crate) fn refused(&self, column: &'static str, allowed: &str) -> TableError {
        let given = match self.cell(column) {
            Cell::Absent | Cell::Null => "null".to_string(),
            Cell::Text(text) => shown(text),
            Cell::Number(number) => number.to_string(),
            Cell::Bool(flag) => flag.to_string(),
        };
        let (table, line) = (self.0.table.clone(), self.0.line);
        TableError::Value { table, line, column, given, allowed: allowed.to_string() }
    }

    pub(crate) fn missing(&self, column: &'static str, allowed: &str) -> TableError {
        let (table, line) = (self.0.table.clone(), self.0.line);
        TableError::Missing { table, line, column, allowed: allowed.to_string() }
    }
}
