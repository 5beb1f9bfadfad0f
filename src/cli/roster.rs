//! The roster of a class: which engine is whose.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use super::Failure;
use super::results::{bare, separator_hint, unquoted, whole_row};
use crate::settings::nearest;

/// Engines and their students, in the order of the file.
pub(super) struct Roster {
    file: String,
    /// Every student once.
    pub(super) students: Vec<String>,
    /// By engine: the student, or nobody.
    engines: BTreeMap<String, Option<usize>>,
}

impl Roster {
    /// Reads a file with the columns `engine` and `student`. A student may have several engines; an
    /// engine without a student takes part and gets no final mark.
    ///
    /// # Errors
    /// What is wrong in it, with its line.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let wrong = |line: u64, what: String| Failure::Wrong(format!("{file}:{line}: {what}"));
        let at =
            |error: csv::Error| wrong(error.position().map_or(1, csv::Position::line), error.to_string());
        let mut reader = csv::Reader::from_path(path).map_err(at)?;
        let head: Vec<String> = reader.headers().map_err(at)?.iter().map(bare).collect();
        let column = |name: &str| {
            head.iter().position(|column| column == name).ok_or_else(|| {
                let hint = separator_hint(&head);
                wrong(
                    1,
                    format!(
                        "there is no column `{name}`: a roster begins with the line engine,student{hint}"
                    ),
                )
            })
        };
        let (engine, student) = (column("engine")?, column("student")?);
        let mut students: Vec<String> = Vec::new();
        let mut index: HashMap<String, usize> = HashMap::new();
        let mut engines = BTreeMap::new();
        for row in reader.records() {
            let row = row.map_err(at)?;
            let line = row.position().map_or(0, csv::Position::line);
            whole_row(&row).map_err(|what| wrong(line, what))?;
            let cell = |at: usize| unquoted(row.get(at).unwrap_or_default().trim());
            let (engine, student) = (cell(engine), cell(student));
            let owner = (!student.is_empty()).then(|| {
                *index.entry(student.clone()).or_insert_with(|| {
                    students.push(student.clone());
                    students.len() - 1
                })
            });
            if engine.is_empty() {
                if owner.is_none() {
                    return Err(wrong(line, "neither an engine nor a student".to_owned()));
                }
            } else if engines.insert(engine.clone(), owner).is_some() {
                return Err(wrong(line, format!("the engine {engine} stands there twice")));
            }
        }
        Ok(Self { file, students, engines })
    }

    /// The student of an engine that took part; `None` if it is nobody's.
    ///
    /// # Errors
    /// That the roster does not know it; it may be meant by an engine that stands there and is not among those that
    /// took part.
    pub(super) fn student(
        &self,
        engine: &str,
        took_part: &BTreeSet<String>,
    ) -> Result<Option<usize>, Failure> {
        if let Some(&student) = self.engines.get(engine) {
            return Ok(student);
        }
        let hint = match nearest(engine, self.absent(took_part)) {
            Some(near) => format!("did you mean {near}?"),
            None => "give it a line; without a student it gets no final mark".to_owned(),
        };
        Err(Failure::Wrong(format!("{} does not know the engine {engine}: {hint}", self.file)))
    }

    /// The engines that stand here and are not among those that took part.
    pub(super) fn absent(&self, took_part: &BTreeSet<String>) -> Vec<&str> {
        self.engines.keys().filter(|&engine| !took_part.contains(engine)).map(String::as_str).collect()
    }
}
