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

/** A name that no own rules have: the given one, or the same with a number. @param {string} title */
export function freeTitle(title) {
  const taken = new Set(ownRulesets().map(ownTitle));
  let free = title;
  for (let number = 2; taken.has(free); number += 1) free = `${title} ${number}`;
  return free;
}

/** Keeps own rules. They replace others of the same name. @param {string} variant */
export function keepOwn(variant) {
  const title = ownTitle(variant);
  if (title === null) return;
  const others = ownRulesets().filter((known) => ownTitle(known) !== title);
  keep(NAME, [variant, ...others].slice(0, MOST));
}

/** Keeps own rules unless there are others of the same name, which may be newer. @param {string} variant */
export function keepIfNew(variant) {
  const known = ownRulesets().find((other) => ownTitle(other) === ownTitle(variant));
  if (!known || known === variant) keepOwn(variant);
}
