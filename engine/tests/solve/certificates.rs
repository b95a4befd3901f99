//! Certificates, checked by the plain board.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use branan_engine::solve::{Answer, Budget, Claim, Heading, Obstacle, Solver, Uncertified};
use branan_plain::board::Side as PlainSide;
use branan_plain::certificate::{Claim as PlainClaim, Kind, Refusal, Verified, verify};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board, Board7, BoardGame, BoardRules};
use tafl::game::Game;
use tafl::rules::Side;

use crate::endings::{Overlay, game_at, rules_of, wander};
use crate::retrograde::ENDINGS;

/// A ruleset with alternate rules, and a position.
struct Case<'a> {
    name: &'a str,
    overlay: Overlay,
    fen: String,
}

/// Enough nodes to solve any of the endings.
const NODES: u64 = 60_000;

/// Solves a position and writes a certificate, either of a win or that `loser` cannot win. `None`
/// if nothing was proven.
fn certified<B: Board>(
    case: &Case,
    game: &BoardGame<B>,
    loser: Side,
    (megabytes, nodes): (usize, u64),
) -> Option<(Claim, Vec<u8>)> {
    let limits = Budget { nodes: Some(nodes), time: None };
    let (mut solver, stop) = (Solver::new(megabytes).unwrap(), AtomicBool::new(false));
    let solution = solver.solve(game, &limits, &stop, &mut |_| {});
    let claim = Claim::of(&solution, game.to_move(), loser)?;
    let certificate = match solver.certify(game, claim, solution.nodes, &stop, &mut |_| {}) {
        Err(Uncertified::Over | Uncertified::Repetition) => return None,
        result => result.unwrap_or_else(|error| panic!("{error}: {} {}", case.name, case.fen)),
    };
    let heading = Heading {
        ruleset: case.name.to_owned(),
        alternates: case.overlay.iter().map(|(rule, value)| format!("{rule}={value}")).collect(),
        start: case.fen.clone(),
    };
    let mut bytes = Vec::new();
    let length = certificate.write(&heading, &mut bytes).unwrap();
    assert_eq!(length, bytes.len() as u64);
    Some((claim, bytes))
}

fn plain(claim: Claim) -> PlainClaim {
    let kind = match claim {
        Claim::Win(_) => Kind::Wins,
        Claim::Hold(_) => Kind::Holds,
        Claim::WinByRepetition(_) => Kind::WinsByRepetition,
    };
    let holder = match claim.holder() {
        Side::Attackers => PlainSide::Attackers,
        Side::Defenders => PlainSide::Defenders,
    };
    PlainClaim { holder, kind }
}

fn checked(bytes: &[u8]) -> Result<Verified, Refusal> {
    verify(bytes, &|_| {})
}

/// Solves, writes and checks a certificate. Returns its claim.
fn prove_and_check(case: &Case, loser: Side, nodes: u64) -> Option<Claim> {
    let game = game_at(&rules_of(case.name, case.overlay), &case.fen);
    let (claim, bytes) = certified(case, &game, loser, (4, nodes))?;
    let place = format!("{} {:?} {}", case.name, case.overlay, case.fen);
    let verified = checked(&bytes).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(verified.claim, plain(claim), "{place}");
    assert_eq!(verified.plies.is_some(), matches!(claim, Claim::Win(_)), "{place}");
    assert!(verified.positions > 0, "{place}");
    Some(claim)
}

/// Plays some random moves from the case's position, or from the start if it has none.
fn move_on(case: &mut Case, plies: usize, random: &mut StdRng) {
    let rules = rules_of(case.name, case.overlay);
    if case.fen.is_empty() {
        case.fen = rules.write_fen(rules.start());
    }
    case.fen = wander(&rules, &case.fen, plies, random);
}

#[test]
fn the_proof_of_ard_ri_is_checked() {
    let rules = rules_of("ard-ri", &[]);
    let case = Case { name: "ard-ri", overlay: &[], fen: rules.write_fen(rules.start()) };
    for megabytes in [1, 16] {
        let game = BoardGame::new(rules.clone());
        let (claim, bytes) = certified(&case, &game, Side::Attackers, (megabytes, NODES)).unwrap();
        assert_eq!(claim, Claim::Win(Side::Attackers));
        let verified = checked(&bytes).unwrap();
        assert!((11..60).contains(&verified.plies.unwrap()), "{verified:?}");
        let text = verified.to_string();
        let beginning = "ard-ri: the attackers win within ";
        assert!(text.starts_with(beginning), "{text}");
        assert!(text.contains(" plies from the start position ("), "{text}");
    }
}

#[test]
fn wins_of_both_sides_are_checked() {
    let mut random = StdRng::seed_from_u64(21);
    let mut claims: BTreeMap<String, usize> = BTreeMap::new();
    const ANNOUNCE: Overlay = &[("Announce", "yes")];
    const EDGE: Overlay = &[("Escape", "edge"), ("KingMove", "step")];
    let rulesets: [(&str, Overlay); 8] = [
        ("brandubh-macwhite", &[]),
        ("brandub-walker", ANNOUNCE),
        ("brandubh-nielsen", &[]),
        ("brandubh-fosdick", EDGE),
        ("brandubh-fosdick-21", ANNOUNCE),
        ("fitchneal", &[]),
        ("brandub-opentafl", &[]),
        ("magpie", &[]),
    ];
    for (name, overlay) in rulesets {
        for _ in 0..12 {
            let mut case = Case { name, overlay, fen: String::new() };
            let plies = random.random_range(8..40);
            move_on(&mut case, plies, &mut random);
            if let Some(claim) = prove_and_check(&case, Side::Attackers, 15_000) {
                *claims.entry(format!("{claim:?}")).or_default() += 1;
            }
        }
    }
    println!("{claims:?}");
    for claim in ["Win(Attackers)", "Win(Defenders)"] {
        assert!(claims.get(claim).is_some_and(|count| *count >= 5), "{claim}: {claims:?}");
    }
}

/// Endings with few pieces that cover every kind of claim.
fn endings(mut visit: impl FnMut(&Case, Side)) {
    let mut random = StdRng::seed_from_u64(22);
    for (name, overlay, first) in ENDINGS {
        for _ in 0..10 {
            let mut case = Case { name, overlay, fen: first.to_owned() };
            let plies = random.random_range(0..12);
            move_on(&mut case, plies, &mut random);
            for loser in Side::BOTH {
                visit(&case, loser);
            }
        }
    }
}

#[test]
fn every_kind_of_claim_is_checked() {
    let mut claims: BTreeMap<String, usize> = BTreeMap::new();
    endings(|case, loser| {
        let rules = rules_of(case.name, case.overlay);
        let game = game_at(&rules, &case.fen);
        let Some((claim, bytes)) = certified(case, &game, loser, (4, NODES)) else { return };
        let place = format!("{} {:?} {}", case.name, case.overlay, case.fen);
        let verified = checked(&bytes).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(verified.claim, plain(claim), "{place}");
        *claims.entry(format!("{claim:?}")).or_default() += 1;
    });
    println!("{claims:?}");
    for claim in [
        "Win(Attackers)",
        "Win(Defenders)",
        "Hold(Attackers)",
        "Hold(Defenders)",
        "WinByRepetition(Attackers)",
    ] {
        assert!(claims.contains_key(claim), "{claim}: {claims:?}");
    }
}

/// The certificate with a corrected checksum.
fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Whether the solver confirms a certificate's claim.
fn is_true(case: &Case, verified: &Verified) -> bool {
    let start = verified.start.clone();
    let rules = rules_of(case.name, case.overlay);
    let game = match &start {
        Some(fen) => game_at(&rules, fen),
        None => BoardGame::new(rules),
    };
    let limits = Budget { nodes: Some(NODES), time: None };
    let (mut solver, stop) = (Solver::new(4).unwrap(), AtomicBool::new(false));
    let answer = solver.solve(&game, &limits, &stop, &mut |_| {}).answer;
    let holder = match verified.claim.holder {
        PlainSide::Attackers => Side::Attackers,
        PlainSide::Defenders => Side::Defenders,
    };
    let won = if holder == game.to_move() { Answer::Win } else { Answer::Loss };
    match verified.claim.kind {
        Kind::Wins | Kind::WinsByRepetition => answer == won,
        Kind::Holds => answer == won || answer == Answer::Neither,
    }
}

#[test]
fn one_byte_that_is_changed_is_noticed() {
    let mut taken: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    endings(|case, loser| {
        let game = game_at(&rules_of(case.name, case.overlay), &case.fen);
        let Some((claim, bytes)) = certified(case, &game, loser, (4, NODES)) else { return };
        let kind = format!("{claim:?}");
        // Certificates with several positions, but not so many that the test is slow.
        let fits = (300..3000).contains(&bytes.len());
        if !fits || taken.contains_key(&kind) {
            return;
        }
        let mut outlived = 0;
        for at in 0..bytes.len() {
            for bits in [0x01, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= bits;
                assert!(checked(&changed).is_err(), "{kind}: byte {at} ^ {bits:02x}");
                if let Ok(verified) = checked(&mended(changed)) {
                    assert!(is_true(case, &verified), "{kind}: byte {at} ^ {bits:02x}: {verified}");
                    outlived += 1;
                }
            }
        }
        // Some changes yield another valid certificate, such as a longer distance, but most do not.
        assert!(outlived < bytes.len(), "{kind}: {outlived} of {}", 3 * bytes.len());
        for length in 0..bytes.len() {
            assert!(checked(&bytes[..length]).is_err(), "{kind}: {length} bytes");
            if length > 12 {
                let cut = checked(&mended(bytes[..length].to_vec()));
                assert!(cut.is_err(), "{kind}: {length} bytes, mended");
            }
        }
        taken.insert(kind, bytes);
    });
    println!("{:?}", taken.iter().map(|(kind, bytes)| (kind, bytes.len())).collect::<Vec<_>>());
    assert!(taken.len() >= 4, "{:?}", taken.keys());
}

#[test]
fn what_cannot_be_written_down_is_said() {
    let rules = rules_of("ard-ri", &[]);
    let game = BoardGame::new(rules.clone());
    let (mut solver, stop) = (Solver::new(1).unwrap(), AtomicBool::new(false));
    let limits = Budget { nodes: Some(100_000), time: None };
    let solution = solver.solve(&game, &limits, &stop, &mut |_| {});
    let claim = Claim::of(&solution, Side::Attackers, Side::Attackers).unwrap();
    let stopped = AtomicBool::new(true);
    let certificate = solver.certify(&game, claim, solution.nodes, &stopped, &mut |_| {});
    assert_eq!(certificate.unwrap_err(), Uncertified::Stopped);
    // A false claim is not proven, however long the search.
    let wrong = Claim::Win(Side::Defenders);
    let certificate = solver.certify(&game, wrong, 1, &stop, &mut |_| {});
    assert_eq!(certificate.unwrap_err(), Uncertified::Forgotten);
    let mut over = game_at(&rules, "3t3/7/7/3K3/7/7/7 d");
    over.play_text("d4d1").unwrap();
    let certificate = solver.certify(&over, claim, 1, &stop, &mut |_| {});
    assert_eq!(certificate.unwrap_err(), Uncertified::Over);
}

#[test]
fn boards_that_recur_may_leave_a_draw_where_the_defenders_have_no_move() {
    const NEW_BOARD: (&str, &str) = ("Repetition", "defenders-new-board");
    let (mut solver, stop) = (Solver::new(1).unwrap(), AtomicBool::new(false));
    let mut certify = |overlay: Overlay| {
        // The attackers win at once.
        let game = game_at(&rules_of("brandubh-macwhite", overlay), "7/7/3tK2/7/7/5t1/7 a");
        let certify = |claim| solver.certify(&game, claim, 1000, &stop, &mut |_| {}).map(|_| ());
        [Claim::Win(Side::Attackers), Claim::Hold(Side::Attackers)].map(certify)
    };
    assert_eq!(certify(&[NEW_BOARD, ("NoMoves", "loses")]), [Ok(()); 2]);
    assert_eq!(certify(&[NEW_BOARD, ("NoMoves", "draw")]), [Err(Uncertified::Repetition); 2]);
}

#[test]
fn a_win_by_repetition_must_come_before_the_turn_limit() {
    let overlay: Overlay = &[("KingMove", "step"), ("Repetition", "defenders-lose-3")];
    let limits = Budget { nodes: Some(NODES), time: None };
    for fen in ["7/1t5/7/3K3/7/5t1/7 a", "7/1t5/7/3K3/7/5t1/7 d"] {
        let case = Case { name: "hnefatafl-org-7", overlay, fen: fen.to_owned() };
        let limited = game_at(&rules_of(case.name, overlay), fen);
        let (mut solver, stop) = (Solver::new(4).unwrap(), AtomicBool::new(false));
        let solution = solver.solve(&limited, &limits, &stop, &mut |_| {});
        assert_eq!(solution.answer, Answer::Unknown(Obstacle::TurnLimit(Side::Attackers)), "{fen}");
        let claim = Claim::WinByRepetition(Side::Attackers);
        let certificate = solver.certify(&limited, claim, solution.nodes, &stop, &mut |_| {});
        assert_eq!(certificate.unwrap_err(), Uncertified::TurnLimit, "{fen}");

        // The second program does not believe it either.
        let mut ruleset = limited.rules().ruleset().clone();
        ruleset.turn_limit = None;
        let endless = game_at(&Arc::new(BoardRules::<Board7>::new(&ruleset).unwrap()), fen);
        let (proven, bytes) = certified(&case, &endless, Side::Attackers, (4, NODES)).unwrap();
        assert_eq!(proven, claim, "{fen}");
        let refusal = checked(&bytes).unwrap_err().to_string();
        assert!(refusal.contains("turn limit"), "{fen}: {refusal}");
    }
}
