//! The settings of a match from its arguments.

use super::MatchError;
use super::arguments::MatchArgs;
use crate::arena::engine::{EngineSpec, absolute, read_engines, read_over};
use crate::arena::game::{Adjudication, DrawRule, ResignRule};
use crate::arena::key_value;
use crate::arena::tournament::{MatchSettings, OpeningsSource, Sprt, TournamentFormat};

impl MatchArgs {
    /// The settings of a new match, or of the one on file with those that are given again.
    pub(super) fn settings(
        &self,
        on_file: Option<&MatchSettings>,
    ) -> Result<MatchSettings, MatchError> {
        let words = |option| move |source| MatchError::Words { option, source };
        let variants_file = self.variants.as_deref().map(absolute);
        let variants_file = variants_file.or_else(|| on_file?.variants_file.clone());
        let engines = self.engines(variants_file.as_deref(), on_file)?;
        let format = self.format.or(on_file.map(|known| known.format)).unwrap_or_default();
        let usual = usual(format, engines.len());
        let known = on_file.unwrap_or(&usual);
        // In a knockout the engines decide, also those that would like to join.
        let rounds = if format == TournamentFormat::Knockout { usual.rounds } else { known.rounds };
        let on_record = on_file.map_or(0, |known| known.rounds);
        let in_file = self.rounds_in_file.map(|rounds| rounds.max(on_record));
        let alternates = key_value::owned(&self.rule).map_err(words("rule"))?;
        let resign = self.resign.as_deref().map(ResignRule::read).transpose();
        let draw = self.draw.as_deref().map(DrawRule::read).transpose();
        let adjudication = known.adjudication;
        Ok(MatchSettings {
            event: self.event.clone().unwrap_or_else(|| known.event.clone()),
            engines,
            format,
            roles: self.roles.unwrap_or(known.roles),
            seeds: self.seeds.unwrap_or(known.seeds),
            pairs: self.pairs.unwrap_or(known.pairs),
            joinings: known.joinings.clone(),
            variants: given(&self.variant).unwrap_or_else(|| known.variants.clone()),
            variants_file,
            own_rulesets: Vec::new(),
            alternates: given(&alternates).unwrap_or_else(|| known.alternates.clone()),
            rounds: self.rounds.or(in_file).unwrap_or(rounds),
            openings: self.openings(known.openings.as_ref())?,
            openings_hash: None,
            seed: self.seed.unwrap_or(known.seed),
            adjudication: Adjudication {
                resign: resign.map_err(words("resign"))?.or(adjudication.resign),
                draw: draw.map_err(words("draw"))?.or(adjudication.draw),
                max_moves: self.max_moves.or(adjudication.max_moves),
                known_wins: self.known_wins || adjudication.known_wins,
            },
            sprt: self.sprt.as_deref().map(Sprt::read).transpose()?.or(known.sprt),
            share: self.share.clone().or_else(|| known.share.clone()),
        })
    }

    /// The engines: those that are given, or else those on file.
    fn engines(
        &self,
        variants_file: Option<&str>,
        on_file: Option<&MatchSettings>,
    ) -> Result<Vec<EngineSpec>, MatchError> {
        if let Some(known) = on_file.filter(|_| self.words.engines.is_empty()) {
            return Ok(match &self.words.each[..] {
                [] => known.engines.clone(),
                each => read_over(each, &known.engines)?,
            });
        }
        let mut engines = read_engines(&self.words.each, &self.words.engines)?;
        for engine in &mut engines {
            engine.tell_rulesets(variants_file);
        }
        Ok(engines)
    }

    /// The openings, with the values on file for those that are not given.
    fn openings(
        &self,
        known: Option<&OpeningsSource>,
    ) -> Result<Option<OpeningsSource>, MatchError> {
        let mut source = match &self.openings[..] {
            [] => known.cloned(),
            given => {
                let source = OpeningsSource::read_over(given, known)
                    .map_err(|source| MatchError::Words { option: "openings", source })?;
                // The match may be resumed from another folder.
                let file = absolute(source.file.as_ref());
                Some(OpeningsSource { file, ..source })
            }
        };
        if let Some(order) = self.order {
            let Some(source) = &mut source else {
                return Err(MatchError::Needs { option: "--order", needed: "--openings FILE" });
            };
            source.order = order;
        }
        Ok(source)
    }
}

/// A list, unless it is empty.
fn given<T: Clone>(list: &[T]) -> Option<Vec<T>> {
    (!list.is_empty()).then(|| list.to_vec())
}

/// The settings of a match of which only the format and the number of engines are known.
fn usual(format: TournamentFormat, engines: usize) -> MatchSettings {
    MatchSettings {
        event: "Match".to_owned(),
        engines: Vec::new(),
        format,
        roles: Default::default(),
        seeds: 1,
        pairs: 1,
        joinings: Vec::new(),
        variants: vec![crate::rules::DEFAULT.to_owned()],
        variants_file: None,
        own_rulesets: Vec::new(),
        alternates: Vec::new(),
        rounds: format.staged().map_or(1, |format| format.rounds(engines)),
        openings: None,
        openings_hash: None,
        seed: 0,
        adjudication: Adjudication::default(),
        sprt: None,
        share: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::EloModel;

    fn parse(words: &str) -> MatchArgs {
        MatchArgs::from_words(shlex::split(words).unwrap()).unwrap()
    }

    const ENGINES: &str = "--engine cmd=sh name=x --engine cmd=sh name=y --each tc=10+0.1";

    fn settings(words: &str) -> MatchSettings {
        parse(&format!("{ENGINES} {words}")).settings(None).unwrap()
    }

    #[test]
    fn engines_come_in_groups() {
        let names: Vec<_> = settings("").engines.into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["x", "y"]);
    }

    #[test]
    fn adjudication_is_off_unless_asked_for() {
        assert_eq!(settings("").adjudication, Adjudication::default());
        let asked = settings("--resign --draw --known-wins --max-moves 99").adjudication;
        assert_eq!(asked.resign, Some(ResignRule { moves: 3, score: 600, both: false }));
        assert_eq!(asked.draw, Some(DrawRule { after: 30, moves: 8, score: 10 }));
        assert_eq!((asked.known_wins, asked.max_moves), (true, Some(99)));
        let own = settings("--resign score=900 both=on --draw after=5").adjudication;
        assert_eq!(own.resign, Some(ResignRule { moves: 3, score: 900, both: true }));
        assert_eq!(own.draw, Some(DrawRule { after: 5, moves: 8, score: 10 }));
    }

    #[test]
    fn tests_and_rules_are_read() {
        let sprt = settings("--sprt elo0=-5 elo1=0 beta=0.1").sprt.unwrap();
        assert_eq!(sprt, Sprt::new(-5.0, 0.0, 0.05, 0.1, EloModel::Normalized).unwrap());
        let plain = settings("--sprt --rounds 5").sprt.unwrap();
        assert_eq!(plain, Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap());
        let rules = settings("--rule KingMove=step Escape=edge --rule Announce=yes").alternates;
        assert_eq!(rules.len(), 3);
        assert_eq!(settings("--variant tablut,ard-ri --variant fitchneal").variants.len(), 3);
    }
}
