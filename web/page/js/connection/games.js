/** Games in various formats, which the program reads and writes. */

import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { plainly } from './lines.js';
import { ruleWords } from './rules.js';

/** The longest text that the program accepts, in bytes. */
const MAX_LENGTH = 4 << 20;

/**
 * @typedef {object} RecordedGame
 * @property {string} event
 * @property {string} date
 * @property {string} variant
 * @property {[string, string][]} rules
 * @property {string} attackers
 * @property {string} defenders
 * @property {string | null} fen
 * @property {import('../game/line.js').Ply[]} moves
 * @property {string} result
 * @property {string} termination
 * @property {string} comment on the first position
 *
 * @typedef {object} Filter which games are meant; see `docs/gui-authors.md`
 * @property {string} [player]
 * @property {string} [event]
 * @property {string} [since]
 * @property {string} [variant] of the list of games alone
 * @property {string} [result] `attackers`, `defenders`, `draw` or `unfinished`
 * @property {number} [min_rating]
 *
 * @typedef {object} Share the attackers' share of the points with its 95 % interval, from 0 to 1
 * @property {number} value
 * @property {number} low
 * @property {number} high
 *
 * @typedef {object} Results
 * @property {number} games
 * @property {number} attackers wins of the attackers
 * @property {number} draws
 * @property {number} defenders wins of the defenders
 * @property {Share | null} score null without results
 * @property {number | null} length the average number of plies
 * @property {string | null} last_played the latest date
 *
 * @typedef {object} Exploration the games of a position
 * @property {number} games
 * @property {{ name: string, since: number } | null} opening the last named position on the way
 * @property {ExploredMove[]} moves the most frequent first
 * @property {(GameLine & { ply: number })[]} list some of the games, the last added first
 * @property {{ id: number, reason: string }[]} [unreadable] those that cannot be read
 *
 * @typedef {Results & {
 *   move: string,
 *   images: string[],
 *   opening: string | null,
 *   best: { name: string, rating: number } | null,
 * }} ExploredMove
 *
 * @typedef {object} GameLine a game of the database in a list
 * @property {number} id
 * @property {string} event
 * @property {string} date
 * @property {string} variant
 * @property {string} attackers
 * @property {string} defenders
 * @property {[number | null, number | null]} ratings
 * @property {string} result
 * @property {number} plies
 *
 * @typedef {object} MatchState the state of a match
 * @property {number} version
 * @property {number} total
 * @property {RunningGame[]} running
 * @property {{ name: string, wins: number, draws: number, losses: number, place: { points: number } | null }[]} scores
 * @property {EndedGame[]} games the games that ended since the requested version
 *
 * @typedef {object} RunningGame
 * @property {number} number
 * @property {number} side the length of the board's side
 * @property {string} fen
 * @property {number} plies the number of moves made
 * @property {string | null} last the last move
 * @property {string} variant
 * @property {string} attackers
 * @property {string} defenders
 *
 * @typedef {object} EndedGame
 * @property {number} number
 * @property {number} side
 * @property {string} fen
 * @property {RecordedGame} game
 */

/**
 * Sends a request to the program.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export const request = (address, options) =>
  fetch(address, options).catch(() => {
    throw new Error(texts.connectionClosed);
  });

/**
 * @param {string} what the endpoint
 * @param {Record<string, string>} parameters
 * @param {string} body
 */
async function post(what, parameters, body) {
  if (body.length > MAX_LENGTH) throw new Error(recordTexts.tooLong(MAX_LENGTH >> 20));
  const query = new URLSearchParams(parameters);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await request(`${what}?${query}`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(plainly(await response.text()));
  return response;
}

/**
 * Reads the games of a text.
 * @param {string} token
 * @param {string} text
 * @param {{ variant: string, alternates: [string, string][] }} rules for moves without any
 * @returns {Promise<RecordedGame[]>}
 */
export async function readGames(token, text, { variant, alternates }) {
  return (await post('games/read', { token, variant, rules: ruleWords(alternates) }, text)).json();
}

/**
 * Writes games.
 * @param {string} token
 * @param {RecordedGame[]} games
 * @param {string} format
 */
export async function writeGames(token, games, format) {
  return (await post('games/write', { token, format }, JSON.stringify(games))).text();
}

/**
 * What was played in a position, from the program's database of games.
 * @param {string} token
 * @param {{ variant: string, rules: [string, string][], fen: string | null, moves: string[], filter: Filter }} position
 * @returns {Promise<Exploration | null>} null if the program has no database open
 */
export async function explore(token, position) {
  return (await post('explore', { token }, JSON.stringify(position))).json();
}

/**
 * A part of the list of games of the program's database, the last added first.
 * @param {string} token
 * @param {{ filter: Filter, before: number | null, limit: number }} part only games with smaller numbers than
 * `before`, at most `limit` and 200
 * @returns {Promise<{ total: number, games: GameLine[] } | null>} null if the program has no database open
 */
export async function listGames(token, part) {
  return (await post('db/games', { token }, JSON.stringify(part))).json();
}

/**
 * A game of the program's database.
 * @param {string} token
 * @param {number} id
 * @returns {Promise<RecordedGame | null>} null if the program has no database open
 */
export async function storedGame(token, id) {
  return (await post('db/game', { token }, JSON.stringify({ id }))).json();
}

/**
 * Adds games to the program's database.
 * @param {string} token
 * @param {RecordedGame[]} games
 * @returns {Promise<{ added: number, known: number } | null>} null if the program has no database open
 */
export async function keepGames(token, games) {
  return (await post('games/keep', { token }, JSON.stringify(games))).json();
}

/**
 * The link for other devices on the network, with its code as rows of `1` and `0`.
 * @param {string} token
 * @returns {Promise<{ link: string, code: string[] } | null>} null if the page is served on this machine alone
 */
export async function phoneLink(token) {
  return (await post('phone', { token }, '')).json();
}

/**
 * Checks whether the program accepts a token. Returns `gone` if no program runs, and `stale` if it
 * was restarted since it issued the token.
 * @param {string} token
 * @returns {Promise<'here' | 'stale' | 'gone'>}
 */
export async function reach(token) {
  const query = new URLSearchParams({ token });
  const response = await fetch(`watch?${query}`, { method: 'POST' }).catch(() => null);
  if (!response) return 'gone';
  return response.status === 403 ? 'stale' : 'here';
}

/**
 * The token for a code, which the program gives once.
 * @param {string} code
 * @returns {Promise<string>} empty if the code has been used or the program cannot be reached
 */
export async function tokenFor(code) {
  const query = new URLSearchParams({ code });
  const response = await fetch(`enter?${query}`, { method: 'POST' }).catch(() => null);
  return response?.ok ? response.text() : '';
}

/**
 * The result of a finished game.
 * @param {RecordedGame} game
 * @returns {NonNullable<import('./rules.js').Position['result']>}
 */
export function resultOf({ result, termination }) {
  const winner = result === 'attackers' || result === 'defenders' ? result : null;
  return { winner, reason: termination };
}

/**
 * A result in the words of records; null for an unfinished game.
 * @param {import('./rules.js').Position['result']} result
 */
export function resultFields(result) {
  return result
    ? { result: result.winner ?? 'draw', termination: result.reason }
    : { result: '*', termination: 'unfinished' };
}

/**
 * The state of the match, or null if there is no match or nothing new.
 * @param {string} token
 * @param {number | null} since the latest known version
 * @returns {Promise<MatchState | null>}
 */
export async function followMatch(token, since) {
  /** @type {Record<string, string>} */
  const parameters = since === null ? { token } : { token, since: String(since) };
  return (await post('watch', parameters, '')).json();
}

/**
 * A game of the match up to now.
 * @param {string} token
 * @param {number} number
 * @returns {Promise<RecordedGame | null>} null if it ended too long ago
 */
export async function matchGame(token, number) {
  return (await post('watch/game', { token, number: String(number) }, '')).json();
}
