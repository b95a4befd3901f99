//! Parses the lines that an engine prints.

use std::time::Duration;

use crate::record::{Eval, Remark};

/// An option of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferedOption {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The default value.
    pub default: Option<String>,
    /// Minimum of a `spin`.
    pub min: Option<i64>,
    /// Maximum of a `spin`.
    pub max: Option<i64>,
    /// The values of a `combo`.
    pub values: Vec<String>,
}

impl OfferedOption {
    /// Whether the option accepts this value; the empty value presses a button.
    pub fn takes(&self, value: &str) -> bool {
        match self.kind.as_str() {
            "spin" => value.parse::<i64>().is_ok_and(|number| {
                self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max)
            }),
            "check" => ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)),
            "combo" => self.values.iter().any(|known| known.eq_ignore_ascii_case(value)),
            "button" => value.is_empty(),
            _ => true,
        }
    }

    /// A description of the accepted values, for messages.
    pub fn wanted(&self) -> String {
        match (self.kind.as_str(), self.min, self.max) {
            ("spin", Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
            ("spin", Some(min), None) => format!("a whole number from {min}"),
            ("spin", None, Some(max)) => format!("a whole number up to {max}"),
            ("spin", None, None) => "a whole number".to_owned(),
            ("check", ..) => "true or false".to_owned(),
            ("combo", ..) => format!("one of {}", self.values.join(", ")),
            ("button", ..) => "a button, without a value".to_owned(),
            (kind, ..) => format!("a {kind}"),
        }
    }
}

/// Parses `option name … type … [default …] [min …] [max …] [var …]…`. Names and values may contain
/// spaces.
pub fn read_option(line: &str) -> Option<OfferedOption> {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("option") {
        return None;
    }
    let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        // The name is the only field that may contain a keyword.
        let in_name = fields.last().is_some_and(|(key, _)| *key == "name");
        if KEYS.contains(&word) && (!in_name || word == "type") {
            fields.push((word, Vec::new()));
        } else {
            fields.last_mut()?.1.push(word);
        }
    }
    let mut option = OfferedOption::default();
    for (key, words) in fields {
        let text = words.join(" ");
        match key {
            "name" => option.name = text,
            "type" => option.kind = text,
            "default" => option.default = Some(text),
            "min" => option.min = text.parse().ok(),
            "max" => option.max = text.parse().ok(),
            _ => option.values.push(text),
        }
    }
    (!option.name.is_empty()).then_some(option)
}

/// Statistics from the `info` lines of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The score, from the engine's own view.
    pub eval: Option<Eval>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth: length of the longest line searched, in plies.
    pub seldepth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The time that the engine has used by its own clock.
    pub time: Option<Duration>,
    /// The principal variation, from the same depth as the score.
    pub pv: Vec<String>,
}

/// Maximum length of a stored principal variation.
const MAX_PV: usize = 64;

impl SearchInfo {
    /// The remark for the record of a move found by this search in `elapsed`.
    pub fn remark(&self, elapsed: Duration) -> Remark {
        Remark {
            eval: self.eval,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            nps: self.nps,
            time: Some(Remark::recordable(elapsed)),
            left: None,
            lag: self.time.map(|time| Remark::recordable(elapsed.saturating_sub(time))),
            pv: self.pv.clone(),
            book: false,
        }
    }

    /// Parses an `info` line. With `multipv`, only the first line counts, and a bound does not
    /// replace an exact score from a lower depth.
    pub fn update(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace().skip(1);
        let mut seen = Self::default();
        let mut bound = false;
        while let Some(word) = words.next() {
            match word {
                "depth" => seen.depth = words.next().and_then(|w| w.parse().ok()),
                "seldepth" => seen.seldepth = words.next().and_then(|w| w.parse().ok()),
                "nodes" => seen.nodes = words.next().and_then(|w| w.parse().ok()),
                "nps" => seen.nps = words.next().and_then(|w| w.parse().ok()),
                "time" => {
                    let own = words.next().and_then(|w| w.parse().ok());
                    seen.time = own.map(Duration::from_millis);
                }
                "multipv" if words.next() != Some("1") => return,
                "multipv" => {}
                "score" => seen.eval = read_score(words.next(), words.next()),
                "lowerbound" | "upperbound" => bound = true,
                // A variation or free text runs to the end of the line.
                "pv" => {
                    let is_move = |word: &&str| word.bytes().all(|b| b.is_ascii_alphanumeric());
                    let moves = words.by_ref().take(MAX_PV).take_while(is_move);
                    seen.pv = moves.map(str::to_owned).collect();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        self.nodes = seen.nodes.or(self.nodes);
        self.nps = seen.nps.or(self.nps);
        self.time = seen.time.or(self.time);
        if seen.eval.is_some() && (!bound || self.eval.is_none()) {
            self.eval = seen.eval;
            self.depth = seen.depth.or(self.depth);
            self.seldepth = seen.seldepth.or(self.seldepth);
            if !seen.pv.is_empty() {
                self.pv = seen.pv;
            }
        }
    }
}

fn read_score(kind: Option<&str>, value: Option<&str>) -> Option<Eval> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Eval::Centipawns(value.clamp(-1_000_000, 1_000_000))),
        "mate" => Some(Eval::Mate(value.clamp(-1_000_000, 1_000_000))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let option = read_option(
            "option name Rule KingMove type combo default variant var variant var rook var two words",
        )
        .unwrap();
        assert_eq!(option.name, "Rule KingMove");
        assert_eq!(option.values, ["variant", "rook", "two words"]);
        let option = read_option("option name Hash type spin default 16 min 1 max 4096").unwrap();
        assert_eq!((option.min, option.max), (Some(1), Some(4096)));
        let option = read_option("option name min var type check default true").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("min var", "check"));
        assert_eq!(read_option("option name"), None);
        assert_eq!(read_option("option"), None);
        assert_eq!(read_option("id name option"), None);
        assert_eq!(read_option("option stray name x"), None);
    }

    #[test]
    fn options_take_only_what_they_announce() {
        let takes = |line: &str, value: &str| read_option(line).unwrap().takes(value);
        let hash = "option name Hash type spin default 16 min 1 max 64";
        assert!(takes(hash, "1") && takes(hash, "64"));
        for value in ["0", "65", "abc", "", "1.5", "-3"] {
            assert!(!takes(hash, value), "{value}");
        }
        assert!(takes("option name A type spin", "-3"));
        assert!(takes("option name A type check default true", "False"));
        assert!(!takes("option name A type check default true", "yes"));
        assert!(takes("option name A type combo var two words var b", "Two Words"));
        assert!(!takes("option name A type combo var two words var b", "two"));
        assert!(takes("option name A type button", "") && !takes("option name A type button", "1"));
        assert!(takes("option name A type string", "anything at all"));
        let wanted = read_option(hash).unwrap().wanted();
        assert_eq!(wanted, "a whole number from 1 to 64");
    }

    #[test]
    fn info_lines_are_folded() {
        let mut info = SearchInfo::default();
        info.update("info depth 5 seldepth 9 score cp 31 nodes 900 pv d2e2 depth 99");
        info.update("info depth 6 multipv 2 score cp -90 nodes 1000");
        info.update("info depth 6 score cp 80 lowerbound nodes 1100");
        info.update("info currmove d2e2 currmovenumber 1");
        info.update("info string score cp 5 depth 1");
        let expected = SearchInfo {
            eval: Some(Eval::Centipawns(31)),
            depth: Some(5),
            seldepth: Some(9),
            nodes: Some(1100),
            nps: None,
            time: None,
            pv: ["d2e2", "depth", "99"].map(str::to_owned).into(),
        };
        assert_eq!(info, expected);
        info.update("info depth 7 multipv 1 score mate -3 nodes 2000 nps 500 time 40 pv d3a3 e2e1");
        assert_eq!((info.eval, info.depth), (Some(Eval::Mate(-3)), Some(7)));
        assert_eq!((info.nps, info.pv.len()), (Some(500), 2));
        let lag = |elapsed| info.remark(Duration::from_micros(elapsed)).lag;
        assert_eq!(lag(42_340), Some(Duration::from_micros(2_300)));
        // Clocks of whole milliseconds may run ahead of ours.
        assert_eq!(lag(39_500), Some(Duration::ZERO));
    }

    #[test]
    fn nonsense_says_nothing() {
        let mut info = SearchInfo::default();
        for line in
            ["info", "info depth", "info score cp", "info score x 1", "info depth -1 nodes x"]
        {
            info.update(line);
        }
        info.update("info score cp 99999999999");
        assert_eq!(info, SearchInfo::default());
    }
}
