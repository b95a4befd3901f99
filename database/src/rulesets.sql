-- Version 2 of the format.

-- The rulesets of users' files under which there are games, as JSON: others may come with the same name.
CREATE TABLE rulesets (
    name TEXT PRIMARY KEY,
    definition TEXT NOT NULL
) STRICT, WITHOUT ROWID;
