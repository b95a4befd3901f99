/** The list of moves and variations, with buttons to step through them. */

import { el, fill, iconButton, icons } from '../dom.js';
import { texts } from '../texts.js';
import { readNotes } from './notes.js';
import { timeOf } from './move-time.js';

/**
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./tree.js').Node} Node
 */

/** The panel of moves. */
export class Moves {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.list = el('div', {
      class: 'moves',
      role: 'group',
      'aria-label': texts.moves,
      tabindex: 0,
    });
    this.steps = {
      first: iconButton(icons.first, texts.first, () => this.step('first')),
      back: iconButton(icons.back, texts.back, () => this.step('back')),
      forward: iconButton(icons.forward, texts.forward, () => this.step('forward')),
      last: iconButton(icons.last, texts.last, () => this.step('last')),
    };
    this.stepRow = el('div', { class: 'steps' }, ...Object.values(this.steps));
    this.element = el(
      'section',
      { class: 'panel moves-panel', 'aria-label': texts.moves },
      el('div', { class: 'panel-head' }, el('h2', {}, texts.moves), this.stepRow),
      this.list,
    );
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    desk.addEventListener('tree', () => this.#draw());
    desk.addEventListener('node', () => this.#mark());
    // A hidden list cannot be scrolled.
    new ResizeObserver(() => this.scrollToMark()).observe(this.list);
  }

  /** @param {'first' | 'back' | 'forward' | 'last'} where */
  step(where) {
    const { node, tree } = this.desk;
    if (!node || !tree) return;
    const target = {
      first: tree.root,
      back: node.parent,
      forward: node.children[0],
      last: node.end,
    };
    this.desk.go(target[where]);
  }

  #draw() {
    this.buttons.clear();
    const { tree } = this.desk;
    if (!tree) return;
    const line = this.#line(tree.root);
    fill(this.list, ...(line.length > 0 ? line : [el('p', { class: 'quiet' }, texts.noMoves)]));
    this.#mark();
  }

  /**
   * The moves after a node. Variations get their own lines.
   * @param {Node} from
   * @param {boolean} [needsNumber] whether the first move has a number, whichever side makes it
   * @returns {(HTMLElement | string)[]}
   */
  #line(from, needsNumber = true) {
    /** @type {(HTMLElement | string)[]} */
    const parts = [];
    for (let node = from.children[0], parent = from; node; parent = node, node = node.children[0]) {
      parts.push(...this.#move(node, needsNumber));
      needsNumber = readNotes(node.comment).words !== '';
      for (const sibling of parent.children.slice(1)) {
        const hasComment = readNotes(sibling.comment).words !== '';
        const words = [...this.#move(sibling, true), ...this.#line(sibling, hasComment)];
        parts.push(el('div', { class: 'variation' }, ...words));
        needsNumber = true;
      }
    }
    return parts;
  }

  /**
   * A move with its comment.
   * @param {Node} node
   * @param {boolean} needsNumber
   */
  #move(node, needsNumber) {
    const mover = node.parent?.position.side;
    // Moves are numbered in pairs that start with the attackers.
    const offset = this.desk.tree?.root.position.side === 'defenders' ? 1 : 0;
    const number = Math.floor((node.ply - 1 + offset) / 2) + 1;
    const isFirst = mover === 'attackers';
    const mark = isFirst ? `${number}.` : needsNumber ? `${number}…` : '';
    const { glyph, words } = readNotes(node.comment);
    const sign =
      glyph &&
      el('span', { class: 'glyph', 'data-mark': glyph, title: texts.glyphs[glyph] }, glyph);
    const judgement =
      node.judgement !== glyph &&
      node.judgement &&
      el(
        'span',
        {
          class: 'judgement',
          'data-mark': node.judgement,
          title: texts.judgements[node.judgement],
        },
        node.judgement,
      );
    const button = el(
      'button',
      { type: 'button', class: 'move', onclick: () => this.desk.go(node) },
      node.move?.text ?? '',
      sign,
      judgement,
    );
    this.buttons.set(node, button);
    const time = timeOf(node.remark);
    const ply = el(
      'span',
      { class: `ply ${isFirst ? 'first' : 'second'}` },
      mark && el('span', { class: 'number' }, mark),
      button,
      // Drawn by the style, so that it is not copied with the moves.
      time && el('span', { class: 'time', 'data-time': time }),
    );
    // The space keeps moves apart when they are copied.
    return words ? [ply, ' ', el('p', { class: 'comment' }, words)] : [ply, ' '];
  }

  #mark() {
    for (const [node, button] of this.buttons) {
      const here = node === this.desk.node;
      button.classList.toggle('here', here);
      if (here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    this.#offerSteps();
    this.scrollToMark();
  }

  /** Offers the steps that lead anywhere. At either end the focus turns back. */
  #offerSteps() {
    const { first, back, forward, last } = this.steps;
    const isFirst = !this.desk.node?.parent;
    const isLast = !this.desk.node?.children.length;
    for (const button of [first, back]) button.disabled = isFirst;
    for (const button of [forward, last]) button.disabled = isLast;
    const had = document.activeElement;
    if (had?.matches(':disabled') && this.stepRow.contains(had)) {
      (isFirst ? forward : back).focus({ preventScroll: true });
    }
  }

  /** Scrolls to the move that led to the position on the board. */
  scrollToMark() {
    const button = this.desk.node && this.buttons.get(this.desk.node);
    if (button) scrollInto(this.list, button);
    if (this.desk.node === this.desk.tree?.root) this.list.scrollTop = 0;
  }
}

/**
 * Scrolls the list alone until one of its parts is visible.
 * @param {HTMLElement} list
 * @param {HTMLElement} part
 */
function scrollInto(list, part) {
  const [outer, inner] = [list.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
