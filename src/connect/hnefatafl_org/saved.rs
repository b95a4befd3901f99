//! Follows a running game from what the server has saved of it.

use super::super::followed_game::FollowedGame;
use super::lobby::is_name;
use super::news::SavedGame;
use crate::record::Remark;
use crate::rules;
use crate::types::{Coordinate, Move, Placement, WrittenMove};

/// Most moves in a game, which the server limits to 141, and most differences in one.
const MAX_MOVES: usize = 1000;
const MAX_DIFFERENCES: usize = 20;

/// The ruleset of a board.
pub(super) fn ruleset_name(board: u8) -> String {
    format!("hnefatafl-org-{board}")
}

/// The game and where it departs from the rules known here. After each such place it is continued
/// from the server's position.
pub(super) fn rebuild(saved: &SavedGame) -> Result<(FollowedGame, Vec<String>), String> {
    if !is_name(&saved.attackers) || !is_name(&saved.defenders) {
        return Err("a player's name is too long".to_owned());
    }
    let name = ruleset_name(saved.dim);
    let rules = rules::find(&name).ok_or_else(|| format!("there is no board of {}", saved.dim))?;
    let mut followed = FollowedGame::new(rules.clone()).map_err(|error| error.to_string())?;
    let mut differences = Vec::new();
    for (number, word) in saved.moves.split_whitespace().enumerate() {
        if number == MAX_MOVES || differences.len() == MAX_DIFFERENCES {
            return Err("it is too strange".to_owned());
        }
        // In capitals on 13x13.
        let word = word.to_ascii_lowercase();
        if let Some(difference) = play_word(&mut followed, &word)? {
            differences.push(difference);
        }
    }
    // The server has the game still running.
    if let Some(outcome) = followed.game().outcome() {
        let placement = followed.game().placement();
        let continued = followed.restart(&placement);
        let how = if continued.is_ok() { "continued" } else { "not playable" };
        let fen = placement.to_string();
        differences.push(format!("not over for the server ({}), {how}: {fen}", outcome.reason));
    }
    Ok((followed, differences))
}

/// Plays a move as it is written, and returns a difference from the rules, if there is one.
fn play_word(followed: &mut FollowedGame, word: &str) -> Result<Option<String>, String> {
    let wrong = || format!("\"{}\" is not a move", word.chars().take(30).collect::<String>());
    let written = WrittenMove::read(word).ok_or_else(wrong)?;
    let mv: Move = word.parse().map_err(|_| wrong())?;
    let mut captures: Vec<Coordinate> = Vec::new();
    for square in written.captures.unwrap_or_default() {
        captures.push(square.parse().map_err(|_| wrong())?);
    }
    captures.sort_unstable();
    let before = followed.game().placement();
    let is_on_board = |at: Coordinate| usize::from(at.file.max(at.rank)) < before.side_length();
    if before.piece_at(mv.from).is_none() || !is_on_board(mv.to) {
        return Err(wrong());
    }
    let looked = followed.game().look_at(mv);
    let why = match looked {
        Ok(played) => {
            let mut ours = played.captures;
            ours.sort_unstable();
            if ours == captures {
                followed.play(mv, Remark::default()).map_err(|error| error.to_string())?;
                return Ok(None);
            }
            format!("it captures {} and not {}", names(&captures), names(&ours))
        }
        Err(error) => error.to_string(),
    };
    let after = moved_freely(&before, mv, &captures);
    followed.restart(&after).map_err(|error| format!("{word} leads to {after}: {error}"))?;
    Ok(Some(format!("{word} in {before}: {why}")))
}

fn names(squares: &[Coordinate]) -> String {
    match squares {
        [] => "nothing".to_owned(),
        squares => squares.iter().map(ToString::to_string).collect::<Vec<String>>().join(","),
    }
}

/// The position after a move that need not be legal.
fn moved_freely(before: &Placement, mv: Move, captures: &[Coordinate]) -> Placement {
    let mut after = before.clone().with_side_to_move(before.to_move().other());
    after.put(mv.to, before.piece_at(mv.from));
    after.put(mv.from, None);
    captures.iter().for_each(|at| after.put(*at, None));
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Side;

    fn saved(dim: u8, moves: &str) -> SavedGame {
        SavedGame {
            id: 1,
            attackers: "ann".into(),
            defenders: "bob".into(),
            dim,
            time_control: None,
            time_remaining_ms: None,
            moves: moves.into(),
            rated: false,
        }
    }

    #[test]
    fn games_of_all_boards_are_rebuilt() {
        let (game, differences) = rebuild(&saved(11, "k7-h7 f8-h8xh7 h11-h9")).unwrap();
        assert_eq!((game.line().moves.len(), differences.len()), (3, 0));
        assert_eq!(game.game().to_move(), Side::Defenders);
        let (game, _) = rebuild(&saved(13, "D1-D3 G9-C9")).unwrap();
        assert_eq!(game.line().moves, ["d1d3", "g9c9"]);
        let (game, _) = rebuild(&saved(7, "")).unwrap();
        assert_eq!(game.game().to_move(), Side::Defenders);
    }

    #[test]
    fn what_our_rules_refuse_is_played_and_told() {
        // A soldier jumps; then a capture that is none.
        let (game, differences) = rebuild(&saved(11, "d1-d8 f8-g8xa4 d11-d10")).unwrap();
        assert_eq!(differences.len(), 2, "{differences:?}");
        assert!(differences[0].contains("d1-d8 in ") && differences[1].contains("captures a4"));
        assert_eq!(game.line().moves, ["d11d10"]);
        assert!(game.game().placement().piece_at("a4".parse().unwrap()).is_none());
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(rebuild(&saved(9, "")).is_err());
        let long = SavedGame { attackers: "x".repeat(65), ..saved(11, "") };
        assert!(rebuild(&long).is_err_and(|why| why.contains("name")));
        for moves in ["x", "d1", "d1-d3xq", "d1-d99"] {
            assert!(rebuild(&saved(11, moves)).is_err(), "{moves}");
        }
        // The king vanishes.
        assert!(rebuild(&saved(11, "d1-d3xf6")).is_err());
    }
}
