/** Text of the explorer of games. `texts.js` has the rest. */

import { say, words } from './languages/words.js';

const { explorer } = words;

/** @type {Readonly<Record<string, string>>} */
const results = explorer.results;

export const explorerTexts = {
  ...explorer,
  /** @param {string} move */
  play: (move) => say(explorer.play, { move }),
  /** @param {number} share from 0 to 100 */
  percent: (share) => say(explorer.percent, { share }),
  /** @param {number} id @param {string} attackers @param {string} defenders @param {string} result */
  game: (id, attackers, defenders, result) =>
    say(explorer.game, { id: String(id), attackers, defenders, result: results[result] ?? result }),
};
