/** Text of the explorer and of the database. `texts.js` has the rest. */

import { numberText } from './languages/language.js';
import { say, words } from './languages/words.js';

const { explorer } = words;

/** @typedef {import('./connection/database.js').Results} Results */

/** @param {number} share from 0 to 1 */
const percent = (share) => say(explorer.percent, { share: String(Math.round(100 * share)) });

export const explorerTexts = {
  ...explorer,
  percent,
  /** @param {string} move */
  play: (move) => say(explorer.play, { move }),
  /** @param {string} value */
  engine: (value) => say(explorer.engine, { value }),
  /** @param {number} count */
  found: (count) => say(explorer.found, { count }),
  /** @param {number} low @param {number} high */
  interval: (low, high) => say(explorer.interval, { low: percent(low), high: percent(high) }),
  /** The results of games as a sentence. @param {Results} results */
  results: ({ attackers, draws, defenders }) =>
    say(explorer.results, {
      attackers: String(attackers),
      draws: String(draws),
      defenders: String(defenders),
    }),
  /** @param {number} length */
  length: (length) => say(explorer.length, { length: numberText(length, 0) }),
  /** @param {string} date */
  last: (date) => say(explorer.last, { date }),
  /** @param {{ name: string, rating: number }} player */
  best: ({ name, rating }) => say(explorer.best, { name, rating: String(rating) }),
};
