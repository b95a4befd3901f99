/** The course of a game: how likely the defenders were to win after each move. */

import { el, fill, svg } from '../dom.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 */

const WIDTH = 300;
const HEIGHT = 90;

/** How much worse a move makes the chances, and what it is called then. @type {[number, string][]} */
const MISTAKES = [
  [0.3, '??'],
  [0.2, '?'],
  [0.1, '?!'],
];

export class Curve {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.picture = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
    this.words = el('p', { class: 'facts' });
    this.element = el('div', { class: 'curve-box' }, this.picture, this.words);
    this.picture.addEventListener('click', (event) => this.#pick(event));
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.show());
  }

  show() {
    const { tree, node } = this.desk;
    const main = tree?.main ?? [];
    const judged = main.filter((step) => step.chance !== null);
    this.element.hidden = judged.length < 2;
    if (this.element.hidden) return;
    const x = (/** @type {number} */ ply) =>
      main.length < 2 ? 0 : (ply / (main.length - 1)) * WIDTH;
    const y = (/** @type {Node} */ step) => HEIGHT - (step.chance ?? 0.5) * HEIGHT;
    const points = main.flatMap((step, ply) =>
      step.chance === null ? [] : [`${x(ply)} ${y(step)}`],
    );
    const marks = main.flatMap((step, ply) =>
      step.judgement && step.chance !== null ? [mark(x(ply), y(step), step.judgement)] : [],
    );
    const here = main.indexOf(/** @type {Node} */ (node));
    fill(
      this.picture,
      svg('rect', { width: WIDTH, height: HEIGHT, class: 'curve-attackers' }),
      svg('path', {
        d: `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}z`,
        class: 'curve-defenders',
      }),
      svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'curve-middle' }),
      svg('path', { d: `M${points.join('L')}`, class: 'curve-line' }),
      here >= 0 && svg('path', { d: `M${x(here)} 0V${HEIGHT}`, class: 'curve-here' }),
      ...marks,
    );
    this.picture.setAttribute('aria-label', texts.curveOf(judged.length));
    const mistakes = main.filter((step) => step.judgement !== '').length;
    this.words.textContent = texts.mistakes(mistakes);
  }

  /** @param {MouseEvent} event */
  #pick(event) {
    const main = this.desk.tree?.main ?? [];
    const box = this.picture.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (main.length - 1));
    this.desk.go(main[ply]);
  }
}

/**
 * The mark of a mistake.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 */
function mark(x, y, words) {
  const at = Math.min(Math.max(y, 10), HEIGHT - 10);
  return svg(
    'g',
    { transform: `translate(${Math.min(Math.max(x, 8), WIDTH - 8)} ${at})` },
    svg('circle', {
      r: 8,
      class: `curve-mark curve-mark-${words.length > 1 && words[1] === '!' ? 'doubt' : 'bad'}`,
    }),
    svg(
      'text',
      { class: 'curve-mark-text', 'text-anchor': 'middle', 'dominant-baseline': 'central' },
      words,
    ),
  );
}

/**
 * Judges a move by the chances before and after it.
 * @param {Node} node the position after the move
 */
export function judge(node) {
  const before = node.parent?.chance ?? null;
  node.judgement = '';
  if (before === null || node.chance === null || !node.parent) return;
  const forDefenders = node.chance - before;
  const lost = node.parent.position.side === 'defenders' ? -forDefenders : forDefenders;
  node.judgement = MISTAKES.find(([least]) => lost >= least)?.[1] ?? '';
}
