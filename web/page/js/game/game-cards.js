/** Cards for well-known games, each with a picture of its start position. */

import { el, fill } from '../dom.js';
import { needing } from '../needs.js';
import { texts } from '../texts.js';
import { smallBoard } from '../watch/small-board.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').RulesetName} RulesetName
 */

/**
 * @param {RulesetName[]} rulesets
 * @param {(variant: string) => Promise<Ruleset | null>} describe
 * @param {(name: string) => void} chosen
 */
export function gameCards(rulesets, describe, chosen) {
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  const note = el('p', { class: 'quiet card-note' });
  for (const { name, side } of rulesets) {
    const picture = el('span', { class: 'card-picture' });
    // The pictures arrive one by one, without delaying the form.
    describe(name).then(
      (ruleset) => ruleset && fill(picture, smallBoard(ruleset.start, ruleset.side, ruleset)),
    );
    const card = el(
      'button',
      { type: 'button', class: 'card', onclick: () => chosen(name) },
      picture,
      el('span', { class: 'card-name' }, texts.wellKnown[name]?.name ?? name),
      el('span', { class: 'quiet' }, texts.boards(side)),
    );
    cards.set(name, needing(card));
  }
  const mark = (/** @type {string} */ variant) => {
    for (const [name, card] of cards) card.setAttribute('aria-pressed', String(name === variant));
    const chosen = cards.get(variant);
    if (chosen) scrollAside(group, chosen);
    note.textContent = texts.wellKnown[variant]?.note ?? '';
    note.hidden = note.textContent === '';
  };
  const group = el(
    'div',
    { class: 'cards', role: 'group', 'aria-label': texts.wellKnownGames },
    ...cards.values(),
  );
  return { element: el('div', { class: 'recommended' }, group, note), mark };
}

/**
 * Scrolls a row until one of its parts is seen.
 * @param {HTMLElement} row
 * @param {HTMLElement} part
 */
function scrollAside(row, part) {
  const [outer, inner] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
}
