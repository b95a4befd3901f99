/** Premoves: a move chosen while the engine thinks, and played afterwards if it is still legal. */

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./tree.js').Node} Node
 */

/** Sends the event `changed` when the available moves or the choice change. */
export class Premove extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {Play} play
   */
  constructor(desk, play) {
    super();
    this.desk = desk;
    this.play = play;
    /** The position in which the person waits. @type {Node | null} */
    this.node = null;
    /** The moves available there if it were the person's turn. @type {Move[]} */
    this.moves = [];
    /** @type {Move | null} */
    this.chosen = null;
    play.addEventListener('state', () => this.#follow().catch(() => {}));
  }

  /** The available premoves in the position on the board. @returns {Move[]} */
  get legal() {
    return this.#waits && this.node === this.desk.node ? this.moves : [];
  }

  /** Whether a person is waiting for the engine. */
  get #waits() {
    const { play } = this;
    return (
      play.running && play.thinking && Object.values(play.terms?.players ?? {}).includes('person')
    );
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = this.legal.find((move) => move.name === name) ?? null;
    this.dispatchEvent(new Event('changed'));
  }

  /** Cancels the premove. */
  cancel() {
    if (!this.chosen) return;
    this.chosen = null;
    this.dispatchEvent(new Event('changed'));
  }

  /** Follows the game: fetches the moves while the engine thinks, then plays the chosen one. */
  async #follow() {
    const { play, chosen, node } = this;
    const { tip } = play;
    if (!this.#waits) {
      this.node = null;
      this.chosen = null;
      // The engine may also have ended to think because its opponent took a move back.
      const isAnswered = node !== null && tip?.parent === node;
      const isLegal = chosen && tip?.position.legal.some(({ name }) => name === chosen.name);
      if (isAnswered && isLegal) await play.move(chosen.name);
      return;
    }
    if (!tip || this.node === tip) return;
    this.node = tip;
    this.moves = [];
    const turned = await this.desk.turned(tip);
    if (this.node !== tip || !turned) return;
    this.moves = turned.legal;
    this.dispatchEvent(new Event('changed'));
  }
}
