/** Tells in every other room, and in the window's title, that a game is in progress. */

import { el } from '../dom.js';
import { texts } from '../texts.js';
import { clockText } from './clock.js';

/** @typedef {import('../frame.js').View} View */

export class GameNotice {
  /**
   * @param {import('./play.js').Play} play
   * @param {(title: string) => void} retitle called with what the window's title says of the game, if anything
   */
  constructor(play, retitle) {
    this.play = play;
    this.retitle = retitle;
    /** @type {View} */
    this.view = 'play';
    this.words = el('span', { role: 'status' });
    // Not part of the status: it changes every second.
    this.clock = el('span', { class: 'notice-clock' });
    this.element = el(
      'p',
      { class: 'game-notice', hidden: true },
      this.words,
      this.clock,
      el('a', { href: '#play' }, texts.backToGame),
    );
    for (const event of ['state', 'over', 'tick']) {
      play.addEventListener(event, () => this.show(this.view));
    }
  }

  /** Whose turn it is. */
  get #turn() {
    const { play } = this;
    if (!play.running) return '';
    const isAgainstEngine = play.onlyPerson !== null;
    if (isAgainstEngine && play.isPersonsTurn) return texts.yourMove;
    return play.thinking ? texts.engineThinks(play.side) : texts.toMove(play.side);
  }

  /** @param {View} view the room that is shown */
  show(view) {
    this.view = view;
    const { play } = this;
    const turn = this.#turn;
    this.retitle(play.isPersonsTurn ? turn : '');
    this.element.hidden = !play.running || view === 'play';
    const words = this.element.hidden ? '' : turn;
    // Screen readers say a text again when it is set again.
    if (this.words.textContent !== words) this.words.textContent = words;
    this.clock.textContent = play.clock ? clockText(play.clock.now(play.side)) : '';
  }
}
