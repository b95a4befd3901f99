/** A game of a database in a list, as a button. */

import { el } from '../dom.js';
import { explorerTexts } from '../texts-explorer.js';
import { dateText, moveCount } from '../texts-records.js';

/** @type {Readonly<Record<string, string>>} */
const outcomes = { ...explorerTexts.outcomes, '*': explorerTexts.outcomes.unfinished };

/**
 * @param {import('../connection/database.js').ListedGame} game
 * @param {string} title the title of its ruleset; empty where it is known
 * @param {() => void} open
 */
export function gameButton(game, title, open) {
  const name = (/** @type {string} */ player, /** @type {number | null} */ rating) =>
    rating === null ? player : `${player} (${rating})`;
  const [attackers, defenders] = game.ratings;
  const players = [name(game.attackers, attackers), name(game.defenders, defenders)].join(' – ');
  const facts = [title, outcomes[game.result], moveCount(game.plies), dateText(game.date)];
  const words = [...facts, game.event].filter(Boolean).join(' · ');
  return el(
    'button',
    { type: 'button', class: 'button link database-game', title: words, onclick: open },
    el('span', { class: 'saved-title' }, players),
    el('span', { class: 'quiet' }, words),
  );
}
