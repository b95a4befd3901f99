/** The rules of a game and its exercises, for the game on the board or any other. */

import { RulesPanel } from '../game/rules-panel.js';
import { readLink } from '../records/link.js';
import { LessonPanel } from './lesson-panel.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

/** The game and the exercise in the address; empty if it has none. */
function addressed() {
  const parameters = new URLSearchParams(location.hash.split('?')[1] ?? '');
  return { game: parameters.get('game') ?? '', exercise: parameters.get('exercise') ?? '' };
}

/** Sends the event `changed` when the board should show another game. */
export class RulesRoom extends EventTarget {
  /**
   * @param {import('../game/desk.js').Desk} desk
   * @param {{
   *   play: (variant: string) => Promise<unknown>,
   *   change: () => void,
   *   failed: (error: unknown) => void,
   * }} actions sets up a new game; opens the room in which rules are changed; reports an error
   */
  constructor(desk, { play, change, failed }) {
    super();
    this.desk = desk;
    this.failed = failed;
    /** The game to show when the room is opened next, if not the one on the board. */
    this.next = '';
    /** The game that is shown in place of the one on the board. @type {Ruleset | null} */
    this.other = null;
    this.panel = new RulesPanel({
      choose: (variant) => this.#choose(variant),
      play: () => this.shown && play(this.shown.variant).catch(failed),
      change,
    });
    this.lessons = new LessonPanel(desk, (byMove) => {
      this.#readdress();
      this.dispatchEvent(new CustomEvent('changed', { detail: { byMove } }));
    });
    // Until the exercises above it are there, so that it does not move away under a reader's eyes.
    this.panel.element.hidden = true;
    desk.addEventListener('ruleset', () => (this.other = null));
    this.elements = [this.panel.choice, this.lessons.element, this.panel.element];
  }

  /** The game whose rules are shown. */
  get shown() {
    return this.other ?? this.desk.tree?.ruleset;
  }

  /** Shows the rules of the game on the board, or of the one asked for here or in the address. */
  open() {
    const { game, exercise } = addressed();
    const next = this.next || game;
    this.next = '';
    this.other = null;
    this.lessons.close();
    this.show(true);
    this.#openAt(next, exercise).catch(this.failed);
  }

  /** @param {string} game if not the one on the board @param {string} exercise */
  async #openAt(game, exercise) {
    if (game) await this.#choose(game);
    if (!exercise || !this.shown) return;
    await this.lessons.show(this.shown);
    this.lessons.openNamed(exercise);
  }

  /** The address of the room with the game and the exercise that are shown, which survives a reload. */
  get #address() {
    const parameters = new URLSearchParams();
    if (this.other) parameters.set('game', this.other.variant);
    if (this.lessons.lesson) parameters.set('exercise', this.lessons.lesson.name);
    return parameters.size > 0 ? `#rules?${parameters}` : '#rules';
  }

  /** Whether the address asks for something else than what is shown. */
  get isAskedForOther() {
    return location.hash !== this.#address;
  }

  #readdress() {
    if (readLink(location.hash).view === 'rules') history.replaceState(null, '', this.#address);
  }

  /** @param {boolean} isOpen whether the room can be seen */
  show(isOpen) {
    const { shown } = this;
    if (!shown) return;
    this.panel.show(shown);
    if (!isOpen) return;
    const reveal = () => (this.panel.element.hidden = false);
    this.lessons.show(shown).catch(this.failed).finally(reveal);
  }

  /**
   * Shows the rules and the start position of another game. The game on the board stays as it is.
   * @param {string} variant
   */
  async #choose(variant) {
    const ruleset = await this.desk.describe(variant);
    const now = this.desk.tree?.ruleset;
    const isOwn = now?.variant === variant && now.alternates.length === 0;
    this.other = isOwn ? null : ruleset;
    this.show(true);
    this.#readdress();
    this.dispatchEvent(new Event('changed'));
  }

  /** Whether the board shows an exercise or another game, not the game on the desk. */
  get hasBoard() {
    return this.other !== null || this.lessons.lesson !== null;
  }

  /** Draws the exercise, or the start position of the other game. @param {import('../board/board.js').Board} board @param {boolean} animate */
  drawOn(board, animate) {
    const { shown } = this;
    if (!shown) return;
    if (board.ruleset !== shown) board.setRuleset(shown);
    if (this.lessons.lesson) this.lessons.drawOn(board, animate);
    else board.show({ fen: shown.start, last: null, legal: [] }, false);
  }
}
