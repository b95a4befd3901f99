/** The panel of the game in progress: its status and the player's actions. */

import { button, el, fill, keepFocus } from '../dom.js';
import { texts } from '../texts.js';
import { other } from './play.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./desk.js').Desk} Desk
 */

/** The longest status of a running game. Its room is reserved, so that the buttons stay in their places. */
function longestState() {
  const { toMove, engineThinks, lookingBack } = texts;
  /** @type {string[]} */
  const ofSides = [toMove, engineThinks].flatMap((of) => [of('attackers'), of('defenders')]);
  return ofSides.reduce((one, other) => (other.length > one.length ? other : one), lookingBack);
}

/** The longest time between the clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 500;

export class GamePanel {
  /**
   * @param {Play} play
   * @param {Desk} desk
   * @param {{
   *   again: () => void,
   *   rematch: (swapped: boolean) => void,
   *   analyse: () => void,
   *   focusBoard: () => void,
   * }} actions
   */
  constructor(play, desk, actions) {
    this.play = play;
    this.desk = desk;
    this.actions = actions;
    this.status = el('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.ruleset = el('p', { class: 'quiet ruleset', lang: 'en' });
    // Hidden from screen readers because it changes every second.
    this.elapsed = el('p', { class: 'facts elapsed', 'aria-hidden': 'true' });
    this.note = el('p', { class: 'note', 'aria-live': 'polite' });
    this.question = el('div', { class: 'question', hidden: true, role: 'group' });
    this.controls = el('div', { class: 'controls' });
    /** Identifies the state that the controls show. */
    this.shownKey = '';
    /** @type {import('./tree.js').Node | null} */
    this.shownTip = null;
    this.element = el(
      'section',
      { class: 'panel game-panel', 'aria-label': texts.tabs.play },
      el('div', { class: 'status-box', 'data-longest': longestState() }, this.status),
      el('div', { class: 'status-row' }, this.ruleset, this.elapsed),
      this.controls,
      // Come and go, which must not move the buttons.
      this.question,
      this.note,
    );
    for (const event of ['state', 'over']) play.addEventListener(event, () => this.show());
    desk.addEventListener('node', () => this.show());
    setInterval(() => this.#showElapsed(), 500);
    play.addEventListener('hint', (event) => {
      if (!(event instanceof CustomEvent)) return;
      const move = play.tip?.position.legal.find(({ name }) => name === event.detail);
      if (move) this.note.textContent = texts.hintIs(move.text);
    });
    // If both cannot be seen, the result is.
    play.addEventListener('over', () => {
      for (const part of [this.controls, this.status]) this.#bringIntoView(part);
    });
    play.addEventListener('failed', (event) => {
      if (event instanceof CustomEvent)
        this.note.textContent = texts.failed(String(event.detail.message));
    });
  }

  show() {
    const { play, desk } = this;
    this.status.textContent = this.#state();
    this.ruleset.textContent = desk.tree?.ruleset.title ?? '';
    this.status.classList.toggle('finished', !play.running && desk.result !== null);
    if (!play.running || this.shownTip !== play.tip) {
      this.note.textContent = '';
      // Between two people, a question is for the one whose turn it was.
      if (!play.running || !play.onlyPerson) this.question.hidden = true;
    }
    this.shownTip = play.tip;
    const { canTakeBack } = play;
    const hasProgram = desk.rules.lines.isOpen;
    const players = Object.values(play.terms?.players ?? {});
    const hasPerson = players.includes('person');
    this.#showElapsed();
    const key = `${play.running} ${canTakeBack} ${hasProgram} ${players} ${play.isPersonsTurn} ${hasPerson && play.thinking} ${play.hasFailed}`;
    if (key === this.shownKey) return;
    this.shownKey = key;
    keepFocus(
      this.controls,
      () => fill(this.controls, ...this.#buttons(new Set(players))),
      () => this.#focusNext(),
    );
  }

  /** The button that goes on from the end of a game, or else the board. */
  #focusNext() {
    if (!this.play.running) return this.controls.querySelector('.primary');
    this.actions.focusBoard();
    return null;
  }

  /** @param {Set<'person' | 'engine'>} players @returns {import('../dom.js').Child[]} */
  #buttons(players) {
    const { play } = this;
    const { canTakeBack, isPersonsTurn } = play;
    const hasProgram = this.desk.rules.lines.isOpen;
    const hasPerson = players.has('person');
    const isOver = !play.running && play.terms !== null;
    return [
      play.running &&
        play.hasFailed &&
        button(texts.goOn, () => this.#goOn(), { class: 'button primary', disabled: !hasProgram }),
      hasPerson && button(texts.takeBack, () => play.takeBack(), { disabled: !canTakeBack }),
      play.running &&
        hasPerson &&
        button(texts.hint, () => this.#hint(), { disabled: !isPersonsTurn }),
      play.running &&
        hasPerson &&
        button(texts.offerDraw, () => this.#offerDraw(), { disabled: !isPersonsTurn }),
      play.running && hasPerson && button(texts.resign, () => this.#resign()),
      // Each button has a place of its own: a late click must not do something else.
      play.running &&
        players.has('engine') &&
        button(texts.moveNow, () => this.#try(play.moveNow()), {
          disabled: hasPerson && !play.thinking,
        }),
      play.running && !hasPerson && button(texts.stopGame, () => play.end()),
      isOver && button(texts.rematch, () => this.actions.rematch(false), { disabled: !hasProgram }),
      isOver &&
        players.size > 1 &&
        button(texts.swapSides, () => this.actions.rematch(true), { disabled: !hasProgram }),
      button(texts.newGame, this.actions.again, { disabled: !hasProgram }),
      !play.running && button(texts.analyseGame, this.actions.analyse, { class: 'button primary' }),
    ];
  }

  #state() {
    const { play, desk } = this;
    if (!play.running) {
      if (desk.result) return this.#end(desk.result);
      // Another game may be on the desk by now.
      return play.terms && play.tip?.path[0] === desk.tree?.root ? texts.gameStopped : '';
    }
    if (desk.node !== play.tip) return texts.lookingBack;
    if (play.thinking) return texts.engineThinks(play.side);
    return texts.toMove(play.side);
  }

  /** The end of the game. @param {NonNullable<Desk['result']>} result */
  #end(result) {
    const { winner, reason } = result;
    const persons = Object.values(this.play.terms?.players ?? {}).filter((who) => who === 'person');
    // The engine does not resign.
    const hasResigned = reason === 'resign' && persons.length === 1;
    return winner && hasResigned ? texts.youResigned(winner) : texts.result(result);
  }

  #showElapsed() {
    const { running, thinking, since } = this.play;
    const seconds = running && thinking ? Math.floor((performance.now() - since) / 1000) : 0;
    // Showing the time for a quick move would only flicker.
    this.elapsed.textContent = seconds >= 2 ? texts.thinksFor(seconds) : '';
  }

  #goOn() {
    this.note.textContent = '';
    this.play.goOn();
  }

  #hint() {
    this.note.textContent = texts.hintComes;
    this.#try(this.play.hint());
  }

  /** Reports if something that the program does fails. @param {Promise<void>} work */
  #try(work) {
    work.catch((error) => (this.note.textContent = texts.failed(error.message)));
  }

  /**
   * Asks a yes-or-no question.
   * @param {string} words
   * @param {() => void} yes
   */
  #ask(words, yes) {
    const asked = document.activeElement;
    const close = () => {
      this.question.hidden = true;
      if (asked instanceof HTMLElement) asked.focus();
    };
    const accept = () => {
      close();
      yes();
    };
    this.question.setAttribute('aria-label', words);
    this.question.onkeydown = ({ key }) => {
      if (key === 'Escape') close();
    };
    const first = button(texts.yes, accept, { class: 'button primary' });
    fill(this.question, el('p', {}, words), first, button(texts.no, close));
    this.question.hidden = false;
    first.focus({ preventScroll: true });
    this.#bringIntoView(this.question);
  }

  /** Scrolls, but not at once: that would put another button under the pointer of a double click. @param {HTMLElement} part */
  #bringIntoView(part) {
    setTimeout(() => part.scrollIntoView({ block: 'nearest' }), DOUBLE_CLICK);
  }

  #resign() {
    const { play } = this;
    const { person } = play;
    const words = play.onlyPerson ? texts.confirmResign : texts.confirmResignOf[person];
    this.#ask(words, () => play.resign(person));
  }

  #offerDraw() {
    const { play } = this;
    const opponent = other(play.side);
    if (play.terms?.players[opponent] === 'person') {
      this.#ask(texts.acceptDraw(opponent), () => play.draw());
    } else if (play.engineTakesDraw()) {
      play.draw();
    } else {
      this.note.textContent = texts.drawRefused;
    }
  }
}
