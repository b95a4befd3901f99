-- What follows from the games and their positions, and can be made anew where it is missing.

CREATE INDEX IF NOT EXISTS games_hash ON games (hash);
CREATE INDEX IF NOT EXISTS games_attackers ON games (attackers);
CREATE INDEX IF NOT EXISTS games_defenders ON games (defenders);

-- The sums over the games of frequent positions, a row for each move; -1 for the end of the game.
CREATE TABLE IF NOT EXISTS summaries (
    key INTEGER NOT NULL,
    move INTEGER NOT NULL,
    games INTEGER NOT NULL,
    attackers INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    defenders INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    -- The latest date; '' without any.
    last_played TEXT NOT NULL,
    -- The best rating of a player who made the move, and the player; NULL without any.
    best_rating INTEGER,
    best_player INTEGER REFERENCES players (id),
    PRIMARY KEY (key, move)
) STRICT, WITHOUT ROWID;
