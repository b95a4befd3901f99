/** The panel about the move that led to the position: its sign, a comment, and its place in the game. */

import { button, el, labelled } from '../dom.js';
import { GLYPHS, readNotes, writeNotes } from '../game/notes.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/notes.js').Glyph} Glyph
 * @typedef {import('../game/notes.js').Notes} Notes
 * @typedef {import('../game/play.js').Play} Play
 * @typedef {import('../game/tree.js').Node} Node
 */

/**
 * Gives a move that was played again what followed it before and was noted on it.
 * @param {Node} again
 * @param {Node} before
 */
function merge(again, before) {
  again.comment ||= before.comment;
  for (const child of before.children) {
    const known = again.after(child.move?.name);
    if (known) merge(known, child);
    else again.children.push(Object.assign(child, { parent: again }));
  }
}

export class CommentPanel {
  /**
   * @param {Desk} desk
   * @param {Play} play
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    /** What was deleted last. @type {{ node: Node, parent: Node, at: number } | null} */
    this.removed = null;
    this.words = el('textarea', { rows: 2 });
    this.label = labelled(texts.comment, this.words);
    // Not on `change`: leaving the field would then move the target of the click that leaves it.
    this.words.addEventListener('input', () => this.#comment());
    this.glyphs = GLYPHS.map((glyph) =>
      button(glyph, () => this.#mark(glyph), {
        class: 'button glyph',
        title: texts.glyphs[glyph],
        'aria-label': `${glyph} ${texts.glyphs[glyph]}`,
      }),
    );
    this.promote = button(texts.promote, () => this.#promote());
    this.remove = button(texts.removeFrom, () => this.#remove());
    this.restore = button(texts.restore, () => this.#restore());
    this.element = el(
      'section',
      { class: 'panel', 'aria-label': texts.comment },
      this.label,
      el('div', { class: 'glyphs', role: 'group', 'aria-label': texts.signOf }, ...this.glyphs),
      el('div', { class: 'controls' }, this.promote, this.remove, this.restore),
    );
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#show());
    desk.addEventListener('node', () => this.#fill());
    desk.addEventListener('ruleset', () => {
      this.removed = null;
      this.#show();
    });
    play.addEventListener('state', () => this.#show());
  }

  /** What is noted on the move that led here. */
  get #notes() {
    return readNotes(this.desk.node?.comment ?? '');
  }

  /** Shows the comment of the position. It stays as it is while somebody writes. */
  #fill() {
    this.words.value = this.#notes.words;
  }

  #show() {
    const { tree, node } = this.desk;
    const isMove = !!node?.parent;
    const { glyph } = this.#notes;
    // No move leads to the start position.
    const [label, hint] = isMove
      ? [texts.comment, texts.commentHint]
      : [texts.commentStart, texts.commentStartHint];
    for (const name of this.label.querySelectorAll('label')) name.textContent = label;
    this.element.setAttribute('aria-label', label);
    this.words.placeholder = hint;
    for (const [at, element] of this.glyphs.entries()) {
      element.setAttribute('aria-pressed', String(isMove && GLYPHS[at] === glyph));
      element.disabled = !isMove;
    }
    // What was played here is as it was.
    const isPlayed = Boolean(tree?.participants);
    this.promote.disabled = !node || node.isMain || isPlayed;
    this.remove.disabled =
      !isMove || this.play.running || (isPlayed && !!tree?.main.includes(node));
    for (const element of [this.promote, this.remove])
      element.title = isPlayed ? texts.playedStays : '';
    this.restore.hidden = this.removed === null || this.play.running;
  }

  /** @param {Partial<Notes>} change */
  #write(change) {
    const { node } = this.desk;
    if (!node) return;
    node.comment = writeNotes({ ...this.#notes, ...change });
    this.desk.changed();
  }

  #comment() {
    this.#write({ words: this.words.value.trim() });
  }

  /** Gives a sign to the move, or takes it away. @param {Glyph} glyph */
  #mark(glyph) {
    this.#write({ glyph: glyph === this.#notes.glyph ? '' : glyph });
  }

  #promote() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    tree.promote(node);
    this.desk.changed();
  }

  #remove() {
    const { tree, node } = this.desk;
    if (!tree || !node?.parent || this.play.running) return;
    const { parent } = node;
    this.removed = { node, parent, at: parent.children.indexOf(node) };
    tree.remove(node);
    this.desk.go(parent);
    this.desk.changed();
    this.restore.focus();
  }

  /** Puts back what was deleted last. */
  #restore() {
    if (!this.removed) return;
    const { node, parent, at } = this.removed;
    this.removed = null;
    // It may have been played again.
    const again = parent.after(node.move?.name);
    if (again) merge(again, node);
    else parent.children.splice(at, 0, node);
    this.desk.go(again ?? node);
    this.remove.focus();
    this.desk.changed();
  }
}
