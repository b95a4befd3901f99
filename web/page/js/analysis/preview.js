/** Shows the position after a move of an engine line or of the explorer that is pointed at or has the focus. */

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../game/desk.js').Desk} Desk
 */

/** Sends the event `changed` when the board should show another position. */
export class Preview extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {...HTMLElement} places where elements name their moves in `data-moves`
   */
  constructor(desk, ...places) {
    super();
    this.desk = desk;
    /** Whether the pointer has moved over a place. Lines that appear under a pointer at rest are not previewed. */
    this.isPointing = false;
    /** The moves under the pointer. */
    this.moves = '';
    /** @type {Position | null} */
    this.position = null;
    for (const place of places) {
      for (const event of /** @type {const} */ (['pointermove', 'pointerover'])) {
        place.addEventListener(event, ({ target, movementX, movementY }) => {
          this.isPointing ||= movementX !== 0 || movementY !== 0;
          if (this.isPointing) this.#point(target).catch(() => {});
        });
      }
      place.addEventListener('focusin', ({ target }) => this.#point(target).catch(() => {}));
      for (const event of ['pointerleave', 'focusout', 'click']) {
        place.addEventListener(event, () => this.end());
      }
    }
    desk.addEventListener('node', () => this.end());
  }

  /** Shows the position of the game again. */
  end() {
    this.isPointing = false;
    this.moves = '';
    if (!this.position) return;
    this.position = null;
    this.dispatchEvent(new Event('changed'));
  }

  /** @param {EventTarget | null} target */
  async #point(target) {
    const move = target instanceof HTMLElement ? target.closest('[data-moves]') : null;
    const moves = (move instanceof HTMLElement && move.dataset.moves) || '';
    if (!moves || moves === this.moves) return;
    this.moves = moves;
    const { node } = this.desk;
    const position = node && (await this.desk.look(node, moves.split(' ')));
    // The pointer may have moved on in the meantime.
    if (!position || this.moves !== moves || this.desk.node !== node) return;
    this.position = position;
    this.dispatchEvent(new Event('changed'));
  }
}
