/** The king's moves and both sides' threats, by square. */

import * as marks from './marks.js';

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {'reach' | 'takes' | 'defendersWin' | 'attackersWin'} Threat
 */

/** The mark of each threat. @type {Record<Threat, (at: marks.Point) => SVGElement>} */
export const threatMarks = {
  reach: marks.reach,
  takes: (at) => marks.target(at, true),
  defendersWin: marks.wins,
  attackersWin: marks.danger,
};

/**
 * The threat on each square; the most important one if there are several.
 * @param {Position} position
 * @returns {Map<string, Threat>}
 */
export function threatsIn({ king, threats }) {
  /** @type {Map<string, Threat>} */
  const found = new Map();
  for (const { to } of king) found.set(to, 'reach');
  for (const square of king.flatMap(({ captures }) => captures)) found.set(square, 'takes');
  for (const { to } of threats.attackers) found.set(to, 'attackersWin');
  for (const { to } of threats.defenders) found.set(to, 'defendersWin');
  return found;
}
