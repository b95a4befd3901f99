/** The evaluation graph: the defenders' chances after each move of the game. */

import { el, fill, svg } from '../dom.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 */

const WIDTH = 300;
const HEIGHT = 90;

export class Curve {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.picture = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
    this.words = el('p', { class: 'facts' });
    this.element = el(
      'div',
      { class: 'curve-box' },
      this.picture,
      el('p', { class: 'quiet' }, texts.curveSides),
      this.words,
    );
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
    // The curve has a gap wherever positions have not been analysed.
    const pieces = runs(main).map(({ first, steps }) => ({
      left: x(first),
      right: x(first + steps.length - 1),
      line: steps.map((step, index) => `${x(first + index)} ${y(step)}`).join('L'),
    }));
    const marks = main.flatMap((step, ply) =>
      step.judgement && step.chance !== null ? [mark(x(ply), y(step), step.judgement)] : [],
    );
    const here = main.indexOf(/** @type {Node} */ (node));
    fill(
      this.picture,
      svg('rect', { width: WIDTH, height: HEIGHT, class: 'curve-unknown' }),
      ...pieces
        .map(({ left, right, line }) => [
          svg('rect', { x: left, width: right - left, height: HEIGHT, class: 'curve-attackers' }),
          svg('path', {
            d: `M${left} ${HEIGHT}L${line}L${right} ${HEIGHT}z`,
            class: 'curve-defenders',
          }),
        ])
        .flat(),
      svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'curve-middle' }),
      ...pieces.map(({ line }) => svg('path', { d: `M${line}`, class: 'curve-line' })),
      here >= 0 && svg('path', { d: `M${x(here)} 0V${HEIGHT}`, class: 'curve-here' }),
      ...marks,
    );
    this.picture.setAttribute('aria-label', texts.curveOf(judged.length));
    const count = (/** @type {string} */ mark) =>
      main.filter(({ judgement }) => judgement === mark).length;
    // Until the whole game has been analysed, zero mistakes means nothing.
    const counts = { blunders: count('??'), mistakes: count('?'), dubious: count('?!') };
    this.words.textContent = tree?.isJudged || marks.length > 0 ? texts.mistakes(counts) : '';
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
 * The runs of consecutive analysed positions in a line.
 * @param {Node[]} line
 */
function runs(line) {
  /** @type {{ first: number, steps: Node[] }[]} */
  const found = [];
  line.forEach((step, ply) => {
    if (step.chance === null) return;
    const last = found.at(-1);
    if (last && last.first + last.steps.length === ply) last.steps.push(step);
    else found.push({ first: ply, steps: [step] });
  });
  return found;
}

/**
 * A marker for a mistake.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 */
function mark(x, y, words) {
  const at = Math.min(Math.max(y, 10), HEIGHT - 10);
  return svg(
    'g',
    { transform: `translate(${Math.min(Math.max(x, 8), WIDTH - 8)} ${at})` },
    svg('circle', { r: 8, class: 'curve-mark', 'data-mark': words }),
    svg(
      'text',
      { class: 'curve-mark-text', 'text-anchor': 'middle', 'dominant-baseline': 'central' },
      words,
    ),
  );
}
