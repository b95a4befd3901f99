/** The program's database of games. All answers are null if it has none open. */

import { post } from './post.js';

/**
 * @typedef {import('./games.js').RecordedGame} RecordedGame
 *
 * @typedef {object} Filter which games are meant; what is missing is no condition
 * @property {string} [player] a part of the name of either player
 * @property {string} [variant] the name of a ruleset
 * @property {string} [event] a part of the name of the event
 * @property {string} [result] `attackers`, `defenders`, `draw` or `unfinished`
 * @property {string} [since] a date such as `2026.11.21`, or its beginning
 * @property {number} [min_rating] the lowest rating of both players
 *
 * @typedef {object} Results
 * @property {number} games
 * @property {number} attackers wins of the attackers
 * @property {number} draws
 * @property {number} defenders wins of the defenders
 * @property {{ value: number, low: number, high: number } | null} score the attackers' share of
 *   the points, from 0 to 1, with its 95 % interval
 * @property {number | null} length the mean number of moves of both sides
 * @property {string | null} last_played the date of the latest game
 *
 * @typedef {object} Exploration the games of a position
 * @property {number} games
 * @property {{ name: string, since: number } | null} opening the last named position on the way
 * @property {ExploredMove[]} moves the most frequent first
 * @property {(ListedGame & { ply: number })[]} list some of the games, the last added first, and
 *   the number of moves before the position
 *
 * @typedef {object} MoveInfo
 * @property {string} move
 * @property {string[]} images moves whose games are counted too, in a symmetric position
 * @property {string | null} opening the name of the position after it
 * @property {{ name: string, rating: number } | null} best the best rated player who made it
 *
 * @typedef {Results & MoveInfo} ExploredMove
 *
 * @typedef {object} ListedGame
 * @property {number} id
 * @property {string} event
 * @property {string} date
 * @property {string} variant
 * @property {string} attackers
 * @property {string} defenders
 * @property {[number | null, number | null]} ratings
 * @property {string} result
 * @property {number} plies
 */

/**
 * What was played in a position.
 * @param {string} token
 * @param {{ variant: string, rules: [string, string][], fen: string | null, moves: string[], filter: Filter }} asked
 * @returns {Promise<Exploration | null>}
 */
export async function explore(token, asked) {
  return (await post('explore', { token }, JSON.stringify(asked))).json();
}

/**
 * Lists games, those added last first.
 * @param {string} token
 * @param {Filter} filter
 * @param {number | null} before only games with smaller numbers
 * @param {number} limit
 * @returns {Promise<{ total: number, games: ListedGame[] } | null>}
 */
export async function listGames(token, filter, before, limit) {
  return (await post('db/games', { token }, JSON.stringify({ filter, before, limit }))).json();
}

/**
 * Reads a game.
 * @param {string} token
 * @param {number} id
 * @returns {Promise<RecordedGame | null>}
 */
export async function readGame(token, id) {
  return (await post('db/game', { token }, JSON.stringify({ id }))).json();
}

/**
 * Adds games.
 * @param {string} token
 * @param {RecordedGame[]} games
 * @returns {Promise<{ added: number, known: number } | null>}
 */
export async function keepGames(token, games) {
  return (await post('games/keep', { token }, JSON.stringify(games))).json();
}
