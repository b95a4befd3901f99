//! A ruleset in one line.

use super::{hostility, king_capture};
use crate::rules::{Area, EdgeFort, KingArmed, PieceKind, PieceKinds, Ruleset, ShieldWalls, Speed};

/// The kinds of pieces to which an area is hostile, and when.
fn hostilities(area: &Area) -> String {
    let [attackers, defenders, king] = PieceKind::ALL.map(|kind| hostility(area, kind));
    format!("hostile to attackers {attackers} / defenders {defenders} / king {king}")
}

impl Ruleset {
    /// The rules in one line, for logs. Rare rules are listed only when in force.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts = vec![format!("{side}x{side}", side = self.side_length())];
        parts.push(self.throne_summary());
        parts.push(self.corners_summary());
        for (forts, owner) in
            [(&self.attacker_forts, "attackers'"), (&self.defender_forts, "defenders'")]
        {
            let count = forts.squares.as_ref().map_or(0, Vec::len);
            if count > 0 {
                let camps = if forts.camps { " in camps" } else { "" };
                parts.push(format!("{count} squares of {owner} forts{camps}"));
            }
        }
        for (speed, kind) in [(self.attacker_move, "attackers"), (self.defender_move, "defenders")]
        {
            if speed != Speed::Rook {
                parts.push(format!("{kind} move {speed}"));
            }
        }
        parts.push(self.king_summary());
        if self.shield_walls != ShieldWalls::None {
            let from = if self.shield_walls_flanked { "its ends" } else { "all sides" };
            parts.push(format!("shield walls {}, taken from {from}", self.shield_walls));
        }
        if self.linnaean_capture {
            parts.push("Linnaean capture".to_owned());
        }
        let effect = if self.encirclement { "wins" } else { "has no effect" };
        parts.push(format!("encirclement {effect}"));
        if self.edge_fort != EdgeFort::None {
            parts.push(format!("edge fort wins, {}", self.edge_fort));
        }
        parts.push(format!("repetition {}", self.repetition));
        parts.push(format!("no moves {}", self.no_moves));
        parts.extend(self.early_wins.then(|| "early wins of the attackers".to_owned()));
        parts.extend(self.turn_limit.map(|limit| format!("move {limit} draws")));
        parts.join("; ")
    }

    fn throne_summary(&self) -> String {
        if self.throne.is_none() {
            return "no throne".to_owned();
        }
        let king = self.throne.stop.king && self.throne.reenter.king;
        let returns = if king { "the king" } else { "nobody" };
        format!("throne for {returns} again, {}", hostilities(&self.throne))
    }

    fn corners_summary(&self) -> String {
        let corners = &self.corners;
        let all = |kinds| corners.hostile_empty == kinds && corners.hostile_occupied == kinds;
        if corners.is_none() || (corners.stop == PieceKinds::ALL && all(PieceKinds::NONE)) {
            "corners plain".to_owned()
        } else if corners.stop.to_string() == "K" && all(PieceKinds::ALL) {
            "corners restricted and hostile".to_owned()
        } else {
            format!("corners for {}, {}", corners.stop, hostilities(corners))
        }
    }

    fn king_summary(&self) -> String {
        let armed = match self.king_armed {
            KingArmed::Yes => "",
            KingArmed::Hammer => ", takes only by moving",
            KingArmed::Anvil => ", takes only by standing",
            KingArmed::No => ", does not take",
        };
        format!(
            "king moves {speed}{armed}, is taken by {on} on the throne, {beside} beside it, \
             {elsewhere} elsewhere, escapes to {escape}{announce}",
            speed = self.king_move,
            on = king_capture(self.king_on_throne, "4"),
            beside = king_capture(self.king_beside_throne, "the other 3"),
            elsewhere = king_capture(self.king_elsewhere, "4"),
            escape = self.escape,
            announce = if self.announce { " after announcing it" } else { "" },
        )
    }
}
