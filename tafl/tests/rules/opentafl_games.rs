//! OpenTafl's own games, from their rules strings: the rules and perft counts must match ours.

use tafl::board::{Board, BoardRules, BoardVisitor, with_board};
use tafl::rules::otn::{Reading, read, write};
use tafl::rules::{Catalog, Ruleset};

use crate::rules_strings::START;
use crate::written_strings::STRINGS;

/// A perft of this depth from a ruleset's start.
struct Perft<'a>(&'a Ruleset, u32);

impl BoardVisitor for Perft<'_> {
    type Output = u64;

    fn visit<B: Board>(self) -> u64 {
        let rules = BoardRules::<B>::new(self.0).unwrap();
        let counts = rules.divide(rules.start(), self.1, &|| false).unwrap();
        counts.into_iter().map(|(_, count)| count).sum()
    }
}

fn assert_perft(text: &str, counts: &[u64]) {
    let rules = read(text, Reading::Written).unwrap();
    for (depth, count) in (1..).zip(counts) {
        let found = with_board(rules.side_length(), Perft(&rules, depth)).unwrap();
        assert_eq!(found, *count, "{text} at depth {depth}");
    }
}

const ARD_RI: &str = "start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/";

#[test]
fn ard_ri_by_its_strings() {
    let with = |keys: &str| format!("dim:7 {keys} {ARD_RI}");
    assert_perft(&with("esc:e surf:n ks:w cor: cen:"), &[48, 408, 18528, 244192]);
    assert_perft(&with("ks:s surf:n"), &[40, 336, 12512, 163_088]);
    assert_perft(&with("ks:s surf:n spd:1"), &[24, 184, 4144, 40720, 932_320]);
}

const TABLUT: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
const FETLAR: &str =
    "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
const PARLETT: &str = "start:/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/\
                       t3T3T3t/6T6/6t6/5t1t5/4ttttt4/";
const ALEA: &str = "start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/\
                    3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/\
                    t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/";

/// OpenTafl's games: our name, keys of the string, start, and perft counts by depth.
const GAMES: [(&str, &str, &str, &[u64]); 9] = [
    // OpenTafl's own string has tfr:w, which its program treats like the specification's tfr:l.
    ("copenhagen-opentafl", "dim:11 atkf:y tfr:l sw:s efe:y", FETLAR, &[116, 6788]),
    ("fetlar-opentafl", "dim:11", FETLAR, &[116, 6788, 806_344]),
    ("tablut-linnaean", "dim:9 esc:e ks:c cor: cens: cenh: linc:y", TABLUT, &[80, 4400, 353_200]),
    (
        "foteviken",
        "dim:9 esc:e ka:n ks:c cor: afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cens: \
         cenh: cenhe:K aforh:K cenre: aforre:",
        TABLUT,
        &[80, 4344, 337_856],
    ),
    ("sea-battle-9", "dim:9 esc:e ka:n nj:n cj:n cor: cen:", TABLUT, &[80, 4400, 353_200]),
    ("brandub-opentafl", "dim:7 surf:n ks:w cenh: cenhe:", START, &[40, 960]),
    (
        "magpie",
        "dim:7 surf:n ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1",
        START,
        &[40, 960, 39512, 996_096],
    ),
    ("parlett-13", "dim:13 esc:e cor:", PARLETT, &[184, 23436]),
    (
        "alea-evangelii",
        "dim:19 tfr:l cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19 cens: cenh:",
        ALEA,
        &[580, 107_492],
    ),
];

#[test]
fn the_games_of_opentafl_are_those_of_its_strings() {
    // Ignores differences that are only names.
    let nameless = |rules: &Ruleset| {
        let text = write(rules).unwrap_or_else(|reason| panic!("{}: {reason}", rules.name));
        let words = text.split(' ').filter(|word| !word.starts_with("name:"));
        words.collect::<Vec<&str>>().join(" ")
    };
    let catalog = Catalog::default();
    for (name, keys, start, counts) in GAMES {
        let text = format!("{keys} {start}");
        let read = read(&text, Reading::Written).unwrap();
        assert_eq!(nameless(&read), nameless(catalog.find(name).unwrap()), "{name}");
        assert_perft(&text, counts);
    }
    let tablut = read(STRINGS[4], Reading::Written).unwrap();
    assert_eq!(nameless(&tablut), nameless(catalog.find("tablut-15").unwrap()));
    assert_perft(STRINGS[4], &[264, 35584]);
}
