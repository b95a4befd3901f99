/** The position in one of the engine's lines, on the board for as long as the pointer is over its move. */

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('./lines.js').LineList} LineList
 */

/** It tells by the event `changed` that another position is to be shown. */
export class Preview extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {LineList} list
   */
  constructor(desk, list) {
    super();
    this.desk = desk;
    /** The moves under the pointer. */
    this.moves = '';
    /** @type {Position | null} */
    this.position = null;
    const lines = list.element;
    for (const event of ['pointerover', 'focusin']) {
      lines.addEventListener(event, ({ target }) => this.#point(target).catch(() => {}));
    }
    for (const event of ['pointerleave', 'focusout', 'click']) {
      lines.addEventListener(event, () => this.end());
    }
    desk.addEventListener('node', () => this.end());
  }

  /** Shows the position of the game again. */
  end() {
    this.moves = '';
    if (!this.position) return;
    this.position = null;
    this.dispatchEvent(new Event('changed'));
  }

  /** @param {EventTarget | null} target */
  async #point(target) {
    const move = target instanceof HTMLElement ? target.closest('.move') : null;
    const moves = (move instanceof HTMLElement && move.dataset.moves) || '';
    if (!moves || moves === this.moves) return;
    this.moves = moves;
    const { node } = this.desk;
    const position = node && (await this.desk.look(node, moves.split(' ')));
    // By now the pointer may be elsewhere.
    if (!position || this.moves !== moves || this.desk.node !== node) return;
    this.position = position;
    this.dispatchEvent(new Event('changed'));
  }
}
