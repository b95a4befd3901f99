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
 */

/**
 * @param {string} what `read` or `write`
 * @param {Record<string, string>} parameters
 * @param {string} body
 */
async function post(what, parameters, body) {
  const query = new URLSearchParams(parameters);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const response = await fetch(`games/${what}?${query}`, { method: 'POST', body, headers });
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
  return (await post('read', { token, variant }, text)).json();
}

/**
 * Writes a game.
 * @param {string} token
 * @param {RecordedGame} game
 * @param {string} format
 */
export async function writeGame(token, game, format) {
  return (await post('write', { token, format }, JSON.stringify([game]))).text();
}
