/** The rows of the explorer: a move, the results of its games, and the engine's score. */

import { el } from '../dom.js';
import { numberText } from '../languages/language.js';
import { explorerTexts as texts } from '../texts-explorer.js';
import { withDash } from './lines.js';

/** @typedef {import('../connection/games.js').ExploredMove} ExploredMove */

/**
 * The engine's line that begins with a move, or else with one of its mirror images: the search may rate those differently.
 * @param {import('../connection/engine.js').Line[]} lines
 * @param {string} move
 * @param {readonly string[]} images
 */
export const lineOf = (lines, move, images) =>
  lines.find(({ moves }) => moves[0] === move) ??
  lines.find(({ moves }) => images.includes(moves[0]));

/** The heads of the columns. */
export function head() {
  const heads = [
    [texts.move, ''],
    [texts.games, ''],
    [texts.score, texts.scoreHelp],
    [texts.engine, ''],
  ];
  const cells = heads.map(([name, title]) =>
    el('th', { scope: 'col', title: title || null }, name),
  );
  return el('thead', {}, el('tr', {}, ...cells));
}

/**
 * The shares of the results as a bar.
 * @param {ExploredMove} explored
 */
function bar({ attackers, draws, defenders }) {
  const decided = attackers + draws + defenders;
  const words = texts.bar(attackers / decided, draws / decided, defenders / decided);
  const element = el('span', {
    class: 'result-bar',
    role: 'img',
    'aria-label': words,
    title: words,
  });
  for (const [name, count] of Object.entries({ attackers, draws, defenders })) {
    const part = el('span', { class: `result-${name}` });
    part.style.setProperty('--share', String(count));
    element.append(part);
  }
  return element;
}

/** @param {ExploredMove} explored */
function results(explored) {
  const { score } = explored;
  if (!score) return ['–'];
  const interval = el('span', { class: 'quiet' }, texts.interval(score));
  const shares = el('span', { class: 'result-share' }, `${texts.percent(score.value)} `, interval);
  return [el('span', { class: 'result' }, bar(explored), shares)];
}

/**
 * The two rows of a move, and the cell for the engine's score.
 * @param {ExploredMove} explored
 * @param {string | undefined} next the next move of the game on the board, if it has one
 * @param {(move: string) => void} play
 */
export function rowsOf(explored, next, play) {
  const isNext = next !== undefined && [explored.move, ...explored.images].includes(next);
  // Of its mirror images the one that was played.
  const move = isNext ? next : explored.move;
  const name = withDash(move);
  const engine = el('td', { class: 'engine-score' });
  const attributes = {
    type: 'button',
    class: 'move',
    'aria-label': texts.play(name),
    'aria-current': isNext ? 'true' : null,
    title: isNext ? texts.next : null,
    onclick: () => play(move),
  };
  // The board shows the position after it, as `preview.js` does for the engine's lines.
  const pointed = { 'data-moves': move };
  const main = el(
    'tr',
    pointed,
    el('th', { scope: 'row' }, el('button', attributes, name)),
    el('td', {}, numberText(explored.games)),
    el('td', {}, ...results(explored)),
    engine,
  );
  const words = [explored.opening, texts.details(explored)].filter(Boolean).join(' · ');
  const details = el('tr', { class: 'details', ...pointed }, el('td', { colspan: 4 }, words));
  return { rows: words ? [main, details] : [main], engine };
}
