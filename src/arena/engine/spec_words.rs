//! An engine's specification as the words that describe it, and differences between two.

use super::spec::EngineSpec;
use super::time_control::seconds;

impl EngineSpec {
    /// The words that describe the engine, as after `--engine`.
    pub(super) fn words(&self) -> Vec<String> {
        self.pairs().into_iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// The first value in which another engine differs, such as `nodes=1, not nodes=2`. The order of
    /// options does not matter.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let (own, others) = (self.pairs(), other.pairs());
        let value = |pairs: &[(String, String)], key: &str| {
            let found = pairs.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
            found.map(|(_, value)| format!("{key}={value}"))
        };
        let keys = own.iter().chain(&others).map(|(key, _)| key);
        let mut both = keys.map(|key| (key, value(&own, key), value(&others, key)));
        both.find(|(_, own, other)| own != other).map(|(key, own, other)| {
            let own = own.unwrap_or_else(|| format!("no {key}"));
            format!("{own}, not {}", other.as_deref().unwrap_or("none"))
        })
    }

    /// The keys and values that describe the engine. Defaults are left out, unless they depend on
    /// another key.
    fn pairs(&self) -> Vec<(String, String)> {
        let limits = &self.limits;
        let args = shlex::try_join(self.args.iter().map(String::as_str)).unwrap_or_default();
        let switch = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
        let common = [
            ("name", Some(self.name.clone())),
            ("cmd", Some(self.program.display().to_string())),
            ("proto", Some(self.protocol.to_string())),
            ("args", Some(args).filter(|args| !args.is_empty())),
            ("dir", self.dir.as_ref().map(|dir| dir.display().to_string())),
            ("tc", limits.clock.map(|clock| clock.to_string())),
            ("st", limits.move_time.map(seconds)),
            ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
            ("depth", limits.depth.map(|depth| depth.to_string())),
            ("ponder", switch(self.ponder)),
            ("variant", self.variant.clone()),
            (
                "variant-name",
                Some(self.variant_names.to_string()).filter(|names| !names.is_empty()),
            ),
            ("restart", switch(self.restart)),
            ("errors", Some(self.errors.to_string())),
            ("timemargin", Some(self.margin.as_millis().to_string())),
        ];
        let common = common.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        let options = self.options.iter();
        common
            .chain(options.map(|(name, value)| (format!("option.{name}"), value.clone())))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::engine::{EngineSpec, read_engines, read_over};

    fn read(words: &str) -> EngineSpec {
        read_engines(&[], &[shlex::split(words).unwrap()]).unwrap().remove(0)
    }

    const FULL: &str = "cmd=sh name='My engine' args='-c \"exit 0\" x' dir=/ tc=40/10+0.1 nodes=5 depth=3 \
        ponder=yes variant-name=tablut:one,ard-ri:two restart=on timemargin=7 option.Hash=16 option.A=b";

    #[test]
    fn the_words_describe_the_same_engine() {
        for words in [FULL, "cmd=sh st=0.25 variant=tablut", "cmd=sh proto=tablut st=1 errors=2"] {
            let spec = read(words);
            let one = std::slice::from_ref(&spec);
            assert_eq!(read_over(&[], one).unwrap(), one);
            let again = read(&shlex::try_join(spec.words().iter().map(String::as_str)).unwrap());
            assert_eq!(again, spec);
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let spec = read(FULL);
        let differs = |from: &str, to: &str| spec.difference(&read(&FULL.replace(from, to)));
        assert_eq!(differs("Hash=16 option.A=b", "A=b option.hash=16"), None);
        assert_eq!(differs("nodes=5", "nodes=6").unwrap(), "nodes=5, not nodes=6");
        assert_eq!(differs(" depth=3", "").unwrap(), "depth=3, not none");
        assert_eq!(differs("A=b", "A=c").unwrap(), "option.A=b, not option.A=c");
        let more = spec.difference(&read(&format!("{FULL} option.B=c"))).unwrap();
        assert_eq!(more, "no option.B, not option.B=c");
    }

    #[test]
    fn words_for_all_engines_change_only_what_they_name() {
        let specs = [read("cmd=sh tc=5 option.A=1 option.B=2"), read("cmd=sh nodes=7")];
        let over = |words: &str| read_over(&shlex::split(words).unwrap(), &specs).unwrap();
        assert_eq!(over("option.A=1")[0], specs[0]);
        let changed = over("tc=5 option.B=3");
        assert_eq!(specs[0].difference(&changed[0]).unwrap(), "option.B=2, not option.B=3");
        assert_eq!(specs[1].difference(&changed[1]).unwrap(), "no tc, not tc=5");
    }
}
