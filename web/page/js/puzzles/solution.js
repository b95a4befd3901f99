/** The solution of a puzzle as a tree to step through: the main line and the other defences. */

import { el, fill } from '../dom.js';
import { puzzleTexts } from '../texts-puzzles.js';

/**
 * @typedef {object} SolutionLine
 * @property {string[]} moves by name
 * @property {import('../connection/rules.js').Position[]} positions before and after each
 */

/** How many moves two lines have in common from the first on. @param {string[]} one @param {string[]} other */
function common(one, other) {
  const differs = one.findIndex((move, at) => move !== other[at]);
  return differs < 0 ? one.length : differs;
}

export class SolutionTree {
  /** @param {(line: number, ply: number) => unknown} step called to show a position of a line */
  constructor(step) {
    this.step = step;
    /** @type {{ line: number, ply: number, move: HTMLElement }[]} */
    this.buttons = [];
    /** For each line: the one it leaves, and after how many moves. @type {{ from: number, shared: number }[]} */
    this.branches = [];
    this.element = el('div', { class: 'puzzle-line' });
  }

  clear() {
    this.buttons = [];
    this.branches = [];
    fill(this.element);
  }

  /**
   * Shows the lines of a solution, the main one first.
   * @param {SolutionLine[]} lines
   * @param {number} only the moves of the main line up to which one move alone is right
   */
  show(lines, only) {
    this.buttons = [];
    this.branches = lines.map(({ moves }, at) =>
      lines
        .slice(0, at)
        .map((known, from) => ({ from, shared: common(known.moves, moves) }))
        .reduce((best, found) => (found.shared > best.shared ? found : best), {
          from: at,
          shared: 0,
        }),
    );
    const [main, ...others] = lines.map(({ positions }, line) => {
      const written = positions.flatMap(({ last }) => (last ? [last.text] : []));
      return this.#moves(written, line);
    });
    fill(
      this.element,
      group(main.slice(0, only), puzzleTexts.line),
      main.length > only && el('p', { class: 'quiet' }, puzzleTexts.rest),
      main.length > only && group(main.slice(only), puzzleTexts.rest),
      others.length > 0 && el('p', { class: 'quiet' }, puzzleTexts.defences),
      ...others.map((moves) => group(moves, puzzleTexts.defences)),
    );
  }

  /** The buttons of the moves with which a line leaves the others. @param {string[]} written @param {number} line */
  #moves(written, line) {
    const { shared } = this.branches[line];
    return written.slice(shared).map((text, at) => {
      const ply = shared + at + 1;
      const move = el(
        'button',
        { type: 'button', class: 'move', onclick: () => this.step(line, ply) },
        text,
      );
      this.buttons.push({ line, ply, move });
      return move;
    });
  }

  /** Marks the move that led to the position on the board. @param {number} line @param {number} ply */
  mark(line, ply) {
    let shown = line;
    while (this.branches[shown] && ply <= this.branches[shown].shared && shown > 0) {
      shown = this.branches[shown].from;
    }
    for (const button of this.buttons) {
      const here = button.line === shown && button.ply === ply;
      button.move.classList.toggle('here', here);
      if (here) button.move.setAttribute('aria-current', 'true');
      else button.move.removeAttribute('aria-current');
    }
  }
}

/** @param {HTMLElement[]} moves @param {string} label */
const group = (moves, label) => el('p', { role: 'group', 'aria-label': label }, ...moves);
