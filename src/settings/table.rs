//! Tables and values of a TOML file, which know their place in it.
//!
//! A value of the wrong type or out of range is reported here and then treated as absent, so that
//! reading goes on and one look at the file shows all its mistakes.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::source::Source;
use super::words::{listed, shown};
use super::{FileError, Place, duration, keys, nearest};

/// A table of a file.
#[derive(Clone)]
pub(super) struct Table<'a> {
    pub(super) source: &'a Source<'a>,
    entries: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Table<'a> {
    /// The table `name` of [`keys::TABLES`]; keys that do not belong there are reported.
    pub(super) fn new(
        source: &'a Source<'a>,
        name: &'static str,
        entries: &'a DeTable<'a>,
        span: Range<usize>,
    ) -> Self {
        let table = Self { source, entries, span };
        for (key, _) in entries {
            if let Err(help) = keys::check(name, key.get_ref()) {
                let message = format!("unknown key {}{}", shown(key.get_ref()), keys::within(name));
                table.source.fail(FileError::new(source.place(key.span()), message).help(help));
            }
        }
        table
    }

    /// Where the table's head stands.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Reports that the table is wrong as a whole, and what would be right.
    pub(super) fn fail(&self, message: impl Into<String>, help: impl Into<String>) {
        self.source.fail(FileError::new(self.source.place(self.span()), message).help(help));
    }

    pub(super) fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, node) = self.entries.get_key_value(key)?;
        Some(Value { source: self.source, key: key.get_ref(), key_span: key.span(), node })
    }

    /// The table `key` of the file's top level.
    pub(super) fn table(&self, key: &'static str) -> Option<Table<'a>> {
        let value = self.get(key)?;
        let entries = value.entries()?;
        Some(Table::new(self.source, key, entries, value.span()))
    }
}

/// A value with its key. An element of a list has the list's key.
#[derive(Clone)]
pub(super) struct Value<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) key: &'a str,
    pub(super) key_span: Range<usize>,
    node: &'a Spanned<DeValue<'a>>,
}

impl<'a> Value<'a> {
    pub(super) fn span(&self) -> Range<usize> {
        self.node.span()
    }

    pub(super) fn place(&self) -> Place {
        self.source.place(self.span())
    }

    /// Reports that this value is wrong.
    pub(super) fn fail(&self, message: impl Into<String>) {
        self.source.fail(FileError::new(self.place(), message));
    }

    /// Reports that this value is wrong, and what would be right.
    pub(super) fn fail_help(&self, message: impl Into<String>, help: impl Into<String>) {
        self.source.fail(FileError::new(self.place(), message).help(help));
    }

    /// Reports that the key should not be there.
    pub(super) fn fail_key(&self, message: impl Into<String>, help: impl Into<String>) {
        self.source.fail(FileError::new(self.source.place(self.key_span.clone()), message).help(help));
    }

    /// The string, if it is one; nothing is reported if not.
    pub(super) fn string(&self) -> Option<&'a str> {
        match self.node.get_ref() {
            DeValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// The string, or the strings of a list; nothing is reported of what is none.
    pub(super) fn strings(&self) -> Vec<&'a str> {
        match self.node.get_ref() {
            DeValue::Array(items) => {
                items.iter().filter_map(|node| Value { node, ..self.clone() }.string()).collect()
            }
            _ => self.string().into_iter().collect(),
        }
    }

    fn wrong_type(&self, expected: &str) {
        self.fail(format!("{} is {}, expected {expected}", shown(self.key), self.type_name()));
    }

    fn type_name(&self) -> &'static str {
        match self.node.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a decimal number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    /// The value as the parser has it.
    pub(super) fn node(&self) -> &'a DeValue<'a> {
        self.node.get_ref()
    }

    /// The elements of a list; `expected` says what else the value could be.
    pub(super) fn list(&self, expected: &str) -> Option<Vec<Self>> {
        let DeValue::Array(items) = self.node.get_ref() else {
            self.wrong_type(expected);
            return None;
        };
        Some(items.iter().map(|node| self.element(node)).collect())
    }

    /// A list of strings.
    pub(super) fn texts(&self) -> Option<Vec<&'a str>> {
        let DeValue::Array(items) = self.node.get_ref() else {
            self.wrong_type("a list of strings");
            return None;
        };
        let texts = items.iter().map(|node| Value { node, ..self.clone() }.text());
        texts.collect()
    }

    pub(super) fn text(&self) -> Option<&'a str> {
        let text = self.node.get_ref().as_str();
        if text.is_none() {
            self.wrong_type("a string");
        }
        text
    }

    pub(super) fn is_boolean(&self) -> bool {
        self.node.get_ref().as_bool().is_some()
    }

    /// Tells that the key is understood still, and what it is now.
    pub(super) fn old_word(&self, what: impl Into<String>) {
        self.source.without_effect(self.key_span.clone(), what);
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        let boolean = self.node.get_ref().as_bool();
        if boolean.is_none() {
            self.wrong_type("true or false");
        }
        boolean
    }

    /// A whole number within `range`.
    pub(super) fn integer(&self, range: RangeInclusive<i64>) -> Option<i64> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let DeValue::Integer(digits) = self.node.get_ref() else {
            self.wrong_type(&expected);
            return None;
        };
        let integer = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        let integer = integer.filter(|integer| range.contains(integer));
        if integer.is_none() {
            self.fail(format!("{} is {digits}, expected {expected}", shown(self.key)));
        }
        integer
    }

    /// A number within `range`.
    pub(super) fn number(&self, range: RangeInclusive<f64>) -> Option<f64> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let number = match self.node.get_ref() {
            DeValue::Float(float) => float.as_str().replace('_', "").parse::<f64>().ok(),
            DeValue::Integer(digits) => {
                i64::from_str_radix(digits.as_str(), digits.radix()).ok().map(|integer| integer as f64)
            }
            _ => {
                self.wrong_type(&expected);
                return None;
            }
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let given = self.scalar().unwrap_or_default();
            self.fail(format!("{} is {given}, expected {expected}", shown(self.key)));
        }
        number
    }

    /// A duration; zero only if `zero` is.
    pub(super) fn duration(&self, zero: bool) -> Option<Duration> {
        let Some(text) = self.node.get_ref().as_str() else {
            self.fail_help(
                format!("{} is {}, expected a duration", shown(self.key), self.type_name()),
                duration::FORMS,
            );
            return None;
        };
        match duration::read(text) {
            Err(reason) => {
                let message = format!("{} is {}, {reason}", shown(self.key), shown(text));
                self.fail_help(message, duration::FORMS);
                None
            }
            Ok(Duration::ZERO) if !zero => {
                self.fail_help(
                    format!("{} is zero, in which nothing can be done", shown(self.key)),
                    duration::FORMS,
                );
                None
            }
            Ok(duration) => Some(duration),
        }
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let text = self.text()?;
        let choice = choices.iter().find(|(word, _)| *word == text).map(|&(_, choice)| choice);
        if choice.is_none() {
            let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
            self.unknown_word(text, &words);
        }
        choice
    }

    /// Reports that the value is none of the words it can be.
    pub(super) fn unknown_word(&self, given: &str, known: &[&str]) {
        let message = format!("{} is {}, expected {}", shown(self.key), shown(given), listed(known, "or"));
        match nearest(given, known.iter().copied()) {
            Some(word) => self.fail_help(message, format!("did you mean `{word}`?")),
            None => self.fail(message),
        }
    }

    /// Text of one line from any single value.
    pub(super) fn scalar(&self) -> Option<String> {
        let text = match self.node.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Boolean(boolean) => boolean.to_string(),
            DeValue::Float(float) => float.as_str().to_owned(),
            // A hexadecimal number means itself, not its spelling.
            DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix())
                .map_or_else(|_| digits.as_str().to_owned(), |number| number.to_string()),
            _ => {
                self.wrong_type("a string, a number, true or false");
                return None;
            }
        };
        if text.chars().any(char::is_control) {
            self.fail(format!("{} has a control character in it", shown(self.key)));
            return None;
        }
        Some(text)
    }

    /// A list of strings, for a program and its arguments not an empty one.
    pub(super) fn command(&self) -> Option<Vec<String>> {
        let example = r#"a list without a shell, such as ["python3", "engine.py"]"#;
        let Some(list) = self.node.get_ref().as_array() else {
            self.fail_help(
                format!("{} is {}, expected a list of strings", shown(self.key), self.type_name()),
                example,
            );
            return None;
        };
        if list.is_empty() {
            self.fail_help(format!("{} is empty", shown(self.key)), example);
            return None;
        }
        let words: Option<Vec<String>> = list.iter().map(|node| self.element(node).argument()).collect();
        let words = words?;
        if words[0].is_empty() {
            self.element(&list[0]).fail_help("a program without a name", example);
            return None;
        }
        Some(words)
    }

    /// A string that can be handed to a program.
    fn argument(&self) -> Option<String> {
        let text = self.text()?;
        if text.contains('\0') {
            self.fail("no program can be given a NUL character");
            return None;
        }
        Some(text.to_owned())
    }

    fn element(&self, node: &'a Spanned<DeValue<'a>>) -> Self {
        Self { node, ..self.clone() }
    }

    fn entries(&self) -> Option<&'a DeTable<'a>> {
        let entries = self.node.get_ref().as_table();
        if entries.is_none() {
            self.wrong_type("a table");
        }
        entries
    }

    /// The elements of a list of tables.
    pub(super) fn tables(&self, name: &'static str) -> Option<Vec<Table<'a>>> {
        let Some(list) = self.node.get_ref().as_array() else {
            let help = format!("a table of a list is headed `[[{name}]]`");
            self.fail_help(
                format!("{} is {}, expected a list of tables", shown(self.key), self.type_name()),
                help,
            );
            return None;
        };
        let table = |node| {
            let value = self.element(node);
            Some(Table::new(self.source, name, value.entries()?, node.span()))
        };
        list.iter().map(table).collect()
    }

    /// The entries of a table with free keys, in the order of the file.
    pub(super) fn pairs(&self) -> Option<Vec<Value<'a>>> {
        let mut pairs: Vec<Value<'a>> = self
            .entries()?
            .iter()
            .map(|(key, node)| Value { source: self.source, key: key.get_ref(), key_span: key.span(), node })
            .collect();
        pairs.sort_by_key(|pair| pair.key_span.start);
        Some(pairs)
    }
}
