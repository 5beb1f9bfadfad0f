//! All source files together, and what is wrong with who knows whom.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Mention, Names, Source};
use super::{EMPTY_NAMES, EXCEPTIONS, LAYERS, MAIN_LINES, NOT_FOR_RULES, ROOMS, WITHOUT_DEPENDENCIES};

/// All source files by their modules, and what dependencies there are.
pub(super) struct Tree {
    sources: Vec<Source>,
    modules: BTreeMap<Names, usize>,
    dependencies: Vec<String>,
}

impl Tree {
    /// A tree of (file below `src/`, code).
    pub(super) fn read<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
        dependencies: &[&str],
    ) -> Self {
        let mut sources: Vec<Source> =
            files.into_iter().map(|(file, code)| Source::read(file, code)).collect();
        let for_tests: Vec<Names> = sources
            .iter()
            .flat_map(|source| {
                source
                    .test_modules
                    .iter()
                    .map(|name| [&source.module[..], std::slice::from_ref(name)].concat())
            })
            .collect();
        sources.retain(|source| !for_tests.iter().any(|module| source.module.starts_with(module)));
        let mut modules = BTreeMap::new();
        for (number, source) in sources.iter().enumerate() {
            modules.insert(source.module.clone(), number);
        }
        let dependencies = dependencies.iter().map(|name| name.replace('-', "_")).collect();
        Self { sources, modules, dependencies }
    }

    /// The longest beginning of a path from the top that is a module.
    fn module_of<'a>(&self, path: &'a [String]) -> &'a [String] {
        let length = (0..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n])).unwrap_or(0);
        &path[..length]
    }

    /// The path from the top (`crate`) or from outside (`std`, a dependency) that `path` is when read
    /// in `source`, inside the inline modules `around`; what a module re-exports is followed.
    fn resolve(&self, source: &Source, around: &[String], path: &[String], depth: u32) -> Names {
        let here = || -> Names { [source.module.as_slice(), around].concat() };
        let first = path.first().map(String::as_str).unwrap_or_default();
        let mut from_top = match first {
            "crate" => path[1..].to_vec(),
            "self" | "super" => {
                let mut base = here();
                let ups = path.iter().take_while(|name| *name == "self" || *name == "super");
                let ups: Vec<&String> = ups.collect();
                for _ in ups.iter().filter(|name| **name == "super") {
                    base.pop();
                }
                base.extend_from_slice(&path[ups.len()..]);
                base
            }
            _ => {
                let child = [source.module.as_slice(), &path[..1.min(path.len())]].concat();
                if source.module != ["main"] && self.modules.contains_key(&child) {
                    [source.module.as_slice(), path].concat()
                } else if let Some(bound) = source.bindings.get(first).filter(|_| depth < 8) {
                    let whole = [bound.as_slice(), &path[1..]].concat();
                    return self.resolve(source, &[], &whole, depth + 1);
                } else {
                    return path.to_vec();
                }
            }
        };
        // A name that the module there has from elsewhere.
        let module = self.module_of(&from_top);
        if let (Some(&owner), Some(name)) = (self.modules.get(module), from_top.get(module.len()))
            && let Some(bound) = self.sources[owner].bindings.get(name).filter(|_| depth < 8)
            && !std::ptr::eq(&self.sources[owner], source)
        {
            let whole = [bound.as_slice(), &from_top[module.len() + 1..]].concat();
            return self.resolve(&self.sources[owner], &[], &whole, depth + 1);
        }
        from_top.insert(0, "crate".to_owned());
        from_top
    }

    /// Everything that is wrong.
    pub(super) fn faults(&self) -> BTreeSet<String> {
        let mut faults = BTreeSet::new();
        let mut edges: BTreeMap<Names, BTreeSet<Names>> = BTreeMap::new();
        for source in &self.sources {
            self.names(source, &mut faults);
            for Mention { path, around, imported } in &source.mentions {
                let resolved = self.resolve(source, around, path, 0);
                // A word alone is a keyword, a variable or a macro; as a crate it stands in a `use`.
                if *imported || path.len() > 1 || path[0].ends_with('!') {
                    self.rooms(source, &resolved, &mut faults);
                }
                if resolved.first().is_some_and(|first| first == "crate") {
                    self.arrow(source, &resolved[1..], &mut edges, &mut faults);
                }
            }
        }
        for ring in rings(&edges) {
            faults.insert(format!("a ring: {ring}"));
        }
        faults
    }

    /// Judges the names and the lengths of files.
    fn names(&self, source: &Source, faults: &mut BTreeSet<String>) {
        let file = &source.file;
        for name in source.module.iter().chain(&source.inline).filter(|n| EMPTY_NAMES.contains(&n.as_str())) {
            faults.insert(format!("{file}: `{name}` says nothing about what is inside"));
        }
        if source.module == ["main"] {
            if source.lines > MAIN_LINES {
                faults.insert(format!("{file}: {} lines, at most {MAIN_LINES}", source.lines));
            }
        } else if let Some(top) = source.module.first().filter(|top| layer(top).is_none()) {
            faults.insert(format!("{file}: `{top}` is in no layer"));
        }
    }

    /// Judges what a file uses from outside.
    fn rooms(&self, source: &Source, path: &[String], faults: &mut BTreeSet<String>) {
        let file = &source.file;
        let top = source.module.first().map(String::as_str).unwrap_or_default();
        let shown = path.join("::");
        for (room, allowed) in ROOMS {
            let excepted =
                EXCEPTIONS.iter().any(|&(file, path)| file == source.file && path == room.join("::"));
            if names_it(path, room) && !allowed.contains(&top) && !excepted {
                faults.insert(format!("{file}: {shown} belongs to {allowed:?}"));
            }
        }
        if top == "games" && NOT_FOR_RULES.iter().any(|room| names_it(path, room)) {
            faults.insert(format!("{file}: {shown} is not for rules"));
        }
        let is_dependency = path.first().is_some_and(|first| self.dependencies.contains(first));
        if WITHOUT_DEPENDENCIES.contains(&top) && is_dependency {
            faults.insert(format!("{file}: {shown}: `{top}` has no dependencies"));
        }
    }

    /// Judges a path to another module and notes the arrow.
    fn arrow(
        &self,
        source: &Source,
        path: &[String],
        edges: &mut BTreeMap<Names, BTreeSet<Names>>,
        faults: &mut BTreeSet<String>,
    ) {
        // `lib.rs` and `main.rs` know everyone.
        let Some(from) = source.module.first().filter(|_| source.module != ["main"]) else { return };
        let file = &source.file;
        let Some(to) = path.first() else { return };
        let target = self.module_of(path);
        if target.is_empty() {
            if layer(to).is_none() {
                faults.insert(format!("{file}: crate::{to} is no module"));
            }
            return;
        }
        if let (Some(own), Some(other)) = (layer(from), layer(to))
            && other > own
        {
            faults.insert(format!("{file}: `{from}` must not know `{to}`, which is above it"));
        }
        let shared = source.module.iter().zip(target).take_while(|(one, other)| one == other).count();
        // A parent and its child may know each other.
        if shared < source.module.len() && shared < target.len() {
            let (one, other) = (source.module[..=shared].to_vec(), target[..=shared].to_vec());
            edges.entry(one).or_default().insert(other);
        }
    }
}

/// Whether `path` is `room` or inside it; a glob names all that is beside it.
fn names_it(path: &[String], room: &[&str]) -> bool {
    let begins = |long: &[&str], short: &[&str]| long.starts_with(short);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.split_last() {
        Some((&"*", parent)) => begins(parent, room) || begins(room, parent),
        // A macro is one wherever it is taken from: `std::println!`.
        Some((last, _)) if last.ends_with('!') => [*last] == *room,
        _ => begins(&path, room),
    }
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The rings among modules, each written once, from its first member.
fn rings(edges: &BTreeMap<Names, BTreeSet<Names>>) -> BTreeSet<String> {
    let mut rings = BTreeSet::new();
    for start in edges.keys() {
        // The shortest way from `start` back to it.
        let mut ways = vec![vec![start]];
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for to in way.last().and_then(|last| edges.get(*last)).into_iter().flatten() {
                if to == start {
                    let least = way.iter().enumerate().min_by_key(|(_, name)| **name).map_or(0, |(at, _)| at);
                    let turned = way.iter().cycle().skip(least).take(way.len() + 1);
                    let names: Vec<String> = turned.map(|name| name.join("::")).collect();
                    rings.insert(names.join(" -> "));
                } else if seen.insert(to) {
                    ways.push([way.as_slice(), &[to]].concat());
                }
            }
        }
    }
    rings
}
