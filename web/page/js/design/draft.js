/** The rules that are being changed, kept in this browser. */

import { keep, recall } from '../settings.js';

/**
 * @typedef {import('../connection/rules.js').WrittenRuleset} WrittenRuleset
 *
 * @typedef {object} Draft
 * @property {string} base the game that is changed
 * @property {WrittenRuleset} ruleset
 * @property {boolean} isChanged whether they differ from those of the game
 * @property {Draft | null} [replaced] changed rules whose place these took
 */

const NAME = 'design';

/** @param {unknown} kept @returns {Draft | null} */
function read(kept) {
  if (!(kept instanceof Object)) return null;
  const { base, ruleset, isChanged = true, replaced } = /** @type {Partial<Draft>} */ (kept);
  if (typeof base !== 'string' || !(ruleset instanceof Object)) return null;
  return { base, ruleset, isChanged, replaced: read(replaced) };
}

/** The rules that were being changed before the page was loaded. */
export const recallDraft = () => read(recall(NAME, {}));

/** @param {Draft} draft */
export function keepDraft({ replaced, ...draft }) {
  // One step back is enough.
  keep(NAME, { ...draft, replaced: replaced && { ...replaced, replaced: null } });
}
