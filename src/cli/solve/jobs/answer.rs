//! The results of jobs, as protocol lines and as lines of a file of jobs.

use crate::rules::Side;
use crate::solve::{Finding, Numbers};
use crate::types::Placement;

/// The result of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobReport {
    pub finding: Finding,
    /// Nodes searched.
    pub nodes: u64,
}

/// Parses the answer to `solve only <side>` about a position. `None` if it is invalid.
pub fn read_answer(line: &str, position: &Placement, side: Side) -> Option<JobReport> {
    let mover = position.to_move();
    let rest = line.strip_prefix("solved ")?;
    let words: Vec<&str> = rest.split(" pv ").next()?.split_ascii_whitespace().collect();
    let number = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let won = |winner: Side| {
        let plies = match words.contains(&"plies") {
            true => Some(plies_of(number("plies")?)?),
            false => None,
        };
        // A win for one side is a disproof for the other.
        Some(if winner == side { Finding::Proven { plies } } else { Finding::Disproven })
    };
    let open = || {
        let small = |name: &str| u32::try_from(number(name)?).ok();
        let numbers = small("proof").zip(small("disproof"));
        Finding::Open(numbers.map(|(proof, disproof)| Numbers { proof, disproof }))
    };
    let finding = match words[..] {
        ["win", ..] => won(mover)?,
        ["loss", ..] => won(mover.other())?,
        ["cannot", asked, ..] if asked == side.to_string() => Finding::Disproven,
        // The proof asks for a win without repetition; its answer tells that repetition decides.
        ["unknown", "reason", "repetition", ..] => Finding::Disproven,
        // The proof doubts its whole win, of which this one is a part.
        ["unknown", "reason", "recurrence" | "turn-limit", "winner", winner, ..] => {
            match winner.parse().ok()? {
                winner if winner == side => won(winner)?,
                _ => Finding::Open(None),
            }
        }
        ["unknown", "reason", "limit" | "length", ..] => open(),
        _ => return None,
    };
    Some(JobReport { finding, nodes: number("nodes")? })
}

/// The plies of a forced win, if they are within the range of a proof.
fn plies_of(number: u64) -> Option<u16> {
    u16::try_from(number).ok().filter(|plies| *plies < u16::MAX)
}

/// A line of a file of jobs: position, question, answer and nodes.
pub fn write_line(
    position: &Placement,
    side: Side,
    JobReport { finding, nodes }: &JobReport,
) -> String {
    let answer = match finding {
        Finding::Proven { plies: Some(plies) } => format!("proven plies {plies}"),
        Finding::Proven { plies: None } => "proven by repetition".to_owned(),
        Finding::Disproven => "disproven".to_owned(),
        Finding::Open(None) => "open".to_owned(),
        Finding::Open(Some(Numbers { proof, disproof })) => {
            format!("open proof {proof} disproof {disproof}")
        }
    };
    format!("{position} | only {side} | {answer} | nodes {nodes}")
}

/// Parses such a line. `None` if it is damaged.
pub fn read_line(line: &str) -> Option<(&str, Side, JobReport)> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [fen, question, answer, nodes] = fields[..] else { return None };
    let words: Vec<&str> = answer.split(' ').collect();
    let finding = match words[..] {
        ["proven", "plies", plies] => {
            Finding::Proven { plies: Some(plies_of(plies.parse().ok()?)?) }
        }
        ["proven", "by", "repetition"] => Finding::Proven { plies: None },
        ["disproven"] => Finding::Disproven,
        ["open"] => Finding::Open(None),
        ["open", "proof", proof, "disproof", disproof] => Finding::Open(Some(Numbers {
            proof: proof.parse().ok()?,
            disproof: disproof.parse().ok()?,
        })),
        _ => return None,
    };
    let side = question.strip_prefix("only ")?.parse().ok()?;
    let nodes = nodes.strip_prefix("nodes ")?.parse().ok()?;
    Some((fen, side, JobReport { finding, nodes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "7/3t3/7/7/7/7/1K5 d";

    fn position() -> Placement {
        crate::rules::find("brandubh").unwrap().read_fen(FEN).unwrap()
    }

    fn read(line: &str, side: Side) -> Option<Finding> {
        read_answer(line, &position(), side).map(|report| report.finding)
    }

    #[test]
    fn answers_are_read() {
        let line = "solved win plies 1 nodes 7 time 0 pv b1a1";
        let report = JobReport { finding: Finding::Proven { plies: Some(1) }, nodes: 7 };
        assert_eq!(read_answer(line, &position(), Side::Defenders), Some(report));
        let read = |line: &str| read(line, Side::Attackers);
        let lost = read("solved loss nodes 7 time 0");
        assert_eq!(lost, Some(Finding::Proven { plies: None }));
        let cannot = [
            "solved cannot attackers nodes 3 time 1",
            "solved unknown reason repetition nodes 9 time 0",
            "solved win plies 1 nodes 7 time 0 pv b1a1",
        ];
        assert!(cannot.iter().all(|line| read(line) == Some(Finding::Disproven)));
        let open = read("solved unknown reason limit proof 3 disproof 40 nodes 9 time 0");
        let numbers = Some(Numbers { proof: 3, disproof: 40 });
        assert_eq!(open, Some(Finding::Open(numbers)));
        for reason in ["recurrence", "turn-limit"] {
            let doubtful = |winner: Side| {
                read(&format!(
                    "solved unknown reason {reason} winner {winner} plies 9 nodes 7 time 0"
                ))
            };
            let proven = Finding::Proven { plies: Some(9) };
            assert_eq!(doubtful(Side::Attackers), Some(proven), "{reason}");
            assert_eq!(doubtful(Side::Defenders), Some(Finding::Open(None)), "{reason}");
        }
        let long = read("solved unknown reason length nodes 9 time 0");
        assert_eq!(long, Some(Finding::Open(None)));
    }

    #[test]
    fn nonsense_is_not_an_answer() {
        for line in [
            "",
            "solved ",
            "solved win",
            "solved loss plies nodes 7",
            "solved loss plies 70000 nodes 7",
            "solved neither nodes 7 time 0",
            "solved cannot defenders nodes 7 time 0",
            "solved unknown reason limit nodes -7",
            "bestmove b1a1",
        ] {
            assert_eq!(read(line, Side::Attackers), None, "{line}");
        }
    }

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        for finding in [
            Finding::Proven { plies: Some(17) },
            Finding::Proven { plies: None },
            Finding::Disproven,
            Finding::Open(None),
            Finding::Open(Some(Numbers { proof: 1, disproof: 20 })),
        ] {
            let report = JobReport { finding, nodes: 12 };
            let line = write_line(&position(), Side::Attackers, &report);
            assert_eq!(read_line(&line), Some((FEN, Side::Attackers, report)));
            for end in 0..line.len() - 2 {
                let cut = read_line(&line[..end]);
                assert!(cut.is_none_or(|(.., cut)| cut.nodes != 12), "{}", &line[..end]);
            }
        }
    }
}
