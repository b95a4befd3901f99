/** Lists of games to choose from. */

import { el } from '../dom.js';
import { texts } from '../texts.js';
import { ownRulesets, ownTitle } from './own-rulesets.js';

/** @typedef {import('../connection/rules.js').RulesetName} RulesetName */

/**
 * The title of a ruleset, or else the beginning of its rules.
 * @param {import('../connection/rules.js').Rules} rules
 * @param {string} variant
 */
export function titleOf({ rulesets }, variant) {
  const known = rulesets.find(({ name }) => name === variant);
  return known?.title ?? ownTitle(variant) ?? variant.slice(0, 40);
}

/**
 * Adds own rules to a list, unless it has them or they are not own rules.
 * @param {HTMLSelectElement} list
 * @param {string} variant
 */
export function offerOwn(list, variant) {
  const title = ownTitle(variant);
  if (title === null || [...list.options].some(({ value }) => value === variant)) return;
  list.prepend(el('option', { value: variant }, title));
}

/**
 * A list of the player's own rulesets, and of the others, grouped by board size.
 * @param {RulesetName[]} rulesets
 * @param {string} chosen the selected ruleset; an unknown name selects nothing
 */
export function rulesetList(rulesets, chosen) {
  const list = el('select', {});
  const sizes = [...new Set(rulesets.map(({ side }) => side))].sort((a, b) => a - b);
  for (const size of sizes) {
    const group = el('optgroup', { label: texts.boards(size) });
    for (const { name, title } of rulesets.filter(({ side }) => side === size)) {
      group.append(el('option', { value: name, lang: 'en' }, title));
    }
    list.append(group);
  }
  for (const own of [...ownRulesets().reverse(), chosen]) offerOwn(list, own);
  list.value = chosen;
  return list;
}
