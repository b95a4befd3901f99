/** Text of the explorer and of the database of games. `texts.js` has the rest. */

import { numberText } from './languages/language.js';
import { say, words } from './languages/words.js';
import { dateText } from './texts-records.js';

const { explorer } = words;

/** @typedef {import('./connection/games.js').Results} Results */

/** A share from 0 to 1 as a whole percentage. @param {number} share */
const whole = (share) => Math.round(100 * share);

/** @param {number} share from 0 to 1 */
const percent = (share) => say(explorer.percent, { share: whole(share) });

export const explorerTexts = {
  ...explorer,
  percent,
  /** @param {string} move */
  play: (move) => say(explorer.play, { move }),
  /** @param {number} attackers the share of their wins, from 0 to 1 @param {number} draws @param {number} defenders */
  bar: (attackers, draws, defenders) =>
    say(explorer.bar, {
      attackers: percent(attackers),
      draws: percent(draws),
      defenders: percent(defenders),
    }),
  /** @param {import('./connection/games.js').Share} share */
  interval: ({ low, high }) =>
    say(explorer.interval, {
      low: whole(low),
      high: say(explorer.percent, { share: whole(high) }),
    }),
  /**
   * The average length of the games with a move, when it was last played, and the best player who made it.
   * @param {import('./connection/games.js').ExploredMove} explored
   */
  details({ length, last_played, best }) {
    const date = dateText(last_played ?? '?');
    return [
      length !== null && say(explorer.length, { count: Math.round(length) }),
      date && say(explorer.last, { date }),
      best && say(explorer.best, { name: best.name, rating: String(best.rating) }),
    ]
      .filter(Boolean)
      .join(' · ');
  },
  /** @param {number} count */
  filtersOn: (count) =>
    count > 0 ? `${explorer.filters} (${numberText(count)})` : explorer.filters,
  /** @param {number} shown @param {number} count */
  latest: (shown, count) => say(explorer.latest, { shown, count }),
  /** @param {number} count */
  unreadable: (count) => (count > 0 ? say(explorer.unreadable, { count }) : ''),
  /** @param {string} word */
  notADate: (word) => say(explorer.notADate, { word }),
};
