//! Random combinations of all rules, given to the engine as a data file and to the plain board in
//! its own form.

use std::fmt::Write as _;

use branan_plain::board::Square;
use branan_plain::rules::{
    ATTACKER_FORTS, Area, EdgeFort, Escape, KingCapture, NoMoves, ROOK, Repetition, Rules, SETS,
    ShieldWalls, THRONE,
};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::random_positions::{fort, hemmed_in, rows};

/// A ruleset in both forms.
pub struct RandomRules {
    /// The data file.
    pub text: String,
    /// The plain board's rules.
    pub rules: Rules,
}

fn one_of<T: Copy>(choices: &[T], random: &mut StdRng) -> T {
    *choices.choose(random).unwrap()
}

impl RandomRules {
    /// A random ruleset whose start position is rich in tactics.
    pub fn new(random: &mut StdRng) -> RandomRules {
        let size = one_of(&[5, 6, 7, 7, 7, 8, 9, 10, 11, 12, 14], random);
        let rules = mixed(size, random);
        RandomRules { text: text(&rules), rules }
    }
}

/// Random rules. Each rule has its most common value more often than not.
fn mixed(size: i32, random: &mut StdRng) -> Rules {
    let captures = [
        KingCapture::Custodial,
        KingCapture::Surrounded,
        KingCapture::FourSides,
        KingCapture::FourSidesOrEdge,
    ];
    let repetitions = [
        Repetition::Draw2,
        Repetition::Draw3,
        Repetition::MoverLoses3,
        Repetition::MoverWins3,
        Repetition::DefendersLose3,
        Repetition::Illegal3,
        Repetition::Illegal3,
        Repetition::DefendersNewBoard,
        Repetition::DefendersNewBoardOrStart,
    ];
    let forts = [
        EdgeFort::None,
        EdgeFort::None,
        EdgeFort::Unbreakable,
        EdgeFort::OpenTafl,
        EdgeFort::HnefataflOrg,
    ];
    let (middle, last) = ((size - 1) / 2, size - 1);
    let corners = [(0, 0), (last, 0), (0, last), (last, last)];
    let centre = Square { file: middle, rank: middle };
    let mut throne = vec![centre];
    if random.random_bool(0.1) {
        // A king in the middle of it has no neighbour that is not the throne.
        throne.extend(centre.neighbours());
    }
    let mut rules = Rules {
        size,
        start: String::new(),
        areas: [
            mixed_area(throne, size, random),
            mixed_area(corners.map(|(file, rank)| Square { file, rank }).to_vec(), size, random),
            mixed_area(Vec::new(), size, random),
            mixed_area(Vec::new(), size, random),
        ],
        camps: Vec::new(),
        speeds: [(); 3].map(|()| one_of(&[ROOK, ROOK, ROOK, 1, 2, 3], random)),
        king_on_throne: one_of(&captures, random),
        king_beside_throne: one_of(&captures, random),
        king_elsewhere: one_of(&captures, random),
        king_is_hammer: random.random_bool(0.7),
        king_is_anvil: random.random_bool(0.7),
        shield_walls: one_of(&[ShieldWalls::None, ShieldWalls::Weak, ShieldWalls::Strong], random),
        shield_walls_flanked: random.random_bool(0.5),
        linnaean_capture: random.random_bool(0.4),
        escape: one_of(&[Escape::Corners, Escape::Corners, Escape::Edge], random),
        announce: random.random_bool(0.1),
        encirclement: random.random_bool(0.8),
        smothering: false,
        edge_fort: one_of(&forts, random),
        repetition: one_of(&repetitions, random),
        no_moves: one_of(&[NoMoves::Loses, NoMoves::Draw, NoMoves::LosesUnlessBoth], random),
        turn_limit: random.random_bool(0.2).then(|| random.random_range(1..40)),
        // A server's rule on its own three boards; `hnefatafl_org` compares it there.
        early_wins: false,
    };
    // A square belongs to only one area.
    let mut claimed: Vec<Square> = Vec::new();
    for area in &mut rules.areas {
        area.squares.retain(|square| !claimed.contains(square));
        claimed.extend(&area.squares);
    }
    rules.smothering = rules.no_moves == NoMoves::Draw && random.random_bool(0.5);
    if rules.edge_fort == EdgeFort::Unbreakable {
        // The published rule does not cover squares that some pieces may not enter or that change
        // hostility.
        for area in &mut rules.areas {
            (area.stop, area.pass, area.reenter) = ("tTK", "tTK", "tTK");
            area.hostile_occupied = area.hostile_empty;
        }
        rules.linnaean_capture = false;
    }
    if rules.edge_fort == EdgeFort::None && random.random_bool(0.3) {
        put_camps(&mut rules, random);
    }
    rules.start = start(&rules, random);
    rules
}

/// Replaces the attackers' forts by camps, outside other areas. The king may not enter them.
fn put_camps(rules: &mut Rules, random: &mut StdRng) {
    let mut squares: Vec<Square> = Vec::new();
    rules.areas[ATTACKER_FORTS].squares.clear();
    for _ in 0..random.random_range(1..5) {
        let mut at = || random.random_range(0..rules.size);
        let seed = Square { file: at(), rank: at() };
        squares.push(seed);
        squares.extend(seed.neighbours().into_iter().filter(|_| random.random_bool(0.6)));
    }
    let on_board = |at: i32| (0..rules.size).contains(&at);
    squares.retain(|square| on_board(square.file) && on_board(square.rank));
    squares.retain(|square| rules.area_of(*square).is_none());
    squares.sort();
    squares.dedup();
    let stop = one_of(&["t", "t", "T", "tT"], random);
    while let Some(first) = squares.pop() {
        let mut camp = vec![first];
        let mut next = 0;
        while next < camp.len() {
            let beside = camp[next].neighbours();
            let (joined, apart) = squares.iter().partition(|square| beside.contains(square));
            (camp, squares) = ([camp, joined].concat(), apart);
            next += 1;
        }
        let fort = rules.areas[ATTACKER_FORTS].clone();
        rules.camps.push(Area { squares: camp, stop, ..fort });
    }
}

fn mixed_area(usual: Vec<Square>, size: i32, random: &mut StdRng) -> Area {
    let mut squares = usual;
    if random.random_bool(0.4) {
        let count = random.random_range(0..6);
        squares = Vec::new();
        for _ in 0..count {
            let (file, rank) = (random.random_range(0..size), random.random_range(0..size));
            let square = Square { file, rank };
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
    }
    let mut set = |usual| if random.random_bool(0.5) { usual } else { one_of(&SETS, random) };
    Area {
        squares,
        stop: set("K"),
        pass: set("tTK"),
        reenter: set("tTK"),
        hostile_empty: set("tTK"),
        hostile_occupied: set("t"),
    }
}

/// A position in which rare rules matter, or any crowded position.
fn start(rules: &Rules, random: &mut StdRng) -> String {
    let choice = random.random_range(0..4);
    let rows = match choice {
        0 if rules.edge_fort != EdgeFort::None => fort(rules, random),
        1 if rules.smothering => hemmed_in(rules, random),
        _ => None,
    };
    match rows {
        Some(rows) => rows + one_of(&[" a", " d"], random),
        None => crowded_start(rules, random),
    }
}

/// A position with the king often near the edge and soldiers close to him.
fn crowded_start(rules: &Rules, random: &mut StdRng) -> String {
    let size = rules.size;
    let mut board = vec![vec!['.'; size as usize]; size as usize];
    let king = loop {
        let mut square =
            Square { file: random.random_range(0..size), rank: random.random_range(0..size) };
        if random.random_bool(0.3) {
            square.rank = one_of(&[0, 1], random);
        }
        if random.random_bool(0.25) {
            square = rules.areas[THRONE].squares.choose(random).copied().unwrap_or(square);
        }
        if !rules.is_escape(square) && !rules.is_camp(square) {
            break square;
        }
    };
    let cell = |square: Square| ((size - 1 - square.rank) as usize, square.file as usize);
    board[cell(king).0][cell(king).1] = 'K';
    let defenders = one_of(&[0.1, 0.4, 0.8], random);
    for _ in 0..random.random_range(4..28) {
        let mut near = |at: i32| (at + random.random_range(-3..4)).clamp(0, size - 1);
        let square = Square { file: near(king.file), rank: near(king.rank) };
        let letter = if random.random_bool(defenders) { 'T' } else { 't' };
        let may_stand = rules.area_of(square).is_none_or(|area| area.stop.contains(letter));
        let (row, column) = cell(square);
        if board[row][column] == '.' && may_stand {
            board[row][column] = letter;
        }
    }
    rows(&board) + one_of(&[" a", " d"], random)
}

/// The rules as a data file.
fn text(rules: &Rules) -> String {
    let mut text = String::from("[[ruleset]]\nname = 'random'\ntitle = ''\nsource = ''\n");
    let mut field = |name: &str, value: String| writeln!(text, "{name} = {value}").unwrap();
    field("start", format!("'{}'", rules.start));
    let names = ["throne", "corners", "attacker-forts", "defender-forts"];
    for (name, area) in names.into_iter().zip(&rules.areas) {
        let camps = if name == "attacker-forts" { &rules.camps[..] } else { &[] };
        let squares: Vec<String> = (area.squares.iter())
            .chain(camps.iter().flat_map(|camp| &camp.squares))
            .map(|square| format!("'{}'", square.name()))
            .collect();
        let area = camps.first().unwrap_or(area);
        field(&format!("{name}.camps"), (!camps.is_empty()).to_string());
        field(&format!("{name}.squares"), format!("[{}]", squares.join(", ")));
        for (of, pieces) in [
            ("stop", area.stop),
            ("pass", area.pass),
            ("reenter", area.reenter),
            ("hostile-empty", area.hostile_empty),
            ("hostile-occupied", area.hostile_occupied),
        ] {
            field(&format!("{name}.{of}"), format!("'{pieces}'"));
        }
    }
    for (name, speed) in ["attacker-move", "defender-move", "king-move"].iter().zip(rules.speeds) {
        field(name, if speed == ROOK { "'rook'".to_owned() } else { speed.to_string() });
    }
    field("king-on-throne", kebab(rules.king_on_throne));
    field("king-beside-throne", kebab(rules.king_beside_throne));
    field("king-elsewhere", kebab(rules.king_elsewhere));
    let armed = match (rules.king_is_hammer, rules.king_is_anvil) {
        (true, true) => "'yes'",
        (true, false) => "'hammer'",
        (false, true) => "'anvil'",
        (false, false) => "'no'",
    };
    field("king-armed", armed.to_owned());
    field("shield-walls", kebab(rules.shield_walls));
    field("shield-walls-flanked", rules.shield_walls_flanked.to_string());
    field("linnaean-capture", rules.linnaean_capture.to_string());
    field("escape", kebab(rules.escape));
    field("announce", rules.announce.to_string());
    field("encirclement", rules.encirclement.to_string());
    let fort = match rules.edge_fort {
        EdgeFort::OpenTafl => "'opentafl'".to_owned(),
        other => kebab(other),
    };
    field("edge-fort", fort);
    field("repetition", kebab(rules.repetition));
    let no_moves = match rules.smothering {
        true => "'draw-unless-hemmed-in'".to_owned(),
        false => kebab(rules.no_moves),
    };
    field("no-moves", no_moves);
    if let Some(limit) = rules.turn_limit {
        field("turn-limit", limit.to_string());
    }
    field("early-wins", rules.early_wins.to_string());
    text
}

/// A value's name as data files write it: `FourSides` is `four-sides`, `Draw3` is `draw-3`.
fn kebab(value: impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{value:?}").chars() {
        if (letter.is_ascii_uppercase() || letter.is_ascii_digit()) && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    format!("'{name}'")
}
