/** The player's own rulesets: the last ones that were on the board of this browser. */

import { keep, recall } from '../settings.js';

const NAME = 'own-rulesets';

const MOST = 10;

/**
 * The name that the player gave to own rules.
 * @param {unknown} variant a ruleset's name, a rules string, or rules as data
 * @returns {string | null} null for the first two
 */
export function ownTitle(variant) {
  if (typeof variant !== 'string' || !variant.startsWith('{')) return null;
  try {
    const { title } = JSON.parse(variant);
    return typeof title === 'string' ? title : null;
  } catch {
    return null;
  }
}

/** The own rulesets, the last one first. */
export const ownRulesets = () =>
  recall(NAME, /** @type {string[]} */ ([])).filter((variant) => ownTitle(variant) !== null);

/** Keeps own rules. They replace others of the same name. @param {string} variant */
export function keepOwn(variant) {
  const title = ownTitle(variant);
  if (title === null) return;
  const others = ownRulesets().filter((known) => ownTitle(known) !== title);
  keep(NAME, [variant, ...others].slice(0, MOST));
}
