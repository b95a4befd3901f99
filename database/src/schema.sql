-- Version 1 of the format, with index.sql. docs/database.md explains it.

-- The rules of games: a ruleset's name or rules string, and alternate rules, 'KingMove=step …'.
CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    variant TEXT NOT NULL,
    alternates TEXT NOT NULL,
    UNIQUE (variant, alternates)
) STRICT;

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    -- Of everything that tells the game from others; see the UNIQUE check in write.rs.
    hash INTEGER NOT NULL,
    rules INTEGER NOT NULL REFERENCES rules (id),
    event INTEGER NOT NULL REFERENCES events (id),
    date TEXT NOT NULL,
    -- Counted from 1; NULL outside of a match.
    round INTEGER,
    number INTEGER,
    attackers INTEGER NOT NULL REFERENCES players (id),
    defenders INTEGER NOT NULL REFERENCES players (id),
    attackers_limits TEXT NOT NULL,
    defenders_limits TEXT NOT NULL,
    attackers_rating INTEGER,
    defenders_rating INTEGER,
    -- The start position as a FEN; NULL for the ruleset's.
    start TEXT,
    defenders_first INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    -- 1 if the attackers won, 0 for a draw, -1 if the defenders won; NULL if the game is unfinished.
    result INTEGER,
    termination TEXT NOT NULL,
    detail TEXT,
    -- Other tags as a JSON object; NULL without any.
    tags TEXT,
    -- Origin and destination of each move.
    moves BLOB NOT NULL,
    -- The moves with remarks, comments and variations as in a record, compressed by zlib; NULL
    -- without any.
    annotations BLOB
) STRICT;

-- The positions of games, each once a game, with the move first played there. The move is NULL in the
-- last position of a game.
CREATE TABLE positions (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    move INTEGER,
    PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;

-- The games in words, for people with an SQL shell.
CREATE VIEW game_list AS
SELECT
    games.id,
    events.name AS event,
    games.date,
    games.round,
    rules.variant,
    rules.alternates,
    black.name AS attackers,
    white.name AS defenders,
    CASE games.result WHEN 1 THEN 'attackers' WHEN 0 THEN 'draw' WHEN -1 THEN 'defenders' ELSE '*' END
        AS result,
    games.termination,
    games.plies
FROM games
JOIN rules ON rules.id = games.rules
JOIN events ON events.id = games.event
JOIN players AS black ON black.id = games.attackers
JOIN players AS white ON white.id = games.defenders;
