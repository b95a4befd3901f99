/** Games in the formats that people have: the program reads and writes them. */

/**
 * @typedef {object} RecordedMove
 * @property {string} text `d2-e2xd3`
 * @property {string} remark
 * @property {string} comment
 *
 * @typedef {object} RecordedGame
 * @property {string} event
 * @property {string} date
 * @property {string} variant
 * @property {[string, string][]} rules
 * @property {string} attackers
 * @property {string} defenders
 * @property {string | null} fen
 * @property {RecordedMove[]} moves
 * @property {string} result
 * @property {string} termination
 *
 * @typedef {object} MatchState how a match goes
 * @property {number} version
 * @property {number} total
 * @property {{ number: number, variant: string, attackers: string, defenders: string }[]} running
 * @property {{ name: string, wins: number, draws: number, losses: number }[]} scores
 * @property {{ number: number, side: number, fen: string, game: RecordedGame }[]} games
 */

/**
 * @param {string} what the path
 * @param {Record<string, string>} parameters
 * @param {string} body
 */
async function post(what, parameters, body) {
  const query = new URLSearchParams(parameters);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await fetch(`${what}?${query}`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(await response.text());
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
 * Writes a game.
 * @param {string} token
 * @param {RecordedGame} game
 * @param {string} format
 */
export async function writeGame(token, game, format) {
  return (await post('games/write', { token, format }, JSON.stringify([game]))).text();
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
