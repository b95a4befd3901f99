//! User-defined rulesets: a file, and a rules string.

use tempfile::TempDir;

const FILE: &str = "\
[[ruleset]]
name = 'slow-tablut'
inherits = 'tablut'
title = 'Tablut with a slow king'
king-move = 'step'

[[ruleset]]
name = 'open-ard-ri'
rules = 'dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/'
";

pub const ARD_RI: &str =
    "dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/";

/// A folder with a valid and an invalid file of rulesets.
pub fn folder() -> (TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = write("my rulesets.toml", FILE);
    let bad = write("bad.toml", &FILE.replace("'step'", "'hop'"));
    (folder, good, bad)
}
