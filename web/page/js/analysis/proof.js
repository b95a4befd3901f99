/** Proofs: a solver session of the program tries to prove who wins. */

import { Lines } from '../connection/lines.js';
import { positionCommand, ruleCommands } from '../connection/rules.js';
import { button, el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { short } from './chance.js';
import { withDash } from './lines.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../connection/rules.js').Side} Side
 */

export class Proof {
  /**
   * @param {Desk} desk
   * @param {string} token
   * @param {(moves: string[]) => void} play
   */
  constructor(desk, token, play) {
    this.desk = desk;
    this.token = token;
    this.play = play;
    /** @type {Lines | null} */
    this.lines = null;
    this.words = el('p', { class: 'proof-words', role: 'status', 'aria-live': 'polite' });
    this.line = el('p', { class: 'line-moves' });
    this.button = button(texts.prove, () => this.#toggle(), { title: texts.proveHelp });
    this.element = el('div', { class: 'proof' }, this.button, this.words, this.line);
    desk.addEventListener('node', () => this.#forget());
  }

  #forget() {
    this.#end();
    this.words.textContent = '';
    fill(this.line);
  }

  #end() {
    this.lines?.close();
    this.lines = null;
    this.button.textContent = texts.prove;
  }

  #toggle() {
    if (this.lines) {
      this.lines.send('stop');
    } else {
      this.#begin().catch((error) => {
        this.#end();
        this.words.textContent = texts.failed(error.message);
      });
    }
  }

  async #begin() {
    const { tree, node, rules } = this.desk;
    if (!tree || !node) return;
    const lines = new Lines('solver', this.token);
    this.lines = lines;
    this.button.textContent = texts.stop;
    fill(this.line);
    lines.heard = (line) => this.#hear(line, node.position.side);
    lines.closed = (reason) => {
      // It is closed here as well.
      if (this.lines !== lines) return;
      this.#end();
      this.words.textContent = texts.failed(texts.closedFor[reason] ?? texts.connectionClosed);
    };
    await lines.send(
      ...ruleCommands(tree.ruleset.variant, tree.ruleset.alternates, rules.alternates),
      positionCommand(tree.fen, node.moves),
      'solve',
    );
  }

  /**
   * @param {string} line
   * @param {Side} side
   */
  #hear(line, side) {
    const progress = /^info string solving .* nodes (\d+) .* time (\d+)/.exec(line);
    if (progress) {
      this.words.textContent = texts.proving(
        short(Number(progress[1])),
        Math.round(Number(progress[2]) / 1000),
      );
    }
    const answer =
      /^solved (\w+)(?: reason ([\w-]+))?(?: winner \w+)?(?: plies (\d+))?.*?(?: pv (.*))?$/.exec(
        line,
      );
    if (!answer) return;
    this.#end();
    const [, result, reason, plies, moves] = answer;
    const loser = side === 'attackers' ? 'defenders' : 'attackers';
    if (result === 'win') this.words.textContent = texts.provenWin(side, plies);
    else if (result === 'loss') this.words.textContent = texts.provenWin(loser, plies);
    else if (result === 'neither') this.words.textContent = texts.provenNeither;
    else this.words.textContent = texts.unproven[reason] ?? reason;
    this.#show(moves);
  }

  /** @param {string | undefined} text */
  #show(text) {
    if (!text) return;
    const moves = text.split(' ').filter((word) => word !== '...');
    const parts = moves.map((name, index) =>
      el(
        'button',
        { type: 'button', class: 'move', onclick: () => this.play(moves.slice(0, index + 1)) },
        withDash(name),
      ),
    );
    fill(this.line, `${texts.proofLine}: `, ...parts);
  }
}
