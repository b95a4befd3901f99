//! Forts at the edge, in which the king counts as escaped.

use super::board::{DIRECTIONS, Piece, Position, Side, Square};
use super::hostility::is_hostile;
use super::moves::reachable_squares;
use super::rules::{EdgeFort, Rules};

/// Whether the king, whose side has just moved, has won by a fort.
pub fn is_in_fort(position: &Position, king: Square, rules: &Rules) -> bool {
    let holds = match rules.edge_fort {
        EdgeFort::None => false,
        EdgeFort::OpenTafl => is_fort_of_opentafl(position, king),
        EdgeFort::HnefataflOrg => is_fort_of_hnefatafl_org(position, king),
        EdgeFort::Unbreakable => is_unbreakable(position, king, rules),
    };
    holds && !reachable_squares(position, Piece::King, king, rules).is_empty()
}

/// OpenTafl's edge fort, as `branan variants --explain copenhagen-opentafl` explains it: the king
/// "and the empty squares connected to him touch the edge and no attacker, and each soldier next to
/// them has at most two neighbours that are neither among them nor held by his side".
fn is_fort_of_opentafl(position: &Position, king: Square) -> bool {
    let inside = king_and_empty_squares(position, king);
    let touches_attacker = inside.iter().any(|square| {
        let beside = square.neighbours();
        beside.into_iter().any(|square| position.piece_at(square) == Some(Piece::Attacker))
    });
    let wall_holds = inside.iter().flat_map(|square| square.neighbours()).all(|square| {
        let is_soldier = position.piece_at(square) == Some(Piece::Defender);
        !is_soldier || exposed_sides(position, square, &inside) <= 2
    });
    inside.iter().any(|&square| position.is_edge(square)) && !touches_attacker && wall_holds
}

/// The king's square and all squares that he reaches by steps over empty squares.
fn king_and_empty_squares(position: &Position, king: Square) -> Vec<Square> {
    let mut inside = vec![king];
    let mut next = 0;
    while next < inside.len() {
        for square in inside[next].neighbours() {
            let is_empty = position.is_on_board(square) && position.piece_at(square).is_none();
            if is_empty && !inside.contains(&square) {
                inside.push(square);
            }
        }
        next += 1;
    }
    inside
}

/// The number of squares beside a soldier that are neither inside the fort nor held by his side.
fn exposed_sides(position: &Position, soldier: Square, inside: &[Square]) -> usize {
    let is_exposed = |square: &Square| {
        let is_friend = position.piece_at(*square) == Some(Piece::Defender);
        position.is_on_board(*square) && !is_friend && !inside.contains(square)
    };
    soldier.neighbours().iter().filter(|square| is_exposed(square)).count()
}

/// The fort of hnefatafl.org's server: the king stands on the edge and steps over empty squares
/// lead him to no attacker. Each soldier they lead him to has, across the line of the step, the
/// edge, a defender or the king himself on at least one side. With fewer than two attackers left
/// the soldiers need no such guard.
fn is_fort_of_hnefatafl_org(position: &Position, king: Square) -> bool {
    let attackers = position.squares().into_iter();
    let attackers =
        attackers.filter(|&square| position.piece_at(square) == Some(Piece::Attacker)).count();
    let inside = king_and_empty_squares(position, king);
    position.is_edge(king)
        && inside.iter().all(|square| {
            DIRECTIONS.into_iter().all(|direction| {
                let met = square.step(direction);
                match position.piece_at(met) {
                    Some(Piece::Attacker) => false,
                    Some(Piece::Defender) => {
                        attackers < 2 || is_guarded_across(position, met, direction)
                    }
                    Some(Piece::King) | None => true,
                }
            })
        })
}

/// Whether a soldier has the edge or a defender beside him, across the line of a step towards him.
fn is_guarded_across(position: &Position, soldier: Square, (files, ranks): (i32, i32)) -> bool {
    let sides = [soldier.step((ranks, files)), soldier.step((-ranks, -files))];
    sides.into_iter().any(|side| {
        let piece = position.piece_at(side);
        !position.is_on_board(side) || piece.is_some_and(|piece| piece.side() == Side::Defenders)
    })
}

/// Copenhagen's exit fort, rule 6b: "The defenders also win if the king has contact with the board
/// edge, is able to move, and it is impossible for the attackers to break the fort."
/// <https://aagenielsen.dk/copenhagen_rules.php>
///
/// Contact is read as the king himself standing on a square of the edge. The rule says that the
/// king has contact, not his fort, and he stands on the edge in every diagram of the rule. In games
/// on the rule's own site, a fort closed around a king one step off the edge was played on until he
/// took that step.
///
/// The attackers break a fort by capturing soldiers until they can reach the king. So this finds
/// the soldiers that they can never capture. At first all are assumed safe. A soldier who is not
/// safe with the help of the others is crossed out, and no longer helps. This repeats until no more
/// are crossed out.
///
/// A shield wall capture breaks no fort. The captured row has an attacker in front of each man and
/// an attacker or a corner at each end, so none of its men borders on the fort.
fn is_unbreakable(position: &Position, king: Square, rules: &Rules) -> bool {
    if !position.is_edge(king) {
        return false;
    }
    let mut safe = position.squares();
    safe.retain(|&square| position.piece_at(square) == Some(Piece::Defender));
    loop {
        let open = open_to_attackers(position, &safe, rules);
        // A soldier is guarded on a line by an adjacent square that attackers can never reach: off
        // the board, in the fort, or held by another safe soldier. A hostile square is no guard,
        // even if no attacker can reach it.
        let guards = |square| {
            !open.contains(&square) && !is_hostile(position, square, Piece::Defender, rules)
        };
        let mut still_safe = safe.clone();
        still_safe.retain(|&soldier| {
            let [right, left, up, down] = soldier.neighbours();
            (guards(right) || guards(left)) && (guards(up) || guards(down))
        });
        if still_safe == safe {
            return !open.contains(&king);
        }
        safe = still_safe;
    }
}

/// The squares that attackers may eventually reach by steps over squares without safe soldiers.
/// They do not pass the corners, where they may neither stop nor pass.
fn open_to_attackers(position: &Position, safe: &[Square], rules: &Rules) -> Vec<Square> {
    let mut open = position.squares();
    open.retain(|&square| position.piece_at(square) == Some(Piece::Attacker));
    let mut next = 0;
    while next < open.len() {
        for square in open[next].neighbours() {
            let lets_in = rules
                .area_of(square)
                .is_none_or(|area| area.stop.contains('t') || area.pass.contains('t'));
            let free = position.is_on_board(square) && !safe.contains(&square) && lets_in;
            if free && !open.contains(&square) {
                open.push(square);
            }
        }
        next += 1;
    }
    open
}
