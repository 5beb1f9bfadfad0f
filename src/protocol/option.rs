//! Options: what an engine declares with `option name ...` and is set with `setoption`.

use std::fmt;

use super::Words;

/// The type of an option and what values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check,
    /// A whole number.
    Spin {
        /// The least value, if there is one.
        min: Option<i64>,
        /// The greatest value, if there is one.
        max: Option<i64>,
    },
    /// One of some words.
    Combo {
        /// The words.
        vars: Vec<String>,
    },
    /// No value: setting it is the deed.
    Button,
    /// Any text.
    String,
}

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// Its name, which may have blanks in it.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Its value until it is set.
    pub default: Option<String>,
    /// What it does, in a line for whoever asks an engine for `--help`. It is no part of the declaration: of one that was
    /// read it is empty.
    pub about: &'static str,
}

impl OptionDecl {
    /// A whole number in `min..=max`.
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Spin { min: Some(min), max: Some(max) },
            default: Some(default.to_string()),
            about: "",
        }
    }

    /// `true` or `false`.
    pub fn switch(name: &str, default: bool) -> Self {
        Self { name: name.to_owned(), kind: Kind::Check, default: Some(default.to_string()), about: "" }
    }

    /// Any text.
    pub fn string(name: &str, default: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::String, default: Some(default.to_owned()), about: "" }
    }

    /// Nothing: setting it is the deed.
    pub fn button(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Button, default: None, about: "" }
    }

    /// The same, with what it does.
    pub fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// One of the words `vars`, the first by default.
    pub fn combo(name: &str, vars: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Combo { vars: vars.iter().map(|&var| var.to_owned()).collect() },
            default: vars.first().map(|&var| var.to_owned()),
            about: "",
        }
    }

    /// Reads the words after `option`; `None` without a name or with a type that does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        if words.next() != Some("name") {
            return None;
        }
        let name = words.until("type");
        let type_word = words.next()?;
        let (mut min, mut max, mut vars, mut default) = (None, None, Vec::new(), None);
        if type_word == "string" {
            if words.next() == Some("default") {
                default = Some(words.rest().to_owned());
            }
        } else {
            // A value runs to the next of these words: a combo's may have blanks in it.
            let is_key = |word: &str| ["default", "min", "max", "var"].contains(&word);
            let mut values: Vec<(&str, Vec<&str>)> = Vec::new();
            for word in words {
                if is_key(word) {
                    values.push((word, Vec::new()));
                } else if let Some((_, value)) = values.last_mut() {
                    value.push(word);
                }
            }
            for (key, value) in values {
                let value = value.join(" ");
                match key {
                    "min" => min = value.parse().ok(),
                    "max" => max = value.parse().ok(),
                    "var" => vars.push(value),
                    _ => default = Some(value),
                }
            }
        }
        let kind = match type_word {
            "check" => Kind::Check,
            "spin" => Kind::Spin { min, max },
            "combo" => Kind::Combo { vars },
            "button" => Kind::Button,
            "string" => Kind::String,
            _ => return None,
        };
        (!name.is_empty()).then(|| Self { name: name.to_owned(), kind, default, about: "" })
    }

    /// Whether `name` is this option's; letter case does not count, as in UCI.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Sees that the option can be set to `value`.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn check(&self, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check if !["true", "false"].contains(&value) => Err("takes true or false".to_owned()),
            Kind::Spin { min, max } => {
                let (low, high) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                match value.parse::<i64>() {
                    Ok(number) if (low..=high).contains(&number) => Ok(()),
                    _ => Err(match (min, max) {
                        (None, None) => "takes a whole number".to_owned(),
                        (Some(low), None) => format!("takes a whole number of at least {low}"),
                        (None, Some(high)) => format!("takes a whole number of at most {high}"),
                        (Some(low), Some(high)) => format!("takes a whole number from {low} to {high}"),
                    }),
                }
            }
            Kind::Button if !value.is_empty() => Err("is a button and takes no value".to_owned()),
            Kind::Combo { vars } if !vars.iter().any(|var| var.eq_ignore_ascii_case(value)) => {
                Err(format!("takes one of {}", vars.join(", ")))
            }
            _ => Ok(()),
        }
    }
}

/// The whole line, `option` included.
impl fmt::Display for OptionDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Check => "check",
            Kind::Spin { .. } => "spin",
            Kind::Combo { .. } => "combo",
            Kind::Button => "button",
            Kind::String => "string",
        };
        write!(f, "option name {} type {kind}", self.name)?;
        if let Some(default) = &self.default {
            write!(f, " default {default}")?;
        }
        match &self.kind {
            Kind::Spin { min, max } => {
                for (word, bound) in [("min", min), ("max", max)] {
                    if let Some(bound) = bound {
                        write!(f, " {word} {bound}")?;
                    }
                }
            }
            Kind::Combo { vars } => {
                for var in vars {
                    write!(f, " var {var}")?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_written_as_they_are_read() {
        for text in [
            "option name Hash type spin default 16 min 1 max 4096",
            "option name Clear Hash type button",
            "option name Book type check default true",
            "option name UGI_Variant type combo default othello var othello var breakthrough",
            "option name Style type combo default very wild var very wild var solid",
            "option name Path type string default a min of type",
        ] {
            let declared = OptionDecl::parse(text.strip_prefix("option ").unwrap());
            assert_eq!(declared.unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_line_that_declares_nothing_is_none() {
        for text in
            ["", "name", "name X", "name X type", "name X type unheard-of", "name type spin", "X type spin"]
        {
            assert_eq!(OptionDecl::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_value_out_of_range_is_told_what_would_do() {
        let spin = OptionDecl::spin("Depth", 6, 1, 64);
        assert_eq!(spin.check("64"), Ok(()));
        assert_eq!(spin.check("65"), Err("takes a whole number from 1 to 64".to_owned()));
        for (bounds, told) in [("min 1", "of at least 1"), ("max 64", "of at most 64")] {
            let spin = OptionDecl::parse(&format!("name Depth type spin {bounds}")).unwrap();
            assert_eq!(spin.check("x"), Err(format!("takes a whole number {told}")));
        }
        let button = OptionDecl::button("Clear Hash");
        assert_eq!(button.check(""), Ok(()));
        assert_eq!(button.check("true"), Err("is a button and takes no value".to_owned()));
        let combo = OptionDecl::combo("UGI_Variant", &["othello", "breakthrough"]);
        assert_eq!(combo.check("Othello"), Ok(()));
        assert_eq!(combo.check("chess"), Err("takes one of othello, breakthrough".to_owned()));
    }
}
