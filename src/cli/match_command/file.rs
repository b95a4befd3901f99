//! A match described in a TOML file, with the same names as on the command line.
//!
//! Each top-level key is an option of `branan match` without its hyphens. `[[engine]]` and `[each]`
//! hold the words of `--engine` and `--each`, with engine options in a table `option`.

use thiserror::Error;
use toml::{Table, Value};

use crate::arena::key_value::KeyError;

/// Why a file does not describe a match.
#[derive(Debug, Error)]
pub enum MatchFileError {
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    #[error("{0}")]
    Key(#[from] KeyError),
    #[error("\"{key}\" cannot be {found}")]
    Kind { key: String, found: &'static str },
}

/// Converts the file to command-line arguments; `known` are the valid long options.
pub fn command_line(text: &str, known: &[&str]) -> Result<Vec<String>, MatchFileError> {
    let table: Table = text.parse()?;
    let mut words = Vec::new();
    for (key, value) in &table {
        if !known.contains(&key.as_str()) {
            return Err(KeyError::unknown(key, known).into());
        }
        let option = format!("--{key}");
        match value {
            Value::Boolean(true) => words.push(option),
            Value::Boolean(false) => {}
            Value::Table(table) => {
                words.push(option);
                words.extend(key_values(table)?);
            }
            Value::Array(list) => {
                for item in list {
                    match item {
                        Value::Table(table) => {
                            words.push(option.clone());
                            words.extend(key_values(table)?);
                        }
                        item => words.push(format!("{option}={}", scalar(key, item)?)),
                    }
                }
            }
            // In one word, a value with a hyphen is none but its option's.
            value => words.push(format!("{option}={}", scalar(key, value)?)),
        }
    }
    Ok(words)
}

/// `key=value` for each entry of a table, `key.name=value` for each entry of a nested table.
fn key_values(table: &Table) -> Result<Vec<String>, MatchFileError> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                for (name, value) in inner {
                    words.push(format!("{key}.{name}={}", scalar(name, value)?));
                }
            }
            // Engine words have `on` and `off` for switches.
            Value::Boolean(on) => words.push(format!("{key}={}", if *on { "on" } else { "off" })),
            value => words.push(format!("{key}={}", scalar(key, value)?)),
        }
    }
    Ok(words)
}

fn scalar(key: &str, value: &Value) -> Result<String, MatchFileError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(on.to_string()),
        Value::Datetime(_) => Err(wrong(key, "a date")),
        Value::Array(_) => Err(wrong(key, "a list")),
        Value::Table(_) => Err(wrong(key, "a table")),
    }
}

fn wrong(key: &str, found: &'static str) -> MatchFileError {
    MatchFileError::Kind { key: key.to_owned(), found }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 7] = ["engine", "each", "rounds", "variant", "recover", "quiet", "sprt"];

    #[test]
    fn a_file_says_what_a_command_line_says() {
        let text = r#"
            rounds = 10
            variant = ["tablut", "ard-ri"]
            recover = true
            quiet = false
            sprt = { elo0 = 0, elo1 = 2.5 }

            [each]
            tc = "10+0.1"
            option.Hash = 16
            option.Ponder = false

            [[engine]]
            cmd = "a"
            restart = true

            [[engine]]
            cmd = "b c"
            option = { "Move Overhead" = 5 }
        "#;
        let mut words = command_line(text, &KNOWN).unwrap();
        let mut expected = shlex::split(
            "--each option.Hash=16 option.Ponder=false tc=10+0.1 --engine cmd=a restart=on \
             --engine cmd='b c' 'option.Move Overhead=5' --recover --rounds=10 \
             --sprt elo0=0 elo1=2.5 --variant=tablut --variant=ard-ri",
        )
        .unwrap();
        // The order of keys does not matter.
        words.sort();
        expected.sort();
        assert_eq!(words, expected);
    }

    #[test]
    fn mistakes_are_explained() {
        let refused = |text: &str| command_line(text, &KNOWN).unwrap_err().to_string();
        assert!(refused("ronuds = 1").contains("did you mean \"rounds\""));
        assert!(refused("rounds = ").contains("TOML parse error"));
        assert_eq!(refused("rounds = 2026-11-21"), "\"rounds\" cannot be a date");
        assert_eq!(refused("[[engine]]\ncmd = [1]"), "\"cmd\" cannot be a list");
    }
}
