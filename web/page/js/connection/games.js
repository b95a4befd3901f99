/** Games in the formats that people have: the program reads and writes them. */

import { texts } from '../texts.js';
import { plainly } from './lines.js';

/** The longest text that the program takes, in bytes. */
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
 * @typedef {object} MatchState how a match goes
 * @property {number} version
 * @property {number} total
 * @property {RunningGame[]} running
 * @property {{ name: string, wins: number, draws: number, losses: number }[]} scores
 * @property {EndedGame[]} games those that have ended since the version that was known
 *
 * @typedef {object} RunningGame
 * @property {number} number
 * @property {number} side the length of the board's side
 * @property {string} fen
 * @property {number} plies moves made
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
 * @param {string} what the path
 * @param {Record<string, string>} parameters
 * @param {string} body
 */
async function post(what, parameters, body) {
  if (body.length > MAX_LENGTH) throw new Error(texts.tooLong(MAX_LENGTH >> 20));
  const query = new URLSearchParams(parameters);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await fetch(`${what}?${query}`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(plainly(await response.text()));
  return response;
}

/**
 * Reads the games of a text.
 * @param {string} token
 * @param {string} text
 * @param {string} variant the ruleset of moves that name none
 * @returns {Promise<RecordedGame[]>}
 */
export async function readGames(token, text, variant) {
  return (await post('games/read', { token, variant }, text)).json();
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
 * Whether the program answers to a token: `gone` if there is no program, `stale` if it was started
 * again since the token was given.
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
 * How a game that is over ended.
 * @param {RecordedGame} game
 * @returns {NonNullable<import('./rules.js').Position['result']>}
 */
export function resultOf({ result, termination }) {
  const winner = result === 'attackers' || result === 'defenders' ? result : null;
  return { winner, reason: termination };
}

/**
 * How the match goes that can be watched; nothing, if there is none, or nothing new.
 * @param {string} token
 * @param {number | null} since the version that is known
 * @returns {Promise<MatchState | null>}
 */
export async function followMatch(token, since) {
  /** @type {Record<string, string>} */
  const parameters = since === null ? { token } : { token, since: String(since) };
  return (await post('watch', parameters, '')).json();
}

/**
 * A game of the match, as far as it has been played.
 * @param {string} token
 * @param {number} number
 * @returns {Promise<RecordedGame | null>} nothing, if it ended long ago
 */
export async function matchGame(token, number) {
  return (await post('watch/game', { token, number: String(number) }, '')).json();
}
