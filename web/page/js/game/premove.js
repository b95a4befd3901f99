/** Premoves: a move chosen while the engine thinks, and played at once if it is legal then. */

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./tree.js').Node} Node
 */

/** It tells by the event `changed` that other moves can be chosen, or that one was. */
export class Premove extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {Play} play
   */
  constructor(desk, play) {
    super();
    this.desk = desk;
    this.play = play;
    /** The position that the person waits at. @type {Node | null} */
    this.node = null;
    /** The moves that could be made there if it were the person's turn. @type {Move[]} */
    this.moves = [];
    /** @type {Move | null} */
    this.chosen = null;
    play.addEventListener('state', () => this.#follow().catch(() => {}));
  }

  /** The moves that can be chosen in the position on the board. @returns {Move[]} */
  get legal() {
    return this.#waits && this.node === this.desk.node ? this.moves : [];
  }

  /** Whether a person waits for the engine. */
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

  /** Takes the choice back. */
  cancel() {
    if (!this.chosen) return;
    this.chosen = null;
    this.dispatchEvent(new Event('changed'));
  }

  /** Keeps up with the game: asks for the moves while the engine thinks, and plays the one that was chosen. */
  async #follow() {
    const { play, chosen } = this;
    const { tip } = play;
    if (!this.#waits) {
      this.node = null;
      this.chosen = null;
      const isLegal = chosen && tip?.position.legal.some(({ name }) => name === chosen.name);
      if (isLegal && play.isPersonsTurn) await play.move(chosen.name);
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
