//! The processor cores that games are pinned to.

use core_affinity::CoreId;
use thiserror::Error;

/// Why a list of cores cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CoresError {
    /// The text is not a list of cores.
    #[error("\"{0}\" is not a list of processor cores; write one like 0-3,8")]
    Syntax(String),
    /// A core does not exist, or this program may not use it.
    #[error("there is no processor core {core} to use here, only {usable}")]
    Missing {
        /// The core.
        core: usize,
        /// The cores that can be used, as a list.
        usable: String,
    },
    /// The system does not say which cores there are.
    #[error("the system does not say which processor cores there are")]
    Unknown,
}

/// The cores that this program may use; none if the system does not say.
pub fn usable_cores() -> Vec<CoreId> {
    core_affinity::get_core_ids().unwrap_or_default()
}

/// Reads a list such as `0-3,8`. Each core counts once, in the order of the list.
///
/// # Errors
/// If the text is no list, or one of the cores cannot be used.
pub fn read_cores(text: &str) -> Result<Vec<CoreId>, CoresError> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        number(first).zip(number(last)).filter(|(first, last)| first <= last)
    };
    let ranges: Option<Vec<(usize, usize)>> = text.split(',').map(range).collect();
    let usable = usable_cores();
    let mut chosen: Vec<CoreId> = Vec::new();
    for (first, last) in ranges.ok_or_else(|| CoresError::Syntax(text.to_owned()))? {
        for core in first..=last {
            let Some(id) = usable.iter().find(|id| id.id == core) else {
                return Err(match usable.is_empty() {
                    true => CoresError::Unknown,
                    false => CoresError::Missing { core, usable: list(&usable) },
                });
            };
            if !chosen.contains(id) {
                chosen.push(*id);
            }
        }
    }
    Ok(chosen)
}

/// The cores as a list that [`read_cores`] reads.
fn list(cores: &[CoreId]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for core in cores {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == core.id => *last = core.id,
            _ => ranges.push((core.id, core.id)),
        }
    }
    let range = |(first, last): &(usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cores_are_read_and_written() {
        let cores = [0, 1, 2, 8, 10, 11].map(|id| CoreId { id });
        assert_eq!(list(&cores), "0-2,8,10-11");
        for bad in ["", "x", "3-1", "1,,2", "-1", "1-", "0-3,8x"] {
            assert_eq!(read_cores(bad), Err(CoresError::Syntax(bad.to_owned())), "{bad}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_cores_that_are_there_can_be_chosen() {
        let usable = usable_cores();
        let first = usable.first().unwrap();
        let twice = format!("{0},{0}-{0}", first.id);
        assert_eq!(read_cores(&twice), Ok(vec![*first]));
        assert_eq!(read_cores(&list(&usable)).as_deref(), Ok(&usable[..]));
        let error = read_cores("0-999999999").unwrap_err();
        assert!(matches!(error, CoresError::Missing { .. }), "{error}");
    }
}
