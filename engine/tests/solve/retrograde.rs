//! The solver compared with simple retrograde analysis.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

use branan_engine::solve::{Answer, Budget, Obstacle, Solver};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use tafl::board::{Board7, BoardRules, Position};
use tafl::game::Game;
use tafl::rules::{Repetition, Side};
use tafl::types::Move;

use crate::endings::{Overlay, check_line, game_at, rules_of, solve};

/// A reachable position and its successors.
pub struct Node {
    pub position: Position<Board7>,
    pub moves: Vec<usize>,
    /// If the game is over, the winner, or `None` for a draw.
    pub result: Option<Option<Side>>,
}

/// All positions reachable from a first one.
pub struct Graph {
    pub nodes: Vec<Node>,
    places: HashMap<String, usize>,
}

impl Graph {
    pub fn new(rules: &BoardRules<Board7>, first: Position<Board7>) -> Self {
        let mut graph = Self { nodes: Vec::new(), places: HashMap::new() };
        graph.place(rules, first);
        let mut next = 0;
        while next < graph.nodes.len() {
            let position = graph.nodes[next].position;
            if graph.nodes[next].result.is_none() {
                for mv in rules.moves(&position) {
                    let after = graph.place(rules, rules.play_unchecked(&position, mv));
                    graph.nodes[next].moves.push(after);
                }
            }
            next += 1;
        }
        graph
    }

    fn place(&mut self, rules: &BoardRules<Board7>, position: Position<Board7>) -> usize {
        let count = self.nodes.len();
        let place = *self.places.entry(rules.write_fen(&position)).or_insert(count);
        if place == count {
            let result = rules.outcome(&position, 1).map(|outcome| outcome.winner);
            self.nodes.push(Node { position, moves: Vec::new(), result });
        }
        place
    }

    /// For each position, the plies within which a side can force a result that is `good`, without
    /// relying on repetition. `None` if it cannot.
    pub fn forced(&self, side: Side, good: impl Fn(Option<Side>) -> bool) -> Vec<Option<u32>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            for &next in &node.moves {
                before[next].push(place);
            }
        }
        let mut left: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let mut plies = vec![None; self.nodes.len()];
        let mut queue = VecDeque::new();
        for (place, node) in self.nodes.iter().enumerate() {
            if node.result.is_some_and(&good) {
                plies[place] = Some(0);
                queue.push_back(place);
            }
        }
        while let Some(place) = queue.pop_front() {
            for &earlier in &before[place] {
                left[earlier] -= 1;
                let own = self.nodes[earlier].position.to_move() == side;
                let over = self.nodes[earlier].result.is_some();
                if !over && plies[earlier].is_none() && (own || left[earlier] == 0) {
                    plies[earlier] = plies[place].map(|plies| plies + 1);
                    queue.push_back(earlier);
                }
            }
        }
        plies
    }

    /// The forced result of each position, and its distance in plies.
    fn answers(&self, repetition: Repetition) -> Vec<(Answer, Option<u32>)> {
        let attackers = self.forced(Side::Attackers, |winner| winner == Some(Side::Attackers));
        let defenders = self.forced(Side::Defenders, |winner| winner == Some(Side::Defenders));
        let held = self.forced(Side::Defenders, |winner| winner != Some(Side::Attackers));
        let places = 0..self.nodes.len();
        let answer = |place: usize| {
            let mover = self.nodes[place].position.to_move();
            let won = |winner| if winner == mover { Answer::Win } else { Answer::Loss };
            match (attackers[place], defenders[place], repetition) {
                (Some(plies), _, _) => (won(Side::Attackers), Some(plies)),
                (_, Some(plies), _) => (won(Side::Defenders), Some(plies)),
                (_, _, Repetition::Draw2 | Repetition::Draw3) => (Answer::Neither, None),
                (_, _, Repetition::DefendersLose3) if held[place].is_some() => {
                    (Answer::Neither, None)
                }
                (_, _, Repetition::DefendersLose3) => (won(Side::Attackers), None),
                (
                    _,
                    _,
                    Repetition::MoverLoses3
                    | Repetition::MoverWins3
                    | Repetition::Illegal3
                    | Repetition::DefendersIllegal2
                    | Repetition::DefendersNewBoard
                    | Repetition::DefendersNewBoardOrStart,
                ) => (Answer::Unknown(Obstacle::Repetition), None),
            }
        };
        places.map(answer).collect()
    }
}

const STEP: (&str, &str) = ("KingMove", "step");

/// Endings with few pieces under many rules. Kings that move one step make for long hunts.
pub const ENDINGS: [(&str, Overlay, &str); 12] = [
    ("brandubh-macwhite", &[], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandubh-macwhite", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandub-walker", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandub-leaflet", &[STEP], "7/1t5/7/3K3/5T1/7/7 a"),
    ("brandubh-nielsen", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandubh-nielsen", &[STEP, ("NoMoves", "draw")], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandubh-fosdick", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("brandubh-fosdick", &[STEP, ("Repetition", "mover-loses-3")], "7/1t5/7/3K3/5T1/7/7 a"),
    ("brandubh-fosdick-21", &[("Announce", "yes")], "7/1t5/7/3K3/7/5t1/7 a"),
    ("fitchneal", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("ard-ri", &[STEP], "7/1t5/7/3K3/7/5t1/7 a"),
    ("ard-ri", &[STEP, ("NoMoves", "draw"), ("Repetition", "draw-2")], "7/1t5/7/3K3/5T1/7/7 a"),
];

#[test]
fn answers_agree_with_retrograde_analysis() {
    let mut random = StdRng::seed_from_u64(5);
    let mut seen: HashMap<String, usize> = HashMap::new();
    // Large enough for the enclosures of all these positions.
    let mut solver = Solver::new(24).unwrap();
    let limits = Budget { nodes: Some(60_000), time: None };
    for (name, overlay, first) in ENDINGS {
        let rules = rules_of(name, overlay);
        let graph = Graph::new(&rules, rules.read_fen(first).unwrap());
        let answers = graph.answers(rules.ruleset().repetition);
        // Includes some positions of every kind, even rare ones.
        let mut places: Vec<usize> = (0..graph.nodes.len()).collect();
        places.shuffle(&mut random);
        let mut taken: HashMap<String, usize> = HashMap::new();
        for place in places {
            let kind = format!("{:?} {}", answers[place].0, answers[place].1.is_some());
            let count = taken.entry(kind).or_default();
            let enough = if answers[place].1.is_some() { 4 } else { 2 };
            if graph.nodes[place].result.is_some() || *count >= enough {
                continue;
            }
            *count += 1;
            let (answer, plies) = answers[place];
            let fen = rules.write_fen(&graph.nodes[place].position);
            let game = game_at(&rules, &fen);
            let solution = solver.solve(&game, &limits, &AtomicBool::new(false), &mut |_| {});
            let case = format!("{name} {overlay:?} {fen}: {solution:?}");
            if solution.answer == Answer::Unknown(Obstacle::Limit) {
                *seen.entry("limit".to_owned()).or_default() += 1;
                continue;
            }
            assert_eq!(solution.answer, answer, "{case}");
            if let (Some(plies), Some(found)) = (plies, solution.plies) {
                assert!(found >= plies, "{case}: it takes {plies}");
                check_line(&game, &solution, &case);
            }
            let kind = format!("{answer:?} {}", if plies.is_some() { "by force" } else { "" });
            *seen.entry(kind).or_default() += 1;
        }
    }
    println!("{seen:?}");
    let count = |kind: &str| seen.get(kind).copied().unwrap_or_default();
    for kind in ["Win by force", "Loss by force", "Win ", "Neither ", "Unknown(Repetition) "] {
        assert!(count(kind) > 0, "no {kind}: {seen:?}");
    }
    assert!(count("limit") * 3 < seen.values().sum(), "{seen:?}");
}

#[test]
fn one_side_alone_can_be_asked_about() {
    let mut random = StdRng::seed_from_u64(6);
    let limits = Budget { nodes: Some(60_000), time: None };
    let (mut wins, mut refuted, mut by_repetition) = (0, 0, 0);
    let all: [Overlay; 4] = [
        &[STEP, ("Repetition", "draw-2")],
        &[STEP, ("Repetition", "mover-loses-3")],
        &[STEP, ("Repetition", "defenders-lose-3")],
        &[STEP, ("Repetition", "defenders-lose-3"), ("NoMoves", "draw")],
    ];
    for overlay in all {
        let rules = rules_of("brandubh-fosdick", overlay);
        let graph = Graph::new(&rules, rules.read_fen("7/1t5/7/3K3/7/5t1/7 a").unwrap());
        let answers = graph.answers(rules.ruleset().repetition);
        let mut places: Vec<usize> = (0..graph.nodes.len()).collect();
        places.retain(|place| graph.nodes[*place].result.is_none());
        places.shuffle(&mut random);
        for (place, side) in places[..10].iter().flat_map(|place| Side::BOTH.map(|s| (*place, s))) {
            let game = game_at(&rules, &rules.write_fen(&graph.nodes[place].position));
            let mut solver = Solver::new(24).unwrap();
            solver.ask_only(side);
            let solution = solver.solve(&game, &limits, &AtomicBool::new(false), &mut |_| {});
            let answer = answers[place].0;
            let winner = match answer {
                Answer::Win => Some(game.to_move()),
                Answer::Loss => Some(game.to_move().other()),
                _ => None,
            };
            let case = format!("{overlay:?} {} {side} {answer:?}: {solution:?}", game.fen());
            match solution.answer {
                Answer::CannotWin(asked) => {
                    assert!(asked == side && winner != Some(side), "{case}");
                    assert_ne!(answer, Answer::Unknown(Obstacle::Repetition), "{case}");
                    refuted += 1;
                }
                Answer::Win | Answer::Loss => {
                    assert_eq!(solution.answer, answer, "{case}");
                    wins += 1;
                }
                Answer::Unknown(Obstacle::Repetition) => {
                    assert_eq!(rules.ruleset().repetition, Repetition::MoverLoses3, "{case}");
                    assert_ne!(winner, Some(side), "{case}");
                    by_repetition += 1;
                }
                Answer::Unknown(Obstacle::Limit) => {}
                _ => panic!("{case}"),
            }
        }
    }
    println!("{wins} won, {refuted} refuted, {by_repetition} left to repetition");
    assert!(wins > 5 && refuted > 10 && by_repetition > 0);
}

#[test]
fn what_came_before_counts_towards_repetition() {
    let mut random = StdRng::seed_from_u64(8);
    let (mut compared, mut changed) = (0, 0);
    let rules_of_repetition: [Overlay; 4] = [
        &[STEP, ("Repetition", "draw-2")],
        &[STEP, ("Repetition", "draw-3")],
        &[STEP, ("Repetition", "mover-loses-3")],
        &[STEP, ("Repetition", "defenders-lose-3")],
    ];
    for overlay in rules_of_repetition {
        let rules = rules_of("brandubh-fosdick", overlay);
        let repetition = rules.ruleset().repetition;
        let mut graph = Graph::new(&rules, rules.read_fen("7/1t5/7/3K3/7/7/7 a").unwrap());
        let fresh = graph.answers(repetition);
        for _ in 0..60 {
            // A game that moves to and fro.
            let node = graph.nodes.choose(&mut random).unwrap();
            if node.result.is_some() {
                continue;
            }
            let mut game = game_at(&rules, &rules.write_fen(&node.position));
            let mut fens = vec![game.fen()];
            let mut back: [Option<Move>; 2] = [None, None];
            for ply in 0..random.random_range(4..16) {
                let moves = game.legal_moves();
                let reversed = back[ply % 2].filter(|mv| moves.contains(mv));
                let Some(mv) = reversed.or_else(|| moves.choose(&mut random).copied()) else {
                    break;
                };
                Game::play(&mut game, mv).unwrap();
                if game.outcome().is_some() {
                    game.take_back();
                    break;
                }
                back[ply % 2] = Some(Move { from: mv.to, to: mv.from });
                fens.push(game.fen());
            }
            // Positions that end the game on their next occurrence count as results, except for the
            // root.
            let mut kept = Vec::new();
            for fen in &fens {
                let place = graph.places[fen];
                let count = fens.iter().filter(|other| *other == fen).count();
                if count + 1 >= repetition.limit() && graph.nodes[place].result.is_none() {
                    let side = graph.nodes[place].position.to_move();
                    let result = Some(repetition.verdict(side).winner(side));
                    kept.push(place);
                    graph.nodes[place].result = result;
                }
            }
            let root = graph.places[&game.fen()];
            let (position, moves) = (graph.nodes[root].position, graph.nodes[root].moves.clone());
            graph.nodes.push(Node { position, moves, result: None });
            let (answer, _) = graph.answers(repetition)[graph.nodes.len() - 1];
            graph.nodes.pop();
            for place in kept {
                graph.nodes[place].result = None;
            }
            let solution = solve(&game, 100_000);
            let case = format!("{overlay:?} {} after {:?}", fens[0], game.line());
            if solution.answer != Answer::Unknown(Obstacle::Limit) {
                assert_eq!(solution.answer, answer, "{case}");
                compared += 1;
                changed += usize::from(answer != fresh[root].0);
            }
        }
    }
    println!("{compared} compared, {changed} changed by what came before");
    assert!(compared > 100 && changed > 5, "{compared} {changed}");
}
